"""The forms of Ninety-Nine: what is told and seen in them, what is drawn, what is refused."""

from __future__ import annotations

import random

import pytest

from prikup.agents.search.endings.ninety_nine import NinetyNineEnding
from prikup.envs import load_game
from prikup.envs.engine.errors import BadOptions
from prikup.envs.engine.game import State
from prikup.envs.games.ninety_nine.layout import HAND, LAID
from prikup.envs.games.ninety_nine.options import NinetyNineOptions


def dealt(text: str, seed: int = 1) -> State:
    """Return a state after the deal; seat 0 is eldest."""
    game = load_game(f"ninety_nine:{text}")
    state = game.deal(seed=seed, match={"dealer": game.num_players() - 1})
    state.resolve_chance(seed)
    return state


def act(state: State, text: str) -> State:
    """Play actions by their text, separated by commas."""
    for word in text.split(", "):
        state.apply_action(state.string_to_action(word))
    return state


def go_on(state: State, until: str, seed: int = 0) -> State:
    """Play at random until an action of this text is legal or the deal is over."""
    rng = random.Random(seed)
    while not state.is_terminal():
        texts = [state.action_to_string(action) for action in state.legal_actions()]
        if until in texts:
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def words(state: State, seat: int = 0) -> list[str]:
    """Return the events as a seat sees them, the moves of cards left out."""
    view = state.view(seat)
    return [view.event_text(event) for event in view.events() if event.kind != "move"]


# --- a dummy --------------------------------------------------------------------------------------


def test_dummy_is_open_when_the_calls_are_over():
    """Nobody sees the dummy's hand before the first lead, nor its bid before the score."""
    state = go_on(dealt("preset=two_dummy"), "declare")
    hidden = [state.view(seat).known(HAND + 2) for seat in (0, 1)]
    act(state, "pass, pass")
    shown = [state.view(seat).known(HAND + 2) for seat in (0, 1)]
    bid = [state.view(seat).known(LAID + 2) for seat in (0, 1)]
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])

    assert [[], []] == hidden == bid
    assert shown[0] == shown[1] and 9 == len(shown[0])
    assert 3 == len(state.view(0).known(LAID + 2))


def test_third_card_comes_from_the_dummy():
    """Eldest leads from his hand, the other follows, then eldest plays a card of the dummy."""
    state = act(go_on(dealt("preset=two_dummy"), "declare"), "pass, pass")
    movers, from_dummy = [], []
    for _ in range(3):
        movers.append(state.current_player())
        pieces = state.view(0).pieces()
        from_dummy.append(float(pieces["due_from_dummy"][0]))
        dummy = set(state.view(0).known(HAND + 2))

        assert bool(set(state.legal_actions()) <= dummy) == (from_dummy[-1] == 1.0)

        state.apply_action(state.legal_actions()[0])

    assert [0, 1, 0] == movers
    assert [0.0, 0.0, 1.0] == from_dummy


def test_end_of_a_game_with_a_dummy_that_beats_the_loser():
    """The winner of a game gets 100 more where the dummy has as much as the loser."""
    gained = {}
    for lurch in ("plus100", "double", "off"):
        text = f"ninety_nine:preset=two_dummy,episode=match,target=1,dummy_lurch={lurch}"
        state = load_game(text).deal(seed=3, match={"dealer": 1, "total": [500, 0, 300, 0, 0]})
        rng = random.Random(3)
        while state.record.match.deals == 0:
            state.apply_action(rng.choice(state.legal_actions()))
        gained[lurch] = state.scores().tolist()
    points = gained["off"]

    assert [points[0] + 100, points[1]] == gained["plus100"]
    assert [points[0] + 500 + points[0] - points[1], points[1]] == gained["double"]


# --- trumps ---------------------------------------------------------------------------------------


def test_card_turned_up_is_a_lot():
    """After the deal chance turns one of 36 cards or the joker; a nine and the joker: no trump."""
    game = load_game("ninety_nine:preset=parlett_1975,first_dealer=2")
    trumps = {}
    for name in ("QH", "9S", "JOKER"):
        state = game.new_initial_state()
        state.deal(seed=1)
        texts = [state.action_to_string(outcome) for outcome in state.legal_actions()]
        state.apply_action(state.string_to_action(f"turned {name}"))
        trumps[name] = state.view(1).pieces()["trump"].tolist()

        assert 37 == len(texts)
        assert f"turned {name}" == words(state)[0]
        assert 0 == state.current_player()

    hearts, none = [0.0, 0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 0.0, 1.0]
    assert {"QH": hearts, "9S": none, "JOKER": none} == trumps


def test_trump_is_unknown_until_it_is_named():
    """The premium bidder names the trump before the cards are laid aside; then it is known."""
    state = dealt("preset=nines_trumps,premium_procedure=informal")
    before = state.view(0).pieces()["trump"].tolist()
    act(state, "pass, declare, reveal")
    names = [state.action_to_string(action) for action in state.legal_actions()]
    act(state, "trump nines")

    assert [0.0] * 6 == before
    assert ["trump S", "trump C", "trump D", "trump H", "trump nines"] == names
    assert [0.0, 0.0, 0.0, 0.0, 0.0, 1.0] == state.view(0).pieces()["trump"].tolist()
    assert 0 == state.current_player()
    assert [] == state.view(0).known(HAND + 2)  # a revealed hand lies open when all have bid


def test_revealed_hand_lies_open_after_the_bids():
    """With a named trump the bidder's cards are exposed when everybody has laid his aside."""
    state = act(dealt("preset=declarer_trumps"), "reveal, trump H")
    rng = random.Random(1)
    for _ in range(9):
        assert [] == state.view(1).known(HAND)
        state.apply_action(rng.choice(state.legal_actions()))

    assert (9, 3) == (len(state.view(1).known(HAND)), len(state.view(1).known(LAID)))


# --- other ways to bid ----------------------------------------------------------------------------


def test_cards_laid_aside_are_played_last():
    """After nine tricks of twelve each seat picks its three cards up, unseen by the others."""
    state = dealt("preset=russian_retelling")
    laid = state.legal_actions()[:3]
    for card in laid:
        state.apply_action(card)
    rng = random.Random(2)
    while state.record.tricks_done < 9:
        state.apply_action(rng.choice(state.legal_actions()))
    pieces = state.view(0).pieces()

    assert laid == state.view(0).known(HAND)
    assert [] == state.view(0).known(HAND + 1) == state.view(0).known(LAID)
    assert 0.0 == pieces["void"].sum() == pieces["laid_aside"].sum()


def test_numbers_said_at_once_stay_secret():
    """With announce_order=simultaneous nobody hears a number before all have spoken."""
    state = dealt("preset=russian_retelling,announce_order=simultaneous")
    go_on(state, "announce 5")
    act(state, "announce 5, announce 7")
    heard = state.view(2).pieces()["announced"].sum()
    own = state.view(0).pieces()["announced"].sum()
    act(state, "announce 0")

    assert (0.0, 1.0) == (heard, own)
    assert "player 1 had announced 7" in words(state, 2)
    assert 3.0 == state.view(2).pieces()["announced"].sum()


def test_last_cards_are_shown_by_who_succeeds():
    """Unbidden: whose three last cards show his tricks lays them open; the others keep theirs."""
    for seed in range(40):
        state = go_on(dealt("preset=unbidden", seed), "nothing", seed)
        told = [word for word in words(state) if word.endswith(("succeeds", "fails"))]
        if len({word.split()[-1] for word in told}) < 2:
            continue
        for seat, word in enumerate(told):
            other = (seat + 1) % 3
            known = state.view(other).known(HAND + seat)

            assert (3 if word.endswith("succeeds") else 0) == len(known)
        return
    pytest.fail("no deal in which some succeed and some fail")


def test_bid_without_bidding_is_named_by_the_declarer():
    """Unbidden with premiums: the bidder says his number before the lead; only he does."""
    state = act(dealt("preset=unbidden_premium"), "pass, reveal")
    texts = [state.action_to_string(action) for action in state.legal_actions()]

    assert [f"announce {number}" for number in range(10)] == texts
    assert 1 == state.current_player()
    assert 12 == len(state.view(0).known(HAND + 1))
    assert 0 == act(state, "announce 4").current_player()


# --- solvers, pictures, options -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "solves"),
    [
        ("parlett_1975", True),
        ("four_partnership", True),
        ("declarer_trumps", True),
        ("two_dummy", False),
        ("nines_trumps", False),
        ("unbidden", False),
        ("russian_retelling", False),
    ],
)
def test_solver_of_endings_leaves_other_play_alone(preset, solves):
    """Endings are solved where seats play plain tricks of their own cards, and only there."""
    state, rng = dealt(f"preset={preset}"), random.Random(4)
    while state.record.tricks_done < 8:
        state.apply_action(rng.choice(state.legal_actions()))

    assert solves == NinetyNineEnding().solves(state.states)


@pytest.mark.parametrize("preset", NinetyNineOptions.PRESETS)
def test_table_shows_every_card_once(preset):
    """The picture counts the cards of every hand; the dummy is open in the play."""
    state = dealt(f"preset={preset}")
    game, rng, step = state.game, random.Random(5), 0
    while not state.is_terminal():
        seats = state.table(0).seats
        held = sum(len(seat.cards) + seat.hidden for seat in seats)
        held += sum(len(cards) + backs for seat in seats for _, cards, backs in seat.groups)
        played = sum(int(cards).bit_count() for cards in state.record.played)

        assert len(game.pack) == held + played
        assert 1 == sum(seat.active for seat in seats)

        state.apply_action(rng.choice(state.legal_actions()))
        step += 1

    assert step <= game.options.max_moves()


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("dummy=true,hand_size=9", "dummy=true needs players=2, got 3"),
        ("partnership=true", "partnership=true needs players=4, got 3"),
        ("trump_rule=premium_names", "premium_names_trump go together, got premium_names and no"),
        (
            "preset=declarer_trumps,premium_bids=none",
            "trump_rule=premium_names needs one premium bidder",
        ),
        (
            "preset=unbidden_premium,premium_bids=declare,premium_procedure=independent",
            "bid_mode=last_cards needs premium_procedure formal or informal",
        ),
        ("preset=four_partnership,bid_mode=announce", "knows no dummy and no partners"),
        ("preset=unbidden,bid_cards_played_last=true", "needs cards to be laid aside"),
        ("preset=two_dummy,bid_cards_played_last=true", "knows no dummy"),
        ("success_scope=in_deal", "success_scope=in_deal needs bid_mode=announce"),
        ("suit_precedence=C/C/S/D", "must name each suit once, got C/C/S/D"),
    ],
)
def test_options_that_exclude_each_other(text, named):
    """Options that exclude each other are refused in one line that names them."""
    with pytest.raises(BadOptions) as refused:
        load_game(f"ninety_nine:{text}")

    assert named in str(refused.value)
    assert "\n" not in str(refused.value)
