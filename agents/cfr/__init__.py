"""Equilibria: game trees, the CFR family, sampling CFR, best responses, agents that play them."""
