"""`python -m ghosthands.chromium.attending`: the attendants of browsers, one process for each until it ends.

An attendant holds all of a browser's connections to others: the pipe that drives it (`switchboard`) and, if its launch
had a `WayOut`, its only way to the network (`proxy`). Both are in one process, so that neither exists without the
other: when the judging process is gone, the guard releases the requests it held, and then there must be no way out.

It is forked (`fork_server`) and lives as long as its browser, not as the host. A browser whose attendant was killed
reaches nothing and ends, as its pipe is broken.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import socket
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from ghosthands.chromium import fork_server, proxy
from ghosthands.chromium.kept_way import Way, hear_keepers
from ghosthands.chromium.processes import ProcessIdentity
from ghosthands.chromium.switchboard import Switchboard

_RESOLVERS = 32


async def _run(asked: argparse.Namespace, sockets: Sequence[socket.socket]) -> None:
    """Attend the browser until it has ended."""
    listener, pipe, *ways = sockets
    attending = [asyncio.create_task(Switchboard(asked.path).serve(listener, pipe))]
    if ways:
        attending += _lead_out(asked, *ways)
    await ProcessIdentity(asked.pid, asked.start_time).wait_until_gone(None)
    for one in attending:
        one.cancel()


def _lead_out(
    asked: argparse.Namespace, listener: socket.socket, keepers: socket.socket | None = None
) -> list[asyncio.Task[None]]:
    """Serve the browser's proxy, and take its keepers where the way is to be kept."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(_RESOLVERS))
    judge, way = proxy.Judge(frozenset(filter(None, asked.allow.split(",")))), Way(is_kept=keepers is not None)
    serving = proxy.serve(listener, judge, way, is_known=lambda one: proxy.belongs_to(asked.uid, one))
    if keepers is None:
        return [asyncio.create_task(serving)]
    return [asyncio.create_task(serving), asyncio.create_task(hear_keepers(keepers, way, asked.keeper_uid))]


def _become(uid: int, gid: int) -> None:
    """Give up root's privileges for the user's."""
    if os.geteuid() == 0 and uid != 0:
        os.setgroups([])
        os.setgid(gid)
        os.setuid(uid)


def attend(arguments: Sequence[str], fds: Sequence[int]) -> None:
    """Attend the browser with that pid and start time.

    The descriptors: the listener for callers, the browser's pipe, then the way out and the listener for its keepers, if
    there are any.
    """
    parser = argparse.ArgumentParser(prog="the attendant of a browser")
    for name in ("pid", "start-time", "uid", "gid", "keeper-uid"):
        parser.add_argument(f"--{name}", type=int, required=True)
    parser.add_argument("--path", required=True)
    parser.add_argument("--allow", default="")
    asked = parser.parse_args(arguments)
    fork_server.take_name(f"beside {asked.pid}")
    sockets = [socket.socket(fileno=fd) for fd in fds]
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    _become(asked.uid, asked.gid)
    asyncio.run(_run(asked, sockets))


if __name__ == "__main__":
    fork_server.serve(int(sys.argv[2]), attend)
