from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from ghosthands.practice.desk import Desk
from ghosthands.practice.families import greenhouse
from ghosthands.practice.postings import Posting
from ghosthands.practice.profiles import JORDAN
from ghosthands.practice.switches import Switches

POSTING = Posting("greenhouse", "acme", 1001)
RESUME = {"resume": ("resume.pdf", JORDAN.resume(), "application/pdf")}

Answer = Callable[..., dict[str, str]]


@pytest.fixture
def values(answer: Answer) -> dict[str, str]:
    return answer(greenhouse.form(POSTING, Switches()))


async def test_a_complete_application_is_counted_and_sent_on(
    client: httpx.AsyncClient, desk: Desk, values: dict[str, str]
) -> None:
    response = await client.post(POSTING.path, data=values, files=RESUME)
    assert (response.status_code, response.json()) == (201, {"confirmationPath": f"{POSTING.path}/confirmation"})
    [submission] = desk.ledger.submissions
    assert submission.application == f"{POSTING.key}/jordan.ellsworth@example.com"
    assert submission.received.uploads["resume"].size == len(JORDAN.resume())


async def test_every_post_counts(client: httpx.AsyncClient, desk: Desk, values: dict[str, str]) -> None:
    for _ in range(2):
        await client.post(POSTING.path, data=values, files=RESUME)
    assert len(desk.ledger.submissions) == 2


async def test_an_incomplete_application_is_refused_with_its_problems(
    client: httpx.AsyncClient, desk: Desk, values: dict[str, str]
) -> None:
    response = await client.post(POSTING.path, data={**values, "email": "nowhere"})
    assert response.status_code == 422
    assert set(response.json()["errors"]) == {"email", "resume"}
    assert (len(desk.ledger.submissions), len(desk.ledger.attempts)) == (0, 1)


async def test_a_robot_in_the_honeypot_is_refused(
    client: httpx.AsyncClient, desk: Desk, values: dict[str, str]
) -> None:
    response = await client.post(POSTING.path, data={**values, "personal_site": "x"}, files=RESUME)
    assert "spam" in response.json()["errors"][""]
    assert desk.ledger.submissions == []


async def test_an_empty_file_input_is_no_resume(client: httpx.AsyncClient, values: dict[str, str]) -> None:
    response = await client.post(POSTING.path, data=values, files={"resume": ("", b"")})
    assert list(response.json()["errors"]) == ["resume"]


async def test_the_unknown_question_is_required_where_it_is_asked(
    client: httpx.AsyncClient, values: dict[str, str]
) -> None:
    asked = f"{POSTING.path}?unknown=1"
    name = greenhouse.make_question_id(POSTING, 5)
    assert "favourite colour of this team" in (await client.get(asked)).text
    assert list((await client.post(asked, data=values, files=RESUME)).json()["errors"]) == [name]
    assert (await client.post(asked, data={**values, name: "green"}, files=RESUME)).status_code == 201


async def test_with_echo_the_problems_repeat_every_value(client: httpx.AsyncClient, values: dict[str, str]) -> None:
    sent = {**values, "email": "nowhere"}
    errors = (await client.post(f"{POSTING.path}?echo=1", data=sent, files=RESUME)).json()["errors"]
    assert "“nowhere”" in errors["email"]
    assert all(part in errors[""] for part in ("Jordan", "Ellsworth", "+1 415 555 0134", "resume.pdf"))


async def test_with_echo_the_confirmation_repeats_what_was_sent(
    client: httpx.AsyncClient, values: dict[str, str]
) -> None:
    await client.post(f"{POSTING.path}?echo=1", data=values, files=RESUME)
    page = (await client.get(f"{POSTING.path}/confirmation?echo=1")).text
    assert "Thank you for applying" in page
    assert all(part in page for part in ("Jordan", "Ellsworth", "resume.pdf"))


async def test_without_echo_the_confirmation_repeats_nothing(client: httpx.AsyncClient, values: dict[str, str]) -> None:
    await client.post(POSTING.path, data=values, files=RESUME)
    assert "Ellsworth" not in (await client.get(f"{POSTING.path}/confirmation")).text


def test_no_two_postings_share_the_id_of_a_question() -> None:
    other = Posting("greenhouse", "acme", 1002)
    assert greenhouse.make_question_id(POSTING, 1) != greenhouse.make_question_id(other, 1)
