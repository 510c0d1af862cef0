"""A name is one machine's: a second host of that name says so and ends, a successor has it at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from types import SimpleNamespace

import msgspec
import pytest

from ghosthands.browser_host.sessions import name as names
from ghosthands.browser_host.sessions.name import HostName, NameTaken
from ghosthands.domain.errors import Conflict
from ghosthands.domain.tools import SessionStatus
from ghosthands.messaging.server.jetstream import Ack, Outgoing
from ghosthands.messaging.work.hosts import HostRecord, Sign

NAME = "host-7"
LOOKS = 3
_sleep = asyncio.sleep


async def _yield() -> None:
    """Let others go on, as whoever asks a server does."""
    await _sleep(0)


class Bucket:
    """KV `gh_hosts`, of one name."""

    def __init__(self) -> None:
        self.sign: Sign | None = None

    async def read(self) -> Sign | None:
        sign = self.sign
        await _yield()
        return sign

    async def publish(self, message: Outgoing) -> Ack:
        sequence = self.sign.sequence if self.sign else 0
        if message.headers.get("Nats-Expected-Last-Subject-Sequence", str(sequence)) != str(sequence):
            raise Conflict("somebody was first")
        self.sign = Sign(sequence + 1, msgspec.json.decode(message.data, type=HostRecord))
        return Ack("gh_hosts", sequence + 1)

    @property
    def owner(self) -> str:
        return self.sign.record.owner if self.sign else ""


class Town:
    """Hosts of one name, and the time that passes when one of them waits."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.bucket = Bucket()
        self.lost: list[SessionStatus] = []
        self.beats = 0
        self.at_each_beat: Callable[[], Awaitable[None]] | None = None
        # its name of the module alone: whatever else waits in this process goes on to wait
        monkeypatch.setattr(names, "asyncio", SimpleNamespace(sleep=self._pass))

    async def _pass(self, _seconds: float) -> None:
        self.beats += 1
        if self.at_each_beat is not None:
            await self.at_each_beat()

    def host(self, owner: str) -> HostName:
        return HostName(NAME, owner, self.bucket, self.bucket.read, looks=LOOKS)

    async def start(self, owner: str) -> HostName:
        host = self.host(owner)
        await host.take(self.report_lost)
        return host

    async def report_lost(self, sign: Sign) -> None:
        self.lost += sign.record.open


def record(*sessions: str) -> HostRecord:
    told = tuple(SessionStatus(session=session, session_id=session) for session in sessions)
    return HostRecord(NAME, 2, len(told), datetime.now(UTC), told)


@pytest.fixture
def town(monkeypatch: pytest.MonkeyPatch) -> Town:
    return Town(monkeypatch)


async def test_a_second_machine_is_refused_as_soon_as_the_first_gives_a_sign_of_life(town: Town) -> None:
    first = await town.start("a")
    await first.say(record("s1"))
    town.at_each_beat = lambda: first.say(record("s1"))
    with pytest.raises(NameTaken, match="GHOSTHANDS_BROWSER_HOST_HOST"):
        await town.start("b")
    assert (town.beats, town.bucket.owner, town.lost) == (1, "a", [])


async def test_a_successor_with_the_same_browsers_has_the_name_at_once(town: Town) -> None:
    await (await town.start("a")).say(record("s1"))
    await (await town.start("a")).say(record("s1"))
    assert (town.beats, town.bucket.owner, town.lost) == (0, "a", [])


async def test_who_left_is_not_waited_for(town: Town) -> None:
    await (await town.start("a")).leave(record())
    await town.start("b")
    assert (town.beats, town.bucket.owner) == (0, "b")


async def test_after_silence_another_machine_has_it_and_reports_what_the_first_had(town: Town) -> None:
    await (await town.start("a")).say(record("s1", "s2"))
    await town.start("b")
    assert (town.beats, town.bucket.owner) == (LOOKS, "b")
    assert [one.session_id for one in town.lost] == ["s1", "s2"]


async def test_who_was_away_so_long_that_another_has_it_ends_and_leaves_it_alone(town: Town) -> None:
    away = await town.start("a")
    await away.say(record("s1"))
    await town.start("b")
    with pytest.raises(NameTaken):
        await away.say(record("s1"))
    assert town.bucket.owner == "b"


async def test_what_others_write_down_of_a_host_that_was_away_does_not_cost_it_the_name(town: Town) -> None:
    host = await town.start("a")
    await host.say(record("s1"))
    assert town.bucket.sign is not None
    settled = msgspec.structs.replace(town.bucket.sign.record, sessions=0, open=())
    town.bucket.sign = Sign(town.bucket.sign.sequence + 1, settled)
    await host.say(record("s1"))
    assert len(town.bucket.sign.record.open) == 1


async def test_of_two_that_start_at_once_one_has_it(town: Town) -> None:
    came = await asyncio.gather(town.start("a"), town.start("b"), return_exceptions=True)
    assert sum(isinstance(one, HostName) for one in came) == 1
    assert sum(isinstance(one, Conflict | NameTaken) for one in came) == 1
