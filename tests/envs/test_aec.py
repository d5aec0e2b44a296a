"""The PettingZoo environment: honest masks, full rewards, live copies, chance by seed."""

import copy
import hashlib
import pickle
import re
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pettingzoo
import pytest
from gymnasium import spaces
from pettingzoo.test import api_test, render_test, seed_test

from helpers.matches import match_options
from prikup.envs import BadOptions, IllegalAction, PrikupError, game_names, load_game
from prikup.envs.aec import PrikupEnv, env, iter_decisions, raw_env

GAMES = game_names()
MAKERS = [raw_env, env]


@pytest.fixture(params=GAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def random_action(mask: np.ndarray, rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


def play_on(table: Any, rng: np.random.Generator, decisions: int = 10**6) -> list[Any]:
    """Play at random and return all that the agents were given, dead steps included."""
    story: list[Any] = []
    for agent in table.agent_iter(decisions):
        seen, reward, terminated, truncated, info = table.last()
        story.append((agent, seen["observation"].tolist(), seen["action_mask"].tolist()))
        story.append((reward, terminated, truncated, info))
        table.step(None if terminated else random_action(seen["action_mask"], rng))
    return story


def snapshot(table: PrikupEnv) -> Any:
    """Return all that a refused call must leave as it was."""
    assert table.episode is not None
    names = ("rewards", "_cumulative_rewards", "terminations", "truncations", "agent_selection")
    return (
        table.episode.states.tobytes(),
        [str(step) for step in table.episode.steps()],
        copy.deepcopy([getattr(table, attribute) for attribute in names]),
        table.agents.copy(),
    )


# --- PettingZoo's own tests ---


@pytest.mark.parametrize("make", MAKERS)
def test_passes_pettingzoo(name: str, make: Callable[..., Any]) -> None:
    """PettingZoo's tests of the interface and of seeding pass, wrapped and not."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(make(name), num_cycles=200)
        seed_test(lambda: make(name), num_cycles=200)


def test_renders(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every render mode gives what PettingZoo expects of it."""
    render_test(lambda render_mode: env(name, render_mode=render_mode))


def test_draws_the_acting_seats_view() -> None:
    """The picture shows the card of the seat to act, and only that."""
    table = raw_env("kuhn_poker", render_mode="ansi")
    table.reset(options={"deck": ["K", "J", "Q"]})
    first = table.render()
    table.step(0)
    second = table.render()

    assert isinstance(first, str) and isinstance(second, str)
    assert ["K"] == re.findall(r"^  ([JQK])$", first, re.MULTILINE)
    assert ["J"] == re.findall(r"^  ([JQK])$", second, re.MULTILINE)


def test_human_prints(capsys: pytest.CaptureFixture[str]) -> None:
    """The mode for people prints the table after each step and returns nothing."""
    table = raw_env("kuhn_poker", render_mode="human")
    table.reset(seed=0)
    table.step(0)

    assert 1 == capsys.readouterr().out.count("Kuhn poker")
    assert table.render() is None


# --- spaces and masks ---


def test_masks_and_observations_hold_throughout(name: str) -> None:
    """At every node the actor's mask is its legal actions, other masks are zero, all fits."""
    table = raw_env(name)
    players = table.game.num_players()
    rng = np.random.default_rng(1)
    for seed in range(3):
        table.reset(seed=seed)
        assert table.episode is not None
        while True:
            legal = table.episode.legal_actions()
            whole = []
            for seat, agent in enumerate(table.possible_agents):
                seen = table.observe(agent)
                acts = seat == table.episode.current_player()
                whole.append(seen["observation"])

                assert np.int8 == seen["action_mask"].dtype
                assert (legal if acts else []) == np.flatnonzero(seen["action_mask"]).tolist()
                assert table.observation_space(agent).contains(seen)
                assert np.isfinite(whole[-1]).all()
                assert table.view(agent).observation().tobytes() == whole[-1].tobytes()
            assert np.concatenate(whole).tobytes() == table.state().tobytes()
            assert table.state_space.contains(table.state())
            if table.episode.is_terminal():
                break
            assert legal
            table.step(legal[rng.integers(len(legal))])

    assert [f"player_{seat}" for seat in range(players)] == table.possible_agents


def test_spaces(name: str) -> None:
    """Spaces have the game's sizes, and each seat's are the same objects at every call."""
    table, game = env(name), load_game(name)
    box, mask = (table.observation_space("player_0")[key] for key in ("observation", "action_mask"))

    assert ((game.observation_tensor_size(),), np.float32) == (box.shape, box.dtype)
    assert ((game.num_distinct_actions(),), np.int8) == (mask.shape, mask.dtype)
    assert spaces.Discrete(game.num_distinct_actions()) == table.action_space("player_1")
    assert table.observation_space("player_1") is table.observation_space("player_1")
    assert table.action_space("player_0") is not table.action_space("player_1")


def test_observations_are_fresh() -> None:
    """An observation kept from an earlier step is not written over."""
    table = raw_env("kuhn_poker")
    table.reset(seed=0)
    kept = table.observe("player_0")
    before = copy.deepcopy(kept)
    table.step(1)
    table.observe("player_0")

    assert before["observation"].tolist() == kept["observation"].tolist()
    assert before["action_mask"].tolist() == kept["action_mask"].tolist()


# --- rewards and the end ---


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("utility", ["score", "zero_sum", "win", "rank"])
def test_rewards_sum_to_returns(name: str, utility: str, make: Callable[..., Any]) -> None:
    """What `last` hands out sums to the returns; each seat sees one end, and nobody is left."""
    table = make(name, utility=utility)
    rng = np.random.default_rng(2)
    for seed in range(5):
        table.reset(seed=seed)
        total = dict.fromkeys(table.possible_agents, 0.0)
        ends = dict.fromkeys(table.possible_agents, 0)
        acted = set()
        for agent in table.agent_iter():
            seen, reward, terminated, truncated, _ = table.last()
            # Between two of its decisions a seat is handed what it has gained meanwhile.
            total[agent] += reward
            ends[agent] += terminated
            acted.add(agent)
            assert not truncated
            table.step(None if terminated else random_action(seen["action_mask"], rng))

        assert set(total) == acted
        assert {1} == set(ends.values())
        assert [] == table.agents
        expected = table.unwrapped.episode.returns().tolist()
        assert expected == pytest.approx(list(total.values()), abs=1e-9)


def test_matches_pay_after_each_deal(name: str) -> None:
    """In a match rewards come at the end of each deal, and the next one is dealt in `step`."""
    table = raw_env(name, episode="match", **match_options(name))
    if table.game.options.max_deals() == 1:
        pytest.skip("a match is one deal")
    table.reset(seed=3)
    assert table.episode is not None
    rng, total, deals = np.random.default_rng(3), np.zeros(table.game.num_players()), 0
    for agent, _, mask in iter_decisions(table):
        table.step(random_action(mask, rng))
        finished = int(table.episode.record.match.deals)
        gained = np.array([table.rewards[a] for a in table.possible_agents])

        assert agent in table.possible_agents
        assert not table.episode.is_chance_node()
        assert finished > deals or not gained.any()
        total, deals = total + gained, finished

    assert deals > 1
    assert table.episode.returns() == pytest.approx(total)


def test_scripted_kuhn() -> None:
    """King against jack, bet and call: the bettor wins two chips, all end at once."""
    table = env("kuhn_poker")
    table.reset(options={"deck": ["K", "J", "Q"]})
    table.step(1)
    table.step(1)

    assert {"player_0": 2.0, "player_1": -2.0} == table.rewards
    assert {"player_0": True, "player_1": True} == table.terminations
    assert "player_0" == table.agent_selection
    assert 2.0 == table.last()[1]
    table.step(None)
    assert ["player_1"] == table.agents
    assert (-2.0, True) == table.last()[1:3]
    table.step(None)
    assert [] == table.agents


def test_decisions_hide_the_end(name: str) -> None:
    """The helper yields decisions only, as many as actions were played, and ends the episode."""
    table = env(name)
    table.reset(seed=4)
    rng, count = np.random.default_rng(4), 0
    for agent, observation, mask in iter_decisions(table):
        assert agent == table.agent_selection
        assert table.unwrapped.game.observation_tensor_size() == len(observation)
        table.step(random_action(mask, rng))
        count += 1

    episode = table.unwrapped.episode
    assert [] == table.agents
    assert episode.is_terminal()
    assert 0 < count <= len(episode.history())


# --- refusals ---


def test_illegal_actions_change_nothing(name: str) -> None:
    """Every illegal action at every node raises IllegalAction; the episode then goes on alike."""
    table, twin = raw_env(name), raw_env(name)
    actions = table.game.num_distinct_actions()
    wrong_types = [None, -1, actions, 10**30, 0.5, "0"]
    table.reset(seed=5)
    twin.reset(seed=5)
    rng = np.random.default_rng(5)
    while not all(table.terminations.values()):
        mask = table.observe(table.agent_selection)["action_mask"]
        before = snapshot(table)
        for action in [*wrong_types, *np.flatnonzero(mask == 0).tolist()]:
            with pytest.raises(IllegalAction):
                table.step(action)
        assert before == snapshot(table)
        action = random_action(mask, rng)
        table.step(action)
        twin.step(action)

    assert snapshot(twin) == snapshot(table)


def test_dead_seats_step_with_none() -> None:
    """After the end only None is taken, and after that nothing."""
    table = raw_env("kuhn_poker")
    table.reset(seed=0)
    table.step(0)
    table.step(0)
    before = snapshot(table)
    with pytest.raises(IllegalAction, match="expected None"):
        table.step(0)
    assert before == snapshot(table)
    table.step(None)
    table.step(None)
    with pytest.raises(IllegalAction, match="reset"):
        table.step(None)


def test_needs_reset_first() -> None:
    """Before the first reset every call says so."""
    table = raw_env("kuhn_poker", render_mode="ansi")
    for call in (
        lambda: table.step(0),
        lambda: table.observe("player_0"),
        lambda: table.state(),
        lambda: table.view("player_0"),
        lambda: table.render(),
    ):
        with pytest.raises(IllegalAction, match="reset"):
            call()


@pytest.mark.parametrize(
    ("game", "options", "message"),
    [
        ("kun_poker", {}, "kuhn_poker"),
        ("kuhn_poker", {"player": 3}, "players"),
        ("kuhn_poker", {"players": 9}, "2 to 4"),
        ("kuhn_poker", {"preset": "clasic"}, "classic"),
        ("kuhn_poker", {"render_mode": "ansy"}, "ansi"),
        ("kuhn_poker", {"max_cycles": 100}, "max_cycles"),
    ],
)
def test_bad_options_are_refused(game: str, options: dict[str, Any], message: str) -> None:
    """Wrong names and values are answered with the right ones."""
    with pytest.raises(BadOptions, match=message):
        env(game, **options)


def test_unknown_agents_are_refused() -> None:
    """A wrong name of an agent is answered with the right ones."""
    table = raw_env("kuhn_poker")
    table.reset(seed=0)
    for call in (table.observe, table.view):
        with pytest.raises(BadOptions, match="player_1"):
            call("player_2")


# --- copies ---


@pytest.mark.parametrize(
    "copied",
    [copy.deepcopy, copy.copy, lambda table: pickle.loads(pickle.dumps(table))],
    ids=["deepcopy", "copy", "pickle"],
)
def test_copies_go_on_alike(name: str, copied: Callable[[PrikupEnv], PrikupEnv]) -> None:
    """A copy made at any step goes on exactly as the original, which it leaves alone."""
    table = raw_env(name)
    table.reset(seed=6)
    at = 0
    while table.agents:
        twin = copied(table)
        before = snapshot(table)
        twin_story = [play_on(twin, np.random.default_rng(at)), next_episode(twin)]
        assert before == snapshot(table)
        if at % 7 == 0 or all(table.terminations.values()):
            original = copied(table)
            assert twin_story == [
                play_on(original, np.random.default_rng(at)),
                next_episode(original),
            ]
        advance(table, at)
        at += 1


def advance(table: Any, seed: int) -> None:
    seen, _, terminated, *_ = table.last()
    rng = np.random.default_rng(seed)
    table.step(None if terminated else random_action(seen["action_mask"], rng))


def next_episode(table: Any) -> list[Any]:
    table.reset()
    return play_on(table, np.random.default_rng(0))


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
def test_original_and_copy_tell_the_same(copied: Callable[[Any], Any]) -> None:
    """A wrapped table copied in the middle and its original give the same to their agents."""
    table = env("kuhn_poker", players=3, utility="zero_sum")
    table.reset(seed=7)
    table.step(1)
    twin = copied(table)
    expected = [play_on(table, np.random.default_rng(0)), next_episode(table)]

    assert expected == [play_on(twin, np.random.default_rng(0)), next_episode(twin)]


def test_options_survive() -> None:
    """Options outlive resets with and without a seed, copies and pickles."""
    table = pettingzoo.make("aec", "prikup/kuhn_poker-v0", players=4, utility="win")
    expected = str(load_game("kuhn_poker", players=4, utility="win"))
    copies = [copy.deepcopy(table), pickle.loads(pickle.dumps(table))]
    for one in [table, *copies]:
        for seed in (None, 1, None):
            one.reset(seed=seed)
            assert expected == str(one.unwrapped.game)
            assert expected == str(one.unwrapped.episode.game)
            assert f"PrikupEnv({expected!r})" == repr(one.unwrapped)
            assert {0.0, 1.0} == set(last_rewards(one))


def last_rewards(table: Any) -> list[float]:
    for _ in iter_decisions(table):
        table.step(1)
    return table.unwrapped.episode.returns().tolist()


# --- chance ---


def test_seed_is_the_games_deal(name: str) -> None:
    """The first deal of a seeded reset is the one that the game gives for the seed."""
    table = raw_env(name)
    for seed in (0, 1, 2**63 + 5, -3):
        table.reset(seed=seed)
        assert table.episode is not None
        expected = load_game(name).deal(seed=seed)

        assert expected.states.tobytes() == table.episode.states.tobytes()
        assert [str(step) for step in expected.steps()] == [str(s) for s in table.episode.steps()]
        assert seed == table.episode_seed


def decks(table: Any, episodes: int, seed: int | None = None) -> list[list[int]]:
    found = []
    for number in range(episodes):
        table.reset(seed=seed if number == 0 else None)
        found.append(table.unwrapped.episode.decks()[0].tolist())
    return found


def test_later_episodes_follow_from_the_seed() -> None:
    """Resets without a seed differ from each other and follow from the last seed given."""
    game = "kuhn_poker:players=4"
    first, second = raw_env(game), raw_env(game)
    seeds = [decks(table, 12, seed=8) for table in (first, first, second)]

    assert seeds[0] == seeds[1] == seeds[2]
    assert 1 < len({str(deck) for deck in seeds[0]})


def test_unseeded_episodes_differ() -> None:
    """Without any seed two tables do not play the same deals, and NumPy's own seed is not asked."""
    drawn = []
    for _ in range(2):
        np.random.seed(0)  # noqa: NPY002
        table = raw_env("kuhn_poker:players=4")
        drawn.append(decks(table, 12))

    assert drawn[0] != drawn[1]


def test_interleaved_tables_do_not_meet(name: str) -> None:
    """Two tables stepped in turns give what each gives alone."""
    alone = []
    for seed in (9, 10):
        table = env(name)
        table.reset(seed=seed)
        alone.append(play_on(table, np.random.default_rng(seed)))
    tables, rngs = [env(name), env(name)], [np.random.default_rng(seed) for seed in (9, 10)]
    for table, seed in zip(tables, (9, 10), strict=True):
        table.reset(seed=seed)
    stories: list[list[Any]] = [[], []]
    while any(table.agents for table in tables):
        for table, rng, story in zip(tables, rngs, stories, strict=True):
            story += play_on(table, rng, 1)

    assert alone == stories


SCRIPT = """
import sys
sys.path[:0] = {folders!r}
import test_aec
print(test_aec.digest({name!r}))
"""


def digest(name: str) -> str:
    """Return what agents are given in three episodes from one seed, as a digest."""
    table = env(name)
    rng = np.random.default_rng(11)
    stories = []
    for seed in (11, None, None):
        table.reset(seed=seed)
        stories.append(play_on(table, rng))
    return hashlib.sha256(repr(stories).encode()).hexdigest()


def test_seeds_hold_in_another_process(name: str) -> None:
    """Three episodes from one seed are the same in a process with other hash seeds."""
    here = Path(__file__).parent
    script = SCRIPT.format(folders=[str(here), str(here.parent)], name=name)
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)

    assert digest(name) == run.stdout.strip(), run.stderr


# --- injection ---


def test_decks_are_injected(name: str) -> None:
    """A deck given as numbers, texts or an array is dealt, and the next reset is free of it."""
    table = raw_env(name)
    game = table.game
    deck = game.pack[::-1]
    texts = [game.card_to_string(int(card)) for card in deck]
    for given in (deck, deck.tolist(), texts):
        table.reset(seed=12, options={"deck": given})
        assert table.episode is not None
        assert deck.tolist() == table.episode.decks()[0].tolist()
        expected = game.deal(12, deck=deck.tolist())
        assert expected.states.tobytes() == table.episode.states.tobytes()
    table.reset(seed=12)

    assert game.deal(12).states.tobytes() == table.episode.states.tobytes()


def test_matches_are_injected(name: str) -> None:
    """Match fields given at reset stand in the episode's match state."""
    table = raw_env(name)
    fields = table.game.new_initial_state().record.match.dtype.names
    if fields == ("deals",):
        given: dict[str, Any] = {"deals": 0}
    else:
        field = next(field for field in fields if field != "deals")
        shape = table.game.new_initial_state().record.match[field].shape
        given = {field: [0] * shape[0] if shape else 0}
    table.reset(seed=13, options={"match": given})
    assert table.episode is not None
    expected = table.game.deal(13, match=given)

    assert expected.states.tobytes() == table.episode.states.tobytes()
    assert given == table.episode.match_at_start()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"deck": [0, 0, 1]}, "permutation"),
        ({"deck": [0, 1]}, "permutation"),
        ({"deck": ["K", "J", "A"]}, "no card 'A'"),
        ({"deck": 3}, "list of cards"),
        ({"match": {"total": [1]}}, "no match field 'total'"),
        ({"match": {"deals": [1, 2]}}, "an integer"),
    ],
)
def test_bad_injections_change_nothing(options: dict[str, Any], message: str) -> None:
    """A deck or match that does not fit is refused; the running episode goes on."""
    table = raw_env("kuhn_poker")
    table.reset(seed=14)
    table.step(0)
    before = snapshot(table), table.episode_seed
    with pytest.raises(PrikupError, match=message):
        table.reset(options=options)

    assert before == (snapshot(table), table.episode_seed)


def test_unknown_reset_options_warn() -> None:
    """A misspelt key is named in a warning, since PettingZoo's test hands over unknown ones."""
    table = raw_env("kuhn_poker")
    with pytest.warns(UserWarning, match="did you mean 'deck'"):
        table.reset(options={"dekc": [0, 1, 2]})
