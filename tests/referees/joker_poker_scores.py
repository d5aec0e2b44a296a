"""Scores of Joker Poker for its referee: one deal, and the premium of a set."""

from __future__ import annotations


def bid_score(rules: dict, size: int, bid: int, taken: int) -> int:
    """Return the points for a bid in a deal of `size` cards, before any multiplier."""
    if rules["scoring"] == "classic":
        return _classic(rules, size, bid, taken)
    if rules["scoring"] == "georgian":
        return _georgian(rules, size, bid, taken)
    each = rules["points_per_trick"]
    if taken == bid:
        return each * taken + rules["made_bonus"]
    if rules["scoring"] == "oh_hell_plain":
        return each * taken
    return -each * abs(taken - bid)


def _classic(rules: dict, size: int, bid: int, taken: int) -> int:
    if taken > bid:
        return rules["over_per_trick"] * taken
    if taken < bid:
        lost = bid if rules["under_mode"] == "per_bid" else bid - taken
        return -rules["under_per_trick"] * lost
    if bid == 0:
        return rules["pass_points"]
    doubled = rules["full_hand_double"] and bid == size and size > 1
    return rules["made_per_trick"] * bid * (2 if doubled else 1)


def _georgian(rules: dict, size: int, bid: int, taken: int) -> int:
    if taken == bid:
        return 100 * size if bid == size else 50 + 50 * bid
    khisht = rules["khisht"]
    if khisht == "any_miss":
        return -200
    if bid >= 1 and taken == 0:
        return {"none": 0, "flat200": -200, "flat500": -500, "minus100k": -100 * size}[khisht]
    return 10 * taken


def deal_score(rules: dict, kind: str, size: int, bid: int, taken: int) -> int:
    """Return the points of one seat for a deal; `bid` is not read where there are no bids."""
    if kind == "misere":
        if taken == size and rules["misere_all_bonus"]:
            return rules["misere_all_bonus"]
        return rules["misere_per_trick"] * taken + (rules["misere_zero_bonus"] if not taken else 0)
    if kind == "golden":
        return rules["golden_per_trick"] * taken
    times = rules[f"mult_{kind}"] if kind in ("dark", "forehead", "percent") else 1
    return times * bid_score(rules, size, bid, taken)


def premium(best: list[int], exact: list[bool]) -> list[int]:
    """Return what the end of a set adds to every seat.

    Args:
        best: Each seat's best deal score of the set, 0 if none was positive.
        exact: Whether the seat made its bid in every deal of the set.
    """
    if not any(exact):
        return [0] * len(best)
    return [points if made else -points for points, made in zip(best, exact)]
