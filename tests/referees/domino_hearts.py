"""Referee of Domino Hearts (King-domino): a slow, obvious second implementation of the rules.

It knows lists, sets and dicts only and shares nothing with the engine, so that the two can be
played against each other. It was written from the page of the rules alone.

Actions, with N cards in the pack: 0 .. N-1 play that card, N draws the top card of the stock.
Cards are `suit * R + rank`, suits in the order S C D H among those of the pack, ace high. While
the first dealer is drawn by lot the actions are the seats.

Places: "hand p" and "taken p" (the cards of the tricks won) for every seat p, "trick" (the cards
on the table), "stock" (its top first).

State between deals, settable through `set_match`: `dealer`, `deals` (finished ones) and `total`
(the hearts that each seat has paid for so far).

Where the page is silent or could be read in two ways:
- All but one being out does not break off a trick: whoever holds cards and has not played to it
  still plays, and draws for it if need be.
- A seat that is out stays out. Who plays his last card has played to that trick, so nobody draws
  himself back into the deal.
- The seat that keeps the last hand shows it, so that everybody knows its cards from then on.
- `scores()` change at the end of a deal only, and are negative: a lost point is -1.
- The lot falls once, before the first deal; `first_dealer` that names a seat leaves none.
"""

from __future__ import annotations

__all__ = ["DEFAULTS", "PRESETS", "Referee", "options_for"]

CHANCE, OVER = -1, -4

SUITS = "SCDH"
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "11", "12", "J", "Q", "K", "A"]
SHORTEST_RANK = {"24": "9", "32": "7", "36": "6", "52": "2"}  # of the packs known by their size
MATCH_FIELDS = ("dealer", "deals", "total")

DEFAULTS: dict = {
    "preset": "classic",
    "episode": "deal",
    "utility": "score",
    "players": 4,
    "deck": "52",
    "hand_size": 6,
    "target": 31,
    "deal_limit": 200,
    "first_dealer": -1,
}

_SMALL = {"hand_size": 2, "utility": "zero_sum"}

PRESETS: dict[str, dict] = {
    "classic": {},
    "three": {"players": 3},
    "two": {"players": 2, "utility": "zero_sum"},
    "mini2": {"players": 2, "deck": "SH/QKA", "first_dealer": 1, **_SMALL},
    "mini3": {"players": 3, "deck": "SH/JQKA", "first_dealer": 2, **_SMALL},
}


def options_for(preset: str, **overrides: object) -> dict:
    """Return the complete options of a preset with the overrides applied."""
    unknown = set(overrides) - set(DEFAULTS)
    if unknown:
        raise ValueError(f"domino_hearts: expected options of the game, got {sorted(unknown)}")
    return {**DEFAULTS, "preset": preset, **PRESETS[preset], **overrides}


def cards_of(deck: str) -> list[tuple[str, str]]:
    """Return suit and rank of each card of a pack, in the order of the cards' numbers."""
    if deck == "60":
        suits, ranks = SUITS, RANKS
    elif deck in SHORTEST_RANK:
        lowest = RANKS.index(SHORTEST_RANK[deck])
        suits, ranks = SUITS, [rank for rank in RANKS[lowest:] if rank not in ("11", "12")]
    else:
        suits, letters = deck.split("/")
        ranks = list(letters)
    return [(suit, rank) for suit in SUITS if suit in suits for rank in RANKS if rank in ranks]


class Referee:
    """One episode of Domino Hearts; see the module docstring for ids, places and match state."""

    def __init__(self, options: dict) -> None:
        self.options = dict(options)
        self.players: int = options["players"]
        self.cards = cards_of(str(options["deck"]))
        self.draw = len(self.cards)
        needed = self.players * options["hand_size"]
        if needed > len(self.cards):
            raise ValueError(
                f"domino_hearts: expected {needed} cards to deal, got {len(self.cards)}"
            )

        self.dealer: int = options["first_dealer"]
        self.deals = 0
        self.total = [0] * self.players
        self.phase = "deck" if self.dealer >= 0 else "lot"
        self._clear_table()

    def _clear_table(self) -> None:
        self.hands: list[list[int]] = [[] for _ in range(self.players)]
        self.taken: list[list[int]] = [[] for _ in range(self.players)]
        self.stock: list[int] = []
        self.trick: dict[int, int] = {}  # the card of each seat, in the order of play
        self.waiting: list[int] = []  # seats that are still to play to this trick

    # --- what may be asked -------------------------------------------------------------------

    @property
    def player(self) -> int:
        """The seat to act, -1 at a chance node, -4 when the episode is over."""
        if self.phase == "play":
            return self.waiting[0]
        return OVER if self.phase == "over" else CHANCE

    def wants_deck(self) -> bool:
        """Return whether a shuffled deck is due."""
        return self.phase == "deck"

    def pack(self) -> list[int]:
        """Return the cards of the pack, ascending."""
        return list(range(len(self.cards)))

    def scores(self) -> list[float]:
        """Return the points of each seat, one lost for each heart paid for."""
        return [float(0 - hearts) for hearts in self.total]

    def suit(self, card: int) -> str:
        """Return the suit of a card."""
        return self.cards[card][0]

    def suit_led(self) -> str | None:
        """Return the suit led to the trick on the table, None where the seat is to lead."""
        for card in self.trick.values():
            return self.suit(card)
        return None

    def legal(self) -> list[int]:
        """Return the legal actions, ascending; the seats at the lot for the first dealer."""
        if self.phase == "lot":
            return list(range(self.players))
        if self.phase != "play":
            return []
        hand = sorted(self.hands[self.player])
        following = [card for card in hand if self.suit(card) == self.suit_led()]
        if not self.trick:
            return hand
        if following:
            return following
        return [self.draw] if self.stock else hand

    def places(self) -> dict[str, list[int]]:
        """Return where every card of the running deal lies."""
        found = {"stock": list(self.stock), "trick": list(self.trick.values())}
        for seat in range(self.players):
            found[f"hand {seat}"] = sorted(self.hands[seat])
            found[f"taken {seat}"] = sorted(self.taken[seat])
        return found

    def knows(self, seat: int, place: str, card: int) -> bool:
        """Return whether the seat has seen that this card lies in this place.

        Every card played is seen by all. A drawn card is seen by the drawer alone, nobody sees
        into the stock, and the last hand is shown.
        """
        if card not in self.places().get(place, []):
            return False
        if place == "stock":
            return False
        return self.phase != "play" or not place.startswith("hand") or place == f"hand {seat}"

    def clone(self) -> Referee:
        """Return an independent copy."""
        other = object.__new__(Referee)
        other.__dict__.update(self.__dict__)
        other.total = list(self.total)
        other.hands = [list(hand) for hand in self.hands]
        other.taken = [list(cards) for cards in self.taken]
        other.stock = list(self.stock)
        other.trick = dict(self.trick)
        other.waiting = list(self.waiting)
        return other

    def set_match(self, **fields: object) -> None:
        """Set fields of the match state before a deal; see the module docstring."""
        if self.phase not in ("lot", "deck"):
            raise ValueError(f"domino_hearts: set_match expected a deal due, got {self.phase}")
        for name, value in fields.items():
            if name not in MATCH_FIELDS:
                raise ValueError(f"domino_hearts: no match field {name}")
            setattr(self, name, list(value) if isinstance(value, (list, tuple)) else value)
        if self.dealer >= 0:
            self.phase = "deck"

    # --- the deal ----------------------------------------------------------------------------

    def _seats_from(self, first: int) -> list[int]:
        """Return all seats clockwise."""
        return [(first + step) % self.players for step in range(self.players)]

    def _eldest(self) -> int:
        return self._seats_from(self.dealer)[1]

    def deal(self, deck: list[int]) -> None:
        """Deal a shuffled deck singly, eldest first; what remains is the stock."""
        if self.phase != "deck":
            raise ValueError(f"domino_hearts: expected no deck now, got one in phase {self.phase}")
        if sorted(deck) != self.pack():
            raise ValueError("domino_hearts: expected a permutation of the pack")
        self._clear_table()
        self.stock = list(deck)
        for _ in range(self.options["hand_size"]):
            for seat in self._seats_from(self._eldest()):
                self.hands[seat].append(self.stock.pop(0))
        self.phase = "play"
        self._begin_trick(self._eldest())

    def _begin_trick(self, leader: int) -> None:
        """Let the leader lead, or the next seat with cards if the leader is out."""
        self.trick = {}
        self.waiting = [seat for seat in self._seats_from(leader) if self.hands[seat]]

    # --- actions -----------------------------------------------------------------------------

    def play(self, action: int) -> None:
        """Play a legal action; an illegal one raises ValueError and changes nothing."""
        if action not in self.legal():
            raise ValueError(
                f"domino_hearts: expected one of {self.legal()}, got {action}, "
                f"seat {self.player} to act"
            )
        if self.phase == "lot":
            self.dealer = action
            self.phase = "deck"
        elif action == self.draw:
            self.hands[self.player].append(self.stock.pop(0))
        else:
            self._play_card(action)

    def _play_card(self, card: int) -> None:
        seat = self.waiting.pop(0)
        self.hands[seat].remove(card)
        self.trick[seat] = card
        if self.waiting:
            return
        winner = self._winner()
        self.taken[winner] += self.trick.values()
        self.trick = {}
        if len([hand for hand in self.hands if hand]) > 1:
            self._begin_trick(winner)
        else:
            self._end_deal()

    def _winner(self) -> int:
        """Return the seat with the highest card of the suit led."""
        following = [seat for seat in self.trick if self.suit(self.trick[seat]) == self.suit_led()]
        # Inside a suit the higher card has the higher number.
        return max(following, key=lambda seat: self.trick[seat])

    # --- the end of a deal -------------------------------------------------------------------

    def _end_deal(self) -> None:
        for seat in range(self.players):
            owned = self.taken[seat] + self.hands[seat]
            self.total[seat] += len([card for card in owned if self.suit(card) == "H"])
        self.deals += 1
        self.dealer = self._eldest()
        is_last = (
            self.options["episode"] == "deal"
            or self.deals >= self.options["deal_limit"]
            or any(hearts >= self.options["target"] for hearts in self.total)
        )
        self.phase = "over" if is_last else "deck"
