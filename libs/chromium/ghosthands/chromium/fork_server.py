"""Processes forked from one that has loaded what they run, which costs a tenth of starting each by itself.

The server is started when it is first needed, and again where it died or our environment changed. It ends with us; what
it forked does not: each is in a session of its own, and nobody's to wait for. Linux only.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import BinaryIO

from ghosthands.chromium.spawning import start_detached

_MESSAGE_BYTES = 1 << 16
#: what it writes to, and what it is given
_MOST_FDS = 8
#: the longest name a process may have
_NAME_CHARS = 15


class ForkServer:
    """Our end of one; `module` is run with `--fork-server FD` and calls `serve` with that descriptor."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._control: socket.socket | None = None
        self._env: Mapping[str, str] = {}

    def fork(self, arguments: Sequence[str], *, env: Mapping[str, str], fds: Sequence[int], output: BinaryIO) -> None:
        """Have one more started, which is told the arguments and gets the descriptors; it complains to `output`.

        It may fail later, and say so there.
        """
        told, given = "\0".join(arguments).encode(), [output.fileno(), *fds]
        if self._control is not None and env == self._env:
            with suppress(ConnectionError):
                socket.send_fds(self._control, [told], given)
                return
        socket.send_fds(self._start(env, output), [told], given)

    def close(self) -> None:
        """Have it end; what it forked lives on."""
        if self._control is not None:
            self._control.close()
            self._control = None

    def _start(self, env: Mapping[str, str], output: BinaryIO) -> socket.socket:
        self.close()
        ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [sys.executable, "-I", "-m", self._module, "--fork-server", str(its.fileno())]
        with its:
            start_detached(command, env=env, user=None, output=output, pass_fds=[its.fileno()])
        self._control, self._env = ours, dict(env)
        return ours


def serve(control_fd: int, run: Callable[[Sequence[str], Sequence[int]], None]) -> None:
    """Fork a process for whatever is asked, until nobody asks any more; each does `run` and ends."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # how they end is nobody's business: the kernel collects them
    gc.freeze()  # what is loaded stays shared
    with socket.socket(fileno=control_fd) as control:
        while True:
            told, fds, _, _ = socket.recv_fds(control, _MESSAGE_BYTES, _MOST_FDS)
            if not told:
                return
            if os.fork() == 0:
                break
            for fd in fds:
                os.close(fd)
    _stand_alone(fds[0])
    run(told.decode().split("\0"), fds[1:])


def _stand_alone(output: int) -> None:
    """Be a process like one that was started by itself."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    for standard in (1, 2):
        os.dup2(output, standard)
    os.close(output)


def take_name(name: str) -> None:
    """Be listed by that name, as its command line is that of all."""
    with open("/proc/self/comm", "w") as comm:
        comm.write(name[:_NAME_CHARS])
