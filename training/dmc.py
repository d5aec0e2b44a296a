"""Deep Monte Carlo: learn what each action is worth from how the episodes ended.

    from prikup.training.dmc import Args, train
    result = train(Args("ninety_nine", minutes=30, out="runs/nines"))

After D. Zha et al., "DouZero: Mastering DouDizhu with Self-Play Deep Reinforcement Learning"
(ICML 2021): every seat plays the action of the largest value, with probability epsilon a random
one, and the network learns the return that followed, without bootstrapping. Unlike there, one pass
gives the values of all actions, since these games have few of them, one network plays all seats,
and the network that plays in the end is a running average of those that were learned.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from prikup.agents.neural.network import VALUES, Network
from prikup.agents.neural.stages import ALL, BIDDING, before_play
from prikup.envs import load_game
from prikup.envs.batch import Batch
from prikup.envs.engine.errors import BadOptions
from prikup.envs.opponents import named_policy

from . import nets
from .args import AveragedArgs
from .measure import bidding, random_generator
from .nets import torch
from .runs import Result, run
from .selfplay import Asked, Decisions, make_tables, play_at, training_seed

_WEIGHTS, _EXPLORATION, _ORDER = 31, 32, 33  # purposes of random numbers
_LEAST_SHARE = 0.3  # of the teacher's bids, where only bids are learned


@dataclass(frozen=True)
class Args(AveragedArgs):
    """What to learn, and how."""

    epsilon: float = 0.05
    """Probability of a random action while learning."""
    teacher: str = "none"
    """A policy whose actions are played at first, such as `heuristic`; they are learned from like
    all others."""
    teacher_iterations: int = 0
    """Iterations over which the teacher's share of the actions falls from 1 to 0."""

    stage: str = "all"
    """What is learned: `all`, or `bidding`: the decisions before the first card. Then the teacher
    plays the cards, always, and its share of the bids never falls below three in ten."""

    def check(self) -> None:
        """Raise BadOptions on a value out of range."""
        super().check()
        if self.stage not in (ALL, BIDDING):
            raise BadOptions(f"stage must be {ALL} or {BIDDING}, got {self.stage!r}")
        if self.stage == BIDDING and self.teacher == "none":
            raise BadOptions("stage=bidding needs a teacher, who plays the cards")
        if not 0.0 <= self.epsilon <= 1.0:
            raise BadOptions(f"epsilon must be 0 to 1, got {self.epsilon}")
        if self.teacher_iterations < 0 or (self.teacher == "none") != (not self.teacher_iterations):
            raise BadOptions(
                f"a teacher needs teacher_iterations and they a teacher, got {self.teacher!r} for "
                f"{self.teacher_iterations}"
            )


class DmcLearner:
    """The values of actions, learned from returns."""

    algorithm = "dmc"

    def __init__(self, args: Args) -> None:
        """Make networks and games.

        Raises:
            BadOptions: on bad arguments.
        """
        args.check()
        self.args = args
        self.game = load_game(args.game)
        self.iteration, self.decisions, self.steps = 0, 0, 0
        self.scale = 0.0  # unit of the values, known after the first episodes
        self.device = nets.set_up(args.device, args.threads)
        first = random_generator(args.seed, 0, _WEIGHTS)
        self.values = nets.make_net(self.game, args, self.game.num_distinct_actions(), first)
        if args.start is not None:
            self.scale = nets.begin_with(self.values, args.start, self.game, VALUES).scale
        self.values.to(self.device)
        self.averaged = copy.deepcopy(self.values)
        self.optimizer = torch.optim.Adam(self.values.parameters(), args.learning_rate, fused=True)
        has_teacher = args.teacher != "none"
        self.teacher = named_policy(args.teacher, self.game) if has_teacher else None
        self.helper = self.teacher if args.stage == BIDDING else None  # who plays the cards
        self.tables = make_tables(self.game, args.lanes, args.threads, args.opponents, args.history)

    # --- an iteration ---

    def work(self) -> dict[str, float]:
        """Play an episode in every lane and learn from all decisions once."""
        args = self.args
        seed = training_seed(args.seed, self.iteration)
        rng = random_generator(args.seed, self.iteration, _EXPLORATION)
        table = self.tables[self.iteration % len(self.tables)]
        played = play_at(
            table,
            seed,
            lambda asked: self.taught(table.batch, asked, rng),
            events=args.history,
        )
        if self.scale == 0.0:
            self.scale = float(played.returns.std()) or 1.0
        if self.helper is not None:
            played = self._bids(played)
        loss = self._learn(played)
        self.iteration += 1
        self.decisions += len(played.actions)
        return {"loss": loss, "mean_return": float(played.totals.mean())}

    def taught(self, batch: Batch, asked: Asked, rng: np.random.Generator) -> np.ndarray:
        """Return the learner's own actions, or the teacher's while its time lasts."""
        if self.helper is None:
            return self._mixed(batch, asked, rng)
        return bidding(batch, lambda early: self._mixed(batch, early, rng), self.helper)(asked)

    def _mixed(self, batch: Batch, asked: Asked, rng: np.random.Generator) -> np.ndarray:
        """Return the learner's actions, some of them the teacher's instead."""
        chosen = self.explore(asked, rng)
        share = 1.0 - self.iteration / max(self.args.teacher_iterations, 1)
        if self.helper is not None:
            share = max(share, _LEAST_SHARE)
        if self.teacher is not None and share > 0.0:
            follows = np.flatnonzero(rng.random(len(chosen)) < share * (1.0 - self.args.epsilon))
            chosen[follows] = batch.advise(self.teacher, asked.lanes[follows])
        return chosen

    def explore(self, asked: Asked, rng: np.random.Generator) -> np.ndarray:
        """Return the best actions, some of them random ones instead."""
        with torch.no_grad():
            values = self.values(torch.from_numpy(asked.observations).to(self.device))
            masks = torch.from_numpy(asked.masks).to(self.device)
            chosen: np.ndarray = nets.barred(values, masks).argmax(dim=1).cpu().numpy()
        astray = np.flatnonzero(rng.random(len(chosen)) < self.args.epsilon)
        if len(astray):
            lots = np.where(asked.masks[astray], rng.random(asked.masks[astray].shape), -1.0)
            chosen[astray] = lots.argmax(axis=1)
        return chosen

    def _bids(self, played: Decisions) -> Decisions:
        """Return the decisions before the first card alone."""
        rows = before_play(self.game, played.observations)
        return played._replace(
            observations=played.observations[rows],
            actions=played.actions[rows],
            returns=played.returns[rows],
        )

    def _learn(self, played: Decisions) -> float:
        """Move the values of the actions taken towards the returns; return the mean loss."""
        args = self.args
        rng = random_generator(args.seed, self.iteration, _ORDER)
        order = rng.permutation(len(played.actions))
        total = 0.0
        for start in range(0, len(order), args.minibatch):
            rows = order[start : start + args.minibatch]
            observations, actions, returns = (
                torch.from_numpy(column[rows]).to(self.device)
                for column in (played.observations, played.actions, played.returns)
            )
            values = self.values(observations).gather(1, actions[:, None])[:, 0]
            loss = torch.nn.functional.mse_loss(values, returns / self.scale)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.steps += 1
            nets.follow(self.averaged, self.values, args.average, self.steps)
            total += float(loss.detach()) * len(rows)
        return total / len(order)

    # --- keeping ---

    def network(self) -> Network:
        """Return the network that plays."""
        found = nets.network_of(self.averaged, self.game, VALUES, self.scale or 1.0)
        return replace(found, stage=self.args.stage)

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all that the next iterations follow from."""
        counts = np.array([self.iteration, self.decisions, self.steps])
        return {
            "counts": counts,
            "scale": np.array(self.scale),
            **nets.arrays_of("values", self.values),
            **nets.arrays_of("averaged", self.averaged),
            **nets.arrays_of("optimizer", self.optimizer),
        }

    def restore(self, arrays: dict[str, np.ndarray]) -> None:
        """Put back what `arrays` returned."""
        self.iteration, self.decisions, self.steps = (int(count) for count in arrays["counts"])
        self.scale = float(arrays["scale"])
        nets.restore("values", self.values, arrays)
        nets.restore("averaged", self.averaged, arrays)
        nets.restore("optimizer", self.optimizer, arrays)


def train(
    args: Args,
    *,
    on_row: Callable[[dict[str, float]], None] | None = None,
    progress: bool = False,
) -> Result:
    """Learn to play a game.

    Args:
        args: What and how.
        on_row: Called with the metrics of each evaluation of this call.
        progress: Whether to show a bar on stderr when it takes longer than two seconds.

    Raises:
        BadOptions: on bad arguments, or a run that cannot be resumed.
        Diverged: if a number is not finite.
    """
    return run(args, DmcLearner(args), on_row=on_row, progress=progress)
