"""The rules of King against the referee: whole games at random, decision by decision."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from helpers.adapter import Adapter, known_by, known_to, lying_in, state_of
from helpers.king import KingReferee, game_options
from helpers.walks import assert_same_walk
from prikup.envs import load_game
from prikup.envs.engine.game import Game
from prikup.envs.games.king.layout import CAPOT_CALL
from prikup.envs.games.king.options import KingOptions
from referees.king import PRESETS, Referee, options_for

QUICK = {"deal": 4, "match": 1}  # games of each case
LONG = {"deal": 10_000, "match": 100}
CLOSE = {"deal": 2, "match": 1}  # games in which places and knowledge are compared
FAR = 5  # deals of a match whose places and knowledge are compared

# Options that no preset has, in bundles.
BUNDLES: dict[str, tuple[str, dict[str, Any]]] = {
    "dealer_left": ("simple", {"otygrysh_namer": "dealer_left", "otygrysh_nt": True}),
    "whole_hand": ("simple", {"trump_view": "whole_hand", "must_trump": False}),
    "free_trumps": ("single_otygrysh", {"trump_lead_only_namer": False, "by_last": False}),
    "counter_clockwise": ("simple", {"direction": "ccw", "otygrysh_rounds": 1}),
    "under_the_ace": ("single_eralash", {"king_forced_drop": "void_or_under"}),
    "no_duty": ("single_no_king", {"king_forced_drop": "off", "heart_lead_ban": "none"}),
    "banned_everywhere": (
        "simple",
        {"heart_lead_ban": "no_tricks/no_jacks/last_two", "positive_phase": "none"},
    ),
    "settled": ("single_no_king", {"stop_when_settled": True}),
    "settled_match": ("simple", {"stop_when_settled": True, "positive_phase": "none"}),
    "discards_count": ("atomic3", {"discard_rule": "counts_to_discarder"}),
    "discards_of_four": (
        "atomic4",
        {"discard_rule": "counts_to_discarder", "stop_when_settled": True},
    ),
    "atomic_proportional": ("atomic3", {"compensation": "proportional"}),
    "mirror_of_three": ("three", {"positive_phase": "mirror"}),
    "mirror_in_52": ("king14", {"deck": "52", "stop_when_settled": True}),
    "one_again": (
        "simple",
        {
            "mode": "repeat",
            "sequence": "no_queens",
            "positive_phase": "none",
            "match_end": "deals",
            "num_deals": 3,
        },
    ),
    "general": ("polignac3", {"capot": True}),
    "general_of_four": ("polignac32", {"capot": True, "v_capot": 7, "rank_order": "A_high"}),
    "leftover_first": ("polignac3", {"leftover_card": "first_trick"}),
    "leftover_last": ("polignac3", {"leftover_card": "last_trick", "stop_when_settled": True}),
    "sweepstake": (
        "auction4",
        {"auction_settlement": "sweepstake", "match_end": "deals", "num_deals": 12},
    ),
    "sweepstake3": (
        "auction3",
        {"auction_settlement": "sweepstake", "match_end": "deals", "num_deals": 12},
    ),
    "fewest": (
        "auction4",
        {"auction_settlement": "fewest", "match_end": "deals", "num_deals": 12},
    ),
    "jack": ("omnibus", {"card_penalties": "QS:-13/H:-1/JD:10", "pass_cycle": "L/R/X/0"}),
    "kept_omnibus": ("omnibus", {"pass_count": 0}),
    "self_gains": (
        "omnibus",
        {"slam_rule": "self_gains", "match_end": "deals", "slam_needs_bonus": False},
    ),
    "jokers_dear": ("jokers3", {"joker_penalty": 9, "leftover_card": "last_trick"}),
    "hearts_flags": (
        "hearts_openspiel",
        {
            "can_lead_any_club": True,
            "can_lead_hearts_instead_of_qs": True,
            "avoid_all_tricks_bonus": True,
            "qs_breaks_hearts": False,
        },
    ),
    "hearts_by_eldest": ("hearts_openspiel", {"lead_rule": "eldest", "pass_cycle": "X/R"}),
    "two_seats": ("mini2", {"deck": "SCH/JQKA", "king_forced_drop": "void_or_under"}),
    "cut": ("tetka", {"bum_source": "cut", "num_deals": 2}),
}
CASES = {name: (name, {}) for name in PRESETS} | BUNDLES


def pair(case: str, episode: str) -> tuple[Game, dict[str, Any]]:
    """Return a case's game and the referee's options."""
    preset, changes = CASES[case]
    options = options_for(preset, **{**changes, "episode": episode})
    return load_game("king", **game_options(options)), options


def agree(case: str, episode: str, games: int) -> None:
    """Let referee and rules go the same way through games at random."""
    game, options = pair(case, episode)
    for seed in range(games):
        rng = random.Random(f"{case} {episode} {seed}")
        assert_same_walk(game, KingReferee(game, Referee(options)), rng)


@pytest.mark.parametrize("episode", ["deal", "match"])
@pytest.mark.parametrize("case", CASES)
def test_rules_and_referee_agree(case: str, episode: str) -> None:
    """Rules and referee agree on movers, decks due, legal actions and scores."""
    agree(case, episode, QUICK[episode])


@pytest.mark.long
@pytest.mark.parametrize("episode", ["deal", "match"])
@pytest.mark.parametrize("case", CASES)
def test_rules_and_referee_agree_at_length(case: str, episode: str) -> None:
    """The same over ten thousand deals and a hundred matches of each bundle of options."""
    agree(case, episode, LONG[episode])


DARING = 60  # deals
# How a deal looks in which a seat has taken everything, or nearly so.
SLAMS: dict[str, Callable[[list[float]], bool]] = {
    "kept_omnibus": lambda scores: scores.count(-26) == 3,
    "self_gains": lambda scores: 26 <= max(scores),
    "hearts_openspiel": lambda scores: scores.count(-26) == 3,
    "general": lambda scores: scores.count(-5) == 2 and scores.count(0) == 1,
    "sweepstake": lambda scores: min(scores) <= -13,
    "tetka": lambda scores: min(scores) <= -8,
}


@pytest.mark.parametrize("case", SLAMS)
def test_slams_agree(case: str) -> None:
    """They agree where a seat announces and takes as much as it can while the others duck."""
    game, options = pair(case, "deal")
    ranks, cards = len(game.options.the_pack().ranks), len(game.options.the_pack().cards)

    def choose(referee: KingReferee, rng: random.Random) -> int:
        legal = referee.legal()
        if referee.player < 0 or legal[-1] >= cards:  # lots and calls
            return cards + CAPOT_CALL if cards + CAPOT_CALL in legal else rng.choice(legal)
        ranked = sorted(legal, key=lambda card: (card % ranks, card))
        return ranked[-1] if referee.player == 0 else ranked[0]

    made = 0
    for seed in range(DARING):
        rng = random.Random(f"{case} {seed}")
        referee = KingReferee(game, Referee(options))
        assert_same_walk(game, referee, rng, choose, shuffle=high_hand)
        made += SLAMS[case](referee.scores())

    assert made > 0


def high_hand(referee: KingReferee, rng: random.Random) -> list[int]:
    """Return a deck in which seat 0 gets many high cards, whoever deals."""
    ranks = len(referee.game.options.the_pack().ranks)
    players = referee.game.num_players()
    deck = sorted(referee.pack(), key=lambda card: card % ranks + 6 * rng.random())
    hand = referee.game.options.hand_size()
    high, rest = deck[-hand:], deck[:-hand]
    rng.shuffle(high)
    rng.shuffle(rest)
    dealer = referee.referee.dealer
    place = (0 - dealer - 1) % players
    mixed = []
    for i in range(hand):
        others = rest[i * (players - 1) : (i + 1) * (players - 1)]
        mixed += [*others[:place], high[i], *others[place:]]
    return mixed + rest[hand * (players - 1) :]


@pytest.mark.parametrize("episode", ["deal", "match"])
@pytest.mark.parametrize("case", CASES)
def test_same_cards_are_known(case: str, episode: str) -> None:
    """They agree where every card lies and who knows it, at positions of random games."""
    game, options = pair(case, episode)
    for seed in range(CLOSE[episode]):
        rng = random.Random(f"{case} {episode} {seed} close")
        rules, steps = Adapter(game), []
        referee = KingReferee(game, Referee(options))
        check_in, decks = rng.randrange(12), 0
        while rules.player != -4 and decks <= FAR:
            where = f"{case} {episode} seed {seed} steps {steps}"
            assert state_of(referee) == state_of(rules), where

            if check_in <= 0 and rules.player >= 0:
                check_in = rng.randrange(30)

                assert lying_in(referee) == lying_in(rules), where
                for seat in range(options["players"]):
                    assert known_by(referee, seat) == known_to(rules, seat), (where, seat)
            check_in -= 1
            if rules.wants_deck():
                deck = rules.pack()
                rng.shuffle(deck)
                rules.deal(deck)
                referee.deal(deck)
                steps, decks = [deck], decks + 1  # the running deal
            else:
                action = rng.choice(rules.legal())
                rules.play(action)
                referee.play(action)
                steps.append(action)


def test_presets_are_the_same():
    """Both play every preset of the page, with the same options."""
    assert set(PRESETS) == set(KingOptions.PRESETS)
    for preset in PRESETS:
        written = game_options(options_for(preset, episode="deal"))

        assert KingOptions.make(**written) == KingOptions.make(preset=preset), preset
