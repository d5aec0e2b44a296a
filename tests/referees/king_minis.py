"""Counts of the mini versions of King, by walking every history of an engine like the referee."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from referees.king_tables import options_for

# Options; deals, information sets, those with a choice, terminal histories: the page's exact
# counts (None: not given there).
MINI_COUNTS: dict[str, tuple[dict, tuple]] = {
    "mini2": ({"preset": "mini2"}, (70, 6_786, 1_822, 2_088)),
    "mini3 two suits": ({"preset": "mini3", "deck": "SH/QKA"}, (90, 759, None, None)),
    "mini3": ({"preset": "mini3"}, (1_680, 102_102, 15_192, 28_656)),
}


def all_hands(cards: list[int], hands: int, size: int) -> Iterator[list[tuple[int, ...]]]:
    """Yield every way to make so many hands of these cards."""
    if hands == 0:
        yield []
        return
    for hand in combinations(cards, size):
        rest = [card for card in cards if card not in hand]
        for others in all_hands(rest, hands - 1, size):
            yield [hand, *others]


def count_mini(make: Callable[[dict], Any], name: str) -> tuple[int, int, int, int]:
    """Enumerate a mini version; return its counts in the order of `MINI_COUNTS`."""
    options = options_for(**MINI_COUNTS[name][0])
    players, pack = options["players"], make(options).pack()
    size = len(pack) // players
    info_sets: dict[tuple, int] = {}
    deals = terminals = 0
    for hands in all_hands(pack, players, size):
        deals += 1
        root = make(options)
        # The last seat deals: seat 0 is eldest and gets the first card.
        root.deal([hand[k] for k in range(size) for hand in hands])
        nodes: list[tuple[Any, tuple[int, ...]]] = [(root, ())]
        while nodes:
            node, past = nodes.pop()
            if node.player < 0:
                terminals += 1
                continue
            actions = node.legal()
            info_sets[(node.player, hands[node.player], past)] = len(actions)
            for action in actions:
                child = node.clone() if action != actions[-1] else node
                child.play(action)
                nodes.append((child, (*past, action)))
    choices = sum(1 for number in info_sets.values() if number > 1)
    return deals, len(info_sets), choices, terminals
