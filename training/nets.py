"""What the learners share about networks: perceptrons of PyTorch, and their arrays for files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from prikup.agents.neural.history import vocabulary
from prikup.agents.neural.network import Network, find_network, layer_sizes
from prikup.envs.engine.errors import BadOptions
from prikup.envs.engine.game import Game

from .args import AveragedArgs

try:
    import torch as torch  # the learners take it from here, so that one place explains its lack
except ImportError:
    raise ImportError('learning needs PyTorch: pip install "prikup[torch]"', name="torch") from None

BARRED = -1e9  # logit of an illegal action: its probability is exactly 0 in float32


def make_perceptron(
    inputs: int, hidden: Sequence[int], outputs: int, rng: np.random.Generator
) -> Any:
    """Return a perceptron with rectified hidden layers, a `torch.nn.Sequential`.

    The weights come from the generator, not from PyTorch's hidden one: uniform with the variance
    of He et al., "Delving deep into rectifiers" (ICCV 2015); the last layer is a tenth of that, so
    that at first all actions look alike.
    """
    sizes = layer_sizes(inputs, hidden, outputs)
    layers: list[Any] = []
    for number, (size, width) in enumerate(sizes):
        is_last = number == len(sizes) - 1
        bound = (0.1 if is_last else 1.0) * (6.0 / size) ** 0.5
        layer = torch.nn.Linear(size, width)
        with torch.no_grad():
            drawn = rng.uniform(-bound, bound, (width, size)).astype(np.float32)
            layer.weight.copy_(torch.from_numpy(drawn))
            layer.bias.zero_()
        layers += [layer] if is_last else [layer, torch.nn.ReLU()]
    return torch.nn.Sequential(*layers)


class HistoryNet(torch.nn.Module):
    """A perceptron behind a gated recurrent unit that reads the last tokens of what it is given.

    It computes what `prikup.agents.neural.history.encode` does.
    """

    def __init__(
        self,
        inputs: int,
        hidden: Sequence[int],
        outputs: int,
        rng: np.random.Generator,
        *,
        tokens: int,
        events: int,
        memory: int,
    ) -> None:
        """Make it; the weights come from the generator.

        Args:
            inputs: Numbers of an observation.
            hidden: Widths of the hidden layers.
            outputs: Numbers that come out.
            rng: Decides the weights.
            tokens: Number of different tokens.
            events: Tokens behind an observation.
            memory: Numbers that the encoder remembers.
        """
        super().__init__()
        self.events, self.memory = events, memory
        bound = memory**-0.5
        self.inputs, self.weight, self.bias = (
            torch.nn.Parameter(
                torch.from_numpy(rng.uniform(-bound, bound, shape).astype(np.float32))
            )
            for shape in ((tokens, 3 * memory), (3 * memory, memory), (3 * memory,))
        )
        self.perceptron = make_perceptron(inputs + memory, hidden, outputs, rng)

    def forward(self, seen: Any) -> Any:
        """Return the outputs [N, A] for observations with tokens behind them [N, F + events]."""
        tokens, size = seen[:, -self.events :].long(), self.memory
        memory = seen.new_zeros(len(seen), size)
        for step in range(self.events):
            given = self.inputs[tokens[:, step]]
            kept = torch.nn.functional.linear(memory, self.weight, self.bias)
            gates = torch.sigmoid(given[:, : 2 * size] + kept[:, : 2 * size])
            reset, update = gates[:, :size], gates[:, size:]
            candidate = torch.tanh(given[:, 2 * size :] + reset * kept[:, 2 * size :])
            memory = (1.0 - update) * candidate + update * memory
        return self.perceptron(torch.cat([seen[:, : -self.events], memory], dim=1))


def make_net(game: Game, args: AveragedArgs, outputs: int, rng: np.random.Generator) -> Any:
    """Return the net of a learner: a perceptron, with a history behind an encoder."""
    inputs, hidden = game.observation_tensor_size(), args.hidden_sizes()
    if not args.history:
        return make_perceptron(inputs, hidden, outputs, rng)
    tokens = vocabulary(game.num_distinct_actions())
    return HistoryNet(
        inputs, hidden, outputs, rng, tokens=tokens, events=args.history, memory=args.memory
    )


def barred(logits: Any, masks: Any) -> Any:
    """Return logits [N, A] with those of illegal actions (masks bool[N, A] False) out of reach."""
    return torch.where(masks, logits, torch.full_like(logits, BARRED))


def follow(averaged: Any, learned: Any, average: float, steps: int) -> None:
    """Move a running average of weights towards the learned ones, after so many gradient steps.

    At first it follows quickly, or it would remember the first weights.
    """
    kept = min(average, steps / (steps + 10.0))
    with torch.no_grad():
        for own, now in zip(averaged.parameters(), learned.parameters(), strict=True):
            own.lerp_(now, 1.0 - kept)


def set_up(name: str, threads: int) -> Any:
    """Let PyTorch work with so many threads; return the device of a name.

    Args:
        name: `cpu`, `cuda`, or `auto`: a GPU where there is one.
        threads: Of this process, from now on.

    Raises:
        BadOptions: if PyTorch cannot use it.
    """
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    try:
        device = torch.device(name)
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError) as error:
        reason = str(error).splitlines()[0]
        raise BadOptions(f"device {name!r} cannot be used: {reason}") from None
    torch.set_num_threads(threads)
    return device


def network_of(module: Any, game: Game, meaning: str, scale: float = 1.0) -> Network:
    """Return a perceptron as a network that NumPy plays."""
    linear, events, encoder = parts_of(module)
    return Network(
        str(game),
        game.definition.version,
        meaning,
        float(scale),
        tuple(layer.weight.detach().cpu().numpy().copy() for layer in linear),
        tuple(layer.bias.detach().cpu().numpy().copy() for layer in linear),
        events=events,
        encoder=tuple(part.detach().cpu().numpy().copy() for part in encoder),
    )


def parts_of(module: Any) -> tuple[list[Any], int, list[Any]]:
    """Return a net's linear layers, its tokens of history, and its encoder's parameters."""
    if isinstance(module, HistoryNet):
        linear, _, _ = parts_of(module.perceptron)
        return linear, module.events, [module.inputs, module.weight, module.bias]
    return [layer for layer in module if isinstance(layer, torch.nn.Linear)], 0, []


def begin_with(module: Any, name: str, game: Game, meaning: str) -> Network:
    """Give a perceptron the weights of a trained network, and return the network.

    Args:
        module: The perceptron.
        name: The network, such as `dmc:runs/x`.
        game: The game to be learned; the network's may have another utility.
        meaning: What the outputs must mean.

    Raises:
        BadOptions: if there is no such network, or it does not fit.
    """
    algorithm, _, run = name.partition(":")
    network = Network.load(find_network(algorithm, run))
    network.check(game, name)
    linear, events, encoder = parts_of(module)
    shapes = [tuple(part.shape) for part in (*encoder, *(layer.weight for layer in linear))]
    own = [part.shape for part in (*network.encoder, *network.weights)]
    if (network.meaning, network.events, own) != (meaning, events, shapes):
        hidden = "/".join(str(len(bias)) for bias in network.biases[:-1])
        raise BadOptions(
            f"start: {name} has {network.meaning} and hidden={hidden}, history={network.events}"
        )
    with torch.no_grad():
        for layer, weight, bias in zip(linear, network.weights, network.biases, strict=True):
            layer.weight.copy_(torch.from_numpy(weight))
            layer.bias.copy_(torch.from_numpy(bias))
        for part, given in zip(encoder, network.encoder, strict=True):
            part.copy_(torch.from_numpy(given))
    return network


# --- keeping --------------------------------------------------------------------------------------


def arrays_of(name: str, part: Any) -> dict[str, np.ndarray]:
    """Return a module or an Adam optimizer as arrays, their names beginning with `name`."""
    if isinstance(part, torch.nn.Module):
        entries = dict(part.state_dict())
    else:
        entries = {
            f"{number}.{key}": value
            for number, state in part.state_dict()["state"].items()
            for key, value in state.items()
        }
    return {f"{name}.{key}": value.cpu().numpy().copy() for key, value in entries.items()}


def restore(name: str, part: Any, arrays: Mapping[str, np.ndarray]) -> None:
    """Put what `arrays_of` returned back into a part of the same shape."""
    start = f"{name}."
    own = {key.removeprefix(start): value for key, value in arrays.items() if key.startswith(start)}
    if isinstance(part, torch.nn.Module):
        part.load_state_dict({key: torch.from_numpy(value) for key, value in own.items()})
        return
    state: dict[int, dict[str, Any]] = {}
    for key, value in own.items():
        number, _, field = key.partition(".")
        state.setdefault(int(number), {})[field] = torch.from_numpy(np.asarray(value))
    part.load_state_dict({"state": state, "param_groups": part.state_dict()["param_groups"]})
