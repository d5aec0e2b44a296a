"""Each game's README: the tables between markers are those that the code prints."""

import re
from pathlib import Path

import pytest

from prikup.envs import load_game
from prikup.envs.engine.text import TABLES

GAMES = Path(__file__).resolve().parents[2] / "envs" / "games"
READMES = sorted(GAMES.glob("*/README.md"))
BLOCK = re.compile(r"<!-- (\w+) -->\n(.*?)\n<!-- end -->", re.DOTALL)


@pytest.mark.parametrize("readme", READMES, ids=lambda file: file.parent.name)
def test_tables_are_the_codes(readme: Path) -> None:
    """The README's option, preset, action and observation tables are printed from the code."""
    game = load_game(readme.parent.name)
    blocks = [(name, text.strip()) for name, text in BLOCK.findall(readme.read_text())]
    printed = [(name, TABLES[name](game)) for name, _ in blocks]

    assert printed == blocks
    assert {"options", "actions", "observation"} <= {name for name, _ in blocks}
