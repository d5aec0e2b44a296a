"""The comparison of rules and referee by whole walks: it finds what differs."""

from __future__ import annotations

import random

import pytest

from helpers.walks import assert_same_walk
from prikup.envs import load_game
from referees.devyatka import Referee, options_for

OPTIONS = options_for("mini3", episode="deal")


class Forgetful(Referee):
    """A referee that forgets the last of several legal actions late in a game."""

    def legal(self) -> list[int]:
        """Return the legal actions, one too few where there are several."""
        actions = super().legal()
        return actions[:-1] if len(actions) > 1 and len(self.history) > 3 else actions


class Generous(Referee):
    """A referee that gives seat 1 a point too many."""

    def scores(self) -> list[float]:
        """Return the scores with a point too many at the end."""
        points = super().scores()
        points[1] += self.player == -4
        return points


def walk(referee: Referee, seeds: int = 20) -> None:
    """Play some games."""
    game = load_game("devyatka", **OPTIONS)
    for seed in range(seeds):
        referee = type(referee)(OPTIONS)
        assert_same_walk(game, referee, random.Random(seed))


def test_equal_rules_pass():
    """Rules and referee that agree go the same way."""
    walk(Referee(OPTIONS))


def test_a_missing_action_is_found():
    """An action that only the rules allow is named with step, state and history."""
    with pytest.raises(AssertionError, match=r"legal\(\) differs at step \d+; referee"):
        walk(Forgetful(OPTIONS))


def test_a_wrong_score_is_found():
    """A point too many is found."""
    with pytest.raises(AssertionError, match=r"scores\(\) differs at step"):
        walk(Generous(OPTIONS))
