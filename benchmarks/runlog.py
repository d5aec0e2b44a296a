"""The log of a run, which survives a kill at any moment.

A log is a text file of JSON lines. The first line holds the configuration of the run, each
further line one finished unit of work:

    {"format":"prikup-runlog","version":1,"config":{...},"checksum":"5f0c..."}
    {"unit":[17,0],"result":{...},"checksum":"91ab..."}

The checksum is the first 16 digits of the SHA-256 of the line without it. A line is complete
when its newline is there; a last line without one was cut off by a kill, is dropped, and its
unit is played again. Any other damage is an error: results are never lost silently.
"""

import hashlib
import json
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np

try:
    import fcntl
except ImportError:  # Windows: two runs on one log are then not noticed
    fcntl = None  # type: ignore[assignment]

FORMAT = "prikup-runlog"
VERSION = 1
DIGITS = 16

Unit = int | str | tuple[int | str, ...]


class RunLogError(ValueError):
    """A log that cannot be read, or belongs to another run."""


class Contents(NamedTuple):
    """What a log holds."""

    config: dict[str, Any]
    results: dict[Unit, Any]
    whole: int
    """Length in bytes of the complete lines."""
    torn: int
    """Length in bytes of a last line that was cut off, 0 if there is none."""


class RunLog:
    """An append-only log of finished units; `open` it, ask what is done, append the rest.

    Example:
        with RunLog.open("runs/a/games.jsonl", {"game": "kuhn", "seed": 0}) as log:
            for deal in range(1000):
                if deal not in log:
                    log.append(deal, play(deal))
    """

    def __init__(self, path: Path, config: dict[str, Any], results: dict[Unit, Any], file: Any):
        """Use `open`."""
        self.path = path
        self.config = config
        self.results = results
        self._file = file

    @classmethod
    def open(cls, path: str | os.PathLike[str], config: Mapping[str, Any]) -> Self:
        """Begin a log, or take up one that was broken off.

        Args:
            path: The file; its folder is made where it is missing.
            config: What makes the results of this run (game, agents, deals, seed, design).

        Raises:
            RunLogError: if the log has another configuration, is damaged, or is being
                written by another process.
        """
        path = Path(path)
        wanted = json.loads(_dump(dict(config), f"{path}: configuration"))
        header = _line({"format": FORMAT, "version": VERSION, "config": wanted}, str(path))
        path.parent.mkdir(parents=True, exist_ok=True)
        # Neither "r+" nor "w+" both makes a missing file and keeps one that is there.
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)  # the last: Windows only
        file = open(os.open(path, flags, 0o666), "r+b", buffering=0)
        try:
            _lock(file, path)
            data = file.readall()
            if len(data) < len(header) and header.startswith(data):
                # A new file, or one cut off in its header: there is nothing to lose in it.
                if data:
                    _notice(path, len(data))
                file.seek(0)
                file.truncate()
                _write(file, header)
                data = header
            contents = _contents(path, data)
            _same_run(path, contents.config, wanted)
            if contents.torn:
                _notice(path, contents.torn)
                file.truncate(contents.whole)
            file.seek(contents.whole)
        except BaseException:
            file.close()
            raise
        return cls(path, contents.config, contents.results, file)

    def append(self, unit: Unit, result: Any) -> None:
        """Write a finished unit; it is safe against a kill once this returns.

        The result is kept as it will be read back (a tuple as a list), so that a resumed run
        sees the same values as an unbroken one. NumPy numbers and arrays are written as
        numbers and lists.

        Raises:
            RunLogError: if the unit is already there, or JSON cannot hold the result.
        """
        if self._file is None:
            raise RunLogError(f"{self.path}: the log is closed")
        if unit in self.results:
            raise RunLogError(f"{self.path}: unit {unit!r} is already in the log")
        line = _line({"unit": unit, "result": result}, f"{self.path}: unit {unit!r}")
        before = self._file.tell()
        try:
            _write(self._file, line)
        except BaseException:
            # A full disk must not leave half a line in front of the next unit.
            self._file.truncate(before)
            self._file.seek(before)
            raise
        self.results[unit] = json.loads(line)["result"]

    def __contains__(self, unit: Unit) -> bool:
        return unit in self.results

    def __len__(self) -> int:
        return len(self.results)

    def __iter__(self) -> Iterator[Unit]:
        return iter(self.results)

    def close(self) -> None:
        """Put everything on the disk and close the file."""
        if self._file is not None:
            os.fsync(self._file.fileno())
            self._file.close()
            self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def read_log(path: str | os.PathLike[str]) -> Contents:
    """Read a log without changing it.

    Raises:
        RunLogError: if a complete line is damaged, with file, line and reason.
    """
    return _contents(path, Path(path).read_bytes())


def _contents(path: str | os.PathLike[str], data: bytes) -> Contents:
    whole = data.rfind(b"\n") + 1
    lines = data[:whole].split(b"\n")[:-1]
    if not lines:
        raise _damage(path, 1, f"expected the header of a {FORMAT}, got no complete line")
    config = _header(path, _parse(path, 1, lines[0]))
    results: dict[Unit, Any] = {}
    first_line: dict[Unit, int] = {}
    for number, line in enumerate(lines[1:], start=2):
        fields = _parse(path, number, line)
        if set(fields) != {"unit", "result"}:
            raise _damage(path, number, f"expected a unit and its result, got {sorted(fields)}")
        unit = _unit(fields["unit"])
        if unit in results:
            raise _damage(path, number, f"unit {unit!r} is already on line {first_line[unit]}")
        results[unit], first_line[unit] = fields["result"], number
    return Contents(config, results, whole, len(data) - whole)


# --- lines -----------------------------------------------------------------------------------


def _dump(value: Any, where: str) -> str:
    """Return compact JSON; NaN and infinity, which JSON does not have, are refused."""
    try:
        return json.dumps(
            value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_plain
        )
    except (TypeError, ValueError) as error:
        raise RunLogError(f"{where}: JSON cannot hold it: {error}") from None


def _plain(value: Any) -> Any:
    """Turn a NumPy value into a Python one."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} {value!r}")


def _digest(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest()[:DIGITS].encode()


def _line(fields: dict[str, Any], where: str) -> bytes:
    """Return a line with its checksum, as the last field, and its newline."""
    body = _dump(fields, where).encode()
    return body[:-1] + b',"checksum":"' + _digest(body) + b'"}\n'


def _parse(path: str | os.PathLike[str], number: int, line: bytes) -> dict[str, Any]:
    """Return the fields of a line without its checksum, which must be right."""
    body, found, end = line.rpartition(b',"checksum":"')
    if not found or len(end) != DIGITS + 2 or not end.endswith(b'"}'):
        raise _damage(path, number, "expected a JSON object that ends with its checksum")
    body += b"}"
    if end[:DIGITS] != _digest(body):
        got = end[:DIGITS].decode(errors="replace")
        expected = _digest(body).decode()
        raise _damage(path, number, f"checksum does not match: {expected} expected, got {got}")
    return json.loads(body)


def _damage(path: str | os.PathLike[str], number: int, reason: str) -> RunLogError:
    return RunLogError(f"{path}: line {number}: {reason}")


def _unit(value: Any) -> Any:
    """Turn the lists of JSON back into tuples, which can be keys."""
    return tuple(_unit(part) for part in value) if isinstance(value, list) else value


def _write(file: Any, line: bytes) -> None:
    rest = memoryview(line)
    while rest:  # an unbuffered write may take a part only
        rest = rest[file.write(rest) :]


# --- header ----------------------------------------------------------------------------------


def _header(path: str | os.PathLike[str], fields: dict[str, Any]) -> dict[str, Any]:
    if fields.get("format") != FORMAT or not isinstance(fields.get("config"), dict):
        raise _damage(path, 1, f"expected the header of a {FORMAT}")
    if fields.get("version") != VERSION:
        raise _damage(path, 1, f"expected version {VERSION}, got {fields.get('version')!r}")
    return fields["config"]


def _same_run(path: Path, logged: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Refuse to resume a run of another configuration, naming the fields that differ."""
    nothing = object()
    differing = [
        name
        for name in [*wanted, *(name for name in logged if name not in wanted)]
        if logged.get(name, nothing) != wanted.get(name, nothing)
    ]
    if differing:
        first, *more = differing
        old, new = (_shown(config, first) for config in (logged, wanted))
        also = f" (also differing: {', '.join(more)})" if more else ""
        raise RunLogError(
            f"{path}: cannot resume: {first} was {old} in this log and is {new} now{also}"
        )


def _shown(config: dict[str, Any], name: str) -> str:
    return json.dumps(config[name], ensure_ascii=False) if name in config else "not given"


def _notice(path: Path, length: int) -> None:
    print(
        f"{path}: the last line was cut off after {length} bytes; it is dropped and done again",
        file=sys.stderr,
    )


def _lock(file: Any, path: Path) -> None:
    """Take the log for this process; the lock ends with the process, however it ends.

    Record locks are used because worker processes do not inherit them: a worker that outlives
    a killed run does not keep the log from being resumed. They have one weakness: the lock
    falls when this process closes any other handle of the same file.
    """
    if fcntl is None:
        return
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise RunLogError(f"{path}: another process is writing this log") from None
