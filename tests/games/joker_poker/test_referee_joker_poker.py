"""The referee of Joker Poker against the rules page: vectors, counts and worked cases."""

from __future__ import annotations

import random

import pytest

from tests.referees.joker_poker import PRESETS, Referee, options_for
from tests.referees.joker_poker_scores import premium
from tests.referees.joker_poker_script import Script, one_deal, special_deal
from tests.referees.joker_poker_tables import schedule_for
from tests.referees.joker_poker_vectors import MINI_COUNTS, VECTORS, count_mini

QUICK_COUNTS = ["mini_joker2 k=1", "mini_joker2", "mini_oh_hell k=1"]


def script(options: dict) -> Script:
    """Return a script that drives the referee."""
    return Script(Referee, options)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.__name__)
def test_page_vector(vector):
    """The referee answers the page's test vectors."""
    for what, expected, actual in vector(Referee):
        assert expected == actual, what


def check_counts(name):
    """Compare what the page gives of a mini version's counts."""
    expected = MINI_COUNTS[name][2]
    actual = count_mini(Referee, name)

    assert expected == tuple(a if e is not None else None for e, a in zip(expected, actual))


@pytest.mark.parametrize("name", QUICK_COUNTS)
def test_mini_counts(name):
    """Full enumeration gives the page's counts of deals and information sets."""
    check_counts(name)


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in MINI_COUNTS if name not in QUICK_COUNTS])
def test_mini_counts_at_length(name):
    """The same for the larger mini versions."""
    check_counts(name)


# --- schedule and dealer -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "players", "sizes"),
    [
        ("alenkin", 3, [*range(1, 12), *range(11, 0, -1)]),
        ("strict_sheet", 3, [*range(1, 13), 12, 12, 12]),
        ("strict_sheet", 4, [*range(1, 9), 9, 9, 9, 9]),
        ("strict_sheet", 6, [*range(1, 7), *[6] * 6]),
        ("georgian", 4, [*range(1, 9), 9, 9, 9, 9, *range(8, 0, -1), 9, 9, 9, 9]),
        ("georgian_nines", 4, [9] * 16),
        ("opendaum", 5, [*range(1, 6), *[6] * 5, *range(5, 0, -1)]),
    ],
)
def test_main_part_of_presets(preset, players, sizes):
    """Presets have the page's hand sizes."""
    options = options_for(preset, players=players, specials="none")

    assert sizes == [size for _, size, _ in schedule_for(options, len(Referee(options).pack()))]


def test_special_deals_follow_in_order():
    """Each special comes once or once a player; percent has four cards, forehead one."""
    sheet = schedule_for(options_for("strict_sheet"), 36)[12:]
    once = options_for("forehead36", special_repeat="once", special_hand=5)

    assert ["dark", "percent", "no_trump", "golden", "misere"] == [k for k, _, _ in sheet[::4]]
    assert [9, 4, 9, 9, 9] == [size for _, size, _ in sheet[::4]]
    assert [
        ("dark", 5, -1),
        ("no_trump", 5, -1),
        ("misere", 5, -1),
        ("golden", 5, -1),
        ("forehead", 1, -1),
    ] == schedule_for(once, 36)[20:]


def test_one_deal_is_the_first_with_most_cards():
    """A single deal is the main part's first largest one unless another is chosen."""
    usual = Referee(options_for("classic36"))
    chosen = Referee(options_for("classic36", deal_index=20))
    usual_size, chosen_kind = usual.size, chosen.kind
    usual.set_match(deal_index=2, dealer=1)

    assert (9, 3) == (usual_size, usual.size)
    assert ("dark", 1) == (chosen_kind, usual.dealer)
    assert usual.wants_deck()


def test_lots_come_before_the_deck():
    """The hand size is drawn first, then the dealer, then a deck is due."""
    engine = Referee(options_for("oh_hell_openspiel", players=7))
    sizes = engine.legal()
    engine.play(7)
    seats = engine.legal()
    engine.play(3)

    assert ([1, 2, 3, 4, 5, 6, 7], list(range(7))) == (sizes, seats)
    assert (True, [], 3) == (engine.wants_deck(), engine.legal(), engine.dealer)


def test_winner_of_the_last_trick_deals_next():
    """Otherwise the deal moves to the left."""
    for word, dealer in (("last_trick_winner", 1), ("left", 0)):
        options = one_deal("no_joker36", 3, 1, sets="2/2", next_dealer=word, episode="match")
        table = script(options).play_deal([2, 1])

        assert dealer == table.engine.dealer


def test_counterclockwise_bidding_ends_with_the_dealer():
    """The dealer's right bids first; the lead stays with eldest."""
    table = script(one_deal("no_joker36", 4, 2, bid_direction="ccw"))
    table.engine.deal(table.engine.pack())
    movers = []
    while table.bids_are_due():
        movers.append(table.engine.player)
        table.play("b0")

    assert [2, 1, 0, 3, 0] == [*movers, table.engine.player]


# --- trump -------------------------------------------------------------------------------


def test_turned_joker_is_redealt_or_passed_over():
    """`redeal` asks for another deck; `next_card` turns on until an ordinary card comes."""
    for word in ("redeal", "next_card"):
        options = one_deal("classic54", 2, 1, trump_source="turn_up", joker_turned=word)
        table = script(options).deal(["9H", "8S"], then="J2 J1 6C")
        turned = table.engine.places()["trump card"]

        assert (word == "redeal") == table.engine.wants_deck()
        assert (table.actions("J2 J1 6C") if word == "next_card" else []) == turned


def test_dealers_last_joker_is_redealt():
    """A shown joker is treated as a turned one."""
    options = one_deal("classic36", 2, 1, trump_source="dealer_last", joker_turned="redeal")

    assert script(options).deal(["9H", "7S"]).engine.wants_deck()


def test_chooser_sees_three_cards():
    """Eldest names any suit or no trump on three cards; then the rest is dealt and bid on."""
    options = one_deal("georgian", 4, 9, trump_source="turn_up")
    table = script(options)
    table.engine.deal(table.engine.pack())
    sizes = [len(table.engine.places()[f"hand {p}"]) for p in range(4)]

    assert (0, [3, 3, 3, 3]) == (table.engine.player, sizes)
    assert table.actions("nameS nameC nameD nameH nameNT") == table.engine.legal()

    table.play("nameD")

    assert [9] * 4 == [len(table.engine.places()[f"hand {p}"]) for p in range(4)]
    assert (table.bids_are_due(), table.engine.trump) == (True, "D")


def test_random_trump_is_a_lot():
    """Every suit of the pack is an outcome, drawn after the deal and before the bids."""
    table = script(one_deal("no_joker36", 2, 2, trump_source="random"))
    table.engine.deal(table.engine.pack())

    assert (-1, False) == (table.engine.player, table.engine.wants_deck())
    assert table.actions("nameS nameC nameD nameH") == table.engine.legal()
    assert table.play("nameH").bids_are_due()


@pytest.mark.parametrize(
    ("kind", "changes", "trump"),
    [
        ("no_trump", {}, "NT"),
        ("misere", {}, "H"),
        ("misere", {"misere_trump": False}, "NT"),
        ("golden", {"golden_trump": False}, "NT"),
        ("circular", {}, "circular"),
        ("no_trump", {"trump_source": "circular"}, "NT"),
        ("golden", {"trump_source": "none"}, "NT"),
    ],
)
def test_trump_of_special_deals(kind, changes, trump):
    """Some special deals have no trump, or a circular one, whatever the source."""
    table = script(special_deal("no_joker36", kind, 2, 3, **changes))
    table.engine.deal(table.engine.pack())

    assert trump == table.engine.trump


# --- dark and forehead deals -------------------------------------------------------------


def test_dark_bids_come_before_the_deal():
    """The deck lies untouched while bids are made; a redeal keeps them."""
    options = special_deal("classic36", "dark", 2, 2, trump_source="turn_up", joker_turned="redeal")
    table = script(options).deal(["9H 8H", "8S 6D"], then="7S")
    before = (table.engine.player, table.bids_are_due(), table.engine.places()["hand 0"])
    table.play("b1 b0")
    redealt = table.engine.wants_deck()
    table.deal(["9H 8H", "8S 6D"], then="7C")

    assert (0, True, [], True) == (*before, redealt)
    assert table.actions("8H 9H") == table.engine.legal()
    assert [1, 0] == table.engine.bids


def test_blind_bids_see_the_trump_only():
    """After the deal nobody knows a hand until all bids are made, but the turned card."""
    options = special_deal(
        "classic36", "dark", 2, 2, trump_source="turn_up", dark_time="after_deal_blind"
    )
    table = script(options).deal(["9H 8H", "8S 6D"], then="7C")
    card, turned = table.action("9H"), table.action("7C")
    blind = (
        table.bids_are_due(),
        table.engine.knows(0, "hand 0", card),
        table.engine.knows(1, "trump card", turned),
    )
    table.bid_lowest()

    assert (True, False, True) == blind
    assert (True, False) == tuple(table.engine.knows(p, "hand 0", card) for p in range(2))


def test_forehead_shows_the_cards_of_others():
    """A seat sees every card but its own; after the bids all see all."""
    table = script(special_deal("classic36", "forehead", 3, 5)).deal(["9H", "8S", "7S"])

    def seen() -> list[list[bool]]:
        held = [(f"hand {p}", table.engine.places()[f"hand {p}"][0]) for p in range(3)]
        return [[table.engine.knows(seat, *where) for where in held] for seat in range(3)]

    during = seen()
    table.bid_lowest()

    assert [[p != seat for p in range(3)] for seat in range(3)] == during
    assert [[True] * 3] * 3 == seen()


# --- tricks and jokers -------------------------------------------------------------------


def test_suit_holder_may_ruff_where_allowed():
    """`ruff_with_suit_allowed` adds the trumps to the cards of the led suit."""
    table = script(one_deal("no_joker36", 2, 3, ruff_with_suit_allowed=True))
    table.deal(["9S TC JC", "6S AH 7D"]).bid_lowest().play("9S")

    assert table.actions("6S AH") == table.engine.legal()


def test_demands_only_in_the_first_trick():
    """Later a led joker may be declared `take_open` instead."""
    table = script(one_deal("classic36", 2, 2, demand_first_trick_only=True))
    table.deal(["7S AC", "6C 8C"]).bid_lowest()

    assert table.legal("", "AC highS highC highD highH lowS lowC lowD lowH")[1] == (
        table.engine.legal()
    )

    table.play("AC 6C")

    assert sorted(table.actions("take lowS lowC lowD lowH")) == table.engine.legal()


def test_joker_in_its_natural_use():
    """It is legal where the printed card is, takes as such, and creates no duty."""
    options = one_deal("odessa_shakha", 2, 3)
    table = script(options).deal(["9S AD 6C", "6S TD 9H"]).bid_lowest()

    assert sorted(table.actions("9S AD 6C take throw")) == table.engine.legal()

    table.play("9S")

    # The six of spades follows suit, but does not keep the trump from being played.
    assert sorted(table.actions("6S 9H take throw")) == table.engine.legal()
    assert 0 == table.play("6S").engine.player


def test_lowest_joker_is_used():
    """With two jokers in hand there is one action a mode, and it uses the lower."""
    table = script(one_deal("odessa_shakha", 2, 2)).deal(["9S 8S", "6C 6S"]).bid_lowest()
    table.play("9S")

    # The six of clubs may be discarded in its natural use: a joker creates no duty to follow.
    assert table.actions("6S 6C take throw") == table.engine.legal()
    assert table.actions("6C") == table.play("take").engine.places()["hand 1"]


def test_joker_as_any_card():
    """`as_card` may always be chosen; the first of two equal cards wins."""
    options = one_deal("classic36", 3, 2, joker_follow="as_card", joker_lead="as_card")
    hands = ["AS 9C", "7S 8C", "TS TC"]
    table = script(options).deal(hands).bid_lowest().play("AS")

    assert table.actions("8C") + [36 + 42 + card for card in range(36)] == table.engine.legal()

    later = script(options).deal(hands).bid_lowest().play("AS asAS TS")
    trump = table.play("as6H TS")
    led = script(options).deal(["7S 9C", "8D TD", "KS JS"]).bid_lowest().play("asQD")

    assert (0, 1) == (later.engine.player, trump.engine.player)
    assert led.actions("8D TD") == led.engine.legal()
    assert 0 == led.play("8D KS").engine.player


def test_take_open_asks_for_nothing():
    """Everybody may play anything, and even the highest trump does not beat the joker."""
    options = one_deal("alenkin", 2, 2, joker_high_beaten_by_trump=True, fixed_trump="D")
    table = script(options).deal(["6S 9C", "AD 8C"]).bid_lowest().play("take")

    assert sorted(table.actions("8C AD")) == table.engine.legal()
    assert 0 == table.play("AD").engine.player


def test_lone_low_open_joker_wins():
    """If no ordinary card follows, the leader's joker takes the trick."""
    table = script(one_deal("alenkin", 2, 2, fixed_trump="D"))
    table.deal(["6S 9C", "6C 8C"]).bid_lowest().play("throw throw")

    assert 0 == table.engine.player


# --- scores ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("khisht", "bid", "taken", "points"),
    [
        ("none", 2, 0, 0),
        ("flat500", 2, 0, -500),
        ("minus100k", 2, 0, -400),
        ("any_miss", 2, 3, -200),
        ("any_miss", 0, 1, -200),
        ("any_miss", 2, 2, 150),
        ("flat200", 0, 1, 10),
    ],
)
def test_georgian_penalties(khisht, bid, taken, points):
    """A bid without a trick costs what `khisht` says, a deal of four cards."""
    options = one_deal(
        "georgian",
        2,
        4,
        deck="52",
        jokers="none",
        premium=False,
        khisht=khisht,
        dealer_restriction=False,
    )
    table = script(options).play_deal([0] * taken + [1] * (4 - taken), [bid, 0])

    assert points == table.engine.scores()[0]


@pytest.mark.parametrize(("taken", "points"), [(0, [50, 100]), (4, [100, 50]), (1, [-10, -30])])
def test_misere_bonuses(taken, points):
    """No trick and every trick have their bonus on the strict sheet."""
    options = special_deal("strict_sheet", "misere", 2, 4, trump_source="none")
    table = script(options).play_deal([0] * taken + [1] * (4 - taken))

    assert points == table.engine.scores()


def test_multipliers():
    """Dark and forehead deals count as often as the options say."""
    dark = special_deal("no_joker36", "dark", 2, 3, mult_dark=2)
    forehead = special_deal("no_joker36", "forehead", 2, 1, mult_forehead=3)

    assert [40, 2] == script(dark).play_deal([0, 0, 1], [2, 0]).engine.scores()
    assert [30, -30] == script(forehead).play_deal([0], [1, 1]).engine.scores()


@pytest.mark.parametrize(
    ("exact", "expected"),
    [
        ([True, False, False], [300, -200, 0]),
        ([True, True, False], [300, 200, 0]),
        ([False] * 3, [0] * 3),
    ],
)
def test_premium_needs_an_exact_player(exact, expected):
    """Exact players gain their best score, the others lose theirs, if anybody was exact."""
    assert expected == premium([300, 200, 0], exact)


def test_parts_of_the_main_part_are_sets():
    """Without explicit sets the rising, largest and falling deals are a set each."""
    numbers = [number for _, _, number in schedule_for(options_for("classic36", max_hand=3), 36)]

    assert [0] * 2 + [1] * 4 + [2] * 2 + [-1] * 16 == numbers


# --- the interface -----------------------------------------------------------------------


def test_illegal_actions_and_options_are_refused():
    """Wrong actions, decks and combinations raise ValueError."""
    table = script(one_deal("classic36", 2, 2)).deal(["9S 8S", "6C 6S"])
    for wrong in (table.action("9S"), table.action("b3"), 1000):
        with pytest.raises(ValueError, match="expected one of"):
            table.engine.play(wrong)
    with pytest.raises(ValueError, match="expected no deck"):
        table.engine.deal(table.engine.pack())
    with pytest.raises(ValueError, match="a deal to be due"):
        table.engine.set_match(dealer=0)
    for overrides in (
        {"max_hand": 10},
        {"deck": "54", "jokers": "7S"},
        {"deck": "32", "jokers": "6C"},
        {"jokers": "added1", "joker_follow": "natural"},
        {"deck": "SC/789", "fixed_trump": "H"},
        {"circular_order": "S/C"},
        {"deal_index": 36},
    ):
        with pytest.raises(ValueError, match="expected"):
            Referee(options_for("classic36", **overrides))


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("episode", ["deal", "match"])
def test_random_play(preset, episode):
    """Random episodes end, keep every card, and clones go their own way."""
    rng = random.Random(f"{preset} {episode}")
    for _ in range(2 if episode == "match" else 10):
        engine = Referee(options_for(preset, episode=episode))
        pack, decks = engine.pack(), 0
        while engine.player != -4:
            if engine.wants_deck():
                engine.deal(rng.sample(pack, len(pack)))
                decks += 1
                continue
            if rng.random() < 0.1:
                before = engine.places()
                engine.clone().play(rng.choice(engine.legal()))

                assert before == engine.places()

            engine.play(rng.choice(engine.legal()))
            lying = sorted(card for cards in engine.places().values() for card in cards)

            assert lying == (pack if engine.has_deck else [])

        assert decks >= (len(engine.schedule) if episode == "match" else 1)
