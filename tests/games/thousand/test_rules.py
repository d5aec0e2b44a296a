"""The rules of Thousand: the page's vectors and counts, and what is told to whom."""

from __future__ import annotations

from typing import Any

import pytest

from helpers.adapter import Adapter
from helpers.minis import count_tree
from prikup.envs import load_game
from prikup.envs.engine.game import State
from prikup.envs.engine.view import Event
from prikup.envs.games.thousand import layout
from tests.referees.thousand_vectors import VECTORS

# The page's counts: deals, decisions, terminal histories.
MINI_COUNTS = {
    "mini2": (2_520, 1_077_264, 335_232),
    "mini2_plus": (2_520, 2_154_528, 670_464),
}
# The page's numbers of information sets a player, given as "about".
MINI_SETS = {"mini2": 391_300, "mini2_plus": 782_600}


def make(options: dict[str, Any]) -> Adapter:
    """Return the rules behind the referee's interface."""
    return Adapter.load("thousand", options)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.__name__)
def test_page_vector(vector):
    """The rules answer the page's test vectors."""
    for what, expected, actual in vector(make):
        assert expected == actual, what


@pytest.mark.long
@pytest.mark.parametrize("preset", MINI_COUNTS)
def test_mini_counts(preset):
    """Every history of the two-player minis: the page's counts, its information sets to 1 %."""
    found = count_tree(f"thousand:preset={preset}", 2_200_000)

    assert MINI_COUNTS[preset] == (found["deals"], found["decisions"], found["terminal"])
    for seat in range(2):
        assert found[f"sets of {seat}"] == pytest.approx(MINI_SETS[preset], rel=0.01)


@pytest.mark.parametrize(
    ("preset", "deals"), [("mini2", 2_520), ("mini2_plus", 2_520), ("mini3", 7_560)]
)
def test_mini_deals(preset, deals):
    """A mini has as many distinct deals as the page says."""
    decks, weights = load_game("thousand", preset=preset).deals()

    assert deals == len(decks)
    assert weights.sum() == pytest.approx(1.0)


# --- what is told ---------------------------------------------------------------------------------


def dealt(*hands: str, talon: str = "", **options: Any) -> State:
    """Return a deal of three hands of seven, seat 0 first, as far as they are named."""
    game = load_game("thousand", **options)
    held = [[game.parse_card(card) for card in text.split()] for text in (*hands, talon)]
    rest = [card for card in game.pack.tolist() if card not in sum(held, [])]
    for cards, size in zip(held, (7, 7, 7, 3), strict=True):
        while len(cards) < size:
            cards.append(rest.pop())
    deck, laid = [], held.pop()
    for number in range(7):
        deck += [cards[number] for cards in held]
        if 1 <= number <= 3:
            deck.append(laid.pop(0))
    return game.deal(deck=deck, match={"dealer": 2})


def play(state: State, text: str) -> State:
    """Play actions written with bars between them."""
    for word in text.split("|"):
        state.apply_action(state.string_to_action(word.strip()))
    return state


def lacks_of(state: State) -> list[tuple[int, set[str]]]:
    """Return what the log says hands lack: place and cards."""
    game = state.game
    found = [event for event in state.view(0).events() if event.kind == "lacks"]
    return [(e.source, {game.card_to_string(card) for card in e.cards}) for e in found]


def suits(*letters: str) -> set[str]:
    """Return all cards of these suits of the pack of 24."""
    return {rank + suit for suit in letters for rank in "9TJQKA"}


def word(state: State, seat: int, number: int) -> list[Event]:
    """Return the entries of a seat's log with this word."""
    return [e for e in state.view(seat).events() if e.kind == "word" and e.value == number]


OPENING = "bid 100 | pass | pass"
HANDS = (
    "AS KH QH 9S 9C 9D TC",
    "TS KS JS QC KC JC TH",
    "AH JH AD TD KD QD JD",
)


def test_not_following_suit_shows_a_lack():
    """A seat that neither follows nor trumps lacks the suit led, which is told once."""
    state = play(dealt(*HANDS, talon="QS 9H AC"), f"{OPENING} | 9C | 9D | pass")
    play(state, "AS | TS | JH")

    assert [(layout.HAND + 2, suits("S"))] == lacks_of(state)

    play(state, "9S | KS | JD")

    assert [(layout.HAND + 2, suits("S"))] == lacks_of(state)


def test_trump_of_a_marriage_counts_for_its_own_trick():
    """A discard lacks the suit led, and the trump that a marriage has just made with it."""
    hands = ("AS KH QH 9S 9C 9D TC", "TS KS JS QC KC JC AC", "AH JH TH AD TD KD QD")
    state = play(dealt(*hands, talon="QS 9H JD"), f"{OPENING} | 9C | 9D | pass")
    play(state, "AS | TS | JH | declare KH | AC")

    assert [(layout.HAND + 2, suits("S")), (layout.HAND + 1, suits("H"))] == lacks_of(state)


def legal_texts(state: State) -> list[str]:
    """Return the texts of the legal actions."""
    return [state.action_to_string(action) for action in state.legal_actions()]


def test_foreign_trump_led_shows_a_hand_of_trumps():
    """With no_lead_foreign_trump a foreign trump is led only from a hand of trumps."""
    options = {"no_lead_foreign_trump": True, "marriage_needs_trick": False, "writeoff": False}
    for seed in range(300):
        state = load_game("thousand", **options).deal(seed=seed, match={"dealer": 2})
        number = seed
        while not state.is_terminal():
            seat, record = state.current_player(), state.record
            trump, setter = int(record.trump), int(record.trump_setter)
            actions = state.legal_actions()
            action = actions[number % len(actions)]
            leads = int(record.phase) == layout.PLAY and int(record.trick_size) == 0
            state.apply_action(action)
            number = number * 5 + 1
            if leads and trump >= 0 and setter != seat and action // 6 == trump:
                others = suits("S", "C", "D", "H") - suits("SCDH"[trump])

                assert (layout.HAND + seat, others) in lacks_of(state)
                return
    raise AssertionError("no foreign trump was led in 300 deals")


def test_score_tells_what_was_taken():
    """At the end of a deal all are told what each active seat has taken."""
    state = dealt(*HANDS, talon="QS 9H AC")
    play(state, f"{OPENING} | 9C | 9D | pass")
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    record = state.record
    taken = [int(record.card_points[p] + record.marriages[p]) for p in range(3)]

    assert 120 == int(record.card_points.sum())
    for seat in range(3):
        assert 1 == len(word(state, 2, layout.TOOK + 2048 * seat + taken[seat]))


def test_middle_lots_are_seen_by_nobody():
    """While a jack is in the middle the lots are veiled, and each seat learns its own cards."""
    game = load_game("thousand:preset=classic,cut_ceremony=auto")
    deck = [card for card in range(24) if game.card_to_string(card) != "JH"]
    deck.append(game.parse_card("JH"))
    state = game.deal(seed=1, deck=deck, match={"dealer": 2})
    for seat in range(3):
        lots = [event for event in state.view(seat).events() if event.is_lot]

        assert 7 == len(lots)  # the eighth card needs none
        assert not any(event.seen for event in lots)
        assert 7 == len(state.view(seat).known(layout.HAND + seat))


def test_worlds_of_a_moved_jack_replay_the_lots():
    """In every sampled world the lots fall so that the seat gets the cards that it has seen."""
    game = load_game("thousand:preset=classic,cut_ceremony=auto")
    deck = [card for card in range(24) if game.card_to_string(card) != "JH"]
    deck.append(game.parse_card("JH"))
    state = game.deal(seed=1, deck=deck, match={"dealer": 2})
    for seat in range(3):
        view = state.view(seat)
        worlds = [view.sample(seed) for seed in range(20)]

        assert all(world.view(seat).key() == view.key() for world in worlds)
        assert len({tuple(world.record.hands) for world in worlds}) > 15
        assert view.sample_statistics(50, 1)["surviving"] > 0.5
