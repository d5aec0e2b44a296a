"""A run that is killed at any moment goes on where it stopped, and nothing is lost silently."""

import json
import os
import signal
import subprocess
import sys
import textwrap

import numpy as np
import pytest

from prikup.benchmarks.runlog import RunLog, RunLogError, read_log
from prikup.envs.files import write_whole

CONFIG = {"game": "kuhn:players=2", "agents": ["random", "cfr"], "deals": 4, "seed": 7}
RESULTS = {0: [1.5, -1.5], 1: {"name": "король"}, (2, 1): [0.1 + 0.2], "last": None}


def _write(path, results=RESULTS, config=CONFIG):
    with RunLog.open(path, config) as log:
        for unit, result in results.items():
            log.append(unit, result)
    return path.read_bytes()


def test_what_was_written_is_read_back(tmp_path):
    """Units and results come back as they were, numbers to the last bit."""
    _write(tmp_path / "log.jsonl")

    got = read_log(tmp_path / "log.jsonl")

    assert CONFIG == got.config
    assert RESULTS == got.results
    assert 0 == got.torn


def test_each_line_is_json(tmp_path):
    """The log can be read by any JSON reader, line by line."""
    lines = _write(tmp_path / "log.jsonl").decode().splitlines()
    fields = [json.loads(line) for line in lines]

    assert ["prikup-runlog"] == [line["format"] for line in fields[:1]]
    assert [0, 1, [2, 1], "last"] == [line["unit"] for line in fields[1:]]
    assert all(16 == len(line["checksum"]) for line in fields)


def test_resume_from_every_byte_of_the_last_line(tmp_path, capsys):
    """Cut anywhere in the last line: it is dropped with a notice, done again, same file."""
    path = tmp_path / "log.jsonl"
    whole = _write(path)
    start = whole[:-1].rfind(b"\n") + 1
    for cut in range(start, len(whole)):
        path.write_bytes(whole[:cut])
        with RunLog.open(path, CONFIG) as log:
            assert [0, 1, (2, 1)] == list(log)
            notice = capsys.readouterr().err
            for unit, result in RESULTS.items():
                if unit not in log:
                    log.append(unit, result)

        assert whole == path.read_bytes()
        if cut == start:
            assert "" == notice
        else:
            assert 1 == notice.count("\n")
            assert f"{path}: the last line was cut off after {cut - start} bytes" in notice


def test_resume_from_every_byte_of_the_header(tmp_path):
    """A run killed while it wrote its first line begins anew."""
    path = tmp_path / "log.jsonl"
    whole = _write(path, {})
    for cut in range(len(whole) + 1):
        path.write_bytes(whole[:cut])

        assert whole == _write(path, {})


def test_every_other_damage_is_an_error(tmp_path):
    """A flipped bit anywhere in a complete line is found, and file and line are named."""
    path = tmp_path / "log.jsonl"
    whole = _write(path)
    for place in range(len(whole)):
        broken = bytearray(whole)
        broken[place] ^= 1
        path.write_bytes(broken)
        line = whole[:place].count(b"\n") + 1
        if place == len(whole) - 1:
            continue  # without its newline the last line counts as cut off

        with pytest.raises(RunLogError) as error:
            RunLog.open(path, CONFIG)
        assert str(error.value).startswith(f"{path}: line {line}: ")
        assert "\n" not in str(error.value)
        assert bytes(broken) == path.read_bytes()


def test_a_line_cut_in_the_middle_of_the_log_is_an_error(tmp_path):
    """Only the last line may be cut; what follows a cut line is not thrown away."""
    path = tmp_path / "log.jsonl"
    lines = _write(path).splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], lines[2][:-9], *lines[3:]]))

    with pytest.raises(RunLogError, match="line 3: .*checksum"):
        RunLog.open(path, CONFIG)


def test_reading_changes_nothing(tmp_path, capsys):
    """A reader leaves a cut-off line where it is."""
    path = tmp_path / "log.jsonl"
    whole = _write(path)
    path.write_bytes(whole[:-5])

    got = read_log(path)

    assert whole[:-5] == path.read_bytes()
    assert 3 == len(got.results)
    assert got.torn == len(whole) - 5 - got.whole > 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 8}, "cannot resume: seed was 7 in this log and is 8 now"),
        ({"agents": ["random"]}, r'agents was \["random", "cfr"\] in this log and is \["random"\]'),
        ({"design": "table"}, 'design was not given in this log and is "table" now'),
        ({"seed": 8, "deals": 5}, r"deals was 4 .* is 5 now \(also differing: seed\)"),
    ],
)
def test_another_configuration_is_refused(tmp_path, change, message):
    """A log is not mixed with another run: the differing field is named, the file stays."""
    path = tmp_path / "log.jsonl"
    whole = _write(path)[:-5]
    path.write_bytes(whole)

    with pytest.raises(RunLogError, match=message) as error:
        RunLog.open(path, {**CONFIG, **change})
    assert "\n" not in str(error.value)
    assert whole == path.read_bytes()


def test_a_missing_field_is_refused_too(tmp_path):
    """A field that is in the log only differs as well."""
    _write(tmp_path / "log.jsonl")

    with pytest.raises(RunLogError, match="seed was 7 in this log and is not given now"):
        RunLog.open(tmp_path / "log.jsonl", {k: v for k, v in CONFIG.items() if k != "seed"})


@pytest.mark.parametrize("content", [b"my only notes", b"a,b\n1,2\n", b'{"format":"other"}\n'])
def test_a_file_of_another_kind_is_left_alone(tmp_path, content):
    """A path given by mistake is refused and the file keeps its content."""
    path = tmp_path / "notes.txt"
    path.write_bytes(content)

    with pytest.raises(RunLogError, match="line 1: "):
        RunLog.open(path, CONFIG)
    assert content == path.read_bytes()


def test_another_version_is_refused(tmp_path):
    """A log of a later format is not guessed at."""
    from prikup.benchmarks import runlog

    path = tmp_path / "log.jsonl"
    path.write_bytes(runlog._line({"format": runlog.FORMAT, "version": 2, "config": {}}, ""))

    with pytest.raises(RunLogError, match="line 1: expected version 1, got 2"):
        read_log(path)


def test_a_unit_is_written_once(tmp_path):
    """A unit that is there cannot be added, and a log that has one twice is damaged."""
    path = tmp_path / "log.jsonl"
    with RunLog.open(path, CONFIG) as log:
        log.append((2, 1), 5)
        with pytest.raises(RunLogError, match=r"unit \(2, 1\) is already in the log"):
            log.append((2, 1), 6)
    whole = path.read_bytes()
    path.write_bytes(whole + whole.splitlines(keepends=True)[1])

    with pytest.raises(RunLogError, match=r"line 3: unit \(2, 1\) is already on line 2"):
        RunLog.open(path, CONFIG)


def test_numpy_results_are_plain_and_the_same_before_and_after(tmp_path):
    """A result is kept as it will be read back, so resumed and unbroken runs agree."""
    path = tmp_path / "log.jsonl"
    with RunLog.open(path, CONFIG) as log:
        log.append(0, {"scores": np.array([0.1, -2.0]), "winner": np.int64(1), "pair": (1, 2)})
        kept = log.results[0]

    assert {"scores": [0.1, -2.0], "winner": 1, "pair": [1, 2]} == kept
    assert kept == read_log(path).results[0]


@pytest.mark.parametrize("result", [float("nan"), {"x": float("inf")}, object(), {1, 2}])
def test_what_json_cannot_hold_is_refused(tmp_path, result):
    """A NaN is reported with its unit, and nothing is written."""
    path = tmp_path / "log.jsonl"
    with RunLog.open(path, CONFIG) as log:
        before = path.read_bytes()
        with pytest.raises(RunLogError, match="unit 3: JSON cannot hold it"):
            log.append(3, result)

    assert before == path.read_bytes()


def test_a_failed_write_leaves_no_half_line(tmp_path):
    """When the disk is full in the middle of a line, the part is taken back."""
    path = tmp_path / "log.jsonl"
    whole = _write(path)
    log = RunLog.open(path, CONFIG)

    class Full:
        def __init__(self, file):
            self.file, self.calls = file, 0

        def __getattr__(self, name):
            return getattr(self.file, name)

        def write(self, data):
            self.calls += 1
            if self.calls == 2:
                raise OSError(28, "No space left on device")
            return self.file.write(data[:10])

    file, log._file = log._file, Full(log._file)
    with pytest.raises(OSError, match="No space left"):
        log.append("more", [1] * 10)
    log._file = file
    log.append("more", [1] * 10)
    log.close()

    assert path.read_bytes().startswith(whole)
    assert [1] * 10 == read_log(path).results["more"]


def test_a_closed_log_takes_nothing(tmp_path):
    """Appending after the end is an error, not a lost result."""
    with RunLog.open(tmp_path / "log.jsonl", CONFIG) as log:
        pass

    with pytest.raises(RunLogError, match="the log is closed"):
        log.append(0, 1)


WRITER = textwrap.dedent(
    """
    import sys
    from prikup.benchmarks.runlog import RunLog
    with RunLog.open(sys.argv[1], {"seed": 7}) as log:
        print("open", flush=True)
        unit = len(log)
        while True:
            log.append(unit, list(range(200)))
            unit += 1
    """
)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_killed_process_loses_nothing_it_has_reported(tmp_path):
    """After each of three kills the log opens, its units have no gap, and it grows."""
    path = tmp_path / "log.jsonl"
    count = 0
    for _ in range(3):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, path], stdout=subprocess.PIPE)
        assert b"open\n" == writer.stdout.readline()
        while len(read_log(path).results) < count + 20:
            assert writer.poll() is None
        with pytest.raises(RunLogError, match="another process is writing this log"):
            RunLog.open(path, {"seed": 7})
        os.kill(writer.pid, signal.SIGKILL)
        writer.wait()
        writer.stdout.close()
        with RunLog.open(path, {"seed": 7}) as log:
            assert list(range(len(log))) == list(log)
            assert len(log) >= count + 20
            count = len(log)


def test_whole_files_are_replaced_at_one_go(tmp_path):
    """Text and bytes are written, folders made, and no other file is left behind."""
    path = tmp_path / "new" / "folder" / "table.txt"
    write_whole(path, "± один\n")
    write_whole(path, b"two\n")

    assert b"two\n" == path.read_bytes()
    assert [path] == list(path.parent.iterdir())


def test_a_failed_write_keeps_the_old_file(tmp_path, monkeypatch):
    """When the disk gives up before the renaming, the old content stands and no rest is left."""
    path = tmp_path / "table.txt"
    write_whole(path, "old")

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, "new")

    assert "old" == path.read_text()
    assert [path] == list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")
def test_whole_files_have_the_usual_permissions(tmp_path):
    """The file can be read by whom the umask lets read, and a link stays a link."""
    (tmp_path / "plain").write_text("x")
    (tmp_path / "link").symlink_to(tmp_path / "target")
    write_whole(tmp_path / "link", "y")

    assert (tmp_path / "link").is_symlink()
    assert "y" == (tmp_path / "target").read_text()
    assert (tmp_path / "plain").stat().st_mode == (tmp_path / "target").stat().st_mode
