"""What the commands share about the terminal: colours, encoding, wrapped text."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from typing import TextIO

WIDEST = 100  # longer lines are hard to read


def use_color(stream: TextIO) -> bool:
    """Return whether to paint: the stream is a terminal and NO_COLOR is not set."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


def screen() -> TextIO:
    """Return standard output, made safe for suit symbols in encodings that lack them."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
    return sys.stdout


def columns() -> int:
    """Return how many columns to fill; 80 where the output is no terminal."""
    return max(40, min(WIDEST, shutil.get_terminal_size((80, 24)).columns))


def filled(text: str, width: int, indent: str = "") -> str:
    """Return text wrapped, `indent` before its second and later lines."""
    return textwrap.fill(
        text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def wrapped_markdown(text: str, width: int) -> str:
    """Return Markdown with its paragraphs and list entries wrapped; tables and code as they are."""
    lines: list[str] = []
    entry: list[str] = []
    is_code = False

    def close() -> None:
        if entry:
            mark = re.match(r"\s*(?:[-*+]|\d+[.)])\s+", entry[0])
            joined = entry[0].rstrip() + "".join(" " + line.strip() for line in entry[1:])
            lines.append(filled(joined, width, " " * len(mark[0]) if mark else ""))
            entry.clear()

    for line in text.strip("\n").splitlines():
        is_fence = line.lstrip().startswith("```")
        is_code ^= is_fence
        if is_code or is_fence or not line.strip() or re.match(r"\s*[|#]|    \s*\S", line):
            close()
            if not is_fence:
                lines.append(line.rstrip())
            continue
        if re.match(r"\s*(?:[-*+]|\d+[.)])\s+", line):
            close()
        entry.append(line)
    close()
    return "\n".join(lines)
