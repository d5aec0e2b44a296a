"""What a deal of Ninety-Nine scores, and when a game and a match are over (Play 6 and 7)."""

from __future__ import annotations

from referees.ninety_nine_tables import SUITS, Names

DECLARED, REVEALED = 1, 2


class Scoring:
    """The second half of the referee: it reads the finished deal and the match state."""

    options: dict
    names: Names

    def trump_after(self, successes: int) -> str:
        if successes == 0 and self.options["zero_success_trump"] == "keep":
            return self.trump
        return self.options["success_trump_table"][successes]

    # ---- the score of a deal ---------------------------------------------------------------

    def sides(self) -> list[tuple[int, ...]]:
        if self.options["partnership"]:
            return [(0, 2), (1, 3)]
        return [(seat,) for seat in self.everybody]

    def bid(self, seat: int) -> int:
        return self.value_of(self.bid_cards[seat])

    def value_of(self, cards: list[int]) -> int:
        values = self.options["bid_values"]
        return sum(values[SUITS.index(self.names.suit(card))] for card in cards)

    def targets(self, seat: int) -> set[int]:
        """The numbers of tricks that fulfil the contract of a seat."""
        if self.options["bid_mode"] == "announce" and seat != self.dummy:
            return {self.number[seat]}
        cards = self.bid_cards[seat]
        found = {self.value_of(cards)}
        diamonds = all(self.names.suit(card) == "D" for card in cards)
        if self.options["three_diamonds_double"] and diamonds:
            found.add(self.tricks_to_play())
        if self.options["bid_mode"] == "last_cards" and seat in self.number:
            found &= {self.number[seat]}
        return found

    def fulfilled(self, side: tuple[int, ...]) -> bool:
        if self.options["partnership"] and self.options["partnership_contract"] == "joint":
            first, second = side
            sums = {a + b for a in self.targets(first) for b in self.targets(second)}
            return self.tricks[first] + self.tricks[second] in sums
        if side == (self.dummy,) and self.options["dummy_rule"] == "penguin":
            return self.tricks[self.dummy] <= self.bid(self.dummy)
        return all(self.tricks[seat] in self.targets(seat) for seat in side)

    def score_deal(self) -> None:
        options = self.options
        sides = self.sides()
        count = len([side for side in sides if self.fulfilled(side)])
        for side in sides:
            taken = sum(self.tricks[seat] for seat in side)
            for seat in side:
                self.success[seat] = self.fulfilled(side)
                self.deal_points[seat] = options["trick_points"] * taken
                if self.success[seat]:
                    self.deal_points[seat] += options["contract_table"][count]
        for bidder in self.premium:
            self.score_premium(bidder)
        if self.dummy is not None and options["dummy_rule"] == "penguin":
            if self.tricks[self.dummy] == self.bid(self.dummy):
                self.deal_points[self.dummy] += options["declare_value"]
        if options["trump_rule"] == "successes":
            self.trump = self.trump_after(2 * count if options["partnership"] else count)

    def score_premium(self, bidder: int) -> None:
        level = self.premium[bidder]
        value = self.options["reveal_value" if level == REVEALED else "declare_value"]
        side = [side for side in self.sides() if bidder in side][0]
        for seat in self.everybody:
            if seat in side:
                if self.success[seat]:
                    self.deal_points[seat] += value
                elif self.options["premium_failure"] == "self_loses":
                    self.deal_points[seat] -= value
            elif not self.success[bidder] and self.options["premium_failure"] == "opponents_gain":
                # Who failed with a premium bid of his own gains nothing from another's failure.
                if seat not in self.premium or self.success[seat]:
                    self.deal_points[seat] += value

    def end_deal(self) -> None:
        mode = self.options["bid_mode"]
        if mode == "last_cards":
            self.bid_cards = [list(hand) for hand in self.hands]
        self.score_deal()
        if mode != "announce":
            for seat in self.everybody:
                if self.success[seat] or seat == self.dummy:
                    self.shown |= set(self.bid_cards[seat])
        for seat in self.everybody:
            self.totals[seat] += self.deal_points[seat]
            self.earned[seat] += self.deal_points[seat]
        self.dealer = (self.dealer + 1) % self.live
        self.deals += 1
        self.all_deals += 1
        self.phase = "deck"
        if self.options["episode"] == "deal":
            self.winners = self.best(self.earned)
            self.phase = "over"
        elif self.game_is_over():
            self.end_game()
        if self.phase != "over" and 0 < self.options["deal_limit"] <= self.all_deals:
            self.winners = self.best(self.earned)
            self.phase = "over"

    # ---- the end of games and of the match -------------------------------------------------

    def best(self, points: list[int]) -> list[int]:
        live = range(self.live)
        return [seat for seat in live if points[seat] == max(points[p] for p in live)]

    def game_winners(self, points: list[int]) -> list[int]:
        """The seats that share the first place; all of them where the dummy beats everybody."""
        if self.dummy is not None and points[self.dummy] > max(points[: self.live]):
            return list(range(self.live))
        return self.best(points)

    def alone(self, seats: list[int]) -> bool:
        return len([side for side in self.sides() if set(side) & set(seats)]) == 1

    def bonus(self) -> list[int]:
        if self.options["match"] not in ("game", "rubber_games", "rubber_first3"):
            return [0 for _ in self.everybody]
        reached = [total >= self.options["target"] for total in self.totals]
        return [self.options["game_bonus"] if there else 0 for there in reached]

    def game_is_over(self) -> bool:
        form = self.options["match"]
        if form == "fixed_deals":
            finished = self.deals >= self.options["fixed_deals"]
        else:
            finished = max(self.totals) >= self.options["target"]
        last = form != "rubber_first3"
        if form == "rubber_games":
            last = self.games + 1 == self.options["rubber_games"]
        if finished and last and self.options["tie_rule"] == "play_on":
            sums = [sum(parts) for parts in zip(self.banked, self.totals, self.bonus())]
            return self.alone(self.best(sums))
        return finished

    def end_game(self) -> None:
        form = self.options["match"]
        bonus = self.bonus()
        final = [total + extra for total, extra in zip(self.totals, bonus)]
        winners = self.game_winners(final)
        lone = self.alone(winners)
        if self.dummy is not None and lone and form in ("game", "rubber_games", "rubber_first3"):
            bonus[winners[0]] += self.lurch(final, winners[0])
        for seat in self.everybody:
            self.totals[seat] += bonus[seat]
            self.earned[seat] += bonus[seat]
        self.games += 1
        if lone:
            for seat in winners:
                self.wins[seat] += 1
        if form == "rubber_first3":
            over = max(self.wins) == 3
        else:
            over = form != "rubber_games" or self.games == self.options["rubber_games"]
        if over:
            self.end_match(winners)
        else:
            self.next_game()

    def lurch(self, final: list[int], winner: int) -> int:
        loser = 1 - winner
        if final[self.dummy] < final[loser] or self.options["dummy_lurch"] == "off":
            return 0
        return 100 if self.options["dummy_lurch"] == "plus100" else final[winner] - final[loser]

    def next_game(self) -> None:
        for seat in self.everybody:
            self.banked[seat] += self.totals[seat]
            self.totals[seat] = 0
        self.deals = 0
        if self.options["trump_reset_each_game"]:
            self.trump = self.options["first_deal_trump"]

    def end_match(self, game_winners: list[int]) -> None:
        self.phase = "over"
        self.winners = game_winners
        if self.options["match"] == "rubber_games":
            sums = [banked + total for banked, total in zip(self.banked, self.totals)]
            self.winners = self.game_winners(sums)
        if self.options["match"] == "rubber_first3":
            self.winners = [seat for seat in range(self.live) if self.wins[seat] == 3]
            for seat in self.winners:
                self.earned[seat] += 100 * (8 - self.games)
