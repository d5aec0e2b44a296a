"""All worlds of a view, listed by brute force, to hold the sampler against.

A world is a deal together with the actions that the seat did not see. Here every distinct deal of
the game is dealt, the seen actions are played, the unseen ones branch over all legal ones, and
what the seat would have seen is compared entry by entry; neither keys nor the sampler are used.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import erfc, exp, lgamma, sqrt
from math import log as log_of
from typing import Any

import numpy as np

from ..engine import kernels, log
from ..engine.cards import has
from ..engine.deals import count_deals, enumerate_deals
from ..engine.game import Game, State

Entries = tuple[Any, ...]
World = tuple[Any, ...]  # the deal and the actions, orders that no one can tell apart merged


def entries(words: Any, start: int, end: int) -> Entries:
    """Return log entries as values: moves between two other entries as a sorted set."""
    found: list[Any] = []
    moves: list[int] = []
    at = start
    while at < end:
        word = int(words[at])
        kind = log.kind_of(word)
        at += 1
        if kind == log.MOVE:
            moves.append(word)
            continue
        found += sorted(moves)
        moves = []
        found.append((word, int(words[at])) if kind == log.LACKS else word)
        at += kind == log.LACKS
    return tuple(found + sorted(moves))


def seen(state: State, seat: int, start: int = 0) -> Entries:
    """Return the entries from `start` on, as a seat saw them."""
    record = state.view(seat).views[0]
    return entries(record.log, start, int(record.log_length))


def world_of(state: State, seat: int, groups: np.ndarray) -> World:
    """Return the world that a state is to a seat.

    Deck positions of one group are interchangeable. Cards laid unseen one after another between
    the same places are a set.
    """
    deck = state.decks()[-1]
    cards = tuple(tuple(sorted(deck[groups == g].tolist())) for g in np.unique(groups))
    actions: list[tuple[int, Any]] = []  # action, places of the unseen move or None
    words = state.record.log
    at, length = 0, int(state.record.log_length)
    last = -9
    while at < length:
        word = int(words[at])
        kind = log.kind_of(word)
        if kind == log.TELL and log.event_of(word) < log.WORD:
            actions.append((int(log.event_of(word)), None))
        elif kind == log.MOVE and actions and actions[-1][1] is None:
            card = int(log.card_of(word))
            places = (int(log.source_of(word)), int(log.target_of(word)))
            unseen = not has(log.audience_of(word), seat) and places[0] != log.DECK
            if card == actions[-1][0] and unseen:
                near = len(actions) > 1 and at - last <= 2 and actions[-2][1] is not None
                run = actions[-2][1][1] if near and actions[-2][1][0] == places else len(actions)
                actions[-1] = (card, (places, run))
                last = at
        at += 2 if kind == log.LACKS else 1
    return cards, _sorted_runs(actions)


def _sorted_runs(actions: list[tuple[int, Any]]) -> tuple[int, ...]:
    """Sort the cards of each run of unseen moves; everything else keeps its place."""
    done: list[int] = []
    at = 0
    while at < len(actions):
        end = at + 1
        while actions[at][1] and end < len(actions) and actions[end][1] == actions[at][1]:
            end += 1
        done += sorted(action for action, _ in actions[at:end])
        at = end
    return tuple(done)


def dealt(undealt: State, deck: np.ndarray) -> State:
    """Return a copy of an undealt state with this deck dealt, whatever the rules would ask for."""
    states = undealt.states.copy()
    kernels.deal_deck(states, 0, deck)
    return State(undealt.game, states, [deck], undealt.match_at_start())


class Worlds:
    """Lists the worlds of views, where a deal has few enough."""

    def __init__(self, game: Game, most: int) -> None:
        """List the worlds of deals with at most `most` distinct decks."""
        self.game, self.most = game, most
        self._groups: dict[bytes, np.ndarray] = {}
        self._decks: dict[bytes, tuple[np.ndarray, np.ndarray]] = {}
        self._dealt: dict[Any, dict[Entries, list[tuple[State, float]]]] = {}

    def groups_of(self, truth: State) -> np.ndarray:
        """Return the group of each deck position in the running deal of a state.

        A deal of a match may have other hands than the first. Where a lot comes before the deck,
        the groups are those of a first deal, whatever the lot says.
        """
        undealt = self._before_deal(truth)
        name = undealt.states.tobytes()
        if name not in self._groups:
            source = undealt if undealt.wants_deck() else self.game
            self._groups[name] = source.deck_groups()
        return self._groups[name]

    def lists(self, truth: State) -> bool:
        """Return whether the running deal of a state has few enough distinct decks."""
        return count_deals(self.groups_of(truth), self.game.pack) <= self.most

    def all_of(self, truth: State, seat: int) -> dict[World, tuple[State, float]]:
        """Return every world of a seat's view, with a state and its share of the probability."""
        record, groups = truth.view(seat).views[0], self.groups_of(truth)
        length = int(record.log_length)
        found: dict[World, tuple[State, float]] = {}
        for state, chance in self._starts(truth, seat, groups):
            for world in self._grow(state, seat, record, length):
                found.setdefault(world_of(world, seat, groups), (world, chance))
        total = sum(chance for _, chance in found.values())
        return {world: (state, chance / total) for world, (state, chance) in found.items()}

    def _starts(self, truth: State, seat: int, groups: np.ndarray) -> list[tuple[State, float]]:
        """Return the dealt states in which the seat saw the deal that it saw."""
        undealt = self._before_deal(truth)
        name = (undealt.states.tobytes(), seat)
        if name not in self._dealt:
            if groups.tobytes() not in self._decks:
                self._decks[groups.tobytes()] = enumerate_deals(groups, self.game.pack)
            table: dict[Entries, list[tuple[State, float]]] = {}
            for deck, chance in zip(*self._decks[groups.tobytes()]):
                state = dealt(undealt, deck)
                table.setdefault(seen(state, seat), []).append((state, float(chance)))
            self._dealt[name] = table
        return self._dealt[name].get(seen(dealt(undealt, truth.decks()[-1]), seat), [])

    def _before_deal(self, truth: State) -> State:
        """Return the undealt state that the running deal of `truth` began from."""
        record = truth.record
        match = record.match_start
        start = {name: np.asarray(match[name]).tolist() for name in match.dtype.names}
        state = self.game.new_initial_state(start)
        state.record.memory[:] = record.memory_start
        again = int(record.redeal_number)
        state.record.deal_number = record.deal_number if again else -1
        state.record.redeal_number = again - 1 if again else 0
        return state

    def _grow(self, state: State, seat: int, view: Any, length: int) -> Iterator[State]:
        """Yield the states that follow from `state` and look to the seat like the view."""
        at = int(state.record.log_length)
        if at == length:
            if state.record.player == view.player:
                yield state
            return
        word = int(view.log[at])
        actions = state.legal_actions()
        if log.kind_of(word) != log.TELL:
            return
        if log.audience_of(word) == log.SEEN:
            actions = [a for a in actions if a == log.event_of(word)]
        for action in actions:
            following = state.clone()
            following.apply_action(action)
            end = int(following.record.log_length)
            if at < end <= length and seen(following, seat, at) == entries(view.log, at, end):
                yield from self._grow(following, seat, view, length)


# --- the chi-square test --------------------------------------------------------------------------


def tail_probability(statistic: float, freedom: int) -> float:
    """Return P(chi-square >= statistic): the incomplete gamma function of a half-integer."""
    if freedom <= 0 or statistic <= 0.0:
        return 1.0
    x = statistic / 2.0
    half = 0.5 if freedom % 2 else 1.0
    tail = erfc(sqrt(x)) if freedom % 2 else exp(-x)
    while half < freedom / 2.0:
        tail += exp(half * log_of(x) - x - lgamma(half + 1.0))
        half += 1.0
    return tail


def merge_cells(expected: list[float], least: float = 8.0) -> list[int]:
    """Return the cell of each outcome, neighbours merged until a cell expects `least` draws."""
    cells: list[int] = []
    cell, room = 0, 0.0
    for share in expected:
        if room >= least:
            cell, room = cell + 1, 0.0
        cells.append(cell)
        room += share
    if cell and room < least:  # what is left over joins the last full cell
        cells = [min(c, cell - 1) for c in cells]
    return cells


def chi_square(counts: list[int], expected: list[float]) -> tuple[float, int]:
    """Return the chi-square statistic over merged cells and its degrees of freedom."""
    cells = merge_cells(expected)
    number = cells[-1] + 1
    observed, wanted = np.bincount(cells, counts, number), np.bincount(cells, expected, number)
    return float(((observed - wanted) ** 2 / wanted).sum()), number - 1
