"""A person at the table: shows what the seat may see, asks for an action, explains wrong answers.

Answers are read from one stream and everything is shown on another, so that a whole session can
be scripted. `PersonAgent.see` tells what others did; a table that calls it after every step gives
a running commentary, otherwise the agent catches up when it is asked to act.
"""

from __future__ import annotations

import difflib
import re
import sys
import textwrap
from collections.abc import Mapping
from typing import TYPE_CHECKING, TextIO

from prikup.envs.engine.cards import NONE
from prikup.envs.engine.errors import PrikupError
from prikup.envs.engine.log import EVERY
from prikup.envs.render import COLUMNS, table_text
from prikup.envs.transcript import event_texts, grouped, story

from .agent import Agent

if TYPE_CHECKING:
    from prikup.envs.engine.table import Table
    from prikup.envs.engine.view import Event, View

_SUIT_LETTERS = str.maketrans("♠♣♦♥♤♧♢♡", "SCDHSCDH")
_HELP = """\
Answer with the number of an action, its words, or the card alone. Case does not
matter; 10 may be written for T, and suits as symbols. #3 is always the third
action of the list.
  ?      this help
  table  the table again
  log    all that you have seen in this deal
  q      leave the game (also: quit)
What stands in parentheses in the log was done unseen by you."""


class PersonLeft(PrikupError):
    """The person has left: asked to, or the answers have come to their end."""

    def __init__(self, message: str, asked: bool) -> None:
        """Keep whether the person asked to leave."""
        super().__init__(message)
        self.asked = asked


class PersonAgent(Agent):
    """Asks a person. Its decisions do not follow from a seed, so tournaments refuse it."""

    is_interactive = True

    def __init__(self) -> None:
        """Sit at the terminal."""
        self.names: Mapping[int, str] = {}
        self.connect(sys.stdin, sys.stdout)
        super().__init__()

    def connect(
        self,
        answers: TextIO,
        screen: TextIO,
        *,
        color: bool = False,
        names: Mapping[int, str] | None = None,
    ) -> PersonAgent:
        """Read answers from one stream, show everything on another.

        Args:
            answers: Lines of answers.
            screen: Where to show the game.
            color: Whether the screen understands ANSI colours.
            names: What to call the other seats, beside "player 1".

        Returns:
            The agent itself.
        """
        self.answers, self.screen, self.color = answers, screen, color
        self.names = names or {}
        return self

    def reset(self, seed: int) -> None:
        """Begin an episode: nothing has been shown."""
        super().reset(seed)
        self._deal: tuple[int, int] | None = None
        self._shown = 0  # events of the running deal that have been shown

    # --- showing ---

    def see(self, view: View, actor: int = NONE, is_lot: bool = False) -> None:
        """Show what is new in a view of this seat.

        Args:
            view: The view after a step.
            actor: Seat that made the step, if one did and the caller knows.
            is_lot: Whether the step was a lot.
        """
        record = view.views[0]
        deal = (int(record.deal_number), int(record.redeal_number))
        is_dealt = deal != self._deal
        if is_dealt:
            if deal[0] >= 0:
                self.say(f"--- deal {deal[0] + 1}{' again' if deal[1] else ''} ---")
            self._deal, self._shown = deal, 0
        events = view.events()[self._shown :]
        self._shown += len(events)
        who = "lot" if is_lot else self.called(actor, view.seat)
        for line in _news(view, events, is_dealt, who, is_lot):
            self.say(line)

    def show(self, table: Table) -> None:
        """Show a table."""
        self.say("\n" + table_text(table, self.color))

    def say(self, text: str) -> None:
        """Show a text."""
        self.screen.write(text + "\n")

    def called(self, seat: int, own: int) -> str:
        """Return what to call a seat."""
        if seat == NONE:
            return "played"
        if seat == own:
            return "you"
        return f"player {seat}" + (f" ({self.names[seat]})" if seat in self.names else "")

    # --- asking ---

    def act(self, view: View) -> int:
        """Show the table and the legal actions, ask until the answer names one of them.

        Raises:
            PersonLeft: if the person leaves or the answers end.
        """
        self.see(view)
        actions = view.legal_actions()
        texts = [view.game.action_to_string(action) for action in actions]
        self.show(view.table())
        self.say("\n" + _listed(texts))
        while True:
            answer = self._ask()
            found = matching(answer, texts)
            if len(found) == 1 and answer != "?":
                return actions[found[0]]
            if len(found) > 1:
                names = " or ".join(f"#{i + 1} ({texts[i]})" for i in found)
                self.say(f"{answer!r} may mean {names}: which?")
            elif not self._obey(answer, view):
                self.say(_advice(view, answer, texts))

    def _ask(self) -> str:
        """Return the next answer that is not empty."""
        while True:
            self.screen.write("your action (? for help): ")
            self.screen.flush()
            line = self.answers.readline()
            if not line or not self.answers.isatty():  # a terminal shows what is typed by itself
                self.screen.write(line.rstrip("\n") + "\n")
            if not line:
                raise PersonLeft("end of input before the episode was over", asked=False)
            if line.strip():
                return line.strip()

    def _obey(self, answer: str, view: View) -> bool:
        """Carry out a command; returns whether it was one."""
        word = answer.casefold()
        if word in ("q", "quit", "exit"):
            raise PersonLeft("left before the episode was over", asked=True)
        if word in ("?", "help"):
            self.say(_HELP)
            self.say(_listed([view.game.action_to_string(a) for a in view.legal_actions()]))
        elif word == "table":
            self.show(view.table())
        elif word == "log":
            self.say(textwrap.fill("; ".join(story(view)), COLUMNS) or "nothing yet")
        else:
            return False
        return True


def matching(answer: str, texts: list[str]) -> list[int]:
    """Return the indices of the actions that an answer can mean: one if it is clear.

    An answer names an action by its number in the list, by its text, or by a card (or number) that
    is the last word of its text.

    Example:
        >>> matching("k♠", ["play KS", "play KH"])
        [0]
    """
    asked = normal(answer)
    if asked.startswith("#"):
        number = asked[1:].strip()
        return [int(number) - 1] if number.isdecimal() and 0 < int(number) <= len(texts) else []
    written = [normal(text) for text in texts]
    found = {i for i, text in enumerate(written) if asked in (text, text.split()[-1])}
    if asked.isdecimal() and 0 < int(asked) <= len(texts):
        found.add(int(asked) - 1)
    exact = [i for i, text in enumerate(written) if text == asked]
    return exact if exact and not asked.isdecimal() else sorted(found)


def normal(text: str) -> str:
    """Return an answer without differences of case, blanks and ways to write a card."""
    words = " ".join(text.translate(_SUIT_LETTERS).casefold().split())
    return re.sub(r"\b10(?=[scdh]\b)", "t", words)


def _listed(texts: list[str]) -> str:
    """Return the numbered actions, in columns."""
    cells = [f"{number:>3} {text}" for number, text in enumerate(texts, start=1)]
    width = max(map(len, cells)) + 2
    across = max(1, COLUMNS // width)
    rows = [cells[i : i + across] for i in range(0, len(cells), across)]
    return "\n".join("".join(cell.ljust(width) for cell in row).rstrip() for row in rows)


def _advice(view: View, answer: str, texts: list[str]) -> str:
    """Return why an answer is none of the legal actions, and which are nearest."""
    game = view.game
    everything = {normal(game.action_to_string(a)): a for a in range(game.num_distinct_actions())}
    known = matching(answer, list(everything)) if not answer.lstrip("#").isdecimal() else []
    what = "is not legal now" if known else "is no action here"
    if answer.lstrip("#").isdecimal():
        what = "is no number of the list"
    by_text = {normal(text): text for text in texts}
    close = difflib.get_close_matches(normal(answer), by_text, n=3, cutoff=0.5)
    if close:
        return f"{answer!r} {what}; did you mean {' or '.join(by_text[c] for c in close)}?"
    legal = ", ".join(texts)
    return textwrap.fill(f"{answer!r} {what}; legal: {legal}", COLUMNS, subsequent_indent="  ")


def _news(view: View, events: list[Event], is_dealt: bool, who: str, is_lot: bool) -> list[str]:
    """Return what is worth telling of new events, as lines: what was done, then what came of it.

    The move of a played card is told by its action, and dealt cards lie on the table.
    """
    actions = [event for event in events if event.kind == "action"]
    done = event_texts(view, actions, is_lot=is_lot)
    words = {word for text in done for word in text.split()}
    came = [view.event_text(event) for event in events if event.kind == "word"]
    if not is_dealt:
        moves = (e for e in events if e.kind == "move" and e.seen and e.value != EVERY)
        texts = (view.event_text(event) for event in moves)
        came += grouped(text for text in texts if text.partition(" ")[0] not in words)
    lines = [f"{who}: {'; '.join(done)}"] if done else []
    return lines + textwrap.wrap(
        "; ".join(came), COLUMNS, initial_indent="    ", subsequent_indent="    "
    )
