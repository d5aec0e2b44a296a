"""The referee of Ninety-Nine in its other forms: dummy, partners, named trumps, no bidding."""

from __future__ import annotations

import random

import pytest

from referees.ninety_nine import Names, Referee, options_for
from referees.ninety_nine_bundles import BUNDLES
from referees.ninety_nine_stories import Story, at_first_lead, begun, deck_of, follow, written_out
from referees.ninety_nine_vectors import Trick


def play_at_random(options: dict, seed: int, most: int = 6_000) -> Referee:
    """Play an episode, or so many steps of it, checking where the cards lie."""
    rng = random.Random(seed)
    referee = Referee(options)
    for _ in range(most):
        if referee.player == -4:
            break
        if referee.wants_deck():
            referee.deal(rng.sample(referee.pack(), len(referee.pack())))
            continue
        # Premium bids at random would cost five players more than they ever win.
        passes = referee.phase == "premium" and rng.random() < 0.8
        referee.play(referee.names.PASS if passes else rng.choice(referee.legal()))
        if referee.player < 0:
            continue
        lying = [c for place, held in referee.places().items() for c in held if place != "turned"]
        assert len(set(lying)) == len(lying)
        assert referee.legal() == sorted(set(referee.legal()))
        for seat in range(referee.live):
            for card in referee.places()[f"laid {seat}"]:
                assert referee.knows(seat, f"laid {seat}", card)
    return referee


@pytest.mark.parametrize("name", BUNDLES)
def test_random_play(name):
    """Every bundle plays to an end, or at least for thousands of steps, without losing a card."""
    preset, changes = BUNDLES[name]
    for seed in range(2):
        single = play_at_random(options_for(preset, **{**changes, "episode": "deal"}), seed)
        match = play_at_random(options_for(preset, **{"episode": "match", **changes}), seed)

        assert single.winners
        assert match.winners or match.deals + match.games > 10


# --- two players with a dummy ------------------------------------------------------------------


def ended(preset: str, totals: list[int], **overrides: object) -> Referee:
    """Return a referee after the last deal of a two-player game: 24, 23 and 2 more points."""
    # In the Penguin's way of counting the dummy fails with more tricks than it bid.
    story = Story(
        preset, overrides, bids=(4, 3, 1), match={"totals": totals, "trump": "S"}, tricks=(4, 3, 2)
    )
    deck, actions = written_out(story)
    referee = begun(Referee, story, deck)
    follow(referee, actions)
    return referee


@pytest.mark.parametrize("preset", ["two_dummy", "two_dummy_penguin"])
@pytest.mark.parametrize(
    ("totals", "lurch", "earned", "winners"),
    [
        # 214 and 33 after the deal, the dummy 82: above the loser.
        ([90, 10, 80], "plus100", [224, 23], [0]),
        ([90, 10, 80], "double", [124 + 214 - 33, 23], [0]),
        ([90, 10, 80], "off", [124, 23], [0]),
        # The dummy is below the loser: nothing more.
        ([90, 10, 20], "plus100", [124, 23], [0]),
        # It ties with the loser.
        ([90, 10, 31], "plus100", [224, 23], [0]),
        # The dummy, 202, is above 133 and 123 or equal to the better: a draw, or not.
        ([9, 0, 100], "plus100", [24, 23], [0, 1]),
        ([90, 91, 80], "plus100", [124, 123], [0, 1]),
    ],
)
def test_end_of_a_game_with_a_dummy(preset, totals, lurch, earned, winners):
    """The dummy beats both: a draw; it beats or ties the loser: the winner gets more."""
    referee = ended(preset, totals, dummy_lurch=lurch)

    assert (earned, winners) == (referee.scores(), referee.winners)


def test_the_dummy_plays_after_its_controller_leads():
    """The winner of a trick plays the dummy third; the loser is second."""
    rng = random.Random(4)
    for seed in range(10):
        referee = at_first_lead(Referee, Story("two_dummy", bids=()), seed)
        while referee.phase == "play":
            leads, line = referee.player, list(referee.line)

            assert [leads, 1 - leads, leads] == [seat for seat, _ in line]
            assert 2 in (line[0][1], line[2][1])
            for _ in range(3):
                hand = referee.line[0][1]
                assert set(referee.legal()) <= set(referee.places()[f"hand {hand}"])
                referee.play(rng.choice(referee.legal()))
        assert 9 == sum(referee.tricks)


# --- five and four players -----------------------------------------------------------------------


def test_sixty_cards():
    """The pack of five players has elevens and twelves between the ten and the jack."""
    names = Names("60")

    assert "2 3 4 5 6 7 8 9 T 11 12 J Q K A".split() == names.ranks
    assert ["9S", "TS", "11S", "12S", "JS"] == [names.text(card) for card in range(7, 12)]
    assert (60, 61, 69) == (names.PASS, names.DECLARE, names.NUMBER)
    referee = Referee(options_for("five", first_dealer=4))
    referee.deal(referee.pack())
    assert [12] * 5 == [len(referee.places()[f"hand {seat}"]) for seat in range(5)]


def test_every_one_of_five_may_declare():
    """Each of five seats says pass or declare, whatever the others said."""
    referee = Referee(options_for("five", first_dealer=4))
    referee.deal(referee.pack())
    names = referee.names
    while referee.phase == "lay":
        referee.play(referee.legal()[0])
    for seat in range(5):
        assert (seat, [names.PASS, names.DECLARE]) == (referee.player, referee.legal())
        referee.play(names.DECLARE if seat % 2 else names.PASS)

    laid = [set(referee.places()[f"laid {seat}"]) for seat in range(5)]
    shown = [all(referee.knows(4, f"laid {s}", card) for card in laid[s]) for s in range(5)]
    assert [False, True, False, True, True] == shown


def test_partners_share_their_points():
    """Both partners have the points of their side, the tricks of both among them."""
    for seed in range(5):
        referee = play_at_random(options_for("four_partnership", episode="deal"), seed)
        north, east = sum(referee.tricks[0::2]), sum(referee.tricks[1::2])
        successes = [referee.success[0], referee.success[1]]
        each = [0, 20, 10][sum(successes)]

        assert referee.deal_points[:2] == referee.deal_points[2:]
        assert [north + each * successes[0], east + each * successes[1]] == referee.deal_points[:2]


# --- named trumps -----------------------------------------------------------------------------


def test_a_named_trump_is_kept_until_named_again():
    """Where nobody bids, the trump of the deal before is trump again."""
    referee = Referee(options_for("nines_trumps", first_dealer=2, target=10_000))
    names = referee.names
    found = []
    for calls in (("PASS",) * 3, ("REVEAL", "NINES"), ("PASS",) * 3, ("DECLARE", "PASS", "PASS")):
        referee.deal(referee.pack())
        for call in calls:
            referee.play(names.TRUMP["NINES"] if call == "NINES" else getattr(names, call))
        if referee.phase == "name":
            referee.play(names.TRUMP["H"])
        found.append(referee.trump)
        while not referee.wants_deck():
            referee.play(referee.legal()[0])

    assert ["NT", "NINES", "NINES", "H"] == found


def test_secret_calls_come_before_the_naming():
    """With informal premium all three call before the winner of the phase names trumps."""
    referee = Referee(options_for("declarer_trumps", premium_procedure="informal", first_dealer=2))
    names = referee.names
    referee.deal(referee.pack())
    for seat, call in enumerate((names.DECLARE, names.REVEAL, names.REVEAL)):
        assert (seat, [names.PASS, names.DECLARE, names.REVEAL]) == (
            referee.player,
            referee.legal(),
        )
        referee.play(call)

    assert (1, [names.TRUMP[suit] for suit in "SCDH"]) == (referee.player, referee.legal())


# --- the retelling ---------------------------------------------------------------------------

AH_6C_KH = {
    0: "AH 6D 7D 8D",
    1: "6C TC 7C 8C QC 9C 6S 7S 8S TS JS QS",
    2: "KH 9D TD JD",
}


@pytest.mark.parametrize(
    ("overrides", "leader"),
    [
        ({}, 1),
        ({"off_suit_rule": "standard"}, 0),
        ({"suit_precedence": ("H", "C", "S", "D")}, 0),
        ({"suit_precedence": ("S", "C", "H", "D")}, 1),
    ],
)
def test_which_suit_wins(overrides, leader):
    """AH, 6C, KH at no trump: the reading of the suit order decides."""
    story = Story(
        "russian_retelling",
        overrides,
        hands=AH_6C_KH,
        bids=("DDD", "SSS", "DDD"),
        numbers=(4, 4, 4),
    )
    trick = Trick(story, "AH 6C KH", leader)
    engine = at_first_lead(Referee, trick.story)
    for card in engine.names.cards(trick.cards):
        engine.play(card)

    assert leader == engine.player


def test_announcing_goes_round_from_eldest():
    """After all cards are laid each seat says a number from 0 to 12."""
    referee = Referee(options_for("russian_retelling", first_dealer=0))
    referee.deal(referee.pack())
    movers = []
    while referee.phase == "lay":
        referee.play(referee.legal()[0])
    while referee.phase == "announce":
        movers.append(referee.player)
        assert list(range(referee.names.NUMBER, referee.names.NUMBER + 13)) == referee.legal()
        referee.play(referee.legal()[len(movers)])

    assert [1, 2, 0] == movers
    assert {1: 1, 2: 2, 0: 3} == referee.number


def test_the_turned_card_is_held_as_the_joker():
    """A turned ordinary card lies in a hand as well; a turned joker leaves 36 ordinary cards."""
    rng = random.Random(2)
    for seed in range(10):
        story = Story("parlett_1975", turned="" if seed % 2 else "QH", bids=())
        referee = begun(Referee, story, deck_of(story, rng))
        held = sorted(card for hand in referee.hands for card in hand)

        assert list(range(36)) == held
        assert [36 if seed % 2 else referee.names.card("QH")] == referee.places()["turned"]
