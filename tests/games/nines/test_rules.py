"""The rules of Nines: what is told, what is known after an exchange, what is refused."""

from __future__ import annotations

import pytest

from prikup.envs import load_game
from prikup.envs.engine.errors import BadOptions
from prikup.envs.engine.game import Game, State
from prikup.envs.games.nines.options import NinesOptions

# Nine cards, two seats and a spare hand; seat 1 deals, seat 0 leads.
SMALL = "nines:preset=mini2"
QUEENS = "nines:deck=SCDH/JQKA,hand_size=4,first_dealer=2"


def cards(game: Game, text: str) -> list[int]:
    """Return the numbers of cards written with blanks between them."""
    return [game.parse_card(word) for word in text.split()]


def dealt(text: str, *hands: str) -> State:
    """Return a state in which the seats from eldest on, then the spare hand, hold these cards."""
    game = load_game(text)
    columns = [cards(game, hand) for hand in hands]
    return game.deal(deck=[card for row in zip(*columns, strict=True) for card in row])


def play(state: State, text: str) -> State:
    """Play actions written with blanks between them."""
    for word in text.split():
        state.apply_action(state.string_to_action(word))
    return state


def words(state: State, seat: int = 0) -> list[str]:
    """Return the events as a seat sees them, the moves of cards left out."""
    view = state.view(seat)
    return [view.event_text(event) for event in view.events() if event.kind != "move"]


def test_choices_are_public_and_hands_are_not():
    """Two deals that differ in the hand put down look alike to the seat that kept its own."""
    usual = play(dealt(SMALL, "QS KS AS", "QC KC AC", "QD KD AD"), "swap keep")
    other = play(dealt(SMALL, "QS KS AS", "QD KD AD", "QC KC AC"), "swap keep")

    assert ["swap", "keep"] == words(usual)
    assert usual.view(0).key() == other.view(0).key()
    assert usual.view(1).key() != other.view(1).key()


def test_swapper_knows_the_spare_hand_it_left():
    """Who put a hand down last knows the dead cards; in every world they lie there."""
    state = play(dealt(SMALL, "QS KS AS", "QC KC AC", "QD KD AD"), "keep swap")
    game, rules = state.game, state.game.rules
    view = state.view(0)

    assert cards(game, "QS KS AS") == view.known(rules.SPARE)
    assert cards(game, "QD KD AD") == view.known(rules.HAND)
    assert [] == state.view(1).known(rules.SPARE)
    worlds = {view.sample(seed).view(1).key() for seed in range(20)}
    assert 1 == len(worlds)  # the other seat holds the rest: no world is left to doubt


def test_swapper_knows_the_hand_of_the_next_swapper():
    """The second seat to swap takes what the first put down, and the first knows it."""
    state = play(dealt(SMALL, "QS KS AS", "QC KC AC", "QD KD AD"), "swap swap")
    game, rules = state.game, state.game.rules

    assert cards(game, "QC KC AC") == state.view(1).known(rules.HAND)
    assert cards(game, "QS KS AS") == state.view(0).known(rules.SPARE)
    play(state, "KC")
    assert cards(game, "QC AC") == state.view(1).known(rules.HAND)


def test_order_of_dealt_cards_counts_only_for_dealt():
    """With `dealt` a seat knows the order in which it got its cards; else the order is lost."""
    keys = {}
    for rule in ("captured", "dealt"):
        text = f"{QUEENS},three_queens_rule={rule}"
        rest = ("JC KC AC QH", "JD KD AD JH", "KS AS KH AH")
        keys[rule] = {
            dealt(text, hand, *rest).view(0).key()
            for hand in ("QS QC QD JS", "QS QC JS QD", "QS JS QC QD")
        }

    assert [1, 3] == [len(keys["captured"]), len(keys["dealt"])]
    assert 4 < len(set(load_game(f"{QUEENS},three_queens_rule=dealt").deck_groups().tolist()))


def test_three_queens_dealt_are_told_at_the_end():
    """A run of queens dealt is its owner's secret until the score; then all are told."""
    state = dealt(
        f"{QUEENS},three_queens_rule=dealt,trump_cycle=NT",
        *("QS QC QD JS", "JC KC AC QH", "JD KD AD JH", "KS AS KH AH"),
    )
    play(state, "keep keep keep")
    own, other = state.view(0).pieces(), state.view(1).pieces()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])

    assert [1.0, 0.0, 0.0] == own["queens_seat"].tolist()
    assert [0.0, 0.0, 0.0] == other["queens_seat"].tolist()
    assert "player 0 had three queens in a row" == words(state, 1)[-1]


def test_duty_to_trump_shows_a_lack_of_trumps():
    """With must_trump who neither follows nor trumps has none of both suits."""
    text = "nines:deck=SCD/QKA,hand_size=3,spare_hand=false,trump_cycle=C,first_dealer=2"
    state = dealt(f"{text},must_trump=true", "QS QD KS", "QC KC KD", "AS AC AD")

    legal = play(state, "QS").legal_actions()

    assert ["QC", "KC"] == [state.action_to_string(action) for action in legal]

    state = dealt(f"{text},must_trump=true", "QS KS QC", "QD KD AD", "AS KC AC")
    play(state, "QS QD")

    assert ["none in hand 1: QS KS AS", "none in hand 1: QC KC AC"] == words(state)[-2:]


def test_match_starts_at_nine_and_ends_at_zero():
    """The table shows the scores that the page counts; a match ends when one is not above zero."""
    game = load_game("nines:preset=plain,episode=match,first_dealer=0")
    state = game.deal(seed=4, match={"gained": [8, -1, 0]})
    before = state.table(0).lines[-1]
    while not state.is_terminal():
        if state.wants_deck():
            state.deal(seed=4)
        state.apply_action(state.legal_actions()[-1])
    gained = state.scores()

    assert "scores: 1 10 9" == before
    assert max(gained) >= 9
    assert gained.sum() == 7 + state.record.match.deals  # each deal brings one point in all


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("players=4,spare_hand=true", "5 hands of 13 need 65 cards, deck=52 has 52"),
        ("deck=54", "deck has no jokers, got 54"),
        ("first_dealer=3", "first_dealer must be -1 to 2, got 3"),
        ("start_score=0", "start_score must be above goal=0, got 0"),
        ("players=5", "players must be 2 to 4, got '5'"),
    ],
)
def test_options_that_exclude_each_other(text, named):
    """Options that exclude each other are refused in one line that names them."""
    with pytest.raises(BadOptions) as refused:
        load_game(f"nines:{text}")

    assert named in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("preset", NinesOptions.PRESETS)
def test_table_shows_a_hand_that_was_ones_own(preset):
    """The picture of the table shows the own hand and, after an exchange, the one given away."""
    game = load_game(f"nines:preset={preset}")
    state = game.deal(seed=1)
    swap = len(game.pack) + 1
    shown = 1
    while swap in state.legal_actions():
        shown = 2
        state.apply_action(swap)
    first = state.record.dealer if shown == 2 else 0
    if game.options.swap_order_start == "eldest":
        first = (state.record.dealer + 1) % game.num_players()
    seats = state.table(int(first)).seats

    assert shown == sum(bool(seat.cards) for seat in seats)
    assert all(game.options.hand_size == len(seat.cards) + seat.hidden for seat in seats)
