"""Where the cards of a deal of King lie, and what each seat has seen, for its referee."""

from __future__ import annotations

from collections.abc import Iterable


class Ledger:
    """The cards of a running deal by place, and what each seat has seen to lie where."""

    def __init__(self, players: int, deck: list[int]) -> None:
        self.players = range(players)
        names = [f"hand {p}" for p in self.players] + [f"passed {p}" for p in self.players]
        names += ["deck", "talon", "discards", "leftover", "trick", "played"]
        self.places: dict[str, list[int]] = {name: [] for name in names}
        self.seen: list[dict[str, set[int]]] = [
            {name: set() for name in names} for _ in self.players
        ]
        self.places["deck"] = list(deck)

    def clone(self) -> Ledger:
        """Return an independent copy."""
        other = Ledger(len(self.players), [])
        other.places = {name: list(cards) for name, cards in self.places.items()}
        other.seen = [{name: set(cards) for name, cards in seen.items()} for seen in self.seen]
        return other

    def hand(self, seat: int) -> list[int]:
        """Return the cards in a seat's hand."""
        return self.places[f"hand {seat}"]

    def move(self, card: int, source: str, target: str, seers: Iterable[int]) -> None:
        """Move one card under the eyes of some seats.

        For the others any card of the source may have gone, so they are sure of none of it, unless
        it was the only one. The deck lies in order: nobody has seen a card of it.
        """
        is_alone = len(self.places[source]) == 1
        self.places[source].remove(card)
        self.places[target].append(card)
        for seat in self.players:
            seen = self.seen[seat]
            if seat in seers or (is_alone and card in seen[source]):
                seen[source].discard(card)
                seen[target].add(card)
            else:
                seen[source].clear()

    def show(self, card: int, place: str) -> None:
        """Show all seats a card where it lies."""
        for seat in self.players:
            self.seen[seat][place].add(card)
