"""The door lets nobody in without a token of ours, from no other site, under no other name; and stands in no log."""

from __future__ import annotations

import logging
import uuid
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from ghosthands.browser_host.engines.relay import Relay
from ghosthands.browser_host.ports.tab import TabAddress
from ghosthands.browser_host.sessions.session import Session
from ghosthands.chassis.grants import Grants, Right
from ghosthands.models import ModelEndpoint
from tests.e2e.live.conftest import House, listening

pytestmark = pytest.mark.e2e


@pytest.fixture
async def session(house: House) -> Session:
    """One without a page: none is needed to be refused."""
    return house.open(None)


async def status(address: str, **headers: str) -> int:
    async with httpx.AsyncClient() as client:
        return (await client.get(address, headers=headers)).status_code


async def socket_opens(house: House, link: str, *, origin: str | None = None) -> bool:
    """Whether the line is let in; refused ones get a 403."""
    named = house.address() if origin is None else origin
    try:
        async with connect(link.replace("http", "ws") + "socket", origin=Origin(named) if named else None) as line:
            await line.recv()
            return True
    except InvalidStatus as refused:
        return refused.response.status_code != 403


async def test_a_token_of_ours_opens_the_page_and_the_socket(house: House, session: Session) -> None:
    assert await status(house.link(session)) == 200
    assert await status(house.link(session) + "viewer/viewer.js") == 200
    assert await socket_opens(house, house.link(session))


@pytest.mark.parametrize("path", ["/", "/live", "/live/", "/live//", "/viewer/viewer.js", "/live/x/", "/metrics"])
async def test_without_a_token_nothing_is_served(house: House, path: str) -> None:
    assert await status(house.address(path)) == 403


async def test_an_expired_token_opens_nothing(house: House, session: Session) -> None:
    link = house.link(session, seconds=-1)
    assert await status(link) == 403
    assert not await socket_opens(house, link)


async def test_a_forged_token_opens_nothing(house: House, session: Session) -> None:
    forged = house.address(f"/live/{Grants(b'another key').token(session.id, Right.CONTROL)}/")
    body, _, mac = house.grants.token(session.id, Right.VIEW).partition(".")
    more = house.grants.token(session.id, Right.CONTROL).partition(".")[0]
    for link in (forged, house.address(f"/live/{more}.{mac}/"), house.address(f"/live/{body}./")):
        assert await status(link) == 403
        assert not await socket_opens(house, link)


async def test_a_token_opens_its_own_session_only(house: House, session: Session) -> None:
    elsewhere = house.grants.token(str(uuid.uuid4()), Right.CONTROL)
    assert await status(house.address(f"/live/{elsewhere}/")) == 404


@pytest.mark.parametrize("origin", ["http://evil.example", "null", ""])
async def test_no_other_site_opens_the_socket(house: House, session: Session, origin: str) -> None:
    assert not await socket_opens(house, house.link(session), origin=origin)


async def test_under_another_name_the_door_is_closed(house: House, session: Session) -> None:
    assert await status(house.link(session), host="rebound.example") == 403


async def test_the_page_loads_nothing_from_elsewhere_and_tells_nobody_of_its_address(
    house: House, session: Session
) -> None:
    async with httpx.AsyncClient() as client:
        answer = await client.get(house.link(session))
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"
    assert "://" not in answer.text


async def test_no_token_gets_into_a_log(house: House, session: Session, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    link = house.link(session)
    token = link.rsplit("/", 2)[1]
    await status(link)
    await status(link + "missing")
    await socket_opens(house, link)
    ours = [  # the test's own clients tell everything
        record for record in caplog.records if not record.name.startswith(("httpx", "httpcore", "websockets.client"))
    ]
    assert not [record.getMessage() for record in ours if token in record.getMessage()]


async def test_the_door_listens_on_this_machine_alone(house: House) -> None:
    assert house.port in {port for _, port in listening()}
    assert {address for address, port in listening() if port == house.port} == {"127.0.0.1"}


async def test_what_engines_are_served_by_listens_on_this_machine_alone() -> None:
    relay = Relay(TabAddress("ws://127.0.0.1:1/devtools/browser/x", "tab"))
    async with ModelEndpoint.serving() as endpoint:
        ports = {urlsplit(address).port for address in (await relay.open(), endpoint.base_url)}
        assert {(address, port) for address, port in listening() if port in ports} == {
            ("127.0.0.1", port) for port in ports
        }
        await relay.close()
