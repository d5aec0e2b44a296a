"""The end of a deal of Thousand, step by step (S1 to S12 of the rules page), for its referee."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field


@dataclass
class Match:
    """The public state between deals, a list entry a seat."""

    players: int
    dealer: int = -1
    total: list[int] = field(default_factory=list)
    on_barrel: list[bool] = field(default_factory=list)
    attempts: list[int] = field(default_factory=list)
    mount_order: list[int] = field(default_factory=list)  # 0: never mounted
    falls: list[int] = field(default_factory=list)
    bolts: list[int] = field(default_factory=list)
    bolts_row: list[int] = field(default_factory=list)
    writeoffs: list[int] = field(default_factory=list)
    golden_index: int = 0  # golden deals played in this golden round; -1: none is running
    golden_made: bool = False
    peeks_hands: list[int] = field(default_factory=list)
    peeks_suits: list[int] = field(default_factory=list)
    peeks_card: list[int] = field(default_factory=list)
    winner: int = -1
    gained: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if value == []:
                setattr(self, name, [0] * self.players)

    def clone(self) -> Match:
        """Return an independent copy."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list):
                setattr(other, name, list(value))
        return other

    def add(self, seat: int, points: int) -> None:
        """Change a total."""
        self.total[seat] += points
        self.gained[seat] += points

    def put(self, seat: int, total: int) -> None:
        """Set a total."""
        self.add(seat, total - self.total[seat])

    def leave_barrel(self, seat: int) -> None:
        """Take a seat off the barrel."""
        self.on_barrel[seat] = False
        self.attempts[seat] = 0


@dataclass
class Played:
    """What happened in a deal."""

    kind: str  # normal, golden or blind
    declarer: int
    contract: int
    seats: list[int]  # those that held cards, from forehand on
    cards: list[int]  # card points of each seat
    marriages: list[int]  # values declared by each seat
    tricks: list[int]
    written_off: bool
    four_nines: set[int]  # seats that held four nines after the exchange
    sits_out: int  # the seat that held no cards, or -1
    sitout_points: int  # points of the talon for him, undoubled


def rounded(points: int, step: int) -> int:
    """Return the nearest multiple of `step`, halves up."""
    low = points // step * step
    return low + step if 2 * (points - low) >= step else low


def barrel_need(options: dict) -> int:
    """Return the points that win from the barrel."""
    if options["barrel_need"]:
        return options["barrel_need"]
    over = 5 if options["over_target"] else 0
    return options["target"] - options["barrel_at"] + over


class Settlement:
    """One deal being written down; `settle` changes the match."""

    def __init__(self, options: dict, match: Match, deal: Played) -> None:
        self.options = options
        self.match = match
        self.deal = deal
        self.everyone = list(range(match.players))
        self.before = list(match.total)
        self.on_barrel_before = list(match.on_barrel)
        self.golden = deal.kind == "golden"
        self.blind = deal.kind == "blind"
        # S1
        self.taken = [c + m for c, m in zip(deal.cards, deal.marriages, strict=True)]
        self.round = [rounded(points, options["round_to"]) for points in deal.cards]
        self.written = [c + m for c, m in zip(self.round, deal.marriages, strict=True)]
        declarer = deal.declarer
        self.result = (self.written if options["declarer_round"] else self.taken)[declarer]
        self.made = not deal.written_off and self.result >= deal.contract
        self.marked: list[int] = []  # S4: seats that have used up their attempts
        self.leavers: list[int] = []  # S4: seats that lost their contract and the barrel
        self.barrel_winner = -1

    def from_forehand(self) -> list[int]:
        """Return all seats clockwise from forehand."""
        first = self.deal.seats[0]
        return self.everyone[first:] + self.everyone[:first]

    def settle(self) -> None:
        """Write the deal down."""
        delta = self.contract_points()
        self.barrel_players(delta)
        for seat in self.everyone:
            self.match.add(seat, delta[seat])
        if not self.deal.written_off:
            self.bolts()
            self.late_zero()
        else:
            self.count_writeoff()
        if self.goal():
            return
        self.falls()
        self.mounting()
        self.dump_truck()
        if self.golden:
            self.golden_round()

    # --- S2, S3 --------------------------------------------------------------------------

    def contract_points(self) -> list[int]:
        """S2, S2w and S3: what each seat writes before the barrel is looked at."""
        delta = [0] * self.match.players
        for seat in self.deal.seats:
            if self.deal.written_off:
                delta[seat] = self.written_off_points(seat)
            elif seat == self.deal.declarer:
                delta[seat] = self.declarer_points()
            else:
                delta[seat] = self.defender_points(seat)
        self.contract_loss = delta[self.deal.declarer]
        for seat in self.deal.four_nines:
            delta[seat] += self.options["four_nines_bonus"]
        if self.deal.sits_out >= 0:
            delta[self.deal.sits_out] += self.deal.sitout_points * (2 if self.golden else 1)
        return delta

    def golden_points(self, seat: int) -> int:
        """Return what the seat took, as a golden deal counts it."""
        factor = 2 if self.options["golden_double_marriages"] else 1
        return 2 * self.round[seat] + factor * self.deal.marriages[seat]

    def declarer_points(self) -> int:
        """S2 of the declarer."""
        seat, contract = self.deal.declarer, self.deal.contract
        if self.blind:
            if not self.made:
                return -240
            if self.options["blind_cap_240"] or self.options["blind_scores"] == "contract":
                return 240
            return 2 * self.written[seat]
        if not self.made:
            return -2 * contract if self.golden else -contract
        if self.options["declarer_scores"] == "taken":
            return self.golden_points(seat) if self.golden else self.written[seat]
        return 2 * contract if self.golden else contract

    def defender_points(self, seat: int) -> int:
        """S2 of a defender."""
        if self.golden:
            return self.golden_points(seat)
        if self.blind and self.options["blind_doubles_defenders"]:
            return 2 * self.written[seat]
        return self.written[seat]

    def written_off_points(self, seat: int) -> int:
        """S2w."""
        contract = self.deal.contract
        if seat == self.deal.declarer:
            if self.blind:
                return -240
            if not self.options["writeoff_subtract_bid"]:
                return 0
            return -2 * contract if self.golden else -contract
        share = 60
        if self.options["writeoff_share"] == "half_bid":
            tens = contract if contract % 10 == 0 else contract + 10 - contract % 10
            share = tens // 2
        return 2 * share if self.golden else share

    # --- S4 ------------------------------------------------------------------------------

    def barrel_players(self, delta: list[int]) -> None:
        """S4: players on the barrel win, leave it or write nothing."""
        for seat in self.everyone:
            if not self.match.on_barrel[seat]:
                continue
            is_declarer = seat == self.deal.declarer
            if is_declarer and self.made and self.basis() >= barrel_need(self.options):
                self.barrel_winner = seat
                reached = max(self.deal.contract, self.basis())
                delta[seat] = self.options["barrel_at"] + reached - self.match.total[seat]
                continue
            delta[seat] = 0
            if is_declarer and self.loses_barrel():
                delta[seat] = self.contract_loss
                self.match.leave_barrel(seat)
                self.leavers.append(seat)
                continue
            counted = self.options["barrel_attempt_counts"] == "all_deals" or is_declarer
            if counted and seat in self.deal.seats:
                self.match.attempts[seat] += 1
                if self.match.attempts[seat] >= self.options["barrel_attempts"]:
                    self.marked.append(seat)

    def basis(self) -> int:
        """Return what is compared with the need of a barrel player."""
        points = self.result
        if self.options["barrel_basis"] == "contract":
            points = self.deal.contract
        return points if self.deal.kind == "normal" else 2 * points

    def loses_barrel(self) -> bool:
        """Return whether a declarer on the barrel pays his contract and leaves it."""
        if self.options["barrel_fail_subtract"] != "contract":
            return False
        if self.deal.written_off:
            return self.options["writeoff_subtract_bid"]
        return not self.made

    # --- S5, S6 --------------------------------------------------------------------------

    def fine(self, seat: int) -> None:
        """Charge a fine for bolts or write-offs."""
        double = self.golden and self.options["golden_double_fines"]
        self.match.add(seat, -self.options["fine_amount"] * (2 if double else 1))

    def bolts(self) -> None:
        """S5: empty deals."""
        match = self.match
        for seat in self.deal.seats:
            if seat == self.deal.declarer and self.options["bolt_exempt_declarer"]:
                continue
            if self.on_barrel_before[seat] and not self.options["bolts_on_barrel"]:
                continue
            empty = self.deal.tricks[seat] == 0
            if self.options["bolt_when"] == "zero_points":
                empty = self.taken[seat] == 0
            if not empty:
                match.bolts_row[seat] = 0
                continue
            number = 2 if self.bolts_count_twice(seat) else 1
            match.bolts[seat] += number
            match.bolts_row[seat] += number
            full = self.options["bolts_total"] and match.bolts[seat] >= 3
            full = full or (self.options["bolts_consecutive"] and match.bolts_row[seat] >= 3)
            if full:
                self.fine(seat)
                match.bolts[seat] = match.bolts_row[seat] = 0
                if match.on_barrel[seat]:
                    match.leave_barrel(seat)

    def bolts_count_twice(self, seat: int) -> bool:
        """Return whether an empty deal gives this seat two bolts."""
        if self.golden:
            return self.options["golden_double_bolts"]
        if not self.blind:
            return False
        covered = self.options["blind_double_bolts"]
        return covered == "all" or (covered == "declarer" and seat == self.deal.declarer)

    def late_zero(self) -> None:
        """S5: a fine for taking nothing near the goal."""
        limit = self.options["late_zero_from"]
        for seat in self.deal.seats:
            near = limit > 0 and self.before[seat] >= limit and not self.on_barrel_before[seat]
            if near and self.taken[seat] == 0:
                self.match.add(seat, -self.options["late_zero_fine"])

    def count_writeoff(self) -> None:
        """S6: the write-off is counted, each third one may cost a fine."""
        seat = self.deal.declarer
        self.match.writeoffs[seat] += 1
        third = self.match.writeoffs[seat] % 3 == 0
        if self.options["writeoff_third_fine"] and third and not self.match.on_barrel[seat]:
            self.fine(seat)

    # --- S7 to S10 -----------------------------------------------------------------------

    def first(self, seats: Iterable[int], totals: list[int]) -> int:
        """Return the declarer if he is among the seats, else the highest, else from forehand."""
        seats = list(seats)
        if self.deal.declarer in seats:
            return self.deal.declarer
        best = max(totals[seat] for seat in seats)
        return next(seat for seat in self.from_forehand() if seat in seats and totals[seat] == best)

    def goal(self) -> bool:
        """S7: find a winner."""
        match = self.match
        goal = self.options["target"] + (5 if self.options["over_target"] else 0)
        candidates = {self.barrel_winner} - {-1}
        if self.options["win_without_barrel"] or self.options["barrel_at"] == 0:
            candidates |= {
                p for p in self.everyone if not match.on_barrel[p] and match.total[p] >= goal
            }
        if candidates:
            match.winner = self.first(candidates, match.total)
        return bool(candidates)

    def fall(self, seat: int) -> None:
        """A descent from the barrel that is forced."""
        self.match.leave_barrel(seat)
        self.match.put(seat, self.options["barrel_at"] - self.options["barrel_fall_penalty"])
        self.count_fall(seat)

    def count_fall(self, seat: int) -> None:
        """Count a fall; the third one may cost everything."""
        self.match.falls[seat] += 1
        if self.options["three_falls_zero"] and self.match.falls[seat] == 3:
            self.match.put(seat, 0)
            self.match.falls[seat] = 0

    def falls(self) -> None:
        """S8."""
        self.fallen = set(self.leavers)
        for seat in self.leavers:
            self.count_fall(seat)
        for seat in self.marked:
            if self.match.on_barrel[seat]:
                self.fall(seat)
                self.fallen.add(seat)

    def mounting(self) -> None:
        """S9."""
        match, at = self.match, self.options["barrel_at"]
        if at == 0:
            return
        newcomers = [
            p
            for p in self.everyone
            if not match.on_barrel[p] and p not in self.fallen and match.total[p] >= at
        ]
        if not newcomers:
            return
        if self.options["barrel_evict"]:
            for seat in self.everyone:
                if match.on_barrel[seat]:
                    self.fall(seat)
        stays = self.first(newcomers, match.total)
        number = max(match.mount_order) + 1
        for seat in newcomers:
            match.put(seat, at)
            match.on_barrel[seat] = True
            match.attempts[seat] = 0
            match.mount_order[seat] = number
        if len(newcomers) >= 2 and self.options["barrel_simultaneous"] != "both_stay":
            for seat in newcomers:
                if self.options["barrel_simultaneous"] == "all_fall" or seat != stays:
                    self.fall(seat)

    def dump_truck(self) -> None:
        """S10."""
        value = self.options["dump_value"]
        for seat in self.everyone:
            plus = self.options["dump_plus"] and self.match.total[seat] == value
            minus = self.options["dump_minus"] and self.match.total[seat] == -value
            if plus or minus:
                self.match.put(seat, 0)

    # --- S11 -----------------------------------------------------------------------------

    def golden_round(self) -> None:
        """S11: count golden deals; after the last one see whether any contract was made."""
        match = self.match
        match.golden_index += 1
        match.golden_made = match.golden_made or self.made
        if match.golden_index < match.players:
            return
        made, match.golden_made = match.golden_made, False
        match.golden_index = -1
        if made:
            return
        if self.options["golden_fail"] == "replay_golden":
            match.golden_index = 0
        if self.options["golden_fail_reset"]:
            for seat in self.everyone:
                match.put(seat, 0)
                match.leave_barrel(seat)
                match.mount_order[seat] = 0
                match.bolts[seat] = match.bolts_row[seat] = 0
                match.writeoffs[seat] = match.falls[seat] = 0


def payoffs(options: dict, match: Match, winner: int) -> list[float]:
    """Return what the match pays, other than points."""
    seats = range(match.players)
    if options["payout"] == "score_diff":
        rest = match.players - 1
        return [match.total[p] - (sum(match.total) - match.total[p]) / rest for p in seats]
    if options["payout"] == "win_loss":
        return [1.0 if p == winner else -1.0 / (match.players - 1) for p in seats]
    pay = [0.0] * match.players
    pay[winner] = float(options["stake"])
    # The others by their totals; equal ones share what their places pay.
    others = [p for p in seats if p != winner]
    places = [0.0] * (len(others) - 1) + [-float(options["stake"])]
    for total in {match.total[p] for p in others}:
        tied = [p for p in others if match.total[p] == total]
        ahead = sum(match.total[p] > total for p in others)
        for p in tied:
            pay[p] = sum(places[ahead : ahead + len(tied)]) / len(tied)
    return pay
