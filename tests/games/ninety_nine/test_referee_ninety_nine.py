"""The referee of Ninety-Nine against the rules page: vectors, counts of the miniatures, options."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from referees import ninety_nine_vectors as vectors
from referees.ninety_nine import DEFAULTS, PRESETS, Names, Referee, options_for
from referees.ninety_nine_stories import (
    Story,
    at_first_lead,
    begun,
    deck_of,
    follow,
    told,
    written_out,
)


@pytest.mark.parametrize("vector", vectors.VECTORS, ids=lambda vector: vector.__name__)
def test_vector_of_the_page(vector):
    """The referee answers every test vector as the rules page does."""
    vector(Referee)


# ---- counts of the miniatures ------------------------------------------------------------------


def all_deals(cards: list[int], hands: int, size: int):
    if hands == 0:
        yield []
        return
    for hand in combinations(cards, size):
        rest = [card for card in cards if card not in hand]
        for others in all_deals(rest, hands - 1, size):
            yield [list(hand), *others]


def counts(options: dict) -> tuple[int, int, int, int]:
    """Counts deals, information sets, those with a choice, and finished histories."""
    players, size = options["players"], options["hand_size"]
    choices: dict[tuple, int] = {}
    deals = histories = 0
    for hands in all_deals(Referee(options).pack(), players, size):
        deals += 1
        root = Referee(options)
        order = root.from_eldest()
        root.deal([hands[seat][turn] for turn in range(size) for seat in order])
        waiting = [(root, [(seat, tuple(hands[seat])) for seat in range(players)])]
        while waiting:
            referee, seen = waiting.pop()
            seat = referee.player
            if seat < 0:
                histories += 1
                continue
            legal = referee.legal()
            hidden = referee.phase == "lay"
            assert len(legal) == choices.setdefault(seen[seat], len(legal))
            for action in legal:
                child = referee.clone()
                child.play(action)
                told_as = [
                    (seat, -1) if hidden and watcher != seat else (seat, action)
                    for watcher in range(players)
                ]
                waiting.append((child, [log + (new,) for log, new in zip(seen, told_as)]))
    return deals, len(choices), len([n for n in choices.values() if n > 1]), histories


def test_counts_of_mini2():
    """The game tree of mini2 has the page's numbers of deals, information sets and histories."""
    assert (70, 52_132, 9_316, 24_192) == counts(options_for("mini2"))


def test_counts_of_mini3_with_two_ranks():
    """With six cards mini3 has 90 deals and 555 information sets."""
    deals, sets, _, _ = counts(options_for("mini3", deck="DHS/9T", hand_size=2))

    assert (90, 555) == (deals, sets)


@pytest.mark.long
def test_counts_of_mini3():
    """The game tree of mini3 has the page's numbers of deals, information sets and histories."""
    assert (1_680, 182_376, 5_688, 220_320) == counts(options_for("mini3"))


# ---- random matches ----------------------------------------------------------------------------


def play_at_random(options: dict, seed: int, watch=lambda referee: None) -> Referee:
    rng = random.Random(seed)
    referee = Referee(options)
    while referee.player != -4:
        watch(referee)
        if referee.wants_deck():
            deck = referee.pack()
            rng.shuffle(deck)
            referee.deal(deck)
        else:
            # Premium bids at random would cost five players more than they ever win.
            passes = referee.phase == "premium" and rng.random() < 0.9
            referee.play(referee.names.PASS if passes else rng.choice(referee.legal()))
    return referee


def check_position(referee: Referee) -> None:
    """Every card lies in one place; a mover sees his own hand and has a sorted choice."""
    if referee.phase in ("lot", "deck"):
        return
    lying = [card for place, held in referee.places().items() for card in held if place != "turned"]
    assert list(range(referee.names.size)) == sorted(lying)
    seat = referee.player
    legal = referee.legal()
    assert legal
    assert sorted(legal) == legal
    own = referee.places()[f"hand {seat}"]
    assert all(referee.knows(seat, f"hand {seat}", card) for card in own)


@pytest.mark.parametrize("preset", PRESETS)
def test_random_matches_keep_every_card(preset):
    """Random matches of every preset end, with each card in exactly one place all the time."""
    options = options_for(preset)
    for seed in range(2 if "rubber" in options["match"] else 4):
        referee = play_at_random(options, seed, check_position)

        assert referee.winners


def test_presets_are_complete_over_the_defaults():
    """A preset laid over the defaults is what `options_for` gives."""
    for name, preset in PRESETS.items():
        assert options_for(name) == {**DEFAULTS, **preset}


def test_illegal_actions_are_refused_and_change_nothing():
    """An illegal action raises and leaves the position as it was."""
    referee = at_first_lead(Referee, Story())
    before = (referee.places(), referee.legal(), referee.player)
    for action in set(range(referee.names.size + 23)) - set(referee.legal()):
        with pytest.raises(ValueError):
            referee.play(action)

    assert before == (referee.places(), referee.legal(), referee.player)


def test_clone_lives_its_own_life():
    """Playing on in a clone leaves the original untouched."""
    referee = at_first_lead(Referee, Story())
    before = referee.places()
    twin = referee.clone()
    while twin.phase == "play":
        twin.play(twin.legal()[0])

    assert before == referee.places()
    assert [0, 0, 0] == referee.tricks


def test_first_dealer_by_lot_and_turn_to_deal():
    """The lot has an outcome per seat; the seat left of the dealer is eldest and deals next."""
    referee = Referee(options_for("parlett_1990"))

    assert (-1, [0, 1, 2], False) == (referee.player, referee.legal(), referee.wants_deck())
    referee.play(1)
    assert referee.wants_deck()
    referee.deal(referee.pack())
    assert 2 == referee.player
    assert list(range(0, 36, 3)) == referee.places()["hand 2"]
    while not referee.wants_deck():
        referee.play(referee.legal()[0])
    assert 2 == referee.dealer


# ---- who sees what -----------------------------------------------------------------------------


def seen(referee: Referee, watcher: int, place: str) -> set[bool]:
    return {referee.knows(watcher, place, card) for card in referee.places()[place]}


def test_bid_cards_are_seen_by_their_owner_only():
    """Without a premium bid nobody else sees a triple or a hand."""
    referee = at_first_lead(Referee, Story(bids=(3, 3, 3)))

    assert {True} == seen(referee, 0, "laid 0")
    assert {False} == seen(referee, 1, "laid 0")
    assert {False} == seen(referee, 1, "hand 0")


def test_declaring_shows_the_bid_and_revealing_the_hand_too():
    """A declaration shows the bid-cards, a revelation also the hand, when the phase ends."""
    declared = at_first_lead(Referee, Story(calls=("DECLARE",)))
    revealed = at_first_lead(Referee, Story(calls=("PASS", "REVEAL")))

    assert {True} == seen(declared, 2, "laid 0")
    assert {False} == seen(declared, 2, "hand 0")
    assert {True} == seen(revealed, 2, "laid 1") == seen(revealed, 2, "hand 1")
    assert {False} == seen(revealed, 2, "laid 0")


def test_a_call_shows_nothing_before_the_phase_is_over():
    """A declarer who may still be overcalled has not shown anything."""
    story = Story()
    referee = begun(Referee, story, deck_of(story, random.Random(3)))
    while referee.phase == "lay":
        referee.play(referee.legal()[0])
    referee.play(referee.names.DECLARE)

    assert {False} == seen(referee, 1, "laid 0")


def test_only_fulfilled_bids_are_shown_after_the_deal():
    """Who succeeded has shown his bid-cards, who failed has not."""
    story = Story(overrides={"episode": "deal"}, bids=(4, 3, 1), tricks=(4, 3, 2))
    deck, actions = written_out(story)
    referee = begun(Referee, story, deck)
    follow(referee, actions)

    assert {True} == seen(referee, 2, "laid 0") == seen(referee, 2, "laid 1")
    assert {False} == seen(referee, 0, "laid 2")


def test_open_bids_are_shown_when_all_have_bid():
    """With open bids every triple is public from the moment the last card is laid aside."""
    story = Story(overrides={"bid_visibility": "open"})
    referee = begun(Referee, story, deck_of(story, random.Random(3)))
    for _ in range(8):
        referee.play(referee.legal()[0])

    assert {False} == seen(referee, 1, "laid 0")
    referee.play(referee.legal()[0])
    assert {True} == seen(referee, 1, "laid 0") == seen(referee, 0, "laid 2")


def test_a_revealed_hand_follows_the_naming_of_trumps():
    """Where the premium bidder names trumps his cards are shown after all bid-cards are laid."""
    story = Story("declarer_trumps")
    referee = begun(Referee, story, deck_of(story, random.Random(3)))
    names = referee.names
    referee.play(names.PASS)
    referee.play(names.REVEAL)

    assert 1 == referee.player
    assert [names.TRUMP[suit] for suit in "SCDH"] == referee.legal()
    referee.play(names.TRUMP["H"])
    assert "H" == referee.trump
    assert 0 == referee.player
    assert {False} == seen(referee, 0, "hand 1")
    for _ in range(9):
        referee.play(referee.legal()[0])
    assert {True} == seen(referee, 0, "hand 1") == seen(referee, 2, "laid 1")


def test_the_dummy_shows_its_hand_and_hides_its_bid():
    """The dummy's nine cards are public once declarations are over, its three never in play."""
    story = Story("two_dummy")
    referee = begun(Referee, story, deck_of(story, random.Random(3)))

    assert {False} == seen(referee, 0, "hand 2")
    while referee.phase != "play":
        referee.play(referee.legal()[0])
    assert {True} == seen(referee, 0, "hand 2") == seen(referee, 1, "hand 2")
    assert {False} == seen(referee, 0, "laid 2") | seen(referee, 1, "laid 2")


# ---- options for three players -----------------------------------------------------------------

SUCCEED_0 = {"bids": (3, None, None), "tricks": (3, 4, 2)}
SUCCEED_NONE = {"bids": (None, None, None), "tricks": (3, 4, 2)}
OPTIONS = {
    "declare only: the first declaration ends the phase": (
        Story(overrides={"premium_bids": "declare"}, calls=("DECLARE",), **SUCCEED_0),
        [3 + 30 + 30, 4, 2],
        "S",
    ),
    "no premium bids": (
        Story(overrides={"premium_bids": "none"}, **SUCCEED_0),
        [33, 4, 2],
        "S",
    ),
    "premium values": (
        Story(
            overrides={"declare_value": 7, "reveal_value": 11},
            calls=("DECLARE", "REVEAL", "RAISE"),
            **SUCCEED_0,
        ),
        [3 + 30 + 11, 4, 2],
        "S",
    ),
    "a failed premium costs the bidder": (
        Story(
            overrides={"premium_failure": "self_loses"},
            calls=("PASS", "REVEAL"),
            **SUCCEED_0,
        ),
        [33, 4 - 60, 2],
        "S",
    ),
    "a failed revelation pays every opponent": (
        Story(calls=("PASS", "REVEAL"), **SUCCEED_0),
        [33 + 60, 4, 2 + 60],
        "S",
    ),
    "trick points": (
        Story(overrides={"trick_points": 0}, **SUCCEED_0),
        [30, 0, 0],
        "S",
    ),
    "values of the suits": (
        Story(overrides={"bid_values": (0, 0, 1, 0)}, bids=("DDD", None, None), tricks=(3, 4, 2)),
        [33, 4, 2],
        "S",
    ),
    "three diamonds for no trick or all": (
        Story(
            overrides={"three_diamonds_double": True},
            hands={0: "6S 7S 8S 9S TS JS QS KS AS 6D 7D 8D"},
            bids=("DDD", None, None),
            tricks=(9, 0, 0),
        ),
        [39, 0, 0],
        "S",
    ),
    "no success keeps the trump": (
        Story(overrides={"zero_success_trump": "keep"}, match={"trump": "C"}, **SUCCEED_NONE),
        [3, 4, 2],
        "C",
    ),
    "no success: diamonds": (Story(match={"trump": "C"}, **SUCCEED_NONE), [3, 4, 2], "D"),
    "a new game starts without trumps": (
        Story("penguin", match={"totals": [90, 0, 0], "trump": "C"}, **SUCCEED_0),
        [33 + 100, 4, 2],
        "NT",
    ),
    "a new game goes on with the trumps": (
        Story(
            "penguin",
            {"trump_reset_each_game": False},
            match={"totals": [90, 0, 0], "trump": "C"},
            **SUCCEED_0,
        ),
        [33 + 100, 4, 2],
        "S",
    ),
    "a fixed trump stays": (
        Story(overrides={"trump_rule": "fixed", "fixed_trump": "H"}, **SUCCEED_0),
        [33, 4, 2],
        "H",
    ),
    "announced numbers count, cards do not": (
        Story(
            overrides={"bid_mode": "announce", "premium_bids": "none"},
            bids=("CCC", "CCC", "CCC"),
            numbers=(3, 1, 2),
            tricks=(3, 4, 2),
        ),
        [3 + 20, 4, 2 + 20],
        "H",
    ),
}


@pytest.mark.parametrize("name", OPTIONS)
def test_option(name):
    """A deal under the option scores what the page says and leaves the trump it says."""
    story, gains, trump = OPTIONS[name]

    assert (gains, trump) == told(Referee, story)


def test_first_trump():
    """The first deal is played with the option's trump; a given match state overrides it."""
    plain, diamonds = Story("parlett_1990"), Story("first_diamonds")
    in_deal = Story("first_diamonds", {"episode": "deal"}, match={"trump": "S"})

    assert "NT" == at_first_lead(Referee, plain).trump
    assert "D" == at_first_lead(Referee, diamonds).trump
    assert "S" == at_first_lead(Referee, in_deal).trump


def test_running_count_of_successes_makes_trumps():
    """With `in_deal` who has exactly his announced tricks so far counts, before the first too."""
    overrides = {
        "bid_mode": "announce",
        "premium_bids": "none",
        "success_scope": "in_deal",
        "success_trump_table": ("NT", "D", "S", "H"),
    }
    story = Story(overrides=overrides, numbers=(0, 0, 1), hands={0: "AS KS"})
    referee = at_first_lead(Referee, story)

    assert "S" == referee.trump
    for _ in range(3):
        referee.play(referee.legal()[-1])
    level = [n for n, taken in zip((0, 0, 1), referee.tricks) if n == taken]
    assert ("NT", "D", "S", "H")[len(level)] == referee.trump


def test_play_on_ends_when_the_tie_is_broken():
    """A game tied at the target goes on and gives its bonus once, when a leader stands alone."""
    options = {"tie_rule": "play_on"}
    tied = Story(
        overrides=options, match={"totals": [91, 92, 60]}, bids=(4, 3, 1), tricks=(4, 3, 2)
    )
    deck, actions = written_out(tied)
    referee = begun(Referee, tied, deck)
    follow(referee, actions)

    assert [115, 115, 62] == referee.totals
    assert referee.wants_deck()
    after = Story(overrides=options, match={"totals": [115, 115, 62]}, **SUCCEED_0)
    gains, _ = told(Referee, after)
    assert [133, 104, 2] == gains


def test_shared_tie():
    """Equal best totals at the end of a game share the first place."""
    story = Story(match={"totals": [91, 92, 60]}, bids=(4, 3, 1), tricks=(4, 3, 2))
    deck, actions = written_out(story)
    referee = begun(Referee, story, deck)
    follow(referee, actions)

    assert [0, 1] == referee.winners


def test_a_tied_game_of_a_rubber_counts_for_nobody():
    """In a rubber of three won games a tied game is played and counted, but won by nobody."""
    story = Story(
        "penguin",
        match={"totals": [91, 92, 60], "wins": [2, 2, 0], "games": 4},
        bids=(4, 3, 1),
        tricks=(4, 3, 2),
    )
    deck, actions = written_out(story)
    referee = begun(Referee, story, deck)
    follow(referee, actions)

    assert ([2, 2, 0], 5, [0, 0, 0]) == (referee.wins, referee.games, referee.totals)
    assert [215, 215, 62] == referee.banked


# ---- other forms of the game -------------------------------------------------------------------


def test_an_unclaimed_trump_stays():
    """Where nobody bids for the trump the last one stays, or there is none."""
    stays = Story("declarer_trumps", match={"trump": "C"})
    none = Story("declarer_trumps", {"unclaimed_trump": "NT"}, match={"trump": "C"})

    assert "C" == at_first_lead(Referee, stays).trump
    assert "NT" == at_first_lead(Referee, none).trump
    assert "NT" == at_first_lead(Referee, Story("declarer_trumps")).trump


def test_no_trump_can_be_named_where_the_option_says_so():
    """`suits_or_nt` offers four suits and no trump, `suits_or_nines` four suits and Nines."""
    names = Names("36")
    for word, extra in (("suits_or_nt", "NT"), ("suits_or_nines", "NINES")):
        story = Story("declarer_trumps", {"premium_names_trump": word})
        referee = begun(Referee, story, deck_of(story, random.Random(1)))
        referee.play(names.REVEAL)

        assert [names.TRUMP[text] for text in (*"SCDH", extra)] == referee.legal()


@pytest.mark.parametrize(
    ("contract", "bids", "tricks", "gains", "trump"),
    [
        ("joint", (3, 3, 3, 1), (2, 1, 4, 3), [16, 14, 16, 14], "NT"),
        ("joint", (3, None, 2, None), (1, 3, 4, 2), [25, 5, 25, 5], "H"),
        ("individual", (3, 1, 2, 2), (3, 3, 2, 2), [25, 5, 25, 5], "H"),
        ("individual", (3, 1, 2, 2), (2, 3, 3, 2), [5, 5, 5, 5], "D"),
    ],
)
def test_partners_score_together(contract, bids, tricks, gains, trump):
    """Partners' bids count as a sum or each on its own; a side's success counts as two."""
    overrides = {"partnership_contract": contract}

    assert (gains, trump) == told(
        Referee, Story("four_partnership", overrides, bids=bids, tricks=tricks)
    )


@pytest.mark.parametrize(
    ("dummy_tricks", "points", "successes"), [(1, 1 + 20, 2), (2, 2 + 20 + 30, 2), (3, 3, 1)]
)
def test_penguin_dummy(dummy_tricks, points, successes):
    """The Penguin dummy succeeds with fewer tricks than its bid, and declares with exactly it."""
    story = Story(
        "two_dummy_penguin",
        {"episode": "deal"},
        bids=(3, None, 2),
        tricks=(3, 6 - dummy_tricks, dummy_tricks),
    )
    deck, actions = written_out(story)
    referee = begun(Referee, story, deck)
    follow(referee, actions)

    assert points == referee.deal_points[2]
    assert 3 + (30, 20)[successes - 1] == referee.deal_points[0]


def test_unbidden_bid_is_what_is_left():
    """Without bidding the three cards left after nine tricks are the bid."""
    values = {"D": 0, "S": 1, "H": 2, "C": 3}
    outcomes = []
    for seed in range(10):
        referee = play_at_random(options_for("unbidden", episode="deal"), seed)
        for seat in range(3):
            left = [referee.names.suit(card) for card in referee.places()[f"hand {seat}"]]
            fulfilled = sum(values[suit] for suit in left) == referee.tricks[seat]
            outcomes.append(fulfilled)

            assert 3 == len(left)
            assert fulfilled == referee.success[seat] == (referee.deal_points[seat] > 9)
    assert {True, False} == set(outcomes)


def test_unbidden_premium_names_its_number():
    """The premium bidder names his tricks before the lead, and needs cards that agree."""
    story = Story("unbidden_premium", {"episode": "deal"}, calls=("REVEAL",), numbers=(3,))
    outcomes = []
    for seed in range(60):
        referee = at_first_lead(Referee, story, seed)
        rng = random.Random(seed)

        assert {True} == seen(referee, 1, "hand 0")
        while referee.phase == "play":
            referee.play(rng.choice(referee.legal()))
        left = [referee.names.suit(card) for card in referee.places()["hand 0"]]
        value = sum({"D": 0, "S": 1, "H": 2, "C": 3}[suit] for suit in left)
        outcomes.append(referee.tricks[0] == 3 == value)
        assert outcomes[-1] == referee.success[0] == (referee.deal_points[0] >= 3 + 10 + 60)
    assert {True, False} == set(outcomes)


def test_retelling_plays_the_laid_cards_last():
    """In the retelling tricks ten to twelve are played with the three cards laid aside."""
    story = Story("russian_retelling", numbers=(4, 4, 4))
    referee = at_first_lead(Referee, story)
    laid = referee.places()["laid 1"]
    for _ in range(27):
        referee.play(referee.legal()[0])

    assert laid == referee.places()["hand 1"]
    assert {False} == seen(referee, 0, "hand 1")
    for _ in range(8):
        referee.play(referee.legal()[0])
    assert 11 == sum(referee.tricks)
