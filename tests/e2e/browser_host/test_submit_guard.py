"""While an engine works the page nothing on it can be sent, made or left, by whatever way; then it can again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from playwright.async_api import Page
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from ghosthands.browser_host.guard.network import NetworkGuard
from ghosthands.browser_host.guard.submit_guard import SubmitGuard
from ghosthands.browser_host.ports.guard_level import GuardLevel

pytestmark = pytest.mark.e2e

FORM = """<!doctype html><title>Apply</title>
<form id=f method=post action=/sent><input id=name name=name><button id=go>Submit application</button>
<button type=button id=list aria-haspopup=listbox onclick="document.title='opened'">Choose a country</button></form>
<form method=post action=/sent><input type=image id=image alt=Go></form>
<div role=button id=account tabindex=0>Create account</div>
<div role=button id=code tabindex=0>Send me a code</div>
<button type=button id=next>Weiter</button>
<a id=signup href="/sent-by-link">Sign up</a>
<a id=away href="http://localhost:{port}/elsewhere">Our privacy notice</a>
<div id=shadow></div>
<script>
const send = (path) => fetch(path, {{method: 'POST'}});
account.addEventListener('pointerdown', () => send('/sent'));
code.addEventListener('click', () => send('/sent'));
next.addEventListener('mousedown', () => send('/sent'));
shadow.attachShadow({{mode: 'open'}}).innerHTML = '<form method=post action=/sent><button id=inner>Go</button></form>';
</script>
<iframe src="http://localhost:{port}/inner"></iframe>"""
#: what sends by fetch() and is no button, or is called by something other than its own text
DISGUISED = """<!doctype html><title>Apply</title><style>x-form { display: block }</style>
<script>const send = () => fetch('/sent', {method: 'POST'});
customElements.define('x-button', class extends HTMLElement {
  connectedCallback() {
    this.attachShadow({mode: 'open'}).innerHTML = '<button type=button><slot></slot></button>';
    this.shadowRoot.firstChild.onclick = send;
  }
});
customElements.define('x-form', class extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({mode: this.getAttribute('mode')});
    root.innerHTML = `<form action=/sent><input style='display:block;width:90px;height:30px'>
      <button style='display:block;width:90px;height:30px'>Go</button>
      <div style='width:90px;height:30px' onclick='send()'>Submit</div></form>`;
    if (this.hasAttribute('fetches'))
      root.querySelector('form').onsubmit = (event) => { event.preventDefault(); send(); };
  }
});</script>
<div id=div onclick=send()>Submit application</div>
<p><span id=span onclick=send()><b>Submit</b> <i>application</i></span></p>
<x-button id=custom>Submit application</x-button>
<span id=its-name>Send application</span><button type=button id=named aria-labelledby=its-name onclick=send()>➤</button>
<button type=button id=pictured onclick=send()><img alt='Submit application' width=20 height=20></button>
<button type=button id=drawn onclick=send()>
<svg width=20 height=20><title>Submit</title><rect width=20 height=20 /></svg></button>
<input type=image id=imaged alt='Create account' onclick='event.preventDefault(); send()'>
<x-form id=closed mode=closed></x-form>
<x-form id=fetching mode=closed fetches></x-form>
<x-form id=opened mode=open fetches></x-form>
<div id=declared><template shadowrootmode=open>
<form onsubmit='event.preventDefault(); send()'><button>Go</button></form></template></div>"""
#: what reads like it and only fills the form in
HARMLESS = """<!doctype html><title>Apply</title>
<style>label, div, p, li { display: block; min-height: 20px; }</style>
<script>window.pressed = [];
addEventListener('click', (event) => pressed.push(event.target.closest('[id]').id));</script>
<label id=label for=mail>Confirm email</label><input id=mail>
<label id=box><input type=checkbox id=agree> I agree to the terms and conditions</label>
<div id=kin role=option tabindex=-1>Next of kin</div>
<ul role=listbox><li id=option role=option>Register an account for me</li></ul>
<div>Confirm your country <div id=select><span>Choose</span><input role=combobox style="width: 1px"></div></div>
<span id=q>Verify your country</span>
<button type=button id=list aria-haspopup=listbox aria-labelledby="q list">Choose</button>
<div role=radio id=radio tabindex=0>Send me a code by text</div>
<p id=paragraph>Before you send your application, please review it once more, and create an account
where you have none.</p>
<div id=words>Next of kin</div>"""
INNER = "<form method=post action=/sent target=_top><input name=x><button id=inframe>Apply</button></form>"
#: a page that presses its own button while it loads, in itself and in a frame without an address
HASTY = """<!doctype html><title>Hasty</title>
<div role=button id=code onclick="fetch('/sent', {method: 'POST'})">Send me a code</div>
<script>code.click();
const inner = document.body.appendChild(document.createElement('iframe')).contentDocument;
inner.body.innerHTML = "<div role=button onclick=\\"top.fetch('/sent', {method: 'POST'})\\">Send me a code</div>";
inner.querySelector('div').click();
</script>"""

Act = Callable[[Page], Awaitable[object]]

WAYS: dict[str, Act] = {
    "a click": lambda page: page.click("#go"),
    "Enter in a field": lambda page: page.press("#name", "Enter"),
    "the space bar": lambda page: page.press("#go", "Space"),
    "requestSubmit": lambda page: page.evaluate("document.getElementById('f').requestSubmit()"),
    "form.submit": lambda page: page.evaluate("document.getElementById('f').submit()"),
    "the prototype's submit of another realm": lambda page: page.evaluate(
        "() => { const i = document.body.appendChild(document.createElement('iframe'));"
        "i.contentWindow.HTMLFormElement.prototype.submit.call(document.getElementById('f')) }"
    ),
    "a submit event of its own": lambda page: page.evaluate("document.getElementById('go').click()"),
    "an image button": lambda page: page.click("#image"),
    "a button that makes an account on pointerdown": lambda page: page.click("#account"),
    "a button that sends a code": lambda page: page.click("#code"),
    "a Next that acts on mousedown": lambda page: page.click("#next"),
    "a link to sign up": lambda page: page.click("#signup"),
    "a button in a shadow root": lambda page: page.click("#inner"),
    "a button in a cross-site frame": lambda page: page.frame_locator("iframe").first.locator("#inframe").click(),
    "a link that leaves the site": lambda page: page.click("#away"),
    "a script that leaves the site": lambda page: page.evaluate("location.href = document.getElementById('away').href"),
}

#: the ways that every run tries; the others are for `make test-heavy`
QUICK = {"a click", "form.submit", "a button that makes an account on pointerdown", "a button in a cross-site frame"}


class Sent:
    def __init__(self) -> None:
        self.requests: list[str] = []
        self.port = 0


@pytest.fixture(scope="module")
async def sent(serving: Callable[..., object]) -> AsyncIterator[Sent]:
    kept = Sent()

    async def form(request: Request) -> Response:
        return HTMLResponse(FORM.format(port=kept.port))

    async def inner(request: Request) -> Response:
        return HTMLResponse(INNER)

    async def hasty(request: Request) -> Response:
        return HTMLResponse(HASTY)

    async def disguised(request: Request) -> Response:
        return HTMLResponse(DISGUISED)

    async def harmless(request: Request) -> Response:
        return HTMLResponse(HARMLESS)

    async def take(request: Request) -> Response:
        kept.requests.append(f"{request.method} {request.url.path}")
        return HTMLResponse("<h1>Thank you for applying</h1>")

    paths = ("/sent", "/sent-by-link", "/elsewhere")
    routes = [Route("/", form), Route("/inner", inner), Route("/hasty", hasty)]
    routes += [Route("/disguised", disguised), Route("/harmless", harmless)]
    routes += [Route(path, take, methods=["GET", "POST"]) for path in paths]
    async with serving(Starlette(routes=routes)) as kept.port:  # type: ignore[attr-defined]
        yield kept


@pytest.fixture
async def guard(page: Page, sent: Sent) -> AsyncIterator[SubmitGuard]:
    browser = page.context.browser
    assert browser is not None
    cdp = await browser.new_browser_cdp_session()
    navigation = NetworkGuard(cdp, allowed=["127.0.0.1", "localhost"])
    await navigation.install()
    submits = SubmitGuard(page.context, str(id(page)), navigation)
    await submits.install(GuardLevel.RESTING)
    await page.goto(f"http://127.0.0.1:{sent.port}/", wait_until="networkidle")
    sent.requests.clear()
    yield submits
    await submits.keep(GuardLevel.RESTING)
    await cdp.detach()


@pytest.mark.parametrize("way", [pytest.param(way, marks=() if way in QUICK else pytest.mark.heavy) for way in WAYS])
async def test_an_engine_cannot_send_make_or_leave_anything_by(
    way: str, page: Page, guard: SubmitGuard, sent: Sent
) -> None:
    address = page.url
    await guard.keep(GuardLevel.ENGINE)
    await WAYS[way](page)
    await page.wait_for_load_state("networkidle")
    assert page.url == address
    assert sent.requests == []
    assert await guard.count_vetoes() > 0


async def test_an_engine_can_type_and_open_lists(page: Page, guard: SubmitGuard) -> None:
    await guard.keep(GuardLevel.ENGINE)
    await page.fill("#name", "Ada")
    await page.click("#list")
    assert await page.title() == "opened"
    assert await guard.count_vetoes() == 0


@pytest.mark.parametrize(
    "way", ["a click", "a button that makes an account on pointerdown", "a link that leaves the site"]
)
async def test_once_the_engine_is_gone_everything_works(way: str, page: Page, guard: SubmitGuard, sent: Sent) -> None:
    await guard.keep(GuardLevel.ENGINE)
    await guard.keep(GuardLevel.RESTING)
    async with page.expect_response(lambda answer: "/sent" in answer.url or "/elsewhere" in answer.url):
        await WAYS[way](page)
    assert len(sent.requests) == 1


async def test_while_an_engine_works_the_page_filling_does_not_open_the_guard(
    page: Page, guard: SubmitGuard, sent: Sent
) -> None:
    await guard.keep(GuardLevel.ENGINE)
    async with guard.closed():
        await page.fill("#name", "Ada")
    await page.click("#account")
    await page.wait_for_load_state("networkidle")
    assert sent.requests == []


async def test_a_frame_that_comes_later_is_guarded_too(page: Page, guard: SubmitGuard, sent: Sent) -> None:
    await guard.keep(GuardLevel.ENGINE)
    await page.evaluate(
        "() => new Promise((done) => { const frame = document.createElement('iframe'); frame.id = 'late';"
        "frame.onload = done; frame.src = '/hasty'; document.body.append(frame) })"
    )
    await page.frame_locator("#late").locator("#code").click()
    await answered(page)
    assert sent.requests == []
    assert await guard.count_vetoes() > 0


async def test_a_document_is_guarded_from_its_first_moment(page: Page, guard: SubmitGuard, sent: Sent) -> None:
    await guard.keep(GuardLevel.ENGINE)
    await page.goto(f"http://127.0.0.1:{sent.port}/hasty", wait_until="networkidle")
    assert sent.requests == []
    assert await guard.count_vetoes() > 0


async def test_once_the_engine_is_gone_a_document_may_act_by_itself(page: Page, guard: SubmitGuard, sent: Sent) -> None:
    await guard.keep(GuardLevel.ENGINE)
    await guard.keep(GuardLevel.RESTING)
    await page.goto(f"http://127.0.0.1:{sent.port}/hasty", wait_until="networkidle")
    assert len(sent.requests) == 2


async def test_a_guard_that_is_found_again_stays_as_closed_as_it_is_to_be(
    page: Page, guard: SubmitGuard, sent: Sent
) -> None:
    await guard.keep(GuardLevel.ENGINE)
    browser = page.context.browser
    assert browser is not None
    cdp = await browser.new_browser_cdp_session()
    again = SubmitGuard(page.context, str(id(page)), NetworkGuard(cdp, allowed=["127.0.0.1"]))
    await again.install(GuardLevel.ENGINE)
    await page.click("#account")
    await page.wait_for_load_state("networkidle")
    assert sent.requests == []
    await again.keep(GuardLevel.RESTING)
    await cdp.detach()


def in_root(selector: str, nth: int) -> Act:
    """Presses what a closed root has in that row of 30 pixels."""
    return lambda page: page.locator(selector).click(position={"x": 20, "y": 15 + 30 * nth})


async def answered(page: Page) -> None:
    """What the page asked for before has been asked for by now."""
    await page.evaluate("fetch('/inner').then(answer => answer.text())")


async def enter_in_root(page: Page) -> None:
    await in_root("#fetching", 0)(page)
    await page.keyboard.press("Enter")


async def enter_in_open_root(page: Page) -> None:
    await page.locator("#opened input").press("Enter")


DISGUISES: dict[str, Act] = {
    "an element that is no button": lambda page: page.click("#div"),
    "words in several elements": lambda page: page.click("#span i"),
    "a button that gets its words from around it": lambda page: page.click("#custom"),
    "a button named by another element": lambda page: page.click("#named"),
    "a picture": lambda page: page.click("#pictured", position={"x": 2, "y": 2}),
    "a drawing": lambda page: page.click("#drawn"),
    "a picture that is a button": lambda page: page.click("#imaged"),
    "a form of a closed root that goes by GET": in_root("#closed", 1),
    "a form of a closed root that fetches": in_root("#fetching", 1),
    "something in a closed root": in_root("#closed", 2),
    "Enter in a closed root": enter_in_root,
    "Enter in an open root": enter_in_open_root,
    "a root that came with the document": lambda page: page.click("#declared button"),
}


async def test_an_engine_can_send_nothing_by_what_looks_like_no_button(
    page: Page, guard: SubmitGuard, sent: Sent
) -> None:
    address = f"http://127.0.0.1:{sent.port}/disguised"
    for way, act in DISGUISES.items():
        await guard.keep(GuardLevel.RESTING)
        await page.goto(address)
        async with page.expect_request("**/sent*"):
            await act(page)
        await guard.keep(GuardLevel.ENGINE)
        await page.goto(address)
        sent.requests.clear()
        await act(page)
        assert await guard.count_vetoes() > 0, way
        await answered(page)
        assert sent.requests == [], way


async def test_what_is_only_called_so_is_not_vetoed(page: Page, guard: SubmitGuard, sent: Sent) -> None:
    await guard.keep(GuardLevel.ENGINE)
    await page.goto(f"http://127.0.0.1:{sent.port}/harmless")
    harmless = ["label", "agree", "box", "kin", "option", "select", "list", "radio", "paragraph", "words"]
    for one in harmless:
        await page.click(f"#{one}")
        assert await guard.count_vetoes() == 0, one
        assert one in await page.evaluate("pressed"), one


@pytest.mark.heavy
async def test_a_page_that_looks_does_not_see_the_guard(page: Page, guard: SubmitGuard, sent: Sent) -> None:
    for of, method in (("Element", "attachShadow"), ("HTMLFormElement", "submit")):
        seen = await page.evaluate(
            "([of, method]) => { const it = Object.getOwnPropertyDescriptor(window[of].prototype, method);"
            "return [it.writable, it.enumerable, it.configurable, it.value.name, it.value.length,"
            "String(it.value).includes('[native code]')]; }",
            [of, method],
        )
        assert seen == [True, True, True, method, 1 if method == "attachShadow" else 0, True]


@pytest.mark.heavy
async def test_a_window_that_a_page_opens_is_guarded_like_the_page(page: Page, guard: SubmitGuard, sent: Sent) -> None:
    await guard.keep(GuardLevel.ENGINE)
    async with page.expect_popup() as opening:
        await page.evaluate("void window.open('/inner')")
    window = await opening.value
    await window.wait_for_load_state()
    await window.evaluate("document.body.innerHTML = '<div id=code onclick=\"fetch(`/sent`)\">Send me a code</div>'")
    for level in (GuardLevel.ENGINE, GuardLevel.RESTING):
        await guard.keep(level)
        await window.click("#code")
        await answered(window)
        assert bool(sent.requests) is (level is GuardLevel.RESTING)
    await window.close()


@pytest.mark.heavy
async def test_a_document_that_is_written_anew_is_guarded_still(page: Page, guard: SubmitGuard, sent: Sent) -> None:
    await guard.keep(GuardLevel.ENGINE)
    await page.evaluate(
        "document.open(); document.write('<div id=code onclick=\"fetch(`/sent`)\">Send me a code</div>');"
        "document.close()"
    )
    await page.click("#code")
    await answered(page)
    assert sent.requests == []
    assert await guard.count_vetoes() > 0
