"""The rules of King: the page's vectors and counts, what is told, and what is refused."""

from __future__ import annotations

import random
from typing import Any

import pytest

from helpers.minis import count_mini
from prikup.envs import load_game
from prikup.envs.engine.cards import make_set, members
from prikup.envs.engine.errors import BadOptions, IllegalAction
from prikup.envs.engine.game import Game, State
from prikup.envs.games.king.bounds import contract_total
from prikup.envs.games.king.layout import (
    BY_LAST,
    CARDS,
    DISCARDING,
    NAME_SUIT,
    ORDERING,
    PLAYING,
)
from prikup.envs.games.king.options import ALL_CONTRACTS, KingOptions
from prikup.envs.games.king.presets import NEGATIVE, PRESETS
from prikup.envs.games.king.scoring import end_deal

CHANCE, TERMINAL, NONE = -1, -4, -1


def cards(game: Game, text: str) -> list[int]:
    """Return the numbers of cards written with blanks between them."""
    return [game.parse_card(word) for word in text.split()]


def texts(state: State) -> set[str]:
    """Return the texts of the legal actions."""
    return {state.action_to_string(action) for action in state.legal_actions()}


def play(state: State, text: str) -> State:
    """Play actions separated by semicolons, or cards by blanks."""
    for word in filter(None, text.split(";") if ";" in text else text.split()):
        state.apply_action(state.string_to_action(word.strip()))
    return state


def position(
    text: str, contract: str, hands: dict[int, str], leader: int, trump: str = "", **fields: int
) -> State:
    """Return a state in the middle of a deal, about to be led to, with these hands.

    Args:
        text: Options of the game.
        contract: The contract of the deal.
        hands: The cards of seats; the others hold none.
        leader: Who is to lead.
        trump: Trump suit.
        **fields: Further fields of the state.
    """
    game = load_game(f"king:{text}")
    state = game.deal(deck=game.pack, match={"dealer": game.num_players() - 1})
    record = state.record
    record.contract = ALL_CONTRACTS.index(contract)
    record.phase = PLAYING
    for seat in range(game.num_players()):
        record.hands[seat] = make_set(cards(game, hands.get(seat, "")))
    record.leader = record.player = leader
    record.trump = game.options.the_pack().suits.index(trump) if trump else NONE
    record.tricks_done = 1
    for name, value in fields.items():
        record[name] = value
    return state


def ended(
    text: str,
    contract: str,
    tricks: tuple[int, ...],
    taken: tuple[str, ...] = (),
    last: tuple[int, int] = (NONE, NONE),
    **fields: Any,
) -> list[float]:
    """Return the scores of a deal that ends with these tricks and cards won.

    Args:
        text: Options of the game.
        contract: The contract of the deal.
        tricks: Tricks of each seat.
        taken: Cards that each seat has won in them, as far as they matter.
        last: Winners of the last but one and of the last trick.
        **fields: Further fields of the state.
    """
    state = position(text, contract, {}, 0)
    record = state.record
    for seat, number in enumerate(tricks):
        record.tricks[seat] = number
    for seat, won in enumerate(taken):
        record.taken[seat] = make_set(cards(state.game, won))
    record.last_takers[:2] = last
    for name, value in fields.items():
        record[name] = value
    end_deal(record)
    return [float(score) for score in state.scores()]


# --- 1: totals ------------------------------------------------------------------------------------


def test_totals_of_the_page():
    """Six contracts of 16, eralash 96, 192 in all and 192 won back; 116 with three players."""
    four, three = KingOptions.make(), KingOptions.make(preset="three", compensation="none")

    assert [16] * 6 == [contract_total(four, name) for name in NEGATIVE]
    assert 96 == contract_total(four, "eralash")
    assert 192 == four.positive_deals() * contract_total(four, "otygrysh")
    assert [20, 20, 20, 16, 20, 20] == [contract_total(three, name) for name in NEGATIVE]
    assert 116 == contract_total(three, "eralash")
    assert 40 == contract_total(three, "otygrysh")
    assert 120 == contract_total(KingOptions.make(preset="three"), "eralash")


@pytest.mark.parametrize(
    ("preset", "deals"),
    [
        ("simple", 15),
        ("ordered", 60),
        ("ordered_no_eralash", 40),
        ("three", 13),
        ("atomic3", 27),
        ("atomic4", 36),
        ("atomic_preliminary", 30),
        ("king14", 14),
        ("king36", 12),
        ("rifki", 20),
        ("tetka", 4),
    ],
)
def test_length_of_matches(preset, deals):
    """A match has as many deals as the page says, and random play goes through them all."""
    game = load_game("king", preset=preset, episode="match")
    state, rng = game.deal(seed=5), random.Random(5)
    while not state.is_terminal():
        if state.is_chance_node():
            state.resolve_chance(5)
        else:
            state.apply_action(rng.choice(state.legal_actions()))

    assert deals == game.options.max_deals() == state.record.match.deals


@pytest.mark.parametrize(
    "preset",
    ["simple", "ordered", "ordered_no_eralash", "three", "atomic3", "atomic4", "king14", "king36"],
)
def test_matches_that_balance(preset):
    """What is lost is won back: the page says so of these presets."""
    assert 0.0 == KingOptions.make(preset=preset, episode="match").score_sum()


# --- 2, 3, 10: points -----------------------------------------------------------------------------


def test_points_of_tricks():
    """Two a trick; eight for each of the last two."""
    last = "preset=single_last_two"

    assert [-6, -4, -4, -2] == ended("", "no_tricks", (3, 2, 2, 1))
    assert [-8, 0, -8, 0] == ended(last, "last_two", (4, 2, 2, 0), last=(0, 2))
    assert [0, -16, 0, 0] == ended(last, "last_two", (4, 2, 2, 0), last=(1, 1))


def test_points_of_eralash():
    """The page's deal of everything: -32, -44, -20, 0."""
    taken = ("JS QS QC 7H 8H 9H", "JC JH TH KH AH", "JD QD QH", "")

    assert [-32, -44, -20, 0] == ended(
        "preset=single_eralash", "eralash", (3, 2, 3, 0), taken, (1, 0)
    )


def test_points_of_otygrysh():
    """Three points a trick, four with three players."""
    four, three = "preset=single_otygrysh", "preset=single_otygrysh,players=3,deck=30"

    assert [12, 6, 3, 3] == ended(four, "otygrysh", (4, 2, 1, 1))
    assert [20, 12, 8] == ended(three, "otygrysh", (5, 3, 2))


# --- 4 to 7: what may be played -------------------------------------------------------------------


@pytest.mark.parametrize("contract", ["no_hearts", "no_king", "eralash"])
def test_hearts_may_not_be_led(contract):
    """A heart is led from a hand of hearts only, where hearts are to be avoided."""
    assert {"8S"} == texts(position("", contract, {0: "7H KH 8S"}, 0))
    assert {"7H", "KH"} == texts(position("", contract, {0: "7H KH"}, 0))
    assert {"7H", "KH", "8S"} == texts(position("", "no_jacks", {0: "7H KH 8S"}, 0))
    assert {"7H", "KH", "8S"} == texts(position("", contract, {0: "7H KH 8S"}, 0, mirror=1))


@pytest.mark.parametrize(
    ("rule", "played", "hand", "expected"),
    [
        ("void_only", "9S", "KH 7C AD", {"KH"}),
        ("void_only", "9S", "KH 8S", {"8S"}),
        ("void_only", "AH", "KH 7H", {"KH", "7H"}),
        ("void_or_under", "AH", "KH 7H", {"KH"}),
        ("void_or_under", "9S", "KH 7C AD", {"KH"}),
        ("void_or_under", "9H", "KH 7H", {"KH", "7H"}),
        ("off", "9S", "KH 7C AD", {"KH", "7C", "AD"}),
    ],
)
def test_king_that_must_be_played(rule, played, hand, expected):
    """Void of the suit led, or under the ace, the king of hearts is due."""
    state = position(f"king_forced_drop={rule}", "no_king", {0: played, 1: hand}, 0)

    assert expected == texts(play(state, played))


def test_king_under_an_ace_that_came_later():
    """The ace lies on a heart that was led: the page's position."""
    hands = {0: "9H", 1: "AH", 2: "KH 7H"}
    for rule, expected in {"void_only": {"KH", "7H"}, "void_or_under": {"KH"}}.items():
        state = position(f"king_forced_drop={rule}", "no_king", hands, 0)

        assert expected == texts(play(state, "9H AH"))


@pytest.mark.parametrize(
    ("hand", "expected"), [("7S AC", {"7S"}), ("AC KC", {"AC", "KC"}), ("TD 7S", {"TD"})]
)
def test_void_must_trump(hand, expected):
    """Who cannot follow suit plays a trump if one is held."""
    state = position("", "otygrysh", {0: "9D", 1: hand}, 0, trump="S", namer=0)

    assert expected == texts(play(state, "9D"))


def test_trump_wins_the_trick():
    """In 9D AD 7S KD the trump wins."""
    hands = {0: "9D 8C", 1: "AD 9C", 2: "7S TC", 3: "KD JC"}
    state = play(position("", "otygrysh", hands, 0, trump="S", namer=0), "9D AD 7S KD")

    assert 2 == state.current_player()


def test_trumps_are_led_by_the_namer():
    """Another seat may lead a trump only if it holds nothing else."""
    for seat, hand, expected in [
        (1, "AS 7D", {"7D"}),
        (1, "AS 8S", {"AS", "8S"}),
        (0, "AS 7D", {"AS", "7D"}),
    ]:
        state = position("", "otygrysh", {seat: hand}, seat, trump="S", namer=0)

        assert expected == texts(state)


# --- 8, 9: the otygrysh of the sequence -----------------------------------------------------------


def test_rotation_of_otygrysh():
    """Who names is the dealer's right and deals next: two circles to the right."""
    game = load_game("king:episode=match")
    state = game.deal(seed=1, match={"deals": 7, "dealer": 0})
    rng = random.Random(1)
    namers, dealers = [int(state.record.namer)], [int(state.record.dealer)]
    while not state.is_terminal():
        if state.wants_deck():
            state.deal(seed=1)
            namers.append(int(state.record.namer))
            dealers.append(int(state.record.dealer))
        state.apply_action(rng.choice(state.legal_actions()))

    assert [3, 2, 1, 0, 3, 2, 1, 0] == namers
    assert [0, 3, 2, 1, 0, 3, 2, 1] == dealers


def test_trump_by_the_last_card():
    """The namer has seen three cards; his last one is shown and gives the trump."""
    game = load_game("king:preset=single_otygrysh")
    state = game.deal(seed=3, match={"dealer": 2})
    namer = state.current_player()

    assert 1 == namer
    assert 3 == len(members(int(state.record.hands[namer])))
    assert {"name S", "name C", "name D", "name H", "by the last"} == texts(state)

    state.apply_action(len(game.pack) + BY_LAST)
    shown = game.card_to_string(int(state.record.shown))

    assert "SCDH"[int(state.record.trump)] == shown[1]
    assert namer == state.current_player()
    assert [8] * 4 == [len(members(int(hand))) for hand in state.record.hands]
    for seat in range(4):
        assert game.parse_card(shown) in state.view(seat).known(namer)


def test_nine_of_clubs_by_the_last():
    """The page's card: 9C as the namer's last makes clubs trump."""
    game = load_game("king:preset=single_otygrysh")
    deck = game.pack.tolist()
    trial = play(game.deal(deck=deck, match={"dealer": 0}), "by the last;")
    last, nine = deck.index(int(trial.record.shown)), deck.index(game.parse_card("9C"))
    deck[last], deck[nine] = deck[nine], deck[last]
    state = play(game.deal(deck=deck, match={"dealer": 0}), "by the last;")

    assert "9C" == game.card_to_string(int(state.record.shown))
    assert "C" == "SCDH"[int(state.record.trump)]


# --- 11 to 13: compensation, talon, orders --------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "expected"), [((30, 18, -40), (25, 15, -40)), ((46, -10, -28), (38, -10, -28))]
)
def test_winners_share_what_is_lost(raw, expected):
    """The winners share the losers' points in proportion to their own."""
    state = load_game("king:preset=three_proportional,episode=match").new_initial_state()
    for seat, points in enumerate(raw):
        state.record.match.gains[seat] = max(points, 0)
        state.record.match.penalties[seat] = max(-points, 0)
    state.record.player = TERMINAL

    assert expected == tuple(state.scores().tolist())


def atomic(text: str, hand: str, contract: str) -> State:
    """Return an atomic deal in which seat 0 is to lay two of these cards aside."""
    state = position(f"preset=atomic3,{text}", contract, {0: hand}, 0, taker=0)
    state.record.phase = DISCARDING
    return state


def test_penalty_cards_are_not_laid_aside():
    """In no_jacks no jack may be laid aside; who chooses in ascending order keeps one for later."""
    hand = "7S JS 7C 8C 9C TC QC KC AC 7D 8D JD"
    state = atomic("discard_rule=forbidden", hand, "no_jacks")

    assert {"7S", "7C", "8C", "9C", "TC", "QC", "KC", "AC", "7D"} == texts(state)

    play(state, "QC")

    assert {"KC", "AC", "7D", "8D"} == texts(state)
    with pytest.raises(IllegalAction):
        state.apply_action(state.game.parse_card("JD"))


def test_penalty_cards_count_to_who_lays_them_aside():
    """With the other rule a jack that was laid aside costs its five points."""
    state = atomic(
        "discard_rule=counts_to_discarder", "7S JS 7C 8C 9C TC QC KC AC 7D 8D JD", "no_jacks"
    )

    assert "JS" in texts(state)

    jack = make_set(cards(state.game, "JS"))

    assert [-5, 0, 0] == ended(
        "preset=atomic3,discard_rule=counts_to_discarder",
        "no_jacks",
        (5, 3, 2),
        taker=0,
        discard=jack,
    )


@pytest.mark.parametrize(
    ("tricks", "expected"), [((4, 3, 3), (-4, 0, 0)), ((5, 5, 0), (-2, -2, 0))]
)
def test_preliminary_deals(tricks, expected):
    """Most tricks of a preliminary deal cost four, shared among equals."""
    text = "preset=atomic_preliminary,episode=match"

    assert list(expected) == ended(text, "no_tricks", tricks)


def test_orders_are_crossed_off():
    """Who has ordered no_jacks once and otygrysh twice may order all but no_jacks."""
    game = load_game("king:preset=ordered,episode=match")
    done = 1 << ALL_CONTRACTS.index("no_jacks")
    match = {"dealer": 3, "orders": [done], "negatives": [1], "positives": [2], "deals": 12}
    state = game.deal(seed=1, match=match)
    names = [name for name in ALL_CONTRACTS[:8] if name != "no_jacks"]

    assert state.record.phase == ORDERING
    assert {f"order {name}" for name in names} == texts(state)


def test_last_order_is_forced():
    """With one contract left there is no choice."""
    game = load_game("king:preset=ordered,episode=match")
    match = {"dealer": 3, "orders": [127 - 8], "negatives": [6], "positives": [8], "deals": 56}

    assert {"order no_hearts"} == texts(game.deal(seed=1, match=match))


def test_rifki_orders_each_contract_twice_in_a_match():
    """Three penalties a player, each twice in all; two trump deals; 5200 points each way."""
    options = KingOptions.make(preset="rifki")
    totals = [contract_total(options, name) for name in NEGATIVE]

    assert [650, 480, 400, 390, 360, 320] == totals
    assert 5200 == 2 * sum(totals) == 8 * contract_total(options, "otygrysh")

    game = load_game("king:preset=rifki,episode=match")
    match = {"dealer": 0, "times": [2, 1, 0, 2], "negatives": [0, 0, 0, 2], "deals": 5}
    state = game.deal(seed=1, match=match)

    assert 3 == state.current_player()  # to the dealer's right
    assert {
        "order no_jacks",
        "order no_queens",
        "order last_two",
        "order no_king",
        "order otygrysh",
    } == texts(state)


# --- 14 to 18: relatives --------------------------------------------------------------------------


def bum(game_card: str) -> int:
    """Return the number of Tetka's card."""
    return int(load_game("king:preset=tetka").parse_card(game_card))


def test_most_expensive_trick_of_tetka():
    """Queen of diamonds as bum card, trick 12 with all queens: seven penalties."""
    text, taken = "preset=tetka", ("QS QH QD QC", "", "KD", "")
    tricks = (1, 2, 6, 4)

    assert [-7, 0, -1, -1] == ended(
        text, "tetka", tricks, taken, (0, 3), shown=bum("QD"), bum_taker=0
    )


def test_number_of_the_bum_trick():
    """The trick of the bum card's number is noted: ace 1, ten 10, jack 11, queen 12, king 13."""
    hands = {0: "2S 3S", 1: "4S 5S", 2: "6S 7S", 3: "8S 9S"}
    for card, done in {"AC": 0, "2H": 1, "TD": 9, "JS": 10, "QD": 11, "KC": 12}.items():
        state = position("preset=tetka", "tetka", hands, 0, shown=bum(card), tricks_done=done)
        play(state, "2S 4S 6S 8S")

        assert 3 == state.record.bum_taker, card


def test_bum_king_makes_the_last_trick_two():
    """Trick 13 is the last one and that of the king."""
    scores = ended(
        "preset=tetka",
        "tetka",
        (0, 1, 6, 6),
        ("", "", "AC 2C", "KC QC QS QD QH"),
        (2, 1),
        shown=bum("KC"),
        bum_taker=1,
    )

    assert -2 == scores[1]


def test_most_tricks_of_tetka_by_bum_suit():
    """Equal in tricks, the second has more cards of the bum suit."""
    taken = ("2D 3D", "4D 5D 6D 7D 8D", "QS QH QD QC", "")

    assert [0, -1, -6, -2] == ended(
        "preset=tetka", "tetka", (4, 4, 3, 2), taken, (0, 3), shown=bum("QD"), bum_taker=3
    )


HEARTS = " ".join(f"{rank}H" for rank in "23456789TJQKA")


@pytest.mark.parametrize(
    ("preset", "taken", "expected"),
    [
        ("omnibus", ("QS 2H 3H 4H TD", "", "", ""), [-6, 0, 0, 0]),
        ("omnibus", (f"{HEARTS} QS TD", "", "", ""), [0, -26, -26, -26]),
        ("omnibus", (f"{HEARTS} QS", "TD", "", ""), [-26, 10, 0, 0]),
        ("omnibus,slam_rule=self_gains", (f"{HEARTS} QS TD", "", "", ""), [26, 0, 0, 0]),
        ("omnibus,card_penalties=QS/H/JD", ("JD", "2H", "", ""), [10, -1, 0, 0]),
        ("polignac3", ("JS JD", "", ""), [-3, 0, 0]),
        ("black_donka", ("QS 2H", "3H 4H", "", ""), [-14, -2, 0, 0]),
        ("black_maria", ("QS KS AS", "2H", "", ""), [-30, -1, 0, 0]),
        ("jokers4", ("JOKER1 2H", "3H", "", ""), [-6, -1, 0, 0]),
    ],
)
def test_points_of_cards(preset, taken, expected):
    """Penalty cards, bonus cards and slams count as on the page."""
    scores = ended(f"preset={preset}", "cards", (5, 4, 2, 2)[: len(taken)], taken)

    assert expected == scores


def test_general():
    """Made, it costs the others five each and nothing else counts; failed, it costs five."""
    text = "preset=polignac3,capot=true"

    assert [0, -5, -5] == ended(text, "cards", (17, 0, 0), ("JS JD JC JH", "", ""), announcer=0)
    assert [-5, -2, 0] == ended(text, "cards", (16, 1, 0), ("", "JS", ""), announcer=0)


def test_first_announcer_has_the_general():
    """In turn from eldest; the first one ends the question."""
    state = load_game("king:preset=polignac3,capot=true").deal(seed=1, match={"dealer": 0})

    assert (1, {"capot", "pass"}) == (state.current_player(), texts(state))

    play(state, "pass;capot")

    assert 2 == state.record.announcer
    assert (PLAYING, 1) == (state.record.phase, state.current_player())


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("8S KS JOKER1 AS", 2),
        ("8S JOKER1 QH AS", 2),
        ("8S QH JOKER1 AS", 1),
        ("8S KH QH JOKER1", 1),
        ("TH JOKER1 9H 2H", 1),
        ("JH JOKER1 TH 2H", 0),
        ("8S 9S QH AS", 3),
        ("JOKER1 2H TH 3H", 0),
        ("JOKER1 2H JH 3H", 2),
    ],
)
def test_jokers_win_tricks(trick, winner):
    """A joker wins but against J Q K A of hearts in the same trick."""
    words = trick.split()
    spare = ("4C", "5C", "6C", "7C")
    hands = {seat: f"{word} {spare[seat]}" for seat, word in enumerate(words)}
    state = play(position("preset=jokers4", "cards", hands, 0), trick)

    assert winner == state.current_player()


def test_later_of_two_jokers_wins():
    """Two jokers in a trick of three: the later one; a high heart beats both."""
    hands = {0: "8S 4C", 1: "JOKER2 5C", 2: "JOKER1 6C"}
    state = play(position("preset=jokers3", "cards", hands, 0), "8S JOKER2 JOKER1")

    assert 2 == state.current_player()


def test_joker_is_a_heart():
    """A led joker asks for hearts, and a joker follows a heart but no other suit."""
    hands = {0: "JOKER1 4C", 1: "2H 3S", 2: "KS", 3: "AS"}
    state = play(position("preset=jokers4", "cards", hands, 0), "JOKER1")

    assert {"2H"} == texts(state)

    state = play(position("preset=jokers4", "cards", {0: "3S", 1: "JOKER1 2S"}, 0), "3S")

    assert {"2S"} == texts(state)


@pytest.mark.parametrize(
    ("settlement", "expected", "pool"),
    [
        ("minus_points", [-3, -5, -8, 0], 0),
        ("sweepstake", [5, -5, -8, 8], 0),
        ("fewest", [-2, 0, 0, 1], 1),
    ],
)
def test_settlement_of_a_bid(settlement, expected, pool):
    """Bid 3 on diamonds, 0 5 8 0 taken: the page's three ways to settle it."""
    diamonds = [f"{rank}D" for rank in "23456789TJQKA"]
    taken = ("", " ".join(diamonds[:5]), " ".join(diamonds[5:]), "")
    text = f"preset=auction4,auction_settlement={settlement},episode=match"
    state = position(text, "suit", {}, 0, bid=3, bidder=0, suit=2)
    for seat, won in enumerate(taken):
        state.record.taken[seat] = make_set(cards(state.game, won))
    end_deal(state.record)

    assert expected == state.scores().tolist()
    assert pool == state.record.match.pool
    assert NONE == state.record.match.bidder


@pytest.mark.parametrize(
    ("numbers", "scores", "pool"),
    [
        ((1, 5, 7, 0), [-4, -5, -7, 16], 0),  # one clear takes 13 + 3
        ((1, 5, 6, 1), [-4, -5, -6, -1], 16),  # nobody clear
        ((0, 13, 0, 0), [-3, -13, 0, 0], 16),  # one took all
    ],
)
def test_pool_of_a_sweepstake(numbers, scores, pool):
    """One clear takes the pool; it stays where nobody is clear or one took all."""
    state = position(
        "preset=auction4,auction_settlement=sweepstake,episode=match",
        "suit",
        {},
        0,
        bid=3,
        bidder=0,
        suit=2,
    )
    diamonds = cards(state.game, " ".join(f"{rank}D" for rank in "23456789TJQKA"))
    for seat, number in enumerate(numbers):
        state.record.taken[seat] = make_set(diamonds[:number])
        diamonds = diamonds[number:]
    end_deal(state.record)

    assert scores == state.scores().tolist()
    assert pool == state.record.match.pool
    if pool:
        state.deal(seed=1)

        assert 0 == state.current_player()  # names a suit without a new auction
        assert {"name S", "name C", "name D", "name H"} == texts(state)


def test_auction():
    """One round from eldest, each bid above the last; the highest names a suit and leads."""
    state = load_game("king:preset=auction4").deal(seed=1, match={"dealer": 3})

    assert {"pass", *(f"bid {bid}" for bid in range(1, 27))} == texts(state)

    play(state, "bid 4;pass")

    assert {"pass", *(f"bid {bid}" for bid in range(5, 27))} == texts(state)

    play(state, "bid 26;")

    assert {"pass"} == texts(state)

    play(state, "pass;name D")

    assert (PLAYING, 2, 2) == (state.record.phase, state.current_player(), state.record.suit)


def test_auction_without_a_bid():
    """Nobody bids: hearts cost, eldest leads."""
    state = load_game("king:preset=auction4").deal(seed=1, match={"dealer": 3})
    play(state, "pass;pass;pass;pass")

    assert (PLAYING, 0, 3) == (state.record.phase, state.current_player(), state.record.suit)


# --- 19: hearts -----------------------------------------------------------------------------------


def test_points_of_hearts():
    """Points 3/4/14/5 and a moon; OpenSpiel's payoffs are 26 plus these."""
    hearts = [f"{rank}H" for rank in "23456789TJQKA"]
    parts = (hearts[:3], hearts[3:7], [*hearts[7:8], "QS"], hearts[8:])
    taken = tuple(" ".join(part) for part in parts)
    text = "preset=hearts_openspiel,pass_count=0"

    assert [-3, -4, -14, -5] == ended(text, "cards", (3, 3, 3, 4), taken)
    assert [0, -26, -26, -26] == ended(text, "cards", (13, 0, 0, 0), (f"{HEARTS} QS",))


# --- deals, passes, information -------------------------------------------------------------------


def test_passed_cards_are_known_to_both():
    """Three cards go to the left; giver and receiver know them, the others that cards moved."""
    game = load_game("king:preset=omnibus")
    state = game.deal(seed=4, match={"dealer": 3})
    passed = []
    for _ in range(12):
        action = state.legal_actions()[0]
        passed.append(action)
        state.apply_action(action)
    given = passed[:3]

    assert given == sorted(given)
    assert state.record.phase == PLAYING
    assert set(given) <= set(members(int(state.record.hands[1])))
    for seat, knows in enumerate((True, True, False, False)):
        assert knows == (set(given) <= set(state.view(seat).known(1)))


def test_dealer_of_four_sits_out():
    """Four seats, three play: the dealer has no cards; eldest orders before the talon is seen."""
    state = load_game("king:preset=atomic4").deal(seed=4, match={"dealer": 3})

    assert [10, 10, 10, 0] == [len(members(int(hand))) for hand in state.record.hands]
    assert 0 == state.current_player()

    talon = members(int(state.record.talon))
    play(state, "order no_queens;")

    assert state.record.phase == DISCARDING
    assert 12 == len(members(int(state.record.hands[0])))
    for seat in range(4):
        assert set(talon) <= set(state.view(seat).known(0))


def test_trump_is_named_before_the_talon_is_seen():
    """Otygrysh, then the suit, then the talon."""
    state = load_game("king:preset=atomic3").deal(seed=4, match={"dealer": 2})
    play(state, "order otygrysh;name D")

    assert (DISCARDING, 0, 2) == (
        state.record.phase,
        state.current_player(),
        int(state.record.trump),
    )


def test_play_goes_to_the_right_in_rifki():
    """The deal and the play go counter-clockwise."""
    state = load_game("king:preset=rifki").deal(seed=4, match={"dealer": 0})

    assert 3 == state.current_player()

    play(state, "order no_tricks;")
    state.apply_action(state.legal_actions()[0])

    assert 2 == state.current_player()


def test_deal_that_is_settled_ends():
    """With stop_when_settled a deal of no_king ends with the trick of the king."""
    game = load_game("king:preset=single_no_king,stop_when_settled=true")
    lengths = []
    for seed in range(20):
        state, rng = game.deal(seed=seed), random.Random(seed)
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        taken = 0
        for seat in range(4):
            taken |= int(state.record.taken[seat])
        lengths.append(len(members(taken)))

        assert taken >> game.parse_card("KH") & 1
        assert -16 == state.scores().sum()

    assert min(lengths) < 32


def test_leftover_card_goes_to_a_trick():
    """The 52nd card is added to the first or the last trick, unseen, or out of play."""
    for rule, at in {"out": None, "first_trick": 1, "last_trick": 17}.items():
        game = load_game(f"king:preset=polignac3,leftover_card={rule}")
        deck = game.pack.tolist()
        jack = game.parse_card("JS")
        deck.remove(jack)
        random.Random(6).shuffle(deck)
        state, rng = game.deal(deck=[*deck, jack], match={"dealer": 2}), random.Random(6)
        winners = []
        while not state.is_terminal():
            before = int(state.record.tricks_done)
            state.apply_action(rng.choice(state.legal_actions()))
            if state.record.tricks_done > before:
                winners.append(int(state.record.leader))
        jacks = [
            [-1 for c in "JC JD JH".split() if int(won) >> game.parse_card(c) & 1]
            for won in state.record.taken[:3]
        ]
        expected = [float(sum(found)) for found in jacks]
        if at is not None:
            expected[winners[at - 1]] -= 2

        assert expected == state.scores().tolist()
        for seat in range(3):
            assert "JS" not in state.view(seat).information_state_string()


@pytest.mark.parametrize("text", ["preset=mini2", "preset=mini3,deck=SH/QKA"])
def test_mini_counts(text):
    """Full enumeration gives the page's counts."""
    expected = {
        "preset=mini2": (70, 2_088, 6_786, 1_822),
        "preset=mini3,deck=SH/QKA": (90, None, 759, None),
    }[text]
    found = count_mini(f"king:{text}")
    names = ("deals", "terminal", "information_sets", "with_choice")

    for name, number in zip(names, expected, strict=True):
        assert number in (None, found[name])


@pytest.mark.long
def test_larger_mini_counts():
    """The same for three players."""
    found = count_mini("king:preset=mini3")

    assert (1_680, 28_656, 102_102, 15_192) == tuple(
        found[name] for name in ("deals", "terminal", "information_sets", "with_choice")
    )


# --- fantan ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_fantan_is_devyatkas(seed):
    """A deal of fantan goes as Devyatka's preset: legal cards, passes, movers, the winner."""
    game = load_game("king:sequence=fantan,positive_phase=none,deck=52")
    other_game = load_game("devyatka:preset=fantan,players=4,deck=52")
    rng = random.Random(seed)
    deck = game.pack.tolist()
    rng.shuffle(deck)
    state = game.deal(deck=deck, match={"dealer": 3})
    other = other_game.deal(deck=deck, match={"dealer": 3})
    while not state.is_terminal():
        actions = state.legal_actions()
        mine = {state.action_to_string(action) for action in actions}
        theirs = {other.action_to_string(action) for action in other.legal_actions()}

        assert state.current_player() == other.current_player()
        assert mine == theirs

        word = rng.choice(sorted(mine))
        state.apply_action(state.string_to_action(word))
        other.apply_action(other.string_to_action(word))

    assert other.is_terminal()
    assert [24 * score for score in other.scores()] == state.scores().tolist()


# --- options --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "players=3,active_players=4",
        "deck=60",
        "talon=1",
        "talon=2",
        "mode=ordered,trump_view=three_cards",
        "mode=repeat,sequence=otygrysh",
        "card_penalties=H,card_points=1",
        "preset=tetka,deck=32",
        "preset=auction4,bum_card=true",
        "preset=omnibus,players=3,pass_cycle=X",
        "preset=omnibus,pass_cycle=L/random",
        "preset=black_donka,card_points=1",
        "preset=auction4,deck=52j1",
        "preset=atomic3,include_eralash=true",
        "preset=king14,sequence=otygrysh",
        "preset=rifki,contract_per_match=1",
        "positive_phase=fantan,players=3",
        "first_dealer=3,players=3",
        "heart_lead_ban=none/no_king",
        "lead_rule=two_clubs",
        "match_end=target",
    ],
)
def test_options_that_exclude_each_other(text):
    """Each is refused with one line that names the game."""
    with pytest.raises(BadOptions, match=r"^king: "):
        load_game(f"king:{text}")


def test_every_preset_is_a_game():
    """Each preset loads, for deals and for matches."""
    for preset in PRESETS:
        for episode in ("deal", "match"):
            options = load_game("king", preset=preset, episode=episode).options

            assert options.max_deals() >= 1


def test_numbers_of_actions_of_the_page():
    """N cards, then orders, names, calls and bids: 42 more."""
    game = load_game("king")

    assert 74 == game.num_distinct_actions()
    assert "order no_tricks" == game.action_to_string(32)
    assert "order otygrysh" == game.action_to_string(39)
    assert "name S" == game.action_to_string(32 + NAME_SUIT)
    assert "by the last" == game.action_to_string(44)
    assert "no trump" == game.action_to_string(45)
    assert "capot" == game.action_to_string(46)
    assert "pass" == game.action_to_string(47)
    assert "bid 1" == game.action_to_string(48)
    assert "bid 26" == game.action_to_string(73)
    assert 96 == load_game("king:preset=jokers4").num_distinct_actions()
    assert CARDS == ALL_CONTRACTS.index("cards")
