"""Referee of King and its relatives: a slow, obvious second implementation of the rules.

It knows lists and words only and shares nothing with the engine, so that the two can be played
against each other. Options and presets are in `king_tables`, the places of the cards in
`king_ledger`, what a seat may do in `king_position` and `king_tricks`, points in `king_scores`.

Actions, with N codes of cards: 0 .. N-1 a card (played, discarded, passed), N .. N + 7 order a
contract, N + 8 .. 11 name S C D H, N + 12 by the last, N + 13 no trump, N + 14 announce capot,
N + 15 pass, N + 15 + n bid n.

Lots, in this order before the deck: the first dealer (its outcomes are the seats), the direction
of the passes (0 none, 1 left, 2 across, 3 right), the bum card that is cut (the cards).

Places: "hand p", "passed p" (on the way to another hand), "talon", "discards", "leftover" (cards
that no hand gets), "trick", "played" and "deck".

State between deals, settable through `set_match`: `dealer`, `deals` (finished ones), `total`,
`orders` (each seat's list of ordered contracts), `pool` and `bidder` (who names the suit without
an auction, -1 for nobody).

Where the page is silent or could be read in two ways:
- Ordinary deals: one card at a time from eldest; what no hand gets comes last in the deck.
- Otygrysh with `three_cards`: three cards to the namer, then three each to the others, going on
  from the namer in the direction of play, then the rest one at a time from the namer.
- A talon: two cards at a time from eldest, a single card to the talon after each of the first two
  rounds. The namer of an otygrysh or eldest takes it.
- `simple_boys_first` puts no_jacks in front and leaves the rest in order.
- `king24` sets KH to 24, whatever `v_king` is. `king36` has no compensation.
- `flat4` and `preliminary` belong to a match: one deal starts at 0 and is not preliminary.
- A `deals` of n in the match state skips n deals of the schedule, preliminary ones first.
- "Right" and "left" of the dealer, and the passes, are as seen at the table, in `ccw`, too.
- The only order or bid left is still asked for. Ordering otygrysh is one decision, the suit
  another. After an order by the `rifki` table any contract may be repeated by the same player.
- `forbidden`: if too few cards may be discarded, any may.
- `no_points_first_trick` is for leaders and followers alike, and speaks of cards with minus points.
- The leader of `two_clubs` is eldest where nobody holds 2C.
- A joker counts -5 and is no heart in the score; the heart lead rules count it as a heart.
- The slam is 26 whatever the cards are worth.
- Auction: nobody bids and the pool of a sweepstake stays: the next deal has an auction. Who names
  without an auction pays no second bid. What is left in the pool at the end is nobody's.
- A leftover card that goes to the first or last trick stays unseen.
- `cut`: the cut card is a lot among all cards before the deal. Still equal for "most tricks":
  the one nearest to the dealer's left.
- `match_end=target` is for `repeat` alone; its totals end it at -`target` or below.
- `stop_when_settled` looks after each trick whether a point can still be won.
- `fantan`, `domino_hearts`: not played here.
"""

from __future__ import annotations

from referees import king_scores as scores
from referees import king_tricks as tricks
from referees.king_ledger import Ledger
from referees.king_position import (
    CARD_GAME,
    LOTS,
    NONE,
    PRELIMINARY,
    SUIT_GAME,
    TETKA,
    Position,
)
from referees.king_tables import CONTRACTS, DEFAULTS, PRESETS, options_for

__all__ = ["DEFAULTS", "PRESETS", "Referee", "options_for"]

MATCH_FIELDS = ("dealer", "deals", "total", "orders", "pool", "bidder")


class Referee(Position):
    """One episode of King; see the module docstring for ids, places and match state."""

    def clone(self) -> Referee:
        """Return an independent copy."""
        other = object.__new__(Referee)
        for name, value in self.__dict__.items():
            copied = value.copy() if isinstance(value, (list, set)) else value
            if name in ("orders", "taken"):
                copied = [list(entry) for entry in value]
            setattr(other, name, copied)
        other.table = self.table.clone()
        return other

    def set_match(self, **fields: object) -> None:
        """Set fields of the match state before a deal; see the module docstring."""
        if self.phase not in LOTS and self.phase != "deck":
            raise ValueError(f"king: set_match expected a deal to be due, got {self.phase}")
        for name, value in fields.items():
            if name not in MATCH_FIELDS:
                raise ValueError(f"king: no match field {name}")
            setattr(self, name, list(value) if isinstance(value, (list, tuple)) else value)
        if "orders" in fields:
            self.orders = [list(names) for names in self.orders]
        self._begin_deal()

    # --- the deal -----------------------------------------------------------------------------

    def deal(self, deck: list[int]) -> None:
        """Deal a shuffled deck."""
        if self.phase != "deck":
            raise ValueError(f"king: expected no deck now, got one in phase {self.phase}")
        if sorted(deck) != self.pack():
            raise ValueError("king: expected a permutation of the pack")
        self.table = Ledger(self.players, deck)
        if self.contract == "otygrysh":
            self.namer = self._namer_by_seat()
        if self._looks_at_three():
            self._give(self.namer, min(3, self.hand_size))
        else:
            self._deal_all()
        self._next()

    def _give(self, seat: int, number: int) -> None:
        for _ in range(number):
            card = self.table.places["deck"][0]
            self.table.move(card, "deck", f"hand {seat}", [seat])

    def _deal_all(self) -> None:
        """Deal the hands, the talon and what is left over."""
        order = self._playing()
        if self.options["talon"]:
            for number in range((self.hand_size + 1) // 2):
                for seat in order:
                    self._give(seat, min(2, self.hand_size - 2 * number))
                if number < self.options["talon"]:
                    self._put("talon", 1)
        else:
            for _ in range(self.hand_size):
                for seat in order:
                    self._give(seat, 1)
        self._finish_dealing()

    def _deal_rest(self) -> None:
        """Deal what the namer of an otygrysh has not waited for."""
        order = self._playing_from(self.namer)
        for seat in order[1:]:
            self._give(seat, min(3, self.hand_size))
        for _ in range(self.hand_size - 3):
            for seat in order:
                self._give(seat, 1)
        self._put("talon", self.options["talon"])
        self._finish_dealing()

    def _put(self, place: str, number: int) -> None:
        for _ in range(number):
            self.table.move(self.table.places["deck"][0], "deck", place, [])

    def _finish_dealing(self) -> None:
        self.is_dealt = True
        self._put("leftover", len(self.table.places["deck"]))
        if self.contract == TETKA and self.options["bum_source"] == "last_dealt":
            self.bum = self.table.hand(self.dealer)[-1]
            self.table.show(self.bum, f"hand {self.dealer}")

    def _next(self) -> None:
        """Enter the next phase of the deal in which somebody has something to do."""
        for phase, who in (
            ("order", self._orderer),
            ("name", self._trump_namer),
            ("discard", self._taker_of_talon),
            ("pass", self._passers),
            ("bid", self._bidders),
            ("name", self._suit_namer),
            ("capot", self._announcers),
        ):
            self.queue = who()
            if self.queue:
                self.phase = phase
                return
        self._begin_play()

    def _orderer(self) -> list[int]:
        return [self._eldest()] if self.contract == "" else []

    def _trump_namer(self) -> list[int]:
        if self.contract != "otygrysh" or self.trump:
            return []
        return [self.namer]

    def _taker_of_talon(self) -> list[int]:
        """Let the talon be taken; return who discards, while he has cards to discard."""
        taker = self.namer if self.contract == "otygrysh" else self._eldest()
        everybody = range(self.players)
        for card in list(self.table.places["talon"]):
            self.table.show(card, "talon")
        for card in list(self.table.places["talon"]):
            self.table.move(card, "talon", f"hand {taker}", everybody)
            self.discarder = taker
        missing = self.options["talon"] - len(self.table.places["discards"])
        return [taker] if missing > 0 else []

    def _passers(self) -> list[int]:
        """Return who still chooses cards to pass; when all have, the cards change hands."""
        if self.direction == 0 or "pass" in self.asked:
            return []
        number = self.options["pass_count"]
        waiting = [p for p in self._playing() if len(self.table.places[f"passed {p}"]) < number]
        if waiting:
            return waiting
        self.asked.add("pass")
        for seat in self._playing():
            target = (seat + self.direction) % self.players
            for card in list(self.table.places[f"passed {seat}"]):
                self.table.move(card, f"passed {seat}", f"hand {target}", [seat, target])
        return []

    def _bidders(self) -> list[int]:
        if self.contract != SUIT_GAME or self.bidder != NONE or "bid" in self.asked:
            return []
        self.asked.add("bid")
        return self._playing()

    def _suit_namer(self) -> list[int]:
        """Return who names the penalty suit; it is hearts if nobody has bid."""
        if self.contract != SUIT_GAME or self.suit:
            return []
        if self.bidder == NONE:
            self.suit = "H"
            return []
        return [self.bidder]

    def _announcers(self) -> list[int]:
        if not self.options["capot"] or "capot" in self.asked:
            return []
        self.asked.add("capot")
        return self._playing()

    def _begin_play(self) -> None:
        self.phase = "play"
        rule = self.options["lead_rule"]
        self.leader = self._eldest()
        if self.contract == "otygrysh":
            self.leader = self.namer
        elif rule == "bid_winner" and self.contract == SUIT_GAME and self.bidder != NONE:
            self.leader = self.bidder
        elif rule == "two_clubs":
            two = self.cards.code("2C")
            holders = [seat for seat in self._playing() if two in self.table.hand(seat)]
            self.leader = (holders or [self.leader])[0]

    # --- actions ------------------------------------------------------------------------------

    def play(self, action: int) -> None:
        """Play a legal action; an illegal one raises ValueError and changes nothing."""
        if action not in self.legal():
            raise ValueError(
                f"king: expected one of {self.legal()}, got {action}, seat {self.player} to act"
            )
        if self.phase in LOTS:
            self._draw_lot(action)
        elif self.phase == "play":
            self._play_card(action)
        else:
            self._speak(action)

    def _draw_lot(self, outcome: int) -> None:
        if self.phase == "first dealer":
            self.dealer = outcome
        elif self.phase == "pass direction":
            self.direction = self.players - 1 if outcome == 3 else outcome
        else:
            self.bum = outcome
        self._advance_to_deck()

    def _speak(self, action: int) -> None:
        """Do what is done before the first lead."""
        seat = self.player
        if self.phase == "order":
            self.contract = next(c for c in CONTRACTS if self.ids.ORDER[c] == action)
            self.orders[seat].append(self.contract)
            self.namer = seat
        elif self.phase == "name":
            self._name(action)
        elif self.phase == "discard":
            self.table.move(action, f"hand {seat}", "discards", [seat])
        elif self.phase == "pass":
            self.table.move(action, f"hand {seat}", f"passed {seat}", [seat])
        else:
            self.queue.pop(0)
            if self.phase == "bid" and action != self.ids.PASS:
                self.bid, self.bidder = action - self.ids.BID, seat
            if self.phase == "capot" and action == self.ids.CAPOT:
                self.announcer = seat
                self.queue = []
            if self.queue:
                return
        self._next()

    def _name(self, action: int) -> None:
        names = [name for name, number in self.ids.NAME.items() if number == action]
        if self.contract == SUIT_GAME:
            self.suit = names[0]
            return
        if names:
            self.trump = names[0]
        if not self.is_dealt:
            self._deal_rest()
        if action == self.ids.BY_LAST:
            last = self.table.hand(self.namer)[-1]
            self.trump = self.cards.suit(last)
            self.table.show(last, f"hand {self.namer}")

    def _play_card(self, card: int) -> None:
        seat = self.player
        self.table.move(card, f"hand {seat}", "trick", range(self.players))
        self.trick.append((seat, card))
        if len(self.trick) == self.options["active_players"]:
            self._end_trick()

    def _end_trick(self) -> None:
        winner = tricks.winner(self, self.trick)
        self.leader = winner
        for _, card in self.trick:
            self.table.move(card, "trick", "played", range(self.players))
            self.taken[winner].append(card)
            if self.cards.suit(card) == "H":
                self.hearts_broken = True
            if self.cards.name(card) == "QS" and self.options["qs_breaks_hearts"]:
                self.hearts_broken = True
        self.tricks.append((winner, self.trick))
        self.trick = []
        is_last = len(self.tricks) == self.hand_size
        gets = {"first_trick": len(self.tricks) == 1, "last_trick": is_last}
        if gets.get(self.options["leftover_card"], False):
            for card in list(self.table.places["leftover"]):
                self.table.move(card, "leftover", "played", [])
                self.taken[winner].append(card)
        if is_last or (self.options["stop_when_settled"] and self._is_settled()):
            self._end_deal()

    def _is_settled(self) -> bool:
        """Tell whether no points are left to win: only cards count, and all of them are taken."""
        o = self.options
        if self.contract in ("no_jacks", "no_queens", "no_hearts", "no_king"):
            counting = set(scores.card_values(o, self.cards, self.contract))
        elif self.contract == CARD_GAME and not o["avoid_all_tricks_bonus"]:
            counting = set(scores.hearts_values(o, self.cards))
        elif self.contract == SUIT_GAME:
            counting = {card for card in self.cards.pack if self.cards.suit(card) == self.suit}
        else:
            return False
        if self.announcer != NONE:
            return False
        left = [card for seat in range(self.players) for card in self.table.hand(seat)]
        if o["leftover_card"] == "last_trick":
            left += self.table.places["leftover"]
        return not counting & set(left)

    # --- the end of a deal --------------------------------------------------------------------

    def _points(self) -> list[float]:
        """Return what the finished deal scores."""
        o, seats = self.options, self._playing()
        taken = [list(won) for won in self.taken]
        if self.discarder != NONE:
            # Cards without points in the running contract change nothing.
            taken[self.discarder] += self.table.places["discards"]
        if self.contract == PRELIMINARY:
            return scores.preliminary_points(self.tricks, self.players)
        if self.contract == TETKA:
            return scores.tetka_points(self.cards, self.bum, self.tricks, taken, seats)
        if self.contract == SUIT_GAME:
            return self._auction_points()
        if self.contract == CARD_GAME:
            points = scores.hearts_points(o, self.cards, self.tricks, taken, seats)
        else:
            points = scores.contract_points(
                o, self.cards, self.contract, self.tricks, taken, self.hand_size
            )
        if self.is_mirror:
            points = [-value for value in points]
        if self.announcer != NONE:
            made = all(winner == self.announcer for winner, _ in self.tricks)
            points = scores.capot_points(o["v_capot"], self.announcer, made, seats, points)
        return points

    def _auction_points(self) -> list[float]:
        counts = [sum(self.cards.suit(card) == self.suit for card in won) for won in self.taken]
        points, self.pool, stays = scores.auction_points(
            self.options["auction_settlement"],
            counts,
            self.bid,
            self.bidder,
            self.pool,
            self._playing(),
        )
        if not stays:
            self.bidder = NONE
        return points

    def _end_deal(self) -> None:
        points = self._points()
        self.total = [total + gained for total, gained in zip(self.total, points)]
        self.deals += 1
        in_sequence = self.contract == "otygrysh" and not self._is_ordered_deal()
        self.dealer = self.namer if in_sequence else self._eldest()
        if self._match_ends():
            if self.options["compensation"] == "proportional" and not self.is_single:
                self.total = scores.proportional(self.total)
            best = max(self.total)
            self.winners = [seat for seat in range(self.players) if self.total[seat] == best]
            self.phase = "over"
        else:
            self._begin_deal()

    def _match_ends(self) -> bool:
        o = self.options
        if self.is_single:
            return True
        if o["match_end"] == "deals" and self.deals >= o["num_deals"]:
            return True
        if o["mode"] == "repeat":
            return o["match_end"] == "target" and min(self.total) <= -o["target"]
        if o["mode"] == "ordered":
            return not any(self.may_order(seat) for seat in range(self.players))
        before = self.players if self.has_preliminary else 0
        return self.deals >= before + len(self.schedule)
