"""The rules of Ninety-Nine against the vectors of the rules page, and whole games at random."""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from typing import Any

import pytest

from helpers.adapter import Adapter, known_by, known_to, lying_in
from helpers.minis import count_mini
from helpers.turned_up import in_two_steps, referee_for
from helpers.walks import assert_same_walk
from prikup.envs import load_game
from prikup.envs.games.ninety_nine.options import TRUMPS, NinetyNineOptions
from referees import ninety_nine_vectors as vectors
from referees.ninety_nine import Referee, options_for
from referees.ninety_nine_bundles import BUNDLES
from referees.ninety_nine_stories import begun, follow, told, written_out

PRESETS = tuple(NinetyNineOptions.PRESETS)
CODES = (*TRUMPS, "NINES")
LIMIT = 15  # deals of a match at random, some of which would never end


class Rules(Adapter):
    """The game with the referee's names for match fields, and its deck where a card is turned."""

    def __init__(self, options: dict[str, Any]) -> None:
        super().__init__(load_game("ninety_nine", **options))
        self.turns = options["trump_rule"] == "turn_up"

    def set_match(self, **fields: Any) -> None:
        """Translate the referee's match fields."""
        if "totals" in fields:
            fields["total"] = fields.pop("totals")
        if "trump" in fields:
            fields["trump"] = CODES.index(fields["trump"])
        super().set_match(**fields)

    def deal(self, deck: Sequence[int]) -> None:
        """Deal the hands; the card that the referee's deck turns up is a lot here."""
        if not self.turns:
            super().deal(deck)
            return
        hands, lot = in_two_steps(deck)
        super().deal(hands)
        self.play(lot)

    def clone(self) -> Rules:
        """Return a copy that shares nothing."""
        twin = copy.copy(self)
        twin.state = self.state.clone()
        return twin

    @property
    def trump(self) -> str:
        """The trump of the running deal, or of the next one after a deal."""
        record = self.state.record
        code = record.trump if self.player >= 0 else record.match.trump
        first = self.game.options.first_deal_trump
        return first if code == -1 else CODES[int(code)]


@pytest.mark.parametrize("vector", vectors.VECTORS, ids=lambda vector: vector.__name__)
def test_vector_of_the_page(vector):
    """The rules answer every vector of the rules page."""
    vector(Rules)


@pytest.mark.parametrize("name", vectors.SCORED)
def test_scores_of_the_page(name):
    """Scores and the next trump are as on the rules page."""
    story, expected, trump = vectors.SCORED[name]

    gains, next_trump = told(Rules, story)

    assert expected == gains
    assert trump in (next_trump, None)


@pytest.mark.parametrize("name", vectors.ENDINGS)
def test_endings_of_the_page(name):
    """Games, rubbers and matches end with the bonuses of the rules page."""
    story, expected = vectors.ENDINGS[name]
    deck, actions = written_out(story)
    engine = begun(Rules, story, deck)

    follow(engine, actions)

    assert expected == engine.scores()
    assert -4 == engine.player


@pytest.mark.parametrize("name", vectors.GOES_ON)
def test_matches_that_go_on(name):
    """A match below its end wants another deck."""
    story = vectors.GOES_ON[name]
    deck, actions = written_out(story)
    engine = begun(Rules, story, deck)

    follow(engine, actions)

    assert engine.wants_deck()


# --- whole games at random against the referee ----------------------------------------------------

VARIED: dict[str, dict[str, Any]] = {
    "no premium": {"premium_bids": "none"},
    "declare only": {"premium_bids": "declare"},
    "secret declare": {"premium_procedure": "informal", "premium_bids": "declare"},
    "open bids": {"bid_visibility": "open"},
    "failure costs": {"premium_failure": "self_loses", "episode": "deal"},
    "same trump again": {"zero_success_trump": "keep"},
    "rubber": {"match": "rubber_games", "target": 40},
    "nine deals": {"match": "fixed_deals"},
    "plain target": {"match": "target", "target": 60},
    "played on": {"tie_rule": "play_on", "target": 30},
    "rubber played on": {"tie_rule": "play_on", "match": "rubber_games", "target": 30},
    "deals played on": {"tie_rule": "play_on", "match": "fixed_deals", "fixed_deals": 2},
    "no reset": {"trump_reset_each_game": False, "match": "rubber_first3", "target": 40},
    "diamonds double": {"three_diamonds_double": True},
    "fixed trump": {"trump_rule": "fixed", "fixed_trump": "H"},
    "other values": {"bid_values": (2, 0, 3, 1), "trick_points": 3, "bid_cards": 2},
    "four": {"players": 4},
    "five": {"players": 5, "episode": "deal"},
}
CASES = {
    **{preset: (preset, {}) for preset in PRESETS},
    **{name: (PRESETS[0], changes) for name, changes in VARIED.items()},
    **BUNDLES,
}


def compare(options: dict[str, Any], seed: int) -> None:
    """Play one game at random on both; places and knowledge are compared now and then."""
    rng = random.Random(f"{options['preset']} {seed}")
    rules, referee, step = Rules(options), Referee(options), 0
    while True:
        where = f"{rules.game}, seed {seed}, step {step}"

        assert referee.player == rules.player, where
        assert referee.legal() == rules.legal(), where
        assert referee.wants_deck() == rules.wants_deck(), where
        assert referee.scores() == rules.scores(), where
        if referee.player >= 0 and step % 17 == seed % 17:
            lying = lying_in(referee)
            lying.pop("turned", None)

            assert lying == lying_in(rules), where
            for seat in range(options["players"]):
                known = known_by(referee, seat)
                known.pop("turned", None)

                assert known == known_to(rules, seat), where
        if referee.player == -4:
            return
        if referee.wants_deck():
            deck = referee.pack()
            rng.shuffle(deck)
            referee.deal(deck)
            rules.deal(deck)
        else:
            action = rng.choice(referee.legal())
            referee.play(action)
            rules.play(action)
        step += 1


def options_of(case: str, episode: str) -> dict[str, Any]:
    """Return the referee's complete options of a preset or of a varied case."""
    preset, changes = CASES[case]
    return options_for(preset, **{"episode": episode, "deal_limit": LIMIT, **changes})


@pytest.mark.parametrize("episode", ["deal", "match"])
@pytest.mark.parametrize("case", CASES)
def test_referee_agrees(case, episode):
    """The referee agrees on movers, legal actions, scores and knowledge in random games."""
    for seed in range(12 if episode == "deal" else 2):
        compare(options_of(case, episode), seed)


@pytest.mark.long
@pytest.mark.parametrize("episode", ["deal", "match"])
@pytest.mark.parametrize("case", CASES)
def test_referee_agrees_at_length(case, episode):
    """Movers, legal actions and scores agree over ten thousand deals and a hundred matches."""
    options = options_of(case, episode)
    game = Rules(options).game
    for seed in range(10_000 if options["episode"] == "deal" else 100):
        rng = random.Random(f"{case} {episode} {seed}")
        assert_same_walk(game, referee_for(Referee(options), options), rng, most_steps=20_000)


# --- the small versions ---------------------------------------------------------------------------


def test_counts_of_mini2():
    """mini2 has the deals, histories and information sets that the rules page counts."""
    assert {
        "deals": 70,
        "terminal": 24_192,
        "information_sets": 52_132,
        "with_choice": 9_316,
    } == count_mini("ninety_nine:preset=mini2")


@pytest.mark.long
def test_counts_of_mini3():
    """mini3 has the deals, histories and information sets that the rules page counts."""
    assert {
        "deals": 1_680,
        "terminal": 220_320,
        "information_sets": 182_376,
        "with_choice": 5_688,
    } == count_mini("ninety_nine:preset=mini3")
