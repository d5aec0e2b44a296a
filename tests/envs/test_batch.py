"""Batches: rewards, seats, threads, refusals, keeping; the conformance suite checks the games."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from helpers import constant, curt
from prikup.agents import make_agent, uniform
from prikup.envs import Batch, load_game
from prikup.envs.checks.batches import Mirror, lane_streams
from prikup.envs.engine.errors import BadOptions, IllegalAction
from prikup.envs.engine.utility import utilities


def play(batch: Batch, calls: int, seed: int = 0) -> list[Any]:
    """Step with random actions; returns copies of all that the batch shows, call by call."""
    rng, shown = np.random.default_rng(seed), []
    for _ in range(calls):
        batch.step((batch.masks * rng.random(batch.masks.shape)).argmax(axis=1))
        names = ("players", "observations", "masks", "rewards", "dones", "returns")
        shown.append({name: getattr(batch, name).copy() for name in names})
    return shown


# --- rewards --------------------------------------------------------------------------------------


@pytest.mark.parametrize("utility", ["score", "zero_sum", "win", "rank"])
def test_rewards_of_a_match_add_up_to_its_returns(utility: str) -> None:
    """Over an episode each seat receives its utility of the raw scores, once and in its own column.

    The scores are those of the same actions and decks played through `State`.
    """
    game = load_game("ninety_nine:preset=mini2,episode=match", utility=utility)
    batch = Batch(game, 4, seed=3)
    mirrors = [Mirror(game, rng) for rng in lane_streams(3, 4)]
    received, rng, episodes = np.zeros((4, 2)), np.random.default_rng(0), 0
    while episodes < 8:
        actions = [int(rng.choice(np.flatnonzero(mask))) for mask in batch.masks]
        ends = []
        for lane, mirror in enumerate(mirrors):
            state = mirror.state
            mirror.step(actions[lane])
            ends.append(state.scores() if state.is_terminal() else None)
        batch.step(actions)
        received += batch.rewards
        for lane, scores in enumerate(ends):
            assert (scores is not None) == batch.dones[lane]
            if scores is not None:
                expected = utilities(utility, scores, True)

                assert expected == pytest.approx(received[lane], abs=1e-4)
                assert expected == pytest.approx(batch.returns[lane])
                received[lane] = 0.0
                episodes += 1


def test_reward_reaches_the_seat_that_won() -> None:
    """In Kuhn poker the seat that is left after a bet and a fold gets the other's chip."""
    batch = Batch("kuhn_poker", 6, seed=1)
    batch.step(np.ones(6, int))  # the first seat bets

    assert [1] * 6 == batch.players.tolist()
    assert not batch.rewards.any() and not batch.dones.any()

    batch.step(np.zeros(6, int))  # the second folds

    assert [[1.0, -1.0]] * 6 == batch.rewards.tolist()
    assert [[1.0, -1.0]] * 6 == batch.returns.tolist()
    assert batch.dones.all() and [0] * 6 == batch.players.tolist()


# --- seats and opponents --------------------------------------------------------------------------


def test_every_lane_asks_its_learner() -> None:
    """With opponents only the learner's seat is asked, by default lane i's is seat i mod P."""
    batch = Batch("kuhn_poker:players=3", 7, opponents="uniform")
    for shown in play(batch, 30):
        assert [0, 1, 2, 0, 1, 2, 0] == shown["players"].tolist()
        assert shown["masks"].any(axis=1).all()


@pytest.mark.parametrize("seat", [1, "cycle", [2, 0, 0, 1, 2]])
def test_rewards_between_two_decisions_add_up(seat: Any) -> None:
    """What the learner receives over an episode, the others' moves included, is its returns."""
    batch = Batch("leduc_poker:preset=three", 5, seed=2, opponents="uniform", seat=seat)
    received, episodes = np.zeros((5, 3)), 0
    for shown in play(batch, 60):
        received += shown["rewards"]
        done = shown["dones"]
        episodes += done.sum()

        assert received[done] == pytest.approx(shown["returns"][done])
        received[done] = 0.0
    assert episodes > 20


def test_each_seat_has_its_policy() -> None:
    """Of several opponents the first sits to the learner's left: here the one that always bets."""
    opponents = [constant.policy(1), constant.policy(0)]
    batch = Batch("kuhn_poker:players=3", 3, opponents=opponents, seat=[0, 1, 2])

    batch.step([0, 0, 0])

    # Seat 0 has passed, 1 bet, 2 folded: seat 0 is asked again. Where the learner is seat 1, seat 0
    # folds to seat 2's bet: asked again too. Where it is seat 2, it has folded to seat 0's bet.
    assert [False, False, True] == batch.dones.tolist()
    assert [0, 1] == batch.players[:2].tolist()
    assert [2.0, -1.0, -1.0] == batch.returns[2].tolist()


def test_episodes_without_a_question_are_passed_over() -> None:
    """They are counted and leave no trace; what came before the first question comes with the next.

    The first seat stops (1 point) in half of the deals, the learner always (10 points), in matches
    of two deals: 1, 2 or 0 of them ask it.
    """
    batch = Batch(curt.game(), 50, seed=6, opponents="uniform", seat=1)
    received, found = np.zeros((50, 2)), []
    for _ in range(40):
        batch.step(np.full(50, curt.STOP))
        received += batch.rewards
        for lane in np.flatnonzero(batch.dones):
            assert batch.returns[lane].tolist() == received[lane].tolist()
            found.append(tuple(received[lane].tolist()))
            received[lane] = 0.0

    assert {(1.0, 10.0), (0.0, 20.0)} == set(found)
    # One match in four asks nobody, two in four once, one in four twice.
    assert 1 / 3 == pytest.approx(batch.unasked / len(found), abs=0.06)
    assert 1 / 3 == pytest.approx(found.count((0.0, 20.0)) / len(found), abs=0.06)


def test_a_learner_that_is_never_asked_is_an_error() -> None:
    """Where nothing ever comes to the learner there is no batch, instead of no end."""
    with pytest.raises(RuntimeError, match="lane 0 finds no decision in 10000 tries"):
        Batch(curt.game(), 2, opponents=constant.policy(curt.STOP), seat=1)


def test_lanes_of_several_players_outside() -> None:
    """Trainers with a league ask which lanes wait for whom."""
    batch = Batch("kuhn_poker", 4)
    owners = np.array([[0, 1], [1, 0], [2, 1], [1, 2]])

    assert [[0], [1, 3], [2]] == [batch.lanes_of(k, owners).tolist() for k in range(3)]


# --- seeds and threads ----------------------------------------------------------------------------

SCRIPT = """
import hashlib, sys
import numpy as np
from prikup.envs import Batch
batch = Batch("leduc_poker", 13, seed=5, threads=int(sys.argv[1]), opponents="uniform")
rng, digest = np.random.default_rng(0), hashlib.sha256()
for _ in range(200):
    batch.step((batch.masks * rng.random(batch.masks.shape)).argmax(axis=1))
    for array in (batch.players, batch.observations, batch.masks, batch.rewards, batch.dones):
        digest.update(array.tobytes())
print(digest.hexdigest())
"""


def test_threads_and_processes_change_nothing() -> None:
    """One thread here, one and four in new processes: the same bytes over two hundred steps."""
    runs = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT, threads], capture_output=True, text=True, check=True
        )
        for threads in ("1", "4")
    ]

    assert runs[0].stdout == runs[1].stdout
    assert 65 == len(runs[0].stdout)


def test_lanes_do_not_depend_on_their_number() -> None:
    """The first lanes of a larger batch are those of a smaller one."""
    small, large = Batch("kuhn_poker", 3, seed=9), Batch("kuhn_poker", 8, seed=9)
    for _ in range(20):
        small.step(small.masks.argmax(axis=1))
        large.step(large.masks.argmax(axis=1))

        assert (small.observations == large.observations[:3]).all()


@pytest.mark.parametrize("game", ["leduc_poker", "ninety_nine:preset=mini2,episode=match"])
def test_logs_change_nothing_else(game: str) -> None:
    """Without logs the lanes' records overlap in memory; what the batch shows is the same."""
    quiet, logged = (play(Batch(game, 7, log=log), 200) for log in (False, True))
    for one, other in zip(quiet, logged, strict=True):
        for name, array in one.items():
            assert (array == other[name]).all(), name


def test_another_seed_is_another_batch() -> None:
    """Seeds differ, a reset with the seed begins the same again, one without goes on."""
    batch, other = Batch("leduc_poker", 50, seed=1), Batch("leduc_poker", 50, seed=2)
    first = batch.observations.copy()

    assert (first != other.observations).any()
    batch.reset()
    assert (first != batch.observations).any()
    batch.reset(seed=1)
    assert (first == batch.observations).all()


# --- arrays, views --------------------------------------------------------------------------------


def test_arrays_are_the_same_memory() -> None:
    """Steps write into the arrays that are there, the caller's where given."""
    mine = np.zeros((4, 2), np.bool_)
    batch = Batch("kuhn_poker", 4, arrays={"masks": mine})
    observations = batch.observations
    batch.step(batch.masks.argmax(axis=1))

    assert batch.masks is mine and mine.all()
    assert batch.observations is observations


def test_scribbling_on_masks_allows_nothing() -> None:
    """What is legal is the batch's own knowledge, not what the arrays say."""
    batch = Batch("leduc_poker", 2)
    illegal = int(np.flatnonzero(~batch.masks[1])[0])
    batch.masks[:] = True

    with pytest.raises(IllegalAction, match=f"lane 1: action {illegal} .* legal are"):
        batch.step([int(batch.masks[0].argmax()) + 1, illegal])


def test_views_for_agents() -> None:
    """With logs kept, an agent of prikup may sit in a lane: its view is that of the seat to act."""
    batch, agent = Batch("leduc_poker", 3, log=True, seed=4), make_agent("ismcts:sims=20")
    for _ in range(5):
        views = [batch.view(lane) for lane in range(3)]
        for lane, view in enumerate(views):
            assert batch.players[lane] == view.seat == view.current_player()
            assert batch.observations[lane].tolist() == view.observation().tolist()
        batch.step([agent.act(view) for view in views])
    with pytest.raises(BadOptions, match="log=True"):
        Batch("leduc_poker", 3).view(0)


@pytest.mark.parametrize("lane", [-1, 3])
def test_there_is_no_such_lane(lane: int) -> None:
    """Whatever asks for a lane says which there are."""
    batch = Batch("kuhn_poker", 3, log=True)
    for ask in (
        batch.view,
        lambda i: batch.advise("uniform", [i]),
        lambda i: batch.observe_all([i]),
    ):
        with pytest.raises(BadOptions, match="lane must be 0 to 2, got"):
            ask(lane)


def test_final_observations() -> None:
    """They are kept where wanted: what the learner saw at the end, which is no new decision."""
    batch = Batch("kuhn_poker", 1, opponents="uniform", seat=0, final_observations=True)
    assert batch.final_observations is not None
    while not batch.dones[0]:
        before = batch.observations.copy()
        batch.step([1])

    assert (batch.final_observations != before).any()
    assert (batch.final_observations != batch.observations).any()
    assert Batch("kuhn_poker", 1).final_observations is None


# --- keeping --------------------------------------------------------------------------------------


def test_saved_batch_goes_on_alike(tmp_path: Any) -> None:
    """Saved to a file and loaded into a new batch, all goes on bit for bit."""

    def make(seed: int) -> Batch:
        return Batch("leduc_poker:episode=deal", 6, seed=seed, opponents="uniform")

    batch, other = make(1), make(2)
    play(batch, 7)
    np.savez(tmp_path / "batch.npz", **batch.save())
    with np.load(tmp_path / "batch.npz") as saved:
        other.load(saved)

    assert (batch.observations == other.observations).all()
    assert (batch.dones == other.dones).all() and (batch.rewards == other.rewards).all()
    for one, two in zip(play(batch, 20), play(other, 20), strict=True):
        assert all((one[name] == two[name]).all() for name in one)


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (lambda: Batch("kuhn_poker", 2), "expected 3 games of kuhn_poker"),
        (lambda: Batch("leduc_poker", 3), "expected 3 games of kuhn_poker"),
        (lambda: Batch("kuhn_poker", 3, log=True), "log False.* got .*log True"),
        (lambda: Batch("kuhn_poker", 3, opponents="uniform"), "in other seats"),
    ],
)
def test_foreign_saves_are_refused(other: Any, message: str) -> None:
    """A save of another game, size or table is refused, and nothing has changed."""
    batch = Batch("kuhn_poker", 3, seed=1)
    before = batch.observations.copy()

    with pytest.raises(BadOptions, match=message):
        batch.load(other().save())
    assert (before == batch.observations).all()


# --- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([0, 7], "lane 1: action 7 is not legal for player 0; legal are 0 "),
        ([0, -1], "lane 1: action -1 is not legal"),
        ([-2, 0], "lane 0: action -2 is not legal"),
        ([0], "expected 2 integer actions"),
        ([0.0, 1.0], "expected 2 integer actions"),
    ],
)
def test_illegal_actions_change_nothing(actions: Any, message: str) -> None:
    """The error names the lane, the action and the legal ones; no lane has moved."""
    batch = Batch("kuhn_poker", 2, seed=0)
    before = batch.save()

    with pytest.raises(IllegalAction, match=message):
        batch.step(actions)
    assert all((before[name] == array).all() for name, array in batch.save().items())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"size": 0}, "size must be 1 or more, got 0"),
        ({"threads": 0}, "threads must be 1 or more, got 0"),
        ({"seat": 0}, "needs opponents"),
        ({"opponents": "uniforn"}, "did you mean 'uniform'"),
        ({"opponents": "heuristic"}, "no heuristic for kuhn_poker"),
        ({"opponents": ["uniform"] * 2}, "each of the 1 other seats, got 2"),
        ({"opponents": lambda view: 0}, "must be compiled policies"),
        ({"opponents": "uniform", "seat": 2}, "seat must be 0 to 1, got 2"),
        ({"opponents": "uniform", "seat": "all"}, "or 'cycle', got 'all'"),
        ({"opponents": "uniform", "seat": [0, 1]}, "seat must be an int, 4 of them"),
        ({"arrays": {"mask": np.zeros(4)}}, "did you mean 'masks'"),
        ({"arrays": {"dones": np.zeros(4)}}, r"dones must be a contiguous bool\[4\], got float64"),
    ],
)
def test_bad_arguments(options: dict[str, Any], message: str) -> None:
    """Each wrong argument gets one clear line."""
    with pytest.raises(BadOptions, match=message):
        Batch("kuhn_poker", **{"size": 4, **options})


def test_a_policy_record_is_an_opponent() -> None:
    """A record plays as its name does."""
    game = load_game("kuhn_poker")
    named, given = (Batch(game, 5, opponents=one) for one in ("uniform", uniform.policy(game)))

    for one, two in zip(play(named, 20), play(given, 20), strict=True):
        assert (one["observations"] == two["observations"]).all()


# --- for learners ---------------------------------------------------------------------------------


def test_advice_is_what_the_policy_plays() -> None:
    """Following the heuristic's advice for one seat plays the same games as the heuristic there."""
    game = load_game("ninety_nine:preset=mini3")
    batch = Batch(game, 12, opponents="heuristic", seat="cycle", log=True)
    agent, lanes = make_agent("heuristic"), np.arange(12)
    for _ in range(9):
        advised = batch.advise("heuristic", lanes)

        assert [agent.act(batch.view(lane)) for lane in range(12)] == advised.tolist()
        batch.step(advised)
    with pytest.raises(BadOptions, match="no heuristic for kuhn_poker"):
        Batch("kuhn_poker", 2).advise("heuristic", np.arange(2))
    with pytest.raises(BadOptions, match="no compiled policy of ninety_nine"):
        batch.advise(agent, lanes)


def test_all_seats_observations_are_those_of_their_views() -> None:
    """What `observe_all` shows of a lane is what each seat's own view holds."""
    batch = Batch("ninety_nine:preset=mini3", 6, log=True)
    play(batch, 7)
    seen = batch.observe_all(np.array([5, 2]))
    for row, lane in enumerate((5, 2)):
        assert (seen[row, batch.players[lane]] == batch.view(lane).observation()).all()
        # A seat's hand comes first; the hands of a lane have no card in common.
        assert seen[row, :, : len(batch.game.pack)].sum(axis=0).max() == 1.0
    assert (2, 3, batch.game.observation_tensor_size()) == seen.shape
