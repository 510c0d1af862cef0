"""One press sends one request over the network, also to a server that hangs up without an answer."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

import pytest

from ghosthands.browser_host.driving.driven import DrivenBrowser
from ghosthands.browser_host.driving.driver import Driver
from ghosthands.browser_host.providers import local
from ghosthands.domain.page import PageModel
from ghosthands.domain.plan import ActionKind
from ghosthands.testkit.story import fill
from ghosthands.vault.profile import ApplicantData

from .conftest import House, passable_folder
from .hanging_up import HangsUp, HangUp, Speech, hanging_up, make_certificate

pytestmark = pytest.mark.integration

DATA = ApplicantData.of({"profile": {"first_name": "Wilhelmina", "email": "w@example.org"}}, {}, {})
SENT = b"first_name=Wilhelmina&email=w%40example.org"
PICTURES = "".join(f"<img src=/{number}.png>" for number in range(4))
FORM = f"""<!doctype html><title>Apply</title><h1>Apply</h1>{PICTURES}
<form method=post action=/sent><label>First name <input name=first_name></label>
<label>E-mail <input name=email type=email></label><button>Submit application</button></form>"""
BY_SCRIPT = """<script>document.forms[0].addEventListener("submit", async (event) => {
  event.preventDefault();
  const body = new URLSearchParams(new FormData(event.target));
  await (await fetch("/check")).text();
  try { await fetch("/sent", { method: "POST", body }); } catch { document.title = "Failed"; }
})</script>"""
BESIDE_ANOTHER = """<script>document.forms[0].addEventListener("submit", async (event) => {
  event.preventDefault();
  const body = new URLSearchParams(new FormData(event.target));
  const slow = fetch("ADDRESS").then((answer) => answer.text());
  await fetch("/check");
  fetch("/sent", { method: "POST", body }).catch(() => null);
  document.title = await slow.catch(() => "cut");
})</script>"""


class Serving(Protocol):
    """Starts a server whose certificate the browser trusts."""

    def __call__(self, html: str, speech: Speech, how: HangUp) -> AbstractAsyncContextManager[HangsUp]: ...


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    return make_certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture(scope="module")
async def browser(shared_driver: Driver, certificate: tuple[Path, str]) -> AsyncIterator[DrivenBrowser]:
    """One browser that trusts the test's certificate, for all tests here."""
    trusting = f"--ignore-certificate-errors-spki-list={certificate[1]}"
    with passable_folder() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(local, "_ARGS", (*local._ARGS, trusting))
        house = House(folder, shared_driver, shared_driver)
        yield await house.launch()
        await house.discard()


@pytest.fixture(scope="module")
def serving(certificate: tuple[Path, str]) -> Serving:
    def serve(html: str, speech: Speech, how: HangUp) -> AbstractAsyncContextManager[HangsUp]:
        if speech is Speech.PLAIN:
            return hanging_up(html, how)
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(certificate[0])
        tls.set_alpn_protocols(["h2", "http/1.1"] if speech is Speech.HTTP2 else ["http/1.1"])
        return hanging_up(html, how, tls)

    return serve


async def fill_in(browser: DrivenBrowser) -> PageModel:
    model = await browser.observe()
    keys = ("profile.first_name", "profile.email")
    actions = [fill(field.id, key=key) for field, key in zip(model.fields, keys, strict=True)]
    assert [one.code for one in await browser.run(model, actions, DATA)] == [None, None]
    return model


async def apply(browser: DrivenBrowser, server: HangsUp, *, after_idling: bool = False) -> None:
    """Fill in the server's form and press its button, where wished once the server has closed what was idle."""
    await browser.visit(server.url)
    model = await fill_in(browser)
    if after_idling:
        server.close_all()
    await browser.press(model, model.buttons[0].id, ActionKind.SUBMIT)
    await browser.observe()


@pytest.mark.parametrize("after_idling", [False, True], ids=["", "after idling"])
@pytest.mark.parametrize("script", ["", BY_SCRIPT], ids=["by the form", "by a script"])
@pytest.mark.parametrize("speech", Speech)
async def test_a_server_that_hangs_up_gets_an_application_once(
    browser: DrivenBrowser, serving: Serving, speech: Speech, script: str, *, after_idling: bool
) -> None:
    """A script that asks something first opens a new connection for it after idling, and has used that one then."""
    async with serving(FORM + script, speech, HangUp.CLOSE) as server:
        await apply(browser, server, after_idling=after_idling)
    assert server.posts == [SENT]


@pytest.mark.parametrize(
    ("speech", "how"),
    [(Speech.TLS, HangUp.TIMEOUT), (Speech.HTTP2, HangUp.GO_AWAY), (Speech.HTTP2, HangUp.FAIL)],
    ids=lambda given: given.value,
)
async def test_a_server_that_ends_the_request_otherwise_gets_it_once_too(
    browser: DrivenBrowser, serving: Serving, speech: Speech, how: HangUp
) -> None:
    async with serving(FORM + BY_SCRIPT, speech, how) as server:
        await apply(browser, server)
    assert server.posts == [SENT]


@pytest.mark.parametrize("how", [HangUp.GO_AWAY_UNSEEN, HangUp.REFUSE, HangUp.DOWNGRADE], ids=lambda how: how.value)
async def test_a_server_that_says_it_has_not_looked_at_a_request_gets_it_again_twice_at_most(
    browser: DrivenBrowser, serving: Serving, how: HangUp
) -> None:
    """Chromium believes it and asks again, below all that a guard sees (RFC 9113, 8.7): a limit, not a promise."""
    async with serving(FORM, Speech.HTTP2, how) as server:
        await apply(browser, server)
    assert len(server.posts) in (2, 3)
    assert set(server.posts) == {SENT}


@pytest.mark.parametrize("address", ["/slow", "/sent"], ids=["another address", "the form's address"])
async def test_an_answer_that_a_page_awaits_meanwhile_comes_whole(
    browser: DrivenBrowser, serving: Serving, address: str
) -> None:
    async with serving(FORM + BESIDE_ANOTHER.replace("ADDRESS", address), Speech.PLAIN, HangUp.CLOSE) as server:
        await apply(browser, server)
        assert await browser.live_page.title() == "whole"
