"""Bounds of King: how long a match may last, what a seat may score, what all scores add up to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .presets import SHEDDING, SIMPLE

if TYPE_CHECKING:
    from .options import KingOptions

SLAM = 26
NO_TRICK = 5
HIGHEST_BID = 26
BUMS = 9  # penalties of a deal of Tetka
PRELIMINARY = 4  # points of a preliminary deal
_WON = ("otygrysh", SHEDDING)  # contracts that bring points
UNBOUNDED = 1000  # deals that stand for a match without a bound


def contract_total(options: KingOptions, contract: str) -> int:
    """Return the points of a contract, all seats together, if all its cards are in play."""
    if contract == "eralash":
        return sum(contract_total(options, name) for name in SIMPLE if name != "eralash")
    if contract == SHEDDING:
        return options.v_fantan
    hand = options.hand_size()
    jacks = "JK" if options.kings_with_jacks else "J"
    return {
        "no_tricks": options.v_trick * hand,
        "no_jacks": options.v_jack * len(options.cards_named(jacks)),
        "no_queens": options.v_queen * len(options.cards_named("Q")),
        "no_hearts": options.v_heart * len(options.cards_named("23456789TJQKA", "H")),
        "last_two": options.v_last * min(hand, 2),
        "no_king": options.king_value() * len(options.cards_named("K", "H")),
        "otygrysh": options.v_otygrysh * hand,
    }[contract]


def penalties_and_bonuses(options: KingOptions) -> tuple[int, int]:
    """Return what the cards of a deal of `cards` cost and bring, all together."""
    values = options.card_values().values()
    return sum(v for v in values if v > 0), -sum(v for v in values if v < 0)


def deal_range(options: KingOptions, contract: str, is_mirror: bool = False) -> tuple[int, int]:
    """Return bounds of a seat's points in a deal of a contract."""
    if contract == "cards":
        cost, bonus = penalties_and_bonuses(options)
        low, high = -cost, bonus + NO_TRICK * options.avoid_all_tricks_bonus
        if options.capot:
            low -= options.v_capot
        if options.slam_rule == "others_lose":
            low = min(low, -SLAM)
        elif options.slam_rule == "self_gains":
            high = max(high, SLAM + bonus)
        return low, high
    if contract == "suit":
        most = len(options.the_pack().ranks) + HIGHEST_BID
        return -most, 0 if options.auction_settlement == "minus_points" else most
    if contract == "tetka":
        return -BUMS, 0
    total = contract_total(options, contract)
    return (0, total) if is_mirror or contract in _WON else (-total, 0)


def _deals(options: KingOptions) -> list[tuple[int, int]]:
    """Return the ranges of the deals of a match by a schedule."""
    names = options.contract_list()
    made = [(-PRELIMINARY, 0)] * options.preliminary_deals()
    if options.mode == "ordered":
        ranges = [deal_range(options, name) for name in names]
        low, high = min(low for low, _ in ranges), max(high for _, high in ranges)
        made += [(low, high)] * (options.players * options.orders_of_each())
    else:
        made += [deal_range(options, name) for name in names]
    if options.positive_phase == "mirror":
        return made + [deal_range(options, name, is_mirror=True) for name in names]
    return made + [deal_range(options, _back(options))] * options.positive_deals()


def _back(options: KingOptions) -> str:
    """Return the contract by which points are won back."""
    return SHEDDING if options.positive_phase == SHEDDING else "otygrysh"


def score_range(options: KingOptions) -> tuple[float, float]:
    """Return bounds of a seat's score over an episode."""
    names = options.contract_list()
    if options.episode == "deal":
        if options.mode == "ordered" and options.otygrysh_per_player:
            names = [*names, "otygrysh"]
        ranges = [deal_range(options, name) for name in names[: None if _orders(options) else 1]]
        return float(min(low for low, _ in ranges)), float(max(high for _, high in ranges))
    if options.match_end == "schedule":
        ranges = _deals(options)
    else:
        ranges = [deal_range(options, names[0])] * most_deals(options)
    low, high = sum(low for low, _ in ranges), sum(high for _, high in ranges)
    if options.compensation == "flat4":
        low -= PRELIMINARY
    elif options.compensation == "proportional":  # winners share what the losers lose
        high = max(high, -low * options.players)
    return float(low), float(high)


def _orders(options: KingOptions) -> bool:
    return options.mode == "ordered"


def most_deals(options: KingOptions) -> int:
    """Return a bound on the deals of a match.

    With a target the totals of all seats fall by something in each deal, and they add up to more
    than minus the target times the players until the end. Where they need not fall there is no
    bound; a thousand deals stand for it.
    """
    if options.match_end == "schedule":
        return options.scheduled_deals()
    if options.match_end == "deals":
        return options.num_deals
    least = _least_loss(options, options.contract_list()[0])
    if least <= 0:
        return UNBOUNDED
    return options.players * options.target // least + 1


def _least_loss(options: KingOptions, contract: str) -> int:
    """Return the least that all seats together lose in a deal."""
    if contract == "cards":
        cost, bonus = penalties_and_bonuses(options)
        values = sorted(options.card_values().values(), reverse=True)
        if options.leftover_card == "out":
            cost -= sum(v for v in values[: options.left_over()] if v > 0)
        least = (
            cost - bonus - NO_TRICK * options.avoid_all_tricks_bonus * (options.active_players - 1)
        )
        if options.slam_rule == "self_gains":
            least = min(least, -SLAM)
        elif options.slam_rule == "others_lose":
            least = min(least, SLAM * (options.active_players - 1))
        if options.capot:
            least = min(least, options.v_capot * (options.active_players - 1))
        return least
    if contract == "suit":
        is_plain = options.auction_settlement == "minus_points"
        lengths = [len(options.cards_named("23456789TJQKA", s)) for s in options.the_pack().suits]
        return min(lengths) - options.left_over() if is_plain else 0
    if contract == "tetka":
        return BUMS
    return contract_total(options, contract) if options.left_over() == 0 else 0


def score_sum(options: KingOptions) -> float | None:
    """Return what the scores add up to at the end of every episode; None: it varies."""
    if options.left_over() and options.leftover_card == "out":
        return None
    names = options.contract_list()
    if options.mode == "repeat":
        return _repeated_sum(options, names[0])
    if options.episode == "deal":
        if options.mode == "ordered":
            return None
        return _signed(options, names[0])
    if options.compensation == "proportional" or options.negatives_per_player:
        return None
    times = options.players if options.mode == "ordered" else 1
    total = times * sum(_signed(options, name) for name in names)
    if options.positive_phase == "mirror":
        total = 0.0
    else:
        total += options.positive_deals() * contract_total(options, _back(options))
    if options.compensation == "flat4":
        total -= PRELIMINARY * options.players
    return total - PRELIMINARY * options.preliminary_deals()


def _signed(options: KingOptions, contract: str) -> float:
    total = float(contract_total(options, contract))
    return total if contract in _WON else -total


def _repeated_sum(options: KingOptions, contract: str) -> float | None:
    """Return the sum of one deal, or of a fixed number of deals, that are all worth the same."""
    if contract == "cards":
        varies = options.slam_rule != "none" or options.capot or options.avoid_all_tricks_bonus
        cost, bonus = penalties_and_bonuses(options)
        worth: float | None = None if varies else float(bonus - cost)
    elif contract == "suit":
        worth = None
    else:
        worth = -float(BUMS) if contract == "tetka" else _signed(options, contract)
    if worth is None or options.episode == "deal":
        return worth
    return worth * options.num_deals if options.match_end == "deals" else None
