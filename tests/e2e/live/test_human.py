"""The human as an engine: asked by an overlay in the page; and what is an answer."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Page, expect

from ghosthands.browser_host.engines.engine import EngineMove, EngineTrouble
from ghosthands.browser_host.engines.human import HumanEngine
from ghosthands.browser_host.ports.tab import TabAddress

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

ENDPOINT = TabAddress("ws://127.0.0.1:1/devtools/browser/x", "tab")
STEP = EngineMove('Please fill in "Full name".')


@pytest.fixture
def signs() -> list[str]:
    return []


@pytest.fixture
async def engine(form: Page, signs: list[str]) -> HumanEngine:
    """Attached to the form."""
    human = HumanEngine(lambda: form)
    await human.attach(ENDPOINT, signs.append)
    return human


async def asked(form: Page) -> None:
    await expect(form.locator("html > div")).to_have_count(1)


async def press_done(form: Page) -> None:
    """The overlay's root is closed to every script: press where it stands."""
    box = await form.locator("html > div").bounding_box()
    assert box is not None
    await form.mouse.click(box["x"] + 50, box["y"] + box["height"] - 30)


async def test_who_sits_at_the_browser_is_asked_in_the_page_and_says_that_it_is_done(
    form: Page, engine: HumanEngine, signs: list[str]
) -> None:
    acting = asyncio.ensure_future(engine.act(STEP))
    await asked(form)
    assert "Please fill in" not in await form.evaluate("document.documentElement.innerHTML")
    await press_done(form)
    assert (await asyncio.wait_for(acting, 10)).actions == 1
    assert signs
    await expect(form.locator("html > div")).to_have_count(0)


async def test_a_press_that_a_script_makes_up_is_no_answer(form: Page, engine: HumanEngine) -> None:
    acting = asyncio.ensure_future(engine.act(STEP))
    await asked(form)
    await form.evaluate("document.querySelector('html > div').click()")
    done, _ = await asyncio.wait({acting}, timeout=0.5)
    assert not done
    await engine.detach()
    with pytest.raises(EngineTrouble, match="detached"):
        await acting
    await expect(form.locator("html > div")).to_have_count(0)


async def test_a_changed_field_is_an_answer(form: Page, engine: HumanEngine) -> None:
    acting = asyncio.ensure_future(engine.act(STEP))
    await asked(form)
    await form.locator("#name").fill("Ünï € 日本")
    await form.locator("#name").blur()
    await asyncio.wait_for(acting, 10)


async def test_another_page_is_an_answer(form: Page, engine: HumanEngine) -> None:
    acting = asyncio.ensure_future(engine.act(STEP))
    await asked(form)
    await form.goto("data:text/html,<h1>Elsewhere</h1>")
    await asyncio.wait_for(acting, 10)


async def test_nobody_doing_it_within_a_minute_is_a_failure(
    form: Page, engine: HumanEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ghosthands.browser_host.engines.human.ACT_SECONDS", 0.5)
    with pytest.raises(EngineTrouble) as failed:
        await engine.act(STEP)
    assert failed.value.code == "human_timeout"
    await expect(form.locator("html > div")).to_have_count(0)


async def test_a_pages_own_policy_keeps_nobody_from_being_asked(form: Page, engine: HumanEngine) -> None:
    policy = "default-src 'none'; require-trusted-types-for 'script'"
    await form.route(
        "**/*",
        lambda route: route.fulfill(
            body="<h1>Strict</h1>", content_type="text/html", headers={"content-security-policy": policy}
        ),
    )
    await form.goto("http://strict.test/")
    acting = asyncio.ensure_future(engine.act(STEP))
    await asked(form)
    await press_done(form)
    await asyncio.wait_for(acting, 10)
