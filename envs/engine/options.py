"""Options of a game: a frozen dataclass, checked, with presets, written into the state's `opt`.

Values are `bool`, `int`, a listed word, a pack, or a short list written `33/66/99`; "off" is 0 or
`none`. In the record all of them are int64: a word is its index in the list of words.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Self

from .errors import BadOptions, nearest
from .packs import NAMED_PACKS, pack

EPISODES = ("deal", "match")
UTILITIES = ("score", "zero_sum", "win", "rank")
_TRUE, _FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


@dataclass(frozen=True)
class Spec:
    """What values an option may have."""

    kind: str  # "bool", "int", "word", "pack" or "list"
    doc: str
    low: int = 0
    high: int = 0
    words: tuple[str, ...] = ()  # of a pack: names besides NAMED_PACKS
    length: int = 0  # of a list: the most entries

    def expected(self) -> str:
        """Return the range of values, for messages and tables."""
        if self.kind == "bool":
            return "true or false"
        if self.kind == "int":
            return f"{self.low} to {self.high}"
        if self.kind == "word":
            return " | ".join(self.words)
        if self.kind == "pack":
            return ", ".join(sorted([*NAMED_PACKS, *self.words])) + " or SUITS/RANKS"
        entry = "|".join(self.words) if self.words else f"{self.low}..{self.high}"
        return f"up to {self.length} entries {entry} with / between"


def option(
    default: Any,
    doc: str,
    *,
    low: int = 0,
    high: int = 0,
    words: tuple[str, ...] = (),
    length: int = 0,
    is_pack: bool = False,
) -> Any:
    """Declare an option as a dataclass field; the kind follows from the default and the limits.

    A pack may have `words`: those that the game itself reads, besides the packs that have a name.
    """
    if length:
        kind = "list"
    elif is_pack:
        kind = "pack"
    elif words:
        kind = "word"
    else:
        kind = "bool" if isinstance(default, bool) else "int"
    spec = Spec(kind, doc, low, high, words, length)
    return field(default=default, metadata={"spec": spec})


@dataclass(frozen=True)
class Options(ABC):
    """The options common to all games; a game adds its own and `players`."""

    NAME: ClassVar[str] = ""
    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {}
    DERIVED: ClassVar[list[tuple[Any, ...]]] = []  # record fields computed from the options

    preset: str = option("", "named bundle of options", words=("",))
    episode: str = option("deal", "what an episode is: one deal or a whole match", words=EPISODES)
    utility: str = option(
        "score",
        "what returns and rewards count: points, points above the others' mean, the shared first "
        "place, or the mean place scaled to [-1, 1]",
        words=UTILITIES,
    )
    players: int = option(2, "seats", low=2, high=2)

    @classmethod
    def specs(cls) -> dict[str, Spec]:
        """Return every option's name and limits, in the order of declaration."""
        found = {f.name: f.metadata["spec"] for f in fields(cls)}
        words = tuple(cls.PRESETS)
        found["preset"] = Spec("word", found["preset"].doc, words=words)
        return found

    @classmethod
    def depending(cls, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return defaults that depend on the preset and the options chosen; a game may override it.

        Args:
            chosen: The preset's name as `preset`, and the options set by it or by the caller.
        """
        return {}

    @classmethod
    def make(cls, **values: Any) -> Self:
        """Make checked options from a preset and overrides, values as Python values or text.

        Raises:
            BadOptions: on an unknown option or preset, a value out of range, or values that
                exclude each other; the message names the game, the option, what was expected
                and what came.
        """
        specs = cls.specs()
        preset = values.pop("preset", None) or next(iter(cls.PRESETS))
        if preset not in cls.PRESETS:
            raise BadOptions(f"{cls.NAME}: no preset {preset!r}; {nearest(preset, cls.PRESETS)}")
        chosen: dict[str, Any] = {**cls.PRESETS[preset], **values}
        for name in chosen:
            if name not in specs:
                raise BadOptions(f"{cls.NAME}: no option {name!r}; {nearest(name, specs)}")
        checked = {name: _value(cls.NAME, name, specs[name], v) for name, v in chosen.items()}
        for name, default in cls.depending({**checked, "preset": preset}).items():
            checked.setdefault(name, _value(cls.NAME, name, specs[name], default))
        made = cls(**{**checked, "preset": preset})
        made.check()
        return made

    def check(self) -> None:  # noqa: B027 - most games have nothing to refuse
        """Raise BadOptions where options exclude each other; a game may extend this."""

    def require(self, condition: bool, message: str) -> None:
        """Raise BadOptions with the game's name in front unless the condition holds."""
        if not condition:
            raise BadOptions(f"{self.NAME}: {message}")

    def derived(self) -> dict[str, Any]:
        """Return the values of the fields in DERIVED."""
        return {}

    @abstractmethod
    def pack_cards(self) -> list[int]:
        """Return the cards of the deck, equal cards repeated."""

    @abstractmethod
    def num_actions(self) -> int:
        """Return the number of action ids, A."""

    @abstractmethod
    def max_moves(self) -> int:
        """Return a bound on the decisions of a deal."""

    @abstractmethod
    def max_deals(self) -> int:
        """Return a bound on the deals of a match."""

    @abstractmethod
    def score_range(self) -> tuple[float, float]:
        """Return bounds of a seat's score over an episode."""

    def score_sum(self) -> float | None:
        """Return what the seats' scores add up to at the end of every episode; None: it varies."""
        return None

    def cards_used(self) -> int:
        """Return how many cards from the top of the deck a deal can ever take or show."""
        return len(self.pack_cards())

    def match_ranges(self) -> dict[str, tuple[int, int]]:
        """Return the least and the largest value of match fields that index something."""
        return {}

    def overrides(self) -> dict[str, Any]:
        """Return the options that differ from the preset's, as Python values."""
        base = type(self).make(preset=self.preset)
        changed = {
            f.name: getattr(self, f.name)
            for f in fields(self)
            if f.name != "preset" and getattr(self, f.name) != getattr(base, f.name)
        }
        specs, given = self.specs(), self.PRESETS[self.preset]
        chosen = {n: _value(self.NAME, n, specs[n], v) for n, v in given.items()} | changed
        # A value equal to the preset's must be named where a changed option alters its default.
        for name, default in self.depending({**chosen, "preset": self.preset}).items():
            value = getattr(self, name)
            if name not in chosen and value != _value(self.NAME, name, specs[name], default):
                changed[name] = value
        return changed

    def text(self) -> str:
        """Return `preset=…,key=value,…`: the preset and what differs from it."""
        parts = [f"preset={self.preset}"]
        parts += [f"{name}={value_text(value)}" for name, value in self.overrides().items()]
        return ",".join(parts)


def value_text(value: Any) -> str:
    """Return an option's value as text that `Options.make` reads."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return "/".join(str(entry) for entry in value)
    return str(value)


def _value(game: str, name: str, spec: Spec, value: Any) -> Any:
    """Return a checked Python value for an option."""
    came = value_text(value)
    wrong = BadOptions(f"{game}: option {name} must be {spec.expected()}, got {came!r}")
    if spec.kind == "bool":
        word = value_text(value).lower()
        if word not in _TRUE + _FALSE:
            raise wrong
        return word in _TRUE
    if spec.kind == "int":
        return _integer(value, spec, wrong)
    if spec.kind == "word":
        if value not in spec.words:
            near = nearest(str(value), spec.words)
            raise BadOptions(f"{game}: option {name} has no value {str(value)!r}; {near}")
        return value
    if spec.kind == "pack":
        if str(value) in spec.words:
            return str(value)
        try:
            pack(str(value))
        except BadOptions as error:
            raise BadOptions(f"{game}: option {name}: {error}") from None
        return str(value).upper()
    entries = value.split("/") if isinstance(value, str) else list(value)
    if not 0 < len(entries) <= spec.length:
        raise wrong
    if spec.words:
        if not set(entries) <= set(spec.words):
            raise wrong
        return tuple(entries)
    return tuple(_integer(entry, spec, wrong) for entry in entries)


def _integer(value: Any, spec: Spec, wrong: BadOptions) -> int:
    try:
        number = int(value)
    except (TypeError, ValueError):
        raise wrong from None
    if isinstance(value, (bool, float)) or not spec.low <= number <= spec.high:
        raise wrong
    return number


# --- the record -----------------------------------------------------------------------------------


def option_fields(options: type[Options]) -> list[tuple[Any, ...]]:
    """Return the record fields of a game's options: options in order, then derived numbers."""
    made: list[tuple[Any, ...]] = []
    for name, spec in options.specs().items():
        if spec.kind == "list":
            made.append((name, spec.length))
        elif spec.kind != "pack":
            made.append((name,))
    return made + list(options.DERIVED)


def write_options(options: Options, opt: Any) -> None:
    """Write options and derived numbers into a state's `opt`; short lists are filled with -1."""
    for name, spec in options.specs().items():
        value = getattr(options, name)
        if spec.kind in ("bool", "int"):
            opt[name] = int(value)
        elif spec.kind == "word":
            opt[name] = spec.words.index(value)
        elif spec.kind == "list":
            numbers = [spec.words.index(v) if spec.words else v for v in value]
            opt[name] = numbers + [-1] * (spec.length - len(numbers))
    for name, value in options.derived().items():
        opt[name] = value


def parse_settings(text: str) -> tuple[str, dict[str, str]]:
    """Split `name:key=value,key=value` into the name and its settings.

    Raises:
        BadOptions: if a part is not `key=value`.
    """
    name, _, rest = text.strip().partition(":")
    settings: dict[str, str] = {}
    for part in filter(None, (p.strip() for p in rest.split(","))):
        key, equals, value = part.partition("=")
        if not equals or not key:
            raise BadOptions(f"{text!r}: expected key=value after the colon, got {part!r}")
        settings[key.strip()] = value.strip()
    return name.strip(), settings
