"""Agents: a view in, an action out. `make_agent("ismcts:sims=1000")` makes one by name."""

if __name__ != "prikup.agents":
    raise ImportError("import prikup.agents, not agents: the repository root is on sys.path")

from .agent import Agent, agent_names, make_agent

__all__ = ["Agent", "agent_names", "make_agent"]
