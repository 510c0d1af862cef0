"""What a page is in a real Chromium: a form and which step of it, a wall, an error, or something else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from ghosthands.domain.page import (
    SURE,
    PageModel,
    PageType,
)

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]


#: more than a wall has to say
MUCH = "We build what millions rely on every day. " * 50

Open = Callable[[str], Awaitable[PageModel]]


@pytest.mark.parametrize(
    ("html", "step"),
    [
        ("<p>Step 1 of 2</p>", (1, 2)),
        ("<p>Page 2/5</p>", (2, 5)),
        ("<div><b>Step 3</b> of <b>4</b></div>", (3, 4)),
        ('<div role="progressbar" aria-valuemin="1" aria-valuenow="2" aria-valuemax="3">2</div>', (2, 3)),
        ('<ol><li>A</li><li aria-current="step">B</li><li>C</li></ol>', (2, 3)),
        ('<div role="progressbar" aria-valuemin="0" aria-valuenow="50" aria-valuemax="100">half</div>', None),
        ("<p hidden>Step 1 of 2</p>", None),
        ("<ol><li>step 1 of 3</li><li>step 2 of 3</li></ol>", None),
    ],
)
async def test_the_page_says_which_step_it_is(show: Open, html: str, step: tuple[int, int] | None) -> None:
    model = await show(f"{html}<input aria-label='Name'><button>Next</button>")
    assert (model.step and (model.step.current, model.step.total)) == step


@pytest.mark.parametrize(
    ("html", "kind"),
    [
        ("<h1>Thank you for applying</h1><p>We will be in touch.</p>", PageType.CONFIRMATION),
        ("<p>We have <b>received</b> your application.</p>", PageType.CONFIRMATION),
        ("<div role=dialog><h2>Application submitted</h2></div>", PageType.CONFIRMATION),
        ("<div hidden><h1>Thank you for applying</h1></div><p>Job</p>", PageType.OTHER),
        ("<p>Thank you for your interest in Acme.</p><a href='/apply' role=button>Apply now</a>", PageType.POSTING),
        ("<p>Once your application has been submitted, we reply.</p><a href='/apply'>Apply</a>", PageType.POSTING),
        ("<p>Percent of application completed 0%</p>", PageType.OTHER),
        (
            "<h1>Application submitted</h1><input aria-label=a><input aria-label=b><button>Submit</button>",
            PageType.FORM,
        ),
        ('<div class="confirmation"><h1>Your session has expired</h1></div>', PageType.ERROR),
        ("<p>This position has been filled.</p>", PageType.CLOSED),
        ("<p>We are no longer accepting applications for this job.</p>", PageType.CLOSED),
        (
            "<h1>Welder</h1><p>Sorry, this position has been filled and is no longer accepting applications.</p>"
            "<h2>Join our talent community</h2><label>Name <input></label><label>E-mail <input></label>"
            "<button>Join</button>",
            PageType.CLOSED,
        ),
        ("<p>Diese Stelle ist leider bereits besetzt.</p>", PageType.CLOSED),
        ("<p>Cette offre n'est plus disponible.</p>", PageType.CLOSED),
        ("<p>La vacante ya no está disponible.</p>", PageType.CLOSED),
        ("<p>Deze vacature is inmiddels vervuld.</p>", PageType.CLOSED),
        ("<h1>Something went wrong</h1>", PageType.ERROR),
    ],
)
async def test_a_page_is_what_it_shows(show: Open, html: str, kind: PageType) -> None:
    assert (await show(html)).page_type is kind


async def test_a_missing_page_is_closed_and_a_broken_server_an_error(see: Open) -> None:
    assert (await see("status/404")).page_type is PageType.CLOSED
    assert (await see("status/503")).page_type is PageType.ERROR


BOX = "width=304 height=78 srcdoc='box'"


@pytest.mark.parametrize(
    ("html", "walls"),
    [
        (f'<div class="g-recaptcha"><iframe {BOX}></iframe></div>', ["captcha"]),
        (f'<div class="h-captcha"><iframe {BOX}></iframe></div>', ["captcha"]),
        ('<div class="g-recaptcha" data-size="invisible" style="height: 90px">.</div>', []),
        (f'<div class="grecaptcha-badge"><div class="g-recaptcha"><iframe {BOX}></iframe></div></div>', []),
        (f'<div style="display: none"><div class="g-recaptcha"><iframe {BOX}></iframe></div></div>', []),
        (
            f'<div class="g-recaptcha"><iframe {BOX}></iframe></div>'
            '<textarea name="g-recaptcha-response">done</textarea>',
            [],
        ),
        ("<p>You will build our captcha and verify you are human.</p>", []),
        ('<div class="cf-turnstile" style="height: 65px">.</div>', []),
        ('<div id="challenge-running">Checking</div>', ["bot_check"]),
        ("<h1>Sign in</h1><input type=email><input type=password><button>Sign in</button>", ["login"]),
        ("<a href='/login'>Sign in</a>", []),
        ("<h1>Apply</h1>" + "<input aria-label=q>" * 8 + "<input type=password aria-label=p>", []),
        ("<input type=password hidden><a>Sign in</a>", []),
        ('<input autocomplete="one-time-code" aria-label="Code">', ["two_factor"]),
        ("<input maxlength=1>" * 6, ["two_factor"]),
        ("<div><span><input maxlength=1></span></div>" * 4, ["two_factor"]),
        ("<input maxlength=1><input maxlength=1><b>-</b><input maxlength=1><input maxlength=1>", ["two_factor"]),
        ("".join(f"<p>Digit {n} <input maxlength=1 id=otp-{n}></p>" for n in range(4)), ["two_factor"]),
        ("<p><label>Middle initial <input maxlength=1></label></p>" * 4, []),
        ("<label>Code <input name=loginOTPCode></label>", ["two_factor"]),
        ("<label>Your footprint <input name=carbon_footprint></label>", []),
        ("<label>Bots <input id=robotPolicy></label>", []),
        ('<div hidden><input id="security-input-0" maxlength=1></div>', []),
        ("<p>You reached today's Easy Apply limit.</p>", ["rate_limited"]),
    ],
)
async def test_walls_are_judged_by_what_is_seen_of_them(show: Open, html: str, walls: list[str]) -> None:
    model = await show(html)
    assert [wall.type for wall in model.blockers if wall.confidence >= SURE] == walls


@pytest.mark.parametrize(
    ("html", "types"),
    [
        ("<p>Too many requests. Please try again later.</p>", ["rate_limited"]),
        (f"<h1>Too many requests</h1><p>{MUCH}</p>", ["rate_limited"]),
        (f"<p>{MUCH}</p><div role=alert>Too many requests, come back in an hour.</div>", ["rate_limited"]),
        (f"<h1>Site reliability engineer</h1><p>{MUCH}</p><p>You keep us up amid too many requests.</p>", []),
    ],
)
async def test_a_page_that_speaks_of_too_many_requests_is_a_wall_where_it_says_little_else(
    show: Open, html: str, types: list[str]
) -> None:
    assert [wall.type for wall in (await show(html)).blockers] == types


async def test_a_status_429_is_a_wall(see: Open) -> None:
    assert [wall.type for wall in (await see("status/429")).blockers] == ["rate_limited"]


@pytest.mark.parametrize(
    ("html", "labels"),
    [
        (
            "<table><tr><th>School</th><th>From</th></tr><tr><td><input></td><td><input></td></tr>"
            "<tr><td><input></td><td><input></td></tr></table>",
            ["School", "From", "School", "From"],
        ),
        (
            "<table><tr><th></th><th>Name</th><th>Phone</th></tr>"
            "<tr><th>Mother</th><td><input></td><td><input></td></tr></table>",
            ["Mother Name", "Mother Phone"],
        ),
        (
            "<table><tr><td>City</td><td><input></td><td>State</td><td><input></td></tr></table>",
            ["City", "State"],
        ),
        (
            '<div><input><span class="field-label">City</span></div><div><input><i class="lbl">State</i></div>',
            ["City", "State"],
        ),
        ('<h2>Join</h2><div><input><span class="error">Invalid</span></div>', ["Join"]),
    ],
)
async def test_a_box_is_called_what_people_see_it_called(show: Open, html: str, labels: list[str]) -> None:
    assert [field.label for field in (await show(html)).fields] == labels
