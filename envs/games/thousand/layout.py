"""The state of Thousand: actions, places, words of the log, phases, the record."""

from __future__ import annotations

from ...engine.cards import NONE
from ...engine.layout import record
from .options import MOST_PLAYERS, NAME, ThousandOptions
from .tables import MOST_CARDS

SUITS = 4

# Actions above the cards 0 .. N - 1: N + these. A bid of 40, 45 ... 400 is BID_40 + (bid - 40) / 5.
PASS = 0  # also: continue, keep the contract, deal
BID_40 = 1
BID_66 = 74
BLIND = 75
UNBLIND = 76  # bids 125
REDEAL = 77
WRITE_OFF = 78
TALON_0 = 79  # TALON_0 + t
NAME_TRUMP = 81  # NAME_TRUMP + letter, S C D H
DECLARE_KING = 85  # DECLARE_KING + letter: declare the marriage and lead its king
DECLARE_QUEEN = 89  # the same with its queen
RECUT = 93
JACK_TO_MIDDLE = 94
SHOW_HANDS = 95
TALON_SUITS = 96
TALON_CARD = 97  # TALON_CARD + i: the talon's card i, 0 to 2, in the order of dealing

# Places.
HAND = 0  # HAND + p
TALON = 4  # TALON + t
DISCARDS = 6  # laid aside by the declarer
TRICK = 7
PLAYED = 8  # finished tricks, at the end the talon not taken
MIDDLE = 9  # the middle third of the pack while a jack is moved into it
NOBODY_SEES = 0  # the audience of a card that nobody sees

# Words of the log, besides the actions.
CUT_AGAIN = 0  # the dealer has asked for a cut
CUT_FINE = 1  # CUT_FINE + p: player p pays for the nines at the bottom
JACK_MOVED = 5  # the dealer has moved the last card into the middle
LOOKED = 6  # the dealer has looked at the last card; BOTTOM + card is what he saw
MISDEAL = 7  # a card was exposed in dealing
DRAWN = 8  # a card of the middle went to its place
PASSES = 9  # a card is passed, face down
LAYS_ASIDE = 10  # a card is laid aside
SUITS_ASKED = 11  # a player was told the suits of the talon
NUMBERED = 12  # the cards of the talon keep their order, so that one may be asked for
BOTTOM = 13  # BOTTOM + card
TALON_SUIT = 45  # TALON_SUIT + 32 * letter + number: so many cards of a suit lie in the talon
HELD_NINES = 173  # HELD_NINES + p: player p held four nines after the exchange
SAT_OUT = 177  # SAT_OUT + points that the dealer who sat out writes
TOOK = 2048  # TOOK + 2048 * p + points, marriages included, that player p has taken

# Phases, in the order of play.
DUE, LAST_CARD, MIDDLE_LOT, MISDEAL_LOT, BLIND_BID, UNBLINDING, HAND_REDEAL = range(7)
AUCTION, EARLY_RAISE, TALON_CHOICE, TALON_REDEAL, PASSING, DISCARDING = range(7, 13)
NINES_REDEAL, FINAL_BID, NAMING, PLAY, PLAYED_OUT = range(13, 18)  # the last only inside `play`

# Kinds of deals.
NORMAL, GOLDEN_DEAL, BLIND_DEAL = range(3)

# Words of a deal's log, at most, with 32 cards: dealing 32 + 11 lots + 5; blind 3 + 15 shown;
# redeal 3 + 15; auction 73 bids + 3 + 1; peeks 3 · (3 · 31 + 3 · 6 + 3 · 2); talon 1 + 20 + 1;
# redeal 1 + 10; passes and discards 2 · 10; nines 3 + 4; 1 + 1; tricks 32 · 2 + 15 + 12 + 3 shown;
# lacks 32 · 2; end 20 + 9.
EVENTS = 832

STATE = record(
    NAME,
    ThousandOptions,
    seats=MOST_PLAYERS,
    match=[
        ("dealer",),  # seat that deals next, NONE before the lot
        ("total", MOST_PLAYERS),  # points of the match
        ("on_barrel", MOST_PLAYERS),  # 1 while a player is on the barrel
        ("attempts", MOST_PLAYERS),  # attempts used on the running stay
        ("mount_order", MOST_PLAYERS),  # larger: mounted later; equal: in one deal; 0: never
        ("mounts",),  # the largest of them
        ("falls", MOST_PLAYERS),
        ("bolts", MOST_PLAYERS),  # empty deals since the last fine
        ("bolts_row", MOST_PLAYERS),  # the same in a row
        ("writeoffs", MOST_PLAYERS),
        ("golden_index",),  # golden deals of the running round, NONE after the last one
        ("golden_made",),  # 1 if a contract of this round was made
        ("peeks_hands", MOST_PLAYERS),  # peeks used
        ("peeks_suits", MOST_PLAYERS),
        ("peeks_card", MOST_PLAYERS),
        ("winner",),  # NONE until the match is won
        ("gained", MOST_PLAYERS),  # points since the episode began
        ("nines",),  # nines seen at the bottom in the running ritual
        ("ritual_over",),  # 1 if the next deck is dealt without one
    ],
    match_start={"dealer": NONE, "winner": NONE},
    fields=[
        ("dealer",),
        ("forehand",),  # first seat after the dealer
        ("phase",),
        ("kind",),
        ("hands", MOST_PLAYERS),  # card set of each seat
        ("talon", 2),  # card set of each talon until it is taken
        ("talon_card", 3),  # first cards of the talons in the order of dealing, NONE
        ("taken_talon",),  # talon that the declarer took, NONE
        ("from_talon",),  # set of its cards
        ("talon_open",),  # 1 if all saw it
        ("passes_open",),  # 1 if all see the cards passed
        ("unseen",),  # forehand while it has not looked at its cards, else NONE
        ("unblinder",),  # seat that cancelled a blind, NONE
        ("passed",),  # set of seats that have passed in the auction
        ("bid",),  # highest bid, 0 before the first
        ("bidder",),  # its seat, NONE
        ("last_bid", MOST_PLAYERS),  # last bid of each seat in the auction, 0 without one
        ("declarer",),  # NONE before the auction is over
        ("contract",),  # 0 before
        ("won_alone",),  # 1 if the talon was won without an auction
        ("takes_talon",),  # 1 in a deal in which a player on the barrel plays without an auction
        ("receiver",),  # opponent who is given the next card
        ("given", MOST_PLAYERS),  # set of the cards passed to each seat
        ("discards",),  # set of the cards laid aside
        ("four_nines",),  # set of seats that held four nines after the exchange
        ("trump",),  # suit of the pack, NONE
        ("trump_setter",),  # seat that declared or named it, NONE
        ("leader",),  # of the running trick
        ("trick", MOST_PLAYERS),  # card of each seat in the running trick, NONE
        ("trick_size",),
        ("best",),  # seat that is winning the running trick
        ("tricks", MOST_PLAYERS),  # tricks won
        ("tricks_done",),
        ("card_points", MOST_PLAYERS),  # points of the cards in the tricks won
        ("marriages", MOST_PLAYERS),  # points of the marriages declared
        ("declared", MOST_PLAYERS),  # set of suits of the pack whose marriages a seat has declared
        ("ace_marriage",),  # seat that declared the ace marriage, NONE
        ("played", MOST_PLAYERS),  # cards each seat has played, the running trick included
        ("open", MOST_PLAYERS),  # cards that all know to lie in each hand
        ("lacked", MOST_PLAYERS),  # cards that all know not to lie in it
        ("written_off",),  # 1 if the declarer gave the deal up
        ("used_hands", MOST_PLAYERS),  # peeks of this deal
        ("used_suits", MOST_PLAYERS),
        ("used_card", MOST_PLAYERS),
        ("peeked", MOST_PLAYERS),  # set of the places in `talon_card` that a seat was shown
        ("marked",),  # set of seats that fall from the barrel at the end of the deal
        ("leavers",),  # set of seats whose failure has cost them their place on it
        ("barrel_winner",),  # seat that has won from the barrel, NONE
        ("bottom",),  # last card of the pack while the dealer looks at it, NONE
        ("slot",),  # next dealing slot
        ("middle",),  # set of the cards that wait for a slot of the middle third
        ("order", MOST_CARDS),  # the pack while the dealer decides
    ],
    events=EVENTS,
)
