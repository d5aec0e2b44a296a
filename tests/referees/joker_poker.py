"""Referee of Joker Poker (Raspisnoy): a slow, obvious second implementation of the rules.

It knows lists and words only and shares nothing with the engine, so that the two can be played
against each other. Packs, options and presets are in `joker_poker_tables`, tricks in
`joker_poker_tricks`, points in `joker_poker_scores`.

Actions, with N codes of cards (added jokers included; see `joker_poker_tables`):
0 .. N-1 play that card (a joker: in its natural use), N joker takes, N + 1 joker thrown (led:
asks for nothing), N + 2 .. 5 joker as the highest of S C D H, N + 6 .. 9 as the lowest,
N + 10 .. 36 bid 0 .. 26, N + 37 .. 41 name trump S C D H NT, N + 42 + c joker as card c.
Where several jokers could be meant the lowest code is used.

Lots: the hand size (its outcomes are the sizes), the first dealer (the seats) and a random trump
(the actions that name a suit); the first two come before the deck, the last one after it.

Places: "hand p" for every seat p, "trick", "played" (finished tricks), "trump card" (cards
turned), "deck" (cards still to be dealt, next card first) and "undealt" (those left over).

State between deals, readable and settable through `set_match`: `dealer`, `deal_index` (place
in the schedule), `hand_size` (of this deal where a lot decides it, 0 before), `total`,
`zero_streak` (deals with bids in a row in which a seat bid 0), `set_best` and `set_exact` (each
seat's best positive score of the running set, and whether it made all its bids there). `bids`
are -1 before they are made.
"""

from __future__ import annotations

from tests.referees import joker_poker_tricks as tricks
from tests.referees.joker_poker_scores import deal_score, premium
from tests.referees.joker_poker_tables import (
    DEFAULTS,
    MOST_BID,
    PRESETS,
    SUITS,
    Cards,
    default_deal,
    options_for,
    schedule_for,
    words_of,
)

__all__ = ["DEFAULTS", "PRESETS", "Referee", "options_for"]

CHANCE = -1
OVER = -4
NONE = -1

TAKE, THROW, HIGH, LOW, BID, NAME, AS_CARD = 0, 1, 2, 6, 10, 37, 42
NAMES = [*SUITS, tricks.NO_TRUMP]
WITHOUT_BIDS = ("misere", "golden")
MATCH_FIELDS = (
    "dealer",
    "deal_index",
    "hand_size",
    "total",
    "zero_streak",
    "set_best",
    "set_exact",
)


class Referee:
    """One episode of Joker Poker; see the module docstring for ids, places and match state."""

    def __init__(self, options: dict) -> None:
        self.options = dict(options)
        self.players = options["players"]
        self.cards = Cards(str(options["deck"]), options["jokers"])
        self.base = self.cards.num_codes  # first action that is not a card
        self.order = [
            suit for suit in words_of(options["circular_order"]) if suit in self.cards.suits
        ]
        self.follow_modes = words_of(options["joker_follow"])
        self.lead_modes = words_of(options["joker_lead"])
        self.schedule = schedule_for(options, len(self.cards.pack))
        self._check_options()

        seats = range(self.players)
        self.dealer = options["first_dealer"]
        single = options["episode"] == "deal"
        self.deal_index = default_deal(options, self.schedule) if single else 0
        self.total = [0.0 for _ in seats]
        self.zero_streak = [0 for _ in seats]
        self.set_best = [0 for _ in seats]
        # Of a set that was begun before the episode nobody has made every bid.
        before, now = self.schedule[self.deal_index - 1], self.schedule[self.deal_index]
        is_begun = self.deal_index > 0 and before[2] == now[2]
        self.set_exact = [not is_begun for _ in seats]
        self._begin_deal()

    def _check_options(self) -> None:
        o = self.options
        most = len(self.cards.pack) // self.players
        if o["num_tricks_fixed"]:
            most = self._lot_sizes()[-1] if self._lot_sizes() else 0
        for _, size, _ in self.schedule:
            if size > min(most, MOST_BID):
                raise ValueError(f"joker_poker: expected hands of at most {most}, got {size}")
        if most < 1 or not self.schedule:
            raise ValueError("joker_poker: expected a deal with cards, got none")
        if o["deal_index"] >= len(self.schedule):
            raise ValueError(
                f"joker_poker: expected deal_index below {len(self.schedule)}, "
                f"got {o['deal_index']}"
            )
        if o["fixed_trump"] not in [*self.cards.suits, tricks.NO_TRUMP]:
            raise ValueError(
                f"joker_poker: expected fixed_trump in {self.cards.suits}, got {o['fixed_trump']}"
            )
        if sorted(self.order) != sorted(self.cards.suits):
            raise ValueError(
                "joker_poker: expected every suit once in circular_order, "
                f"got {o['circular_order']}"
            )
        always = {"take", "throw", "as_card"}
        if self.cards.added and not always & set(self.follow_modes):
            raise ValueError(
                "joker_poker: expected joker_follow with take, throw or as_card for "
                f"added jokers, got {o['joker_follow']}"
            )
        if self.cards.jokers and not (self.follow_modes and self.lead_modes):
            raise ValueError("joker_poker: expected a mode in joker_follow and in joker_lead")

    # --- what the running deal is ------------------------------------------------------------

    def _begin_deal(self) -> None:
        """Open the deal that the match state names."""
        self.kind, self.size, self.set_number = self.schedule[self.deal_index]
        self.hand_size = self.size
        self.bids = [NONE] * self.players
        self._clear_table()
        self._advance()

    def _clear_table(self) -> None:
        """Put the cards away; the bids stay, as a redeal needs them."""
        seats = range(self.players)
        self.hands: list[list[int]] = [[] for _ in seats]
        self.deck: list[int] = []
        self.turned: list[int] = []
        self.shown: list[int] = []
        self.trick: list[tricks.Use] = []
        self.played: list[int] = []
        self.taken = [0 for _ in seats]
        self.history: list[tuple[int, int]] = []
        self.leader = NONE
        self.trump = ""  # "" before it is known
        self.trump_source = ""
        self.has_deck = False
        self.is_dealt = False

    def _lot_sizes(self) -> list[int]:
        """Return the hand sizes among which a lot decides: one card is left for the trump."""
        return list(range(1, min((len(self.cards.pack) - 1) // self.players, MOST_BID) + 1))

    def _is_blind(self) -> bool:
        """Tell whether the bids of this deal are made on unseen cards."""
        return self.kind == "dark"

    def _bids_before_deal(self) -> bool:
        return self._is_blind() and self.options["dark_time"] == "before_deal"

    def _bids_are_due(self) -> bool:
        return self.kind not in WITHOUT_BIDS and NONE in self.bids

    def _seats_from(self, seat: int) -> list[int]:
        return [(seat + k) % self.players for k in range(self.players)]

    def _eldest(self) -> int:
        return (self.dealer + 1) % self.players

    def _bidders(self) -> list[int]:
        """Return the seats in the order of bidding, the dealer last."""
        if self.options["bid_direction"] == "cw":
            return self._seats_from(self._eldest())
        return [(self.dealer - k) % self.players for k in range(1, self.players + 1)]

    def _advance(self) -> None:
        """Find out what is due next and who acts."""
        self.player = CHANCE
        if self.hand_size == 0:
            self.phase = "hand size"
        elif self.dealer == NONE:
            self.phase = "first dealer"
        elif not self.has_deck:
            self.phase = "deck"
        elif self._bids_before_deal() and self._bids_are_due():
            self._ask_bid()
        elif not self.is_dealt:
            self._give_cards()
        elif self.trump_source == "random" and not self.trump:
            self.phase = "random trump"
        elif self._is_blind() and self._bids_are_due():
            self._ask_bid()
        elif self.trump_source == "chooser3" and not self.trump:
            self.phase = "name trump"
            self.player = self._eldest()
        elif self._bids_are_due():
            self._ask_bid()
        else:
            self.phase = "play"
            self.player = (self.leader + len(self.trick)) % self.players

    def _ask_bid(self) -> None:
        self.phase = "bid"
        self.player = next(seat for seat in self._bidders() if self.bids[seat] == NONE)

    # --- what may be asked -------------------------------------------------------------------

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
        if self.phase == "hand size":
            return self._lot_sizes()
        if self.phase == "first dealer":
            return list(range(self.players))
        if self.phase == "bid":
            return [self.base + BID + bid for bid in self._legal_bids()]
        if self.phase in ("random trump", "name trump"):
            named = [suit for suit in NAMES if suit in self.cards.suits]
            if self.phase == "name trump":
                named.append(tricks.NO_TRUMP)
            return [self.base + NAME + NAMES.index(suit) for suit in named]
        if self.phase == "play":
            return sorted(self._legal_lead() if not self.trick else self._legal_follow())
        return []

    def _legal_bids(self) -> list[int]:
        every = list(range(self.hand_size + 1))
        limit = self.options["zero_streak_limit"]
        must_bid = limit > 0 and self.zero_streak[self.player] >= limit - 1
        forbidden = NONE
        if self.options["dealer_restriction"] and self.player == self._bidders()[-1]:
            others = sum(bid for bid in self.bids if bid != NONE)
            forbidden = self.hand_size - others
        allowed = [bid for bid in every if bid != forbidden]
        without_zero = [bid for bid in allowed if bid > 0]
        return without_zero if must_bid and without_zero else allowed

    def _split_hand(self) -> tuple[list[int], list[int]]:
        """Return the ordinary cards and the jokers of the player to act."""
        hand = sorted(self.hands[self.player])
        jokers = [card for card in hand if card in self.cards.jokers]
        return [card for card in hand if card not in jokers], jokers

    def _printed(self, jokers: list[int]) -> list[int]:
        """Return the jokers that are printed as an ordinary card."""
        return [card for card in jokers if card not in self.cards.added]

    def _as_cards(self) -> list[int]:
        return [self.base + AS_CARD + card for card in self.cards.ordinary]

    def _legal_lead(self) -> list[int]:
        ordinary, jokers = self._split_hand()
        return ordinary + (self._joker_leads(jokers) if jokers else [])

    def _joker_leads(self, jokers: list[int]) -> list[int]:
        modes = list(self.lead_modes)
        demands = [mode for mode in modes if mode in ("high_trump", "high_suit")]
        if demands and self.options["demand_first_trick_only"] and self.played:
            modes = [mode for mode in modes if mode not in demands] + ["take_open"]
        actions = []
        for suit in self.cards.suits:
            needed = "high_trump" if suit == self.trump else "high_suit"
            if needed in modes:
                actions.append(self.base + HIGH + SUITS.index(suit))
            if "low_suit" in modes:
                actions.append(self.base + LOW + SUITS.index(suit))
        if "take_open" in modes:
            actions.append(self.base + TAKE)
        if "low_open" in modes:
            actions.append(self.base + THROW)
        if "natural" in modes:
            actions += self._printed(jokers)
        if "as_card" in modes:
            actions += self._as_cards()
        # A joker is never without a legal use when led.
        return actions or [self.base + TAKE]

    def _legal_follow(self) -> list[int]:
        ordinary, jokers = self._split_hand()
        actions = self._may_follow(ordinary)
        if not jokers:
            return actions
        if "take" in self.follow_modes:
            actions.append(self.base + TAKE)
        if "throw" in self.follow_modes:
            actions.append(self.base + THROW)
        if "natural" in self.follow_modes:
            # Legal where that ordinary card would be; other jokers create no duty.
            actions += [
                card
                for card in self._printed(jokers)
                if card in self._may_follow([*ordinary, card])
            ]
        if "as_card" in self.follow_modes:
            actions += self._as_cards()
        return actions

    def _may_follow(self, cards: list[int]) -> list[int]:
        trump = self._trick_trump()
        return tricks.may_follow(
            cards, self.trick, trump, self.cards.suit, self.cards.rank, self.options
        )

    def _trick_trump(self) -> str:
        return tricks.trick_trump(self.trump, tricks.led_suit(self.trick), self.order)

    def places(self) -> dict[str, list[int]]:
        """Return where every card of the running deal lies."""
        places = {f"hand {p}": list(self.hands[p]) for p in range(self.players)}
        return places | {
            "trick": [use.card for use in self.trick],
            "played": list(self.played),
            "trump card": list(self.turned),
            "deck" if self._is_dealing() else "undealt": list(self.deck),
        }

    def _is_dealing(self) -> bool:
        """Tell whether cards of the deck are still to be dealt."""
        is_naming = self.trump_source == "chooser3" and not self.trump
        return not self.is_dealt or is_naming

    def knows(self, seat: int, place: str, card: int) -> bool:
        """Return whether the seat has seen that this card lies in this place."""
        if card not in self.places().get(place, []):
            return False
        if place in ("trick", "played", "trump card"):
            return True
        if place in ("deck", "undealt"):
            return False
        if card in self.shown:
            return True
        bidding = self._bids_are_due()
        if self._is_blind() and bidding:
            return False
        own = place == f"hand {seat}"
        if self.kind == "forehead":
            return not (own and bidding)
        return own

    def clone(self) -> Referee:
        """Return an independent copy."""
        other = object.__new__(Referee)
        for name, value in self.__dict__.items():
            setattr(other, name, list(value) if isinstance(value, list) else value)
        other.hands = [list(hand) for hand in self.hands]
        return other

    def set_match(self, **fields: object) -> None:
        """Set fields of the match state before a deal; see the module docstring."""
        fresh = not self.has_deck and self.player != OVER
        if not fresh or any(bid != NONE for bid in self.bids):
            raise ValueError(f"joker_poker: set_match expected a deal to be due, got {self.phase}")
        for name, value in fields.items():
            if name not in MATCH_FIELDS:
                raise ValueError(f"joker_poker: no match field {name}")
            setattr(self, name, list(value) if isinstance(value, (list, tuple)) else value)
        if not 0 <= self.deal_index < len(self.schedule):
            raise ValueError(
                f"joker_poker: expected deal_index below {len(self.schedule)}, "
                f"got {self.deal_index}"
            )
        size = self.hand_size
        self._begin_deal()
        if "hand_size" in fields:
            self.hand_size = size
            self._advance()

    # --- the deal ----------------------------------------------------------------------------

    def deal(self, deck: list[int]) -> None:
        """Deal a shuffled deck; where the rules want a redeal, another deck is due."""
        if self.phase != "deck":
            raise ValueError(f"joker_poker: expected no deck now, got one in phase {self.phase}")
        if sorted(deck) != self.cards.pack:
            raise ValueError("joker_poker: expected a permutation of the pack")
        self._clear_table()
        self.deck = list(deck)
        self.has_deck = True
        self._advance()

    def _give_cards(self) -> None:
        """Deal from the deck and find the trump; dark bids may have come before."""
        self.is_dealt = True
        self.leader = self._eldest()
        self.trump_source = self._source_of_trump()
        # The chooser names the trump on three cards.
        self._deal_rounds(
            min(3, self.hand_size) if self.trump_source == "chooser3" else self.hand_size
        )
        if self._find_trump():
            self._clear_table()  # a redeal: another deck is due
        self._advance()

    def _deal_rounds(self, rounds: int) -> None:
        for _ in range(rounds):
            for seat in self._seats_from(self._eldest()):
                self.hands[seat].append(self.deck.pop(0))

    def _source_of_trump(self) -> str:
        o = self.options
        suitless = {
            "no_trump": True,
            "misere": not o["misere_trump"],
            "golden": not o["golden_trump"],
        }
        if suitless.get(self.kind, False):
            return "none"
        if self.kind == "circular":
            return "circular"
        if o["trump_source"] in ("fixed", "circular", "none"):
            return o["trump_source"]
        cards_left = len(self.cards.pack) > self.players * self.hand_size
        return o["trump_source"] if cards_left else o["full_deal_trump"]

    def _find_trump(self) -> bool:
        """Set the trump where the cards tell it; return whether they must be dealt anew."""
        source = self.trump_source
        if source == "none":
            self.trump = tricks.NO_TRUMP
        elif source == "circular":
            self.trump = tricks.CIRCULAR
        elif source == "fixed":
            self.trump = self.options["fixed_trump"]
        elif source == "turn_up":
            return self._turn_up()
        elif source == "dealer_last":
            card = self.hands[self.dealer][-1]
            self.shown = [card]
            if card in self.cards.jokers:
                self.trump = tricks.NO_TRUMP
                return self.options["joker_turned"] == "redeal"
            self.trump = self.cards.suit(card)
        return False

    def _turn_up(self) -> bool:
        self.turned = [self.deck.pop(0)]
        if self.turned[-1] in self.cards.jokers:
            if self.options["joker_turned"] == "redeal":
                return True
            if self.options["joker_turned"] == "next_card":
                while self.turned[-1] in self.cards.jokers and self.deck:
                    self.turned.append(self.deck.pop(0))
        joker = self.turned[-1] in self.cards.jokers
        self.trump = tricks.NO_TRUMP if joker else self.cards.suit(self.turned[-1])
        return False

    # --- actions -----------------------------------------------------------------------------

    def play(self, action: int) -> None:
        """Play a legal action; an illegal one raises ValueError and changes nothing."""
        if action not in self.legal():
            raise ValueError(
                f"joker_poker: expected one of {self.legal()}, got {action}, "
                f"seat {self.player} to act"
            )
        self.history.append((self.player, action))
        if self.phase == "hand size":
            self.hand_size = action
        elif self.phase == "first dealer":
            self.dealer = action
        elif self.phase == "bid":
            self.bids[self.player] = action - self.base - BID
        elif self.phase == "random trump":
            self.trump = NAMES[action - self.base - NAME]
        elif self.phase == "name trump":
            self.trump = NAMES[action - self.base - NAME]
            self._deal_rounds(self.hand_size - len(self.hands[self.player]))
        else:
            self._play_to_trick(self._use_of(action))
            if not any(self.hands) and not self.trick:
                self._finish()
                return
        self._advance()

    def _use_of(self, action: int) -> tricks.Use:
        """Return what an action puts into the trick."""
        seat, offset = self.player, action - self.base
        if offset < 0:
            return tricks.Use(
                seat, action, "card", self.cards.suit(action), self.cards.rank(action)
            )
        joker = self._split_hand()[1][0]
        leads = not self.trick
        if offset == TAKE:
            return tricks.Use(seat, joker, "take_open" if leads else "take")
        if offset == THROW:
            return tricks.Use(seat, joker, "low_open" if leads else "throw")
        if offset < LOW:
            return tricks.Use(seat, joker, "high", SUITS[offset - HIGH])
        if offset < BID:
            return tricks.Use(seat, joker, "low", SUITS[offset - LOW])
        stands_for = offset - AS_CARD
        return tricks.Use(
            seat, joker, "card", self.cards.suit(stands_for), self.cards.rank(stands_for)
        )

    def _play_to_trick(self, use: tricks.Use) -> None:
        self.hands[use.seat].remove(use.card)
        self.trick.append(use)
        if len(self.trick) == self.players:
            self.leader = tricks.winner(self.trick, self._trick_trump(), self.options)
            self.taken[self.leader] += 1
            self.played += [use.card for use in self.trick]
            self.trick = []

    # --- the end of a deal -------------------------------------------------------------------

    def _finish(self) -> None:
        seats = range(self.players)
        points = [
            deal_score(self.options, self.kind, self.hand_size, self.bids[p], self.taken[p])
            for p in seats
        ]
        if self.kind not in WITHOUT_BIDS:
            self.zero_streak = [self.zero_streak[p] + 1 if self.bids[p] == 0 else 0 for p in seats]
        if self.options["premium"] and self.set_number >= 0:
            points = self._with_premium(points)
        self.total = [self.total[p] + points[p] for p in seats]
        self.deal_index += 1
        if self.options["episode"] == "deal" or self.deal_index == len(self.schedule):
            self.phase = "over"
            self.player = OVER
            return
        leads_on = self.options["next_dealer"] == "last_trick_winner"
        self.dealer = self.leader if leads_on else self._eldest()
        self._begin_deal()

    def _with_premium(self, points: list[int]) -> list[int]:
        """Note the deal in its set; where it ends the set, add the premium."""
        seats = range(self.players)
        self.set_best = [max(self.set_best[p], points[p]) for p in seats]
        self.set_exact = [self.set_exact[p] and self.bids[p] == self.taken[p] for p in seats]
        following = self.schedule[self.deal_index + 1 :][:1]
        if following and following[0][2] == self.set_number:
            return points
        extra = premium(self.set_best, self.set_exact)
        self.set_best = [0 for _ in seats]
        self.set_exact = [True for _ in seats]
        return [points[p] + extra[p] for p in seats]
