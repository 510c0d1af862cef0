"""The browser tools without a real browser: what is answered, and what is written of each call."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from ghosthands.browser_host.engines.engine import EngineTrouble
from ghosthands.browser_host.sessions.adoption import take_over
from ghosthands.browser_host.sessions.idle import Sweeper
from ghosthands.browser_host.sessions.session import Session
from ghosthands.browser_host.tools.tool_sessions import ToolSessions
from ghosthands.browser_host.tools.toolbox import USED, Toolbox
from ghosthands.domain.engine import EngineName
from ghosthands.domain.session import SessionLost, ToolUsed
from ghosthands.domain.tools import Tool
from ghosthands.messaging.log.memory import MemoryBus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work.micro import RequestRefused

if TYPE_CHECKING:
    from conftest import FakeBrowser, FakeEngine, Scene

NAME = "mine"
SCHEMA = {"type": "object", "properties": {"age": {"type": "integer"}}, "required": ["age"]}


class Desk:
    """A host's tools, asked for in its own process."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.sit_down()

    def sit_down(self) -> None:
        """The host's process begins."""
        self.sessions = ToolSessions(self.scene.host)
        self.toolbox = Toolbox(self.scene.host, self.sessions, MemoryBus("browser-host"))  # type: ignore[arg-type]

    async def ask(self, tool: str, **arguments: Any) -> dict[str, Any]:
        answer = self.toolbox._answer_here(Tool(tool))
        asked = msgspec.json.encode({"session": NAME, **arguments})
        decoded: dict[str, Any] = msgspec.json.decode(await answer(asked))
        return decoded

    async def refused(self, tool: str, **arguments: Any) -> RequestRefused:
        with pytest.raises(RequestRefused) as refused:
            await self.ask(tool, **arguments)
        return refused.value

    async def used(self) -> list[ToolUsed]:
        history = await self.scene.log.load(subjects.session(NAME))
        return [event for event in history.events if isinstance(event, ToolUsed)]

    @property
    def browser(self) -> FakeBrowser:
        session = self.sessions.find(NAME)
        assert session is not None
        return session.browser  # type: ignore[return-value]

    @property
    def engine(self) -> FakeEngine:
        return self.scene.engine[EngineName.STAGEHAND_DOM]


@pytest.fixture
async def desk(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """With a page that is there."""

    async def loaded(*_args: object, **_options: object) -> str:
        return "Apply"

    page = SimpleNamespace(url="https://jobs.example.com/apply", wait_for_load_state=loaded, title=loaded)
    desk = Desk(scene)
    await desk.sessions.use(NAME, _nothing, begins=True)
    monkeypatch.setattr(type(desk.browser), "live_page", page)
    await desk.ask("navigate", url="https://jobs.example.com/apply")
    return desk


async def _nothing(_session: Session) -> None:
    pass


def vetoing(browser: FakeBrowser, times: int) -> None:
    async def vetoes() -> int:
        nonlocal times
        count, times = times, 0
        return count

    browser.count_vetoes = vetoes  # type: ignore[method-assign]


async def test_a_call_in_whose_course_the_browser_dies_is_written_down_as_that_and_done_again(
    scene: Scene, desk: Desk
) -> None:
    desk.engine.answers = [None]
    asking = asyncio.create_task(desk.ask("act", instruction="press it"))
    await desk.engine.acting.wait()
    scene.lose(desk.browser)
    assert (await asking)["success"] is True
    assert [one.code for one in await desk.used()] == [None, "browser_lost", None]
    history = await scene.log.load(subjects.session(NAME))
    assert [event.reason for event in history.events if isinstance(event, SessionLost)] == ["crashed"]


async def test_what_was_vetoed_is_counted_with_the_call_that_tried_also_where_that_failed(desk: Desk) -> None:
    vetoing(desk.browser, 3)
    desk.engine.answers = [EngineTrouble("not_done")]
    await desk.refused("act", instruction="press it")
    assert (await desk.ask("act", instruction="press it"))["vetoed"] == 0
    assert [one.vetoed for one in await desk.used()] == [0, 3, 0]


async def test_an_act_that_was_vetoed_is_no_success_and_says_why(desk: Desk) -> None:
    vetoing(desk.browser, 1)
    done = await desk.ask("act", instruction="press it")
    assert (done["success"], done["vetoed"], "can be sent" in done["message"]) == (False, 1, True)
    done = await desk.ask("act", instruction="press it")
    assert (done["success"], done["vetoed"], "message" in done) == (True, 0, False)


async def test_a_picture_says_of_which_address_it_is(desk: Desk) -> None:
    assert (await desk.ask("screenshot"))["url"] == "https://jobs.example.com/apply"


async def test_what_nobody_foresaw_is_no_success(desk: Desk) -> None:
    count = USED.labels("act", "internal_error")
    before = count._value.get()
    desk.engine.answers = [RuntimeError("unforeseen")]
    with pytest.raises(RuntimeError):
        await desk.ask("act", instruction="press it")
    assert (await desk.used())[-1].code == "internal_error"
    assert count._value.get() == before + 1


@pytest.mark.parametrize("during", ["attach", "visit", "screenshot"])
async def test_closing_is_heard_whatever_is_under_way(desk: Desk, monkeypatch: pytest.MonkeyPatch, during: str) -> None:
    begun = asyncio.Event()

    async def hangs(*_args: object, **_options: object) -> None:
        begun.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(desk.engine, "attach", hangs)
    monkeypatch.setattr(desk.browser, "visit", hangs)
    monkeypatch.setattr(desk.browser, "screenshot", hangs)
    calls: Mapping[str, tuple[str, dict[str, str]]] = {
        "attach": ("act", {"instruction": "press it"}),
        "visit": ("navigate", {"url": "https://jobs.example.com/"}),
        "screenshot": ("screenshot", {}),
    }
    tool, arguments = calls[during]
    asking = asyncio.create_task(desk.refused(tool, **arguments))
    async with asyncio.timeout(5):
        await begun.wait()
        assert await desk.ask("close") == {"status": "ok"}
        assert (await asking).code == "closed"
    assert (await desk.used())[-1].code == "closed"


@pytest.mark.parametrize(
    "schema", [{"type": "wrong"}, {"properties": 5}, {"$ref": "http://127.0.0.1/schema"}, {"items": {"$ref": "other"}}]
)
async def test_what_is_no_schema_of_its_own_is_refused_before_anybody_is_asked(
    desk: Desk, schema: dict[str, Any]
) -> None:
    refused = await desk.refused("extract", instruction="the age", schema=schema)
    assert refused.code == "invalid_arguments"
    assert not desk.engine.attached


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "pattern": "^(a+)+$"},
        {"properties": {"age": {"items": [{"pattern": "^(a+)+$"}]}}},
        {"$ref": "#/$defs/age", "$defs": {"age": {"patternProperties": {"^(a+)+$": {}}}}},
    ],
)
async def test_a_pattern_which_may_take_for_ever_is_never_tried(desk: Desk, schema: dict[str, Any]) -> None:
    refused = await desk.refused("extract", instruction="the age", schema=schema)
    assert (refused.code, "pattern" in str(refused)) == ("invalid_arguments", True)
    assert not desk.engine.attached


async def test_references_that_multiply_are_never_followed(desk: Desk) -> None:
    levels = {f"l{level}": {"allOf": [{"$ref": f"#/$defs/l{level + 1}"}] * 2} for level in range(30)}
    refused = await desk.refused("extract", instruction="x", schema={"$ref": "#/$defs/l0", "$defs": levels})
    assert (refused.code, "references" in str(refused)) == ("invalid_arguments", True)


async def test_what_is_asked_for_may_be_called_a_pattern(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk.engine, "extract", _answering({"pattern": "stripes"}))
    schema = {"properties": {"pattern": {"type": "string"}}}
    assert (await desk.ask("extract", instruction="of the shirt", schema=schema))["data"] == {"pattern": "stripes"}


@pytest.mark.parametrize(
    ("extracted", "schema", "code"),
    [
        ({"age": "secret"}, SCHEMA, "engine_failed"),
        ({}, SCHEMA, "engine_failed"),
        ({}, {"$ref": "#/nowhere"}, "invalid_arguments"),
        ({}, {"$ref": "#"}, "invalid_arguments"),
    ],
)
async def test_what_does_not_fit_the_schema_is_not_handed_out(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, extracted: object, schema: dict[str, Any], code: str
) -> None:
    monkeypatch.setattr(desk.engine, "extract", _answering(extracted))
    refused = await desk.refused("extract", instruction="the age", schema=schema)
    assert (refused.code, "secret" in str(refused)) == (code, False)


async def test_what_fits_the_schema_is(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk.engine, "extract", _answering({"age": 5}))
    assert (await desk.ask("extract", instruction="the age", schema=SCHEMA))["data"] == {"age": 5}
    assert (await desk.ask("extract", instruction="the age"))["data"] == {"age": 5}


def _answering(answer: object) -> Any:
    async def extract(_instruction: str, _schema: Mapping[str, Any]) -> object:
        return answer

    return extract


async def test_it_stays_open_from_when_that_is_said_until_it_is_taken_back(desk: Desk) -> None:
    url = "https://jobs.example.com/"
    for said, kept in ((True, True), (None, True), (False, False)):
        await desk.ask("navigate", url=url, **({} if said is None else {"keepAlive": said}))
        assert (await desk.ask("status"))["keep_alive"] is kept


@pytest.mark.parametrize("how", ["crashed", "adopted"])
async def test_it_stays_open_also_in_another_browser_or_at_another_host_process(
    scene: Scene, desk: Desk, how: str
) -> None:
    await desk.ask("navigate", url="https://jobs.example.com/", keepAlive=True)
    if how == "crashed":
        desk.browser.is_well = False
        await desk.ask("observe", instruction="the buttons")
    else:
        scene.restart()
        await take_over(scene.host, away_seconds=2)
        desk.sit_down()
    session = desk.sessions.find(NAME)
    assert session is not None
    session.used_at -= 3000
    await Sweeper(scene.host, idle_seconds=300).look()
    assert (await desk.ask("status"))["keep_alive"] is True


async def test_one_that_was_closed_and_begins_anew_does_not_stay_open_for_that(desk: Desk) -> None:
    await desk.ask("navigate", url="https://jobs.example.com/", keepAlive=True)
    await desk.ask("close")
    await desk.ask("navigate", url="https://jobs.example.com/")
    assert (await desk.ask("status"))["keep_alive"] is False


async def test_the_last_trouble_is_told_also_of_the_browser_that_took_its_place(desk: Desk) -> None:
    assert (await desk.ask("status"))["last_error"] is None
    desk.browser.is_well = False
    await desk.ask("observe", instruction="the buttons")
    assert (await desk.ask("status"))["last_error"] == "unhealthy"
    desk.engine.answers = [EngineTrouble("not_done")]
    await desk.refused("act", instruction="press it")
    assert (await desk.ask("status"))["last_error"] == "engine_failed"


async def test_of_a_session_that_is_being_opened_that_is_told(scene: Scene, desk: Desk) -> None:
    desk.browser.is_well = False
    scene.provider.hold_next_visit()
    asking = asyncio.create_task(desk.ask("observe", instruction="the buttons"))
    await scene.provider.visiting.wait()
    status = await desk.ask("status")
    assert (status["initializing"], status["active"], status["last_error"]) == (True, False, "unhealthy")
    scene.provider.let_visit()
    await asking
    status = await desk.ask("status")
    assert (status["initializing"], status["active"], status["last_error"]) == (False, True, "unhealthy")
