"""A server that forks processes with their modules loaded, at a tenth of the cost of starting each by itself.

The server starts when it is first needed, and again if it died or our environment changed. It ends with us, but the
processes it forked do not: each is in a session of its own, and no process waits for it. Linux only.
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
#: most descriptors of a process: its output, and those passed to it
_MOST_FDS = 8
#: the longest name a process may have
_NAME_CHARS = 15


class ForkServer:
    """Our end of a fork server; it runs `module` with `--fork-server FD`, which calls `serve` with that descriptor."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._control: socket.socket | None = None
        self._env: Mapping[str, str] = {}

    def fork(self, arguments: Sequence[str], *, env: Mapping[str, str], fds: Sequence[int], output: BinaryIO) -> None:
        """Start another process with the arguments and the descriptors; its errors go to `output`.

        It may fail later, and report so there.
        """
        told, given = "\0".join(arguments).encode(), [output.fileno(), *fds]
        if self._control is not None and env == self._env:
            with suppress(ConnectionError):
                socket.send_fds(self._control, [told], given)
                return
        socket.send_fds(self._start(env, output), [told], given)

    def close(self) -> None:
        """End the server; the processes it forked live on."""
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
    """Fork a process for each request, until the client is gone; each process calls `run` and ends."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the kernel collects them, as no process waits for them
    gc.freeze()  # loaded modules stay in shared memory
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
    """Detach this process, as if it had been started by itself."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    for standard in (1, 2):
        os.dup2(output, standard)
    os.close(output)


def take_name(name: str) -> None:
    """Set the process's name, since all forked ones have the same command line."""
    with open("/proc/self/comm", "w") as comm:
        comm.write(name[:_NAME_CHARS])
