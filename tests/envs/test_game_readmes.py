"""Each game's README: the tables between markers are those that the code prints."""

from pathlib import Path

import pytest

from prikup.envs import load_game
from prikup.envs.engine.text import fill_tables

GAMES = Path(__file__).resolve().parents[2] / "envs" / "games"
READMES = sorted(GAMES.glob("*/README.md"))


@pytest.mark.parametrize("readme", READMES, ids=lambda file: file.parent.name)
def test_tables_are_the_codes(readme: Path) -> None:
    """Options, actions and observation stand in the README as the code prints them."""
    page = readme.read_text()

    assert fill_tables(page, load_game(readme.parent.name)) == page
    for name in ("options", "actions", "observation"):
        assert f"<!-- {name} -->\n|" in page
