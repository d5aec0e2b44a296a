"""The rules of Thousand against the referee: whole games, decision by decision."""

from __future__ import annotations

import random
from typing import Any

import pytest

from helpers.adapter import Adapter, known_by, known_to, lying_in, state_of
from helpers.walks import assert_same_walk
from prikup.envs.engine.game import Game
from tests.referees.thousand import PRESETS, Referee, options_for
from tests.referees.thousand_fuzz import MINIS, Chooser, random_deck, random_match, random_options

DEALS, MATCHES, COMBINATIONS = 12, 2, 150  # a preset; combinations of options in all
LONG_DEALS, LONG_MATCHES, LONG_COMBINATIONS = 10_000, 100, 2_000
LONG_LOOKS = 200  # long games of a preset with places, knowledge and the fields of the match
DEAL_LIMIT = 8  # of a match
LOOK_EVERY = 17  # decisions between two looks at places and knowledge

# Fields of the state between deals that are compared wherever a deck is due.
FIELDS = (
    "total",
    "on_barrel",
    "attempts",
    "falls",
    "bolts",
    "bolts_row",
    "writeoffs",
    "peeks_hands",
    "peeks_suits",
    "peeks_card",
    "winner",
    "gained",
)


def make(options: dict[str, Any]) -> Adapter:
    """Return the rules behind the referee's interface."""
    return Adapter.load("thousand", options)


def match_of(engine: Any, options: dict[str, Any]) -> dict[str, Any]:
    """Return what is compared between deals; nothing that has no meaning then."""
    match = engine.match()
    for name, value in match.items():
        if isinstance(value, list):
            match[name] = value[: options["players"]]
    found = {name: match[name] for name in FIELDS}
    if options["golden"]:
        found["golden_index"] = match["golden_index"]
        if match["golden_index"] > 0:
            found["golden_made"] = match["golden_made"]
    # The numbers may be any; what counts is who mounted first.
    mounted = {p: match["mount_order"][p] for p, on in enumerate(match["on_barrel"]) if on}
    found["mounted"] = [(p, q) for p in mounted for q in mounted if mounted[p] < mounted[q]]
    if engine.player != -4:
        # Before the first deck the rules leave to the option what it names.
        named = options["first_dealer"]
        found["dealer"] = named if match["dealer"] == -1 else match["dealer"]
    return found


def compare(rules: Adapter, options: dict[str, Any], seed: str, match: dict[str, Any]) -> None:
    """Play one episode on both from a match state."""
    rng = random.Random(seed)
    referee, steps = Referee(options), []
    if match:
        rules.set_match(**match)
        referee.set_match(**match)
    chooser = Chooser(rng, options)
    look_in = rng.randrange(LOOK_EVERY)

    def where() -> str:
        return f"options {options}\nseed {seed!r}\nmatch {match}\nsteps {steps}"

    while True:
        assert state_of(referee) == state_of(rules), where()

        # Where a deck is due the referee has gathered the cards; the log still tells of them.
        if rules.player == -4 or (look_in <= 0 and rules.player >= 0):
            look_in = LOOK_EVERY

            assert lying_in(referee) == lying_in(rules), where()
            for seat in range(options["players"]):
                assert known_by(referee, seat) == known_to(rules, seat), (seat, where())

        if rules.player == -4 or rules.wants_deck():
            assert match_of(referee, options) == match_of(rules, options), where()
        if rules.player == -4:
            return
        look_in -= 1
        if rules.wants_deck():
            deck = random_deck(rng, options)
            rules.deal(deck)
            referee.deal(deck)
            steps.append(deck)
        else:
            action = chooser.choose(referee)
            rules.play(action)
            referee.play(action)
            steps.append(action)


def compare_preset(preset: str, episode: str, looks: int, walks: int = 0) -> None:
    """Play episodes of a preset, half of them from a match in progress.

    Everything is compared in the first `looks` games; movers, legal actions and scores in the
    `walks` games after them.
    """
    limit = DEAL_LIMIT if episode == "match" else 0
    options = options_for(preset, episode=episode, deal_limit=limit)
    start = make(options)
    for number in range(looks + walks):
        seed = f"{preset} {episode} {number}"
        match = random_match(random.Random(seed), options) if number % 2 else {}
        if number < looks:
            compare(start.clone(), options, seed, match)
        else:
            walk(start.game, options, seed, match)


def walk(game: Game, options: dict[str, Any], seed: str, match: dict[str, Any]) -> None:
    """Play one episode on both, the rules' part in one call."""
    rng = random.Random(seed)
    referee = Referee(options)
    referee.set_match(**match)
    chooser = Chooser(rng, options)
    assert_same_walk(
        game,
        referee,
        rng,
        choose=lambda engine, _: chooser.choose(engine),
        shuffle=lambda _, source: random_deck(source, options),
        match=match,
    )


def compare_combinations(first: int, number: int) -> None:
    """Play an episode or two of random combinations of options."""
    for seed in range(first, first + number):
        rng = random.Random(seed)
        options = random_options(rng)
        start = make(options)
        compare(start.clone(), options, f"{seed} new", {})
        compare(start.clone(), options, f"{seed} running", random_match(rng, options))


def episodes(preset: str) -> tuple[str, ...]:
    """Return the kinds of episode that a preset can be played in."""
    one_deal = options_for(preset)["deal_score"] == "contract_against_taken"
    return ("deal",) if one_deal else ("deal", "match")


CASES = [(preset, episode) for preset in PRESETS for episode in episodes(preset)]


@pytest.mark.parametrize("preset", [name for name in PRESETS if name not in MINIS])
def test_presets_agree(preset: str) -> None:
    """A preset of the rules has the options that the page gives it."""
    ours = options_for(preset)
    theirs = make({"preset": preset}).game.options
    named = {name: getattr(theirs, name) for name in ours}
    named["suit_marriages"] = list(named["suit_marriages"])

    assert ours == named


@pytest.mark.parametrize(("preset", "episode"), CASES)
def test_rules_and_referee_agree(preset: str, episode: str) -> None:
    """Rules and referee agree on movers, legal actions, scores, places and what each seat knows."""
    compare_preset(preset, episode, DEALS if episode == "deal" else MATCHES)


def test_combinations_of_options_agree() -> None:
    """The same under random combinations of options."""
    compare_combinations(0, COMBINATIONS)


@pytest.mark.parametrize("seed", [664, 1381])
def test_late_zero_spares_who_was_on_the_barrel(seed: int) -> None:
    """P10, S5: whoever sat on the barrel before the deal pays no fine for a late zero."""
    compare_combinations(seed, 1)


@pytest.mark.long
@pytest.mark.parametrize(("preset", "episode"), CASES)
def test_rules_and_referee_agree_at_length(preset: str, episode: str) -> None:
    """The same over ten thousand deals and a hundred matches of each preset."""
    if episode == "match":
        compare_preset(preset, episode, LONG_MATCHES)
    else:
        compare_preset(preset, episode, LONG_LOOKS, LONG_DEALS - LONG_LOOKS)


@pytest.mark.long
@pytest.mark.parametrize("block", range(20))
def test_combinations_of_options_agree_at_length(block: int) -> None:
    """The same under two thousand combinations of options."""
    size = LONG_COMBINATIONS // 20
    compare_combinations(COMBINATIONS + block * size, size)
