"""The two textbook trees of imperfect information as a game: a hidden card that has to be guessed.

Seat 1 holds one of two cards, which seat 0 does not see.

`fusion`: seat 0 takes a sure point or asks, and then has to name the card: three points if it is
right, minus three if not. Asking is worth nothing, but with open cards it is worth three.

`locality`: seat 1 stops or goes on; then seat 0 names the card. Holding card 0 it is best for seat
1 to stop, holding card 1 to go on, whatever seat 0 does; so after going on it is card 1, although
naming card 0 is better on the average over both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from prikup.envs.engine.cards import NONE, TERMINAL, allow, card_set
from prikup.envs.engine.jit import compiled
from prikup.envs.engine.layout import record
from prikup.envs.engine.log import ALL, DECK, NOTHING, move, tell
from prikup.envs.engine.observation import Piece, put_one_hot
from prikup.envs.engine.options import Options, option
from prikup.envs.engine.policy import policy_record, register_policy
from prikup.envs.engine.table import Seat, Table

NAME, VERSION, SUMMARY = "guess", 1, "guess the hidden card"
ZERO, ONE, SAFE, ASK = 0, 1, 2, 3  # actions; for seat 1 SAFE means stop and ASK go on
START, NAMING = 0, 1


@dataclass(frozen=True)
class GuessOptions(Options):
    """Options."""

    NAME: ClassVar[str] = NAME
    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {"fusion": {}, "locality": {"locality": True}}

    players: int = option(2, "seats", low=2, high=2)
    locality: bool = option(False, "whether seat 1 begins")

    def pack_cards(self) -> list[int]:
        """Return the cards of the deck."""
        return [0, 1]

    def num_actions(self) -> int:
        """Return the number of action ids."""
        return 4

    def max_moves(self) -> int:
        """Return a bound on the decisions of a deal."""
        return 2

    def max_deals(self) -> int:
        """Return a bound on the deals of a match: here a match is one deal."""
        return 1

    def score_range(self) -> tuple[float, float]:
        """Return bounds of a seat's score."""
        return -3.0, 3.0


OPTIONS = GuessOptions
STATE = record(
    NAME,
    GuessOptions,
    seats=2,
    match=[],
    fields=[("card",), ("phase",), ("named",)],
    events=16,
)


@compiled
def deal(state, deck):
    """Seat 1 gets a card."""
    state.card = deck[0]
    state.named = NONE
    move(state, card_set(1), deck[0], DECK, 1)
    state.player = 1 if state.opt.locality else 0


@compiled
def legal(state, actions):
    """Stop or go on, then name a card."""
    if state.player >= 0:
        allow(actions, ZERO if state.phase == NAMING else SAFE)
        allow(actions, ONE if state.phase == NAMING else ASK)


@compiled
def play(state, action):
    """Everything is said aloud."""
    tell(state, ALL, action, NOTHING)
    if action == ASK:
        state.phase = NAMING
        state.player = 0
    else:
        state.named = action
        state.match.deals += 1
        state.player = TERMINAL


@compiled
def returns(state, out):
    """What seat 0 gets, seat 1 pays."""
    points = 0.0
    if state.player == TERMINAL:
        if state.opt.locality:
            if state.named == SAFE:
                points = -2.0 if state.card == 0 else 2.0
            elif state.named == ZERO:
                points = 3.0 if state.card == 0 else -1.0
            else:
                points = -2.0 if state.card == 0 else 1.0
        elif state.named == SAFE:
            points = 1.0
        else:
            points = 3.0 if state.named == state.card else -3.0
    out[0], out[1] = points, -points


def pieces(options: GuessOptions) -> list[Piece]:
    """Return the named pieces of the observation."""
    return [Piece("phase", 2, "start or naming, one-hot")]


@compiled
def observe(state, seat, out):
    """Write the phase."""
    put_one_hot(out, 0, state.phase, 2)


def action_text(options: GuessOptions, action: int) -> str:
    """Return an action as a stable token."""
    return ("zero", "one", "safe", "ask")[action]


def word_text(options: GuessOptions, word: int) -> str:
    """Return a word of the log."""
    return f"word {word}"


def place_text(options: GuessOptions, place: int) -> str:
    """Return a place's name."""
    return "deck" if place == DECK else "hand"


def table(state: Any, seat: int, options: GuessOptions) -> Table:
    """Return the table as a seat sees it: names only."""
    return Table(NAME, (Seat(name="player 0", cards=()), Seat(name="player 1", cards=())), seat)


# --- how a sensible seat 1 plays -----------------------------------------------------------------

MODEL = policy_record("guess_model", __file__)


@compiled
def choose(policy, state, actions, rng):
    """Stop with card 0, go on with card 1; name card 0."""
    if state.phase == NAMING:
        return ZERO
    return SAFE if state.card == 0 else ASK


register_policy(MODEL, STATE, choose)
