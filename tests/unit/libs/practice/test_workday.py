from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from ghosthands.practice.accounts import AccountAct
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


ACCOUNT = {"email": "Jordan@Example.com", "password": "correct horse", "verifyPassword": "correct horse", "agreed": "1"}


async def test_a_new_account_leads_to_the_application_and_is_the_companys_own(
    client: httpx.AsyncClient, desk: Desk
) -> None:
    made = await client.post(f"{POSTING.path}/account?login=1", data=ACCOUNT)
    assert (made.status_code, made.headers["location"]) == (303, f"{POSTING.path}/apply?login=1")
    assert "applyFlowPage" in (await client.get(f"{POSTING.path}/apply?login=1")).text
    assert "signInContent" in (await client.get("/workday/cobalt/jobs/1/apply?login=1")).text
    assert [each.problem for each in desk.accounts.of("acme", AccountAct.CREATE)] == [""]


@pytest.mark.parametrize(
    "changes",
    [
        {"email": "nobody"},
        {"verifyPassword": "another"},
        {"agreed": ""},
        {"password": "short", "verifyPassword": "short"},
    ],
)
async def test_an_account_that_is_not_as_it_should_be_is_not_made(
    client: httpx.AsyncClient, desk: Desk, changes: dict[str, str]
) -> None:
    answer = await client.post(f"{POSTING.path}/account", data={**ACCOUNT, **changes})
    assert "errorMessage" in answer.text
    assert desk.accounts.sign_in("acme", ACCOUNT["email"], ACCOUNT["password"])


async def test_an_address_has_one_account(client: httpx.AsyncClient, desk: Desk) -> None:
    desk.accounts.add("acme", "jordan@example.com", "another one")
    assert "errorMessage" in (await client.post(f"{POSTING.path}/account", data=ACCOUNT)).text


async def test_one_signs_in_with_the_right_password_alone(client: httpx.AsyncClient, desk: Desk) -> None:
    desk.accounts.add("acme", "jordan@example.com", "correct horse")
    wrong = await client.post(f"{POSTING.path}/sign-in?echo=1", data={**ACCOUNT, "password": "battery staple"})
    assert "errorMessage" in wrong.text
    assert "battery staple" in wrong.text
    assert (await client.post(f"{POSTING.path}/sign-in", data=ACCOUNT)).status_code == 303
    assert [bool(each.problem) for each in desk.accounts.of("acme", AccountAct.SIGN_IN)] == [True, False]
