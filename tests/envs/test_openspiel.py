"""OpenSpiel's door: options, chance, knowledge, copies, and what its solvers reach."""

from __future__ import annotations

import importlib
import pickle
import random
import subprocess
import sys
from collections import defaultdict
from typing import Any

import pytest

from helpers.minis import count_mini
from prikup.envs import BadOptions, BadText, IllegalAction, load_game
from prikup.envs.engine.game import State

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
openspiel = importlib.import_module("prikup.envs.openspiel")

SMALL_NINETY_NINE = "preset=mini2,deck=SC/QKA,hand_size=3,contract_table=0/20/10"
TWO_DEALS = "ninety_nine(episode=match,match=fixed_deals,fixed_deals=2)"
PREFIXES = ("", openspiel.PREFIX)  # OpenSpiel's own game, ours
UTILITY = pyspiel.GameType.Utility


@pytest.fixture(autouse=True, scope="module")
def registered() -> None:
    """Register the games; a second time does no harm."""
    openspiel.register()
    openspiel.register()


def walked(game: Any, seed: int, stop: int = 10_000) -> list[Any]:
    """Return copies of the states of a random episode, chance by its probabilities."""
    rng, state, states = random.Random(seed), game.new_initial_state(), []
    while not state.is_terminal() and len(states) < stop:
        states.append(state.clone())
        if state.is_chance_node():
            cards, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(cards, shares)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return [*states, state]


# --- options --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "parameters, text",
    [
        ("kuhn_poker", "kuhn_poker"),
        ("kuhn_poker(players=3)", "kuhn_poker:players=3"),
        ("devyatka(preset=classic_auto)", "devyatka:preset=classic_auto"),
        # false, 3 and 36 are what the first preset has; here they contradict the preset named.
        (
            "devyatka(preset=classic_auto,auto_pass=false)",
            "devyatka:preset=classic_auto,auto_pass=no",
        ),
        ("devyatka(preset=fantan,players=3)", "devyatka:preset=fantan,players=3"),
        ("devyatka(preset=classic_52,deck=36/)", "devyatka:preset=classic_52,deck=36"),
        ("ninety_nine(preset=mini2,deck=SC/9TJQ)", "ninety_nine:preset=mini2,deck=SC/9TJQ"),
        ("ninety_nine(contract_table=0/40/20/10)", "ninety_nine:contract_table=0/40/20/10"),
        ("ninety_nine(players=4,utility=rank)", "ninety_nine:players=4,utility=rank"),
    ],
)
def test_options_are_parameters(parameters: str, text: str) -> None:
    """What is given counts, the rest is as the preset has it; OpenSpiel's own text keeps it all."""
    game = pyspiel.load_game(f"prikup_{parameters}")

    assert load_game(text) == game.rules
    assert load_game(text) == pyspiel.load_game(str(game)).rules


def test_parameters_have_the_options_types() -> None:
    """Truth values and numbers are such; a dictionary does as well as a text."""
    game = pyspiel.load_game("prikup_devyatka", {"players": 4, "auto_pass": True, "deck": "52"})
    kinds = game.get_type().parameter_specification

    assert load_game("devyatka:players=4,auto_pass=true,deck=52") == game.rules
    assert (3, False, "36/", "deal") == tuple(
        kinds[name] for name in ("players", "auto_pass", "deck", "episode")
    )


@pytest.mark.parametrize(
    "parameters, error, message",
    [
        ("kuhn_poker(players=9)", BadOptions, "option players must be 2 to 4, got '9'"),
        ("devyatka(preset=klassik)", BadOptions, "did you mean 'classic'"),
        ("devyatka(_=1x)", BadOptions, "no option '_'"),
        ("kuhn_poker(plaiers=3)", pyspiel.SpielError, "Unknown parameter 'plaiers'.*players"),
        ("kuhn_poker(players=two)", pyspiel.SpielError, "Wrong type for parameter players"),
    ],
)
def test_bad_options_answer_with_one_line(
    parameters: str, error: type[Exception], message: str
) -> None:
    """Values are refused by prikup, names and types by OpenSpiel, each in a line."""
    with pytest.raises(error, match=message) as caught:
        pyspiel.load_game(f"prikup_{parameters}")

    assert 1 == len(str(caught.value).splitlines())


@pytest.mark.parametrize(
    "parameters, utility, total",
    [
        ("kuhn_poker", UTILITY.ZERO_SUM, 0.0),
        ("leduc_poker(players=3)", UTILITY.ZERO_SUM, 0.0),
        ("ninety_nine", UTILITY.GENERAL_SUM, None),
        ("ninety_nine(preset=mini2)", UTILITY.ZERO_SUM, 0.0),
        ("ninety_nine(utility=rank)", UTILITY.ZERO_SUM, 0.0),
        ("ninety_nine(utility=win)", UTILITY.CONSTANT_SUM, 1.0),
    ],
)
def test_utility_and_bounds_are_the_loaded_games(
    parameters: str, utility: Any, total: float | None
) -> None:
    """Solvers may rely on sum and bounds of the very game that was loaded."""
    game = pyspiel.load_game(f"prikup_{parameters}")
    kind, rules = game.get_type(), game.rules

    assert (utility, total) == (kind.utility, game.utility_sum())
    assert (rules.min_utility(), rules.max_utility()) == (game.min_utility(), game.max_utility())
    assert {rules.num_players()} == {kind.min_num_players, kind.max_num_players}
    assert rules.max_game_length() == game.max_game_length()


def test_payment_in_the_midst_is_declared() -> None:
    """Only a match that counts points pays before its end."""
    models = pyspiel.GameType.RewardModel
    expected = {
        "ninety_nine": models.TERMINAL,
        "ninety_nine(episode=match)": models.REWARDS,
        "ninety_nine(episode=match,utility=win)": models.TERMINAL,
    }

    assert expected == {
        text: pyspiel.load_game(f"prikup_{text}").get_type().reward_model for text in expected
    }


# --- chance ---------------------------------------------------------------------------------------


def dealt(game: Any) -> dict[tuple[int, ...], float]:
    """Return the decks that the chance nodes at the root lead to, with their probabilities."""
    found: dict[tuple[int, ...], float] = {}
    todo = [(game.new_initial_state(), 1.0)]
    while todo:
        state, chance = todo.pop()
        decks = state.episode().decks()
        if decks:
            deck = tuple(decks[0].tolist())
            assert deck not in found
            found[deck] = chance
            continue
        outcomes = state.chance_outcomes()
        assert state.legal_actions() == [card for card, _ in outcomes]
        todo += [(state.child(card), chance * share) for card, share in outcomes]
    return found


@pytest.mark.parametrize(
    "parameters, number",
    [
        ("kuhn_poker", 6),  # 3 * 2
        ("leduc_poker", 120),  # 6 * 5 * 4
        ("ninety_nine(preset=mini2)", 70),  # C(8, 4)
        ("devyatka(preset=mini2_perfect)", 252),  # C(10, 5)
        ("devyatka(preset=mini2_tiny)", 560),  # C(8, 3) * C(5, 3); the two dead cards lie apart
        ("devyatka(preset=mini3)", 1680),  # 9! / 3!^3
    ],
)
def test_chance_gives_each_deal_once(parameters: str, number: int) -> None:
    """The leaves of the chance nodes are the enumerated deals with their weights."""
    game = pyspiel.load_game(f"prikup_{parameters}")
    decks, weights = game.rules.deals()
    expected = {tuple(deck): weight for deck, weight in zip(decks.tolist(), weights.tolist())}

    found = dealt(game)

    assert number == len(found)
    assert pytest.approx(1.0, abs=1e-12) == sum(found.values())
    assert pytest.approx(expected, abs=1e-12) == found


def test_cards_are_drawn_one_by_one_ascending_in_a_hand() -> None:
    """Of C(8, 4) hands C(7, 3) have the lowest card; the last hand is not drawn."""
    state = pyspiel.load_game("prikup_ninety_nine(preset=mini2)").new_initial_state()

    assert [1 / 2, 2 / 7, 1 / 7, 2 / 35, 1 / 70] == pytest.approx(
        [share for _, share in state.chance_outcomes()]
    )
    state.apply_action(2)
    assert [3, 4, 5] == state.legal_actions()  # two more must lie above
    for card in (3, 5, 7):
        state.apply_action(card)
    assert not state.is_chance_node()
    assert [2, 3, 5, 7] == state.history()


def test_lots_and_later_deals_are_chance() -> None:
    """The first dealer is drawn by lot, then each deck of a match card by card."""
    game = pyspiel.load_game(f"prikup_{TWO_DEALS}")
    states = walked(game, seed=3)
    wanting = [s for s in states if s.is_chance_node() and not s.position.drawn]
    lots = [s for s in wanting if not s.position.episode.wants_deck()]

    assert (1, 2) == (len(lots), len(wanting) - len(lots))
    assert 2 == len(states[-1].episode().decks())
    for state in lots:
        number = len(state.legal_actions())
        assert [1 / number] * number == [share for _, share in state.chance_outcomes()]


def terminal_histories(game: Any) -> int:
    """Count the terminal histories of a game's tree."""
    number, todo = 0, [game.new_initial_state()]
    while todo:
        state = todo.pop()
        if state.is_terminal():
            number += 1
        else:
            todo += [state.child(action) for action in state.legal_actions()]
    return number


@pytest.mark.parametrize("text", ["kuhn_poker", "kuhn_poker:players=3"])
def test_tree_of_kuhn_poker_is_openspiels(text: str) -> None:
    """The tree has as many terminal histories as that of OpenSpiel's own game."""
    theirs = text.replace(":", "(") + ")" if ":" in text else text

    assert terminal_histories(pyspiel.load_game(theirs)) == terminal_histories(
        pyspiel.load_game(f"prikup_{theirs}")
    )


def test_tree_of_a_small_game_is_the_enumerated_one() -> None:
    """OpenSpiel finds the terminal histories that walking every deal finds."""
    game = pyspiel.load_game(f"prikup_ninety_nine({SMALL_NINETY_NINE})")
    expected = count_mini(f"ninety_nine:{SMALL_NINETY_NINE}")["terminal"]

    assert expected == terminal_histories(game)


# --- knowledge ------------------------------------------------------------------------------------


@pytest.mark.parametrize("parameters", ["ninety_nine", "devyatka(preset=bank)", "leduc_poker"])
def test_strings_and_tensors_are_the_views(parameters: str) -> None:
    """Information state and observation are what a `View` says, for every seat at every moment."""
    game = pyspiel.load_game(f"prikup_{parameters}")
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False))
    for state in walked(game, seed=5)[::7]:
        for seat in range(game.num_players()):
            view = state.view(seat)
            assert view.information_state_string() == state.information_state_string(seat)
            if not state.episode().decks():
                assert {0.0} == set(state.observation_tensor(seat))
                continue
            assert view.observation().tolist() == state.observation_tensor(seat)
            observer.set_from(state, seat)
            pieces = {name: piece.tolist() for name, piece in observer.dict.items()}
            assert {name: piece.tolist() for name, piece in view.pieces().items()} == pieces
            assert observer.string_from(state, seat) == state.observation_string(seat)


def test_observation_string_names_the_pieces() -> None:
    """Pieces of zeros and ones are written as the places of the ones, others as numbers."""
    state = pyspiel.load_game("prikup_leduc_poker").new_initial_state()
    for action in (4, 1, 2, 2):  # K1 and J2, the board; then a raise
        state.apply_action(action)
    expected = (
        "seat {1}; card {1}; board {}; round {0}; mover {0}; paid 0.0769230798 0.230769232; "
        "folded {}; calls {2}"
    )

    assert expected == state.observation_string(1)


def test_other_observations_are_refused() -> None:
    """There is no observation without the seat's own cards, and observers have no parameters."""
    game = pyspiel.load_game("prikup_kuhn_poker")
    public = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )

    with pytest.raises(BadOptions, match="expected public_info=True"):
        game.make_py_observer(public)
    with pytest.raises(BadOptions, match="no parameters"):
        game.make_py_observer(None, {"pieces": "all"})


@pytest.mark.parametrize(
    "parameters",
    ["ninety_nine", TWO_DEALS, "devyatka(preset=bank)"],
)
def test_resampled_states_look_the_same(parameters: str) -> None:
    """A seat can tell nothing by its strings, tensor and mask; the history leads to the state."""
    game = pyspiel.load_game(f"prikup_{parameters}")
    rng, others = random.Random(2), 0
    for state in walked(game, seed=4)[40::9]:
        if state.is_chance_node() or state.is_terminal():
            continue
        for seat in range(game.num_players()):
            twin = state.resample_from_infostate(seat, rng.random)
            assert state.information_state_string(seat) == twin.information_state_string(seat)
            assert state.observation_tensor(seat) == twin.observation_tensor(seat)
            assert state.legal_actions(seat) == twin.legal_actions(seat)
            assert state.current_player() == twin.current_player()
            again = game.new_initial_state()
            for action in twin.history():
                again.apply_action(action)
            assert str(again) == str(twin)
            others += str(twin) != str(state)
    assert others > 0


# --- going on and copies --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "parameters",
    ["kuhn_poker", TWO_DEALS, "devyatka(preset=bank)"],
)
def test_states_are_copied_at_every_phase(parameters: str) -> None:
    """Clone, serialize and pickle keep history, rewards and what is to come."""
    game = pyspiel.load_game(f"prikup_{parameters}")
    for state in walked(game, seed=6)[::11]:
        text = pyspiel.serialize_game_and_state(game, state)
        copies = [
            state.clone(),
            game.deserialize_state(state.serialize()),
            pyspiel.deserialize_game_and_state(text)[1],
            pickle.loads(pickle.dumps(state)),
        ]
        for copy in copies:
            assert str(state) == str(copy)
            assert state.history() == copy.history()
            assert state.current_player() == copy.current_player()
            assert state.rewards() == copy.rewards()
            assert state.returns() == copy.returns()
            if not state.is_terminal():
                before = str(state)
                copy.apply_action(copy.legal_actions()[-1])
                assert str(state.child(state.legal_actions()[-1])) == str(copy)
                assert before == str(state)


def test_rewards_count_from_decision_to_decision() -> None:
    """What a deal of a match has brought is paid at the next decision, chance in between."""
    game = pyspiel.load_game(f"prikup_{TWO_DEALS}")
    deciding = [s for s in walked(game, seed=7) if not s.is_chance_node()]
    paid = [[sum(part) for part in zip(*[s.rewards() for s in deciding])]]

    assert paid == [deciding[-1].returns()]
    assert 2 == sum(any(state.rewards()) for state in deciding)


def test_what_is_not_possible_changes_nothing() -> None:
    """A card that is gone and an action that is not legal raise; so does a text of another game."""
    game = pyspiel.load_game("prikup_kuhn_poker")
    start, state = game.new_initial_state(), game.new_initial_state()
    state.apply_action(2)
    before = str(state)

    with pytest.raises(IllegalAction, match=r"card 2 cannot be drawn, expected one of \[0, 1\]"):
        state.apply_action(2)
    assert (before, [2]) == (str(state), state.history())
    with pytest.raises(BadText, match="not a serialized state"):
        game.deserialize_state("{}")
    state.apply_action(0)
    with pytest.raises(IllegalAction, match="action 2 is not legal"):
        state.apply_action(2)
    with pytest.raises(BadText, match="these cards cannot be drawn so"):
        game.deserialize_state(start.serialize().replace('"drawn": []', '"drawn": ["K", "J", "Q"]'))
    other = pyspiel.load_game("prikup_kuhn_poker(players=3)")
    with pytest.raises(BadText, match="expected a state of"):
        other.deserialize_state(state.serialize())


def test_running_episode_becomes_a_state() -> None:
    """An episode of prikup goes on in OpenSpiel, and an agent of prikup gets its view."""
    game = pyspiel.load_game("prikup_ninety_nine")
    episode = game.rules.deal(seed=8)
    episode.apply_action(episode.legal_actions()[0])

    state = game.state_of(episode)

    assert episode.legal_actions() == state.legal_actions()
    for seat in range(3):
        assert episode.view(seat).key() == state.view(seat).key()
    with pytest.raises(BadOptions, match="expected an episode of ninety_nine"):
        game.state_of(load_game("kuhn_poker").deal(seed=1))


def test_texts_of_chance_and_actions() -> None:
    """A drawn card, a deck and an action are readable in the state's text."""
    state = pyspiel.load_game("prikup_kuhn_poker").new_initial_state()
    texts = [state.action_to_string(action) for action in state.legal_actions()]
    state.apply_action(2)
    first = str(state)
    state.apply_action(0)
    state.apply_action(state.string_to_action("bet"))

    assert ["draw J", "draw Q", "draw K"] == texts
    assert "kuhn_poker:preset=classic; drawn K" == first
    assert "kuhn_poker:preset=classic; deck K J Q; bet" == str(state)


# --- solvers --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name, iterations", [("kuhn_poker", 200), ("leduc_poker", 20)])
def test_cpp_solvers_reach_the_same(name: str, iterations: int) -> None:
    """CFR and CFR+ come as close to equilibrium as on OpenSpiel's own game, to nine digits."""
    games = [
        pyspiel.convert_to_cached_tree(pyspiel.load_game(prefix + name)) for prefix in PREFIXES
    ]
    for solver in (pyspiel.CFRSolver, pyspiel.CFRPlusSolver):
        reached = []
        for game in games:
            made = solver(game)
            for _ in range(iterations):
                made.evaluate_and_update_policy()
            reached.append(pyspiel.nash_conv(game, made.average_policy(), True))

        assert pytest.approx(reached[0], abs=1e-9) == reached[1]


def test_python_solver_reaches_the_same() -> None:
    """So does OpenSpiel's CFR in Python, and its best response."""
    cfr = pytest.importorskip("open_spiel.python.algorithms.cfr")
    exploitability = pytest.importorskip("open_spiel.python.algorithms.exploitability")
    reached = []
    for prefix in PREFIXES:
        game = pyspiel.load_game(f"{prefix}kuhn_poker")
        made = cfr.CFRPlusSolver(game)
        for _ in range(10):
            made.evaluate_and_update_policy()
        reached.append(exploitability.nash_conv(game, made.average_policy()))

    assert pytest.approx(reached[0], abs=1e-9) == reached[1]


Policy = dict[str, dict[int, float]]


def best_values(text: str, policy: Policy) -> list[float]:
    """Return what each of two seats wins by a best response, by walking the engine's own deals."""
    game = load_game(text)
    decks, weights = game.deals()
    roots = [(game.deal(deck=deck), weight) for deck, weight in zip(decks, weights.tolist())]
    return [_best_value(roots, seat, policy) for seat in range(2)]


def _best_value(histories: list[tuple[State, float]], seat: int, policy: Policy) -> float:
    """Return the value of histories that the seat cannot influence before the next decision."""
    value = 0.0
    sets: dict[str, list[tuple[State, float]]] = defaultdict(list)
    todo = list(histories)
    while todo:
        state, reach = todo.pop()
        player = state.current_player()
        if state.is_terminal():
            value += reach * state.returns()[seat]
        elif player == seat:
            sets[state.view(seat).information_state_string()].append((state, reach))
        else:
            chances = policy[state.view(player).information_state_string()]
            todo += [(_after(state, a), reach * p) for a, p in chances.items()]
    for members in sets.values():
        actions = members[0][0].legal_actions()
        value += max(
            _best_value([(_after(state, a), reach) for state, reach in members], seat, policy)
            for a in actions
        )
    return value


def _after(state: State, action: int) -> State:
    following = state.clone()
    following.apply_action(action)
    return following


def test_exploitability_of_a_small_game_is_right() -> None:
    """OpenSpiel's NashConv through the adapter is that of a best response over the engine."""
    game = pyspiel.load_game(f"prikup_ninety_nine({SMALL_NINETY_NINE})")
    tree = pyspiel.convert_to_cached_tree(game)
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(5):
        solver.evaluate_and_update_policy()
    average = solver.tabular_average_policy()
    policy = {key: dict(chances) for key, chances in average.policy_table().items()}

    gained = sum(best_values(f"ninety_nine:{SMALL_NINETY_NINE}", policy))

    assert gained > 1e-3
    assert pytest.approx(gained, abs=1e-9) == pyspiel.nash_conv(tree, average, True)


# --- without OpenSpiel ----------------------------------------------------------------------------


def test_missing_openspiel_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without OpenSpiel the import says what to install."""
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "prikup.envs.openspiel")

    with pytest.raises(ImportError, match=r'pip install "prikup\[openspiel\]"') as caught:
        importlib.import_module("prikup.envs.openspiel")
    assert "pyspiel" == caught.value.name


def test_openspiel_is_loaded_on_demand_and_let_go() -> None:
    """Importing prikup loads no OpenSpiel; a process that registered the games ends in peace."""
    code = (
        "import sys, prikup.envs\n"
        "assert 'pyspiel' not in sys.modules\n"
        "from prikup.envs import openspiel\n"
        "openspiel.register()\n"
    )

    assert 0 == subprocess.run([sys.executable, "-c", code], timeout=120, check=False).returncode
