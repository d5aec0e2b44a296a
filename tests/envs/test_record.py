"""Hand records: round trip on every game, every kind of damage refused, nothing hidden shown."""

import dataclasses
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from prikup.envs import BadOptions, BadText, game_names, load_game
from prikup.envs.record import (
    parse_line,
    read_records,
    record_line,
    write_records,
)
from prikup.envs.transcript import grouped


def random_play(game_text: str, seed: int, most: int = 10_000) -> Any:
    """Return a state after at most so many uniform actions."""
    rng = np.random.default_rng(seed)
    state = load_game(game_text).deal(seed)
    for _ in range(most):
        if state.is_terminal():
            break
        state.apply_action(int(rng.choice(state.legal_actions())))
        state.resolve_chance(seed)
    return state


def kuhn_line(**settings: Any) -> str:
    """Return the record of a bet and a fold: the king bets, the queen passes."""
    state = load_game("kuhn_poker").deal(deck=[2, 1, 0])
    state.apply_action(1)
    state.apply_action(0)
    return record_line(state, **settings)


def signed(data: dict[str, Any]) -> str:
    """Return a record with the checksum that its format prescribes."""
    rest = {name: value for name, value in data.items() if name != "checksum"}
    canonical = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return json.dumps({**rest, "checksum": hashlib.sha256(canonical.encode()).hexdigest()})


def edited(**changes: Any) -> str:
    """Return the Kuhn record with fields changed and a fitting checksum."""
    return signed({**json.loads(kuhn_line()), **changes})


# --- round trip -----------------------------------------------------------------------------------


def test_fields_of_a_record() -> None:
    """A record says what was played under which rules, by whom, and what came of it."""
    data = json.loads(kuhn_line(seats=["heuristic", "random"], seed=7, deal=3, extra={"round": 1}))
    checksum = data.pop("checksum")

    assert checksum == json.loads(signed(data))["checksum"]
    assert isinstance(data.pop("prikup"), str)
    assert data == {
        "format": "prikup-record",
        "format_version": 1,
        "game": "kuhn_poker",
        "rules_version": load_game("kuhn_poker").definition.version,
        "preset": "classic",
        "options": {},
        "seats": ["heuristic", "random"],
        "seed": 7,
        "deal": 3,
        "match": {},
        "steps": [["K", "Q", "J"], "bet", "pass"],
        "deal_scores": [[1, -1]],
        "final_scores": [1, -1],
        "is_finished": True,
        "extra": {"round": 1},
    }


@pytest.mark.parametrize("episode", ["deal", "match"])
@pytest.mark.parametrize("name", game_names())
def test_every_game_survives_the_round_trip(name: str, episode: str) -> None:
    """A record of random play leads to the same state, byte for byte, and to the same record."""
    state = random_play(f"{name}:episode={episode}", seed=4, most=400)
    line = record_line(state, seed=4)

    replayed = parse_line(line).replay()

    assert "\n" not in line
    assert state.states.tobytes() == replayed.states.tobytes()
    assert line == record_line(replayed, seed=4)


def test_options_and_match_ride_in_the_record() -> None:
    """A game is restored with its preset, its overrides and the match state at the start."""
    game = load_game("kuhn_poker:preset=three,utility=win")
    state = game.deal(seed=1, match={"deals": 5})
    while not state.is_terminal():
        state.apply_action(0)

    record = parse_line(record_line(state))

    assert game == record.game()
    assert {"deals": 5} == record.match
    assert 6 == int(record.replay().record.match.deals)


def test_unfinished_episode_is_kept() -> None:
    """An episode that is not over is recorded as far as it went, its scores as they stand."""
    state = load_game("kuhn_poker").deal(deck=[0, 1, 2])
    state.apply_action(1)

    record = parse_line(record_line(state))

    assert not record.is_finished
    assert ((0, 0), ()) == (record.final_scores, record.deal_scores)
    assert 1 == record.replay().current_player()


def test_steps_are_told_in_order() -> None:
    """The callback gets each step with who made it, and the state after it."""
    seen: list[tuple[Any, ...]] = []

    parse_line(kuhn_line()).replay(
        lambda step, state: seen.append(
            (step.number, step.kind, step.player, step.text, state.current_player())
        )
    )

    assert seen == [
        (1, "deck", -1, "K Q J", 0),
        (2, "action", 0, "bet", 1),
        (3, "action", 1, "pass", -4),
    ]


def test_files_are_written_whole(tmp_path: Path) -> None:
    """Records come back in order from a file; blank lines count but hold nothing."""
    path = tmp_path / "records.jsonl"
    write_records(path, [kuhn_line(deal=0), "", kuhn_line(deal=1)])

    records = list(read_records(path))

    assert [0, 1] == [record.deal for record in records]
    assert f"{path}:3" == records[1].where
    assert [path] == list(tmp_path.iterdir())


def test_unwritable_place_is_named(tmp_path: Path) -> None:
    """A path that cannot be written is a plain error."""
    with pytest.raises(BadOptions, match=r"none/records\.jsonl: cannot write records: No such"):
        write_records(tmp_path / "none" / "records.jsonl", [])


def test_what_json_cannot_write_is_refused() -> None:
    """Extra fields must be JSON; seats must be those of the table."""
    with pytest.raises(BadOptions, match="extra fields are not for JSON"):
        kuhn_line(extra={"agent": object()})
    with pytest.raises(BadOptions, match="expected 2 seats, got"):
        kuhn_line(seats=["random"])


# --- damage ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "bad JSON"),
        (lambda: kuhn_line()[:-20], "bad JSON"),
        ('{"format": "prikup-record", "seed": NaN}', "bad JSON: NaN is no number"),
        ("[1, 2]", "not a hand record: expected format 'prikup-record', got"),
        ('{"format": "pbn"}', "got 'pbn'"),
        ('{"format": "prikup-record", "format_version": 2}', "format version 1, got 2"),
        ('{"format": "prikup-record", "format_version": 1}', "field 'prikup' is missing"),
        (lambda: kuhn_line().replace('"bet"', '"pass"'), "wrong checksum: the record was changed"),
        (lambda: kuhn_line().replace('"seed":null', '"seed":1e999'), "bad JSON"),
        (
            lambda: edited(steps="bet"),
            "field 'steps' must be a list of texts and lists of card texts",
        ),
        (lambda: edited(seed="7"), "field 'seed' must be an integer or null, got '7'"),
        (lambda: edited(is_finished=1), "field 'is_finished' must be true or false, got 1"),
        (lambda: edited(extra=[]), "field 'extra' must be an object"),
    ],
)
def test_broken_lines_are_refused(
    tmp_path: Path, line: str | Callable[[], str], reason: str
) -> None:
    """A line that is no sound record is refused with file, line number and the reason."""
    path = tmp_path / "r.jsonl"
    text = line if isinstance(line, str) else line()
    path.write_text(f"{kuhn_line()}\n{text}\n")

    with pytest.raises(BadText) as caught:
        list(read_records(path))

    assert str(caught.value).startswith(f"{path}:2: ")
    assert reason in str(caught.value)


BET_PASS = [["K", "Q", "J"], "bet", "pass"]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"game": "kuhn_pokr"}, "no game 'kuhn_pokr'; did you mean 'kuhn_poker'"),
        ({"preset": "klassik"}, "no preset 'klassik'; did you mean 'classic'?"),
        ({"options": {"playrs": 2}}, "no option 'playrs'; did you mean 'players'"),
        ({"options": {"players": 9}}, "option players must be 2 to 4, got '9'"),
        ({"rules_version": 99}, "recorded under rules version 99 of kuhn_poker, this is version"),
        ({"seats": ["a"]}, "1 seats are named, kuhn_poker:preset=classic has 2"),
        ({"match": {"dels": 0}}, "no match field 'dels'; did you mean 'deals'?"),
        ({"steps": ["bet"]}, "step 1 of 1: expected a deck, got 'bet'"),
        ({"steps": [["K", "Q", "X"]]}, "step 1 of 1: no card 'X' in the pack"),
        ({"steps": [["K", "K", "J"]]}, "step 1 of 1: kuhn_poker: a deck must be a permutation"),
        ({"steps": [["K", "Q"]]}, "step 1 of 1: kuhn_poker: a deck must be a permutation"),
        ({"steps": [BET_PASS[0], "raise"]}, "step 2 of 2: kuhn_poker: no action 'raise'"),
        (
            {"steps": [BET_PASS[0], BET_PASS[0]]},
            "step 2 of 2: expected a step where player 0 is to act, got a deck of 3 cards",
        ),
        ({"steps": [*BET_PASS, "bet"]}, "step 4 of 4: the episode was over after step 3"),
        (
            {"steps": BET_PASS[:2], "deal_scores": [], "final_scores": [0, 0]},
            "the record says that the episode is over, after its 2 steps it goes on "
            "(player 1 is to act)",
        ),
        ({"is_finished": False}, "the episode is not over, after its 3 steps it is over"),
        ({"deal_scores": [[2, -2]]}, "score mismatch after deal 1: the record says [2, -2]"),
        ({"deal_scores": []}, "step 3 of 3 ends deal 1, the record has scores of 0 deals"),
        ({"deal_scores": [[1, -1], [1, -1]]}, "score mismatch: the record has scores of 2"),
        ({"final_scores": [-1, 1]}, "score mismatch at the end: the record says [-1, 1]"),
    ],
)
def test_false_records_are_refused(changes: dict[str, Any], reason: str) -> None:
    """A well-formed record that the rules do not bear out is refused with place and reason."""
    record = parse_line(edited(**changes), where="r.jsonl:5")

    with pytest.raises(BadText) as caught:
        record.replay()

    assert str(caught.value).startswith("r.jsonl:5: ")
    assert reason in str(caught.value)


def test_illegal_action_is_refused_at_its_step() -> None:
    """An action that is not legal where it stands is named with its step and the legal ones."""
    state = random_play("ninety_nine:preset=mini2", seed=2)
    data = json.loads(record_line(state))
    first = next(i for i, step in enumerate(data["steps"]) if isinstance(step, str))
    data["steps"][first + 1] = data["steps"][first]  # a card that is no longer in the hand

    with pytest.raises(BadText, match=rf"step {first + 2} of \d+: .*is not legal") as caught:
        parse_line(signed(data)).replay()

    assert "legal are" in str(caught.value)


# --- what one seat saw ----------------------------------------------------------------------------


def test_folded_hand_stays_hidden() -> None:
    """The king that bets and is not called never sees the queen, nor the jack left in the deck."""
    record = parse_line(kuhn_line(seed=7))

    seen = record.redacted(0)

    assert [("K deck>hand 0", "a card deck>hand 1"), ("bet",), ("pass",)] == record.events_for(0)
    assert [-1, 0, 1] == [step.player for step in seen]
    text = json.dumps([dataclasses.asdict(step) for step in seen]) + json.dumps(record.public())
    assert '"Q"' not in text and '"J"' not in text and '"K"' in text
    assert not {"seed", "steps", "checksum", "extra"} & set(record.public())


def test_unknown_seat_is_refused() -> None:
    """Only seats of the table have a view."""
    with pytest.raises(BadOptions, match="seat must be 0 to 1, got 2"):
        parse_line(kuhn_line()).redacted(2)


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("length", [3, 9])
def test_other_worlds_look_alike(name: str, length: int) -> None:
    """Where other cards lie hidden the redacted hand is the same, step for step."""
    state = random_play(name, seed=11, most=length)
    if state.is_terminal():
        state = random_play(name, seed=11, most=1)
    record = parse_line(record_line(state))
    for seat in range(state.game.num_players()):
        mine = [step for step in record.redacted(seat) if step.table is not None]
        for seed in range(3):
            world = parse_line(record_line(state.view(seat).sample(seed)))
            other = world.redacted(seat)

            assert [(s.kind, s.player, s.events) for s in mine] == [
                (s.kind, s.player, s.events) for s in other
            ]
            assert [s.table for s in mine] == [s.table for s in other]


def test_lots_are_named_by_their_outcome() -> None:
    """A lot in the redacted hand reads as its outcome, not as the action of that number."""
    state = load_game("ninety_nine:first_dealer=-1").new_initial_state()
    state.apply_action(2)

    record = parse_line(record_line(state))

    assert [("dealer 2",)] == record.events_for(0)


def test_moves_are_grouped_by_place() -> None:
    """Cards that go the same way are told once; other events stay as they are."""
    texts = ["KS deck>hand 0", "a card deck>hand 1", "7C deck>hand 0", "a card deck>hand 1"]

    assert ["KS 7C deck>hand 0", "2 cards deck>hand 1"] == grouped(texts)
    assert ["pass", "none in hand 0: 6D 7D", "pass"] == grouped(
        ["pass", "none in hand 0: 6D 7D", "pass"]
    )
    assert ["8D AD in laid 2", "all of trick to played"] == grouped(
        ["8D in laid 2", "AD in laid 2", "all of trick to played"]
    )
