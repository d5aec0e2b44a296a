"""Hearts by the referee of King and by OpenSpiel, side by side.

OpenSpiel's card is `suit + 4 * rank`, suits C D H S; its first chance node is the direction of
the passes, then the i-th card goes to seat i mod 4. Its three cards are passed in any order.
"""

from __future__ import annotations

import random
from typing import Any

from referees.king import Referee, options_for

FLAGS = (
    "must_break_hearts",
    "qs_breaks_hearts",
    "can_lead_any_club",
    "can_lead_hearts_instead_of_qs",
    "avoid_all_tricks_bonus",
)


def options_of(**flags: bool) -> dict:
    """Return the referee's options for OpenSpiel's flags."""
    changes: dict[str, object] = {name: flags[name] for name in FLAGS if name in flags}
    if "no_pts_on_first_trick" in flags:
        changes["no_points_first_trick"] = flags["no_pts_on_first_trick"]
    if flags.get("jd_bonus"):
        changes["card_penalties"] = "QS:-13/H:-1/JD:10"
    if not flags.get("pass_cards", True):
        changes |= {"pass_count": 0, "pass_cycle": "none"}
    return options_for("hearts_openspiel", **changes)


def their_card(card: int) -> int:
    """Return OpenSpiel's number of a card of ours."""
    suit, rank = divmod(card, 13)
    return "CDHS".index("SCDH"[suit]) + 4 * rank


def our_card(card: int) -> int:
    """Return our number of a card of OpenSpiel's."""
    rank, suit = divmod(card, 4)
    return "SCDH".index("CDHS"[suit]) * 13 + rank


def compare(theirs: Any, options: dict, rng: random.Random, strong: bool = False) -> list[float]:
    """Play one game at random on both, asserting the same moves; return OpenSpiel's payoffs.

    Args:
        theirs: OpenSpiel's game.
        options: The referee's options of the same rules.
        rng: Chooses everything.
        strong: Whether seat 0 is dealt the highest cards and plays its highest card, so that it
            often takes all penalty cards.
    """
    referee, state = Referee(options), theirs.new_initial_state()
    if referee.phase == "pass direction":
        direction = 0 if strong else rng.choice(referee.legal())
        assert state.legal_actions() == referee.legal()
        state.apply_action(direction)
        referee.play(direction)
    else:
        state.apply_action(0)
    deck = referee.pack()
    rng.shuffle(deck)
    if strong:
        high = sorted(deck, key=lambda card: card % 13)[-13:]
        others = [card for card in deck if card not in high]
        deck = [(high if k % 4 == 0 else others).pop() for k in range(52)]
    referee.deal(deck)
    for card in deck:
        state.apply_action(their_card(card))
    while referee.player >= 0:
        where = f"{options}, deck {deck}, {state}"
        legal = referee.legal()
        assert state.current_player() == referee.player, where
        if referee.phase == "play":
            assert sorted(our_card(card) for card in state.legal_actions()) == legal, where
        else:
            # Ours come in ascending order, theirs in any.
            assert set(legal) <= {our_card(card) for card in state.legal_actions()}, where
        action = rng.choice(legal)
        if strong and referee.player == 0:
            action = max(legal, key=lambda card: card % 13)
        referee.play(action)
        state.apply_action(their_card(action))
    assert state.is_terminal()
    assert state.returns() == [26 + points for points in referee.scores()], f"{options}, {state}"
    return list(state.returns())
