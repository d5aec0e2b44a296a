"""House rules that no type checker knows, read from the syntax trees of the five parts."""

import ast
import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("envs", "agents", "training", "benchmarks", "cli")  # each may import those before it
SOURCES = sorted(file for part in PARTS for file in (ROOT / part).rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
JIT = ROOT / "envs" / "engine" / "jit.py"

LONGEST_FILE = 600
# What may be taken from numpy.random: generator objects, never the functions of the hidden one.
RANDOM_OBJECTS = {
    "BitGenerator", "Generator", "MT19937", "PCG64", "PCG64DXSM", "Philox", "SFC64",
    "SeedSequence", "default_rng", "RandomState",
}  # fmt: skip
COMPILERS = {"cfunc", "generated_jit", "guvectorize", "jit", "jit_module", "njit", "vectorize"}


def name_of(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def module_of(file: Path) -> str:
    """Return the public name of a file's module: envs/engine/jit.py is prikup.envs.engine.jit."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(("prikup", *(parts[:-1] if parts[-1] == "__init__" else parts)))


def package_of(file: Path) -> str:
    module = module_of(file)
    return module if file.name == "__init__.py" else module.rpartition(".")[0]


def dotted(node: ast.expr) -> str:
    """Return `np.random.seed` for the expression of that form, an empty string for others."""
    names = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(names)]) if isinstance(node, ast.Name) else ""


def imports(tree: ast.AST, package: str = "") -> Iterator[tuple[int, str]]:
    """Yield line and full dotted name of everything imported, by statement or by name.

    Relative imports are left out where no package is given that they are relative to.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            written = "." * node.level + (node.module or "")
            if node.level and not package:
                continue
            origin = importlib.util.resolve_name(written, package) if node.level else written
            yield from ((node.lineno, f"{origin}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Call) and node.args:
            called = dotted(node.func).rpartition(".")[2]
            if called in ("import_module", "__import__"):
                if isinstance(node.args[0], ast.Constant):
                    yield node.lineno, str(node.args[0].value)


def aliases(tree: ast.AST) -> dict[str, str]:
    """Return what each imported name stands for: {"np": "numpy", "njit": "numba.njit"}."""
    known = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                whole = alias.name if alias.asname else alias.name.partition(".")[0]
                known[alias.asname or whole] = whole
        elif isinstance(node, ast.ImportFrom) and not node.level:
            for alias in node.names:
                known[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return known


def uses(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line and real dotted name of everything that is used through an imported name."""
    known = aliases(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute | ast.Name):
            head, _, rest = dotted(node).partition(".")
            if head in known:
                yield node.lineno, f"{known[head]}.{rest}" if rest else known[head]


def wrong_imports(tree: ast.AST, module: str, package: str) -> list[str]:
    """Return the imports of a module that go up the layers or bypass the name `prikup`."""
    own = PARTS.index(module.split(".")[1])
    found = []
    for line, name in imports(tree, package):
        first, *others = name.split(".")
        if first in PARTS:
            found.append(f"{line}: {name} is imported without `prikup.` in front")
        elif first == "prikup" and others and others[0] in PARTS[own + 1 :]:
            found.append(f"{line}: {PARTS[own]} must not import {name}")
    return found


def global_randomness(tree: ast.AST) -> list[str]:
    """Return the uses of the generators that all modules of a process share."""
    found = []
    for line, name in imports(tree):
        first, *others = name.split(".")
        if first in ("random", "secrets"):
            found.append(f"{line}: import of {first}")
        elif name.startswith("numpy.random.") and others[1] not in RANDOM_OBJECTS:
            found.append(f"{line}: import of {name}")
    for line, name in uses(tree):
        parts = name.split(".")
        if parts[:2] == ["numpy", "random"] and len(parts) > 2 and parts[2] not in RANDOM_OBJECTS:
            found.append(f"{line}: {name}")
    return found


def bare_compilers(tree: ast.AST) -> list[str]:
    """Return the uses of Numba's own decorators, and of its own cache."""
    found = []
    for line, name in [*imports(tree), *uses(tree)]:
        first, *others = name.split(".")
        if first == "numba" and others and others[-1] in COMPILERS:
            found.append(f"{line}: {name}")
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "cache":
            if isinstance(node.value, ast.Constant) and node.value.value is True:
                found.append(f"{node.value.lineno}: cache=True")
    return found


def report(file: Path, found: list[str]) -> list[str]:
    return sorted({f"{name_of(file)}:{entry}" for entry in found})


@pytest.mark.parametrize("file", SOURCES, ids=name_of)
def test_imports_run_one_way(file: Path) -> None:
    """A part imports only parts below it, and under their public names."""
    found = wrong_imports(ast.parse(file.read_text()), module_of(file), package_of(file))

    assert [] == report(file, found)


@pytest.mark.parametrize("file", SOURCES, ids=name_of)
def test_no_global_random_numbers(file: Path) -> None:
    """All randomness comes from generators that are passed in."""
    assert [] == report(file, global_randomness(ast.parse(file.read_text())))


@pytest.mark.parametrize("file", [file for file in SOURCES if file != JIT], ids=name_of)
def test_one_decorator_for_kernels(file: Path) -> None:
    """Kernels are compiled through engine/jit.py, whose cache notices edits in other files."""
    assert [] == report(file, bare_compilers(ast.parse(file.read_text())))


@pytest.mark.parametrize("file", SOURCES + TESTS, ids=name_of)
def test_files_fit_a_head(file: Path) -> None:
    """No file is longer than 600 lines."""
    lines = len(file.read_text().splitlines())

    assert LONGEST_FILE >= lines, f"{name_of(file)} has {lines} lines"


@pytest.mark.parametrize(
    ("source", "faults"),
    [
        ("from prikup.envs import load_game", 0),
        ("from prikup import benchmarks", 1),
        ("import prikup.training.ppo as ppo", 1),
        ("from ...cli import main", 1),
        ("from ..agent import make_agent", 0),
        ("importlib.import_module('prikup.cli.main')", 1),
        ("from envs import load_game", 1),
    ],
)
def test_upward_imports_are_found(source: str, faults: int) -> None:
    """The import check sees each way of writing an import."""
    found = wrong_imports(ast.parse(source), "prikup.agents.search.x", "prikup.agents.search")

    assert faults == len(found)


@pytest.mark.parametrize(
    ("source", "faults"),
    [
        ("import numpy as np\nrng = np.random.default_rng(7)\nrng.random()", 0),
        ("import numpy as np\ndef f(rng: np.random.Generator): return rng.integers(3)", 0),
        ("import numpy as np\nnp.random.seed(7)", 1),
        ("import numpy\nx = numpy.random.rand()", 1),
        ("from numpy import random\nrandom.shuffle(x)", 1),
        ("from numpy.random import randint", 1),
        ("import random", 1),
        ("from random import Random", 1),
    ],
)
def test_global_random_numbers_are_found(source: str, faults: int) -> None:
    """The generator check tells generator objects from the hidden global one."""
    assert faults == len(global_randomness(ast.parse(source)))


@pytest.mark.parametrize(
    ("source", "faulty"),
    [
        ("from prikup.envs.engine.jit import compiled\n@compiled\ndef f(): pass", False),
        ("from numba.extending import overload", False),
        ("import numba\n@numba.njit\ndef f(): pass", True),
        ("import numba as nb\n@nb.jit(nopython=True)\ndef f(): pass", True),
        ("from numba import njit as fast", True),
        ("@whatever(cache=True)\ndef f(): pass", True),
    ],
)
def test_bare_decorators_are_found(source: str, faulty: bool) -> None:
    """The decorator check sees Numba's decorators under any name."""
    assert faulty == bool(bare_compilers(ast.parse(source)))
