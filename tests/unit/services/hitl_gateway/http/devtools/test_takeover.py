"""VALET takes a page over, and what else it tries with its key; browser-host's live view is played."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ghosthands.chassis import health
from ghosthands.chassis.grants import PLATE, Doorplate, Grants, Right
from ghosthands.domain import ids, job, services
from ghosthands.domain.callbacks import CallbackDelivered, CallbackWord
from ghosthands.domain.codes import BlockerType
from ghosthands.domain.human import AskKind, HumanResolved, Resolution
from ghosthands.domain.job import HumanRequested
from ghosthands.domain.message import Event
from ghosthands.domain.session import SessionOpened
from ghosthands.domain.tools import SessionStatus
from ghosthands.hitl_gateway.answer_locks import AnswerLocks
from ghosthands.hitl_gateway.gateway import HumanGateway
from ghosthands.hitl_gateway.http import door
from ghosthands.hitl_gateway.http.app import build_app
from ghosthands.hitl_gateway.http.callers import Callers
from ghosthands.hitl_gateway.http.devtools import stand_in
from ghosthands.hitl_gateway.http.devtools.stand_in import Patience
from ghosthands.hitl_gateway.http.means import Means
from ghosthands.hitl_gateway.tables import Tables
from ghosthands.messaging.log.memory import MemoryBus, MemoryEventLog
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.work.commands import Commands
from ghosthands.messaging.work.hosts import HostRecord
from ghosthands.messaging.work.outbox import Outbox
from ghosthands.testkit.story import requested
from ghosthands.testkit.valet_takeover import ValetTakeover
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.store import MemoryStore
from ghosthands.vault.vault import Vault

KEY = "the service key/?&"
NOW = datetime.now(UTC)
#: a JPEG's header: 640 by 400
PICTURE = b"\xff\xd8\xff\xc0\x00\x11\x08\x01\x90\x02\x80\x03"


@dataclass
class LiveView:
    """Plays browser-host's door: one page, which one viewer at a time works."""

    grants: Grants
    #: by session, what hands did there
    done: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    rights: list[Right] = field(default_factory=list)
    hold: str = "nobody"
    #: why nothing that is sent leaves
    halt: str = ""
    url: str = "https://jobs.example.com/apply"
    sockets: list[WebSocket] = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def serve(self, socket: WebSocket) -> None:
        grant = self.grants.read(socket.path_params["token"])
        self.rights.append(grant.right)
        done = self.done.setdefault(grant.session_id, [])
        await socket.accept()
        self.sockets.append(socket)
        await self.tell_state(socket)
        await socket.send_bytes(PICTURE)
        try:
            async for text in socket.iter_text():
                said = json.loads(text)
                done.append(said)
                self.changed.set()
                if said["type"] in ("take", "release") and self.hold in ("nobody", "you"):
                    self.hold = "you" if said["type"] == "take" else "nobody"
                    self.halt = ""
                    await self.tell_state(socket)
        except (WebSocketDisconnect, RuntimeError):  # they were first
            pass

    async def tell_state(self, socket: WebSocket) -> None:
        state = {"type": "state", "hold": self.hold, "title": "Apply", "url": self.url, "halt": self.halt}
        await socket.send_text(json.dumps(state))

    async def say_halt(self, halt: str, valet: ValetTakeover) -> None:
        """Say that nothing leaves, or no longer, until the gateway has heard it: it tells VALET of the new address."""
        self.halt, self.url, known = halt, f"{self.url}/{halt}", len(valet.navigated)
        await self.tell_state(self.sockets[-1])
        while len(valet.navigated) == known:
            await valet.see()

    async def until(self, session_id: str, *kinds: str) -> None:
        """Once those things were done there, and no others."""
        async with asyncio.timeout(20):
            while [one["type"] for one in self.done.get(session_id, [])] != list(kinds):
                self.changed.clear()
                await self.changed.wait()


class Neighbourhood(MemoryBus):
    """Hosts that say which sessions they have."""

    connected = True

    def __init__(self) -> None:
        super().__init__(services.HITL_GATEWAY)
        self.open: list[SessionStatus] = []

    async def read_back(self, _stream: str, _subject: str, *, after: int) -> list[Any]:
        record = HostRecord("host-1", 4, len(self.open), datetime.now(UTC), tuple(self.open))
        return [type("Message", (), {"data": msgspec.json.encode(record), "sequence": 1})]


@dataclass
class House:
    """The door, jobs that wait behind it, and the live view that is played."""

    base: str
    bus: Neighbourhood
    events: MemoryEventLog
    live: LiveView

    async def wait_for_human(self, number: int = 1, tenant: str = "valet") -> str:
        """A job that waits with a browser open; its id."""
        job_id = str(uuid.uuid4())
        asked = HumanRequested(
            request_id=str(uuid.uuid4()),
            kind=AskKind.BLOCKER,
            code=BlockerType.CAPTCHA,
            at=NOW + timedelta(seconds=number),
            timeout_seconds=300,
        )
        await self.say(job_id, requested(at=NOW, tenant=tenant), services.JOB_INTAKE, tenant)
        await self.say(job_id, job.JobClaimed(at=NOW, worker="w"), services.EXECUTOR, tenant)
        state = job_of(await self.events.load(subjects.job(job_id)))
        opening = job.StepChosen(step=job.StepKind.OPEN_SESSION, command_id=f"open {job_id}", at=NOW)
        await self.say(job_id, opening, services.EXECUTOR, tenant)
        opened = SessionOpened(
            cause=opening.command_id,
            session_id=f"s-{job_id}",
            host="host-1",
            provider="local",
            epoch=state.attempt.epoch,
        )
        await self.say(job_id, opened, services.BROWSER_HOST, tenant)
        await self.say(job_id, asked, services.EXECUTOR, tenant)
        self.bus.open.append(
            SessionStatus(session=f"s-{job_id}", session_id=f"s-{job_id}", job_id=job_id, live_view=True)
        )
        return job_id

    async def answer(self, job_id: str) -> None:
        """The human answers, and the job goes on."""
        history = await self.events.load(subjects.job(job_id))
        ask = next(event for event in reversed(history.events) if isinstance(event, HumanRequested))
        done = HumanResolved(request_id=ask.request_id, resolution=Resolution.DONE, at=NOW)
        await self.say(job_id, done, services.HITL_GATEWAY)
        await self.say(job_id, job.JobResumed(request_id=ask.request_id, at=NOW), services.EXECUTOR)

    async def hear(self, job_id: str) -> None:
        """VALET is told all there is to be told of the job."""
        for place, told in enumerate((CallbackWord.RUNNING, CallbackWord.NEEDS_HUMAN, CallbackWord.RESUMED)):
            delivered = CallbackDelivered(
                callback_id=ids.derived("callback", job_id, place),
                told=told,
                at=NOW,
                tries=1,
                http_status=200,
                took_ms=1,
                after_ms=1,
            )
            await self.say(job_id, delivered, services.HITL_GATEWAY)

    async def say(self, job_id: str, event: Event, service: str, tenant: str = "valet") -> None:
        log = self.events.as_service(service)
        cause = Cause(command_id=str(uuid.uuid4()), tenant=tenant, correlation=job_id)
        await log.append_facts(await log.load(subjects.job(job_id)), [event], cause=cause)

    async def look(self) -> dict[str, Any]:
        return await ValetTakeover.look(self.base, KEY)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    bus, events = Neighbourhood(), MemoryEventLog(services.HITL_GATEWAY)
    live = LiveView(Grants(b"k" * 32))
    gateway = HumanGateway(
        events, Commands(bus), Outbox(bus), Vault(MemoryStore(), MasterKeys.generate()), AnswerLocks(MemoryStore())
    )
    means = Means(cast("Bus", bus), events, gateway, Tables(None), tmp_path / PLATE)
    async with AsyncExitStack() as exits:
        played = Starlette(routes=[WebSocketRoute("/live/{token}/socket", live.serve)])
        port = await exits.enter_async_context(health.serving(played, "127.0.0.1", 0, ws="websockets-sansio"))
        here = f"http://127.0.0.1:{port}"
        Doorplate(here, here, live.grants).hang(tmp_path / PLATE)
        at = await exits.enter_async_context(
            door.serving(build_app(means, Callers(KEY)), "127.0.0.1", 0, setting="a port")
        )
        yield House(f"http://127.0.0.1:{at}", bus, events, live)


async def test_what_waits_is_named_seen_and_worked(house: House) -> None:
    job_id = await house.wait_for_human()
    told = await house.look()
    updated = told.pop("updatedAt")
    assert datetime.fromisoformat(updated) > NOW
    assert told == {
        "available": True,
        "jobId": job_id,
        "workerId": "host-1",
        "engine": "ghosthands",
        "pausedForHuman": True,
        "pauseReason": "captcha",
        "pageUrl": "https://jobs.example.com/apply",
        "pageTitle": "Apply",
        "viewport": {"width": 640, "height": 400},
    }
    async with ValetTakeover.open(house.base, KEY) as valet:
        assert await valet.call("Page.enable") == {"id": 1, "result": {}}
        assert await valet.see() == "/9j/wAARCAGQAoAD"
        assert house.live.done[f"s-{job_id}"] == []  # to look takes nothing
        await valet.click(320, 100)
        await valet.type("é")
        await house.live.until(f"s-{job_id}", "take", "mouse", "mouse", "key", "key")
        assert [house.live.done[f"s-{job_id}"][1][at] for at in ("x", "y", "action")] == [0.5, 0.25, "down"]
        house.live.url = "https://jobs.example.com/next"
        await house.live.tell_state(house.live.sockets[-1])
        await valet.see()
        await valet.see()
        assert valet.navigated == ["https://jobs.example.com/next"]
    await house.live.until(f"s-{job_id}", "take", "mouse", "mouse", "key", "key", "release")
    assert house.live.rights == [Right.VIEW, Right.CONTROL]


async def test_the_line_ends_with_the_jobs_wait_and_lets_go_of_the_page(house: House) -> None:
    job_id = await house.wait_for_human()
    await house.look()
    async with ValetTakeover.open(house.base, KEY) as valet:
        await valet.click(1, 1)
        await house.answer(job_id)
        assert await valet.closed() == (1000, "the job waits for nobody any more")
    await house.live.until(f"s-{job_id}", "take", "mouse", "mouse", "release")
    with pytest.raises(InvalidStatus) as refused:
        async with ValetTakeover.open(house.base, KEY):
            pass
    assert refused.value.response.status_code == 409
    assert json.loads(refused.value.response.body or b"{}")["error"] == "no_paused_session"
    assert await house.look() == {"available": False, "reason": "not_paused"}


async def test_while_nothing_leaves_the_browser_inputs_are_refused_and_then_control_is_taken_anew(house: House) -> None:
    job_id = await house.wait_for_human()
    await house.look()
    async with ValetTakeover.open(house.base, KEY) as valet:
        await valet.click(1, 1)
        await house.live.say_halt("cut_off", valet)
        told = await valet.call("Input.dispatchMouseEvent", type="mousePressed", x=1, y=1, button="left", clickCount=1)
        assert "nothing that is sent leaves" in told["error"]["message"]
        await house.live.say_halt("was_cut_off", valet)
        await valet.click(1, 1)
    await house.live.until(f"s-{job_id}", "take", "mouse", "mouse", "take", "mouse", "mouse", "release")


async def test_nobody_gets_the_page_of_another_job_than_the_one_that_was_named(house: House) -> None:
    first, second = await house.wait_for_human(1), await house.wait_for_human(2)
    assert (await house.look())["jobId"] == (await house.look())["jobId"] == first
    await house.answer(first)
    # a person who looked at the first may come back for it until VALET knows that it goes on
    assert await house.look() == {"available": False, "reason": "not_paused"}
    with pytest.raises(InvalidStatus):
        async with ValetTakeover.open(house.base, KEY):
            pass
    await house.hear(first)
    assert (await house.look())["jobId"] == second
    async with ValetTakeover.open(house.base, KEY) as valet:
        await valet.click(1, 1)
    assert house.live.done.keys() == {f"s-{first}", f"s-{second}"}
    assert house.live.done[f"s-{first}"] == []


async def test_who_names_a_job_gets_that_one_or_none(house: House) -> None:
    await house.wait_for_human(1)
    second = await house.wait_for_human(2)
    foreign = await house.wait_for_human(3, tenant="acme")
    async with ValetTakeover.open(house.base, KEY, query=f"&job_id={second}") as valet:
        await valet.click(1, 1)
    await house.live.until(f"s-{second}", "take", "mouse", "mouse", "release")
    for other in (foreign, str(uuid.uuid4()), "x"):
        with pytest.raises(InvalidStatus) as refused:
            async with ValetTakeover.open(house.base, KEY, query=f"&job_id={other}"):
                pass
        assert refused.value.response.status_code == 409
    assert f"s-{foreign}" not in house.live.done


async def test_without_a_session_or_the_key_there_is_nothing(house: House) -> None:
    assert await house.look() == {"available": False, "reason": "no_session"}
    await house.wait_for_human()
    await house.look()
    for wrong in ("", KEY[:-1], KEY + "x", "é"):
        with pytest.raises(InvalidStatus) as refused:
            async with ValetTakeover.open(house.base, wrong):
                pass
        assert refused.value.response.status_code == 401
        assert KEY not in (refused.value.response.body or b"").decode()
    assert house.live.rights == [Right.VIEW]


ATTACKS = [
    ("Runtime.evaluate", {"expression": "document.cookie"}),
    ("Page.navigate", {"url": "file:///etc/passwd"}),
    ("Target.getTargets", {}),
    ("Target.attachToTarget", {"targetId": "x", "flatten": True}),
    ("Browser.close", {}),
    ("Network.getAllCookies", {}),
    ("DOM.setFileInputFiles", {"files": ["/etc/passwd"]}),
    ("Input.insertText", {"text": "x"}),
    ("Page.addScriptToEvaluateOnNewDocument", {"source": "1"}),
]


async def test_no_other_word_of_the_protocol_gets_through(house: House) -> None:
    job_id = await house.wait_for_human()
    await house.look()
    async with ValetTakeover.open(house.base, KEY) as valet:
        for method, params in ATTACKS:
            told = await valet.call(method, **params)
            assert told["error"]["code"] == -32601, method
            assert method not in told["error"]["message"]
        await valet.send(json.dumps({"id": 99, "method": "Page.enable", "sessionId": "another"}))
        assert (await valet.hear(99))["error"]["code"] == -32600
        await valet.send("no JSON")
        assert (await valet.hear(None))["error"]["code"] == -32600
        assert (await valet.call("Page.enable"))["result"] == {}
    assert house.live.done[f"s-{job_id}"] == []


@pytest.mark.parametrize(("size", "code"), [(9_000, 1009), (300_000, 1009)])
async def test_a_message_that_is_too_large_ends_the_line(house: House, size: int, code: int) -> None:
    await house.wait_for_human()
    await house.look()
    async with ValetTakeover.open(house.base, KEY) as valet:
        await valet.send("x" * size)
        assert (await valet.closed())[0] == code


async def test_too_many_calls_end_the_line(house: House) -> None:
    await house.wait_for_human()
    await house.look()
    async with ValetTakeover.open(house.base, KEY) as valet:
        with suppress(ConnectionClosed):
            for number in range(300):
                await valet.send(json.dumps({"id": number, "method": "Page.enable"}))
        assert await valet.closed() == (1008, "too many calls")


async def test_a_page_that_somebody_else_holds_is_seen_and_not_touched(house: House) -> None:
    job_id = await house.wait_for_human()
    house.live.hold = "another"
    await house.look()
    async with ValetTakeover.open(house.base, KEY) as valet:
        assert await valet.see()
        told = await valet.call("Input.dispatchMouseEvent", type="mousePressed", x=1, y=1, button="left", clickCount=1)
        assert told["error"]["message"] == "somebody else has control of the page"
    assert house.live.done[f"s-{job_id}"] == []


@pytest.mark.parametrize(
    ("patience", "reason"),
    [(Patience(line=0.2), "this line has had its time"), (Patience(silence=0.2), "nothing was asked for a while")],
)
async def test_a_line_lasts_so_long(
    house: House, monkeypatch: pytest.MonkeyPatch, patience: Patience, reason: str
) -> None:
    monkeypatch.setattr(stand_in, "PATIENCE", patience)
    await house.wait_for_human()
    await house.look()
    async with ValetTakeover.open(house.base, KEY) as valet:
        code, told = await valet.closed()
    assert (code, told.startswith(reason)) == (1000, True)


async def test_hands_that_rest_let_go_and_take_the_page_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stand_in, "PATIENCE", Patience(rest=0.2))
    job_id = await house.wait_for_human()
    await house.look()
    async with ValetTakeover.open(house.base, KEY) as valet:
        await valet.call("Input.dispatchMouseEvent", type="mouseMoved", x=1, y=1)
        await house.live.until(f"s-{job_id}", "take", "mouse", "release")
        await valet.call("Input.dispatchMouseEvent", type="mouseMoved", x=2, y=1)
        await house.live.until(f"s-{job_id}", "take", "mouse", "release", "take", "mouse", "release")
