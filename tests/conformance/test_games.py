"""Every registered game, in all its presets, passes the conformance suite."""

from __future__ import annotations

import importlib
import importlib.util
from dataclasses import fields
from typing import Any

import pytest

from helpers.king import KingReferee
from helpers.matches import match_of
from helpers.turned_up import referee_for
from prikup.envs import game_names, load_game
from prikup.envs.check import CHECKS, check_game
from prikup.envs.engine.game import Game
from prikup.envs.registry import load_definition

PRESETS = [
    (name, preset) for name in game_names() for preset in load_definition(name).options.PRESETS
]


def is_first_or_small(case: tuple[str, str]) -> bool:
    """Return whether a preset is checked in the quick run too."""
    name, preset = case
    return preset == next(iter(load_definition(name).options.PRESETS)) or "mini" in preset


QUICK = list(filter(is_first_or_small, PRESETS))
# What a further preset of a game adds is in its rules: the other checks would see nothing new.
SHORT = ["limits", "scores", "match", "cards", "leaks", "worlds", "referee", "batch"]
EPISODES = 3  # of the short run


def referee_of(game: Game) -> Any:
    """Return an undealt referee of the game with the same options, None where there is none."""
    if importlib.util.find_spec(f"referees.{game.name}") is None:
        return None
    if game.name == "king":
        return KingReferee.of(game)
    module = importlib.import_module(f"referees.{game.name}")
    options = {field.name: getattr(game.options, field.name) for field in fields(game.options)}
    whole = {**module.DEFAULTS, **options}
    return referee_for(module.Referee(whole), whole)


@pytest.mark.parametrize(("name", "preset"), QUICK)
def test_game_keeps_the_contract(name: str, preset: str) -> None:
    """Every check, in a deal of each game's first preset and of its small ones."""
    game = load_game(name, preset=preset)

    check_game(game, referee=referee_of(game))


@pytest.mark.long
@pytest.mark.parametrize(("name", "preset"), [case for case in PRESETS if case not in QUICK])
def test_preset_keeps_the_contract(name: str, preset: str) -> None:
    """A deal of each further preset: what its rules add."""
    game = load_game(name, preset=preset)

    check_game(game, only=SHORT, games=EPISODES, referee=referee_of(game))


@pytest.mark.parametrize("name", game_names())
def test_match_keeps_the_contract(name: str) -> None:
    """Matches: several deals, keys that go on, match state that changes, rewards that add up."""
    game = match_of(name, utility="rank")
    only = ["scores", "match", "cards", "copies", "deals", "leaks", "referee", "batch"]

    check_game(game, only=[*only, "pettingzoo"], games=EPISODES, referee=referee_of(game))


def test_worlds_of_later_deals_are_listed_too():
    """A match whose hands grow from deal to deal: each deal's worlds are those of its own hands."""
    options = {"players": 2, "deck": "CD/QKA", "jokers": "none", "specials": "none"}
    lines: list[str] = []

    check_game(
        load_game("joker_poker", episode="match", **options),
        only=["leaks", "worlds"],
        report=lines.append,
    )

    assert any("chi-square at" in line for line in lines)


@pytest.mark.long
@pytest.mark.parametrize("episode", ["deal", "match"])
@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_game_keeps_the_contract_at_length(name: str, preset: str, episode: str) -> None:
    """Every check at length, for deals and matches of each preset."""
    game = match_of(name, preset=preset) if episode == "match" else load_game(name, preset=preset)

    check_game(game, quick=False, referee=referee_of(game), only=CHECKS)
