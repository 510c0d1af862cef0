"""Free ports on 127.0.0.1 for servers that are about to start.

They are below the range the kernel uses for outgoing connections, so that none of those can take a port between the
check and the server's binding; another server can, in that instant. A port that is kept is found by no other search,
here or in another process: a socket stays bound to it and does not listen. Linux lets a server bind and listen beside
such a socket where both let their address be reused, as servers do and a search does not.
"""

from __future__ import annotations

import random
import socket
from collections.abc import Mapping
from contextlib import ExitStack

from ghosthands.stack.errors import StackError

_RANGE = range(20_000, 32_000)
_ATTEMPTS = 500


def free_ports(count: int) -> list[int]:
    """Return `count` different ports on which nothing listens and that nobody keeps."""
    with ExitStack() as held:
        return keep_ports(count, held)


def keep_ports(count: int, held: ExitStack) -> list[int]:
    """Return `count` free ports that no other search finds until `held` is closed; a server may listen on them."""
    ports: list[int] = []
    for port in random.sample(_RANGE, _ATTEMPTS):
        if len(ports) == count:
            break
        keeper = socket.socket()
        if not _binds(keeper, port):
            keeper.close()
            continue
        keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.enter_context(keeper)
        ports.append(port)
    if len(ports) < count:
        raise StackError(f"no {count} free ports on 127.0.0.1 between {_RANGE.start} and {_RANGE.stop}")
    return ports


def demand(wanted: Mapping[str, int]) -> None:
    """Check that nothing listens on these ports, given by the variables that set them.

    Raises StackError, which names all that are taken.
    """
    taken = []
    for variable, port in wanted.items():
        with socket.socket() as listener:
            # As servers do: a port whose last connections are still timing out is free.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if not _binds(listener, port):
                taken.append(f"port {port} is in use: set {variable} to another, or to 0 for any")
    if taken:
        raise StackError("\n".join([*taken, "or end what listens there"]))


def _binds(unbound: socket.socket, port: int) -> bool:
    try:
        unbound.bind(("127.0.0.1", port))
    except OSError:
        return False
    return True
