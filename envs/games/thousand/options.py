"""Options of Thousand and its sisters Thousand and One, Five Hundred and One."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ...engine.options import Options, option
from ...engine.packs import Pack, pack
from . import presets, tables

NAME = "thousand"
VERSION = 1  # raised when the rules or the numbers of actions change
SUMMARY = "bid for the talon, declare marriages"

MOST_PLAYERS = 4
LEAST_BID, MOST_BID, ODD_BID = 40, 400, 66  # bids that are actions: multiples of 5, and 66
EXTRA_ACTIONS = 100  # whatever the options
MOST_MARRIAGE = 200  # the highest value of a marriage
MOST_FINE = 1000
LONGEST_MATCH = 10_000  # deals; see max_deals
REDEALS = 20  # in a row; see max_moves

# (active seats, cards in the pack, discard_two) -> the options of _LAYOUT_NAMES
_LAYOUTS: dict[tuple[int, int, bool], tuple[int, int, int, int, int]] = {
    (3, 24, False): (7, 1, 3, 1, 0),
    (2, 24, False): (10, 2, 2, 1, 0),
    (2, 24, True): (10, 2, 2, 0, 2),
    (3, 32, False): (10, 1, 2, 0, 2),
    (2, 32, False): (14, 2, 2, 1, 0),
    (2, 32, True): (14, 2, 2, 0, 2),
}
_LAYOUT_NAMES = ("hand_size", "talons", "talon_size", "pass_each", "discard_count")


@dataclass(frozen=True)
class ThousandOptions(Options):
    """Options of Thousand."""

    NAME: ClassVar[str] = NAME
    PRESETS: ClassVar[dict[str, dict[str, Any]]] = presets.PRESETS
    DERIVED: ClassVar[list[tuple[Any, ...]]] = [
        ("cards",),  # cards in the pack, N
        ("ranks",),  # cards of a suit
        ("suits",),  # suits in the pack
        ("active",),  # seats that hold cards in a deal
        ("letters", 4),  # S C D H as 0 .. 3 of each suit of the pack, -1 beyond the last
        ("suit_by_letter", 4),  # suit of the pack for S C D H, -1 where it lacks
        ("points", tables.MOST_CARDS),  # card points
        ("higher", tables.MOST_CARDS),  # set of the cards of the same suit that beat a card
        ("pairs", 4),  # set of king and queen of each suit of the pack
        ("kings", 4),  # its king
        ("queens", 4),  # its queen
        ("suit_values", 4),  # value of its marriage with marriage_values=suit
        ("nines",),  # set of the nines
        ("jacks",),
        ("aces",),
        (
            "slots",
            tables.MOST_CARDS,
        ),  # where dealing slot i goes: active seat 0 .. 2 from forehand, or
        # 4 + t, talon t
        ("talon_slots", 3),  # slots of the talons' first three cards, -1
        ("may_redeal_hand",),  # 1 if some redeal_hand_* is set
        ("may_redeal_talon",),  # 1 if the declarer may have a right to redeal
        ("need",),  # barrel_need, resolved
        ("goal",),  # total that wins
        ("wins_directly",),  # 1 if a player below the barrel may reach the goal
        ("barrel_writeoff",),  # writeoff_barrel, resolved
        ("golden_writeoff",),  # writeoff_on_golden, resolved
    ]

    # --- table, deck, seating ---
    players: int = option(3, "seats; of 4 the dealer sits out each deal", low=2, high=MOST_PLAYERS)
    deck: str = option("24", "the pack, ranks from 7 to A, king and queen among them", is_pack=True)
    seven_points: int = option(0, "points of a seven: 0 or 7", high=7)
    hand_size: int = option(7, "cards dealt to each hand", low=1, high=15)
    talons: int = option(1, "talons; of two the declarer takes one unseen", low=1, high=2)
    talon_size: int = option(3, "cards of a talon", low=1, high=10)
    pass_each: int = option(1, "cards that the declarer passes to each opponent", high=5)
    discard_count: int = option(0, "cards that the declarer lays aside", high=10)
    two_player_equalise: str = option(
        "pass_one",
        "two players: after the talon pass one card or lay two aside",
        words=("pass_one", "discard_two"),
    )
    leftover_to: str = option(
        "last_trick",
        "who scores the talon not taken and the cards laid aside",
        words=("last_trick", "declarer", "nobody"),
    )
    sitout_scores: str = option(
        "none",
        "what the dealer who sits out writes: the talon's points, its marriage, 40 an ace",
        words=("none", "talon_points", "talon_points_and_marriage", "aces_40_and_marriage"),
    )
    first_dealer: int = option(
        -1, "seat that deals first; -1 draws lots", low=-1, high=MOST_PLAYERS - 1
    )
    target: int = option(1000, "points that win the match", low=1, high=100_000)

    # --- cut and deal ---
    cut_ceremony: str = option(
        "off",
        "the dealer looks at the last card: never; always uses his rights; decides",
        words=("off", "auto", "agent"),
    )
    cut_nine_limit: int = option(3, "nines at the bottom that cost a fine", low=1, high=10)
    cut_fine: int = option(120, "that fine", high=MOST_FINE)
    cut_fine_pays: str = option(
        "cutter", "who pays it: the seat at the dealer's right or he", words=("cutter", "dealer")
    )
    jack_to_middle: bool = option(True, "a jack at the bottom may be moved into the middle")
    misdeal_percent: int = option(0, "chance of a misdeal, in percent", high=90)
    misdeal_fine: int = option(
        120, "fine on the dealer for it; the next seat deals", high=MOST_FINE
    )

    # --- redeals ---
    redeal_hand_below: int = option(
        0, "a dealt hand with fewer card points may be redealt; 0 never", high=200
    )
    redeal_hand_nines: int = option(0, "so may one with so many nines; 0 never", high=4)
    redeal_hand_jacks: int = option(0, "so may one with so many jacks; 0 never", high=4)
    redeal_talon_below: int = option(
        0, "the declarer may redeal if the talon has fewer points; 0 never", high=100
    )
    redeal_talon_nines: int = option(0, "so he may for so many nines in it; 0 never", high=4)
    redeal_talon_jacks: int = option(0, "so he may for so many jacks in it; 0 never", high=4)
    redeal_nines_after_exchange: int = option(
        0,
        "so may the declarer with so many nines after taking the talon, and a defender after the "
        "pass; 0 never",
        high=4,
    )
    talon_redeal_only_at_100: bool = option(
        False, "the declarer's rights hold only if he won without an auction"
    )
    redeal_dealer: str = option("same", "who deals after a redeal", words=("same", "next"))

    # --- auction ---
    opening_bid: int = option(
        100,
        "lowest bid: a multiple of 5 or 66; below 40 only where it is never spoken",
        low=5,
        high=MOST_BID,
    )
    forced_opening: str = option(
        "forehand",
        "who must play the opening bid if nobody bids more; dealer is for 2 or 3 players",
        words=("forehand", "dealer", "none"),
    )
    auction_start: str = option(
        "forehand_speaks",
        "forehand says the opening bid, or more; or has it without a word",
        words=("forehand_speaks", "auto_100"),
    )
    bid_step: int = option(5, "bids are multiples of it, itself of 5", low=5, high=MOST_BID)
    highest_bid: int = option(MOST_BID, "no bid is above it", low=5, high=MOST_BID)
    jump_bids: bool = option(True, "a bid may be more than one step above the last")
    bid_cap: str = option(
        "marriages_plus_120",
        "no bid is above: any number; 120 without a marriage; 120 and the marriages held",
        words=("none", "no_marriage_120", "marriages_plus_120"),
    )
    ace_marriage_in_cap: bool = option(False, "four aces raise that limit too")
    raise_timing: str = option(
        "after_exchange",
        "when the declarer may raise his contract",
        words=("after_exchange", "before_talon", "none"),
    )
    silence: bool = option(False, "a player with a total below silence_below must pass")
    silence_below: int = option(0, "that total", low=-100_000, high=100_000)
    all_pass: str = option(
        "next_dealer",
        "forced_opening=none: who deals again when nobody bids",
        words=("next_dealer", "same_dealer"),
    )

    # --- talon and exchange ---
    talon_choice: str = option(
        "free", "two talons: any may be taken, or only the first", words=("free", "first")
    )
    talon_shown: bool = option(True, "all see the talon before it is taken")
    hide_talon_at_100: bool = option(
        False, "won without an auction, the talon is not shown and the passes are face down"
    )
    pass_face_down: bool = option(False, "only giver and receiver see a passed card")
    pass_source: str = option(
        "hand", "cards passed are any, or of the talon", words=("hand", "talon")
    )

    # --- golden deals ---
    golden: bool = option(
        False, "in the first deals, one a player, forehand plays 120 and all counts double"
    )
    golden_fail: str = option(
        "normal_game",
        "no golden contract made: on with the game or another golden round",
        words=("normal_game", "replay_golden"),
    )
    golden_fail_reset: bool = option(True, "no golden contract made: everything is set to zero")
    golden_raise: bool = option(False, "the golden declarer may raise his contract")
    golden_double_bolts: bool = option(False, "an empty golden deal gives two bolts")
    golden_double_marriages: bool = option(True, "marriages double too, not only card points")
    golden_double_fines: bool = option(False, "fines for bolts and write-offs double too")

    # --- blind deals ---
    blind: bool = option(False, "forehand may play 120 before he looks at his cards")
    blind_hide_talon: bool = option(True, "the talon and the passes of a blind deal are hidden")
    blind_not_on_barrel: bool = option(False, "no blind deal while somebody is on the barrel")
    blind_writeoff: bool = option(False, "a blind deal may be written off, for 240")
    unblind: bool = option(False, "a defender with a marriage may cancel the blind and bid 125")
    unblind_no_auction: bool = option(False, "and becomes declarer at once")
    blind_cap_240: bool = option(False, "a blind deal made scores exactly 240")
    blind_double_bolts: str = option(
        "none", "whose empty blind deal gives two bolts", words=("none", "declarer", "all")
    )
    blind_scores: str = option(
        "taken",
        "a blind deal made scores twice what was taken, or 240",
        words=("taken", "contract"),
    )
    blind_doubles_defenders: bool = option(False, "the defenders' points double too")

    # --- write-off ---
    writeoff: bool = option(True, "the declarer may end the deal unplayed")
    writeoff_window: str = option(
        "before_play",
        "when: before the first card, or at any own turn too",
        words=("before_play", "any_own_turn"),
    )
    writeoff_share: str = option(
        "half_bid",
        "a defender writes half the contract, first rounded up to tens, or 60",
        words=("half_bid", "sixty"),
    )
    writeoff_subtract_bid: bool = option(True, "the declarer loses the contract, or nothing")
    writeoff_third_fine: bool = option(False, "each third write-off of a player costs fine_amount")
    writeoff_limit: int = option(0, "write-offs allowed a player and match; 0 is no limit", high=99)
    writeoff_barrel: str = option(
        "auto",
        "write-offs and the barrel; auto: allowed if the contract is lost, else not while "
        "somebody is on it",
        words=("auto", "allowed", "not_barrel_player", "nobody_while_barrel"),
    )
    writeoff_on_golden: str = option(
        "auto",
        "whether a golden deal may be written off; auto: if the contract is lost",
        words=("auto", "true", "false"),
    )

    # --- play ---
    first_lead: str = option(
        "declarer", "who leads to the first trick", words=("declarer", "forehand")
    )
    marriage_needs_trick: bool = option(True, "declaring a marriage needs a trick taken before")
    silent_marriage_lead: bool = option(
        True, "king or queen of a marriage may be led without declaring it"
    )
    ace_marriage: int = option(0, "value of the ace marriage; 0 is none", high=2 * MOST_MARRIAGE)
    ace_marriage_sets_trump: bool = option(False, "the suit of the ace that is led becomes trump")
    must_head: str = option(
        "none",
        "duty to beat: none; in the led suit; by overtrumping too",
        words=("none", "led_suit", "all"),
    )
    no_lead_foreign_trump: bool = option(
        False, "a trump that another player set may be led only from a hand of trumps"
    )
    must_lead_trump: bool = option(False, "who holds a trump must lead one")
    trump_mode: str = option(
        "marriage",
        "each marriage declared sets the trump, or the declarer names it for the deal",
        words=("marriage", "declared_fixed"),
    )
    marriage_values: str = option(
        "suit", "by suit_marriages, or 40 in trumps and 20 else", words=("suit", "fixed_40_20")
    )
    suit_marriages: tuple[int, ...] = option(
        (40, 60, 80, 100),
        "values of the marriages in spades/clubs/diamonds/hearts",
        high=MOST_MARRIAGE,
        length=4,
    )

    # --- scoring, bonuses, fines ---
    round_to: int = option(5, "card points are rounded to multiples of 1, 5 or 10", low=1, high=10)
    declarer_round: bool = option(False, "the declarer's rounded result meets the contract")
    declarer_scores: str = option(
        "contract", "what a contract made writes", words=("contract", "taken")
    )
    fine_amount: int = option(120, "fine for bolts and write-offs", high=MOST_FINE)
    bolt_when: str = option(
        "no_trick",
        "an empty deal is one without a trick or a point",
        words=("no_trick", "zero_points"),
    )
    bolts_consecutive: bool = option(False, "three empty deals in a row are fined")
    bolts_total: bool = option(False, "every third empty deal of the match is fined")
    bolt_exempt_declarer: bool = option(False, "a declarer's own deals do not count")
    bolts_on_barrel: bool = option(False, "deals played on the barrel count")
    dump_plus: bool = option(False, "a total of exactly dump_value becomes 0")
    dump_minus: bool = option(False, "a total of exactly -dump_value becomes 0")
    dump_value: int = option(555, "that total", low=1, high=100_000)
    four_nines_bonus: int = option(
        0, "for holding four nines after the exchange; 0 is none", high=MOST_FINE
    )
    late_zero_from: int = option(
        0, "a player with so many points who takes nothing is fined; 0 never", high=100_000
    )
    late_zero_fine: int = option(100, "that fine", high=MOST_FINE)

    # --- barrel ---
    barrel_at: int = option(
        880, "total at which a player mounts the barrel; 0 is none", high=100_000
    )
    barrel_auction: str = option(
        "normal",
        "with a player on the barrel: an auction, or he takes the talon without one",
        words=("normal", "barrel_takes_talon"),
    )
    barrel_need: int = option(
        0, "points needed in one own deal; 0: what lacks to the goal", high=MOST_BID
    )
    over_target: bool = option(False, "a win needs 5 more than the target")
    barrel_basis: str = option("taken", "what must reach barrel_need", words=("taken", "contract"))
    barrel_attempts: int = option(3, "deals on the barrel before the fall", low=1, high=99)
    barrel_attempt_counts: str = option(
        "all_deals", "which deals use up an attempt", words=("all_deals", "declarer_deals")
    )
    barrel_fail_subtract: str = option(
        "none",
        "a barrel declarer who fails loses nothing, or the contract and his place",
        words=("none", "contract"),
    )
    barrel_fall_penalty: int = option(120, "points below barrel_at after a fall", high=MOST_FINE)
    barrel_evict: bool = option(False, "who mounts throws off everybody on the barrel")
    barrel_simultaneous: str = option(
        "both_stay",
        "several mount in one deal: all stay, all fall, or all but one",
        words=("both_stay", "all_fall", "one_falls"),
    )
    three_falls_zero: bool = option(False, "a third fall sets the total to 0")
    win_without_barrel: bool = option(True, "a player below the barrel may win at once")

    # --- match ---
    tie_rule: str = option(
        "declarer_then_high",
        "several reach the goal: the declarer wins, else the highest total",
        words=("declarer_then_high",),
    )
    payout: str = option(
        "points",
        "what a match counts: points gained; 1 to -1; the bank; total above the others' mean",
        words=("points", "win_loss", "bank", "score_diff"),
    )
    stake: int = option(1, "payout=bank: what the last pays the first", low=1, high=1_000_000)
    deal_score: str = option(
        "total",
        "what a deal counts: change of the total; or contract for the declarer, points taken "
        "for a defender",
        words=("total", "contract_against_taken"),
    )
    deal_limit: int = option(
        0, "deals after which the highest total wins; 0 is no limit", high=LONGEST_MATCH
    )
    peek_hands: int = option(0, "looks into the other hands, a player and match", high=3)
    peek_suits: int = option(0, "questions for the suits of the talon, likewise", high=3)
    peek_card: int = option(0, "looks at a card of the talon, likewise", high=3)

    @classmethod
    def depending(cls, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return the layout of hands and talon that follows from the players and the pack."""
        active = min(chosen.get("players", 3), 3)
        size = len(pack(chosen.get("deck", "24")).cards)
        discards = active == 2 and chosen.get("two_player_equalise") == "discard_two"
        layout = _LAYOUTS.get((active, size, discards), ())
        return dict(zip(_LAYOUT_NAMES, layout))

    def pack(self) -> Pack:
        """Return the pack that `deck` names."""
        return pack(self.deck)

    def pack_cards(self) -> list[int]:
        """Return the cards of the deck."""
        return list(range(len(self.pack().cards)))

    def num_actions(self) -> int:
        """Return the number of action ids: the cards and the hundred actions above them."""
        return len(self.pack().cards) + EXTRA_ACTIONS

    def active_seats(self) -> int:
        """Return the number of seats that hold cards in a deal."""
        return min(self.players, 3)

    def bids(self) -> list[int]:
        """Return the grid: the opening bid and the multiples of `bid_step` above it."""
        first = self.opening_bid // self.bid_step * self.bid_step + self.bid_step
        return [self.opening_bid, *range(first, self.highest_bid + 1, self.bid_step)]

    def opening_is_spoken(self) -> bool:
        """Return whether the opening bid is an action and not credited without a word."""
        if self.forced_opening == "forehand":
            return self.auction_start == "forehand_speaks"
        return self.forced_opening == "none"

    def redeals(self) -> bool:
        """Return whether cards may be dealt again within a deal."""
        return bool(
            self.may_redeal_hand()
            or self.may_redeal_talon()
            or self.forced_opening == "none"
            or self.misdeal_percent
            or self.cut_ceremony != "off"
        )

    def may_redeal_hand(self) -> bool:
        """Return whether a dealt hand may give the right to redeal."""
        return bool(self.redeal_hand_below or self.redeal_hand_nines or self.redeal_hand_jacks)

    def may_redeal_talon(self) -> bool:
        """Return whether the talon or the exchange may give the right to redeal."""
        return bool(
            self.redeal_talon_below
            or self.redeal_talon_nines
            or self.redeal_talon_jacks
            or self.redeal_nines_after_exchange
        )

    def max_moves(self) -> int:
        """Return a bound on the decisions of a deal, its redeals included.

        Each bid is above the last and each seat passes once. The number of redeals has no limit;
        more than 20 in a row are not to be expected: at most about every second dealing of
        players who redeal whenever they may ends so.
        """
        asked = 1 + 3 + 3 + len(self.bids()) + 3 + 1 + 1 + 1 + 2 + 1 + 1  # all but cards and peeks
        peeks = self.active_seats() * (self.peek_hands + self.peek_suits + self.peek_card)
        dealing = asked + peeks + self.talon_size + len(self.pack().cards)
        return dealing * (REDEALS if self.redeals() else 1)

    def max_deals(self) -> int:
        """Return a bound on the deals of a match.

        Without `deal_limit` the rules set none, and players who keep failing may play for ever;
        players who want to win stay far below the number given.
        """
        return self.deal_limit or LONGEST_MATCH

    def score_range(self) -> tuple[float, float]:
        """Return bounds of a seat's score over an episode that begins with a new match.

        A deal changes a total by at most twice what can be taken or bid, the bonus and the fines;
        a fall, the dump truck or a reset takes away what was there. Fines before the deal may
        repeat with its redeals.
        """
        doubles = 2 if self.golden or self.blind else 1
        fixed = 125 if self.unblind else 120 * (doubles - 1)
        contract = max(self.highest_bid, self.barrel_need, fixed)
        gain = doubles * max(tables.most_taken(self), contract) + self.four_nines_bonus
        gain += 0 if self.sitout_scores == "none" else doubles * 260  # 4 aces and a marriage
        loss = doubles * contract + self.late_zero_fine * bool(self.late_zero_from)
        if self.bolts_total or self.bolts_consecutive or self.writeoff_third_fine:
            loss += doubles * self.fine_amount
        if self.cut_ceremony != "off" or self.misdeal_percent:
            loss += (self.cut_fine + self.misdeal_fine) * REDEALS
        high = max(self.target, self.barrel_at) + 5 + gain  # no total is above it
        if self.episode == "deal":
            return -float(loss), float(gain)
        deals = self.max_deals()
        most = float(high + loss * deals)
        ranges = {
            "points": (-float(high + loss * deals), float(high)),
            "win_loss": (-1.0, 1.0),
            "bank": (-float(self.stake), float(self.stake)),
            "score_diff": (-most, most),
        }
        return ranges[self.payout]

    def match_ranges(self) -> dict[str, tuple[int, int]]:
        """Return the least and the largest value of match fields that index something."""
        last = self.players - 1
        return {
            "dealer": (-1, last),
            "golden_index": (-1, last),
            "winner": (-1, last),
            "golden_made": (0, 1),
            "on_barrel": (0, 1),
        }

    def check(self) -> None:
        """Refuse options that exclude each other."""
        self._check_pack()
        self._check_auction()
        players = self.players
        self.require(
            self.first_dealer < players,
            f"first_dealer must be below players={players}, got {self.first_dealer}",
        )
        self.require(
            self.round_to in (1, 5, 10), f"round_to must be 1, 5 or 10, got {self.round_to}"
        )
        self.require(
            self.barrel_at < self.target,
            f"barrel_at must be below target={self.target}, got {self.barrel_at}",
        )
        self.require(
            self.barrel_auction == "normal" or self.barrel_at > 0,
            "barrel_auction=barrel_takes_talon needs barrel_at above 0, got 0",
        )
        self.require(
            not (self.ace_marriage_sets_trump and self.trump_mode == "declared_fixed"),
            "ace_marriage_sets_trump needs trump_mode=marriage, got declared_fixed",
        )
        self.require(
            len(self.suit_marriages) == 4,
            f"suit_marriages needs four values, got {len(self.suit_marriages)}",
        )
        if self.deal_score == "contract_against_taken":
            self.require(
                self.episode == "deal" and not self.writeoff,
                "deal_score=contract_against_taken needs episode=deal and writeoff=false",
            )

    def _check_pack(self) -> None:
        own = self.pack()
        good = not own.jokers and set("KQ") <= set(own.ranks) <= set(tables.RANKS)
        self.require(
            good, f"deck has ranks 7 to A only, king and queen among them, got {self.deck}"
        )
        self.require(
            self.seven_points == 0 or (self.seven_points == 7 and "7" in own.ranks),
            f"seven_points must be 0, or 7 with sevens in the deck, got {self.seven_points}",
        )
        active, cards = self.active_seats(), len(own.cards)
        dealt = active * self.hand_size + self.talons * self.talon_size
        self.require(
            dealt == cards,
            f"hand_size={self.hand_size} for {active} hands and {self.talons} talons of "
            f"talon_size={self.talon_size} need {dealt} cards, deck={self.deck} has {cards}",
        )
        gone = self.pass_each * active + self.discard_count
        self.require(
            gone == self.talon_size,
            f"talon_size must be pass_each * {active} + discard_count = {gone} for equal hands, "
            f"got {self.talon_size}",
        )

    def _check_auction(self) -> None:
        opening, bids = self.opening_bid, self.bids()
        self.require(
            self.bid_step % 5 == 0, f"bid_step must be a multiple of 5, got {self.bid_step}"
        )
        self.require(
            opening % 5 == 0 or opening == ODD_BID,
            f"opening_bid must be a multiple of 5 or 66, got {opening}",
        )
        self.require(
            opening <= self.highest_bid,
            f"highest_bid must be at least opening_bid={opening}, got {self.highest_bid}",
        )
        spoken = bids if self.opening_is_spoken() else bids[1:]
        self.require(
            not spoken or spoken[0] >= LEAST_BID,
            f"bids must be {LEAST_BID} or more, opening_bid={opening} and bid_step={self.bid_step} "
            f"allow {spoken[0] if spoken else opening}",
        )
        self.require(
            self.forced_opening != "dealer" or self.players < 4,
            "forced_opening=dealer is for 2 or 3 players, got 4",
        )
        self.require(
            not (self.silence and self.forced_opening == "none"),
            "silence=true needs forced_opening=forehand or dealer, got none",
        )

    def derived(self) -> dict[str, Any]:
        """Return what the rules need to know of the pack and the resolved options."""
        return tables.derived(self)


OPTIONS = ThousandOptions
