from __future__ import annotations

import asyncio

from ghosthands.chassis.locks import KeyedLocks


async def test_what_bears_one_key_is_done_in_turn_and_forgotten_afterwards() -> None:
    locks, order = KeyedLocks(), []
    release = asyncio.Event()

    async def work(number: int) -> None:
        async with locks.of("job"):
            order.append(f"begins {number}")
            await release.wait()
            order.append(f"ends {number}")

    working = [asyncio.create_task(work(number)) for number in (1, 2)]
    await asyncio.sleep(0)
    assert len(locks) == 1
    release.set()
    await asyncio.gather(*working)
    assert order == ["begins 1", "ends 1", "begins 2", "ends 2"]
    working.clear()
    assert len(locks) == 0


async def test_other_names_wait_for_nobody() -> None:
    locks = KeyedLocks()
    async with locks.of("one"), asyncio.timeout(5), locks.of("other"):
        assert len(locks) == 2
