"""`python -m prikup.cli` is the command `prikup`."""

import sys

from prikup.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
