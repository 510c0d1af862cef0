"""Which system a page belongs to: its host first, then its marks."""

from __future__ import annotations

import pytest

from ghosthands import platforms

EXAMPLES = [(address, platform.name) for platform in platforms.ALL for address in platform.examples]


@pytest.mark.parametrize(("address", "name"), EXAMPLES)
def test_a_host_names_its_platform_and_no_other(address: str, name: str) -> None:
    assert platforms.detect(address, ()) == name
    assert [platform.name for platform in platforms.ALL if platform.serves(address)] == [name]


@pytest.mark.parametrize("address", ["careers.acme.example/jobs/1", "notgreenhouse.io.example/jobs/1"])
def test_what_no_platform_serves_is_generic(address: str) -> None:
    assert platforms.detect(address, ()) == platforms.GENERIC


def test_marks_name_the_platform_of_an_own_domain() -> None:
    assert platforms.detect("careers.acme.example/jobs/1", ("ashby",)) == "ashby"


def test_the_host_outweighs_the_marks() -> None:
    assert platforms.detect("jobs.lever.co/acme/1", ("ashby",)) == "lever"
