"""Positions of King for tests: hands in the middle of a deal, deals that end as told."""

from __future__ import annotations

from typing import Any

from prikup.envs import load_game
from prikup.envs.engine.cards import make_set
from prikup.envs.engine.game import Game, State
from prikup.envs.games.king.layout import PLAYING
from prikup.envs.games.king.options import ALL_CONTRACTS
from prikup.envs.games.king.scoring import cost_of_trick, end_deal

NONE = -1


def cards(game: Game, text: str) -> list[int]:
    """Return the numbers of cards written with blanks between them."""
    return [game.parse_card(word) for word in text.split()]


def texts(state: State) -> set[str]:
    """Return the texts of the legal actions."""
    return {state.action_to_string(action) for action in state.legal_actions()}


def play(state: State, text: str) -> State:
    """Play actions separated by semicolons, or cards by blanks."""
    for word in filter(None, text.split(";") if ";" in text else text.split()):
        state.apply_action(state.string_to_action(word.strip()))
    return state


def position(
    text: str, contract: str, hands: dict[int, str], leader: int, trump: str = "", **fields: int
) -> State:
    """Return a state in the middle of a deal, about to be led to, with these hands.

    Args:
        text: Options of the game.
        contract: The contract of the deal.
        hands: The cards of seats; the others hold none.
        leader: Who is to lead.
        trump: Trump suit.
        **fields: Further fields of the state.
    """
    game = load_game(f"king:{text}")
    state = game.deal(deck=game.pack, match={"dealer": game.num_players() - 1})
    record = state.record
    record.contract = ALL_CONTRACTS.index(contract)
    record.phase = PLAYING
    for seat in range(game.num_players()):
        record.hands[seat] = make_set(cards(game, hands.get(seat, "")))
    record.leader = record.player = leader
    record.trump = game.options.the_pack().suits.index(trump) if trump else NONE
    record.tricks_done = 1
    for name, value in fields.items():
        record[name] = value
    return state


def ended(
    text: str,
    contract: str,
    winners: str,
    taken: tuple[str, ...] = (),
    **fields: Any,
) -> list[float]:
    """Return the scores of a deal that ends with these tricks and cards won.

    Args:
        text: Options of the game.
        contract: The contract of the deal.
        winners: The seats that win the tricks, a digit each.
        taken: Cards that each seat has won in them, as far as they matter.
        **fields: Further fields of the state.
    """
    state = position(text, contract, {}, 0, **fields)
    record = state.record
    for number, seat in enumerate(map(int, winners), 1):
        record.tricks[seat] += 1
        record.trick_costs[seat] += cost_of_trick(record, record.contract, number)
    for seat, won in enumerate(taken):
        record.taken[seat] = make_set(cards(state.game, won))
    end_deal(record)
    return [float(score) for score in state.scores()]
