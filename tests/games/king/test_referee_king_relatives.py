"""The relatives of King by their referee against the rules page, and Hearts against OpenSpiel."""

from __future__ import annotations

import random

import pytest

from referees import king_hearts
from referees import king_scores as scores
from referees.king import Referee, options_for
from referees.king_script import codes, legal_names, next_deal, play_out, standing
from referees.king_tables import SUITS, Cards


def test_jokers_are_hearts():
    """A led joker asks for hearts, and a joker follows hearts."""
    after_joker = standing("jokers4", "2H AS", "J1")
    after_heart = standing("jokers4", "J1 AS", "2H")
    after_spade = standing("jokers4", "J1 AC 2H", "2S")

    assert {"2H"} == legal_names(after_joker)
    assert {"J1"} == legal_names(after_heart)
    assert {"J1", "AC", "2H"} == legal_names(after_spade)


def relative(preset: str, taken: list[str], winners: list[int] | None = None, **changes):
    """Return the points of a deal of cards taken; the seats without a text took nothing."""
    options = options_for(preset, **changes)
    cards = Cards(options)
    seats = list(range(options["players"]))
    won = [codes(cards, text) for text in taken] + [[] for _ in seats[len(taken) :]]
    tricks_won = [(winner, []) for winner in winners or []]
    return scores.hearts_points(options, cards, tricks_won, won, seats)


HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"


@pytest.mark.parametrize(
    ("preset", "taken", "expected", "changes"),
    [
        ("omnibus", [f"QS {HEARTS[:8]} TD", HEARTS[9:]], [-6, -10, 0, 0], {}),
        ("omnibus", [f"QS TD {HEARTS}"], [0, -26, -26, -26], {}),
        ("omnibus", [f"QS {HEARTS}", "TD"], [-26, 10, 0, 0], {}),
        ("black_maria", ["AS KS QS 2H"], [-31, 0, 0, 0], {}),
        ("black_donka", ["AS KS QS 2H"], [-14, 0, 0, 0], {}),
        ("polignac3", ["JS JD"], [-3, 0, 0], {}),
        ("jokers3", ["J1 2H", "J2 3S"], [-6, -5, 0], {}),
        ("hearts_openspiel", [f"QS {HEARTS}"], [0, -26, -26, -26], {}),
        ("hearts_openspiel", [f"QS {HEARTS}"], [26, 0, 0, 0], {"slam_rule": "self_gains"}),
        ("hearts_openspiel", [f"QS {HEARTS}"], [-26, 0, 0, 0], {"slam_rule": "none"}),
        ("hearts_openspiel", [HEARTS, "QS"], [-13, -13, 0, 0], {}),
    ],
)
def test_scores_of_cards(preset, taken, expected, changes):
    """Vectors 15, 16 and 19: penalties by card, and the slam."""
    assert expected == relative(preset, taken, **changes)


def test_payoffs_of_hearts():
    """Vector 19: the payoff is 26 and the score."""
    taken = ["2H 3H 4H", "5H 6H 7H 8H", "QS 9H", "TH JH QH KH AH"]

    assert [23, 22, 12, 21] == [26 + p for p in relative("hearts_openspiel", taken)]


def test_scores_of_capot():
    """Vector 16: a general made costs the others five each, a failed one its announcer."""
    seats, announcer = [0, 1, 2], 1

    assert [-5, 0, -5] == scores.capot_points(5, announcer, True, seats, [0, -5, 0])
    assert [-2, -8, 0] == scores.capot_points(5, announcer, False, seats, [-2, -3, 0])


def test_announcing_capot():
    """Each player in turn may announce; the first to do so ends the asking, eldest leads."""
    referee = Referee(options_for("polignac32", capot=True, first_dealer=3))
    referee.deal(referee.pack())
    referee.play(referee.ids.PASS)

    assert (1, [referee.ids.CAPOT, referee.ids.PASS]) == (referee.player, referee.legal())
    referee.play(referee.ids.CAPOT)
    assert ("play", 0, 1) == (referee.phase, referee.player, referee.announcer)
    next_deal(referee, random.Random(1))
    assert -5 >= referee.total[1] or referee.total == [-5, 0, -5, -5]


@pytest.mark.parametrize(
    ("settlement", "counts", "pool", "bidder", "expected"),
    [
        ("minus_points", [0, 5, 8, 0], 0, 0, ([-3, -5, -8, 0], 0, False)),
        ("sweepstake", [0, 5, 8, 0], 0, 0, ([5, -5, -8, 8], 0, False)),
        ("fewest", [0, 5, 8, 0], 0, 0, ([-2, 0, 0, 1], 1, False)),
        ("sweepstake", [0, 5, 7, 1], 2, 0, ([15, -5, -7, -1], 0, False)),
        ("sweepstake", [13, 0, 0, 0], 0, 1, ([-13, -3, 0, 0], 16, True)),
        ("sweepstake", [3, 4, 5, 1], 5, 1, ([-3, -7, -5, -1], 21, True)),
        ("sweepstake", [0, 0, 7, 6], 1, 2, ([8, 8, -10, -6], 1, False)),
        ("fewest", [1, 2, 3, 7], 4, 3, ([7, 0, 0, -3], 0, False)),
    ],
)
def test_scores_of_auctions(settlement, counts, pool, bidder, expected):
    """Vector 18: a bid of three and cards taken, in the three settlements."""
    assert expected == scores.auction_points(settlement, counts, 3, bidder, pool, [0, 1, 2, 3])


def test_bidding_for_the_penalty_suit():
    """Bids rise, the last bidder names the suit and leads; without bids it is hearts."""
    referee = Referee(options_for("auction4", first_dealer=3))
    referee.deal(referee.pack())
    silent, ids = referee.clone(), referee.ids
    for action in (ids.BID + 2, ids.PASS, ids.BID + 5):
        referee.play(action)

    assert [ids.PASS, *range(ids.BID + 6, ids.BID + 27)] == referee.legal()
    referee.play(ids.PASS)
    assert (2, [ids.NAME[suit] for suit in SUITS]) == (referee.player, referee.legal())
    referee.play(ids.NAME["D"])
    assert ("D", 5, 2, "play") == (referee.suit, referee.bid, referee.player, referee.phase)
    for _ in range(4):
        silent.play(ids.PASS)
    assert ("H", 0, "play") == (silent.suit, silent.player, silent.phase)


def test_a_pool_that_stays_needs_no_auction():
    """After a sweepstake without a winner the same bidder names a suit again and leads."""
    referee = Referee(options_for("auction4", auction_settlement="sweepstake"))
    referee.set_match(dealer=0, pool=10, bidder=3)
    referee.deal(referee.pack())

    assert ("name", 3) == (referee.phase, referee.player)
    referee.play(referee.ids.NAME["S"])
    assert ("play", 3, 0) == (referee.phase, referee.player, referee.bid)


def test_the_card_missing_from_51():
    """The auction is played without 2S, Black Maria for three without 2C."""
    auction, maria = options_for("auction3"), options_for("black_maria", players=3, deck="51")

    assert [1, 51] == [Cards(auction).pack[0], len(Cards(auction).pack)]
    assert 13 not in Cards(maria).pack


def tetka(bum: str, won: list[tuple[int, str]]) -> list[int]:
    """Return the points of a deal of Tetka, of which the tricks with points are given."""
    cards = Cards(options_for("tetka"))
    taken: list[list[int]] = [[], [], [], []]
    for winner, text in won:
        taken[winner] += codes(cards, text)
    trick_list = [(winner, []) for winner, _ in won]
    return scores.tetka_points(cards, cards.code(bum), trick_list, taken, [0, 1, 2, 3])


def test_scores_of_tetka():
    """Vector 14: queens, auntie, bum card, bumth and last trick, most tricks."""
    tricks_before = [(1, "")] * 4 + [(2, "")] * 4 + [(3, "")] * 3
    extreme = tetka("QD", [*tricks_before, (0, "QS QH QD QC"), (3, "2D 3D")])
    king = tetka("KC", [(0, "2C"), (1, "3C"), (1, "4C 5C"), *[(2, "")] * 9, (3, "")])
    # 4/4/3/2: the first has two cards of the bum suit, the second five.
    tied = tetka(
        "KC",
        [(0, "2C 3C"), *[(0, "")] * 3, (1, "4C 5C 6C 7C 8C"), *[(1, "")] * 3]
        + [*[(2, "")] * 3, *[(3, "")] * 2],
    )

    assert -7 == extreme[0]
    assert -9 == sum(extreme)
    assert [0, 0, -1, -2] == king
    assert [0, -1, 0, -2] == tied


def test_the_bum_card():
    """The last card dealt is the dealer's and seen by all; a cut card is drawn by lot."""
    dealt = Referee(options_for("tetka", first_dealer=1))
    dealt.deal(dealt.pack())
    cut = Referee(options_for("tetka", first_dealer=1, bum_source="cut"))

    assert 51 == dealt.bum
    assert all(dealt.knows(seat, "hand 1", 51) for seat in range(4))
    assert (-1, list(range(52)), False) == (cut.player, cut.legal(), cut.wants_deck())
    cut.play(7)
    assert (7, True) == (cut.bum, cut.wants_deck())


def test_passes():
    """Cards are chosen in ascending order and change hands when all have chosen."""
    # In the order of the deck seat 0 holds the cards 0, 4, 8, ...
    for preset, target in (("omnibus", 1), ("black_donka", 3)):
        referee = Referee(options_for(preset, first_dealer=3))
        referee.deal(referee.pack())
        hands = [referee.places()[f"hand {seat}"] for seat in range(4)]

        assert hands[0][:-2] == referee.legal()
        for seat in range(4):
            for card in hands[seat][:3]:
                assert seat == referee.player
                referee.play(card)
        after = referee.places()[f"hand {target}"]
        assert hands[target][3:] + hands[0][:3] == after
        assert all(referee.knows(0, f"hand {target}", card) for card in hands[0][:3])
        assert not referee.knows(2, f"hand {target}", hands[0][0])
        assert "play" == referee.phase


def test_the_leftover_card():
    """With three players the 52nd card is out, or counts for the first or the last trick."""
    for rule, taken in (("out", 51), ("first_trick", 52), ("last_trick", 52)):
        referee = Referee(options_for("polignac3", leftover_card=rule, episode="deal"))
        play_out(referee, random.Random(3))
        assert taken == sum(len(won) for won in referee.taken)
        first = 4 if rule == "first_trick" else 3
        winner = referee.tricks[0][0]
        assert first == len(referee.taken[winner][:first])
    jack_left = Referee(options_for("polignac3", leftover_card="last_trick", first_dealer=2))
    deck = [card for card in jack_left.pack() if jack_left.cards.name(card) != "JS"]
    jack_left.deal([*deck, jack_left.cards.code("JS")])
    next_deal(jack_left, random.Random(1))
    assert -5 == sum(jack_left.total)


def test_settled_deals_end_early():
    """`stop_when_settled` changes no score; some deals end before the last card."""
    shortened = 0
    for preset in ("single_no_king", "single_no_jacks", "single_no_tricks", "polignac32"):
        for seed in range(20):
            whole = Referee(options_for(preset, first_dealer=0, episode="deal"))
            short = Referee(
                options_for(preset, first_dealer=0, episode="deal", stop_when_settled=True)
            )
            rng = random.Random(seed)
            deck = rng.sample(whole.pack(), 32)
            whole.deal(deck)
            short.deal(deck)
            while whole.player >= 0:
                card = rng.choice(whole.legal())
                whole.play(card)
                if short.player >= 0:
                    short.play(card)

            assert whole.scores() == short.scores()
            shortened += len(short.tricks) < 8
    assert shortened > 20


# --- Hearts against OpenSpiel --------------------------------------------------------------------

FLAGS = [
    {},
    {"jd_bonus": True},
    {"avoid_all_tricks_bonus": True},
    {"can_lead_any_club": True},
    {"can_lead_hearts_instead_of_qs": True},
    {"must_break_hearts": False},
    {"qs_breaks_hearts": False},
    {"no_pts_on_first_trick": False},
    {"pass_cards": False},
    {"jd_bonus": True, "avoid_all_tricks_bonus": True, "can_lead_hearts_instead_of_qs": True},
]


def compare_hearts(flags: dict, games: int) -> int:
    """Compare games move by move; return in how many somebody took all penalty cards."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    theirs = pyspiel.load_game("hearts", flags)
    options = king_hearts.options_of(**flags)
    slams = 0
    for seed in range(games):
        payoffs = king_hearts.compare(theirs, options, random.Random(seed), strong=seed % 4 == 3)
        slams += len([payoff for payoff in payoffs if payoff <= 10]) == 3
    return slams


@pytest.mark.parametrize("flags", FLAGS, ids=lambda flags: "-".join(flags) or "default")
def test_hearts_is_openspiel_hearts(flags):
    """Movers, legal cards and payoffs are OpenSpiel's, slams among them."""
    assert compare_hearts(flags, 40) > 0


@pytest.mark.long
@pytest.mark.parametrize("flags", FLAGS, ids=lambda flags: "-".join(flags) or "default")
def test_hearts_is_openspiel_hearts_at_length(flags):
    """The same over a thousand games of each set of flags."""
    assert compare_hearts(flags, 1_000) > 0
