"""A browser's way out, seen from its launcher: the flags that send it through a proxy of ours, and that proxy's start.

The port is open before the browser is started, and the proxy started once the browser's process is known: what it asks
for in between waits in the port's queue.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import BinaryIO

from ghosthands.chromium import upstream
from ghosthands.chromium.processes import ProcessIdentity
from ghosthands.chromium.spawning import start_detached
from ghosthands.chromium.users import User

#: without it Chromium goes to this machine and its neighbours by itself; who has it was started with a proxy
PROXIED_FLAG = "--proxy-bypass-list=<-loopback>"
#: what would go past a proxy
_FLAGS = (
    PROXIED_FLAG,
    "--disable-quic",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",  # its name before
)
_BACKLOG = 512
#: where nobody listens
_NOWHERE = "socks5://127.0.0.1:9"


@dataclass(frozen=True, slots=True)
class WayOut:
    """How a browser may reach the network."""

    #: private hosts that it may
    allowed_hosts: Collection[str] = ()
    #: whether it may open WebSockets, which nobody can look into
    websockets: bool = True


class Entrance:
    """An open port of a proxy that does not run yet; ours until the end of the block, then the proxy's alone."""

    def __init__(self, way: WayOut) -> None:
        self._way = way
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=_BACKLOG)

    def __enter__(self) -> Entrance:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._listener.close()

    @property
    def flags(self) -> Sequence[str]:
        """What has the browser connect through it; a WebSocket takes the way of `socks` where there is one."""
        proxy = f"socks5://127.0.0.1:{self._listener.getsockname()[1]}"
        sockets = "" if self._way.websockets else f";socks={_NOWHERE}"
        return (f"--proxy-server=http={proxy};https={proxy}{sockets}", *_FLAGS)

    def open(self, browser: ProcessIdentity, user: User, output: BinaryIO) -> None:
        """Start the proxy, for a browser that runs as that user; it complains to `output`."""
        fd = self._listener.fileno()
        told = {"fd": fd, "pid": browser.pid, "start-time": browser.start_time, "uid": user.uid, "gid": user.gid}
        command = [sys.executable, "-I", "-m", "ghosthands.chromium.proxy"]
        command += [f"--{name}={value}" for name, value in told.items()]
        command.append(f"--allow={','.join(self._way.allowed_hosts)}")
        start_detached(command, env=_environ(os.environ), user=None, output=output, pass_fds=(fd,))


def _environ(ours: Mapping[str, str]) -> dict[str, str]:
    """What a proxy needs of our environment: the proxy that it goes on through, which may hold a password."""
    kept = {name: value for name, value in ours.items() if name.upper() in upstream.VARIABLES}
    return {"PATH": ours.get("PATH", os.defpath), **kept}
