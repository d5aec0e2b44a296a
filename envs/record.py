"""Hand records: one episode a line of JSON, written, read, checked again and replayed.

A record holds the rules (game, preset, options), who sat where, the match state at the start and
the steps in order: a deck is a list of card texts, a lot or an action is a text token. A replay
plays them through the rules once more, so a record of an illegal action, or with scores that do
not follow from its steps, is refused. `Record.redacted` is the same hand as one seat saw it.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .engine.cards import NONE
from .engine.errors import BadOptions, BadText, PrikupError
from .registry import load_definition
from .transcript import event_texts

if TYPE_CHECKING:
    from .engine.game import Game, State
    from .engine.table import Table

FORMAT = "prikup-record"
FORMAT_VERSION = 1  # raised when a field changes its meaning

DECK, LOT, ACTION = "deck", "lot", "action"


@dataclass(frozen=True)
class Step:
    """One step of a record as it really was."""

    number: int  # from 1
    kind: str  # "deck", "lot" or "action"
    player: int  # seat that acted, -1 where chance did
    text: str  # action, outcome of the lot, or the deck's cards with blanks between them


@dataclass(frozen=True)
class SeenStep:
    """One step of a record as one seat saw it."""

    number: int
    kind: str
    player: int
    events: tuple[str, ...]  # what the seat's log gained; a veiled action stands in parentheses
    table: Table | None  # the table after the step; None before the first deck


@dataclass(frozen=True)
class Record:
    """One episode as it was recorded. `parse_line` makes it, `replay` proves it."""

    game_name: str
    preset: str
    options: Mapping[str, Any]  # what differs from the preset
    rules_version: int
    prikup_version: str
    seats: tuple[str, ...] | None  # agent texts, one a seat
    seed: int | None
    deal: int | None  # number of the deal in the set it belongs to
    match: Mapping[str, Any]  # match fields at the start that differ from a new match's
    steps: tuple[str | tuple[str, ...], ...]
    deal_scores: tuple[tuple[float, ...], ...]  # each seat's points after each finished deal
    final_scores: tuple[float, ...]
    is_finished: bool
    extra: Mapping[str, Any] = field(default_factory=dict)
    where: str = ""  # file and line, for messages

    def game(self) -> Game:
        """Return the game with the record's options.

        Raises:
            BadText: if there is no such game or option, or the rules have another version.
        """
        try:
            game = _game(self.game_name, json.dumps({**self.options, "preset": self.preset}))
        except (PrikupError, TypeError) as error:  # TypeError: an option's value of a wrong kind
            raise self.wrong(str(error)) from None
        current = game.definition.version
        if self.rules_version != current:
            raise self.wrong(
                f"recorded under rules version {self.rules_version} of {self.game_name}, this is "
                f"version {current}; replay it with prikup {self.prikup_version}, which wrote it"
            )
        return game

    def replay(self, on_step: Callable[[Step, State], None] | None = None) -> State:
        """Play the record again, every step and every score checked.

        Args:
            on_step: Called as `on_step(step, state)` after each step.

        Returns:
            The final state.

        Raises:
            BadText: if the game or an option is unknown, the rules have another version, a step
                is illegal, or the scores are not those that the steps lead to.
        """
        game = self.game()
        state = self._start(game)
        cards = _cards(game)
        count = len(self.steps)
        before = int(state.record.match.deals)  # deals finished before this record begins
        finished = 0
        for number, text in enumerate(self.steps, start=1):
            kind, player = _due(state), state.current_player()
            try:
                if state.is_terminal():
                    raise BadText(
                        f"the episode was over after step {number - 1}, got {_short(text)}"
                    )
                if isinstance(text, str):
                    _apply(state, text)
                else:
                    _deal(state, text, cards)
            except PrikupError as error:
                raise self.wrong(f"step {number} of {count}: {error}") from None
            if int(state.record.match.deals) - before > finished:
                finished += 1
                self._check_deal(finished, number, state)
            if on_step is not None:
                shown = text if isinstance(text, str) else " ".join(text)
                on_step(Step(number, kind, player if kind == ACTION else NONE, shown), state)
        self._check_end(state, finished)
        return state

    def events_for(self, seat: int) -> list[tuple[str, ...]]:
        """Return for every step what one seat saw of it, as texts.

        Raises:
            BadText: as in `replay`.
            BadOptions: if there is no such seat.
        """
        return [step.events for step in self.redacted(seat)]

    def redacted(self, seat: int) -> list[SeenStep]:
        """Return the hand as one seat saw it: no card, action or deck that was hidden from it.

        Raises:
            BadText: as in `replay`.
            BadOptions: if there is no such seat.
        """
        seen: list[SeenStep] = []
        known = 0
        self._start(self.game()).view(seat)  # an unknown seat is refused before anything is played

        def look(step: Step, state: State) -> None:
            nonlocal known
            view = state.view(seat)
            events = view.events()
            first = 0 if step.kind == DECK else known  # the log starts anew with each deck
            known = len(events)
            seen.append(
                SeenStep(
                    step.number,
                    step.kind,
                    step.player,
                    event_texts(view, events[first:], is_lot=step.kind == LOT),
                    state.table(seat) if state.record.deal_number >= 0 else None,
                )
            )

        self.replay(look)
        return seen

    def public(self) -> dict[str, Any]:
        """Return the fields that tell no hidden card: no seed, decks, steps or extra fields."""
        return {
            "game": self.game_name,
            "preset": self.preset,
            "options": dict(self.options),
            "rules_version": self.rules_version,
            "prikup": self.prikup_version,
            "seats": None if self.seats is None else list(self.seats),
            "deal": self.deal,
            "match": dict(self.match),
            "deal_scores": [list(scores) for scores in self.deal_scores],
            "final_scores": list(self.final_scores),
            "is_finished": self.is_finished,
        }

    def wrong(self, reason: str) -> BadText:
        """Return the error that says where the record is and what is wrong with it."""
        return BadText(f"{self.where}: {reason}" if self.where else reason)

    # --- checks of a replay ---

    def _start(self, game: Game) -> State:
        players = game.num_players()
        if self.seats is not None and len(self.seats) != players:
            raise self.wrong(f"{len(self.seats)} seats are named, {game} has {players}")
        try:
            return game.new_initial_state(self.match)
        except (PrikupError, OverflowError) as error:
            raise self.wrong(str(error)) from None

    def _check_deal(self, finished: int, number: int, state: State) -> None:
        if finished > len(self.deal_scores):
            raise self.wrong(
                f"step {number} of {len(self.steps)} ends deal {finished}, the record has scores "
                f"of {len(self.deal_scores)} deals"
            )
        self._compare(f"after deal {finished}", self.deal_scores[finished - 1], state)

    def _check_end(self, state: State, finished: int) -> None:
        if len(self.deal_scores) != finished:
            raise self.wrong(
                f"score mismatch: the record has scores of {len(self.deal_scores)} deals, its "
                f"steps finish {finished}"
            )
        if self.is_finished != state.is_terminal():
            said = "is over" if self.is_finished else "is not over"
            found = "is over" if state.is_terminal() else f"goes on ({_next(state)})"
            raise self.wrong(
                f"the record says that the episode {said}, after its {len(self.steps)} steps it "
                f"{found}"
            )
        self._compare("at the end", self.final_scores, state)

    def _compare(self, when: str, recorded: tuple[float, ...], state: State) -> None:
        scores = tuple(state.scores().tolist())
        if recorded != scores:
            raise self.wrong(
                f"score mismatch {when}: the record says {_scores_text(recorded)}, its steps lead "
                f"to {_scores_text(scores)}"
            )


# --- steps ----------------------------------------------------------------------------------------


def _due(state: State) -> str:
    """Return what kind of step comes next."""
    if not state.is_chance_node():
        return ACTION
    return LOT if state.legal_actions() else DECK


def _next(state: State) -> str:
    kind = _due(state)
    return f"player {state.current_player()} is to act" if kind == ACTION else f"a {kind} is due"


def _short(text: str | tuple[str, ...]) -> str:
    return repr(text) if isinstance(text, str) else f"a deck of {len(text)} cards"


def _apply(state: State, text: str) -> None:
    """Play an action or a lot's outcome, written as text."""
    if _due(state) == DECK:
        raise BadText(f"expected a deck, got {text!r}")
    state.apply_action(state.string_to_action(text))


def _deal(state: State, text: tuple[str, ...], cards: Mapping[str, int]) -> None:
    """Deal a deck, written as card texts."""
    if _due(state) != DECK:
        raise BadText(f"expected a step where {_next(state)}, got {_short(text)}")
    for card in text:
        if card not in cards:
            raise BadText(f"no card {card!r} in the pack of {state.game}")
    state.deal(deck=[cards[card] for card in text])


@lru_cache(maxsize=64)
def _game(name: str, options: str) -> Game:
    from .engine.game import Game

    return Game(load_definition(name), **json.loads(options))


@lru_cache(maxsize=64)
def _cards(game: Game) -> dict[str, int]:
    """Return the numbers of all cards by their texts."""
    return {game.card_to_string(card): card for card in game.pack.tolist()}


def _scores_text(scores: Iterable[float]) -> str:
    return "[" + ", ".join(f"{score:g}" for score in scores) + "]"


# --- writing --------------------------------------------------------------------------------------


def record_line(
    state: State,
    *,
    seats: Sequence[str] | None = None,
    seed: int | None = None,
    deal: int | None = None,
    extra: Mapping[str, Any] | None = None,
) -> str:
    """Return the record of a state's episode as one line of JSON, without a newline.

    Args:
        state: The state; an episode that is not over is recorded as far as it went.
        seats: Texts of the agents, one a seat.
        seed: The seed that decks and lots were drawn from.
        deal: Number of the deal in the set it belongs to.
        extra: Further fields, anything that JSON can write.

    Raises:
        BadOptions: if `seats` does not name every seat, or JSON cannot write `extra`.
    """
    game = state.game
    if seats is not None and len(seats) != game.num_players():
        raise BadOptions(f"{game}: expected {game.num_players()} seats, got {list(seats)}")
    steps, deal_scores = _walk(state)
    record: dict[str, Any] = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "prikup": _prikup_version(),
        "game": game.name,
        "rules_version": game.definition.version,
        "preset": game.options.preset,
        "options": game.options.overrides(),
        "seats": None if seats is None else list(seats),
        "seed": None if seed is None else int(seed),
        "deal": None if deal is None else int(deal),
        "match": state.match_at_start(),
        "steps": steps,
        "deal_scores": deal_scores,
        "final_scores": _plain(state),
        "is_finished": state.is_terminal(),
    }
    if extra:
        record["extra"] = dict(extra)
    try:
        record = json.loads(_canonical(record))  # as a reader will see it: tuples are lists
    except (TypeError, ValueError) as error:
        raise BadOptions(f"{game}: the record's extra fields are not for JSON: {error}") from None
    record = {name: record[name] for name in [*_FIELDS, "extra"] if name in record}
    record["checksum"] = _checksum(record)
    return json.dumps(record, separators=(",", ":"))


def write_records(path: str | os.PathLike[str], lines: Iterable[str]) -> None:
    """Write a whole file of records; it appears under its name only once it is complete.

    Raises:
        BadOptions: if the file cannot be written.
    """
    target = Path(path)
    partial = target.with_name(f".{target.name}.{os.getpid()}.partial")
    try:
        try:
            with partial.open("w", encoding="utf-8", newline="\n") as file:
                file.writelines(line.rstrip("\n") + "\n" for line in lines)
            partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)
    except OSError as error:
        raise BadOptions(f"{path}: cannot write records: {error.strerror}") from None


def _walk(state: State) -> tuple[list[Any], list[list[float]]]:
    """Return the steps as texts and each seat's points after each finished deal."""
    game = state.game
    walker = game.new_initial_state(state.match_at_start())
    finished = int(walker.record.match.deals)
    texts: list[Any] = []
    scores: list[list[float]] = []
    for step in state.steps():
        if isinstance(step, int):
            texts.append(walker.action_to_string(step))
            walker.apply_action(step)
        else:
            texts.append([game.card_to_string(card) for card in step.tolist()])
            walker.deal(deck=step.tolist())
        if int(walker.record.match.deals) > finished:
            finished += 1
            scores.append(_plain(walker))
    return texts, scores


def _plain(state: State) -> list[float]:
    """Return the scores, whole numbers as ints."""
    return [int(score) if score.is_integer() else score for score in state.scores().tolist()]


@cache
def _prikup_version() -> str:
    try:
        return importlib.metadata.version("prikup")
    except importlib.metadata.PackageNotFoundError:  # a copy of the folders, not installed
        return "unknown"


# --- reading --------------------------------------------------------------------------------------


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(entry, str) for entry in value)


def _is_numbers(value: Any) -> bool:
    return isinstance(value, list) and all(_is_int(v) or isinstance(v, float) for v in value)


# field -> (what it must be, check)
_FIELDS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "format": (repr(FORMAT), lambda v: v == FORMAT),
    "format_version": ("an integer", _is_int),
    "prikup": ("a text", lambda v: isinstance(v, str)),
    "game": ("a text", lambda v: isinstance(v, str)),
    "rules_version": ("an integer", _is_int),
    "preset": ("a text", lambda v: isinstance(v, str)),
    "options": ("an object", lambda v: isinstance(v, dict)),
    "seats": ("a list of texts or null", lambda v: v is None or _is_texts(v)),
    "seed": ("an integer or null", lambda v: v is None or _is_int(v)),
    "deal": ("an integer or null", lambda v: v is None or _is_int(v)),
    "match": ("an object", lambda v: isinstance(v, dict)),
    "steps": (
        "a list of texts and lists of card texts",
        lambda v: isinstance(v, list) and all(isinstance(s, str) or _is_texts(s) for s in v),
    ),
    "deal_scores": (
        "a list of lists of numbers",
        lambda v: isinstance(v, list) and all(_is_numbers(s) for s in v),
    ),
    "final_scores": ("a list of numbers", _is_numbers),
    "is_finished": ("true or false", lambda v: isinstance(v, bool)),
}


def parse_line(text: str, *, where: str = "") -> Record:
    """Read one line of a record file.

    Fields, their kinds and the checksum are checked here, the rules by `Record.replay`.

    Args:
        text: The line.
        where: File and line number, for messages.

    Raises:
        BadText: if it is no record, is damaged, or has another format version.
    """
    front = f"{where}: " if where else ""
    try:
        data = json.loads(text, parse_constant=_refuse_constant)
        checksum = _checksum(data) if isinstance(data, dict) else ""
    except (ValueError, RecursionError) as error:
        raise BadText(f"{front}bad JSON: {error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        came = data.get("format") if isinstance(data, dict) else data
        raise BadText(f"{front}not a hand record: expected format {FORMAT!r}, got {_cut(came)}")
    if _is_int(data.get("format_version")) and data["format_version"] != FORMAT_VERSION:
        raise BadText(
            f"{front}expected format version {FORMAT_VERSION}, got {data['format_version']}"
        )
    for name in [*_FIELDS, "checksum"]:
        if name not in data:
            raise BadText(f"{front}field {name!r} is missing")
    if data["checksum"] != checksum:
        raise BadText(
            f"{front}wrong checksum: the record was changed or damaged after it was written"
        )
    for name, (expected, is_right) in _FIELDS.items():
        if not is_right(data[name]):
            raise BadText(f"{front}field {name!r} must be {expected}, got {_cut(data[name])}")
    extra = data.get("extra", {})
    if not isinstance(extra, dict):
        raise BadText(f"{front}field 'extra' must be an object, got {_cut(extra)}")
    return Record(
        game_name=data["game"],
        preset=data["preset"],
        options=data["options"],
        rules_version=data["rules_version"],
        prikup_version=data["prikup"],
        seats=None if data["seats"] is None else tuple(data["seats"]),
        seed=data["seed"],
        deal=data["deal"],
        match=data["match"],
        steps=tuple(step if isinstance(step, str) else tuple(step) for step in data["steps"]),
        deal_scores=tuple(tuple(scores) for scores in data["deal_scores"]),
        final_scores=tuple(data["final_scores"]),
        is_finished=data["is_finished"],
        extra=extra,
        where=where,
    )


def record_lines(path: str | os.PathLike[str]) -> Iterator[tuple[int, str]]:
    """Yield number (from 1) and text of the lines of a record file that are not blank.

    Raises:
        BadText: if the file cannot be read or is not UTF-8 text.
    """
    try:
        with open(path, "rb") as file:
            for number, line in enumerate(file, start=1):
                if not line.strip():
                    continue
                try:
                    yield number, line.decode("utf-8")
                except UnicodeDecodeError:
                    raise BadText(f"{path}:{number}: not UTF-8 text") from None
    except OSError as error:
        raise BadText(f"{path}: cannot read records: {error.strerror}") from None


def read_records(path: str | os.PathLike[str]) -> Iterator[Record]:
    """Yield the records of a file in order.

    Raises:
        BadText: as soon as a line is no record; the message names file and line.
    """
    for number, line in record_lines(path):
        yield parse_line(line, where=f"{path}:{number}")


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _cut(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _canonical(record: Mapping[str, Any]) -> str:
    return json.dumps(record, sort_keys=True, separators=(",", ":"), allow_nan=False)


def _checksum(record: Mapping[str, Any]) -> str:
    """Return the digest of all fields but the checksum itself."""
    rest = {name: value for name, value in record.items() if name != "checksum"}
    return hashlib.sha256(_canonical(rest).encode("ascii")).hexdigest()
