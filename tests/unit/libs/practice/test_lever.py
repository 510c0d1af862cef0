from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from ghosthands.practice.desk import Desk
from ghosthands.practice.families import lever
from ghosthands.practice.postings import Posting
from ghosthands.practice.profiles import JORDAN
from ghosthands.practice.switches import Switches

POSTING = Posting("lever", "acme", 4001)
RESUME = {"resume": ("resume.pdf", JORDAN.resume(), "application/pdf")}
PLACE = "Sacramento, California, United States"

Answer = Callable[..., dict[str, str]]


@pytest.fixture
def values(answer: Answer) -> dict[str, str]:
    form = lever.form(POSTING, Switches())
    return answer(form, name=JORDAN.name, location=PLACE, selectedLocation=PLACE)


async def test_an_application_is_sent_on_to_the_thanks(
    client: httpx.AsyncClient, desk: Desk, values: dict[str, str]
) -> None:
    sent = await client.post(f"{POSTING.path}/apply", data=values, files=RESUME)
    assert (sent.status_code, sent.headers["location"]) == (303, f"{POSTING.path}/thanks")
    assert "Application submitted!" in (await client.get(sent.headers["location"])).text
    assert len(desk.ledger.of(POSTING.key)) == 1


async def test_a_location_typed_and_not_picked_is_refused(
    client: httpx.AsyncClient, desk: Desk, values: dict[str, str]
) -> None:
    del values["selectedLocation"]
    refused = await client.post(f"{POSTING.path}/apply", data=values, files=RESUME)
    assert (refused.status_code, "choose a location from the list" in refused.text) == (422, True)
    assert f'value="{JORDAN.name}"' in refused.text
    assert desk.ledger.submissions == []


async def test_the_location_search_finds_what_was_typed(client: httpx.AsyncClient) -> None:
    found = await client.get(f"{POSTING.path}/places?text=london")
    assert [each["name"] for each in found.json()] == ["London, England, United Kingdom", "London, Ontario, Canada"]
