"""Referee of Thousand: a slow, obvious second implementation of the rules.

It knows sets and lists only and shares nothing with the engine, so that the two can be played
against each other.

Cards and actions: see `thousand_tables`. Places: "hand p" for every seat p, "talon 0", "talon 1",
"trick" (the open cards of a trick), "played", "discards" (laid aside by the declarer), "middle"
(cards among which a jack from the bottom was put, before they are dealt) and "deck".

State between deals, readable through `match()` and settable through `set_match`: `dealer`,
`total`, `on_barrel`, `attempts`, `mount_order`, `falls`, `bolts`, `bolts_row`, `writeoffs`,
`golden_index`, `golden_made`, `peeks_hands`, `peeks_suits`, `peeks_card`, `winner`, `gained`.

During a deal `phase` says what is asked for: lot (first dealer), deck, ritual (the dealer, after a
look at the bottom card), middle and misdeal (lots), blind, unblind, hand (redeal for a bad hand),
auction, early_raise, choose (a talon), talon (redeal for a bad one), exchange, nines (redeal for
four of them), contract, trump, play, over.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy

from tests.referees.thousand_play import dealing_order
from tests.referees.thousand_position import CHANCE, OVER, Position
from tests.referees.thousand_scores import Played, Settlement, barrel_need, rounded
from tests.referees.thousand_tables import DEFAULTS, PRESETS, options_for

__all__ = ["DEFAULTS", "PRESETS", "Referee", "options_for"]

HAND_RIGHTS = ("redeal_hand_below", "redeal_hand_nines", "redeal_hand_jacks")
TALON_RIGHTS = ("redeal_talon_below", "redeal_talon_nines", "redeal_talon_jacks")


class Referee(Position):
    """One episode of Thousand; see the module docstring for ids, places and match state."""

    def clone(self) -> Referee:
        """Return an independent copy."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, (list, set, dict)):
                setattr(other, name, value.copy())
        other.table = self.table.clone()
        other.state = self.state.clone()
        return other

    def set_match(self, **fields: object) -> None:
        """Set fields of the state between deals, before the first deck."""
        if self.phase not in ("lot", "deck"):
            raise ValueError(f"thousand: set_match expected a deal to be due, got {self.phase}")
        for name, value in fields.items():
            if not hasattr(self.state, name):
                raise ValueError(f"thousand: no match field {name}")
            setattr(self.state, name, list(value) if isinstance(value, (list, tuple)) else value)
        if self.state.dealer >= 0:
            self.phase = "deck"

    def play(self, action: int) -> None:
        """Play a legal action; an illegal one raises ValueError and changes nothing."""
        if action not in self.legal():
            raise ValueError(
                f"thousand: expected one of {self.legal()}, got {action}, "
                f"seat {self.player} to act in phase {self.phase}"
            )
        if self.player >= 0 and action >= self.ids.SHOW_HANDS:
            self._peek(action)
        else:
            getattr(self, f"_play_{self.phase}")(action)

    def _peek(self, action: int) -> None:
        seat = self.player
        if action == self.ids.SHOW_HANDS:
            self.state.peeks_hands[seat] += 1
            for other in self._others(seat):
                self.table.show(self.hand(other), f"hand {other}", [seat])
        elif action == self.ids.TALON_SUITS:
            self.state.peeks_suits[seat] += 1
        else:
            number = self.ids.TALON_CARD.index(action)
            self.state.peeks_card[seat] += 1
            self.asked_talon_cards.add((seat, number))
            card = self.talon_cards[number]
            place = next(p for p, cards in self.table.places.items() if card in cards)
            self.table.show([card], place, [seat])

    def _ask(self, phase: str, player: int) -> None:
        self.phase = phase
        self.player = player

    def _want_deck(self) -> None:
        self._ask("deck", CHANCE)

    def _redeal(self, dealer_option: str = "redeal_dealer") -> None:
        """Ask for another deck for the same deal."""
        if self.options[dealer_option] in ("next", "next_dealer"):
            self.state.dealer = self.forehand()
        self._want_deck()

    # --- P1: cut and deal --------------------------------------------------------------

    def _play_lot(self, action: int) -> None:
        self.state.dealer = action
        self._want_deck()

    def deal(self, deck: list[int]) -> None:
        """Take a shuffled deck: it is dealt, or the ritual asks for something first."""
        if self.phase != "deck":
            raise ValueError(f"thousand: expected no deck now, got one in phase {self.phase}")
        if sorted(deck) != self.pack():
            raise ValueError("thousand: expected a permutation of the pack")
        self._clear_deal(deck)
        self.slots = dealing_order(self.options, self.seats())
        self.at_slot: dict[int, int] = {}
        if self.options["cut_ceremony"] == "off" or self.no_ritual:
            self._deal_out(deck, last_seen=False)
            return
        bottom = self.cards.rank(deck[-1])
        if bottom == "9":
            self.nines_seen += 1
            if self.nines_seen == self.options["cut_nine_limit"]:
                self._fine_for_nines()
                return
        if self.options["cut_ceremony"] == "agent":
            self._ask("ritual", self.state.dealer)
        elif bottom == "9":
            self._want_deck()
        elif bottom == "J" and self.options["jack_to_middle"]:
            self._jack_to_middle()
        else:
            self._deal_out(deck, last_seen=True)

    def _play_ritual(self, action: int) -> None:
        if action == self.ids.RECUT:
            self._want_deck()
        elif action == self.ids.JACK:
            self._jack_to_middle()
        else:
            self._deal_out(self.table.places["deck"], last_seen=True)

    def _direct_fine(self, seat: int, amount: int) -> None:
        """Charge a fine outside the count of a deal; a player on the barrel leaves it."""
        if self.state.on_barrel[seat]:
            self.state.leave_barrel(seat)
        self.state.add(seat, -amount)

    def _fine_for_nines(self) -> None:
        dealer = self.state.dealer
        payer = dealer if self.options["cut_fine_pays"] == "dealer" else dealer - 1
        self._direct_fine(payer % self.players, self.options["cut_fine"])
        self.no_ritual = True
        self._want_deck()

    def _put(self, slot: int, card: int, source: str, also: tuple[int, ...] = ()) -> None:
        """Deal a card to a slot; its owner sees it, unless he may still play blind."""
        place = self.slots[slot]
        seers = set(also)
        if place.startswith("hand"):
            owner = int(place.split()[1])
            if not (self.looks_later and owner == self.forehand()):
                seers.add(owner)
        self.table.move(card, source, place, seers)
        self.at_slot[slot] = card

    def _begin_dealing(self) -> None:
        """End the ritual."""
        self.nines_seen = 0
        self.no_ritual = False
        o, state = self.options, self.state
        if o["golden"] and state.golden_index >= 0:
            self.kind = "golden"
        barrel = any(state.on_barrel[p] for p in self.seats())
        takes = o["barrel_auction"] == "barrel_takes_talon" and o["barrel_at"] > 0
        self.barrel_deal = takes and barrel and self.kind != "golden"
        hindered = o["blind_not_on_barrel"] and any(state.on_barrel)
        self.looks_later = (
            o["blind"]
            and self.kind == "normal"
            and not hindered
            and not self.barrel_deal
            and not self.is_silent(self.forehand())
        )

    def _deal_out(self, deck: list[int], last_seen: bool) -> None:
        self._begin_dealing()
        deck = list(deck)
        for slot, card in enumerate(deck):
            last = slot == len(deck) - 1
            self._put(slot, card, "deck", (self.state.dealer,) if last and last_seen else ())
        self._all_dealt()

    def _jack_to_middle(self) -> None:
        """Put the last card among those of the middle third, which are dealt by lot."""
        self._begin_dealing()
        deck = list(self.table.places["deck"])
        low, high = len(deck) // 3, 2 * len(deck) // 3
        for slot in range(low):
            self._put(slot, deck[slot], "deck")
        for card in deck[low : high - 1]:
            self.table.move(card, "deck", "middle", ())
        for slot in range(high, len(deck)):
            self._put(slot, deck[slot - 1], "deck")
        self.table.move(deck[-1], "deck", "middle", [self.state.dealer])
        self.middle_slots = list(range(low, high))
        self._ask("middle", CHANCE)

    def _play_middle(self, action: int) -> None:
        heap = self.table.places["middle"]
        self._put(self.middle_slots.pop(0), sorted(heap)[action], "middle")
        if len(self.table.places["middle"]) == 1:
            self._put(self.middle_slots.pop(0), self.table.places["middle"][0], "middle")
            self._all_dealt()

    def _all_dealt(self) -> None:
        self.talon_cards = [
            self.at_slot[slot]
            for slot in sorted(self.at_slot)
            if self.slots[slot].startswith("talon")
        ]
        if self.options["misdeal_percent"] > 0:
            self._ask("misdeal", CHANCE)
        else:
            self._after_deal()

    def _play_misdeal(self, action: int) -> None:
        if action >= self.options["misdeal_percent"]:
            self._after_deal()
            return
        dealer = self.state.dealer
        self._direct_fine(dealer, self.options["misdeal_fine"])
        self.state.dealer = (dealer + 1) % self.players
        self._want_deck()

    # --- P2, P2b, P3: before the auction -----------------------------------------------

    def _after_deal(self) -> None:
        if self.looks_later:
            self._ask("blind", self.forehand())
        else:
            self._hand_redeals()

    def _look(self) -> None:
        """Forehand takes up his cards."""
        self.looks_later = False
        seat = self.forehand()
        self.table.show(self.hand(seat), f"hand {seat}", [seat])

    def _play_blind(self, action: int) -> None:
        if action == self.ids.PASS:
            self._look()
            self._hand_redeals()
            return
        self.blind_bid = True
        self.queue = self._others(self.forehand()) if self.options["unblind"] else []
        self._next_of_queue("unblind", self._hand_redeals)

    def _next_of_queue(self, phase: str, afterwards: Callable[[], None]) -> None:
        """Ask the next seat of the queue, or go on."""
        if self.queue:
            self._ask(phase, self.queue.pop(0))
        else:
            afterwards()

    def _play_unblind(self, action: int) -> None:
        if action == self.ids.UNBLIND:
            self.unblinder = self.player
            self.queue = []
        self._next_of_queue("unblind", self._hand_redeals)

    def _hand_redeals(self) -> None:
        if any(self.options[name] for name in HAND_RIGHTS):
            self.queue = self.seats()[1:] if self.looks_later else self.seats()
        self._next_of_queue("hand", self._start_auction)

    def _play_hand(self, action: int) -> None:
        if action == self.ids.REDEAL:
            self._redeal()
        else:
            self._next_of_queue("hand", self._start_auction)

    # --- P4: auction -------------------------------------------------------------------

    def _start_auction(self) -> None:
        o = self.options
        if self.kind == "golden":
            self._become_declarer(self.forehand(), 120)
        elif self.blind_bid and self.unblinder < 0:
            self.kind = "blind"
            self._become_declarer(self.forehand(), 120)
        elif self.blind_bid:
            self._look()
            if o["unblind_no_auction"]:
                self._become_declarer(self.unblinder, 125)
            else:
                self.high, self.owner = 125, self.unblinder
                self._next_bidder(self.unblinder)
        elif self.barrel_deal:
            self._become_declarer(self._barrel_declarer(), barrel_need(o))
        else:
            self._open_auction()

    def _barrel_declarer(self) -> int:
        """Return the active seat that is on the barrel, of several the earliest mounted."""
        sitting = [p for p in self.seats() if self.state.on_barrel[p]]
        earliest = min(self.state.mount_order[p] for p in sitting)
        return next(p for p in sitting if self.state.mount_order[p] == earliest)

    def _open_auction(self) -> None:
        o, first = self.options, self.forehand()
        if o["forced_opening"] == "none":
            self._ask("auction", first)
            return
        self.bound = self.state.dealer if o["forced_opening"] == "dealer" else first
        if o["forced_opening"] == "forehand" and o["auction_start"] == "forehand_speaks":
            self.must_open = True
            self._ask("auction", first)
            return
        self.high, self.owner = o["opening_bid"], self.bound
        self._next_bidder(self.state.dealer if self.bound != first else first)

    def _next_bidder(self, after: int) -> None:
        """Ask the next seat that may still bid, or end the auction."""
        for seat in self._seats_from(after + 1):
            if seat in self.seats() and seat not in self.out and seat != self.owner:
                self._ask("auction", seat)
                return
        if self.owner < 0:
            self._redeal("all_pass")
            return
        self.auction_held = True
        self.declarer, self.contract = self.owner, self.high or 0
        if self.options["raise_timing"] == "before_talon":
            self._ask("early_raise", self.declarer)
        else:
            self._to_talon()

    def _play_auction(self, action: int) -> None:
        if action == self.ids.PASS:
            self.out.add(self.player)
        else:
            self.high, self.owner = self.ids.bid_of[action], self.player
            self.must_open = False
        self._next_bidder(self.player)

    def _play_early_raise(self, action: int) -> None:
        if action != self.ids.PASS:
            self.contract = self.ids.bid_of[action]
        self._to_talon()

    def without_auction(self) -> bool:
        """Return whether the bound seat got the talon for the opening bid, unopposed."""
        unopposed = self.owner == self.bound and self.high == self.options["opening_bid"]
        return self.auction_held and self.unblinder < 0 and unopposed

    def _become_declarer(self, seat: int, contract: int) -> None:
        self.declarer, self.contract = seat, contract
        self._to_talon()

    # --- P5, P6: talon -----------------------------------------------------------------

    def _to_talon(self) -> None:
        if self.options["talons"] == 2:
            self._ask("choose", self.declarer)
        else:
            self._take("talon 0")

    def _play_choose(self, action: int) -> None:
        self._take(f"talon {self.ids.TALON.index(action)}")

    def _is_secret(self) -> bool:
        """Return whether the kind of deal hides talon and passes."""
        o = self.options
        blind = self.kind == "blind" and o["blind_hide_talon"]
        unopposed = o["hide_talon_at_100"] and self.without_auction()
        return self.kind == "golden" or blind or unopposed

    def _take(self, talon: str) -> None:
        if self.kind == "blind":
            self._look()
        self.talon_taken = list(self.table.places[talon])
        shown = self.options["talon_shown"] and not self._is_secret()
        seers = range(self.players) if shown else [self.declarer]
        self.table.show(self.talon_taken, talon, seers)
        self.table.move_all(talon, f"hand {self.declarer}")
        o = self.options
        rights = any(o[name] for name in TALON_RIGHTS) or o["redeal_nines_after_exchange"]
        if rights and (self.without_auction() or not o["talon_redeal_only_at_100"]):
            self._ask("talon", self.declarer)
        else:
            self._start_exchange()

    def _play_talon(self, action: int) -> None:
        if action == self.ids.REDEAL:
            self._redeal()
        else:
            self._start_exchange()

    # --- P7, P7b: exchange -------------------------------------------------------------

    def _start_exchange(self) -> None:
        o = self.options
        self.gifts = [
            f"hand {p}" for p in self._others(self.declarer) for _ in range(o["pass_each"])
        ] + ["discards"] * o["discard_count"]
        self._ask("exchange", self.declarer)

    def _play_exchange(self, action: int) -> None:
        if action == self.ids.WRITE_OFF:
            self._finish(written_off=True)
            return
        target = self.gifts.pop(0)
        if target == "discards":
            seers = {self.declarer}
        elif self.options["pass_face_down"] or self._is_secret():
            seers = {self.declarer, int(target.split()[1])}
        else:
            seers = set(range(self.players))
        self.table.move(action, f"hand {self.declarer}", target, seers)
        self.last_gift = action if target in self.gifts else -1
        if not self.gifts:
            self._after_exchange()

    def _after_exchange(self) -> None:
        if self.options["redeal_nines_after_exchange"]:
            self.queue = self._others(self.declarer)
        self._next_of_queue("nines", self._to_contract)

    def _play_nines(self, action: int) -> None:
        if action == self.ids.REDEAL:
            self._redeal()
        else:
            self._next_of_queue("nines", self._to_contract)

    # --- P8: contract, write-off, trump ------------------------------------------------

    def _to_contract(self) -> None:
        self.four_nines = {p for p in self.seats() if self.cards.count(self.hand(p), "9") == 4}
        if self._may_raise() or self._may_write_off():
            self._ask("contract", self.declarer)
        else:
            self._to_trump()

    def _play_contract(self, action: int) -> None:
        if action == self.ids.WRITE_OFF:
            self._finish(written_off=True)
            return
        if action != self.ids.PASS:
            self.contract = self.ids.bid_of[action]
        self._to_trump()

    def _to_trump(self) -> None:
        if self.options["trump_mode"] == "declared_fixed":
            self._ask("trump", self.declarer)
        else:
            self._start_play()

    def _play_trump(self, action: int) -> None:
        self.trump = next(s for s, number in self.ids.NAME_TRUMP.items() if number == action)
        self.trump_setter = self.declarer
        self._start_play()

    # --- P9: tricks --------------------------------------------------------------------

    def _start_play(self) -> None:
        first = self.options["first_lead"] == "forehand"
        self.leader = self.forehand() if first else self.declarer
        self._ask("play", self.leader)

    def _play_play(self, action: int) -> None:
        if action == self.ids.WRITE_OFF:
            self._finish(written_off=True)
            return
        seat = self.player
        everybody = range(self.players)
        card = action
        if action > self.ids.PASS:
            card = self._declare(action)
        elif not self.table.places["trick"]:
            self._lead_ace(card)
        self.table.move(card, f"hand {seat}", "trick", everybody)
        if len(self.table.places["trick"]) < len(self.seats()):
            self.player = self._others(seat)[0]
        else:
            self._end_trick()

    def _set_trump(self, suit: str) -> None:
        if self.options["trump_mode"] == "marriage":
            self.trump, self.trump_setter = suit, self.player

    def _declare(self, action: int) -> int:
        """Declare a marriage and return the card that is led."""
        king = action in self.ids.DECLARE_K.values()
        numbers = self.ids.DECLARE_K if king else self.ids.DECLARE_Q
        suit = next(s for s, number in numbers.items() if number == action)
        self._set_trump(suit)
        self.marriage_points[self.player] += self._marriage_value(suit)
        led, partner = ("K", "Q") if king else ("Q", "K")
        hand = f"hand {self.player}"
        self.table.show([self.cards.card(partner + suit)], hand, range(self.players))
        return self.cards.card(led + suit)

    def _lead_ace(self, card: int) -> None:
        """Count four aces when one of them is led."""
        hand = self.hand(self.player)
        if not self.options["ace_marriage"] or self.cards.rank(card) != "A":
            return
        if not self.cards.has_four_aces(hand) or not self._has_earned(self.player):
            return
        self.marriage_points[self.player] += self.options["ace_marriage"]
        aces = [other for other in hand if self.cards.rank(other) == "A"]
        self.table.show(aces, f"hand {self.player}", range(self.players))
        if self.options["ace_marriage_sets_trump"]:
            self._set_trump(self.cards.suit(card))

    def _end_trick(self) -> None:
        trick = self.table.places["trick"]
        order = [self.leader, *self._others(self.leader)]
        winner = order[trick.index(self.cards.winning(trick, self.trump))]
        self.tricks[winner] += 1
        self.card_points[winner] += self.cards.value(trick)
        self.table.move_all("trick", "played")
        if self.hand(winner):
            self.leader = self.player = winner
            return
        self._leftovers(winner)
        self._finish(written_off=False)

    def _leftovers(self, last: int) -> None:
        """Give the points of unplayed cards away; an untaken talon is turned up."""
        left = list(self.table.places["discards"])
        for talon in ("talon 0", "talon 1"):
            cards = self.table.places[talon]
            left += cards
            self.table.show(cards, talon, range(self.players))
            self.table.move_all(talon, "played")
        heir = {"last_trick": last, "declarer": self.declarer}.get(self.options["leftover_to"])
        if heir is not None:
            self.card_points[heir] += self.cards.value(left)

    # --- P10: the end of a deal --------------------------------------------------------

    def _sitout_points(self) -> int:
        """Return what the seat without cards writes for the talon."""
        cards, word = self.talon_cards, self.options["sitout_scores"]
        pairs = sum(self._marriage_value(suit) for suit in self.cards.pairs(cards))
        if word == "none":
            return 0
        if word == "aces_40_and_marriage":
            return 40 * self.cards.count(cards, "A") + pairs
        points = rounded(self.cards.value(cards), self.options["round_to"])
        return points + (pairs if word == "talon_points_and_marriage" else 0)

    def _finish(self, written_off: bool) -> None:
        state, seats = self.state, self.seats()
        idle = state.dealer if self.players == 4 else -1
        settlement = Settlement(
            self.options,
            state,
            Played(
                self.kind,
                self.declarer,
                self.contract,
                seats,
                self.card_points,
                self.marriage_points,
                self.tricks,
                written_off,
                self.four_nines,
                idle,
                self._sitout_points() if idle >= 0 else 0,
            ),
        )
        settlement.settle()
        self.deal_number += 1
        limit = self.options["deal_limit"]
        if state.winner < 0 and limit and self.deal_number >= limit:
            most = max(state.total[: self.players])
            highest = [p for p in range(self.players) if state.total[p] == most]
            state.winner = settlement.first(highest, state.total)
        state.dealer = (state.dealer + 1) % self.players
        if self.options["episode"] == "deal" or state.winner >= 0:
            self._ask("over", OVER)
        else:
            self._want_deck()
