"""Proximal policy optimization by self-play, and its regularized form that finds equilibria.

    from prikup.training.ppo import Args, train
    result = train(Args("kuhn_poker", mmd=True, exact=True, iterations=300))

J. Schulman et al., "Proximal Policy Optimization Algorithms" (2017), with illegal actions masked,
one network for all seats, and a large entropy bonus, which matters most in games of imperfect
information (M. Rudolph et al., "Reevaluating Policy Gradient Methods for Imperfect-Information
Games", 2025). With `mmd` the clipping is replaced by magnetic mirror descent (S. Sokota et al., "A
Unified Approach to Reinforcement Learning, Quantal Response Equilibria, and Two-Player Zero-Sum
Games", ICLR 2023): the policy is held near its last self and drawn towards a magnet, which is the
uniform policy or an earlier one. Payoffs are divided by the standard deviation of the first
returns, so that all coefficients mean the same in every game.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from prikup.agents.neural.network import LOGITS, Network
from prikup.envs import load_game
from prikup.envs.engine.errors import BadOptions

from . import nets
from .args import AveragedArgs
from .measure import random_generator
from .nets import torch
from .runs import Result, run
from .selfplay import Asked, Decisions, draw, make_tables, play_at, training_seed

CRITICS = ("own", "perfect_information")
_WEIGHTS, _EXPLORATION, _ORDER = 41, 42, 43  # purposes of random numbers


@dataclass(frozen=True)
class Args(AveragedArgs):
    """What to learn, and how."""

    epochs: int = 4
    """Passes over the decisions of an iteration."""
    clip: float = 0.2
    """How far the probability of an action may move in an iteration, as a ratio; not with mmd."""
    entropy: float = 0.05
    """Weight of the entropy; with mmd of the distance to the magnet."""
    gae_lambda: float = 0.95
    """How much of an advantage is what really followed, not what the critic expects."""
    critic: str = "own"
    """What the critic sees while learning: `own`, the seat's observation, or `perfect_information`,
    those of all seats. The policy never sees more than its seat does."""
    mmd: bool = False
    """Magnetic mirror descent instead of clipping."""
    kl: float = 0.1
    """With mmd: weight of the distance to the last iteration's policy."""
    magnet_every: int = 0
    """With mmd: iterations after which the policy becomes its own magnet; 0: it is uniform."""
    decay: int = 0
    """Iterations after which entropy weight and steps have fallen by the square root of 2; 0:
    never. They fall as 1 / sqrt(1 + iteration / decay), with mmd also the step 1 / kl."""
    largest_gradient: float = 0.5
    """Gradients are shortened to this norm."""

    def check(self) -> None:
        """Raise BadOptions on a value out of range."""
        super().check()
        for name in ("clip", "entropy", "kl", "magnet_every", "decay"):
            if not getattr(self, name) >= 0:
                raise BadOptions(f"{name} must not be negative, got {getattr(self, name)}")
        if self.epochs < 1:
            raise BadOptions(f"epochs must be at least 1, got {self.epochs}")
        if not self.largest_gradient > 0.0:
            raise BadOptions(f"largest_gradient must be above 0, got {self.largest_gradient}")
        if not 0.0 <= self.gae_lambda <= 1.0:
            raise BadOptions(f"gae_lambda must be 0 to 1, got {self.gae_lambda}")
        if self.critic not in CRITICS:
            raise BadOptions(f"critic must be own or perfect_information, got {self.critic!r}")
        if self.magnet_every and not self.mmd:
            raise BadOptions("magnet_every needs mmd")


def advantages(
    rewards: np.ndarray, values: np.ndarray, is_last: np.ndarray, gae_lambda: float
) -> np.ndarray:
    """Return generalized advantage estimates (Schulman et al., ICLR 2016), without discounting.

    Args:
        rewards: float32[N], between a decision and the same seat's next one; decisions of a seat
            follow each other.
        values: float32[N], what the critic expects at each decision.
        is_last: bool[N], whether the seat decides no more.
        gae_lambda: 0: one step and the critic; 1: all that followed.

    Example:
        >>> one = np.ones(2, np.float32)
        >>> advantages(one, 0 * one, np.array([False, True]), 0.5).tolist()
        [1.5, 1.0]
    """
    found = np.zeros(len(rewards), np.float32)
    following = np.zeros_like(found)
    following[:-1] = np.where(is_last[:-1], 0.0, values[1:])
    surprise = rewards + following - values
    rows = np.flatnonzero(is_last)
    found[rows] = surprise[rows]
    while True:
        rows = rows[rows > 0] - 1
        rows = rows[~is_last[rows]]
        if not len(rows):
            return found
        found[rows] = surprise[rows] + gae_lambda * found[rows + 1]


class PpoLearner:
    """A policy and a critic, learned by policy gradients."""

    algorithm = "ppo"

    def __init__(self, args: Args) -> None:
        """Make networks and games.

        Raises:
            BadOptions: on bad arguments.
        """
        args.check()
        self.args = args
        self.game = load_game(args.game)
        self.iteration, self.decisions, self.steps = 0, 0, 0
        self.scale = 0.0  # unit of the payoffs, known after the first episodes
        self.device = nets.set_up(args.device, args.threads)
        inputs, actions = self.game.observation_tensor_size(), self.game.num_distinct_actions()
        rng = random_generator(args.seed, 0, _WEIGHTS)
        self.actor = nets.make_net(self.game, args, actions, rng).to(self.device)
        self.sees_all = args.critic == "perfect_information"
        if self.sees_all:
            seen = inputs * self.game.num_players()
            critic = nets.make_perceptron(seen, args.hidden_sizes(), 1, rng)
        else:
            critic = nets.make_net(self.game, args, 1, rng)
        self.critic = critic.to(self.device)
        if args.start is not None:
            nets.begin_with(self.actor, args.start, self.game, LOGITS)
        self.averaged = copy.deepcopy(self.actor)
        # Before it is an earlier policy the magnet is uniform: a network of zeros.
        self.magnet = copy.deepcopy(self.actor)
        with torch.no_grad():
            for parameter in self.magnet.parameters():
                parameter.zero_()
        self.parameters = [*self.actor.parameters(), *self.critic.parameters()]
        self.optimizer = torch.optim.Adam(self.parameters, args.learning_rate, fused=True)
        self.tables = make_tables(self.game, args.lanes, args.threads, args.opponents, args.history)

    # --- an iteration ---

    def work(self) -> dict[str, float]:
        """Play an episode in every lane and learn from all decisions."""
        args = self.args
        rng = random_generator(args.seed, self.iteration, _EXPLORATION)
        seed = training_seed(args.seed, self.iteration)
        table = self.tables[self.iteration % len(self.tables)]
        played = play_at(
            table,
            seed,
            lambda asked: self.draw(asked, rng),
            with_worlds=self.sees_all,
            events=args.history,
        )
        if self.scale == 0.0:
            self.scale = float(played.returns.std()) or 1.0
        metrics = self._learn(played)
        self.iteration += 1
        self.decisions += len(played.actions)
        if args.magnet_every and self.iteration % args.magnet_every == 0:
            self.magnet.load_state_dict(self.averaged.state_dict())
        return {**metrics, "mean_return": float(played.totals.mean())}

    def draw(self, asked: Asked, rng: np.random.Generator) -> np.ndarray:
        """Draw actions by their probabilities."""
        with torch.no_grad():
            logits = self.actor(torch.from_numpy(asked.observations).to(self.device))
            masks = torch.from_numpy(asked.masks).to(self.device)
            chances = torch.softmax(nets.barred(logits, masks), dim=1).cpu().numpy()
        return draw(chances.astype(np.float64), rng)

    def _learn(self, played: Decisions) -> dict[str, float]:
        """Improve policy and critic; return the means of what is minimized."""
        args = self.args
        shrink = (1.0 + self.iteration / args.decay) ** -0.5 if args.decay else 1.0
        for group in self.optimizer.param_groups:
            group["lr"] = args.learning_rate * shrink
        critics = played.worlds if self.sees_all else played.observations
        observations, masks, actions, seen = (
            torch.from_numpy(column).to(self.device)
            for column in (played.observations, played.masks, played.actions, critics)
        )
        with torch.no_grad():
            values = self.critic(seen)[:, 0].cpu().numpy()
            before = torch.log_softmax(nets.barred(self.actor(observations), masks), dim=1)
            magnet = torch.log_softmax(nets.barred(self.magnet(observations), masks), dim=1)
        found = advantages(played.rewards / self.scale, values, played.is_last, args.gae_lambda)
        gains, aims = (torch.from_numpy(x).to(self.device) for x in (found, found + values))
        rng = random_generator(args.seed, self.iteration, _ORDER)
        sums = np.zeros(3)
        for _ in range(args.epochs):
            order = rng.permutation(len(found))
            for start in range(0, len(order), args.minibatch):
                rows = torch.from_numpy(order[start : start + args.minibatch]).to(self.device)
                losses: tuple[Any, ...] = self._losses(
                    observations[rows],
                    masks[rows],
                    actions[rows],
                    before[rows],
                    magnet[rows],
                    gains[rows],
                    args.entropy * shrink,
                    args.kl / shrink,
                )
                expected = self.critic(seen[rows])[:, 0]
                losses = *losses, torch.nn.functional.mse_loss(expected, aims[rows])
                self.optimizer.zero_grad()
                sum(losses).backward()
                torch.nn.utils.clip_grad_norm_(self.parameters, args.largest_gradient)
                self.optimizer.step()
                self.steps += 1
                nets.follow(self.averaged, self.actor, args.average, self.steps)
                sums += len(rows) * np.array([float(loss.detach()) for loss in losses])
        means = sums / (args.epochs * len(found))
        names = ("policy_loss", "magnet_loss", "value_loss")
        return {name: float(mean) for name, mean in zip(names, means, strict=True)}

    def _losses(
        self,
        observations: Any,
        masks: Any,
        actions: Any,
        before: Any,
        magnet: Any,
        gains: Any,
        entropy: float,
        kl: float,
    ) -> tuple[Any, Any]:
        """Return what the policy minimizes: its loss, and its distance to the magnet."""
        args = self.args
        now = torch.log_softmax(nets.barred(self.actor(observations), masks), dim=1)
        chances = now.exp()
        step = (now - before).gather(1, actions[:, None])[:, 0].exp()
        if args.mmd:
            change = (chances * (now - before)).sum(dim=1)
            policy_loss = (kl * change - step * gains).mean()
        else:
            held = step.clamp(1.0 - args.clip, 1.0 + args.clip)
            policy_loss = -torch.minimum(step * gains, held * gains).mean()
        # To the uniform policy this is the negative entropy up to a constant.
        pull = entropy * (chances * (now - magnet)).sum(dim=1).mean()
        return policy_loss, pull

    # --- keeping ---

    def network(self) -> Network:
        """Return the network that plays."""
        return nets.network_of(self.averaged, self.game, LOGITS)

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all that the next iterations follow from."""
        return {
            "counts": np.array([self.iteration, self.decisions, self.steps]),
            "scale": np.array(self.scale),
            **nets.arrays_of("actor", self.actor),
            **nets.arrays_of("averaged", self.averaged),
            **nets.arrays_of("critic", self.critic),
            **nets.arrays_of("magnet", self.magnet),
            **nets.arrays_of("optimizer", self.optimizer),
        }

    def restore(self, arrays: dict[str, np.ndarray]) -> None:
        """Put back what `arrays` returned."""
        self.iteration, self.decisions, self.steps = (int(count) for count in arrays["counts"])
        self.scale = float(arrays["scale"])
        for name in ("actor", "averaged", "critic", "magnet", "optimizer"):
            nets.restore(name, getattr(self, name), arrays)


def train(
    args: Args,
    *,
    on_row: Callable[[dict[str, float]], None] | None = None,
    progress: bool = False,
) -> Result:
    """Learn to play a game; arguments and errors as in `prikup.training.dmc.train`."""
    return run(args, PpoLearner(args), on_row=on_row, progress=progress)
