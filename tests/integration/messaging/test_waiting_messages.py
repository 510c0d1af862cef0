"""What waits of what was sent from outside, and who may take it away: on a server of ours, and on the one shipped.

Judged by what the streams hold afterwards; spoken in the protocol's own words, as no library of ours would.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import uuid
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from ghosthands.domain import services
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.jetstream import API, Bus, Outgoing
from ghosthands.messaging.server.permissions import MIGRATION, USERS

from .conftest import BINARY, Server, migrated, running
from .line import Line

pytestmark = [pytest.mark.integration, pytest.mark.slow]

SHIPPED = Path(__file__).parents[3] / "deploy" / "nats"
#: Who deals with what waits there, and takes it out then: nobody else does.
DEALT_WITH_BY = {streams.INTAKE: services.JOB_INTAKE, streams.HUMANS: services.HITL_GATEWAY}
PLACES = {streams.INTAKE: ("job.requested", "job.cancel"), streams.HUMANS: ("human.resolved", "human.resolved.one")}


class ShippedServer(Server):
    """A server by the files in `deploy`, but for its port and folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.passwords = {user: f"of-{user}" for user in USERS}  # a number would be none

    def start(self) -> None:
        text = (SHIPPED / "server.conf").read_text()
        for shipped, here in (
            ("0.0.0.0:4222", f"127.0.0.1:{self.port}"),
            ("/var/lib/nats", str(self.store)),
        ):
            assert shipped in text
            text = text.replace(shipped, here)
        self._config.write_text(text)
        shutil.copy(SHIPPED / "permissions.conf", self._config.parent)
        passwords = {
            f"GHOSTHANDS_NATS_PASSWORD_{user.upper().replace('-', '_')}": password
            for user, password in self.passwords.items()
        }
        environment = {**os.environ, **passwords, "GHOSTHANDS_NATS_AT_REST_KEY": "k" * 32}
        log = self._config.with_name("nats.log")
        self._process = subprocess.Popen([BINARY, "-c", self._config, "-l", log], env=environment)


@pytest.fixture(scope="module", params=[Server, ShippedServer], ids=["ours", "shipped"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(request.param(tmp_path_factory.mktemp("nats"))) as server:
        yield server


@pytest.fixture(scope="module")
async def migration(server: Server) -> AsyncIterator[Bus]:
    async with migrated(server) as bus:
        yield bus


async def is_there(bus: Bus, stream: str, sequence: int) -> bool:
    """Whether it is there still, once all that was asked for before has been done."""
    await bus.publish(Outgoing(f"{PLACES[stream][0].partition('.')[0]}.{uuid.uuid4().hex}", b""))
    return await bus.at(stream, sequence) is not None


@pytest.mark.parametrize("stream", PLACES)
@pytest.mark.parametrize("user", [user for user in USERS if user != MIGRATION])
async def test_what_waits_is_taken_away_by_nobody_but_who_deals_with_it(
    user: str, stream: str, server: Server, migration: Bus
) -> None:
    taken = []
    for place in PLACES[stream]:
        for call in ("MSG.DELETE", "PURGE"):
            sequence = (await migration.publish(Outgoing(place, b"{}"))).sequence
            body = json.dumps({"seq": sequence} if call == "MSG.DELETE" else {"filter": place}).encode()
            line = await Line.open(server, user)
            for api in (API, "$JS.API"):
                line.publish(f"{api}.STREAM.{call}.{stream}", body)
            await line.settled()
            line.close()
            if not await is_there(migration, stream, sequence):
                taken.append(call)
    assert taken == (["MSG.DELETE"] * len(PLACES[stream]) if user == DEALT_WITH_BY[stream] else [])
