"""The scratch record of the world sampler. One per thread; made for a game's pack.

Tokens are deck positions, 0 .. size - 1: the engine follows tokens and labels them with cards.
"""

from __future__ import annotations

import numpy as np

from .cards import NONE
from .layout import make_record
from .log import MAX_EVENTS

MAX_TOKENS = 128
MAX_KINDS = 64
MAX_GROUPS = 16
MAX_STEPS = MAX_KINDS * MAX_GROUPS
SETS = MAX_TOKENS // 64  # words of a set of tokens

WORKSPACE = make_record(
    [
        # the pack
        ("tokens", np.int64),  # cards in the deck, N
        ("ordered", np.int64),  # set of places that keep an order
        ("distinct", np.int64),  # 1 where no two cards of the pack are equal
        ("pack", np.int64, (MAX_TOKENS,)),
        ("copies", np.int64, (MAX_KINDS,)),  # of each card in the pack
        # routing
        ("varies", np.int64),  # 1 where the weights of draws may differ
        ("branches", np.int64),  # 1 where tokens with different pasts could have moved
        ("routed", np.int64),  # 1 where one route stands for all, 2 when its table is made too
        ("weight", np.float64),  # of the route, a logarithm
        ("lying", np.int64, (32, SETS)),  # set of tokens at each place
        ("label", np.int64, (MAX_TOKENS,)),  # card of a token, NONE where not pinned
        ("bar", np.int64, (MAX_TOKENS,)),  # cards that a token cannot be
        ("past", np.int64, (MAX_TOKENS,)),  # digest of the moves that a token made
        ("arrival", np.int64, (MAX_TOKENS,)),  # order inside an ordered place
        ("arrivals", np.int64),
        ("left", np.int64, (MAX_KINDS,)),  # copies not pinned yet
        ("pinned", np.int64, (MAX_KINDS,)),  # token that has the card, in packs of distinct cards
        ("known", np.int64, (MAX_EVENTS,)),  # card of a log entry as known now, or HIDDEN
        ("filled", np.int64, (MAX_EVENTS,)),  # card that a world puts there
        ("hidden", np.int64),  # number of unseen moves
        ("set_where", np.int64),  # places and time of the last set of unseen moves
        ("set_told", np.int64),
        ("hidden_entry", np.int64, (MAX_EVENTS,)),
        ("hidden_token", np.int64, (MAX_EVENTS,)),
        ("taken", np.int64),  # moves out of heaps: those of lots, with equal cards all and shows
        ("taken_entry", np.int64, (MAX_EVENTS,)),
        ("taken_token", np.int64, (MAX_EVENTS,)),
        ("taken_from", np.int64, (MAX_EVENTS, SETS)),
        # labelling
        ("deck", np.int16, (MAX_TOKENS,)),  # the world's deck
        ("chosen", np.int16, (MAX_TOKENS,)),  # deck of the world chosen so far from the pool
        ("groups", np.int64),  # groups of tokens with equal bars
        ("group_bar", np.int64, (MAX_GROUPS,)),
        ("group_size", np.int64, (MAX_GROUPS,)),
        ("group_stride", np.int64, (MAX_GROUPS,)),
        ("group_fill", np.int64, (MAX_GROUPS,)),
        ("group_tokens", np.int64, (MAX_GROUPS, MAX_TOKENS)),
        ("classes", np.int64),  # classes of cards that may lie in the same groups
        ("class_groups", np.int64, (MAX_KINDS,)),
        ("class_cards", np.int64, (MAX_KINDS,)),
        ("class_count", np.int64, (MAX_KINDS,)),
        ("steps", np.int64),
        ("step_class", np.int64, (MAX_STEPS,)),
        ("step_group", np.int64, (MAX_STEPS,)),
        ("step_last", np.int64, (MAX_STEPS,)),
        ("pool", np.int64, (MAX_TOKENS,)),
        ("drawn", np.int64, (MAX_GROUPS, MAX_TOKENS)),
        ("total", np.float64),  # ways to label the open tokens
        # what the table in use was made for
        ("made_groups", np.int64),
        ("made_bar", np.int64, (MAX_GROUPS,)),
        ("made_size", np.int64, (MAX_GROUPS,)),
        ("made_left", np.int64, (MAX_KINDS,)),
        # statistics since the last `prepare`
        ("attempts", np.int64),
        ("survivors", np.int64),
        ("unit", np.float64),  # log weight of the first survivor; the others are told in it
        ("weight_sum", np.float64),
        ("weight_squares", np.float64),
    ]
)


def new_workspace(pack: np.ndarray, ordered: int) -> np.ndarray:
    """Make a workspace, an array of length 1, for a pack `int16[N]` and a set of ordered places.

    Raises:
        ValueError: if the pack has more than MAX_TOKENS cards.
    """
    if len(pack) > MAX_TOKENS:
        raise ValueError(f"a pack may have up to {MAX_TOKENS} cards, got {len(pack)}")
    work = np.zeros(1, WORKSPACE)
    work["tokens"] = len(pack)
    work["ordered"] = ordered
    work["pack"][0, : len(pack)] = pack
    work["copies"][0] = np.bincount(pack, minlength=MAX_KINDS)
    work["distinct"] = int(work["copies"].max() <= 1)
    work["label"] = NONE
    work["made_groups"] = -1
    return work
