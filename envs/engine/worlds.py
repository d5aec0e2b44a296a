"""Worlds: what a seat does not know, drawn uniformly among all that it may be.

A world is a shuffled deck together with the actions that the seat did not see, such that it would
have seen exactly what it saw. Route, label, replay: see `routing` and `labelling`; the replay
deals the deck and plays the known and the filled-in actions by the game's own rules, and throws a
world away in which an action is illegal or the seat's own key differs. So facts that no card set
can say need no code in the game.
"""

from __future__ import annotations

from math import exp, log

import numpy as np

from .arrays import clear, fill
from .cards import NONE, TERMINAL, count_allowed, is_allowed, nth_allowed
from .jit import compiled
from .labelling import CHOOSE, draw_labels, prepare_labels
from .layout import blank, copy_state
from .log import (
    HIDDEN,
    LACKS,
    MOVE,
    SEEN,
    TELL,
    UNSEEN,
    UNSEEN_ACTION,
    audience_of,
    card_of,
    event_of,
    is_lot,
    kind_of,
    source_of,
    target_of,
)
from .rng import random_below, random_float
from .routing import look_ahead, route
from .verbs import deal_again, legal, play

LIMIT = 1_000_000  # attempts before a draw gives up
POOL, LARGE_POOL = 16, 64  # draws from which one is taken by weight
FOUND, NOT_FOUND, NEEDS_TABLE, NEEDS_GROUPS = 1, 0, -1, -2


@compiled
def prepare(view, work):
    """Make a workspace ready for the worlds of a view."""
    work.varies = 1 if work.distinct == 0 or _has_free_choice(view) else 0
    work.branches = 0
    work.routed = 0
    work.attempts = 0
    work.survivors = 0
    work.weight_sum = 0.0
    work.weight_squares = 0.0
    look_ahead(view, work)
    # A stream of its own: the first draw from a view is as repeatable as those after it.
    rng = np.full(1, view.key, np.int64)
    if route(view, work, rng) and work.varies == 0 and work.branches == 0:
        work.routed = 1  # all choices were among equals: one route stands for all


@compiled
def _has_free_choice(view):
    """Return whether somebody chose unseen and no card moved: worlds may differ in choices."""
    at = 0
    while at < view.log_length:
        word = view.log[at]
        is_unseen = kind_of(word) == TELL and audience_of(word) == UNSEEN_ACTION
        if is_unseen and not _draws_card(view, at) and _unseen_move_after(view, at) == NONE:
            return True
        at += 2 if kind_of(word) == LACKS else 1
    return False


@compiled
def draw_world(view, work, table, rng, world, spare, actions):
    """Write a uniform world of the view into `world`; `prepare` came first.

    Args:
        view: The view record.
        work: The workspace record.
        table: float64[T], scratch for the counting table.
        rng: int64[1].
        world: State record that receives the world.
        spare: State record used as scratch, where weights vary.
        actions: int64[W], scratch.

    Returns:
        FOUND, NOT_FOUND after LIMIT attempts, or what is too small: NEEDS_TABLE, NEEDS_GROUPS. The
        world's deck is in `work.deck`.
    """
    total, squares, pooled = 0.0, 0.0, 0
    tried = spare if work.varies else world
    for _ in range(LIMIT):
        found = attempt(view, work, table, rng, tried, actions)
        work.attempts += 1
        if found == NOT_FOUND:
            continue
        if found != FOUND:
            return found
        if work.survivors == 0:
            work.unit = work.weight
        weight = exp(work.weight - work.unit)
        work.survivors += 1
        work.weight_sum += weight
        work.weight_squares += weight * weight
        if work.varies == 0:
            return np.int64(FOUND)
        total += weight
        squares += weight * weight
        pooled += 1
        if random_float(rng) * total < weight:
            copy_state(world, spare)
            fill(work.chosen, work.deck)
        effective = total * total / squares
        if pooled >= LARGE_POOL or (pooled >= POOL and effective >= POOL / 2):
            break
    if pooled == 0:
        return np.int64(NOT_FOUND)
    fill(work.deck, work.chosen)
    return np.int64(FOUND)


@compiled
def attempt(view, work, table, rng, world, actions):
    """Try one world; returns as `draw_world` and leaves the log of its weight in the work."""
    if work.routed == 0 and not route(view, work, rng):
        return np.int64(NOT_FOUND)
    if work.routed != 2:
        ways = prepare_labels(work, table)
        if ways <= 0.0:
            return np.int64(ways)
        work.routed *= 2
    draw_labels(work, table, rng)
    _fill_hidden(view, work)
    tried = replay(view, work, rng, world, actions)
    if tried == 0.0:
        return np.int64(NOT_FOUND)
    if work.varies:
        work.weight += log(work.total) + log(tried)
        if work.distinct == 0:
            work.weight -= _equal_choices(view, work)
    return np.int64(FOUND)


@compiled
def _fill_hidden(view, work):
    """Put the world's cards into the unseen moves; sets laid one by one go in ascending order."""
    start = np.int64(0)
    for i in range(work.hidden):
        entry = work.hidden_entry[i]
        work.filled[entry] = work.deck[work.hidden_token[i]]
        if i > 0 and not _is_one_set(view, work.hidden_entry[i - 1], entry):
            start = np.int64(i)
        k = i
        while k > start:
            here, before = work.hidden_entry[k], work.hidden_entry[k - 1]
            if work.filled[before] <= work.filled[here]:
                break
            held = work.filled[here]
            work.filled[here] = work.filled[before]
            work.filled[before] = held
            k -= 1


@compiled
def _is_one_set(view, first, second):
    """Return whether two unseen moves follow each other between the same places."""
    a, b = view.log[first], view.log[second]
    same = source_of(a) == source_of(b) and target_of(a) == target_of(b)
    if second - first == 2 and kind_of(view.log[first + 1]) == TELL and is_lot(view.log[first + 1]):
        return False  # draws have an order of their own
    return same and second - first <= 2


@compiled
def replay(view, work, rng, world, actions):
    """Deal the deck and play the log; returns 0 where that fails, else the weight of free choices.

    An unseen action that moves an unseen card is that card, an unseen lot that moves a card
    fell on it; what moves none is drawn among the legal ones, and their number is its weight.
    """
    world.opt = view.opt
    world.match = view.match_start
    world.match_start = view.match_start
    world.deal_number = view.deal_number
    world.redeal_number = view.redeal_number
    world.quiet = 0
    for seat in range(view.opt.players):
        world.memory_start[seat] = view.starts[seat]
    if view.deal_number < 0:
        for seat in range(view.opt.players):
            world.memory[seat] = view.starts[seat]
        blank(world)
        world.player = NONE
    else:
        deal_again(world, work.deck[: work.tokens])
    weight = 1.0
    while world.log_length < view.log_length and world.player != TERMINAL:
        at = world.log_length
        word = view.log[at]
        if kind_of(word) != TELL or audience_of(word) == UNSEEN:
            return 0.0
        clear(actions)
        legal(world, actions)
        action = np.int64(NONE)
        if audience_of(word) == SEEN:
            action = event_of(word)
            if action >= 64 * len(actions) or not is_allowed(actions, action):
                return 0.0
        elif _draws_card(view, at):
            index = _taken_at(work, at + 1)
            card = work.deck[work.taken_token[index]]
            action = _lower_before(work, index, card)
            if work.distinct == 0:  # equal cards are outcomes of their own
                same = _lying_before(work, index, card)
                weight *= same
                action += random_below(rng, same)
            if not is_allowed(actions, action):
                return 0.0
        else:
            entry = _unseen_move_after(view, at)
            if entry != NONE:
                action = work.filled[entry]
                if not is_allowed(actions, action):
                    return 0.0
            else:
                choices = count_allowed(actions)
                if choices == 0:
                    return 0.0
                weight *= choices
                action = nth_allowed(actions, random_below(rng, choices))
        play(world, action)
    same = world.memory[view.seat] == view.key and world.log_length == view.log_length
    return weight if same and world.player == view.player else 0.0


@compiled
def _unseen_move_after(view, entry):
    """Return the entry of the unseen move that an unseen action made, NONE where there is none."""
    at = entry + 1
    while at < view.log_length and kind_of(view.log[at]) == MOVE:
        if card_of(view.log[at]) == HIDDEN:
            return at
        at += 1
    return np.int64(NONE)


@compiled
def _draws_card(view, entry):
    """Return whether an unseen lot decided which card of a heap moved."""
    word = view.log[entry]
    if kind_of(word) != TELL or audience_of(word) != UNSEEN_ACTION or not is_lot(word):
        return False
    return entry + 1 < view.log_length and kind_of(view.log[entry + 1]) == MOVE


@compiled
def _taken_at(work, entry):
    """Return the index under which a lot's move was noted."""
    index = np.int64(0)
    while work.taken_entry[index] != entry:
        index += 1
    return index


@compiled
def _lower_before(work, index, card):
    """Return how many lower cards lay at the source of a noted move: the outcome of its lot."""
    lower = np.int64(0)
    for token in range(work.tokens):
        there = (work.taken_from[index, token >> 6] >> (token & 63)) & 1
        if there and work.deck[token] < card:
            lower += 1
    return lower


@compiled
def _equal_choices(view, work):
    """Return the log of how many ways equal cards had to move in the stead of those that did.

    Cards that moved one after another between the same places count as one set (`taken_from` is
    what lay at the source before the first of them).
    """
    ways = 0.0
    first = 0
    while first < work.taken:
        last = first
        while last + 1 < work.taken and _is_one_unseen_set(view, work, last, last + 1):
            last += 1
        for i in range(first, last + 1):
            card = work.deck[work.taken_token[i]]
            took, seen_before = 0, False
            for k in range(first, last + 1):
                if work.deck[work.taken_token[k]] == card:
                    took += 1
                    seen_before = seen_before or k < i
            if not seen_before:
                ways += log(CHOOSE[_lying_before(work, first, card), took])
        first = last + 1
    return ways


@compiled
def _is_one_unseen_set(view, work, first, second):
    a, b = work.taken_entry[first], work.taken_entry[second]
    unseen = work.known[a] == HIDDEN and work.known[b] == HIDDEN
    return unseen and _is_one_set(view, a, b)


@compiled
def _lying_before(work, index, card):
    """Return how many equal cards lay at the source of a recorded move."""
    found = 0
    for token in range(work.tokens):
        there = (work.taken_from[index, token >> 6] >> (token & 63)) & 1
        if there and work.deck[token] == card:
            found += 1
    return found
