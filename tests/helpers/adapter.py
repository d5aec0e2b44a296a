"""A game of prikup behind the interface of the referees in `tests/referees`."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from prikup.envs import load_game
from prikup.envs.engine import log
from prikup.envs.engine.game import Game, State


class Adapter:
    """One running episode with the referees' names; `view(seat).known` answers `knows`.

    Args:
        game: The game.
        names: What a referee calls a place, by the game's own text for it; places without an
            entry keep their text, several places may share a name.
    """

    def __init__(self, game: Game, names: Mapping[str, str] | None = None) -> None:
        self.game = game
        self.names = dict(names or {})
        self.state: State = game.new_initial_state()

    @classmethod
    def load(cls, name: str, options: Mapping[str, Any], **names: str) -> Adapter:
        """Make an adapter from a game's name and a referee's complete options."""
        return cls(load_game(name, **options), names)

    def set_match(self, **fields: Any) -> None:
        """Give the match fields before the first deck."""
        self.state = self.game.new_initial_state(fields)

    def match(self) -> dict[str, Any]:
        """Return the public state between deals by name."""
        return self.state.view(0).match()

    @property
    def player(self) -> int:
        """The seat to act, -1 at a chance node, -4 when the episode is over."""
        return self.state.current_player()

    def pack(self) -> list[int]:
        """Return the cards of the deck."""
        return [int(card) for card in self.game.pack]

    def wants_deck(self) -> bool:
        """Return whether a deck is due."""
        return self.state.wants_deck()

    def legal(self) -> list[int]:
        """Return the legal actions, ascending."""
        return self.state.legal_actions()

    def deal(self, deck: Sequence[int]) -> None:
        """Deal a deck."""
        self.state.deal(deck=deck)

    def play(self, action: int) -> None:
        """Play an action or a lot's outcome."""
        self.state.apply_action(action)

    def scores(self) -> list[float]:
        """Return the raw points of each seat."""
        return [float(score) for score in self.state.scores()]

    def clone(self) -> Adapter:
        """Return a copy that shares nothing."""
        twin = Adapter(self.game, self.names)
        twin.state = self.state.clone()
        return twin

    def place_name(self, place: int) -> str:
        """Return the referee's name of a place."""
        text = self.game.definition.place_text(self.game.options, place)
        return self.names.get(text, text)

    def used_places(self) -> list[int]:
        """Return the places that the log of the running deal speaks of."""
        words = true_moves(self.state)
        return sorted({place for _, source, target in words for place in (source, target)})

    def places(self) -> dict[str, list[int]]:
        """Return the cards lying at each place, as the true log has moved them."""
        lying: dict[int, list[int]] = {log.DECK: []}
        decks = self.state.decks()
        if decks and self.state.record.deal_number >= 0:
            lying[log.DECK] = [int(card) for card in decks[-1]]
        for card, source, target in true_moves(self.state):
            if source == target:
                continue
            here, there = lying.setdefault(source, []), lying.setdefault(target, [])
            if card == log.EVERY:
                there += here
                here.clear()
                continue
            here.remove(card)
            there.append(card)
        ordered = self.game.definition.layout.ordered
        found: dict[str, list[int]] = {}
        for place, cards in lying.items():
            in_order = place == log.DECK or ordered >> place & 1
            found.setdefault(self.place_name(place), []).extend(
                cards if in_order else sorted(cards)
            )
        return found

    def knows(self, seat: int, place: str, card: int) -> bool:
        """Return whether a seat has seen a card to lie at a place where it must still lie."""
        return card in self.known(seat).get(place, [])

    def known(self, seat: int) -> dict[str, list[int]]:
        """Return, by place, the cards that a seat knows to lie there."""
        view = self.state.view(seat)
        events = view.events()
        view.events = lambda: events  # type: ignore[method-assign]  # read once for all places
        found: dict[str, list[int]] = {}
        for place in self.used_places():
            found.setdefault(self.place_name(place), []).extend(view.known(place))
        return found


def true_moves(state: State) -> list[tuple[int, int, int]]:
    """Return card, source and target of each move in the running deal's log, nothing veiled."""
    words = iter(state.record.log[: state.record.log_length].tolist())
    moves = []
    for word in words:
        if log.kind_of(word) == log.LACKS:
            next(words)  # the card set
        elif log.kind_of(word) == log.MOVE:
            move = log.card_of(word), log.source_of(word), log.target_of(word)
            moves.append(tuple(int(number) for number in move))
    return moves


# --- what is compared between rules and referee -------------------------------------------------


def state_of(engine: Any) -> tuple[Any, ...]:
    """Return what is compared at every step, of an adapter or a referee."""
    return engine.player, engine.wants_deck(), engine.legal(), engine.scores()


def assert_same_game(
    rules: Adapter, referee: Any, rng: random.Random, name: str, apart: int
) -> None:
    """Play a game at random on both, step by step; compare places and knowledge now and then.

    Args:
        rules: It stands at the start of an episode.
        referee: So does the referee.
        rng: Chooses decks, lots and actions.
        name: Of the game played, for messages.
        apart: Places and knowledge are compared after 1 to so many steps each time.
    """
    steps: list[Any] = []
    look_in = rng.randrange(apart)
    while True:
        where = f"{name} steps {steps}"
        assert state_of(referee) == state_of(rules), where

        # Where a deck is due the referee has put the cards away; the log still tells of them.
        if look_in <= 0 and rules.player >= 0:
            look_in = rng.randrange(apart)

            assert lying_in(referee) == lying_in(rules), where
            for seat in range(rules.game.num_players()):
                assert known_by(referee, seat) == known_to(rules, seat), (where, seat)

        if rules.player == -4:
            return
        look_in -= 1
        if rules.wants_deck():
            deck = rules.pack()
            rng.shuffle(deck)
            rules.deal(deck)
            referee.deal(deck)
            steps = [deck]  # the running deal
        else:
            action = rng.choice(rules.legal())
            rules.play(action)
            referee.play(action)
            steps.append(action)


def lying_in(engine: Any, ordered: tuple[str, ...] = ()) -> dict[str, list[int]]:
    """Return the cards at the places that are not empty; in their order where it counts."""
    return {
        name: list(cards) if name.startswith(ordered) else sorted(cards)
        for name, cards in engine.places().items()
        if cards
    }


def known_by(referee: Any, seat: int) -> dict[str, set[int]]:
    """Return, by place, the cards that a referee says a seat knows to lie there."""
    kinds = set(referee.pack())
    found = {
        name: {card for card in kinds if referee.knows(seat, name, card)}
        for name in referee.places()
    }
    return {name: cards for name, cards in found.items() if cards}


def known_to(rules: Adapter, seat: int) -> dict[str, set[int]]:
    """Return the same from the seat's view."""
    return {name: set(cards) for name, cards in rules.known(seat).items() if cards}
