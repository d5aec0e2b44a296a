"""What is installed: every module, the type marker, the command and the entry points."""

import configparser
import importlib.metadata
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("envs", "agents", "training", "benchmarks", "cli")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
OLDEST_SETUPTOOLS = 77  # the first that reads pyproject.toml's `license = "MIT"`


def source_files() -> list[Path]:
    """Return the files that a commit of everything would hold, relative to the root."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        found = subprocess.run(listing, cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("needs git and a checkout, to know which files belong to the project")
    names = [Path(name) for name in found.decode().split("\0") if name]
    return [name for name in names if (ROOT / name).is_file() or (ROOT / name).is_symlink()]


@pytest.fixture(scope="module")
def files() -> list[Path]:
    return source_files()


@pytest.fixture(scope="module")
def wheel(files: list[Path], tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """Build a wheel from a clean copy, without a network, and open it."""
    try:
        version = importlib.metadata.version("setuptools")
    except importlib.metadata.PackageNotFoundError:
        version = "0"
    if int(version.partition(".")[0]) < OLDEST_SETUPTOOLS:
        pytest.skip(f"needs setuptools {OLDEST_SETUPTOOLS} or newer here, found {version}")
    copy = tmp_path_factory.mktemp("copy")
    for name in files:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, copy / name, follow_symlinks=False)
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    command += ["--no-build-isolation", "--disable-pip-version-check", "--wheel-dir", str(out)]
    built = subprocess.run([*command, str(copy)], capture_output=True, text=True)
    assert 0 == built.returncode, built.stdout + built.stderr
    (path,) = out.glob("*.whl")
    return zipfile.ZipFile(path)


def test_wheel_holds_every_module(wheel: zipfile.ZipFile, files: list[Path]) -> None:
    """Every module, page, trained network and type marker of the five folders is in the wheel."""
    kinds = (".py", ".md", ".npz", ".typed")
    expected = {
        f"prikup/{name.as_posix()}"
        for name in files
        if name.parts[0] in PARTS and name.suffix in kinds
    }

    assert set() == expected - set(wheel.namelist())


def test_wheel_holds_type_markers(wheel: zipfile.ZipFile) -> None:
    """Each part has its own py.typed, since a namespace has none."""
    expected = {f"prikup/{part}/py.typed" for part in PARTS}

    assert set() == expected - set(wheel.namelist())


def test_wheel_holds_nothing_else(wheel: zipfile.ZipFile) -> None:
    """Nothing is installed beside the five parts: no `tests`, no top-level `envs`."""
    first = {tuple(name.split("/")[:2]) for name in wheel.namelist()}
    info = f"prikup-{PROJECT['project']['version']}.dist-info"

    assert {("prikup", part) for part in PARTS} == {top for top in first if top[0] != info}


def test_wheel_announces_command_and_policies(wheel: zipfile.ZipFile) -> None:
    """The wheel carries the console script and the policies that are looked up by name."""
    info = f"prikup-{PROJECT['project']['version']}.dist-info"
    points = configparser.ConfigParser()
    points.read_string(wheel.read(f"{info}/entry_points.txt").decode())

    assert {"prikup": "prikup.cli.main:main"} == dict(points["console_scripts"])
    assert {"uniform", "heuristic"} == set(points["prikup.policies"])


def test_installed_version_is_the_projects() -> None:
    """The environment holds this version, not an earlier install."""
    assert PROJECT["project"]["version"] == importlib.metadata.version("prikup")


@pytest.mark.parametrize("group", ["console_scripts", "prikup.policies"])
def test_entry_points_load(group: str) -> None:
    """Each announced object exists and can be called."""
    points = importlib.metadata.distribution("prikup").entry_points.select(group=group)

    assert points and all(callable(point.load()) for point in points)


@pytest.mark.parametrize("part", PARTS)
def test_short_name_is_refused(part: str) -> None:
    """Importing a folder from the root says which name to import instead."""
    command = [sys.executable, "-c", f"import {part}"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    expected = f"ImportError: import prikup.{part}, not {part}: the repository root is on sys.path"

    assert expected == run.stderr.strip().splitlines()[-1]


@pytest.mark.parametrize("part", PARTS)
def test_type_checkers_find_the_part(part: str) -> None:
    """The link that type checkers follow leads to the folder; without it they check nothing."""
    link = ROOT / "typings" / "prikup" / part

    assert ROOT / part == link.resolve()
