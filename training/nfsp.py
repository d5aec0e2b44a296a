"""Neural fictitious self-play: best responses to one's own average, a plain reference.

    from prikup.training.nfsp import Args, train
    result = train(Args("kuhn_poker", iterations=1500, exact=True))

J. Heinrich and D. Silver, "Deep Reinforcement Learning from Self-Play in Imperfect-Information
Games" (2016). A seat plays an episode either by its best response (with the probability called
anticipation), which is a Q-network learned from the latest decisions, or by its average policy,
which is a network fitted to a uniform sample of all that best responses ever did. One network of
each kind plays all seats. The average policy plays in the end.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from prikup.agents.neural.network import LOGITS, Network
from prikup.envs import load_game
from prikup.envs.engine.errors import BadOptions

from . import nets
from .args import RunArgs
from .measure import random_generator
from .memory import Memory
from .nets import torch
from .runs import Result, run
from .selfplay import Asked, Decisions, draw, make_tables, play_at, training_seed

_WEIGHTS, _ROLES, _ORDER = 61, 62, 63  # purposes of random numbers


@dataclass(frozen=True)
class Args(RunArgs):
    """What to learn, and how."""

    lanes: int = 128
    """Episodes an iteration, played side by side."""
    hidden: str = "128"
    """Widths of the hidden layers."""
    learning_rate: float = 1e-3
    """Step of Adam, of both networks."""
    minibatch: int = 128
    """Decisions of one gradient step."""
    anticipation: float = 0.1
    """Probability that a seat plays an episode by its best response."""
    epsilon: float = 0.06
    """Probability of a random action of a best response; it falls as 1 / sqrt(iteration)."""
    gradient_steps: int = 4
    """Gradient steps of each network in an iteration."""
    latest: int = 50_000
    """Decisions that the best response is learned from."""
    memory: int = 500_000
    """Decisions of best responses that the average policy is fitted to."""
    target_every: int = 20
    """Iterations after which the network that values the next decisions is renewed."""

    def check(self) -> None:
        """Raise BadOptions on a value out of range."""
        super().check()
        for name in ("anticipation", "epsilon"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise BadOptions(f"{name} must be 0 to 1, got {getattr(self, name)}")
        for name in ("gradient_steps", "latest", "memory", "target_every"):
            if getattr(self, name) < 1:
                raise BadOptions(f"{name} must be at least 1, got {getattr(self, name)}")


class NfspLearner:
    """A Q-network and an average policy."""

    algorithm = "nfsp"

    def __init__(self, args: Args) -> None:
        """Make networks, memories and games.

        Raises:
            BadOptions: on bad arguments.
        """
        args.check()
        self.args = args
        self.game = load_game(args.game)
        self.iteration, self.decisions = 0, 0
        self.scale = 0.0  # unit of the values, known after the first episodes
        self.device = nets.set_up(args.device, args.threads)
        F, A = self.game.observation_tensor_size(), self.game.num_distinct_actions()
        rng, hidden = random_generator(args.seed, 0, _WEIGHTS), args.hidden_sizes()
        self.values = nets.make_perceptron(F, hidden, A, rng).to(self.device)
        self.average = nets.make_perceptron(F, hidden, A, rng).to(self.device)
        self.target = copy.deepcopy(self.values)
        rate = args.learning_rate
        self.values_optimizer = torch.optim.Adam(self.values.parameters(), rate, fused=True)
        self.average_optimizer = torch.optim.Adam(self.average.parameters(), rate, fused=True)
        seen = {"observation": F, "mask": A, "action": 1}
        after = {"reward": 1, "is_last": 1, "next_observation": F, "next_mask": A}
        self.latest = Memory(args.latest, seen | after, keep_latest=True)
        self.memory = Memory(args.memory, seen)
        self.tables = make_tables(self.game, args.lanes, args.threads, args.opponents)

    # --- an iteration ---

    def work(self) -> dict[str, float]:
        """Play an episode in every lane and do some gradient steps of both networks."""
        args = self.args
        rng = random_generator(args.seed, self.iteration, _ROLES)
        size = args.lanes, self.game.num_players()
        responds = rng.random(size) < args.anticipation  # a role for each seat of each episode
        table = self.tables[self.iteration % len(self.tables)]
        seed = training_seed(args.seed, self.iteration)
        played = play_at(table, seed, lambda asked: self._act(asked, responds, rng))
        if self.scale == 0.0:
            self.scale = float(played.returns.std()) or 1.0
        self._remember(played, responds, rng)
        self.iteration += 1
        self.decisions += len(played.actions)
        order = random_generator(args.seed, self.iteration, _ORDER)
        losses = np.zeros(2)
        for _ in range(args.gradient_steps):
            losses += self._learn_values(order), self._learn_average(order)
        if self.iteration % args.target_every == 0:
            self.target.load_state_dict(self.values.state_dict())
        losses /= args.gradient_steps
        return {"loss": float(losses[0]), "average_loss": float(losses[1])}

    def _act(self, asked: Asked, responds: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Return actions: of the best response or of the average policy, by the seats' roles."""
        with torch.no_grad():
            observations = torch.from_numpy(asked.observations).to(self.device)
            masks = torch.from_numpy(asked.masks).to(self.device)
            logits = nets.barred(self.average(observations), masks)
            best = nets.barred(self.values(observations), masks).argmax(dim=1).cpu().numpy()
            chances = torch.softmax(logits, dim=1).cpu().numpy().astype(np.float64)
        drawn = draw(chances, rng)
        uniform = draw(asked.masks / asked.masks.sum(axis=1, keepdims=True), rng)
        epsilon = self.args.epsilon / (1.0 + self.iteration) ** 0.5
        best = np.where(rng.random(len(best)) < epsilon, uniform, best)
        return np.where(responds[asked.lanes, asked.seats], best, drawn)

    def _remember(self, played: Decisions, responds: np.ndarray, rng: np.random.Generator) -> None:
        """Keep all decisions for the best response, those of best responses for the average."""
        following = np.roll(np.arange(len(played.actions)), -1)  # not read after the last one
        seen = {
            "observation": played.observations,
            "mask": played.masks,
            "action": played.actions[:, None],
        }
        self.latest.add(
            rng,
            **seen,
            reward=played.rewards[:, None] / self.scale,
            is_last=played.is_last[:, None],
            next_observation=played.observations[following],
            next_mask=played.masks[following],
        )
        own = responds[played.lanes, played.seats]
        if own.any():
            self.memory.add(rng, **{name: rows[own] for name, rows in seen.items()})

    def _learn_values(self, rng: np.random.Generator) -> float:
        """Move values towards reward and best legal value of the seat's next decision."""
        rows = self.latest.rows(rng.integers(0, len(self.latest), self.args.minibatch))
        given = {name: torch.from_numpy(part).to(self.device) for name, part in rows.items()}
        with torch.no_grad():
            following = nets.barred(self.target(given["next_observation"]), given["next_mask"] > 0)
            goes_on = 1.0 - given["is_last"][:, 0]
            aims = given["reward"][:, 0] + goes_on * following.max(dim=1).values
        values = self.values(given["observation"]).gather(1, given["action"].long())[:, 0]
        loss = torch.nn.functional.mse_loss(values, aims)
        self.values_optimizer.zero_grad()
        loss.backward()
        self.values_optimizer.step()
        return float(loss.detach())

    def _learn_average(self, rng: np.random.Generator) -> float:
        """Make what best responses did more likely."""
        if not len(self.memory):
            return 0.0
        rows = self.memory.rows(rng.integers(0, len(self.memory), self.args.minibatch))
        given = {name: torch.from_numpy(part).to(self.device) for name, part in rows.items()}
        logits = nets.barred(self.average(given["observation"]), given["mask"] > 0)
        loss = torch.nn.functional.cross_entropy(logits, given["action"][:, 0].long())
        self.average_optimizer.zero_grad()
        loss.backward()
        self.average_optimizer.step()
        return float(loss.detach())

    # --- keeping ---

    def network(self) -> Network:
        """Return the average policy."""
        return nets.network_of(self.average, self.game, LOGITS)

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all that the next iterations follow from."""
        return {
            "counts": np.array([self.iteration, self.decisions]),
            "scale": np.array(self.scale),
            **nets.arrays_of("values", self.values),
            **nets.arrays_of("average", self.average),
            **nets.arrays_of("target", self.target),
            **nets.arrays_of("values_optimizer", self.values_optimizer),
            **nets.arrays_of("average_optimizer", self.average_optimizer),
            **self.latest.arrays("latest"),
            **self.memory.arrays("memory"),
        }

    def restore(self, arrays: dict[str, np.ndarray]) -> None:
        """Put back what `arrays` returned."""
        self.iteration, self.decisions = (int(count) for count in arrays["counts"])
        self.scale = float(arrays["scale"])
        for name in ("values", "average", "target", "values_optimizer", "average_optimizer"):
            nets.restore(name, getattr(self, name), arrays)
        self.latest.restore("latest", arrays)
        self.memory.restore("memory", arrays)


def train(
    args: Args,
    *,
    on_row: Callable[[dict[str, float]], None] | None = None,
    progress: bool = False,
) -> Result:
    """Learn to play a game; arguments and errors as in `prikup.training.dmc.train`."""
    return run(args, NfspLearner(args), on_row=on_row, progress=progress)
