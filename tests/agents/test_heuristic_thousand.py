"""The heuristic of Thousand: legal, blind to what is hidden, stronger than chance, sensible."""

from __future__ import annotations

import numpy as np
import pytest

from helpers.policies import decide
from prikup.agents import heuristic, uniform
from prikup.envs import load_game
from prikup.envs.check import check_policy
from prikup.envs.engine.game import Game, State
from prikup.envs.engine.jit import DISABLED
from prikup.envs.engine.rng import stream
from prikup.envs.games.thousand.options import ThousandOptions

GAMES = [
    *(f"preset={preset},deal_limit=4" for preset in ThousandOptions.PRESETS),
    "cut_ceremony=agent,first_dealer=-1",
    "players=2,two_player_equalise=discard_two",
    "players=2,deck=32",
    "deck=32,players=4,must_head=all",
    "preset=classic_4p,cut_ceremony=agent,peek_card=1",
    "preset=agreements_app_all,bid_cap=marriages_plus_120,unblind_no_auction=false",
]
TALON_AFTER = (2, 3, 4)  # rounds of dealing that a card of the talon follows


def load(text: str) -> Game:
    """Return a form of Thousand."""
    return load_game(f"thousand:{text}")


def finish(state: State, policies: list[np.ndarray], seed: int) -> State:
    """Play a deal to its end, one policy a seat."""
    rng = stream(seed)
    while not state.is_terminal():
        state.apply_action(decide(state, policies[state.current_player()], rng))
        state.resolve_chance(seed)
    return state


def dealt(*hands: str, talon: str = "", played: str = "", game: Game | None = None) -> State:
    """Return a deal of seat 2, seat 0 is forehand, after some actions.

    Args:
        *hands: Cards of seats 0, 1, 2; what is left open is filled with the rest of the pack.
        talon: Cards of the talon.
        played: Actions, with commas between them.
        game: The game; the default preset if None.
    """
    game = game or load("")
    texts = (*hands, *[""] * (3 - len(hands)), talon)
    held = [[game.parse_card(word) for word in text.split()] for text in texts]
    rest = [card for card in game.pack.tolist() if all(card not in cards for cards in held)]
    for cards, size in zip(held, (7, 7, 7, 3), strict=True):
        while len(cards) < size:
            cards.append(rest.pop(0))
    deck = []
    for number in range(7):
        deck += [held[seat][number] for seat in range(3)]
        if number + 1 in TALON_AFTER:
            deck.append(held[3][number - 1])
    state = game.deal(deck=deck, match={"dealer": 2})
    for word in filter(None, played.split(",")):
        state.apply_action(state.string_to_action(word.strip()))
    return state


def best(state: State) -> str:
    """Return the heuristic's action as text."""
    action = decide(state, heuristic.policy(state.game), stream(0))
    return state.action_to_string(action)


def bought(own: str, *others: str, talon: str, given: str, final: str = "") -> State:
    """Return a deal in which seat 0 plays 100, has taken the talon and given two cards away."""
    played = f"bid 100, pass, pass, {given}"
    return dealt(own, *others, talon=talon, played=f"{played}, {final}" if final else played)


# --- contract of a policy -------------------------------------------------------------------------


@pytest.mark.parametrize("text", GAMES)
def test_every_action_is_legal(text):
    """In every preset and variant whole matches of it, and among chance's moves, are legal."""
    game = load(f"episode=match,{text}" if "mini" not in text else text)
    policies = [heuristic.policy(game), uniform.policy(game)]
    for seed in range(1 if DISABLED else 4):
        state, rng = game.deal(seed), stream(seed)
        for _ in range(400):
            if state.is_terminal():
                break
            action = decide(state, policies[0], rng)

            assert action in state.legal_actions()

            if seed % 2:
                action = decide(state, policies[1], rng)
            state.apply_action(action)
            state.resolve_chance(seed)


@pytest.mark.skipif(DISABLED, reason="samples hundreds of worlds")
@pytest.mark.parametrize("text", GAMES)
def test_decides_by_what_the_mover_knows(text):
    """It decides alike in the true state and in worlds sampled from the mover's view."""
    game = load(text)
    check_policy(game, heuristic.policy(game))


# --- strength -------------------------------------------------------------------------------------


@pytest.mark.skipif(DISABLED, reason="needs thousands of deals")
def test_makes_most_of_its_contracts():
    """Among equals well over six contracts in ten are made, few deals are given up."""
    game = load("")
    policies = [heuristic.policy(game)] * 3
    made, given_up, above = 0, 0, 0
    for seed in range(1500):
        record = finish(game.deal(seed), policies, seed).record
        given_up += int(record.written_off)
        made += record.match.gained[record.declarer] > 0
        above += record.contract > 100

    assert given_up < 150
    assert made / (1500 - given_up) > 0.62
    assert above > 450


@pytest.mark.skipif(DISABLED, reason="needs hundreds of deals")
@pytest.mark.parametrize(
    "text", ["", "preset=classic_2p", "preset=classic_4p", "preset=five_hundred_one", "deck=32"]
)
def test_beats_chance(text):
    """In a seat among uniform players it gains far more than a uniform player there."""
    game = load(text)
    own, chance = heuristic.policy(game), uniform.policy(game)
    gained = []
    for seed in range(300):
        seat = seed % game.num_players()
        policies = [chance] * game.num_players()
        usual = finish(game.deal(seed), policies, seed).scores()
        policies[seat] = own
        scores = finish(game.deal(seed), policies, seed).scores()
        lead, usual_lead = ((s - (sum(s) - s) / (len(s) - 1))[seat] for s in (scores, usual))
        gained.append(lead - usual_lead)

    assert np.mean(gained) > 5 * np.std(gained) / len(gained) ** 0.5


# --- decisions of a club player -------------------------------------------------------------------


def test_opens_with_no_more_than_it_must():
    """Forehand says the opening bid it is bound to, not more."""
    assert "bid 100" == best(dealt("9S JS 9C JC 9D JD 9H", "", ""))


def test_passes_without_a_chance():
    """Without an ace no contract is bid."""
    state = dealt("", "9S JS KC JC 9D JD 9H", "", played="bid 100")

    assert "pass" == best(state)


def test_bids_on_with_a_marriage_and_aces():
    """Three aces and the best marriage are worth more than a hundred."""
    state = dealt("", "AH TH KH QH AS AC 9D", "", played="bid 100")

    assert "bid 105" == best(state)


def test_keeps_what_wins():
    """Lone jacks and nines are given away, not aces, the marriage or the ten beside its ace."""
    state = dealt("AH KH QH 9H AS TS JC", "", "", talon="9D AD JD", played="bid 100, pass, pass")
    given = []
    for _ in range(2):
        given.append(best(state))
        state.apply_action(state.string_to_action(given[-1]))

    assert set(given) <= {"JC", "9D", "JD"}


def test_raises_on_a_strong_hand():
    """Two long tops, the best marriage and a third ace are worth far more than the opening bid."""
    state = bought("AH TH KH QH AS TS JC", talon="AC QD 9D", given="QD, 9D")

    assert int(best(state).removeprefix("bid ")) >= 150


def test_keeps_a_contract_that_is_high_enough():
    """A hand that takes hardly a hundred is not raised."""
    state = bought("AH TH QH 9S AC JC QS", talon="TD KS 9D", given="9S, 9D")

    assert "pass" == best(state)


def test_takes_a_trick_before_it_declares():
    """A sure ace is led first: without a trick no marriage can be declared."""
    state = bought("AS KH QH TC 9C JD 9H", talon="JH QD 9S", given="9S, JD", final="pass")

    assert "AS" == best(state)


def test_declares_when_it_may():
    """With no ace left the marriage is declared as soon as a trick was taken."""
    state = bought(
        "AS KH QH TC 9C JD 9H", "KS", "QS", talon="JH QD 9S", given="9S, JD", final="pass"
    )
    for word in ("AS", "KS", "QS"):
        state.apply_action(state.string_to_action(word))

    assert best(state) in {"declare KH", "declare QH"}


def test_names_the_trump_of_the_marriage():
    """Where the declarer names the trump, it is the long suit with the marriage."""
    game = load("preset=five_hundred_one,first_dealer=2")
    state = dealt("AH TH KH QH JH AS AC", talon="9D 9C 9S", game=game)
    policies = [heuristic.policy(game)] * 3
    rng = stream(0)
    while "trump H" not in [state.action_to_string(a) for a in state.legal_actions()]:
        state.apply_action(decide(state, policies[0], rng))

    assert "trump H" == best(state)


def test_takes_the_ten_with_the_ace():
    """The last seat takes the declarer's ten with its ace."""
    state = dealt(
        "TC 9C 9D JD JS 9S TD", "KC QC QD KD QS KS TH", "AC JC AH KH AS TS AD", talon="9H JH QH",
        played="bid 100, pass, pass, 9H, JH, pass, TC, KC",
    )  # fmt: skip

    assert "AC" == best(state)


def test_ducks_with_the_least():
    """Who cannot win a trick that the declarer takes gives the fewest points."""
    state = dealt(
        "AH 9C 9D JD JS 9S TC", "QH KC KD QD QS KS TS", "KH TH JH AS AD AC TD", talon="9H JC QC",
        played="bid 100, pass, pass, JC, QC, pass, AH, QH",
    )  # fmt: skip

    assert "JH" == best(state)
