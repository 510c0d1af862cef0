"""Whose turn it is where several commands want a stack here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from ghosthands import stack
from ghosthands.cli import turns

Screen = Callable[[], str]


def running(*, stays: bool) -> stack.RunningStack:
    found = object.__new__(stack.RunningStack)
    found.stays = stays
    return found


class Room:
    """The stack that is found here at each look; a command that starts its own is too late `lost` times."""

    def __init__(self, *here: object, lost: int = 0) -> None:
        self._here = iter(here)
        self._lost = lost
        self.did: list[object] = []

    async def look(self) -> Any:
        return next(self._here)

    async def on_found(self, found: object) -> None:
        self.did.append(found)

    async def on_none(self) -> None:
        if self._lost:
            self._lost -= 1
            raise stack.StackTaken("another one was quicker")
        self.did.append(None)

    async def take_turn(self, monkeypatch: pytest.MonkeyPatch) -> bool:
        monkeypatch.setattr(turns, "find_running", self.look)
        monkeypatch.setattr(turns, "LOOK_AGAIN", 0)
        async with asyncio.timeout(10):
            return await turns.take_turn(self.on_found, self.on_none)


@pytest.mark.parametrize("here", [running(stays=True), object.__new__(stack.StackElsewhere)])
async def test_a_stack_that_stays_is_used_at_once(
    here: object, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Room(here)
    assert await room.take_turn(monkeypatch)
    assert (room.did, screen()) == ([here], "")


async def test_another_commands_own_stack_is_waited_for_and_not_used(
    screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = running(stays=False)
    room = Room(other, other, None)
    assert not await room.take_turn(monkeypatch)
    assert room.did == [None]
    assert screen().count("this one waits") == 1


async def test_who_is_too_late_for_a_stack_that_is_to_stay_uses_it_and_calls_it_nobodys_own(
    screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    staying = running(stays=True)
    room = Room(None, None, staying, lost=2)
    assert await room.take_turn(monkeypatch)
    assert room.did == [staying]
    assert screen().count("another command has the stack here") == 1
    assert "of its own" not in screen()
