"""Every example that a reader can see runs: docstrings, README, guides, the games' pages."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("envs", "agents", "training", "benchmarks", "cli")
OPTIONAL = {"open_spiel", "pyspiel", "ray", "torch"}  # extras: their examples may be skipped
TRAINERS = "libraries.md"  # minutes of training: run by tests/envs/test_libraries.py
OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def public_modules() -> list[str]:
    """Return the names of all modules without a leading underscore, importing none."""
    names = []
    for file in sorted(file for part in PARTS for file in (ROOT / part).rglob("*.py")):
        parts = file.relative_to(ROOT).with_suffix("").parts
        parts = parts[:-1] if parts[-1] == "__init__" else parts
        if not any(part.startswith("_") for part in parts):
            names.append(".".join(("prikup", *parts)))
    return names


def pages() -> list[Path]:
    """Return README, guides and the games' own pages, all but the one that trains."""
    found = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    found += [file for part in PARTS for file in (ROOT / part).rglob("*.md")]
    return sorted(file for file in found if file.exists() and file.name != TRAINERS)


def python_blocks(text: str) -> list[tuple[int, str]]:
    """Return line number and source of each fenced block that is marked `python`."""
    fence = re.compile(r"^```python[ \t]*\n(.*?)^```[ \t]*$", re.DOTALL | re.MULTILINE)
    return [(text.count("\n", 0, m.start(1)) + 1, m[1]) for m in fence.finditer(text)]


def skip_without_extra(error: ImportError) -> None:
    """Skip if an optional package is what is missing; a broken import stays an error."""
    missing = (error.name or "").partition(".")[0]
    if missing in OPTIONAL:
        pytest.skip(f"needs {missing}, an optional extra")
    raise error


def run_page(text: str, path: Path) -> int:
    """Run a page's blocks in order, in one namespace; return how many there were."""
    names: dict[str, object] = {"__name__": "__page__"}
    blocks = python_blocks(text)
    for line, source in blocks:
        if ">>>" in source:
            example = doctest.DocTestParser().get_doctest(source, names, path.name, str(path), line)
            output: list[str] = []
            runner = doctest.DocTestRunner(optionflags=OPTIONS)
            failed = runner.run(example, out=output.append, clear_globs=False).failed
            names.update(example.globs)
            assert 0 == failed, "".join(output)
        else:  # the empty lines in front make a traceback show the page's own line numbers
            exec(compile("\n" * (line - 1) + source, str(path), "exec"), names)
    return len(blocks)


@pytest.mark.parametrize("name", public_modules())
def test_docstring_examples_run(name: str) -> None:
    """The examples in a module's docstrings give what they say."""
    try:
        module = importlib.import_module(name)
    except ImportError as error:
        skip_without_extra(error)
    output: list[str] = []
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    for example in doctest.DocTestFinder(exclude_empty=True).find(module, name):
        runner.run(example, out=output.append)

    assert 0 == runner.failures, "".join(output)


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_page_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Python blocks of a page run one after the other, as a reader would type them."""
    monkeypatch.chdir(tmp_path)  # what an example writes is thrown away
    try:
        run_page(page.read_text(), page)
    except ImportError as error:
        skip_without_extra(error)


def test_blocks_share_their_names(tmp_path: Path) -> None:
    """A later block of a page may use what an earlier one has made."""
    page = "```python\nx = 2\n```\ntext\n```python\n>>> x + 1\n3\n```\n```text\nno Python\n```\n"

    assert 2 == run_page(page, tmp_path / "page.md")


def test_wrong_examples_are_found(tmp_path: Path) -> None:
    """A page whose example gives something else fails."""
    with pytest.raises(AssertionError, match="Expected"):
        run_page("```python\n>>> 1 + 1\n3\n```\n", tmp_path / "page.md")
