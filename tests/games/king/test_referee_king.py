"""The referee of King against the rules page: vectors, counts and worked cases."""

from __future__ import annotations

import random

import pytest

from referees import king_scores as scores
from referees.king import PRESETS, Referee, options_for
from referees.king_minis import MINI_COUNTS, count_mini
from referees.king_script import (
    BUNDLES,
    codes,
    legal_names,
    next_deal,
    play_out,
    standing,
    winner_of,
)
from referees.king_tables import CONTRACTS, NEGATIVE, SUITS, THREE_VALUES, Cards, Ids

QUICK_COUNTS = ["mini2", "mini3 two suits"]


# --- the page's vectors: totals and scores -------------------------------------------------------


def total_of(options: dict, contract: str) -> int:
    """Return the points that a contract hands out, all cards and tricks going to seat 0."""
    cards = Cards(options)
    last = len(cards.pack) // options["players"]
    taken = [list(cards.pack)] + [[] for _ in range(options["players"] - 1)]
    won = [(0, [])] * last
    return sum(scores.contract_points(options, cards, contract, won, taken, last))


@pytest.mark.parametrize(
    ("preset", "totals"),
    [
        ("simple", [-16, -16, -16, -16, -16, -16, -96, 24]),
        ("three", [-20, -20, -20, -16, -20, -24, -120, 40]),
        ("three_proportional", [-20, -20, -20, -16, -20, -20, -116, 40]),
        ("rifki", [-650, -480, -400, -390, -360, -320, None, 650]),
    ],
)
def test_totals_of_contracts(preset, totals):
    """Vectors 1 and 20: what each contract hands out in all."""
    options = options_for(preset)

    for contract, expected in zip(CONTRACTS, totals, strict=True):
        assert expected in (None, total_of(options, contract))


def test_totals_of_matches():
    """Vectors 1 and 20: penalties and winnings of a match are equal."""
    assert 192 == 96 + 6 * 16 == 8 * 8 * 3
    assert 116 == 5 * 20 + 16
    assert 3 * (116 + 4) == 9 * 40
    assert 2 * (650 + 480 + 400 + 390 + 360 + 320) == 5200 == 8 * 650


def test_scores_of_tricks():
    """Vector 2: tricks 3/2/2/1 cost 6/4/4/2; the last two tricks cost eight each."""
    options = options_for("simple")
    cards = Cards(options)

    def points(contract: str, winners: list[int]) -> list[int]:
        won = [(winner, []) for winner in winners]
        return scores.contract_points(options, cards, contract, won, [[], [], [], []], 8)

    assert [-6, -4, -4, -2] == points("no_tricks", [0, 0, 0, 1, 1, 2, 2, 3])
    assert [-8, 0, -8, 0] == points("last_two", [1, 1, 1, 1, 1, 1, 0, 2])
    assert [0, -16, 0, 0] == points("last_two", [0, 0, 0, 0, 0, 0, 1, 1])
    assert [12, 6, 3, 3] == points("otygrysh", [0, 0, 0, 0, 1, 1, 2, 3])


def test_score_of_eralash():
    """Vector 3: all six at once."""
    options = options_for("simple")
    cards = Cards(options)
    # JH is a jack and a heart, QH a queen and a heart.
    taken = ["JS QS QC 7H 8H 9H", "JC JH TH KH AH", "JD QD QH", ""]
    won = [(winner, []) for winner in (0, 0, 1, 2, 2, 2, 1, 0)]

    cards_taken = [codes(cards, text) for text in taken]
    actual = scores.contract_points(options, cards, "eralash", won, cards_taken, 8)

    assert [-32, -44, -20, 0] == actual
    assert -96 == sum(actual)


def test_scores_of_three_players():
    """Vector 10: three players win four points a trick."""
    options = options_for("three")
    won = [(winner, []) for winner in (0, 0, 0, 0, 0, 1, 1, 1, 2, 2)]

    assert [20, 12, 8] == scores.contract_points(
        options, Cards(options), "otygrysh", won, [[], [], []], 10
    )


@pytest.mark.parametrize(
    ("total", "expected"),
    [([30, 18, -40], [25, 15, -40]), ([46, -10, -28], [38, -10, -28]), ([-1, 0, -2], [-1, 0, -2])],
)
def test_proportional(total, expected):
    """Vector 11: the winners share what the losers lose."""
    assert expected == scores.proportional(total)


@pytest.mark.parametrize(
    ("winners", "expected"),
    [
        ([0] * 4 + [1] * 3 + [2] * 3, [-4, 0, 0]),
        ([0] * 5 + [1] * 5, [-2, -2, 0]),
    ],
)
def test_preliminary(winners, expected):
    """Vector 12: the most tricks of a preliminary deal cost four, ties share them."""
    assert expected == scores.preliminary_points([(winner, []) for winner in winners], 3)


# --- the page's vectors: legal cards and winners -------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "hand", "expected"),
    [
        ("single_no_hearts", "7H KH 8S", "8S"),
        ("single_no_king", "7H KH 8S", "8S"),
        ("single_eralash", "7H KH 8S", "8S"),
        ("single_no_hearts", "7H KH", "7H KH"),
        ("single_no_king", "7H KH", "7H KH"),
        ("single_no_jacks", "7H KH 8S", "7H KH 8S"),
    ],
)
def test_heart_lead_ban(preset, hand, expected):
    """Vector 4: no heart is led by who holds another suit, where the contract says so."""
    assert set(expected.split()) == legal_names(standing(preset, hand))


@pytest.mark.parametrize(
    ("hand", "on_table", "rule", "expected"),
    [
        ("KH 7C AD", "9S", "void_only", "KH"),
        ("KH 8S", "9S", "void_only", "8S"),
        ("KH 7H", "9H AH", "void_only", "KH 7H"),
        ("KH 7H", "9H AH", "void_or_under", "KH"),
        ("KH 7H", "9H QH", "void_or_under", "KH 7H"),
        ("KH 7C AD", "9S", "void_or_under", "KH"),
        ("KH 7C AD", "9S", "off", "KH 7C AD"),
    ],
)
@pytest.mark.parametrize("preset", ["single_no_king", "single_eralash"])
def test_forced_drop(preset, hand, on_table, rule, expected):
    """Vector 5: when the king of hearts must be played."""
    referee = standing(preset, hand, on_table, king_forced_drop=rule)

    assert set(expected.split()) == legal_names(referee)


def test_no_forced_drop_elsewhere():
    """In other contracts and in the mirror nobody must drop the king or avoid hearts."""
    free = standing("single_no_hearts", "KH 7C AD", "9S")
    mirror = standing("king14", "KH 7C AD", "9S")
    mirror.contract, mirror.is_mirror = "eralash", True
    leading = standing("king14", "7H 8S")
    leading.contract, leading.is_mirror = "no_hearts", True

    assert {"KH", "7C", "AD"} == legal_names(free) == legal_names(mirror)
    assert {"7H", "8S"} == legal_names(leading)


@pytest.mark.parametrize(
    ("hand", "on_table", "namer", "expected", "changes"),
    [
        ("7S AC", "9D", 0, "7S", {}),
        ("7S AC", "9D", 0, "7S AC", {"must_trump": False}),
        ("AC KC", "9D", 0, "AC KC", {}),
        ("TD 7S", "9D", 0, "TD", {}),
        ("AS 7D", "", 1, "7D", {}),
        ("AS 8S", "", 1, "AS 8S", {}),
        ("AS 7D", "", 0, "AS 7D", {}),
        ("AS 7D", "", 1, "AS 7D", {"trump_lead_only_namer": False}),
    ],
)
def test_otygrysh_plays(hand, on_table, namer, expected, changes):
    """Vectors 6 and 7: follow suit, else trump; only the namer leads trumps freely."""
    referee = standing("single_otygrysh", hand, on_table, trump="S", namer=namer, **changes)

    assert set(expected.split()) == legal_names(referee)


@pytest.mark.parametrize(
    ("preset", "trick", "expected", "changes"),
    [
        ("single_otygrysh", "9D AD 7S KD", 2, {"trump": "S"}),
        ("single_otygrysh", "9D AD 7S KD", 1, {"trump": "NT"}),
        ("single_no_tricks", "9D TD AS KD", 3, {}),
        ("jokers4", "8S KS J1 AS", 2, {}),
        ("jokers4", "8S J1 QH AS", 2, {}),
        ("jokers4", "TH J1 9H", 1, {}),
        ("jokers4", "JH J1 TH", 0, {}),
        ("jokers4", "8S J1 QH KH", 3, {}),
        ("jokers3", "8S J2 J1", 2, {}),
        ("jokers3", "J1 AS JH", 2, {}),
        ("polignac32", "AS TS JS 9S", 2, {}),
        ("polignac32", "AS TS JS 9S", 0, {"rank_order": "A_high"}),
    ],
)
def test_winners(preset, trick, expected, changes):
    """Vectors 6 and 17, and the order with the king high: who wins a trick."""
    assert expected == winner_of(preset, trick, **changes)


# --- the page's vectors: the course of a match ---------------------------------------------------


@pytest.mark.parametrize(
    ("namer", "namers", "dealers"),
    [
        ("dealer_right", [3, 2, 1, 0, 3, 2, 1, 0], [0, 3, 2, 1, 0, 3, 2, 1]),
        ("dealer_left", [1, 2, 3, 0, 1, 2, 3, 0], [0, 1, 2, 3, 0, 1, 2, 3]),
    ],
)
def test_otygrysh_rotation(namer, namers, dealers):
    """Vector 8: the namer sits beside the dealer and deals next."""
    rng = random.Random(8)
    referee = Referee(options_for("simple", otygrysh_namer=namer))
    referee.set_match(dealer=0, deals=7)
    found = []
    for _ in range(8):
        dealer = referee.dealer
        referee.deal(rng.sample(referee.pack(), 32))
        found.append((referee.player, dealer))
        next_deal(referee, rng)

    assert list(zip(namers, dealers)) == found
    assert -4 == referee.player


def test_by_the_last():
    """Vector 9: the suit of the namer's last card is trump, and everybody has seen the card."""
    for seed in range(10):
        referee = Referee(options_for("single_otygrysh", first_dealer=0))
        referee.deal(random.Random(seed).sample(referee.pack(), 32))
        ids = referee.ids
        first = referee.places()["hand 3"]

        assert [3, 3, 0] == [referee.player, len(first), len(referee.places()["hand 0"])]
        assert [ids.NAME[suit] for suit in SUITS] + [ids.BY_LAST] == referee.legal()
        referee.play(ids.BY_LAST)
        hand = referee.places()["hand 3"]
        known = [card for card in hand if referee.knows(1, "hand 3", card)]
        assert (first, 8) == (hand[:3], len(hand))
        assert hand[-1:] == known
        assert referee.cards.suit(known[0]) == referee.trump
        assert 3 == referee.player


def test_naming_before_the_rest_is_dealt():
    """The namer may name any suit; the others get their cards afterwards."""
    referee = Referee(options_for("single_otygrysh", first_dealer=0, otygrysh_nt=True))
    referee.deal(referee.pack())
    plain, without = referee.clone(), referee
    plain.play(plain.ids.NAME["H"])
    without.play(without.ids.NAME["NT"])

    assert ("H", "NT") == (plain.trump, without.trump)
    assert [8] * 4 == [len(plain.places()[f"hand {seat}"]) for seat in range(4)]
    assert not any(plain.knows(0, "hand 3", card) for card in plain.places()["hand 3"])


def test_counter_clockwise():
    """Eldest sits on the dealer's right and the turn goes on to the right."""
    referee = Referee(options_for("rifki", first_dealer=2))
    referee.deal(referee.pack())
    orderer = referee.player
    referee.play(referee.ids.ORDER["no_tricks"])
    movers = []
    for _ in range(4):
        movers.append(referee.player)
        referee.play(referee.legal()[0])
    next_deal(referee, random.Random(1))

    assert (1, [1, 0, 3, 2], 1) == (orderer, movers, referee.dealer)


def test_contracts_left_to_order():
    """Vector 13: each contract once, otygrysh while its allowance lasts."""
    referee = Referee(options_for("ordered"))
    orders = [["no_jacks", "otygrysh", "otygrysh"], [], [], []]
    referee.set_match(dealer=3, deals=12, orders=orders)
    referee.deal(referee.pack())
    expected = [referee.ids.ORDER[name] for name in CONTRACTS if name != "no_jacks"]

    assert (0, expected) == (referee.player, referee.legal())

    last = Referee(options_for("ordered"))
    last.set_match(dealer=3, orders=[[*NEGATIVE, *["otygrysh"] * 7], [], [], []])
    last.deal(last.pack())
    assert [last.ids.ORDER["otygrysh"]] == last.legal()


@pytest.mark.parametrize(
    ("preset", "deals", "sum_of_scores"),
    [
        ("simple", 15, 0),
        ("simple_boys_first", 15, 0),
        ("ordered", 60, 0),
        ("ordered_no_eralash", 40, 0),
        ("three", 13, 0),
        ("three_proportional", 13, 0),
        ("atomic3", 27, 0),
        ("atomic4", 36, 0),
        ("atomic_preliminary", 30, 0),
        ("king14", 14, 0),
        ("king36", 12, 0),
        ("rifki", 20, 0),
        ("tetka", 4, -36),
        ("hearts_openspiel", 1, None),
    ],
)
def test_lengths_and_sums_of_matches(preset, deals, sum_of_scores):
    """Every match has the page's number of deals and, where it says so, the sum zero."""
    referee = play_out(Referee(options_for(preset, episode="match")), random.Random(preset))

    assert (-4, deals) == (referee.player, referee.deals)
    if sum_of_scores is not None:
        assert sum_of_scores == pytest.approx(sum(referee.scores()))


def test_every_player_orders_as_often():
    """In an ordered match every player has ordered everything."""
    ordered = play_out(Referee(options_for("ordered")), random.Random(1))
    atomic = play_out(Referee(options_for("atomic4")), random.Random(1))
    rifki = play_out(Referee(options_for("rifki")), random.Random(1))
    everything = sorted([*NEGATIVE, *["otygrysh"] * 8])

    assert [everything] * 4 == [sorted(names) for names in ordered.orders]
    assert [sorted([*NEGATIVE[:-1], *["otygrysh"] * 3])] * 4 == [sorted(n) for n in atomic.orders]
    assert [(5, 2)] * 4 == [(len(names), names.count("otygrysh")) for names in rifki.orders]
    negative = [name for names in rifki.orders for name in names if name != "otygrysh"]
    assert sorted(NEGATIVE[:-1] * 2) == sorted(negative)


# --- the talon -----------------------------------------------------------------------------------


def ordering(preset: str, contract: str, seed: int, **changes) -> Referee:
    """Return a referee after the first order of a deal."""
    referee = Referee(options_for(preset, first_dealer=2, **changes))
    referee.deal(random.Random(seed).sample(referee.pack(), 32))
    referee.play(referee.ids.ORDER[contract])
    return referee


@pytest.mark.parametrize("contract", NEGATIVE[:-1])
def test_forbidden_discards(contract):
    """Vector 12: no card with points is laid aside, and the two go in ascending order."""
    costly = {
        "no_jacks": lambda name: name[0] == "J",
        "no_queens": lambda name: name[0] == "Q",
        "no_hearts": lambda name: name[1] == "H",
        "no_king": lambda name: name == "KH",
    }.get(contract, lambda name: False)
    for seed in range(10):
        referee = ordering("atomic3", contract, seed)
        hand = sorted(referee.places()["hand 0"])
        free = [card for card in hand if not costly(referee.cards.name(card))]

        assert (0, 12) == (referee.player, len(hand))
        assert free[:-1] == referee.legal()
        referee.play(free[1])
        assert free[2:] == referee.legal()
        referee.play(free[-1])
        assert [free[1], free[-1]] == referee.places()["discards"]
        assert 0 == referee.player and "play" == referee.phase


def test_discards_that_count():
    """Vector 12: with `counts_to_discarder` a jack laid aside costs its five points."""
    charged = set()
    for seed in range(40):
        changes = {"discard_rule": "counts_to_discarder", "episode": "deal"}
        referee = ordering("atomic3", "no_jacks", seed, **changes)
        hand = sorted(referee.places()["hand 0"])
        jacks = [card for card in hand if referee.cards.name(card)[0] == "J"]
        aside = sorted([*jacks, *[card for card in hand if card not in jacks]][:2])
        for card in aside:
            referee.play(card)
        next_deal(referee, random.Random(seed))
        laid = len([card for card in aside if card in jacks])
        won = sum(card in jacks_of(referee) for card in referee.taken[0])
        charged.add(laid)

        assert -5 * (laid + won) == referee.total[0]
        assert -20 == sum(referee.total)
    assert {0, 1, 2} <= charged


def jacks_of(referee: Referee) -> set[int]:
    """Return the codes of the jacks."""
    return set(codes(referee.cards, "JS JC JD JH"))


def test_the_talon_is_shown_and_taken_after_the_order():
    """Nobody knows the talon before the order; then all have seen it go to the orderer."""
    referee = Referee(options_for("atomic3", first_dealer=2))
    referee.deal(referee.pack())
    talon = referee.places()["talon"]

    assert 2 == len(talon)
    assert not any(referee.knows(seat, "talon", card) for seat in range(3) for card in talon)
    referee.play(referee.ids.ORDER["otygrysh"])
    assert [8, 9, 10, 11] == [n - referee.cards.num_codes for n in referee.legal()]
    referee.play(referee.ids.NAME["C"])
    assert all(referee.knows(seat, "hand 0", card) for seat in range(3) for card in talon)
    low, high = sorted(set(referee.places()["hand 0"]) - set(talon))[:2]
    referee.play(low)
    # Any card may have gone: nobody else is sure of the talon's cards any more.
    assert not any(referee.knows(1, "hand 0", card) for card in talon)
    assert referee.knows(0, "discards", low) and not referee.knows(1, "discards", low)
    referee.play(high)
    assert "play" == referee.phase


def test_the_dealer_sits_out():
    """With four seats and three active the dealer gets no cards and no points."""
    referee = Referee(options_for("atomic4", first_dealer=1, episode="deal"))
    referee.deal(referee.pack())
    sizes = [len(referee.places()[f"hand {seat}"]) for seat in range(4)]
    play_out(referee, random.Random(1))

    assert [10, 0, 10, 10] == sizes
    assert 0 == referee.scores()[1]


# --- counts --------------------------------------------------------------------------------------


def check_counts(name: str) -> None:
    """Compare what the page gives of a mini version's counts."""
    expected = MINI_COUNTS[name][1]
    actual = count_mini(Referee, name)

    assert expected == tuple(a if e is not None else None for e, a in zip(expected, actual))


@pytest.mark.parametrize("name", QUICK_COUNTS)
def test_mini_counts(name):
    """Full enumeration gives the page's counts."""
    check_counts(name)


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in MINI_COUNTS if name not in QUICK_COUNTS])
def test_mini_counts_at_length(name):
    """The same for the larger mini version."""
    check_counts(name)


# --- the interface -------------------------------------------------------------------------------


def test_action_numbers():
    """The numbers of the actions are those of the page's table."""
    ids = Ids(32)

    assert list(range(32, 40)) == [ids.ORDER[name] for name in CONTRACTS]
    assert [40, 41, 42, 43, 45] == [ids.NAME[name] for name in (*SUITS, "NT")]
    assert (44, 46, 47, 48, 73) == (ids.BY_LAST, ids.CAPOT, ids.PASS, ids.BID + 1, ids.BID + 26)


def test_values_of_three_players():
    """Three active players have their own penalties unless others are given."""
    assert THREE_VALUES.items() <= options_for("atomic4").items()
    assert 16 == options_for("mini3")["v_king"]
    assert "king24" == options_for("simple", players=3)["compensation"]


def test_illegal_actions_and_options_are_refused():
    """Wrong actions, decks and options raise ValueError."""
    referee = Referee(options_for("simple", first_dealer=0))
    with pytest.raises(ValueError, match="permutation"):
        referee.deal([0] * 32)
    referee.deal(referee.pack())
    for wrong in (1, 32, 100):
        with pytest.raises(ValueError, match="expected one of"):
            referee.play(wrong)
    with pytest.raises(ValueError, match="expected no deck"):
        referee.deal(referee.pack())
    with pytest.raises(ValueError, match="a deal to be due"):
        referee.set_match(dealer=0)
    with pytest.raises(ValueError, match="no match field"):
        Referee(options_for("simple")).set_match(trump="S")
    with pytest.raises(ValueError, match="expected options"):
        options_for("simple", num_players=3)
    for changes in (
        {"positive_phase": "fantan"},
        {"mode": "ordered", "positive_phase": "mirror"},
        {"mode": "repeat", "match_end": "schedule"},
        {"active_players": 2},
        {"players": 3, "pass_count": 3, "pass_cycle": "X"},
    ):
        with pytest.raises(ValueError, match="king: "):
            Referee(options_for("simple", **changes))


CASES = {name: (name, {}) for name in PRESETS} | BUNDLES


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("episode", ["deal", "match"])
def test_random_play(case, episode):
    """Random episodes end, keep every card, and clones go their own way."""
    rng = random.Random(f"{case} {episode}")
    preset, changes = CASES[case]
    for _ in range(1 if episode == "match" else 5):
        engine = Referee(options_for(preset, **{**changes, "episode": episode}))
        for _ in range(4_000):
            if engine.player == -4:
                break
            if engine.wants_deck():
                engine.deal(rng.sample(engine.pack(), len(engine.pack())))
                continue
            if rng.random() < 0.05:
                before = engine.places()
                engine.clone().play(rng.choice(engine.legal()))

                assert before == engine.places()

            in_deal = engine.player >= 0
            engine.play(rng.choice(engine.legal()))
            lying = sorted(card for cards in engine.places().values() for card in cards)

            if in_deal and engine.player >= 0:
                assert engine.pack() == lying
        assert engine.player == -4 or episode == "match"
