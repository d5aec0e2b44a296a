"""Every check of the suite fails on something: a check that cannot fail is worth nothing.

One small game is broken in one way after the other, in its rules (option `fault`) or in the
engine below it (patched here), and just the checks that are meant to notice must fail.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from conformance.broken import policies, toy
from conformance.broken.toy_referee import ToyReferee

from prikup.envs import aec, check
from prikup.envs.check import CHECKS, CheckFailed, check_agent, check_game, check_policy, examine
from prikup.envs.checks import seconds, walks
from prikup.envs.engine import kernels
from prikup.envs.engine.definition import define
from prikup.envs.engine.game import Game, State
from prikup.envs.engine.view import View

DEFINITION = define(toy)
FEW = 6  # random episodes a check
CARDS = 5
IN_ONE_PROCESS = [name for name in CHECKS if name != "modes"]


def toy_game(fault: str = "none", **options: Any) -> Game:
    """Return the toy with a fault."""
    return Game(DEFINITION, fault=fault, **options)


def failing(game: Game, **how: Any) -> set[str]:
    """Return the names of the checks that fail."""
    how.setdefault("only", IN_ONE_PROCESS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a broken game may well lead to warnings
        return set(examine(game, games=FEW, **how).failures)


# --- what is not broken passes --------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [{}, {"lot": True, "episode": "match", "utility": "rank"}, {"cards": 6, "utility": "win"}],
    ids=str,
)
def test_sound_game_passes(options: dict[str, Any]) -> None:
    """The toy without a fault passes every check."""
    assert set() == failing(toy_game(**options), only=CHECKS)


def test_referee_of_sound_game_agrees() -> None:
    """The toy and its referee agree."""
    assert set() == failing(toy_game(), only=["referee"], referee=ToyReferee(CARDS))


# --- faults of a game -----------------------------------------------------------------------------

# The checks that notice each fault. Where there are several, the fault breaks several rules.
NOTICED = {
    "number": {"limits"},
    "stuck": {"limits"},
    "bound": {"limits"},
    "chatter": {"limits"},
    "writing": {"limits"},
    "score": {"scores"},
    "sum": {"scores"},
    "midway": {"scores", "batch"},
    "match": {"match"},
    "lost": {"cards"},
    "used": {"cards"},
    "twice": {"cards", "leaks", "worlds"},
    "silent": {"cards", "leaks", "worlds"},
    "text": {"texts"},
    "garbage": {"deals"},
    "order": {"deals", "recall", "worlds"},
    "observe": {"leaks"},
    "render": {"leaks"},
    "mask": {"leaks", "recall"},
    "result": {"leaks", "recall"},
    "key": {"leaks", "recall", "worlds"},
    "forget": {"recall"},
    "quiet": {"batch"},
}


@pytest.mark.parametrize("fault", NOTICED)
def test_fault_is_noticed(fault: str) -> None:
    """A fault in the rules fails the checks that are meant for it, and no others."""
    assert NOTICED[fault] == failing(toy_game(fault))


def test_told_hand_is_noticed() -> None:
    """A word that tells all a whole hand makes sampling hopeless, and the worlds check says so."""
    assert {"worlds"} == failing(toy_game("word", cards=toy.LAST_CARD))


@pytest.mark.parametrize("fault", ["revoke", "open", "score", "lost"])
def test_fault_is_noticed_by_the_referee(fault: str) -> None:
    """What is consistent but not the rules needs a referee: duties, audiences, scores, cards."""
    found = examine(toy_game(fault), games=30, only=["referee"], referee=ToyReferee(CARDS))

    assert {"referee"} == set(found.failures)


@pytest.mark.parametrize("fault", ["revoke", "open"])
def test_only_the_referee_knows_the_rules(fault: str) -> None:
    """Rules that are merely other rules pass everything else."""
    assert set() == failing(toy_game(fault))


def test_difference_between_modes_is_noticed() -> None:
    """A number beyond 64 bits is another number in Python; only the two modes together show it."""
    assert {"modes"} == failing(toy_game("modes"), only=CHECKS)


def test_rules_with_dice_of_their_own_are_noticed() -> None:
    """Random numbers that do not come from the seed make episodes that cannot be repeated."""
    assert "repeatable" in failing(toy_game("dice"), only=["limits", "repeatable"])


# --- faults of the engine -------------------------------------------------------------------------


def test_deck_outside_the_seed_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck that is not a function of its seed fails the repeatable check and PettingZoo's."""
    rng = np.random.default_rng(0)
    monkeypatch.setattr(Game, "deck", lambda game, *numbers: rng.permutation(game.pack))

    assert {"repeatable", "pettingzoo"} == failing(toy_game())


def test_illegal_action_taken_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that takes any action fails the illegal check alone."""
    play = kernels.play_checked

    def lenient(states: np.ndarray, index: int, action: int, actions: np.ndarray) -> int:
        player = play(states, index, action, actions)
        return int(states["player"][index]) if player == kernels.ILLEGAL else player

    monkeypatch.setattr(kernels, "play_checked", lenient)

    assert {"illegal"} == failing(toy_game(), only=[n for n in IN_ONE_PROCESS if n != "pettingzoo"])


def test_illegal_action_with_an_effect_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that refuses an illegal action but changes the state fails that check alone."""
    play = kernels.play_checked

    def sloppy(states: np.ndarray, index: int, action: int, actions: np.ndarray) -> int:
        player = play(states, index, action, actions)
        states["oddity"][index] += player == kernels.ILLEGAL
        return player

    monkeypatch.setattr(kernels, "play_checked", sloppy)

    assert {"illegal"} == failing(toy_game(), only=[n for n in IN_ONE_PROCESS if n != "pettingzoo"])


def test_clone_that_shares_memory_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clone on the same bytes fails the copies check."""

    def shared(state: State) -> State:
        return State(state.game, state.states, list(state._steps), state._match)

    run = walks.Run(toy_game(), 0, walks.QUICK)
    run.positions(1)  # the suite's own copies are sound
    monkeypatch.setitem(check.copies.COPIES, "clone", shared)

    with pytest.raises(CheckFailed, match="copies must share no memory"):
        check.copies.check_copies(run)


def test_lost_step_in_text_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A serialized state that comes back one step short fails the copies check alone."""
    read = Game.deserialize_state

    def short(game: Game, text: str) -> State:
        whole = read(game, text)
        again = game.new_initial_state(whole._match)
        for step in whole.steps()[:-1]:
            if isinstance(step, int):
                again.apply_action(step)
            else:
                again.deal(deck=step)
        return again

    monkeypatch.setattr(Game, "deserialize_state", short)

    assert {"copies"} == failing(toy_game())


def test_pickle_without_the_last_reward_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pickled state that forgets what has been paid already fails the copies check alone."""

    def forgetful(state: State) -> dict[str, Any]:
        zeros = np.zeros(state.game.num_players())
        return {**state.__dict__, "_reward": zeros, "_last_utility": zeros}

    monkeypatch.setattr(State, "__getstate__", forgetful)

    assert {"copies"} == failing(toy_game(episode="match"))


class TrueView(View):
    """A view with a path to the truth."""

    @classmethod
    def of_state(cls, state: State, seat: int) -> View:
        """Write the view, and add the state."""
        view = super().of_state(state, seat)
        view.truth = state  # type: ignore[attr-defined]
        return view


def test_view_with_a_path_to_the_state_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view from which the state can be reached fails the leaks check alone."""
    monkeypatch.setattr("prikup.envs.engine.game.View", TrueView)

    assert {"leaks"} == failing(toy_game())


def test_biased_sampler_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sampler that prefers a high last card in the deck fails the worlds check alone."""
    sample = View.sample

    def biased(view: View, rng: Any) -> State:
        pair = (sample(view, rng), sample(view, rng))
        return max(pair, key=lambda world: int(world.decks()[-1][-1]))

    monkeypatch.setattr(View, "sample", biased)

    assert {"worlds"} == failing(toy_game())


def test_sampler_that_leaves_the_deck_alone_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sampler that never moves what lies undealt fails the worlds check alone."""
    sample = View.sample

    def lazy(view: View, rng: Any) -> State:
        while True:
            world = sample(view, rng)
            last = int(world.decks()[-1][-1])
            if last == vars(view).setdefault("last", last):
                return world

    monkeypatch.setattr(View, "sample", lazy)

    assert {"worlds"} == failing(toy_game())


def test_environment_with_a_wrong_mask_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment whose observations do not fit their space fails PettingZoo's check alone."""
    observe = aec.PrikupEnv.observe

    def doubled(env: aec.PrikupEnv, agent: str) -> dict[str, Any]:
        seen = observe(env, agent)
        return {**seen, "action_mask": seen["action_mask"].astype(np.float64)}

    monkeypatch.setattr(aec.PrikupEnv, "observe", doubled)

    assert {"pettingzoo"} == failing(toy_game())


# --- agents and policies --------------------------------------------------------------------------


class Guesser:
    """An honest agent: chance and worlds of its view decide."""

    def reset(self, seed: int) -> None:
        """Start anew."""
        self.rng = np.random.default_rng(seed)

    def act(self, view: View) -> int:
        """Return an action that a sampled world suggests."""
        world = view.sample(self.rng)
        return view.legal_actions()[int(world.record.hand.sum()) % len(view.legal_actions())]


class Peeper(Guesser):
    """An agent that has found the way to the truth."""

    def act(self, view: Any) -> int:
        """Return an action that the other hand decides."""
        other = int(view.truth.record.hand[1 - view.seat])
        return view.legal_actions()[other % len(view.legal_actions())]


class Sleeper(Guesser):
    """An agent that does not start anew when it is told to."""

    def __init__(self) -> None:
        self.rng = np.random.default_rng(0)

    def reset(self, seed: int) -> None:
        """Do nothing."""


class Cheat(Guesser):
    """An agent that plays what it likes."""

    def act(self, view: View) -> int:
        """Return the first action of all."""
        return 0


def test_honest_agent_passes() -> None:
    """An agent that samples with its own seed decides alike in all worlds of a view."""
    check_agent(toy_game(), Guesser())


def test_clairvoyant_agent_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An agent that sees the truth decides otherwise when it is exchanged behind its back."""
    monkeypatch.setattr("prikup.envs.engine.game.View", TrueView)

    with pytest.raises(CheckFailed, match="decides by its view and its seed alone"):
        check_agent(toy_game(), Peeper())


def test_agent_without_a_seed_is_noticed() -> None:
    """An agent whose chance goes on over `reset` does not decide by its seed."""
    with pytest.raises(CheckFailed, match="decides by its view and its seed alone"):
        check_agent(toy_game(), Sleeper())


def test_agent_with_illegal_actions_is_noticed() -> None:
    """An agent must choose a legal action."""
    with pytest.raises(CheckFailed, match="must choose a legal action"):
        check_agent(toy_game(), Cheat())


def test_honest_policy_passes() -> None:
    """A policy that looks at its own hand only decides alike in two worlds of one view."""
    check_policy(toy_game(), policies.HONEST)


def test_clairvoyant_policy_is_noticed() -> None:
    """A policy that looks into the other hand is found out."""
    with pytest.raises(CheckFailed, match="alike in two worlds of one view"):
        check_policy(toy_game(), policies.PEEPING)


# --- the report -----------------------------------------------------------------------------------


def test_failure_says_rule_position_and_seed() -> None:
    """A failure can be looked up: the rule, a position that can be read back, the seed."""
    game, lines = toy_game("match"), []
    with pytest.raises(CheckFailed) as caught:
        check_game(game, seed=7, only=["match"], report=lines.append)
    message = str(caught.value)
    position = message.partition("position ")[2].rpartition("; seed ")[0]

    assert "match may change only when a deal is over" in message
    assert message.endswith("seed 7")
    assert 1 == game.deserialize_state(position).record.match.counter
    assert any(line.startswith("FAIL match") for line in lines)


def test_report_counts_the_tree() -> None:
    """The report gives the size of the tree, here counted by hand.

    Each of the 30 deals has 1 + 2 decisions to lay aside, 4 + 8 to draw (the only card left can be
    drawn once), 12 to lead, and 16 to follow: after 4 of the 12 the leader has two cards.
    """
    report = examine(toy_game(), only=["recall"])

    assert f" {30 * (1 + 2 + 4 + 8 + 12 + 16)} decision nodes" in report.figures["recall"]


def test_unknown_check_is_refused() -> None:
    """A check that does not exist is a mistake of the caller, with the nearest names."""
    with pytest.raises(ValueError, match="did you mean 'recall'"):
        examine(toy_game(), only=["recal"])


@pytest.mark.parametrize(("arguments", "code"), [(["kuhn_poker"], 0), (["kuhn_pokr"], 2)])
def test_command_line(arguments: list[str], code: int, capsys: pytest.CaptureFixture[str]) -> None:
    """The exit code says whether the game passed, or that there is none."""
    assert code == check.main([*arguments, "--games", "2", "--only", "limits", "scores"])
    assert ("" if code == 0 else "did you mean 'kuhn_poker'") in capsys.readouterr().err


def test_records_are_the_same_text_twice() -> None:
    """What the two modes are compared by is a function of game and seed."""
    game = toy_game()

    assert seconds.records(game, [3], 1) == seconds.records(game, [3], 1)
