"""`prikup play`: scripted persons who answer well, wrongly, leave, or fall silent."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from prikup.agents import agent_names, make_agent
from prikup.agents.person import PersonAgent, PersonLeft, matching
from prikup.agents.table import play_episode
from prikup.cli.main import main
from prikup.cli.play import seated
from prikup.cli.terminal import use_color
from prikup.envs import BadOptions, load_game
from prikup.envs.record import read_records


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that puts answers on standard input."""

    def give(*answers: str) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(line + "\n" for line in answers)))

    return give


def kuhn_payoff(cards: list[str], bets: list[str]) -> list[int]:
    """Return the chips won by each of two players, from Kuhn's rules."""
    first_wins = "JQK".index(cards[0]) > "JQK".index(cards[1])
    if bets in (["bet", "pass"], ["pass", "bet", "pass"]):
        return [1, -1] if bets[0] == "bet" else [-1, 1]
    stake = 1 if bets == ["pass", "pass"] else 2
    return [stake, -stake] if first_wins else [-stake, stake]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game(
    seed: int, seat: int, answer: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game is played to its end, scored by the rules, and recorded."""
    path = tmp_path / "r.jsonl"
    answer("bet", "bet")

    code = main(
        ["play", "kuhn_poker", "--seat", str(seat), "--against", "random"]
        + ["--seed", str(seed), "--record", str(path)]
    )

    out = capsys.readouterr().out
    (record,) = read_records(path)
    deck, *bets = record.steps
    expected = kuhn_payoff(list(deck), list(bets))
    assert 0 == code
    assert [*bets[seat::2]].count("bet") == 1
    assert tuple(expected) == record.final_scores == tuple(record.replay().scores())
    assert f"you {expected[seat]:+d}" in out
    assert ("You have won." in out) == (expected[seat] > 0)
    assert f"Recorded; see it again with `prikup replay {path} --line 1`." in out
    assert ("person", "random")[:: 1 if seat == 0 else -1] == record.seats
    assert "\x1b" not in out


def test_cards_are_those_of_the_seed(answer: Any, tmp_path: Path) -> None:
    """A person at the table gets the same cards and opponents as an agent there would."""
    path = tmp_path / "r.jsonl"
    answer(*["1"] * 40)
    main(
        ["play", "ninety_nine:preset=mini3", "--seed", "9", "--against", "random"]
        + ["--record", str(path)]
    )
    (record,) = read_records(path)
    scripted = make_agent("random")
    scripted.act = lambda view: view.legal_actions()[0]  # type: ignore[method-assign]
    agents = [scripted, make_agent("random"), make_agent("random")]

    state = play_episode(load_game("ninety_nine:preset=mini3"), agents, 9)

    assert state.history() == record.replay().history()


def test_wrong_answers_are_explained(answer: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Wrong words and numbers are answered with what is legal; the question comes again."""
    answer("?", "raise", "bte", "7", "", "table", "log", "BET", "2")

    code = main(["play", "kuhn_poker", "--seed", "1", "--against", "random"])

    out = capsys.readouterr().out
    assert 0 == code
    assert "Answer with the number of an action" in out
    assert "'raise' is no action here; legal: pass, bet" in out
    assert "'bte' is no action here; did you mean bet?" in out
    assert "'7' is no number of the list; legal: pass, bet" in out
    assert "a card deck>hand 1" in out
    assert "you: bet" in out


def test_known_but_illegal_is_told_apart(answer: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """An action of the game that is not legal now is called so."""
    answer("reveal", "q")

    main(["play", "ninety_nine", "--seed", "1", "--against", "random"])

    assert "'reveal' is not legal now; " in capsys.readouterr().out


def test_a_match_ends_with_its_sheet(
    answer: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--match` plays all deals; the sheet has a row for each, and the replay shows the same."""
    path = tmp_path / "r.jsonl"
    answer(*["1"] * 400)
    main(
        ["play", "king:sequence=no_king/no_jacks,positive_phase=none", "--match", "--seed", "4"]
        + ["--against", "random", "--record", str(path)]
    )
    played = capsys.readouterr().out.splitlines()
    main(["replay", str(path)])
    shown = capsys.readouterr().out.splitlines()
    (record,) = read_records(path)
    first, last = record.deal_scores
    head = next(line for line in played if line.startswith("deal dealer "))

    assert "| you | player 1 | player 2 | player 3" in head
    assert -16 == sum(first)  # the king of hearts
    assert -32 == sum(last)  # and four jacks
    for name in ("no king", "no jacks"):
        (row,) = [line for line in played if f" {name} " in line and "|" in line]
        assert [line for line in shown if f" {name} " in line and "|" in line]
        totals = [int(cell.split()[-1]) for cell in row.split("|")[1:]]
        assert list(first if name == "no king" else last) == totals


def test_leaving_keeps_what_was_played(
    answer: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`q` ends the session with exit code 0; the record so far is added to the file."""
    path = tmp_path / "r.jsonl"
    for _ in range(2):
        answer("q")
        code = main(["play", "kuhn_poker", "--against", "random", "--record", str(path)])

    records = list(read_records(path))
    out = capsys.readouterr().out
    assert 0 == code
    assert "You left after 0 actions." in out
    assert [False, False] == [record.is_finished for record in records]
    assert "--line 2`" in out


def test_end_of_input_keeps_what_was_played(
    answer: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where the answers end a clear line and exit code 2 follow, and the record is kept."""
    path = tmp_path / "r.jsonl"
    answer()

    code = main(["play", "kuhn_poker", "--against", "random", "--record", str(path)])

    err = capsys.readouterr().err
    (record,) = read_records(path)
    assert 2 == code
    assert (
        f"prikup: end of input before the episode was over; what was played is kept in {path}\n"
        == err
    )
    assert 0 == record.replay().current_player()


def test_other_files_are_not_overwritten(
    answer: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that holds something else is refused before the game, and left as it was."""
    path = tmp_path / "notes.txt"
    path.write_text("milk\n")
    answer("q")

    code = main(["play", "kuhn_poker", "--against", "random", "--record", str(path)])

    assert 2 == code
    assert f"{path}:1: bad JSON" in capsys.readouterr().err
    assert "milk\n" == path.read_text()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["kuhn_poker", "--seat", "2"], "--seat must be 0 to 1 in kuhn_poker"),
        (["kuhn_poker", "--against", "radom"], "no agent 'radom'; did you mean 'random'"),
        (["kuhn_poker", "--against", "random", "random"], "expected 1 or 1 agents"),
        (["kuhn_poker", "--against", "person"], "person is no opponent"),
        (["kuhn_poker", "--preset", "tree"], "no preset 'tree'; did you mean 'three'"),
        (["kuhn_poker", "--record", "none/r.jsonl"], "there is no folder none"),
    ],
)
def test_bad_arguments(
    words: list[str], reason: str, answer: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each bad argument is one line on stderr and exit code 2."""
    answer()

    code = main(["play", *words])

    err = capsys.readouterr().err
    assert 2 == code
    assert reason in err
    assert 1 == err.count("\n")


def test_agents_sit_clockwise_from_the_person() -> None:
    """Several opponents take the seats after the person's, in order."""
    agents = seated(load_game("kuhn_poker:players=3"), 1, ["random", "random:"])

    assert ["random:", "random"] == [agents[0].name, agents[2].name]
    with pytest.raises(BadOptions, match="expected 1 or 2 agents"):
        seated(load_game("kuhn_poker:players=3"), 1, ["random"] * 3)


# --- the agent by itself --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "texts", "found"),
    [
        ("2", ["pass", "bet"], [1]),
        ("Pass ", ["pass", "bet"], [0]),
        ("k♠", ["play KS", "play KH"], [0]),
        ("10h", ["TH", "TS"], [0]),
        ("12h", ["12H", "TS"], [0]),
        ("bid  100", ["pass", "bid 100"], [1]),
        ("100", ["pass", "bid 100"], [1]),
        ("2", ["bid 2", "bid 3"], [0, 1]),  # number 2 of the list, or a bid of 2
        ("#2", ["bid 2", "bid 3"], [1]),
        ("bid 2", ["bid 2", "bid 3"], [0]),
        ("0", ["pass", "bet"], []),
        ("3", ["pass", "bet"], []),
        ("#x", ["pass", "bet"], []),
        ("KS", ["play KS", "pass KS"], [0, 1]),
        ("²", ["pass", "bet"], []),
    ],
)
def test_what_an_answer_means(answer: str, texts: list[str], found: list[int]) -> None:
    """Numbers, words and cards name actions; what may mean two things names both."""
    assert found == matching(answer, texts)


def test_person_catches_up_without_commentary() -> None:
    """Seated at a table that tells it nothing, the agent shows what happened before it acts."""
    screen = io.StringIO()
    person = PersonAgent().connect(io.StringIO("pass\n"), screen, color=True)
    state = load_game("kuhn_poker").deal(deck=[0, 1, 2])
    state.apply_action(1)

    action = person.act(state.view(1))

    assert 0 == action
    assert "played: bet" in screen.getvalue()
    assert "\x1b[" in screen.getvalue()


def test_silence_is_an_error() -> None:
    """Without answers the agent says that they ended, and never guesses."""
    person = PersonAgent().connect(io.StringIO(""), io.StringIO())

    with pytest.raises(PersonLeft, match="end of input"):
        person.act(load_game("kuhn_poker").deal(seed=1).view(0))


def test_person_is_known_but_not_listed() -> None:
    """`person` is made by name and marked as interactive; lists of agents leave it out."""
    assert make_agent("person").is_interactive
    assert "person" not in agent_names()
    assert not any(make_agent(name).is_interactive for name in ("random", "heuristic"))


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_color_only_on_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Colours need a terminal, and NO_COLOR forbids them."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)

    assert use_color(_Terminal())
    assert not use_color(io.StringIO())

    monkeypatch.setenv("NO_COLOR", "1")

    assert not use_color(_Terminal())


def test_records_are_appended_in_order(answer: Any, tmp_path: Path) -> None:
    """A second game goes behind the first in the same file."""
    path = tmp_path / "r.jsonl"
    for seed in ("5", "6"):
        answer("1", "1")
        main(["play", "kuhn_poker", "--seed", seed, "--against", "random", "--record", str(path)])

    seeds = [json.loads(line)["seed"] for line in path.read_text().splitlines()]
    assert [5, 6] == seeds
