"""Private addresses in every disguise are refused, public ones pass."""

from __future__ import annotations

import asyncio
import socket

import pytest
from pydantic import TypeAdapter

from ghosthands.chassis import networks
from ghosthands.domain.codes import PageFailure


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost:8000/", "http://localhost.:8000/", "http://x.localhost/", "http://X.LocalHost./",
        "http://127.1/", "http://0x7f.1/", "http://0X7F000001/", "http://2130706433/", "http://017700000001/",
        "http://127.0.0.1./", "http://0/", "http://[::1]/", "http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/",
        "http://[64:ff9b:1::7f00:1]/", "http://[::ffff:0:127.0.0.1]/", "http://192.88.99.1/", "http://[2002:7f00:1::]/",
        "http://example.com@127.0.0.1/", "http://127.0.0.1:80@localhost/", "http://127.0.0.1\\@example.com/",
        "http://%6c%6fcalhost/", "http://127%2e0.0.1/", "http://\uff11\uff12\uff17.0.0.1/", "http://127\u30020\u30020\u30021/",
        "http://local\u00adhost/", "http://[::1%25eth0]/",
    ],
)  # fmt: skip
async def test_a_private_host_is_refused_in_every_spelling_that_chromium_takes(url: str) -> None:
    with pytest.raises(networks.AddressRefused) as refused:
        await networks.check(url, allowed=())
    assert refused.value.code is PageFailure.PRIVATE_TARGET


@pytest.mark.parametrize(
    "host", ["169.254.169.254", "[fd00:ec2::254]", "100.100.100.200", "192.0.0.192", "168.63.129.16"]
)
async def test_a_clouds_own_servers_are_refused_to_the_machines_in_it(host: str) -> None:
    with pytest.raises(networks.AddressRefused) as refused:
        await networks.check(f"http://{host}/", allowed=())
    assert refused.value.code is PageFailure.PRIVATE_TARGET


@pytest.mark.parametrize("url", ["http://0x7f.1/", "http://127.1:8000/", "http://127.0.0.1./", "http://X.LOCALHOST./"])
async def test_what_is_allowed_is_so_in_every_spelling(url: str) -> None:
    await networks.check(url, allowed={"127.0.0.1", "x.localhost"})


@pytest.mark.parametrize("url", ["http://[::1/", "http://\\/", "http:127.0.0.1", "http:///127.0.0.1/"])
async def test_what_has_no_host_is_refused(url: str) -> None:
    with pytest.raises(networks.AddressRefused):
        await networks.check(url, allowed=())


async def test_a_name_below_localhost_needs_no_resolver() -> None:
    assert await networks.resolve("http://x.localhost/", allowed={"x.localhost"}) == ["127.0.0.1", "::1"]


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://example.com/", "javascript:alert(1)", "http://"])
async def test_only_http_is_visited(url: str) -> None:
    with pytest.raises(networks.AddressRefused, match="http"):
        await networks.check(url, allowed=())


async def test_a_private_host_passes_only_where_it_is_named() -> None:
    with pytest.raises(networks.AddressRefused, match="GHOSTHANDS_ALLOWED_PRIVATE_HOSTS"):
        await networks.check("http://127.0.0.1:8000/x", allowed=())
    await networks.check("http://127.0.0.1:8000/x", allowed={"127.0.0.1"})


def test_hosts_are_named_in_any_spelling() -> None:
    hosts: TypeAdapter[frozenset[str]] = TypeAdapter(networks.HostList)
    assert hosts.validate_python("Intranet.Example, 10.0.0.1,") == {"intranet.example", "10.0.0.1"}


class _Resolver:
    """Answers every question for an address with that error."""

    def __init__(self, errno: int) -> None:
        self._errno = errno

    async def __call__(self, *_: object, **__: object) -> list[object]:
        raise socket.gaierror(self._errno, "no")


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (socket.EAI_NONAME, PageFailure.HOST_NOT_FOUND),
        (socket.EAI_NODATA, PageFailure.HOST_NOT_FOUND),
        (socket.EAI_AGAIN, PageFailure.NETWORK_ERROR),
    ],
)
async def test_a_name_is_unknown_where_a_name_server_says_so_and_not_where_none_answers(
    answer: int, expected: PageFailure, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", _Resolver(answer))
    assert await networks.explain_unconnected("https://jobs.exmaple.com/1", allowed=()) is expected


async def test_a_port_that_refuses_is_told_from_one_that_answers() -> None:
    async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    server = await asyncio.start_server(hang_up, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    assert await networks.explain_unconnected(url, allowed=("127.0.0.1",)) is PageFailure.NETWORK_ERROR
    server.close()
    await server.wait_closed()
    assert await networks.explain_unconnected(url, allowed=("127.0.0.1",)) is PageFailure.CONNECTION_REFUSED


@pytest.mark.parametrize(
    ("url", "expected"),
    [("http://127.0.0.1:1/", PageFailure.PRIVATE_TARGET), ("chrome-error://chromewebdata/", PageFailure.BAD_SCHEME)],
)
async def test_an_address_that_may_not_be_visited_is_the_reason_itself(url: str, expected: PageFailure) -> None:
    assert await networks.explain_unconnected(url, allowed=()) is expected
