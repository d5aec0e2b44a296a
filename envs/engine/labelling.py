"""Labelling: spread the cards left over the open tokens, exactly and uniformly.

Open tokens with equal bars form a group, cards that may lie in the same groups form a class. A
table counts the ways to place the classes one after another; a draw walks it from the start, each
step with the exact probability. Never "deal and hope".
"""

from __future__ import annotations

from math import comb

import numpy as np

from .arrays import clear
from .cards import NONE, add, count, has, lowest, without_lowest
from .jit import compiled
from .rng import random_below, random_float
from .workspace import MAX_GROUPS, MAX_TOKENS

TABLE_TOO_SMALL = -1.0
TOO_MANY_GROUPS = -2.0
CHOOSE = np.array([[float(comb(n, k)) for k in range(MAX_TOKENS)] for n in range(MAX_TOKENS)])


@compiled
def prepare_labels(work, table):
    """Group the open tokens and make the table.

    Returns:
        The number of labellings, equal cards told apart (0: none), or TABLE_TOO_SMALL or
        TOO_MANY_GROUPS.
    """
    unseen = np.int64(0)
    for card in range(len(work.left)):
        if work.left[card]:
            unseen = add(unseen, card)
    if not _group_tokens(work, unseen):
        return TOO_MANY_GROUPS
    if _is_made(work):
        return work.total
    work.made_groups = NONE
    work.total = 0.0
    fits = _classify(work, unseen)
    if fits:
        states = _plan(work)
        if (work.steps + 1) * states > len(table):
            return TABLE_TOO_SMALL
        _count(work, table, states)
        work.total = table[states - 1]
        for g in range(work.groups):
            for k in range(2, work.group_size[g] + 1):
                work.total *= k  # the table counts what comes to a group, in whatever order
    _remember(work)
    return work.total


@compiled
def _group_tokens(work, unseen):
    work.groups = 0
    for token in range(work.tokens):
        if work.label[token] != NONE:
            continue
        bar = work.bar[token] & unseen
        g = 0
        while g < work.groups and work.group_bar[g] != bar:
            g += 1
        if g == work.groups:
            if g == MAX_GROUPS:
                return False
            work.group_bar[g] = bar
            work.group_size[g] = 0
            work.groups += 1
        work.group_tokens[g, work.group_size[g]] = token
        work.group_size[g] += 1
    return True


@compiled
def _is_made(work):
    """Return whether the table in use was made for the same groups and cards."""
    if work.made_groups != work.groups:
        return False
    for g in range(work.groups):
        if work.made_bar[g] != work.group_bar[g] or work.made_size[g] != work.group_size[g]:
            return False
    for card in range(len(work.left)):
        if work.made_left[card] != work.left[card]:
            return False
    return True


@compiled
def _remember(work):
    work.made_groups = work.groups
    for g in range(work.groups):
        work.made_bar[g] = work.group_bar[g]
        work.made_size[g] = work.group_size[g]
    for card in range(len(work.left)):
        work.made_left[card] = work.left[card]


@compiled
def _classify(work, unseen):
    """Form the classes of cards, fewest groups first; False where a card fits nowhere."""
    work.classes = 0
    while unseen:
        card = lowest(unseen)
        unseen &= unseen - 1
        groups = np.int64(0)
        for g in range(work.groups):
            if not has(work.group_bar[g], card):
                groups = add(groups, g)
        if groups == 0:
            return False
        j = 0
        while j < work.classes and work.class_groups[j] != groups:
            j += 1
        if j == work.classes:
            work.class_groups[j] = groups
            work.class_cards[j] = 0
            work.class_count[j] = 0
            work.classes += 1
        work.class_cards[j] = add(work.class_cards[j], card)
        work.class_count[j] += work.left[card]
    for i in range(1, work.classes):
        j = i
        while j > 0 and count(work.class_groups[j]) < count(work.class_groups[j - 1]):
            _swap(work.class_groups, j)
            _swap(work.class_cards, j)
            _swap(work.class_count, j)
            j -= 1
    return True


@compiled
def _swap(items, j):
    held = items[j]
    items[j] = items[j - 1]
    items[j - 1] = held


@compiled
def _plan(work):
    """Lay out the steps, one a class and a group that may hold it; returns the number of states."""
    states = np.int64(1)
    for g in range(work.groups):
        work.group_stride[g] = states
        states *= work.group_size[g] + 1
    work.steps = 0
    for j in range(work.classes):
        for g in range(work.groups):
            if has(work.class_groups[j], g):
                work.step_class[work.steps] = j
                work.step_group[work.steps] = g
                work.step_last[work.steps] = 0
                work.steps += 1
        work.step_last[work.steps - 1] = 1
    return states


@compiled
def _count(work, table, states):
    """Fill the table from the last step back.

    `table[step * states + s]` is the number of ways to go on from a step, where the state s gives
    the room left in every group (mixed radix) and so also how many cards of the class are left.
    """
    for i in range((work.steps + 1) * states):
        table[i] = 0.0
    table[work.steps * states] = 1.0
    _count_back(work, table, states, np.zeros(MAX_GROUPS, np.int64))


@compiled
def _count_back(work, table, states, digits):
    after = np.int64(0)  # cards of later classes
    j = work.classes - 1
    for step in range(work.steps - 1, -1, -1):
        if work.step_class[step] != j:
            after += work.class_count[j]
            j = work.step_class[step]
        g = work.step_group[step]
        stride = work.group_stride[g]
        here, there = step * states, (step + 1) * states
        clear(digits)
        room = np.int64(0)
        for s in range(states):
            left = room - after  # cards of this class still to be placed
            if 0 <= left <= work.class_count[j]:
                if work.step_last[step]:
                    if left <= digits[g]:
                        table[here + s] = table[there + s - left * stride]
                else:
                    ways = 0.0
                    for x in range(min(digits[g], left) + 1):
                        ways += CHOOSE[left, x] * table[there + s - x * stride]
                    table[here + s] = ways
            room += _next_digits(work, digits)


@compiled
def _next_digits(work, digits):
    """Count the mixed-radix digits up by one; returns by how much their sum changed."""
    change = np.int64(0)
    for g in range(work.groups):
        if digits[g] < work.group_size[g]:
            digits[g] += 1
            return change + 1
        change -= digits[g]
        digits[g] = 0
    return change


@compiled
def draw_labels(work, table, rng):
    """Write a uniform labelling of the open tokens, and the pinned cards, into `work.deck`."""
    for token in range(work.tokens):
        if work.label[token] != NONE:
            work.deck[token] = work.label[token]
    states = np.int64(1)
    for g in range(work.groups):
        work.group_fill[g] = 0
        states *= work.group_size[g] + 1
    pool, drawn = work.pool, work.drawn
    mixed = np.int64(0)  # groups that got cards of several classes
    s = states - 1
    j = np.int64(NONE)
    left = np.int64(0)
    for step in range(work.steps):
        if work.step_class[step] != j:
            j = work.step_class[step]
            left = _fill_pool(work, j, pool)
        g = work.step_group[step]
        stride = work.group_stride[g]
        x = left
        if not work.step_last[step]:
            room = min(left, work.group_size[g] - work.group_fill[g])
            x = _draw_number(table, (step + 1) * states + s, left, room, stride, rng)
        fill = work.group_fill[g]
        if x > 0 and fill > 0:
            mixed = add(mixed, g)
        for _ in range(x):
            k = random_below(rng, left)
            drawn[g, fill] = pool[k]
            work.deck[work.group_tokens[g, fill]] = pool[k]
            fill += 1
            left -= 1
            pool[k] = pool[left]
        work.group_fill[g] = fill
        s -= x * stride
    # Cards of one class were drawn in random order; only those of several need shuffling.
    while mixed:
        g = lowest(mixed)
        mixed = without_lowest(mixed)
        for i in range(work.group_size[g] - 1, -1, -1):
            k = random_below(rng, i + 1)
            work.deck[work.group_tokens[g, i]] = drawn[g, k]
            drawn[g, k] = drawn[g, i]


@compiled
def _fill_pool(work, j, pool):
    """Put all cards of a class that are left into the pool; returns their number."""
    cards = work.class_cards[j]
    n = np.int64(0)
    while cards:
        card = lowest(cards)
        cards = without_lowest(cards)
        pool[n] = card
        n += 1
        for _ in range(work.left[card] - 1):
            pool[n] = card
            n += 1
    return n


@compiled
def _draw_number(table, at, left, room, stride, rng):
    """Draw how many of `left` cards go into a group with `room`, by the number of ways each has."""
    total = 0.0
    for x in range(room + 1):
        total += CHOOSE[left, x] * table[at - x * stride]
    target = random_float(rng) * total
    last = np.int64(0)
    for x in range(room + 1):
        ways = CHOOSE[left, x] * table[at - x * stride]
        if ways > 0.0:
            last = np.int64(x)
            target -= ways
            if target < 0.0:
                break
    return last
