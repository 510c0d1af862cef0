"""Browsers' attendants come from one process that has loaded them, and live on without it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from ghosthands.chromium import processes
from ghosthands.chromium.fork_server import ForkServer
from ghosthands.chromium.processes import ProcessIdentity

GREETING, WELCOME = bytes((5, 1, 0)), bytes((5, 0))


@dataclass
class Nest:
    """A fork server, and what asks it for proxies: processes in the place of browsers."""

    server: ForkServer
    log: Path
    browsers: list[subprocess.Popen[bytes]]
    #: their ends
    pipes: list[socket.socket]

    def start_proxy(self, **env: str) -> tuple[ProcessIdentity, socket.socket]:
        """One more browser, and the port of its proxy."""
        browser = subprocess.Popen(["sleep", "60"])
        self.browsers.append(browser)
        identity = processes.identify(browser.pid)
        assert identity is not None
        listener = socket.create_server(("127.0.0.1", 0))
        mine = {"uid": os.getuid(), "gid": os.getgid(), "keeper-uid": os.getuid(), "path": "/key"}
        told = {"pid": identity.pid, "start-time": identity.start_time, **mine}
        theirs, ours = socket.socketpair()
        self.pipes.append(theirs)
        with self.log.open("ab") as log, socket.create_server(("127.0.0.1", 0)) as callers, ours:
            self.server.fork(
                [f"--{name}={value}" for name, value in told.items()],
                env=env,
                fds=[callers.fileno(), ours.fileno(), listener.fileno()],
                output=log,
            )
        return identity, listener


@pytest.fixture
def nest(tmp_path: Path) -> Iterator[Nest]:
    nest = Nest(ForkServer("ghosthands.chromium.attending"), tmp_path / "log", [], [])
    yield nest
    nest.server.close()
    for pipe in nest.pipes:
        pipe.close()
    for browser in nest.browsers:
        browser.kill()
        browser.wait()


def answers(listener: socket.socket) -> bool:
    """Whether a proxy serves that port."""
    with socket.create_connection(listener.getsockname(), timeout=20) as connection:
        connection.sendall(GREETING)
        return connection.recv(2) == WELCOME


def proxy_of(browser: ProcessIdentity) -> ProcessIdentity:
    (found,) = (
        stat.identity
        for stat in processes.list_living()
        if Path(f"/proc/{stat.pid}/comm").read_text() == f"beside {browser.pid}\n"
    )
    return found


def parent_of(process: ProcessIdentity) -> int:
    return int(Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[1])


def environment_of(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/environ").read_text().split("\0")


async def test_each_browser_has_a_proxy_of_its_own_from_one_process_and_it_ends_with_the_browser(nest: Nest) -> None:
    one, first = nest.start_proxy()
    other, second = nest.start_proxy()
    with closing(first), closing(second):
        assert answers(first)
        assert answers(second)
        assert proxy_of(one) != proxy_of(other)
        assert parent_of(proxy_of(one)) == parent_of(proxy_of(other))
        ended = proxy_of(one)
        nest.browsers[0].kill()
        nest.browsers[0].wait()
        assert await ended.wait_until_gone(5.0)
        assert answers(second)


async def test_what_was_forked_outlives_its_server_and_the_next_comes_from_another(nest: Nest) -> None:
    one, first = nest.start_proxy()
    with closing(first):
        assert answers(first)
        server = processes.identify(parent_of(proxy_of(one)))
        assert server is not None
        server.signal(signal.SIGKILL)
        assert await server.wait_until_gone(5.0)
        assert answers(first)
        _, second = nest.start_proxy()
        with closing(second):
            assert answers(second)


async def test_a_server_ends_with_who_asked_it_and_one_that_has_another_environment_takes_its_place(nest: Nest) -> None:
    one, first = nest.start_proxy()
    with closing(first):
        assert answers(first)
        server = processes.identify(parent_of(proxy_of(one)))
        assert server is not None
        other, second = nest.start_proxy(NO_PROXY="example.com")
        with closing(second):
            assert answers(second)
        assert await server.wait_until_gone(5.0)
        assert "NO_PROXY=example.com" in environment_of(parent_of(proxy_of(other)))
