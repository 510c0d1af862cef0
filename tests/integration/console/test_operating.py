"""What operators do at the console: they stop submissions, drain hosts, deal with what could not be handled."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from ghosthands.domain.codes import Stuck
from ghosthands.domain.human import AskKind, HumanResolved, Resolution
from ghosthands.domain.orders import Order, OrderDone, OrderKind
from ghosthands.domain.services import BROWSER_HOST
from ghosthands.messaging.log.states import read_stops
from ghosthands.messaging.server.jetstream import Outgoing
from ghosthands.messaging.server.permissions import CLI, VALET
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import hosts, micro
from ghosthands.messaging.work.micro import Endpoint, Micro, RequestRefused
from ghosthands.stack import logged_in
from ghosthands.testkit import unreadable
from tests.integration.services.conftest import Case

pytestmark = pytest.mark.integration


async def test_submissions_are_stopped_and_go_on_by_a_fact_that_everybody_reads(operator: Any, town: Any) -> None:
    log = town.logs["executor"]
    assert "type stop" in (await operator.post("/operations/stop")).text
    assert not (await read_stops(log)).hold("jobs.example.com")
    for order in ("stop", "allow"):
        assert "name a host such as" in (await operator.post(f"/operations/{order}", site="../jobs")).text
    assert (await operator.post("/operations/stop", site="https://Jobs.Example.com/1")).status_code == 303
    assert (await read_stops(log)).hold("jobs.example.com")
    assert not (await read_stops(log)).hold("other.example.com")
    assert (await operator.post("/operations/stop", confirmation="stop")).status_code == 303
    assert (await read_stops(log)).hold("other.example.com")
    assert "Everywhere" in (await operator.get("/operations")).text
    for site in ("", "jobs.example.com"):
        await operator.post("/operations/allow", site=site)
    assert (await read_stops(log)).since == {}


async def test_what_waits_for_submissions_goes_on_as_they_may(operator: Any, town: Any) -> None:
    waiting = await Case(town).start()
    await operator.post("/operations/stop", site="jobs.example.com")
    await waiting.ask(kind=AskKind.STUCK, code=Stuck.SUBMISSIONS_STOPPED)
    await operator.until("/", lambda text: waiting.id in text)
    await operator.post("/operations/allow", site="jobs.example.com")
    assert (await waiting.until(HumanResolved)).event.resolution is Resolution.DONE


async def test_a_dead_letter_is_listed_sent_again_and_dropped(operator: Any, town: Any) -> None:
    await town.buses[VALET].publish(Outgoing("human.resolved", b"no json"))
    page = await operator.until("/operations", lambda text: "malformed json" in text)
    number = page.partition("/operations/dead/")[2].partition("/")[0]
    assert (await operator.post(f"/operations/dead/{number}/redrive")).status_code == 303
    again = await operator.until("/operations", lambda text: "malformed json" in text)
    assert f"/operations/dead/{number}/" not in again
    later = again.partition("/operations/dead/")[2].partition("/")[0]
    assert (await operator.post(f"/operations/dead/{later}/drop")).status_code == 303
    await operator.until("/operations", lambda text: "Every message could be handled" in text)
    assert "no such dead letter" in (await operator.post(f"/operations/dead/{later}/drop")).text


async def test_what_is_nowhere_is_a_page_for_a_person_and_json_for_a_program(operator: Any) -> None:
    page = await operator.get("/nothing", accept="text/html,*/*")
    assert page.status_code == 404
    assert "No such page" in page.text
    assert (await operator.get("/nothing")).headers["content-type"] == "application/json"
    assert (await operator.get("/monitoring/health", accept="text/html,*/*")).json()["status"]


async def test_a_host_is_drained_and_taken_back_by_the_console_and_by_an_order(operator: Any, town: Any) -> None:
    async with a_host(town.buses[BROWSER_HOST], "host-1") as said:
        assert ">Drain<" in (await operator.get("/operations")).text
        assert (await operator.post("/operations/hosts/host-1/drain")).status_code == 303
        assert "opens no more browsers</span>" in (await operator.get("/operations")).text
        assert (await operator.post("/operations/hosts/host-1/undrain")).status_code == 303
        order = msgspec.json.encode(Order(host="host-1"))
        done = await micro.ask(town.buses[CLI], subjects.order(OrderKind.DRAIN), order, timeout=10)
        assert msgspec.json.decode(done, type=OrderDone).sessions == 2
        assert said == [b"", hosts.UNDRAIN, b""]
        assert "there are: host-1" in (await operator.post("/operations/hosts/host-2/drain")).text
        with pytest.raises(RequestRefused, match="there are: host-1"):
            await micro.ask(town.buses[CLI], subjects.order(OrderKind.UNDRAIN), b'{"host":"x"}', timeout=10)


@asynccontextmanager
async def a_host(bus: Any, name: str) -> AsyncIterator[list[bytes]]:
    """A browser-host with two sessions, and what was said to its desk."""
    said: list[bytes] = []

    async def answer(data: bytes) -> bytes:
        said.append(data)
        await show(draining=data != hosts.UNDRAIN)
        return b""

    async def show(*, draining: bool) -> None:
        record = hosts.HostRecord(name, slots=4, sessions=2, at=datetime.now(UTC), draining=draining)
        await bus.publish(Outgoing(hosts.subject_of(name), msgspec.json.encode(record)))

    desk = Micro(bus, "drain", [Endpoint("host", subjects.drain(name), answer, name)])
    await show(draining=False)
    await desk.start()
    yield said
    await desk.stop()


async def test_the_queues_stand_by_band_the_most_urgent_first_with_what_waits_for_a_human(
    operator: Any, case: Any
) -> None:
    await operator.until("/", lambda text: case.id in text)
    page = (await operator.get("/operations")).text.partition('id="queues"')[2]
    bands = [page.index(f"<strong>{band}</strong>") for band in ("high", "normal", "low")]
    assert bands == sorted(bands)
    asking = page.partition("<strong>low</strong>")[2].split('<td class="num">')[4]
    assert int(asking.partition("<")[0]) > 0


async def test_every_plot_has_its_numbers_as_json(operator: Any) -> None:
    for name in ("outcomes", "engines", "tiers", "costs", "answers", "switches", "savings"):
        assert (await operator.get(f"/insight/{name}.json")).json()["name"] == name
    assert (await operator.get("/insight/nothing.json")).status_code == 404


async def test_a_job_that_waits_for_a_newer_release_says_so_and_what_ends_it(
    operator: Any, case: Any, town: Any
) -> None:
    async with logged_in(town.stack, BROWSER_HOST) as bus:
        await unreadable.write(bus, case.id, tenant=case.tenant)
    page = await operator.get(f"/jobs/{case.id}")
    assert page.status_code == 503
    assert "This job waits for a newer release" in page.text
    assert "PageObserved version 999" in page.text
    shown = await operator.until("/operations", lambda page: "waits for a newer release" in page)
    assert f"ghosthands cancel {case.id} --unread" in shown
    give_up, order = subjects.order(OrderKind.GIVE_UP), Order(job_id=case.id)
    await micro.ask_for(town.buses[CLI], give_up, order, OrderDone, timeout=30)
    assert (
        "an operator gave up 1 event that could not be read"
        in (await operator.get(f"/jobs/{case.id}?view=events")).text
    )
