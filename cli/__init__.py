"""The `prikup` command."""

if __name__ != "prikup.cli":
    raise ImportError("import prikup.cli, not cli: the repository root is on sys.path")
