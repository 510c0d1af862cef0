from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from ghosthands.practice.desk import Desk
from ghosthands.practice.families import stepwise
from ghosthands.practice.postings import Posting
from ghosthands.practice.profiles import ASA, JORDAN
from ghosthands.practice.switches import Switches

POSTING = Posting("stepwise", "borealis", 2001)
RESUME = {"resume": ("resume.pdf", JORDAN.resume(), "application/pdf")}

Answer = Callable[..., dict[str, str]]


@pytest.fixture
def second(answer: Answer) -> dict[str, str]:
    return answer(stepwise.make_second_form(Switches()))


async def started(client: httpx.AsyncClient, answer: Answer, query: str = "") -> str:
    """The second step's address, after a valid first one."""
    response = await client.post(f"{POSTING.path}{query}", data=answer(stepwise.FIRST))
    assert response.status_code == 303
    return response.headers["location"]


async def test_both_steps_together_are_one_application(
    client: httpx.AsyncClient, desk: Desk, answer: Answer, second: dict[str, str]
) -> None:
    step = await started(client, answer)
    assert "Step 2 of 2" in (await client.get(step)).text
    sent = await client.post(step, data=second, files=RESUME)
    page = await client.get(sent.headers["location"])
    assert "Thank you for applying" in page.text
    assert "<button" not in page.text
    [submission] = desk.ledger.submissions
    assert submission.received.first("full_name") == "Jordan Ellsworth"
    assert submission.received.first("salary") == "168000"


async def test_a_first_step_with_mistakes_comes_back_with_what_was_typed(
    client: httpx.AsyncClient, desk: Desk, answer: Answer
) -> None:
    values = answer(stepwise.FIRST, phone="415 555 0134", city="")
    response = await client.post(POSTING.path, data=values)
    assert response.status_code == 422
    assert "with its country code" in response.text
    assert 'value="Jordan Ellsworth"' in response.text
    assert desk.ledger.attempts[0].problems.keys() == {"phone", "city"}


async def test_a_revealed_question_is_insisted_on(client: httpx.AsyncClient, desk: Desk, answer: Answer) -> None:
    values = answer(stepwise.FIRST, ASA)
    del values["visa_status"]
    assert (await client.post(POSTING.path, data=values)).status_code == 422
    assert desk.ledger.attempts[0].problems.keys() == {"visa_status"}


async def test_a_second_step_with_mistakes_counts_nothing(
    client: httpx.AsyncClient, desk: Desk, answer: Answer, second: dict[str, str]
) -> None:
    step = await started(client, answer)
    response = await client.post(step, data={**second, "start_date": "1 February"}, files=RESUME)
    assert (response.status_code, len(desk.ledger.submissions)) == (422, 0)
    assert desk.ledger.attempts[0].applicant == "jordan.ellsworth@example.com"


async def test_a_second_post_of_the_same_draft_counts_again(
    client: httpx.AsyncClient, desk: Desk, answer: Answer, second: dict[str, str]
) -> None:
    step = await started(client, answer)
    for _ in range(2):
        await client.post(step, data=second, files=RESUME)
    assert len(desk.ledger.submissions) == 2


async def test_the_first_step_can_be_gone_back_to(client: httpx.AsyncClient, answer: Answer) -> None:
    first = (await started(client, answer)).removesuffix("2") + "1"
    assert 'value="Sacramento"' in (await client.get(first)).text
    again = await client.post(first, data=answer(stepwise.FIRST, city="Fresno"))
    assert again.headers["location"].endswith("/2")
    assert 'value="Fresno"' in (await client.get(first)).text


async def test_a_sent_draft_leads_to_its_confirmation(
    client: httpx.AsyncClient, answer: Answer, second: dict[str, str]
) -> None:
    step = await started(client, answer)
    await client.post(step, data=second, files=RESUME)
    assert (await client.get(step)).headers["location"].endswith("/thanks")


async def test_an_unsent_draft_has_no_confirmation(client: httpx.AsyncClient, answer: Answer) -> None:
    step = await started(client, answer)
    assert (await client.get(step.removesuffix("2") + "thanks")).headers["location"] == step


@pytest.mark.parametrize("page", ["1", "2", "thanks"])
async def test_an_unknown_draft_has_expired(client: httpx.AsyncClient, page: str) -> None:
    response = await client.get(f"{POSTING.path}/apply/nobody/{page}")
    assert response.status_code == 404
    assert "Your session has expired" in response.text


async def test_the_switches_follow_from_step_to_step(client: httpx.AsyncClient, answer: Answer) -> None:
    step = await started(client, answer, "?unknown=1&echo=1")
    assert step.endswith("?unknown=1&echo=1")
    page = (await client.get(step)).text
    assert "favourite colour of this team" in page
    assert "1420 Juniper Lane" in page


async def test_without_echo_the_second_step_repeats_nothing(client: httpx.AsyncClient, answer: Answer) -> None:
    page = (await client.get(await started(client, answer))).text
    assert "Ellsworth" not in page
