"""A rolling upgrade under load: services of two releases side by side, one by one the newer, and nothing is lost."""

from __future__ import annotations

import asyncio
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path

import pytest

from ghosthands.domain import registry, services
from ghosthands.domain.job import Phase
from ghosthands.messaging.server import direct_get, streams
from ghosthands.messaging.wire import subjects
from ghosthands.readmodel import connect
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

pytestmark = [pytest.mark.faults, pytest.mark.timeout(900)]

ROOT = Path(__file__).parents[2]
#: The commit that brought this in is the release before: services of an older one hear humans in another stream, and
#: are stopped first (`test_older_logs`).
CAME_IN_WITH = "libs/messaging/ghosthands/messaging/server/moved_humans.py"
#: what the release after this one says in other words: browser-host's, executor's
RENEWED = ("PageObserved", "StepChosen")

PATIENCE = 300.0


class Releases:
    """The code each service is started with: a folder's, before all others; an empty name stands for today's."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def command(self, service: str) -> Sequence[str]:
        """Starts the service by the code that its note names at that moment."""
        module = f"ghosthands.{service.replace('-', '_')}"
        told = f'PYTHONPATH="$(cat {self._folder / service})" exec {sys.executable} -m {module}'
        return ["/bin/sh", "-c", told]

    def note(self, service: str, code: Sequence[Path]) -> None:
        """From its next start on the service is of that code."""
        (self._folder / service).write_text(":".join(map(str, code)))


def release_before(folder: Path) -> list[Path]:
    """Every library and service as that commit has them; skipped where the history is not here."""
    git = ["git", "-C", str(ROOT)]
    added = [*git, "log", "--diff-filter=A", "--format=%H", "--", CAME_IN_WITH]
    commit = subprocess.run(added, capture_output=True, text=True, check=False).stdout.strip()
    if not commit:
        pytest.skip("the history does not go back so far here")
    archived = subprocess.run([*git, "archive", commit, "libs", "services", "deploy"], capture_output=True, check=True)
    with tarfile.open(fileobj=BytesIO(archived.stdout)) as archive:
        archive.extractall(folder, filter="data")
    folder.chmod(0o755)
    return [*sorted((folder / "libs").iterdir()), *sorted((folder / "services").iterdir())]


def release_after(folder: Path) -> list[Path]:
    """Today's domain with another version of some events, which nobody of today can read."""
    shutil.copytree(ROOT / "libs" / "domain", folder / "domain")
    upcasters = folder / "domain" / "ghosthands" / "domain" / "registry.py"
    lines = []
    for name in RENEWED:
        kind = registry.EVENTS[name]
        raise_version(folder / "domain", name, kind.VERSION + 1)
        lines.append(f'UPCASTERS["{name}", {kind.VERSION}] = _as_it_is\n')
    upcasters.write_text(upcasters.read_text() + "\n" + "".join(lines))
    return [folder / "domain"]


def raise_version(domain: Path, name: str, version: int) -> None:
    """Have the class say that version."""
    for file in domain.rglob("*.py"):
        text = file.read_text()
        if found := re.search(rf"class {name}\(.*?\n    VERSION: ClassVar\[int\] = (\d+)", text, re.DOTALL):
            file.write_text(text[: found.start(1)] + str(version) + text[found.end(1) :])
            return
    raise AssertionError(f"{name} has no version to raise")


@pytest.fixture
def upgrade_dir(open_folder: Path) -> Path:
    """A folder for both releases and what they keep."""
    folder = Path(tempfile.mkdtemp(dir=open_folder))
    folder.chmod(0o755)
    return folder


@pytest.mark.parametrize(
    ("upgrade", "order"),
    [
        (release_before, services.SERVICES),
        (release_after, services.SERVICES),
        (release_after, tuple(reversed(services.SERVICES))),
    ],
    ids=["from the release before", "to the release after", "to the release after, reversed"],
)
async def test_services_upgraded_one_by_one_under_load_lose_nothing(
    upgrade_dir: Path,
    upgrade: Callable[[Path], list[Path]],
    order: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = upgrade_dir
    other = upgrade(folder / "code")
    before, after = (other, []) if upgrade is release_before else ([], other)
    releases = Releases(folder)
    for service in services.SERVICES:
        releases.note(service, before)
    if upgrade is release_after:
        learn_newer(monkeypatch)
    async with Lab.start(folder / "state", service_command=releases.command) as lab:
        postings, following = [a_posting() for _ in order], []
        for posting, service in zip(postings, order, strict=True):
            job_id = await lab.apply(posting)
            following.append(asyncio.create_task(lab.finished(job_id, timeout=PATIENCE)))
            releases.note(service, after)
            lab.signal(service, signal.SIGTERM)
            await lab.stack.wait_until_restarted(service)
        stories: list[FollowedJob] = await asyncio.gather(*following)
        await lab.at_rest(timeout=PATIENCE)
        assert [seen.phase for seen in stories] == [Phase.COMPLETED] * len(order), "\n".join(map(str, stories))
        assert [lab.submissions(posting) for posting in postings] == [1] * len(order)
        assert await lab.dead_letters() == 0
        async with connect(lab.stack.reader_url) as reader:
            assert await reader.parked() == []
            rows = [await reader.job(seen.job.id) for seen in stories]
            assert [row and row.phase for row in rows] == [Phase.COMPLETED] * len(order)
            assert upgrade is release_before or await speaks_newer(lab)


def learn_newer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who looks on knows both releases."""
    for name in RENEWED:
        kind = registry.EVENTS[name]
        monkeypatch.setitem(registry.UPCASTERS, (name, kind.VERSION), lambda payload: payload)
        monkeypatch.setattr(kind, "VERSION", kind.VERSION + 1)


async def speaks_newer(lab: Lab) -> bool:
    """Whether there is anything on the log that the release before it cannot read."""
    newer = {f"ghosthands.{name}.v{registry.EVENTS[name].VERSION}" for name in RENEWED}
    log = direct_get.each(lab.operator, streams.EVENTS, subjects.ALL_EVENTS)
    return newer <= {stored.headers["ce-type"] async for stored in log}
