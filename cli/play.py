"""`prikup play`: a person at the terminal against agents."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from prikup.agents import make_agent
from prikup.agents.agent import Agent
from prikup.agents.person import PersonAgent, PersonLeft
from prikup.agents.table import agent_seed, decide
from prikup.envs import BadOptions, load_game
from prikup.envs.engine.cards import NONE
from prikup.envs.record import parse_line, record_line, record_lines, write_records
from prikup.envs.sheet import score_sheet

from .terminal import columns, filled, screen, use_color

if TYPE_CHECKING:
    from prikup.envs.engine.game import Game, State

NAME = "play"
HELP = "play a game at the terminal against agents"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("game", metavar="GAME", help="name, or name:key=value,...")
    parser.add_argument("--seat", type=int, default=0, metavar="S", help="your seat (0)")
    parser.add_argument(
        "--against",
        nargs="+",
        metavar="AGENT",
        help="one agent for all other seats, or one for each of them, clockwise from you "
        "(heuristic, where the game has one, else random)",
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", help="seed of cards and agents (a new one)"
    )
    parser.add_argument("--preset", help="preset of the game's options")
    parser.add_argument(
        "--match", action="store_true", help="play a whole match, as the option episode=match"
    )
    parser.add_argument(
        "--every-step", action="store_true", help="show the table after every step, not only yours"
    )
    parser.add_argument(
        "--record",
        metavar="FILE",
        help="add the hand record to this file, also of a game you leave",
    )


def run(args: argparse.Namespace) -> int:
    """Play one episode; 130 where it was interrupted."""
    chosen = {"preset": args.preset} if args.preset else {}
    if args.match:
        chosen["episode"] = "match"
    game = load_game(args.game, **chosen)
    if not 0 <= args.seat < game.num_players():
        raise BadOptions(f"--seat must be 0 to {game.num_players() - 1} in {game}, got {args.seat}")
    agents = seated(game, args.seat, args.against)
    seed = int.from_bytes(os.urandom(4)) if args.seed is None else args.seed
    records = Records(args.record)
    out = screen()
    person = PersonAgent()
    names = {seat: agent.name for seat, agent in enumerate(agents) if seat != args.seat}
    person.connect(sys.stdin, out, color=use_color(out), names=names)
    agents[args.seat] = person

    others = ", ".join(f"player {seat} is {name}" for seat, name in names.items())
    person.say(filled(f"{game}, seed {seed}. You are player {args.seat}; {others}.", columns()))
    state = game.new_initial_state()
    try:
        play(state, agents, args.seat, seed, every_step=args.every_step)
    except PersonLeft as left:
        if not left.asked:
            raise PersonLeft(f"{left}{records.kept_text()}", asked=False) from None
        person.say(f"You left after {len(state.history())} actions.")
    except KeyboardInterrupt:
        person.say("\ninterrupted")
        return 130
    finally:
        if state.steps():
            seats = ["person" if agent is person else agent.name for agent in agents]
            records.add(record_line(state, seats=seats, seed=seed))
    if state.is_terminal():
        show_end(state, args.seat, person)
    records.tell(out)
    return 0


def seated(game: Game, seat: int, texts: list[str] | None) -> list[Agent]:
    """Return an agent for every seat; the one in `seat` is a placeholder.

    Raises:
        BadOptions: if there are too many or too few agents, one cannot play the game, or one asks
            a person too.
    """
    others = game.num_players() - 1
    texts = texts or [default_opponent(game)]
    if len(texts) not in (1, others):
        raise BadOptions(f"--against: expected 1 or {others} agents in {game}, got {len(texts)}")
    agents = [make_agent("random") for _ in range(others + 1)]
    for i in range(others):
        agent = make_agent(texts[i % len(texts)])
        if agent.is_interactive:
            raise BadOptions(
                f"--against: {agent.name} is no opponent: one person sits at a terminal"
            )
        agent.check(game)
        agents[(seat + 1 + i) % (others + 1)] = agent
    return agents


def default_opponent(game: Game) -> str:
    """Return `heuristic` where the game has one, else `random`."""
    try:
        make_agent("heuristic").check(game)
    except BadOptions:
        return "random"
    return "heuristic"


def play(
    state: State, agents: list[Agent], seat: int, seed: int, *, every_step: bool = False
) -> None:
    """Play an episode to its end, the person in `seat` seeing every step.

    Cards and lots are those of `agents.table.play_episode` with this seed.
    """
    person = agents[seat]
    assert isinstance(person, PersonAgent)
    for number, agent in enumerate(agents):
        agent.reset(agent_seed(seed, number))
    finished = 0
    while not state.is_terminal():
        actor, is_lot = state.current_player(), False
        if actor >= 0:
            state.apply_action(decide(agents[actor], state))
        elif state.wants_deck():
            state.deal(seed)
        else:
            state.draw_lot(seed)
            is_lot = True
        person.see(state.view(seat), actor if actor >= 0 else NONE, is_lot)
        is_deal_over = int(state.record.match.deals) > finished
        if is_deal_over or (every_step and state.record.deal_number >= 0):
            finished = int(state.record.match.deals)
            person.show(state.table(seat))
        if is_deal_over and not state.is_terminal():
            person.say(f"score so far: {score_text(state, seat, person)}")


def score_text(state: State, seat: int, person: PersonAgent) -> str:
    """Return everybody's points since the episode began."""
    scores = enumerate(state.scores().tolist())
    return ", ".join(f"{person.called(other, seat)} {points:+g}" for other, points in scores)


def show_end(state: State, seat: int, person: PersonAgent) -> None:
    """Show the sheet of a match, the final score and who has most."""
    scores = state.scores().tolist()
    first = [other for other, points in enumerate(scores) if points == max(scores)]
    if state.game.options.episode == "match":
        names = ["you" if other == seat else f"player {other}" for other in range(len(scores))]
        person.say(f"\n{score_sheet(state).text(names)}")
    person.say(f"\nfinal score: {score_text(state, seat, person)}")
    if len(first) == len(scores):
        person.say("All are even.")
    elif seat in first:
        person.say("You share the first place." if len(first) > 1 else "You have won.")
    else:
        person.say(f"{' and '.join(person.called(other, seat) for other in first)} won.")


class Records:
    """The file that hand records are added to, checked before a game begins."""

    def __init__(self, path: str | None) -> None:
        """Read what the file holds.

        Raises:
            BadText: if it exists and holds something else than records.
            BadOptions: if its folder does not exist.
        """
        self.path = path
        self.lines: list[str] = []
        if path is None:
            return
        if Path(path).exists():
            for number, line in record_lines(path):
                parse_line(line, where=f"{path}:{number}")
                self.lines.append(line)
        elif not Path(path).resolve().parent.is_dir():
            raise BadOptions(f"--record {path}: there is no folder {Path(path).parent}")

    def add(self, line: str) -> None:
        """Write the file anew with one more record."""
        if self.path is not None:
            self.lines.append(line)
            write_records(self.path, self.lines)

    def kept_text(self) -> str:
        """Return where an unfinished game is kept, for an error message."""
        return f"; what was played is kept in {self.path}" if self.path is not None else ""

    def tell(self, out: TextIO) -> None:
        """Say how to see the hand again, or how to keep the next one."""
        if self.path is None:
            print("Not recorded; `--record FILE` keeps a hand.", file=out)
        else:
            again = f"prikup replay {self.path} --line {len(self.lines)}"
            print(f"Recorded; see it again with `{again}`.", file=out)
