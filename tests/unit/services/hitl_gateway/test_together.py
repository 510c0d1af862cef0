"""What many ask for at once is made once, and never from before they asked."""

from __future__ import annotations

import asyncio

import pytest

from ghosthands.hitl_gateway.together import Together


class Kitchen:
    """Makes numbered dishes, each when the test says so."""

    def __init__(self) -> None:
        self.begun = 0
        self.ready = asyncio.Semaphore(0)
        self.together = Together(self.cook)

    async def cook(self) -> int:
        self.begun += 1
        number = self.begun
        await self.ready.acquire()
        return number

    def ask(self, guests: int) -> list[asyncio.Task[int]]:
        return [asyncio.create_task(self.together.make_shared()) for _ in range(guests)]


async def turn() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_all_who_ask_at_once_are_given_the_same() -> None:
    kitchen = Kitchen()
    guests = kitchen.ask(50)
    await turn()
    kitchen.ready.release()
    assert await asyncio.gather(*guests) == [1] * 50
    assert kitchen.begun == 1


async def test_who_asks_while_it_is_made_is_given_the_next_one_with_all_others() -> None:
    kitchen = Kitchen()
    first = kitchen.ask(1)
    await turn()
    later = kitchen.ask(20)
    await turn()
    assert kitchen.begun == 1
    kitchen.ready.release()
    kitchen.ready.release()
    assert await asyncio.gather(*first, *later) == [1, *[2] * 20]


async def test_who_leaves_takes_nothing_from_the_others() -> None:
    kitchen = Kitchen()
    leaving, staying = kitchen.ask(2)
    await turn()
    leaving.cancel()
    await turn()
    kitchen.ready.release()
    assert await staying == 1


async def test_what_fails_fails_for_who_asked_and_is_made_anew_for_the_next() -> None:
    outcomes = [ValueError("burnt"), None]

    async def cook() -> str:
        if (error := outcomes.pop(0)) is not None:
            raise error
        return "done"

    together = Together(cook)
    with pytest.raises(ValueError, match="burnt"):
        await together.make_shared()
    assert await together.make_shared() == "done"
