"""Input at a terminal: it waits for lines without holding a thread, so a Ctrl-C, or news, ends the wait at once."""

from __future__ import annotations

import asyncio
import os
import sys
import termios

from ghosthands.cli import console

#: most bytes of a line that a terminal takes
LONGEST = 4096
#: the index of the echo among a terminal's attributes
_LOCAL_MODES = 3


def is_there() -> bool:
    """Whether a person can see a question and type an answer."""
    return sys.stdin.isatty() and sys.stderr.isatty()


async def read_line(prompt: str) -> str:
    """Read a line after the prompt, and strip it. Raises EOFError at Ctrl-D."""
    return (await _read(prompt)).strip()


async def _read(prompt: str) -> str:
    console.err.print(prompt, end="", markup=False)
    await _wait_until_readable(sys.stdin.fileno())
    typed = os.read(sys.stdin.fileno(), LONGEST)
    if not typed:
        raise EOFError
    return typed.decode(errors="replace").rstrip("\r\n")


async def read_secret(prompt: str) -> str:
    """Read a line without showing any of it, to the letter."""
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    silent = before.copy()
    silent[_LOCAL_MODES] &= ~termios.ECHO
    termios.tcsetattr(descriptor, termios.TCSADRAIN, silent)
    try:
        return await _read(prompt)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
        console.tell("")


async def _wait_until_readable(descriptor: int) -> None:
    loop = asyncio.get_running_loop()
    readable = asyncio.Event()
    loop.add_reader(descriptor, readable.set)
    try:
        await readable.wait()
    finally:
        loop.remove_reader(descriptor)
