"""Plain forms that a server renders: every answer given, each is sent as it is, by itself and without a human."""

from __future__ import annotations

import pytest

from ghosthands.domain import ids
from ghosthands.domain.job import Phase
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import Lab, a_posting

from .conftest import HarmSite
from .rendered import FORMS, SUBMIT, form

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]


def serve(harm: HarmSite, name: str) -> str:
    """The address of the form's first page, each of whose steps is answered with the next."""
    rendered, last = FORMS[name]
    places = [f"/rendered-{name}"] + [f"/rendered-{name}/{step}" for step in range(1, len(rendered.pages) + 1)]
    for at, body in enumerate(rendered.pages):
        submit = SUBMIT.format(last if at == len(rendered.pages) - 1 else "Next")
        page = form(body, places[at + 1], submit, "Apply: Warehouse clerk")
        harm.made[places[at]] = page
        if at:
            harm.answers[places[at]] = (200, page)
    return f"http://127.0.0.1:{harm.port}{places[0]}"


@pytest.mark.parametrize("name", FORMS)
async def test_a_form_that_a_server_renders_is_sent_as_it_was_answered(lab: Lab, harm: HarmSite, name: str) -> None:
    rendered, _ = FORMS[name]
    job_id = await lab.apply(
        a_posting(),
        target_url=serve(harm, name),
        valet_user_id=ids.derived("rendered", name),
        profile=dict(JORDAN.profile),
        qa_answers=rendered.answers,
    )
    seen = await lab.until(job_id, lambda seen: seen.over or seen.asks)
    assert seen.phase is Phase.COMPLETED, seen
    sent = harm.applications(f"rendered-{name}")[-1].fields
    assert {key: sent.get(key) for key in rendered.expected} == rendered.expected
