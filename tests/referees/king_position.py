"""A position of King: the deal that is running, and what each seat may do next.

The base of the referee in `king`, which moves from one position to the next.
"""

from __future__ import annotations

from referees import king_scores as scores
from referees import king_tricks as tricks
from referees.king_ledger import Ledger
from referees.king_tables import CONTRACTS, NEGATIVE, Cards, Ids, words_of

CHANCE, OVER = -1, -4
NONE = -1

LOTS = ("first dealer", "pass direction", "bum card")
# What a relative's deal is called; its penalties are cards, a named suit, or Tetka's.
CARD_GAME, SUIT_GAME, TETKA, PRELIMINARY = "cards", "suit", "tetka", "preliminary"


class Position:
    """Where an episode stands; see `king` for ids, places, lots and match state."""

    def __init__(self, options: dict) -> None:
        self.options = dict(options)
        self.players = options["players"]
        self.cards = Cards(options)
        self.ids = Ids(self.cards.num_codes)
        self.step = 1 if options["direction"] == "cw" else -1
        self.hand_size = (len(self.cards.pack) - options["talon"]) // options["active_players"]
        self.is_single = options["episode"] == "deal"
        self.has_preliminary = options["compensation"] == "preliminary" and not self.is_single
        self.schedule = self._schedule()
        self._check_options()

        self.dealer = options["first_dealer"]
        self.deals = 0
        start = -4.0 if options["compensation"] == "flat4" and not self.is_single else 0.0
        self.total = [start] * self.players
        self.orders: list[list[str]] = [[] for _ in range(self.players)]
        self.pool = 0
        self.bidder = NONE
        self.winners: list[int] = []
        self._begin_deal()

    def _check_options(self) -> None:
        o = self.options
        if o["positive_phase"] == "fantan":
            raise ValueError("king: the referee does not play fantan")
        if o["mode"] == "ordered" and o["positive_phase"] == "mirror":
            raise ValueError("king: expected no mirror in an ordered match")
        if o["mode"] == "repeat" and o["match_end"] == "schedule":
            raise ValueError("king: expected match_end target or deals in a repeated game")
        if self.hand_size < 1:
            raise ValueError("king: expected a card for each hand")
        if not 0 <= o["players"] - o["active_players"] <= 1:
            raise ValueError(f"king: expected at most one seat to sit out, got {o}")
        if "X" in words_of(o["pass_cycle"]) and self.players != 4:
            raise ValueError("king: expected four players for passes across")

    def _schedule(self) -> list[tuple[str, bool]]:
        """Return the contracts of a sequence match, and whether each is mirrored."""
        o = self.options
        negative = [
            contract
            for contract in words_of(o["sequence"])
            if contract != "eralash" or o["include_eralash"]
        ]
        deals = [(contract, False) for contract in negative]
        if o["positive_phase"] == "mirror":
            deals += [(contract, True) for contract in negative]
        if o["positive_phase"] == "otygrysh":
            deals += [("otygrysh", False)] * (self.players * o["otygrysh_rounds"])
        return deals

    # --- seats --------------------------------------------------------------------------------

    def _seat(self, start: int, steps: int) -> int:
        return (start + steps * self.step) % self.players

    def _playing(self) -> list[int]:
        """Return the seats that play this deal, eldest first."""
        seats = [self._seat(self.dealer, k) for k in range(1, self.players + 1)]
        return seats[: self.options["active_players"]]

    def _eldest(self) -> int:
        return self._seat(self.dealer, 1)

    def _namer_by_seat(self) -> int:
        """Return who names trumps in the otygrysh deals of a sequence match."""
        right = self.options["otygrysh_namer"] == "dealer_right"
        return (self.dealer + (-1 if right else 1)) % self.players

    def _playing_from(self, seat: int) -> list[int]:
        playing = self._playing()
        at = playing.index(seat)
        return playing[at:] + playing[:at]

    # --- what the running deal is -------------------------------------------------------------

    def _begin_deal(self) -> None:
        """Find out what the next deal is; it wants its lots and a deck."""
        o = self.options
        self.contract = ""  # "" until it is ordered
        self.is_mirror = False
        before = self.players if self.has_preliminary else 0
        if self.deals < before:
            self.contract = PRELIMINARY
        elif o["mode"] == "sequence":
            self.contract, self.is_mirror = self.schedule[self.deals - before]
        elif o["mode"] == "repeat":
            self.contract = self._repeated()
        self.direction = NONE
        if not (o["pass_count"] and o["pass_cycle"] == "random"):
            self.direction = self._pass_direction()
        self.bum = NONE
        self._clear_table()
        self._advance_to_deck()

    def _repeated(self) -> str:
        if self.options["bum_card"]:
            return TETKA
        if self.options["auction"] == "penalty_suit":
            return SUIT_GAME
        if words_of(self.options["card_penalties"]) or self.cards.jokers:
            return CARD_GAME
        return self.schedule[0][0]

    def _pass_direction(self) -> int:
        """Return where the cards of this deal are passed to: 0 nowhere, else steps to the left."""
        cycle = words_of(self.options["pass_cycle"])
        if not cycle or not self.options["pass_count"]:
            return 0
        word = cycle[self.deals % len(cycle)]
        return {"0": 0, "L": 1, "X": 2, "R": self.players - 1}[word]

    def _clear_table(self) -> None:
        seats = range(self.players)
        self.table = Ledger(self.players, [])
        self.phase = ""
        self.namer = NONE
        self.trump = ""  # "" before it is named
        self.suit = ""  # the penalty suit of an auction
        self.is_dealt = False
        self.queue: list[int] = []  # seats that are still to speak or to choose
        self.asked: set[str] = set()
        self.discarder = NONE
        self.bid = 0
        self.announcer = NONE
        self.leader = NONE
        self.trick: list[tuple[int, int]] = []
        self.tricks: list[scores.Trick] = []
        self.taken: list[list[int]] = [[] for _ in seats]
        self.hearts_broken = False

    def _advance_to_deck(self) -> None:
        o = self.options
        if self.dealer == NONE:
            self.phase = "first dealer"
        elif self.direction == NONE:
            self.phase = "pass direction"
        elif self.contract == TETKA and o["bum_source"] == "cut" and self.bum == NONE:
            self.phase = "bum card"
        else:
            self.phase = "deck"

    def _is_ordered_deal(self) -> bool:
        return self.options["mode"] == "ordered" and self.contract != PRELIMINARY

    def _looks_at_three(self) -> bool:
        """Tell whether the namer sees only three cards first."""
        sequence_otygrysh = self.contract == "otygrysh" and not self._is_ordered_deal()
        return sequence_otygrysh and self.options["trump_view"] == "three_cards"

    # --- what may be asked --------------------------------------------------------------------

    @property
    def player(self) -> int:
        """The seat to act, -1 at a chance node, -4 when the episode is over."""
        if self.phase == "over":
            return OVER
        if self.phase in LOTS or self.phase == "deck":
            return CHANCE
        if self.phase == "play":
            return self._playing_from(self.leader)[len(self.trick)]
        return self.queue[0]

    def wants_deck(self) -> bool:
        """Return whether a shuffled deck is due."""
        return self.phase == "deck"

    def pack(self) -> list[int]:
        """Return the cards of the deck, sorted."""
        return list(self.cards.pack)

    def scores(self) -> list[float]:
        """Return the points of each seat since the episode began."""
        return [float(points) for points in self.total]

    def legal(self) -> list[int]:
        """Return the sorted legal actions, at a lot its outcomes."""
        ids = self.ids
        if self.phase == "first dealer":
            return list(range(self.players))
        if self.phase == "pass direction":
            return list(range(4)) if self.players == 4 else [0, 1, 3]
        if self.phase == "bum card":
            return self.pack()
        if self.phase == "order":
            return sorted(ids.ORDER[name] for name in self.may_order(self.player))
        if self.phase == "name":
            return self._legal_names()
        if self.phase in ("discard", "pass"):
            return self._legal_to_lay()
        if self.phase == "bid":
            return [ids.PASS, *(ids.BID + bid for bid in range(self.bid + 1, 27))]
        if self.phase == "capot":
            return [ids.CAPOT, ids.PASS]
        if self.phase == "play":
            return tricks.legal_cards(self, self.player)
        return []

    def may_order(self, seat: int) -> list[str]:
        """Return the contracts that a seat may still order."""
        o = self.options
        own = self.orders[seat]
        found = []
        negative_left = sum(name != "otygrysh" for name in own) < o["negatives_per_player"]
        for contract in NEGATIVE:
            if contract == "eralash" and not o["include_eralash"]:
                continue
            times = sum(orders.count(contract) for orders in self.orders)
            is_spent = o["contract_per_match"] > 0 and times >= o["contract_per_match"]
            may = negative_left if o["negatives_per_player"] else contract not in own
            if may and not is_spent:
                found.append(contract)
        if o["positive_phase"] == "otygrysh" and own.count("otygrysh") < o["otygrysh_per_player"]:
            found.append("otygrysh")
        return found

    def _legal_names(self) -> list[int]:
        named = [self.ids.NAME[suit] for suit in self.cards.suits]
        if self.contract == "otygrysh":
            if self.options["by_last"] and self._looks_at_three():
                named.append(self.ids.BY_LAST)
            if self.options["otygrysh_nt"]:
                named.append(self.ids.NAME["NT"])
        return named

    def _legal_to_lay(self) -> list[int]:
        """Return the cards that may be laid aside next: ascending, and so that enough are left."""
        seat = self.player
        hand = sorted(self.table.hand(seat))
        place, number = f"passed {seat}", self.options["pass_count"]
        if self.phase == "discard":
            place, number = "discards", self.options["talon"]
            if self.options["discard_rule"] == "forbidden" and self.contract in CONTRACTS:
                costly = scores.card_values(self.options, self.cards, self.contract)
                allowed = [card for card in hand if card not in costly]
                if len(allowed) + len(self.table.places[place]) >= number:
                    hand = allowed
        laid = self.table.places[place]
        still = number - len(laid) - 1
        above = [card for card in hand if card > max(laid, default=NONE)]
        return above[: len(above) - still]

    def places(self) -> dict[str, list[int]]:
        """Return where every card of the running deal lies."""
        return {name: list(cards) for name, cards in self.table.places.items()}

    def knows(self, seat: int, place: str, card: int) -> bool:
        """Return whether the seat has seen that this card lies, and must still lie, there."""
        return card in self.table.seen[seat].get(place, set())
