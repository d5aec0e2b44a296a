"""The referee of Nines against the rules page: vectors, counts and worked cases."""

from __future__ import annotations

import random

import pytest

from referees.nines import PRESETS, Referee, options_for
from referees.nines_vectors import MINI_COUNTS, VECTORS, Table, count_mini

QUICK_COUNTS = ["mini2_small"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.__name__)
def test_page_vector(vector):
    """The referee answers the page's test vectors."""
    for what, expected, actual in vector(Referee):
        assert expected == actual, what


@pytest.mark.parametrize("preset", QUICK_COUNTS)
def test_mini_counts(preset):
    """Full enumeration gives the page's counts."""
    assert MINI_COUNTS[preset] == count_mini(Referee, preset)


@pytest.mark.long
@pytest.mark.parametrize("preset", [name for name in MINI_COUNTS if name not in QUICK_COUNTS])
def test_mini_counts_at_length(preset):
    """The same for the larger mini versions."""
    assert MINI_COUNTS[preset] == count_mini(Referee, preset)


# --- three queens by the cards held ------------------------------------------------------------

QUEENS = "QS QC QD"


def hands_with(table: Table, first: str) -> list[list[int]]:
    """Return hands of which the first begins with these cards; the others hold no queen."""
    own = table.cards(first)
    plain = [card for card in range(52) if table.names[card][0] != "Q" and card not in own]
    own += [plain.pop() for _ in range(13 - len(own))]
    return [own, [plain.pop() for _ in range(13)], [plain.pop() for _ in range(13)]]


@pytest.mark.parametrize(
    ("rule", "first", "swaps", "owner"),
    [
        ("dealt", "2S QS QC QD", False, 0),
        ("dealt", "QS QC 2S QD", False, -1),
        ("dealt", "QS QC QD QH", False, 0),
        ("dealt", "2S QS QC QD", True, 0),
        ("held", "QS QC 2S QD", False, 0),
        ("held", "QS QC QD QH", False, 0),
        ("held", "QS QC 2S 3S", False, -1),
        ("held", "QS QC 2S QD", True, -1),
    ],
)
def test_queens_dealt_and_held(rule, first, swaps, owner):
    """`dealt` looks at the order of dealing, `held` at the hand that is played."""
    table = Table(Referee, "classic", three_queens_rule=rule, episode="match")
    table.begin(hands_with(table, first))
    engine = table.engine
    engine.play(table.keep)
    engine.play(table.swap if swaps else table.keep)
    engine.play(table.keep)
    while engine.phase == "play":
        engine.play(engine.legal()[0])
    tricks = [engine.tricks_of(seat) for seat in range(3)]

    queens = [0] * 3 if owner < 0 else [-1 if seat == owner else 1 for seat in range(3)]
    assert owner == engine.queens_owner()
    assert [9 + 4 - taken + extra for taken, extra in zip(tricks, queens)] == engine.total


def test_a_thrown_hand_counts_for_its_taker():
    """With `held` the queens count for the seat that took them with the spare hand."""
    table = Table(Referee, "classic", three_queens_rule="held")
    table.begin(hands_with(table, QUEENS))
    engine = table.engine
    engine.play(table.keep)
    engine.play(table.swap)
    engine.play(table.swap)
    # Seat 2 decided first, seat 0 gave his queens away, seat 1 took them.
    while engine.phase == "play":
        engine.play(engine.legal()[0])

    assert 1 == engine.queens_owner()


# --- matches ------------------------------------------------------------------------------------


def finished(options: dict, seed: int) -> Referee:
    """Play a match at random; return it with the totals after each deal in `story`."""
    rng = random.Random(seed)
    engine = Referee(options)
    engine.story = []
    while engine.player != -4:
        if engine.wants_deck():
            engine.story.append(list(engine.total))
            engine.deal(rng.sample(engine.pack(), len(engine.pack())))
        else:
            engine.play(rng.choice(engine.legal()))
    return engine


@pytest.mark.parametrize("preset", ["classic", "four"])
def test_a_match_ends_at_the_goal(preset):
    """Nobody stood at zero before the last deal, somebody does after it; the lowest win."""
    for seed in range(5):
        engine = finished(options_for(preset, episode="match"), seed)

        assert all(min(totals) > 0 for totals in engine.story)
        assert min(engine.total) <= 0
        assert engine.winners == [p for p, t in enumerate(engine.total) if t == min(engine.total)]


def test_fixed_deals_and_the_safety_stop():
    """A match of fixed deals has so many whatever the scores; `deal_limit` ends any match."""
    fixed = finished(options_for("classic", episode="match", match="fixed_deals"), 1)
    stopped = finished(options_for("classic", episode="match", goal=-100, deal_limit=7), 1)
    single = finished(options_for("classic", episode="match", match="deal"), 1)

    assert (15, 7, 1) == (fixed.deals, stopped.deals, single.deals)


def test_play_on_until_unequal():
    """A tied match goes on until one seat is lowest alone, even if no longer at the goal."""
    table = Table(Referee, "plain", episode="match", tie_rule="play_on")
    table.play_counts([5, 6, 2], total=[1, 2, 9])
    engine = table.engine
    still = engine.clone()
    again = Table(Referee, "plain", episode="match", tie_rule="play_on")
    again.play_counts([3, 2, 8], total=still.total, playing_on=still.playing_on)

    assert ([0, 0, 11], True) == (still.total, still.playing_on)
    assert ([1, 2, 7], -4, [0]) == (again.engine.total, again.engine.player, again.engine.winners)


def test_dealer_moves_left():
    """The first dealer is drawn by lot, then the deal passes left."""
    engine = Referee(options_for("classic", episode="match"))

    assert [0, 1, 2] == engine.legal()
    engine.play(1)
    engine.deal(engine.pack())
    assert 1 == engine.player
    assert [0, 4, 8] == engine.places()["hand 2"][:3]
    assert [3, 7, 11] == engine.places()["spare"][:3]
    while not engine.wants_deck():
        engine.play(engine.legal()[0])
    assert 2 == engine.dealer


# --- the interface ------------------------------------------------------------------------------


def test_illegal_actions_and_options_are_refused():
    """Wrong actions, decks and options raise ValueError."""
    table = Table(Referee, "classic")
    with pytest.raises(ValueError, match="permutation"):
        table.begin([[0], [1], [2]])
    engine = Referee(options_for("classic", first_dealer=0))
    engine.deal(engine.pack())
    for wrong in (0, 54):
        with pytest.raises(ValueError, match="expected one of"):
            engine.play(wrong)
    with pytest.raises(ValueError, match="expected no deck"):
        engine.deal(engine.pack())
    with pytest.raises(ValueError, match="a deal to be due"):
        engine.set_match(dealer=0)
    with pytest.raises(ValueError, match="no match field"):
        Referee(options_for("classic")).set_match(trump="S")
    for changes in ({"hand_size": 14}, {"players": 4, "spare_hand": True}, {"trump_cycle": "C/X"}):
        with pytest.raises(ValueError, match="expected"):
            Referee(options_for("classic", **changes))
    with pytest.raises(ValueError, match="expected options"):
        options_for("classic", num_players=3)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("episode", ["deal", "match"])
def test_random_play(preset, episode):
    """Random episodes end, keep every card, and clones go their own way."""
    rng = random.Random(f"{preset} {episode}")
    for _ in range(2 if episode == "match" else 10):
        engine = Referee(options_for(preset, episode=episode))
        while engine.player != -4:
            if engine.wants_deck():
                engine.deal(rng.sample(engine.pack(), len(engine.pack())))
                continue
            if rng.random() < 0.1:
                before = engine.places()
                engine.clone().play(rng.choice(engine.legal()))

                assert before == engine.places()

            dealt = engine.phase != "lot"
            engine.play(rng.choice(engine.legal()))
            lying = sorted(card for cards in engine.places().values() for card in cards)

            assert lying == (engine.pack() if dealt else [])
