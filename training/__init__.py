"""Programs that learn agents, one file an algorithm: `cfr` solves games, `dmc` and `ppo` train
networks (these two need PyTorch).
"""

if __name__ != "prikup.training":
    raise ImportError("import prikup.training, not training: the repository root is on sys.path")
