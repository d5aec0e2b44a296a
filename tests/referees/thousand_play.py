"""Tricks of Thousand, and who has seen which card: plain functions and a table for the referee."""

from __future__ import annotations

from collections.abc import Iterable

from tests.referees.thousand_tables import POINTS, STRENGTH, SUITS, split_pack


class Pack:
    """The cards of one game: their numbers, ranks, suits and points."""

    def __init__(self, options: dict) -> None:
        self.suits, self.ranks = split_pack(options["deck"])
        self.points = dict(POINTS)
        self.points["7"] = options["seven_points"]

    def cards(self) -> list[int]:
        """Return all cards, sorted."""
        return list(range(len(self.suits) * len(self.ranks)))

    def rank(self, card: int) -> str:
        """Return the letter of a card's rank."""
        return self.ranks[card % len(self.ranks)]

    def suit(self, card: int) -> str:
        """Return the letter of a card's suit."""
        return self.suits[card // len(self.ranks)]

    def card(self, text: str) -> int:
        """Return the card written rank, then suit."""
        return self.suits.index(text[1]) * len(self.ranks) + self.ranks.index(text[0])

    def value(self, cards: Iterable[int]) -> int:
        """Return the card points."""
        return sum(self.points[self.rank(card)] for card in cards)

    def count(self, cards: Iterable[int], rank: str) -> int:
        """Return how many of the cards have this rank."""
        return sum(self.rank(card) == rank for card in cards)

    def pairs(self, cards: Iterable[int]) -> list[str]:
        """Return the suits of which both king and queen are among the cards."""
        held = {self.rank(card) + self.suit(card) for card in cards}
        return [suit for suit in self.suits if {"K" + suit, "Q" + suit} <= held]

    def has_four_aces(self, cards: Iterable[int]) -> bool:
        """Return whether the aces of all four suits are among the cards."""
        return self.count(cards, "A") == len(SUITS)

    def beats(self, card: int, other: int) -> bool:
        """Return whether a card is stronger than another of its suit."""
        return STRENGTH.index(self.rank(card)) > STRENGTH.index(self.rank(other))

    def best(self, cards: Iterable[int], suit: str) -> int | None:
        """Return the strongest card of a suit among the cards, None if there is none."""
        best = None
        for card in cards:
            if self.suit(card) == suit and (best is None or self.beats(card, best)):
                best = card
        return best

    def winning(self, trick: list[int], trump: str | None) -> int:
        """Return the card that wins: the highest trump, else the highest of the suit led."""
        if trump is not None:
            best = self.best(trick, trump)
            if best is not None:
                return best
        best = self.best(trick, self.suit(trick[0]))
        assert best is not None
        return best


def plain_leads(
    pack: Pack, hand: list[int], trump: str | None, foreign: bool, options: dict
) -> set[int]:
    """Return the cards that may be led plainly; `foreign`: another seat has set the trump."""
    trumps = {card for card in hand if pack.suit(card) == trump}
    others = set(hand) - trumps
    if options["no_lead_foreign_trump"] and trump is not None and foreign and others:
        return others
    bound = options["must_lead_trump"] and not (options["no_lead_foreign_trump"] and foreign)
    if bound and trumps:
        return trumps
    return set(hand)


def follows(
    pack: Pack, hand: list[int], trick: list[int], trump: str | None, must_head: str
) -> set[int]:
    """Return the cards that may be added to a trick."""
    led = pack.suit(trick[0])
    in_suit = {card for card in hand if pack.suit(card) == led}
    trumps = {card for card in hand if pack.suit(card) == trump}
    trumped = led != trump and any(pack.suit(card) == trump for card in trick)
    if in_suit:
        if must_head == "none" or trumped:
            return in_suit
        return _higher(pack, in_suit, trick, led) or in_suit
    if trumps:
        if must_head == "all" and trumped:
            assert trump is not None
            return _higher(pack, trumps, trick, trump) or trumps
        return trumps
    return set(hand)


def _higher(pack: Pack, cards: set[int], trick: list[int], suit: str) -> set[int]:
    """Return those of the cards, all of one suit, that beat the trick's best card of it."""
    best = pack.best(trick, suit)
    assert best is not None
    return {card for card in cards if pack.beats(card, best)}


def dealing_order(options: dict, seats: list[int]) -> list[str]:
    """Return the place that each card of the deck goes to; `seats` from forehand on.

    Rounds of one card each; after each from the second on one card to the talons; what the talons
    still lack follows the last round.
    """
    talon = [f"talon {t}" for t in range(options["talons"]) for _ in range(options["talon_size"])]
    order: list[str] = []
    for number in range(options["hand_size"]):
        order += [f"hand {seat}" for seat in seats]
        if number >= 1 and talon:
            order.append(talon.pop(0))
    return order + talon


class Table:
    """The cards of a running deal by place, and what each seat has seen to lie where."""

    def __init__(self, players: int, deck: list[int]) -> None:
        self.players = range(players)
        names = [f"hand {p}" for p in self.players]
        names += ["talon 0", "talon 1", "discards", "trick", "played", "middle", "deck"]
        self.places: dict[str, list[int]] = {name: [] for name in names}
        self.seen: list[dict[str, set[int]]] = [
            {name: set() for name in names} for _ in self.players
        ]
        self.places["deck"] = list(deck)

    def clone(self) -> Table:
        """Return an independent copy."""
        other = Table(len(self.players), [])
        other.places = {name: list(cards) for name, cards in self.places.items()}
        other.seen = [{name: set(cards) for name, cards in seen.items()} for seen in self.seen]
        return other

    def move(self, card: int, source: str, target: str, seers: Iterable[int]) -> None:
        """Move one card under the eyes of some seats.

        For the others any card of the source may have gone, so they are sure of none of it, unless
        it was the only one.
        """
        alone = len(self.places[source]) == 1
        self.places[source].remove(card)
        self.places[target].append(card)
        for seat in self.players:
            seen = self.seen[seat]
            if seat in seers or (alone and card in seen[source]):
                seen[source].discard(card)
                seen[target].add(card)
            else:
                seen[source].clear()

    def show(self, cards: Iterable[int], place: str, seers: Iterable[int]) -> None:
        """Show cards where they lie."""
        for seat in seers:
            self.seen[seat][place] |= set(cards)

    def move_all(self, source: str, target: str) -> None:
        """Move all cards of a place together; nobody sees more than before."""
        self.places[target] += self.places[source]
        self.places[source] = []
        for seat in self.players:
            self.seen[seat][target] |= self.seen[seat][source]
            self.seen[seat][source] = set()
