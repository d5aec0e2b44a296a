"""View: all that an agent may ever see, with no path to a hidden card.

A view is a record of its own, written by one compiled call from a state: seat, mover, options,
public match state, the log as this seat saw it, its key, its legal actions, its observation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import kernels, log
from .cards import NONE, members
from .errors import NoWorld
from .layout import copied
from .observation import split
from .worlds import FOUND, LIMIT, NEEDS_GROUPS, NEEDS_TABLE

if TYPE_CHECKING:
    from .game import Game, State

_LARGEST_TABLE = 1 << 26


@dataclass(frozen=True)
class Event:
    """One entry of the log as a seat saw it."""

    kind: str  # "action", "word", "move" or "lacks"
    seen: bool  # False: only that something was done, or that a card moved
    value: int = NONE  # the action; the word's number (also of a veiled one); the card of a move
    source: int = NONE  # place, for "move" and "lacks"
    target: int = NONE  # place, for "move"; equal to `source` where a card was shown
    cards: tuple[int, ...] = ()  # for "lacks"
    is_lot: bool = False  # True: the action is the outcome of a lot


class View:
    """What one seat knows at one moment."""

    def __init__(
        self, game: Game, views: np.ndarray, actions: np.ndarray, observation: np.ndarray
    ) -> None:
        """Wrap a view record array of length 1 and the arrays written with it."""
        self.game = game
        self.views = views
        self._actions = actions
        self._observation = observation

    @classmethod
    def of_state(cls, state: State, seat: int) -> View:
        """Write the view of a seat on a state."""
        game = state.game
        views = np.zeros(1, game.definition.view)
        actions = np.zeros_like(game.scratch().actions)
        observation = np.zeros(game.observation_tensor_size(), np.float32)
        kernels.write_view(state.states, 0, seat, views, actions, observation)
        return cls(game, views, actions, observation)

    @property
    def seat(self) -> int:
        """The seat whose view this is."""
        return int(self.views["seat"][0])

    def current_player(self) -> int:
        """Return the seat to act, CHANCE (-1) or TERMINAL (-4)."""
        return int(self.views["player"][0])

    def legal_actions(self) -> list[int]:
        """Return the seat's legal actions, ascending; none when it is not to act."""
        words = self._actions.tolist()
        return [64 * w + action for w, word in enumerate(words) for action in members(word)]

    def legal_actions_mask(self) -> np.ndarray:
        """Return bool[A], True for a legal action; all False when the seat is not to act."""
        mask = np.zeros(self.game.num_distinct_actions(), np.bool_)
        mask[self.legal_actions()] = True
        return mask

    def legal_words(self) -> np.ndarray:
        """Return the legal actions as a bit set int64[W], for kernels; a copy."""
        return self._actions.copy()

    def observation(self) -> np.ndarray:
        """Return the observation, float32[F]; a copy."""
        return self._observation.copy()

    def pieces(self) -> dict[str, np.ndarray]:
        """Return the observation by the names of its pieces."""
        return split(self.game.pieces, self.observation())

    def match(self) -> dict[str, Any]:
        """Return the public match state."""
        record = self.views[0].match
        return {name: np.asarray(record[name]).tolist() for name in record.dtype.names}

    def key(self) -> int:
        """Return the 64-bit key of the information set."""
        return int(self.views["key"][0])

    # --- the log ---

    def events(self) -> list[Event]:
        """Return the log of the running deal as the seat saw it."""
        record = self.views[0]
        words = record.log[: record.log_length].tolist()
        events: list[Event] = []
        at = 0
        while at < len(words):
            word = words[at]
            kind, seen = log.kind_of(word), bool(log.audience_of(word) == log.SEEN)
            if kind == log.LACKS:
                cards = tuple(members(words[at + 1]))
                events.append(Event("lacks", True, source=int(log.place_of(word)), cards=cards))
                at += 2
                continue
            at += 1
            if kind == log.MOVE:
                source, target = int(log.source_of(word)), int(log.target_of(word))
                events.append(Event("move", seen, int(log.card_of(word)), source, target))
                continue
            event = int(log.event_of(word)) if seen else int(log.veiled_of(word))
            is_action = event < log.WORD if seen else log.audience_of(word) == log.UNSEEN_ACTION
            value = event if seen and is_action else event - log.WORD
            kind_text, drawn = "action" if is_action else "word", bool(log.is_lot(word))
            events.append(Event(kind_text, seen, value, is_lot=drawn))
        return events

    def information_state_string(self) -> str:
        """Return the perfect-recall information state as text.

        It begins with the public match state and the key at the deal's start; then come the events
        as this seat saw them, cards moved at one go sorted. Equal strings and equal keys mean the
        same.
        """
        record = self.views[0]
        match = " ".join(f"{name}={value}" for name, value in _match_text(record.match_start))
        now = " ".join(f"{name}={value}" for name, value in _match_text(record.match))
        start = int(record.starts[self.seat]) & (1 << 64) - 1
        parts = [f"seat {self.seat}", f"match {match}", f"start {start:016x}"]
        if now != match:
            parts.append(f"now {now}")
        moved: list[str] = []
        for event in self.events():
            if event.kind == "move":
                moved.append(self.event_text(event))
                continue
            parts += sorted(moved)
            moved = []
            parts.append(self.event_text(event))
        return "; ".join([*parts, *sorted(moved)])

    def event_text(self, event: Event) -> str:
        """Return one event as text."""
        game = self.game
        definition, options = game.definition, game.options
        if event.kind == "action":
            if not event.seen:
                return self._veiled(event)
            if event.is_lot:
                return definition.lot_text(options, event.value)
            return game.action_to_string(event.value)
        if event.kind == "word":
            return definition.word_text(options, event.value) if event.seen else self._veiled(event)
        source = definition.place_text(options, event.source)
        if event.kind == "lacks":
            cards = " ".join(game.card_to_string(card) for card in event.cards)
            return f"none in {source}: {cards}"
        target = definition.place_text(options, event.target)
        if event.value == log.EVERY:
            return f"all of {source} to {target}"
        card = game.card_to_string(event.value) if event.seen else "a card"
        return (
            f"{card} in {source}" if event.source == event.target else f"{card} {source}>{target}"
        )

    def _veiled(self, event: Event) -> str:
        return f"({self.game.definition.word_text(self.game.options, event.value)})"

    def known(self, place: int) -> list[int]:
        """Return the cards that the seat has seen to lie at a place and that must still lie there.

        What follows by counting only (the last unseen card) is not in it. Ascending.
        """
        return sorted(_known_cards(self)[place])

    def __str__(self) -> str:
        return self.information_state_string()

    def table(self) -> Any:
        """Return the table as the seat sees it, for `prikup.envs.render`."""
        world = self.sample(0)
        return self.game.definition.table(world.record, self.seat, self.game.options)

    # --- worlds ---

    def sample(self, rng: int | np.ndarray | np.random.Generator) -> State:
        """Draw a world uniformly among all in which the seat would have seen exactly this.

        Args:
            rng: A seed, a stream `int64[1]`, which is advanced, or a NumPy generator.

        Raises:
            NoWorld: if no world is found within the limit of attempts.
        """
        from .game import State

        scratch = self.prepare(rng)
        stream = scratch.stream
        while True:
            found = kernels.sample_world(
                self.views, scratch.work, scratch.table, stream, scratch.states, scratch.actions
            )
            if found == FOUND:
                break
            self.enlarge(scratch, int(found))
        steps: list[Any] = [] if self.views[0].deal_number < 0 else [scratch.work["deck"][0].copy()]
        if steps:
            steps = [steps[0][: len(self.game.pack)]]
        number = kernels.read_actions(scratch.states, scratch.told)
        steps += scratch.told[:number].tolist()
        match = self.views[0].match_start
        start = {name: np.array(match[name]).tolist() for name in match.dtype.names}
        return State(self.game, copied(scratch.states[:1]), steps, start)

    def sample_statistics(self, draws: int, rng: int | np.ndarray) -> dict[str, float]:
        """Return how sampling fares: the share of attempts that survive the replay, and the
        effective number of worlds per survivor (1 where all weights are equal).
        """
        scratch = self.prepare(rng)
        for _ in range(draws):
            self.sample(scratch.stream)
        work = scratch.work[0]
        effective = work.weight_sum**2 / work.weight_squares / work.survivors
        return {"surviving": work.survivors / work.attempts, "effective": effective}

    def prepare(self, rng: int | np.ndarray | np.random.Generator) -> Any:
        """Return this thread's scratch arrays, its workspace ready for worlds of this view.

        For kernels that draw worlds themselves; `scratch.stream` is the stream to use.
        """
        scratch = self.game.scratch()
        scratch.stream = _stream(rng)
        if scratch.prepared is not self:
            kernels.prepare_worlds(self.views, scratch.work)
            scratch.prepared = self
        return scratch

    def enlarge(self, scratch: Any, found: int) -> None:
        """Make room for what a draw asked for.

        Raises:
            NoWorld: if the draw failed for another reason.
        """
        if found == NEEDS_TABLE and len(scratch.table) < _LARGEST_TABLE:
            scratch.table = np.zeros(4 * len(scratch.table))
            scratch.work["made_groups"] = NONE
            return
        why = {NEEDS_TABLE: "the counting table is too large", NEEDS_GROUPS: "too many constraints"}
        raise NoWorld(
            f"{self.game}: seat {self.seat}: {why.get(found, f'no world in {LIMIT} attempts')}; "
            f"view: {self.information_state_string()}"
        )


def _match_text(match: Any) -> list[tuple[str, str]]:
    return [(name, str(np.asarray(match[name]).tolist())) for name in match.dtype.names]


def _stream(rng: int | np.ndarray | np.random.Generator) -> np.ndarray:
    if isinstance(rng, np.ndarray):
        return rng
    if isinstance(rng, np.random.Generator):
        return rng.integers(-(2**63), 2**63 - 1, size=1, dtype=np.int64)
    return np.array([int(rng)], np.int64)


def _known_cards(view: View) -> list[list[int]]:
    """Follow the log: a seen card is known until an unseen one may have left its heap instead."""
    layout = view.game.definition.layout
    lying: list[list[int]] = [[] for _ in range(log.MAX_PLACES)]
    lying[log.DECK] = [NONE] * len(view.game.pack)
    for event in view.events():
        if event.kind != "move":
            continue
        source, target, card = lying[event.source], lying[event.target], event.value
        if card == log.EVERY:
            if event.source != event.target:
                target += source
                lying[event.source] = []
            continue
        if event.source == event.target:
            if event.seen and card not in source:
                source[source.index(NONE)] = card
            continue
        in_order = event.source == log.DECK or layout.ordered >> event.source & 1
        if in_order:
            top = source.pop(0)
            target.append(card if event.seen else top)
        elif event.seen:
            source.remove(card if card in source else NONE)
            target.append(card)
        elif len(source) == 1:
            target.append(source.pop())
        else:
            lying[event.source] = [NONE] * (len(source) - 1)
            target.append(NONE)
    return [[card for card in place if card != NONE] for place in lying]
