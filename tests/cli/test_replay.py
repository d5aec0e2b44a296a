"""`prikup replay`: the open hand, one seat's hand, and files that are wrong."""

import json
from pathlib import Path

import pytest

from prikup.cli.main import main
from prikup.envs import load_game
from prikup.envs.record import record_line, write_records


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a file with deal 4 twice (seats exchanged) and deal 5."""
    lines = []
    for deal, seats, deck, actions in (
        (4, ["heuristic", "random"], [2, 0, 1], [1, 0]),
        (4, ["random", "heuristic"], [2, 0, 1], [0, 1, 1]),
        (5, ["heuristic", "random"], [0, 1, 2], [0, 0]),
    ):
        state = load_game("kuhn_poker").deal(deck=deck)
        for action in actions:
            state.apply_action(action)
        lines.append(record_line(state, seats=seats, seed=7, deal=deal))
    file = tmp_path / "records.jsonl"
    write_records(file, lines)
    return file


def test_open_hand(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a seat all cards lie open and every step is told."""
    code = main(["replay", str(path)])

    out = capsys.readouterr().out
    assert 0 == code
    assert f"deal 4 ({path}:1)" in " ".join(out.split())  # long paths are wrapped
    assert "player 0: heuristic, player 1: random" in out
    assert "1 more of this deal: --line 2" in out
    assert "  1  deck: K J Q\n" in out
    assert "░" not in out
    assert "  2  player 0: bet\n  3  player 1: pass\n" in out
    assert "final score: player 0 +1, player 1 -1" in out
    assert "\x1b" not in out


def test_one_seat_sees_only_its_own(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With a seat the other hand stays face down; the seed and the deck are not told."""
    main(["replay", str(path), "--deal", "4", "--seat", "1", "--step"])

    out = capsys.readouterr().out
    assert "  1  deck: a card deck>hand 0; J deck>hand 1\n" in out
    assert 3 == out.count("░ 1")  # a table after every step
    assert "K" not in out.replace("Kuhn", "")
    assert "seed" not in out


def test_json_is_one_object_a_step(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A program gets the head, then each step with its events and table."""
    main(["replay", str(path), "--line", "2", "--seat", "0", "--json"])

    out = capsys.readouterr().out
    head, *steps = map(json.loads, out.splitlines())
    assert ["random", "heuristic"] == head["seats"]
    assert [2, -2] == head["final_scores"]
    assert [["K deck>hand 0", "a card deck>hand 1"], ["pass"], ["bet"], ["bet"]] == [
        step["events"][: 2 if step["kind"] == "deck" else 1] for step in steps
    ]
    assert ["K"] == steps[0]["table"]["seats"][0]["cards"]
    assert '"J"' not in json.dumps(steps[:-1])  # shown at the end: the bet was called


def test_open_json_has_the_deck(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a seat the JSON steps hold the deck and the actions as they were."""
    main(["replay", str(path), "--deal", "5", "--json"])

    steps = [json.loads(line) for line in capsys.readouterr().out.splitlines()][1:]
    assert ["J Q K", "pass", "pass"] == [step["text"] for step in steps]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--deal", "9"], "no deal 9; its deals are 4 to 5"),
        (["--line", "9"], "line 9 holds no record"),
        (["--seat", "2"], "seat must be 0 to 1, got 2"),
    ],
)
def test_what_is_not_there(
    words: list[str], reason: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A deal, line or seat that does not exist is one line and exit code 2."""
    code = main(["replay", str(path), *words])

    err = capsys.readouterr().err
    assert 2 == code
    assert reason in err
    assert 1 == err.count("\n")


def test_damaged_record_is_refused(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A record that was edited by hand is refused with its line; the others can be shown."""
    path.write_text(path.read_text().replace('"pass","bet","bet"', '"pass","bet","pass"'))

    codes = [main(["replay", str(path), "--line", line]) for line in ("1", "2", "3")]

    assert [0, 2, 0] == codes
    assert f"{path}:2: wrong checksum" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "reason"), [("none.jsonl", "No such file"), (".", "Is a directory")]
)
def test_unreadable_files(
    name: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that is missing or no file is one line and exit code 2."""
    code = main(["replay", str(tmp_path / name)])

    assert 2 == code
    assert reason in capsys.readouterr().err


def test_empty_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file without records is said to be so."""
    (tmp_path / "empty.jsonl").write_text("\n")

    assert 2 == main(["replay", str(tmp_path / "empty.jsonl")])
    assert "the file holds no record" in capsys.readouterr().err


def test_records_without_numbers_count_by_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Records that name no deal are counted from 0 in the order of the file."""
    lines = []
    for deck in ([0, 1, 2], [1, 0, 2]):
        lines.append(record_line(load_game("kuhn_poker").deal(deck=deck)))
    write_records(tmp_path / "r.jsonl", lines)

    main(["replay", str(tmp_path / "r.jsonl"), "--deal", "1"])

    out = capsys.readouterr().out
    assert "deck: Q J K" in out
    assert "unfinished; score: player 0 +0, player 1 +0" in out
