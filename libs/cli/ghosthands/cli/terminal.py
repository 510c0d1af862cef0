"""Somebody at a terminal: lines are awaited without holding a thread, so a Ctrl-C, or news, ends the wait at once."""

from __future__ import annotations

import asyncio
import os
import sys

from ghosthands.cli import console

#: bytes of a line a terminal takes at most
LONGEST = 4096


def is_there() -> bool:
    """Whether somebody can be shown a question and type an answer."""
    return sys.stdin.isatty() and sys.stderr.isatty()


async def read_line(prompt: str) -> str:
    """What is typed at the prompt, without spaces around it. Raises EOFError at Ctrl-D."""
    console.err.print(prompt, end="", markup=False)
    await _until_readable(sys.stdin.fileno())
    typed = os.read(sys.stdin.fileno(), LONGEST)
    if not typed:
        raise EOFError
    return typed.decode(errors="replace").strip()


async def _until_readable(descriptor: int) -> None:
    loop = asyncio.get_running_loop()
    readable = asyncio.Event()
    loop.add_reader(descriptor, readable.set)
    try:
        await readable.wait()
    finally:
        loop.remove_reader(descriptor)
