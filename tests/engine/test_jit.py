"""The cache of compiled kernels: an edited game is compiled anew, and that game alone."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest
from engine.worlds_by_hand import miniature

from prikup.envs.engine import jit, verbs
from prikup.envs.engine.arrays import fill

OPTIONS = '''
"""Options."""
from dataclasses import dataclass
from typing import ClassVar
from prikup.envs.engine.options import Options
NAME, VERSION, SUMMARY = "{name}", 1, "toy"
@dataclass(frozen=True)
class ToyOptions(Options):
    NAME: ClassVar[str] = NAME
    PRESETS: ClassVar[dict] = {{"classic": {{}}}}
    def pack_cards(self): return [0, 1]
    def num_actions(self): return 2
    def max_moves(self): return 1
    def max_deals(self): return 1
    def score_range(self): return 0.0, 9.0
OPTIONS = ToyOptions
'''
RULES = '''
"""Rules."""
from {name}.options import NAME, ToyOptions
from prikup.envs.engine.cards import TERMINAL, allow
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import record
from prikup.envs.engine.log import ALL, NOTHING, tell
STATE = record(NAME, ToyOptions, seats=2, match=[], fields=[("points",)], events=8)
@compiled
def deal(state, deck):
    state.player = 0
@compiled
def legal(state, actions):
    allow(actions, 0)
@compiled
def worth():
    return {points}
@compiled
def play(state, action):
    tell(state, ALL, action, NOTHING)
    state.points = worth()
    state.player = TERMINAL
@compiled
def returns(state, out):
    out[0] = state.points
@compiled
def observe(state, seat, out):
    pass
def pieces(options): return []
def action_text(options, action): return str(action)
word_text = place_text = action_text
def table(state, seat, options): return None
'''
PLAY = """
import json
from importlib import import_module
import numpy as np
from prikup.envs.engine import kernels
from prikup.envs.engine.definition import define
told = {}
before = 0
for name in ("toy_one", "toy_two"):
    rules = import_module(name + ".rules")
    define(rules, options=import_module(name + ".options"))
    states, actions = np.zeros(1, rules.STATE), np.zeros(1, np.int64)
    states[0].opt.players = 2
    kernels.play_checked(states, 0, 0, actions)
    compiled = sum(kernels.play_checked.door.stats.cache_misses.values())
    told[name] = [int(states[0].points), compiled - before]
    before = compiled
print(json.dumps(told))
"""


def write_toy(folder, name, points):
    package = folder / name
    package.mkdir(exist_ok=True)
    (package / "__init__.py").write_text('"""A toy."""\n')
    (package / "options.py").write_text(OPTIONS.format(name=name))
    (package / "rules.py").write_text(RULES.format(name=name, points=points))


def play_toys(folder):
    """Return for each toy its points and how many kernels had to be compiled, in a new process."""
    environment = {
        **os.environ,
        "NUMBA_CACHE_DIR": str(folder / "cache"),
        "PYTHONPATH": str(folder),
    }
    answer = subprocess.run(
        [sys.executable, "-c", PLAY], env=environment, capture_output=True, text=True, timeout=240
    )

    assert 0 == answer.returncode, answer.stderr

    return json.loads(answer.stdout)


def test_edited_rules_are_compiled_anew(tmp_path):
    """After an edit the new rules hold, and the other game comes from the cache."""
    write_toy(tmp_path, "toy_one", 3)
    write_toy(tmp_path, "toy_two", 5)
    assert {"toy_one": [3, 1], "toy_two": [5, 1]} == play_toys(tmp_path)
    assert {"toy_one": [3, 0], "toy_two": [5, 0]} == play_toys(tmp_path)

    write_toy(tmp_path, "toy_one", 4)
    assert {"toy_one": [4, 1], "toy_two": [5, 0]} == play_toys(tmp_path)


def test_digest_follows_kernel_files_alone(tmp_path):
    """Options, rules and sight change a game's digest; its words and texts do not."""
    write_toy(tmp_path, "toy", 1)
    file = str(tmp_path / "toy" / "options.py")

    def digest():
        jit.game_digest.cache_clear()
        return jit.game_digest(file)

    first = digest()
    (tmp_path / "toy" / "words.py").write_text('"""Words."""\n')
    assert first == digest()

    (tmp_path / "toy" / "sight.py").write_text('"""Sight."""\n')
    second = digest()
    assert first != second

    write_toy(tmp_path, "toy", 2)
    assert digest() not in (first, second)
    jit.game_digest.cache_clear()


@pytest.mark.skipif(jit.DISABLED, reason="nothing is compiled")
def test_user_s_cache_folder_is_left_alone():
    """`compiled` sets Numba's folder only while it decorates."""
    import numba

    assert "prikup" not in str(numba.config.CACHE_DIR or "")


def test_old_folders_are_pruned(tmp_path):
    """The newest few folders stay."""
    for i in range(8):
        folder = tmp_path / f"engine-{i}"
        folder.mkdir()
        os.utime(folder, (1000 + i, 1000 + i))
    (tmp_path / "other").mkdir()
    jit._prune(tmp_path, "engine-")
    left = sorted(folder.name for folder in tmp_path.iterdir())

    assert ["engine-4", "engine-5", "engine-6", "engine-7", "other"] == left


MANGLED = """
import sys, numba, numpy as np
from prikup.envs.engine.layout import make_record
for name in sys.argv[1:]:
    kind = numba.from_dtype(make_record([(name, np.int64)]))
    print(name, kind.mangling_args)
"""


def test_names_of_machine_code_do_not_depend_on_the_process():
    """A record type has one name in every process, and another type another one.

    By Numba's own counter the first type of each process would share a name, and a process that
    loads the cached kernels of both would run one for the other.
    """
    names = [
        set(subprocess.check_output([sys.executable, "-c", MANGLED, *order], text=True).split("\n"))
        for order in (["chalk", "cheese"], ["cheese", "chalk"])
    ]

    assert names[0] == names[1]
    assert 3 == len(names[0])  # two types and the empty end


def test_the_kernels_of_a_part_share_a_folder():
    """Files of one part have one folder, so that writing many does not drop those still in use."""
    part = jit.ENGINE.parent.parent / "agents"
    files = [part / "search" / "tree.py", part / "cfr" / "passes.py", part / "uniform.py"]

    assert 1 == len({jit._cache_folder(str(file)) for file in files})


def test_verb_that_makes_arrays_is_refused():
    """Verbs are compiled without counting references, which a new array needs."""
    dtype = miniature("lots").definition.state

    def returns(state, out):
        fill(out, np.zeros(2))

    with pytest.raises(TypeError, match="returns must not make arrays itself"):
        verbs.register(dtype, **{**verbs._BY_DTYPE[dtype], "returns": returns})


LINKED = """
import json
import numpy as np
from toy_kernels import door, inner
told = [door(2), inner(2), door(3)]
try:
    door(-1)
except ValueError as error:
    told.append(str(error))
told.append(sum(inner.stats.cache_misses.values()) + sum(door.door.stats.cache_misses.values()))
print(json.dumps(told))
"""
TOY_KERNELS = """
import numpy as np
from prikup.envs.engine.jit import compiled

@compiled
def inner(x):
    if x < 0:
        raise ValueError("x is negative")
    return 10 * x

@compiled
def squares(x):
    numbers = np.zeros(3, np.int64)
    for i in range(3):
        numbers[i] = inner(x) * i
    return numbers

@compiled
def door(x):
    return squares(x).sum() + inner(x)
"""


@pytest.mark.skipif(jit.DISABLED, reason="nothing is compiled")
def test_a_kernel_serves_other_kernels_and_python(tmp_path):
    """Linked into callers or called from Python, fresh or from the cache, it does the same."""
    (tmp_path / "toy_kernels.py").write_text(TOY_KERNELS)
    environment = {
        **os.environ,
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
        "PYTHONPATH": str(tmp_path),
    }

    def run():
        command = [sys.executable, "-c", LINKED]
        answer = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=240
        )
        assert 0 == answer.returncode, answer.stderr
        return json.loads(answer.stdout)

    values = [80, 20, 120, "x is negative"]
    assert [*values, 2] == run()  # `inner` for `door`, and `door` itself
    assert [*values, 0] == run()

    # A caller compiled later links the kernels that come from the cache.
    (tmp_path / "toy_kernels.py").touch()
    for file in (tmp_path / "cache").rglob("doors"):
        for kept in file.rglob("toy_kernels.door-*"):
            kept.unlink()
    assert [*values, 1] == run()
