"""Cards and card sets.

A card is an int below 60, `suit * ranks + rank` in the games with suits, rank 0 the lowest. A card
set is an int64 bit mask: card c is bit c. Rules never shift; they speak through the functions here.
"""

from __future__ import annotations

import numpy as np

from .jit import DISABLED, inlined

NONE = -1  # absent card or seat
CHANCE = -1  # state.player when a deck or a lot is due
TERMINAL = -4  # state.player when the episode is over (OpenSpiel's number)
MAX_CARDS = 60

if DISABLED:
    _WORD = (1 << 64) - 1  # bit 63 makes an int64 negative

    def count(cards: int) -> np.int64:
        """Return the number of cards in the set."""
        return np.int64((int(cards) & _WORD).bit_count())

    def lowest(cards: int) -> np.int64:
        """Return the lowest card of a set that is not empty."""
        word = int(cards)
        return np.int64((word & -word).bit_length() - 1)

    def highest(cards: int) -> np.int64:
        """Return the highest card of a set that is not empty."""
        return np.int64((int(cards) & _WORD).bit_length() - 1)

    def without_lowest(cards: int) -> np.int64:
        """Return the set without its lowest card."""
        word = int(cards) & _WORD
        rest = word & (word - 1)
        return np.int64(rest - (1 << 64) if rest >> 63 else rest)

else:
    import llvmlite.binding as llvm
    import llvmlite.ir as ir
    from numba import types
    from numba.extending import intrinsic

    def _bit_intrinsic(name, *flags):
        @intrinsic
        def operation(typing_context, word):
            def generate(context, builder, signature, arguments):
                method = getattr(builder, name)
                return method(arguments[0], *(ir.Constant(ir.IntType(1), f) for f in flags))

            return types.int64(types.int64), generate

        return operation

    _population = _bit_intrinsic("ctpop")
    _trailing_zeros = _bit_intrinsic("cttz", 0)
    _leading_zeros = _bit_intrinsic("ctlz", 0)

    @inlined
    def count(cards):
        """Return the number of cards in the set."""
        return _population(cards)

    @inlined
    def lowest(cards):
        """Return the lowest card of a set that is not empty."""
        return _trailing_zeros(cards)

    @inlined
    def highest(cards):
        """Return the highest card of a set that is not empty."""
        return np.int64(63) - _leading_zeros(cards)

    @inlined
    def without_lowest(cards):
        """Return the set without its lowest card."""
        word = np.uint64(cards)  # signed, the least word minus one would overflow
        return np.int64(word & (word - np.uint64(1)))

    # One instruction spreads bits over the places of a mask. AMD's first processors with it take
    # longer for that than a loop.
    _SPREADS = llvm.get_host_cpu_features().get("bmi2", False)
    _SPREADS = _SPREADS and llvm.get_host_cpu_name() not in ("znver1", "znver2")

    @intrinsic
    def _spread(typing_context, bits, mask):
        def generate(context, builder, signature, arguments):
            word = ir.IntType(64)
            of = ir.FunctionType(word, [word, word])
            spread = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), of)
            return builder.call(spread, arguments)

        return types.int64(types.int64, types.int64), generate


@inlined
def card_set(card):
    """Return the set with this one card."""
    return np.int64(1) << np.int64(card)


@inlined
def first_cards(number):
    """Return the set of the cards 0 .. number - 1, number < 63."""
    return (np.int64(1) << np.int64(number)) - np.int64(1)


@inlined
def has(cards, card):
    """Return whether the card is in the set."""
    return ((np.int64(cards) >> np.int64(card)) & 1) == 1


@inlined
def add(cards, card):
    """Return the set with the card."""
    return cards | card_set(card)


@inlined
def remove(cards, card):
    """Return the set without the card."""
    return cards & ~card_set(card)


@inlined
def without(cards, others):
    """Return the cards of the first set that are not in the second."""
    return cards & ~others


@inlined
def above(cards, card):
    """Return the cards of the set with a higher number than `card`."""
    return cards & ~first_cards(card + 1)


@inlined
def nth_by_loop(cards, index):
    """Return the same as `nth`, on any processor."""
    for _ in range(index):
        cards = without_lowest(cards)
    return lowest(cards)


if DISABLED or not _SPREADS:
    nth = nth_by_loop
else:

    @inlined
    def nth(cards, index):
        """Return the card with `index` lower ones in the set, 0 <= index < count(cards)."""
        # No processor foresees how often a loop over random indices runs.
        return lowest(_spread(card_set(index), cards))


@inlined
def suit_of(card, ranks):
    """Return the suit of a card in a pack with that many ranks and up to five suits."""
    # Compared, not divided: a division costs more than the rest of a move.
    return (
        np.int64(card >= ranks)
        + np.int64(card >= 2 * ranks)
        + np.int64(card >= 3 * ranks)
        + np.int64(card >= 4 * ranks)
    )


@inlined
def rank_of(card, ranks):
    """Return the rank of a card, 0 the lowest, in a pack with that many ranks."""
    return card - suit_of(card, ranks) * ranks


@inlined
def next_seat(seat, players):
    """Return the seat to the left."""
    return seat + 1 if seat + 1 < players else np.int64(0)


@inlined
def whole_suit(suit, ranks):
    """Return the set of all cards of a suit."""
    return first_cards(ranks) << np.int64(suit * ranks)


@inlined
def cards_of_suit(cards, suit, ranks):
    """Return the cards of the set that are of the suit."""
    return cards & whole_suit(suit, ranks)


# --- legal actions: a bit set of words, cards in word 0 -----------------------------------------


@inlined
def allow(actions, action):
    """Add an action to the set of legal actions, `actions int64[W]`."""
    actions[action >> 6] |= np.int64(1) << np.int64(action & 63)


@inlined
def allow_run(actions, first, number):
    """Add the actions first .. first + number - 1 to the set, number < 63."""
    run, at = first_cards(number), np.int64(first & 63)
    actions[first >> 6] |= run << at
    if at + number > 64:
        actions[(first >> 6) + 1] |= run >> (64 - at)


@inlined
def is_allowed(actions, action):
    """Return whether the action is in the set of legal actions."""
    return ((actions[action >> 6] >> np.int64(action & 63)) & 1) == 1


@inlined
def count_allowed(actions):
    """Return the number of legal actions."""
    total = np.int64(0)
    for word in range(len(actions)):
        total += count(actions[word])
    return total


@inlined
def nth_allowed(actions, index):
    """Return the legal action with `index` lower ones, 0 <= index < count_allowed(actions)."""
    for word in range(len(actions)):
        here = count(actions[word])
        if index < here:
            return word * 64 + nth(actions[word], index)
        index -= here
    return np.int64(NONE)


def members(cards: int) -> list[int]:
    """Return the cards of a set in ascending order, as Python integers."""
    word, found = int(cards) & ((1 << 64) - 1), []
    while word:
        lowest_bit = word & -word
        found.append(lowest_bit.bit_length() - 1)
        word ^= lowest_bit
    return found


def make_set(cards: list[int]) -> int:
    """Return the set of these cards; the inverse of `members`."""
    word = 0
    for card in cards:
        word |= 1 << card
    return word
