"""Runs a command that ends when its parent does: `python -I -S bound.py PARENT SIGNAL UID GID COMMAND…`.

Linux sends SIGNAL to the command when the thread that started it is gone, so start it from a thread that lives as long
as the parent. Becoming UID and GID (-1: stay who we are) comes first, for a change of user clears the parent-death
signal. Stands alone and imports nothing of ours, for speed. Source: PR_SET_PDEATHSIG(2const).
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def main() -> None:
    """Bind this process to its parent and become the command."""
    parent, number, uid, gid = map(int, sys.argv[1:5])
    if uid >= 0:
        os.setgroups([])
        os.setgid(gid)
        os.setuid(uid)
    if ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, number) != 0:
        sys.exit("cannot bind to the parent process")
    if os.getppid() != parent:
        sys.exit("the parent process is gone already")
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # Python ignores it, and the command would inherit that
    try:
        os.execvp(sys.argv[5], sys.argv[5:])  # noqa: S606 - the whole point
    except OSError as error:
        sys.exit(f"{sys.argv[5]}: {error.strerror}")


if __name__ == "__main__":
    main()
