"""A try to tell a receiver: how it says who it is, and what its answer means."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import socket
from collections.abc import AsyncIterator
from datetime import timedelta

import httpx
import pytest
from starlette.responses import JSONResponse, RedirectResponse, Response

from ghosthands.domain.codes import CallbackFault
from ghosthands.hitl_gateway.callbacks.sender import MAX_ANSWER_BYTES, CallbackSender, sign
from ghosthands.testkit.receiver import Receiver

SECRET = "a secret that both know"
BODY = b'{"job_id":"j","valet_task_id":"t","status":"running"}'
LOOPBACK = frozenset({"127.0.0.1"})


@pytest.fixture
async def sender() -> AsyncIterator[CallbackSender]:
    sender = CallbackSender(SECRET, LOOPBACK, keyed=LOOPBACK, now=lambda: 1_700_000_000)
    yield sender
    await sender.close()


async def test_the_receiver_knows_us_by_key_and_token(receiver: Receiver, sender: CallbackSender) -> None:
    answer = await sender.send(receiver.callback_url(), "c1", BODY)
    assert (answer.http_status, answer.fault) == (200, None)
    (heard,) = receiver.heard
    assert heard.raw == BODY
    assert heard.query == f"token={SECRET}".replace(" ", "%20")
    assert heard.headers["x-gh-service-key"] == SECRET
    assert heard.headers["user-agent"] == "GhostHands-Callback/1.0"
    assert heard.headers["content-type"] == "application/json"
    assert heard.delivery == "c1"


async def test_the_signature_covers_the_moment_and_the_body(receiver: Receiver, sender: CallbackSender) -> None:
    await sender.send(receiver.callback_url(), "c1", BODY)
    expected = hmac.new(SECRET.encode(), b"1700000000." + BODY, hashlib.sha256).hexdigest()
    assert receiver.heard[0].headers["x-ghosthands-signature"] == f"t=1700000000,v1={expected}"


async def test_without_a_secret_the_token_alone_lets_it_in(receiver: Receiver) -> None:
    nameless = CallbackSender("", LOOPBACK)
    assert (await nameless.send(receiver.callback_url(), "c1", BODY)).fault is None
    assert (await nameless.send(receiver.callback_url(token=False), "c1", BODY)).http_status == 401
    assert not {"X-GH-Service-Key", "X-GhostHands-Signature"} & sign("", "c1", BODY, at=0).keys()
    await nameless.close()


async def test_a_host_that_is_not_valets_gets_the_signature_but_not_the_key(receiver: Receiver) -> None:
    page = CallbackSender(SECRET, LOOPBACK, keyed=frozenset({"valet.example.com"}))
    await page.send(receiver.callback_url(), "c1", BODY)
    (heard,) = receiver.heard
    assert "x-gh-service-key" not in heard.headers
    assert heard.headers["x-ghosthands-signature"].startswith("t=")
    await page.close()


@pytest.mark.parametrize(
    ("url", "address", "has_key"),
    [
        ("https://valet.example.com/hook", "93.184.215.14", True),
        ("http://valet.example.com/hook", "10.0.0.7", True),
        ("http://valet.example.com/hook", "93.184.215.14", False),
        ("HTTP://VALET.example.com./hook", "93.184.215.14", False),
        ("https://valet.example.com.evil.example/hook", "93.184.215.14", False),
        ("https://valet.example.com@evil.example/hook", "93.184.215.14", False),
        ("https://evil.example/https://valet.example.com/", "93.184.215.14", False),
        ("https://evil.example\\@valet.example.com/", "93.184.215.14", False),
    ],
)
async def test_the_key_goes_only_to_valets_host_and_only_where_nobody_on_the_way_reads_it(
    monkeypatch: pytest.MonkeyPatch, url: str, address: str, has_key: bool
) -> None:
    sent: list[httpx.Request] = []

    async def take(self: httpx.AsyncClient, request: httpx.Request, **_kwargs: object) -> httpx.Response:
        sent.append(request)
        return httpx.Response(500, request=request)

    async def resolve(host: str) -> list[str]:
        return [address]

    monkeypatch.setattr(httpx.AsyncClient, "send", take)
    monkeypatch.setattr("ghosthands.chassis.networks.resolve_host", resolve)
    valets = frozenset({"valet.example.com"})
    sender = CallbackSender(SECRET, valets, keyed=valets)
    await sender.send(url, "c1", BODY)
    assert [request.headers.get("x-gh-service-key") for request in sent] == [SECRET if has_key else None]
    assert all("x-ghosthands-signature" in request.headers for request in sent)
    await sender.close()


@pytest.mark.parametrize("status", [301, 400, 401, 404, 409, 500, 503])
async def test_whatever_is_no_success_is_a_failure(receiver: Receiver, sender: CallbackSender, status: int) -> None:
    receiver.answers.append(status)
    answer = await sender.send(receiver.callback_url(), "c1", BODY)
    assert (answer.http_status, answer.fault) == (status, CallbackFault.NOT_TAKEN)


async def test_a_redirect_is_not_followed(receiver: Receiver, sender: CallbackSender) -> None:
    receiver.answers.append(RedirectResponse(f"{receiver.url}?elsewhere", 307))
    assert (await sender.send(receiver.callback_url(), "c1", BODY)).http_status == 307
    assert len(receiver.heard) == 1


@pytest.mark.parametrize(
    ("header", "wait"),
    [("17", timedelta(seconds=17)), ("Thu, 01 Jan 1970 00:00:00 GMT", timedelta()), ("soon", None), ("-3", None)],
)
async def test_how_long_it_asks_to_be_left_alone_is_understood(
    receiver: Receiver, sender: CallbackSender, header: str, wait: timedelta | None
) -> None:
    receiver.answers.append(JSONResponse({}, 429, {"Retry-After": header}))
    answer = await sender.send(receiver.callback_url(), "c1", BODY)
    assert (answer.fault, answer.wait) == (CallbackFault.TOLD_TO_WAIT, wait)


async def test_a_receiver_that_hangs_is_given_up_in_time(receiver: Receiver) -> None:
    hurried = CallbackSender(SECRET, LOOPBACK, try_seconds=0.2)
    receiver.open.clear()
    assert (await hurried.send(receiver.callback_url(), "c1", BODY)).fault is CallbackFault.NO_ANSWER
    await hurried.close()


async def test_a_receiver_that_is_down_was_not_connected(sender: CallbackSender) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    answer = await sender.send(f"http://127.0.0.1:{port}/", "c1", BODY)
    assert (answer.fault, answer.http_status) == (CallbackFault.NOT_CONNECTED, None)


async def test_a_private_host_that_nobody_allowed_hears_nothing(receiver: Receiver) -> None:
    strict = CallbackSender(SECRET, frozenset())
    answer = await strict.send(receiver.callback_url(), "c1", BODY)
    assert answer.fault is CallbackFault.PRIVATE_TARGET
    assert not receiver.heard
    await strict.close()


async def test_only_the_web_is_told(sender: CallbackSender) -> None:
    assert (await sender.send("ftp://127.0.0.1/", "c1", BODY)).fault is CallbackFault.BAD_SCHEME


async def test_of_a_long_answer_only_the_beginning_is_read(receiver: Receiver, sender: CallbackSender) -> None:
    receiver.answers.append(Response(b"x" * (50 * MAX_ANSWER_BYTES)))
    assert (await sender.send(receiver.callback_url(), "c1", BODY)).fault is None


async def test_an_answer_without_end_ends_with_the_try() -> None:
    async def drip(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")
        await writer.drain()
        await over.wait()
        writer.close()

    over = asyncio.Event()
    server = await asyncio.start_server(drip, "127.0.0.1", 0)
    hurried = CallbackSender(SECRET, LOOPBACK, try_seconds=0.2)
    address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    assert (await hurried.send(address, "c1", BODY)).fault is CallbackFault.NO_ANSWER
    await hurried.close()
    over.set()
    server.close()
    await server.wait_closed()


@pytest.mark.parametrize(
    ("body", "said"),
    [({"received": True, "skipped": True}, "skipped"), ({"warning": "task not found"}, "warning"), ({"a": 1}, "")],
)
async def test_what_the_receiver_makes_of_it_is_told_without_its_words(
    receiver: Receiver, sender: CallbackSender, body: dict[str, object], said: str
) -> None:
    receiver.answers.append(JSONResponse(body))
    assert (await sender.send(receiver.callback_url(), "c1", BODY)).said == said
