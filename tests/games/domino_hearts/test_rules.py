"""The rules of Domino Hearts, deal by deal worked out by hand from the page."""

from __future__ import annotations

import numpy as np
import pytest

from prikup.envs import load_game
from prikup.envs.engine.cards import members
from prikup.envs.engine.errors import BadOptions
from prikup.envs.engine.game import State
from prikup.envs.engine.rng import stream

TWO = "domino_hearts:players=2,deck=SCH/JQKA,hand_size=2,first_dealer=1"
THREE = "domino_hearts:players=3,deck=SCH/9TJQKA,hand_size=2,first_dealer=2"
# Seat 1 has no spade; it draws KC, which does not help, then KS.
DRAWN_TWICE = ("AS JH", "JC QC", "KC KS QH")


def dealt(text: str, *hands: str, **match: object) -> State:
    """Return a state in which seat 0 and the others hold these cards; last the top of the stock."""
    game = load_game(text)
    *own, stock = [[game.parse_card(word) for word in hand.split()] for hand in hands]
    deck = [card for row in zip(*own, strict=True) for card in row] + stock
    rest = [card for card in range(len(game.pack)) if card not in deck]
    return game.deal(deck=deck + rest, match=dict(match))


def legal(state: State) -> str:
    """Return the legal actions as text."""
    return " ".join(state.action_to_string(action) for action in state.legal_actions())


def play(state: State, text: str) -> State:
    """Play actions written with blanks between them."""
    for word in text.split():
        state.apply_action(state.string_to_action(word))
    return state


def known_void(state: State, seat: int) -> list[int]:
    """Return the suits that all know a seat not to hold."""
    return members(int(state.record.void[seat]))


def test_draws_until_it_can_follow_and_must_then_play():
    """Without the suit led the one action is to draw; with it, to play that suit."""
    state = play(dealt(TWO, *DRAWN_TWICE), "AS")

    assert "draw" == legal(state)
    assert "draw" == legal(play(state, "draw"))
    assert "KS" == legal(play(state, "draw"))
    assert 0 == play(state, "KS").current_player()


def test_the_last_hand_is_kept():
    """Hearts count to who wins them and to the last seat that holds cards."""
    state = play(dealt(TWO, *DRAWN_TWICE), "AS draw draw KS JH draw QH")
    kept = play(dealt(TWO, "AS AC", "JH QC", "QH KH JS"), "AS draw draw draw JS AC QC")

    assert state.is_terminal()
    assert [0, -2] == state.scores().tolist()  # JH QH; it keeps JC QC KC
    assert kept.is_terminal()
    assert [0, -3] == kept.scores().tolist()  # no trick, but JH QH KH in hand


def test_nobody_pays_for_the_stock():
    """When all run out of cards in one trick the deal is over, whatever is left to draw."""
    state = play(dealt(TWO, "AS AC", "JS JC", "JH"), "AS JS AC JC")

    assert state.is_terminal()
    assert [0, 0] == state.scores().tolist()


def test_without_a_stock_any_card_is_thrown():
    """A seat that can neither follow nor draw plays what it likes."""
    state = dealt("domino_hearts:players=2,deck=SH/QKA,hand_size=3,first_dealer=1",
                  "QS KS AS", "QH KH AH", "")  # fmt: skip
    play(state, "QS")

    assert "QH KH AH" == legal(state)
    assert [-3, 0] == play(state, "KH KS QH AS AH").scores().tolist()


def test_elevens_and_twelves_of_hearts_count():
    """In the pack of sixty two hearts are written with two figures; they cost a point as well."""
    text = "domino_hearts:players=2,deck=60,hand_size=1,first_dealer=1"

    assert [-2, 0] == play(dealt(text, "12H", "11H", ""), "12H 11H").scores().tolist()


def test_the_next_seat_leads_for_a_winner_without_cards():
    """Seat 0 wins with its last card and is out; seat 1 leads, and seat 0 is passed over."""
    state = play(dealt(THREE, "AS AC", "JS QS", "KS 9S", "TC JH QC"), "AS JS KS AC draw TC draw")
    play(state, "draw QC")

    assert 1 == state.current_player()
    assert 2 == play(state, "QS").current_player()
    assert [0, 0, -1] == play(state, "9S").scores().tolist()  # seat 2 keeps JH


def test_a_trick_that_has_begun_is_finished():
    """Though two seats play their last cards, the third still adds one, the highest here."""
    state = dealt("domino_hearts:players=3,deck=SCH/9TJQKA,hand_size=1,first_dealer=2",
                  "9H", "TH", "AS", "AH")  # fmt: skip
    play(state, "9H TH")

    assert "draw" == legal(state)
    assert [0, 0, -3] == play(state, "draw AH").scores().tolist()


def test_a_drawn_card_is_private():
    """Two deals that differ in a drawn card look alike to the others, not to who drew it."""
    one = play(dealt(TWO, *DRAWN_TWICE), "AS draw")
    other = play(dealt(TWO, "AS JH", "JC QC", "AC KS QH"), "AS draw")

    assert one.view(0).key() == other.view(0).key()
    assert one.view(1).key() != other.view(1).key()


def test_worlds_respect_what_draws_show():
    """In every world of the leader the drawer kept no spade, and drew KS last."""
    view = play(dealt(TWO, *DRAWN_TWICE), "AS draw draw KS").view(0)
    rng, drawn = stream(5), set()
    spades = {view.game.parse_card(card) for card in ("JS", "QS", "KS", "AS")}
    for _ in range(200):
        hand = members(int(view.sample(rng).record.hands[1]))
        drawn |= set(hand)

        assert 3 == len(hand)
        assert not spades & set(hand)

    # Of the other eight cards JH is the leader's own; each of the seven can be there.
    assert 7 == len(drawn)


def test_void_is_forgotten_when_drawn_cards_are_kept():
    """A seat void of hearts that later keeps a drawn card may hold hearts again."""
    state = dealt("domino_hearts:players=2,deck=SCH/9TJQKA,hand_size=3,first_dealer=1",
                  "AH AS KS", "JC QC 9C", "9H TH TS JS")  # fmt: skip
    play(state, "AH draw")

    assert [2] == known_void(state, 1)

    play(play(state, "9H AS draw"), "draw")

    assert [0] == known_void(state, 1)  # it kept TH


def test_match_ends_at_the_target():
    """Who reaches 31 hearts ends the match; below that the next seat deals."""
    text = f"{TWO.replace(',first_dealer=1', '')},episode=match"
    line = "AS draw draw KS JH draw QH"
    below = play(dealt(text, *DRAWN_TWICE, dealer=1, total=[0, 28]), line)
    reached = play(dealt(text, *DRAWN_TWICE, dealer=1, total=[0, 29]), line)

    assert below.wants_deck()
    assert 0 == below.record.match.dealer
    assert reached.is_terminal()
    assert [0, -31] == reached.scores().tolist()


def test_table_shows_own_cards_only():
    """The picture has the own hand, counts for the others, the stock, and who is out."""
    state = play(dealt(THREE, "AS AC", "JS QS", "KS 9S", "TC JH QC"), "AS JS KS AC draw TC draw")
    table = play(state, "draw QC").table(2)

    assert ("9S", "JH") == table.seats[2].cards
    assert ((), 1) == (table.seats[1].cards, table.seats[1].hidden)
    assert "out" in table.seats[0].notes
    assert "stock 9" in table.lines


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("deck=SCD/QKA,players=2,hand_size=2", "hearts"),
        ("deck=54", "jokers"),
        ("players=7,hand_size=8", "56 cards"),
        ("first_dealer=4", "first_dealer"),
    ],
)
def test_refused_options(text, message):
    """Options that exclude each other are refused with a reason."""
    with pytest.raises(BadOptions, match=message):
        load_game(f"domino_hearts:{text}")


def test_observation_counts():
    """Sizes, stock and cards drawn are public numbers of the observation."""
    state = play(dealt(TWO, *DRAWN_TWICE), "AS draw")
    layout, seen = state.game.observation_layout(), state.view(0).observation()
    found = [np.round(seen[layout[name]] * 12).tolist() for name in ("sizes", "stock", "drawn")]

    assert [[1, 3], [7], [1]] == found  # of twelve cards
