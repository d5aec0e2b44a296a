"""Which agents sit where in each deal of a tournament.

A table is a tuple of agents, one a seat, each an index: first the agents compared, then those that
only keep the other seats. Every design gives each compared agent every seat of every deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product

from prikup.envs.engine.errors import BadOptions, nearest

TABLES = ("replacement", "rotation")
MOST_GAMES = 10_000  # a deal
FIXED = " (fixed)"  # ends the name of an agent that is not compared

Table = tuple[int, ...]


@dataclass(frozen=True)
class Design:
    """The tables of a tournament."""

    kind: str
    """`replacement` or `rotation`."""
    players: int
    agents: tuple[str, ...]
    """Names of the agents compared."""
    against: tuple[str, ...] = ()
    """Names of the agents that keep the other seats; none: the agents compared do."""

    def __post_init__(self) -> None:
        if self.kind not in TABLES:
            raise BadOptions(f"no tables {self.kind!r}; {nearest(self.kind, TABLES)}")
        count, players = len(self.agents), self.players
        if count < 2:
            raise BadOptions(f"a tournament compares two agents or more, got {count}")
        if self.kind == "rotation" and count < players and not self.against:
            raise BadOptions(
                f"rotation needs an agent for each of the {players} seats, got {count}: "
                "name who fills the others (against)"
            )
        if self.kind == "rotation" and count >= players and self.against:
            raise BadOptions(f"rotation of {count} agents leaves no seat for {self._opponents()}")
        if self.num_games() > MOST_GAMES:
            raise BadOptions(
                f"{count} agents in {players} seats make {self.num_games():,} games a deal, "
                f"at most {MOST_GAMES:,} are played: name fewer, or fixed opponents (against)"
            )

    def num_games(self) -> int:
        """Return the number of games that are played with each deal."""
        count, players = len(self.agents), self.players
        if self.kind == "rotation":
            return players * sum(1 for _ in combinations(range(max(count, players)), players))
        return players * count * len(self.against) if self.against else count**players

    def tables(self, deal: int) -> list[Table]:
        """Return the tables of a deal; the first few hold every agent."""
        if self.kind == "rotation":
            return self._rotations(deal)
        agents = range(len(self.agents))
        if not self.against:
            return list(product(agents, repeat=self.players))
        others = range(len(self.agents), len(self.agents) + len(self.against))
        return [
            tuple(agent if place == seat else other for place in range(self.players))
            for seat in range(self.players)
            for other in others
            for agent in agents
        ]

    def _rotations(self, deal: int) -> list[Table]:
        """Turn each circle of agents through the seats; who follows whom changes with the deal."""
        count, fills = len(self.agents), len(self.against)
        circle = [count + i % fills for i in range(self.players - count)] if fills else []
        found = []
        for chosen in combinations(range(count), min(count, self.players)):
            first, *rest = [*chosen, *circle]
            orders = list(permutations(rest))
            order = (first, *orders[deal % len(orders)])
            found += [order[-turn:] + order[:-turn] for turn in range(self.players)]
        return found

    def text(self) -> str:
        """Say in a sentence who plays whom."""
        if self.kind == "rotation":
            fills = f", the others kept by {self._opponents()}" if self.against else ""
            return f"rotation: the agents of a table pass through all seats of each deal{fills}"
        if self.against:
            each = " in turn" if len(self.against) > 1 else ""
            return (
                "replacement: every agent plays every seat of each deal, "
                f"all other seats kept by {self._opponents()}{each}"
            )
        return (
            "replacement: every agent plays every seat of each deal "
            "against every combination of the agents"
        )

    def _opponents(self) -> str:
        names = [name.removesuffix(FIXED) for name in self.against]
        return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def unique_names(texts: Sequence[str]) -> tuple[str, ...]:
    """Return a name for each agent: its text, with #2, #3, ... where it comes again.

    Example:
        >>> unique_names(["random", "heuristic", "random"])
        ('random', 'heuristic', 'random#2')
    """
    names: list[str] = []
    for i, text in enumerate(texts):
        before = list(texts[:i]).count(text)
        names.append(f"{text}#{before + 1}" if before else text)
    return tuple(names)
