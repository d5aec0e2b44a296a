"""The rules page's test vectors of Nines as drivers of any engine, and counts of the minis.

A vector takes `make`, which builds an engine from complete options, and yields triples of what
is compared, the page's value and the engine's. An engine has the interface of `Referee`.
Positions are reached by play alone, so any implementation can be driven.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from referees.nines import NONE, options_for, split_deck

Make = Callable[[dict], Any]
Check = tuple[str, object, object]
Block = tuple[int, str]  # winner; the cards of a trick, the winner's first, then clockwise


def fillers(names: list[str], kept: list[str], players: int) -> list[str]:
    """Return tricks of one suit that everybody follows, made of the cards that are not kept."""
    texts = []
    for suit in "SCDH":
        rest = [name for name in reversed(names) if name[1] == suit and name not in kept]
        for k in range(0, len(rest) - players + 1, players):
            texts.append(" ".join(rest[k : k + players]))
    return texts


class Table:
    """An engine, and words for its cards; the last seat deals, seat 0 leads."""

    def __init__(self, make: Make, preset: str, **changes: object) -> None:
        self.options = options_for(preset, **{"first_dealer": NONE, **changes})
        self.players = self.options["players"]
        suits, ranks = split_deck(str(self.options["deck"]))
        self.names = [rank + suit for suit in suits for rank in ranks]
        self.keep, self.swap = len(self.names), len(self.names) + 1
        self.engine = make(self.options)

    def cards(self, text: str) -> list[int]:
        """Return the numbers of cards."""
        return [self.names.index(name) for name in text.split()]

    def begin(self, hands: list[list[int]], dealer: int = NONE, **match: object) -> Table:
        """Deal these hands, seat 0 first; what is left over is the spare hand."""
        dealer = self.players - 1 if dealer == NONE else dealer
        self.engine.set_match(dealer=dealer, **match)
        order = [(dealer + 1 + k) % self.players for k in range(self.players)]
        held = [list(hands[seat]) for seat in order]
        if self.options["spare_hand"]:
            given = {card for hand in hands for card in hand}
            held.append([card for card in range(len(self.names)) if card not in given])
        self.engine.deal([hand[k] for k in range(len(held[0])) for hand in held])
        return self

    def keep_all(self) -> Table:
        """Let every seat keep its hand."""
        while self.keep in self.engine.legal():
            self.engine.play(self.keep)
        return self

    def play_tricks(self, blocks: list[Block], last: list[str], **match: object) -> Table:
        """Play these tricks, then stand at the lead of the last ones, for which hands are given.

        `last` holds the cards each seat has left, seat 0 first.
        """
        hands = [self.cards(text) for text in last]
        plays = []
        for winner, text in blocks:
            by_seat = [NONE] * self.players
            for k, card in enumerate(self.cards(text)):
                by_seat[(winner + k) % self.players] = card
            for seat in range(self.players):
                hands[seat].append(by_seat[seat])
            plays.append((winner, by_seat))
        self.begin(hands, **match).keep_all()
        leader = 0
        for winner, by_seat in plays:
            for step in range(self.players):
                self.engine.play(by_seat[(leader + step) % self.players])
            leader = winner
        return self

    def play_counts(self, counts: list[int], **match: object) -> Table:
        """Play a deal in which the seats win so many tricks, one seat's after another's."""
        winners = [seat for seat, count in enumerate(counts) for _ in range(count)]
        texts = fillers(self.names, [], self.players)
        if self.players == 4:
            # Four cards are left, one of each suit: a trump wins the last trick.
            trump = str(self.options["trump_cycle"]).split("/")[0]
            texts.append(" ".join(f"2{suit}" for suit in sorted("SCDH", key=lambda s: s != trump)))
        return self.play_tricks(list(zip(winners, texts)), [""] * self.players, **match)

    def end_hands(self, hands: list[str], leader: int = 0, **match: object) -> Table:
        """Stand at a lead of `leader` with these hands, all other cards being gone."""
        texts = fillers(self.names, " ".join(hands).split(), self.players)
        needed = self.options["hand_size"] - len(hands[0].split())
        return self.play_tricks([(leader, text) for text in texts[:needed]], hands, **match)

    def play(self, text: str) -> Table:
        """Play cards one after the other."""
        for card in self.cards(text):
            self.engine.play(card)
        return self

    def legal(self, what: str, text: str) -> Check:
        """Compare the legal actions with cards."""
        return what, sorted(self.cards(text)), self.engine.legal()

    def now(self) -> list[float]:
        """Return the score of each seat as the page counts it, from the points won."""
        return [self.options["start_score"] - points for points in self.engine.scores()]

    def places(self, *names: str) -> list[list[int]]:
        """Return what lies at these places."""
        return [sorted(self.engine.places().get(name, [])) for name in names]


def scores_of_three(make: Make) -> Iterator[Check]:
    """Vectors 1 and 2: four tricks change nothing, each more lowers the score by one."""
    for counts, expected in (
        ([4, 4, 5], [9, 9, 8]),
        ([3, 6, 4], [10, 7, 9]),
        ([13, 0, 0], [0, 13, 13]),
    ):
        table = Table(make, "plain", episode="match").play_counts(counts)
        yield f"tricks {counts}", expected, table.now()
    yield "thirteen tricks end the match", -4, table.engine.player


def scores_of_four(make: Make) -> Iterator[Check]:
    """Vector 3: four players change nothing with three tricks."""
    for counts, expected in (
        ([3, 3, 3, 4], [9, 9, 9, 8]),
        ([0, 3, 5, 5], [12, 9, 7, 7]),
        ([13, 0, 0, 0], [-1, 12, 12, 12]),
    ):
        table = Table(make, "four", three_queens_rule="off").play_counts(counts)
        yield f"tricks {counts}", expected, table.now()


def trick_winners(make: Make) -> Iterator[Check]:
    """Vector 4: the queen wins at no trump, a trump wins in its deal."""
    for trump, winner in (("NT", 2), ("S", 1)):
        table = Table(make, "plain", trump_cycle=trump)
        table.end_hands(["TD 9C 8C", "KS 7C 6C", "QD 5C 4C"]).play("TD KS QD")
        yield f"trump {trump}", winner, table.engine.player


def following(make: Make) -> Iterator[Check]:
    """Vector 5: follow suit if possible, else anything; `must_trump` makes a trump a duty."""
    for hand, expected, changes in (
        ("2C AH KD", "2C", {}),
        ("AH KD 3S", "AH KD 3S", {}),
        ("2C AH KD", "2C", {"must_trump": True}),
        ("AH KD 3S", "AH", {"must_trump": True}),
        ("AD KD 3S", "AD KD 3S", {"must_trump": True}),
    ):
        table = Table(make, "plain", trump_cycle="H", **changes)
        table.end_hands(["8C 6S 7S", hand, "9C TC JC"]).play("8C")
        yield table.legal(f"{hand} {changes}", expected)


def trumps_of_deals(make: Make) -> Iterator[Check]:
    """Vector 6: the trump follows from the number of the deal: a diamond ruffs what is led."""
    for preset, expected in (
        ("plain", ["C", "D", "H", "S", "", "C", "D"]),
        ("alt_trumps", ["H", "S", "D", "C", "", "H", "S"]),
    ):
        found = []
        for number in range(7):
            ruffing = ""
            for suit in "SCDH":
                led = "C" if suit != "C" else "D"
                table = Table(make, preset, three_queens_rule="off", episode="match")
                # Seat 2 is void of the suit led; he leads next if what he throws is a trump.
                hands = [f"A{led} K{led}", f"Q{led} J{led}", f"2{suit} 3{suit}"]
                table.end_hands(hands, deals=number).play(f"A{led} Q{led} 2{suit}")
                if table.engine.player == 2:
                    ruffing += suit
            found.append(ruffing)
        yield preset, expected, found


def exchange(make: Make) -> Iterator[Check]:
    """Vectors 7 and 8: a swapper gets what lies there, and knows where his hand has gone."""
    for choices, hands, dead, knowing in (
        ("SKS", "XBA", "C", {(0, 2): "A", (2, "spare"): "C"}),
        ("KSS", "AXB", "C", {(1, 2): "B", (2, "spare"): "C"}),
        ("SSK", "XAC", "B", {(0, 1): "A", (1, "spare"): "B"}),
        ("SSS", "XAB", "C", {(0, 1): "A", (1, 2): "B", (2, "spare"): "C"}),
        ("KKK", "ABC", "X", {}),
    ):
        table = Table(make, "plain")
        held = {name: list(range(13 * k, 13 * k + 13)) for k, name in enumerate("ABCX")}
        table.begin([held["A"], held["B"], held["C"]], dealer=0)
        yield f"{choices}: the dealer decides first", 0, table.engine.player
        yield "his choices", [table.keep, table.swap], table.engine.legal()
        for choice in choices:
            table.engine.play(table.swap if choice == "S" else table.keep)
        places = table.places("hand 0", "hand 1", "hand 2", "spare")
        yield f"{choices}: hands", [held[name] for name in [*hands, dead]], places
        yield f"{choices}: eldest leads", 1, table.engine.player
        for seat in range(3):
            known = {seat: hands[seat]}
            known |= {place: name for (owner, place), name in knowing.items() if owner == seat}
            for place in (0, 1, 2, "spare"):
                name = place if place == "spare" else f"hand {place}"
                expected = held[known[place]] if place in known else []
                cards = [card for card in range(52) if table.engine.knows(seat, name, card)]
                yield f"{choices}: seat {seat} knows of {name}", expected, cards


def first_decisions(make: Make) -> Iterator[Check]:
    """Vector 9: the dealer (or eldest) decides first; with four players eldest leads."""
    hands = [list(range(13 * k, 13 * k + 13)) for k in range(4)]
    eldest = Table(make, "eldest_first").begin(hands[:3], dealer=1)
    four = Table(make, "four").begin(hands, dealer=1)
    yield "eldest first", (2, [52, 53]), (eldest.engine.player, eldest.engine.legal())
    yield "four players", (2, hands[2]), (four.engine.player, four.engine.legal())


def ends_of_matches(make: Make) -> Iterator[Check]:
    """Vector 10: the match ends with a score of zero or less; equal scores share."""
    for counts, expected in (([5, 6, 2], [0, 0, 11]), ([4, 7, 2], [1, -1, 11])):
        table = Table(make, "plain", episode="match").play_counts(counts, total=[1, 2, 9])
        yield f"scores after {counts}", expected, table.now()
        yield f"the end after {counts}", -4, table.engine.player
    goes_on = Table(make, "plain", episode="match").play_counts([4, 5, 4], total=[1, 2, 9])
    yield "one is not zero", True, goes_on.engine.wants_deck()
    played_on = Table(make, "plain", episode="match", tie_rule="play_on")
    played_on.play_counts([5, 6, 2], total=[1, 2, 9])
    yield "a tie is played on", True, played_on.engine.wants_deck()


# Who wins the tricks; tricks 5 to 7 are the first player's, or 5, 7 and 8.
IN_A_ROW = [2, 2, 1, 1, 0, 0, 0, 1, 1, 2, 2, 0, 0]
BROKEN = [2, 2, 1, 1, 0, 1, 0, 0, 1, 2, 2, 0, 0]


def queens(make: Make) -> Iterator[Check]:
    """Vectors 11 and 12: three tricks in a row with queens; with `won_with` the queen must win."""
    aces = ("AS QS KS", "AC QC KC", "AD QD KD")
    own = ("QS JS TS", "QC JC TC", "QD JD TD")
    one_ace = ("QS JS TS", "AC QC KC", "QD JD TD")
    with_event, without = [7, 10, 10], [8, 9, 9]
    for what, rule, winners, special, expected in (
        ("in a row", "captured", IN_A_ROW, dict(zip((5, 6, 7), aces)), with_event),
        ("broken", "captured", BROKEN, dict(zip((5, 7, 8), aces)), without),
        # Seat 2 has no spades left in trick 5 and throws a second queen.
        ("two and one", "captured", IN_A_ROW, {5: "AS QS QC", 6: "QD JD TD"}, without),
        ("caught with aces", "won_with", IN_A_ROW, dict(zip((5, 6, 7), aces)), without),
        ("won with queens", "won_with", IN_A_ROW, dict(zip((5, 6, 7), own)), with_event),
        ("won with queens", "captured", IN_A_ROW, dict(zip((5, 6, 7), own)), with_event),
        ("one ace", "won_with", IN_A_ROW, dict(zip((5, 6, 7), one_ace)), without),
        ("one ace", "captured", IN_A_ROW, dict(zip((5, 6, 7), one_ace)), with_event),
        ("off", "off", IN_A_ROW, dict(zip((5, 6, 7), own)), without),
    ):
        # No trump: each trick goes to the highest card of the suit led.
        table = Table(make, "classic", three_queens_rule=rule, trump_cycle="NT")
        kept = " ".join([*special.values(), "QS QC QD QH"]).split()
        others = fillers(table.names, kept, 3)
        blocks = [
            (winner, special.get(number) or others.pop(0))
            for number, winner in enumerate(winners, start=1)
        ]
        table.play_tricks(blocks, [""] * 3)
        yield f"{what}, {rule}", expected, table.now()


def sums(make: Make) -> Iterator[Check]:
    """Vector 13: the sum of all scores falls by one in every deal."""
    for preset, counts in (("plain", [2, 9, 2]), ("plain", [0, 1, 12]), ("four", [1, 2, 3, 7])):
        table = Table(make, preset, three_queens_rule="off").play_counts(counts)
        yield f"{counts}", 1, sum(table.engine.scores())


VECTORS = [
    scores_of_three,
    scores_of_four,
    trick_winners,
    following,
    trumps_of_deals,
    exchange,
    first_decisions,
    ends_of_matches,
    queens,
    sums,
]

# Deals, information sets, those with a choice, terminal histories: the page's exact counts.
MINI_COUNTS = {
    "mini2_small": (90, 2_687, 543, 1_152),
    "mini2": (1_680, 277_416, 57_348, 116_640),
    "mini3": (2_520, 191_132, 12_212, 82_944),
}


def all_hands(cards: list[int], hands: int, size: int) -> Iterator[list[tuple[int, ...]]]:
    """Yield every way to make so many hands of these cards."""
    if hands == 0:
        yield []
        return
    for hand in combinations(cards, size):
        rest = [card for card in cards if card not in hand]
        for others in all_hands(rest, hands - 1, size):
            yield [hand, *others]


def count_mini(make: Make, preset: str) -> tuple[int, int, int, int]:
    """Enumerate a mini version; return its counts in the order of `MINI_COUNTS`."""
    options = options_for(preset)
    players, size = options["players"], options["hand_size"]
    info_sets: dict[tuple, int] = {}
    deals = terminals = 0
    for hands in all_hands(make(options).pack(), players + 1, size):
        deals += 1
        root = make(options)
        # The last seat deals, the hand on the table gets its card last.
        root.deal([hand[k] for k in range(size) for hand in hands])
        seen = [[hand] for hand in hands[:players]]
        nodes = [(root, (), seen)]
        while nodes:
            node, past, seen = nodes.pop()
            seat = node.player
            if seat < 0:
                terminals += 1
                continue
            actions = node.legal()
            key = (seat, past, tuple(seen[seat]))
            assert info_sets.setdefault(key, len(actions)) == len(actions)
            for action in actions:
                child = node.clone()
                child.play(action)
                own = [list(cards) for cards in seen]
                if action == len(root.pack()) + 1:
                    own[seat].append(tuple(sorted(child.places()[f"hand {seat}"])))
                nodes.append((child, (*past, action), own))
    choices = sum(1 for number in info_sets.values() if number > 1)
    return deals, len(info_sets), choices, terminals
