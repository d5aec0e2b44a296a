"""RLlib and TorchRL train on the AEC environment: the snippets of docs/libraries.md."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from prikup.envs import Batch
from prikup.envs.aec import PrikupEnv

PAGE = Path(__file__).resolve().parents[2] / "docs" / "libraries.md"
EXTRAS = {"RLlib": ("ray", "ray"), "TorchRL": ("torchrl", "torchrl")}  # module, extra


def snippet(library: str) -> str:
    """Return the code of a library's section, on the lines where it stands in the page."""
    page = PAGE.read_text(encoding="utf-8")
    found = re.search(rf"^## {library}\n.*?^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert found
    return "\n" * page.count("\n", 0, found.start(1)) + found[1]


@pytest.mark.long
@pytest.mark.parametrize("library", sorted(EXTRAS))
def test_library_learns(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page's snippet trains with masks: no illegal action, and afterwards it beats chance."""
    module, extra = EXTRAS[library]
    if importlib.util.find_spec(module) is None:
        pytest.skip(f'needs {library}: pip install "prikup[{extra}]"')
    played = []
    apply = PrikupEnv.step

    def step(env: PrikupEnv, action: int | None) -> None:
        apply(env, action)  # raises where the mask was not heeded
        played.append(action)

    monkeypatch.setattr(PrikupEnv, "step", step)
    names: dict[str, Any] = {"__name__": "__page__"}
    try:
        exec(compile(snippet(library), str(PAGE), "exec"), names)
    finally:
        if library == "RLlib":
            import ray

            ray.shutdown()

    assert {0, 1, 2} <= set(played)
    # Against a uniform player a uniform one gets nothing; the standard error is below 0.1 chips.
    assert 0.4 < against_uniform(names["logits"])


def against_uniform(logits: Callable[[Any, Any], Any]) -> float:
    """Return the chips a deal that a policy gains from a uniform player, from both seats."""
    import torch

    batch = Batch("leduc_poker", 256, seed=3, opponents="uniform")
    rng, gained, deals = np.random.default_rng(0), 0.0, 0
    for _ in range(60):
        observations, masks = (torch.from_numpy(x) for x in (batch.observations, batch.masks))
        chances = logits(observations, masks).softmax(dim=1).numpy()

        assert not chances[~batch.masks].any()
        batch.step((chances.cumsum(axis=1) > rng.random((256, 1))).argmax(axis=1))
        gained += float(batch.rewards[np.arange(256), batch.seats].sum())
        deals += int(batch.dones.sum())
    return gained / deals
