"""Options: checking, messages, presets, text, and how they lie in the record."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pytest

from prikup.envs.engine.errors import BadOptions, nearest
from prikup.envs.engine.layout import make_record
from prikup.envs.engine.options import Options, option, option_fields, parse_settings, write_options


@dataclass(frozen=True)
class ToyOptions(Options):
    """One option of every kind."""

    NAME: ClassVar[str] = "toy"
    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {
        "classic": {},
        "wild": {"jokers": 2, "order": "red/black"},
    }
    DERIVED: ClassVar[list[tuple[Any, ...]]] = [("cards",), ("double", 2)]

    players: int = option(3, "seats", low=2, high=4)
    jokers: int = option(0, "jokers", low=0, high=2)
    is_open: bool = option(False, "hands lie open")
    trump: str = option("none", "trump", words=("none", "cut", "bid"))
    deck: str = option("36", "the pack", is_pack=True)
    bonus: tuple[int, ...] = option((33, 66), "bonuses", low=1, high=99, length=3)
    order: tuple[str, ...] = option(("red",), "order", words=("red", "black"), length=2)
    target: int = option(100, "score", low=10, high=1000)

    @classmethod
    def depending(cls, chosen):
        """With four players the target is 200."""
        return {"target": 200} if chosen.get("players") == 4 else {}

    def check(self):
        """Jokers need an open game."""
        self.require(self.jokers < 2 or not self.is_open, "two jokers exclude open hands")

    def derived(self):
        """Two numbers computed from the others."""
        return {"cards": int(self.deck), "double": [2 * self.players, 2 * self.jokers]}

    def pack_cards(self) -> list[int]:
        return [0, 1]

    def num_actions(self) -> int:
        return 2

    def max_moves(self) -> int:
        return 2

    def max_deals(self) -> int:
        return 1

    def score_range(self) -> tuple[float, float]:
        return 0.0, 1.0


def test_defaults_are_those_of_the_first_preset():
    """Without arguments all is as declared."""
    made = ToyOptions.make()

    assert ("classic", 3, 0, False) == (made.preset, made.players, made.jokers, made.is_open)
    assert ("deal", "score") == (made.episode, made.utility)


def test_text_is_read_like_values():
    """Values as text and as Python values make the same options."""
    text = ToyOptions.make(
        players="4", is_open="yes", trump="cut", deck="52", bonus="10/20/30", order="black/red"
    )
    values = ToyOptions.make(
        players=4, is_open=True, trump="cut", deck="52", bonus=(10, 20, 30), order=("black", "red")
    )

    assert values == text


def test_overrides_win_over_the_preset():
    """A preset sets what it names; single options change that."""
    assert (2, ("red", "black")) == (
        ToyOptions.make(preset="wild").jokers,
        ToyOptions.make(preset="wild").order,
    )
    assert 1 == ToyOptions.make(preset="wild", jokers=1).jokers


def test_defaults_may_depend_on_other_options():
    """A depending default gives way to a value that is named."""
    assert 200 == ToyOptions.make(players=4).target
    assert 100 == ToyOptions.make(players=4, target=100).target


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"preset": "wild"},
        {"preset": "wild", "jokers": 0},
        {"players": 4},
        {"players": 4, "target": 100},
        {"bonus": (1,), "is_open": True, "deck": "SC/KA", "trump": "bid"},
    ],
)
def test_text_makes_the_same_options_again(settings):
    """`text()` read back gives equal options."""
    if settings.get("deck") == "SC/KA":
        settings = {**settings, "deck": "24"}
    made = ToyOptions.make(**settings)
    name, read = parse_settings(f"toy:{made.text()}")

    assert "toy" == name
    assert made == ToyOptions.make(**read)


@pytest.mark.parametrize(
    "settings, message",
    [
        ({"preset": "wlid"}, r"toy: no preset 'wlid'; did you mean 'wild'\? known: classic, wild"),
        ({"joker": 1}, r"toy: no option 'joker'; did you mean 'jokers' or 'order'\?"),
        ({"jokers": 3}, "toy: option jokers must be 0 to 2, got '3'"),
        ({"jokers": "two"}, "toy: option jokers must be 0 to 2, got 'two'"),
        ({"jokers": 1.5}, "toy: option jokers must be 0 to 2, got '1.5'"),
        ({"jokers": True}, "toy: option jokers must be 0 to 2, got 'true'"),
        ({"jokers": None}, "toy: option jokers must be 0 to 2, got 'None'"),
        ({"is_open": "maybe"}, "toy: option is_open must be true or false, got 'maybe'"),
        ({"trump": "cat"}, r"toy: option trump has no value 'cat'; did you mean 'cut'\?"),
        ({"deck": "40"}, "toy: option deck: a pack must be 24, 32, .*, got '40'"),
        ({"bonus": "1/2/3/4"}, "toy: option bonus must be up to 3 entries 1..99 with / between"),
        ({"bonus": "0"}, "toy: option bonus must be up to 3 entries 1..99"),
        ({"bonus": ""}, "toy: option bonus must be"),
        ({"order": "green"}, r"toy: option order must be up to 2 entries red\|black"),
        ({"jokers": 2, "is_open": True}, "toy: two jokers exclude open hands"),
    ],
)
def test_bad_values_are_named(settings, message):
    """A message names the game, the option, what was expected and what came."""
    with pytest.raises(BadOptions, match=message):
        ToyOptions.make(**settings)


def test_record_holds_numbers():
    """Words are indices, lists are filled with -1, packs are left out, derived numbers follow."""
    kinds = [(name, np.int64, *([tuple(s)] if s else [])) for name, *s in option_fields(ToyOptions)]
    record = np.zeros(1, make_record(kinds))[0]
    write_options(ToyOptions.make(preset="wild", trump="bid", utility="win", bonus=(5,)), record)

    assert "deck" not in record.dtype.names
    assert (1, 0, 2, 3, 2) == tuple(
        record[name] for name in ("preset", "episode", "utility", "players", "trump")
    )
    assert [5, -1, -1] == record.bonus.tolist()
    assert [0, 1] == record.order.tolist()
    assert (36, [6, 4]) == (record.cards, record.double.tolist())


@pytest.mark.parametrize("text", ["toy:players", "toy:=3", "toy:players=3,jokers"])
def test_settings_without_value_are_an_error(text):
    """Each part after the colon must be key=value."""
    with pytest.raises(BadOptions, match="expected key=value after the colon, got"):
        parse_settings(text)


def test_settings_are_split():
    """Blanks do not matter, a value may contain the sign of equality."""
    assert ("toy", {}) == parse_settings(" toy ")
    assert ("toy", {"a": "1", "b": "x=y"}) == parse_settings("toy: a=1 , b=x=y")


def test_nearest_offers_close_names_and_lists_all():
    """A misspelt word is answered by its neighbours; a strange one by the list alone."""
    assert "did you mean 'king'? known: durak, king" == nearest("knig", ["king", "durak"])
    assert "known: durak, king" == nearest("zzz", ["king", "durak"])
