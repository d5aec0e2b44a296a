"""Game trees as flat arrays, breadth first, with the information sets of all seats.

`Tree.of(game)` walks through a prikup game, `tree_of_openspiel(game)` through one of OpenSpiel's.
Solvers and best responses know nothing but these arrays.

Letters: N nodes, T ends, I information sets, S slots. A *slot* is an action at an information set;
a policy is an array float64[S], and the slots of set i are `first[i] .. first[i + 1] - 1`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from prikup.envs.engine.cards import CHANCE, NONE, TERMINAL
from prikup.envs.engine.deals import count_deals
from prikup.envs.engine.errors import BadOptions

from . import growth

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game

MOST_NODES = 10_000_000
BYTES_A_NODE = 160  # while the tree grows and is solved, all arrays together
MOST_BYTES = 8 << 30  # of the dealt states that the walk begins with
_HOPELESS = 30  # a guess so many times above the limit is believed
_PROBES, _PROBE_STEPS = 200, 4_000


class Arrays(NamedTuple):
    """What kernels read of a tree. Children of a node follow each other and come after it."""

    mover: np.ndarray  # int8[N], a seat, CHANCE or TERMINAL
    child: np.ndarray  # int32[N], the first child
    children: np.ndarray  # int32[N]
    probability: np.ndarray  # float64[N], with which chance leads here; 1 after a seat's action
    infoset: np.ndarray  # int32[N], NONE where no seat is to act; the row of payoffs at an end
    payoffs: np.ndarray  # float64[T, P]
    seat: np.ndarray  # int8[I], who moves at an information set
    first: np.ndarray  # int64[I + 1], its first slot
    before: np.ndarray  # int64[I], the seat's own slot that led to the set, NONE at its first


@dataclass(frozen=True, eq=False)
class Tree:
    """The tree of a game."""

    name: str
    players: int
    arrays: Arrays
    keys: np.ndarray  # int64[I], the engine's key of each set; of other games its number
    actions: np.ndarray  # int32[S], the action id of each slot
    redeals: int = 0  # ends that stand for a new deal after a decision, see `Tree.of`
    texts: tuple[str, ...] = ()  # information-state strings, where the game's keys are none

    @classmethod
    def of(cls, game: Game, most_nodes: int = MOST_NODES) -> Tree:
        """Walk through a game.

        A deal that is thrown in before any decision is left out. One that is thrown in after a
        decision (all pass) ends the tree with the scores so far; `redeals` counts these ends.

        Args:
            game: The game.
            most_nodes: The largest tree.

        Raises:
            BadOptions: if the game is too large (the message guesses how large), or has
                information sets without perfect recall.
        """
        guess = _guess(game)
        if guess > _HOPELESS * most_nodes:
            raise _too_large(game, f"about {guess:.1g}", guess, most_nodes)
        nodes, payoffs, redeals = _grow(game, most_nodes)
        return _assemble(str(game), nodes, payoffs, redeals)

    @property
    def nodes(self) -> int:
        """The number of nodes, N."""
        return len(self.arrays.mover)

    @property
    def ends(self) -> int:
        """The number of ends, T."""
        return len(self.arrays.payoffs)

    @property
    def infosets(self) -> int:
        """The number of information sets, I."""
        return len(self.arrays.seat)

    @property
    def slots(self) -> int:
        """The number of actions at all information sets together, S."""
        return len(self.actions)

    def payoff_range(self) -> float:
        """Return the largest payoff minus the least, over all seats."""
        return float(self.arrays.payoffs.max() - self.arrays.payoffs.min())

    def is_constant_sum(self) -> bool:
        """Return whether the payoffs of the seats add up to the same at every end."""
        sums = self.arrays.payoffs.sum(axis=1)
        return bool(np.ptp(sums) <= 1e-9 * max(1.0, self.payoff_range()))

    def uniform(self) -> np.ndarray:
        """Return the uniform policy, float64[S]."""
        sizes = np.diff(self.arrays.first)
        return np.repeat(1.0 / sizes, sizes)

    @cached_property
    def lines(self) -> tuple[np.ndarray, ...]:
        """For each seat the order in which a best response visits the nodes, and where its levels
        begin: see `best_response`. A flat tuple (order 0, levels 0, order 1, levels 1, ...).
        """
        from .best_response import levels

        found: list[np.ndarray] = []
        for seat in range(self.players):
            found += levels(self.arrays, seat)
        return tuple(found)

    def slot(self, key: int, action: int) -> int:
        """Return the slot of an action at the information set with a key.

        Raises:
            KeyError: if there is no such set or action.
        """
        where = self._by_key[key]
        for slot in range(int(self.arrays.first[where]), int(self.arrays.first[where + 1])):
            if self.actions[slot] == action:
                return slot
        raise KeyError((key, action))

    @cached_property
    def _by_key(self) -> dict[int, int]:
        return {int(key): number for number, key in enumerate(self.keys)}


def _too_large(game: Any, number: str, nodes: float, most: int) -> BadOptions:
    memory = nodes * BYTES_A_NODE / 2**30
    return BadOptions(
        f"{game}: the tree has {number} nodes ({memory:.1g} GB), at most {most} are solved; "
        f"take a mini preset, or sample (es_mccfr) without a tree"
    )


def _guess(game: Game) -> float:
    """Return a guess at the number of nodes: distinct deals times the nodes of one.

    Random walks add up the products of the branching factors on their way (D. E. Knuth, "Estimating
    the efficiency of backtrack programs", Mathematics of Computation 29, 1975).
    """
    rng = np.random.default_rng(0)
    total = 0.0
    for probe in range(_PROBES):
        state, width = game.deal(seed=probe), 1.0
        for _ in range(_PROBE_STEPS):
            actions = state.legal_actions()
            if not actions:  # the end, or another deck
                break
            width *= len(actions)
            total += width
            state.apply_action(int(actions[rng.integers(len(actions))]))
    return total / _PROBES * count_deals(game.deck_groups(), game.pack)


def _grow(game: Game, most: int) -> tuple[np.ndarray, np.ndarray, int]:
    """Return nodes in the order in which they were made, their payoffs, and the redeals."""
    decks, chances = game.deals()
    bytes_needed = 2 * len(decks) * game.definition.state.itemsize
    if bytes_needed > MOST_BYTES:
        raise BadOptions(
            f"{game}: {len(decks)} deals take {bytes_needed / 2**30:.1f} GB, at most "
            f"{MOST_BYTES / 2**30:.0f} GB are used"
        )
    states = np.zeros(2 * len(decks) + 64, game.definition.state)
    states[:1] = game.new_initial_state().states
    weights = np.ones(len(states))
    frames = np.zeros(len(decks) + 64, growth.FRAME)
    frames["length"][0] = 1
    walks = np.zeros(1, growth.WALK)
    walks["nodes"], walks["frames"] = 1, 1
    nodes = np.zeros(min(most, 1 << 16), growth.NODE)
    nodes["probability"][0] = 1.0
    payoffs = np.zeros((len(nodes), game.num_players()))
    actions = game.scratch().actions
    while True:
        stopped = growth.grow(
            states, weights, frames, walks, nodes, payoffs, decks, chances, actions
        )
        if stopped == growth.DONE:
            used = int(walks["nodes"][0])
            return nodes[:used], payoffs[:used], int(walks["redeals"][0])
        if stopped == growth.MORE_NODES:
            if len(nodes) >= most:
                raise _too_large(game, f"more than {most}", most, most)
            size = min(most, 4 * len(nodes))
            nodes, payoffs = _longer(nodes, size), _longer(payoffs, size)
        elif stopped == growth.MORE_FRAMES:
            frames = _longer(frames, 2 * len(frames))
        else:
            states = _longer(states, 2 * len(states))
            weights = _longer(weights, len(states))


def _longer(array: np.ndarray, size: int) -> np.ndarray:
    grown = np.zeros((size, *array.shape[1:]), array.dtype)
    grown.view(np.uint8).reshape(-1)[: array.nbytes] = array.view(np.uint8).reshape(-1)
    return grown


def _assemble(name: str, nodes: np.ndarray, payoffs: np.ndarray, redeals: int) -> Tree:
    """Put nodes into breadth-first order and find their information sets."""
    order = np.argsort(nodes["depth"], kind="stable")  # siblings stay together
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    nodes = nodes[order]
    return number_sets(
        name,
        mover=nodes["mover"].astype(np.int8),
        child=place[nodes["child"]],
        children=nodes["children"],
        action=nodes["action"],
        probability=nodes["probability"],
        key=nodes["key"],
        payoffs=payoffs[order],
        redeals=redeals,
    )


def number_sets(
    name: str,
    *,
    mover: np.ndarray,
    child: np.ndarray,
    children: np.ndarray,
    action: np.ndarray,
    probability: np.ndarray,
    key: np.ndarray,
    payoffs: np.ndarray,
    redeals: int = 0,
    texts: tuple[str, ...] = (),
) -> Tree:
    """Make a tree from arrays over its nodes: the root first, children together, after the parent.

    Args:
        name: Of the game.
        mover: int8[N], a seat, CHANCE or TERMINAL.
        child: int[N], the first child.
        children: int[N], their number.
        action: int[N], the action that leads to a node.
        probability: float64[N], with which chance leads to a node; 1 after a seat's action.
        key: int64[N], of the mover's information set; no two seats share one.
        payoffs: float64[N, P]; the rows of other nodes than ends are not read.
        redeals: Number of ends that are redeals.
        texts: Information-state strings by key, where the keys are numbers 0, 1, ...

    Raises:
        BadOptions: if an information set has different movers or actions in two histories, or a
            seat forgets there what it did or knew (perfect recall).
    """
    acting, ends = np.flatnonzero(mover >= 0), np.flatnonzero(mover == TERMINAL)
    players = payoffs.shape[1]
    _, heads, raw = np.unique(key[acting], return_index=True, return_inverse=True)
    rank = np.empty(len(heads), np.int64)  # sets are numbered as they come up in the tree
    rank[np.argsort(heads)] = np.arange(len(heads))
    heads = np.sort(heads)
    infoset = np.full(len(mover), NONE, np.int32)
    infoset[acting] = rank[raw.reshape(-1)]
    infoset[ends] = np.arange(len(ends))
    examples = acting[heads]  # a node of each set
    sizes = children[examples]
    first = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
    slots = np.repeat(child[examples] - first[:-1], sizes) + np.arange(first[-1])
    arrays = Arrays(
        mover=mover.astype(np.int8),
        child=child.astype(np.int32),
        children=children.astype(np.int32),
        probability=np.ascontiguousarray(probability, np.float64),
        infoset=infoset,
        payoffs=np.ascontiguousarray(payoffs[ends], np.float64),
        seat=mover[examples].astype(np.int8),
        first=first,
        before=np.full(len(examples), NONE, np.int64),
    )
    actions = action[slots].astype(np.int32)
    wrong = _remember(arrays, actions, action.astype(np.int32), players)
    if wrong >= 0:
        shown = texts[int(key[acting][heads[wrong]])] if texts else f"key {key[examples[wrong]]}"
        raise BadOptions(
            f"{name}: information set {shown!r}: its histories differ in the mover, the legal "
            f"actions, or what the seat did before (no perfect recall)"
        )
    keys = key[examples].astype(np.int64)
    if texts:
        texts = tuple(texts[int(number)] for number in keys)
    return Tree(name, players, arrays, keys, actions, redeals, texts)


def _remember(arrays: Arrays, actions: np.ndarray, action: np.ndarray, players: int) -> int:
    """Fill `before`; returns a set that is not the same in all its histories, NONE if all are."""
    from .passes import fill_before

    last = np.full((len(arrays.mover), players), NONE, np.int32)
    return int(fill_before(arrays, actions, action, last))


def tree_of_openspiel(game: Any, most_nodes: int = MOST_NODES) -> Tree:
    """Walk through a sequential OpenSpiel game.

    Args:
        game: A `pyspiel.Game`, or one written in Python.
        most_nodes: The largest tree.

    Raises:
        BadOptions: if the game has simultaneous moves, gives no information-state strings, is too
            large, or lacks perfect recall.
    """
    kind = game.get_type()
    if kind.dynamics.name != "SEQUENTIAL":
        raise BadOptions(f"{game}: not sequential; pass pyspiel.convert_to_turn_based(game)")
    if not kind.provides_information_state_string:
        raise BadOptions(f"{game}: gives no information-state strings")
    waiting = [game.new_initial_state()]
    rows: list[tuple[int, int, int, int]] = []  # mover, child, children, key
    edges: list[tuple[int, float]] = [(0, 1.0)]  # action and probability
    payoffs: list[list[float]] = []
    numbers: dict[tuple[int, str], int] = {}
    nothing = [0.0] * game.num_players()
    while waiting:
        following: list[Any] = []
        made = len(rows) + len(waiting)
        for state in waiting:
            mover = state.current_player()
            if state.is_terminal():
                rows.append((TERMINAL, 0, 0, 0))
                payoffs.append(state.returns())
                continue
            payoffs.append(nothing)
            number = 0
            if mover == CHANCE:
                outcomes = state.chance_outcomes()
            else:
                outcomes = [(action, 1.0) for action in state.legal_actions()]
                name = (mover, state.information_state_string(mover))
                number = numbers.setdefault(name, len(numbers))
            rows.append((mover, made + len(following), len(outcomes), number))
            edges += outcomes
            following += [state.child(action) for action, _ in outcomes]
            if made + len(following) > most_nodes:
                raise _too_large(game, f"more than {most_nodes}", most_nodes, most_nodes)
        waiting = following
    mover, child, children, key = np.array(rows, np.int64).T
    return number_sets(
        str(game),
        mover=mover,
        child=child,
        children=children,
        action=np.array([action for action, _ in edges], np.int64),
        probability=np.array([chance for _, chance in edges]),
        key=key,
        payoffs=np.array(payoffs),
        texts=tuple(text for _, text in numbers),
    )
