"""A slow and obvious referee for Ninety-Nine, written from the rules page alone.

Hands are lists of card numbers, everything is recomputed when asked, nothing is clever.

Places (`Referee.places`): `hand p` and `laid p` for every hand p (the dummy of a two-player game
is hand 2), `trick` (the trick on the table), `played` (finished tricks) and, where a card is
turned up for trumps, `turned`. The joker in a hand bears the number of the turned-up card; only
in `pack` and, when nobody holds it, in `turned` it has a number of its own: the deck size.
After a deal has ended its cards stay readable until the next deck.

Match state (attributes, and fields of `set_match`): `dealer` deals the running or the next deal,
`trump` is its trump (a letter, "NT" or "NINES"), `totals` the points of every hand in the running
game, `banked` those of the finished games, `wins` the games won, `games` how many are finished,
`deals` the deals finished in the running game. `tricks`, `success`, `deal_points` and `premium`
(seat -> 1 declared, 2 revealed) speak of the last or running deal, `winners` of the episode.
"""

from __future__ import annotations

import copy

from referees.ninety_nine_scores import DECLARED, REVEALED, Scoring
from referees.ninety_nine_tables import DEFAULTS, PRESETS, Names, options_for

__all__ = ["DEFAULTS", "PRESETS", "Names", "Referee", "options_for"]

CHANCE, TERMINAL = -1, -4
LOW_TO_HIGH_NINES = "DSHC"


class Referee(Scoring):
    """One episode of Ninety-Nine."""

    def __init__(self, options: dict):
        self.options = dict(options)
        self.names = Names(self.options["deck"])
        self.live = self.options["players"]
        self.dummy = self.live if self.options["dummy"] else None
        self.everybody = list(range(self.live + (1 if self.options["dummy"] else 0)))
        self.start_match()
        self.clear_deal()
        if self.options["first_dealer"] >= 0:
            self.dealer = self.options["first_dealer"]
            self.phase = "deck"

    # ---- the interface ---------------------------------------------------------------------

    def wants_deck(self) -> bool:
        return self.phase == "deck"

    def pack(self) -> list[int]:
        joker = [self.names.size] if self.options["trump_rule"] == "turn_up" else []
        return list(range(self.names.size)) + joker

    def scores(self) -> list[float]:
        return [float(points) for points in self.earned[: self.live]]

    def clone(self) -> Referee:
        twin = object.__new__(Referee)
        for name, value in self.__dict__.items():
            if isinstance(value, list):
                value = [list(entry) if isinstance(entry, list) else entry for entry in value]
            elif isinstance(value, (dict, set)) and name != "options":
                value = value.copy()
            setattr(twin, name, value)
        return twin

    def set_match(self, **fields) -> None:
        """Puts a match state in place of the running one, before a deal."""
        if self.phase not in ("lot", "deck"):
            raise ValueError(f"a match state is set before a deal, not in phase {self.phase!r}")
        for name, value in fields.items():
            if name not in ("dealer", "trump", "totals", "banked", "wins", "games", "deals"):
                raise ValueError(f"expected a field of the match state, got {name!r}")
            if name in ("totals", "banked"):
                value = list(value) + [0] * (len(self.everybody) - len(value))
            setattr(self, name, copy.copy(value))
        if "dealer" in fields:
            self.phase = "deck"

    def places(self) -> dict[str, list[int]]:
        found = {"trick": [card for _, card in self.trick], "played": list(self.played)}
        for seat in self.everybody:
            found[f"hand {seat}"] = sorted(self.hands[seat])
            found[f"laid {seat}"] = sorted(self.laid[seat])
        if self.options["trump_rule"] == "turn_up":
            found["turned"] = list(self.turned)
        return found

    def knows(self, seat: int, place: str, card: int) -> bool:
        if card not in self.places().get(place, []):
            return False
        if place in ("trick", "played", "turned"):
            return True
        return int(place.split()[1]) == seat or card in self.shown

    def legal(self) -> list[int]:
        names = self.names
        if self.phase == "lot":
            return list(range(self.live))
        if self.phase == "lay":
            return self.legal_to_lay()
        if self.phase == "announce" or self.phase == "number":
            return [names.NUMBER + number for number in range(self.tricks_to_play() + 1)]
        if self.phase == "premium":
            return self.legal_premium()
        if self.phase == "answer":
            return [names.YIELD, names.RAISE]
        if self.phase == "name":
            return [names.TRUMP[word] for word in self.nameable()]
        if self.phase == "play":
            return self.legal_cards()
        return []

    def play(self, action: int) -> None:
        if action not in self.legal():
            raise ValueError(f"expected one of {self.legal()} in {self.phase!r}, got {action}")
        if self.phase == "lot":
            self.dealer = action
            self.phase = "deck"
        else:
            {
                "lay": self.lay,
                "announce": self.announce,
                "number": self.announce,
                "premium": self.offer,
                "answer": self.answer,
                "name": self.name_trump,
                "play": self.play_card,
            }[self.phase](action)

    @property
    def player(self) -> int:
        if self.phase in ("lot", "deck"):
            return CHANCE
        if self.phase == "over":
            return TERMINAL
        if self.phase == "play":
            return self.line[0][0]
        return self.queue[0]

    # ---- the deal --------------------------------------------------------------------------

    def start_match(self) -> None:
        self.phase = "lot"
        self.dealer = -1
        self.trump = self.options["first_deal_trump"]
        self.totals = [0 for _ in self.everybody]
        self.banked = [0 for _ in self.everybody]
        self.earned = [0 for _ in self.everybody]
        self.wins = [0] * self.live
        self.games = 0
        self.deals = 0
        self.all_deals = 0
        self.winners: list[int] = []

    def clear_deal(self) -> None:
        self.hands: list[list[int]] = [[] for _ in self.everybody]
        self.laid: list[list[int]] = [[] for _ in self.everybody]
        self.bid_cards: list[list[int]] = [[] for _ in self.everybody]
        self.tricks = [0 for _ in self.everybody]
        self.number: dict[int, int] = {}
        self.offers: dict[int, int] = {}
        self.premium: dict[int, int] = {}
        self.trick: list[tuple[int, int]] = []
        self.line: list[tuple[int, int]] = []
        self.played: list[int] = []
        self.turned: list[int] = []
        self.shown: set[int] = set()
        self.queue: list[int] = []
        self.success = [False for _ in self.everybody]
        self.deal_points = [0 for _ in self.everybody]

    def deal(self, deck: list[int]) -> None:
        if self.phase != "deck":
            raise ValueError(f"no deck is due in phase {self.phase!r}")
        if sorted(deck) != self.pack():
            raise ValueError(f"expected a permutation of the {len(self.pack())} cards of the pack")
        self.clear_deal()
        receivers = self.from_eldest() + ([] if self.dummy is None else [self.dummy])
        deck = list(deck)
        for _ in range(self.options["hand_size"]):
            for seat in receivers:
                self.hands[seat].append(deck.pop(0))
        self.find_trump(deck)
        if self.dummy is not None and self.options["bid_mode"] != "last_cards":
            # The top of the dummy's packet, dealt face down, is what came last.
            kept = self.options["hand_size"] - self.options["bid_cards"]
            self.laid[self.dummy] = self.hands[self.dummy][kept:]
            self.hands[self.dummy] = self.hands[self.dummy][:kept]
            self.bid_cards[self.dummy] = list(self.laid[self.dummy])
        self.phase = "dealt"
        self.remaining = self.phases()
        self.next_phase()

    def find_trump(self, left_over: list[int]) -> None:
        rule = self.options["trump_rule"]
        if rule == "fixed":
            self.trump = self.options["fixed_trump"]
        if rule != "turn_up":
            return
        card = left_over[0]
        joker = self.names.size
        self.turned = [card]
        if card == joker:
            self.trump = "NT"
            return
        for hand in self.hands:
            if joker in hand:
                hand[hand.index(joker)] = card
        nine = self.names.text(card).startswith("9")
        no_trump = nine and self.options["turn_up_nine_is_nt"]
        self.trump = "NT" if no_trump else self.names.suit(card)

    def from_eldest(self) -> list[int]:
        return [(self.dealer + step) % self.live for step in range(1, self.live + 1)]

    def tricks_to_play(self) -> int:
        if self.options["bid_cards_played_last"]:
            return self.options["hand_size"]
        return self.options["hand_size"] - self.options["bid_cards"]

    # ---- the phases before the play --------------------------------------------------------

    def phases(self) -> list[str]:
        bid = ["lay", "open", "announce"]
        if self.options["trump_rule"] == "premium_names":
            before = ["premium", "name", *bid]
        else:
            before = [*bid, "premium"]
        return [*before, "expose", "number", "play"]

    def next_phase(self) -> None:
        """Enters the next phase in which somebody has something to do."""
        mode = self.options["bid_mode"]
        while True:
            self.phase = self.remaining.pop(0)
            self.queue = []
            if self.phase == "lay" and mode != "last_cards":
                self.queue = self.from_eldest()
            elif self.phase == "open":
                if mode == "set_aside" and self.options["bid_visibility"] == "open":
                    for seat in self.from_eldest():
                        self.shown |= set(self.laid[seat])
            elif self.phase == "announce" and mode == "announce":
                self.queue = self.from_eldest()
            elif self.phase == "premium" and self.options["premium_bids"] != "none":
                self.queue = self.from_eldest()
            elif self.phase == "name":
                self.queue = list(self.premium)
                if not self.premium and self.options["unclaimed_trump"] == "NT":
                    self.trump = "NT"
            elif self.phase == "expose":
                self.expose()
            elif self.phase == "number" and mode == "last_cards":
                self.queue = [seat for seat in self.from_eldest() if seat in self.premium]
            elif self.phase == "play":
                self.trump_by_running_count()
                self.start_trick(self.from_eldest()[0], from_dummy=False)
                return
            if self.queue:
                return

    def turn_done(self) -> None:
        self.queue.pop(0)
        if not self.queue:
            self.next_phase()

    def legal_to_lay(self) -> list[int]:
        seat = self.player
        last = max(self.laid[seat], default=-1)
        after_this = self.options["bid_cards"] - len(self.laid[seat]) - 1
        hand = sorted(self.hands[seat])
        return [
            card
            for card in hand
            if card > last and len([other for other in hand if other > card]) >= after_this
        ]

    def lay(self, card: int) -> None:
        seat = self.player
        self.hands[seat].remove(card)
        self.laid[seat].append(card)
        self.bid_cards[seat].append(card)
        if len(self.laid[seat]) == self.options["bid_cards"]:
            self.turn_done()

    def announce(self, action: int) -> None:
        self.number[self.player] = action - self.names.NUMBER
        self.turn_done()

    def legal_premium(self) -> list[int]:
        names = self.names
        reveal = [names.REVEAL] if self.options["premium_bids"] == "declare_reveal" else []
        procedure = self.options["premium_procedure"]
        if procedure == "independent":
            return [names.PASS, names.DECLARE]
        if procedure == "formal" and self.offers:
            return [names.PASS, *reveal]
        return [names.PASS, names.DECLARE, *reveal]

    def offer(self, action: int) -> None:
        seat = self.player
        names = self.names
        level = {names.PASS: 0, names.DECLARE: DECLARED, names.REVEAL: REVEALED}[action]
        procedure = self.options["premium_procedure"]
        if procedure == "formal":
            self.offer_formally(seat, level)
            return
        if level:
            self.offers[seat] = level
        if procedure == "informal" and self.queue == [seat] and self.offers:
            best = max(self.offers.values())
            winner = [p for p in self.from_eldest() if self.offers.get(p) == best][0]
            self.premium = {winner: best}
        if procedure == "independent":
            self.premium = dict(self.offers)
        self.turn_done()

    def offer_formally(self, seat: int, level: int) -> None:
        declarer = next(iter(self.offers), None)
        if level == REVEALED and declarer is not None:
            self.premium = {seat: REVEALED}
            self.phase = "answer"
            self.queue = [declarer]
        elif level:
            self.offers[seat] = level
            self.premium = {seat: level}
            over = level == REVEALED or self.options["premium_bids"] == "declare"
            if over:
                self.queue = [seat]
            self.turn_done()
        else:
            self.turn_done()

    def answer(self, action: int) -> None:
        if action == self.names.RAISE:
            self.premium = {self.player: REVEALED}
        self.turn_done()

    def nameable(self) -> list[str]:
        words = list(self.names.suits)
        if self.options["premium_names_trump"] == "suits_or_nines":
            words.append("NINES")
        if self.options["premium_names_trump"] == "suits_or_nt":
            words.append("NT")
        return words

    def name_trump(self, action: int) -> None:
        self.trump = [word for word in self.nameable() if self.names.TRUMP[word] == action][0]
        self.turn_done()

    def expose(self) -> None:
        for seat, level in self.premium.items():
            self.shown |= set(self.laid[seat])
            if level == REVEALED:
                self.shown |= set(self.hands[seat])
        if self.dummy is not None:
            self.shown |= set(self.hands[self.dummy])

    # ---- tricks ----------------------------------------------------------------------------

    def start_trick(self, leader: int, from_dummy: bool) -> None:
        """Lists who plays from which hand, in order."""
        self.trick = []
        if self.dummy is None:
            turns = [(leader + step) % self.live for step in range(self.live)]
            self.line = [(seat, seat) for seat in turns]
        else:
            first, last = (self.dummy, leader) if from_dummy else (leader, self.dummy)
            self.line = [(leader, first), (1 - leader, 1 - leader), (leader, last)]

    def suit(self, card: int) -> str:
        if self.trump == "NINES" and self.names.text(card).startswith("9"):
            return "NINES"
        return self.names.suit(card)

    def strength(self, card: int) -> int:
        if self.suit(card) == "NINES":
            return LOW_TO_HIGH_NINES.index(self.names.suit(card))
        return self.names.rank(card)

    def legal_cards(self) -> list[int]:
        hand = sorted(self.hands[self.line[0][1]])
        if not self.trick:
            return hand
        led = self.suit(self.trick[0][1])
        return [card for card in hand if self.suit(card) == led] or hand

    def trick_winner(self) -> int:
        cards = [card for _, card in self.trick]
        trumps = [card for card in cards if self.suit(card) == self.trump]
        if trumps:
            candidates = trumps
        elif self.options["off_suit_rule"] == "suit_precedence":
            present = [s for s in self.options["suit_precedence"] if s in map(self.suit, cards)]
            candidates = [card for card in cards if self.suit(card) == present[0]]
        else:
            candidates = [card for card in cards if self.suit(card) == self.suit(cards[0])]
        best = max(candidates, key=self.strength)
        return [hand for hand, card in self.trick if card == best][0]

    def play_card(self, card: int) -> None:
        controller, hand = self.line.pop(0)
        self.hands[hand].remove(card)
        self.trick.append((hand, card))
        if self.line:
            return
        winner = self.trick_winner()
        self.tricks[winner] += 1
        self.played += [card for _, card in self.trick]
        self.trick = []
        self.trump_by_running_count()
        done = sum(self.tricks)
        if done == self.tricks_to_play():
            self.end_deal()
            return
        if done == self.options["hand_size"] - self.options["bid_cards"]:
            self.pick_up_laid_cards()
        if winner == self.dummy:
            # With a dummy whoever plays the last card of a trick also led it.
            self.start_trick(controller, from_dummy=True)
        else:
            self.start_trick(winner, from_dummy=False)

    def pick_up_laid_cards(self) -> None:
        for seat in self.everybody:
            self.hands[seat] += self.laid[seat]
            self.laid[seat] = []

    def trump_by_running_count(self) -> None:
        if self.options["success_scope"] != "in_deal" or self.options["trump_rule"] != "successes":
            return
        right = [seat for seat in self.number if self.number[seat] == self.tricks[seat]]
        self.trump = self.trump_after(len(right))
