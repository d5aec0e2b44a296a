"""The state of King: actions, places, words of the log, phases, the record."""

from __future__ import annotations

from ...engine.cards import NONE
from ...engine.layout import record
from .options import MOST_CARDS, MOST_PLAYERS, NAME, KingOptions

# Actions above the cards 0 .. N - 1: N + these.
ORDER = 0  # ORDER + contract
NAME_SUIT = 8  # NAME_SUIT + letter, S C D H: the trump, or the penalty suit
BY_LAST = 12
NO_TRUMP = 13
CAPOT_CALL = 14
PASS = 15
BID_1 = 16  # a bid of 1 to 26

# Contracts; their order is that of options.ALL_CONTRACTS.
NO_TRICKS, NO_JACKS, NO_QUEENS, NO_HEARTS, LAST_TWO, NO_KING, ERALASH = range(7)
OTYGRYSH, CARDS, SUIT, TETKA, FANTAN = range(7, 12)

# Places.
HAND = 0  # HAND + p
PASSED = 4  # PASSED + p: passed by p, not yet taken up
TALON = 8
DISCARD = 9
TRICK = 10
PLAYED = 11  # finished tricks
UNDEALT = 12
TABLE = 13  # rows of a fantan

# Words of the log.
LAYS_ASIDE = 0  # a card was laid aside, face down
PASSES = 1  # a card was passed, face down
SETTLED = 2  # no points are left to win: the deal is over

BEFORE, ORDERING, NAMING, DISCARDING, PASSING, CAPOT, AUCTION, NAMING_SUIT, PLAYING, SHEDDING = (
    range(10)
)
PHASES = 10

# A deal tells at most, with 54 cards: 54 dealt, the rest moved away, the talon shown and taken 4,
# an order, a name, the shown card; 10 passes (5 a seat) of a `tell` and two moves, for four
# seats 60; discards 4; calls 4 + 4; 54 cards of a `tell` and a move; 26 tricks moved away;
# `lacks` of two words: for each of four seats four suits, the trumps, the king, what a lead and a
# first trick show: 72. A fantan may tell more: 52 cards dealt, 49 of them laid before the first
# seat is out, between two of them at most three passes with what they show: 52 + 98 + 3 * 147.
EVENTS = 640

STATE = record(
    NAME,
    KingOptions,
    seats=MOST_PLAYERS,
    match=[
        ("dealer",),  # seat that deals next, NONE before the lot
        ("passing",),  # to whom cards are passed: places to the left; NONE before the lot
        ("bum",),  # Tetka's card as it was cut, NONE
        ("penalties", MOST_PLAYERS),  # points lost, not negative
        ("gains", MOST_PLAYERS),  # points won
        ("orders", MOST_PLAYERS),  # set of the contracts that each seat has ordered
        ("negatives", MOST_PLAYERS),  # how many, otygrysh aside
        ("positives", MOST_PLAYERS),  # how often each seat has ordered otygrysh
        ("times", 8),  # how often each contract was ordered
        ("shares", MOST_PLAYERS),  # preliminary deals lost, in twelfths
        ("pool",),  # what lies in the pool of an auction
        ("bidder",),  # seat that names a suit again without an auction, NONE
    ],
    match_start={"dealer": NONE, "passing": NONE, "bum": NONE, "bidder": NONE},
    fields=[
        ("phase",),
        ("dealer",),
        ("eldest",),  # first seat after the dealer that plays
        ("contract",),  # NONE before it is ordered
        ("mirror",),  # 1 where penalties are won, not lost
        ("preliminary",),  # 1 in a deal before the first contract
        ("namer",),  # seat that names the trump or the penalty suit, NONE
        ("taker",),  # seat that took the talon, NONE
        ("trump",),  # the pack's suit, NONE
        ("suit",),  # the pack's suit that costs points after an auction, NONE
        ("shown",),  # card shown: the namer's last one, or the bum card; NONE
        ("bid",),  # highest bid, 0
        ("bidder",),  # its seat, NONE
        ("asked",),  # seats that have bid, passed or announced
        ("announcer",),  # seat that will win all tricks, NONE
        ("hands", MOST_PLAYERS),  # card set of each seat
        ("talon",),  # card set until it is taken
        ("from_talon",),  # set of the cards taken
        ("discard",),  # card set
        ("given", MOST_PLAYERS),  # cards that each seat has passed
        ("got", MOST_PLAYERS),  # cards passed to each seat
        ("undealt",),  # card set left over
        ("undealt_taker",),  # seat to whose trick it was added, NONE
        ("leader",),  # of the running trick
        ("led",),  # the pack's suit that was led, NONE
        ("best",),  # seat that is winning the running trick
        ("trick", MOST_PLAYERS),  # card of each seat in the running trick, NONE
        ("trick_set",),  # set of them
        ("trick_size",),
        ("tricks", MOST_PLAYERS),  # tricks won
        ("tricks_done",),
        ("trick_costs", MOST_PLAYERS),  # what the tricks themselves have cost each seat
        ("taken", MOST_PLAYERS),  # card set won in tricks
        ("played", MOST_PLAYERS),  # cards each seat has played, the running trick included
        ("lacked", MOST_PLAYERS),  # cards that all know not to be in each hand
        ("founder",),  # rank that begins the rows of a fantan, NONE
        ("laid",),  # set of the cards lying in its rows
        ("broken",),  # 1 once hearts may be led
        ("points", MOST_PLAYERS),  # of this deal, when it is over
        ("stock", MOST_CARDS),  # the deck, for what is dealt later
        ("at",),  # cards of it dealt
    ],
    events=EVENTS,
)
