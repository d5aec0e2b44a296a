"""Ids with PettingZoo and Gymnasium, the older style, an import without Numba and games."""

import pickle
import subprocess
import sys

import gymnasium
import pettingzoo
import pytest
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

import prikup.envs
from prikup.envs import game_names
from prikup.envs.aec import RENDER_MODES, PrikupEnv, older_style
from prikup.envs.single import PrikupSingleEnv


@pytest.fixture(params=game_names())
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_registered_ids(name: str) -> None:
    """Each game has an id, which makes PettingZoo's ordered environment, or Gymnasium's."""
    table = pettingzoo.make("aec", f"prikup/{name}-v0", players=3, render_mode="ansi")

    assert OrderEnforcingWrapper is type(table)
    assert PrikupEnv is type(table.env)
    assert (3, "ansi") == (len(table.possible_agents), table.render_mode)
    assert PrikupSingleEnv is type(gymnasium.make(f"prikup/{name}-v0", players=3).unwrapped)
    assert {
        "name": f"{name}_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
    } == table.metadata


def test_older_style(name: str) -> None:
    """The module of PettingZoo's older style gives the same environments."""
    module = getattr(prikup.envs, f"{name}_v0")

    assert older_style(name) is module
    assert PrikupEnv is type(module.raw_env(players=3))
    assert OrderEnforcingWrapper is type(module.env(players=3))
    assert 3 == len(pickle.loads(pickle.dumps(module.env))(players=3).possible_agents)


ORDERS = [
    "import prikup.envs, pettingzoo",
    "import pettingzoo, prikup.envs",
    "import importlib.util, prikup.envs; importlib.util.find_spec('pettingzoo'); import pettingzoo",
    "import prikup.envs; from pettingzoo.utils import AECEnv; import pettingzoo",
    "import gymnasium, prikup.envs, pettingzoo",
    "import prikup.envs, gymnasium, pettingzoo",
]


@pytest.mark.parametrize("imports", ORDERS)
def test_ids_are_registered_in_any_order(imports: str) -> None:
    """The ids are there whichever library is imported first, and no game has been loaded for it."""
    script = (
        f"{imports}; import sys; from prikup.envs import game_names\n"
        "import gymnasium\n"
        "for registry in (pettingzoo.aec_registry, gymnasium.registry):\n"
        "    assert all(f'prikup/{name}-v0' in registry for name in game_names())\n"
        "assert not [name for name in sys.modules if name == 'numba' or '.games.' in name]\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)

    assert "" == run.stderr


def test_importing_is_light() -> None:
    """Importing prikup.envs loads neither Numba nor NumPy nor PettingZoo nor a game."""
    heavy = "{'numba', 'numpy', 'pettingzoo', 'gymnasium'}"
    script = (
        "import sys, prikup.envs\n"
        f"print(sorted({heavy} & set(sys.modules)), [n for n in sys.modules if '.games.' in n])"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)

    assert "[] []" == run.stdout.strip(), run.stderr
