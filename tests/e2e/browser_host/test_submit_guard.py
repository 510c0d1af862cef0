"""While an engine works the page nothing on it can be sent, made or left, by whatever way; then it can again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from playwright.async_api import Page
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from ghosthands.browser_host.navigation import NavigationGuard
from ghosthands.browser_host.submit_guard import Guard, SubmitGuard

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

    async def take(request: Request) -> Response:
        kept.requests.append(f"{request.method} {request.url.path}")
        return HTMLResponse("<h1>Thank you for applying</h1>")

    paths = ("/sent", "/sent-by-link", "/elsewhere")
    routes = [Route("/", form), Route("/inner", inner), Route("/hasty", hasty)]
    routes += [Route(path, take, methods=["GET", "POST"]) for path in paths]
    async with serving(Starlette(routes=routes)) as kept.port:  # type: ignore[attr-defined]
        yield kept


@pytest.fixture
async def guard(page: Page, sent: Sent) -> AsyncIterator[SubmitGuard]:
    browser = page.context.browser
    assert browser is not None
    cdp = await browser.new_browser_cdp_session()
    navigation = NavigationGuard(cdp, allowed=["127.0.0.1", "localhost"])
    await navigation.install()
    submits = SubmitGuard(page, str(id(page)), navigation)
    await submits.install(Guard.OPEN)
    await page.goto(f"http://127.0.0.1:{sent.port}/", wait_until="networkidle")
    sent.requests.clear()
    yield submits
    await cdp.detach()


@pytest.mark.parametrize("way", [pytest.param(way, marks=() if way in QUICK else pytest.mark.heavy) for way in WAYS])
async def test_an_engine_cannot_send_make_or_leave_anything_by(
    way: str, page: Page, guard: SubmitGuard, sent: Sent
) -> None:
    address = page.url
    await guard.keep(Guard.ENGINE)
    await WAYS[way](page)
    await page.wait_for_load_state("networkidle")
    assert page.url == address
    assert sent.requests == []
    assert await guard.vetoes() > 0


async def test_an_engine_can_type_and_open_lists(page: Page, guard: SubmitGuard) -> None:
    await guard.keep(Guard.ENGINE)
    await page.fill("#name", "Ada")
    await page.click("#list")
    assert await page.title() == "opened"
    assert await guard.vetoes() == 0


@pytest.mark.parametrize(
    "way", ["a click", "a button that makes an account on pointerdown", "a link that leaves the site"]
)
async def test_once_the_engine_is_gone_everything_works(way: str, page: Page, guard: SubmitGuard, sent: Sent) -> None:
    await guard.keep(Guard.ENGINE)
    await guard.keep(Guard.OPEN)
    async with page.expect_request(lambda request: "/sent" in request.url or "/elsewhere" in request.url):
        await WAYS[way](page)
    await page.wait_for_load_state("networkidle")
    assert len(sent.requests) == 1


async def test_while_an_engine_works_the_page_filling_does_not_open_the_guard(
    page: Page, guard: SubmitGuard, sent: Sent
) -> None:
    await guard.keep(Guard.ENGINE)
    async with guard.closed():
        await page.fill("#name", "Ada")
    await page.click("#account")
    await page.wait_for_load_state("networkidle")
    assert sent.requests == []


async def test_a_frame_that_comes_later_is_guarded_too(page: Page, guard: SubmitGuard, sent: Sent) -> None:
    await guard.keep(Guard.ENGINE)
    await page.evaluate(
        "() => new Promise((done) => { const frame = document.createElement('iframe'); frame.id = 'late';"
        "frame.onload = done; frame.src = '/inner'; document.body.append(frame) })"
    )
    await page.frame_locator("#late").locator("#inframe").click()
    await page.wait_for_load_state("networkidle")
    assert sent.requests == []
    assert await guard.vetoes() > 0


async def test_a_document_is_guarded_from_its_first_moment(page: Page, guard: SubmitGuard, sent: Sent) -> None:
    await guard.keep(Guard.ENGINE)
    await page.goto(f"http://127.0.0.1:{sent.port}/hasty", wait_until="networkidle")
    assert sent.requests == []
    assert await guard.vetoes() > 0


async def test_once_the_engine_is_gone_a_document_may_act_by_itself(page: Page, guard: SubmitGuard, sent: Sent) -> None:
    await guard.keep(Guard.ENGINE)
    await guard.keep(Guard.OPEN)
    await page.goto(f"http://127.0.0.1:{sent.port}/hasty", wait_until="networkidle")
    assert len(sent.requests) == 2


async def test_a_guard_that_is_found_again_stays_as_closed_as_it_is_to_be(
    page: Page, guard: SubmitGuard, sent: Sent
) -> None:
    await guard.keep(Guard.ENGINE)
    browser = page.context.browser
    assert browser is not None
    cdp = await browser.new_browser_cdp_session()
    again = SubmitGuard(page, str(id(page)), NavigationGuard(cdp, allowed=["127.0.0.1"]))
    await again.install(Guard.ENGINE)
    await page.click("#account")
    await page.wait_for_load_state("networkidle")
    assert sent.requests == []
    await cdp.detach()
