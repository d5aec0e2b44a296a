"""A position of Thousand: the cards and the bids so far, and what each seat may do next.

The base of the referee in `thousand`, which moves from one position to the next.
"""

from __future__ import annotations

from tests.referees.thousand_play import Pack, Table, follows, plain_leads
from tests.referees.thousand_scores import Match, payoffs
from tests.referees.thousand_tables import SUITS, Ids, check

CHANCE = -1
OVER = -4


class Position:
    """Where an episode stands; see `thousand` for places, phases and match state."""

    def __init__(self, options: dict) -> None:
        check(options)
        self.options = dict(options)
        self.cards = Pack(options)
        self.ids = Ids(len(self.cards.cards()))
        self.players = options["players"]
        self.state = Match(self.players, dealer=options["first_dealer"])
        self.deal_number = 0
        self.nines_seen = 0  # at the bottom, in the running ritual
        self.no_ritual = False  # a fine was paid: the next deck is dealt without another look
        self.phase = "deck" if self.state.dealer >= 0 else "lot"
        self.player = CHANCE
        self._clear_deal([])

    def _clear_deal(self, deck: list[int]) -> None:
        """Begin with a deck that nobody has touched."""
        seats = range(self.players)
        self.table = Table(self.players, deck)
        self.kind = "normal"
        self.looks_later = False  # forehand has not seen his cards
        self.blind_bid = False
        self.unblinder = -1
        self.declarer = -1
        self.contract = 0
        self.high: int | None = None
        self.owner = -1
        self.bound = -1  # the seat that must play the opening bid if nobody overbids
        self.must_open = False
        self.out: set[int] = set()
        self.auction_held = False
        self.barrel_deal = False
        self.queue: list[int] = []
        self.talon_taken: list[int] = []
        self.gifts: list[str] = []  # places that still get a card from the declarer
        self.last_gift = -1
        self.four_nines: set[int] = set()
        self.trump: str | None = None
        self.trump_setter = -1
        self.leader = -1
        self.card_points = [0 for _ in seats]
        self.marriage_points = [0 for _ in seats]
        self.tricks = [0 for _ in seats]
        self.asked_talon_cards: set[tuple[int, int]] = set()

    # --- what may be asked -------------------------------------------------------------

    def wants_deck(self) -> bool:
        """Return whether a shuffled deck is due."""
        return self.phase == "deck"

    def pack(self) -> list[int]:
        """Return the cards of the deck, sorted."""
        return self.cards.cards()

    def places(self) -> dict[str, list[int]]:
        """Return where every card of the running deal lies."""
        return {name: list(cards) for name, cards in self.table.places.items()}

    def knows(self, seat: int, place: str, card: int) -> bool:
        """Return whether the seat has seen that this card lies in this place."""
        return card in self.table.seen[seat].get(place, set())

    def match(self) -> dict:
        """Return the public state between deals; truth values as 0 and 1."""
        found = {}
        for name, value in vars(self.state).items():
            if name != "players":
                found[name] = [int(v) for v in value] if isinstance(value, list) else int(value)
        return found

    def scores(self) -> list[float]:
        """Return the raw points of each seat since the episode began."""
        o = self.options
        if o["deal_score"] == "contract_against_taken":
            return self._contract_against_taken()
        if o["episode"] == "deal" or o["payout"] == "points":
            return [float(points) for points in self.state.gained]
        if self.phase != "over":
            return [0.0] * self.players
        return payoffs(o, self.state, self.state.winner)

    def _contract_against_taken(self) -> list[float]:
        taken = [c + m for c, m in zip(self.card_points, self.marriage_points, strict=True)]
        if self.phase != "over":
            return [0.0] * self.players
        made = taken[self.declarer] >= self.contract
        taken[self.declarer] = self.contract if made else -self.contract
        return [float(points) for points in taken]

    def _seats_from(self, seat: int) -> list[int]:
        return [(seat + k) % self.players for k in range(self.players)]

    def seats(self) -> list[int]:
        """Return the seats that hold cards in this deal, from forehand on."""
        seats = self._seats_from(self.state.dealer + 1)
        return seats[:3] if self.players == 4 else seats

    def _others(self, seat: int) -> list[int]:
        """Return the other seats that hold cards, from a seat's left on."""
        return [p for p in self._seats_from(seat + 1) if p in self.seats() and p != seat]

    def forehand(self) -> int:
        """Return the first seat after the dealer."""
        return self.seats()[0]

    def hand(self, seat: int) -> list[int]:
        """Return a seat's cards."""
        return self.table.places[f"hand {seat}"]

    def is_silent(self, seat: int) -> bool:
        """Return whether a seat's total forbids it to bid."""
        return self.options["silence"] and self.state.total[seat] < self.options["silence_below"]

    # --- legal actions -----------------------------------------------------------------

    def legal(self) -> list[int]:
        """Return the sorted legal actions; at a lot its outcomes."""
        if self.phase in ("deck", "over"):
            return []
        return sorted(getattr(self, f"_legal_{self.phase}")())

    def _legal_lot(self) -> set[int]:
        return set(range(self.players))

    def _legal_ritual(self) -> set[int]:
        bottom = self.cards.rank(self.table.places["deck"][-1])
        found = {self.ids.PASS}
        if bottom == "9":
            found.add(self.ids.RECUT)
        if bottom == "J" and self.options["jack_to_middle"]:
            found.add(self.ids.JACK)
        return found

    def _legal_middle(self) -> set[int]:
        return set(range(len(self.table.places["middle"])))

    def _legal_misdeal(self) -> set[int]:
        return set(range(100))

    def _legal_blind(self) -> set[int]:
        return {self.ids.PASS, self.ids.BLIND}

    def _legal_unblind(self) -> set[int]:
        may = self.cards.pairs(self.hand(self.player)) and not self.is_silent(self.player)
        return {self.ids.PASS, self.ids.UNBLIND} if may else {self.ids.PASS}

    def _legal_hand(self) -> set[int]:
        hand, o = self.hand(self.player), self.options
        low = self.cards.value(hand) < o["redeal_hand_below"]
        nines = 0 < o["redeal_hand_nines"] <= self.cards.count(hand, "9")
        jacks = 0 < o["redeal_hand_jacks"] <= self.cards.count(hand, "J")
        found = {self.ids.PASS, self.ids.REDEAL} if low or nines or jacks else {self.ids.PASS}
        return found | self._peeks()

    def _legal_auction(self) -> set[int]:
        seat, o = self.player, self.options
        found = set() if self.must_open else {self.ids.PASS}
        higher = self._grid_above(self.high)
        if not o["jump_bids"]:
            higher = higher[:1]
        if self.is_silent(seat):
            higher = []
        bids = {bid for bid in higher if bid <= self._cap(seat)}
        if self.must_open:
            bids.add(o["opening_bid"])
        return found | {self.ids.bids[bid] for bid in bids} | self._peeks()

    def _legal_early_raise(self) -> set[int]:
        return {self.ids.PASS} | self._raises() | self._peeks()

    def _legal_choose(self) -> set[int]:
        return set(
            self.ids.TALON[:1] if self.options["talon_choice"] == "first" else self.ids.TALON
        )

    def _legal_talon(self) -> set[int]:
        right = self._is_talon_bad() or self._holds_nines(self.declarer)
        return {self.ids.PASS, self.ids.REDEAL} if right else {self.ids.PASS}

    def _legal_exchange(self) -> set[int]:
        source = self.hand(self.declarer)
        if self.options["pass_source"] == "talon" and self.gifts[0] != "discards":
            source = [card for card in source if card in self.talon_taken]
        candidates = [card for card in sorted(source) if card > self.last_gift]
        # Several cards to one place go in ascending order; the later ones need room.
        later = self.gifts.count(self.gifts[0]) - 1
        found = set(candidates[: len(candidates) - later])
        return found | ({self.ids.WRITE_OFF} if self._may_write_off() else set())

    def _legal_nines(self) -> set[int]:
        right = self._holds_nines(self.player)
        return {self.ids.PASS, self.ids.REDEAL} if right else {self.ids.PASS}

    def _legal_contract(self) -> set[int]:
        found = {self.ids.PASS}
        if self._may_raise():
            found |= self._raises()
        return found | ({self.ids.WRITE_OFF} if self._may_write_off() else set())

    def _legal_trump(self) -> set[int]:
        return {self.ids.NAME_TRUMP[suit] for suit in self.cards.suits}

    def _legal_play(self) -> set[int]:
        seat, hand, trick = self.player, self.hand(self.player), self.table.places["trick"]
        if trick:
            found = follows(self.cards, hand, trick, self.trump, self.options["must_head"])
        else:
            foreign = self.trump_setter != seat
            found = plain_leads(self.cards, hand, self.trump, foreign, self.options)
            for suit in self._declarable(seat):
                if not self.options["silent_marriage_lead"]:
                    found -= {self.cards.card("K" + suit), self.cards.card("Q" + suit)}
                found |= {self.ids.DECLARE_K[suit], self.ids.DECLARE_Q[suit]}
        at_any_turn = self.options["writeoff_window"] == "any_own_turn"
        if at_any_turn and seat == self.declarer and self._may_write_off():
            found |= {self.ids.WRITE_OFF}
        return found

    def _grid_above(self, bid: int | None) -> list[int]:
        """Return the bids above a bid, ascending; None: all of them."""
        o = self.options
        values = [o["opening_bid"]]
        values += [
            value
            for value in range(o["opening_bid"] + 1, o["highest_bid"] + 1)
            if value % o["bid_step"] == 0
        ]
        return [value for value in values if bid is None or value > bid]

    def _cap(self, seat: int) -> int:
        """Return the highest bid that a seat's cards allow."""
        o, hand = self.options, self.hand(seat)
        pairs = self.cards.pairs(hand)
        if o["bid_cap"] == "none" or (o["bid_cap"] == "no_marriage_120" and pairs):
            return o["highest_bid"]
        if o["bid_cap"] == "no_marriage_120":
            return 120
        aces = o["ace_marriage_in_cap"] and self.cards.has_four_aces(hand)
        pairs_value = sum(self._marriage_value(suit) for suit in pairs)
        return 120 + pairs_value + (o["ace_marriage"] if aces else 0)

    def _marriage_value(self, suit: str) -> int:
        if self.options["marriage_values"] == "fixed_40_20":
            return 40 if suit == self.trump else 20
        return self.options["suit_marriages"][SUITS.index(suit)]

    def _raises(self) -> set[int]:
        cap = self._cap(self.declarer)
        return {self.ids.bids[bid] for bid in self._grid_above(self.contract) if bid <= cap}

    def _may_raise(self) -> bool:
        """Return whether the declarer may raise after the exchange, as everybody can tell."""
        if self.options["raise_timing"] != "after_exchange" or self.barrel_deal:
            return False
        golden_ok = self.kind != "golden" or self.options["golden_raise"]
        return self.kind != "blind" and golden_ok

    def _may_write_off(self) -> bool:
        o, state = self.options, self.state
        on_barrel = o["writeoff_barrel"]
        if on_barrel == "auto":
            on_barrel = "allowed" if o["writeoff_subtract_bid"] else "nobody_while_barrel"
        on_golden = o["writeoff_on_golden"]
        if on_golden == "auto":
            on_golden = "true" if o["writeoff_subtract_bid"] else "false"
        if not o["writeoff"]:
            return False
        if o["writeoff_limit"] and state.writeoffs[self.declarer] >= o["writeoff_limit"]:
            return False
        if self.kind == "blind" and not o["blind_writeoff"]:
            return False
        if self.kind == "golden" and on_golden == "false":
            return False
        if on_barrel == "not_barrel_player":
            return not state.on_barrel[self.declarer]
        return on_barrel == "allowed" or not any(state.on_barrel)

    def _declarable(self, seat: int) -> list[str]:
        """Return the suits in which a seat on lead may declare a marriage."""
        return self.cards.pairs(self.hand(seat)) if self._has_earned(seat) else []

    def _has_earned(self, seat: int) -> bool:
        """Return whether a seat has the right to declare."""
        return self.tricks[seat] > 0 or not self.options["marriage_needs_trick"]

    def _is_talon_bad(self) -> bool:
        cards, o = self.talon_taken, self.options
        return (
            self.cards.value(cards) < o["redeal_talon_below"]
            or 0 < o["redeal_talon_nines"] <= self.cards.count(cards, "9")
            or 0 < o["redeal_talon_jacks"] <= self.cards.count(cards, "J")
        )

    def _holds_nines(self, seat: int) -> bool:
        wanted = self.options["redeal_nines_after_exchange"]
        return 0 < wanted <= self.cards.count(self.hand(seat), "9")

    def _peeks(self) -> set[int]:
        """Return the peeks that the seat to act has left."""
        seat, o, state, found = self.player, self.options, self.state, set()
        if state.peeks_hands[seat] < o["peek_hands"]:
            found.add(self.ids.SHOW_HANDS)
        if state.peeks_suits[seat] < o["peek_suits"]:
            found.add(self.ids.TALON_SUITS)
        if state.peeks_card[seat] < o["peek_card"]:
            for k in range(min(3, len(self.talon_cards))):
                if (seat, k) not in self.asked_talon_cards:
                    found.add(self.ids.TALON_CARD[k])
        return found
