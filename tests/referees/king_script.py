"""Positions and whole deals of King by its referee, written in words, for its tests."""

from __future__ import annotations

import random

from referees import king_tricks as tricks
from referees.king import Referee, options_for
from referees.king_tables import Cards

# Options that no preset has, in bundles: preset and changes.
BUNDLES: dict[str, tuple[str, dict]] = {
    "whole hand": ("simple", {"trump_view": "whole_hand", "otygrysh_nt": True}),
    "namer on the left": ("simple", {"otygrysh_namer": "dealer_left", "by_last": False}),
    "counter-clockwise": ("simple", {"direction": "ccw", "otygrysh_rounds": 1}),
    "free otygrysh": ("simple", {"trump_lead_only_namer": False, "must_trump": False}),
    "under the ace": ("ordered", {"king_forced_drop": "void_or_under", "heart_lead_ban": "none"}),
    "no drop": ("simple", {"king_forced_drop": "off", "heart_lead_ban": "no_hearts/no_jacks"}),
    "settled": ("king14", {"stop_when_settled": True, "rank_order": "K_high"}),
    "one contract again": (
        "single_no_queens",
        {"mode": "repeat", "target": 40},
    ),
    "two cards over": ("three", {"deck": "32", "leftover_card": "last_trick"}),
    "dealer sits out": ("simple", {"active_players": 3, "deck": "30"}),
    "talon in a sequence": ("three", {"deck": "32", "talon": 2, "compensation": "flat4"}),
    "talon and eralash": ("atomic3", {"include_eralash": True, "stop_when_settled": True}),
    "discards count": ("atomic4", {"discard_rule": "counts_to_discarder", "otygrysh_nt": True}),
    "preliminary with four": ("atomic4", {"compensation": "preliminary"}),
    "five players": ("ordered", {"players": 5, "deck": "52", "stop_when_settled": True}),
    "jack of diamonds": ("omnibus", {"card_penalties": "QS:-13/H:-1/JD:10"}),
    "passes by turns": ("omnibus", {"pass_cycle": "L/R/X/0", "slam_rule": "self_gains"}),
    "capot": ("polignac3", {"capot": True, "leftover_card": "first_trick", "target": 20}),
    "capot settled": ("polignac32", {"capot": True, "stop_when_settled": True}),
    "sweepstake": ("auction4", {"auction_settlement": "sweepstake"}),
    "sweepstake of three": ("auction3", {"auction_settlement": "sweepstake", "target": 50}),
    "fewest": ("auction3", {"auction_settlement": "fewest", "target": 20}),
    "eldest leads after bids": ("auction4", {"lead_rule": "eldest", "stop_when_settled": True}),
    "black maria for three": ("black_maria", {"players": 3, "deck": "51"}),
    "cut bum card": ("tetka", {"bum_source": "cut", "num_deals": 8}),
    "short tetka": ("tetka", {"players": 3, "deck": "36"}),
    "hearts match": ("hearts_openspiel", {"match_end": "target", "target": 50, "first_dealer": -1}),
    "any club": (
        "hearts_openspiel",
        {"can_lead_any_club": True, "avoid_all_tricks_bonus": True, "num_deals": 4},
    ),
}


def codes(cards: Cards, text: str) -> list[int]:
    """Return the codes of cards written rank, then suit."""
    return [cards.code(name) for name in text.split()]


def standing(preset: str, hand: str, on_table: str = "", **changes: object) -> Referee:
    """Return a referee in play whose seat to act holds a hand, with these cards on the table.

    Seat 0 leads; the last seat deals. The contract is that of the first deal, unless it is in
    `changes` with the trump and the namer.
    """
    state = {name: changes.pop(name) for name in ("contract", "trump", "namer") if name in changes}
    referee = Referee(options_for(preset, **changes))
    referee.set_match(dealer=referee.players - 1)
    for name, value in state.items():
        setattr(referee, name, value)
    referee.phase, referee.leader = "play", 0
    referee.trick = list(enumerate(codes(referee.cards, on_table)))
    referee.table.places[f"hand {referee.player}"] = codes(referee.cards, hand)
    return referee


def legal_names(referee: Referee) -> set[str]:
    """Return the legal cards by name."""
    return {referee.cards.name(card) for card in referee.legal()}


def winner_of(preset: str, text: str, **changes: object) -> int:
    """Return the number, from 0, of the card that wins a trick."""
    referee = standing(preset, "", text.split()[0], **changes)
    return tricks.winner(referee, list(enumerate(codes(referee.cards, text))))


def play_out(referee: Referee, rng: random.Random, most: int = 20_000) -> Referee:
    """Play to the end at random."""
    for _ in range(most):
        if referee.player == -4:
            break
        if referee.wants_deck():
            referee.deal(rng.sample(referee.pack(), len(referee.pack())))
        else:
            referee.play(rng.choice(referee.legal()))
    return referee


def next_deal(referee: Referee, rng: random.Random) -> None:
    """Play the running deal to its end."""
    deals = referee.deals
    while referee.deals == deals:
        if referee.wants_deck():
            referee.deal(rng.sample(referee.pack(), len(referee.pack())))
        else:
            referee.play(rng.choice(referee.legal()))
