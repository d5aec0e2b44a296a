"""Settings for the whole test run; `tests/` itself is on the path (pyproject.toml)."""

import os

os.environ["MPLBACKEND"] = "Agg"  # before anything imports matplotlib: no window, no display
