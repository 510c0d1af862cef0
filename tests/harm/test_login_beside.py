"""A login that need not be got past is left alone: the application is reached as a guest, or by the link beside it.

Judged by what the server received.
"""

from __future__ import annotations

import pytest

from ghosthands.domain.codes import BlockerType
from ghosthands.domain.job import Phase
from ghosthands.testkit.lab import FollowedJob, Lab

from .applying import apply_to
from .conftest import HarmSite

pytestmark = pytest.mark.e2e

LOGIN = """<form method=post action="/{name}/login"><label>E-mail <input type=email name=user required></label>
<label>Password <input type=password name=password required></label><button>Sign in</button></form>"""
FORM = """<!doctype html><html lang=en><meta charset=utf-8><title>Apply: Clerk</title><h1>Apply: Clerk</h1>
<form method=post action="/{name}/sent"><label>First name <input name=first_name required></label>
<label>Last name <input name=last_name required></label><label>Email <input type=email name=email required></label>
<button type=submit>Submit application</button></form>"""


async def apply(lab: Lab, harm: HarmSite, name: str, title: str, beside: str) -> FollowedJob:
    """The job for a page of that title with a login and what stands beside it, once it asks or ended."""
    login = f"<section><h2>Returning applicants</h2>{LOGIN}</section>"
    page = f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title><h1>{title}</h1>{login}{beside}"
    harm.made[f"/{name}/form"] = FORM.format(name=name)
    return await apply_to(lab, harm, name, page.format(name=name))


@pytest.mark.parametrize(
    ("name", "title", "beside"),
    [
        ("guest-link", "Sign in", "<a href='/{name}/form'>Apply without an account</a>"),
        ("guest-button", "Sign in", """<button onclick="location='/{name}/form'">Continue as guest</button>"""),
        (
            "guest-form",
            "Clerk",
            """<h2>Continue as guest</h2><form method=post action="/{name}/sent">
            <label>Name <input name=full_name required></label>
            <label>E-mail <input type=email name=email required></label>
            <button>Continue</button></form>""",
        ),
        ("posting", "Warehouse clerk", "<p>We look for a clerk.</p><a href='/{name}/form'>Apply now</a>"),
    ],
)
async def test_an_application_is_sent_without_the_login_beside_its_link(
    lab: Lab, harm: HarmSite, name: str, title: str, beside: str
) -> None:
    seen = await apply(lab, harm, name, title, beside)
    assert seen.phase is Phase.COMPLETED, str(seen)
    assert [one.path for one in harm.applications(f"{name}/")] == [f"/{name}/sent"]


@pytest.mark.parametrize(
    ("name", "beside"),
    [
        ("browsing", "<a href='/{name}/form'>Browse jobs without registering</a>"),
        ("way-back", "<a href='/{name}/form'>Apply now</a>"),
    ],
)
async def test_a_page_of_a_login_is_not_left_by_a_link_that_may_lead_elsewhere(
    lab: Lab, harm: HarmSite, name: str, beside: str
) -> None:
    seen = await apply(lab, harm, name, "Sign in", beside)
    assert seen.asks, str(seen)
    assert seen.ask.code == BlockerType.LOGIN
    assert not harm.applications(f"{name}/")
