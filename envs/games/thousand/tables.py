"""Numbers that follow from the options: what a card is worth, what beats it, where it is dealt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...engine.packs import SUITS

if TYPE_CHECKING:
    from .options import ThousandOptions

MOST_CARDS = 32
RANKS = "789TJQKA"
STRENGTH = "789JQKTA"  # weakest first
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}


def card_points(options: ThousandOptions) -> list[int]:
    """Return the points of each card of the pack."""
    values = {**POINTS, "7": options.seven_points}
    return [values.get(text[0], 0) for text in options.pack().cards]


def suit_values(options: ThousandOptions) -> list[int]:
    """Return the value of the marriage of each suit of the pack, with marriage_values=suit."""
    return [options.suit_marriages[SUITS.index(suit)] for suit in options.pack().suits]


def most_taken(options: ThousandOptions) -> int:
    """Return a bound on the points that one seat can take in a deal."""
    values = suit_values(options)
    if options.marriage_values == "fixed_40_20":
        values = [40, *[20] * (len(values) - 1)]
    return sum(card_points(options)) + sum(values) + options.ace_marriage


def dealing_slots(options: ThousandOptions) -> list[int]:
    """Return where each slot goes: active seat 0 .. 2 from forehand, or 4 + t for talon t.

    One card a seat and round; a talon card after each round from the second on, talon 0 first, so
    that neither the first three nor the last three cards enter it; with too few rounds the rest
    follows the last one.
    """
    waiting = [4 + t for t in range(options.talons) for _ in range(options.talon_size)]
    slots: list[int] = []
    for deal_round in range(1, options.hand_size + 1):
        slots += range(options.active_seats())
        if deal_round >= 2 and waiting:
            slots.append(waiting.pop(0))
    return slots + waiting


def _higher(texts: tuple[str, ...], card: str) -> int:
    """Return the set of the cards of the same suit that beat a card."""
    rank, suit = card[0], card[1]
    return sum(
        1 << other
        for other, text in enumerate(texts)
        if text[1] == suit and STRENGTH.index(text[0]) > STRENGTH.index(rank)
    )


def _filled(numbers: list[int], length: int, filler: int) -> list[int]:
    return numbers + [filler] * (length - len(numbers))


def derived(options: ThousandOptions) -> dict[str, Any]:
    """Return the values of ThousandOptions.DERIVED."""
    own = options.pack()
    cards, suits = own.cards, own.suits
    kings = [own.card("K" + suit) for suit in suits]
    queens = [own.card("Q" + suit) for suit in suits]
    pairs = [1 << king | 1 << queen for king, queen in zip(kings, queens)]
    letters = [SUITS.index(suit) for suit in suits]
    of_rank = {
        rank: sum(1 << card for card, text in enumerate(cards) if text[0] == rank) for rank in RANKS
    }
    slots = dealing_slots(options)
    goal = options.target + 5 * options.over_target
    barrel, golden = options.writeoff_barrel, options.writeoff_on_golden
    if barrel == "auto":
        barrel = "allowed" if options.writeoff_subtract_bid else "nobody_while_barrel"
    if golden == "auto":
        golden = "true" if options.writeoff_subtract_bid else "false"
    return {
        "cards": len(cards),
        "ranks": len(own.ranks),
        "suits": len(suits),
        "active": options.active_seats(),
        "letters": _filled(letters, 4, -1),
        "suit_by_letter": [suits.index(s) if s in suits else -1 for s in SUITS],
        "points": _filled(card_points(options), MOST_CARDS, 0),
        "higher": _filled([_higher(cards, card) for card in cards], MOST_CARDS, 0),
        "pairs": _filled(pairs, 4, 0),
        "kings": _filled(kings, 4, -1),
        "queens": _filled(queens, 4, -1),
        "suit_values": _filled(suit_values(options), 4, 0),
        "nines": of_rank["9"],
        "jacks": of_rank["J"],
        "aces": of_rank["A"],
        "slots": _filled(slots, MOST_CARDS, -1),
        "talon_slots": _filled([i for i, to in enumerate(slots) if to >= 4][:3], 3, -1),
        "may_redeal_hand": int(options.may_redeal_hand()),
        "may_redeal_talon": int(options.may_redeal_talon()),
        "need": options.barrel_need or goal - options.barrel_at,
        "goal": goal,
        "wins_directly": int(options.win_without_barrel or options.barrel_at == 0),
        "barrel_writeoff": ("allowed", "not_barrel_player", "nobody_while_barrel").index(barrel),
        "golden_writeoff": int(golden == "true"),
    }
