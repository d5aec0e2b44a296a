"""Measurements of agents and of the engine: playing strength and speed."""

if __name__ != "prikup.benchmarks":
    raise ImportError(
        "import prikup.benchmarks, not benchmarks: the repository root is on sys.path"
    )
