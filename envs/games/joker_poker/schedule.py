"""The score sheet: which deals are played, in order, and what each may bring."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .options import JokerPokerOptions

# Kinds of deals; their order is their number in the rules.
KINDS = ("normal", "dark", "no_trump", "misere", "golden", "forehead", "percent", "circular")
NORMAL, DARK, NO_TRUMP, MISERE, GOLDEN, FOREHEAD, PERCENT, CIRCULAR = range(8)

MOST_HAND = 26  # cards of a hand; bids 0 to 26 have numbers
MOST_DEALS = 128
SCHEDULE_WORDS = 32
ENTRIES_A_WORD = MOST_DEALS // SCHEDULE_WORDS
ENTRY_BASE = 1 << 15  # an entry is below it: kind + 8 · cards + 256 · size of the set it ends
HAND_BASE, SET_BASE = 8, 256


class Entry(NamedTuple):
    """One deal of the schedule."""

    kind: int
    hand: int  # cards of a hand; 0: as many as the lot said
    set_size: int = 0  # deals of the set that ends with it, 0 inside a set

    def number(self) -> int:
        """Return the entry as one number."""
        return self.kind + HAND_BASE * self.hand + SET_BASE * self.set_size


def main_part(options: JokerPokerOptions) -> list[Entry]:
    """Return the deals before the special ones; their sets are explicit, or up, peak, down."""
    if options.num_tricks_fixed:
        return [Entry(NORMAL, max(options.num_tricks_fixed, 0), 1)]
    most = options.largest_hand()
    parts: list[list[int]] = [[]]
    if any(options.sets):
        for hand in options.sets:
            if hand:
                parts[-1].append(hand)
            else:
                parts.append([])
    else:
        up, down = list(range(1, most)), list(range(most - 1, 0, -1))
        parts = [
            up if options.ascending else [],
            [most] * options.peak_repeats,
            down if options.descending else [],
        ]
    made = []
    for part in parts:
        for number, hand in enumerate(part, 1):
            made.append(Entry(NORMAL, hand, number if number == len(part) else 0))
    return made


def schedule(options: JokerPokerOptions) -> list[Entry]:
    """Return all deals of a match."""
    made = main_part(options)
    if options.num_tricks_fixed:
        return made
    most = options.most_hand()
    hands = {FOREHEAD: 1, PERCENT: min(4, most)}
    repeats = options.players if options.special_repeat == "circle" else 1
    for word in options.specials:
        if word != "none":
            kind = KINDS.index(word)
            hand = hands.get(kind, options.special_hand or options.largest_hand())
            made += [Entry(kind, hand)] * repeats
    return made


def packed(entries: list[Entry]) -> list[int]:
    """Return the schedule in few numbers, the first entry the lowest part of the first one."""
    words = [0] * SCHEDULE_WORDS
    for index, entry in enumerate(entries):
        word, place = divmod(index, ENTRIES_A_WORD)
        words[word] += entry.number() * ENTRY_BASE**place
    return words


def multiplier(options: JokerPokerOptions, kind: int) -> int:
    """Return what all points of a deal of this kind are multiplied by."""
    return {
        DARK: options.mult_dark,
        FOREHEAD: options.mult_forehead,
        PERCENT: options.mult_percent,
    }.get(kind, 1)


def deal_range(options: JokerPokerOptions, entry: Entry) -> tuple[int, int]:
    """Return bounds of a seat's points in one deal, at most 0 and at least 0."""
    hand = entry.hand or options.most_hand()
    if entry.kind == MISERE:
        found = [
            options.misere_per_trick * hand,
            options.misere_zero_bonus,
            options.misere_all_bonus,
        ]
    elif entry.kind == GOLDEN:
        found = [options.golden_per_trick * hand]
    elif options.scoring == "classic":
        double = 2 if options.full_hand_double else 1
        found = [
            options.pass_points,
            options.made_per_trick * hand * double,
            options.over_per_trick * hand,
            -options.under_per_trick * hand,
        ]
    elif options.scoring == "georgian":
        lost = {"none": 0, "flat500": 500, "minus100k": 100 * hand}.get(options.khisht, 200)
        found = [100 * hand, 50 + 50 * hand, -lost]
    elif options.scoring == "oh_hell_plain":
        found = [options.points_per_trick * hand + options.made_bonus]
    else:
        found = [
            options.points_per_trick * hand + options.made_bonus,
            -options.points_per_trick * hand,
        ]
    times = multiplier(options, entry.kind)
    return times * min(0, *found), times * max(0, *found)


def score_range(options: JokerPokerOptions) -> tuple[float, float]:
    """Return bounds of a seat's points over an episode."""
    deals = schedule(options)
    if options.episode == "deal":
        deals = [deals[options.first_deal()]]
    ranges = [deal_range(options, entry) for entry in deals]
    low, high = sum(low for low, _ in ranges), sum(high for _, high in ranges)
    if options.premium:
        best = max(high for _, high in ranges)
        sets = sum(entry.set_size > 0 for entry in deals)
        low, high = low - best * sets, high + best * sets
    return float(low), float(high)
