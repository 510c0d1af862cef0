"""Run by an older release's own Python, with nothing of today's: its stack, filled, backed up and stopped in order.

`older_stack.py STATE SITE RECEIVER BACKUPS` leaves in STATE what that release keeps; where the release has backups, one
in BACKUPS, and where it has an archive, the first job's events have left the server for it. What it prints last is each
job's request and story, as its own code reads them. Only what every release had alike is used here.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ghosthands.domain.job import Phase
from ghosthands.messaging.server import jetstream, permissions, streams
from ghosthands.practice import profiles
from ghosthands.practice.postings import Posting
from ghosthands.stack import StackConfig, StateDir, Supervisor
from ghosthands.testkit.lab import FollowedJob, Lab, job_id_of

#: what waits for its time is to wait still while the next release starts
LATER_SECONDS = 60


class Filling:
    """The jobs that are asked of a stack."""

    def __init__(self, site: str, receiver: str) -> None:
        self._site = site
        self._receiver = receiver
        self.requests: dict[str, dict[str, Any]] = {}
        self.stories: dict[str, dict[str, Any]] = {}

    async def ask(self, lab: Lab, name: str, posting: Posting, query: str = "", **changes: Any) -> str:
        """Request an application to that posting of the site, which outlives this release; the id of its job."""
        target = {"target_url": f"{self._site}{posting.path}{query}"}
        body = lab.request(posting, profiles.JORDAN, **target, **changes)
        self.requests[name] = body
        await lab.publish("job.requested", body)
        return job_id_of(body)

    def tell(self, name: str, seen: FollowedJob) -> None:
        """Note how the job stands."""
        events = [[one.sequence, one.service, one.name] for one in seen.recorded]
        self.stories[name] = {"id": seen.job.id, "phase": str(seen.phase), "events": events}

    async def finish(self, lab: Lab) -> None:
        """One that is submitted, in the older release's own hands from end to end."""
        done = await lab.finished(await self.ask(lab, "done", Posting("greenhouse", "acme", 71_001)))
        assert done.phase is Phase.COMPLETED, done
        self.tell("done", done)

    async def leave_open(self, lab: Lab) -> None:
        """One of each that waits: for a human, for its time, for a human who never comes."""
        asking = await self.ask(
            lab,
            "asking",
            Posting("greenhouse", "acme", 71_002),
            "?unknown=1",
            human_timeout_seconds=86_400,
            callback_url=self._receiver,
        )
        self.tell("asking", await lab.asking(asking))
        at = datetime.now(UTC) + timedelta(seconds=LATER_SECONDS)
        await self.ask(lab, "later", Posting("greenhouse", "acme", 71_003), scheduled_at=at.isoformat())
        lapsing = Posting("greenhouse", "acme", 71_004)
        lapses = await self.ask(lab, "lapsing", lapsing, "?unknown=1", human_timeout_seconds=LATER_SECONDS)
        self.tell("lapsing", await lab.asking(lapses))

    async def begin(self, lab: Lab) -> None:
        """One that is in the middle of its first page."""
        begun = await self.ask(lab, "begun", Posting("stepwise", "acme", 71_005), "?slow=1")
        self.tell("begun", await lab.until(begun, lambda seen: bool(seen.named("ActionVerified"))))


async def archive(folder: Path) -> None:
    """Have all that every service has heard leave the server, however young."""
    from ghosthands.messaging import private_files
    from ghosthands.messaging.archive import archiving
    from ghosthands.messaging.archive import folder as of_folders
    from ghosthands.messaging.archive.key import ArchiveKey

    config = StackConfig(state_dir=folder, services=(), database_url="postgresql://nobody")
    async with Supervisor(config) as running:
        login = running.password_of(permissions.MIGRATION)
        bus = await jetstream.connect(running.nats_url, user=login.user, password=login.password, timeout=60)
        last = int((await bus.api(f"STREAM.INFO.{streams.EVENTS}"))["state"]["last_seq"])
        await bus.api(f"CONSUMER.RESET.{streams.EVENTS}.executor-watch", {"seq": last + 1})
        state = StateDir(folder)
        private_files.write(state.archive_key_file, ArchiveKey.generate().text().encode())
        state.archive.mkdir(mode=0o700)
        into = of_folders.ArchiveFolder(state.archive, ArchiveKey.load(state.archive_key_file))
        await archiving.archive(bus, into, older_than=datetime.now(UTC) + timedelta(hours=1))
        await bus.close()


def back_up(state: Path, backups: Path) -> None:
    """What `ghosthands backup` of that release leaves."""
    command = [str(Path(sys.executable).with_name("ghosthands")), "backup", str(backups)]
    subprocess.run(command, env={**os.environ, "GHOSTHANDS_STATE_DIR": str(state)}, check=True, stdout=sys.stderr)


async def main(state: Path, site: str, receiver: str, backups: Path) -> None:
    """Fill that state directory, and say with what."""
    filling = Filling(site, receiver)
    async with Lab.start(state) as lab:
        await filling.finish(lab)
    if find_spec("ghosthands.messaging.archive"):
        await archive(state)
    async with Lab.start(state) as lab:
        await filling.leave_open(lab)
        if find_spec("ghosthands.vault.backup"):
            await asyncio.to_thread(back_up, state, backups)
        await filling.begin(lab)
    print(json.dumps({"requests": filling.requests, "stories": filling.stories}))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], sys.argv[3], Path(sys.argv[4])))
