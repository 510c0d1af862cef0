"""Connections to a browser's DevTools address, for what concerns the browser and no single page."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from ghosthands.chromium.devtools import SERVER, SILENT
from ghosthands.domain.errors import GhostHandsError

ANSWER_SECONDS = 10.0
#: Seconds to wait before each attempt to remake a broken line.
PAUSES = (0.2, 0.5, 1.0)

#: the types of targets that send network requests
ASKING = ("page", "iframe", "worker", "shared_worker", "service_worker")


class NoAnswer(GhostHandsError):
    """No DevTools endpoint answers at the address, or it has stopped answering."""


class NeverAnswered(NoAnswer):
    """The browser was told something and never answered: it may have done it."""


class OneOfOurs(NoAnswer):
    """The address belongs to GhostHands itself, on any host: a browser behind it is no user's own."""


async def browser_target(url: str) -> str:
    """Return the address of the browser target at `url`, which is itself `ws://…`, or `http://…` that names it.

    Raises NoAnswer, OneOfOurs.
    """
    given = urlsplit(url)
    if given.scheme in ("ws", "wss"):
        return url
    asked = urlunsplit(given._replace(path="/json/version"))
    try:
        async with httpx.AsyncClient(timeout=ANSWER_SECONDS, trust_env=False) as client:
            answer = await client.get(asked)
            _check_is_anothers(answer.headers)
            told = answer.json()["webSocketDebuggerUrl"]
    except (httpx.HTTPError, ValueError, KeyError, TypeError):
        raise NoAnswer("nobody answers at the DevTools address") from None
    # The browser reports the address under which it sees itself; ours may differ, so only the path is taken over.
    scheme = "wss" if given.scheme == "https" else "ws"
    return urlunsplit(given._replace(scheme=scheme, path=urlsplit(str(told)).path))


def _check_is_anothers(headers: Mapping[str, str]) -> None:
    if headers.get("Server") == SERVER:
        raise OneOfOurs("a GhostHands answers at the DevTools address")


async def open_wire(ws_url: str) -> ClientConnection:
    """Return a connection to the browser target. Raises NoAnswer."""
    try:
        return await connect(
            ws_url,
            max_size=None,
            compression=None,
            proxy=None,
            open_timeout=ANSWER_SECONDS,
            ping_interval=None,
            logger=SILENT,
        )
    except (OSError, WebSocketException, TimeoutError, ValueError):
        raise NoAnswer("the browser does not take the connection") from None


class DevToolsLine:
    """A line to the browser itself: method calls and events over one connection."""

    def __init__(self, wire: ClientConnection) -> None:
        self._wire = wire
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._hearing: dict[str, Callable[[dict[str, Any]], None]] = {}
        self._reading = asyncio.create_task(self._read(), name="devtools line")

    @classmethod
    async def to(cls, ws_url: str) -> DevToolsLine:
        """Return a line to the browser target at that address. Raises NoAnswer."""
        return cls(await open_wire(ws_url))

    def check_is_anothers(self) -> None:
        """Check that the line does not lead to a GhostHands. Raises OneOfOurs."""
        if self._wire.response is not None:
            _check_is_anothers(self._wire.response.headers)

    async def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Call a method of the browser and return its result, which is empty if the browser answers with an error.

        Raises NoAnswer.
        """
        return _read_result(await self._ask({"method": method, "params": params}))

    async def call_in(self, session: str, method: str, **params: Any) -> dict[str, Any]:
        """Call a method of a target that the browser was told to attach to, and return its result. Raises NoAnswer."""
        return _read_result(await self._ask({"method": method, "params": params, "sessionId": session}))

    async def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        number = next(self._ids)
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        try:
            await self._wire.send(msgspec.json.encode({"id": number, **question}), text=True)
            async with asyncio.timeout(ANSWER_SECONDS):
                told: dict[str, Any] = await answer
                return told
        except WebSocketException:
            raise NoAnswer(f"the browser cannot be told {question['method']}") from None
        except TimeoutError:
            raise NeverAnswered(f"the browser does not answer {question['method']}") from None
        finally:
            self._waiting.pop(number, None)

    async def send(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        """Call a method as Playwright's own CDP session does. Raises NoAnswer, also for an error as the answer."""
        answer = await self._ask({"method": method, "params": params or {}})
        if "error" in answer:
            raise NoAnswer(f"the browser refuses {method}")
        return _read_result(answer)

    def on(self, event: str, hear: Callable[[dict[str, Any]], None]) -> None:
        """Call `hear` with the parameters of each such event from now on."""
        self._hearing[event] = hear

    @property
    def is_open(self) -> bool:
        """Whether the browser can still send something."""
        return not self._reading.done()

    @property
    def fileno(self) -> int:
        """The descriptor of the line's socket."""
        return int(self._wire.transport.get_extra_info("socket").fileno())

    async def closed(self) -> None:
        """Wait until the line breaks."""
        await asyncio.wait({self._reading})

    async def close(self) -> None:
        """Close the line, and wait until it is closed."""
        await self._wire.close()
        await self._reading

    async def _read(self) -> None:
        try:
            async for data in self._wire:
                message = msgspec.json.decode(data)
                if hear := self._hearing.get(message.get("method", "")):
                    hear(message["params"])
                answer = self._waiting.get(message.get("id", 0))
                if answer is not None and not answer.done():
                    answer.set_result(message)
        except WebSocketException:
            pass
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(NeverAnswered("the line broke"))


@asynccontextmanager
async def line_to(ws_url: str) -> AsyncIterator[DevToolsLine]:
    """Open a line to the browser target at that address for the duration of the block. Raises NoAnswer."""
    line = await DevToolsLine.to(ws_url)
    try:
        yield line
    finally:
        await line.close()


class BrowserWatch:
    """A watch on a browser whose process is not ours to see.

    The browser counts as gone once its line broke and every attempt to remake it failed, or broke too: a browser that
    is merely busy breaks none.
    """

    def __init__(self, ws_url: str) -> None:
        self._ws_url = ws_url
        self._gone = asyncio.Event()
        self._looking = asyncio.create_task(self._look(), name="browser from afar")

    @property
    def alive(self) -> bool:
        """Whether the browser ran when it was last looked at."""
        return not self._gone.is_set()

    async def wait_until_gone(self, timeout_seconds: float | None) -> bool:
        """Wait until the browser has ended; return False if it runs after `timeout_seconds` (None: wait for ever)."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._gone.wait(), timeout_seconds)
        return self._gone.is_set()

    async def close(self) -> None:
        """Stop watching the browser."""
        self._looking.cancel()
        await asyncio.wait({self._looking})

    async def _look(self) -> None:
        for pause in (0.0, *PAUSES):
            await asyncio.sleep(pause)
            with suppress(NoAnswer):
                async with line_to(self._ws_url) as line:
                    await line.closed()
        self._gone.set()


def _read_result(answer: dict[str, Any]) -> dict[str, Any]:
    return dict(answer.get("result") or {})
