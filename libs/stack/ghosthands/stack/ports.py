"""Free ports on 127.0.0.1 for servers that are about to start.

They are below the range the kernel uses for outgoing connections, so that none of those can take a port between the
check and the server's binding; another server can, in that instant.
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
    """Return `count` different ports on which nothing listens."""
    with ExitStack() as held:
        ports: list[int] = []
        for port in random.sample(_RANGE, _ATTEMPTS):
            if len(ports) == count:
                break
            listener = held.enter_context(socket.socket())
            if _binds(listener, port):
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
            if not _binds(listener, port):
                taken.append(f"port {port} is in use: set {variable} to another, or to 0 for any")
    if taken:
        raise StackError("\n".join([*taken, "or end what listens there"]))


def _binds(listener: socket.socket, port: int) -> bool:
    # As servers do: a port whose last connections are still timing out is free.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
    except OSError:
        return False
    return True
