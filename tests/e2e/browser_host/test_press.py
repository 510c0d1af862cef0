"""Pressing in a real Chromium: once, by a trusted click, and not done before the page has come to rest."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Protocol

import pytest
from playwright.async_api import Page

from ghosthands.browser_host import page as pages
from ghosthands.domain.codes import Doubt
from ghosthands.domain.page import ButtonRole, PageModel, PageType

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

Open = Callable[[str], Awaitable[PageModel]]


class Site(Protocol):
    """The site of `pages/`: it holds what is posted to `/held` until the gate opens."""

    posts: list[str]
    gate: asyncio.Event
    arrived: asyncio.Event

    def url(self, name: str) -> str: ...


def button(model: PageModel, text: str) -> str:
    return next(each.id for each in model.buttons if each.text == text)


async def test_a_press_ends_when_the_server_has_answered(see: Open, page: Page, site: Site) -> None:
    model = await see("pressing.html")
    pressing = asyncio.create_task(pages.press(page, model, button(model, "Submit application")))
    await site.arrived.wait()
    assert not pressing.done()
    site.gate.set()
    pressed = await pressing
    assert (pressed.clicked, pressed.rested, pressed.navigated, pressed.renewed) == (True, True, True, True)
    assert (await pages.scan(page)).page_type is PageType.CONFIRMATION


async def test_a_request_by_script_is_waited_for_and_clicked_once(see: Open, page: Page, site: Site) -> None:
    model = await see("pressing.html")
    pressing = asyncio.create_task(pages.press(page, model, button(model, "Next")))
    await site.arrived.wait()
    assert not pressing.done()
    site.gate.set()
    pressed = await pressing
    assert (pressed.clicked, pressed.navigated) == (True, False)
    assert await page.text_content("#said") == "answered 1"
    assert site.posts == ["/held"]


async def test_a_new_address_is_no_new_document(show: Open, page: Page) -> None:
    model = await show(
        """<label>Name <input></label><button onclick="location.hash = 'sent'">Submit application</button>"""
    )
    pressed = await pages.press(page, model, model.buttons[0].id)
    assert (pressed.navigated, pressed.renewed) == (True, False)


async def test_a_button_below_the_view_is_scrolled_to(see: Open, page: Page) -> None:
    model = await see("pressing.html")
    assert (await pages.press(page, model, button(model, "Save and continue"))).clicked
    assert await page.text_content("#said") == "far"


async def test_what_lies_under_something_else_is_not_pressed(see: Open, page: Page) -> None:
    model = await see("pressing.html")
    pressed = await pages.press(page, model, button(model, "Continue"))
    assert (pressed.clicked, pressed.code) == (False, "covered")
    assert await page.text_content("#said") == "nothing"


async def test_a_disabled_button_is_not_pressed(see: Open, page: Page) -> None:
    model = await see("pressing.html")
    pressed = await pages.press(page, model, button(model, "Review"))
    assert (pressed.clicked, pressed.code) == (False, "disabled")


async def test_a_button_that_is_gone_is_not_pressed(see: Open, page: Page) -> None:
    model = await see("pressing.html")
    await page.evaluate("document.getElementById('asks').remove()")
    assert (await pages.press(page, model, button(model, "Next"))).code == "element_not_found"
    assert (await pages.press(page, model, "unheard of")).code == "element_not_found"


#: what happens once the pointer is over the button
HOVERED = """<form id=form action="/sent"><label>Name <input id=name value=Ada></label><label>Age <input id=age></label>
<label><input type=checkbox id=agreed checked> I agree</label>
<button onmouseover="{does}">Send application</button></form>
<script>form.onsubmit = (event) => {{ event.preventDefault(); document.title = "sent"; }};</script>"""


@pytest.mark.parametrize(
    "does",
    [
        "document.getElementById('name').value = ''",
        "agreed.checked = false",
        "this.textContent = 'Delete my account'",
        "form.action = '/deleted'",
        "form.method = 'post'",
        "this.setAttribute('formaction', '/deleted')",
    ],
)
async def test_what_changes_under_the_pointer_is_not_pressed(show: Open, page: Page, does: str) -> None:
    model = await show(HOVERED.format(does=does))
    pressed = await pages.press(page, model, button(model, "Send application"))
    assert (pressed.clicked, pressed.code) == (False, "page_changed")
    assert await page.title() != "sent"


@pytest.mark.parametrize(
    "does",
    [
        "age.value = 7",
        "form.append('A note')",
        "form.action = '/sent?token=2'",
        "document.getElementById('name').value = 'ADA'",
        "document.getElementById('name').replaceWith(document.getElementById('name').cloneNode())",
    ],
)
async def test_what_keeps_the_answers_and_the_button_is_pressed(show: Open, page: Page, does: str) -> None:
    model = await show(HOVERED.format(does=does))
    assert (await pages.press(page, model, button(model, "Send application"))).clicked
    assert await page.title() == "sent"


async def test_another_value_under_the_pointer_is_not_pressed_where_the_value_is_known(show: Open, page: Page) -> None:
    values = {"profile.first_name": "Ada"}
    does = "document.getElementById('name').value = 'Eve'"
    model = await pages.with_known_values(page, await show(HOVERED.format(does=does)), values)
    pressed = await pages.press(page, model, button(model, "Send application"), values=values)
    assert (pressed.clicked, pressed.code) == (False, "page_changed")


async def test_a_tab_the_button_opened_is_handed_back(see: Open, page: Page) -> None:
    model = await see("pressing.html")
    apply = model.button(ButtonRole.APPLY)
    assert apply is not None
    pressed = await pages.press(page, model, apply.id)
    assert pressed.opened is not None
    await pages.settle(pressed.opened)
    assert [field.label for field in (await pages.scan(pressed.opened)).fields] == ["City"]
    await pressed.opened.close()


async def test_refusals_have_appeared_when_the_press_ends(see: Open, page: Page) -> None:
    model = await see("native.html")
    await pages.press(page, model, button(model, "Submit"))
    assert all(field.error for field in (await pages.scan(page)).fields)


async def test_settling_waits_for_a_request_under_way(see: Open, page: Page, site: Site) -> None:
    await see("pressing.html")
    await page.click("#asks")
    await site.arrived.wait()
    settling = asyncio.create_task(pages.settle(page))
    done, _ = await asyncio.wait({settling}, timeout=0.5)
    assert not done
    site.gate.set()
    assert await settling
    assert await page.text_content("#said") == "answered 1"


async def test_a_press_gives_the_page_time_to_think(show: Open, page: Page) -> None:
    model = await show("<button onclick=\"setTimeout(() => { this.after('late') }, 250)\">Next</button>")
    assert (await pages.press(page, model, model.buttons[0].id)).rested
    assert "late" in (await page.text_content("body") or "")


async def test_a_question_left_open_for_long_is_not_waited_for_twice(page: Page, site: Site) -> None:
    await page.goto(site.url("inner.html"))
    async with page.expect_request("**/polled"):
        await page.evaluate("() => { setInterval(() => fetch('/polled'), 300) }")
    assert await asyncio.wait_for(pages.settle(page), 20)
    async with asyncio.timeout(3):
        assert await pages.settle(page)


async def test_a_page_that_never_rests_is_let_go(show: Open, page: Page) -> None:
    await show("<p id=tick></p>")
    await page.evaluate("() => { setInterval(() => { tick.textContent = String(Math.random()) }, 10) }")
    assert await asyncio.wait_for(pages.settle(page), 40) is False


async def test_a_closed_page_settles_at_once(see: Open, page: Page) -> None:
    await see("inner.html")
    await page.close()
    assert await pages.settle(page) is False


async def test_a_picture_shows_the_whole_page_up_to_a_limit(see: Open, page: Page) -> None:
    await see("pressing.html")
    picture = await pages.screenshot(page)
    assert picture.startswith(b"\x89PNG")
    assert int.from_bytes(picture[20:24]) > 3000
    await page.evaluate("document.body.insertAdjacentHTML('beforeend', '<div style=\"height: 50000px\"></div>')")
    assert int.from_bytes((await pages.screenshot(page))[20:24]) <= 8000


#: sends nothing; what it does once it is pressed is put in its place
FORM = """<form><label>First name <input></label><label>Last name <input></label>
<p id=note></p><button>Send application</button></form>
<script>document.forms[0].onsubmit = (event) => {{ event.preventDefault(); {does} }}</script>"""


async def send(page: Page, model: PageModel) -> None:
    """Press what sends the form, as a job does: what the page says from then on is its answer."""
    await pages.told_since(page).begin(page)
    await pages.press(page, model, button(model, "Send application"))


@pytest.mark.parametrize(
    "does",
    [
        "alert('Thank you for applying!')",
        "note.textContent = 'Your application has been submitted.'",
        "note.innerHTML = '<span role=status>Application received</span>'; setTimeout(() => note.remove(), 4000)",
        "history.replaceState(null, '', '#sent'); setTimeout(() => alert('Application received'), 200)",
    ],
)
async def test_thanks_that_come_with_the_press_count_though_the_form_stays(show: Open, page: Page, does: str) -> None:
    pages.told_since(page)
    model = await show(FORM.format(does=does))
    await send(page, model)
    assert (await pages.scan(page)).page_type is PageType.CONFIRMATION


SAYS_THANKS = "note.textContent = 'Application received'"


async def test_thanks_of_a_page_that_has_sent_nothing_yet_count_once_it_has(show: Open, page: Page) -> None:
    told, left = pages.told_since(page), False
    told.may_have_sent = lambda: left
    model = await show(FORM.format(does=SAYS_THANKS))
    await send(page, model)
    seen = await pages.scan(page)
    assert (seen.page_type, seen.denial) == (PageType.OTHER, Doubt.NOTHING_SENT)
    left = True
    seen = await pages.scan(page)
    assert (seen.page_type, seen.denial) == (PageType.CONFIRMATION, None)


async def test_thanks_in_another_document_count_whatever_was_seen_to_leave(show: Open, page: Page, site: Site) -> None:
    told = pages.told_since(page)
    told.may_have_sent = lambda: False
    model = await show(FORM.format(does=f"location.href = '{site.url('native.html')}'"))
    await told.begin(page)
    assert told.knows_nothing_sent
    await pages.press(page, model, button(model, "Send application"))
    assert not told.knows_nothing_sent


async def test_what_is_sent_over_an_open_web_socket_is_not_known(show: Open, page: Page) -> None:
    told = pages.told_since(page)
    told.may_have_sent = lambda: False
    model = await show(FORM.format(does=SAYS_THANKS))
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"ws://127.0.0.1:{silent.getsockname()[1]}"
        async with page.expect_websocket():
            await page.evaluate("address => { window.talks = new WebSocket(address) }", address)
        await told.begin(page)
        await pages.press(page, model, button(model, "Send application"))
        assert (await pages.scan(page)).page_type is PageType.CONFIRMATION


@pytest.mark.parametrize(
    "notice",
    ["<div role=status>{}</div>", "<p aria-live=polite>{}</p>", "<div class=Toastify__toast>{}</div>"],
)
async def test_thanks_that_were_gone_before_anybody_looked_are_heard(show: Open, page: Page, notice: str) -> None:
    pages.told_since(page)
    thanks = notice.format("Your application was sent.")
    gone = "await new Promise((done) => setTimeout(done, 30)); note.replaceChildren()"
    model = await show(FORM.format(does=f"(async () => {{ note.innerHTML = '{thanks}'; {gone} }})()"))
    await send(page, model)
    assert "Your application" not in await page.inner_text("body")
    assert (await pages.scan(page)).page_type is PageType.CONFIRMATION


@pytest.mark.parametrize(
    "does",
    [
        "alert('Phone must have 10 digits')",
        "note.className = 'error'; note.textContent = 'Phone must have 10 digits'",
        "note.innerHTML = '<i class=toast>Phone must have 10 digits</i>'; setTimeout(() => note.replaceChildren(), 30)",
        "note.className = 'notification'; note.append('Phone must have 10 digits')",
    ],
)
async def test_what_a_page_says_to_a_press_is_kept_for_a_human(show: Open, page: Page, does: str) -> None:
    pages.told_since(page)
    model = await show(FORM.format(does=does))
    assert not model.said
    await send(page, model)
    assert "Phone must have 10 digits" in (await pages.scan(page)).said


@pytest.mark.parametrize(
    "does",
    [
        "far.innerHTML = '<b>You live in Springfield</b>'; far.style.display = 'block'",
        "far.className = 'notification'; far.innerHTML = '<b>You live in Springfield</b>'.repeat(200)",
        "far.className = 'notification'; far.innerHTML = '<b>You live in</b><i hidden>' + ' '.repeat(3000) + '</i>'",
    ],
)
async def test_what_a_page_shows_far_from_the_form_without_a_notice_is_not_kept(
    show: Open, page: Page, does: str
) -> None:
    pages.told_since(page)
    model = await show("<main><section id=far></section></main>" + FORM.format(does=does))
    await send(page, model)
    assert not (await pages.scan(page)).said


async def test_an_earlier_answer_of_the_page_is_not_kept_beyond_the_next_press(show: Open, page: Page) -> None:
    told = pages.told_since(page)
    model = await show(FORM.format(does="alert('Phone must have 10 digits')"))
    await send(page, model)
    await told.begin(page)
    assert not (await pages.scan(page)).said


async def test_what_was_said_in_passing_and_is_no_thanks_is_none(show: Open, page: Page) -> None:
    pages.told_since(page)
    said = "note.innerHTML = '<div role=status>Once you have your application sent, we look at it</div>'"
    model = await show(FORM.format(does=f"{said}; setTimeout(() => note.replaceChildren(), 30)"))
    await send(page, model)
    assert (await pages.scan(page)).page_type is PageType.FORM


async def test_thanks_that_stood_there_before_the_press_do_not_count(show: Open, page: Page) -> None:
    pages.told_since(page)
    model = await show("<h1>Thank you for applying to us!</h1>" + FORM.format(does=""))
    assert model.page_type is PageType.FORM
    await send(page, model)
    assert (await pages.scan(page)).page_type is PageType.FORM


async def test_thanks_beside_a_complaint_do_not_count(show: Open, page: Page) -> None:
    pages.told_since(page)
    complaint = "document.querySelector('input').setAttribute('aria-invalid', 'true');"
    model = await show(FORM.format(does=f"note.textContent = 'Application received'; {complaint}"))
    await send(page, model)
    assert (await pages.scan(page)).page_type is PageType.FORM


LATER = "setTimeout(() => {{ {} }}, 30)"
FAILED = "note.textContent = 'Your application could not be sent.'"


@pytest.mark.parametrize(
    "does",
    [
        f"note.innerHTML = '<b role=status>Application received</b>'; {LATER.format(FAILED)}",
        "note.innerHTML = '<b role=status>Application received</b> <i role=alert>Your application was not saved</i>';"
        f" {LATER.format('note.lastChild.remove()')}",
        "note.textContent = 'Application received'; alert('We could not save your application.')",
    ],
)
async def test_thanks_that_are_taken_back_do_not_count(show: Open, page: Page, does: str) -> None:
    pages.told_since(page)
    model = await show(FORM.format(does=does))
    await send(page, model)
    seen = await pages.scan(page)
    assert seen.page_type is PageType.FORM


async def test_what_the_form_says_of_failing_before_the_press_is_no_answer(show: Open, page: Page) -> None:
    pages.told_since(page)
    model = await show(
        f"<p>An application could not be saved? Write to us.</p>{FORM}".format(does="alert('Application sent')")
    )
    await send(page, model)
    await pages.scan(page)
    assert not pages.told_since(page).has_failed


async def test_an_ordinary_sentence_about_failing_hides_no_confirmation(show: Open, page: Page) -> None:
    pages.told_since(page)
    note = "<p>We cannot process your application without a work permit.</p>"
    model = await show(note + FORM.format(does="document.forms[0].outerHTML = '<h1>Thank you for applying!</h1>'"))
    assert not model.page_error
    await send(page, model)
    seen = await pages.scan(page)
    assert (seen.page_type, seen.page_error, seen.denial) == (PageType.CONFIRMATION, False, None)


async def test_thanks_beside_words_of_failing_confirm_nothing_where_no_press_is_known_of(
    show: Open, page: Page
) -> None:
    said = "<h1>Thank you for applying!</h1><p>Your application could not be saved.</p>"
    assert (await show(said)).page_type is PageType.OTHER


IN_PASSING = (
    f"note.innerHTML = '<i role=alert>Your application was not saved</i>'; {LATER.format('note.innerHTML = ``')}"
)
STANDING = "note.innerHTML = '<i role=alert>Your application was not saved</i>'"


@pytest.mark.parametrize("failing", [IN_PASSING, STANDING])
async def test_another_sending_confirms_though_the_one_before_it_had_failed(
    show: Open, page: Page, failing: str
) -> None:
    told = pages.told_since(page)
    model = await show(FORM.format(does=failing))
    await send(page, model)
    assert (await pages.scan(page)).denial is Doubt.NOT_RECEIVED
    await told.forget(page)
    await pages.scan(page)
    await page.evaluate("document.forms[0].outerHTML = '<h1>Thank you for applying!</h1>'")
    seen = await pages.scan(page)
    assert (seen.page_type, seen.denial) == (PageType.CONFIRMATION, None)


async def test_words_of_failing_that_an_earlier_press_brought_count_as_long_as_they_stand(
    show: Open, page: Page
) -> None:
    told = pages.told_since(page)
    model = await show(
        FORM.format(
            does="document.forms[0].outerHTML = `<h1>Thank you for applying!</h1>"
            "<p>Your application could not be saved.</p>`"
        )
    )
    await send(page, model)
    await pages.scan(page)
    await told.forget(page)
    assert (await pages.scan(page)).page_type is PageType.OTHER


@pytest.mark.parametrize(("where", "has_failed"), [("hidden", False), ("", True)])
async def test_only_what_the_frames_of_the_form_are_answered_is_the_answer(
    show: Open, page: Page, site: Site, where: str, has_failed: bool
) -> None:
    told, fails = pages.told_since(page), site.url("status/405")
    inner = f"<form method=post action={fails}><label>Note <input></label><button>Save</button></form>"
    frame = f"<iframe {where} srcdoc='{inner}'></iframe>"
    model = await show(frame + FORM.format(does="note.textContent = 'Application received'"))
    await told.begin(page)
    async with page.expect_response(fails):
        await page.frames[1].evaluate("document.forms[0].submit()")
    await pages.press(page, model, button(model, "Send application"))
    assert told.has_failed == has_failed


@pytest.mark.parametrize("meant", [True, False])
async def test_a_browsers_question_is_answered_as_it_is_meant(show: Open, page: Page, meant: bool) -> None:
    pages.told_since(page).is_meant = lambda: meant
    model = await show(FORM.format(does="note.textContent = confirm('Send?') ? 'yes' : 'no'"))
    await pages.press(page, model, button(model, "Send application"))
    assert await page.text_content("#note") == ("yes" if meant else "no")
