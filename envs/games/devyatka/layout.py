"""The state of Devyatka: places, words of the log, the record."""

from __future__ import annotations

from ...engine.cards import NONE
from ...engine.layout import record
from .options import MOST_CARDS, MOST_PLAYERS, NAME, RANK_WORDS, DevyatkaOptions

# Places. Undealt cards that may be drawn stay in DECK and come from its top.
HAND = 0  # HAND + p
STACK = 6  # STACK + p: the face-down hand of `mixed`, in order
TABLE = 12  # the rows, in pile_domino the pile
TURNED = 13  # the card that a seat of `mixed` has turned
DEAD = 14  # undealt cards that nobody will see
NOBODY = 0  # the audience of a card that nobody sees

# Words of the log, besides the actions.
OPENS = 0  # OPENS + p: seat p makes the first move
SKIPPED = 6  # SKIPPED + p: seat p can only pass and is passed over
NEW_DEAL = 12  # the cards are dealt anew before any play
FOUNDER = 13  # `mixed`: the next card dealt is laid out as the first of the rows

# Words of a deal's log, at most. A card dealt takes 1, a draw 4, a play 2 (4 where an extra turn
# ends), a pass 3 with `lacks` and 1 without.
# layout, pile_domino: 52 cards dealt or drawn and 52 plays; a pass that shows a lack comes with no
# stock left, so at most one of each of 6 seats before the first play and after each, and a free one
# also after each draw: 52 · 4 + 52 · 4 + 53 · 6 · 3 + 52 · 6 · 1 + 2 = 1684.
# mixed: at most 13 rounds (see max_moves) of 55 turns of 3 words: 13 · 55 · 3 + 52 + 2 = 2199.
EVENTS = 2240

STATE = record(
    NAME,
    DevyatkaOptions,
    seats=MOST_PLAYERS,
    match=[
        ("dealer",),  # seat that deals next, NONE before the lot
        ("winner",),  # winner of the last deal, NONE before
        ("total", MOST_PLAYERS),  # points so far; with bank chips less start_chips
        ("halves", MOST_PLAYERS),  # and half points, from shared places
    ],
    match_start={"dealer": NONE, "winner": NONE},
    fields=[
        ("fits",),  # set of cards (pile_domino: ranks) that may be played now
        ("laid",),  # set of cards in the rows
        ("founder_rank",),  # rank on which the rows are founded, NONE while it is open
        ("hands", MOST_PLAYERS),  # set of cards (pile_domino: ranks) of each seat
        ("sizes", MOST_PLAYERS),  # number of cards of each seat
        ("stock_next",),  # index in `stock` of the next card to be drawn
        ("stock_left",),  # undealt cards, where they may be drawn
        ("passes",),  # passes in succession
        ("in_extra_turn",),  # 1 while the mover plays again after a card of an extra rank
        ("outs",),  # seats that have gone out
        ("place", MOST_PLAYERS),  # 1 for the first seat out, 2 for the second, ...; 0 with cards
        ("is_blocked",),  # 1 where the deal ended because nobody went on
        ("dealer",),  # dealer of this deal
        ("bank",),  # chips in the bank
        ("paid", MOST_PLAYERS),  # chips that each seat has paid and not yet got back
        ("lacked", MOST_PLAYERS),  # set of cards that each seat turned out not to hold
        ("pile",),  # pile_domino: rank on top
        ("piled", len(RANK_WORDS)),  # pile_domino: cards of each rank in the pile
        ("held", MOST_PLAYERS, len(RANK_WORDS)),  # pile_domino: cards of each rank in each hand
        ("top", MOST_PLAYERS),  # mixed: top card of each stack, NONE where it is empty
        ("bottom", MOST_PLAYERS),  # mixed: bottom card of each stack
        ("below", MOST_CARDS),  # mixed: the card under each card in its stack
        ("stock", MOST_CARDS),  # the undealt cards, in order
    ],
    events=EVENTS,
    ordered=tuple(range(STACK, STACK + MOST_PLAYERS)),
)
