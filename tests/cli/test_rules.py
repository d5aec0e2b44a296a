"""`prikup rules`: rules in prose, every option with default, range and meaning, every preset."""

import json

import pytest

from prikup.cli.main import main
from prikup.cli.rules import rules_part
from prikup.cli.terminal import wrapped_markdown
from prikup.envs import game_names
from prikup.envs.registry import load_definition


@pytest.mark.parametrize("name", game_names())
def test_everything_is_shown(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each game shows some rules, all options with their words, and all presets."""
    code = main(["rules", name])

    out = capsys.readouterr().out
    words = out.split()
    assert 0 == code
    options = load_definition(name).options
    for option, spec in options.specs().items():
        assert f"\n  {option} = " in out
        assert not set(spec.doc.split()) - set(words)
        assert not set(spec.expected().split()) - {word.strip("()") for word in words}
    for preset in options.PRESETS:
        assert f"\n  {preset}:" in out  # a long value begins on the next line


def test_kuhn_poker_page(capsys: pytest.CaptureFixture[str]) -> None:
    """The page of Kuhn poker has its rules, its range of players and what the preset changes."""
    main(["rules", "kuhn_poker"])

    out = capsys.readouterr().out
    assert "In turn each player passes or" in out
    assert "players = 2    (2 to 4)" in out
    assert "classic: the defaults" in out
    assert "three: players=3" in out
    assert 80 >= max(map(len, out.splitlines()))


def test_settings_change_what_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """With settings the page shows the values in force under them."""
    main(["rules", "kuhn_poker:preset=three", "--json"])

    page = json.loads(capsys.readouterr().out)
    assert "3" == next(o["value"] for o in page["options"] if o["option"] == "players")
    assert {"classic": {}, "three": {"players": "3"}} == page["presets"]


def test_unknown_game_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown name is answered with the nearest one and exit code 2."""
    code = main(["rules", "thousands"])

    err = capsys.readouterr().err
    assert 2 == code
    assert "no game 'thousands'; did you mean 'thousand'?" in err
    assert 1 == err.count("\n")


@pytest.mark.parametrize(
    ("page", "part"),
    [
        ("# G\n\nIntro.\n\n## Rules\n\nPlay.\n\n### Deal\n\nSix.\n\n## Options\n\nNo.\n", None),
        ("# G\n\n## The rules of G\n\nPlay.\n\n### Deal\n\nSix.\n", None),
        ("# G\n\nPlay.\n\n## Actions\n\nNo.\n\n## Observation\n\nNo.\n", "# G\n\nPlay.\n\n## Act"),
    ],
)
def test_part_on_rules_is_found(page: str, part: str | None) -> None:
    """The part on rules goes to the next heading of its level; without one it is the beginning."""
    found = rules_part(page)

    assert found.startswith(part or "Play.\n\n### Deal\n\nSix.")
    assert "Options" not in found and "Observation" not in found


def test_markdown_is_wrapped_but_tables_are_not() -> None:
    """Paragraphs and list entries are filled; tables, headings and code keep their lines."""
    text = (
        "# Head\nA paragraph that is\nbroken early.\n\n- first entry is long\n- second\n\n"
        "| a | table that is wider than the width |\n```\ncode   that is wider than it\n```\n"
    )

    assert wrapped_markdown(text, 24) == (
        "# Head\nA paragraph that is\nbroken early.\n\n- first entry is long\n- second\n\n"
        "| a | table that is wider than the width |\ncode   that is wider than it"
    )
    assert wrapped_markdown("- one two\n  three four", 12) == "- one two\n  three four"
