"""Tricks of King and its relatives for its referee: what may be played, and who wins."""

from __future__ import annotations

from typing import Any

from referees import king_scores as scores
from referees.king_tables import words_of

HIGHER_HEARTS = "JQKA"  # the hearts that beat a joker


def legal_cards(referee: Any, seat: int) -> list[int]:
    """Return the cards that a seat may play now, ascending."""
    hand = sorted(referee.table.hand(seat))
    found = _leads(referee, seat, hand) if not referee.trick else _follows(referee, hand)
    if referee.options["no_points_first_trick"] and not referee.tricks:
        values = scores.hearts_values(referee.options, referee.cards)
        found = [card for card in found if values.get(card, 0) >= 0] or found
    return found


def _without(cards: Any, hand: list[int], suit: str) -> list[int]:
    """Return the cards of other suits, or all if there are none."""
    return [card for card in hand if cards.suit(card) != suit] or hand


def _leads(referee: Any, seat: int, hand: list[int]) -> list[int]:
    options, cards = referee.options, referee.cards
    two = cards.code("2C")
    if options["lead_rule"] == "two_clubs" and not referee.tricks and two in hand:
        if options["can_lead_any_club"]:
            return [card for card in hand if cards.suit(card) == "C"]
        return [two]
    if referee.contract == "otygrysh":
        if options["trump_lead_only_namer"] and seat != referee.namer:
            return _without(cards, hand, referee.trump)
        return hand
    if is_restricted(referee) and referee.contract in words_of(options["heart_lead_ban"]):
        return _without(cards, hand, "H")
    if options["must_break_hearts"] and not referee.hearts_broken:
        others = _without(cards, hand, "H")
        is_queen_alone = [cards.name(card) for card in others] == ["QS"]
        if options["can_lead_hearts_instead_of_qs"] and is_queen_alone:
            return hand
        return others
    return hand


def is_restricted(referee: Any) -> bool:
    """Tell whether leads and drops are restricted at all: not in the mirror of a contract."""
    return not referee.is_mirror


def _follows(referee: Any, hand: list[int]) -> list[int]:
    options, cards = referee.options, referee.cards
    led = cards.suit(referee.trick[0][1])
    rule = options["king_forced_drop"]
    drops = rule != "off" and is_restricted(referee) and referee.contract in ("no_king", "eralash")
    king = cards.code("KH")
    following = [card for card in hand if cards.suit(card) == led]
    if following:
        on_table = [cards.name(card) for _, card in referee.trick]
        under_ace = led == "H" and "AH" in on_table
        if drops and rule == "void_or_under" and under_ace and king in hand:
            return [king]
        return following
    if drops and king in hand:
        return [king]
    if referee.contract == "otygrysh" and options["must_trump"]:
        return [card for card in hand if cards.suit(card) == referee.trump] or hand
    return hand


def winner(referee: Any, trick: list[tuple[int, int]]) -> int:
    """Return the seat that wins a complete trick."""
    cards = referee.cards
    jokers = [seat for seat, card in trick if card in cards.jokers]
    if jokers:
        high = [
            (HIGHER_HEARTS.index(cards.rank(card)), seat)
            for seat, card in trick
            if card not in cards.jokers
            and cards.suit(card) == "H"
            and cards.rank(card) in HIGHER_HEARTS
        ]
        return max(high)[1] if high else jokers[-1]
    suits = [cards.suit(card) for _, card in trick]
    wins = referee.trump if referee.trump in suits else suits[0]
    return max((cards.strength(card), s) for s, card in trick if cards.suit(card) == wins)[1]
