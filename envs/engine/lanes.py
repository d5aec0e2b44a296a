"""Many games at once: the kernels behind `prikup.envs.batch`.

A lane is one place of a batch: a running episode, its random streams and its books. Threads share
the lanes of a call, and a lane's fate follows from its own streams: who plays it changes no result.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .arrays import clear, fill
from .cards import (
    CHANCE,
    NONE,
    TERMINAL,
    count_allowed,
    is_allowed,
    lowest,
    without_lowest,
)
from .jit import compiled, inlined
from .kernels import random_action
from .layout import copy_state, make_record
from .log import MAX_SEATS
from .policy import choose_as
from .rng import seed_stream, shuffle
from .signals import SHARE, STOP, first_share, next_share
from .utility import write_utilities
from .verbs import deal, legal, observe, play, returns

ASKED = 0  # owner of a seat whose actions come from outside; policies are numbered from 1
BEGIN, LOOK = -1, -2  # instead of an action: a new episode; nothing but writing what is seen
MOST_TRIES = 10_000  # redeals, or episodes without a question, in a row

LANE = make_record(
    [
        ("chance", np.int64, (1,)),  # stream of decks and lots
        ("choices", np.int64, (1,)),  # stream of the policies
        ("owners", np.int64, (MAX_SEATS,)),  # who plays each seat: ASKED or a policy's number
        ("seat", np.int64),  # whose final observation is kept, NONE for the last mover
        ("questions", np.int64),  # answered in this episode by seats that are asked
        ("unasked", np.int64),  # episodes that went by without a question
        ("unasked_now", np.int64),  # of them, those since the last question
        ("stuck", np.int64),  # 1 where MOST_TRIES did not lead to a question
        ("paid", np.float64, (MAX_SEATS,)),  # utility paid out in this episode
    ]
)


class Lanes(NamedTuple):
    """The arrays of a batch of B games."""

    states: np.ndarray  # state records [B]
    undealt: np.ndarray  # state record [1] that every episode starts from
    lanes: np.ndarray  # LANE records [B]
    words: np.ndarray  # int64[B, W], legal actions of the seat to act
    pack: np.ndarray  # int16[N]
    players: np.ndarray  # int8[B]
    observations: np.ndarray  # float32[B, F]
    masks: np.ndarray  # bool[B, A]
    rewards: np.ndarray  # float32[B, P]
    dones: np.ndarray  # bool[B]
    returns: np.ndarray  # float64[B, P], of the last episode that ended
    finals: np.ndarray  # float32[B, F], or [0, F] where final observations are not wanted


@compiled
def seed_lanes(lanes, seed):
    """Give each lane its two streams."""
    for lane in range(len(lanes)):
        seed_stream(lanes[lane].chance, seed, lane, 0, 0)
        seed_stream(lanes[lane].choices, seed, lane, 1, 0)


@compiled
def first_illegal(words, actions, number):
    """Return the first lane whose action is not legal, -1 where all are."""
    for lane in range(len(actions)):
        action = actions[lane]
        if action < 0 or action >= number or not is_allowed(words[lane], action):
            return lane
    return -1


@compiled
def play_lanes(batch, actions, policies, signals, slot):
    """Play an action in each lane and go on to the next decision that is asked; show it.

    Args:
        batch: Lanes.
        actions: int64[B]: legal ones, BEGIN or LOOK.
        policies: Tuple of the records [1] of the policies that play other seats, from number 1 on.
        signals: int64[S, COLUMNS] of the threads that share the lanes.
        slot: This thread's number among them.
    """
    deck = np.empty_like(batch.pack)
    scores = np.empty((2, batch.rewards.shape[1]))
    share = first_share(signals, slot)
    while share != STOP:
        start = SHARE * share
        stop = min(start + SHARE, len(actions))
        _play_lanes(batch, actions, policies, start, stop, deck, scores)
        share = next_share(signals, slot)


@compiled
def _play_lanes(batch, actions, policies, start, stop, deck, scores):
    for i in range(start, stop):
        state, lane, action = batch.states[i], batch.lanes[i], actions[i]
        mover = state.player
        if action != LOOK:
            clear(batch.rewards[i])
            batch.dones[i] = False
        if action == BEGIN:
            _begin(state, lane, batch.undealt[0])
        elif action != LOOK:
            lane.questions += 1
            lane.unasked_now = 0
            play(state, action)
        if state.player < 0:
            _settle(batch, i, mover, deck, scores)
        while _owner(state, lane) > ASKED:
            _let_act(batch, i, policies, deck, scores)
        if _owner(state, lane) == ASKED:
            batch.players[i] = state.player
            _show(state, batch.words[i], batch.masks[i], batch.observations[i])


@compiled
def _let_act(batch, i, policies, deck, scores):
    """Let the policy whose turn it is in lane i act, and go on to the next decision."""
    state, lane, words = batch.states[i], batch.lanes[i], batch.words[i]
    mover = state.player
    clear(words)
    legal(state, words)
    play(state, choose_as(policies, lane.owners[mover], state, words, lane.choices))
    if state.player < 0:
        _settle(batch, i, mover, deck, scores)


@inlined
def _owner(state, lane):
    """Return who is to act: ASKED, a policy's number, NONE where the lane is stuck."""
    return lane.owners[state.player] if lane.stuck == 0 else np.int64(NONE)


@inlined
def _begin(state, lane, undealt):
    """Start an episode, undealt."""
    copy_state(state, undealt)
    lane.questions = 0
    clear(lane.paid)


@compiled
def _settle(batch, i, mover, deck, scores):
    """Go on in lane i from where no seat acts to the next decision: chance, pay, new episodes."""
    state, lane, words = batch.states[i], batch.lanes[i], batch.words[i]
    raw, utility = scores[0], scores[1]
    draws = 0
    while lane.stuck == 0:
        if state.player == CHANCE:
            clear(words)
            legal(state, words)
            if count_allowed(words) != 0:
                play(state, random_action(words, lane.chance))
            else:
                fill(deck, batch.pack)
                shuffle(deck, lane.chance)
                deal(state, deck)
            draws += 1
            if draws >= MOST_TRIES:
                lane.stuck = 1
            continue
        # An episode that has asked nobody yet owes its rewards to the first decision.
        if lane.questions != 0:
            returns(state, raw)
            write_utilities(state.opt.utility, state.player == TERMINAL, raw, utility)
            for seat in range(len(utility)):
                batch.rewards[i, seat] += utility[seat] - lane.paid[seat]
                lane.paid[seat] = utility[seat]
        if state.player != TERMINAL:
            return
        if lane.questions == 0:
            lane.unasked += 1
            lane.unasked_now += 1
            if lane.unasked_now >= MOST_TRIES:
                lane.stuck = 1
        else:
            batch.dones[i] = True
            fill(batch.returns[i], utility)
            if i < len(batch.finals):
                _observe(state, lane.seat if lane.seat >= 0 else mover, batch.finals[i])
        _begin(state, lane, batch.undealt[0])
        draws = 0


@compiled
def _observe(state, seat, out):
    clear(out)
    observe(state, seat, out)


@compiled
def _show(state, words, mask, observation):
    """Write what the seat to act sees and what it may do."""
    _observe(state, state.player, observation)
    clear(words)
    legal(state, words)
    clear(mask)
    for w in range(len(words)):
        left = words[w]
        while left != 0:
            mask[64 * w + lowest(left)] = True
            left = without_lowest(left)
