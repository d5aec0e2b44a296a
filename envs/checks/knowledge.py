"""Checks of what a seat knows: no leak, perfect recall, honest worlds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

import numpy as np

from ..engine.cards import CHANCE
from ..engine.errors import NoWorld
from ..engine.game import State
from ..engine.rng import stream
from ..engine.view import View
from .walks import Run, path_to_state, position_text, sight
from .worlds import Worlds, chi_square, entries, tail_probability, world_of

LEAST_SURVIVING = 0.02  # share of draws; below it sampling is too slow to be of use
LEAST_PROBABILITY = 1e-6  # of a chi-square as large as seen, where the sampler is right
SURVEY_DRAWS = 30
MOST_LISTED = 60  # worlds of one view that are compared

# --- no leak --------------------------------------------------------------------------------------


def check_leaks(run: Run) -> None:
    """In every world of a view the seat sees exactly the same."""
    worlds = Worlds(run.game, run.budget.small)
    positions = run.positions(run.budget.positions)
    compared = 0
    for number, state in enumerate(positions):
        for seat in range(run.game.num_players()):
            view = state.view(seat)
            path = path_to_state(view)
            if path:
                what = f"view.{path} of seat {seat} is a state"
                raise run.fail("a view has no path to a hidden card", what, state)
            expected = sight(state, seat)
            rng = stream(run.seed, number, seat)
            for _ in range(run.budget.worlds):
                _compare(run, state, seat, expected, draw(run, state, seat, rng, view))
                compared += 1
            if number < run.budget.views and worlds.lists(state):
                # Listed deals have the cards of a hand in ascending order: a seat's log has them
                # in another order, its string and key do not.
                expected = sight(state, seat, in_order=False)
                listed = list(worlds.all_of(state, seat).values())
                for world, _ in listed[:: 1 + len(listed) // MOST_LISTED]:
                    _compare(run, state, seat, expected, world, in_order=False)
                    compared += 1
    run.figures["leaks"] = f"{compared} worlds at {len(positions)} positions"


def draw(run: Run, state: State, seat: int, rng: np.ndarray, view: Any = None) -> State:
    """Draw a world of a seat's view."""
    try:
        return (view or state.view(seat)).sample(rng)
    except NoWorld as error:
        what = f"seat {seat}: sample finds none: {error}"
        raise run.fail("the truth is a world of every view", what, state) from None


def _compare(
    run: Run, state: State, seat: int, expected: dict[str, Any], world: State, in_order: bool = True
) -> None:
    """Raise where the seat would see something else in the world."""
    found = sight(world, seat, in_order)
    for name, value in expected.items():
        if found[name] != value:
            what = (
                f"seat {seat}: its {name} differs in a world it cannot tell apart; here "
                f"{_brief(value)}, there {_brief(found[name])}; that world {position_text(world)}"
            )
            raise run.fail("what a seat sees follows from what it was told", what, state)


def _brief(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 300 else f"{text[:300]}…"


# --- perfect recall -------------------------------------------------------------------------------


@dataclass
class _Tree:
    """The information sets met so far, by each of the names that must mean the same."""

    by_key: dict[int, tuple[bytes, str, Any, list[Any]]] = field(default_factory=dict)
    by_record: dict[bytes, int] = field(default_factory=dict)
    by_text: dict[str, int] = field(default_factory=dict)
    own: dict[int, bytes] = field(default_factory=dict)  # key of the mover -> its observation
    texts: dict[bytes, str] = field(default_factory=dict)  # digest of a view record -> its string
    nodes: int = 0
    decisions: int = 0
    ends: int = 0


@dataclass
class _Node:
    """A history and what each seat has recorded of it by itself."""

    state: State
    records: tuple[bytes, ...]
    length: int  # log entries that are in the records


def check_recall(run: Run) -> None:
    """Equal key, equal string, and equal own observations and actions mean the same.

    Every seat keeps its own record of the history: the entries of every step as it saw them, the
    public match state, and, where it acted, what was legal and what it did. On small games all
    histories are enumerated, of larger ones as many as the budget allows.
    """
    if not run.is_small():
        run.figures["recall"] = "left out: too many deals to list"
        return
    tree = _Tree()
    whole = _enumerate(run, tree)
    unlike = len(set(tree.own.values()))
    told = "" if whole else "a part of the tree: "
    run.figures["recall"] = (
        f"{told}{len(tree.own)} information sets of the mover, {tree.decisions} decision nodes, "
        f"{tree.ends} histories; {unlike} distinct observations of the mover"
    )


def _enumerate(run: Run, tree: _Tree) -> bool:
    """Walk through all histories of one deal; returns whether the budget was enough for all."""
    rng = np.random.default_rng(run.seed)
    decks, _ = run.game.deals()
    order = rng.permutation(len(decks))
    whole = True
    starts = list(_after_lots(run, run.game.new_initial_state()))
    for start in starts:
        for number in order.tolist():
            left = run.budget.nodes - tree.nodes
            if left <= 0:
                return False
            share = max(run.budget.nodes // min(len(decks) * len(starts), 40), 200)
            state = start.state.clone()
            state.deal(deck=decks[number])
            whole &= _grow(run, tree, _child(start, state, None), min(share, left), rng)
    return whole


def _after_lots(run: Run, state: State) -> Iterator[_Node]:
    """Yield the undealt states after every outcome of the lots before the deal."""
    seats = range(run.game.num_players())
    start = _Node(state, tuple(bytes([seat]) for seat in seats), 0)
    pending = [start]
    while pending:
        node = pending.pop()
        actions = node.state.legal_actions()
        if not actions:
            yield node
        for action in actions:
            following = node.state.clone()
            following.apply_action(action)
            pending.append(_child(node, following, action))


def _grow(run: Run, tree: _Tree, root: _Node, budget: int, rng: np.random.Generator) -> bool:
    """Walk through the histories of a dealt deck; returns whether the budget was enough."""
    pending = [root]
    while pending:
        node = pending.pop()
        if budget <= 0:
            return False
        budget -= 1
        tree.nodes += 1
        _note(run, tree, node)
        actions = node.state.legal_actions()
        over = node.state.record.match.deals > 0 or not actions
        tree.ends += over
        if over:
            continue
        tree.decisions += node.state.current_player() != CHANCE
        for action in rng.permutation(actions).tolist():
            following = node.state.clone()
            following.apply_action(action)
            pending.append(_child(node, following, action))
    return True


def _child(node: _Node, following: State, action: int | None) -> _Node:
    """Return the next history, every seat's record continued by what it saw of the step."""
    mover = node.state.current_player()
    legal = node.state.legal_actions()
    length = int(following.record.log_length)
    start = node.length if action is not None else 0
    match = following.record.match.tobytes()
    records = []
    for seat, record in enumerate(node.records):
        view = following.view(seat).views[0]
        own = (legal, action) if seat == mover else None
        step = (own, entries(view.log, start, length), match)
        records.append(blake2b(record + repr(step).encode(), digest_size=16).digest())
    return _Node(following, tuple(records), length)


def _note(run: Run, tree: _Tree, node: _Node) -> None:
    """Hold every seat's key, string and own record against those met before."""
    state = node.state
    for seat, record in enumerate(node.records):
        view = state.view(seat)
        key, text = view.key(), _text(tree, view)
        legal = (state.current_player(), view.legal_actions())
        old = tree.by_key.setdefault(key, (record, text, legal, state.steps()))
        rule, unlike = "", None
        if old[1] != text:
            rule = "equal keys mean equal strings"
        elif old[2] != legal:
            rule = "equal keys mean the same mover and the same legal actions"
        elif old[0] != record:
            rule = "equal keys mean equal own observations and actions (perfect recall)"
        elif tree.by_record.setdefault(record, key) != key:
            rule = "equal own observations and actions mean equal keys"
            unlike = tree.by_record[record]
        elif tree.by_text.setdefault(text, key) != key:
            rule, unlike = "equal strings mean equal keys", tree.by_text[text]
        if rule:
            steps = tree.by_key[unlike][3] if unlike is not None else old[3]
            other = run.game.new_initial_state()
            for taken in steps:
                if isinstance(taken, int):
                    other.apply_action(taken)
                else:
                    other.deal(deck=taken)
            what = f"seat {seat} at {text!r}; the other history {position_text(other)}"
            raise run.fail(rule, what, state)
        if state.current_player() == seat:
            tree.own[key] = view.observation().tobytes()


def _text(tree: _Tree, view: View) -> str:
    """Return a view's information-state string, made once for equal view records."""
    record = view.views
    unused = 8 * (record["log"].size - int(record["log_length"][0]))
    name = blake2b(record.tobytes()[: record.nbytes - unused], digest_size=16).digest()
    if name not in tree.texts:
        tree.texts[name] = view.information_state_string()
    return tree.texts[name]


# --- honest worlds --------------------------------------------------------------------------------


def check_worlds(run: Run) -> None:
    """Sampled worlds are uniform among all worlds of the view, and enough draws survive."""
    shares, effective = _survey(run)
    run.figures["worlds"] = (
        f"surviving {np.mean(shares):.3g} (worst {min(shares):.3g}), effective number "
        f"{np.mean(effective):.3g} (worst {min(effective):.3g})"
    )
    distinct = len(set(run.game.pack.tolist())) == len(run.game.pack)
    lower = float(np.quantile(shares, 0.25))  # a rare position may be worse
    if distinct and lower < LEAST_SURVIVING:
        what = (
            f"at a quarter of the positions {lower:.3g} of the draws or fewer survive the replay, "
            f"expected {LEAST_SURVIVING}"
        )
        raise run.fail("what hands can be must be told by moves and `lacks`", what)
    worlds = Worlds(run.game, run.budget.small)
    kinds = _kinds(run, worlds)
    if not kinds:
        return
    tested = [uniformity(run, worlds, state, seat) for state, seat in kinds]
    probable = [p for p in tested if p is not None]
    least = min(probable, default=1.0)
    run.figures["worlds"] += f"; chi-square at {len(probable)} views, least p {least:.2g}"


def _survey(run: Run) -> tuple[list[float], list[float]]:
    """Return the share of surviving draws and the effective number at positions of all kinds."""
    shares, effective = [], []
    for number, state in enumerate(run.positions(run.budget.positions)):
        seat = number % run.game.num_players()
        rng = stream(run.seed, number, 1)
        try:
            found = state.view(seat).sample_statistics(SURVEY_DRAWS, rng)
        except NoWorld as error:
            what = f"seat {seat}: sample finds none: {error}"
            raise run.fail("the truth is a world of every view", what, state) from None
        shares.append(found["surviving"])
        effective.append(found["effective"])
    return shares, effective


def _kinds(run: Run, worlds: Worlds) -> list[tuple[State, int]]:
    """Return positions whose worlds are listed, with a seat, of as many kinds as the budget allows.

    A kind is how far the deal has gone, who is to act, and whether the seat is the mover.
    """
    kinds: dict[Any, tuple[State, int]] = {}
    for state in filter(worlds.lists, run.positions(20 * run.budget.positions)):
        for seat in range(run.game.num_players()):
            mover = state.current_player()
            kinds.setdefault((len(state.view(seat).events()), mover, seat == mover), (state, seat))
    found = list(kinds.values())
    order = np.random.default_rng(run.seed).permutation(len(found))
    return [found[i] for i in order[: run.budget.views].tolist()]


def uniformity(run: Run, worlds: Worlds, state: State, seat: int) -> float | None:
    """Hold sampled worlds against the listed ones; returns the chi-square's tail probability."""
    listed, groups = worlds.all_of(state, seat), worlds.groups_of(state)
    names = sorted(listed)
    if world_of(state, seat, groups) not in listed:
        what = f"seat {seat}: the listed worlds lack the truth"
        raise run.fail("the truth is a world of every view", what, state)
    draws = int(np.clip(30 * len(names), 200, run.budget.draws))
    counts = dict.fromkeys(names, 0)
    rng, view = stream(run.seed, len(names), seat), state.view(seat)
    for _ in range(draws):
        world = draw(run, state, seat, rng, view)
        name = world_of(world, seat, groups)
        if name not in counts:
            what = f"seat {seat}: sampled one that is none of the {len(names)} listed ones: "
            raise run.fail("sampled worlds look alike", what + position_text(world), state)
        counts[name] += 1
    expected = [draws * listed[name][1] for name in names]
    statistic, freedom = chi_square([counts[name] for name in names], expected)
    if freedom == 0:
        return None
    probability = tail_probability(statistic, freedom)
    if probability < LEAST_PROBABILITY:
        what = (
            f"seat {seat}: chi-square {statistic:.1f} with {freedom} degrees of freedom over "
            f"{len(names)} worlds and {draws} draws, p = {probability:.1g}"
        )
        raise run.fail("sampled worlds must be uniform", what, state)
    return probability
