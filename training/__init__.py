"""Programs that learn agents, one file an algorithm: `cfr` solves games; `dmc`, `ppo`, `nfsp` and
`deep_cfr` train networks and need PyTorch.
"""

if __name__ != "prikup.training":
    raise ImportError("import prikup.training, not training: the repository root is on sys.path")
