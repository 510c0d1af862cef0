"""A process that answers requests, as a reference for commands: the minimum of a request and its answer.

`python -m ghosthands.bench.responder` answers messages on SUBJECT with the same bytes until its standard input closes;
it prints a line on standard output once it listens. NATS as for any service: GHOSTHANDS_NATS_URL, …_USER, …_PASSWORD.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import nats
from nats.aio.msg import Msg

from ghosthands import stack
from ghosthands.bench.errors import BenchFailed
from ghosthands.messaging.server import permissions

SUBJECT = "bench.echo"


@asynccontextmanager
async def serve_responder(running: stack.Supervisor) -> AsyncIterator[None]:
    """Run a responder for the block. Raises BenchFailed."""
    login = running.password_of(permissions.MIGRATION)
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        __name__,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={
            **os.environ,
            "GHOSTHANDS_NATS_URL": running.nats_url,
            "GHOSTHANDS_NATS_USER": login.user,
            "GHOSTHANDS_NATS_PASSWORD": login.password,
        },
    )
    assert process.stdin is not None  # noqa: S101 - asked for above
    assert process.stdout is not None  # noqa: S101
    try:
        if not await process.stdout.readline():
            raise BenchFailed("the bench's responder could not reach NATS")
        yield
    finally:
        process.stdin.close()
        await process.wait()


async def respond() -> None:
    """Answer until standard input closes."""
    client = await nats.connect(
        os.environ["GHOSTHANDS_NATS_URL"],
        user=os.environ["GHOSTHANDS_NATS_USER"],
        password=os.environ["GHOSTHANDS_NATS_PASSWORD"],
    )
    await client.subscribe(SUBJECT, cb=_echo)
    await client.flush()
    print("listening", flush=True)
    await asyncio.to_thread(sys.stdin.buffer.read)
    await client.close()


async def _echo(message: Msg) -> None:
    await message.respond(message.data)


if __name__ == "__main__":
    asyncio.run(respond())
