"""Referee of Nine (Devyatka): a slow, obvious second implementation of the rules.

It knows sets and lists only and shares nothing with the engine, so that the two can be
played against each other.

Cards are ids `suit * R + rank`, suits in the order S C D H among those of the pack.
Actions: 0 .. N-1 play that card, N passes, N + 1 draws (`mixed`: turns the top card).
In `pile_domino` cards are kinds, the R ranks, and the pack holds one of each for every suit:
0 .. R-1 play a card of that rank, R passes, R + 1 draws.

Places: "hand p" for every seat p, "table" (the cards of the layout in the order of play, or
the pile, top card last), "stock" (face-down cards that may be drawn, next card first) and
"dead" (undealt cards that nobody gets). In `mixed` a hand is a stack, top card first.

State between deals, readable and settable through `set_match`: `dealer`, `total` (points of
each seat), `chips`, `winner` (first player of the last deal, -1 before the first one) and
`deal_number` (deals finished). During a deal also `bank`, `out` (order of going out),
`history` (pairs of seat and action, a drawn card unnamed), `dealt` (the hands as dealt).
"""

from __future__ import annotations

CHANCE = -1
OVER = -4
NONE = -1

RANKS = "23456789TJQKA"
SUITS = "SCDH"
NAMED_PACKS = {"52": "SCDH/23456789TJQKA", "36": "SCDH/6789TJQKA", "32": "SCDH/789TJQKA",
               "24": "SCDH/9TJQKA"}
# The founders are looked for in this order when the first of them is not in play.
FOUNDER_ORDER = "DHSC"

DEFAULTS = {
    "players": 3, "preset": "classic", "episode": "deal", "utility": "score",
    "variant": "layout", "deck": "36", "start_rank": "9", "opening": "holder_of_diamond",
    "hand_size": 0, "no_starter": "next_suit", "stock_use": "dead", "forced_play": True,
    "auto_pass": False, "end_rule": "last_holder", "scoring": "not_last", "start_chips": 100,
    "ante": 10, "pass_fee": 10, "left_card_fee": 0, "short_hand_fee": 0, "redeal_aces": 0,
    "extra_turn": "none", "extra_turn_later": "same", "blocked_rule": "most_cards_lose",
    "deals_per_match": 1, "domino_wrap": True, "domino_chain": True,
    "domino_opener": "dealer", "first_dealer": -1,
}

_BANK = {"scoring": "bank", "end_rule": "first_out", "ante": 10, "pass_fee": 10,
         "start_chips": 100, "players": 3}
_FANTAN = {"deck": "52", "players": 4, "opening": "eldest_any_card", "end_rule": "first_out",
           "scoring": "first_only"}
_EIGHTS = {**_FANTAN, "start_rank": "8", "opening": "eldest_start_rank"}
_MINI3 = {"deck": "DHS/89T", "players": 3, "first_dealer": 2}
_MINI2 = {"players": 2, "first_dealer": 1}

PRESETS = {
    "classic": {},
    "classic_auto": {"auto_pass": True},
    "classic_52": {"deck": "52"},
    "nine_cards": {"hand_size": 9},
    "bank": _BANK,
    "bank_rounds": {**_BANK, "opening": "winner_start_rank", "deals_per_match": 10},
    "fantan": _FANTAN,
    "fantan_eights": _EIGHTS,
    "fantan_extra": {**_EIGHTS, "extra_turn": "ace", "extra_turn_later": "ace_lowest",
                     "deals_per_match": 4},
    "fantan_placement": {**_FANTAN, "end_rule": "last_holder", "scoring": "placement"},
    "sevens": {"deck": "52", "start_rank": "7", "opening": "holder_of_diamond",
               "end_rule": "first_out", "scoring": "first_only"},
    "domino": {"variant": "pile_domino", "deck": "52", "hand_size": 7,
               "end_rule": "first_out", "scoring": "first_only"},
    "mixed_reconstruction": {"variant": "mixed", "end_rule": "last_holder"},
    "mini3": _MINI3,
    "mini3_first": {**_MINI3, "end_rule": "first_out", "scoring": "first_only"},
    "mini2_dead": {**_MINI2, "deck": "DS/789TJ", "hand_size": 4},
    "mini2_tiny": {**_MINI2, "deck": "DS/89TJ", "hand_size": 3},
    "mini2_perfect": {**_MINI2, "deck": "DS/789TJ"},
}


def options_for(preset: str, **overrides: object) -> dict:
    """Return the complete options of a preset with the overrides applied."""
    options = {**DEFAULTS, **PRESETS[preset], "preset": preset, **overrides}
    # Five players with nine cards each need 45 cards.
    if preset == "nine_cards" and "deck" not in overrides and options["players"] == 5:
        options["deck"] = "52"
    return options


def split_pack(deck: str) -> tuple[str, str]:
    """Return the suits (in the order S C D H) and the ranks (ascending) of a pack."""
    suits, ranks = NAMED_PACKS.get(deck, deck).split("/")
    return ("".join(s for s in SUITS if s in suits), "".join(r for r in RANKS if r in ranks))


class Referee:
    """One episode of Nine; see the module docstring for ids, places and match state."""

    def __init__(self, options: dict) -> None:
        self.options = dict(options)
        self.suits, self.ranks = split_pack(options["deck"])
        self.num_ranks = len(self.ranks)
        self.players = options["players"]
        self.variant = options["variant"]
        self.domino = self.variant == "pile_domino"
        self.num_kinds = self.num_ranks if self.domino else len(self.suits) * self.num_ranks
        self.pass_action = self.num_kinds
        self.draw_action = self.num_kinds + 1
        self._check_options()

        self.dealer = options["first_dealer"]
        self.total = [0.0] * self.players
        self.chips = [options["start_chips"]] * self.players
        self.winner = NONE
        self.deal_number = 0
        self.phase = "deck" if self.dealer >= 0 else "lot"
        self.player = CHANCE
        self._clear_table()

    def _check_options(self) -> None:
        o = self.options
        dealt = self.players * o["hand_size"] + (1 if self.domino else 0)
        if dealt > len(self.pack()):
            raise ValueError(f"devyatka: expected at most {len(self.pack())} cards to deal, "
                             f"got {dealt} in option hand_size")
        if self.domino and o["hand_size"] == 0:
            raise ValueError("devyatka: pile_domino expected a hand_size above 0, got 0")
        if self.variant == "mixed" and 0 < dealt < len(self.pack()):
            raise ValueError("devyatka: mixed expected every card dealt, got a shorter hand_size")
        allowed = {"last_holder": ("not_last", "placement", "first_only"),
                   "first_out": ("bank", "first_only")}[o["end_rule"]]
        if o["scoring"] not in allowed:
            raise ValueError(f"devyatka: end_rule {o['end_rule']} expected scoring in {allowed}, "
                             f"got {o['scoring']}")
        if self.domino and o["end_rule"] != "first_out":
            raise ValueError("devyatka: pile_domino expected end_rule first_out, "
                             f"got {o['end_rule']}")
        founded = not self.domino and o["opening"] != "eldest_any_card"
        if founded and o["start_rank"] not in self.ranks:
            raise ValueError(f"devyatka: expected start_rank in {self.ranks}, "
                             f"got {o['start_rank']}")

    def _clear_table(self) -> None:
        """Put the running deal away; `places` shows nothing until the next deal."""
        seats = range(self.players)
        self.hands: list[list[int]] = [[] for _ in seats]
        self.dealt: list[list[int]] = [[] for _ in seats]
        self.table: list[int] = []
        self.stock: list[int] = []
        self.dead: list[int] = []
        self.layout: dict[int, tuple[int, int]] = {}
        self.turned: set[int] = set()
        self.out: list[int] = []
        self.history: list[tuple[int, int]] = []
        self.start_rank = NONE
        self.opening_card = NONE
        self.in_extra_turn = False
        self.passes_in_succession = 0
        self.bank = 0
        self.chips_before_deal = list(self.chips)

    # --- what may be asked -------------------------------------------------------------

    def wants_deck(self) -> bool:
        """Return whether a shuffled deck is due."""
        return self.phase == "deck"

    def pack(self) -> list[int]:
        """Return the cards of the deck, sorted."""
        copies = len(self.suits) if self.domino else 1
        return sorted(list(range(self.num_kinds)) * copies)

    def legal(self) -> list[int]:
        """Return the sorted legal actions; the seats at the lot for the first dealer."""
        if self.phase == "lot":
            return list(range(self.players))
        if self.phase != "play":
            return []
        if self.variant == "mixed":
            return [self.draw_action]
        if self.opening_card != NONE:
            return [self.opening_card]
        fitting = self._fitting_cards()
        if not fitting:
            return [self.draw_action if self.stock else self.pass_action]
        if self._may_decline():
            fitting.append(self.pass_action)
        return fitting

    def _may_decline(self) -> bool:
        """Tell whether a player able to play may pass (`forced_play` false, layout only)."""
        opening = not self.table
        free = not self.options["forced_play"] and self.variant == "layout"
        return free and not opening and not self.in_extra_turn

    def _fitting_cards(self) -> list[int]:
        fits = self._fits_pile if self.domino else self._fits_layout
        return sorted({card for card in self.hands[self.player] if fits(card)})

    def _fits_layout(self, card: int) -> bool:
        if self.start_rank == NONE:
            return True  # eldest_any_card: the lead itself names the founders
        suit, rank = divmod(card, self.num_ranks)
        if suit not in self.layout:
            return rank == self.start_rank
        low, high = self.layout[suit]
        return rank in (low - 1, high + 1)

    def _fits_pile(self, rank: int) -> bool:
        top = self.table[-1]
        if abs(rank - top) == 1:
            return True
        ends = {0, self.num_ranks - 1}
        return self.options["domino_wrap"] and rank != top and {rank, top} == ends

    def scores(self) -> list[float]:
        """Return the raw points of each seat; in a bank game, chips won or lost."""
        if self.options["scoring"] == "bank":
            settled = self.chips_before_deal if self.phase == "play" else self.chips
            return [float(c - self.options["start_chips"]) for c in settled]
        return list(self.total)

    def places(self) -> dict[str, list[int]]:
        """Return where every card of the running deal lies."""
        places = {f"hand {p}": list(self.hands[p]) for p in range(self.players)}
        places |= {"table": list(self.table), "stock": list(self.stock), "dead": list(self.dead)}
        return places

    def knows(self, seat: int, place: str, card: int) -> bool:
        """Return whether the seat has seen that this card lies in this place."""
        if card not in self.places().get(place, []):
            return False
        if place == "table":
            return True
        if self.variant == "mixed":
            # Nobody looks at his stack, but everybody saw the cards that were turned.
            return card in self.turned
        return place == f"hand {seat}"

    def clone(self) -> Referee:
        """Return an independent copy."""
        other = object.__new__(Referee)
        other.__dict__.update(self.__dict__)
        for name, value in self.__dict__.items():
            if isinstance(value, (list, set, dict)):
                setattr(other, name, value.copy())
        other.hands = [list(hand) for hand in self.hands]
        return other

    def set_match(self, **fields: object) -> None:
        """Set the match state before a deal: dealer, total, chips, winner, deal_number."""
        if self.phase not in ("lot", "deck"):
            raise ValueError(f"devyatka: set_match expected a deal to be due, got {self.phase}")
        for name, value in fields.items():
            if name not in ("dealer", "total", "chips", "winner", "deal_number"):
                raise ValueError(f"devyatka: no match field {name}")
            setattr(self, name, list(value) if isinstance(value, (list, tuple)) else value)
        if "dealer" in fields:
            self.phase = "deck"

    # --- the deal ----------------------------------------------------------------------

    def _seats_from(self, seat: int) -> list[int]:
        return [(seat + k) % self.players for k in range(self.players)]

    def _eldest(self) -> int:
        return (self.dealer + 1) % self.players

    def deal(self, deck: list[int]) -> None:
        """Deal a shuffled deck; where the rules want a redeal, another deck is due."""
        if self.phase != "deck":
            raise ValueError(f"devyatka: expected no deck now, got one in phase {self.phase}")
        if sorted(deck) != self.pack():
            raise ValueError("devyatka: expected a permutation of the pack")
        self._clear_table()
        order = self._seats_from(self._eldest())
        count = self.players * self.options["hand_size"] or len(deck)
        for k in range(count):
            self.hands[order[k % self.players]].append(deck[k])
        rest = list(deck[count:])
        if self.domino:
            self.table = [rest.pop(0)]
            self.stock = rest
        elif self.options["stock_use"] == "draw_one":
            self.stock = rest
        else:
            self.dead = rest
        self.dealt = [list(hand) for hand in self.hands]
        if self.variant == "layout" and self._must_redeal():
            self._clear_table()
            return
        self.phase = "play"
        self._pay_antes()
        self._open()
        self._skip_forced_passes()

    def _must_redeal(self) -> bool:
        enough = self.options["redeal_aces"]
        if enough and "A" in self.ranks:
            ace = self.ranks.index("A")
            for hand in self.hands:
                if sum(card % self.num_ranks == ace for card in hand) >= enough:
                    return True
        kind = self._opening_kind()
        if kind == "eldest_any_card":
            return False
        founders = self._founders_in_hand()
        if kind == "holder_of_diamond" and self.options["no_starter"] == "redeal":
            return self._founder("D") not in founders
        return not founders

    def _opening_kind(self) -> str:
        """Return the opening of this deal; the winner's form is split by deal."""
        kind = self.options["opening"]
        if kind == "winner_start_rank":
            return "holder_of_diamond" if self.winner == NONE else "winner_leads"
        return kind

    def _founder(self, suit: str) -> int:
        """Return the card of the start rank in this suit."""
        rank = self.ranks.index(self.options["start_rank"])
        return self.suits.index(suit) * self.num_ranks + rank if suit in self.suits else NONE

    def _founders_in_hand(self) -> list[int]:
        held = [card for hand in self.hands for card in hand]
        founders = [self._founder(suit) for suit in FOUNDER_ORDER if suit in self.suits]
        return [card for card in founders if card in held]

    def _holder(self, card: int) -> int:
        return next(p for p in range(self.players) if card in self.hands[p])

    def _pay(self, seat: int, amount: int) -> int:
        """Take chips from a seat, at most what it has, and return them."""
        paid = min(amount, self.chips[seat])
        self.chips[seat] -= paid
        return paid

    def _pay_antes(self) -> None:
        if self.options["scoring"] != "bank":
            return
        longest = max(len(hand) for hand in self.hands)
        for p in range(self.players):
            short = len(self.hands[p]) < longest
            fee = self.options["short_hand_fee"] if short else 0
            self.bank += self._pay(p, self.options["ante"] + fee)

    def _open(self) -> None:
        """Choose who begins, and with what."""
        if self.domino:
            dealer_opens = self.options["domino_opener"] == "dealer"
            self.player = self.dealer if dealer_opens else self._eldest()
            return
        if self.variant == "mixed":
            self._open_mixed()
            return
        kind = self._opening_kind()
        self.player = self.winner if kind == "winner_leads" else self._eldest()
        if kind != "eldest_any_card":
            self.start_rank = self.ranks.index(self.options["start_rank"])
        if kind == "holder_of_diamond":
            self.opening_card = self._founders_in_hand()[0]
            self.player = self._holder(self.opening_card)

    def _open_mixed(self) -> None:
        """Search the founder, lay it out and give the turn to the seat after its holder."""
        self.start_rank = self.ranks.index(self.options["start_rank"])
        founder = self._founders_in_hand()[0]
        self.player = self._holder(founder)
        self._lay_out(founder)
        if not self._ends_by_going_out():
            self._next_turn()

    # --- the play ----------------------------------------------------------------------

    def play(self, action: int) -> None:
        """Play a legal action; an illegal one raises ValueError and changes nothing."""
        if action not in self.legal():
            raise ValueError(f"devyatka: expected one of {self.legal()}, got {action}, "
                             f"seat {self.player} to act")
        if self.phase == "lot":
            self.dealer = action
            self.phase = "deck"
            return
        if action == self.pass_action:
            self._pass()
        elif action == self.draw_action:
            self._turn_top_card() if self.variant == "mixed" else self._draw()
        else:
            self._play_card(action)
        self._skip_forced_passes()

    def _skip_forced_passes(self) -> None:
        while self.options["auto_pass"] and self.legal() == [self.pass_action]:
            self._pass()

    def _pass(self) -> None:
        self.history.append((self.player, self.pass_action))
        if self.options["scoring"] == "bank":
            self.bank += self._pay(self.player, self.options["pass_fee"])
        self.passes_in_succession += 1
        if self.passes_in_succession == len(self._holders()):
            self._finish(blocked=True)
        else:
            self._next_turn()

    def _draw(self) -> None:
        self.history.append((self.player, self.draw_action))
        self.hands[self.player].append(self.stock.pop(0))
        self.passes_in_succession = 0
        self._next_turn()

    def _turn_top_card(self) -> None:
        """Turn the top card of the own stack: it is laid out or goes under the stack."""
        self.history.append((self.player, self.draw_action))
        stack = self.hands[self.player]
        card = stack[0]
        self.turned.add(card)
        if self._fits_layout(card):
            self._lay_out(card)
            if self._ends_by_going_out():
                return
        else:
            stack.append(stack.pop(0))
        self._next_turn()

    def _play_card(self, card: int) -> None:
        self.history.append((self.player, card))
        self.passes_in_succession = 0
        self.opening_card = NONE
        if self.domino:
            self.hands[self.player].remove(card)
            self.table.append(card)
            goes_on = self.options["domino_chain"]
        else:
            if self.start_rank == NONE:
                self.start_rank = card % self.num_ranks
            self._lay_out(card)
            goes_on = card % self.num_ranks in self._extra_turn_ranks()
            goes_on = goes_on and bool(self._fitting_cards())
            self.in_extra_turn = goes_on
        if self._ends_by_going_out():
            return
        if not goes_on:
            self._next_turn()

    def _lay_out(self, card: int) -> None:
        """Move a card from the mover's hand to the layout."""
        suit, rank = divmod(card, self.num_ranks)
        low, high = self.layout.get(suit, (rank, rank))
        self.layout[suit] = (min(low, rank), max(high, rank))
        self.hands[self.player].remove(card)
        self.table.append(card)

    def _extra_turn_ranks(self) -> set[int]:
        word = self.options["extra_turn"]
        if self.deal_number > 0 and self.options["extra_turn_later"] != "same":
            word = self.options["extra_turn_later"]
        ranks = set()
        if word in ("ace", "ace_lowest") and "A" in self.ranks:
            ranks.add(self.ranks.index("A"))
        if word in ("lowest", "ace_lowest"):
            ranks.add(0)
        return ranks

    def _holders(self) -> list[int]:
        return [p for p in range(self.players) if self.hands[p]]

    def _next_turn(self) -> None:
        self.in_extra_turn = False
        after = self._seats_from((self.player + 1) % self.players)
        self.player = next(p for p in after if self.hands[p])

    def _ends_by_going_out(self) -> bool:
        """Note a player who has gone out; finish the deal if that ends it."""
        if self.hands[self.player]:
            return False
        self.out.append(self.player)
        if self.options["end_rule"] == "first_out" or len(self._holders()) == 1:
            self._finish(blocked=False)
            return True
        return False

    # --- the end of a deal -------------------------------------------------------------

    def _finish(self, blocked: bool) -> None:
        best = self._best_from_eldest()
        if self.options["scoring"] == "bank":
            self._settle_bank(best, blocked)
        elif not (blocked and self.options["blocked_rule"] == "void"):
            points = self._points()
            self.total = [self.total[p] + points[p] for p in range(self.players)]
        self.winner = best[0]
        self.deal_number += 1
        if self._match_goes_on():
            self.dealer = self._eldest()
            self.phase = "deck"
            self.player = CHANCE
            self._clear_table()
        else:
            self.phase = "over"
            self.player = OVER

    def _match_goes_on(self) -> bool:
        if self.options["episode"] == "deal":
            return False
        if self.options["scoring"] == "bank" and min(self.chips) < self.options["ante"]:
            return False
        return self.deal_number < self.options["deals_per_match"]

    def _best_from_eldest(self) -> list[int]:
        """Return the first player out; if nobody is out, those with the fewest cards."""
        if self.out:
            return [self.out[0]]
        fewest = min(len(hand) for hand in self.hands)
        order = self._seats_from(self._eldest())
        return [p for p in order if len(self.hands[p]) == fewest]

    def _points(self) -> list[float]:
        seats = range(self.players)
        if self.options["scoring"] == "first_only":
            best = self._best_from_eldest()
            return [1.0 if p in best else 0.0 for p in seats]
        if self.options["scoring"] == "not_last":
            # One holder is left, or in a blocked deal those with the most cards lose.
            most = max(len(hand) for hand in self.hands)
            return [0.0 if len(self.hands[p]) == most else 1.0 for p in seats]
        return self._placement_points()

    def _placement_points(self) -> list[float]:
        """First out n-1, next n-2, ...; then the holders, fewest cards first."""
        groups = [[p] for p in self.out]
        for size in sorted({len(self.hands[p]) for p in self._holders()}):
            groups.append([p for p in self._holders() if len(self.hands[p]) == size])
        points = [0.0] * self.players
        next_points = self.players - 1
        for group in groups:
            places = [next_points - k for k in range(len(group))]
            next_points -= len(group)
            for p in group:
                points[p] = sum(places) / len(places)
        return points

    def _settle_bank(self, best: list[int], blocked: bool) -> None:
        if blocked and self.options["blocked_rule"] == "void":
            self.chips = list(self.chips_before_deal)
            return
        share, odd_rest = divmod(self.bank, len(best))
        for p in best:
            self.chips[p] += share
        self.chips[best[0]] += odd_rest
        if not blocked:
            for p in self._holders():
                fee = self.options["left_card_fee"] * len(self.hands[p])
                self.chips[best[0]] += self._pay(p, fee)
