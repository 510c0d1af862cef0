"""A browser's way out from its launcher's side: the flags that send it through a proxy of ours, and the port."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import NamedTuple

#: without it Chromium goes to this machine and its neighbours by itself; who has it was started with a proxy, and may
#: have a door after it
PROXIED_FLAG = "--proxy-bypass-list=<-loopback>"
#: flags against traffic that would bypass a proxy
_FLAGS = (
    "--disable-quic",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",  # its name before
)
_BACKLOG = 512
_TO_DOOR = ";ws://"
#: below the ports that the kernel gives to programs that ask for any
_DOOR_PORTS = range(20_000, 30_000)
#: an address at which nothing listens
_NOWHERE = "socks5://127.0.0.1:9"


@dataclass(frozen=True, slots=True)
class WayOut:
    """The network access of a browser."""

    #: private hosts that it may reach
    allowed_hosts: Collection[str] = ()
    #: whether it may open WebSockets, whose content cannot be judged
    websockets: bool = True
    #: whether it is shut unless a keeper keeps it (`chromium.keeper`)
    kept: bool = False


class SideDoor(NamedTuple):
    """The one address to which a browser without WebSockets may open one: for an engine that works inside it.

    It is a loopback address of the browser's own, past the proxy; a server listens there while an engine is attached.
    """

    host: str
    port: int

    @classmethod
    def draw(cls) -> SideDoor:
        """Return a random address, which no page can guess."""
        numbers = (secrets.randbelow(254) + 1 for _ in range(3))
        return cls(".".join(map(str, (127, *numbers))), secrets.choice(_DOOR_PORTS))

    @classmethod
    def find(cls, arguments: Sequence[str]) -> SideDoor | None:
        """Return the door that a browser was started with; None where it has none."""
        for argument in arguments:
            flag, _, door = argument.partition(_TO_DOOR)
            if flag == PROXIED_FLAG and door:
                host, _, port = door.rpartition(":")
                return cls(host, int(port))
        return None


class Entrance:
    """An open port of a proxy that does not run yet; ours until the end of the block, then the proxy's alone."""

    def __init__(self, way: WayOut) -> None:
        self._way = way
        self._door = None if way.websockets else SideDoor.draw()
        #: the proxy's, to serve
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=_BACKLOG)

    def __enter__(self) -> Entrance:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.listener.close()

    @property
    def flags(self) -> Sequence[str]:
        """The flags that send the browser's connections through it; WebSockets go to `socks` if set, or to the door."""
        proxy = f"socks5://127.0.0.1:{self.listener.getsockname()[1]}"
        sockets = "" if self._way.websockets else f";socks={_NOWHERE}"
        past = PROXIED_FLAG + (f"{_TO_DOOR}{self._door.host}:{self._door.port}" if self._door else "")
        return (f"--proxy-server=http={proxy};https={proxy}{sockets}", past, *_FLAGS)
