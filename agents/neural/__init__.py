"""Agents that play a trained network: `dmc:runs/x`, `ppo:runs/y`. They need NumPy alone."""
