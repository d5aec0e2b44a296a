"""King's referee as the rules see it: the page's way to write options, scores, and card numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from prikup.envs.engine.game import Game
from referees.king import DEFAULTS, Referee

CHANCE = -1
# Options of the game that the referee does not know, with the values that it plays.
BEYOND = {"removed": "2S", "v_fantan": 24}


def page_options(options: Any) -> dict[str, Any]:
    """Return a game's options as the referee takes them: penalty cards and points are one map."""
    found = {field.name: getattr(options, field.name) for field in fields(options)}
    pairs = zip(found["card_penalties"], found.pop("card_points"), strict=True)
    found["card_penalties"] = {card: -points for card, points in pairs if card != "none"}
    for name in BEYOND:
        found.pop(name)
    for name, value in found.items():
        if isinstance(value, tuple):
            found[name] = "/".join(value)
    return {**DEFAULTS, **found}


def game_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return a referee's options as the game takes them."""
    found = dict(options)
    written = found["card_penalties"]
    if written != "none":
        pairs = [entry.split(":") for entry in written.split("/")]
        found["card_penalties"] = tuple(card for card, _ in pairs)
        found["card_points"] = tuple(-int(points) for _, points in pairs)
    if found["pass_cycle"] == "none":
        found["pass_cycle"] = "0"
    return found


class KingReferee:
    """The referee behind its own interface, with two readings of the page that are the rules'.

    A card's number counts the ranks of the `rank_order` in force, the lowest first; the referee
    numbers them 7 8 9 T J Q K A in every game. And `flat4` is written when the first deal is over,
    for scores begin at 0 in every game; the referee writes it before.
    """

    def __init__(self, game: Game, referee: Referee) -> None:
        self.game = game
        self.referee = referee
        texts = game.options.the_pack().cards
        suits, ranks = game.options.the_pack().suits, "23456789TJQKA"
        plain = [text for text in texts if len(text) == 2]
        usual = sorted(plain, key=lambda text: (suits.index(text[1]), ranks.index(text[0])))
        usual += texts[len(plain) :]
        self._theirs = [usual.index(text) for text in texts]
        self._ours = [texts.index(text) for text in usual]

    @classmethod
    def of(cls, game: Game) -> KingReferee:
        """Return an undealt referee with a game's options."""
        return cls(game, Referee(page_options(game.options)))

    def clone(self) -> KingReferee:
        """Return a copy that shares nothing."""
        return KingReferee(self.game, self.referee.clone())

    @property
    def player(self) -> int:
        """The seat to act, -1 at a chance node, -4 when the episode is over."""
        return int(self.referee.player)

    def wants_deck(self) -> bool:
        """Return whether a deck is due."""
        return bool(self.referee.wants_deck())

    def pack(self) -> list[int]:
        """Return the cards of the deck."""
        return sorted(self._ours[card] for card in self.referee.pack())

    def legal(self) -> list[int]:
        """Return the legal actions, ascending."""
        found = self.referee.legal()
        if self.player == CHANCE:
            return list(found)
        cards = len(self._ours)
        return sorted(self._ours[action] if action < cards else action for action in found)

    def deal(self, deck: list[int]) -> None:
        """Deal a deck."""
        self.referee.deal([self._theirs[card] for card in deck])

    def play(self, action: int) -> None:
        """Play an action or a lot's outcome."""
        is_card = self.player != CHANCE and action < len(self._theirs)
        self.referee.play(self._theirs[action] if is_card else action)

    def scores(self) -> list[float]:
        """Return the points of each seat."""
        found = [float(points) for points in self.referee.scores()]
        if self.game.options.compensation == "flat4" and self.referee.deals == 0:
            return [0.0] * len(found)
        return found

    def places(self) -> dict[str, list[int]]:
        """Return the cards lying at each place."""
        return {
            name: [self._ours[card] for card in cards]
            for name, cards in self.referee.places().items()
        }

    def knows(self, seat: int, place: str, card: int) -> bool:
        """Return whether a seat knows a card to lie at a place."""
        return bool(self.referee.knows(seat, place, self._theirs[card]))
