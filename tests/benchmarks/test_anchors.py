"""The benchmark of published results: seats, ties, what is counted, what it prints."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from prikup.agents import make_agent
from prikup.benchmarks import anchors
from prikup.benchmarks.moments import before_play
from prikup.cli.main import main

THOUSAND = next(anchor for anchor in anchors.ANCHORS if anchor.game == "thousand")
NINETY_NINE = next(anchor for anchor in anchors.ANCHORS if anchor.game == "ninety_nine")
WHIST = anchors.ANCHORS[0]


def test_rows(capsys):
    """`bench anchors --quick --json` has the first result with its source."""
    assert 0 == main(["bench", "anchors", "--quick", "--json"])
    (row,) = (json.loads(line) for line in capsys.readouterr().out.splitlines())

    assert row["game"].startswith("knockout_whist")
    assert (4, 8) == (row["deals"], row["games"])
    assert 0.0 <= row["share"] <= 1.0
    assert 0.58 == row["published"]
    assert "melvinzhang/ismcts" in row["source"]


def test_only_games_with_a_published_result(capsys):
    """Another game is refused before anything is printed."""
    assert 2 == main(["bench", "anchors", "--game", "kuhn_poker"])
    said = capsys.readouterr()

    assert not said.out
    assert "no published result for game 'kuhn_poker'" in said.err


def test_our_agent_plays_every_seat(monkeypatch):
    """Of each deal ours plays each seat; if seat 0 always wins, it wins a third of the games."""
    counted = {"first seat": lambda state: [1.0, 0.0, 0.0]}
    seated, whole = [], anchors.play_on

    def spy(state, agents, seed):
        seated.append(([agent.name for agent in agents], seed, state.history()))
        return whole(state, agents, seed)

    monkeypatch.setattr(anchors, "play_on", spy)
    anchor = replace(NINETY_NINE, agent="heuristic", counted=counted)
    (row,) = anchors.compare(anchor, deals=2)
    names = [name for name, _, _ in seated[:3]]

    assert [
        ["heuristic", "random", "random"],
        ["random", "heuristic", "random"],
        ["random", "random", "heuristic"],
    ] == names
    assert 2 == len({seed for _, seed, _ in seated})
    assert seated[0][1:] == seated[1][1:] == seated[2][1:]
    assert 1 / 3 == pytest.approx(row.share, abs=1e-4)
    assert 0.0 == row.interval
    assert (2, 6) == (row.deals, row.games)


def test_ties_are_shared():
    """Where all seats have the same, each wins its part of every game."""
    counted = {"nothing": lambda state: [0.0] * len(state.returns())}
    (row,) = anchors.compare(replace(NINETY_NINE, agent="random", counted=counted), deals=2)

    assert 1 / 3 == pytest.approx(row.share, abs=1e-4)


def test_rows_of_a_result_count_the_same_games():
    """Points taken and points written are two rows of the same games of Thousand."""
    taken, written = anchors.compare(replace(THOUSAND, agent="heuristic"), deals=3)

    assert ("points taken", "points written") == (taken.counted, written.counted)
    assert taken.games == written.games
    assert "published 65 %: REINFORCE above 65 %" in taken.text()


def test_points_taken_in_thousand():
    """The 24 cards are worth 120 points; the rest of what the two have taken is marriages.

    Marriages are worth 40, 60, 80 and 100.
    """
    game, found = THOUSAND.load(), set()
    for seed in range(12):
        state = before_play(game, seed)
        if state is not None:
            final = anchors.play_on(state, [make_agent("random"), make_agent("random")], seed)
            found.add(sum(anchors.by_points_taken(final)) - 120)

    assert found <= {0, 40, 60, 80, 100, 120, 140, 160, 180, 200, 220, 240, 280}
    assert len(found) > 1


def test_the_heuristic_bids_for_all():
    """The agents take over when the auction is over and the first card is due."""
    state = before_play(THOUSAND.load(), 1)

    assert state.record.contract >= 100
    assert state.current_player() == state.record.leader
    assert 0 == state.record.tricks_done + state.record.trick_size


@pytest.mark.long
def test_search_beats_random_play_at_knockout_whist():
    """1 000 simulations win more than half of the games against random play, at 95 %."""
    (row,) = anchors.compare(replace(WHIST, agent="ismcts:sims=1000"), deals=120)

    assert row.share - row.interval > 0.5
