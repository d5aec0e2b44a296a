"""The rules page's test vectors of Thousand, T1 to T30, as drivers of any engine.

An engine has the interface of `Referee`: `player`, `wants_deck()`, `legal()`, `pack()`, `deal()`,
`play()`, `scores()`, `set_match()` and `match()`, the public state between deals by name. A vector
takes `make`, which builds an engine from complete options, and yields triples of what is compared,
the page's value and the engine's.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from tests.referees.thousand_deals import BROKEN_OFF, WHOLE
from tests.referees.thousand_tables import Ids, cards_of, options_for

Engine = Any
Make = Callable[[dict], Engine]
Check = tuple[str, object, object]


class Script:
    """Drive one engine with the words of the page.

    Words: cards (rank, then suit), numbers for bids, KH! or QH! for a declaration, TRUMP_H to name
    a trump, TALON_0, TALON_1 and the names of the other actions; bars are skipped.
    """

    def __init__(
        self,
        make: Make,
        preset: str = "agreements_app",
        dealer: int = 2,
        match: dict | None = None,
        **overrides: object,
    ) -> None:
        self.options = options_for(preset, **overrides)
        self.engine = make(self.options)
        self.engine.set_match(dealer=dealer, **(match or {}))
        self.ids = Ids(len(self.engine.pack()))

    def action(self, word: str) -> int:
        """Return the number of an action."""
        if word.isdigit():
            return self.ids.bids[int(word)]
        if word.endswith("!"):
            return (self.ids.DECLARE_K if word[0] == "K" else self.ids.DECLARE_Q)[word[1]]
        if word.startswith("TRUMP_"):
            return self.ids.NAME_TRUMP[word[-1]]
        if word.startswith("TALON_"):
            return self.ids.TALON[int(word[-1])]
        if hasattr(self.ids, word):
            return getattr(self.ids, word)
        return cards_of(self.options["deck"], word)[0]

    def deck(self, text: str) -> Script:
        """Deal a deck written in dealing order."""
        self.engine.deal(cards_of(self.options["deck"], text))
        return self

    def hands(self, *hands: str, talon: str = "") -> Script:
        """Deal these cards to three seats from forehand on; the rest of the pack fills them up."""
        held = [cards_of(self.options["deck"], text) for text in (*hands, talon)]
        rest = [card for card in self.engine.pack() if card not in sum(held, [])]
        sizes = [self.options["hand_size"]] * 3 + [self.options["talon_size"]]
        for cards, size in zip(held, sizes, strict=True):
            while len(cards) < size:
                cards.append(rest.pop())
        deck, laid = [], held.pop()
        for number in range(sizes[0]):
            deck += [cards[number] for cards in held]
            if number >= 1 and laid:
                deck.append(laid.pop(0))
        self.engine.deal(deck + laid)
        return self

    def play(self, text: str) -> Script:
        """Play words one after the other."""
        for word in text.replace("|", "").split():
            self.engine.play(self.action(word))
        return self

    def legal(self, what: str, text: str) -> Check:
        """Compare the legal actions with words."""
        return what, sorted(self.action(word) for word in text.split()), self.engine.legal()

    def may(self, what: str, word: str, expected: bool) -> Check:
        """Compare whether one action is legal."""
        return what, expected, self.action(word) in self.engine.legal()

    def top_bid(self) -> int:
        """Return the highest legal bid."""
        bids = [self.ids.bid_of[a] for a in self.engine.legal() if a in self.ids.bid_of]
        return max(bids)

    def total(self) -> list[int]:
        """Return the totals."""
        return self["total"]

    def __getitem__(self, name: str) -> Any:
        """Return a field of the state between deals, of lists the entries of the seats."""
        value = self.engine.match()[name]
        return value[: self.options["players"]] if isinstance(value, list) else value


def whole(
    make: Make,
    name: str,
    before: str = "100 PASS PASS",
    after: str = "PASS",
    preset: str = "agreements_app",
    dealer: int = 2,
    match: dict | None = None,
    **overrides: object,
) -> Script:
    """Play a deal to its end: `before` the exchange, and `after` it until the first lead."""
    deck, passed, play = WHOLE[name]
    script = Script(make, preset, dealer, match, **overrides).deck(deck)
    return script.play(before).play(passed).play(after).play(play)


def broken_off(make: Make, name: str, trump: str = "", **overrides: object) -> Script:
    """Play a deal up to the point that a vector speaks of; forehand has named the trump."""
    deck, passed, play = BROKEN_OFF[name]
    if trump:
        overrides["trump_mode"] = "declared_fixed"
    script = Script(make, **overrides).deck(deck)
    script.play("100 PASS PASS").play(passed).play("PASS")
    return script.play(f"TRUMP_{trump}" if trump else "").play(play)


def t1_rounding(make: Make) -> Iterator[Check]:
    """T1: card points are rounded to the nearest multiple."""
    yield "12 and 18", [-100, 10, 20], whole(make, "90 12 18").engine.scores()
    yield "13 and 17", [-100, 15, 15], whole(make, "90 13 17").engine.scores()
    for points, written in {2: 0, 3: 5, 97: 95, 98: 100, 114: 115}.items():
        yield f"{points}", written, whole(make, f"x {points} x").engine.scores()[1]
    for points, written in {24: 20, 25: 30}.items():
        script = whole(make, f"x {points} x", round_to=10)
        yield f"{points} to tens", written, script.engine.scores()[1]


def t2_surplus(make: Make) -> Iterator[Check]:
    """T2: what is taken above the contract is lost."""
    yield "220 for 170", [170, 0, 0], whole(make, "120+100", after="170").engine.scores()


def t3_one_point_short(make: Make) -> Iterator[Check]:
    """T3: 98 fail 100, unless the declarer's result is rounded."""
    yield "98", [-100, 10, 10], whole(make, "98 12 10").engine.scores()
    rounded = whole(make, "98 12 10", declarer_round=True)
    yield "98 rounded", [100, 10, 10], rounded.engine.scores()


def t4_barrel_third_failure(make: Make) -> Iterator[Check]:
    """T4: the third failed attempt, the first one, and Pagat's loss of the barrel."""
    sits = {"total": [880, 0, 0], "on_barrel": [1, 0, 0], "mount_order": [1, 0, 0]}
    for used, total, on, attempts in ((2, 760, 0, 0), (0, 880, 1, 1)):
        match = {**sits, "attempts": [used, 0, 0]}
        script = whole(make, "60 40 20", before="", after="", preset="classic", match=match)
        seen = script.total()[0], script["on_barrel"][0], script["attempts"][0]
        yield f"{used} attempts used", (total, on, attempts), seen
    script = whole(
        make, "60 40 20", before="PASS PASS PASS", after="PASS PASS 120", preset="pagat", match=sits
    )
    seen = script.total()[0], script["on_barrel"][0], script["falls"][0]
    yield "pagat", (760, 0, 1), seen


T5_DECK = "AH TH JH KH AD 9H TS QH TD KD 9C AS TC QD JD 9S KS AC JC QC KC 9D JS QS"
T5_BIDS = "100 105 PASS 110 PASS"
T5_PLAY = "AS JS QS | KH! TH 9H | AD QD JD | TD KD QH | AH 9D JH | TS KS JC | 9S QC KC | 9C TC AC"


def t5_full_deal(make: Make) -> Iterator[Check]:
    """T5: a deal of three players, card by card."""
    first = Script(make).deck(T5_DECK)
    yield "cap of 0", 220, first.top_bid()
    yield "cap of 1", 120, first.play("100").top_bid()
    yield "cap of 2", 200, first.play("105").top_bid()
    for contract, rounds, written in ((150, False, 150), (170, False, -170), (170, True, 170)):
        script = Script(make, declarer_round=rounds).deck(T5_DECK)
        script.play(T5_BIDS).play(f"9D JC {contract}").play("AS JS QS KH!")
        yield script.legal("only legal card", "TH")
        script.play("TH 9H AD QD JD TD KD")
        yield script.legal("trumps", "AH QH")
        script.play(" ".join(T5_PLAY.replace("|", "").split()[11:]))
        yield f"contract {contract}", [written, 30, 20], script.engine.scores()


def t6_two_players(make: Make) -> Iterator[Check]:
    """T6: a deal of two players; the untaken talon goes with the last trick."""
    script = Script(make, players=2, dealer=1)
    script.deck("AH TH KH JH QD QH AD 9H AS TD JC TS KD QS 9S AC KC TC 9C QC JD KS 9D JS")
    script.play("120 PASS TALON_0 9D PASS")
    script.play("AS JS | TS KS | QH! TH | AD JD | TD QD | KD 9H | AH JH | KH 9D | 9S QC")
    yield "totals", [120, 70], script.play("9C TC | AC KC").engine.scores()


def t7_nine_on_two_tens(make: Make) -> Iterator[Check]:
    """T7: exactly 100, with one trick of 20 lost."""
    script = whole(make, "100 20 0")
    yield "scores", [100, 20, 0], script.engine.scores()
    yield "bolts", [0, 0, 1], script["bolts"]


def t8_following(make: Make) -> Iterator[Check]:
    """T8: duties of those who follow."""
    yield broken_off(make, "8 none").play("QS").legal("no trump", "9C TH KD")
    yield broken_off(make, "8 QS", "H").play("QS").legal("trump", "TH JH")
    for must_head, after_king in (("none", "TH JH"), ("all", "TH")):
        script = broken_off(make, "8 QS KH", "H", must_head=must_head).play("QS KH")
        yield script.legal(f"overtrump {must_head}", after_king)
    script = broken_off(make, "8 QS AH", "H", must_head="all").play("QS AH")
    yield script.legal("cannot overtrump", "TH JH")
    for must_head, heads in (("none", "TC 9C"), ("led_suit", "TC")):
        script = broken_off(make, "8 QC KC", must_head=must_head).play("QC KC")
        yield script.legal(f"head {must_head}", heads)
    script = broken_off(make, "8 QC JH", "H", must_head="led_suit").play("QC JH")
    yield script.legal("trumped already", "AC 9C")


def t9_leading(make: Make) -> Iterator[Check]:
    """T9: marriages are declared by those who have taken a trick."""
    small = {
        "deck": "SH/9TJQKA",
        "hand_size": 3,
        "talons": 1,
        "talon_size": 3,
        "pass_each": 1,
        "discard_count": 0,
    }
    for needs, declares in ((True, ""), (False, "KH! QH!")):
        script = Script(make, marriage_needs_trick=needs, **small)
        script.hands("KH QH JS", "TH JH 9H", "AH TS KS", talon="AS 9S QS")
        script.play("100 PASS PASS JS QS PASS")
        yield script.legal(f"needs a trick: {needs}", f"KH QH AS 9S {declares}")
    yield broken_off(make, "9").legal("one trick taken", "KH QH AS 9S KH! QH!")


def t10_trump_leads(make: Make) -> Iterator[Check]:
    """T10: agreements on leading trumps."""
    alien = {"no_lead_foreign_trump": True}
    yield broken_off(make, "10 foreign", "H", **alien).legal("foreign", "TS 9D")
    yield broken_off(make, "10 only trumps", "H", **alien).legal("only trumps", "AH 9H")
    own = broken_off(make, "10 own", "H", must_lead_trump=True)
    yield own.legal("own trump", "AH 9H KD! QD!")
    both = broken_off(make, "10 both", "H", must_lead_trump=True, **alien)
    yield both.legal("both agreements", "TS KD QD KD! QD!")


def t11_trick_winners(make: Make) -> Iterator[Check]:
    """T11: who wins a trick."""
    winners = {
        "AS TS 9H": ("H", 2),
        "KH TH AS": ("H", 1),
        "9C AD TD": ("", 0),
        "9C AD TC": ("D", 1),
    }
    for trick, (trump, offset) in winners.items():
        script = broken_off(make, f"11 {trick}", trump)
        leader = script.engine.player
        yield trick, (leader + offset) % 3, script.play(trick).engine.player
    deck, passed, play = WHOLE["QH! TH AH"]
    script = Script(make, declarer_scores="taken").deck(deck).play("100 PASS PASS").play(passed)
    yield "the ace takes the queen", 2, script.play("PASS").play(play[:20]).engine.player
    yield "the marriage stays", [175, 20, 25], script.play(play[20:]).engine.scores()


def t12_bid_caps(make: Make) -> Iterator[Check]:
    """T12: how high a hand may bid."""
    caps = {
        "KS QC AD JH": 120,
        "KS QS": 160,
        "KC QC": 180,
        "KD QD": 200,
        "KH QH": 220,
        "KS QS KH QH": 260,
    }
    fill = "9S 9C 9D 9H JS JC JD"
    for held, cap in caps.items():
        hand = " ".join((held + " " + fill).split()[:7])
        yield held, cap, Script(make).hands(hand, "", "").top_bid()
    one = Script(make, bid_cap="no_marriage_120").hands(f"KS QS {fill[:14]}", "", "")
    yield "no_marriage_120", 400, one.top_bid()
    facing = Script(make).hands("", "AS KC QD 9S JH 9D TC", "").play("120")
    yield facing.legal("no pair facing 120", "PASS")
    yield Script(make, preset="classic").hands("", "", "AS").legal("classic", "PASS 105")


def t13_forced_opening(make: Make) -> Iterator[Check]:
    """T13: forehand must open."""
    poor = "AS KC QD 9S JH 9D TC"
    rich = "KH QH KD QD AH 9H JS"
    yield Script(make).hands(poor, "", "").legal("no pair", "100 105 110 115 120")
    yield Script(make, jump_bids=False).hands(poor, "", "").legal("no jumps", "100")
    silence = {"silence": True, "silence_below": 0}
    script = Script(make, match={"total": [-5, -5, 0]}, **silence).hands("", rich, "")
    yield script.legal("silent forehand", "100")
    yield script.play("100").legal("silent second", "PASS")


def t14_write_off(make: Make) -> Iterator[Check]:
    """T14: what a deal that is not played costs."""
    for contract, share in ((105, 55), (100, 50), (115, 60), (125, 65)):
        script = Script(make).deck(WHOLE["120+100"][0]).play(f"{contract} PASS PASS")
        script.play(WHOLE["120+100"][1]).play("WRITE_OFF")
        yield f"contract {contract}", [-contract, share, share], script.engine.scores()
        yield f"bolts {contract}", [0, 0, 0], script["bolts"]
    script = Script(
        make,
        match={"writeoffs": [2, 0, 0]},
        writeoff_share="sixty",
        writeoff_subtract_bid=False,
        writeoff_third_fine=True,
    )
    script.deck(T5_DECK).play("100 PASS PASS WRITE_OFF")
    yield "third one", [-120, 60, 60], script.engine.scores()
    script = Script(make, golden=True).deck(T5_DECK).play("WRITE_OFF")
    yield "golden", [-240, 120, 120], script.engine.scores()
    script = Script(make, blind=True, blind_writeoff=True).deck(T5_DECK).play("BLIND WRITE_OFF")
    yield "blind", [-240, 60, 60], script.engine.scores()
    yield "bolts", [0, 0, 0], script["bolts"]


def t15_blind(make: Make) -> Iterator[Check]:
    """T15: a deal played blind by seat 1."""
    blind: dict = {"before": "BLIND", "after": "", "dealer": 0, "blind": True}
    made = whole(make, "96+100 14 10", **blind)
    yield "twice what was taken", [10, 390, 15], made.engine.scores()
    capped = whole(make, "96+100 14 10", **blind, blind_cap_240=True)
    yield "at most 240", [10, 240, 15], capped.engine.scores()
    yield "failed", [10, -240, 15], whole(make, "96 14 10", **blind).engine.scores()
    for covered, bolts in (("all", 2), ("declarer", 1)):
        script = whole(make, "100 20 0", **blind, blind_double_bolts=covered)
        yield f"bolts {covered}", [bolts, 0, 0], script["bolts"]


def t16_golden(make: Make) -> Iterator[Check]:
    """T16: a golden deal of seat 1."""
    golden: dict = {"before": "", "dealer": 0, "golden": True}
    double = {"golden_double_bolts": True, "bolts_total": True}
    script = whole(make, "107+40 0 13", **golden, **double)
    yield "made", ([30, 240, 0], [0, 0, 2]), (script.engine.scores(), script["bolts"])
    script = whole(make, "107+40 0 13", **golden, **double, match={"bolts": [0, 0, 2]})
    yield "fined", ([30, 240, -120], [0, 0, 0]), (script.engine.scores(), script["bolts"])
    # The page gives both seats a marriage of 40, so that of clubs is worth 40 here too.
    for doubles, points in ((False, 150), (True, 190)):
        script = whole(
            make,
            "67+40 0 53+40",
            **golden,
            golden_double_marriages=doubles,
            suit_marriages=[40, 40, 80, 100],
        )
        yield f"failed {doubles}", [points, -240, 0], script.engine.scores()


def t17_golden_round_fails(make: Make) -> Iterator[Check]:
    """T17: the third golden contract fails as well."""
    match = {
        "total": [30, -170, -190],
        "golden_index": 2,
        "bolts": [1, 0, 2],
        "falls": [0, 1, 0],
        "writeoffs": [0, 0, 1],
    }
    golden: dict = {"before": "", "golden": True, "match": match}
    script = whole(make, "60 40 20", **golden)
    yield "reset", [0, 0, 0], script.total()
    yield "normal play", -1, script["golden_index"]
    yield "counters", [[0, 0, 0]] * 3, [script[name] for name in ("bolts", "falls", "writeoffs")]
    script = whole(make, "60 40 20", **golden, golden_fail="replay_golden")
    yield "another golden round", 0, script["golden_index"]
    script = whole(make, "60 40 20", **golden, golden_fail_reset=False)
    yield "no reset", [-210, -90, -150], script.total()


def t18_eviction(make: Make) -> Iterator[Check]:
    """T18: who stays on the barrel."""
    deal: dict = {"name": "70+60 40 10", "before": "110 PASS PASS", "dealer": 0}
    for attempts in (1, 2):
        match = {
            "total": [880, 820, 200],
            "on_barrel": [1, 0, 0],
            "mount_order": [1, 0, 0],
            "attempts": [attempts, 0, 0],
        }
        script = whole(make, **deal, match=match, barrel_evict=True)
        yield f"totals {attempts}", [760, 880, 240], script.total()
        seen = script["falls"], script["on_barrel"]
        yield f"falls {attempts}", ([1, 0, 0], [0, 1, 0]), seen
    ends = {
        "both_stay": ([880, 880], [0, 0]),
        "all_fall": ([760, 760], [1, 1]),
        "one_falls": ([880, 760], [0, 1]),
    }
    for rule, expected in ends.items():
        match = {"total": [100, 790, 850]}
        script = whole(make, **deal, match=match, barrel_simultaneous=rule)
        yield rule, expected, (script.total()[1:], script["falls"][1:])


def t19_barrel_win(make: Make) -> Iterator[Check]:
    """T19: what wins from the barrel."""
    sits = {"total": [880, 0, 0], "on_barrel": [1, 0, 0], "mount_order": [1, 0, 0]}
    high = {**sits, "total": [900, 0, 0]}

    def seen(script: Script) -> tuple:
        return script.total()[0], script["winner"], script["attempts"][0]

    def winner(script: Script) -> tuple:
        return script.total()[0], script["winner"]

    yield "125 taken", (1005, 0), winner(whole(make, "85+40 20 15", match=sits))
    by_contract = whole(make, "85+40 20 15", match=sits, barrel_basis="contract")
    yield "contract 100", (880, -1, 1), seen(by_contract)
    over = whole(make, "120 0 0", after="120", match=sits, over_target=True)
    yield "120 of 125", (880, -1, 1), seen(over)
    from_900 = {"match": high, "barrel_at": 900, "over_target": True}
    yield "104 of 105", (900, -1, 1), seen(whole(make, "104 10 6", **from_900))
    yield "105", (1005, 0), winner(whole(make, "105 10 5", after="105", **from_900))
    match = {"total": [0, 880, 0], "on_barrel": [0, 1, 0], "mount_order": [0, 1, 0]}
    script = whole(make, "40 60+60 20", match=match)
    yield (
        "defender",
        (880, 1, 1),
        (script.total()[1], script["on_barrel"][1], script["attempts"][1]),
    )


def t20_direct_win(make: Make) -> Iterator[Check]:
    """T20: past the barrel to the goal."""
    match = {"total": [845, 0, 0]}
    script = whole(make, "120+100", after="155", match=match)
    yield "wins", (1000, 0), (script.total()[0], script["winner"])
    script = whole(make, "120+100", after="155", match=match, over_target=True)
    yield "mounts", (880, 1, -1), (script.total()[0], script["on_barrel"][0], script["winner"])


def t21_three_falls(make: Make) -> Iterator[Check]:
    """T21: the third fall costs everything."""
    match = {
        "total": [880, 0, 0],
        "on_barrel": [1, 0, 0],
        "attempts": [2, 0, 0],
        "mount_order": [1, 0, 0],
        "falls": [2, 0, 0],
    }
    script = whole(make, "60 40 20", match=match, three_falls_zero=True)
    yield "third fall", (0, 0), (script.total()[0], script["falls"][0])


def t22_dump_truck(make: Make) -> Iterator[Check]:
    """T22: 555 and -555 become 0."""
    match = {"total": [455, 515, -455]}
    script = whole(make, "40 40+60 40", dealer=1, match=match, dump_plus=True, dump_minus=True)
    yield "totals", [0, 0, 0], script.total()


def t23_bolts(make: Make) -> Iterator[Check]:
    """T23: empty deals are marked and fined."""
    match = {"total": [0, 0, 50], "bolts": [0, 0, 2]}
    script = whole(make, "100 20 0", match=match, bolts_total=True)
    yield "third bolt", (-70, 0), (script.total()[2], script["bolts"][2])
    script = whole(make, "100 20 0", match=match, bolts_consecutive=True)
    yield "first in a row", (50, 1), (script.total()[2], script["bolts_row"][2])
    for when, bolts in (("zero_points", 1), ("no_trick", 0)):
        script = whole(make, "three nines", bolt_when=when)
        yield f"three nines {when}", bolts, script["bolts"][0]


def t24_four_nines(make: Make) -> Iterator[Check]:
    """T24: a bonus for four nines, with a bolt."""
    script = whole(make, "four nines", four_nines_bonus=120)
    yield "bonus and bolt", (120, 1), (script.engine.scores()[1], script["bolts"][1])


def t25_four_players(make: Make) -> Iterator[Check]:
    """T25: the sitting-out dealer writes the talon."""
    script = whole(make, "talon KH QH 9S", before="PASS PASS", preset="classic_4p", dealer=0)
    yield "scores", [105, -100, 20, 10], script.engine.scores()


def t26_redeals(make: Make) -> Iterator[Check]:
    """T26: rights to another deal."""
    script = Script(make, preset="online_club").hands("9S 9C 9D JS JC QH JD", "", "")
    yield script.legal("poor hand", "PASS REDEAL")
    good, poor = "PASS REDEAL", "PASS"
    for talon, legal in {
        "9S 9C AH": good,
        "JS 9C JD": good,
        "JS JC JD": good,
        "QS JC 9D": poor,
    }.items():
        script = Script(make, preset="online_club").hands("", "", "", talon=talon)
        yield script.play("PASS PASS PASS 100 PASS PASS").legal(f"talon {talon}", legal)
    only = {"talon_redeal_only_at_100": True, "redeal_nines_after_exchange": 4}
    script = Script(make, **only).hands("9S 9C AS TS KC AD TH", "", "", talon="9D 9H JC")
    yield script.play("105 PASS PASS").may("four nines of the declarer", "REDEAL", False)
    script = Script(make, **only).hands("9S AS TS KC AD TH TD", "9D 9H 9C", "", talon="JC JD JS")
    script.play("105 PASS PASS 9S JS")
    yield script.legal("four nines of a defender", "PASS REDEAL")


def t27_bank(make: Make) -> Iterator[Check]:
    """T27: the bank goes from the last to the first."""
    script = whole(
        make,
        "120+100",
        after="155",
        match={"total": [845, 640, -35]},
        episode="match",
        payout="bank",
        stake=10,
    )
    yield "totals", [1000, 640, -35], script.total()
    yield "payoffs", [10, 0, -10], script.engine.scores()


def t28_five_hundred_one(make: Make) -> Iterator[Check]:
    """T28: marriages of a fixed trump."""
    for name, written in (("501 S H", [100 + 20 + 40, 15, 5]), ("501 C D", [60 + 20 + 20, 45, 15])):
        script = whole(
            make,
            name,
            before="66 PASS PASS",
            after="PASS TRUMP_H",
            preset="five_hundred_one",
            declarer_scores="taken",
        )
        yield name, written, script.engine.scores()


def t29_ace_marriage(make: Make) -> Iterator[Check]:
    """T29: four aces."""
    aces: dict = {"ace_marriage": 200, "declarer_scores": "taken"}
    script = whole(make, "four aces, TS first", **aces)
    yield "after a trick with the ten", 105 + 200, script.engine.scores()[0]
    script = whole(make, "four aces, AS first", **aces)
    yield "after a trick with an ace", 105, script.engine.scores()[0]
    script = whole(make, "four aces, AS first", **aces, marriage_needs_trick=False)
    yield "at the first lead", 105 + 200, script.engine.scores()[0]


def t30_pack_totals(make: Make) -> Iterator[Check]:
    """T30: the points of the pack, and the richest trick."""
    sizes = {
        "24": (120, {}),
        "24, two players": (120, {"players": 2}),
        "32": (120, {"deck": "32"}),
        "32, sevens": (148, {"deck": "32", "seven_points": 7}),
    }
    for name, (points, overrides) in sizes.items():
        options = options_for(
            "agreements_app",
            **overrides,
            opening_bid=40,
            round_to=1,
            declarer_scores="taken",
            first_dealer=0,
        )
        for seed in range(3):
            yield f"{name}, seed {seed}", points, _sum_of_a_made_deal(make, options, seed)
    script = whole(make, "three aces", round_to=1)
    yield "three aces", 120 - 33, sum(script.engine.scores()[1:])


def _sum_of_a_made_deal(make: Make, options: dict, seed: int) -> float:
    """Play deals at random, with no marriage, until a contract is made; return all that was won."""
    rng = random.Random(seed)
    while True:
        engine = make(options)
        deck = engine.pack()
        rng.shuffle(deck)
        engine.deal(deck)
        while engine.player >= 0:
            # Neither bids above the opening nor declarations nor a write-off.
            legal = engine.legal()
            engine.play(rng.choice([a for a in legal if a <= len(deck) + 1] or legal))
        if min(engine.scores()) >= 0:
            return sum(engine.scores())


VECTORS = [
    function for name, function in list(globals().items()) if name[0] == "t" and name[1:2].isdigit()
]
