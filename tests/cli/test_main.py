"""The command: help, version, and one clear line with exit code 2 on bad input."""

import json
import subprocess
import sys

import pytest

from prikup.cli import main as command
from prikup.cli.main import main


def _fails(arguments, capsys):
    """Run a command that fails; return its exit code and its lines on stderr."""
    try:
        code = main(arguments)
    except SystemExit as error:
        code = error.code
    captured = capsys.readouterr()
    assert "" == captured.out
    return code, captured.err.splitlines()


def test_version(capsys):
    """`--version` names the program and its version."""
    with pytest.raises(SystemExit) as error:
        main(["--version"])

    assert 0 == error.value.code
    assert capsys.readouterr().out.startswith("prikup 0.")


def test_help_lists_every_command(capsys):
    """`--help` shows each module of the command with its line of help."""
    with pytest.raises(SystemExit) as error:
        main(["--help"])
    shown = " ".join(capsys.readouterr().out.split())

    assert 0 == error.value.code
    assert {"arena", "bench"} <= set(command.subcommands())
    for name, module in command.subcommands().items():
        assert f"{name} " in shown
        assert " ".join(module.HELP.split()) in shown


@pytest.mark.parametrize("name", sorted(command.subcommands()))
def test_every_command_has_help(name, capsys):
    """`prikup COMMAND --help` works without loading a game."""
    with pytest.raises(SystemExit) as error:
        main([name, "--help"])

    assert 0 == error.value.code
    assert f"usage: prikup {name}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["aren"], "invalid choice: 'aren'"),
        ([], "COMMAND"),
        (["arena", "kuhn_poker"], "AGENT"),
        (["arena", "kuhn_pokr", "random", "random"], "did you mean 'kuhn_poker'"),
        (["arena", "kuhn_poker", "random", "randm"], "did you mean 'random'"),
        (["arena", "kuhn_poker", "random", "random", "--deals", "x"], "--deals"),
        (["arena", "kuhn_poker", "random", "random", "--deals", "0"], "at least 1"),
        (["arena", "kuhn_poker", "random", "random", "--out", "/dev/null"], "/dev/null"),
        (["bench", "sped"], "invalid choice: 'sped'"),
        (["bench", "speed", "--game", "kuhn_pokr"], "did you mean 'kuhn_poker'"),
        (["bench", "speed", "--seconds", "-1"], "--seconds must be above 0"),
    ],
)
def test_bad_input_gives_one_line(arguments, message, capsys):
    """Exit code 2; the last line of stderr begins with the program's name; no traceback."""
    code, lines = _fails(arguments, capsys)

    assert 2 == code
    assert lines[-1].startswith("prikup: ")
    assert message in lines[-1]
    assert not any("Traceback" in line for line in lines)


def test_another_run_in_the_folder_is_one_line(tmp_path, capsys):
    """A log of another tournament is bad input, not a crash."""
    play = ["arena", "kuhn_poker", "random", "random", "--deals", "2", "--out", str(tmp_path)]
    assert 0 == main(play)
    capsys.readouterr()
    code, lines = _fails([*play, "--seed", "1"], capsys)

    assert 2 == code
    assert "cannot resume" in lines[-1]


def test_arena_prints_json(capsys):
    """`--json` prints one object with means, differences, ladder, deals and seed."""
    play = ["arena", "kuhn_poker", "random", "random", "--deals", "3", "--seed", "5", "--json"]

    assert 0 == main(play)
    data = json.loads(capsys.readouterr().out)
    assert {"means", "differences", "ladder"} <= set(data)
    assert (3, 5) == (data["deals"], data["seed"])


def test_faults_of_the_program_are_not_hidden(monkeypatch):
    """An error that is no bad input keeps its traceback."""
    from prikup.benchmarks import arena

    def fail(*arguments, **options):
        raise ValueError("a fault")

    monkeypatch.setattr(arena, "play", fail)

    with pytest.raises(ValueError, match="a fault"):
        main(["arena", "kuhn_poker", "random", "random"])


def test_interrupt_is_130(monkeypatch, capsys):
    """Ctrl-C anywhere gives exit code 130 and a line."""
    from prikup.benchmarks import arena

    def interrupt(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(arena, "play", interrupt)
    code, lines = _fails(["arena", "kuhn_poker", "random", "random"], capsys)

    assert 130 == code
    assert "prikup: interrupted" == lines[-1]


def test_a_closed_pipe_is_quiet():
    """`prikup --help | head -c 1` says nothing about a broken pipe."""
    script = f"{sys.executable} -m prikup.cli arena kuhn_poker random random --deals 2 | true"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True)

    assert "Traceback" not in done.stderr
    assert "Broken" not in done.stderr


def test_the_command_runs_as_a_module():
    """`python -m prikup.cli` is the command."""
    command_line = [sys.executable, "-m", "prikup.cli", "--version"]

    assert subprocess.check_output(command_line, text=True).startswith("prikup ")
