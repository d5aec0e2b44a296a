"""Trick play with open hands over plain lists: an obvious second opinion on the solvers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Deal:
    """A trick-play position in lists; cards are (suit, rank)."""

    hands: list[list[tuple[int, int]]]
    leader: int
    trump: int | None
    must_trump: bool = False

    def allowed(self, seat: int, trick: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return what a seat may play to a trick."""
        hand = self.hands[seat]
        if not trick:
            return list(hand)
        same = [card for card in hand if card[0] == trick[0][0]]
        trumps = [card for card in hand if card[0] == self.trump]
        if same:
            return same
        return trumps if self.must_trump and trumps else list(hand)

    def taker(self, trick: list[tuple[int, int]], leader: int) -> int:
        """Return the seat that takes a complete trick."""
        trumps = [card for card in trick if card[0] == self.trump]
        best = max(trumps or [card for card in trick if card[0] == trick[0][0]])
        return (leader + trick.index(best)) % len(self.hands)


def minimax(deal, worth, counted, maximizing, final, leader, trick, taken=0):
    """Return the value with perfect play.

    Args:
        deal: The position.
        worth: Function of the cards of a trick.
        counted: Seats whose tricks are added up.
        maximizing: Seats that want a high value.
        final: Function of the sum at the end.
        leader: Leader of the running trick.
        trick: Its cards so far.
        taken: The sum so far.
    """
    players = len(deal.hands)
    if not trick and not any(deal.hands):
        return final(taken)
    seat = (leader + len(trick)) % players
    values = []
    for card in deal.allowed(seat, trick):
        deal.hands[seat].remove(card)
        played = [*trick, card]
        if len(played) < players:
            value = minimax(deal, worth, counted, maximizing, final, leader, played, taken)
        else:
            taker = deal.taker(played, leader)
            gain = worth(played) if taker in counted else 0
            value = minimax(deal, worth, counted, maximizing, final, taker, [], taken + gain)
        values.append(value)
        deal.hands[seat].append(card)
    return max(values) if seat in maximizing else min(values)


def maxn(deal, payoffs, leader, trick, taken):
    """Return everybody's payoffs when each seat maximises its own.

    Of equal ones a seat takes what leaves the others the least in all, then the lowest in order.

    Args:
        deal: The position.
        payoffs: What each seat is paid, by the final tricks of all seats but the last.
        leader: Leader of the running trick.
        trick: Its cards so far.
        taken: Tricks of each seat so far.
    """
    players = len(deal.hands)
    if not trick and not any(deal.hands):
        return tuple(payoffs[taken[:-1]])
    seat = (leader + len(trick)) % players
    found = []
    for card in deal.allowed(seat, trick):
        deal.hands[seat].remove(card)
        played = [*trick, card]
        if len(played) < players:
            found.append(maxn(deal, payoffs, leader, played, taken))
        else:
            taker = deal.taker(played, leader)
            now = tuple(taken[s] + (s == taker) for s in range(players))
            found.append(maxn(deal, payoffs, taker, [], now))
        deal.hands[seat].append(card)
    return min(found, key=lambda p: (-p[seat], sum(p) - p[seat], p))


def maxn_of_state(state):
    """Return everybody's scores by the plain recursion over a game's own moves.

    Of equal ones a seat takes what leaves the others least, then the lowest in order.
    """
    if state.is_terminal():
        return state.returns()
    found = []
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        found.append(maxn_of_state(after))
    seat = state.current_player()
    return min(found, key=lambda payoffs: (-payoffs[seat], sum(payoffs), list(payoffs)))
