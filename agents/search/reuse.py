"""Going on with the tree of the last decision: what of it speaks of the present view.

The tree's edges are what its seat sees: actions, and that something was done unseen. What was seen
since the last search therefore leads from the old root to one node, and the tree below that node is
about the present information set. Lots have no edges, so where one happened in between nothing is
kept. The worlds of the old search count in it as often as they came that far: others' moves in
them were the tree's own, which is an inference of a kind, by opponents who search as the seat does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from prikup.envs.engine.cards import NONE
from prikup.envs.engine.jit import compiled

if TYPE_CHECKING:
    from prikup.envs.engine.view import View


def labels_since(before: View, view: View) -> list[int] | None:
    """Return the labels of the edges between two views of one seat, NONE for what was unseen.

    None where the later view does not continue the earlier one, or a lot lies between them.
    """
    old, new = before.views[0], view.views[0]
    length = int(old.log_length)
    continues = (
        before.game == view.game
        and before.seat == view.seat
        and int(new.log_length) >= length
        and (old.deal_number, old.redeal_number) == (new.deal_number, new.redeal_number)
        and old.match.tobytes() == new.match.tobytes()
        and old.log[:length].tobytes() == new.log[:length].tobytes()
    )
    if not continues:
        return None
    labels: list[int] = []
    for event in view.events()[len(before.events()) :]:
        if event.is_lot:
            return None
        if event.kind == "action":
            labels.append(event.value if event.seen else NONE)
    return labels


@compiled
def transplant(nodes, root, fresh, sources):
    """Copy the tree below a node, which becomes the root, and return its number of nodes.

    Args:
        nodes: Node records.
        root: The node.
        fresh: Node records that receive the copy, at least as many.
        sources: int64[N], scratch, as long.
    """
    fresh[0] = nodes[root]
    fresh[0].action = NONE
    fresh[0].mover = NONE
    fresh[0].next_sibling = NONE
    sources[0] = root
    used, at = np.int64(1), 0
    while at < used:
        child, last = nodes[sources[at]].first_child, np.int64(NONE)
        fresh[at].first_child = NONE
        while child != NONE:
            fresh[used] = nodes[child]
            fresh[used].next_sibling = NONE
            if last == NONE:
                fresh[at].first_child = used
            else:
                fresh[last].next_sibling = used
            sources[used] = child
            last = used
            used += 1
            child = nodes[child].next_sibling
        at += 1
    return used
