"""The observation and the texts of King: what each piece and table shows, and to whom."""

from __future__ import annotations

import random

import numpy as np
import pytest

from helpers.king_positions import play
from prikup.envs import load_game
from prikup.envs.engine.cards import members
from prikup.envs.engine.game import State
from prikup.envs.games.king.options import ALL_CONTRACTS
from prikup.envs.games.king.presets import PRESETS

ATOMIC = "king:preset=atomic3"


def dealt(text: str) -> State:
    """Return a deal in which seat 0 is eldest."""
    game = load_game(text)
    return game.deal(deck=game.deck(3), match={"dealer": game.num_players() - 1})


def shown(state: State, seat: int, piece: str) -> list[int]:
    """Return the marked places of a piece as a seat observes it."""
    return np.flatnonzero(state.view(seat).pieces()[piece]).tolist()


def hand(state: State, seat: int) -> list[int]:
    """Return a seat's cards."""
    return members(int(state.record.hands[seat]))


def test_hand_and_contract():
    """Each seat observes its own hand and the contract of the deal."""
    state = dealt("king:preset=single_no_queens")
    for seat in range(4):
        assert hand(state, seat) == shown(state, seat, "hand")
        assert [ALL_CONTRACTS.index("no_queens")] == shown(state, seat, "contract")
        assert [(0 - seat) % 4] == shown(state, seat, "mover")
        assert [(3 - seat) % 4] == shown(state, seat, "dealer")


def test_discards_are_the_discarders():
    """All observe the talon, only who laid cards aside what they were."""
    state = play(dealt(ATOMIC), "order no_jacks;")
    talon = shown(state, 0, "talon")
    laid = []
    for _ in range(2):
        laid.append(state.legal_actions()[0])
        state.apply_action(laid[-1])

    assert 2 == len(talon)
    for seat in range(3):
        assert talon == shown(state, seat, "talon")
        assert (laid if seat == 0 else []) == shown(state, seat, "discard")


def test_passed_cards_are_seen_when_all_have_passed():
    """What was passed to a seat is hidden until everybody has passed."""
    state = dealt("king:preset=omnibus")
    passed = []
    for _ in range(12):
        assert [] == shown(state, 1, "got")

        passed.append(state.legal_actions()[-1])
        state.apply_action(passed[-1])

    assert passed[:3] == shown(state, 0, "given") == shown(state, 1, "got")
    assert passed[9:] == shown(state, 0, "got")
    assert [1] == shown(state, 2, "passing")


def test_void_is_seen():
    """Who does not follow suit has no card of it, nor the king of hearts where that was due."""
    game = load_game("king:preset=single_no_king")
    for seed in range(30):
        state, rng = game.deal(seed=seed, match={"dealer": 3}), random.Random(seed)
        while not state.is_terminal():
            seat, led = state.current_player(), int(state.record.led)
            action = rng.choice(state.legal_actions())
            state.apply_action(action)
            if led >= 0 and action // 8 != led and not state.is_terminal():
                suit = {led * 8 + rank for rank in range(8)}
                lacked = {place for place in shown(state, seat, "lacked") if place < 32}

                assert suit <= lacked
                assert action == game.parse_card("KH") or game.parse_card("KH") in lacked


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("episode", ["deal", "match"])
def test_pieces_stay_in_their_range(preset, episode):
    """Marks are 0 or 1, shares at most 1; nothing is left unwritten at the end."""
    game = load_game("king", preset=preset, episode=episode)
    state, rng = game.deal(seed=1), random.Random(1)
    for _ in range(200):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.resolve_chance(1)
            continue
        for seat in range(game.num_players()):
            for name, values in state.view(seat).pieces().items():
                if name not in ("total", "pool"):
                    assert 0 <= values.min(), name
                    assert values.max() <= 1, name
        state.apply_action(rng.choice(state.legal_actions()))


def test_table_shows_own_cards_only():
    """The table has the viewer's hand and the backs of the others."""
    state = dealt("king")
    table = state.table(2)

    assert [0, 0, 8, 0] == [len(seat.cards) for seat in table.seats]
    assert [8, 8, 0, 8] == [seat.hidden for seat in table.seats]
    assert "no_tricks; play" == table.lines[0]


def test_table_shows_the_card_that_made_trump():
    """The namer's last card lies open until it is played."""
    state = play(dealt("king:preset=single_otygrysh"), "by the last;")
    namer = int(state.record.namer)
    text = state.game.card_to_string(int(state.record.shown))
    viewer = (namer + 1) % 4
    seats = state.table(viewer).seats

    assert (text,) == seats[namer].cards
    assert 7 == seats[namer].hidden


def test_sheet_crosses_off_what_was_ordered():
    """The score sheet has penalties, points won and what each seat has still to order."""
    game = load_game("king:preset=ordered_no_eralash,episode=match")
    done = sum(1 << ALL_CONTRACTS.index(name) for name in ("no_tricks", "no_king"))
    match = {
        "dealer": 3,
        "orders": [done],
        "negatives": [2],
        "positives": [1],
        "penalties": [20, 12],
        "gains": [9, 15],
        "deals": 3,
    }
    lines = game.deal(deck=game.deck(1), match=match).table(0).lines

    assert any(
        "player 0: -20 +9, to order no_jacks no_queens no_hearts last_two otygrysh x3" in line
        for line in lines
    )
    assert "deals done: 3" in lines


def test_events_have_words():
    """Passing and laying aside are told to the others without the card."""
    state = play(dealt(ATOMIC), "order no_tricks;")
    card = state.legal_actions()[0]
    state.apply_action(card)
    view = state.view(1)
    told = [view.event_text(event) for event in view.events()]

    assert any("lays a card aside" in text for text in told)
    assert card not in view.known(9)
    assert card in state.view(0).known(9)


@pytest.mark.parametrize(
    ("text", "outcomes"),
    [
        ("king", ["dealer 0", "dealer 1", "dealer 2", "dealer 3"]),
        ("king:preset=hearts_openspiel", ["pass 0", "pass L", "pass X", "pass R"]),
        ("king:preset=omnibus,pass_cycle=random", ["lot 0", "lot 1", "lot 2", "lot 3"]),
    ],
)
def test_lots_say_what_they_decide(text, outcomes):
    """A lot names the dealer, or to whom cards go; where both are drawn, a number."""
    state = load_game(text).new_initial_state()

    assert outcomes == [state.action_to_string(lot) for lot in state.legal_actions()]


def test_a_cut_bum_card_is_named():
    """With a known first dealer the lot of Tetka is a card."""
    state = load_game("king:preset=tetka,bum_source=cut,first_dealer=0").new_initial_state()

    assert "bum card QS" == state.action_to_string(state.game.parse_card("QS"))
