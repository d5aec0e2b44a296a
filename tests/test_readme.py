"""The pages' tables are those that the code and the results files give."""

import json
from pathlib import Path

import pytest

from prikup.benchmarks import tables

README = Path(__file__).resolve().parents[1] / "README.md"


def test_tables_are_printed_from_code_and_results():
    """No figure stands in the README that is not in a results file, no game is missing."""
    page = README.read_text(encoding="utf-8")

    assert tables.filled(page) == page
    for name in ("games", "speed", "strength"):
        assert f"<!-- {name} -->\n|" in page


@pytest.mark.parametrize(("name", "table"), [("equilibrium", "minis"), ("search", "agents")])
def test_values_are_printed_from_results(name, table):
    """The values of the small games and the agents' strength stand as they were measured."""
    page = (README.parent / "docs" / f"{name}.md").read_text(encoding="utf-8")

    assert tables.filled(page) == page
    assert f"<!-- {table} -->\n|" in page


def test_agents_stand_by_kind_and_effort_with_what_they_gain(tmp_path):
    """A difference is turned round where the heuristic stands first; other pairs do not count."""

    def pair(first, second, low, high):
        return {
            "first": first,
            "second": second,
            "mean": (low + high) / 2,
            "low": low,
            "high": high,
        }

    common = {"game": "nines", "against": ["heuristic (fixed)"]}
    quick = [
        pair("ismcts:sims=1000", "ismcts:sims=50", 1.0, 2.0),
        pair("ismcts:sims=1000", "heuristic", 3.0, 3.5),
        pair("ismcts:sims=50", "heuristic", 1.0, 3.0),
        pair("heuristic", "random", 10.0, 34.0),
    ]
    slow = [pair("pimc", "heuristic", 0.0, 0.1)]
    for name, deals, pairs in (("quick", 100, quick), ("slow", 20, slow)):
        text = json.dumps({**common, "deals": deals, "differences": pairs})
        (tmp_path / f"strength_nines_{name}.json").write_text(text, encoding="utf-8")

    assert [
        "| agent | `nines` |",
        "| --- | --- |",
        "| `ismcts:sims=50` | +2.0 ± 1.0 (100) |",
        "| `ismcts:sims=1000` | +3.25 ± 0.25 (100) |",
        "| `pimc` | +0.050 ± 0.050 (20) |",
        "| `random` | -22 ± 12 (100) |",
    ] == tables.agents_table(tmp_path).splitlines()


def test_every_results_file_has_its_command():
    """The list of commands names each file of results."""
    listed = (tables.RESULTS / "README.md").read_text(encoding="utf-8")
    files = [f.name for f in tables.RESULTS.iterdir() if f.suffix in (".jsonl", ".json")]

    assert files
    assert [] == [name for name in files if f"`{name}`" not in listed]
