"""A posting's address in its one spelling, whichever platform it is on and whoever embeds it."""

from __future__ import annotations

import pytest

from ghosthands.platforms.posting import canonical


@pytest.mark.parametrize(
    ("spelling", "one"),
    [
        ("https://jobs.lever.co/acme/1/apply?lever-source=x", "jobs.lever.co/acme/1?"),
        ("https://jobs.lever.co/acme/1/thanks", "jobs.lever.co/acme/1?"),
        ("https://jobs.ashbyhq.com/acme/1/application", "jobs.ashbyhq.com/acme/1?"),
        ("https://job-boards.greenhouse.io/acme/jobs/1/confirmation", "job-boards.greenhouse.io/acme/jobs/1?"),
        (
            "https://boards.greenhouse.io/embed/job_app?token=7&for=acme",
            "boards.greenhouse.io/embed/job_app?for=acme&token=7",
        ),
        ("https://www.acme.example/careers/?gh_jid=7&gh_src=x", "acme.example/careers?gh_jid=7"),
        (
            "https://acme.taleo.net/careersection/2/jobapply.ftl?job=7",
            "acme.taleo.net/careersection/2/jobapply.ftl?job=7",
        ),
        ("https://careers.acme.example/apply", "careers.acme.example?"),
    ],
)
def test_an_address_has_one_spelling(spelling: str, one: str) -> None:
    assert canonical(spelling) == one


@pytest.mark.parametrize("path", ["/apply/1", "/jobs/apply-now", "/jobs/1/APPLY"])
def test_only_a_last_part_that_is_a_forms_page_is_left_out(path: str) -> None:
    assert canonical(f"https://acme.example{path}") == f"acme.example{path}?"
