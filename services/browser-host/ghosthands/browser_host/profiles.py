"""Profile folders: one a session, named `<job>.<session>`, so that whoever finds one knows whose it was.

A profile holds what was typed and visited; it is private to the browser's user and removed with its session.
"""

from __future__ import annotations

import asyncio
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from ghosthands.domain.tools import OWNER
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.subjects import Aggregate

_ID = r"[A-Za-z0-9_-]{1,100}"
_NAME = re.compile(rf"({_ID})\.({_ID})")


@dataclass(frozen=True, slots=True)
class Profile:
    """The profile of one session."""

    job_id: str
    session_id: str

    @classmethod
    def of_tools(cls, name: str, session_id: str) -> Profile:
        """The profile of a session that serves no job but whoever asks for its name."""
        return cls(f"{OWNER}{name}", session_id)

    @property
    def tools(self) -> str | None:
        """What a tool session is asked for by; None of one that serves a job."""
        return self.job_id.removeprefix(OWNER) if self.job_id.startswith(OWNER) else None

    @property
    def name(self) -> str:
        """Its folder's name."""
        return f"{self.job_id}.{self.session_id}"


def written_on(owner: str) -> Aggregate:
    """Where what happens to the sessions of a job, or of a tool session's name, is written."""
    if owner.startswith(OWNER):
        return subjects.session(owner.removeprefix(OWNER))
    return subjects.job(owner)


class Profiles:
    """The profile folders of one host."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def path(self, profile: Profile) -> Path:
        """The profile's folder. Raises ValueError for ids that make no safe name."""
        if not _NAME.fullmatch(profile.name):
            raise ValueError(f"session {profile.session_id!r} of job {profile.job_id!r} makes no folder name")
        return self.root / profile.name

    def log_path(self, profile: Profile) -> Path:
        """Where the browser's own complaints go; removed with the profile."""
        return self.path(profile).with_name(f"{profile.name}.log")

    def marker_path(self, profile: Profile) -> Path:
        """Where it is written which of the browser's tabs is the session's; removed with the profile."""
        return self.path(profile).with_name(f"{profile.name}.tab")

    def all(self) -> list[Profile]:
        """Every profile there is."""
        if not self.root.is_dir():
            return []
        names = [_NAME.fullmatch(folder.name) for folder in self.root.iterdir() if folder.is_dir()]
        return [Profile(name[1], name[2]) for name in names if name]

    async def remove(self, profile: Profile) -> None:
        """Remove the folder and what lies beside it; nothing happens where there is none."""
        await asyncio.to_thread(shutil.rmtree, self.path(profile), ignore_errors=True)
        for beside in (self.log_path(profile), self.marker_path(profile)):
            beside.unlink(missing_ok=True)
