"""The place of programs that learn agents; it holds none in this version."""

if __name__ != "prikup.training":
    raise ImportError("import prikup.training, not training: the repository root is on sys.path")
