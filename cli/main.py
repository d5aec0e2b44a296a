"""The command `prikup`: finds its subcommands, which are the modules beside this one."""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import os
import pkgutil
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

BAD_INPUT, INTERRUPTED, CLOSED = 2, 130, 141


class Parser(argparse.ArgumentParser):
    """A parser that answers bad input with one line."""

    def error(self, message: str) -> NoReturn:
        """Print what is wrong and leave with exit code 2."""
        self.exit(BAD_INPUT, f"prikup: {message}; try: {self.prog} --help\n")


def subcommands() -> dict[str, Any]:
    """Return the subcommands by name: modules with NAME, HELP, add_arguments and run."""
    package = importlib.import_module(__package__ or "prikup.cli")
    found = {}
    for info in pkgutil.iter_modules(package.__path__):
        if info.name != "main" and not info.name.startswith("_"):
            module = importlib.import_module(f"{package.__name__}.{info.name}")
            if hasattr(module, "add_arguments"):
                found[module.NAME] = module
    return found


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command."""
    parser = Parser(
        prog="prikup",
        description="Imperfect-information card games: rules, play, search, tournaments.",
        epilog="prikup COMMAND --help says more about a command.",
    )
    version = importlib.metadata.version("prikup")
    parser.add_argument("--version", action="version", version=f"prikup {version}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, title="commands")
    for name, module in subcommands().items():
        command = commands.add_parser(name, help=module.HELP, description=module.HELP)
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command.

    Args:
        argv: The arguments, without the command's own name; None: those of the process.

    Returns:
        The exit code: 0, 2 on bad input (one line on stderr says what), 130 after Ctrl-C.
    """
    try:
        args = make_parser().parse_args(argv)
        code = int(args.run(args) or 0)
        sys.stdout.flush()  # a closed pipe shall be noticed here
        return code
    except KeyboardInterrupt as interrupt:
        print(f"\nprikup: {str(interrupt) or 'interrupted'}", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # `prikup … | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED
    except (ValueError, OSError) as error:
        message = _bad_input(error)
        if message is None:
            raise
        print(f"prikup: {message}", file=sys.stderr)
        return BAD_INPUT


def _bad_input(error: Exception) -> str | None:
    """Return the line for an error that the user can mend, None for one in the program."""
    from prikup.benchmarks.runlog import RunLogError
    from prikup.envs.engine.errors import PrikupError

    if isinstance(error, (PrikupError, RunLogError)):
        return str(error)
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return None


if __name__ == "__main__":
    sys.exit(main())
