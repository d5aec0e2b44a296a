"""The rules page's test vectors of Joker Poker as drivers of any engine.

A vector takes `make`, which builds an engine from complete options, and yields triples of what
is compared, the page's value and the engine's. Positions are reached by play.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

from tests.referees.joker_poker import options_for
from tests.referees.joker_poker_script import Check, Make, Script, one_deal, special_deal

UP_8, DOWN_8 = list(range(1, 9)), list(range(8, 0, -1))


def card_ids(make: Make) -> Iterator[Check]:
    """Cards and actions have the ids of the action table."""
    script = Script(make, options_for("classic36"))
    yield "36 cards", [0, 35, 36, 45, 46, 77], script.actions("6S AH take lowH b0 nameNT")
    yield "36-card pack", list(range(36)), script.engine.pack()
    script = Script(make, options_for("classic54"))
    yield "54 cards", [0, 51, 52, 53, 54], script.actions("2S AH J1 J2 take")
    yield "54-card pack", list(range(54)), script.engine.pack()
    for deck, missing in (
        ("34", "6D 6H"),
        ("33", "6S 6D 6H"),
        ("32", "6S 6C 6D 6H"),
        ("30", "6S 6C 6D 6H 7S 7C"),
    ):
        script = Script(make, options_for("no_joker36", deck=deck))
        left = sorted(set(range(36)) - set(script.actions(missing)))
        yield f"{deck}-card pack", left, script.engine.pack()


def deals_of_match(make: Make, options: dict, seed: int = 1) -> list[tuple[int, str]]:
    """Play a match at random; return each deal's hand size and how it was bid."""
    rng = random.Random(seed)
    script = Script(make, {**options, "episode": "match", "first_dealer": 0})
    engine, found = script.engine, []
    deals_begun, bidding = 0, "no bids"
    while engine.player != -4:
        if engine.wants_deck():
            engine.deal(rng.sample(engine.pack(), len(engine.pack())))
            deals_begun += 1
            continue
        if script.bids_are_due():
            dealt = engine.places().get("hand 0")
            bidding = "bids" if dealt else "bids before the deal"
        elif len(found) < deals_begun:
            found.append((len(engine.places()["hand 0"]), bidding))
            bidding = "no bids"
        engine.play(rng.choice(engine.legal()))
    return found


def schedules(make: Make) -> Iterator[Check]:
    """Vector 1: hand sizes and kinds of the deals of a match."""

    def main(options: dict) -> list[int]:
        return [size for size, _ in deals_of_match(make, options)]

    deals = deals_of_match(make, options_for("classic36"))
    sizes = [*UP_8, 9, 9, 9, 9, *DOWN_8, *[9] * 16]
    yield "36 deals", sizes, [size for size, _ in deals]
    kinds = ["bids"] * 20 + ["bids before the deal"] * 4 + ["bids"] * 4 + ["no bids"] * 8
    yield "kinds", kinds, [kind for _, kind in deals]
    for players, most in ((3, 12), (6, 6), (2, 18)):
        options = options_for("classic36", players=players, specials="none")
        rising = list(range(1, most))
        expected = [*rising, *[most] * players, *reversed(rising)]
        yield f"{players} players", expected, main(options)
    expected = [*range(1, 8), *[8] * 4, *range(7, 0, -1), *[8] * 12]
    yield "shram54", expected, main(options_for("shram54"))


def legal_bids(make: Make) -> Iterator[Check]:
    """Vector 2: what the dealer may bid."""
    cases = [
        (6, "b2 b2 b2", "b1 b2 b3 b4 b5 b6"),
        (1, "b0 b0 b0", "b0"),
        (1, "b1 b0 b0", "b1"),
        (1, "b1 b1 b0", "b0 b1"),
        (5, "b2 b2 b2", "b0 b1 b2 b3 b4 b5"),
    ]
    for size, before, expected in cases:
        script = Script(make, one_deal("classic36", 4, size))
        script.engine.deal(script.engine.pack())
        yield script.play(before).legal(f"k={size}, {before}", expected)


def score_of(make: Make, options: dict, size: int, bid: int, taken: int) -> float:
    """Return seat 0's score for a bid and tricks taken; seat 1 gets the rest."""
    script = Script(make, {**options, "dealer_restriction": False})
    script.play_deal([0] * taken + [1] * (size - taken), [bid, 0])
    return script.engine.scores()[0]


def classic_scores(make: Make) -> Iterator[Check]:
    """Vector 3: classic points for (k, bid, taken)."""
    cases = [
        (5, 3, 3, 30, {}),
        (5, 0, 0, 5, {}),
        (5, 0, 2, 2, {}),
        (5, 2, 4, 4, {}),
        (5, 4, 2, -20, {}),
        (5, 4, 2, -40, {"under_mode": "per_bid"}),
        (4, 4, 4, 80, {"full_hand_double": True}),
        (6, 4, 4, 40, {"full_hand_double": True}),
        (1, 1, 1, 10, {"full_hand_double": True}),
    ]
    for size, bid, taken, expected, changes in cases:
        options = one_deal("no_joker36", 2, size, **changes)
        what = f"k={size}: {bid}, {taken}, {changes}"
        yield what, expected, score_of(make, options, size, bid, taken)
    for bid, taken, expected in ((0, 0, 15), (2, 1, -30)):
        options = special_deal("no_joker36", "percent", 2, 4)
        yield f"percent {bid}, {taken}", expected, score_of(make, options, 4, bid, taken)
    for kind, expected in (("misere", -30), ("golden", 30)):
        options = special_deal("no_joker36", kind, 2, 5)
        yield f"{kind}, 3 tricks", expected, score_of(make, options, 5, 0, 3)


def following(make: Make) -> Iterator[Check]:
    """Vector 4: trump H, 9S is led."""
    cases = [
        ("9S TC JC", "6S AH 7S", "6S take throw", {}),
        ("9S TC JC", "AH 7D 7S", "AH take throw", {}),
        ("9S TC", "7D KC", "7D KC", {}),
        ("9S TC", "AH 7D", "AH 7D", {"must_trump": False}),
    ]
    for lead, hand, expected, changes in cases:
        options = one_deal("classic36", 2, len(hand.split()), **changes)
        script = Script(make, options).deal([lead, hand]).bid_lowest().play("9S")
        yield script.legal(f"{hand} {changes}", expected)


def high_trump(make: Make) -> Iterator[Check]:
    """Vector 5: the joker asks for the highest trumps."""
    hands = ["7S 9C TC", "KH 7H 8C", "6C AD 7C", "AH 6H 9S"]
    script = Script(make, one_deal("classic36", 4, 3)).deal(hands).bid_lowest().play("highH")
    yield script.legal("highest of two", "KH")
    yield script.play("KH").legal("no trump held", "6C AD 7C")
    yield script.play("6C").legal("the ace", "AH")
    yield "joker wins", 0, script.play("AH").engine.player


def high_suit(make: Make) -> Iterator[Check]:
    """Vector 6: the joker asks for the highest spades."""
    hands = ["7S 9C TC", "QS 8S AH", "7H 9H KD", "AC 6D 7D"]
    for beaten in (False, True):
        options = one_deal("classic36", 4, 3, joker_high_beaten_by_trump=beaten)
        script = Script(make, options).deal(hands).bid_lowest().play("highS")
        yield script.legal("highest spade", "QS")
        yield script.play("QS").legal("must ruff", "7H 9H")
        yield script.play("9H").legal("neither", "AC 6D 7D")
        yield f"trump wins: {beaten}", 2 if beaten else 0, script.play("AC").engine.player
    options = one_deal("classic36", 4, 3, demand_ruff_highest=True)
    script = Script(make, options).deal(hands).bid_lowest().play("highS QS")
    yield script.legal("highest ruff", "9H")


def low_suit(make: Make) -> Iterator[Check]:
    """Vector 7: the joker led for the lowest diamonds."""
    cases = [("6D AC KS", 1), ("AC KS 7C", 0), ("6D 7H AD", 2)]
    for plays, winner in cases:
        hands = [
            "7S 9C",
            *[f"{card} {other}" for card, other in zip(plays.split(), ("8C", "TC", "QC"))],
        ]
        script = Script(make, one_deal("classic36", 4, 2)).deal(hands).bid_lowest()
        yield plays, winner, script.play(f"lowD {plays}").engine.player


def joker_follows(make: Make) -> Iterator[Check]:
    """Vector 8: the joker takes, or is thrown."""
    hands = ["AS 9C", "6H 8C", "7S TC", "KS QC"]
    script = Script(make, one_deal("classic36", 4, 2)).deal(hands).bid_lowest()
    yield "take", 2, script.play("AS 6H take KS").engine.player
    hands = ["AS 9C", "7S 8C", "KS TC", "QS QC"]
    script = Script(make, one_deal("classic36", 4, 2)).deal(hands).bid_lowest()
    yield "throw", 0, script.play("AS throw KS QS").engine.player


def two_jokers(make: Make) -> Iterator[Check]:
    """Vector 9: both jokers want the trick."""
    for word, winner in (("last", 1), ("first", 0)):
        options = one_deal("classic54", 2, 2, two_jokers=word)
        script = Script(make, options).deal(["J1 9C", "J2 8C"]).bid_lowest()
        yield word, winner, script.play("highC take").engine.player


def circular(make: Make) -> Iterator[Check]:
    """Vector 10: the successor of the led suit is trump."""
    options = one_deal("circular36", 4, 2, trump_source="circular")
    cases = [
        (["KS 9D", "AS 8D", "6C TD", "AH JD"], "KS AS 6C AH", 2),
        (["9H 9C", "AH 8C", "6S TC", "AD JC"], "9H AH 6S AD", 2),
        (["7S 9C", "7D 8C", "6H TC", "AD JC"], "lowD 7D 6H AD", 2),
    ]
    for hands, plays, winner in cases:
        script = Script(make, options).deal(hands).bid_lowest()
        yield plays, winner, script.play(plays).engine.player
    hands = ["7S 9C", "7D 8C", "6H TC", "AD JC"]
    trumps = {**options, "joker_lead": "high_trump/low_suit"}
    script = Script(make, trumps).deal(hands).bid_lowest()
    yield script.legal("no high_trump", "9C lowS lowC lowD lowH")


def low_open(make: Make) -> Iterator[Check]:
    """Vector 11: the first ordinary card after the joker sets the suit."""
    options = one_deal("classic36", 4, 2, joker_lead="take_open/low_open", trump_source="none")
    script = Script(make, options).deal(["7S 6S", "9C 8S", "KC QD", "AD JD"]).bid_lowest()
    yield script.legal("led", "6S take throw")
    yield script.play("throw").legal("nothing asked", "9C 8S")
    yield script.play("9C").legal("clubs asked", "KC")
    yield "KC wins", 2, script.play("KC AD").engine.player


def joker_turned(make: Make) -> Iterator[Check]:
    """Vector 12: a joker as the trump card means no trump."""
    options = one_deal("classic36", 2, 2, trump_source="turn_up")
    script = Script(make, options).deal(["9H 8H", "8S 6D"], then="7S").bid_lowest()
    yield "turned", script.actions("7S"), script.engine.places()["trump card"]
    yield script.play("9H").legal("no duty to ruff", "8S 6D")
    yield "9H wins", 0, script.play("8S").engine.player
    options = one_deal("classic36", 2, 2, trump_source="dealer_last")
    script = Script(make, options).deal(["9H 8H", "8S 7S"]).bid_lowest()
    yield "dealer's joker", 0, script.play("9H 8S").engine.player


def georgian_scores(make: Make) -> Iterator[Check]:
    """Vector 13: Georgian points for (k, bid, taken), and the premium."""
    cases = [
        (5, 3, 3, 200),
        (5, 0, 0, 50),
        (9, 9, 9, 900),
        (1, 1, 1, 100),
        (5, 2, 3, 30),
        (5, 2, 0, -200),
    ]
    for size, bid, taken, expected in cases:
        options = one_deal("georgian", 2, size, deck="52", jokers="none", premium=False)
        yield f"k={size}: {bid}, {taken}", expected, score_of(make, options, size, bid, taken)

    options = one_deal(
        "georgian",
        3,
        1,
        deck="52",
        jokers="none",
        sets="7/9/4/3/0/1",
        dealer_restriction=False,
        episode="match",
    )
    script = Script(make, options)
    deals = [
        ([0, 1, 2, 2, 2, 2, 2], [1, 0, 0]),
        ([0] * 3 + [1] * 5 + [2], [3, 5, 0]),
        ([0, 0, 2, 2], [2, 1, 0]),
        ([1, 2, 2], [0, 1, 0]),
    ]
    running = [[100, 10], [300, 310], [450, 110], [500 + 200, 210 - 300]]
    for (winners, bids), expected in zip(deals, running):
        script.play_deal(winners, bids)
        yield f"set after {bids}", expected, script.engine.scores()[:2]


def openspiel_deal(make: Make) -> Iterator[Check]:
    """Vector 14: a deal of OpenSpiel's game."""
    for scoring, expected in (("oh_hell_plain", [2, 0, 0]), ("oh_hell_penalty", [-1, -2, -1])):
        options = options_for(
            "oh_hell_openspiel", num_tricks_fixed=2, first_dealer=2, scoring=scoring
        )
        script = Script(make, options).deal(["6D AH", "4C AC", "3C TS"], then="9H")
        yield "turned", script.actions("9H"), script.engine.places()["trump card"]
        yield script.play("b1 b2").legal("dealer's bids", "b0 b1 b2")
        yield "first trick", 0, script.play("b1 6D 4C TS").engine.player
        yield scoring, expected, script.play("AH AC 3C").engine.scores()


def openspiel_scores(make: Make) -> Iterator[Check]:
    """Vector 15: points of OpenSpiel's scorings."""
    cases = [
        ("oh_hell_plain", 1, 2, 2, 12),
        ("oh_hell_plain", 1, 0, 0, 10),
        ("oh_hell_plain", 3, 1, 1, 13),
        ("oh_hell_penalty", 3, 3, 1, -6),
    ]
    for scoring, each, bid, taken, expected in cases:
        options = one_deal("no_joker36", 2, 4, scoring=scoring, points_per_trick=each)
        what = f"{scoring} x{each}: {bid}, {taken}"
        yield what, expected, score_of(make, options, 4, bid, taken)


def zero_streak(make: Make) -> Iterator[Check]:
    """Vector 16: who bid 0 three times must bid, unless nothing else is left."""
    cases = [("2/2/2/3", {"dealer_restriction": False}, "b1 b2 b3"), ("2/2/2/1", {}, "b0")]
    for sets, changes, expected in cases:
        options = one_deal(
            "no_joker36",
            4,
            1,
            sets=sets,
            zero_streak_limit=4,
            first_dealer=0,
            episode="match",
            **changes,
        )
        script = Script(make, options)
        for _ in range(3):
            script.play_deal([0, 0], [1, 1, 1, 0])
        script.engine.deal(script.engine.pack())
        yield script.play("b0 b0 b0").legal(f"seat 3, {sets}", expected)


def dealer_last(make: Make) -> Iterator[Check]:
    """Vector 17: all cards are dealt, the dealer's last one is trump and seen by all."""
    options = one_deal("classic36", 4, 9, trump_source="turn_up")
    hands = [
        "6D 7D 8D 9D TD JD QD KD AD",
        "AC 6S 8S 9S TS JS QS KS AS",
        "6H 7H 8H 9H TH JH QH KH AH",
        "7S 6C 7C 8C 9C TC JC KC QC",
    ]
    script = Script(make, options).deal(hands)
    card = script.action("QC")
    yield "seen", [True] * 4, [script.engine.knows(p, "hand 3", card) for p in range(4)]
    yield script.bid_lowest().play("6D").legal("clubs are trump", "AC")


VECTORS = [
    card_ids,
    schedules,
    legal_bids,
    classic_scores,
    following,
    high_trump,
    high_suit,
    low_suit,
    joker_follows,
    two_jokers,
    circular,
    low_open,
    joker_turned,
    georgian_scores,
    openspiel_deal,
    openspiel_scores,
    zero_streak,
    dealer_last,
]


# Deals, information sets, those with a choice, terminal histories: the page's exact counts
# (None: not given there).
MINI_COUNTS = {
    "mini_joker2 k=1": ("mini_joker2", {"max_hand": 1}, (210, 810, None, None)),
    "mini_joker2": ("mini_joker2", {}, (630, 35_826, 5_226, 25_704)),
    "mini_oh_hell k=1": ("mini_oh_hell", {"max_hand": 1}, (1_680, 10_752, 224, None)),
    "mini_oh_hell two seats": (
        "mini_oh_hell",
        {"players": 2, "first_dealer": 1},
        (1_680, 43_872, 3_840, None),
    ),
    "mini_oh_hell": ("mini_oh_hell", {}, (5_040, 857_976, 41_496, 435_456)),
}


def mini_decks(make: Make, options: dict) -> Iterator[list[int]]:
    """Yield one deck for every distinct deal with a turned card (hands are sets)."""
    players, size = options["players"], options["max_hand"]
    pack = make(options).pack()

    def hands_from(rest: list[int], seats: int) -> Iterator[tuple[list[tuple], list[int]]]:
        if seats == 0:
            yield [], rest
            return
        for hand in combinations(rest, size):
            left = [card for card in rest if card not in hand]
            for others, dead in hands_from(left, seats - 1):
                yield [hand, *others], dead

    for hands, dead in hands_from(pack, players):
        for turned in dead:
            rest = [card for card in dead if card != turned]
            yield [hands[p][k] for k in range(size) for p in range(players)] + [turned, *rest]


def count_mini(make: Make, name: str) -> tuple[int, ...]:
    """Enumerate a mini version; return its counts in the order of `MINI_COUNTS`."""
    preset, changes, _ = MINI_COUNTS[name]
    options = options_for(preset, **changes)
    seats = range(options["players"])
    info_sets: dict[tuple, int] = {}
    terminals = deals = 0
    for deck in mini_decks(make, options):
        root = make(options)
        root.deal(deck)
        deals += 1
        dealt = [tuple(sorted(root.places()[f"hand {p}"])) for p in seats]
        turned = tuple(root.places()["trump card"])
        nodes = [(root, ())]
        while nodes:
            node, past = nodes.pop()
            if node.player < 0:
                terminals += 1
                continue
            actions = node.legal()
            info_sets[(node.player, dealt[node.player], turned, past)] = len(actions)
            for action in actions:
                child = node.clone() if action != actions[-1] else node
                child.play(action)
                nodes.append((child, (*past, action)))
    choices = sum(1 for count in info_sets.values() if count > 1)
    return deals, len(info_sets), choices, terminals
