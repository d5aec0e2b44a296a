"""The heuristic of Ninety-Nine: legal, blind to what is hidden, stronger than chance, sensible."""

from __future__ import annotations

import numpy as np
import pytest

from prikup.agents import heuristic, uniform
from prikup.agents.agent import make_agent
from prikup.agents.heuristic.ninety_nine import choose as choose_directly
from prikup.agents.table import episode_seed, play_episode
from prikup.envs.engine import kernels
from prikup.envs.engine.cards import (
    CHANCE,
    NONE,
    count_allowed,
    has,
    is_allowed,
    nth_allowed,
)
from prikup.envs.engine.jit import DISABLED, compiled
from prikup.envs.engine.layout import copy_state
from prikup.envs.engine.policy import choose
from prikup.envs.engine.rng import random_below, shuffle, stream
from prikup.envs.engine.verbs import deal, legal, play
from prikup.envs.games.ninety_nine.options import NinetyNineOptions
from prikup.envs.games.ninety_nine.rules import REVEALED, is_fulfilled
from prikup.envs.registry import load_game

DEALS = 1 if DISABLED else 2000
VARIANTS = (
    *(f"preset={name}" for name in NinetyNineOptions.PRESETS),
    "players=4",
    "players=5",
    "players=2,deck=24",
    "bid_visibility=open,bid_cards=2",
    "premium_procedure=independent,premium_bids=declare",
    "players=4,premium_procedure=informal,bid_cards=1",
    "preset=declarer_trumps,premium_names_trump=suits_or_nt,premium_procedure=informal",
    "preset=unbidden_premium,premium_procedure=informal",
    "preset=russian_retelling,success_scope=in_deal,announce_order=simultaneous",
    "bid_cards_played_last=true",
)


def named(variant: str) -> str:
    return f"ninety_nine:{variant}"


@compiled
def _begin(states, pack, rng, actions):
    """Deal from a random seat with a random trump into `states[0]`."""
    state = states[0]
    copy_state(state, states[1])
    if state.opt.first_dealer == NONE:
        state.match.dealer = random_below(rng, state.opt.players)
    state.match.trump = random_below(rng, 5)
    shuffle(pack, rng)
    deal(state, pack)
    actions[:] = 0
    legal(state, actions)
    if state.player == CHANCE:  # the card that is turned up
        play(state, nth_allowed(actions, random_below(rng, count_allowed(actions))))


@compiled
def illegal_choices(policies, states, pack, rng, actions, deals):
    """Count the illegal choices of a policy after up to 30 random moves of each deal."""
    state, found = states[0], 0
    for _ in range(deals):
        _begin(states, pack, rng, actions)
        for _ in range(random_below(rng, 31)):
            if state.player > CHANCE:
                actions[:] = 0
                legal(state, actions)
                play(state, nth_allowed(actions, random_below(rng, count_allowed(actions))))
        while state.player > CHANCE:
            actions[:] = 0
            legal(state, actions)
            action = choose(policies[0], state, actions, rng)
            if action < 0 or not is_allowed(actions, action):
                found += 1
                action = nth_allowed(actions, 0)
            play(state, action)
    return found


@compiled
def play_deals(skilled, others, seats, states, pack, rng, actions, points, made):
    """Play deals, `skilled` in the set of seats; points and successes go to `[deals, players]`."""
    state = states[0]
    for number in range(len(points)):
        _begin(states, pack, rng, actions)
        while state.player > CHANCE:
            actions[:] = 0
            legal(state, actions)
            if has(seats, state.player):
                play(state, choose(skilled[0], state, actions, rng))
            else:
                play(state, choose(others[0], state, actions, rng))
        for seat in range(state.opt.players):
            points[number, seat] = state.match.gained[seat]
            made[number, seat] = is_fulfilled(state, seat)


def arrays(game):
    """Return states (scratch and undealt), pack and actions for the kernels above."""
    states = np.zeros(2, game.definition.state)
    states[1] = game.new_initial_state().states[0]
    return states, game.pack.copy(), np.zeros((game.num_distinct_actions() + 63) // 64, np.int64)


def results(variant: str, seats: int, deals: int, seed: int):
    """Play the heuristic in a set of seats against uniform players: points and successes."""
    game = load_game(named(variant))
    states, pack, actions = arrays(game)
    points = np.zeros((deals, game.num_players()))
    made = np.zeros_like(points)
    own, others = heuristic.policy(game), uniform.policy(game)
    play_deals(own, others, seats, states, pack, stream(seed), actions, points, made)
    return points, made


def positions(game, seed: int):
    """Yield every decision of a deal that the heuristic and chance play in turn."""
    state, rng = game.deal(seed), stream(seed)
    while state.current_player() >= 0:
        yield state
        action = kernels.random_action(mask_of(state), rng)
        if seed % 2:
            action = decision(state)
        state.apply_action(int(action))


def mask_of(state):
    actions = np.zeros((state.game.num_distinct_actions() + 63) // 64, np.int64)
    kernels.legal_actions(state.states, 0, actions)
    return actions


def decision(state) -> int:
    """Return the heuristic's action in the very state."""
    record = heuristic.policy(state.game)
    return int(kernels.choose_action(record, state.states, 0, mask_of(state), stream(0)))


# --- contract of a policy -------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_only_legal_actions(variant):
    """The policy never chooses an illegal action, whatever was played before."""
    game = load_game(named(variant))
    states, pack, actions = arrays(game)

    found = illegal_choices(heuristic.policy(game), states, pack, stream(7), actions, DEALS)

    assert 0 == found


@pytest.mark.skipif(DISABLED, reason="samples hundreds of worlds")
@pytest.mark.parametrize("variant", VARIANTS)
def test_decides_alike_in_two_worlds_of_a_view(variant):
    """Two worlds of one view and the true state lead to the same action."""
    game = load_game(named(variant))
    rng = stream(3)
    record = heuristic.policy(game)
    for seed in range(6):
        for state in positions(game, seed):
            view = state.view(state.current_player())
            expected = decision(state)
            for _ in range(2):
                world = view.sample(rng)
                actions = view.legal_words()

                assert expected == kernels.choose_action(record, world.states, 0, actions, rng)


@pytest.mark.parametrize("variant", VARIANTS)
def test_reads_nothing_that_is_hidden(variant):
    """Nonsense in place of other seats' hidden hands, bid cards and calls changes no decision."""
    game = load_game(named(variant))
    nonsense = np.int64(0x0F0F0F0F)
    for seed in range(1 if DISABLED else 10):
        for state in positions(game, seed):
            expected, seat = decision(state), state.current_player()
            blinded = state.clone()
            record = blinded.states[0]
            for other in range(game.num_players()):
                if other != seat:
                    record.call[other] = 7
                    if not record.shown[other]:
                        record.laid[other] = nonsense
                    if record.level[other] != REVEALED:
                        record.hands[other] = nonsense

            assert expected == decision(blinded)


def test_laying_aside_is_one_plan():
    """The steps of the bid carry out the plan of the first: the best bid with what lies already."""
    game = load_game("ninety_nine")
    for seed in range(5):
        state = game.deal(seed)
        laid = []
        for _ in range(3):
            laid.append(decision(state))
            state.apply_action(laid[-1])
        again = game.deal(seed)
        for card in laid[:2]:
            again.apply_action(card)

        assert laid == sorted(laid)
        assert laid[2] == decision(again)


# --- strength -------------------------------------------------------------------------------------


@pytest.mark.skipif(DISABLED, reason="needs thousands of deals")
@pytest.mark.parametrize(
    ("variant", "margin"),
    [
        ("", 15),
        ("players=4", 15),
        ("players=5", 30),
        ("players=2,deck=24", 15),
        ("preset=mini2", 2),
        ("preset=mini3", 1.5),
    ],
)
def test_beats_uniform_players(variant, margin):
    """On the same deals the heuristic gains far more in a seat than a uniform player there."""
    points, made = results(variant, seats=1, deals=1000, seed=11)
    base, base_made = results(variant, seats=0, deals=1000, seed=11)
    lead = points[:, 0] - points[:, 1:].mean(axis=1)
    base_lead = base[:, 0] - base[:, 1:].mean(axis=1)

    assert lead.mean() > base_lead.mean() + margin
    assert made[:, 0].mean() > 1.3 * base_made[:, 0].mean()


@pytest.mark.skipif(DISABLED, reason="needs thousands of deals")
@pytest.mark.parametrize(
    ("variant", "share"), [("", 0.47), ("players=4", 0.48), ("players=5", 0.51)]
)
def test_makes_half_of_its_contracts_against_itself(variant, share):
    """Among equals about half of the contracts are fulfilled."""
    _, made = results(variant, seats=31, deals=2000, seed=12)

    assert made.mean() > share


@pytest.mark.skipif(DISABLED, reason="needs many deals")
def test_agent_beats_random_agents():
    """The agent plays the policy from views, with the same success."""
    game = load_game("ninety_nine")
    agents = [make_agent("random"), make_agent("heuristic"), make_agent("random")]
    scores = np.array([play_episode(game, agents, episode_seed(5, i)).scores() for i in range(60)])

    assert scores[:, 1].mean() > scores[:, [0, 2]].mean() + 10


# --- decisions of the rules page ------------------------------------------------------------------


def at_table(seat: int, laid: str, hand: str, played: str, trump: str = "NT"):
    """Return the first trick with a seat's cards given and the cards that were played before."""
    game = load_game(
        f"ninety_nine:trump_rule=fixed,fixed_trump={trump},premium_bids=none,first_dealer=2"
    )
    pack = game.options.the_pack()
    own = pack.parse(laid) + pack.parse(hand)
    cards = {other: [card] for other, card in enumerate(pack.parse(played))}
    rest = [c for c in range(36) if c not in own and all(c not in held for held in cards.values())]
    for other in range(3):
        if other == seat:
            cards[other] = own
        else:
            held = cards.setdefault(other, [])
            fill, rest = rest[: 12 - len(held)], rest[12 - len(held) :]
            cards[other] = held + fill
    state = game.deal(deck=[cards[i % 3][i // 3] for i in range(36)])
    for other in range(3):
        bid = cards[other][:3] if other == seat else cards[other][-3:]
        for card in sorted(bid):
            state.apply_action(card)
    for card in pack.parse(played):
        state.apply_action(card)
    assert seat == state.current_player()
    return state


def card_played(state) -> str:
    return state.game.action_to_string(decision(state))


def test_lays_the_doubtful_middle_aside():
    """Aces and low cards are kept; nine, ten and jack go, and bid the two tricks of the aces."""
    game = load_game("ninety_nine:trump_rule=fixed,first_dealer=2")
    own = game.options.the_pack().parse("AS AH 6S 7S 6C 7C 8C 6D 7D 9H TD JD")
    rest = [card for card in range(36) if card not in own]
    state = game.deal(deck=[own[i // 3] if i % 3 == 0 else rest.pop() for i in range(36)])
    laid = []
    for _ in range(3):
        laid.append(card_played(state))
        state.apply_action(decision(state))

    assert {"9H", "TD", "JD"} == set(laid)


def test_ducks_with_the_highest_loser():
    """With no trick to win, the highest card that loses is played under a higher one."""
    state = at_table(1, "9D TD JD", "6H JH AH 6S 7S 6C 7C 6D 7D", "QH")

    assert "JH" == card_played(state)


def test_ducks_in_the_last_seat():
    """In the last seat too: the highest card below the best one."""
    state = at_table(2, "9D TD JD", "6H 8H KH 6S 7S 6C 7C 6D 7D", "9H QH")

    assert "8H" == card_played(state)


def test_discards_the_most_dangerous_card():
    """Unable to follow and with no trick to win, an ace is got rid of."""
    state = at_table(1, "9D TD JD", "AS 6S 7S 8S 6C 7C 6D 7D 8D", "QH")

    assert "AS" == card_played(state)


def test_wins_cheaply_in_the_last_seat():
    """Needing two tricks, the ten takes a trick that it can take; the ace is for later."""
    state = at_table(2, "9D TD 9H", "TH AH 6S 7S 6C 7C 6D 7D 8D", "8H 7H")

    assert "TH" == card_played(state)


def test_keeps_the_trumps_when_no_trick_is_needed():
    """Unable to follow, one who wants no trick throws a card away and does not ruff."""
    state = at_table(2, "9D TD JD", "6S 7S KC 6C 7C 8C 6D 7D QD", "8H 7H", trump="S")

    assert card_played(state) in {"KC", "QD"}


def test_takes_every_trick_of_a_high_bid():
    """Needing all nine tricks, the trick at hand is won."""
    state = at_table(2, "6C 7C 8C", "KH AH AS KS QS AC KC AD KD", "QH JH")

    assert card_played(state) in {"KH", "AH"}


def test_numbers_are_fields():
    """The tunable numbers are fields of the record; a higher threshold declares less."""
    game = load_game("ninety_nine:trump_rule=fixed,first_dealer=2")
    bold, timid = heuristic.policy(game).copy(), heuristic.policy(game).copy()
    bold["declare_at"], timid["declare_at"] = 0.0, 1.1
    timid["reveal_at"] = bold["reveal_at"] = 1.1
    state = game.deal(1)
    while state.record.phase == 0:
        state.apply_action(decision(state))
    cards = len(game.pack)
    actions = mask_of(state)

    assert cards + 1 == kernels.choose_action(bold, state.states, 0, actions, stream(0))
    assert cards == kernels.choose_action(timid, state.states, 0, actions, stream(0))


def test_no_random_number_is_used():
    """The stream is as it was: the policy's decisions follow from the view alone."""
    game = load_game("ninety_nine")
    state, rng = game.deal(2), stream(9)
    before = int(rng[0])
    record = heuristic.policy(game)
    choose_directly(record[0], state.states[0], mask_of(state), rng)

    assert before == int(rng[0])
