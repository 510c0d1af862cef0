"""An application is sent by its own form's button, never by that of a form beside it. Judged by what the server got."""

from __future__ import annotations

import pytest

from ghosthands.domain import ids
from ghosthands.domain.job import Phase
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import Lab, a_posting

from .conftest import HarmSite

pytestmark = pytest.mark.e2e

PAGE = """<!doctype html><html lang=en><meta charset=utf-8><title>Apply</title><h1>Warehouse clerk</h1>
<aside><form method=post action="/{name}/alerts"><h3>Job alerts</h3><label>First name <input name=fn></label>
<label>Email <input name=em></label> <button>Sign up</button></form></aside>
<main><form method=post action="/{name}/sent"><label>First name <input name=first_name required></label>
<label>Last name <input name=last_name required></label> <label>Email <input type=email name=email required></label>
<label>Phone <input type=tel name=phone></label> {button}</form></main>
<footer><form method=post action="/{name}/contact"><label>Your message <textarea name=m></textarea></label>
<label>Email <input name=e></label> <button>Submit</button></form></footer>"""


async def apply(lab: Lab, harm: HarmSite, name: str, button: str) -> str:
    harm.made[f"/{name}"] = PAGE.format(name=name, button=button)
    return await lab.apply(
        a_posting(slug=name),
        target_url=f"http://127.0.0.1:{harm.port}/{name}",
        valet_user_id=ids.derived(name),
        profile=JORDAN.profile,
    )


async def test_the_button_of_another_form_is_not_pressed(lab: Lab, harm: HarmSite) -> None:
    seen = await lab.finished(await apply(lab, harm, "forms-beside", "<button>Send</button>"))
    assert seen.phase is Phase.COMPLETED, str(seen)
    (sent,) = harm.applications("forms-beside")
    assert sent.path == "/forms-beside/sent"
    assert sent.fields["first_name"] == [JORDAN.profile["first_name"]]


async def test_nor_is_it_while_the_own_button_is_disabled(lab: Lab, harm: HarmSite) -> None:
    seen = await lab.asking(await apply(lab, harm, "forms-disabled", "<button disabled>Send</button>"))
    assert not harm.applications("forms-disabled"), str(seen)
