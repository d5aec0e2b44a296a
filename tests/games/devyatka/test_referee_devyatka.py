"""The referee of Nine (Devyatka) against the rules page: vectors, counts and worked cases."""

from __future__ import annotations

import random

import pytest

from tests.referees.devyatka import PRESETS, Referee, options_for
from tests.referees.devyatka_vectors import (
    CLASSIC_MINI,
    MINI_COUNTS,
    MINI_HANDS,
    MINI_PLAY,
    VECTORS,
    Script,
    count_mini,
    hands_for,
    small,
)

CLUBS = "8C 7C 6C 5C 4C 3C 9C TC JC QC KC"


def script(options: dict) -> Script:
    """Return a script that drives the referee."""
    return Script(Referee, options)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.__name__)
def test_page_vector(vector):
    """The referee answers the page's test vectors."""
    for what, expected, actual in vector(Referee):

        assert expected == actual, what


@pytest.mark.parametrize("preset", MINI_COUNTS)
def test_mini_counts(preset):
    """Full enumeration gives the page's counts of nodes and information sets."""
    assert MINI_COUNTS[preset] == count_mini(Referee, preset)


# --- deal and opening --------------------------------------------------------------------


def test_lot_names_the_first_dealer():
    """The first dealer is drawn by lot, then a deck is due."""
    engine = Referee(options_for("classic"))
    lot = (engine.player, engine.legal(), engine.wants_deck())
    engine.play(1)

    assert (-1, [0, 1, 2], False) == lot
    assert (-1, [], True, 1) == (engine.player, engine.legal(), engine.wants_deck(), engine.dealer)


@pytest.mark.parametrize(("limit", "redealt"), [(0, False), (3, True), (4, False)])
def test_hand_of_aces_is_redealt_before_payment(limit, redealt):
    """Three aces in one hand force a redeal by the same dealer where three are the limit."""
    table = script(options_for("bank", redeal_aces=limit, first_dealer=2, hand_size=4))
    table.deal(["AS AC AD 9D", "", ""])

    assert redealt == table.engine.wants_deck()
    assert 2 == table.engine.dealer
    assert (100 if redealt else 90) == table.engine.chips[0]


def test_seats_without_an_eight_pass_until_one_lies():
    """Eldest begins; only eights may be laid before the first one, and must be."""
    table = script(small("fantan_eights", 4, 3, forced_play=False))
    table.deal(["7C 9C AC", "8C 9D TD", "", ""])
    first = table.engine.legal()
    table.play("PASS")

    assert table.actions("PASS") == first
    assert table.actions("8C") == table.engine.legal()


def test_undealt_founders_force_a_redeal_of_eldest_start_rank():
    """With all eights undealt nobody could begin."""
    table = script(small("fantan_eights", 4, 3)).deal(["", "", "", ""], then="8S 8C 8D 8H")

    assert table.engine.wants_deck()


def test_previous_winner_leads_the_next_deal():
    """Under `winner_start_rank` the first player out begins with any founder he holds."""
    options = options_for("bank_rounds", episode="match", **CLASSIC_MINI)
    table = script(options).deal(MINI_HANDS).play(MINI_PLAY.removesuffix(" TS"))
    between = (table.engine.wants_deck(), table.engine.dealer, table.engine.scores())
    table.deal(MINI_HANDS, dealer=0)

    assert (True, 0, [-20, -20, 40]) == between
    assert (2, table.actions("9S")) == (table.engine.player, table.engine.legal())


# --- turns -------------------------------------------------------------------------------


def test_stock_is_drawn_until_it_is_empty():
    """A seat without a legal card draws and ends its turn; with an empty stock it passes."""
    options = options_for("mini2_dead", stock_use="draw_one")
    table = script(options).deal(["9D JD 7S 8D", "7D 8S TS JS"], then="9S TD").play("9D")
    forced = table.engine.legal()
    table.play("DRAW")
    drawn = table.action("9S")

    assert table.actions("DRAW") == forced
    assert 0 == table.engine.player
    assert table.engine.knows(1, "hand 1", drawn)
    assert not table.engine.knows(0, "hand 1", drawn)

    table.play("8D 7D DRAW 9S TD TS JD JS")

    assert table.actions("PASS") == table.engine.legal()
    assert [0, 1] == table.play("PASS 8S").engine.scores()


def test_forced_passes_are_skipped_but_recorded():
    """With `auto_pass` the mini deal runs without its two passes."""
    table = script(options_for("mini3", auto_pass=True)).deal(MINI_HANDS)
    table.play("9D 9H TH 8H TD 8D")
    passes = [seat for seat, action in table.engine.history if action == table.action("PASS")]

    assert 2 == table.engine.player
    assert [0, 1] == passes
    assert [1, 0, 1] == table.play("9S TS").engine.scores()


def test_skipped_passes_block_a_deal():
    """Forced passes all round end the deal without an action."""
    table = script(small("classic", 2, 2, auto_pass=True)).deal(["9D AD", "6D AS"]).play("9D")

    assert (-4, [1, 0]) == (table.engine.player, table.engine.scores())


def test_extra_turn_is_not_declined_and_costs_nothing():
    """A second card must be laid even where passing is free; a missing one pays no fee."""
    options = small("fantan_extra", 4, 5, scoring="bank", forced_play=False)
    table = script(options).deal(hands_for(CLUBS, 4, {3: "AC 2C 5H"})).play(CLUBS + " AC")

    assert table.actions("2C") == table.engine.legal()

    table = script(options).deal(hands_for(CLUBS, 4, {3: "AC 5H 6H"})).play(CLUBS + " AC")

    assert (0, 40) == (table.engine.player, table.engine.bank)


@pytest.mark.parametrize(
    ("later", "card", "mover"),
    [("ace_lowest", "2C", 3), ("ace_lowest", "AC", 3), ("same", "AC", 3), ("same", "2C", 0),
     ("none", "AC", 0)],
)
def test_extra_turn_changes_from_the_second_deal(later, card, mover):
    """`extra_turn_later` replaces the ranks that give an extra turn."""
    table = script(small("fantan_extra", 4, 5, extra_turn_later=later))
    table.engine.set_match(deal_number=1)
    table.deal(hands_for(CLUBS, 4, {3: "AC 2C 5H"})).play(f"{CLUBS} {card}")

    assert mover == table.engine.player


# --- the end of a deal -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scoring", "expected"),
    [("placement", [3, 2, 0.5, 0.5]), ("not_last", [1, 1, 0, 0]), ("first_only", [1, 0, 0, 0])],
)
def test_blocked_after_one_is_out(scoring, expected):
    """Holders rank behind the player out, fewest cards first, equal hands sharing."""
    table = script(small("classic", 4, 2, scoring=scoring))
    table.deal(["9D 8D", "TD AS", "6S 6H", "KS QS"])
    table.play("9D TD PASS PASS 8D PASS PASS PASS")

    assert (-4, expected) == (table.engine.player, table.engine.scores())


@pytest.mark.parametrize(
    ("scoring", "expected"),
    [("placement", [0.5, 0.5]), ("not_last", [0, 0]), ("first_only", [1, 1])],
)
def test_blocked_with_equal_hands(scoring, expected):
    """Equal hands are all losers, all first, or share the mean place."""
    table = script(small("classic", 2, 2, scoring=scoring)).deal(["9D AD", "8D AS"])

    assert expected == table.play("9D 8D PASS PASS").engine.scores()


def test_blocked_places_after_equal_hands():
    """Two seats share the places one and two, the third hand takes the last."""
    table = script(small("classic", 3, 2, scoring="placement"))
    table.deal(["9D AD", "8D AS", "6S 6H"]).play("9D 8D PASS PASS PASS")

    assert [1.5, 1.5, 0] == table.engine.scores()


@pytest.mark.parametrize(
    ("overrides", "expected"),
    [
        ({"left_card_fee": 3}, [-23, -23, 46]),
        ({"start_chips": 10}, [-10, -10, 20]),
        ({"start_chips": 15}, [-15, -15, 30]),
        ({"pass_fee": 0}, [-10, -10, 20]),
        ({"start_chips": 21, "left_card_fee": 3}, [-21, -21, 42]),
    ],
)
def test_bank_payments(overrides, expected):
    """Fees go to the first player out; who cannot pay in full pays what he has."""
    options = options_for("bank", episode="match", deals_per_match=1, **CLASSIC_MINI)
    table = script({**options, **overrides}).deal(MINI_HANDS)

    assert expected == table.play(MINI_PLAY.removesuffix(" TS")).engine.scores()


def test_short_hands_pay_more():
    """Four of five hands are one card shorter and pay the extra ante."""
    engine = Referee(options_for("bank", players=5, short_hand_fee=2, first_dealer=0))
    engine.deal(engine.pack())

    assert 10 + 4 * 12 == engine.bank
    assert [88, 90, 88, 88, 88] == engine.chips


@pytest.mark.parametrize(
    ("dealer", "rule", "expected"),
    [(2, "most_cards_lose", [3, 2, -5]), (0, "most_cards_lose", [2, 3, -5]), (2, "void", [0] * 3)],
)
def test_blocked_bank_is_split(dealer, rule, expected):
    """The fewest cards split the bank, the odd rest going to the first from eldest."""
    options = options_for("bank", hand_size=2, ante=5, pass_fee=0, left_card_fee=1,
                          first_dealer=dealer, blocked_rule=rule)
    table = script(options).deal(["9D AD", "8D AS", "6S 6H"])

    assert expected == table.play("9D 8D PASS PASS PASS").engine.scores()


# --- matches -----------------------------------------------------------------------------


def test_match_sums_deals_and_moves_the_deal():
    """Two deals are summed and dealt by neighbours."""
    table = script(options_for("mini3", episode="match", deals_per_match=2))
    table.deal(MINI_HANDS).play(MINI_PLAY)
    between = (table.engine.player, table.engine.dealer, table.engine.scores())
    table.deal(MINI_HANDS, dealer=0).play(MINI_PLAY)

    assert (-1, 0, [1, 0, 1]) == between
    assert (-4, [2, 0, 2]) == (table.engine.player, table.engine.scores())


@pytest.mark.parametrize(("chips", "player"), [(29, -4), (30, -1)])
def test_bank_match_ends_with_a_player_who_cannot_pay_the_ante(chips, player):
    """After paying 20 a player needs 10 more for the next deal."""
    options = options_for("bank", episode="match", deals_per_match=9, start_chips=chips)
    table = script({**options, **CLASSIC_MINI}).deal(MINI_HANDS)

    assert player == table.play(MINI_PLAY.removesuffix(" TS")).engine.player


# --- the other variants ------------------------------------------------------------------


def test_domino_opener_and_single_cards():
    """Eldest may open; without chains one card ends the turn."""
    options = small("domino", 3, 3, domino_opener="eldest", domino_chain=False)
    table = script(options).deal(["5 4 K", "", ""], then="6")

    assert (0, table.actions("5")) == (table.engine.player, table.engine.legal())
    assert 1 == table.play("5").engine.player


@pytest.mark.parametrize(
    ("scoring", "expected"), [("first_only", [1, 0, 0]), ("bank", [50, -20, -30])]
)
def test_domino_blocks_with_an_empty_stock(scoring, expected):
    """When all pass in succession the fewest cards win."""
    options = small("domino", 3, 3, deck="SC/23456", domino_wrap=False, scoring=scoring)
    table = script(options).deal(["5 6 3", "3 4 4", "6 2 2"], then="5")
    table.play("6 PASS 5 6 PASS PASS")

    assert (2, table.actions("PASS")) == (table.engine.player, table.engine.legal())
    assert expected == table.play("PASS").engine.scores()


def test_mixed_turns_stacks():
    """A turned card is laid out or goes, seen by all, under the stack."""
    table = script(options_for("mixed_reconstruction", **CLASSIC_MINI)).deal(MINI_HANDS)
    opening = (table.engine.player, table.engine.legal(), table.engine.places()["table"])
    table.play("DRAW DRAW DRAW")

    assert (1, table.actions("DRAW"), table.actions("9D")) == opening
    assert table.actions("TS 8H") == table.engine.places()["hand 0"]
    assert table.engine.knows(1, "hand 0", table.action("8H"))
    assert not table.engine.knows(0, "hand 0", table.action("TS"))

    table.play("DRAW " * 7)

    assert (-4, [0, 1, 1]) == (table.engine.player, table.engine.scores())


# --- the interface -----------------------------------------------------------------------


def test_seats_know_their_hand_and_the_table():
    """Own cards and cards played are seen; other hands and dead cards are not."""
    table = script(small("classic", 2, 2)).deal(["9D AD", "6D AS"], then="7D").play("9D")
    engine = table.engine

    assert engine.knows(1, "table", table.action("9D"))
    assert engine.knows(1, "hand 1", table.action("AS"))
    assert not engine.knows(0, "hand 1", table.action("AS"))
    assert not engine.knows(0, "dead", table.action("7D"))
    assert not engine.knows(0, "hand 0", table.action("AS"))


def test_illegal_actions_and_options_are_refused():
    """Wrong actions, decks and combinations raise ValueError."""
    table = script(small("classic", 2, 2)).deal(["9D AD", "6D AS"])
    for wrong in table.actions("AD 6D PASS DRAW"):
        with pytest.raises(ValueError, match="expected one of"):
            table.engine.play(wrong)
    with pytest.raises(ValueError, match="expected no deck"):
        table.engine.deal(table.engine.pack())
    for overrides in ({"end_rule": "first_out"}, {"scoring": "bank"}, {"hand_size": 13},
                      {"start_rank": "2"}):
        with pytest.raises(ValueError, match="expected"):
            Referee(options_for("classic", **overrides))


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("episode", ["deal", "match"])
def test_random_play(preset, episode):
    """Random matches end, keep every card, keep chips, and clones go their own way."""
    rng = random.Random(f"{preset} {episode}")
    for _ in range(10):
        engine = Referee(options_for(preset, episode=episode))
        pack = engine.pack()
        while engine.player != -4:
            if engine.wants_deck():
                engine.deal(rng.sample(pack, len(pack)))
                continue
            before = engine.places()
            engine.clone().play(rng.choice(engine.legal()))

            assert before == engine.places()

            engine.play(rng.choice(engine.legal()))
            lying = sorted(card for cards in engine.places().values() for card in cards)

            assert lying == (pack if engine.history else [])

        if engine.options["scoring"] == "bank":

            assert 0 == sum(engine.scores())
