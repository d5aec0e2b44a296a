"""Ids such as `prikup/kuhn_poker-v0` for PettingZoo's and Gymnasium's `make`.

These libraries take longer to import than all that `prikup.envs` needs, so they are not imported
for the sake of their registries. Where one is loaded already the ids are registered at once,
otherwise right after its own import: `import prikup.envs` may stand before or after it.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from .registry import game_names

NAMESPACE = "prikup"

Register = Callable[[ModuleType], None]


def _register_pettingzoo(pettingzoo: Any) -> None:
    for name in game_names():
        environment = f"{NAMESPACE}/{name}-v0"
        if environment not in pettingzoo.aec_registry:
            pettingzoo.register(
                "aec", environment, entry_point="prikup.envs.aec:env", kwargs={"game": name}
            )


def _register_gymnasium(gymnasium: Any) -> None:
    for name in game_names():
        environment = f"{NAMESPACE}/{name}-v0"
        if environment not in gymnasium.registry:
            gymnasium.register(
                environment,
                entry_point="prikup.envs.single:PrikupSingleEnv",
                vector_entry_point="prikup.envs.vector:PrikupVectorEnv",
                kwargs={"game": name},
            )


_LIBRARIES: dict[str, Register] = {
    "pettingzoo": _register_pettingzoo,
    "gymnasium": _register_gymnasium,
}


class _AfterImport(MetaPathFinder):
    """Calls a function with a library as soon as that library has been imported."""

    def __init__(self, pending: dict[str, Register]) -> None:
        self.pending = pending
        self._searched: set[str] = set()

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the library's own spec, the execution of which then registers; else None."""
        if fullname not in self.pending or fullname in self._searched:
            return None
        self._searched.add(fullname)  # the search below comes here again
        try:
            spec = importlib.util.find_spec(fullname)
        finally:
            self._searched.discard(fullname)
        if spec is None or spec.loader is None:
            return None
        execute = spec.loader.exec_module

        def execute_and_register(module: ModuleType) -> None:
            execute(module)
            register = self.pending.pop(fullname, None)
            if register is not None:
                register(module)

        spec.loader.exec_module = execute_and_register  # type: ignore[method-assign]
        return spec


def register_environments() -> None:
    """Register the ids of all games with the libraries that have a registry, now or when loaded."""
    pending = {}
    for library, register in _LIBRARIES.items():
        module = sys.modules.get(library)
        if module is None:
            pending[library] = register
        else:
            register(module)
    if pending:
        sys.meta_path.insert(0, _AfterImport(pending))
