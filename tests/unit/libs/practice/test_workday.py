from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from ghosthands.practice.desk import Desk
from ghosthands.practice.families import workday
from ghosthands.practice.postings import Posting
from ghosthands.practice.profiles import JORDAN
from ghosthands.practice.switches import Switches

POSTING = Posting("workday", "acme", 3001)
RESUME = {"resume": ("resume.pdf", JORDAN.resume(), "application/pdf")}

#: what a form calls by another name than the profile
OWN = {
    "name--legalName--firstName": "Jordan",
    "name--legalName--lastName": "Ellsworth",
    "country--country": "US",
    "address--city": "Sacramento",
    "address--countryRegion": "CA",
    "address--postalCode": "95814",
    "phoneNumber--phoneNumber": "+1 415 555 0134",
    "workExperience-1--jobTitle": "Senior Software Engineer",
    "workExperience-1--companyName": "Larkspur Logistics",
    "workExperience-1--startDate": "03/2020",
    "education-1--schoolName": "University of Oregon",
    "education-1--degree": "4",
    "primaryQuestionnaire--3": "02/01/2027",
}

Answer = Callable[..., dict[str, str]]


@pytest.fixture
def values(answer: Answer) -> dict[str, str]:
    return answer(workday.form(POSTING, Switches()), **OWN)


async def test_every_step_is_checked_before_the_next(client: httpx.AsyncClient, desk: Desk) -> None:
    answer = await client.post(f"{POSTING.path}/steps/2", data={"education-1--degree": "99"})
    assert answer.status_code == 422
    assert answer.json()["errors"]["education-1--degree"] == "Choose one of the options."
    assert "resume" in answer.json()["errors"]
    assert desk.ledger.submissions == []


async def test_a_whole_application_counts(client: httpx.AsyncClient, desk: Desk, values: dict[str, str]) -> None:
    for step in range(1, 6):
        checked = await client.post(f"{POSTING.path}/steps/{step}", data=values, files=RESUME)
        assert (checked.status_code, checked.json()) == (200, {})
    assert (await client.post(f"{POSTING.path}/submit", data=values, files=RESUME)).status_code == 201
    [submission] = desk.ledger.of(POSTING.key)
    assert submission.applicant == JORDAN.profile["email"]


@pytest.mark.parametrize("written", ["2027-02-01", "2/1/2027", "13/01/2027", "02/30/2027"])
async def test_a_date_is_written_as_the_spin_buttons_write_it(
    client: httpx.AsyncClient, values: dict[str, str], written: str
) -> None:
    values["primaryQuestionnaire--3"] = written
    answer = await client.post(f"{POSTING.path}/steps/3", data=values)
    assert list(answer.json()["errors"]) == ["primaryQuestionnaire--3"]


async def test_a_tenant_that_wants_an_account_asks_for_it_after_the_posting(client: httpx.AsyncClient) -> None:
    assert "adventureButton" in (await client.get(f"{POSTING.path}?login=1")).text
    account = (await client.get(f"{POSTING.path}/apply?login=1")).text
    assert "createAccountSubmitButton" in account
    assert "applyFlowPage" not in account
