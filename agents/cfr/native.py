"""Monte Carlo CFR on a game itself, without a tree: sets are found by their keys in a table.

The algorithms are those of `sampling`; here a sample plays the game's own rules. With an
abstraction only some decisions are learned (see `abstraction`), the others are left to a fixed
policy, so that a bidder of a full-size game can be learned.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from prikup.envs.engine.arrays import clear
from prikup.envs.engine.cards import CHANCE, NONE, TERMINAL, count_allowed, nth_allowed
from prikup.envs.engine.errors import PrikupError
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import copied, copy_state
from prikup.envs.engine.rng import random_below, shuffle, stream
from prikup.envs.engine.utility import write_utilities
from prikup.envs.engine.verbs import deal, legal, play, returns

from .. import uniform
from .abstraction import ELSEWHERE, NO_PLAN, Abstraction, bucket, make_abstraction, offer
from .playing import planned_action
from .sampling import (
    EXPLORATION,
    check_scheme,
    draw_explored,
    draw_matched,
    explored,
    learn,
    matched,
    positive_total,
)
from .table import FULL, Table, find_slots
from .tabular import Diverged

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game

    from .tree import Tree

_SAMPLES = 32  # number of the random stream
_DEEPEST = 256  # learned decisions of one seat on a way through the game
_CHUNK = 1024  # the most iterations between two looks at the table's room


class NativeSolver:
    """Runs Monte Carlo CFR on a game."""

    def __init__(
        self,
        game: Game,
        scheme: str = "es_mccfr",
        *,
        seed: int = 0,
        exploration: float = EXPLORATION,
        abstraction: Abstraction | None = None,
        policy: np.ndarray | None = None,
    ) -> None:
        """Start at the uniform policy.

        Args:
            game: The game.
            scheme: `es_mccfr` or `os_mccfr`.
            seed: Decides all samples.
            exploration: Of outcome sampling.
            abstraction: What is learned; None: every decision.
            policy: The record of the policy that takes what is not learned; None: uniform.

        Raises:
            BadOptions: on an unknown scheme, or a value out of range.
        """
        check_scheme(scheme, exploration)
        self.game, self.scheme, self.exploration = game, scheme, exploration
        self.abstraction = abstraction or make_abstraction(game)
        self._policy = uniform.policy(game) if policy is None else policy
        self.table = Table()
        self.iteration = 0
        self.rng = stream(seed, _SAMPLES)
        self._pack = game.pack.copy()
        self._growth = len(self.table.keys)  # slots that an iteration adds, by the last ones
        players, most = game.num_players(), max(3, self.abstraction.most_choices)
        size = min(_DEEPEST, game.max_game_length()) + 2
        self._states = np.zeros(size, game.definition.state)
        self._states[-1:] = copied(game.new_initial_state().states)
        self._plans = np.zeros((size, players), np.int64)
        self._choices = np.zeros((size, most), np.int64)
        self._chances, self._values = np.zeros((size, most)), np.zeros((size, most))
        self._marks = np.zeros((size, 3), np.int64)

    def run(self, iterations: int) -> None:
        """Do so many more iterations.

        Raises:
            Diverged: if a regret is not finite.
            PrikupError: if an abstraction is not one, or a sample is too large for the table.
        """
        stop = self.iteration + iterations
        sample = sample_external if self.scheme == "es_mccfr" else sample_outcomes
        while True:
            number = min(self._fitting(), stop - self.iteration)  # 0 iterations compile only
            before = int(self.table.counts["slots"][0])
            sample(
                self._states,
                self._plans,
                self._choices,
                self._chances,
                self._values,
                self._marks,
                self.abstraction.record,
                self._policy,
                self._pack,
                self.game.scratch().actions,
                self.rng,
                number,
                self.exploration,
                *self.table.arrays,
            )
            self.iteration += number
            self._check_table()
            if number:
                self._growth = (int(self.table.counts["slots"][0]) - before) // number + 1
            if self.iteration >= stop:
                break
        slots = int(self.table.counts["slots"][0])
        if not np.isfinite(self.table.regrets[:slots]).all():
            raise Diverged(f"{self.game}: {self.scheme} has diverged by {self.iteration}")

    def _fitting(self) -> int:
        """Make room in the table; returns how many iterations will hardly fill it.

        The first ones meet new sets only: they are done one at a time.
        """
        table = self.table
        table.make_room()
        counts = table.counts[0]
        room = min(len(table.keys) - counts.rows, len(table.regrets) - counts.slots)
        return int(max(1, min(_CHUNK, room // (8 * self._growth))))

    def _check_table(self) -> None:
        overflow = int(self.table.counts["overflow"][0])
        if overflow:
            why = {
                1: "a sample met more new sets than the table had room for; try os_mccfr",
                2: "a learned set has different numbers of choices at two visits",
                3: f"a seat has more than {_DEEPEST} learned decisions",
            }
            raise PrikupError(f"{self.game}: abstraction {self.abstraction.name}: {why[overflow]}")

    def policy_on(self, tree: Tree) -> np.ndarray:
        """Return the average policy on the game's tree, float64[S]; uniform where not visited."""
        keys, first, chances = self.table.averages()
        policy = tree.uniform()
        places = np.searchsorted(keys, tree.keys)
        for where in range(tree.infosets):
            at = int(places[where])
            if at < len(keys) and keys[at] == tree.keys[where]:
                start, stop = tree.arrays.first[where], tree.arrays.first[where + 1]
                policy[start:stop] = chances[first[at] : first[at + 1]]
        return policy

    def state(self) -> dict[str, Any]:
        """Return everything that the next iteration depends on."""
        return {
            "iteration": np.int64(self.iteration),
            "rng": self.rng,
            "pack": self._pack,  # it is shuffled from what it was
            **self.table.state(),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Take up what `state` returned; going on gives the same numbers to the last bit."""
        self.iteration = int(state["iteration"])
        self.rng[:], self._pack[:] = state["rng"], state["pack"]
        self.table.restore(state)


@compiled
def _act(state, plans, abstraction, policy, actions, rng):
    """Play the mover's action; `actions` are the legal ones."""
    play(state, planned_action(state, plans, abstraction, policy, actions, rng))


@compiled
def _advance(
    state, plans, seat, counted, choices, abstraction, policy, pack, actions, rng,
    keys, starts, sizes, regrets, sums, counts,
):  # fmt: skip
    """Play on until the seat has a learned decision to make, or to the end.

    Its choices are then in `choices`. A decision without a choice is played and not kept.

    Returns:
        The first slot of the set, its number of choices, and the probability with which the other
        seats made their learned choices. The slot is FULL at the end, or where a row was refused.
    """
    reach = 1.0
    while state.player != TERMINAL:
        clear(actions)
        legal(state, actions)
        if state.player == CHANCE:
            outcomes = count_allowed(actions)
            if outcomes == 0:
                shuffle(pack, rng)
                plans[:] = NO_PLAN
                deal(state, pack)
            else:
                play(state, nth_allowed(actions, random_below(rng, outcomes)))
            continue
        mover = state.player
        key = bucket(abstraction, state, plans)
        if key != ELSEWHERE:
            number = np.int64(offer(abstraction, state, actions, choices))
            if number == 1:
                plans[mover] = choices[0]
            else:
                slot = find_slots(keys, starts, sizes, counts, len(regrets), key, number)
                if mover == seat or slot == FULL:
                    return slot, number, reach
                total = positive_total(regrets, slot, number)
                if mover == counted:
                    for i in range(number):
                        sums[slot + i] += matched(regrets[slot + i], total, number)
                chosen = draw_matched(regrets, slot, number, total, rng)
                reach *= matched(regrets[slot + chosen], total, number)
                plans[mover] = choices[chosen]
        _act(state, plans, abstraction, policy, actions, rng)
    return np.int64(FULL), np.int64(0), reach


@compiled
def _payoff(state, seat, scores, payoffs):
    returns(state, scores)
    write_utilities(state.opt.utility, True, scores, payoffs)
    return payoffs[seat]


@compiled
def sample_external(
    states, plans, choices, chances, values, marks, abstractions, policies, pack, actions, rng,
    iterations, exploration, keys, starts, sizes, regrets, sums, counts,
):  # fmt: skip
    """Do iterations of external sampling.

    Args:
        states: State records [D + 2], scratch; the last is undealt, D the most learned decisions.
        plans: int64[D + 2, P], scratch.
        choices: int64[D + 2, K], scratch.
        chances: float64[D + 2, K], scratch.
        values: float64[D + 2, K], scratch.
        marks: int64[D + 2, 3], scratch: slot, number of choices, those tried.
        abstractions: The abstraction's record [1].
        policies: The record [1] of the policy for what is not learned.
        pack: int16[N], shuffled in place.
        actions: int64[W], scratch.
        rng: int64[1].
        iterations: Their number.
        exploration: Not used: outcome sampling has the same arguments.
        keys: int64[R], this and the rest: see `table.Table`.
        starts: int64[R].
        sizes: int64[R].
        regrets: float64[S].
        sums: float64[S].
        counts: Counts record [1].
    """
    deepest = len(states) - 2
    players = plans.shape[1]
    scores, payoffs = np.zeros(players), np.zeros(players)
    abstraction, policy, count = abstractions[0], policies[0], counts[0]
    for _ in range(iterations):
        for seat in range(players):
            counted = (seat + 1) % players
            depth = 0
            copy_state(states[0], states[deepest + 1])
            plans[0] = NO_PLAN
            slot, number, _reach = _advance(
                states[0], plans[0], seat, counted, choices[0], abstraction, policy, pack, actions,
                rng, keys, starts, sizes, regrets, sums, count,
            )  # fmt: skip
            while True:
                if slot != FULL and depth < deepest:
                    total = positive_total(regrets, slot, number)
                    for i in range(number):
                        chances[depth, i] = matched(regrets[slot + i], total, number)
                    marks[depth, 0], marks[depth, 1], marks[depth, 2] = slot, number, 0
                else:
                    if slot != FULL:
                        count.overflow = 3
                    value = _payoff(states[depth], seat, scores, payoffs)
                    depth = _unwind(depth, value, chances, values, marks, regrets)
                    if depth < 0:
                        break
                below = depth + 1
                copy_state(states[below], states[depth])
                plans[below] = plans[depth]
                plans[below, seat] = choices[depth, marks[depth, 2]]
                clear(actions)
                legal(states[below], actions)
                _act(states[below], plans[below], abstraction, policy, actions, rng)
                slot, number, _reach = _advance(
                    states[below], plans[below], seat, counted, choices[below], abstraction, policy,
                    pack, actions, rng, keys, starts, sizes, regrets, sums, count,
                )  # fmt: skip
                depth = below


@compiled
def _unwind(depth, value, chances, values, marks, regrets):
    """Note the value of what was tried last; update the sets of which all has been tried.

    Returns:
        The depth of the decision with a choice left to try, -1 where there is none.
    """
    depth -= 1
    while depth >= 0:
        values[depth, marks[depth, 2]] = value
        marks[depth, 2] += 1
        slot, number = marks[depth, 0], marks[depth, 1]
        if marks[depth, 2] < number:
            return depth
        value = 0.0
        for i in range(number):
            value += chances[depth, i] * values[depth, i]
        for i in range(number):
            regrets[slot + i] += values[depth, i] - value
        depth -= 1
    return depth


@compiled
def sample_outcomes(
    states, plans, choices, reaches, values, marks, abstractions, policies, pack, actions, rng,
    iterations, exploration, keys, starts, sizes, regrets, sums, counts,
):  # fmt: skip
    """Do iterations of outcome sampling; arguments as for `sample_external`.

    `exploration` is the probability with which the seat acts uniformly. The deck and what is not
    learned are drawn alike in every iteration: they need no weight.
    """
    deepest = len(states) - 2
    players = plans.shape[1]
    scores, payoffs = np.zeros(players), np.zeros(players)
    abstraction, policy, count = abstractions[0], policies[0], counts[0]
    for _ in range(iterations):
        for seat in range(players):
            depth, own, sampled, others = 0, 1.0, 1.0, 1.0
            copy_state(states[0], states[deepest + 1])
            plans[0] = NO_PLAN
            while True:
                slot, number, reach = _advance(
                    states[0], plans[0], seat, NONE, choices[0], abstraction, policy, pack, actions,
                    rng, keys, starts, sizes, regrets, sums, count,
                )  # fmt: skip
                others *= reach
                if slot == FULL:
                    break
                if depth >= deepest:
                    count.overflow = 3
                    break
                total = positive_total(regrets, slot, number)
                chosen = draw_explored(regrets, slot, number, total, exploration, rng)
                marks[depth, 0], marks[depth, 1], marks[depth, 2] = slot, number, chosen
                reaches[depth, 0], reaches[depth, 1], reaches[depth, 2] = own, sampled, others
                depth += 1
                chance = matched(regrets[slot + chosen], total, number)
                own *= chance
                sampled *= explored(chance, number, exploration)
                plans[0, seat] = choices[0, chosen]
                clear(actions)
                legal(states[0], actions)
                _act(states[0], plans[0], abstraction, policy, actions, rng)
            value = _payoff(states[0], seat, scores, payoffs)
            for at in range(depth - 1, -1, -1):
                value = learn(
                    regrets, sums, marks[at, 0], marks[at, 1], marks[at, 2], reaches[at],
                    exploration, value,
                )  # fmt: skip
