"""Routing: follow a seat's log and find which deck position each card that moved can have been.

An unseen move takes any token of its source, a seen card pins its token, `lacks` bars cards from
the tokens that lie there at that moment. The weight of a route is the number of choices it had
where a seen card could have been several tokens; it is kept as a logarithm, since long logs of
large packs leave the range of a float.
"""

from __future__ import annotations

from math import log

import numpy as np

from .cards import NONE, add, count, has, lowest, nth, remove
from .jit import compiled
from .log import (
    DECK,
    EVERY,
    HIDDEN,
    LACKS,
    MOVE,
    TELL,
    card_of,
    chain,
    is_lot,
    kind_of,
    place_of,
    source_of,
    target_of,
)
from .rng import random_below
from .workspace import SETS


@compiled
def look_ahead(view, work):
    """Fill `known`: a card that lies alone in its place and is seen before it moves on was it."""
    lying = np.zeros(32, np.int64)
    lying[DECK] = work.tokens
    at = 0
    while at < view.log_length:
        word = view.log[at]
        if kind_of(word) == LACKS:
            at += 2
            continue
        if kind_of(word) == MOVE:
            card, source, target = card_of(word), source_of(word), target_of(word)
            if card == EVERY:
                everything = lying[source]
                lying[source] = 0
                lying[target] += everything
            elif source != target:
                if card == HIDDEN and lying[target] == 0:
                    card = _seen_later(view, at, target)
                lying[source] -= 1
                lying[target] += 1
            work.known[at] = card
        at += 1


@compiled
def _seen_later(view, entry, place):
    """Return the card that lay alone at the place since an unseen move, if it was seen there."""
    at = entry + 1
    while at < view.log_length:
        word = view.log[at]
        if kind_of(word) == LACKS:
            at += 2
            continue
        if kind_of(word) == MOVE:
            card, source, target = card_of(word), source_of(word), target_of(word)
            if card == EVERY and place in (source, target):
                return np.int64(HIDDEN)
            if source == place:
                if card != HIDDEN or target != place:
                    return card  # HIDDEN where it moved on unseen
            elif target == place:
                return np.int64(HIDDEN)
        at += 1
    return np.int64(HIDDEN)


@compiled
def route(view, work, rng):
    """Route all tokens along the log; returns False where the random choices led to nothing."""
    _start(work)
    told, drawn = 0, False
    at = 0
    while at < view.log_length:
        word = view.log[at]
        kind = kind_of(word)
        if kind == LACKS:
            if not _bar(work, place_of(word), view.log[at + 1]):
                return False
            at += 2
            continue
        if kind == TELL:
            told += 1
            drawn = is_lot(word)
        else:
            if not _follow(work, at, word, told, drawn, rng):
                return False
            drawn = False
        at += 1
    return True


@compiled
def _start(work):
    """Put all tokens into the deck, unpinned."""
    work.weight = 0.0
    work.hidden = 0
    work.taken = 0
    work.arrivals = work.tokens
    for place in range(32):
        for w in range(SETS):
            work.lying[place, w] = 0
    for token in range(work.tokens):
        w = token >> 6
        work.lying[DECK, w] = add(work.lying[DECK, w], token & 63)
        work.label[token] = NONE
        work.bar[token] = 0
        work.arrival[token] = token
        work.past[token] = 0
    for card in range(len(work.left)):
        work.left[card] = work.copies[card]
        work.pinned[card] = NONE


@compiled
def _follow(work, entry, word, told, drawn, rng):
    """Follow one move, `told` tells after the deal; False where no token can have made it.

    `drawn` says that a lot has just fallen: the move is its outcome.
    """
    source, target, card = source_of(word), target_of(word), work.known[entry]
    if card == EVERY:
        _move_all(work, source, target)
        return True
    is_shown = source == target
    if is_shown and card == HIDDEN:
        return True
    in_order = not is_shown and (source == DECK or has(work.ordered, source))
    is_noted = not in_order and (work.distinct == 0 or drawn)
    if is_noted:
        work.taken_entry[work.taken] = entry
        for w in range(SETS):
            work.taken_from[work.taken, w] = work.lying[source, w]
    if card == HIDDEN:
        token = _top(work, source) if in_order else _any(work, source, rng)
    elif in_order:
        token = _top(work, source)
        if token != NONE and not _pin_this(work, token, card):
            token = np.int64(NONE)
    else:
        token = _find_seen(work, source, card, rng)
    if token == NONE:
        return False
    if is_noted:
        work.taken_token[work.taken] = token
        work.taken += 1
    if is_shown:
        return True
    if card_of(word) == HIDDEN:
        where = NONE if in_order or drawn else (source << 5) | target
        told = _remember_hidden(work, entry, token, where, told)
    _put(work, token, source, target)
    # Tokens that made the same moves at the same times may stand for one another, so that one
    # choice between them is as good as any. A place in an order is a past of its own, and so is
    # the place in the deck unless the deal itself sent the token off.
    step = (source << 5) | target | (told << 10)
    if has(work.ordered, target) or (source == DECK and told > 0):
        step |= (entry + 1) << 32
    work.past[token] = chain(work.past[token], step)
    return True


@compiled
def _remember_hidden(work, entry, token, where, told):
    """Note an unseen move; returns its time, which for all cards of one set is the first one's.

    `where` stands for the two places, NONE where the card left an order: that is never a set.
    """
    goes_on = work.hidden > 0 and work.set_where == where and where != NONE
    if goes_on and entry - work.hidden_entry[work.hidden - 1] <= 2:
        told = work.set_told
    work.set_where = where
    work.set_told = told
    work.hidden_entry[work.hidden] = entry
    work.hidden_token[work.hidden] = token
    work.hidden += 1
    return told


@compiled
def _put(work, token, source, target):
    """Move a token."""
    w, bit = token >> 6, np.int64(1) << (token & 63)
    work.lying[source, w] &= ~bit
    work.lying[target, w] |= bit
    work.arrival[token] = work.arrivals
    work.arrivals += 1


@compiled
def _move_all(work, source, target):
    """Move all that lies at a place; what comes to an ordered place keeps its order."""
    if source == target:
        return
    if has(work.ordered, target):
        token = _top(work, source)
        while token != NONE:
            _put(work, token, source, target)
            token = _top(work, source)
        return
    for w in range(SETS):
        work.lying[target, w] |= work.lying[source, w]
        work.lying[source, w] = 0


@compiled
def _top(work, place):
    """Return the token that leaves an ordered place next, NONE where it is empty."""
    if place == DECK:
        for w in range(SETS):
            if work.lying[DECK, w]:
                return w * 64 + lowest(work.lying[DECK, w])
        return np.int64(NONE)
    best = np.int64(NONE)
    for w in range(SETS):
        tokens = work.lying[place, w]
        while tokens:
            token = w * 64 + lowest(tokens)
            tokens = remove(tokens, token & 63)
            if best == NONE or work.arrival[token] < work.arrival[best]:
                best = token
    return best


@compiled
def _any(work, place, rng):
    """Return a random token of a heap, NONE where it is empty."""
    total = np.int64(0)
    first = np.int64(NONE)
    for w in range(SETS):
        tokens = work.lying[place, w]
        total += count(tokens)
        while tokens:
            token = w * 64 + lowest(tokens)
            tokens = remove(tokens, token & 63)
            if first == NONE:
                first = token
                continue
            if work.label[token] != NONE or work.label[first] != NONE:
                work.varies = 1
            elif work.bar[token] != work.bar[first]:
                work.varies = 1
            if work.past[token] != work.past[first]:
                work.branches = 1
    if total <= 1:
        return first
    return _nth_token(work, place, random_below(rng, total))


@compiled
def _nth_token(work, place, index):
    for w in range(SETS):
        here = count(work.lying[place, w])
        if index < here:
            return w * 64 + nth(work.lying[place, w], index)
        index -= here
    return np.int64(NONE)


@compiled
def _pin_this(work, token, card):
    """Pin a token to a card; returns False where it cannot be that card."""
    if work.label[token] == card:
        return True
    if work.label[token] != NONE or work.left[card] == 0 or has(work.bar[token], card):
        return False
    work.weight += log(work.left[card])
    _pin(work, token, card)
    return True


@compiled
def _pin(work, token, card):
    work.label[token] = card
    work.left[card] -= 1
    work.pinned[card] = token


@compiled
def _find_seen(work, place, card, rng):
    """Return a token at the place that is the card, pinned now; NONE where none can be."""
    if work.distinct and work.pinned[card] != NONE:
        token = work.pinned[card]
        here = has(work.lying[place, token >> 6], token & 63)
        return token if here else np.int64(NONE)
    same, free, first = 0, 0, np.int64(NONE)
    for w in range(SETS):
        tokens = work.lying[place, w]
        while tokens:
            token = w * 64 + lowest(tokens)
            tokens = remove(tokens, token & 63)
            if work.label[token] == card:
                same += 1
            elif work.label[token] == NONE and not has(work.bar[token], card):
                free += 1
                if first == NONE:
                    first = token
                    continue
                if work.bar[token] != work.bar[first]:
                    work.varies = 1
                if work.past[token] != work.past[first]:
                    work.branches = 1
    left = work.left[card]
    if left == 0:
        free = 0
    choices = same + free * left
    if choices == 0:
        return np.int64(NONE)
    work.weight += log(choices)
    if free == 1 and same == 0:
        _pin(work, first, card)
        return first
    if same and free:
        work.varies = 1
    drawn = random_below(rng, choices)
    if drawn < same:
        return _nth_like(work, place, card, drawn, True)
    token = _nth_like(work, place, card, (drawn - same) // left, False)
    _pin(work, token, card)
    return token


@compiled
def _nth_like(work, place, card, index, is_pinned):
    """Return the index-th token at the place that is pinned to the card, or that is free for it."""
    for w in range(SETS):
        tokens = work.lying[place, w]
        while tokens:
            token = w * 64 + lowest(tokens)
            tokens = remove(tokens, token & 63)
            if is_pinned:
                fits = work.label[token] == card
            else:
                fits = work.label[token] == NONE and not has(work.bar[token], card)
            if fits:
                if index == 0:
                    return token
                index -= 1
    return np.int64(NONE)


@compiled
def _bar(work, place, cards):
    """Bar cards from the tokens at the place; returns False where one is pinned to such a card."""
    for w in range(SETS):
        tokens = work.lying[place, w]
        while tokens:
            token = w * 64 + lowest(tokens)
            tokens = remove(tokens, token & 63)
            if work.label[token] == NONE:
                work.bar[token] |= cards
            elif has(cards, work.label[token]):
                return False
    return True
