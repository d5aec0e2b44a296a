"""The one decorator for kernels, `compiled`, and its content-addressed cache.

Numba recompiles a cached kernel only when the kernel's own file changes; a kernel that calls into
an edited file would go on playing the old rules, silently. So every kernel is cached in a folder
whose name contains a digest of all sources that it may call: the engine, the kernels of its own
part and, for a game, the game's own files. Editing one game therefore recompiles that game alone.
"""

from __future__ import annotations

import contextlib
import gc
import getpass
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import event as numba_event
from numba.core.types import npytypes

from prikup.envs.engine.linked import Kernel

DISABLED = bool(numba.config.DISABLE_JIT)  # rules run as plain Python: breakpoints, coverage

ENGINE = Path(__file__).resolve().parent
GAMES = ENGINE.parent / "games"
KEPT_DIGESTS = 4  # folders of older sources that stay beside the current one

# By these names kernels make arrays.
_MAKERS = {"empty", "empty_like", "zeros", "zeros_like", "full", "ones", "copy"}

# Files of a game that do not change what its kernels compute.
WORD_FILES = ("words.py", "sheet.py", "__init__.py")


def digest_files(files: list[Path]) -> str:
    """Return 12 hex digits that stand for these files' contents and the compiler's versions."""
    hasher = hashlib.sha256()
    versions = (sys.version_info[:2], numba.__version__, np.__version__)
    hasher.update(repr(versions).encode())
    for file in sorted(files):
        hasher.update(file.name.encode())
        hasher.update(file.read_bytes())
    return hasher.hexdigest()[:12]


@cache
def engine_digest() -> str:
    """Return the digest of the engine's sources, which every kernel depends on."""
    return digest_files(list(ENGINE.glob("*.py")))


@cache
def game_digest(file: str) -> str:
    """Return the digest of the game that `file` belongs to: its folder's kernels, or one module."""
    path = Path(file).resolve()
    if (path.parent / "rules.py").exists():
        return digest_files([f for f in path.parent.glob("*.py") if f.name not in WORD_FILES])
    return digest_files([path])


def _has_kernels(file: Path) -> bool:
    source = file.read_bytes()
    return b"@compiled" in source or b"@inlined" in source


@cache
def _scope(file: str) -> tuple[str, str]:
    """Return name and digest of the sources that share a cache folder with a kernel in `file`."""
    path = Path(file).resolve()
    if path.parent == ENGINE:
        return "engine", ""
    if GAMES in path.parents:
        name = path.stem if path.parent == GAMES else path.parent.name
        return name, game_digest(file)
    package = path.parent
    if package.name == "heuristic":  # a policy depends on itself; its game is in the type
        return f"{package.name}-{path.stem}", digest_files([path])
    while (package.parent / "__init__.py").exists():
        package = package.parent
    if not (package / "__init__.py").exists():  # a lone module outside any package
        return path.stem, digest_files([path])
    own = (f for f in package.rglob("*.py") if GAMES not in f.parents)
    files = [f for f in own if f.parent.name != "heuristic" and _has_kernels(f)]
    return package.name, digest_files([*{*files, path}])  # one folder for all of a part's files


def cache_root() -> Path:
    """Return the folder of all cached kernels; the variable NUMBA_CACHE_DIR overrides its place."""
    if numba.config.CACHE_DIR:
        return Path(numba.config.CACHE_DIR) / "prikup"
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "prikup"


def _prune(parent: Path, prefix: str) -> None:
    """Remove the oldest folders that start with `prefix`, all but the newest few."""
    with contextlib.suppress(OSError):
        old = [f for f in parent.iterdir() if f.is_dir() and f.name.startswith(prefix)]
        old.sort(key=lambda f: f.stat().st_mtime, reverse=True)
        for folder in old[KEPT_DIGESTS:]:
            shutil.rmtree(folder, ignore_errors=True)


@cache
def _cache_folder(file: str) -> str:
    name, digest = _scope(file)
    leaf = f"{name}-{digest}" if digest else name
    # A home that cannot be written to must not lead to Numba's own folders, which miss edits.
    for root in (cache_root(), Path(tempfile.gettempdir()) / f"prikup-{getpass.getuser()}"):
        engine = root / f"engine-{engine_digest()}"
        folder = engine / leaf
        with contextlib.suppress(OSError):
            if not folder.exists():
                folder.mkdir(parents=True, exist_ok=True)
                _prune(engine, f"{name}-")
                _prune(root, "engine-")
            if os.access(folder, os.W_OK):
                return str(folder)
    raise OSError(f"no writable folder for compiled kernels: tried {cache_root()} and {root}")


def _name_by_content(record: Any) -> tuple[str, tuple[str]]:
    return "Record", (hashlib.sha256(record.name.encode()).hexdigest()[:16],)


# Numba names the machine code for a record type by a number counted up in each process, so two
# processes may cache different kernels under one name; a third that loads both would silently run
# one of them for the other. Named by its fields, a record has the same name everywhere.
npytypes.Record.mangling_args = property(_name_by_content)  # type: ignore[assignment, method-assign]


def makes_arrays(function: Callable[..., Any]) -> bool:
    """Return whether a plain function's own code asks NumPy for an array."""
    return not _MAKERS.isdisjoint(function.__code__.co_names)


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a kernel with Numba: cached by content, without the interpreter lock.

    The environment variable NUMBA_DISABLE_JIT=1 leaves the function as it is.
    """
    return _compile(function, forceinline=False)


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a few lines that are called at every move: they become part of their callers."""
    return _compile(function, forceinline=True)


def _compile(function: Callable[..., Any], *, forceinline: bool) -> Any:
    if DISABLED:
        return function
    file = sys.modules[function.__module__].__file__ or "<unknown>"
    options = {
        "nopython": True,
        "boundscheck": None,
        "nogil": True,
        "forceinline": forceinline,
        "no_cfunc_wrapper": True,  # nothing is called through a pointer
        # Counting references to arrays takes an atomic instruction a call, on a word that all
        # threads share: half of the time of small kernels. Who makes no array need not count.
        "_nrt": makes_arrays(function),
    }
    return Kernel(function, options, _cache_folder(file))


class _Announcer(numba_event.Listener):
    """Says on stderr what is being compiled, once a game."""

    def __init__(self) -> None:
        self.announced: set[str] = set()

    def on_end(self, event: Any) -> None:
        pass

    def on_start(self, event: Any) -> None:
        data = event.data or {}
        module = getattr(getattr(data.get("dispatcher"), "py_func", None), "__module__", "") or ""
        if not module.startswith("prikup."):
            return
        for argument in data.get("args") or ():
            record = getattr(argument, "dtype", argument)
            if isinstance(record, numba.types.Record):
                tag = next(iter(record.fields))
                name = tag.rpartition("_")[0].removeprefix("view_")
                if name and name not in self.announced:
                    self.announced.add(name)
                    print(f"prikup: compiling {name} (once; kept in the cache)", file=sys.stderr)
                return


class _NoCollection(numba_event.Listener):
    """Keeps the garbage collector from searching the compiler's many objects meanwhile."""

    def __init__(self) -> None:
        self.depth, self.was_enabled = 0, False

    def on_start(self, event: Any) -> None:
        if self.depth == 0:
            self.was_enabled = gc.isenabled()
            gc.disable()
        self.depth += 1

    def on_end(self, event: Any) -> None:
        self.depth -= 1
        if self.depth == 0 and self.was_enabled:
            gc.enable()


if not DISABLED:
    numba_event.register("numba:compile", _Announcer())
    numba_event.register("numba:compile", _NoCollection())
