"""A sidecar that dies, hangs or raves is trouble of an engine, and leaves no process behind."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any

import pytest

from ghosthands.browser_host.engines.engine import EngineTrouble
from ghosthands.browser_host.engines.sidecar import Sidecar

#: answers every request with its own parameters, unless told otherwise
ECHO = """
import json, os, signal, sys, time
def say(**message): print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    match asked["method"]:
        case "notify": say(method="sign", params={"what": "alive"}); say(id=asked["id"], result=None)
        case "refuse": say(id=asked["id"], error={"code": -32000, "message": "no", "data": {"code": "gave_up"}})
        case "rave": print("Segmentation fault", flush=True)
        case "die": os._exit(3)
        case "freeze": os.kill(os.getpid(), signal.SIGSTOP)
        case "ponder": pass
        case _: say(id=asked["id"], result=asked["params"])
"""

Start = Callable[..., Awaitable[Sidecar]]


@pytest.fixture
async def start() -> AsyncIterator[Start]:
    started: list[Sidecar] = []

    async def sidecar(
        hang_seconds: float = 30.0, on_notice: Callable[[str, Mapping[str, Any]], None] = lambda *_: None
    ) -> Sidecar:
        command = (sys.executable, "-c", ECHO)
        started.append(
            await Sidecar.start(command, environment=os.environ, on_notice=on_notice, hang_seconds=hang_seconds)
        )
        return started[-1]

    yield sidecar
    for each in started:
        await each.kill()


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


async def test_answers_find_who_asked(start: Start) -> None:
    sidecar = await start()
    answers = await asyncio.gather(*(sidecar.request("echo", number=number) for number in range(5)))
    assert answers == [{"number": number} for number in range(5)]


async def test_notices_are_handed_on(start: Start) -> None:
    heard: list[tuple[str, Mapping[str, Any]]] = []
    sidecar = await start(on_notice=lambda method, params: heard.append((method, params)))
    await sidecar.request("notify")
    assert heard == [("sign", {"what": "alive"})]


async def test_an_error_has_the_code_that_the_sidecar_gave_it_and_nothing_else_ends(start: Start) -> None:
    sidecar = await start()
    with pytest.raises(EngineTrouble) as refused:
        await sidecar.request("refuse")
    assert (refused.value.code, str(refused.value)) == ("gave_up", "no")
    assert await sidecar.request("echo", still="here") == {"still": "here"}


@pytest.mark.parametrize(("method", "code"), [("die", "engine_crashed"), ("rave", "engine_garbled")])
async def test_one_that_dies_or_raves_is_trouble_for_all_who_wait_and_all_who_come(
    start: Start, method: str, code: str
) -> None:
    sidecar = await start()
    waiting = asyncio.ensure_future(sidecar.request("ponder"))
    with pytest.raises(EngineTrouble) as told:
        await sidecar.request(method)
    assert told.value.code == code
    for request in (waiting, sidecar.request("echo")):
        with pytest.raises(EngineTrouble) as again:
            await request
        assert again.value.code == code
    await sidecar.kill()
    assert is_gone(sidecar.pid)


async def test_one_that_is_killed_from_outside_is_a_crash(start: Start) -> None:
    sidecar = await start()
    waiting = asyncio.ensure_future(sidecar.request("ponder"))
    await asyncio.sleep(0)
    os.kill(sidecar.pid, signal.SIGKILL)
    with pytest.raises(EngineTrouble) as told:
        await waiting
    assert told.value.code == "engine_crashed"


async def test_one_that_does_not_answer_pings_hangs_and_is_ended(start: Start) -> None:
    sidecar = await start(hang_seconds=0.3)
    await sidecar.request("echo")
    with pytest.raises(EngineTrouble) as told:
        await sidecar.request("freeze")
    assert told.value.code == "engine_hung"
    await sidecar.kill()
    assert is_gone(sidecar.pid)


async def test_one_that_works_long_does_not_hang(start: Start) -> None:
    sidecar = await start(hang_seconds=1.0)
    await sidecar.request("echo")
    waiting = asyncio.ensure_future(sidecar.request("ponder"))
    done, _ = await asyncio.wait({waiting}, timeout=2.5)
    assert not done
    await sidecar.kill()
    with pytest.raises(EngineTrouble):
        await waiting


async def test_an_answer_that_comes_too_late_is_a_hang(start: Start) -> None:
    sidecar = await start()
    with pytest.raises(EngineTrouble) as told:
        await sidecar.request("ponder", timeout_seconds=0.2)
    assert told.value.code == "engine_hung"


async def test_what_nobody_waits_for_any_more_is_not_left_to_go_on(start: Start) -> None:
    sidecar = await start()
    waiting = asyncio.ensure_future(sidecar.request("ponder"))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await sidecar.kill()
    assert is_gone(sidecar.pid)


async def test_one_that_is_told_to_end_ends_by_itself_or_is_made_to(start: Start) -> None:
    willing, stubborn = await start(), await start()
    os.kill(stubborn.pid, signal.SIGSTOP)
    await willing.end()
    await stubborn.end()
    assert is_gone(willing.pid)
    assert is_gone(stubborn.pid)
    with pytest.raises(EngineTrouble) as told:
        await willing.request("echo")
    assert told.value.code == "not_attached"


async def test_kill_may_be_called_however_it_stands(start: Start) -> None:
    sidecar = await start()
    await sidecar.kill()
    await sidecar.kill()


OWNER = """
import asyncio, os, sys
from ghosthands.browser_host.engines.sidecar import Sidecar
async def main():
    command = (sys.executable, "-c", "import sys; sys.stdin.read()")
    sidecar = await Sidecar.start(command, environment=os.environ, on_notice=lambda *_: None)
    print(sidecar.pid, flush=True)
    await asyncio.sleep(60)
asyncio.run(main())
"""


def test_a_killed_owner_leaves_none_behind() -> None:
    owner = subprocess.Popen([sys.executable, "-c", OWNER], stdout=subprocess.PIPE, text=True)
    assert owner.stdout is not None
    pid = int(owner.stdout.readline())
    watched = os.pidfd_open(pid)
    owner.kill()
    owner.wait()
    owner.stdout.close()
    ready, _, _ = select.select([watched], [], [], 20)
    os.close(watched)
    assert ready, "the sidecar is still there"
