"""Every game as a game of OpenSpiel.

    from prikup.envs import openspiel

    openspiel.register()
    game = pyspiel.load_game("prikup_kuhn_poker(players=3)")

The options are parameters: truth values and whole numbers as such, everything else as text.
OpenSpiel reads a text of digits as a number, so a pack or a list that is only digits gets a slash
behind it: `deck=36/`. What is not given is as the preset has it.

Chance is explicit. A deck is drawn card by card, so that each distinct deal comes about in exactly
one way (see `engine.deals.Draws`); a card that is certain is not drawn. Lots are equally likely.
Nobody sees a card before the deal is complete, and cards drawn later in play come from the deck
drawn at its start. Where rules deal anew after a bad deal the tree has no end.

`information_state_string` is the perfect-recall text of `View`; there is no tensor of it. The
observation is the tensor of `State.observation`, with its named pieces in an observer's `dict`.
`resample_from_infostate` draws a world by `View.sample`: OpenSpiel's Python ISMCTS bot plays every
game. Its C++ search bots (`ISMCTSBot`, `PIMCBot`) call no Python game's sampler, so they cannot.
What walks the tree many times in C++ is fastest on `pyspiel.convert_to_cached_tree(game)`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from .engine.cards import CHANCE
from .engine.deals import Draws
from .engine.errors import BadOptions, BadText, IllegalAction
from .engine.game import Game, State
from .engine.observation import split
from .engine.options import Options, Spec, parse_settings, value_text
from .engine.view import View
from .registry import game_names, load_definition, load_game

try:
    import pyspiel
except ImportError as error:
    raise ImportError(
        'prikup.envs.openspiel needs OpenSpiel: pip install "prikup[openspiel]"', name="pyspiel"
    ) from error

PREFIX = "prikup_"
_REST = "_"  # a parameter that sorts before all options and is never given; see `_given`
_SEEDS = 1 << 53  # what a float below 1 can tell apart


def register() -> None:
    """Register every game of prikup with OpenSpiel, as `prikup_kuhn_poker` and so on.

    A second call does nothing.
    """
    known = set(pyspiel.registered_names())
    for name in game_names():
        if PREFIX + name not in known:
            options = load_definition(name).options
            players = options.specs()["players"]
            kind = _game_type(
                name,
                options,
                utility=pyspiel.GameType.Utility.GENERAL_SUM,
                reward_model=pyspiel.GameType.RewardModel.REWARDS,
                most=players.high,
                least=players.low,
            )
            # A class: OpenSpiel lets go of it after Python's end, when nothing may be freed.
            pyspiel.register_game(kind, type("PrikupGame", (PrikupGame,), {"NAME": name}))


def game_of(rules: Game) -> PrikupGame:
    """Return OpenSpiel's game with the options of one of prikup.

    Example:
        >>> game_of(load_game("kuhn_poker:players=3")).num_players()
        3
    """
    register()
    name, settings = parse_settings(str(rules))
    specs = type(rules.options).specs()
    given = {key: _parameter(specs[key], getattr(rules.options, key)) for key in settings}
    return pyspiel.load_game(PREFIX + name, given)


# --- parameters -----------------------------------------------------------------------------------


def _game_type(
    name: str, options: type[Options], utility: Any, reward_model: Any, most: int, least: int
) -> Any:
    usual, specs = options.make(), options.specs()
    parameters = {key: _parameter(specs[key], getattr(usual, key)) for key in specs}
    return pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=f"prikup: {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=reward_model,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={_REST: "", **parameters},
    )


def _parameter(spec: Spec, value: Any) -> bool | int | str:
    """Return an option's value as a parameter that OpenSpiel writes and reads as it is."""
    if spec.kind in ("bool", "int"):
        return bool(value) if spec.kind == "bool" else int(value)
    text = value_text(value)
    return f"{text}/" if text.strip("+-0123456789.") == "" else text


def _given(parameters: Mapping[str, Any], options: type[Options]) -> dict[str, Any]:
    """Return the options that a caller of `load_game` gave.

    OpenSpiel fills up what is missing with the registered defaults, which would override those of
    a preset. It puts them behind the given ones, both in order of name, so everything behind
    `_REST` is a default.

    Raises:
        BadOptions: if `_REST` itself is given.
    """
    names = list(parameters)
    if _REST not in names or names[names.index(_REST) :] != sorted(names[names.index(_REST) :]):
        raise RuntimeError(f"OpenSpiel passes parameters in another order than expected: {names}")
    if parameters[_REST] != "":
        raise BadOptions(f"{options.NAME}: no option {_REST!r}")
    specs = options.specs()
    values: dict[str, Any] = {}
    for name in names[: names.index(_REST)]:
        value = parameters[name]
        is_text = specs[name].kind not in ("bool", "int")
        values[name] = value.removesuffix("/") if is_text else value
    return values


def _utility(options: Options) -> tuple[Any, float | None]:
    """Return OpenSpiel's kind of utility and what the returns add up to, None where it varies."""
    sums = {"zero_sum": 0.0, "rank": 0.0, "win": 1.0, "score": options.score_sum()}
    total = sums[options.utility]
    kinds = pyspiel.GameType.Utility
    if total is None:
        return kinds.GENERAL_SUM, None
    return kinds.ZERO_SUM if total == 0.0 else kinds.CONSTANT_SUM, total


# --- the game -------------------------------------------------------------------------------------


class PrikupGame(pyspiel.Game):
    """A game of prikup with options in force, as OpenSpiel knows games.

    Attributes:
        NAME: The game's name in prikup; each game is registered with a class of its own.
        rules: The game as prikup knows it.
        root: Where every episode begins.
    """

    NAME: ClassVar[str]

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        """Make the game; `pyspiel.load_game` calls this.

        Args:
            parameters: Options, first those that were given, then the registered defaults.

        Raises:
            BadOptions: on a value out of range, or values that exclude each other.
        """
        name = self.NAME
        kind = load_definition(name).options
        given = _given(parameters, kind)
        rules = load_game(name, **given)
        options = rules.options
        utility, total = _utility(options)
        models = pyspiel.GameType.RewardModel
        is_paid_at_the_end = options.episode == "deal" or options.utility in ("win", "rank")
        game_type = _game_type(
            name,
            kind,
            utility=utility,
            reward_model=models.TERMINAL if is_paid_at_the_end else models.REWARDS,
            most=rules.num_players(),
            least=rules.num_players(),
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.num_distinct_actions(),
            # Outcomes are cards, or those of a lot, which share the numbers of the actions.
            max_chance_outcomes=max(int(rules.pack.max()) + 1, rules.num_distinct_actions()),
            num_players=rules.num_players(),
            min_utility=rules.min_utility(),
            max_utility=rules.max_utility(),
            utility_sum=total,
            max_game_length=rules.max_game_length(),
        )
        specs = kind.specs()
        written = {key: _parameter(specs[key], getattr(options, key)) for key in given}
        super().__init__(game_type, info, written)
        self.rules = rules
        self.root = Position(rules.new_initial_state(), np.zeros(rules.num_players()))

    def new_initial_state(self) -> PrikupState:
        """Return a state in which nothing has happened yet."""
        return PrikupState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> PrikupObserver:
        """Return an observer of what one seat sees, with or without perfect recall.

        Raises:
            BadOptions: on parameters, or on an observation of another kind.
        """
        if params:
            raise BadOptions(f"{self.rules.name}: an observer has no parameters, got {params}")
        is_ours = iig_obs_type is None or (
            iig_obs_type.public_info
            and iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        )
        if not is_ours:
            raise BadOptions(
                f"{self.rules.name}: an observer sees what is public and one seat's own, "
                f"expected public_info=True and private_info=SINGLE_PLAYER"
            )
        return PrikupObserver(self.rules, iig_obs_type is not None and iig_obs_type.perfect_recall)

    def state_of(self, episode: State) -> PrikupState:
        """Return OpenSpiel's state for a running episode that began with a new match.

        Raises:
            BadOptions: if the episode is one of another game or began amid a match.
        """
        if episode.game != self.rules or episode.match_at_start():
            raise BadOptions(
                f"expected an episode of {self.rules} from its start, got {episode.game}"
            )
        return self.replayed(episode.steps())

    def drawn_from(self, view: View, rng: NDArray[np.int64]) -> PrikupState:
        """Return a state drawn uniformly among all in which a seat would have seen its view.

        Deals that were thrown in before the running one are left out.

        Args:
            view: A view of a first deal.
            rng: int64[1], the stream to draw from.

        Raises:
            BadOptions: if deals of a match came before.
            NoWorld: if no such state is found within the sampler's limit of attempts.
        """
        world = view.sample(rng)
        lots = _lots_to(self.rules.new_initial_state(), world.match_at_start())
        if lots is None:
            raise BadOptions(f"{self.rules.name}: expected a first deal, got {view}")
        return self.replayed([*lots, *world.steps()])

    def replayed(self, steps: Iterable[int | NDArray[Any]]) -> PrikupState:
        """Return the state after decks, lots and actions, as `State.steps` lists them."""
        state = self.new_initial_state()
        for step in steps:
            if isinstance(step, int):
                state.apply_action(step)
                continue
            undealt = state.position.episode
            cards = state.position.draws().of_deck(step)
            while state.position.episode is undealt:
                state.apply_action(cards[len(state.position.drawn)])
        return state

    def deserialize_state(self, text: str) -> PrikupState:
        """Return the state that `PrikupState.serialize` wrote, every step checked again.

        Raises:
            BadText: if the text is no state of this game.
            IllegalAction: if a card is drawn in it that cannot come next.
        """
        episode, drawn = _read(self.rules, text)
        state = self.replayed(episode.steps())
        undealt = state.position.episode
        while state.position.episode is undealt and len(state.position.drawn) < len(drawn):
            state.apply_action(drawn[len(state.position.drawn)])
        if state.position.drawn != drawn:
            raise BadText(f"{self.rules.name}: these cards cannot be drawn so: {text}")
        return state


def _lots_to(undealt: State, match: Mapping[str, Any]) -> list[int] | None:
    """Return lots after which a deck is due and the match is as given, None if there are none."""
    if undealt.wants_deck():
        fields = undealt.states["match"][0]
        is_same = all(np.array_equal(fields[name], match[name]) for name in fields.dtype.names)
        return [] if is_same else None
    for lot in undealt.legal_actions() if undealt.is_chance_node() else []:
        following = undealt.clone()
        following.apply_action(lot)
        lots = _lots_to(following, match)
        if lots is not None:
            return [lot, *lots]
    return None


# --- positions ------------------------------------------------------------------------------------


class Position:
    """A moment of an episode: the episode so far and the cards drawn of a deck that is due.

    A position never changes, so copies of a state share it, and what was asked once is kept.
    """

    __slots__ = ("_draws", "_outcomes", "_strings", "drawn", "episode", "gained")

    def __init__(
        self,
        episode: State,
        gained: NDArray[np.float64],
        drawn: tuple[int, ...] = (),
        draws: Draws | None = None,
    ) -> None:
        """Make a position.

        Args:
            episode: The episode; not to be changed from now on.
            gained: float64[P], utility gained since the last decision: OpenSpiel has no rewards at
                chance nodes.
            drawn: Cards of the deck that is due, in the order of drawing.
            draws: How that deck is drawn, where it is known already.
        """
        self.episode = episode
        self.gained = gained
        self.drawn = drawn
        self._draws = draws
        self._outcomes: list[tuple[int, float]] | None = None
        self._strings: dict[int, str] = {}

    def draws(self) -> Draws:
        """Return how the deck that is due is drawn."""
        if self._draws is None:
            self._draws = Draws.of_groups(self.episode.deck_groups(), self.episode.game.pack)
        return self._draws

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node, ascending, with their probabilities."""
        if self._outcomes is None:
            if self.episode.wants_deck():
                self._outcomes = self.draws().outcomes(self.drawn)
            else:
                lots = self.episode.legal_actions()
                self._outcomes = [(lot, 1.0 / len(lots)) for lot in lots]
        return self._outcomes

    def information_state_string(self, seat: int) -> str:
        """Return what a seat knows, as `View.information_state_string`."""
        if seat not in self._strings:
            self._strings[seat] = self.episode.view(seat).information_state_string()
        return self._strings[seat]

    def after(self, action: int) -> Position:
        """Return the position after an action or an outcome of chance.

        Raises:
            IllegalAction: if it is not possible.
        """
        episode, is_chance = self.episode, self.episode.is_chance_node()
        if is_chance and episode.wants_deck():
            return self._after_card(action)
        following = episode.clone()
        following.apply_action(action)
        gained = following.rewards()
        return Position(following, self.gained + gained if is_chance else gained)

    def _after_card(self, card: int) -> Position:
        episode, draws = self.episode, self.draws()
        possible = [each for each, _ in self.outcomes()]
        if card not in possible:
            raise IllegalAction(
                f"{episode.game.name}: card {card} cannot be drawn, expected one of {possible}"
            )
        drawn = (*self.drawn, card)
        while len(drawn) < len(episode.game.pack):
            following = Position(episode, self.gained, drawn, draws)
            outcomes = following.outcomes()
            if len(outcomes) > 1:
                return following
            drawn = (*drawn, outcomes[0][0])  # a card that is certain is not drawn
        dealt = episode.clone()
        dealt.deal(deck=draws.deck(drawn))
        return Position(dealt, self.gained + dealt.rewards())

    def text(self) -> str:
        """Return the position as JSON text: the episode as `State.serialize`, the cards drawn."""
        game = self.episode.game
        drawn = [game.card_to_string(card) for card in self.drawn]
        return json.dumps({"episode": self.episode.serialize(), "drawn": drawn})

    def __deepcopy__(self, memo: Any) -> Position:
        return self

    def __reduce__(self) -> Any:  # OpenSpiel pickles what a state holds to serialize it
        return _position, (str(self.episode.game), self.text(), self.gained.tolist())


_same_game: Callable[[str], Game] = cache(load_game)


def _position(game: str, text: str, gained: list[float]) -> Position:
    """Return a position that was pickled."""
    episode, drawn = _read(_same_game(game), text)
    return Position(episode, np.array(gained), drawn)


def _read(game: Game, text: str) -> tuple[State, tuple[int, ...]]:
    """Return the episode and the cards drawn that `Position.text` wrote."""
    try:
        data = json.loads(text)
        serialized, drawn = data["episode"], data["drawn"]
    except (ValueError, KeyError, TypeError) as error:
        raise BadText(f"{game.name}: not a serialized state: {error}") from None
    return game.deserialize_state(serialized), tuple(game.parse_card(card) for card in drawn)


# --- the state ------------------------------------------------------------------------------------


class PrikupState(pyspiel.State):
    """A running episode, as OpenSpiel knows states.

    Attributes:
        position: Where the episode stands.
    """

    def __init__(self, game: PrikupGame) -> None:
        """Make the initial state; `PrikupGame.new_initial_state` calls this."""
        super().__init__(game)
        self.position = game.root

    def episode(self) -> State:
        """Return the episode as prikup knows it, a copy: the truth, not for agents."""
        return self.position.episode.clone()

    def view(self, player: int) -> View:
        """Return all that a seat may know, for an agent of prikup at this table."""
        return self.position.episode.view(player)

    # --- whose turn, and going on ---

    def current_player(self) -> int:
        """Return the seat to act, -1 at a chance node, -4 when the episode is over."""
        return self.position.episode.current_player()

    def is_terminal(self) -> bool:
        """Return whether the episode is over."""
        return self.position.episode.is_terminal()

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.episode.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node, cards or lots, with their probabilities."""
        return self.position.outcomes()

    def _apply_action(self, action: int) -> None:
        self.position = self.position.after(action)

    # --- utility ---

    def returns(self) -> list[float]:
        """Return each seat's utility since the episode began."""
        return self.position.episode.returns().tolist()

    def rewards(self) -> list[float]:
        """Return each seat's utility since the last decision."""
        return self.position.gained.tolist()

    # --- knowledge ---

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> PrikupState:
        """Return a state drawn uniformly among all in which the seat would have seen the same.

        The earlier deals of a match are kept: all that they have left behind is public.

        Args:
            player_id: The seat.
            probability_sampler: Gives a number in [0, 1), which decides the draw.

        Raises:
            NoWorld: if no such state is found within the sampler's limit of attempts.
        """
        episode = self.position.episode
        world = episode.view(player_id).sample(int(probability_sampler() * _SEEDS))
        steps = episode.steps()
        decks = [number for number, step in enumerate(steps) if not isinstance(step, int)]
        before = steps[: decks[-1]] if decks else []
        return self.get_game().replayed([*before, *world.steps()])

    # --- text ---

    def _action_to_string(self, player: int, action: int) -> str:
        episode = self.position.episode
        game = episode.game
        if player != CHANCE:
            return game.action_to_string(action)
        is_card = episode.wants_deck() if episode.is_chance_node() else action in game.pack
        if is_card:
            return f"draw {game.card_to_string(action)}"
        return game.definition.lot_text(game.options, action)

    def __str__(self) -> str:
        episode = self.position.episode
        texts = [t if isinstance(t, str) else f"deck {' '.join(t)}" for t in episode.step_texts()]
        if self.position.drawn:
            cards = [episode.game.card_to_string(card) for card in self.position.drawn]
            texts.append(f"drawn {' '.join(cards)}")
        return "; ".join([str(episode.game), *texts])

    def serialize(self) -> str:
        """Return the state as text that `PrikupGame.deserialize_state` reads, in any version."""
        return self.position.text()


class PrikupObserver:
    """What one seat sees, for OpenSpiel's `observation` module.

    Attributes:
        tensor: float32[F], the observation; None with perfect recall, which has only a string.
        dict: The named pieces of the observation, views of `tensor`.
    """

    def __init__(self, rules: Game, perfect_recall: bool) -> None:
        """Make an observer; `PrikupGame.make_py_observer` calls this."""
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if not perfect_recall:
            self.tensor = np.zeros(rules.observation_tensor_size(), np.float32)
            self.dict = split(rules.pieces, self.tensor)

    def set_from(self, state: PrikupState, player: int) -> None:
        """Write what a seat sees into `tensor`; zeros while the first deck is due."""
        if self.tensor is not None:
            episode = state.position.episode
            is_undealt = episode.is_chance_node() and episode.states["deal_number"][0] < 0
            self.tensor[:] = 0.0 if is_undealt else episode.observation(player)

    def string_from(self, state: PrikupState, player: int) -> str:
        """Return the information state as text, without perfect recall the observation's pieces."""
        if self.tensor is None:
            return state.position.information_state_string(player)
        self.set_from(state, player)
        return "; ".join(f"{name} {_numbers(piece)}" for name, piece in self.dict.items())


def _numbers(piece: NDArray[np.float32]) -> str:
    """Return the numbers of a piece as text; of zeros and ones, where the ones are."""
    if ((piece == 0.0) | (piece == 1.0)).all():
        return "{" + " ".join(str(place) for place in np.flatnonzero(piece)) + "}"
    return " ".join(f"{number:.9g}" for number in piece)
