"""The log: who sees what, and that keys and strings mean the same."""

from collections import Counter

import numpy as np
import pytest
from engine.miniatures import mini_cheat, mini_ninety_nine, mini_thousand
from engine.worlds_by_hand import miniature, play_some

from prikup.envs.engine import log
from prikup.envs.engine.rng import add_wrapping, scramble
from prikup.envs.engine.view import Event

DOUBT, BELIEVE = mini_cheat.DOUBT, mini_cheat.BELIEVE


def histories(game, decks, plies):
    """Yield every state that these decks lead to within so many actions."""
    states = [game.deal(deck=deck) for deck in decks]
    for _ in range(plies + 1):
        yield from states
        after = []
        for state in states:
            for action in state.legal_actions():
                twin = state.clone()
                twin.apply_action(action)
                after.append(twin)
        states = after


@pytest.mark.parametrize(
    "name, settings, every, plies",
    [
        ("cheat", (), 1, 4),
        ("thousand", (("talon", "shown"),), 150, 3),
        ("thousand", (("whispering", True),), 300, 3),
        ("paranoia", (), 300, 4),
    ],
)
def test_equal_keys_mean_equal_strings(name, settings, every, plies):
    """Over all histories: same key, same string; different keys, different strings."""
    game = miniature(name, settings)
    by_key: dict[int, str] = {}
    by_string: dict[str, int] = {}
    for state in histories(game, game.deals()[0][::every], plies):
        for seat in range(3):
            view = state.view(seat)
            text, key = view.information_state_string(), view.key()

            assert text == by_key.setdefault(key, text)
            assert key == by_string.setdefault(text, key)

    assert len(by_key) > 300


def test_key_depends_on_nothing_unseen():
    """Other hands and hidden actions leave a seat's key as it is."""
    game = miniature("ninety_nine")
    keys = set()
    for rest, choice in ((range(4, 12), 0), (range(11, 3, -1), -1)):
        deck = np.zeros(12, np.int16)
        deck[0::3], deck[1::3], deck[2::3] = range(4), list(rest)[::2], list(rest)[1::2]
        state = game.deal(deck=deck)
        for action in (0, 2):
            state.apply_action(action)
        for _ in range(3):
            state.apply_action(state.legal_actions()[choice])
        keys.add(int(state.record.memory[0]))

    assert 1 == len(keys)


def test_order_of_dealing_leaves_no_trace():
    """The same hands dealt in another order give the same keys, other hands give others."""
    game = miniature("ninety_nine")
    deck = np.arange(12, dtype=np.int16)
    swapped, changed = deck.copy(), deck.copy()
    swapped[[0, 3]] = deck[[3, 0]]  # both cards go to seat 0
    changed[[0, 1]] = deck[[1, 0]]
    keys = [game.deal(deck=d).record.memory.tolist() for d in (deck, swapped, changed)]

    assert keys[0] == keys[1]
    assert keys[0][0] != keys[2][0] and keys[0][1] != keys[2][1]
    assert keys[0][2] == keys[2][2]


def test_no_two_seats_share_a_key():
    """A key starts from its seat's number."""
    memory = miniature("cheat").new_initial_state().record.memory.tolist()

    assert 3 == len(set(memory))


def test_keys_are_chains_over_what_was_seen():
    """Compiled keys are those that the definition gives, word by word."""
    state = miniature("thousand", (("talon", "shown"),)).deal(deck=[6, 8, 0, 1, 2, 3, 4, 5, 7])
    before = state.record.memory.tolist()
    state.apply_action(mini_thousand.LOW)
    shows = [((card + 1) << 14) | (3 << 20) | (3 << 25) for card in (4, 5, 7)]
    taking = ((log.EVERY + 1) << 14) | (3 << 20)
    for seat in range(3):
        key = log.chain(np.int64(before[seat]), np.int64(mini_thousand.LOW))
        for word in (*shows, taking):
            key = add_wrapping(key, scramble(np.int64(word)))

        assert int(key) == state.record.memory[seat]


def test_audience_sees_the_face_others_a_back():
    """A hidden card action: its owner sees action and card, the others that a card moved."""
    state = miniature("ninety_nine").deal(deck=list(range(12)))
    state.apply_action(3)
    laid = (mini_ninety_nine.HAND, mini_ninety_nine.LAID)

    assert [Event("action", True, 3), Event("move", True, 3, *laid)] == state.view(0).events()[-2:]
    unseen = [Event("action", False, 1), Event("move", False, log.HIDDEN, *laid)]
    assert unseen == state.view(1).events()[-2:]


def test_everything_moved_is_seen_by_all():
    """EVERY and LACKS are public; the cards of `lacks` are listed."""
    state = miniature("ninety_nine").deal(deck=[0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11])
    for action in (0, 1, 4, 5, 8, 9, 2, 6, 10):
        state.apply_action(action)
    for seat in range(3):
        events = state.view(seat).events()

        assert Event("lacks", True, source=1, cards=(0, 1, 2, 3)) in events
        assert Event("lacks", True, source=2, cards=(0, 1, 2, 3)) in events
        assert Event("move", True, log.EVERY, 6, 7) == events[-1]


def test_view_holds_no_unseen_card():
    """The words of a view's log are the same whatever the unseen cards are."""
    game = miniature("cheat")
    logs = []
    for deck, laid in (([0, 1, 2, 0, 0, 1, 2, 2, 1], 0), ([0, 1, 2, 1, 2, 2, 0, 0, 1], 2)):
        state = game.deal(deck=deck)
        for action in (1, BELIEVE, laid, BELIEVE):
            state.apply_action(action)
        record = state.view(0).views[0]
        logs.append(record.log[: record.log_length].tolist())

    assert logs[0] == logs[1]


def test_every_action_leaves_one_entry_for_every_seat():
    """Seen or not, each seat counts the same number of actions."""
    for name in ("ninety_nine", "thousand", "devyatka", "paranoia", "cheat"):
        state = play_some(miniature(name), 4, 3).state
        for seat in range(3):
            kinds = Counter(event.kind for event in state.view(seat).events())

            assert 4 == kinds["action"]


def test_known_cards_follow_the_log():
    """A seat knows its own hand, what was shown, and forgets what may have left unseen."""
    game = miniature("thousand", (("talon", "shown"),))
    state = game.deal(deck=[6, 8, 0, 1, 2, 3, 4, 5, 7])
    state.apply_action(mini_thousand.LOW)
    assert [4, 5, 7] == state.view(2).known(0)
    assert [4, 5, 6, 7, 8] == state.view(0).known(0)

    state.apply_action(4)
    assert [] == state.view(2).known(0)
    assert [0, 1, 4] == state.view(1).known(1)
    assert [4] == state.view(0).known(1)


def test_quiet_switches_log_and_keys_off():
    """Below a search tree nothing is written."""
    state = miniature("cheat").deal(seed=1)
    state.record.quiet = 1
    before = (int(state.record.log_length), state.record.memory.tolist())
    state.apply_action(state.legal_actions()[0])
    state.apply_action(DOUBT)

    assert before == (int(state.record.log_length), state.record.memory.tolist())


def test_words_come_apart_as_they_were_put_together():
    """Audience, event, veil, card and places survive the packing, at their limits too."""
    for audience, event, veiled in ((0xFFF, 4095, 0), (0b100000000001, log.WORD + 77, 65535)):
        word = log.TELL | (audience << 2) | (event << 14) | (veiled << 30)

        assert (log.TELL, audience) == (log.kind_of(word), log.audience_of(word))
        assert (event, veiled) == (log.event_of(word), log.veiled_of(word))
    word = log.MOVE | (5 << 2) | (59 << 14) | (31 << 20) | (30 << 25)

    assert (59, 31, 30) == (log.card_of(word), log.source_of(word), log.target_of(word))
