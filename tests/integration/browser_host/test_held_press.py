"""A press that leads on in a real Chromium: what it sends waits, and goes once, when let go; judged by the server."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from ghosthands.browser_host.driving.driven import DrivenBrowser
from ghosthands.browser_host.guard.network import NetworkGuard
from ghosthands.browser_host.ports.browser import ActionResult
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.domain.codes import PageFailure
from ghosthands.domain.page import PageModel
from ghosthands.domain.plan import ActionKind
from ghosthands.domain.requests import Hand, RequestKind, RequestPassed
from ghosthands.testkit.story import fill
from ghosthands.vault.profile import ApplicantData

if TYPE_CHECKING:
    from conftest import House, Pages, Visit

pytestmark = [pytest.mark.integration, pytest.mark.slow]

DATA = ApplicantData.of({"profile": {"first_name": "Wilhelmina", "email": "w@example.org"}}, {}, {})
SENT = "first_name=Wilhelmina&email=w%40example.org"
PAGE = """<!doctype html><title>Apply</title><h1>Step 1 of 3</h1>
<form id=f method=post action="/sent"{form}>
<label>First name <input name=first_name></label><label>E-mail <input name=email type=email></label>
<button id=next>Next</button></form>
<script>
const form = document.getElementById("f"), query = () => new URLSearchParams(new FormData(form)).toString();
const next = (act) => form.addEventListener("submit", (event) => {{ event.preventDefault(); act(); }});
const second = "<h1>Step 2 of 3</h1><label>City <input></label><button>Next</button>";
const show = () => {{ document.body.innerHTML = second }};
const post = (body, more) => fetch("/sent", {{ method: "POST", body, ...more }});
{script}
</script>"""

#: by name: the form's own attributes, and what the press does; each sends the form
SENDS: dict[str, tuple[str, str]] = {
    "form": ("", ""),
    "form-in-new-tab": (" target=_blank", ""),
    "form-in-named-tab": ("", "next(() => { open('', 'tab'); form.target = 'tab'; form.submit() })"),
    "form-a-moment-later": ("", "next(() => setTimeout(() => form.submit(), 250))"),
    "fetch": ("", "next(() => post(query()).then(show))"),
    "fetch-keepalive": ("", "next(() => post(query(), { keepalive: true }).then(show))"),
    "xhr": (
        "",
        "next(() => { const x = new XMLHttpRequest(); x.open('POST', '/sent'); x.onload = show; x.send(query()) })",
    ),
    "xhr-that-stands-still": (
        "",
        "next(() => { const x = new XMLHttpRequest(); x.open('POST', '/sent', false); x.send(query()); show() })",
    ),
    "beacon": ("", "next(() => { navigator.sendBeacon('/sent', query()); show() })"),
    "optimistic": ("", "next(() => { const body = query(); show(); post(body) })"),
}


@pytest.fixture
def browser(visit: Visit) -> DrivenBrowser:
    """One that goes from page to page, and has told of those before."""
    visit.browser.take_told()
    return visit.browser


async def filled(browser: DrivenBrowser) -> PageModel:
    """The page, filled and looked at."""
    model = await browser.observe()
    ids = [field.id for field in model.fields]
    keys = ("profile.first_name", "profile.email")
    actions = [fill(field_id, key=key) for field_id, key in zip(ids, keys, strict=False)]
    assert [one.code for one in await browser.run(model, actions, DATA)] == [None] * len(actions)
    return model


async def go_on(browser: DrivenBrowser, model: PageModel, text: str = "Next") -> ActionResult:
    button = next(one for one in model.buttons if one.text == text)
    return await browser.press(model, button.id, ActionKind.NEXT, holds=True)


async def let_rest() -> None:
    """A server that is not asked has nothing to wait for but time."""
    await asyncio.sleep(0.3)


def at(site: Pages, html: str) -> str:
    site.html["/step"] = html
    return site.url("/step")


def page(form: str = "", script: str = "") -> str:
    return PAGE.format(form=form, script=script)


@pytest.mark.parametrize("name", list(SENDS))
async def test_what_a_press_sends_waits_and_goes_once_when_it_is_let_go(
    name: str, browser: DrivenBrowser, site: Pages
) -> None:
    await browser.visit(at(site, page(*SENDS[name])))
    model = await filled(browser)
    pressed = await go_on(browser, model)
    assert pressed.held is not None
    assert (pressed.code, pressed.held.site, pressed.held.values, pressed.held.of) == (None, "127.0.0.1", 2, 2)
    await let_rest()
    assert site.sent == []
    assert await browser.answers()
    released = await browser.release()
    assert (released.code, site.sent) == (None, [SENT])
    seen = await browser.observe()
    shown = "form" in name
    assert [field.label for field in seen.fields] == ([] if shown else ["City"])
    assert site.sent == [SENT]
    assert [one.hand for one in browser.take_told() if isinstance(one, RequestPassed)] == [Hand.OURS]


@pytest.mark.parametrize("name", ["form", "form-in-new-tab", "fetch", "xhr-that-stands-still"])
@pytest.mark.parametrize("instead", ["looked at", "taken by a human"])
async def test_what_waits_is_dropped_by_whatever_else_is_done(
    name: str, instead: str, browser: DrivenBrowser, site: Pages
) -> None:
    await browser.visit(at(site, page(*SENDS[name])))
    await go_on(browser, await filled(browser))
    if instead == "looked at":
        await browser.observe()
    else:
        await browser.guard(GuardLevel.OPEN)
        await browser.guard(GuardLevel.RESTING)
    await let_rest()
    assert (await browser.release()).code == "not_pressed"
    assert site.sent == []


async def test_what_waits_is_dropped_by_a_host_that_leaves(house: House, site: Pages) -> None:
    browser = await house.at(at(site, page()))
    await go_on(browser, await filled(browser))
    await browser.leave()
    await let_rest()
    assert site.sent == []


async def test_a_form_that_goes_by_its_address_waits_too(browser: DrivenBrowser, site: Pages) -> None:
    await browser.visit(at(site, page().replace("method=post", "method=get").replace('action="/sent"', "action=/read")))
    pressed = await go_on(browser, await filled(browser))
    assert pressed.held is not None
    assert (pressed.held.kind, pressed.held.values) == (RequestKind.NAVIGATION, 2)
    assert ("GET", "/read") not in site.asked
    released = await browser.release()
    assert (released.code, released.renewed) == (None, True)
    assert site.asked.count(("GET", "/read")) == 1


async def test_an_empty_form_waits(browser: DrivenBrowser, site: Pages) -> None:
    """A posting's own "Apply now"."""
    posting = "<h1>Engineer</h1><form method=post action=/sent><button>Apply now</button></form>"
    await browser.visit(at(site, posting))
    pressed = await go_on(browser, await browser.observe(), "Apply now")
    assert pressed.held is not None
    assert (pressed.held.kind, pressed.held.values, pressed.held.size) == (RequestKind.FORM, 0, 0)
    assert site.sent == []
    assert (await browser.release()).code is None
    assert site.sent == [""]


BUTTON = """<button id=next>Next</button>
<script>const there = () => document.body.append('there'); next.onclick = {act}</script>"""
#: by name: what leads on, and what it does
BARE = {
    "link": "<a href=/next role=button>Next</a>",
    "get form": "<form action=/next><button>Next</button></form>",
    "read by script": "() => fetch('/next').then(there)",
    "counted": "() => { navigator.sendBeacon('/next', 'pressed'); there() }",
    "counted elsewhere": "() => fetch('http://frame.localhost:PORT/next', { method: 'POST', mode: 'no-cors' })",
    "nothing at all": "there",
}


@pytest.mark.parametrize("name", list(BARE))
async def test_a_bare_step_is_taken_as_ever(name: str, browser: DrivenBrowser, site: Pages) -> None:
    does = BARE[name].replace("PORT", str(site.port))
    html = "<h1>Step 1 of 3</h1>" + (does if does.startswith("<") else BUTTON.replace("{act}", does))
    await browser.visit(at(site, html))
    model = await browser.observe()
    pressed = await go_on(browser, model)
    assert (pressed.code, pressed.held) == (None, None)
    asked = [path for _, path in site.asked if path == "/next"]
    assert asked == ([] if name == "nothing at all" else ["/next"])
    assert browser.gate.held is None


async def test_after_the_release_the_rest_of_the_press_goes_too(browser: DrivenBrowser, site: Pages) -> None:
    script = "next(() => post('draft').then(() => form.submit()))"
    await browser.visit(at(site, page(script=script)))
    pressed = await go_on(browser, await filled(browser))
    assert pressed.held is not None
    assert (pressed.held.kind, pressed.held.values, site.sent) == (RequestKind.FETCH, 0, [])
    assert (await browser.release()).code is None
    assert site.sent == ["draft", SENT]


async def test_what_comes_late_is_held_by_the_closed_gate(browser: DrivenBrowser, site: Pages) -> None:
    await browser.visit(at(site, page(script="next(() => setTimeout(() => form.submit(), 1500))")))
    pressed = await go_on(browser, await filled(browser))
    assert (pressed.code, pressed.held) == (None, None)
    await asyncio.sleep(2)
    assert site.sent == []
    assert [type(one).__name__ for one in browser.take_told()] == ["RequestHeld"]


async def test_a_page_that_saves_by_itself_is_not_taken_for_the_press(browser: DrivenBrowser, site: Pages) -> None:
    """Where nothing was pressed, what waits is the page's own doing."""
    await browser.visit(at(site, page(script="window.save = () => setInterval(() => post('autosave'), 20)")))
    model = await filled(browser)
    await browser.live_page.evaluate("void save()")
    pressed = await browser.press(model, "no such button", ActionKind.NEXT, holds=True)
    assert (pressed.code, pressed.held) == ("not_pressed", None)
    site.sent.clear()
    await let_rest()
    assert set(site.sent) == {"autosave"}


async def test_what_the_page_gave_up_meanwhile_was_not_sent(browser: DrivenBrowser, site: Pages) -> None:
    script = (
        "next(() => post(query(), { signal: AbortSignal.timeout(300) }).catch(() => { document.title = 'gave up' }))"
    )
    await browser.visit(at(site, page(script=script)))
    pressed = await go_on(browser, await filled(browser))
    assert pressed.held is not None
    await browser.live_page.wait_for_function("document.title == 'gave up'")
    assert (await browser.release()).code == "not_pressed"
    assert SENT not in site.sent  # another page may still be saving by itself
    assert not any(isinstance(told, RequestPassed) for told in browser.take_told())
    assert browser.gate.opened_by is None


class Permitted:
    """A permit that ends when the test says so, as if the host had been frozen for long just then."""

    def __init__(self) -> None:
        self.is_over = False

    def __call__(self) -> bool:
        return not self.is_over


async def test_a_press_whose_permit_has_ended_is_not_made(browser: DrivenBrowser, site: Pages) -> None:
    await browser.visit(at(site, page()))
    model = await filled(browser)
    pressed = await browser.press(model, model.buttons[0].id, ActionKind.SUBMIT, permit=lambda: False)
    assert (pressed.code, pressed.held) == ("not_pressed", None)
    await let_rest()
    assert site.sent == []


@pytest.mark.parametrize("sends", ["form.submit()", "post(query())"])
async def test_what_a_press_has_yet_to_send_when_its_permit_ends_is_held(
    sends: str, browser: DrivenBrowser, site: Pages
) -> None:
    """The host was frozen between the click and the request."""
    await browser.visit(at(site, page(script=f"next(() => {{ window.go = () => {{ {sends} }} }})")))
    model, permit = await filled(browser), Permitted()
    pressed = await browser.press(model, model.buttons[0].id, ActionKind.SUBMIT, permit=permit)
    assert pressed.code is None
    permit.is_over = True
    await browser.live_page.evaluate("void go()")
    await let_rest()
    assert site.sent == []
    assert [type(one).__name__ for one in browser.take_told()] == ["RequestHeld"]


async def test_what_waits_does_not_go_once_the_permit_has_ended(browser: DrivenBrowser, site: Pages) -> None:
    await browser.visit(at(site, page()))
    assert (await go_on(browser, await filled(browser))).held is not None
    assert (await browser.release(lambda: False)).code == "not_pressed"
    await let_rest()
    assert site.sent == []


async def test_what_is_being_judged_when_the_permit_ends_is_held(
    browser: DrivenBrowser, site: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host was frozen while it looked up where the form goes."""
    await browser.visit(at(site, page()))
    model, permit, judge = await filled(browser), Permitted(), NetworkGuard.judge

    async def judge_long(guard: NetworkGuard, url: str) -> PageFailure | None:
        permit.is_over = True
        return await judge(guard, url)

    monkeypatch.setattr(NetworkGuard, "judge", judge_long)
    await browser.press(model, model.buttons[0].id, ActionKind.SUBMIT, permit=permit)
    await let_rest()
    assert (permit.is_over, site.sent) == (True, [])
