"""The test vectors of the rules page of Ninety-Nine, for any engine with the referee's interface.

A vector is a function of `new`, which makes an engine from complete options. Asked of an engine:
`player`, `wants_deck()`, `legal()`, `play(action)`, `deal(deck)`, `scores()`, `places()`,
`set_match(**fields)` and `trump` (of the running or, after a deal, of the next one). Where a
vector tells bids and tricks only, a `Story` supplies cards and plays that come to them.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from referees.ninety_nine import Names
from referees.ninety_nine_stories import (
    NewEngine,
    Story,
    at_first_lead,
    begun,
    deck_of,
    follow,
    told,
    written_out,
)

# Vector 1: the suits of a bid; the bidder alone succeeds and gets 30.
SPADES_FROM_7 = "7S 8S 9S TS JS QS KS AS"
BIDS = {
    "CCC": (9, {0: "6S " + SPADES_FROM_7 + " 6C 7C 8C"}),
    "DDD": (0, {0: "6S 7S 6C 7C 6H 7H 6D 7D 8D TD JD QD"}),
    "CDD": (3, {}),
    "HSD": (3, {}),
    "SSS": (3, {}),
    "HHS": (5, {0: "AS KS AC KC AD"}),
    "CCH": (8, {0: SPADES_FROM_7 + " 6D 6C 7C 6H"}),
}


def bid_values(new: NewEngine) -> None:
    for suits, (tricks, hands) in BIDS.items():
        others = (9 - tricks, 0) if tricks >= 8 else ((9 - tricks) // 2, (10 - tricks) // 2)
        story = Story(hands=hands, bids=(suits, None, None), tricks=(tricks, *others))

        gains, _ = told(new, story)

        assert [tricks + 30, *others] == gains, suits


# Vectors 2 to 8, 12, 15, 17: story, gains of the live seats, trump of the next deal (or None).
SCORED = {
    "two of three succeed": (Story(bids=(4, 3, 1), tricks=(4, 3, 2)), [24, 23, 2], "H"),
    "a bid of nine, revealed": (
        Story(
            hands={0: "6S " + SPADES_FROM_7 + " 6C 7C 8C"},
            bids=("CCC", 2, 3),
            calls=("REVEAL",),
            tricks=(9, 0, 0),
        ),
        [99, 0, 0],
        "S",
    ),
    "a failed declaration": (
        Story(bids=(4, 2, 3), calls=("DECLARE",), tricks=(5, 2, 2)),
        [5, 62, 32],
        "S",
    ),
    "nobody succeeds": (Story(bids=(None, None, None), tricks=(3, 3, 3)), [3, 3, 3], "D"),
    "everybody succeeds": (Story(bids=(3, 3, 3), tricks=(3, 3, 3)), [13, 13, 13], "C"),
    "four of four succeed": (
        Story(
            "four",
            hands={3: "2S 3S 2C 3C 4C 2H 3H 4H 2D 3D 4D QD KD"},
            bids=(3, 3, 4, "DDD"),
            tricks=(3, 3, 4, 0),
        ),
        [3, 3, 4, 0],
        "NT",
    ),
    "one of four succeeds": (
        Story("four", bids=(4, None, None, None), tricks=(4, 2, 2, 2)),
        [34, 2, 2, 2],
        "S",
    ),
    "three diamonds and no trick": (
        Story(
            "four",
            hands={0: "2S 3S 2C 3C 4C 2H 3H 4H 2D 3D 4D QD KD"},
            bids=("DDD", None, None, None),
            tricks=(0, 4, 3, 3),
        ),
        [30, 4, 3, 3],
        "S",
    ),
    "three diamonds and all tricks": (
        Story(
            "four",
            hands={0: "5S 6S 7S 8S 9S TS JS QS KS AS 2D 3D 4D"},
            bids=("DDD", None, None, None),
            match={"trump": "S"},
            tricks=(10, 0, 0, 0),
        ),
        [40, 0, 0, 0],
        "S",
    ),
    "three diamonds and one trick": (
        Story("four", bids=("DDD", None, None, None), tricks=(1, 3, 3, 3)),
        [1, 3, 3, 3],
        "D",
    ),
    "five players": (
        Story(
            "five",
            bids=(2, 3, None, None, None),
            calls=("DECLARE", "PASS", "DECLARE", "PASS", "PASS"),
            tricks=(2, 3, 1, 2, 1),
        ),
        [92, 43, -49, 2, 1],
        "H",
    ),
    "three of five succeed": (
        Story("five", bids=(2, 2, 2, None, None), tricks=(2, 2, 2, 2, 1)),
        [32, 32, 32, 2, 1],
        "C",
    ),
    "four of five succeed": (
        Story("five", bids=(2, 2, 2, 2, None), tricks=(2, 2, 2, 2, 1)),
        [22, 22, 22, 22, 1],
        "NT",
    ),
    "five of five succeed": (
        Story("five", bids=(2, 2, 2, 2, 1), tricks=(2, 2, 2, 2, 1)),
        [12, 12, 12, 12, 11],
        "NT",
    ),
    "both live players declare and fail": (
        Story("two_dummy", bids=(3, 4, 2), calls=("DECLARE", "DECLARE"), tricks=(2, 5, 2)),
        [2, 5],
        "S",
    ),
    "both declare, one succeeds": (
        Story("two_dummy", bids=(3, 4, 2), calls=("DECLARE", "DECLARE"), tricks=(3, 5, 1)),
        [3 + 30 + 30 + 30, 5],
        "S",
    ),
    "one live player declares and fails": (
        Story("two_dummy", bids=(3, 4, 2), calls=("DECLARE", "PASS"), tricks=(2, 5, 2)),
        [2, 5 + 30],
        "S",
    ),
    "the joker laid aside counts as the turned-up queen of hearts": (
        Story(
            "parlett_1975",
            hands={1: "QH 6D 7D KS AS 8S 9S TS 6C 7C 8C AC"},
            turned="QH",
            bids=(None, "HDD", None),
            tricks=(4, 2, 3),
        ),
        [4, 32, 3],
        None,
    ),
    "retelling": (
        Story("russian_retelling", numbers=(4, 5, 3), tricks=(4, 5, 3)),
        [14, 15, 13],
        "H",
    ),
}


def scored(new: NewEngine) -> None:
    for name, (story, expected, next_trump) in SCORED.items():
        gains, trump = told(new, story)

        assert expected == gains, name
        assert next_trump in (trump, None), name


# Vectors 9 and 10: who is bound after these calls; he makes three tricks, the others fail.
FORMAL = {
    ("DECLARE", "REVEAL", "RAISE"): (0, 60),
    ("DECLARE", "REVEAL", "YIELD"): (1, 60),
    ("PASS", "DECLARE", "PASS"): (1, 30),
    ("REVEAL",): (0, 60),
    ("PASS", "PASS", "PASS"): (0, 0),
}
INFORMAL = {
    ("DECLARE", "REVEAL", "REVEAL"): (1, 60),
    ("DECLARE", "DECLARE", "PASS"): (0, 30),
    ("PASS", "PASS", "REVEAL"): (2, 60),
    ("PASS", "PASS", "PASS"): (0, 0),
}


def premium_phase(new: NewEngine) -> None:
    for procedure, cases in (("formal", FORMAL), ("informal", INFORMAL)):
        for calls, (bidder, premium) in cases.items():
            bids = tuple(3 if seat == bidder else None for seat in range(3))
            overrides = {"premium_procedure": procedure}
            story = Story(overrides=overrides, bids=bids, calls=calls, tricks=(3, 3, 3))

            gains, _ = told(new, story)

            expected = [3, 3, 3]
            expected[bidder] += 30 + premium
            assert expected == gains, (procedure, calls)


def legal_premium_calls(new: NewEngine) -> None:
    names = Names("36")
    story = Story()
    rng = random.Random(1)
    engine = begun(new, story, deck_of(story, rng))
    while engine.legal()[0] < names.size:
        engine.play(engine.legal()[0])

    assert [names.PASS, names.DECLARE, names.REVEAL] == engine.legal()
    engine.play(names.PASS)
    assert [names.PASS, names.DECLARE, names.REVEAL] == engine.legal()
    engine.play(names.DECLARE)
    assert (2, [names.PASS, names.REVEAL]) == (engine.player, engine.legal())
    engine.play(names.REVEAL)
    assert (1, [names.YIELD, names.RAISE]) == (engine.player, engine.legal())
    engine.play(names.YIELD)
    assert 0 == engine.player
    assert max(engine.legal()) < names.size


@dataclass
class Trick:
    """Cards are led and played; at the end `leader` leads the next trick."""

    story: Story
    cards: str
    leader: int
    legal: dict = field(default_factory=dict)  # how many cards lie there -> legal cards or "all"


SPADES = {"trump_rule": "fixed", "fixed_trump": "S", "premium_bids": "none"}
NO_TRUMP = {"trump_rule": "fixed", "fixed_trump": "NT", "premium_bids": "none"}
NO_HEARTS = "7S 6C 7C 8C 9C TC JC QC KC AC 6S 6D"
ONE_HEART = "6H 7S 6C 7C 8C 9C TC JC QC KC AC 6D"
NINES = {"preset": "nines_trumps", "calls": ("DECLARE", "PASS", "PASS", "NINES")}
RETOLD = {"preset": "russian_retelling", "numbers": (4, 4, 4)}
TRICKS = {
    "must follow": Trick(
        Story(overrides=SPADES, bids=("DDD", "CCC", "DDD"), hands={0: "9H 7D", 1: ONE_HEART}),
        "9H 6H",
        2,
        {1: "6H"},
    ),
    "ruffed": Trick(
        Story(
            overrides=SPADES,
            bids=("DDD", "CCC", "SSS"),
            hands={0: "9H 7D 8D 9D", 1: NO_HEARTS, 2: "AH 8S 9S TS"},
        ),
        "9H 7S AH",
        1,
        {1: "all"},
    ),
    "a nine is no longer of its suit": Trick(
        Story(
            **NINES,
            bids=("CCC", "SSS", None),
            hands={0: "8H 6C 7C 8C", 1: "9H 7H AC 6S 7S 8S TS JS QS TC JC QC"},
        ),
        "8H",
        1,
        {1: "7H"},
    ),
    "only nines are hearts": Trick(
        Story(
            **NINES,
            bids=("CCC", "SSS", None),
            hands={0: "8H 6C 7C 8C", 1: "9H AC 6S 7S 8S TS JS QS KS TC JC QC"},
        ),
        "8H 9H",
        2,
        {1: "all"},
    ),
    "a nine asks for nines": Trick(
        Story(
            **NINES,
            bids=("CCC", "HHH", "DDD"),
            hands={0: "9D 9H 6C 7C 8C", 1: "9S AD 6H 7H 8H", 2: "9C 6D 7D 8D"},
        ),
        "9D 9S 9C",
        2,
        {1: "9S", 2: "9C"},
    ),
    "a higher suit beats the suit led": Trick(
        Story(
            **RETOLD,
            bids=("DDD", "SSS", "DDD"),
            hands={0: "AH 6D 7D 8D", 1: "6C TC 7C 8C QC 9C 6S 7S 8S TS JS QS", 2: "KH 9D TD JD"},
        ),
        "AH 6C KH",
        1,
    ),
    "the suit led is the highest": Trick(
        Story(
            **RETOLD,
            bids=("DDD", "DDD", "DDD"),
            hands={
                0: "AC KC QC JC TC 9C 8C 7C 6C 6D 7D 8D",
                1: "AH 9D TD JD",
                2: "AS QD KD AD",
            },
        ),
        "AC AH AS",
        0,
    ),
    "trumps beat every suit": Trick(
        Story(
            **RETOLD,
            match={"trump": "D"},
            bids=("SSS", "SSS", "SSS"),
            hands={0: "AC 6S 7S 8S", 1: "6D 7D 8D 9D TD JD QD KD AD 9S TS JS", 2: "KC QS KS AS"},
        ),
        "AC 6D KC",
        1,
    ),
    # Turned up: QH; the joker, held by seat 1, is the queen.
    "the joker is the turned-up card": Trick(
        Story(
            "parlett_1975",
            bids=("DDD", "DDD", "DDD"),
            hands={0: "JH 6D 7D 8D", 1: "QH 9D TD JD", 2: "KH QD KD AD"},
            turned="QH",
        ),
        "JH QH KH",
        2,
    ),
}


def tricks(new: NewEngine) -> None:
    for name, trick in TRICKS.items():
        names = Names(trick.story.options()["deck"])
        engine = at_first_lead(new, trick.story)
        lie = trick.cards.split()
        for lying in range(len(lie) + 1):
            if trick.legal.get(lying) == "all":
                assert 9 == len(engine.legal()), name  # the whole hand
            elif lying in trick.legal:
                assert [names.card(trick.legal[lying])] == engine.legal(), name
            if lying < len(lie):
                engine.play(names.card(lie[lying]))

        assert trick.leader == engine.player, name


def turned_up_nine(new: NewEngine) -> None:
    for nine_is_nt, trump in ((True, "NT"), (False, "S")):
        overrides = {"turn_up_nine_is_nt": nine_is_nt}
        engine = at_first_lead(new, Story("parlett_1975", overrides, turned="9S"))

        assert trump == engine.trump
    assert "NT" == at_first_lead(new, Story("parlett_1975")).trump


def dummy_leads(new: NewEngine) -> None:
    """Vector 14: the dummy wins a trick and its leader leads the next from the dummy."""
    names = Names("36")
    dummy = "7S 8S 9S 8C 9C 6S TC JC QC 6D 7D 8D"
    own = "AH 6H 8H 9H TH JH QH KH 6C 7C KC AC"
    story = Story("two_dummy", SPADES, hands={0: own, 1: "7H", 2: dummy}, bids=("CCC", "DDD"))
    engine = at_first_lead(new, story)
    for seat, text in ((0, "AH"), (1, "7H"), (0, "6S")):
        assert seat == engine.player
        engine.play(names.card(text))

    assert 0 == engine.player
    assert 8 == len(set(engine.legal()) & set(names.cards(dummy)))
    engine.play([card for card in engine.legal() if names.suit(card) in "SD"][0])
    assert 1 == engine.player
    engine.play(engine.legal()[0])
    assert 0 == engine.player
    assert set(engine.legal()) <= set(names.cards(own))


# Vector 16: fields of the match state, gains of the seats that end the episode.
TWO_SUCCEED = {"bids": (4, 3, 1), "tricks": (4, 3, 2)}
ENDINGS = {
    "every player at 100 gets the bonus": (
        Story(match={"totals": [87, 92, 60]}, **TWO_SUCCEED),
        [124, 123, 2],
    ),
    "a rubber won 3:0": (
        Story(
            "penguin", match={"totals": [92, 50, 60], "wins": [2, 0, 0], "games": 2}, **TWO_SUCCEED
        ),
        [624, 23, 2],
    ),
    "a rubber won 3:2": (
        Story(
            "penguin", match={"totals": [92, 50, 60], "wins": [2, 2, 0], "games": 4}, **TWO_SUCCEED
        ),
        [424, 23, 2],
    ),
    "the last game of a rubber of three": (
        Story(
            overrides={"match": "rubber_games"},
            match={"totals": [92, 50, 60], "games": 2},
            **TWO_SUCCEED,
        ),
        [124, 23, 2],
    ),
    "the last of nine deals": (
        Story(
            overrides={"match": "fixed_deals"},
            match={"totals": [192, 50, 60], "deals": 8},
            **TWO_SUCCEED,
        ),
        [24, 23, 2],
    ),
    "a plain target without a bonus": (
        Story(overrides={"match": "target"}, match={"totals": [92, 50, 60]}, **TWO_SUCCEED),
        [24, 23, 2],
    ),
    "one deal is no match": (
        Story(overrides={"episode": "deal"}, match={"totals": [92, 50, 60]}, **TWO_SUCCEED),
        [24, 23, 2],
    ),
    "the dummy beats the loser of a two-player game": (
        Story("two_dummy", bids=(4, 3, 1), match={"totals": [90, 10, 80]}, tricks=(4, 3, 2)),
        [24 + 100 + 100, 23],
    ),
}
GOES_ON = {
    "below the target": Story(match={"totals": [75, 70, 60]}, **TWO_SUCCEED),
    "a game of a rubber": Story("penguin", match={"totals": [92, 50, 60]}, **TWO_SUCCEED),
    "a tie that is played on": Story(
        overrides={"tie_rule": "play_on"}, match={"totals": [91, 92, 60]}, **TWO_SUCCEED
    ),
    "eight deals of nine": Story(
        overrides={"match": "fixed_deals"},
        match={"totals": [192, 50, 60], "deals": 7},
        **TWO_SUCCEED,
    ),
}


def endings(new: NewEngine) -> None:
    for name, (story, expected) in ENDINGS.items():
        deck, actions = written_out(story)
        engine = begun(new, story, deck)
        before = list(engine.scores())
        follow(engine, actions)
        gains = [after - then for after, then in zip(engine.scores(), before)]

        assert expected == gains, name
        assert -4 == engine.player, name
    for name, story in GOES_ON.items():
        deck, actions = written_out(story)
        engine = begun(new, story, deck)
        follow(engine, actions)

        assert engine.wants_deck(), name


def laying_aside(new: NewEngine) -> None:
    """Vector 18 on twelve cards: ascending, and never so high that too few cards are left."""
    story = Story(dealer=2)
    engine = begun(new, story, deck_of(story, random.Random(5)))
    hand = sorted(engine.places()["hand 0"])

    assert hand[:10] == engine.legal()
    engine.play(hand[3])
    assert hand[4:11] == engine.legal()
    engine.play(hand[10])
    assert hand[11:] == engine.legal()
    engine.play(hand[11])
    assert 1 == engine.player


VECTORS = [
    bid_values,
    scored,
    premium_phase,
    legal_premium_calls,
    tricks,
    turned_up_nine,
    dummy_leads,
    endings,
    laying_aside,
]
