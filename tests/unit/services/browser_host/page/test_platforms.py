"""Which system a page belongs to: its host first, then its marks."""

from __future__ import annotations

import pytest

from ghosthands.browser_host.page import platforms


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("job-boards.greenhouse.io/acme/jobs/1", "greenhouse"),
        ("boards.eu.greenhouse.io/embed/job_app", "greenhouse"),
        ("jobs.lever.co/acme/1/apply", "lever"),
        ("jobs.ashbyhq.com/acme/1/application", "ashby"),
        ("acme.wd5.myworkdayjobs.com/en-US/careers/job/1", "workday"),
        ("www.linkedin.com/jobs/view/1", "linkedin"),
        ("jobs.smartrecruiters.com/Acme/1", "smartrecruiters"),
        ("careers-acme.icims.com/jobs/1/job", "icims"),
        ("acme.taleo.net/careersection/2/jobapply.ftl", "taleo"),
        ("career5.successfactors.eu/career", "successfactors"),
        ("apply.workable.com/acme/j/1", "workable"),
        ("careers.acme.example/jobs/1", "generic"),
        ("notgreenhouse.io.example/jobs/1", "generic"),
    ],
)
def test_a_host_names_its_platform(address: str, name: str) -> None:
    assert platforms.detect(address, ()) == name


def test_marks_name_the_platform_of_an_own_domain() -> None:
    assert platforms.detect("careers.acme.example/jobs/1", ("ashby",)) == "ashby"


def test_the_host_outweighs_the_marks() -> None:
    assert platforms.detect("jobs.lever.co/acme/1", ("ashby",)) == "lever"
