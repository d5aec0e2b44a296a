"""Checks of the rules as such: limits, scores, match, cards in the log, illegal actions, texts."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine import log
from ..engine.cards import CHANCE, TERMINAL
from ..engine.errors import IllegalAction
from ..engine.game import State
from ..engine.table import Table
from .walks import MOST_STEPS, Run, image, step, steps_text, walk


def _roomy_state(run: Run) -> State:
    """Return a new state with a whole record of room behind it, should its log run over."""
    state = run.game.new_initial_state()
    room = np.zeros(2, state.states.dtype)
    room[0] = state.states[0]
    state.states = room[:1]
    return state


def check_limits(run: Run) -> None:
    """The log fits, episodes end within the promised lengths, and every seat to act can act."""
    game = run.game
    options: Any = game.options
    capacity = game.definition.layout.events
    most_deals = options.max_deals() if options.episode == "match" else 1
    longest_log = longest_deal = longest_match = 0
    for seed in run.seeds():
        state, rng = _roomy_state(run), np.random.default_rng(seed)
        in_deal = decisions = 0
        for _ in range(MOST_STEPS):
            longest_log = max(longest_log, int(state.record.log_length))
            if longest_log > capacity:  # no view, no copy and no text of it: they have no room
                what = f"{longest_log} words told, room for {capacity}, after {steps_text(state)}"
                raise run.fail("the log of a deal must fit `events`", what)
            _check_node(run, state)
            if state.is_terminal():
                break
            acts = not state.is_chance_node()
            in_deal = in_deal + 1 if acts else 0
            decisions += acts
            if in_deal > options.max_moves():
                what = f"{in_deal} decisions in a deal, the bound is {options.max_moves()}"
                raise run.fail("max_moves() must bound the decisions of a deal", what, state)
            step(state, seed, rng)
            if state.record.match.deals > most_deals:
                what = f"{state.record.match.deals} deals, the bound is {most_deals}"
                raise run.fail("max_deals() must bound the deals of an episode", what, state)
            longest_deal = max(longest_deal, in_deal)
        else:
            raise run.fail("an episode must end", f"{MOST_STEPS} steps from seed {seed}")
        if decisions > game.max_game_length():
            what = f"{decisions} decisions, the bound is {game.max_game_length()}"
            raise run.fail("max_game_length() must bound an episode", what, state)
        longest_match = max(longest_match, int(state.record.match.deals))
    run.figures["limits"] = (
        f"longest log {longest_log} of {capacity} words, longest deal {longest_deal} of "
        f"{options.max_moves()} decisions, most deals {longest_match} of {most_deals}"
    )


def _check_node(run: Run, state: State) -> None:
    """At one position: who acts, what is legal, and that asking changes nothing."""
    player, before = state.current_player(), state.states.tobytes()
    actions = state.legal_actions()
    seats = range(run.game.num_players())
    if player not in (CHANCE, TERMINAL, *seats):
        what = f"player is {player}"
        raise run.fail("player must be a seat, CHANCE (-1) or TERMINAL (-4)", what, state)
    if player in seats and not actions:
        raise run.fail("a seat to act must have a legal action", f"player {player} has none", state)
    if actions and not 0 <= actions[0] <= actions[-1] < run.game.num_distinct_actions():
        what = f"legal are {actions} of {run.game.num_distinct_actions()} actions"
        raise run.fail("action ids must lie below num_actions()", what, state)
    for seat in seats:
        view = state.view(seat)
        expected = actions if seat == player else []
        if view.legal_actions() != expected:
            what = f"seat {seat} sees {view.legal_actions()}, expected {expected}"
            raise run.fail("the mask is the mover's alone", what, state)
    state.scores()
    if state.states.tobytes() != before:
        what = "legal, observe or returns wrote into it"
        raise run.fail("only deal and play may change a state", what, state)


def check_scores(run: Run) -> None:
    """Scores change only when a deal ends, stay in their range, and rewards add up to returns."""
    game = run.game
    options: Any = game.options
    low, high = options.score_range()
    least, most = np.inf, -np.inf
    for seed in run.seeds():
        before, total = np.zeros(game.num_players()), np.zeros(game.num_players())
        for state in walk(game, seed, run.budget.deals):
            scores = state.scores()
            if state.current_player() >= 0 and (scores != before).any():
                what = f"{before.tolist()} became {scores.tolist()} during the deal"
                raise run.fail("scores change only when a deal ends", what, state)
            before = scores
            total += state.rewards()
            if not np.allclose(total, state.returns()):
                what = f"rewards add up to {total.tolist()}, returns are {state.returns().tolist()}"
                raise run.fail("rewards must add up to returns", what, state)
            if scores.min() < low or scores.max() > high:
                what = f"{scores.tolist()} is not within {low} to {high}"
                raise run.fail("score_range() must bound the scores", what, state)
            expected = options.score_sum()
            if state.is_terminal() and expected not in (None, scores.sum()):
                what = f"{scores.tolist()} add up to {scores.sum()}, expected {expected}"
                raise run.fail("score_sum() must be the sum of the scores", what, state)
            _check_utility(run, state)
            least, most = min(least, scores.min()), max(most, scores.max())
    run.figures["scores"] = f"{least:g} to {most:g} of {low:g} to {high:g}"


def _check_utility(run: Run, state: State) -> None:
    """Utilities lie in their range; `zero_sum` and `rank` add up to 0, `win` to 1."""
    game, returns = run.game, state.returns()
    if returns.min() < game.min_utility() - 1e-9 or returns.max() > game.max_utility() + 1e-9:
        what = f"{returns.tolist()}: expected {game.min_utility()} to {game.max_utility()}"
        raise run.fail("utilities must lie in their range", what, state)
    sums = {"zero_sum": 0.0, "rank": 0.0, "win": 1.0 if state.is_terminal() else 0.0}
    expected = sums.get(game.options.utility)
    if expected is not None and abs(returns.sum() - expected) > 1e-6:
        what = f"{returns.tolist()} add up to {returns.sum()}, expected {expected}"
        raise run.fail(f"the sum of utility {game.options.utility}", what, state)


def check_match(run: Run) -> None:
    """The match state changes only in a lot before the deck or where the deal ends."""
    for seed in run.seeds():
        before, started = b"", ""
        for state in walk(run.game, seed, run.budget.deals):
            now = state.record.match.tobytes()
            if state.current_player() >= 0 and before and now != before:
                what = f"it is {state.record.match} at a decision, was {started} before"
                raise run.fail("match may change only when a deal is over", what, state)
            before, started = now, str(state.record.match)
            if state.is_terminal() and state.record.match.deals < 1:
                what = "the episode is over and match.deals is 0"
                raise run.fail("match.deals counts the finished deals", what, state)


def check_cards(run: Run) -> None:
    """The log's moves keep every card of the pack in exactly one place."""
    with_move: list[State] = []  # after an action that moved the card of its number
    without: list[State] = []  # after one that did not: either all do, or the game has no such ids
    for seed in run.seeds():
        heaps: dict[int, list[int]] = {}
        start = steps = 0
        is_lot = True
        for state in walk(run.game, seed, run.budget.deals):
            taken = state.steps()
            if len(taken) == steps:
                continue
            steps, last = len(taken), taken[-1]
            if not isinstance(last, int):
                heaps, start = {int(log.DECK): last.tolist()}, 0
            moved = _follow_moves(run, state, heaps, start)
            if isinstance(last, int) and state.record.deal_number >= 0:
                _check_told(run, state, last, start)
                if not is_lot and last in run.game.pack and not (with_move and without):
                    (with_move if last in moved else without).append(state.clone())
            start, is_lot = int(state.record.log_length), state.is_chance_node()
            if heaps and sorted(c for heap in heaps.values() for c in heap) != _pack(run):
                raise run.fail("every card lies in exactly one place", f"they lie {heaps}", state)
    if with_move and without:
        last = without[0].history()[-1]
        what = f"action {last} moved no card {last}"
        raise run.fail("action c moves card c out of the mover's hand", what, without[0])


def _pack(run: Run) -> list[int]:
    return sorted(run.game.pack.tolist())


def _follow_moves(run: Run, state: State, heaps: dict[int, list[int]], start: int) -> list[int]:
    """Move the cards as the log says from `start` on; returns those that did not come from DECK."""
    rule = "a move must take a card from where it lies"
    words, ordered = state.record.log, run.game.definition.layout.ordered
    unused = len(run.game.pack) - run.game.options.cards_used()
    moved: list[int] = []
    at = start
    while at < state.record.log_length:
        word = int(words[at])
        at += 2 if log.kind_of(word) == log.LACKS else 1
        if log.kind_of(word) != log.MOVE:
            continue
        card, source, target = (int(f(word)) for f in (log.card_of, log.source_of, log.target_of))
        heap = heaps.setdefault(source, [])
        if card == log.EVERY:
            if source == log.DECK and unused:
                what = "all of the deck is moved or shown"
                raise run.fail("cards_used() must bound the cards taken from the deck", what, state)
            if source != target:
                heaps.setdefault(target, []).extend(heap)
                heaps[source] = []
            continue
        names = [run.game.definition.place_text(run.game.options, p) for p in (source, target)]
        what = f"card {card} moves from {names[0]} to {names[1]}, there lie {heap}"
        in_order = source == log.DECK or ordered >> source & 1
        if card not in heap or (in_order and source != target and heap[0] != card):
            raise run.fail(rule, what, state)
        if source == log.DECK and len(heap) - heap.index(card) <= unused:
            raise run.fail("cards_used() must bound the cards taken from the deck", what, state)
        if source != target:
            heap.remove(card)
            heaps.setdefault(target, []).append(card)
            if source != log.DECK:
                moved.append(card)
    return moved


def _check_told(run: Run, state: State, action: int, start: int) -> None:
    """The first entry of a step tells the action."""
    record = state.record
    word = int(record.log[start])
    tells = start < record.log_length and log.kind_of(word) == log.TELL
    if not tells or log.event_of(word) != action:
        what = f"action {action} did not tell itself"
        raise run.fail("the first line of play tells the action", what, state)


def check_illegal(run: Run) -> None:
    """Every id that is not legal raises IllegalAction and changes no byte."""
    game = run.game
    odd: list[Any] = [-1, -5, game.num_distinct_actions(), 10**6, 0.5, None, "pass"]
    tried = 0
    for state in run.positions(run.budget.positions):
        legal, before = set(state.legal_actions()), state.states.tobytes()
        for action in [*range(game.num_distinct_actions()), *odd]:
            if action in legal:
                continue
            tried += 1
            try:
                state.apply_action(action)
            except IllegalAction:
                pass
            else:
                what = f"action {action!r} was taken, legal are {sorted(legal)}"
                raise run.fail("an illegal action must raise IllegalAction", what, state)
            if state.states.tobytes() != before:
                what = f"illegal action {action!r} changed it"
                raise run.fail("an illegal action must leave the state as it was", what, state)
    run.figures["illegal"] = f"{tried} illegal actions refused"


def check_texts(run: Run) -> None:
    """Texts of actions and cards are all different and read back; every seat has its table."""
    game = run.game
    actions = [game.action_to_string(a) for a in range(game.num_distinct_actions())]
    twice = {text for text in actions if actions.count(text) > 1}
    if twice:
        raise run.fail("every action has a text of its own", f"several are {sorted(twice)}")
    cards = sorted(set(game.pack.tolist()))
    for card in cards:
        if game.parse_card(game.card_to_string(card)) != card:
            what = f"card {card} is written {game.card_to_string(card)!r}, which reads as another"
            raise run.fail("every card has a text of its own", what)
    for state in run.positions(run.budget.positions):
        for action in state.legal_actions():
            text = state.action_to_string(action)
            if text != text.strip() or not text or state.string_to_action(text) != action:
                what = f"action {action} is written {text!r}"
                raise run.fail("an action's text must read back", what, state)
        for seat in range(game.num_players()):
            table = state.table(seat)
            if not isinstance(table, Table) or table.viewer != seat:
                raise run.fail("table must return a Table of its viewer", f"got {table!r}", state)


def check_repeatable(run: Run) -> None:
    """The same seed gives the same decks and the same records, whatever is played in between."""
    game = run.game
    for seed in run.seeds():
        if (game.deck(seed, 3, 1) != game.deck(seed, 3, 1)).any():
            raise run.fail("deck(seed, deal, redeal) is a pure function", f"seed {seed} gave two")
        first = [image(state) for state in walk(game, seed, run.budget.deals)]
        between = walk(game, seed + 1, run.budget.deals)
        second = []
        for state in walk(game, seed, run.budget.deals):
            second.append(image(state))
            next(between, None)
        if first != second:
            at = next((i for i, pair in enumerate(zip(first, second)) if pair[0] != pair[1]), "?")
            what = f"two episodes of seed {seed} differ from step {at} on"
            raise run.fail("the same seed must give the same episode", what)
