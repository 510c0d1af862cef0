"""A human sees a session's page in a page of ours, takes control, and does there what they would do at the browser."""

from __future__ import annotations

import uuid
from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Page, expect

from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.sessions.session import Session
from ghosthands.chassis.grants import Right
from ghosthands.domain.engine import EngineName
from ghosthands.domain.session import ControlReleased, ControlTaken
from tests.e2e.live.conftest import House, Opens

pytestmark = pytest.mark.e2e

NAME = "Ünï € 日本"

Until = Callable[[Callable[[], Awaitable[bool]]], Awaitable[None]]


async def is_free(session: Session) -> bool:
    return not session.is_held


async def test_what_a_viewer_pastes_types_chooses_and_presses_is_what_the_page_gets(
    house: House, form: Page, opens: Opens
) -> None:
    viewer = await opens(house.link(house.open(form)))
    await viewer.until_shown()
    await viewer.take()

    await viewer.click(form, "#name")
    await viewer.paste(NAME)
    await expect(form.locator("#name")).to_have_value(NAME)

    await viewer.click(form, "#country")
    await viewer.page.get_by_role("option", name="日本").click()
    await expect(form.locator("#country")).to_have_value("jp")

    await viewer.click(form, "#about")
    await viewer.page.keyboard.type("one")
    await viewer.page.keyboard.press("Enter")
    await viewer.page.keyboard.type("Two!")
    await viewer.page.keyboard.press("Shift+ArrowLeft")
    await viewer.page.keyboard.press("Delete")
    await expect(form.locator("#about")).to_have_value("one\nTwo")

    await viewer.click(form, "#go")
    await form.wait_for_function("seen.includes('click go true')")


@pytest.mark.heavy
async def test_a_list_inside_a_frame_is_shown_as_our_own_and_chosen_from_with_the_keyboard(
    house: House, form: Page, opens: Opens
) -> None:
    await form.set_content("<h1>Embedded</h1><iframe id='inner' style='width:600px;height:300px'></iframe>")
    inner = form.frame_locator("#inner")
    await form.evaluate(
        """() => { document.querySelector("#inner").srcdoc =
            "<select id='size'><option>S</option><option disabled>M</option><option>L</option></select>"; }"""
    )
    await inner.locator("#size").wait_for()
    viewer = await opens(house.link(house.open(form)))
    await viewer.until_shown()
    await viewer.take()

    await viewer.click_on(form, inner.locator("#size"))
    await expect(viewer.page.get_by_role("option", name="S")).to_be_visible()
    await viewer.page.keyboard.press("ArrowDown")
    await viewer.page.keyboard.press("Enter")
    await expect(inner.locator("#size")).to_have_value("L")


@pytest.mark.heavy
async def test_a_page_at_rest_is_shown_to_whoever_comes_later_and_as_it_changes(
    house: House, form: Page, opens: Opens
) -> None:
    link = house.link(house.open(form))
    first = await opens(link)
    await first.until_shown()
    late = await opens(link)
    await late.until_shown()
    before = await late.page.locator("#screen").screenshot()
    await form.evaluate("document.body.style.background = 'rebeccapurple'")
    await late.until(
        """() => { const [r, g, b] = document.querySelector("#screen").getContext("2d").getImageData(5, 5, 1, 1).data;
            return Math.abs(r - 102) < 12 && Math.abs(g - 51) < 12 && Math.abs(b - 153) < 12; }"""
    )
    assert await late.page.locator("#screen").screenshot() != before


@pytest.mark.heavy
async def test_the_view_follows_a_window_the_page_opens_and_comes_back_when_it_closes(
    house: House, form: Page, opens: Opens
) -> None:
    viewer = await opens(house.link(house.open(form)))
    await viewer.until_shown()
    async with form.expect_popup() as opening:
        await form.evaluate("void window.open('about:blank', 'login', 'popup')")
    window = await opening.value
    await window.evaluate("document.title = 'Sign in'")
    await expect(viewer.page.locator("#title")).to_have_text("Sign in", timeout=15_000)
    await window.close()
    await expect(viewer.page.locator("#title")).to_have_text("Apply", timeout=15_000)


async def test_control_is_taken_and_released_as_events(house: House, form: Page, opens: Opens) -> None:
    session = house.open(form)
    viewer = await opens(house.link(session))
    await viewer.take()
    assert session.is_held
    await viewer.release()
    assert not session.is_held
    taken, released = await house.said(session)
    assert isinstance(taken, ControlTaken)
    assert isinstance(released, ControlReleased)
    assert taken.viewer_id == released.viewer_id
    assert not released.submitted


@pytest.mark.heavy
async def test_an_engine_at_work_makes_way_and_the_submit_guard_is_open_for_the_human(
    house: House, form: Page, opens: Opens
) -> None:
    session = house.open(form, SessionKey.of_tools("mine", str(uuid.uuid4())))
    session.slot.name = EngineName.MAGNITUDE  # type: ignore[misc]
    viewer = await opens(house.link(session))
    await viewer.take()
    assert session.slot.name is EngineName.NONE
    await viewer.release()
    assert session.browser.guards == [GuardLevel.OPEN, GuardLevel.ENGINE]  # type: ignore[attr-defined]


@pytest.mark.heavy
async def test_what_is_being_done_to_the_page_comes_to_its_end_before_the_human_has_it(
    house: House, form: Page, opens: Opens
) -> None:
    session = house.open(form)
    viewer = await opens(house.link(session))
    async with house.sessions.lock(session.owner):
        await viewer.page.get_by_role("button", name="Take control").click()
        await viewer.until_held("soon")
        assert session.is_held
        assert await viewer.send({"type": "text", "text": "no"}) == {"type": "refused", "code": "not_in_control"}
        assert await house.said(session) == []
    await viewer.until_held("you")


async def test_nothing_is_done_for_a_viewer_who_has_not_taken_control(house: House, form: Page, opens: Opens) -> None:
    viewer = await opens(house.link(house.open(form)))
    await viewer.until_shown()
    await viewer.click(form, "#go")
    assert await viewer.send({"type": "text", "text": "no"}) == {"type": "refused", "code": "not_in_control"}
    assert await form.evaluate("seen") == []


async def test_a_link_for_looking_only_takes_no_control_and_no_input(house: House, form: Page, opens: Opens) -> None:
    session = house.open(form)
    viewer = await opens(house.link(session, Right.VIEW))
    await viewer.until_shown()
    await expect(viewer.page.get_by_role("button", name="Take control")).to_be_hidden()
    for message in ({"type": "take"}, {"type": "text", "text": "no"}):
        assert await viewer.send(message) == {"type": "refused", "code": "view_only"}
    assert not session.is_held
    assert await house.said(session) == []


@pytest.mark.heavy
@pytest.mark.parametrize(
    "message",
    [
        {"type": "mouse", "action": "down", "x": 1.5, "y": 0.5, "button": "left"},
        {"type": "mouse", "action": "drag", "x": 0.5, "y": 0.5},
        {"type": "wheel", "x": 0.5, "y": 0.5, "dx": 0, "dy": 1e9},
        {"type": "key", "action": "down", "key": "BrowserHome"},
        {"type": "key", "action": "down", "key": "a", "code": "Key A;"},
        {"type": "text", "text": "x" * 20_001},
        {"type": "navigate", "url": "file:///etc/passwd"},
        {"type": "text", "text": "x", "method": "Page.navigate"},
        ["text"],
    ],
    ids=lambda message: str(message)[:40],
)
async def test_what_is_not_on_the_list_of_inputs_is_refused(
    house: House, form: Page, opens: Opens, message: dict[str, object]
) -> None:
    viewer = await opens(house.link(house.open(form)))
    await viewer.take()
    assert await viewer.send(message) == {"type": "refused", "code": "invalid"}
    assert await form.evaluate("seen") == []


@pytest.mark.heavy
async def test_of_several_viewers_one_has_control(house: House, form: Page, opens: Opens) -> None:
    link = house.link(house.open(form))
    first, second = await opens(link), await opens(link)
    await first.take()
    await second.until_held("another")
    await expect(second.page.get_by_role("button", name="Take control")).to_be_disabled()
    assert await second.send({"type": "take"}) == {"type": "refused", "code": "held_by_another"}
    await first.release()
    await second.take()
    await first.until_held("another")


@pytest.mark.heavy
async def test_several_sessions_are_seen_at_once_each_by_its_own_link(house: House, form: Page, opens: Opens) -> None:
    other = await form.context.new_page()
    try:
        await other.set_content("<title>Elsewhere</title><input id='name'>")
        here, there = await opens(house.link(house.open(form))), await opens(house.link(house.open(other)))
        for viewer in (here, there):
            await viewer.until_shown()
            await viewer.take()
        await there.click(other, "#name")
        await there.paste("there")
        await here.click(form, "#name")
        await here.paste("here")
        await expect(other.locator("#name")).to_have_value("there")
        await expect(form.locator("#name")).to_have_value("here")
    finally:
        await other.close()


@pytest.mark.heavy
async def test_a_viewer_who_reloads_or_whose_line_breaks_has_control_still(
    house: House, form: Page, opens: Opens
) -> None:
    session = house.open(form)
    viewer = await opens(house.link(session))
    await viewer.take()
    await viewer.page.reload()
    await viewer.until_held("you")
    view = house.views.of(session.id)
    assert view is not None
    (line,) = view._viewers
    line.part(1012)  # type: ignore[arg-type]  as a server that is restarted
    await expect(viewer.page.locator("body[data-line=lost]")).to_be_visible()
    await expect(viewer.page.locator("body[data-line=there]")).to_be_visible()
    await viewer.until_held("you")
    assert len(await house.said(session)) == 1


@pytest.mark.heavy
async def test_control_is_let_go_for_a_viewer_who_does_not_come_back(
    house: House, form: Page, opens: Opens, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ghosthands.browser_host.live.view.RETURN_SECONDS", 0.2)
    session = house.open(form)
    viewer = await opens(house.link(session))
    await viewer.take()
    await viewer.context.close()
    await until(lambda: is_free(session))
    assert [type(event) for event in await house.said(session)] == [ControlTaken, ControlReleased]


@pytest.mark.heavy
async def test_the_view_is_turned_off_and_on_again_while_it_runs(
    house: House, form: Page, opens: Opens, until: Until
) -> None:
    session = house.open(form)
    viewer = await opens(house.link(session))
    await viewer.take()
    switch = house.link(session, Right.MANAGE) + "switch"
    refused = await viewer.context.request.post(house.link(session) + "switch", data="false")
    assert refused.status == 403
    assert (await viewer.context.request.post(switch, data="false")).ok
    await expect(viewer.page.locator("#status")).to_have_text("The live view was turned off")
    await until(lambda: is_free(session))
    assert (await viewer.page.goto(house.link(session))).status == 404  # type: ignore[union-attr]
    assert (await viewer.context.request.post(switch, data="true")).ok
    await viewer.page.goto(house.link(session))
    await viewer.until_shown()


async def test_of_a_session_that_is_over_nothing_looks_as_if_it_went_on(
    house: House, form: Page, opens: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ghosthands.browser_host.live.views.describe_wait", lambda _job: "Questions are open")
    session = house.open(form)
    viewer = await opens(house.link(session))
    await viewer.take()
    await expect(viewer.page.get_by_text("Questions are open")).to_be_visible()
    house.sessions.remove(session)
    await expect(viewer.page.locator("#status")).to_have_text("The session is over")
    await expect(viewer.page.get_by_text("Questions are open")).to_be_hidden()
    await viewer.until_held("nobody")
    await expect(viewer.page.locator("#screen")).to_have_css("opacity", "0.35")


@pytest.mark.heavy
async def test_whoever_had_control_when_the_host_died_has_it_still_when_it_is_back(
    house: House, form: Page, opens: Opens
) -> None:
    session = house.open(form)
    viewer = await opens(house.link(session))
    await viewer.take()
    holder = session.control.holder
    session.control.clear()  # as a new process has it
    house.views._views.clear()
    await house.views.restore()
    assert session.control.holder == holder
    await viewer.page.reload()
    await viewer.until_held("you")


async def test_whoever_has_control_is_told_that_nothing_leaves_while_the_host_is_cut_off_and_when_it_does_again(
    house: House, form: Page, opens: Opens
) -> None:
    session = house.open(form)
    viewer, watching = await opens(house.link(session)), await opens(house.link(session))
    await viewer.take()
    assert session.control.may_send()
    house.cut_off()
    told = viewer.page.get_by_role("alert").filter(has_text="Nothing that you send leaves")
    await expect(told).to_be_visible()
    house.tenure.renew(house.tenure.now())
    await expect(
        viewer.page.get_by_role("alert").filter(has_text="The connection to GhostHands is back")
    ).to_be_visible()
    assert not session.control.may_send(), "it was begun before"
    await expect(watching.page.locator("#halt")).to_be_hidden()
    await viewer.page.get_by_role("button", name="Take control again").click()
    await expect(viewer.page.get_by_role("button", name="Release control")).to_be_visible()
    await expect(viewer.page.locator("#halt")).to_be_hidden()
    assert session.control.may_send()
    assert [type(event) for event in await house.said(session)] == [ControlTaken, ControlReleased, ControlTaken]


@pytest.mark.heavy
async def test_what_a_page_under_the_mouse_does_not_show_is_scrolled_to(
    house: House, form: Page, opens: Opens, until: Until
) -> None:
    await form.set_content(
        "<div id='box' style='width:200px;height:200px;overflow:scroll'><div style='height:2000px'></div></div>"
        "<div style='height:4000px'></div>"
    )
    viewer = await opens(house.link(house.open(form)))
    await viewer.until_shown()
    await viewer.take()
    await viewer.point_at(form, 100, 100)
    await viewer.page.mouse.wheel(0, 120)
    await form.wait_for_function("box.scrollTop > 50")
    assert await form.evaluate("scrollY") == 0
    await viewer.point_at(form, 600, 400)
    await viewer.page.mouse.wheel(0, 300)
    await form.wait_for_function("scrollY > 100")


@pytest.mark.heavy
async def test_a_page_that_hangs_can_be_let_go_of(house: House, form: Page, opens: Opens) -> None:
    session = house.open(form)
    viewer = await opens(house.link(session))
    await viewer.until_shown()
    await viewer.take()
    await form.evaluate(
        "void setTimeout(() => { const end = Date.now() + 25000; while (Date.now() < end); document.title = 'again'; })"
    )
    for _ in range(3):
        await viewer.page.locator("#screen").click()
    await expect(viewer.page.locator("#note")).to_have_text("The page does not answer.")
    await viewer.release()
    assert [type(event) for event in await house.said(session)] == [ControlTaken, ControlReleased]
    await viewer.context.close()
    await form.wait_for_function("document.title === 'again'")
