"""Game and State: the rules with options, and one running episode, from Python.

Names follow OpenSpiel where it has them. A `State` holds the truth; what an agent may see is a
`View` (see `view`).
"""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from . import kernels
from .cards import CHANCE, TERMINAL, members
from .deals import enumerate_deals, group_positions
from .definition import Definition
from .errors import BadOptions, BadText, IllegalAction, nearest
from .layout import copied
from .observation import total_size
from .options import write_options
from .rng import seed_stream
from .utility import utilities, utility_range
from .view import View
from .workspace import new_workspace

_DECK_STREAM, _LOT_STREAM = 1, 2
_MOST_REDEALS = 10_000
_LARGEST = 10**9  # of a match field


class Game:
    """The rules of a game with options in force."""

    def __init__(self, definition: Definition, **options: Any) -> None:
        """Make the game; options as in `Options.make`.

        Raises:
            BadOptions: on unknown options or values out of range.
        """
        self.definition = definition
        self.name = definition.name
        self.options = definition.options.make(**options)
        self._text = f"{self.name}:{self.options.text()}"
        self.rules = definition.module
        self.pack = np.array(self.options.pack_cards(), np.int16)
        self.pieces = definition.pieces(self.options)
        self._actions = self.options.num_actions()
        self._words = (self._actions + 63) // 64
        self._size = total_size(self.pieces)
        self._start = np.zeros(1, definition.state)
        write_options(self.options, self._start[0].opt)
        for name, value in definition.layout.match_start.items():
            self._start[0].match[name] = value
        self._local = threading.local()
        self._texts: dict[str, int] | None = None

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"load_game({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Game) and str(self) == str(other))

    def __hash__(self) -> int:
        return hash(str(self))

    def __reduce__(self) -> Any:
        return _game_from_text, (str(self),)

    # --- sizes ---

    def num_players(self) -> int:
        """Return the number of seats, P."""
        return int(self.options.players)

    def num_distinct_actions(self) -> int:
        """Return the number of action ids, A."""
        return self._actions

    def observation_tensor_size(self) -> int:
        """Return the length of an observation, F."""
        return self._size

    def observation_layout(self) -> dict[str, slice]:
        """Return where each named piece of the observation lies."""
        layout, at = {}, 0
        for piece in self.pieces:
            layout[piece.name] = slice(at, at + piece.size)
            at += piece.size
        return layout

    def max_game_length(self) -> int:
        """Return a bound on the decisions of an episode."""
        deals = self.options.max_deals() if self.options.episode == "match" else 1
        return int(self.options.max_moves() * deals)

    def min_utility(self) -> float:
        """Return a lower bound of a seat's utility over an episode."""
        return utility_range(self.options.utility, *self.options.score_range())[0]

    def max_utility(self) -> float:
        """Return an upper bound of a seat's utility over an episode."""
        return utility_range(self.options.utility, *self.options.score_range())[1]

    # --- chance ---

    def deck(self, seed: int, deal: int = 0, redeal: int = 0) -> np.ndarray:
        """Return the deck int16[N] of a deal: a pure function of its arguments."""
        deck, rng = self.pack.copy(), np.zeros(1, np.int64)
        seed_stream(rng, _signed(seed), _DECK_STREAM, deal, redeal)
        kernels.shuffle_deck(deck, rng)
        return deck

    def checked_deck(self, deck: Sequence[int] | np.ndarray) -> np.ndarray:
        """Return a deck as int16[N], a copy.

        Raises:
            BadOptions: if it is no permutation of the pack.
        """
        cards = np.array(deck, np.int16)
        if cards.shape != self.pack.shape or (np.sort(cards) != np.sort(self.pack)).any():
            raise BadOptions(
                f"{self.name}: a deck must be a permutation of the pack's {len(self.pack)} cards, "
                f"got {np.array(deck).tolist()}"
            )
        return cards

    def deck_groups(self) -> np.ndarray:
        """Return int8[N], the group of each position of the first deck.

        Positions of a group are interchangeable, whatever a lot for the number of cards says.
        """
        found, pending = [], [self.new_initial_state()]
        while pending:
            state = pending.pop()
            outcomes = state.legal_actions()
            for outcome in outcomes:
                following = state.clone()
                following.apply_action(outcome)
                pending.append(following)
            if not outcomes:
                found.append(state.deck_groups().tolist())
        numbers: dict[tuple[int, ...], int] = {}
        columns = zip(*found, strict=True)
        return np.array([numbers.setdefault(c, len(numbers)) for c in columns], np.int8)

    def deals(self) -> tuple[np.ndarray, np.ndarray]:
        """Return every distinct deal once: decks int16[M, N] and probabilities float64[M].

        Raises:
            BadOptions: if there are more than 10**6; the message says how many.
        """
        return enumerate_deals(self.deck_groups(), self.pack)

    # --- states ---

    def new_initial_state(self, match: Mapping[str, Any] | None = None) -> State:
        """Return an undealt state, with match fields as given.

        Raises:
            BadOptions: if a match field is unknown or of the wrong shape.
        """
        states = copied(self._start)
        for name, value in (match or {}).items():
            self._inject(states[0].match, name, value)
        kernels.start_episode(states, 0)
        return State(self, states, [], dict(match or {}))

    def _inject(self, fields: Any, name: str, value: Any) -> None:
        """Set one match field, checked."""
        if name not in fields.dtype.names:
            offer = nearest(name, fields.dtype.names)
            raise BadOptions(f"{self.name}: no match field {name!r}; {offer}")
        width = np.shape(fields[name])
        low, high = self.options.match_ranges().get(name, (-_LARGEST, _LARGEST))
        given = np.zeros(width, np.int64)
        try:
            if width:
                given[: len(value)] = value
            else:
                given[()] = value
            fits = bool((given[: len(value)] == value).all() if width else given == value)
        except (ValueError, TypeError, OverflowError):
            fits = False
        if not fits or (given < low).any() or (given > high).any():
            shape = f"up to {width[0]} integers" if width else "an integer"
            expected = f"match field {name} must be {shape} from {low} to {high}"
            raise BadOptions(f"{self.name}: {expected}, got {value!r}")
        fields[name] = given

    def deal(
        self,
        seed: int | None = None,
        *,
        deck: Sequence[int] | np.ndarray | None = None,
        match: Mapping[str, Any] | None = None,
    ) -> State:
        """Return a dealt state, the first decision to come.

        Args:
            seed: Decides the lots and, where no deck is given, the deck.
            deck: The deck to deal, a permutation of `pack`.
            match: Match fields that are not as at the start of a match.

        Raises:
            BadOptions: if neither seed nor deck is given, or the deck is no permutation.
        """
        if seed is None and deck is None:
            raise BadOptions(f"{self.name}: deal() needs a seed or a deck")
        state = self.new_initial_state(match)
        while state.legal_actions():
            state.draw_lot(0 if seed is None else seed)
        if deck is not None:
            state.deal(deck=deck)
        if seed is not None:
            state.resolve_chance(seed)
        return state

    def deserialize_state(self, text: str) -> State:
        """Return the state that `State.serialize` wrote, every step checked again.

        Raises:
            BadText: if the text is no state of this game; the message names the step.
        """
        try:
            data = json.loads(text)
            steps, match = data["steps"], data["match"]
        except (ValueError, KeyError, TypeError) as error:
            raise BadText(f"{self.name}: not a serialized state: {error}") from None
        if data.get("game") != str(self):
            raise BadText(f"expected a state of {self}, got one of {data.get('game')}")
        if data.get("version") != self.definition.version:
            raise BadText(
                f"{self.name}: expected rules version {self.definition.version}, "
                f"got {data.get('version')}"
            )
        state = self.new_initial_state(match)
        for number, step in enumerate(steps):
            try:
                if isinstance(step, str):
                    state.apply_action(state.string_to_action(step))
                else:
                    state.deal(deck=[self.parse_card(card) for card in step])
            except ValueError as error:
                raise BadText(f"{self.name}: step {number + 1} of {len(steps)}: {error}") from None
        return state

    # --- text ---

    def action_to_string(self, action: int) -> str:
        """Return the text of an action, a stable token."""
        return self.definition.action_text(self.options, action)

    def card_to_string(self, card: int) -> str:
        """Return the text of a card."""
        return self.definition.card_text(self.options, card)

    def parse_card(self, text: str) -> int:
        """Return the card written so.

        Raises:
            BadText: if no card is written so.
        """
        for card in dict.fromkeys(self.pack.tolist()):
            if self.card_to_string(card) == text:
                return int(card)
        raise BadText(f"{self.name}: no card {text!r}")

    def parse_action(self, text: str) -> int:
        """Return the action written so.

        Raises:
            BadText: if no action is written so.
        """
        if self._texts is None:
            self._texts = {self.action_to_string(a): a for a in range(self._actions)}
        action = self._texts.get(text.strip())
        if action is None:
            raise BadText(f"{self.name}: no action {text!r}; {nearest(text, self._texts)}")
        return action

    # --- scratch, one a thread ---

    def scratch(self) -> Any:
        """Return this thread's scratch arrays for kernels: `actions`, `work`, `table`, `told`, …"""
        local = self._local
        if not hasattr(local, "actions"):
            local.actions = np.zeros(self._words, np.int64)
            local.work = new_workspace(self.pack, self.definition.layout.ordered)
            local.table = np.zeros(1 << 15)
            local.states = np.zeros(2, self.definition.state)
            local.told = np.zeros(self.definition.layout.events, np.int64)
            local.prepared = None
        return local


def _signed(seed: int) -> int:
    seed = int(seed) & ((1 << 64) - 1)
    return seed - (1 << 64) if seed >> 63 else seed


def _whole_number(action: Any) -> int:
    """Return an action of another type, such as np.int64, as an int; -1 where it is no action."""
    try:
        number = int(action)
        return number if number == action else -1
    except (TypeError, ValueError):
        return -1


def _game_from_text(text: str) -> Game:
    from ..registry import load_game

    return load_game(text)


class State:
    """One running episode: the truth. Agents get `view(seat)` instead."""

    def __init__(
        self, game: Game, states: np.ndarray, steps: list[Any], match: dict[str, Any]
    ) -> None:
        """Wrap a record array of length 1.

        Args:
            game: The game.
            states: The record, dtype `game.definition.state`, length 1.
            steps: The decks and actions that led there.
            match: The match fields at the first step that differ from a new match's.
        """
        self.game = game
        self.states = states
        self._steps = steps
        self._match = match
        self._last_utility = np.zeros(game.num_players())
        self._reward = np.zeros(game.num_players())

    @property
    def record(self) -> Any:
        """The state's record; its fields are those of the game's STATE."""
        return self.states[0]

    # --- whose turn ---

    def current_player(self) -> int:
        """Return the seat to act, CHANCE (-1) or TERMINAL (-4)."""
        return int(self.states["player"][0])

    def is_chance_node(self) -> bool:
        """Return whether a lot or a deck is due."""
        return self.current_player() == CHANCE

    def wants_deck(self) -> bool:
        """Return whether a deck is due."""
        return bool(kernels.deck_is_due(self.states, 0, self.game.scratch().actions))

    def is_terminal(self) -> bool:
        """Return whether the episode is over."""
        return self.current_player() == TERMINAL

    def legal_actions(self) -> list[int]:
        """Return the legal actions, ascending; at a lot its outcomes; none where a deck is due."""
        if self.is_terminal():
            return []
        actions = self.game.scratch().actions
        kernels.legal_actions(self.states, 0, actions)
        return [64 * w + a for w, word in enumerate(actions.tolist()) for a in members(word)]

    def legal_actions_mask(self) -> np.ndarray:
        """Return bool[A], True for a legal action."""
        mask = np.zeros(self.game.num_distinct_actions(), np.bool_)
        mask[self.legal_actions()] = True
        return mask

    # --- going on ---

    def apply_action(self, action: int) -> None:
        """Play an action, or let a lot's outcome happen.

        Raises:
            IllegalAction: if it is not legal; the state is as it was.
        """
        number = action if type(action) is int else _whole_number(action)
        player = kernels.ILLEGAL
        if -1 < number < self.game.num_distinct_actions():
            actions = self.game.scratch().actions
            player = kernels.play_checked(self.states, 0, number, actions)
        if player == kernels.ILLEGAL:
            raise self._illegal(action)
        self._steps.append(number)
        self._settle(player)

    def _illegal(self, action: Any) -> IllegalAction:
        game = self.game
        if self.is_terminal():
            return IllegalAction(f"{game.name}: action {action!r}: the episode is over")
        legal = ", ".join(f"{a} ({self.action_to_string(a)})" for a in self.legal_actions())
        known = isinstance(action, (int, np.integer)) and 0 <= action < game.num_distinct_actions()
        name = f"{action} ({self.action_to_string(int(action))})" if known else repr(action)
        what = f"legal are {legal}" if legal else "a deck is due"
        return IllegalAction(
            f"{game.name}: action {name} is not legal for player {self.current_player()}; {what}; "
            f"after {len(self._steps)} steps of {game}"
        )

    def deal(
        self, seed: int | None = None, *, deck: Sequence[int] | np.ndarray | None = None
    ) -> None:
        """Deal a deck at a chance node that wants one: the given one, or that of the seed.

        Raises:
            IllegalAction: if no deck is due.
            BadOptions: if the deck is no permutation of the pack.
        """
        game = self.game
        if not self.wants_deck():
            raise IllegalAction(f"{game.name}: no deck is due after {len(self._steps)} steps")
        if deck is None:
            if seed is None:
                raise BadOptions(f"{game.name}: deal() needs a seed or a deck")
            cards = game.deck(seed, *self._next_deal())
        else:
            cards = game.checked_deck(deck)
        kernels.deal_deck(self.states, 0, cards)
        self._steps.append(cards)
        self._settle(self.current_player())

    def deck_groups(self) -> np.ndarray:
        """Return int8[N], the group of each position of the deck that is due.

        The cards of a group may be exchanged: they go to one place for one audience, or are never
        drawn.

        Raises:
            IllegalAction: if no deck is due.
        """
        game, probe = self.game, self.clone()
        probe.deal(deck=game.pack)
        ordered = game.definition.layout.ordered
        return group_positions(probe.record, len(game.pack), ordered, game.options.cards_used())

    def _next_deal(self) -> tuple[int, int]:
        """Return the number of the deal that is due and of its redeal."""
        deal = self._deals()
        is_again = self.states["deal_number"][0] == deal
        return deal, int(self.states["redeal_number"][0]) + 1 if is_again else 0

    def _deals(self) -> int:
        return int(self.states["match"]["deals"][0])  # several times as fast as through the record

    def draw_lot(self, seed: int) -> None:
        """Let a lot happen: a pure function of the seed and the lots before it."""
        outcomes = self.legal_actions()
        rng = np.zeros(1, np.int64)
        seed_stream(rng, _signed(seed), _LOT_STREAM, self._deals(), len(self._steps))
        self.apply_action(outcomes[int(np.uint64(rng[0]) >> np.uint64(1)) % len(outcomes)])

    def resolve_chance(self, seed: int) -> None:
        """Let lots happen and deal decks, all from the seed, until a seat acts or all is over."""
        for _ in range(_MOST_REDEALS):
            if not self.is_chance_node():
                return
            if self.legal_actions():
                self.draw_lot(seed)
            else:
                self.deal(seed)
        raise RuntimeError(f"{self.game}: {_MOST_REDEALS} redeals in a row from seed {seed}")

    # --- scores ---

    def scores(self) -> np.ndarray:
        """Return each seat's raw points since the episode began, float64[P]."""
        out = np.zeros(self.game.num_players())
        kernels.write_returns(self.states, 0, out)
        return out

    def returns(self) -> np.ndarray:
        """Return each seat's utility since the episode began, float64[P]."""
        return utilities(self.game.options.utility, self.scores(), self.is_terminal())

    def rewards(self) -> np.ndarray:
        """Return the utility that each seat gained by the last step, float64[P]."""
        return self._reward.copy()

    def _settle(self, player: int) -> None:
        if player >= 0:
            self._reward[:] = 0.0  # scores change only when a deal ends
            return
        now = self.returns()
        self._reward = now - self._last_utility
        self._last_utility = now

    # --- knowledge ---

    def view(self, seat: int) -> View:
        """Return all that a seat may know.

        Raises:
            BadOptions: if there is no such seat.
        """
        if not 0 <= seat < self.game.num_players():
            last = self.game.num_players() - 1
            raise BadOptions(f"{self.game.name}: seat must be 0 to {last}, got {seat}")
        return View.of_state(self, seat)

    def observation(self, seat: int) -> np.ndarray:
        """Return a seat's observation, float32[F]."""
        out = np.zeros(self.game.observation_tensor_size(), np.float32)
        kernels.write_observation(self.states, 0, seat, out)
        return out

    def table(self, seat: int) -> Any:
        """Return the table as a seat sees it, for `prikup.envs.render`."""
        return self.game.definition.table(self.record, seat, self.game.options)

    # --- text and copies ---

    def action_to_string(self, action: int) -> str:
        """Return the text of an action, at a lot of an outcome."""
        if self.is_chance_node():
            return self.game.definition.lot_text(self.game.options, action)
        return self.game.action_to_string(action)

    def string_to_action(self, text: str) -> int:
        """Return the action, at a lot the outcome, written so.

        Raises:
            BadText: if none is written so.
        """
        if self.is_chance_node():
            lots = {self.action_to_string(a): a for a in self.legal_actions()}
            if text.strip() not in lots:
                raise BadText(f"{self.game.name}: no outcome {text!r}; {nearest(text, lots)}")
            return lots[text.strip()]
        return self.game.parse_action(text)

    def history(self) -> list[int]:
        """Return the actions and lots so far, decks left out."""
        return [step for step in self._steps if isinstance(step, int)]

    def decks(self) -> list[np.ndarray]:
        """Return the decks dealt so far, each int16[N]."""
        return [step.copy() for step in self._steps if not isinstance(step, int)]

    def steps(self) -> list[int | np.ndarray]:
        """Return decks, lots and actions in order."""
        return list(self._steps)

    def clone(self) -> State:
        """Return a copy that shares no memory."""
        twin = State(self.game, copied(self.states), list(self._steps), self._match)
        twin._last_utility = self._last_utility.copy()
        twin._reward = self._reward.copy()
        return twin

    __copy__ = clone

    def __deepcopy__(self, memo: Any) -> State:
        return self.clone()

    def __str__(self) -> str:
        from ..render import table_text

        return table_text(self.table(max(self.current_player(), 0)))

    def step_texts(self) -> list[Any]:
        """Return the steps as stable text: a list of cards for a deck, a token for an action."""
        game = self.game
        walker = game.new_initial_state(self._match)
        texts: list[Any] = []
        for step in self._steps:
            if isinstance(step, int):
                texts.append(walker.action_to_string(step))
                walker.apply_action(step)
            else:
                texts.append([game.card_to_string(int(card)) for card in step])
                walker.deal(deck=step)
        return texts

    def match_at_start(self) -> dict[str, Any]:
        """Return the match fields at the first step that differ from a new match's."""
        return {name: np.asarray(value).tolist() for name, value in self._match.items()}

    def serialize(self) -> str:
        """Return the state as JSON text: game, rules version, match at the start, steps as text."""
        return json.dumps(
            {
                "game": str(self.game),
                "version": self.game.definition.version,
                "match": self.match_at_start(),
                "steps": self.step_texts(),
            }
        )
