"""Compiled entry points from Python: arrays and an index instead of records.

Unboxing a record costs several times as much as an array, so Python passes `states` and an index.
"""

from __future__ import annotations

from .arrays import clear
from .cards import CHANCE, TERMINAL, count_allowed, is_allowed, nth_allowed
from .jit import compiled
from .layout import copy_state
from .log import LACKS, TELL, WORD, chain, event_of, kind_of, start_key, write_log
from .policy import choose
from .rng import random_below, shuffle
from .verbs import deal, legal, observe, play, returns
from .worlds import draw_world, prepare

ILLEGAL = -9  # no seat, not CHANCE, not TERMINAL


@compiled
def start_episode(states, index):
    """Make the state undealt: no key has seen anything, a lot or a deck is due."""
    state = states[index]
    state.player = CHANCE
    state.deal_number = -1
    for seat in range(state.opt.players):
        state.memory[seat] = start_key(seat)
        state.memory_start[seat] = state.memory[seat]


@compiled
def deal_deck(states, index, deck):
    """Deal a deck `int16[N]`."""
    deal(states[index], deck)


@compiled
def legal_actions(states, index, actions):
    """Write the legal actions into `actions int64[W]`."""
    clear(actions)
    legal(states[index], actions)


@compiled
def deck_is_due(states, index, actions):
    """Return whether chance is to act and no lot is due."""
    state = states[index]
    if state.player != CHANCE:
        return False
    clear(actions)
    legal(state, actions)
    return count_allowed(actions) == 0


@compiled
def play_checked(states, index, action, actions):
    """Play an action if it is legal; returns who is next, or ILLEGAL: the state is as it was."""
    state = states[index]
    if state.player == TERMINAL or action < 0 or action >= 64 * len(actions):
        return ILLEGAL
    clear(actions)
    legal(state, actions)
    if not is_allowed(actions, action):
        return ILLEGAL
    play(state, action)
    return state.player


@compiled
def write_returns(states, index, out):
    """Write the raw scores into `out float64[P]`."""
    returns(states[index], out)


@compiled
def write_observation(states, index, seat, out):
    """Write a seat's observation into `out float32[F]`."""
    clear(out)
    observe(states[index], seat, out)


@compiled
def observe_and_mask(states, index, seat, out, mask, actions):
    """Write a seat's observation and its mask `int8[A]`, all zero unless the seat is to act."""
    clear(out)
    clear(mask)
    state = states[index]
    observe(state, seat, out)
    if state.player == seat:
        clear(actions)
        legal(state, actions)
        for action in range(len(mask)):
            if is_allowed(actions, action):
                mask[action] = 1


@compiled
def write_observations(states, index, out):
    """Write the observations of all seats into `out float32[P, F]`."""
    for seat in range(len(out)):
        write_observation(states, index, seat, out[seat])


@compiled
def copy_into(targets, target, sources, source):
    """Copy one state into another."""
    copy_state(targets[target], sources[source])


@compiled
def write_view(states, index, seat, views, actions, observation):
    """Write all that a seat may know into `views[0]`, its legal actions and its observation."""
    state = states[index]
    view = views[0]
    view.opt = state.opt
    view.match = state.match
    view.match_start = state.match_start
    view.seat = seat
    view.player = state.player
    view.deal_number = state.deal_number
    view.redeal_number = state.redeal_number
    view.key = state.memory[seat]
    # Before the first deck all has been public. Later another seat's key would be a fingerprint of
    # what it alone has seen, so a view holds a stand-in that follows from the seat's own key.
    is_first = state.deal_number <= 0 and state.redeal_number == 0
    for other in range(state.opt.players):
        if other == seat or is_first:
            view.starts[other] = state.memory_start[other]
        else:
            view.starts[other] = chain(state.memory_start[seat], other + 1)
    write_log(state, seat, view)
    clear(actions)
    if state.player == seat:
        legal(state, actions)
    write_observation(states, index, seat, observation)


@compiled
def prepare_worlds(views, works):
    """Make a workspace ready for the worlds of a view."""
    prepare(views[0], works[0])


@compiled
def sample_world(views, works, table, rng, states, actions):
    """Draw a world of a prepared view into `states[0]`; `states[1]` is scratch."""
    return draw_world(views[0], works[0], table, rng, states[0], states[1], actions)


@compiled
def read_actions(states, out):
    """Write the actions in the log of `states[0]` into `out`; returns their number."""
    state, at, number = states[0], 0, 0
    while at < state.log_length:
        word = state.log[at]
        if kind_of(word) == TELL and event_of(word) < WORD:
            out[number] = event_of(word)
            number += 1
        at += 2 if kind_of(word) == LACKS else 1
    return number


@compiled
def random_action(actions, rng):
    """Return a uniform legal action."""
    return nth_allowed(actions, random_below(rng, count_allowed(actions)))


@compiled
def choose_action(policies, states, index, actions, rng):
    """Return a policy's action for the mover of a state."""
    clear(actions)
    legal(states[index], actions)
    return choose(policies[0], states[index], actions, rng)


@compiled
def playouts(policies, states, pack, rng, actions, episodes):
    """Play whole episodes in `states[0]` from fresh decks; returns the number of decisions.

    `states[1]` is an undealt state that each episode starts from.
    """
    state = states[0]
    decisions = 0
    for _ in range(episodes):
        copy_state(state, states[1])
        while state.player >= CHANCE:
            clear(actions)
            legal(state, actions)
            if state.player == CHANCE:
                if count_allowed(actions) == 0:
                    shuffle(pack, rng)
                    deal(state, pack)
                else:
                    play(state, random_action(actions, rng))
            else:
                play(state, choose(policies[0], state, actions, rng))
                decisions += 1
    return decisions


@compiled
def shuffle_deck(pack, rng):
    """Shuffle an int16 array in place."""
    shuffle(pack, rng)
