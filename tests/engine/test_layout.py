"""The state record: its order, what a deal blanks, and fields that are refused."""

import numpy as np
import pytest
from engine.miniatures.plain import PlainOptions
from engine.worlds_by_hand import miniature, play_some

from prikup.envs.engine.layout import LAYOUTS, make_record, record, view_record


@pytest.mark.parametrize("name", ["size", "sort", "min", "copy", "item", "data", "shape"])
def test_names_that_records_hide_are_refused(name):
    """A field called like an attribute of NumPy's records could not be read as `state.name`."""
    with pytest.raises(TypeError, match=f"a field may not be called '{name}'"):
        make_record([(name, np.int64)])
    with pytest.raises(TypeError, match=f"a field may not be called '{name}'"):
        record("toy", PlainOptions, seats=3, match=[], fields=[(name,)])
    with pytest.raises(TypeError, match=f"a field may not be called '{name}'"):
        record("toy", PlainOptions, seats=3, match=[(name, 3)], fields=[])


@pytest.mark.parametrize("seats, events", [(13, 64), (0, 64), (3, 4097), (3, 0)])
def test_sizes_out_of_bounds_are_refused(seats, events):
    """Audiences have twelve bits, and the sampler takes logs of 4096 words."""
    with pytest.raises(TypeError, match="toy: a record holds up to 12 seats and 4096 words of log"):
        record("toy", PlainOptions, seats=seats, match=[], fields=[], events=events)


def test_layout_is_the_contract_s():
    """Tag, options, match, the engine's fields, the game's own, last the log."""
    dtype = record(
        "toy", PlainOptions, seats=4, match=[("total", 4)], fields=[("hand", 4), ("pile",)],
        events=32, match_start={"total": 5}, ordered=(3, 5),
    )  # fmt: skip
    names = dtype.names
    layout = LAYOUTS[dtype]

    assert names[0].startswith("toy_") and layout.tag == names[0]
    assert ("opt", "match", "player", "quiet") == names[1:5]
    assert ("hand", "pile", "log") == names[-3:]
    assert ("deals", "total") == dtype["match"].names
    assert (4, 32, 0b101000) == (layout.seats, layout.events, layout.ordered)
    assert dtype.fields["hand"][1] == layout.blank_from
    assert dtype.fields["log"][1] == layout.log_at
    assert {"total": 5} == layout.match_start
    assert all(dtype.fields[name][1] % 8 == 0 for name in names)


def test_tags_of_two_games_differ():
    """Layouts with the same fields are told apart by their tags, and so are their views."""
    first, second = (
        record(name, PlainOptions, seats=3, match=[], fields=[("pile",)]) for name in ("one", "two")
    )

    assert first != second
    assert view_record(first) != view_record(second)
    assert view_record(first).names[0].startswith("view_one_")


def test_view_has_no_field_of_the_game():
    """A view's record holds the log, the match and the options, nothing that the rules keep."""
    game = miniature("cheat")
    own = set(game.definition.state.names) - set(game.definition.view.names)

    assert {"hand", "held", "pile", "last", "memory"} <= own


@pytest.mark.parametrize("name", ["ninety_nine", "thousand", "devyatka", "paranoia", "cheat"])
def test_deal_blanks_what_lies_there(name):
    """A deal on a state full of other numbers is the same as on a new one."""
    game = miniature(name)
    deck = game.deck(4)
    clean, dirty = game.new_initial_state(), game.new_initial_state()
    layout = game.definition.layout
    raw = dirty.states.view(np.uint8).reshape(-1)
    raw[layout.blank_from :] = 0xA5
    clean.deal(deck=deck)
    dirty.deal(deck=deck)
    end = layout.log_at + 8 * int(clean.record.log_length)

    assert clean.states.tobytes()[:end] == dirty.states.tobytes()[:end]


def test_copies_go_on_independently():
    """A clone has the same future and does not change the original."""
    state = play_some(miniature("thousand"), 3, 1).state
    twin, before = state.clone(), state.states.tobytes()
    while not twin.is_terminal():
        twin.apply_action(twin.legal_actions()[0])

    assert before == state.states.tobytes()

    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])

    assert twin.states.tobytes() == state.states.tobytes()
