"""A site or a script that takes long over a form: the page answers nothing meanwhile, and the browser is well."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ghosthands.browser_host.page import rest
from ghosthands.domain.plan import ActionKind

from .test_sent_once import fill_in

if TYPE_CHECKING:
    from conftest import House, Pages

pytestmark = pytest.mark.integration

HANGING = """<!doctype html><title>Apply</title><form><button type=button>Apply</button></form>
<script>document.querySelector("button").onclick = () => setTimeout(() => { for (;;); }, 300);</script>"""


@pytest.fixture(autouse=True)
def _soon_rested(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rest, "_SENDING_SECONDS", 1.0)


async def test_a_page_that_waits_for_its_site_is_waited_for(house: House, site: Pages) -> None:
    browser = await house.at(site.url("/form"))
    model = await fill_in(browser)
    site.stuck.add("/sent")
    await browser.press(model, model.buttons[0].id, ActionKind.SUBMIT)
    assert (await browser.answers(2.0), await browser.wait_for_page()) == (False, True)


async def test_a_page_whose_script_stands_still_is_waited_for_too(house: House, site: Pages) -> None:
    site.html["/hangs"] = HANGING
    browser = await house.at(site.url("/hangs"))
    model = await browser.observe()
    await browser.press(model, model.buttons[0].id, ActionKind.NEXT)
    assert (await browser.answers(2.0), await browser.wait_for_page()) == (False, True)
