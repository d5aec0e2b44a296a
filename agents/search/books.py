"""A search tree as Python sees it: room for its nodes, its children, its next root."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from prikup.envs.engine.cards import NONE
from prikup.envs.engine.errors import BadOptions

from .reuse import transplant
from .selection import MOST_NODES, NODE, PLAN
from .tree import plant


@dataclass
class Tree:
    """One tree, or one for each seat, with its books."""

    nodes: np.ndarray = field(default_factory=lambda: _new_nodes(0))
    plan: np.ndarray = field(default_factory=lambda: np.zeros(1, PLAN))

    def clear(self, roots: int) -> None:
        """Start anew with so many roots."""
        self.plan["nodes"] = 0
        self.make_room(roots)
        plant(self.nodes, self.plan[0], roots)

    def make_room(self, more: int) -> None:
        """Let at least `more` nodes be added."""
        used = int(self.plan["nodes"][0])
        if len(self.nodes) < used + more:
            grown = _new_nodes(max(2 * len(self.nodes), used + more))
            grown[:used] = self.nodes[:used]
            self.nodes = grown

    def go_on(self, labels: list[int]) -> bool:
        """Let the node at the end of a path from the root become the root; False if none is there.

        The tree then has only what lies below it.
        """
        if not int(self.plan["nodes"][0]):
            return False
        node = 0
        for label in labels:
            here = [child for child in self.children(node) if self.nodes["action"][child] == label]
            if not here:
                return False
            node = here[0]
        fresh = _new_nodes(len(self.nodes))
        sources = np.zeros(len(self.nodes), np.int64)
        self.plan["nodes"] = transplant(self.nodes, node, fresh, sources)
        self.plan["done"] = 0
        self.nodes = fresh
        return True

    def children(self, node: int) -> list[int]:
        """Return the children of a node."""
        following = self.nodes["next_sibling"]
        found, child = [], int(self.nodes["first_child"][node])
        while child != NONE:
            found.append(child)
            child = int(following[child])
        return found


def _new_nodes(number: int) -> np.ndarray:
    """Return so many nodes of zeros, each on a cache line of its own.

    Raises:
        BadOptions: if a tree cannot be as large.
    """
    if number > MOST_NODES:
        raise BadOptions(f"ismcts: a tree has up to {MOST_NODES} nodes, got {number}")
    memory = np.zeros((number + 1) * NODE.itemsize, np.uint8)
    start = -memory.ctypes.data % NODE.itemsize
    return memory[start : start + number * NODE.itemsize].view(NODE)
