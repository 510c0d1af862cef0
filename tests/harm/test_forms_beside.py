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
THREE = """<!doctype html><html lang=en><meta charset=utf-8><title>Data Analyst</title><h1>Data Analyst</h1>
<h2>Refer a friend</h2><form method=post action="/{name}/refer"><label>Friend's first name <input name=ffn required>
</label><label>Friend's email <input name=fem type=email required></label><label>Your name <input name=yn required>
</label><button>Submit</button></form>
<h2>Apply for this job</h2><form method=post action="/{name}/sent"><label for=fn>First name *</label>
<input id=fn name=first_name required><label for=ln>Last name *</label><input id=ln name=last_name required>
<label for=em>Email *</label><input id=em name=email type=email required><button>{button}</button></form>
<h2>Contact us</h2><form method=post action="/{name}/contact"><label>Name <input name=n required></label>
<label>Email <input name=e required></label><label>Phone <input name=p></label>
<label>Message <textarea name=m required></textarea></label><button>Submit</button></form>"""


async def apply(lab: Lab, harm: HarmSite, name: str, page: str, button: str) -> str:
    harm.made[f"/{name}"] = page.format(name=name, button=button)
    return await lab.apply(
        a_posting(slug=name),
        target_url=f"http://127.0.0.1:{harm.port}/{name}",
        valet_user_id=ids.derived(name),
        profile=JORDAN.profile,
    )


async def test_the_button_of_another_form_is_not_pressed(lab: Lab, harm: HarmSite) -> None:
    seen = await lab.finished(await apply(lab, harm, "forms-beside", PAGE, "<button>Send</button>"))
    assert seen.phase is Phase.COMPLETED, str(seen)
    (sent,) = harm.applications("forms-beside")
    assert sent.path == "/forms-beside/sent"
    assert sent.fields["first_name"] == [JORDAN.profile["first_name"]]


async def test_nor_is_it_while_the_own_button_is_disabled(lab: Lab, harm: HarmSite) -> None:
    seen = await lab.asking(await apply(lab, harm, "forms-disabled", PAGE, "<button disabled>Send</button>"))
    assert not harm.applications("forms-disabled"), str(seen)


@pytest.mark.parametrize("button", ["Submit", "Continue"])
async def test_nothing_is_asked_for_or_sent_with_the_forms_around_it(lab: Lab, harm: HarmSite, button: str) -> None:
    name = f"forms-three-{button.lower()}"
    job_id = await apply(lab, harm, name, THREE, button)
    seen = await lab.until(job_id, lambda seen: seen.over or seen.asks)
    assert seen.phase is Phase.COMPLETED, str(seen)
    (sent,) = harm.applications(name)
    assert sent.path == f"/{name}/sent"
    assert sent.fields["last_name"] == [JORDAN.profile["last_name"]]
