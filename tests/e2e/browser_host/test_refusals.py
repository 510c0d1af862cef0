"""What a page says against an application: each complaint is against a question or against the whole page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from ghosthands.domain.codes import BlockerType
from ghosthands.domain.page import ErrorKind, PageModel, PageType

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

Open = Callable[[str], Awaitable[PageModel]]

FORM = """
<div role="alert">{complaint}</div>
<label for="a">Name *</label><input id="a">
<label for="b">Company name</label><input id="b" value="Acme">
<label for="c">Country</label><select id="c"><option value="">Choose</option><option>Sweden</option></select>
<button>Submit application</button>
"""


def wrong(model: PageModel) -> dict[str, ErrorKind | None]:
    return {field.label: field.error for field in model.fields if field.error}


@pytest.mark.parametrize(
    ("complaint", "expected"),
    [
        (
            "<p>Your form needs corrections</p><ul><li>Missing entry for required field: Name</li></ul>",
            {"Name": ErrorKind.MISSING},
        ),
        ("<p>Error: The field Country is required and must have a value.</p>", {"Country": ErrorKind.MISSING}),
        ("<p>Company name is too long, at most 3 characters.</p>", {"Company name": ErrorKind.RANGE}),
        ("<p>Please name one country you have worked in.</p>", {}),
    ],
)
async def test_a_list_of_complaints_names_its_questions(
    show: Open, complaint: str, expected: dict[str, ErrorKind]
) -> None:
    model = await show(FORM.format(complaint=complaint))
    assert (wrong(model), model.page_error) == (expected, True)


async def test_what_is_refused_while_empty_is_missing_and_so_required(show: Open) -> None:
    model = await show(
        "<label for='a'>City</label><input id='a' aria-invalid='true' aria-describedby='n'>"
        "<span id='n' class='error'>Please enter a valid answer</span><button>Next</button>"
    )
    [field] = model.fields
    assert (field.error, field.required) == (ErrorKind.MISSING, True)


async def test_an_application_taken_for_spam_is_no_confirmation(show: Open) -> None:
    model = await show(
        "<div class='ashby-application-form-blocked-application-container'><h2>We couldn't submit your application."
        " Your application submission was flagged as possible spam.</h2></div>"
    )
    assert model.page_type is not PageType.CONFIRMATION
    assert [(wall.type, wall.evidence) for wall in model.blockers] == [(BlockerType.BOT_CHECK, "taken for spam")]


async def test_a_captcha_that_only_may_be_one_is_told_as_a_suspicion(show: Open) -> None:
    model = await show(
        "<label for='a'>Name</label><input id='a'><div class='cf-turnstile' style='width:300px;height:65px'>.</div>"
        "<button>Submit application</button>"
    )
    assert [(wall.type, wall.confidence < 0.8) for wall in model.blockers] == [(BlockerType.CAPTCHA, True)]
    assert model.page_type is PageType.FORM
