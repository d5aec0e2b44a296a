"""The rules of Devyatka: the page's vectors and counts, what is told, and what is refused."""

from __future__ import annotations

import random
from typing import Any

import pytest

from helpers.adapter import Adapter
from prikup.envs import load_game
from prikup.envs.engine.errors import BadOptions
from prikup.envs.engine.game import Game, State
from tests.referees.devyatka_vectors import VECTORS

CHANCE, TERMINAL = -1, -4

# The page's table: deals that are played, histories, terminal ones, blocked ones, information sets
# of the seat to act, those with two actions or more.
MINI_COUNTS = {
    "mini2_tiny": (540, 5_466, 1_144, 236, 1_526, 156),
    "mini2_dead": (3_080, 74_840, 15_612, 2_272, 20_458, 2_966),
}
LONG_COUNTS = {
    "mini3": (1_680, 95_028, 21_048, 0, 46_758, 8_652),
    "mini3_first": (1_680, 70_284, 19_368, 0, 23_694, 7_020),
    "mini2_perfect": (252, 46_938, 12_756, 0, 34_182, 11_398),
}


def make(options: dict[str, Any]) -> Adapter:
    """Return the rules behind the referee's interface."""
    drawn = options["variant"] == "pile_domino" or options["stock_use"] == "draw_one"
    stacks = {f"stack {seat}": f"hand {seat}" for seat in range(options["players"])}
    names = {"pile": "table", "deck": "stock" if drawn else "dead"}
    return Adapter.load("devyatka", options, **names, **stacks)


def cards(game: Game, text: str) -> list[int]:
    """Return the numbers of cards written with blanks between them."""
    return [game.parse_card(word) for word in text.split()]


def dealt(game: Game, *hands: str, then: str = "") -> State:
    """Return a state in which seat 0 is eldest and the seats hold these hands, all equally long."""
    columns = [cards(game, hand) for hand in hands]
    deck = [card for row in zip(*columns, strict=True) for card in row] + cards(game, then)
    rest = game.pack.tolist()
    for card in deck:
        rest.remove(card)
    match = {"dealer": len(hands) - 1}
    return game.deal(deck=deck + rest, match=match)


def texts(state: State) -> list[str]:
    """Return the texts of the legal actions."""
    return [state.action_to_string(action) for action in state.legal_actions()]


def play(state: State, text: str) -> State:
    """Play actions written with blanks between them."""
    for word in text.split():
        state.apply_action(state.string_to_action(word))
    return state


def words(state: State, seat: int = 0) -> list[str]:
    """Return the events as a seat sees them, the moves of cards left out."""
    view = state.view(seat)
    return [view.event_text(event) for event in view.events() if event.kind != "move"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.__name__)
def test_page_vector(vector: Any) -> None:
    """The rules answer the page's test vectors."""
    for what, expected, actual in vector(make):
        assert expected == actual, what


# --- small games ----------------------------------------------------------------------------------


def count_histories(preset: str) -> tuple[int, ...]:
    """Walk every history and count as in the page's table, information sets by the views' keys."""
    game = load_game(f"devyatka:preset={preset}")
    deals = histories = terminal = blocked = 0
    seen: dict[int, list[int]] = {}
    held = game.num_players() * (game.options.hand_size or len(game.pack))
    for deck in game.deals()[0]:
        if (deck[held:-1] > deck[held + 1 :]).any():  # the page does not order dead cards
            continue
        todo = [game.new_initial_state()]
        todo[0].deal(deck=deck)
        if todo[0].is_chance_node():  # no founder was dealt: dealt anew
            continue
        deals += 1
        while todo:
            state = todo.pop()
            histories += 1
            if state.is_terminal():
                terminal += 1
                blocked += int(state.record.is_blocked)
                continue
            view = state.view(state.current_player())

            assert seen.setdefault(view.key(), view.legal_actions()) == view.legal_actions()

            for action in view.legal_actions():
                twin = state.clone()
                twin.apply_action(action)
                todo.append(twin)
    choices = sum(len(actions) > 1 for actions in seen.values())
    return deals, histories, terminal, blocked, len(seen), choices


@pytest.mark.parametrize("preset", MINI_COUNTS)
def test_mini_counts(preset: str) -> None:
    """Full enumeration gives the page's counts; equal keys have equal legal actions."""
    assert MINI_COUNTS[preset] == count_histories(preset)


@pytest.mark.long
@pytest.mark.parametrize("preset", LONG_COUNTS)
def test_larger_mini_counts(preset: str) -> None:
    """The same for the other small games of the page."""
    assert LONG_COUNTS[preset] == count_histories(preset)


@pytest.mark.parametrize(
    "preset", ["mini2_dead", "classic_52", "fantan_extra", "domino", "nine_cards"]
)
def test_sampled_worlds_look_the_same(preset: str) -> None:
    """In every world drawn from a view the seat has seen the same (the key) and may do the same."""
    game = load_game(f"devyatka:preset={preset}")
    rng = random.Random(preset)
    for seed, moves in enumerate((0, 3, 5)):
        state = game.deal(seed=seed)
        for _ in range(moves):
            if not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
        for seat in range(game.num_players()):
            view = state.view(seat)
            for draw in range(200 if preset == "mini2_dead" else 20):
                seen = view.sample(1000 * seed + draw).view(seat)

                assert view.key() == seen.key()
                assert view.legal_actions() == seen.legal_actions()
                assert view.observation().tolist() == seen.observation().tolist()

                if draw < 5:
                    assert view.information_state_string() == seen.information_state_string()


def test_founder_that_opens_is_a_secret_until_played() -> None:
    """Who opens is public; that it is not with the diamond founder is not, before it is played."""
    game = load_game("devyatka:preset=mini2_tiny")
    usual = dealt(game, "9D TS TD", "8S 8D JS", then="JD 9S")
    other = dealt(game, "9S TS TD", "8S 8D JS", then="9D JD")

    assert usual.view(1).key() == other.view(1).key()
    assert usual.observation(1).tolist() == other.observation(1).tolist()
    assert usual.view(0).key() != other.view(0).key()


def test_worlds_of_mixed_keep_what_was_turned() -> None:
    """In `mixed` worlds agree on the cards that went under a stack and differ in the others."""
    state = load_game("devyatka:preset=mixed_reconstruction").deal(seed=3)
    for _ in range(12):
        play(state, "draw")
    view = state.view(0)
    worlds = [view.sample(seed) for seed in range(20)]

    assert {view.key()} == {world.view(0).key() for world in worlds}
    assert 20 == len({tuple(world.record.below) for world in worlds})


# --- what is told ---------------------------------------------------------------------------------


def test_seat_that_is_passed_over_is_told_and_pays() -> None:
    """With auto_pass a seat that can only pass is skipped, all are told, and the fee is paid."""
    game = load_game("devyatka:preset=bank,auto_pass=true,hand_size=2")
    state = play(dealt(game, "9D AD", "6S 7S", "8D 9S"), "9D")

    assert 2 == state.current_player()
    assert ["player 0 opens", "9D", "player 1 can only pass"] == words(state)[:3]
    assert [10, 20, 10] == state.record.paid[:3].tolist()
    assert 40 == state.record.bank


def test_pass_shows_what_is_lacking() -> None:
    """A forced pass shows that the hand holds none of the cards that fitted."""
    game = load_game("devyatka:preset=nine_cards,hand_size=2,players=2")
    state = play(dealt(game, "9D AD", "6S 7S"), "9D pass")

    assert ["none in hand 1: 9S 9C 8D TD 9H"] == words(state)[-1:]


def test_free_pass_shows_nothing() -> None:
    """Where passing is free a pass shows nothing."""
    game = load_game("devyatka:preset=nine_cards,hand_size=2,players=2,forced_play=false")
    state = play(dealt(game, "9D AD", "6S 8D"), "9D pass")

    assert ["player 0 opens", "9D", "pass"] == words(state)


def test_end_of_an_extra_turn_is_shown_and_free() -> None:
    """An extra turn without a second card passes on: no fee, and all know the lack."""
    game = load_game(
        "devyatka:preset=bank,deck=52,opening=eldest_any_card,extra_turn=ace,hand_size=2,players=2"
    )
    state = play(dealt(game, "AC 5H", "KC 2S"), "AC")

    assert 1 == state.current_player()
    assert [10, 10] == state.record.paid[:2].tolist()
    assert ["none in hand 0: AS KC AD AH"] == words(state)[-1:]


def test_hands_are_dealt_anew_by_the_same_dealer() -> None:
    """Three aces in one hand: all are told of a new deal, nobody has paid, the dealer stays."""
    game = load_game("devyatka:preset=bank,redeal_aces=3,hand_size=3,players=2")
    state = dealt(game, "AS AC AD", "9D 6S 7S")

    assert state.wants_deck()
    assert ["the cards are dealt anew"] == words(state, 1)
    assert (0, 0, 1) == (state.record.bank, state.record.match.deals, state.record.match.dealer)


def test_drawn_card_is_seen_by_its_owner_alone() -> None:
    """With draw_one the card drawn is known to the seat that drew it."""
    game = load_game("devyatka:preset=nine_cards,stock_use=draw_one,hand_size=2,players=2")
    state = play(dealt(game, "9D AD", "6S 7S", then="TH"), "9D draw")
    hand = game.rules.HAND + 1

    assert cards(game, "6S 7S TH") == state.view(1).known(hand)
    assert [] == state.view(0).known(hand)
    assert 0 == state.current_player()


def test_lot_names_the_dealer() -> None:
    """Without a first dealer a lot is due before the deck; the seat after the dealer is eldest."""
    state = load_game("devyatka:preset=fantan").new_initial_state()
    outcomes = texts(state)
    play_lot = state.string_to_action("dealer 2")
    state.apply_action(play_lot)
    state.deal(seed=1)

    assert ["dealer 0", "dealer 1", "dealer 2", "dealer 3"] == outcomes
    assert 3 == state.current_player()


def test_match_total_goes_on_from_what_is_given() -> None:
    """Scores are totals, an injected one included, and do not move during a deal."""
    game = load_game("devyatka:preset=bank,episode=match,first_dealer=2,deals_per_match=3")
    state = game.deal(seed=5, match={"total": [20, -15, -5]})
    start = state.scores().tolist()
    while state.record.match.deals == 0:
        state.apply_action(state.legal_actions()[0])

    assert [20.0, -15.0, -5.0] == start
    assert 0.0 == state.scores().sum()
    assert start != state.scores().tolist()


def test_shared_places_are_half_points() -> None:
    """After a block equal hands share the mean of their places."""
    game = load_game("devyatka:preset=nine_cards,hand_size=2,players=3,scoring=placement")
    state = play(dealt(game, "9D AD", "6S 7S", "6C 7C"), "9D pass pass pass")

    assert [2.0, 0.5, 0.5] == state.scores().tolist()
    assert TERMINAL == state.current_player()


# --- options --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("end_rule=first_out", "scoring=not_last needs end_rule=last_holder, got first_out"),
        ("scoring=bank", "scoring=bank needs end_rule=first_out, got last_holder"),
        ("preset=fantan,scoring=placement", "scoring=placement needs end_rule=last_holder"),
        ("hand_size=13,players=4,deck=36", "needs 52 cards, deck=36 has 36"),
        ("start_rank=5", "start_rank must be a rank of the pack 36, got 5"),
        ("deck=60", "deck has ranks 2 to A only, got 60"),
        ("deck=54", "deck has ranks 2 to A only, got 54"),
        ("redeal_aces=2", "redeal_aces must be 0, 3 or 4, got 2"),
        ("first_dealer=3", "first_dealer must be below players=3, got 3"),
        ("preset=domino,hand_size=0", "needs hand_size above 0, got 0"),
        ("preset=domino,players=2", "needs players=3 or more, got 2"),
        ("preset=domino,end_rule=last_holder", "needs end_rule=first_out, got last_holder"),
        ("preset=mixed_reconstruction,hand_size=5", "deals the whole pack, got hand_size=5"),
    ],
)
def test_options_that_exclude_each_other(text: str, named: str) -> None:
    """Options that exclude each other are refused in one line that names them."""
    with pytest.raises(BadOptions) as refused:
        load_game(f"devyatka:{text}")

    assert named in str(refused.value)
    assert "\n" not in str(refused.value)


def test_five_players_take_the_larger_pack() -> None:
    """Nine cards for five players need the pack of 52."""
    packs = [load_game(f"devyatka:preset=nine_cards,players={p}").options.deck for p in (4, 5)]

    assert ["36", "52"] == packs


@pytest.mark.parametrize("preset", load_game("devyatka").options.PRESETS)
def test_table_is_drawn_for_every_seat(preset: str) -> None:
    """The picture of the table counts every card of the hands, and shows the own ones alone."""
    game = load_game(f"devyatka:preset={preset}")
    state = game.deal(seed=1)
    for seat in range(game.num_players()):
        seats = state.table(seat).seats
        sizes = [len(place.cards) + place.hidden for place in seats]
        others = [place.cards for place in seats if place is not seats[seat]]

        assert state.record.sizes[: len(seats)].tolist() == sizes
        assert not any(others)
