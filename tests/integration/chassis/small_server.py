"""Serves `/` in a process that may have few descriptors; prints the port. Ends with its standard input.

Arguments: the limit of descriptors, the seconds for a request's head, and how many of the descriptors to leave free.
"""

from __future__ import annotations

import asyncio
import os
import resource
import sys

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from ghosthands.chassis import health, logging, server


async def hello(_request: Request) -> PlainTextResponse:
    return PlainTextResponse("hello")


async def main(free: int | None) -> None:
    async with health.serving(Starlette(routes=[Route("/", hello)]), "127.0.0.1", 0) as port:
        held: list[int] = []
        if free is not None:
            while held[-1:] != [resource.getrlimit(resource.RLIMIT_NOFILE)[0] - 1]:
                held.append(os.open("/dev/null", os.O_RDONLY))
            for _ in range(free):
                os.close(held.pop())
        sys.stdout.write(f"{port}\n")
        sys.stdout.flush()
        stopped = asyncio.Event()
        asyncio.get_running_loop().add_reader(0, stopped.set)
        await stopped.wait()


if __name__ == "__main__":
    descriptors = int(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
    server.HEAD_SECONDS = float(sys.argv[2])
    logging.configure("small", format="json", level="info")
    asyncio.run(main(int(sys.argv[3]) if sys.argv[3:] else None))
