"""The location of an unexpected error, without its message, which may quote a person's data."""

from __future__ import annotations

import sysconfig
import traceback
from pathlib import Path

#: The folders of library code.
_FOREIGN = tuple(sysconfig.get_path(kind) for kind in ("stdlib", "purelib", "platlib"))


def describe_error(error: BaseException) -> dict[str, str]:
    """Return the error's class and the innermost line outside of libraries, for a log."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if not frame.filename.startswith(_FOREIGN)] or list(frames)
    at = f"{Path(ours[-1].filename).name}:{ours[-1].lineno} {ours[-1].name}" if ours else ""
    return {"error": type(error).__name__, "at": at}
