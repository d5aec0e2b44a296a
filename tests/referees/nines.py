"""Referee of Nines (Devyatki): a slow, obvious second implementation of the rules.

It knows lists and sets only and shares nothing with the engine, so that the two can be played
against each other.

Actions, with N cards in the deck: 0 .. N-1 play that card, N keeps the hand, N + 1 swaps it for
the spare one. Cards are `suit * R + rank`, suits in the order S C D H among those of the deck.

Places: "hand p" for every seat p, "spare" (the hand on the table, with `spare_hand`), "trick",
"played" (finished tricks) and "undealt" (cards of which no hand is made).

State between deals, settable through `set_match`: `dealer`, `deals` (finished ones; the trump
follows from them), `total` (each seat's score as the page counts it, from `start_score` down)
and `playing_on` (the match had come to its end, but its first place was shared).

Where the page is silent or could be read in two ways:
- `scores()` are the points by which a seat has come down from `start_score`, so that more is
  better, as everywhere; the page's own score is `total`.
- `match=deal` and the common option `episode=deal` are the same: one deal, with the trump that
  `deals` says, so the first of the cycle unless `set_match` says otherwise.
- `deal_limit`, the page's `max_deals`, also ends a match of `fixed_deals` and one that is
  played on.
- Once a tied match is played on, the first deal after which the lowest score stands alone ends
  it, whatever that score is ("further deals until unequal").
- The `dealt` run of queens belongs to the seat the cards were dealt to, swapped or not; a run in
  the spare hand belongs to nobody. The spare hand that is taken counts for `held` alone.
- `trump_cycle` may be of any length; `goal` is not looked at in a match of `fixed_deals`.
"""

from __future__ import annotations

__all__ = ["DEFAULTS", "PRESETS", "Referee", "options_for", "split_deck"]

CHANCE, OVER = -1, -4
NONE = -1

SUITS = "SCDH"
RANKS = "23456789TJQKA"
NAMED_DECKS = {"52": "SCDH/23456789TJQKA", "36": "SCDH/6789TJQKA", "32": "SCDH/789TJQKA"}
MATCH_FIELDS = ("dealer", "deals", "total", "playing_on")

DEFAULTS = {
    "players": 3,
    "preset": "classic",
    "episode": "deal",
    "utility": "score",
    "spare_hand": True,
    "deck": "52",
    "hand_size": 13,
    "swap_order_start": "dealer",
    "trump_cycle": "C/D/H/S/NT",
    "par": 4,
    "start_score": 9,
    "goal": 0,
    "must_trump": False,
    "three_queens_rule": "captured",
    "queens_self": 1,
    "queens_others": 1,
    "match": "to_goal",
    "fixed_deals": 15,
    "tie_rule": "shared",
    "deal_limit": 200,
    "first_dealer": -1,
}

_ALTERNATIVE = {"trump_cycle": "H/S/D/C/NT"}
_MINI = {"episode": "deal", "trump_cycle": "S", "three_queens_rule": "off", "utility": "zero_sum"}

PRESETS: dict[str, dict] = {
    "classic": {},
    "alt_trumps": _ALTERNATIVE,
    "four": {"players": 4},
    "four_alt_trumps": {"players": 4, **_ALTERNATIVE},
    "eldest_first": {"swap_order_start": "eldest"},
    "plain": {"three_queens_rule": "off"},
    "mini2": {**_MINI, "players": 2, "deck": "SCD/QKA", "hand_size": 3, "first_dealer": 1},
    "mini2_small": {**_MINI, "players": 2, "deck": "SCD/KA", "hand_size": 2, "first_dealer": 1},
    "mini3": {**_MINI, "players": 3, "deck": "SC/JQKA", "hand_size": 2, "first_dealer": 2},
}


def options_for(preset: str, **overrides: object) -> dict:
    """Return the complete options of a preset with the overrides applied."""
    chosen = {**PRESETS[preset], **overrides}
    unknown = set(chosen) - set(DEFAULTS)
    if unknown:
        raise ValueError(f"nines: expected options of the game, got {sorted(unknown)}")
    players = chosen.get("players", DEFAULTS["players"])
    hand_size = chosen.get("hand_size", DEFAULTS["hand_size"])
    chosen.setdefault("spare_hand", players < 4)
    chosen.setdefault("par", hand_size // players)
    return {**DEFAULTS, "preset": preset, **chosen}


def words_of(value: object) -> list[str]:
    """Return the words of a list option, written `a/b/c` or as a list."""
    return value.split("/") if isinstance(value, str) else [str(entry) for entry in value]


def split_deck(deck: str) -> tuple[str, str]:
    """Return the suits (in the order S C D H) and the ranks (ascending) of a deck."""
    suits, ranks = NAMED_DECKS.get(deck, deck).split("/")
    return "".join(s for s in SUITS if s in suits), "".join(r for r in RANKS if r in ranks)


class Referee:
    """One episode of Nines; see the module docstring for ids, places and match state."""

    def __init__(self, options: dict) -> None:
        self.options = dict(options)
        self.players = options["players"]
        self.suits, self.ranks = split_deck(str(options["deck"]))
        self.names = [rank + suit for suit in self.suits for rank in self.ranks]
        self.keep, self.swap = len(self.names), len(self.names) + 1
        self.cycle = words_of(options["trump_cycle"])
        self._check_options()

        self.dealer = options["first_dealer"]
        self.deals = 0
        self.total = [options["start_score"]] * self.players
        self.playing_on = False
        self.winners: list[int] = []
        self.phase = "deck" if self.dealer >= 0 else "lot"
        self._clear_table()

    def _check_options(self) -> None:
        o = self.options
        hands = self.players + o["spare_hand"]
        if hands * o["hand_size"] > len(self.names) or o["hand_size"] < 1:
            raise ValueError(
                f"nines: expected {hands} hands from {len(self.names)} cards, "
                f"got hand_size {o['hand_size']}"
            )
        for trump in self.cycle:
            if trump not in [*self.suits, "NT"]:
                raise ValueError(f"nines: expected trumps of {self.suits} or NT, got {trump}")

    def _clear_table(self) -> None:
        self.hands: list[list[int]] = [[] for _ in range(self.players)]
        self.spare: list[int] = []
        self.undealt: list[int] = []
        self.dealt: list[list[int]] = [[] for _ in range(self.players)]
        self.held: list[list[int]] = [[] for _ in range(self.players)]
        self.seen: list[set[int]] = [set() for _ in range(self.players)]
        self.waiting: list[int] = []  # seats that have not decided about the exchange
        self.trick: list[tuple[int, int]] = []  # seat, card
        self.finished: list[tuple[int, list[tuple[int, int]]]] = []  # winner, trick
        self.leader = NONE

    # --- what may be asked -------------------------------------------------------------------

    @property
    def player(self) -> int:
        """The seat to act, -1 at a chance node, -4 when the episode is over."""
        if self.phase == "exchange":
            return self.waiting[0]
        if self.phase == "play":
            return (self.leader + len(self.trick)) % self.players
        return OVER if self.phase == "over" else CHANCE

    def wants_deck(self) -> bool:
        """Return whether a shuffled deck is due."""
        return self.phase == "deck"

    def pack(self) -> list[int]:
        """Return the cards of the deck, sorted."""
        return list(range(len(self.names)))

    def scores(self) -> list[float]:
        """Return by how many points each seat has come down from the start score."""
        return [float(self.options["start_score"] - score) for score in self.total]

    def trump(self) -> str:
        """Return the trump of the running or the next deal, a suit or NT."""
        return self.cycle[self.deals % len(self.cycle)]

    def suit(self, card: int) -> str:
        """Return the suit of a card."""
        return self.names[card][1]

    def tricks_of(self, seat: int) -> int:
        """Return the tricks that a seat has won in the running or last deal."""
        return len([winner for winner, _ in self.finished if winner == seat])

    def legal(self) -> list[int]:
        """Return the sorted legal actions; the seats at the lot for the first dealer."""
        if self.phase == "lot":
            return list(range(self.players))
        if self.phase == "exchange":
            return [self.keep, self.swap]
        if self.phase != "play":
            return []
        hand = sorted(self.hands[self.player])
        if not self.trick:
            return hand
        led = self.suit(self.trick[0][1])
        following = [card for card in hand if self.suit(card) == led]
        trumps = [card for card in hand if self.suit(card) == self.trump()]
        if following:
            return following
        if self.options["must_trump"] and trumps:
            return trumps
        return hand

    def places(self) -> dict[str, list[int]]:
        """Return where every card of the running deal lies."""
        found = {f"hand {seat}": sorted(hand) for seat, hand in enumerate(self.hands)}
        return found | {
            "spare": sorted(self.spare),
            "trick": [card for _, card in self.trick],
            "played": [card for _, trick in self.finished for _, card in trick],
            "undealt": list(self.undealt),
        }

    def knows(self, seat: int, place: str, card: int) -> bool:
        """Return whether the seat has seen that this card lies in this place.

        Every exchange is public, so who has held a hand knows where it went.
        """
        if card not in self.places().get(place, []):
            return False
        return place in ("trick", "played") or card in self.seen[seat]

    def clone(self) -> Referee:
        """Return an independent copy."""
        other = object.__new__(Referee)
        for name, value in self.__dict__.items():
            copied = list(value) if isinstance(value, list) else value
            if name in ("hands", "dealt", "held"):
                copied = [list(hand) for hand in value]
            if name == "seen":
                copied = [set(cards) for cards in value]
            setattr(other, name, copied)
        return other

    def set_match(self, **fields: object) -> None:
        """Set fields of the match state before a deal; see the module docstring."""
        if self.phase not in ("lot", "deck"):
            raise ValueError(f"nines: set_match expected a deal to be due, got {self.phase}")
        for name, value in fields.items():
            if name not in MATCH_FIELDS:
                raise ValueError(f"nines: no match field {name}")
            setattr(self, name, list(value) if isinstance(value, (list, tuple)) else value)
        if self.dealer >= 0:
            self.phase = "deck"

    # --- the deal ----------------------------------------------------------------------------

    def _seats_from(self, seat: int) -> list[int]:
        return [(seat + step) % self.players for step in range(self.players)]

    def _eldest(self) -> int:
        return (self.dealer + 1) % self.players

    def deal(self, deck: list[int]) -> None:
        """Deal a shuffled deck, one card at a time, the spare hand last in each round."""
        if self.phase != "deck":
            raise ValueError(f"nines: expected no deck now, got one in phase {self.phase}")
        if sorted(deck) != self.pack():
            raise ValueError("nines: expected a permutation of the pack")
        self._clear_table()
        rest = list(deck)
        for _ in range(self.options["hand_size"]):
            for seat in self._seats_from(self._eldest()):
                self.hands[seat].append(rest.pop(0))
            if self.options["spare_hand"]:
                self.spare.append(rest.pop(0))
        self.undealt = rest
        self.dealt = [list(hand) for hand in self.hands]
        self.seen = [set(hand) for hand in self.hands]
        if self.options["spare_hand"]:
            first = self.dealer
            if self.options["swap_order_start"] == "eldest":
                first = self._eldest()
            self.waiting = self._seats_from(first)
            self.phase = "exchange"
        else:
            self._begin_play()

    def _begin_play(self) -> None:
        self.phase = "play"
        self.leader = self._eldest()
        self.held = [list(hand) for hand in self.hands]

    # --- actions -----------------------------------------------------------------------------

    def play(self, action: int) -> None:
        """Play a legal action; an illegal one raises ValueError and changes nothing."""
        if action not in self.legal():
            raise ValueError(
                f"nines: expected one of {self.legal()}, got {action}, seat {self.player} to act"
            )
        if self.phase == "lot":
            self.dealer = action
            self.phase = "deck"
        elif self.phase == "exchange":
            seat = self.waiting.pop(0)
            if action == self.swap:
                self.hands[seat], self.spare = self.spare, self.hands[seat]
                self.seen[seat] |= set(self.hands[seat])
            if not self.waiting:
                self._begin_play()
        else:
            self._play_card(action)

    def _play_card(self, card: int) -> None:
        seat = self.player
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if len(self.trick) < self.players:
            return
        self.leader = self._winner_of(self.trick)
        self.finished.append((self.leader, self.trick))
        self.trick = []
        if not any(self.hands):
            self._end_deal()

    def _winner_of(self, trick: list[tuple[int, int]]) -> int:
        led = self.suit(trick[0][1])
        suits = [self.suit(card) for _, card in trick]
        wins = self.trump() if self.trump() in suits else led
        # Inside a suit the higher card has the higher number.
        return max((card, seat) for seat, card in trick if self.suit(card) == wins)[1]

    # --- the end of a deal -------------------------------------------------------------------

    def _is_queen(self, card: int) -> bool:
        return self.names[card][0] == "Q"

    def queens_owner(self) -> int:
        """Return the seat that had three queens in a row in the finished deal, or NONE."""
        rule = self.options["three_queens_rule"]
        for seat in range(self.players):
            if rule == "dealt":
                queens = [self._is_queen(card) for card in self.dealt[seat]]
            elif rule == "held":
                # The order in a hand means nothing: put the queens next to each other.
                queens = sorted(self._is_queen(card) for card in self.held[seat])
            elif rule in ("captured", "won_with"):
                queens = [self._counts(seat, winner, trick) for winner, trick in self.finished]
            else:
                return NONE
            if any(queens[k : k + 3] == [True] * 3 for k in range(len(queens))):
                return seat
        return NONE

    def _counts(self, seat: int, winner: int, trick: list[tuple[int, int]]) -> bool:
        """Tell whether a trick counts in the seat's row of queens."""
        if winner != seat:
            return False
        if self.options["three_queens_rule"] == "won_with":
            return any(player == seat and self._is_queen(card) for player, card in trick)
        return any(self._is_queen(card) for _, card in trick)

    def _end_deal(self) -> None:
        owner = self.queens_owner()
        for seat in range(self.players):
            self.total[seat] += self.options["par"] - self.tricks_of(seat)
            if owner == seat:
                self.total[seat] -= self.options["queens_self"]
            elif owner != NONE:
                self.total[seat] += self.options["queens_others"]
        self.deals += 1
        self.dealer = self._eldest()
        lowest = min(self.total)
        leaders = [seat for seat in range(self.players) if self.total[seat] == lowest]
        if self._match_ends(lowest, len(leaders) == 1):
            self.winners = leaders
            self.phase = "over"
        else:
            self.phase = "deck"

    def _match_ends(self, lowest: int, is_alone: bool) -> bool:
        o = self.options
        if o["episode"] == "deal" or o["match"] == "deal" or self.deals >= o["deal_limit"]:
            return True
        if o["match"] == "fixed_deals":
            is_due = self.deals >= o["fixed_deals"]
        else:
            is_due = self.playing_on or lowest <= o["goal"]
        self.playing_on = is_due and not is_alone and o["tie_rule"] == "play_on"
        return is_due and not self.playing_on
