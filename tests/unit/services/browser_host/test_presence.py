"""That a host is there, and that it is there once."""

from __future__ import annotations

import asyncio
import os
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

from ghosthands.browser_host.errors import PageTrouble
from ghosthands.browser_host.sessions.name import HostName
from ghosthands.browser_host.sessions.presence import BrowsersLock, Presence
from ghosthands.browser_host.sessions.registry import Sessions
from ghosthands.browser_host.sessions.tenure import Tenure
from ghosthands.domain.errors import Transient
from ghosthands.domain.session import Observe
from ghosthands.domain.tools import SessionStatus
from ghosthands.messaging.log import states
from ghosthands.messaging.log.memory import MemoryBus
from ghosthands.messaging.server.servers_clock import measure_elapsed
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work.hosts import HostRecord

if TYPE_CHECKING:
    from conftest import Scene


def name_of(host: str, bus: MemoryBus) -> HostName:
    async def read() -> None:
        return None

    return HostName(host, "an owner", bus, read, looks=1)


async def test_one_process_alone_has_a_hosts_browsers(tmp_path: Path) -> None:
    first, second = BrowsersLock(tmp_path), BrowsersLock(tmp_path)
    await first.take()
    with pytest.raises(Transient, match="another process holds"):
        await second.take()
    first.drop()
    assert await second.take() >= 0
    second.drop()


async def test_whoever_has_the_same_browsers_is_known_by_the_same_id(tmp_path: Path) -> None:
    owners = []
    for folder in (tmp_path / "one", tmp_path / "one", tmp_path / "two"):
        lock = BrowsersLock(folder)
        await lock.take()
        lock.drop()
        owners.append(lock.owner)
    assert owners[0] == owners[1] != owners[2]


async def test_a_host_knows_how_long_it_was_away(tmp_path: Path) -> None:
    earlier = BrowsersLock(tmp_path)
    await earlier.take()
    earlier.drop()
    then = measure_elapsed() - 40
    os.utime(tmp_path / "host.lock", (then, then))
    later = BrowsersLock(tmp_path)
    assert 39 < await later.take() < 60
    later.renew()
    later.drop()
    assert await later.take() < 20
    later.drop()


@pytest.mark.parametrize("step", [3600.0, -3600.0])
async def test_a_clock_that_is_set_meanwhile_keeps_no_host_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: float
) -> None:
    earlier, later = BrowsersLock(tmp_path), BrowsersLock(tmp_path)
    await earlier.take()
    earlier.drop()
    own = time.time
    monkeypatch.setattr(time, "time", lambda: own() + step)
    assert 0 <= await later.take() < 20
    later.drop()


async def test_what_an_earlier_release_wrote_down_is_read_by_the_machines_clock(tmp_path: Path) -> None:
    earlier, later = BrowsersLock(tmp_path), BrowsersLock(tmp_path)
    await earlier.take()
    earlier.drop()
    then = time.time() - 40
    os.utime(tmp_path / "host.lock", (then, then))
    assert 39 < await later.take() < 60
    later.drop()


async def test_a_sign_of_life_names_the_host_and_its_slots(tmp_path: Path) -> None:
    bus = MemoryBus("browser-host")
    await Presence(
        "my.host", name_of("my.host", bus), Sessions(slots=3, per_site=2), BrowsersLock(tmp_path), Tenure()
    ).say()
    (beat,) = bus.published
    record = msgspec.json.decode(beat.data, type=HostRecord)
    assert (record.host, record.slots, record.sessions) == ("my.host", 3, 0)
    assert beat.subject.startswith("$KV.gh_hosts.x")


async def told(scene: Scene, folder: Path) -> list[SessionStatus]:
    """What the host says of its sessions."""
    bus = MemoryBus("browser-host")
    await Presence("here", name_of("here", bus), scene.host.sessions, BrowsersLock(folder), Tenure()).say()
    return list(msgspec.json.decode(bus.published[-1].data, type=HostRecord).open)


async def test_it_tells_how_each_session_stands(scene: Scene, tmp_path: Path) -> None:
    await scene.open()
    scene.session().used_at = time.monotonic() - 5
    await scene.send(await scene.command(Observe))
    (status,) = await told(scene, tmp_path)
    assert (status.session_id, status.active, status.initializing) == ("s1", True, False)
    assert status.epoch == states.job_of(await scene.log.load(subjects.job(scene.job))).attempt.epoch
    assert status.last_used_at is not None
    since = datetime.now(UTC) - datetime.fromisoformat(status.last_used_at)
    assert timedelta(0) <= since < timedelta(seconds=4)
    assert status.last_error is None


async def test_it_tells_what_last_went_wrong_in_a_session(scene: Scene, tmp_path: Path) -> None:
    browser = await scene.open()
    browser.trouble["observe"] = PageTrouble("it never stands still")
    await scene.send(await scene.command(Observe))
    (status,) = await told(scene, tmp_path)
    assert status.last_error == "page_unreadable"


async def test_it_tells_of_a_session_that_is_being_opened(scene: Scene, tmp_path: Path) -> None:
    epoch = await scene.begin()
    scene.provider.hold_next_visit()
    opening = asyncio.create_task(scene.send(scene.wanted(epoch=epoch)))
    await scene.provider.visiting.wait()
    (status,) = await told(scene, tmp_path)
    assert (status.session_id, status.job_id, status.tenant) == ("s1", scene.job, scene.person.tenant)
    assert (status.initializing, status.active, status.last_used_at) == (True, False, None)
    scene.provider.let_visit()
    await opening
    assert [one.initializing for one in await told(scene, tmp_path)] == [False]
