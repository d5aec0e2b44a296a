"""Deep CFR: counterfactual regrets learned by networks, a plain reference for small games.

    from prikup.training.deep_cfr import Args, train
    result = train(Args("kuhn_poker", iterations=60, exact=True))

N. Brown et al., "Deep Counterfactual Regret Minimization" (ICML 2019). In each iteration every seat
in turn walks through sampled deals: it tries all its own actions, the others draw theirs. What its
actions would have gained is remembered, and a network is fitted to it from its first weights;
positive predicted regrets are the next policy. The average policy, which plays in the end, is a
network fitted to the policies that were drawn from. Later iterations weigh more (linear CFR).

The walks go through the Python interface, decision by decision: some thousands a second.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from prikup.agents.neural.network import LOGITS, VALUES, Network
from prikup.envs import load_game
from prikup.envs.engine.errors import BadOptions
from prikup.envs.engine.game import State

from . import nets
from .args import RunArgs
from .measure import random_generator
from .memory import Memory
from .nets import torch
from .runs import Result, run
from .selfplay import training_seed

_WEIGHTS, _WALKS, _ORDER = 51, 52, 53  # purposes of random numbers


@dataclass(frozen=True)
class Args(RunArgs):
    """What to learn, and how."""

    iterations: int = 100
    """Iterations; in each every seat walks once through every lane."""
    lanes: int = 100
    """Sampled deals a seat walks through in an iteration."""
    hidden: str = "64/64"
    """Widths of the hidden layers."""
    learning_rate: float = 1e-3
    """Step of Adam."""
    minibatch: int = 256
    """Samples of one gradient step."""
    gradient_steps: int = 150
    """Gradient steps of each fit."""
    memory: int = 200_000
    """Samples that each memory keeps."""
    evaluate_every: int = 10
    """Iterations between evaluations; a checkpoint is written with each."""

    def check(self) -> None:
        """Raise BadOptions on a value out of range."""
        super().check()
        if self.opponents != "self":
            raise BadOptions(f"deep_cfr plays all seats itself: opponents={self.opponents}")
        for name in ("gradient_steps", "memory"):
            if getattr(self, name) < 1:
                raise BadOptions(f"{name} must be at least 1, got {getattr(self, name)}")


def match_regrets(regrets: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Return the policy of regrets: proportional to the positive ones, else the largest.

    Args:
        regrets: float32[A].
        mask: bool[A], the legal actions.

    Example:
        >>> mask = np.array([True, True, False, True])
        >>> match_regrets(np.array([1.0, -2.0, 9.0, 3.0]), mask).tolist()
        [0.25, 0.0, 0.0, 0.75]
        >>> match_regrets(np.array([-5.0, -2.0, 9.0, -3.0]), mask).tolist()
        [0.0, 1.0, 0.0, 0.0]
    """
    positive = np.where(mask, np.maximum(regrets, 0.0), 0.0)
    if positive.sum() > 0.0:
        matched: np.ndarray = positive / positive.sum()
        return matched
    best = np.where(mask, regrets, -np.inf).argmax()
    return np.eye(len(mask))[best]


class DeepCfrLearner:
    """Regret networks of all seats, and their average policy."""

    algorithm = "deep_cfr"

    def __init__(self, args: Args) -> None:
        """Make networks and memories.

        Raises:
            BadOptions: on bad arguments.
        """
        args.check()
        self.args = args
        self.game = load_game(args.game)
        self.iteration, self.decisions = 0, 0
        self.device = nets.set_up(args.device, args.threads)
        F, A = self.game.observation_tensor_size(), self.game.num_distinct_actions()
        self.scale = max(self.game.max_utility(), -self.game.min_utility()) or 1.0
        seats = range(self.game.num_players())
        parts = {"observation": F, "mask": A, "target": A, "weight": 1}
        self.regret_memories = [Memory(args.memory, parts) for _ in seats]
        self.policy_memory = Memory(args.memory, parts)
        self.regrets = [nets.network_of(self._fresh(seat), self.game, VALUES) for seat in seats]
        self._average: tuple[int, Network] | None = None

    def _fresh(self, number: int) -> Any:
        """Return a perceptron at its first weights; the seats' are 0, 1, ..., the average's -1."""
        rng = random_generator(self.args.seed, number + 1, _WEIGHTS)
        F, A = self.game.observation_tensor_size(), self.game.num_distinct_actions()
        return nets.make_perceptron(F, self.args.hidden_sizes(), A, rng).to(self.device)

    # --- an iteration ---

    def work(self) -> dict[str, float]:
        """Let every seat walk, and fit its regrets anew."""
        args = self.args
        rng = random_generator(args.seed, self.iteration, _WALKS)
        first = training_seed(args.seed, self.iteration)
        self.iteration += 1
        losses = []
        for seat in range(self.game.num_players()):
            self._found: dict[bool, list[tuple[np.ndarray, ...]]] = {True: [], False: []}
            for lane in range(args.lanes):
                seed = training_seed(first, seat * args.lanes + lane)
                self._walk(self.game.deal(seed), seat, seed, rng)
            for is_own, samples in self._found.items():
                self.decisions += len(samples)
                memory = self.regret_memories[seat] if is_own else self.policy_memory
                if samples:
                    observations, masks, targets = (np.stack(column) for column in zip(*samples))
                    weights = np.full((len(samples), 1), self.iteration)
                    memory.add(
                        rng, observation=observations, mask=masks, target=targets, weight=weights
                    )
            fitted, loss = self._fit(self.regret_memories[seat], seat, VALUES)
            self.regrets[seat] = fitted
            losses.append(loss)
        return {"loss": float(np.mean(losses))}

    def _walk(self, state: State, seat: int, seed: int, rng: np.random.Generator) -> float:
        """Return what the deal is worth to a seat from here, in units of the scale."""
        state.resolve_chance(seed)
        if state.is_terminal():
            return float(state.returns()[seat]) / self.scale
        mover = state.current_player()
        view = state.view(mover)
        observation, mask = view.observation(), view.legal_actions_mask()
        chances = match_regrets(self.regrets[mover].outputs(observation), mask)
        if mover != seat:
            self._found[False].append((observation, mask, chances))
            state.apply_action(int(rng.choice(len(chances), p=chances)))
            return self._walk(state, seat, seed, rng)
        values = np.zeros(len(mask))
        for action in view.legal_actions():
            below = state.clone()
            below.apply_action(action)
            values[action] = self._walk(below, seat, seed, rng)
        mean = float(chances @ values)
        self._found[True].append((observation, mask, np.where(mask, values - mean, 0.0)))
        return mean

    def _fit(self, memory: Memory, number: int, meaning: str) -> tuple[Network, float]:
        """Return a network fitted to a memory, and its mean loss."""
        args = self.args
        module = self._fresh(number)
        optimizer = torch.optim.Adam(module.parameters(), args.learning_rate, fused=True)
        rng = random_generator(args.seed, self.iteration * 64 + number + 1, _ORDER)
        total = 0.0
        for _ in range(args.gradient_steps if len(memory) else 0):
            rows = memory.rows(rng.integers(0, len(memory), args.minibatch))
            given = {n: torch.from_numpy(part).to(self.device) for n, part in rows.items()}
            masks, targets = given["mask"] > 0.0, given["target"]
            # Relative to the latest iteration, so that a step means the same throughout.
            weights = given["weight"][:, 0] / self.iteration
            outputs = module(given["observation"])
            if meaning == VALUES:
                each = torch.where(masks, (outputs - targets) ** 2, 0.0).sum(dim=1)
            else:
                each = -(targets * torch.log_softmax(nets.barred(outputs, masks), 1)).sum(dim=1)
            loss = (weights * each).mean()
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(module.parameters(), 1.0)
            optimizer.step()
            total += float(loss.detach())
        return nets.network_of(module, self.game, meaning), total / args.gradient_steps

    # --- keeping ---

    def network(self) -> Network:
        """Return the average policy: a network fitted to the policies that were drawn from."""
        if self._average is None or self._average[0] != self.iteration:
            self._average = self.iteration, self._fit(self.policy_memory, -1, LOGITS)[0]
        return self._average[1]

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all that the next iterations follow from."""
        kept = {"counts": np.array([self.iteration, self.decisions])}
        kept |= self.policy_memory.arrays("policy")
        for seat, (memory, network) in enumerate(
            zip(self.regret_memories, self.regrets, strict=True)
        ):
            kept |= memory.arrays(f"memory{seat}")
            for layer, (weight, bias) in enumerate(
                zip(network.weights, network.biases, strict=True)
            ):
                kept[f"regrets{seat}.weight{layer}"] = weight
                kept[f"regrets{seat}.bias{layer}"] = bias
        return kept

    def restore(self, arrays: dict[str, np.ndarray]) -> None:
        """Put back what `arrays` returned."""
        self.iteration, self.decisions = (int(count) for count in arrays["counts"])
        self.policy_memory.restore("policy", arrays)
        for seat, memory in enumerate(self.regret_memories):
            memory.restore(f"memory{seat}", arrays)
            layers = range(len(self.regrets[seat].weights))
            self.regrets[seat] = Network(
                str(self.game),
                self.game.definition.version,
                VALUES,
                1.0,
                tuple(arrays[f"regrets{seat}.weight{layer}"] for layer in layers),
                tuple(arrays[f"regrets{seat}.bias{layer}"] for layer in layers),
            )


def train(
    args: Args,
    *,
    on_row: Callable[[dict[str, float]], None] | None = None,
    progress: bool = False,
) -> Result:
    """Learn to play a game; arguments and errors as in `prikup.training.dmc.train`."""
    return run(args, DeepCfrLearner(args), on_row=on_row, progress=progress)
