"""What the learners share about networks: perceptrons of PyTorch, and their arrays for files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from prikup.agents.neural.network import Network, find_network, layer_sizes
from prikup.envs.engine.errors import BadOptions
from prikup.envs.engine.game import Game

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
    linear = [layer for layer in module if isinstance(layer, torch.nn.Linear)]
    return Network(
        str(game),
        game.definition.version,
        meaning,
        float(scale),
        tuple(layer.weight.detach().cpu().numpy().copy() for layer in linear),
        tuple(layer.bias.detach().cpu().numpy().copy() for layer in linear),
    )


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
    linear = [layer for layer in module if isinstance(layer, torch.nn.Linear)]
    shapes = [tuple(layer.weight.shape) for layer in linear]
    if network.meaning != meaning or [weight.shape for weight in network.weights] != shapes:
        hidden = "/".join(str(len(bias)) for bias in network.biases[:-1])
        raise BadOptions(f"start: {name} has {network.meaning} and hidden={hidden}")
    with torch.no_grad():
        for layer, weight, bias in zip(linear, network.weights, network.biases, strict=True):
            layer.weight.copy_(torch.from_numpy(weight))
            layer.bias.copy_(torch.from_numpy(bias))
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
