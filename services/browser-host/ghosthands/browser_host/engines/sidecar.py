"""A process of another language that works for an engine: JSON-RPC 2.0 over its standard input and output.

It may die, hang, or write what is no JSON: each is only an EngineTrouble, for pending and for later requests. It runs
in a process group of its own and ends when its standard input does, so that none is left when we are killed.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import signal
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from ghosthands.browser_host.engines.engine import EngineTrouble
from ghosthands.domain.codes import EngineFailure

#: How many seconds a sidecar may leave a ping unanswered; it is pinged as often.
HANG_SECONDS = 10.0
#: How many seconds a sidecar that was told to end may take.
END_SECONDS = 2.0
#: bytes of one line; a picture of a long page is the longest
_LINE = 64 * 1024 * 1024

#: Called with the method and the parameters of each notification.
OnNotice = Callable[[str, Mapping[str, Any]], None]


class Sidecar:
    """A running sidecar process; made by `start`."""

    def __init__(self, process: asyncio.subprocess.Process, on_notice: OnNotice, hang_seconds: float) -> None:
        self._process = process
        self._on_notice = on_notice
        self._hang_seconds = hang_seconds
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._trouble: EngineTrouble | None = None
        self._speaks = asyncio.Event()
        self._reading = asyncio.create_task(self._read(), name=f"sidecar {process.pid}")
        self._watching = asyncio.create_task(self._watch(), name=f"pings to {process.pid}")

    @classmethod
    async def start(
        cls,
        command: Sequence[str],
        *,
        environment: Mapping[str, str],
        on_notice: OnNotice,
        hang_seconds: float = HANG_SECONDS,
    ) -> Sidecar:
        """Start the process; secrets go into requests, never into `command`. Raises OSError."""
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,  # it may hold what the page says
            env=dict(environment),
            start_new_session=True,
            limit=_LINE,
        )
        return cls(process, on_notice, hang_seconds)

    @property
    def pid(self) -> int:
        """The pid of the process, which leads its group."""
        return self._process.pid

    async def request(self, method: str, *, timeout_seconds: float | None = None, **params: Any) -> Any:
        """Send a request and return its result. Raises EngineTrouble: the sidecar's error, or its end.

        A request that nobody waits for any more, cancelled or late, ends the process: it might go on acting.
        """
        try:
            async with asyncio.timeout(timeout_seconds):
                return await self._ask(method, params)
        except TimeoutError:
            self._fail(
                EngineTrouble(
                    EngineFailure.ENGINE_HUNG, f"the sidecar did not answer {method} in {timeout_seconds:.0f} s"
                )
            )
            raise self._make_exception() from None
        except asyncio.CancelledError:
            self._fail(EngineTrouble(EngineFailure.ENGINE_KILLED, f"{method} was cancelled"))
            raise

    async def end(self) -> None:
        """Close its standard input and wait for its end; kill it if it stays."""
        self._trouble = self._trouble or EngineTrouble(EngineFailure.NOT_ATTACHED, "the sidecar was told to end")
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            async with asyncio.timeout(END_SECONDS):
                await self._process.wait()
        except TimeoutError:
            pass
        finally:
            await self.kill()

    async def kill(self) -> None:
        """End the sidecar's process group at once; raises nothing."""
        self._fail(EngineTrouble(EngineFailure.ENGINE_KILLED, "the sidecar was killed"))
        self._watching.cancel()
        await asyncio.gather(self._process.wait(), self._reading, self._watching, return_exceptions=True)

    async def _ask(self, method: str, params: Mapping[str, Any]) -> Any:
        if self._trouble is not None:
            raise self._make_exception()
        number = next(self._ids)
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        try:
            await self._write({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
            return await answer
        finally:
            del self._waiting[number]

    async def _write(self, message: Mapping[str, Any]) -> None:
        assert self._process.stdin is not None  # noqa: S101  it was started with a pipe
        with suppress(ConnectionError):  # it died; the reader says so
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            await self._process.stdin.drain()

    async def _read(self) -> None:
        """Handle what the sidecar writes until it ends."""
        assert self._process.stdout is not None  # noqa: S101  it was started with a pipe
        try:
            async for line in self._process.stdout:
                self._hear(json.loads(line))
        except (ValueError, TypeError, KeyError, AttributeError):  # no JSON, no message, or a line without end
            self._fail(EngineTrouble(EngineFailure.ENGINE_GARBLED, "the sidecar said what is no message"))
        code = await self._process.wait()
        self._fail(EngineTrouble(EngineFailure.ENGINE_CRASHED, f"the sidecar ended by itself, exit code {code}"))

    def _hear(self, message: Mapping[str, Any]) -> None:
        self._speaks.set()
        if "method" in message:
            self._on_notice(message["method"], message.get("params", {}))
            return
        answer = self._waiting.get(message["id"])
        if answer is None or answer.done():
            return
        if error := message.get("error"):
            answer.set_exception(
                EngineTrouble(error.get("data", {}).get("code", EngineFailure.ENGINE_FAILED), error["message"])
            )
        else:
            answer.set_result(message["result"])

    async def _watch(self) -> None:
        """Ping the sidecar: a process that hangs does not answer, however long its work may take.

        Pings begin after its first message: before that it loads, for as long as that takes.
        """
        await self._speaks.wait()
        while self._trouble is None:
            await asyncio.sleep(self._hang_seconds)
            try:
                async with asyncio.timeout(self._hang_seconds):
                    await self._ask("ping", {})
            except TimeoutError:
                self._fail(
                    EngineTrouble(EngineFailure.ENGINE_HUNG, f"the sidecar was silent for {self._hang_seconds:.0f} s")
                )
            except EngineTrouble:
                return

    def _fail(self, trouble: EngineTrouble) -> None:
        """Answer every request with this trouble from now on, unless there was an earlier one; kill the process."""
        self._trouble = self._trouble or trouble
        with suppress(ProcessLookupError):
            if self._process.returncode is None:
                os.killpg(self._process.pid, signal.SIGKILL)
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(self._make_exception())

    def _make_exception(self) -> EngineTrouble:
        """Return the trouble as a new exception: one that is raised twice grows a traceback."""
        assert self._trouble is not None  # noqa: S101  asked only where there is some
        return EngineTrouble(self._trouble.code, str(self._trouble))
