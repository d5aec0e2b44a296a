"""Gymnasium: one seat learns. Spaces, seats, opponents, rewards, masks, the vector environment."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import prikup.envs  # noqa: F401 - registers the ids
from helpers import constant
from prikup.agents import make_agent
from prikup.envs import game_names, load_game
from prikup.envs.engine.errors import BadOptions, IllegalAction
from prikup.envs.single import PrikupSingleEnv
from prikup.envs.vector import PrikupVectorEnv

SMALL = ("kuhn_poker", "leduc_poker")


@pytest.mark.parametrize("name", game_names())
def test_gymnasium_finds_no_fault(name: str) -> None:
    """Each game has an id, and Gymnasium's own checker passes without a warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(f"prikup/{name}-v0", seat=1, illegal="forfeit", players=3)
        check_env(env.unwrapped, skip_render_check=name not in SMALL)


def episode(env: Any, rng: np.random.Generator, **how: Any) -> tuple[float, dict[str, Any]]:
    """Play an episode at random; returns the sum of rewards and the last info."""
    observation, info = env.reset(**how)
    total, over = 0.0, False
    while not over:
        assert observation in env.observation_space
        mask = info["action_mask"]
        assert (mask == env.unwrapped.action_masks()).all() and mask.any()
        action = int(rng.choice(np.flatnonzero(mask)))
        observation, reward, over, truncated, info = env.step(action)
        total += reward
        assert not truncated
    assert not info["action_mask"].any()
    return total, info


@pytest.mark.parametrize("utility", ["score", "rank"])
def test_rewards_add_up(utility: str) -> None:
    """Over an episode the learner receives its returns; every opponent's kind works."""
    game = load_game("leduc_poker:preset=three", utility=utility)
    others = [make_agent("random"), lambda view: view.legal_actions()[-1]]
    env, rng = PrikupSingleEnv(game, seat="cycle", opponents=others), np.random.default_rng(0)
    seats = []
    for number in range(9):
        total, info = episode(env, rng, seed=7 if number == 0 else None)
        seats.append(info["seat"])

        assert total == pytest.approx(info["returns"][info["seat"]])
        assert info["returns"].tolist() == env.table.episode.returns().tolist()
    assert [1, 2, 0, 1, 2, 0, 1, 2, 0] == seats  # 7 mod 3 comes first


def test_opponents_sit_to_the_left() -> None:
    """The first of several opponents sits left of the learner."""
    game = load_game("kuhn_poker:players=3")
    env = PrikupSingleEnv(game, seat=0, opponents=[constant.policy(1), constant.policy(0)])
    env.reset(seed=0)
    env.step(0)

    assert [0, 1, 0] == env.table.episode.history()


def test_the_seed_decides() -> None:
    """A seed gives the same episodes again, opponents included, and the deal of `game.deal`."""
    env = PrikupSingleEnv("leduc_poker", opponents="uniform", seat=1)
    runs = []
    for _ in range(2):
        rng = np.random.default_rng(1)
        first = episode(env, rng, seed=5)
        decks = env.table.episode.decks()
        runs.append([first[0], *(episode(env, rng)[0] for _ in range(10))])

        assert load_game("leduc_poker").deal(seed=5).decks()[0].tolist() == decks[0].tolist()
    assert runs[0] == runs[1]


def test_illegal_actions() -> None:
    """They raise and change nothing, or forfeit: the least utility, and the episode is over."""
    env = PrikupSingleEnv("leduc_poker")
    env.reset(seed=0)
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    before = env.table.episode.serialize()
    with pytest.raises(IllegalAction, match=f"action {illegal} .*is not legal"):
        env.step(illegal)
    assert before == env.table.episode.serialize()

    env = PrikupSingleEnv("leduc_poker", illegal="forfeit")
    env.reset(seed=0)
    _, reward, over, _, info = env.step(illegal)
    assert (env.game.min_utility(), True, True) == (reward, over, info["illegal"])
    with pytest.raises(IllegalAction, match="call reset"):
        env.step(0)


def test_decks_can_be_given() -> None:
    """`reset` takes a deck as the AEC environment does."""
    env = PrikupSingleEnv("kuhn_poker", seat=0)
    env.reset(options={"deck": ["K", "J", "Q"]})

    assert (
        env.view().observation().tolist()
        == load_game("kuhn_poker").deal(deck=[2, 0, 1]).view(0).observation().tolist()
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seat": 2}, "seat must be 0 to 1 or 'cycle', got 2"),
        ({"opponents": "heuristik"}, "did you mean 'heuristic'"),
        ({"opponents": 3}, "an opponent must be a policy"),
        ({"opponents": np.zeros(1)}, "an opponent must be a policy"),
        ({"opponents": []}, "each of the 1 other seats, got 0"),
        ({"illegal": "rise"}, "did you mean 'raise'"),
        ({"render_mode": "svg"}, "no render mode 'svg'"),
    ],
)
def test_bad_arguments(options: dict[str, Any], message: str) -> None:
    """Each wrong argument gets one clear line."""
    with pytest.raises(BadOptions, match=message):
        PrikupSingleEnv("kuhn_poker", **options)


# --- many at once ---------------------------------------------------------------------------------


def test_vector_environment() -> None:
    """`make_vec` gives the native one: next episodes begin in the step that ends one."""
    envs: Any = gymnasium.make_vec(
        "prikup/leduc_poker-v0", 6, opponents="uniform", seat="cycle", threads=2
    )
    assert isinstance(envs, PrikupVectorEnv)
    assert AutoresetMode.SAME_STEP is envs.metadata["autoreset_mode"]
    envs.action_space.seed(0)
    observations, infos = envs.reset(seed=3)
    received, episodes = np.zeros(6), 0
    for _ in range(40):
        assert observations in envs.observation_space
        assert (infos["action_mask"] == envs.action_masks()).all()
        actions = envs.action_space.sample(mask=tuple(infos["action_mask"]))
        before = observations
        observations, rewards, dones, truncated, infos = envs.step(actions)
        received += rewards
        assert not truncated.any() and before is not observations
        assert dones.any() == ("final_obs" in infos)
        for lane in np.flatnonzero(dones):
            returns = infos["final_info"]["returns"][lane]
            assert returns[lane % 2] == pytest.approx(received[lane])
            assert infos["final_obs"][lane] in envs.single_observation_space
            assert not infos["final_info"]["action_mask"][lane].any()
            received[lane] = 0.0
            episodes += 1
    envs.close()
    assert episodes > 20


def test_refused_vector_environment_has_nothing_to_close() -> None:
    """Some versions of Gymnasium close what is thrown away, the half-made ones too."""
    half_made = PrikupVectorEnv.__new__(PrikupVectorEnv)
    with pytest.raises(BadOptions, match="opponents"):
        half_made.__init__("kuhn_poker", 2, opponents=None)  # type: ignore[misc]

    half_made.close()

    assert not hasattr(half_made, "batch")


def test_vector_environment_is_repeatable() -> None:
    """A reset with a seed begins the same again, one without goes on."""
    envs = PrikupVectorEnv("kuhn_poker", 20)
    first, again = envs.reset(seed=1)[0], envs.reset()[0]

    assert (first != again).any()
    assert (first == envs.reset(seed=1)[0]).all()
    with pytest.raises(BadOptions, match="opponents"):
        PrikupVectorEnv("kuhn_poker", 2, opponents=None)
    with pytest.raises(BadOptions, match="draws nothing"):
        PrikupVectorEnv("kuhn_poker", 2, render_mode="ansi")


@pytest.mark.skipif(
    tuple(int(part) for part in gymnasium.__version__.split(".")[:2]) < (1, 4),
    reason="Gymnasium's wrapper knows autoreset in the same step since 1.4",
)
def test_gymnasium_wrapper_counts_episodes() -> None:
    """Gymnasium's own statistics wrapper works on it: its sums are the returns."""
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(
        gymnasium.make_vec("prikup/kuhn_poker-v0", 4)
    )
    envs.reset(seed=0)
    for _ in range(10):
        _, _, dones, _, infos = envs.step(np.ones(4, int))
        for lane in np.flatnonzero(dones):
            expected = infos["final_info"]["returns"][lane, 0]
            assert expected == pytest.approx(infos["episode"]["r"][lane])


# --- learners from elsewhere ----------------------------------------------------------------------


def test_maskable_ppo_learns() -> None:
    """MaskablePPO of SB3-contrib finds masks and spaces, and learns to call with a king.

    The second seat of Kuhn poker against an opponent that always bets: a king wins by calling, a
    jack loses less by folding (Kuhn 1950).
    """
    contrib = pytest.importorskip("sb3_contrib", reason="needs the extra [sb3]")
    import torch

    torch.set_num_threads(1)
    env = gymnasium.make("prikup/kuhn_poker-v0", seat=1, opponents=constant.policy(1))
    learner = contrib.MaskablePPO(
        "MlpPolicy", env, seed=0, n_steps=256, batch_size=64, learning_rate=3e-3, device="cpu"
    )
    learner.learn(4096)

    for cards, best in ((["Q", "J", "K"], 0), (["Q", "K", "J"], 1)):
        observation, _ = env.reset(options={"deck": cards})
        masks = env.unwrapped.action_masks()
        action, _ = learner.predict(observation, action_masks=masks, deterministic=True)
        assert best == int(action)
