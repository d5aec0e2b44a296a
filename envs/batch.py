"""Many games at once: one compiled call a step, NumPy arrays, no Python per game.

    batch = Batch("ninety_nine", 4096, seed=0, threads=2)
    while training:
        batch.step(choose(batch.observations, batch.masks))
        learn(batch.players, batch.rewards, batch.dones)

Every game waits for one seat. Lots, decks, the deals of a match and new episodes happen inside
`step`. The arrays are the same memory each time: `torch.from_numpy(batch.observations)` copies
nothing and always shows the present.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from .engine import lanes as kernels
from .engine.cards import NONE, members
from .engine.errors import BadOptions, IllegalAction, nearest
from .engine.game import Game, State
from .engine.kernels import choose_action, write_observations
from .engine.lanes import BEGIN, LANE, LOOK, Lanes
from .engine.policy import can_play
from .engine.rng import stream
from .engine.view import View
from .opponents import CYCLE, each_opponent, named_policy
from .registry import load_game
from .threads import ThreadTeam

LANE_STREAM = 3  # apart from those of `Game.deck` and of lots
_CACHE_LINE = 64  # bytes, of most processors
_SAVED = ("lanes", "rewards", "dones", "returns", "finals")


class Batch:
    """B games of one kind side by side, each in its lane.

    A lane's cards and the choices of its opponents follow from the seed and the lane's number
    alone, not from the number of threads and not from other lanes.

    Attributes:
        game: The rules with the options in force.
        players: int8[B], the seat that each game waits for.
        observations: float32[B, F], what that seat sees.
        masks: bool[B, A], what it may do.
        legal_words: int64[B, W], the same for kernels: bit a & 63 of word a >> 6. Read only.
        rewards: float32[B, P], what each seat gained by the last step: utility, as in `returns`.
        dones: bool[B], whether the last step ended an episode. Everything else then belongs to the
            first decision of the next one already.
        returns: float64[B, P], each seat's utility of the episode that ended last in a lane.
        final_observations: float32[B, F] where wanted, else None: where an episode ended, what the
            learner (without opponents: the seat that made the last move) saw at its end.
        seats: int64[B], the learner's seat in each lane; -1 where every seat is asked.

    With opponents only the learner's seat is asked and a step goes on to its next decision: what it
    gained meanwhile is in `rewards`. An episode that ends before it was ever asked is passed over;
    `unasked` counts them.
    """

    def __init__(
        self,
        game: str | Game,
        size: int,
        *,
        seed: int = 0,
        threads: int = 1,
        opponents: Any = None,
        seat: int | str | Sequence[int] | NDArray[Any] | None = None,
        log: bool = False,
        final_observations: bool = False,
        arrays: Mapping[str, NDArray[Any]] | None = None,
    ) -> None:
        """Make the batch and deal; every game is at its first decision.

        Args:
            game: `name`, `name:key=value,key=value` or a game that is loaded already.
            size: Number of games, B.
            seed: What all chance follows from.
            threads: Threads that share the work; the results do not depend on them.
            opponents: None: every seat is asked. Otherwise the compiled policies that play the
                other seats inside the call: a name such as "uniform" or "heuristic", a policy's
                record, or a sequence of P - 1 of them, the first to the learner's left.
            seat: With opponents, the learner's seat: an int, one int a lane, or "cycle" (also
                None): lane i learns seat i mod P.
            log: Whether the games keep their event logs: slower, but `view` works.
            final_observations: Whether to keep them.
            arrays: Memory to write into instead of the batch's own, such as shared or pinned
                memory: any of `players`, `observations`, `masks`, `rewards`, `dones`.

        Raises:
            BadOptions: on an unknown game or policy, or a value out of range.
        """
        self.game = load_game(game) if isinstance(game, str) else game
        for name, value in (("size", size), ("threads", threads)):
            if not isinstance(value, (int, np.integer)) or isinstance(value, bool) or value < 1:
                raise BadOptions(f"batch: {name} must be 1 or more, got {value!r}")
        self.size, self.threads = int(size), min(int(threads), int(size))
        self.log = bool(log)
        self._policies: list[np.ndarray] = []
        self._lanes = np.zeros(self.size, LANE)
        self.seats = self._owners(opponents, seat)
        self._batch = self._arrays(final_observations, arrays or {})
        self.players, self.observations, self.masks, self.rewards, self.dones, self.returns = (
            getattr(self._batch, name)
            for name in ("players", "observations", "masks", "rewards", "dones", "returns")
        )
        self.final_observations = self._batch.finals if final_observations else None
        self.legal_words = self._batch.words.view()
        self.legal_words.flags.writeable = False
        self._actions = np.zeros(self.size, np.int64)
        work = (self._batch, self._actions, tuple(self._policies))
        self._team = ThreadTeam(kernels.play_lanes, work, self.size, self.threads)
        self.reset(seed)

    def _owners(self, opponents: Any, seat: Any) -> NDArray[np.int64]:
        """Write who plays each seat of each lane; returns the learner's seats."""
        game, players = self.game, self.game.num_players()
        seats = np.full(self.size, NONE, np.int64)
        if opponents is None:
            if seat is not None:
                raise BadOptions(f"batch: seat {seat!r} needs opponents for the other seats")
        else:
            kept = each_opponent(opponents, game)
            seats[:] = _learners(seat, players, self.size)
            for one in kept:
                if not can_play(one, game.definition.state):
                    raise BadOptions(
                        f"batch: opponents must be compiled policies of {game.name}, got {one!r}; "
                        "for others have every seat asked (opponents=None)"
                    )
                if not any(one is known for known in self._policies):
                    self._policies.append(one)
            numbers = [
                next(n for n, known in enumerate(self._policies, 1) if one is known) for one in kept
            ]
            for steps, number in enumerate(numbers, 1):
                at = (seats + steps) % players
                self._lanes["owners"][np.arange(self.size), at] = number
        self._lanes["seat"] = seats
        return seats

    def _arrays(self, with_finals: bool, given: Mapping[str, NDArray[Any]]) -> Lanes:
        game, B = self.game, self.size
        P, A, F = game.num_players(), game.num_distinct_actions(), game.observation_tensor_size()
        undealt = game.new_initial_state().states
        undealt["quiet"] = not self.log
        shapes: dict[str, tuple[tuple[int, ...], Any]] = {
            "players": ((B,), np.int8),
            "observations": ((B, F), np.float32),
            "masks": ((B, A), np.bool_),
            "rewards": ((B, P), np.float32),
            "dones": ((B,), np.bool_),
        }
        for name, array in given.items():
            if name not in shapes:
                raise BadOptions(f"batch: no array {name!r}; {nearest(name, shapes)}")
            _check_array(name, array, *shapes[name])
        own = {name: np.zeros(*shape) for name, shape in shapes.items() if name not in given}
        return Lanes(
            states=self._make_states(),
            undealt=undealt,
            lanes=self._lanes,
            words=np.zeros((B, len(game.scratch().actions)), np.int64),
            pack=game.pack,
            returns=np.zeros((B, P)),
            finals=np.zeros((B if with_finals else 0, F), np.float32),
            **own,
            **given,
        )

    def _make_states(self) -> NDArray[Any]:
        """Return the lanes' records and one more, in memory of their own.

        Logs that are not kept are never written, so each lies over the records that follow: the
        lanes are a third as far apart and more of them stay in the processor's caches. With logs
        there is a gap, so that kernels find the same kind of array. An odd number of cache lines
        from lane to lane spreads the lanes over all sets of a cache.
        """
        dtype, log_at = self.game.definition.state, self.game.definition.layout.log_at
        stride = (dtype.itemsize if self.log else log_at) // _CACHE_LINE + 1
        stride = (stride | 1) * _CACHE_LINE
        self._memory = np.zeros(stride * self.size + dtype.itemsize, np.uint8)
        return np.ndarray((self.size + 1,), dtype, self._memory, strides=(stride,))

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"Batch({str(self.game)!r}, {self.size})"

    @property
    def rngs(self) -> NDArray[np.int64]:
        """The streams of the lanes' chance, int64[B, 1]: a view on the memory in use."""
        chance: NDArray[np.int64] = self._lanes["chance"]
        return chance

    @property
    def unasked(self) -> int:
        """Number of episodes passed over because the learner was never asked."""
        return int(self._lanes["unasked"].sum())

    # --- going on ---

    def reset(self, seed: int | None = None) -> None:
        """Begin a new episode in every lane.

        Args:
            seed: What all chance follows from, from now on; None: the streams go on.
        """
        if seed is not None:
            kernels.seed_lanes(self._lanes, stream(seed, LANE_STREAM)[0])
        self._lanes["stuck"] = 0
        self._lanes["unasked"] = 0
        self._lanes["unasked_now"] = 0
        self.returns[:] = 0.0
        self._actions[:] = BEGIN
        self._go_on()

    def step(self, actions: Any) -> None:
        """Play an action in every game and go on to the next decisions.

        Args:
            actions: int[B], a legal action for each lane.

        Raises:
            IllegalAction: if one of them is not legal; nothing has changed.
        """
        given = np.asarray(actions)
        if given.shape != (self.size,) or given.dtype.kind not in "iu":
            raise IllegalAction(
                f"{self.game.name}: expected {self.size} integer actions, one a lane, got "
                f"{given.dtype}{list(given.shape)}"
            )
        self._actions[:] = given
        number = self.game.num_distinct_actions()
        lane = int(kernels.first_illegal(self._batch.words, self._actions, number))
        if lane >= 0:
            raise self._illegal(lane)
        self._go_on()

    def _illegal(self, lane: int) -> IllegalAction:
        game, action = self.game, int(self._actions[lane])
        words = self._batch.words[lane].tolist()
        legal = [64 * w + a for w, word in enumerate(words) for a in members(word)]
        known = 0 <= action < game.num_distinct_actions()
        name = f"{action} ({game.action_to_string(action)})" if known else str(action)
        offer = ", ".join(f"{a} ({game.action_to_string(a)})" for a in legal)
        return IllegalAction(
            f"{game.name}: lane {lane}: action {name} is not legal for player "
            f"{int(self.players[lane])}; legal are {offer}"
        )

    def _go_on(self) -> None:
        self._team.run()
        if self._lanes["stuck"].any():
            lane = int(self._lanes["stuck"].argmax())
            raise RuntimeError(
                f"{self.game}: lane {lane} finds no decision in {kernels.MOST_TRIES} tries"
            )

    def lanes_of(self, owner: int, owners: NDArray[Any]) -> NDArray[np.int64]:
        """Return the lanes that wait for one of several players outside, ascending.

        Args:
            owner: Number of the player.
            owners: int[B, P], the number of the player that keeps each seat of each lane.

        Example:
            >>> batch = Batch("kuhn_poker", 4)
            >>> owners = np.array([[0, 1], [1, 0], [0, 1], [1, 0]])
            >>> batch.lanes_of(0, owners).tolist(), batch.lanes_of(1, owners).tolist()
            ([0, 2], [1, 3])
        """
        return np.flatnonzero(owners[np.arange(self.size), self.players] == owner)

    def view(self, lane: int) -> View:
        """Return all that the seat to act in a lane may know, for an agent of prikup.

        Raises:
            BadOptions: if the games keep no log, or there is no such lane.
        """
        if not self.log:
            raise BadOptions("batch: views need the event logs: Batch(..., log=True)")
        state = State(self.game, self._state(lane), [], {})
        return View.of_state(state, int(self.players[lane]))

    def _state(self, lane: Any) -> NDArray[Any]:
        """Return a lane's record, an array [1]."""
        if not 0 <= lane < self.size:
            raise BadOptions(f"batch: lane must be 0 to {self.size - 1}, got {lane}")
        return self._batch.states[lane : lane + 1]

    def advise(self, policy: Any, lanes: NDArray[Any]) -> NDArray[np.int64]:
        """Return what a compiled policy would do for the seat to act in some lanes, int64[N].

        Nothing moves. Lane by lane, some microseconds each.

        Args:
            policy: A name such as "uniform" or "heuristic", or a policy's record.
            lanes: The lanes, int[N].

        Raises:
            BadOptions: on an unknown policy, or one of another game.

        Example:
            >>> batch = Batch("ninety_nine", 4)
            >>> batch.step(batch.advise("heuristic", np.arange(4)))
        """
        game = self.game
        record = named_policy(policy, game) if isinstance(policy, str) else policy
        if not can_play(record, game.definition.state):
            raise BadOptions(f"batch: {policy!r} is no compiled policy of {game.name}")
        words = game.scratch().actions
        choices = self._lanes["choices"]
        return np.array(
            [choose_action(record, self._state(i), 0, words, choices[i]) for i in lanes], np.int64
        )

    def observe_all(self, lanes: NDArray[Any]) -> NDArray[np.float32]:
        """Return what every seat of some lanes sees, float32[N, P, F]: for central critics.

        A seat's own agent must not be given it; lane by lane, some microseconds each.

        Example:
            >>> batch = Batch("kuhn_poker", 4, seed=1)
            >>> seen = batch.observe_all(np.arange(4))
            >>> bool((seen[np.arange(4), batch.players] == batch.observations).all())
            True
        """
        seats, size = self.game.num_players(), self.game.observation_tensor_size()
        seen = np.zeros((len(lanes), seats, size), np.float32)
        for row, lane in enumerate(lanes):
            write_observations(self._state(lane), 0, seen[row])
        return seen

    # --- keeping ---

    def save(self) -> dict[str, NDArray[Any]]:
        """Return games, streams and books as arrays, for `np.savez`: bytes for the same code only.

        Example:
            >>> batch = Batch("kuhn_poker", 8, seed=1)
            >>> saved = batch.save()
            >>> batch.step(batch.masks.argmax(axis=1))
            >>> batch.load(saved)
        """
        saved = {name: array.copy() for name, array in self._kept().items()}
        return {"about": np.array(self._about()), **saved}

    def _kept(self) -> dict[str, NDArray[Any]]:
        """Return what `save` copies and `load` writes, in plain numbers."""
        return {
            "states": self._memory,
            **{name: _plain(getattr(self._batch, name)) for name in _SAVED},
        }

    def load(self, saved: Mapping[str, NDArray[Any]]) -> None:
        """Go on where `save` was called, with the same results bit for bit.

        Raises:
            BadOptions: if it comes from another game, size, choice of seats, or from other rules'
                code; nothing has changed.
        """
        own = self._kept()
        missing = [name for name in ("about", *own) if name not in saved]
        if missing:
            raise BadOptions(f"batch: no saved batch: {', '.join(missing)} missing")
        if str(saved["about"]) != self._about():
            raise BadOptions(f"batch: expected {self._about()}, got {saved['about']}")
        for name, array in own.items():
            _check_array(name, saved[name], array.shape, array.dtype)
        owners = np.ascontiguousarray(saved["lanes"]).view(LANE)[:, 0]["owners"]
        if (owners != self._lanes["owners"]).any():
            raise BadOptions("batch: the saved batch has its learners or opponents in other seats")
        for name, array in own.items():
            array[:] = saved[name]
        self._actions[:] = LOOK
        self._go_on()

    def _about(self) -> str:
        layout = self.game.definition.layout.tag
        return f"{self.size} games of {self.game}, layout {layout}, log {self.log}"

    def close(self) -> None:
        """End the threads; a later step starts them again."""
        self._team.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _learners(seat: Any, players: int, size: int) -> NDArray[np.int64]:
    """Return the learner's seat in each lane, int64[B]."""
    if seat is None or (isinstance(seat, str) and seat == CYCLE):
        return np.arange(size) % players
    given = np.asarray(seat)
    if given.dtype.kind not in "iu" or given.shape not in ((), (size,)):
        raise BadOptions(f"batch: seat must be an int, {size} of them or {CYCLE!r}, got {seat!r}")
    if (given < 0).any() or (given >= players).any():
        raise BadOptions(f"batch: seat must be 0 to {players - 1}, got {seat!r}")
    return np.broadcast_to(given, size).astype(np.int64)


def _check_array(name: str, array: Any, shape: tuple[int, ...], dtype: Any) -> None:
    """Raise BadOptions unless an array can stand in for one of the batch's own."""
    expected = f"{np.dtype(dtype)}{list(shape)}"
    fits = isinstance(array, np.ndarray) and (array.shape, array.dtype) == (shape, dtype)
    if not fits or not array.flags.c_contiguous:
        got = f"{array.dtype}{list(array.shape)}" if hasattr(array, "dtype") else repr(array)
        raise BadOptions(f"batch: {name} must be a contiguous {expected}, got {got}")
    if not array.flags.writeable:
        raise BadOptions(f"batch: {name} must be writeable memory")


def _plain(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array of records as its bytes, uint8[B, size]; another array as it is."""
    if array.dtype.names is None:
        return array
    return array.view(np.uint8).reshape(len(array), array.dtype.itemsize)
