"""Files that are never half: a reader sees the old content or all of the new one."""

from __future__ import annotations

import os
import threading
from pathlib import Path


def write_whole(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a file so that a reader sees either the old content or all of the new one.

    The content goes to a file beside it, which is then renamed. The folder is made where it
    is missing. Text is UTF-8 with line ends as given.
    """
    target = Path(os.path.realpath(path))  # a link stays a link
    target.parent.mkdir(parents=True, exist_ok=True)
    data = content.encode() if isinstance(content, str) else content
    # Not tempfile, which makes files that only their owner can read.
    beside = target.with_name(f".{target.name}.{os.getpid()}-{threading.get_ident()}.tmp")
    try:
        with open(beside, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
