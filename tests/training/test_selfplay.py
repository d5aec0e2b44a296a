"""Episodes for learners: every decision is credited with what its seat gained after it."""

from __future__ import annotations

import numpy as np
import pytest

from prikup.agents.neural.network import Network
from prikup.envs import BadOptions, load_game
from prikup.envs.batch import Batch
from prikup.training.selfplay import (
    Asked,
    Table,
    evaluation_seed,
    make_tables,
    play_at,
    play_episodes,
    training_seed,
)

MATCH = "ninety_nine:preset=mini2,episode=match,match=fixed_deals,fixed_deals=3,utility=score"


class Ledger:
    """A batch whose every step pays a power of two to each seat: all sums of payments differ.

    Who is asked is written out, so that seats follow themselves, wait, and end at different times.
    """

    ASKED = ([0, 0, 1, 0, 1], [1, 0, 1], [0])
    size = len(ASKED)

    def __init__(self) -> None:
        self.rewards = np.zeros((self.size, 2), np.float32)
        self.masks = np.ones((self.size, 3), bool)

    def reset(self, seed: int) -> None:
        self.at = np.zeros(self.size, int)
        self._show()

    def _show(self) -> None:
        places = [
            (script[at % len(script)], at) for script, at in zip(self.ASKED, self.at, strict=True)
        ]
        self.players = np.array([seat for seat, _ in places], np.int8)
        self.observations = np.array([[at] for _, at in places], np.float32)

    def step(self, actions: np.ndarray) -> None:
        self.rewards[:, 0] = 2.0**self.at
        self.rewards[:, 1] = 2.0 ** (self.at + 8)
        self.at += 1
        self.dones = np.array([at % len(s) == 0 for s, at in zip(self.ASKED, self.at, strict=True)])
        self._show()


def first_action(asked: Asked) -> np.ndarray:
    return asked.masks.argmax(axis=1)


def random_action(seed: int):
    rng = np.random.default_rng(seed)
    return lambda asked: np.where(asked.masks, rng.random(asked.masks.shape), -1).argmax(axis=1)


def test_returns_go_to_the_decisions_they_follow():
    """A return is the seat's own pay from its decision to the end; a reward ends at its next."""
    played = play_episodes(Ledger(), 0, first_action)
    found = {
        (lane, seat, int(step)): (total, reward, last)
        for lane, seat, step, total, reward, last in zip(
            played.lanes.tolist(),
            played.seats.tolist(),
            played.observations[:, 0],
            played.returns.tolist(),
            played.rewards.tolist(),
            played.is_last.tolist(),
            strict=True,
        )
    }
    expected = {}
    for lane, script in enumerate(Ledger.ASKED):
        for step, seat in enumerate(script):
            later = [k for k in range(step + 1, len(script)) if script[k] == seat]
            pay = [2.0 ** (k + 8 * seat) for k in range(len(script))]
            until = later[0] if later else len(script)
            expected[lane, seat, step] = sum(pay[step:]), sum(pay[step:until]), not later

    assert expected == found
    assert [[31, 31 << 8], [7, 7 << 8], [1, 1 << 8]] == played.totals.tolist()


def test_returns_of_a_match_are_those_of_the_rules():
    """In a match of three deals, paid deal by deal, a naive sum over the same games agrees."""
    batch = Batch(MATCH, 40)
    played = play_episodes(batch, 7, random_action(1))
    again = Batch(MATCH, 40)
    choose, lists = random_action(1), [[] for _ in range(40)]
    again.reset(7)
    running = list(range(40))
    while running:
        asked = Asked(
            np.array(running),
            again.players[running],
            again.observations[running],
            again.masks[running],
        )
        actions = choose(asked)
        seats = again.players.copy()
        everywhere = again.masks.argmax(axis=1)
        everywhere[running] = actions
        again.step(everywhere)
        for lane in running:
            lists[lane].append((int(seats[lane]), again.rewards[lane].astype(float)))
        running = [lane for lane in running if not again.dones[lane]]
    expected = [
        sum(pay[seat] for _, pay in steps[k:])
        for steps in lists
        for seat in range(2)
        for k, (mover, _) in enumerate(steps)
        if mover == seat
    ]

    assert expected == pytest.approx(played.returns.tolist())
    # Later deals' decisions must not be paid for earlier deals: most returns are not the total.
    totals = played.totals[played.lanes, played.seats]
    assert np.mean(np.abs(played.returns - totals) > 1e-6) > 0.5
    sums = np.zeros_like(played.totals)
    np.add.at(sums, (played.lanes, played.seats), played.rewards)
    first = np.r_[True, played.is_last[:-1]]
    paid_before = np.zeros_like(sums)
    paid_before[played.lanes[first], played.seats[first]] = (totals - played.returns)[first]
    assert (sums + paid_before) == pytest.approx(played.totals)


def test_critics_see_what_all_seats_see():
    """A world is the mover's own observation, then those of the seats to its left, of that moment.

    All that a seat sees of its own hand in Ninety-Nine is the first piece of its observation: in a
    world the hands do not overlap, and the three of the first decision make up the pack.
    """
    game = load_game("ninety_nine:preset=mini3")
    batch, F = Batch(game, 20), game.observation_tensor_size()
    table = Table(batch, None)
    played = play_at(table, 2, random_action(3), with_worlds=True)
    assert (played.worlds[:, :F] == played.observations).all()
    assert (len(played.actions), 3 * F) == played.worlds.shape
    assert 0 == play_at(table, 2, random_action(3)).worlds.size
    hands = played.worlds.reshape(-1, 3, F)[:, :, : len(game.pack)]
    assert hands.sum(axis=1).max() == 1.0
    first = hands.sum(axis=(1, 2)) == len(game.pack)
    assert 20 == first.sum()
    # The seat to the left sees the mover at its right: 'mover' is relative to the own seat.
    (start,) = [i for i, piece in enumerate(game.pieces) if piece.name == "mover"]
    at = sum(piece.size for piece in game.pieces[:start])
    movers = played.worlds.reshape(-1, 3, F)[:, :, at : at + 3].argmax(axis=2)
    assert (movers == [0, 2, 1]).all()


def test_an_iteration_follows_from_its_seed():
    """The same seed gives the same episodes, whatever was played before, on any threads."""
    one = play_episodes(Batch(MATCH, 30), 5, first_action)
    batch = Batch(MATCH, 30, threads=2)
    play_episodes(batch, 4, first_action)
    two = play_episodes(batch, 5, first_action)

    for left, right in zip(one, two, strict=True):
        assert left.tobytes() == right.tobytes()


def test_seeds_of_training_and_evaluation_differ():
    """No iteration plays the deals that a run is measured on, also of another run."""
    seeds = [training_seed(seed, k) for seed in range(5) for k in range(2000)]
    seeds += [evaluation_seed(seed) for seed in range(5)]

    assert len(seeds) == len(set(seeds))


# --- other players --------------------------------------------------------------------------------


def always(action: int) -> Network:
    """Return a network for Kuhn poker that always passes (0) or bets (1)."""
    game = load_game("kuhn_poker")
    bias = np.where(np.arange(2) == action, 1.0, 0.0).astype(np.float32)
    weight = np.zeros((2, game.observation_tensor_size()), np.float32)
    version = game.definition.version
    return Network(str(game), version, "values", 1.0, (weight,), (bias,))


def test_a_rival_plays_the_other_seats(tmp_path):
    """Whoever bets wins 1 from a rival that always passes; its decisions are not learned from."""
    always(0).save(tmp_path / "best.npz")
    (table,) = make_tables(load_game("kuhn_poker"), 10, 1, f"dmc:{tmp_path}")
    played = play_at(table, 3, lambda asked: np.ones(len(asked.lanes), int))

    assert list(range(10)) == played.lanes.tolist()
    assert [0, 1] * 5 == played.seats.tolist()
    assert [1.0] * 10 == played.returns.tolist()


def test_opponents_in_turn(tmp_path):
    """Several opponents make a table each; unknown ones are named."""
    game = load_game("kuhn_poker")
    always(0).save(tmp_path / "best.npz")
    tables = make_tables(game, 10, 1, f"self+uniform+dmc:{tmp_path}")
    with pytest.raises(BadOptions, match="no policy 'unifrom'; did you mean 'uniform'"):
        make_tables(game, 10, 1, "self+unifrom")
    with pytest.raises(BadOptions, match="cannot play leduc_poker"):
        make_tables(load_game("leduc_poker"), 10, 1, f"dmc:{tmp_path}")

    assert [False, False, True] == [table.rival is not None for table in tables]
    both = [len(play_at(table, 1, first_action).actions) for table in tables]
    assert both[0] == 20 and both[1] < 20 and both[2] == 10
