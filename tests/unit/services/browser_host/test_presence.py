"""That a host is there, and that it is there once."""

from __future__ import annotations

import os
import time
from pathlib import Path

import msgspec
import pytest

from ghosthands.browser_host.presence import Claim, Presence
from ghosthands.browser_host.sessions import Sessions
from ghosthands.domain.errors import Transient
from ghosthands.messaging.hosts import HostRecord
from ghosthands.messaging.memory import MemoryBus


async def test_one_process_alone_has_a_hosts_browsers(tmp_path: Path) -> None:
    first, second = Claim(tmp_path), Claim(tmp_path)
    await first.take()
    with pytest.raises(Transient, match="another process holds"):
        await second.take()
    first.drop()
    assert await second.take() >= 0
    second.drop()


async def test_a_host_knows_how_long_it_was_away(tmp_path: Path) -> None:
    earlier = Claim(tmp_path)
    await earlier.take()
    earlier.drop()
    then = time.time() - 40
    os.utime(tmp_path / "host.lock", (then, then))
    later = Claim(tmp_path)
    assert 39 < await later.take() < 60
    later.renew()
    later.drop()
    assert await later.take() < 20
    later.drop()


async def test_a_sign_of_life_names_the_host_and_its_slots(tmp_path: Path) -> None:
    bus = MemoryBus("browser-host")
    await Presence("my.host", bus, Sessions(slots=3, per_site=2), Claim(tmp_path)).say()
    (beat,) = bus.published
    record = msgspec.json.decode(beat.data, type=HostRecord)
    assert (record.host, record.slots, record.sessions) == ("my.host", 3, 0)
    assert beat.subject.startswith("$KV.gh_hosts.x")
