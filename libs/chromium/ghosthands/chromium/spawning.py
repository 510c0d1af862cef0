"""Starts processes that outlive the one that started them: in a session of their own, as another user if asked."""

from __future__ import annotations

import socket
import subprocess
import threading
from collections.abc import Mapping, Sequence
from typing import BinaryIO

from ghosthands.chromium.users import User


def start_detached(
    command: Sequence[str],
    *,
    env: Mapping[str, str],
    user: User | None,
    output: BinaryIO | None = None,
    hears: socket.socket | None = None,
    pass_fds: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """Start the process. It reads from `hears` or nothing, writes to `output` or nowhere; `user` None: as we are."""
    written = subprocess.DEVNULL if output is None else output
    process = subprocess.Popen(
        command,
        env=env,
        cwd="/",
        stdin=subprocess.DEVNULL if hears is None else hears.fileno(),
        stdout=written,
        stderr=written,
        start_new_session=True,
        pass_fds=pass_fds,
        user=user.uid if user else None,
        group=user.gid if user else None,
        extra_groups=[] if user else None,
    )
    # Its exit status must be collected, or it stays a zombie for as long as we live.
    threading.Thread(target=process.wait, name=f"reap-{process.pid}", daemon=True).start()
    return process
