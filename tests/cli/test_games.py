"""`prikup games`: every game found is listed with the numbers of its default options."""

import json

import pytest

from prikup.cli.main import main
from prikup.envs import game_names, load_game


def test_json_has_the_numbers_of_each_game(capsys: pytest.CaptureFixture[str]) -> None:
    """One JSON object a game, its sizes those of the loaded game."""
    code = main(["games", "--json"])

    games = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert 0 == code
    assert list(game_names()) == [game["game"] for game in games]
    for entry in games:
        game = load_game(entry["game"])
        assert game.num_players() == entry["players"]
        assert game.num_distinct_actions() == entry["actions"]
        assert len(game.deal(seed=0).observation(0)) == entry["observation"]
        assert game.options.preset == entry["presets"][0]


def test_kuhn_poker_as_in_the_literature(capsys: pytest.CaptureFixture[str]) -> None:
    """Kuhn poker has two players (more in later papers), two actions: pass and bet."""
    main(["games"])

    out = capsys.readouterr().out
    row = next(line for line in out.splitlines() if line.startswith("kuhn_poker"))
    assert ["kuhn_poker", "2", "(2-4)", "2"] == row.split()[:4]
    assert "classic, three" in row
    assert "\x1b" not in out


def test_lines_fit_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Long lists of presets are wrapped at the terminal's width."""
    monkeypatch.setenv("COLUMNS", "72")
    main(["games"])

    assert 72 >= max(map(len, capsys.readouterr().out.splitlines()))
