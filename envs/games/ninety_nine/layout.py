"""The state of Ninety-Nine: places, words of the log, numbers of options, the record."""

from __future__ import annotations

from ...engine.cards import NONE
from ...engine.layout import record
from .options import (
    BID_MODES,
    LURCHES,
    MATCHES,
    MOST_PLAYERS,
    NAME,
    NAMES_TRUMP,
    PREMIUM_BIDS,
    PROCEDURES,
    TRUMP_RULES,
    NinetyNineOptions,
)

# Actions above the cards 0 .. N - 1.
PASS, DECLARE, REVEAL = 0, 1, 2  # N + 0 (also: yield), N + 1, N + 2 (also: raise)
NAME_SUIT, NAME_NINES, NAME_NT = 3, 7, 8  # N + 3 + S C D H, N + 7, N + 8
NUMBER = 9  # N + 9 + tricks announced
TURN_OFFSET = 22  # 22 + c: the lot that turns card c up, c = N for the joker

# Places. The dummy is the hand after the last seat's.
HAND = 0  # HAND + p: the cards in the hand of seat p
LAID = 5  # LAID + p: the cards it laid aside as its bid
TRICK = 10
PLAYED = 11  # finished tricks
NOBODY = 0  # the audience of cards that nobody sees

# Words of the log, above WORD.
LAID_ASIDE = 0  # a card was laid aside, face down
CALLED = 1  # a premium call or a number was said in secret
CALL = 2  # CALL + 3 * seat + level: the secret call, now open
RESULT = 20  # RESULT + 2 * hand + success: whether a hand fulfilled its contract
SPOKEN = 40  # SPOKEN + 16 * seat + number: the secret number, now open

NO_PREMIUM, DECLARED, REVEALED = 0, 1, 2  # levels of a premium bid
NT = 4  # code of no trump
NINES_SUIT = 4  # number of the suit that the nines form as trumps

SET_ASIDE, ANNOUNCED, LAST_CARDS = range(len(BID_MODES))
SUCCESSES, TURN_UP, PREMIUM_NAMES, FIXED = range(len(TRUMP_RULES))
NO_NAMES, SUITS_ONLY, SUITS_OR_NINES, SUITS_OR_NT = range(len(NAMES_TRUMP))
PREMIUM_NONE = PREMIUM_BIDS.index("none")
WITH_REVEAL = PREMIUM_BIDS.index("declare_reveal")
FORMAL, INFORMAL, INDEPENDENT = (PROCEDURES.index(p) for p in ("formal", "informal", "independent"))
GAME, RUBBER_GAMES, RUBBER_FIRST3, FIXED_DEALS, TARGET = range(len(MATCHES))
PLUS100, DOUBLE, NO_LURCH = range(len(LURCHES))

STATE = record(
    NAME,
    NinetyNineOptions,
    seats=MOST_PLAYERS,
    match=[
        ("dealer",),  # deals next; NONE before the lot
        ("trump",),  # code of the next deal's trump; NONE: first_deal_trump
        ("total", MOST_PLAYERS),  # points in the running game, the dummy's after the seats'
        ("banked", MOST_PLAYERS),  # points of the rubber's finished games, bonuses included
        ("wins", MOST_PLAYERS),  # games won
        ("games",),  # games finished
        ("gained", MOST_PLAYERS),  # points since the episode began
    ],
    match_start={"dealer": NONE, "trump": NONE},
    fields=[
        ("dealer",),
        ("trump",),  # code of the trump, NONE before it is known
        ("trump_suit",),  # the pack's suit that is trump, NINES_SUIT, NONE without one
        ("turned",),  # card that was turned up, N: the joker, NONE
        ("phase",),
        ("hands", MOST_PLAYERS),  # card set of each seat, then of the dummy
        ("laid", MOST_PLAYERS),  # card set laid aside by each
        ("picked_up", MOST_PLAYERS),  # card set that each has taken up again for the last tricks
        ("announced", MOST_PLAYERS),  # number of tricks that each has said, NONE
        ("level", MOST_PLAYERS),  # premium level that each seat is bound to
        ("call", MOST_PLAYERS),  # its call in the informal procedure, secret until all are in
        ("asked",),  # seats that had their turn in the premium phase
        ("said",),  # seats that have announced a number
        ("offer",),  # seat that offered to declare, NONE
        ("bidder",),  # seat that won the premium phase, NONE
        ("leader",),  # hand that leads the running trick
        ("controller",),  # with a dummy: the seat that plays its card
        ("trick", MOST_PLAYERS),  # card of each hand in the running trick, NONE
        ("trick_size",),
        ("best",),  # hand that is winning the running trick
        ("tricks", MOST_PLAYERS),  # tricks won
        ("tricks_done",),
        ("played", MOST_PLAYERS),  # cards each hand has played, the running trick included
        ("void", MOST_PLAYERS),  # suits that each hand has shown not to hold
        ("shown", MOST_PLAYERS),  # 1 where the cards laid aside lie open
        ("exposed", MOST_PLAYERS),  # 1 where the hand lies open
    ],
    # 60 dealt, 15 * 4 bid, 75 shown, 60 * 2 + 9 played, 5 * 4 * 2 lacks, 20 calls, 20 results
    events=512,
)
