"""Where an unexpected error came from, without what it says: its text may quote a person's data."""

from __future__ import annotations

import traceback
from pathlib import Path


def described(error: BaseException) -> dict[str, str]:
    """The error's class and the innermost line of ours (or of anyone's) it passed, for a log."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "/ghosthands/" in frame.filename] or list(frames)
    at = f"{Path(ours[-1].filename).name}:{ours[-1].lineno} {ours[-1].name}" if ours else ""
    return {"error": type(error).__name__, "at": at}
