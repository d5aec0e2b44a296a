"""Solvers of endings against max-n over the games' own verbs, and what they leave alone."""

from __future__ import annotations

import random

import numpy as np
import pytest

from helpers.open_hands import maxn_of_state
from prikup.agents.search import endings
from prikup.envs import load_game

ONE_DEAL = "players=3,max_hand=4,ascending=false,descending=false,peak_repeats=1"  # and specials

GAMES = (  # and how many of the random endings it solves at least
    ("ninety_nine", 20),
    ("ninety_nine:preset=four_partnership", 10),
    ("ninety_nine:utility=rank", 20),
    ("nines:preset=plain", 20),
    ("nines:preset=four,must_trump=true", 10),
    ("nines:preset=plain,utility=zero_sum,must_trump=true", 20),
    ("nines:three_queens_rule=held,queens_self=4,queens_others=2", 20),
    ("nines:three_queens_rule=dealt,deck=SC/JQKA,hand_size=2,queens_others=3", 20),
    ("nines", 5),
    ("nines:three_queens_rule=won_with,utility=win", 5),
    ("nines:preset=mini2", 20),
    ("joker_poker:preset=oh_hell_openspiel,num_tricks_fixed=6", 20),
    ("joker_poker:preset=oh_hell_openspiel,num_tricks_fixed=9,scoring=oh_hell_penalty", 20),
    ("joker_poker:preset=no_joker36,num_tricks_fixed=5,utility=zero_sum", 10),
    ("joker_poker:preset=no_joker36,players=3,scoring=georgian,num_tricks_fixed=5", 20),
    (
        "joker_poker:preset=no_joker36,players=3,specials=misere,num_tricks_fixed=0,deal_index=-1",
        20,
    ),
    ("joker_poker:preset=opendaum,players=2,max_hand=9,utility=win", 20),
    ("joker_poker:players=3,num_tricks_fixed=4", 5),
)


def endings_of(game, seed):
    """Return the positions of a random deal with at most nine cards in the hands, in order."""
    state, rng, found = game.deal(seed=seed), random.Random(seed), []
    while not state.is_terminal() and state.record.match.deals == 0:
        is_in_play = sum(state.record.tricks) + state.record.trick_size > 0
        if is_in_play and not state.is_chance_node() and held(state) <= 9:
            found.append(state.clone())
        state.apply_action(rng.choice(state.legal_actions()))
    return found


def held(state):
    """Return the number of cards in the hands of the seats."""
    return sum(int(hand).bit_count() for hand in state.record.hands[: state.game.num_players()])


def has_card(state, text):
    """Return whether a card is in a hand or in the running trick."""
    record, card = state.record, state.game.parse_card(text)
    seats = range(state.game.num_players())
    is_held = any(int(record.hands[seat]) >> card & 1 for seat in seats)
    return is_held or any(record.trick[seat] == card for seat in seats)


@pytest.mark.parametrize(("name", "least"), GAMES)
def test_agrees_with_maxn_over_the_verbs(name, least):
    """Every seat is paid what the plain recursion over the game's own moves says."""
    game = load_game(name)
    solver, solved = endings.of_game(game), 0
    for seed in range(30):
        open_hands = [e for e in endings_of(game, seed) if solver.solves(e.states)]
        if open_hands:
            state = random.Random(seed).choice(open_hands)

            assert solver.payoffs(state.states) == pytest.approx(np.array([maxn_of_state(state)]))
            solved += 1

    assert solved >= least


def test_worlds_are_solved_one_by_one():
    """Of several worlds each gets its own payoffs."""
    game = load_game("nines:three_queens_rule=held,queens_self=4")
    solver = endings.of_game(game)
    states = [endings_of(game, seed)[-9] for seed in range(5)]
    worlds = np.concatenate([state.states for state in states])

    assert [list(maxn_of_state(s)) for s in states] == solver.payoffs(worlds).tolist()


@pytest.mark.parametrize(
    "name",
    [
        "nines:episode=match",
        "joker_poker:players=3,preset=circular36,jokers=none,num_tricks_fixed=4",
        "joker_poker:preset=no_joker36,ruff_with_suit_allowed=true,num_tricks_fixed=4",
        "joker_poker:preset=no_joker36,episode=match,num_tricks_fixed=4",
        "joker_poker:preset=no_joker36,players=6",
    ],
)
def test_leaves_other_play_alone(name):
    """A match, too many seats and what is more than plain tricks are not solved."""
    game = load_game(name)
    solver = endings.of_game(game)
    left_alone = [e for seed in range(10) for e in endings_of(game, seed)]

    assert left_alone
    assert not any(solver.solves(state.states) for state in left_alone)


@pytest.mark.parametrize("rule", ["captured", "won_with"])
def test_a_row_of_queens_may_still_come(rule):
    """Of three tricks all must have a queen: solved where fewer than three queens are about."""
    game = load_game(
        f"nines:deck=SCDH/QKA,hand_size=3,spare_hand=false,three_queens_rule={rule},queens_self=5"
    )
    solver, answers = endings.of_game(game), set()
    for seed in range(40):
        state = game.deal(seed=seed)
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        queens = sum(has_card(state, "Q" + suit) for suit in "SCDH")
        answers.add((queens, solver.solves(state.states)))

    assert {(1, True), (2, True), (3, False), (4, False)} == answers


def test_a_joker_in_play_is_left_alone():
    """With a joker in a hand or in the running trick endings are not solved, else they are."""
    game = load_game("joker_poker:players=3,num_tricks_fixed=4")
    solver, answers = endings.of_game(game), set()
    for seed in range(30):
        for state in endings_of(game, seed):
            answers.add((has_card(state, "7S"), solver.solves(state.states)))

    assert {(True, False), (False, True)} == answers


def test_all_worlds_must_be_free_of_jokers():
    """One world with a joker in a hand is enough to leave them all alone."""
    game = load_game("joker_poker:players=3,num_tricks_fixed=4")
    solver = endings.of_game(game)
    states = [state for seed in range(30) for state in endings_of(game, seed)]
    plain = next(state for state in states if not has_card(state, "7S"))
    other = next(state for state in states if has_card(state, "7S"))

    assert solver.solves(np.concatenate([plain.states, plain.states]))
    assert not solver.solves(np.concatenate([plain.states, other.states]))
