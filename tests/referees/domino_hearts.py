"""Referee of Domino Hearts: a slow, obvious second implementation of the rules.

It knows lists and strings only and shares nothing with the engine, so that the two can be played
against each other. Everything follows from the story of the deal: the deck and the actions.

Actions, with N cards in the deck: 0 .. N-1 play that card, N draws one from the stock. Cards are
`suit * R + rank`, suits in the order S C D H among those of the deck.

Places: "hand p" and "taken p" for every seat p, "trick", and "stock" (next card first).

State between deals, settable through `set_match`: `dealer`, `deals` (finished ones) and `total`
(hearts that each seat has taken).

Where the page is silent or could be read in two ways:
- A running trick is finished by everybody who still holds cards; only then it is seen whether all
  but one are out. If nobody has a card left, the deal is over too.
- Hearts in the stock count to nobody. The last hand is laid to its holder's tricks, face up.
- The match is over when a total is 31 or more, or after `deal_limit` deals.
"""

from __future__ import annotations

import copy

__all__ = ["DEFAULTS", "PRESETS", "Referee", "options_for"]

CHANCE, OVER = -1, -4

NAMED_DECKS = {"52": "SCDH/23456789TJQKA", "36": "SCDH/6789TJQKA", "32": "SCDH/789TJQKA"}

DEFAULTS = {
    "players": 4,
    "preset": "classic",
    "episode": "deal",
    "utility": "score",
    "deck": "52",
    "hand_size": 6,
    "target": 31,
    "deal_limit": 200,
    "first_dealer": -1,
}

_MINI = {"hand_size": 2, "utility": "zero_sum"}

PRESETS: dict[str, dict] = {
    "classic": {},
    "three": {"players": 3},
    "two": {"players": 2, "utility": "zero_sum"},
    "mini2": {**_MINI, "players": 2, "deck": "SH/QKA", "first_dealer": 1},
    "mini3": {**_MINI, "players": 3, "deck": "SH/JQKA", "first_dealer": 2},
}


def options_for(preset: str, **overrides: object) -> dict:
    """Return the complete options of a preset with the overrides applied."""
    unknown = set(overrides) - set(DEFAULTS)
    if unknown:
        raise ValueError(f"domino_hearts: expected options of the game, got {sorted(unknown)}")
    return {**DEFAULTS, **PRESETS[preset], "preset": preset, **overrides}


class Referee:
    """One episode of Domino Hearts; see the module docstring for ids, places and match state."""

    def __init__(self, options: dict) -> None:
        self.options = dict(options)
        self.players = options["players"]
        deck = str(options["deck"])
        suits, ranks = NAMED_DECKS.get(deck, deck).split("/")
        self.names = [rank + suit for suit in suits for rank in ranks]
        self.draw = len(self.names)
        if self.players * options["hand_size"] > len(self.names):
            raise ValueError(f"domino_hearts: expected hands from {len(self.names)} cards")
        self.dealer = options["first_dealer"]
        self.deals = 0
        self.total = [0] * self.players
        self.is_over = False
        self.is_dealt = False
        self._clear()

    def _clear(self) -> None:
        self.hands: list[list[int]] = [[] for _ in range(self.players)]
        self.taken: list[list[int]] = [[] for _ in range(self.players)]
        self.stock: list[int] = []
        self.trick: list[tuple[int, int]] = []  # seat, card
        self.waiting: list[int] = []  # seats that have to play to the trick, in turn

    # --- what may be asked -------------------------------------------------------------------

    @property
    def player(self) -> int:
        """The seat to act, -1 at a chance node, -4 when the episode is over."""
        if self.is_over:
            return OVER
        return self.waiting[0] if self.is_dealt else CHANCE

    def wants_deck(self) -> bool:
        """Return whether a shuffled deck is due."""
        return not self.is_over and not self.is_dealt and self.dealer >= 0

    def pack(self) -> list[int]:
        """Return the cards of the deck, sorted."""
        return list(range(len(self.names)))

    def scores(self) -> list[float]:
        """Return the points of each seat: one less for each heart."""
        return [0.0 - hearts for hearts in self.total]

    def suit(self, card: int) -> str:
        """Return the suit of a card."""
        return self.names[card][1]

    def legal(self) -> list[int]:
        """Return the sorted legal actions; the seats at the lot for the first dealer."""
        if self.is_over or self.wants_deck():
            return []
        if not self.is_dealt:
            return list(range(self.players))
        hand = sorted(self.hands[self.player])
        if not self.trick:
            return hand
        led = self.suit(self.trick[0][1])
        follows = [card for card in hand if self.suit(card) == led]
        if follows:
            return follows
        return [self.draw] if self.stock else hand

    def places(self) -> dict[str, list[int]]:
        """Return where every card of the running deal lies."""
        found = {"stock": list(self.stock), "trick": sorted(card for _, card in self.trick)}
        for seat in range(self.players):
            found[f"hand {seat}"] = sorted(self.hands[seat])
            found[f"taken {seat}"] = sorted(self.taken[seat])
        return found

    def knows(self, seat: int, place: str, card: int) -> bool:
        """Return whether the seat has seen that this card lies in this place."""
        if card not in self.places().get(place, []):
            return False
        is_open = place == "trick" or place.startswith("taken")
        return is_open or place == f"hand {seat}"

    def clone(self) -> Referee:
        """Return an independent copy."""
        return copy.deepcopy(self)

    def set_match(self, **fields: object) -> None:
        """Set fields of the match state before a deal; see the module docstring."""
        if self.is_dealt or self.is_over:
            raise ValueError("domino_hearts: set_match expected a deal to be due")
        for name, value in fields.items():
            if name not in ("dealer", "deals", "total"):
                raise ValueError(f"domino_hearts: no match field {name}")
            setattr(self, name, list(value) if isinstance(value, (list, tuple)) else value)

    # --- the deal ----------------------------------------------------------------------------

    def _in_turn(self, first: int) -> list[int]:
        """Return the seats that hold cards, clockwise from the first one."""
        seats = [(first + step) % self.players for step in range(self.players)]
        return [seat for seat in seats if self.hands[seat]]

    def deal(self, deck: list[int]) -> None:
        """Deal a shuffled deck singly from eldest; what is left is the stock."""
        if not self.wants_deck():
            raise ValueError("domino_hearts: expected no deck now")
        if sorted(deck) != self.pack():
            raise ValueError("domino_hearts: expected a permutation of the pack")
        self._clear()
        eldest = self.dealer + 1
        number = self.options["hand_size"] * self.players
        for place, card in enumerate(deck[:number]):
            self.hands[(eldest + place) % self.players].append(card)
        self.stock = list(deck[number:])
        self.is_dealt = True
        self.waiting = self._in_turn(eldest % self.players)

    # --- actions -----------------------------------------------------------------------------

    def play(self, action: int) -> None:
        """Play a legal action; an illegal one raises ValueError and changes nothing."""
        if action not in self.legal():
            raise ValueError(
                f"domino_hearts: expected one of {self.legal()}, got {action}, "
                f"seat {self.player} to act"
            )
        if not self.is_dealt:
            self.dealer = action
        elif action == self.draw:
            self.hands[self.player].append(self.stock.pop(0))
        else:
            self._play_card(action)

    def _play_card(self, card: int) -> None:
        seat = self.waiting.pop(0)
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if self.waiting:
            return
        led = self.suit(self.trick[0][1])
        # Inside a suit the higher card has the higher number.
        _, winner = max((card, seat) for seat, card in self.trick if self.suit(card) == led)
        self.taken[winner] += [card for _, card in self.trick]
        self.trick = []
        self.waiting = self._in_turn(winner)
        if len(self.waiting) < 2:
            self._end_deal()

    def _end_deal(self) -> None:
        for seat in self.waiting:
            self.taken[seat] += self.hands[seat]
            self.hands[seat] = []
        for seat in range(self.players):
            self.total[seat] += len([card for card in self.taken[seat] if self.suit(card) == "H"])
        self.deals += 1
        self.dealer = (self.dealer + 1) % self.players
        self.is_dealt = False
        self.is_over = (
            self.options["episode"] == "deal"
            or self.deals == self.options["deal_limit"]
            or any(hearts >= self.options["target"] for hearts in self.total)
        )
