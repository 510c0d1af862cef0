"""A browser's attendant from the launcher's side: its sockets, which are open before both start, and its start.

What the browser sends before its attendant runs waits in the sockets' queues.
"""

from __future__ import annotations

import atexit
import os
import socket
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import BinaryIO

from ghosthands.chromium import devtools, keeper, upstream
from ghosthands.chromium.fork_server import ForkServer
from ghosthands.chromium.processes import ProcessIdentity
from ghosthands.chromium.users import User
from ghosthands.chromium.way_out import Entrance, WayOut

_BACKLOG = 64
#: makes Chromium speak over the descriptors 3 and 4 instead of a port
_FLAG = "--remote-debugging-pipe"
#: the shell passes its standard input on as these descriptors, and becomes the browser
_SHELL = ("/bin/sh", "-c", 'exec "$@" 3<&0 4>&0 </dev/null', "sh")

_attendants = ForkServer("ghosthands.chromium.attending")
atexit.register(_attendants.close)


class Attendant:
    """An attendant that does not run yet; we own its sockets until the end of the block, then it alone does."""

    def __init__(self, way_out: WayOut | None) -> None:
        self._way_out = way_out
        self._held = ExitStack()
        self._listener = self._held.enter_context(socket.create_server(("127.0.0.1", 0), backlog=_BACKLOG))
        #: the browser's end of the pipe, which becomes its standard input
        self.pipe, self._our_end = map(self._held.enter_context, socket.socketpair())
        self._entrance = self._held.enter_context(Entrance(way_out)) if way_out is not None else None
        self._path = devtools.draw_path()
        #: the browser's DevTools address, once it runs
        self.ws_url = devtools.write_address(self._listener, self._path)

    def __enter__(self) -> Attendant:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._held.close()

    def write_command(self, command: Sequence[str]) -> list[str]:
        """Return the browser's command line with an attendant."""
        executable, *rest = command
        return [*_SHELL, executable, _FLAG, *(self._entrance.flags if self._entrance else ()), *rest]

    def start(self, browser: ProcessIdentity, user: User, output: BinaryIO) -> None:
        """Start the attendant of a browser that runs as that user; its errors go to `output`."""
        told: dict[str, object] = {
            "pid": browser.pid,
            "start-time": browser.start_time,
            "uid": user.uid,
            "gid": user.gid,
            "keeper-uid": os.geteuid(),
            "path": self._path,
        }
        sockets = [self._listener, self._our_end]
        if self._way_out is not None and self._entrance is not None:
            told["allow"] = ",".join(self._way_out.allowed_hosts)
            sockets.append(self._entrance.listener)
            if self._way_out.kept:
                sockets.append(self._held.enter_context(keeper.listen(browser)))
        arguments = [f"--{name}={value}" for name, value in told.items()]
        fds = [one.fileno() for one in sockets]
        _attendants.fork(arguments, env=_environ(os.environ), fds=fds, output=output)


def _environ(ours: Mapping[str, str]) -> dict[str, str]:
    """Return the part of our environment that it needs: the proxy to go through, which may hold a password."""
    kept = {name: value for name, value in ours.items() if name.upper() in upstream.VARIABLES}
    return {"PATH": ours.get("PATH", os.defpath), **kept}
