"""Agents: a seat's view goes in, an action comes out."""

if __name__ != "prikup.agents":
    raise ImportError("import prikup.agents, not agents: the repository root is on sys.path")
