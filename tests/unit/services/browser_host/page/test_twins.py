"""Of the applications for several jobs that stand on one page, only that of the job asked for is sent."""

from __future__ import annotations

import pytest

from ghosthands.browser_host.page.inventory import RawControl
from ghosthands.browser_host.page.twins import JobForm, find_unasked


def application(*said: str, asked: tuple[str, ...] = ("Name", "Email")) -> JobForm:
    return JobForm(
        [RawControl("text", "#c", each, "", "", "", required=True, filled=False, reachable=True) for each in asked],
        said,
    )


@pytest.mark.parametrize(
    ("named", "unasked"),
    [
        ("driver at acme", {1, 3}),
        ("senior driver at acme", {1, 2}),
        ("careers at acme", {1, 2, 3}),
        ("driver and planner", {1, 2, 3}),
    ],
)
def test_the_job_that_the_page_names_best_is_asked_for(named: str, unasked: set[int]) -> None:
    said = {1: "planner", 2: "driver", 3: "senior driver"}
    forms = {("", number): application(text) for number, text in said.items()}
    assert find_unasked(forms, set(named.split())) == {("", number) for number in unasked}


@pytest.mark.parametrize(
    "forms",
    [
        [application("apply"), application("apply")],
        [application("planner"), application("questions", asked=("Name", "Email", "Message"))],
        [application("referee 1", asked=("City",)), application("referee 2", asked=("City",))],
        [application("planner")],
        [],
    ],
)
def test_forms_that_are_not_for_several_jobs_are_left(forms: list[JobForm]) -> None:
    assert not find_unasked({("", number): each for number, each in enumerate(forms)}, {"acme"})
