"""The state of Joker poker: places, phases, the record."""

from __future__ import annotations

from ...engine.cards import NONE
from ...engine.layout import record
from .options import MOST_PLAYERS, NAME, JokerPokerOptions

# Places.
HAND = 0  # HAND + p
TRICK = 7
PLAYED = 8  # finished tricks
TRUMP_CARD = 9  # what was turned up for the trump
UNDEALT = 10  # cards left over
NOBODY = 0  # the audience of a card that nobody sees

NEW_DEAL = 0  # word of the log: a joker was turned, the cards are dealt anew

BEFORE, TRUMP_LOT, NAMING, BIDDING, PLAYING = range(5)  # phases
PHASES = 5

# What the lead of the running trick asks of the others.
FOLLOW, HIGHEST, NOTHING_ASKED, NEXT_CARD = range(4)
# NEXT_CARD: a low_open joker lies there, the first ordinary card after it is followed

# A deal tells at most: 54 cards dealt and 54 shown after blind bids, 3 turned, 1 shown, the rest
# moved away, 7 bids, a name and a lot; for each of 54 cards a `tell` and a `move`; two words of
# `lacks` for each of 4 suits of 7 seats, and twice for each seat in each of 2 tricks that a joker
# leads; 26 tricks moved away: 54 + 54 + 5 + 9 + 108 + 56 + 56 + 26 = 368.
EVENTS = 384
MOST_CARDS = 54

STATE = record(
    NAME,
    JokerPokerOptions,
    seats=MOST_PLAYERS,
    match=[
        ("dealer",),  # seat that deals next, NONE before the lot
        ("deal_index",),  # deals of the schedule that are done; NONE: the episode's first deal
        ("hand_size",),  # cards of the deal as the lot said, 0 before
        ("total", MOST_PLAYERS),  # points so far
        ("zero_streak", MOST_PLAYERS),  # bids of 0 in a row
        ("set_exact", MOST_PLAYERS),  # deals of the running set in which the bid was made
        ("set_best", MOST_PLAYERS),  # best points in a deal of the running set, at least 0
        ("kept_bids", MOST_PLAYERS),  # dark bids + 1 that stand over a new deal, 0 without
    ],
    match_start={"dealer": NONE, "deal_index": NONE},
    fields=[
        ("dealer",),
        ("index",),  # deal of the schedule
        ("kind",),  # of the deal, as in `schedule`
        ("hand",),  # cards dealt to each hand
        ("set_size",),  # deals of the set that this deal ends, 0 inside a set
        ("phase",),
        ("circular",),  # 1 where each trick has its own trump
        ("trump",),  # the pack's suit that is trump, of the running trick if circular; NONE
        ("turned",),  # card turned up last, NONE
        ("shown",),  # dealer's card that was shown, NONE
        ("blind",),  # 1 while nobody has seen the own hand
        ("hands", MOST_PLAYERS),  # card set of each seat
        ("bids", MOST_PLAYERS),  # NONE before the bid and in deals without bids
        ("bids_made",),
        ("bid_sum",),
        ("leader",),  # of the running trick
        ("led",),  # the pack's suit that must be followed, NONE
        ("asked",),  # what the lead asks: FOLLOW, HIGHEST, NOTHING_ASKED, NEXT_CARD
        ("best",),  # seat that is winning the running trick
        ("best_card",),  # card by which it does, NONE where it is a joker
        ("best_suit",),  # suit of which a higher card beats that one, NONE
        ("is_sure",),  # 1 where a joker is winning that no card beats, a trump neither
        ("trick", MOST_PLAYERS),  # card of each seat in the running trick, NONE
        ("declared", MOST_PLAYERS),  # what its joker was declared: the action + 1, 0 without
        ("trick_size",),
        ("tricks", MOST_PLAYERS),  # tricks taken
        ("tricks_done",),
        ("played", MOST_PLAYERS),  # cards each seat has played, the running trick included
        ("void", MOST_PLAYERS),  # suits that each seat has shown not to hold, jokers aside
        ("stock", MOST_CARDS),  # the deck, where cards are dealt later than it comes
    ],
    events=EVENTS,
)
