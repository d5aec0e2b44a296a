"""Thousand: how high to bid is learned, everything else is left to a fixed policy.

A seat has one learned decision, at its first turn in the auction: the highest contract it will bid
for in this deal. Choice 0 is the heuristic's own limit, the others lie some steps below and above.
What the seat sees is a *bucket*: what the heuristic thinks the dealt hand takes, in steps of ten
points, whether it holds a marriage, its place in the order of bidding, what is bid already, and
whether the bidder sits on the barrel or itself does.

`limits_and_raises` learns a second decision after the exchange: to how much to raise. Its bucket
has forgotten the first one, so it is an abstraction of imperfect recall (Waugh et al., "A practical
use of imperfect recall", SARA 2009): CFR's guarantee does not hold there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from prikup.agents.heuristic import thousand as heuristic
from prikup.agents.heuristic.thousand import bid_up_to, dealt_value, final_value, limit_of
from prikup.envs.engine.cards import NONE, is_allowed
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.log import chain
from prikup.envs.engine.policy import policy_record
from prikup.envs.games.thousand import layout
from prikup.envs.games.thousand.common import holds_marriage
from prikup.envs.games.thousand.rules import STATE

from ..abstraction import ELSEWHERE, NO_PLAN, Abstraction, register_abstraction

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game

_STEPS = (0, -30, -20, -10, 10, 20, 30)  # from the heuristic's limit, in points
_RAISES = 5  # contracts that are offered after the exchange: to stay and the next ones
_LEVEL = 10  # points of a step of a bucket
_MOST_LEVELS = 25
_LIMIT_STREAM, _RAISE_STREAM = 98, 97  # where keys start from
_RAISED = 1_000  # added to the plan once the raise is chosen


def limits(game: Game) -> Abstraction:
    """Return the abstraction `limits`: the highest bid is learned."""
    return _make(game, "limits", raises=0)


def limits_and_raises(game: Game) -> Abstraction:
    """Return the abstraction `limits_and_raises`, of imperfect recall."""
    return _make(game, "limits_and_raises", raises=1)


def _make(game: Game, name: str, raises: int) -> Abstraction:
    numbers = heuristic.policy(game)
    # The kernels call into the heuristic's file: its tag tells one version from another.
    tag, *names = numbers.dtype.names or ()
    values = {key: float(numbers[key][0]) for key in names}
    record = policy_record(f"{name}_{tag}", __file__, raises=raises, **values)
    register_abstraction(record, STATE, bucket=bucket, offer=offer, follow=follow)
    return Abstraction(name, record, has_perfect_recall=not raises, most_choices=len(_STEPS))


@compiled
def bucket(abstraction, state, plans):
    """Return the key of what the mover sees of its hand, where it is to decide."""
    seat, plan = state.player, plans[state.player]
    hand = state.hands[seat]
    if _chooses_limit(state, plan):
        key = chain(np.int64(_LIMIT_STREAM), _level(dealt_value(abstraction, state, hand)))
        key = chain(key, np.int64(holds_marriage(state, hand)))
        key = chain(key, np.int64((seat - state.forehand) % state.opt.players))
        key = chain(key, np.int64(state.bid))
        rival = state.bidder != NONE and state.match.on_barrel[state.bidder] == 1
        return chain(key, np.int64(2 * rival + state.match.on_barrel[seat]))
    if _chooses_raise(abstraction, state, plan):
        key = chain(np.int64(_RAISE_STREAM), _level(final_value(abstraction, state, hand)))
        key = chain(chain(key, np.int64(holds_marriage(state, hand))), np.int64(state.contract))
        return chain(key, state.match.on_barrel[seat])
    return np.int64(ELSEWHERE)


@compiled
def offer(abstraction, state, actions, choices):
    """Write the limits, or the contracts after the exchange, that can be chosen."""
    if state.phase == layout.AUCTION:
        own = limit_of(abstraction, state)
        for i in range(len(_STEPS)):
            choices[i] = max(np.int64(0), np.int64(own) + _STEPS[i])
        return np.int64(len(_STEPS))
    first, number = state.opt.cards, 0
    for call in range(layout.BID_66):
        if is_allowed(actions, first + call) and number < _RAISES:
            choices[number] = _RAISED + call
            number += 1
    if is_allowed(actions, first + layout.WRITE_OFF):
        choices[number] = _RAISED + layout.WRITE_OFF
        number += 1
    return np.int64(number)


@compiled
def follow(abstraction, state, plans, actions):
    """Bid up to the limit; after the exchange raise as chosen."""
    plan = plans[state.player]
    if state.phase == layout.AUCTION and plan < _RAISED:
        return state.opt.cards + bid_up_to(state, actions, np.float64(plan))
    if state.phase == layout.FINAL_BID and plan >= _RAISED:
        action = state.opt.cards + plan - _RAISED
        return action if is_allowed(actions, action) else np.int64(NONE)
    return np.int64(NONE)


@compiled
def _chooses_limit(state, plan):
    """Return whether the mover, who has seen its cards, is asked for the first time."""
    return state.phase == layout.AUCTION and plan == NO_PLAN and state.unseen != state.player


@compiled
def _chooses_raise(abstraction, state, plan):
    return abstraction.raises == 1 and state.phase == layout.FINAL_BID and plan < _RAISED


@compiled
def _level(value):
    """Return in which step of a bucket a number of points is."""
    return np.int64(min(_MOST_LEVELS, max(0.0, np.floor(value / _LEVEL))))


NAMED = {"limits": limits, "limits_and_raises": limits_and_raises}
