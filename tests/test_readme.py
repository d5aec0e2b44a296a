"""The README's tables are those that the code and the results files give."""

from pathlib import Path

from prikup.benchmarks import tables

README = Path(__file__).resolve().parents[1] / "README.md"


def test_tables_are_printed_from_code_and_results():
    """No figure stands in the README that is not in a results file, no game is missing."""
    page = README.read_text(encoding="utf-8")

    assert tables.filled(page) == page
    for name in ("games", "speed", "strength"):
        assert f"<!-- {name} -->\n|" in page


def test_values_are_printed_from_results():
    """The values of the small games stand as they were computed."""
    page = (README.parent / "docs" / "equilibrium.md").read_text(encoding="utf-8")

    assert tables.filled(page) == page
    assert "<!-- minis -->\n|" in page


def test_every_results_file_has_its_command():
    """The list of commands names each file of results."""
    listed = (tables.RESULTS / "README.md").read_text(encoding="utf-8")
    files = [f.name for f in tables.RESULTS.iterdir() if f.suffix in (".jsonl", ".json")]

    assert files
    assert [] == [name for name in files if f"`{name}`" not in listed]
