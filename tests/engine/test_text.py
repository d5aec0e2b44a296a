"""Text of games and states: names, serialized states, messages of bad input."""

import json

import pytest
from engine.worlds_by_hand import miniature, play_some

from prikup.envs.engine.errors import BadOptions, BadText, IllegalAction
from prikup.envs.engine.text import fill_tables, option_table

MINIATURES = ["ninety_nine", "thousand", "devyatka", "paranoia", "cheat", "lots"]


@pytest.mark.parametrize("name", MINIATURES)
def test_serialized_state_comes_back(name):
    """The text replays to the same state, key by key."""
    game = miniature(name)
    for plies in (0, 1, 4):
        state = play_some(game, plies, 2).state
        again = game.deserialize_state(state.serialize())

        assert state.record.memory.tolist() == again.record.memory.tolist()
        assert state.history() == again.history()
        assert state.serialize() == again.serialize()


def test_undealt_state_comes_back():
    """A state without steps wants a deck."""
    game = miniature("cheat")

    assert game.deserialize_state(game.new_initial_state().serialize()).wants_deck()


@pytest.mark.parametrize(
    "change, message",
    [
        (lambda data: data.update(game="other"), "expected a state of mini_cheat"),
        (lambda data: data.update(version=9), "expected rules version 1, got 9"),
        (lambda data: data["steps"].append("a9"), r"step 3 of 3: mini_cheat: no action 'a9'"),
        (lambda data: data["steps"].append("a0"), "step 3 of 3: mini_cheat: action 0 .* not legal"),
        (lambda data: data["steps"][0].pop(), "step 1 of 2: .* must be a permutation"),
        (lambda data: data.pop("steps"), "not a serialized state"),
    ],
)
def test_bad_text_names_the_step(change, message):
    """Whatever is wrong in a serialized state, the message says where."""
    game = miniature("cheat")
    state = game.deal(deck=[0, 1, 2, 0, 1, 2, 0, 1, 2])
    state.apply_action(1)
    data = json.loads(state.serialize())
    change(data)

    with pytest.raises(BadText, match=message):
        game.deserialize_state(json.dumps(data))
    with pytest.raises(BadText, match="not a serialized state"):
        game.deserialize_state("no json")


@pytest.mark.parametrize("action", [-1, 3, 4, 5, 64, 1.5, None, "1"])
def test_illegal_action_changes_nothing(action):
    """The message names action, player and what is legal."""
    state = miniature("cheat").deal(deck=[0, 1, 2, 0, 1, 2, 0, 1, 2])
    before = state.states.tobytes()

    with pytest.raises(
        IllegalAction, match=r"not legal for player 0; legal are 0 \(a0\), 1 \(a1\)"
    ):
        state.apply_action(action)
    assert before == state.states.tobytes()


def test_deck_must_be_due_and_a_permutation():
    """A deck out of turn or with wrong cards is refused."""
    game = miniature("cheat")
    state = game.deal(seed=1)

    with pytest.raises(IllegalAction, match="no deck is due"):
        state.deal(seed=1)
    with pytest.raises(BadOptions, match="must be a permutation of the pack's 9 cards"):
        game.deal(deck=[0] * 9)
    with pytest.raises(BadOptions, match="needs a seed or a deck"):
        game.deal()
    with pytest.raises(BadOptions, match="seat must be 0 to 2, got 3"):
        state.view(3)


def test_game_is_named_by_what_differs_from_its_preset():
    """Equal options make equal games; the text names preset and changes."""
    game = miniature("thousand", (("talon", "shown"),))

    assert "mini_thousand:preset=classic,talon=shown" == str(game)
    assert game == type(game)(game.definition, talon="shown")
    assert game != miniature("thousand")


def test_tables_are_filled_between_their_markers():
    """A page keeps its prose; what stands between the markers is printed anew."""
    game = miniature("thousand")
    page = "Prose.\n<!-- options -->\nold\n<!-- end -->\nMore prose.\n"
    filled = fill_tables(page, game)

    assert f"Prose.\n<!-- options -->\n{option_table(game)}\n<!-- end -->\nMore prose.\n" == filled
    assert "| `talon` | closed \\| shown | `closed` |" in filled
    assert filled == fill_tables(filled, game)
