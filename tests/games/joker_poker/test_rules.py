"""The rules of Joker poker: the page's vectors and counts, what is told, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from helpers.minis import count_mini
from prikup.envs import load_game
from prikup.envs.engine.errors import BadOptions
from prikup.envs.engine.game import Game, State
from prikup.envs.games.joker_poker import scoring
from prikup.envs.games.joker_poker.options import JokerPokerOptions
from prikup.envs.games.joker_poker.schedule import KINDS, schedule

ANY = "joker take"
THROW = "joker throw"


def dealt(*hands: str, trump: str = "H", then: str = "", **options: Any) -> State:
    """Return a state in which seat 0 is eldest, the seats hold these hands and all have bid 0.

    J stands for the joker 7S. `then` are the cards that follow in the deck.
    """
    given = {
        "players": len(hands),
        "num_tricks_fixed": len(hands[0].split()),
        "first_dealer": len(hands) - 1,
        "trump_source": "fixed",
        "fixed_trump": trump,
        "dealer_restriction": False,
        **options,
    }
    game = load_game("joker_poker", **given)
    state = game.new_initial_state()
    while state.legal_actions():
        state.apply_action(state.legal_actions()[0])
    state.deal(deck=deck_of(game, hands, then))
    return bid(state, *["0"] * len(hands)) if state.record.phase == 3 else state


def deck_of(game: Game, hands: tuple[str, ...], then: str = "") -> list[int]:
    """Return a deck that deals these hands from seat 0 on, then these cards, then the rest."""
    words = [hand.replace("J ", "7S ").split() for hand in hands]
    first = [word for row in zip(*words, strict=True) for word in row] + then.split()
    deck = [game.parse_card("7S" if word == "J" else word) for word in first]
    return deck + [card for card in game.pack.tolist() if card not in deck]


def bid(state: State, *bids: str) -> State:
    """Let the seats bid in turn."""
    return play(state, *(f"bid {number}" for number in bids))


def play(state: State, *actions: str) -> State:
    """Play actions given by their text."""
    for text in actions:
        state.apply_action(state.string_to_action(text))
    return state


def texts(state: State) -> set[str]:
    """Return the texts of the legal actions."""
    return {state.action_to_string(action) for action in state.legal_actions()}


def bids_of(state: State) -> set[int]:
    """Return the legal bids."""
    return {int(text.removeprefix("bid ")) for text in texts(state)}


# --- the page's vectors ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (4, [*range(1, 9), 9, 9, 9, 9, *range(8, 0, -1)]),
        (3, [*range(1, 12), 12, 12, 12, *range(11, 0, -1)]),
        (6, [*range(1, 6), 6, 6, 6, 6, 6, 6, *range(5, 0, -1)]),
        (2, [*range(1, 18), 18, 18, *range(17, 0, -1)]),
    ],
)
def test_schedules(players: int, expected: list[int]) -> None:
    """Vector 1: up, at the top once a player, down; then each special deal once a player."""
    deals = schedule(JokerPokerOptions.make(players=players))
    specials = [kind for kind in ("dark", "no_trump", "misere", "golden") for _ in range(players)]

    assert expected == [entry.hand for entry in deals if entry.kind == 0]
    assert specials == [KINDS[entry.kind] for entry in deals[len(expected) :]]


def test_schedule_of_presets() -> None:
    """Vector 1 and the table of presets: numbers of deals, hands of the strict sheet."""
    numbers = {"classic36": 36, "shram54": 30, "alenkin": 22, "georgian": 24, "georgian_nines": 16}
    found = {p: len(schedule(JokerPokerOptions.make(preset=p))) for p in numbers}
    strict = {
        players: [e.hand for e in schedule(strict_sheet(players)) if e.kind == 0]
        for players in (3, 4, 6)
    }

    assert numbers == found
    assert {
        3: [*range(1, 13), 12, 12, 12],
        4: [*range(1, 9), 9, 9, 9, 9],
        6: [*range(1, 7), 6, 6, 6, 6, 6, 6],
    } == strict


def strict_sheet(players: int) -> JokerPokerOptions:
    """Return the options of the strict sheet for so many players."""
    return JokerPokerOptions.make(preset="strict_sheet", players=players)


@pytest.mark.parametrize(
    ("cards", "others", "expected"),
    [
        (6, "2 2 2", {1, 2, 3, 4, 5, 6}),
        (1, "0 0 0", {0}),
        (1, "1 0 0", {1}),
        (1, "1 1 0", {0, 1}),
        (5, "2 2 2", {0, 1, 2, 3, 4, 5}),
    ],
)
def test_dealer_may_not_make_the_sum_right(cards: int, others: str, expected: set[int]) -> None:
    """Vector 2: the last bidder's forbidden number."""
    game = load_game("joker_poker", num_tricks_fixed=cards, first_dealer=3)

    assert expected == bids_of(bid(game.deal(seed=1), *others.split()))


@pytest.mark.parametrize(
    ("bid_made", "taken", "cards", "expected", "options"),
    [
        (3, 3, 9, 30, {}),
        (0, 0, 9, 5, {}),
        (0, 2, 9, 2, {}),
        (2, 4, 9, 4, {}),
        (4, 2, 9, -20, {}),
        (4, 2, 9, -40, {"under_mode": "per_bid"}),
        (4, 4, 4, 80, {"full_hand_double": True}),
        (4, 4, 6, 40, {"full_hand_double": True}),
        (1, 1, 1, 10, {"full_hand_double": True}),
        (3, 3, 9, 200, {"scoring": "georgian"}),
        (0, 0, 9, 50, {"scoring": "georgian"}),
        (9, 9, 9, 900, {"scoring": "georgian"}),
        (1, 1, 1, 100, {"scoring": "georgian"}),
        (2, 3, 9, 30, {"scoring": "georgian"}),
        (2, 0, 9, -200, {"scoring": "georgian"}),
        (2, 0, 9, -500, {"scoring": "georgian", "khisht": "flat500"}),
        (2, 0, 9, -900, {"scoring": "georgian", "khisht": "minus100k"}),
        (2, 1, 9, -200, {"scoring": "georgian", "khisht": "any_miss"}),
        (2, 0, 9, 0, {"scoring": "georgian", "khisht": "none"}),
        (2, 2, 9, 12, {"scoring": "oh_hell_plain"}),
        (0, 0, 9, 10, {"scoring": "oh_hell_plain"}),
        (1, 1, 9, 13, {"scoring": "oh_hell_plain", "points_per_trick": 3}),
        (3, 1, 9, -6, {"scoring": "oh_hell_penalty", "points_per_trick": 3}),
    ],
)
def test_points_for_a_bid(
    bid_made: int, taken: int, cards: int, expected: int, options: dict[str, Any]
) -> None:
    """Vectors 3, 13 and 15: points by bid and tricks taken."""
    record = load_game("joker_poker", **options).new_initial_state().record

    assert expected == scoring.bid_points(record.opt, bid_made, taken, cards)


@pytest.mark.parametrize(
    ("kind", "bid_made", "taken", "expected", "options"),
    [
        ("percent", 0, 0, 15, {}),
        ("percent", 2, 1, -30, {}),
        ("misere", -1, 3, -30, {}),
        ("golden", -1, 3, 30, {}),
        ("misere", -1, 0, 50, {"preset": "strict_sheet"}),
        ("misere", -1, 4, 100, {"preset": "strict_sheet"}),
        ("dark", 0, 0, 10, {"mult_dark": 2}),
    ],
)
def test_points_of_special_deals(
    kind: str, bid_made: int, taken: int, expected: int, options: dict[str, Any]
) -> None:
    """Vector 3: percent three times, misere and golden by the trick, the sheet's bonuses."""
    record = load_game("joker_poker", **options).new_initial_state().record
    record.kind, record.hand = KINDS.index(kind), 4

    assert expected == scoring.deal_points(record, bid_made, taken)


@pytest.mark.parametrize(
    ("hand", "must_trump", "expected"),
    [
        ("6S AH J", True, {"6S", ANY, THROW}),
        ("AH 7D J", True, {"AH", ANY, THROW}),
        ("7D KC 8D", True, {"7D", "KC", "8D"}),
        ("AH 7D 8D", False, {"AH", "7D", "8D"}),
    ],
)
def test_following(hand: str, must_trump: bool, expected: set[str]) -> None:
    """Vector 4: suit, else trump, else anything; the joker always."""
    state = dealt("9S 6C 6D", hand, must_trump=must_trump)

    assert expected == texts(play(state, "9S"))


@pytest.mark.parametrize(
    ("hand", "expected"),
    [("KH 7H 6D", {"KH"}), ("6C AD 7D", {"6C", "AD", "7D"}), ("AH 6H 9S", {"AH"})],
)
def test_demand_for_trumps(hand: str, expected: set[str]) -> None:
    """Vector 5: a joker led for the highest trumps; who has none plays anything."""
    state = play(dealt("J 8C 9C", hand), "joker high H")

    assert expected == texts(state)
    assert 0 == play(state, min(expected)).record.leader


def test_demand_for_a_suit() -> None:
    """Vector 6: the highest of the suit, else a trump, else anything; the joker takes it."""
    hands = ("J KS 6S", "QS 8S AH", "7H 9H KD", "AC 6D 7D")
    state = play(dealt(*hands), "joker high S")
    first = texts(state)
    second = texts(play(state, "QS"))
    third = texts(play(state, "9H"))

    assert ({"QS"}, {"7H", "9H"}, {"AC", "6D", "7D"}) == (first, second, third)
    assert 0 == play(state, "AC").record.leader

    beaten = dealt(*hands, joker_high_beaten_by_trump=True)

    assert 2 == play(beaten, "joker high S", "QS", "9H", "AC").record.leader

    strict = dealt(*hands, demand_ruff_highest=True)

    assert {"9H"} == texts(play(strict, "joker high S", "QS"))


@pytest.mark.parametrize(
    ("cards", "winner"),
    [("6D AC KS", 1), ("AC KS 7C", 0), ("6D 7H AD", 2)],
)
def test_low_lead_names_a_suit(cards: str, winner: int) -> None:
    """Vector 7: the joker ranks below every card of the suit that it names."""
    hands = [f"{card} {other}" for card, other in zip(cards.split(), ("TS", "JS", "QS"))]
    state = play(dealt("J 8C", *hands), "joker low D", *cards.split())

    assert winner == state.record.leader


def test_joker_that_is_not_led() -> None:
    """Vector 8: it takes over trumps, or it is thrown in and never wins."""
    take = play(dealt("AS 6C", "6H 7H", "J 8C", "KS 9C"), "AS")
    play(take, "6H", ANY, "KS")
    throw = play(dealt("AS 6C", "J 8C", "KS 9C", "QS TC"), "AS", THROW, "KS", "QS")

    assert (2, 0) == (take.record.leader, throw.record.leader)


@pytest.mark.parametrize(("rule", "winner"), [("last", 1), ("first", 0)])
@pytest.mark.parametrize("ruffed", [False, True])
def test_two_jokers_that_want_the_trick(rule: str, winner: int, ruffed: bool) -> None:
    """Vector 9: the later or the earlier takes it, over a trump that beat the first as well."""
    options = {
        "deck": "54",
        "jokers": "added2",
        "two_jokers": rule,
        "joker_high_beaten_by_trump": ruffed,
    }
    hands = ["JOKER1 6C", "JOKER2 7C", "8D 9D"]
    state = dealt(*(hands if not ruffed else [hands[0], "2H 3H", hands[1]]), **options)
    play(state, "joker high C", *(["2H", ANY] if ruffed else [ANY, "8D"]))

    assert (winner if winner == 0 or not ruffed else 2) == state.record.leader


@pytest.mark.parametrize(
    ("hands", "actions", "winner"),
    [
        (("KS 9D", "AS TD", "6C JD", "AH QD"), "KS AS 6C AH", 2),
        (("9H 9D", "AH TD", "6S JD", "AC QD"), "9H AH 6S AC", 2),
        (("J 9C", "7D TC", "6H JC", "AD QC"), "joker_low_D 7D 6H AD", 2),
    ],
)
def test_circular_trumps(hands: tuple[str, ...], actions: str, winner: int) -> None:
    """Vector 10: the suit after the one led is trump, in each trick anew."""
    state = dealt(*hands, trump_source="circular", fixed_trump="NT")
    for action in actions.split():
        play(state, action.replace("_", " "))

    assert winner == state.record.leader


def test_circular_joker_asks_for_any_suit() -> None:
    """Vector 10: there are no highest trumps; the demand for a suit may name any."""
    state = dealt("J 9C", "7D TC", trump_source="circular")
    alone = dealt("J 9C", "7D TC", trump_source="circular", joker_lead="high_trump/low_suit")

    assert {f"joker high {suit}" for suit in "SCDH"} < texts(state)
    assert {"9C", *(f"joker low {suit}" for suit in "SCDH")} == texts(alone)


def test_empty_joker_lets_the_next_card_lead() -> None:
    """Vector 11: the first ordinary card after it sets the suit."""
    state = dealt("J 6C", "9C 6D", "KC 7D", "AD 8D", trump="NT", joker_lead="low_open")
    play(state, THROW, "9C")
    third = texts(state)
    play(state, "KC", "AD")

    assert ({"KC"}, 2) == (third, state.record.leader)


@pytest.mark.parametrize("source", ["turn_up", "dealer_last"])
@pytest.mark.parametrize("rule", ["no_trump", "next_card", "redeal"])
def test_joker_that_should_show_the_trump(source: str, rule: str) -> None:
    """Vector 12: no trump; or a new deal, or the next card of the deck."""
    hands = ("6C 7C", "9C TC") if source == "turn_up" else ("6C 7C", "9C 7S")
    then = "7S AH" if source == "turn_up" else "AH"
    state = dealt(*hands, then=then, trump_source=source, joker_turned=rule)
    hearts = rule == "next_card" and source == "turn_up"

    assert (rule == "redeal") == state.wants_deck()
    assert (3 if hearts else -1) == state.record.trump


def test_georgian_premium() -> None:
    """Vector 13: exact throughout adds the best deal again, the others lose theirs."""
    game = load_game(
        "joker_poker:preset=georgian,players=2,sets=1/1,episode=match,first_dealer=1,"
        "joker_lead=high_suit/low_suit,deck=36"
    )
    match = {"set_exact": [1, 0], "set_best": [200, 300], "deal_index": 1, "total": [200, 300]}
    state = game.deal(deck=deck_of(game, ("AS", "KS"), "6H"), match=match)
    play(state, "bid 1", "bid 1", "AS", "KS")

    # Seat 0: 100 for one of one, 200 again; seat 1: a broken bid costs 200, its best deal 300.
    assert [200 + 100 + 200, 300 - 200 - 300] == state.scores().tolist()


@pytest.mark.parametrize(
    ("change", "expected"),
    [({}, [2.0, 0.0, 0.0]), ({"scoring": "oh_hell_penalty"}, [-1.0, -2.0, -1.0])],
)
def test_openspiel_deal(change: dict[str, Any], expected: list[float]) -> None:
    """Vector 14: one deal of OpenSpiel's game."""
    game = load_game(
        "joker_poker:preset=oh_hell_openspiel,num_tricks_fixed=2,first_dealer=2", **change
    )
    state = game.deal(deck=deck_of(game, ("6D AH", "4C AC", "3C TS"), "9H"))
    bid(state, "1", "2")
    last = bids_of(state)
    play(state, "bid 1", "6D", "4C", "TS", "AH", "AC", "3C")

    assert {0, 1, 2} == last
    assert expected == state.scores().tolist()


@pytest.mark.parametrize(
    ("cards", "seat", "others", "expected"),
    [(3, 0, "", {1, 2, 3}), (1, 3, "0 0 0", {0}), (2, 3, "0 0 1", {2})],
)
def test_zero_streak(cards: int, seat: int, others: str, expected: set[int]) -> None:
    """Vector 16: after three bids of 0 not a fourth, unless nothing else is left."""
    game = load_game("joker_poker", num_tricks_fixed=cards, zero_streak_limit=4, first_dealer=3)
    zeros = [3 if p == seat else 0 for p in range(4)]
    state = bid(game.deal(seed=1, match={"zero_streak": zeros}), *others.split())

    assert seat == state.current_player()
    assert expected == bids_of(state)


def test_dealers_last_card_shows_the_trump() -> None:
    """Vector 17: in a full deal the dealer's last card is public and stays in his hand."""
    game = load_game("joker_poker", num_tricks_fixed=9, first_dealer=3)
    card = game.parse_card("QC")
    deck = [c for c in game.pack.tolist() if c != card] + [card]
    state = game.deal(deck=deck)

    assert 1 == state.record.trump
    for seat in range(4):
        assert card in state.view(seat).known(3)


def test_lot_of_hand_sizes_keeps_deck_positions_apart() -> None:
    """Where a lot says how many cards are dealt only what is alike for all sizes may be merged.

    Six cards: with one each two are dealt, one is turned, three are left; with two each four are
    dealt. So no two positions of the deck are alike in both.
    """
    game = load_game("joker_poker:preset=oh_hell_openspiel,players=2,deck=CD/234,first_dealer=1")
    fixed = load_game(str(game).replace("num_tricks_fixed=-1", "") + ",num_tricks_fixed=1")

    assert 720 == len(game.deals()[0])
    assert 6 * 5 * 4 == len(fixed.deals()[0])


# --- small games ----------------------------------------------------------------------------------

# Deals, terminal histories, information sets of the seat to act, those with a choice.
MINI_COUNTS = {
    "preset=mini_joker2": (630, 25_704, 35_826, 5_226),
    "preset=mini_joker2,num_tricks_fixed=1": (210, None, 810, None),
    "preset=mini_oh_hell,num_tricks_fixed=1": (1_680, None, 10_752, 224),
}
LONG_COUNTS = {
    "preset=mini_oh_hell": (5_040, 435_456, 857_976, 41_496),
    "preset=mini_oh_hell,players=2,first_dealer=1": (1_680, None, 43_872, 3_840),
}


def check_counts(text: str, counts: tuple[int | None, ...]) -> None:
    """Compare the counts of a small game with the page's, where it gives them."""
    found = count_mini(f"joker_poker:{text}").values()

    assert [n if n is not None else m for n, m in zip(counts, found, strict=True)] == list(found)


@pytest.mark.parametrize("text", MINI_COUNTS)
def test_mini_counts(text: str) -> None:
    """Full enumeration gives the page's counts."""
    check_counts(text, MINI_COUNTS[text])


@pytest.mark.long
@pytest.mark.parametrize("text", LONG_COUNTS)
def test_larger_mini_counts(text: str) -> None:
    """The same for the larger small games."""
    check_counts(text, LONG_COUNTS[text])


# --- who knows what -------------------------------------------------------------------------------


def known(state: State, seat: int, other: int) -> int:
    """Return how many cards of a hand a seat knows."""
    return len(state.view(seat).known(other))


def test_dark_bids_know_nothing() -> None:
    """In a dark deal nobody knows a card until all bids are made, then everybody the own hand."""
    state = load_game("joker_poker", deal_index=20, first_dealer=3).deal(seed=1)
    before = [known(state, seat, seat) for seat in range(4)]
    views = {state.view(0).observation().tobytes() for _ in range(2)}
    other = load_game("joker_poker", deal_index=20, first_dealer=3).deal(seed=2)
    bid(state, "1", "1", "1", "1")

    assert [0, 0, 0, 0] == before
    assert views == {other.view(0).observation().tobytes()}
    assert [9, 9, 9, 9] == [known(state, seat, seat) for seat in range(4)]


def test_forehead_shows_every_card_but_the_own() -> None:
    """Each seat sees the others' cards while it bids; then all see all."""
    game = load_game("joker_poker:preset=forehead36", deal_index=36, first_dealer=3)
    state = game.deal(seed=1)
    before = [[known(state, seat, other) for other in range(4)] for seat in range(4)]
    bid(state, "0", "0", "0", "0")

    assert [[int(seat != other) for other in range(4)] for seat in range(4)] == before
    assert 16 == sum(known(state, seat, other) for seat in range(4) for other in range(4))


def test_discards_show_voids() -> None:
    """A card off the suit shows that there is none of it, and no trump; a joker shows nothing."""
    state = play(dealt("9S 6C 6D", "KC 8C 8D", "J 7D 9D"), "9S", "KC", ANY)
    spades, hearts = 0, 3

    assert [0, 1 << spades | 1 << hearts, 0] == state.record.void[:3].tolist()
    for draw in range(20):
        hand = int(state.view(0).sample(draw).record.hands[1])

        assert 0 == hand & (0x1FF | 0x1FF << 27)


def test_answer_to_a_demand_shows_the_highest() -> None:
    """Who answers a demand has no higher card of the suit."""
    state = play(dealt("J 6C 6D", "9S 8S 8D", "7C 8C 9C"), "joker high S", "9S", "7C")
    higher = sum(1 << state.game.parse_card(f"{rank}S") for rank in "TJQKA")

    assert all(0 == int(state.view(0).sample(d).record.hands[1]) & higher for d in range(20))


# --- options --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("deck=60", "deck has ranks 2 to A only, got 60"),
        ("deck=54,jokers=7S", "deck=54 needs jokers=added2, got 7S"),
        ("deck=32,jokers=6C", "jokers=6C: deck=32 has no 6C"),
        ("max_hand=10", "max_hand must be at most 9 with players=4 and deck=36, got 10"),
        ("sets=1/2/10", "sets must be at most 9"),
        ("num_tricks_fixed=10", "num_tricks_fixed must be at most 9"),
        ("special_hand=10", "special_hand must be at most 9"),
        ("deck=SC/6789,players=7,num_tricks_fixed=2", "num_tricks_fixed must be at most 1"),
        ("deck=S/6789A,jokers=none,players=6", "deck=S/6789A has too few cards for players=6"),
        ("deal_index=36", "deal_index must be below the 36 deals of the schedule, got 36"),
        ("first_dealer=4", "first_dealer must be below players=4, got 4"),
        ("preset=strict_sheet,players=5", "preset=strict_sheet needs players=3, 4 or 6, got 5"),
        ("specials=none/dark", "specials=none stands alone"),
        ("circular_order=S/C", "circular_order must name each suit of the pack once"),
        (
            "deck=SC/6789,jokers=none,trump_source=fixed,fixed_trump=H",
            "fixed_trump must be a suit of the pack SC/6789, got H",
        ),
        ("joker_lead=high_trump", "joker_lead must hold a word that is possible in every deal"),
        ("deck=37,joker_follow=natural", "joker_follow must hold take, throw or as_card"),
        ("deck=35", "option deck: a pack must be"),
    ],
)
def test_options_that_exclude_each_other(text: str, named: str) -> None:
    """Bad options get one line that names what was expected and what came."""
    with pytest.raises(BadOptions) as error:
        load_game(f"joker_poker:{text}")

    assert named in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("preset", JokerPokerOptions.PRESETS)
def test_names_read_back(preset: str) -> None:
    """The text of a game loads the same game."""
    game = load_game("joker_poker", preset=preset)

    assert game.options == load_game(str(game)).options
