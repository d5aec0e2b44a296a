"""The rules page's test vectors of Nine (Devyatka) as drivers of any engine.

An engine has the interface of `Referee`: `player`, `wants_deck()`, `legal()`, `pack()`,
`deal()`, `play()`, `scores()`, `places()`. A vector takes `make`, which builds an engine from
complete options, and yields triples of what is compared, the page's value and the engine's.
Positions are reached by play from hands chosen so that the mover holds what the page says.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from tests.referees.devyatka import options_for, split_pack

Engine = Any
Make = Callable[[dict], Engine]
Check = tuple[str, object, object]

CLASSIC_MINI = {"deck": "DHS/89T", "players": 3, "first_dealer": 2}
# The full mini deal of the page and its play.
MINI_HANDS = ["9D 8H TS", "TD 9H 8S", "8D TH 9S"]
MINI_PLAY = "9D 9H TH 8H TD 8D PASS PASS 9S TS"


class Script:
    """Drive one engine with cards written as on the page (rank, then suit)."""

    def __init__(self, make: Make, options: dict) -> None:
        self.options = options
        self.suits, self.ranks = split_pack(options["deck"])
        self.domino = options["variant"] == "pile_domino"
        self.engine = make(options)
        self.num_kinds = len(set(self.engine.pack()))

    def action(self, text: str) -> int:
        """Return the id of a card or of PASS or DRAW."""
        if text in ("PASS", "DRAW"):
            return self.num_kinds + ("PASS", "DRAW").index(text)
        rank = self.ranks.index(text[0])
        return rank if self.domino else self.suits.index(text[1]) * len(self.ranks) + rank

    def actions(self, text: str) -> list[int]:
        """Return the ids of words, in the order written."""
        return [self.action(word) for word in text.split()]

    def deal(self, hands: list[str], then: str = "", dealer: int | None = None) -> Script:
        """Deal these hands, seat 0 first, and the cards `then` after them.

        Hands shorter than `hand_size` are filled up, from the pack's low end, with cards that
        nothing names.
        """
        players = self.options["players"]
        dealer = self.options["first_dealer"] if dealer is None else dealer
        held = [self.actions(text) for text in hands]
        follow = self.actions(then)
        rest = list(self.engine.pack())
        for card in sum(held, follow):
            rest.remove(card)
        for hand in held:
            while len(hand) < self.options["hand_size"]:
                hand.append(rest.pop(0))
        order = [(dealer + 1 + k) % players for k in range(players)]
        rounds = range(max(len(hand) for hand in held))
        deck = [held[p][k] for k in rounds for p in order if k < len(held[p])]
        self.engine.deal(deck + follow + rest)
        return self

    def play(self, text: str) -> Script:
        """Play words one after the other."""
        for word in text.split():
            self.engine.play(self.action(word))
        return self

    def legal(self, what: str, text: str) -> Check:
        """Compare the legal actions with words."""
        return what, sorted(self.actions(text)), self.engine.legal()


def small(preset: str, players: int, hand_size: int, **overrides: object) -> dict:
    """Return options for a chosen position: few cards, the last seat deals."""
    return options_for(preset, players=players, hand_size=hand_size, first_dealer=players - 1,
                       **overrides)


def hands_for(sequence: str, players: int, kept: dict[int, str]) -> list[str]:
    """Return hands from which seats 0, 1, ... play the sequence in turn and keep some cards."""
    words = sequence.split()
    return [" ".join([*words[p::players], kept.get(p, "")]) for p in range(players)]


def card_ids(make: Make) -> Iterator[Check]:
    """Cards have the page's ids."""
    script = Script(make, options_for("classic"))
    yield "36 cards", [0, 21, 35, 36, 37], script.actions("6S 9D AH PASS DRAW")
    yield "36-card pack", list(range(36)), script.engine.pack()
    script = Script(make, options_for("classic_52"))
    yield "52 cards", [0, 31, 32, 51, 52, 53], script.actions("2S 7D 8D AH PASS DRAW")
    script = Script(make, options_for("domino", first_dealer=0))
    yield "domino pack", sorted(list(range(13)) * 4), script.engine.pack()


def opening_card(make: Make) -> Iterator[Check]:
    """Vector 1: the holder of the nine of diamonds may lay nothing else."""
    script = Script(make, small("classic", 2, 3)).deal(["9D 6D AC", ""])
    yield script.legal("opening", "9D")


def founder_and_neighbours(make: Make) -> Iterator[Check]:
    """Vector 2: founders of absent suits and neighbours are legal."""
    hands = ["9D", "TD 8H 9S AD 7D"]
    script = Script(make, small("classic", 2, 5)).deal(hands).play("9D")
    yield script.legal("forced", "TD 9S")
    script = Script(make, small("classic", 2, 5, forced_play=False)).deal(hands)
    yield script.legal("opening without force", "9D")
    yield script.play("9D").legal("not forced", "TD 9S PASS")


def pass_only(make: Make) -> Iterator[Check]:
    """Vector 3: a hand in which nothing fits passes."""
    script = Script(make, small("classic", 2, 4)).deal(["9D", "AD 7D 6C KH"]).play("9D")
    yield script.legal("nothing fits", "PASS")


def several_suits(make: Make) -> Iterator[Check]:
    """Vector 4: both ends of each row and the founders of absent suits."""
    hands = ["9D 9S", "TD JD 7D 8S TS AD 9H QS", "8D"]
    script = Script(make, small("classic", 3, 8)).deal(hands).play("9D TD 8D 9S")
    yield script.legal("two rows", "7D JD 9H 8S TS")


def no_wrap(make: Make) -> Iterator[Check]:
    """Vector 5: rows end at the ace and at the lowest rank."""
    hands = ["9D 7D JD KD", "8D TD QD AD 6D 9C"]
    script = Script(make, small("classic", 2, 6)).deal(hands).play("9D 8D 7D TD JD QD KD")
    yield script.legal("D 7-K", "9C 6D AD")


def deal_sizes(make: Make) -> Iterator[Check]:
    """Vector 6: seats nearest the dealer's left get the extra cards."""
    sizes = {("36", 5): [8, 7, 7, 7, 7], ("36", 6): [6] * 6, ("52", 3): [18, 17, 17],
             ("52", 5): [11, 11, 10, 10, 10], ("52", 6): [9, 9, 9, 9, 8, 8]}
    for (deck, players), expected in sizes.items():
        for dealer in range(players):
            engine = make(options_for("classic", deck=deck, players=players, first_dealer=dealer))
            engine.deal(engine.pack())
            places = engine.places()
            order = [(dealer + 1 + k) % players for k in range(players)]
            actual = [len(places[f"hand {p}"]) for p in order]
            yield f"{deck}/{players}, dealer {dealer}", expected, actual


def full_mini_deal(make: Make) -> Iterator[Check]:
    """Vector 7: the full mini deal under three scorings."""
    scores = {"not_last": [1, 0, 1], "first_only": [0, 0, 1], "placement": [1, 0, 2]}
    for scoring, expected in scores.items():
        script = Script(make, options_for("mini3", scoring=scoring)).deal(MINI_HANDS)
        movers = []
        for word in MINI_PLAY.split():
            movers.append(script.engine.player)
            if word in ("8H", "PASS", "9S") or len(movers) == 5:
                yield script.legal(f"forced {word}", word)
            script.play(word)
        yield "movers", [0, 1, 2, 0, 1, 2, 0, 1, 2, 0], movers
        yield "over", -4, script.engine.player
        yield "left with", script.actions("8S"), script.engine.places()["hand 1"]
        yield scoring, expected, script.engine.scores()


def mini_bank(make: Make) -> Iterator[Check]:
    """Vector 8: antes and passes go to the first player out."""
    script = Script(make, options_for("bank", **CLASSIC_MINI)).deal(MINI_HANDS)
    script.play("9D 9H TH 8H TD 8D PASS PASS")
    yield "before the end", [0, 0, 0], script.engine.scores()
    script.play("9S")
    yield "over", -4, script.engine.player
    yield "chips won", [-20, -20, 40], script.engine.scores()


def next_founder(make: Make) -> Iterator[Check]:
    """Vector 9: with the nines of diamonds and hearts undealt, spades open before clubs."""
    options = options_for("nine_cards", players=2, first_dealer=1)
    for dealer in range(2):
        script = Script(make, {**options, "first_dealer": dealer})
        script.deal(["9C", "9S"], then="9D 9H")
        yield "opener", 1, script.engine.player
        yield script.legal("opening", "9S")
    script = Script(make, {**options, "no_starter": "redeal"}).deal(["9C", "9S"], then="9D 9H")
    yield "redeal at once", True, script.engine.wants_deck()
    script = Script(make, options).deal(["", ""], then="9D 9H 9S 9C")
    yield "no founder at all", True, script.engine.wants_deck()


def blocked(make: Make) -> Iterator[Check]:
    """Vector 10: passes all round end the deal, the most cards lose."""
    for rule, expected in (("most_cards_lose", [1, 0]), ("void", [0, 0])):
        script = Script(make, small("classic", 2, 2, blocked_rule=rule))
        script.deal(["9D AD", "6D AS"]).play("9D PASS PASS")
        yield "over", -4, script.engine.player
        yield rule, expected, script.engine.scores()


def fantan_rows(make: Make) -> Iterator[Check]:
    """Vector 11: eights found the rows, or whatever the eldest leads."""
    script = Script(make, small("fantan_eights", 4, 5))
    script.deal(["8C", "7C 9C 8D 6C TC", "", ""]).play("8C")
    yield script.legal("C 8-8", "7C 9C 8D")
    rows = "8C 7C 6C 5C 4C 3C 9C TC JC QC KC 8D 9D TD JD QD KD"
    script = Script(make, small("fantan_eights", 4, 7))
    script.deal(hands_for(rows, 4, {1: "2C AC AD"})).play(rows)
    yield "seat 1 to act", 1, script.engine.player
    yield script.legal("C 3-K, D 8-K", "2C AC AD")
    script = Script(make, small("fantan", 4, 4))
    script.deal(["JD", "TD QD JS 8H", "", ""])
    lead = sorted(script.engine.places()["hand 0"])
    yield "any card may be led", lead, script.engine.legal()
    yield script.play("JD").legal("jacks found the rows", "TD QD JS")


def extra_turn(make: Make) -> Iterator[Check]:
    """Vector 12: after an ace the same seat plays on if it can."""
    rows = "8C 7C 6C 5C 4C 3C 9C TC JC QC KC"
    script = Script(make, small("fantan_extra", 4, 5))
    script.deal(hands_for(rows, 4, {3: "AC 2C 5H"})).play(rows)
    yield script.legal("ace and deuce", "AC 2C")
    script.play("AC")
    yield "the same seat", 3, script.engine.player
    yield script.legal("must play on", "2C")
    yield "then the next seat", 0, script.play("2C").engine.player

    script = Script(make, small("fantan_extra", 4, 5))
    script.deal(hands_for(rows, 4, {0: "2C", 3: "AC 5H 6H"})).play(rows + " AC")
    yield "no second card, no pass", 0, script.engine.player
    yield script.legal("next seat", "2C")


def domino_pile(make: Make) -> Iterator[Check]:
    """Vector 13: neighbours of the pile's top card, with and without the wrap."""
    script = Script(make, small("domino", 3, 3)).deal(["", "", "5 7 K"], then="6")
    yield "the dealer begins", 2, script.engine.player
    yield script.legal("pile 6", "5 7")
    yield script.play("5").legal("5, K do not fit: draw", "DRAW")
    yield "then the turn ends", 0, script.play("DRAW").engine.player
    for wrap, words in ((True, "K 2"), (False, "K")):
        script = Script(make, small("domino", 3, 3, domino_wrap=wrap))
        script.deal(["", "", "Q K 2"], then="A")
        yield script.legal(f"pile A, wrap {wrap}", words)
    script = Script(make, small("domino", 3, 3)).deal(["", "", "2 9 T"], then="6 5")
    yield script.legal("no fit", "DRAW")
    script.play("DRAW")
    yield "turn over though the five fits", 0, script.engine.player
    yield "the five was drawn", True, script.action("5") in script.engine.places()["hand 2"]


def ends_never_lose(make: Make, deals: int = 400, seed: int = 14) -> Iterator[Check]:
    """Vector 14: who was dealt neither a six nor an ace never loses; nothing blocks."""
    rng = random.Random(seed)
    for number in range(deals):
        players = rng.randint(3, 6)
        options = options_for("classic", players=players, first_dealer=rng.randrange(players))
        engine = make(options)
        engine.deal(rng.sample(engine.pack(), 36))
        hands = [engine.places()[f"hand {p}"] for p in range(players)]
        safe = [p for p in range(players) if not {c % 9 for c in hands[p]} & {0, 8}]
        while engine.player >= 0:
            engine.play(rng.choice(engine.legal()))
        losers = [p for p in range(players) if engine.places()[f"hand {p}"]]
        yield f"deal {number}: one loser", 1, len(losers)
        yield f"deal {number}: safe losers", [], [p for p in losers if p in safe]
        scores = [0 if p in losers else 1 for p in range(players)]
        yield f"deal {number}: scores", scores, engine.scores()


VECTORS = [card_ids, opening_card, founder_and_neighbours, pass_only, several_suits, no_wrap,
           deal_sizes, full_mini_deal, mini_bank, next_founder, blocked, fantan_rows, extra_turn,
           domino_pile, ends_never_lose]


# Histories, terminal nodes (of these blocked), information sets, those with a choice, deals,
# redealt deals: the page's exact counts.
MINI_COUNTS = {
    "mini3": (95_028, 21_048, 0, 46_758, 8_652, 1_680, 0),
    "mini3_first": (70_284, 19_368, 0, 23_694, 7_020, 1_680, 0),
    "mini2_dead": (74_840, 15_612, 2_272, 20_458, 2_966, 3_080, 70),
    "mini2_tiny": (5_466, 1_144, 236, 1_526, 156, 540, 20),
    "mini2_perfect": (46_938, 12_756, 0, 34_182, 11_398, 252, 0),
}


def mini_decks(make: Make, preset: str) -> Iterator[list[int]]:
    """Yield one deck for every distinct deal of a mini version (hands are sets)."""
    options = options_for(preset)
    players = options["players"]
    pack = make(options).pack()
    size = options["hand_size"] or len(pack) // players

    def hands_from(rest: list[int], seats: int) -> Iterator[tuple[list[tuple], list[int]]]:
        if seats == 0:
            yield [], rest
            return
        for hand in combinations(rest, size):
            left = [card for card in rest if card not in hand]
            for others, dead in hands_from(left, seats - 1):
                yield [hand, *others], dead

    for hands, dead in hands_from(pack, players):
        yield [hands[p][k] for k in range(size) for p in range(players)] + dead


def count_mini(make: Make, preset: str) -> tuple[int, ...]:
    """Enumerate a mini version; return its counts in the order of `MINI_COUNTS`."""
    options = options_for(preset)
    seats = range(options["players"])
    info_sets: dict[tuple, int] = {}
    histories = terminals = stuck = deals = redealt = 0
    for deck in mini_decks(make, preset):
        root = make(options)
        root.deal(deck)
        if root.wants_deck():
            redealt += 1
            continue
        deals += 1
        dealt = [tuple(sorted(root.places()[f"hand {p}"])) for p in seats]
        nodes = [(root, ())]
        while nodes:
            node, past = nodes.pop()
            histories += 1
            if node.player < 0:
                terminals += 1
                hands = [node.places()[f"hand {p}"] for p in seats]
                holders = sum(1 for hand in hands if hand)
                ends = 1 if options["end_rule"] == "last_holder" else len(seats) - 1
                stuck += holders > ends
                continue
            actions = node.legal()
            info_sets[(node.player, dealt[node.player], past)] = len(actions)
            for action in actions:
                child = node.clone()
                child.play(action)
                nodes.append((child, (*past, action)))
    choices = sum(1 for count in info_sets.values() if count > 1)
    return histories, terminals, stuck, len(info_sets), choices, deals, redealt
