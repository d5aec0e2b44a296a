"""The perfect-information solver against plain minimax and a published double-dummy table."""

from __future__ import annotations

import random

import pytest

from helpers.open_hands import Deal, minimax
from prikup.agents.search.position import make_position
from prikup.agents.search.solver import Solver
from prikup.envs.engine.errors import BadOptions

POINTS = (0, 2, 3, 4, 10, 11, 5, 0)  # of the ranks, not rising throughout
OBJECTIVES = ("tricks", "points", "both", "misere", "penalties", "exact", "contract")


class Case:
    """A random small position under an objective, for both implementations."""

    def __init__(self, rng: random.Random, objective: str, cards: int) -> None:
        """Deal, play into the first trick, choose sides."""
        players = rng.choice((2, 3, 3, 4))
        cards -= players == 4
        suits = rng.choice((2, 3, 4))
        self.ranks = max(2, -(-players * cards // suits) + rng.choice((0, 1)))
        pack = [(suit, rank) for suit in range(suits) for rank in range(self.ranks)]
        rng.shuffle(pack)
        hands = [pack[seat * cards : (seat + 1) * cards] for seat in range(players)]
        self.leader = rng.randrange(players)
        self.deal = Deal(hands, self.leader, rng.choice((None, 0, 1)), rng.random() < 0.5)
        self.trick: list[tuple[int, int]] = []
        for i in range(rng.randrange(players)):
            seat = (self.leader + i) % players
            card = rng.choice(self.deal.allowed(seat, self.trick))
            hands[seat].remove(card)
            self.trick.append(card)
        declarer = rng.randrange(players)
        self.counted = [declarer]
        if players == 4 and rng.random() < 0.5:
            self.counted.append((declarer + 2) % 4)
        others = [seat for seat in range(players) if seat not in self.counted]
        self.maximizing = others if objective in ("misere", "penalties") else self.counted
        self.trick_value = {"points": 0, "both": 5, "penalties": 2}.get(objective, 1)
        self.points = dict.fromkeys(pack, 0)
        if objective in ("points", "both"):
            self.points = {card: POINTS[card[1] % len(POINTS)] for card in pack}
        elif objective == "penalties":
            self.points = {card: 3 * (card[0] == 0) for card in pack}
        self.goal = None
        if objective == "exact":
            self.goal = [rng.randrange(cards + 1)]
        elif objective == "contract":
            self.goal = [number for number in range(cards + 1) if rng.random() < 0.5]

    def number(self, card: tuple[int, int]) -> int:
        """Return a card's number."""
        return card[0] * self.ranks + card[1]

    def position(self):
        """Return the solver's position."""
        return make_position(
            [[self.number(card) for card in hand] for hand in self.deal.hands],
            ranks=self.ranks,
            trump=-1 if self.deal.trump is None else self.deal.trump,
            leader=self.leader,
            trick=[self.number(card) for card in self.trick],
            counted=self.counted,
            maximizing=self.maximizing,
            trick_value=self.trick_value,
            points={self.number(card): value for card, value in self.points.items()},
            goal=self.goal,
            must_trump=self.deal.must_trump,
        )

    def expected(self, trick=None, leader=None, taken=0) -> int:
        """Return the value by plain minimax."""
        return minimax(
            self.deal,
            lambda cards: self.trick_value + sum(self.points[card] for card in cards),
            self.counted,
            self.maximizing,
            (lambda number: int(number in self.goal)) if self.goal is not None else int,
            self.leader if leader is None else leader,
            self.trick if trick is None else trick,
            taken,
        )


def mismatches(objective: str, deals: int, cards: int) -> list[int]:
    """Return the numbers of the deals on which the solver and minimax differ."""
    solver, wrong = Solver(bits=12), []
    for number in range(deals):
        case = Case(random.Random(f"{objective} {number}"), objective, cards)
        positions = case.position()
        mover = (case.leader + len(case.trick)) % len(case.deal.hands)
        choose = max if mover in case.maximizing else min
        expected = case.expected()
        if {expected} != {solver.value(positions), choose(solver.values(positions).values())}:
            wrong.append(number)
    return wrong


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_agrees_with_minimax(objective):
    """On a thousand small deals of two to four seats the value is that of plain minimax."""
    assert [] == mismatches(objective, 1000, 3)


@pytest.mark.long
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_agrees_with_minimax_on_larger_deals(objective):
    """The same with four and five cards a seat."""
    assert [] == mismatches(objective, 1000, 4)
    assert [] == mismatches(objective, 30, 5)


def test_every_card_has_its_own_value():
    """With a trick to decide each card's value is that of the position after it."""
    solver = Solver(bits=12)
    for number in range(200):
        case = Case(random.Random(number), "points", 3)
        mover = (case.leader + len(case.trick)) % len(case.deal.hands)
        found = solver.values(case.position())
        for card in case.deal.allowed(mover, case.trick):
            case.deal.hands[mover].remove(card)
            trick, leader, taken = [*case.trick, card], case.leader, 0
            if len(trick) == len(case.deal.hands):
                leader = case.deal.taker(trick, leader)
                if leader in case.counted:
                    taken = sum(case.points[played] for played in trick)
                trick = []
            assert case.expected(trick, leader, taken) == found[case.number(card)]
            case.deal.hands[mover].append(card)


def test_guess_does_not_change_the_value():
    """Wherever the search begins to look, the value is the same."""
    for number in range(50):
        positions = Case(random.Random(number), "both", 4).position()
        values = {Solver(bits=12).value(positions, guess) for guess in (-7, 0, 3, 40, 1000)}

        assert 1 == len(values)


def test_small_table_gives_the_same_values():
    """A table of sixteen entries, overwritten all the time, costs speed and nothing else."""
    small, large = Solver(bits=4), Solver(bits=16)
    rng = random.Random(3)
    for _ in range(10):
        deck = list(range(24))
        rng.shuffle(deck)
        hands = [deck[:6], deck[6:12], deck[12:18]]
        positions = make_position(hands, ranks=6, trump=1)

        assert large.value(positions) == small.value(positions)


# --- a published table ----------------------------------------------------------------------------


# Deals (hands N E S W, suits spades hearts diamonds clubs) and their double-dummy tricks: for the
# declarers N, E, S, W in clubs, diamonds, hearts, spades and no trump. Rows of a public table: the
# sample of contract bridge results in the tests of pgx (Apache-2.0).
BOARDS = (
    (
        "J92.J76.K72.9432 AKQ6.84.J863.T65 87543.KQ9532..K7 T.AT.AQT954.AQJ8",
        (1, 1, 6, 4, 1, 11, 12, 6, 8, 9, 1, 1, 7, 5, 1, 10, 12, 6, 8, 9),
    ),
    (
        "KJ52.J93.J52.A97 97.A652.8.QJ8543 QT863.KQT8.AQ4.K A4.74.KT9763.T62",
        (4, 6, 9, 9, 9, 7, 6, 3, 3, 3, 5, 7, 9, 9, 9, 7, 6, 3, 3, 3),
    ),
    (
        "964.AJT.Q64.AK75 KJ7.7642.AKT82.8 AQT532.KQ53.93.4 8.98.J75.QJT9632",
        (5, 7, 11, 11, 11, 8, 6, 1, 1, 1, 5, 7, 10, 11, 8, 8, 6, 1, 1, 1),
    ),
    (
        "JT9762.T6.AT73.3 8.Q3.KQ986.AQJT8 AQ3.AJ9875.J.K72 K54.K42.542.9654",
        (5, 5, 9, 10, 7, 8, 8, 4, 3, 5, 5, 5, 9, 10, 6, 8, 7, 4, 3, 5),
    ),
)


def hands_of(board: int) -> list[list[int]]:
    """Return the four hands of a board."""
    return [
        [
            13 * suit + "23456789TJQKA".index(rank)
            for suit in range(4)
            for rank in hand.split(".")[suit]
        ]
        for hand in BOARDS[board][0].split()
    ]


def tricks_of(solver: Solver, hands: list[list[int]], declarer: int, strain: int) -> int:
    """Return the tricks of a declarer; strains are clubs, diamonds, hearts, spades, no trump."""
    trump = (3, 2, 1, 0, -1)[strain]
    side = (declarer, (declarer + 2) % 4)
    positions = make_position(hands, ranks=13, trump=trump, leader=(declarer + 1) % 4, counted=side)
    return solver.value(positions, guess=6)


@pytest.mark.parametrize(("board", "strain"), [(0, 4), (2, 0), (2, 3)])
def test_double_dummy_values(board, strain):
    """Some contracts of whole bridge deals come out as published."""
    published = BOARDS[board][1][strain]

    assert published == tricks_of(Solver(bits=19), hands_of(board), 0, strain)


@pytest.mark.long
@pytest.mark.parametrize("board", range(len(BOARDS)))
def test_double_dummy_table(board):
    """All contracts of whole bridge deals come out as published."""
    hands, published = hands_of(board), BOARDS[board][1]
    solver = Solver(bits=21)
    found = tuple(
        tricks_of(solver, hands, declarer, strain) for declarer in range(4) for strain in range(5)
    )

    assert published == found


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"hands": [[0, 1], [2]]}, "hands of [2, 1] cards do not fit a trick of 0 led by 0"),
        ({"hands": [[0], [0]]}, "cards must differ"),
        ({"hands": [[0]]}, "a position has 2 to 4 seats, got 1"),
        ({"trick_value": -1}, "let those maximise who pay"),
    ],
)
def test_bad_positions_are_refused(change, message):
    """A position that cannot be is answered with what is wrong."""
    settings = {"hands": [[0, 1], [2, 3]], "ranks": 4, **change}
    with pytest.raises(BadOptions) as error:
        make_position(**settings)

    assert message in str(error.value)
