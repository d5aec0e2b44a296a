"""The rules of King: the page's vectors and counts, what is told, and what is refused."""

from __future__ import annotations

import random

import pytest

from helpers.king_positions import cards, ended, play, position, texts
from helpers.minis import count_mini
from prikup.envs import load_game
from prikup.envs.engine.cards import make_set, members
from prikup.envs.engine.errors import BadOptions, IllegalAction
from prikup.envs.engine.game import State
from prikup.envs.games.king.bounds import contract_total
from prikup.envs.games.king.layout import (
    BY_LAST,
    CARDS,
    DISCARDING,
    NAME_SUIT,
    ORDERING,
    PLAYED,
    PLAYING,
    UNDEALT,
)
from prikup.envs.games.king.options import ALL_CONTRACTS, KingOptions
from prikup.envs.games.king.presets import NEGATIVE, PRESETS

TERMINAL = -4


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

    assert [-6, -4, -4, -2] == ended("", "no_tricks", "00011223")
    assert [-8, 0, -8, 0] == ended(last, "last_two", "00011202")
    assert [0, -16, 0, 0] == ended(last, "last_two", "00002211")


def test_points_of_eralash():
    """The page's deal of everything: -32, -44, -20, 0."""
    taken = ("JS QS QC 7H 8H 9H", "JC JH TH KH AH", "JD QD QH", "")

    assert [-32, -44, -20, 0] == ended("preset=single_eralash", "eralash", "00122210", taken)


def test_points_of_otygrysh():
    """Three points a trick, four with three players."""
    four, three = "preset=single_otygrysh", "preset=single_otygrysh,players=3,deck=30"

    assert [12, 6, 3, 3] == ended(four, "otygrysh", "00001123")
    assert [20, 12, 8] == ended(three, "otygrysh", "0000011122")


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
        "0000011122",
        taker=0,
        discard=jack,
    )


@pytest.mark.parametrize(
    ("winners", "expected"), [("0000111222", (-4, 0, 0)), ("0000011111", (-2, -2, 0))]
)
def test_preliminary_deals(winners, expected):
    """Most tricks of a preliminary deal cost four, shared among equals."""
    text = "preset=atomic_preliminary,episode=match"

    assert list(expected) == ended(text, "no_tricks", winners)


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
            assert jack not in state.view(seat).known(PLAYED) + state.view(seat).known(UNDEALT)


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
