"""What a job asks is answered at the console, and jobs are cancelled and told to go on."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest

from ghosthands.contract.request import MAX_RESUME_BYTES
from ghosthands.domain.human import AskKind, HumanCame, HumanResolved, Resolution
from ghosthands.domain.job import EffectIntended, EffectKind, HumanRequested, JobFailed, SubmitUnclear
from ghosthands.domain.page import AccountForm, AccountPurpose, ButtonRole, FileInputModel, Locator
from ghosthands.domain.plan import Unanswered
from ghosthands.domain.questions import question_key
from ghosthands.domain.services import EXECUTOR
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.permissions import CLI, MIGRATION
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro
from ghosthands.messaging.work.micro import RequestRefused
from tests.integration.console.conftest import Visits
from tests.integration.services.conftest import Case

pytestmark = pytest.mark.integration


async def test_a_wait_is_answered_in_the_inbox_and_the_value_lies_in_the_vault_alone(
    operator: Any, case: Any, town: Any
) -> None:
    assert case.id in await operator.until("/", lambda text: case.id in text)
    question = await operator.get(f"/jobs/{case.id}/answer")
    assert "Why us?" in question.text
    secret = "Because of the people, truly."
    form = {"resolution": "value", f"value.{case.why}": secret}
    answer = await operator.post(f"/jobs/{case.id}/answer", **form)
    assert answer.status_code == 303
    resolved = (await case.until(HumanResolved)).event
    assert (resolved.resolution, resolved.answered) == (Resolution.VALUE, (case.why,))
    data = await town.vault.get_applicant_data(case.person, case.id)
    assert data.all_values()[f"answers.{case.why}"] == secret
    await operator.until("/", lambda text: case.id not in text)
    for path in ("/", "/jobs", f"/jobs/{case.id}", f"/jobs/{case.id}?view=events", f"/jobs/{case.id}/events.jsonl"):
        assert secret not in (await operator.get(path)).text
    assert "asks nothing now" in (await operator.post(f"/jobs/{case.id}/answer", **form)).text


async def test_a_file_is_chosen_in_the_inbox_and_lies_in_the_vault_as_it_was(
    operator: Any, case: Any, town: Any
) -> None:
    proof = FileInputModel(id="proof", locator=Locator("#proof"), label="Proof", accept_types=".png", required=True)
    page = msgspec.structs.replace(case.page, file_inputs=(proof,))
    case.model_ref = await town.host_vault.put_page(page)
    key, content = question_key("Proof"), bytes(range(256)) * 4096 + b"\r\n--x\r\n"
    await case.ask(fields=(Unanswered("proof", key),))
    path = f"/jobs/{case.id}/answer"
    shown = (await operator.get(path)).text
    assert ('type="file" accept=".png"' in shown, 'enctype="multipart/form-data"' in shown) == (True, True)
    form = {"resolution": "value"}
    refused = await operator.send_files(path, {f"file.{key}": ("cv.pdf", b"%PDF", "application/pdf")}, **form)
    assert "takes .png only" in refused.text
    huge = await operator.send_files(path, {f"file.{key}": ("a.png", bytes(2 * MAX_RESUME_BYTES), "image/png")}, **form)
    assert f"files may have {MAX_RESUME_BYTES} bytes together" in huge.text
    taken = await operator.send_files(path, {f"file.{key}": ("Größe.png", content, "image/png")}, **form)
    assert taken.status_code == 303
    assert (await case.until(HumanResolved)).event.answered == (key,)
    kept = (await town.vault.get_applicant_data(case.person, case.id)).file(f"files.{key}")
    assert (kept.data, kept.name, kept.media_type) == (content, "Größe.png", "image/png")


async def test_a_code_is_entered_in_the_inbox_and_lies_in_the_vault_for_its_host(
    operator: Any, case: Any, town: Any
) -> None:
    account = AccountForm(purpose=AccountPurpose.VERIFY, button="verify")
    page = msgspec.structs.replace(case.page, account=account)
    case.model_ref = await town.host_vault.put_page(page)
    await case.ask(kind=AskKind.BLOCKER, code="two_factor")
    path, secret = f"/jobs/{case.id}/answer", "482913"
    assert 'name="code"' in (await operator.get(path)).text
    assert "Send the code that was sent" in (await operator.post(path, resolution="code", code=" ")).text
    assert (await operator.post(path, resolution="code", code=secret)).status_code == 303
    assert (await case.until(HumanResolved)).event.resolution is Resolution.CODE
    given = (await town.vault.get_applicant_data(case.person, case.id)).code
    assert (given.host, given.code) == (urlsplit(case.page.url).hostname, secret)
    assert secret not in (await operator.get(f"/jobs/{case.id}/events.jsonl")).text


async def test_a_code_without_a_plain_place_for_it_is_entered_on_the_page(operator: Any, case: Any) -> None:
    await case.ask(kind=AskKind.BLOCKER, code="two_factor")
    question = (await operator.get(f"/jobs/{case.id}/answer")).text
    assert 'name="code"' not in question
    assert "I did it in the browser" in question


@pytest.mark.parametrize("page", ["answer", "takeover"])
async def test_who_opens_what_is_asked_has_a_browser_that_was_put_away_opened(
    operator: Any, case: Any, page: str
) -> None:
    for _ in range(2):
        assert (await operator.get(f"/jobs/{case.id}/{page}")).status_code == 200
    came = (await case.until(HumanCame)).event
    (asked,) = (event for event in await case.events() if isinstance(event, HumanRequested))
    assert came.request_id == asked.request_id


async def test_no_other_browser_is_opened_for_a_page_that_was_lost_before_it_told(operator: Any, town: Any) -> None:
    case = await Case(town).start()
    await case.ask(kind=AskKind.SUBMIT_UNCLEAR, code="browser_gone")
    question = (await operator.get(f"/jobs/{case.id}/answer")).text
    assert "Look at the applicant" in question
    page = (await operator.get(f"/jobs/{case.id}/takeover")).text
    assert "There is no live view" in page
    await operator.post(f"/jobs/{case.id}/answer", resolution="skip")
    await case.until(HumanResolved)
    assert not [event for event in await case.events() if isinstance(event, HumanCame)]


async def test_an_empty_answer_is_told_to_be_one_and_nothing_is_written(operator: Any, case: Any) -> None:
    answer = await operator.post(f"/jobs/{case.id}/answer", resolution="value")
    assert "Send a value for at least one of the fields asked" in answer.text
    assert 'class="question"' in answer.text
    assert len(await case.events()) == 2


async def test_a_guest_answers_their_job_by_its_link(visit: Visits, case: Any) -> None:
    guest = await visit().sign_in(case.id)
    await guest.post(f"/jobs/{case.id}/answer", resolution="skip")
    assert (await case.until(HumanResolved)).event.resolution is Resolution.SKIP


async def test_whether_it_was_submitted_is_asked_in_these_words_and_after_the_end_too(operator: Any, town: Any) -> None:
    case, at = await Case(town).start(), datetime.now(UTC)
    button: dict[str, Any] = {"button_id": "b", "button_role": ButtonRole.SUBMIT, "fingerprint": "f"}
    intent = EffectIntended(at=at, intent_id="i", kind=EffectKind.SUBMIT, **button)
    for event in (intent, SubmitUnclear(intent_id="i", at=at)):
        await case.say(EXECUTOR, event)
    await case.ask(kind=AskKind.SUBMIT_UNCLEAR)
    path = f"/jobs/{case.id}/answer"
    question = (await operator.get(path)).text
    assert [words in question for words in ("It was submitted", "It was not submitted", "Cancel the job")] == [
        True,
        True,
        False,
    ]
    assert "too late to cancel" in (await operator.post(f"/jobs/{case.id}/cancel")).text
    await case.say(EXECUTOR, JobFailed(at=at, code="hitl_timeout"))
    assert f'href="{path}">Was it submitted?' in (await operator.get(f"/jobs/{case.id}")).text
    assert "It was not submitted" in (await operator.get(path)).text
    assert (await operator.post(path, resolution="skip")).status_code == 303
    assert (await case.until(HumanResolved)).event.resolution is Resolution.SKIP


async def test_a_job_that_asks_nothing_has_no_link(visit: Visits, case: Any) -> None:
    guest = await visit().sign_in(case.id)
    await guest.post(f"/jobs/{case.id}/answer", resolution="skip")
    await case.until(HumanResolved)
    with pytest.raises(RequestRefused):
        await guest.link(case.id)
    with pytest.raises(RequestRefused):
        await micro.ask(case.town.buses[CLI], subjects.LINKS, b"[]", timeout=10)


async def test_a_job_is_cancelled_by_the_message_that_anybody_would_send(operator: Any, case: Any, town: Any) -> None:
    assert (await operator.post(f"/jobs/{case.id}/cancel")).status_code == 303
    sent = await town.buses[MIGRATION].read_back(streams.INTAKE, "job.cancel", after=0)
    assert msgspec.json.decode(sent[-1].data) == {"tenant": case.person.tenant, "job_id": case.id}


async def test_a_job_is_told_to_go_on_by_the_message_that_anybody_would_send(
    operator: Any, case: Any, town: Any
) -> None:
    assert f'action="/jobs/{case.id}/continue"' in (await operator.get(f"/jobs/{case.id}")).text
    message = "Field overrides:\r\nWhy us?: Because of the parrots"
    assert (await operator.post(f"/jobs/{case.id}/continue", message=message)).status_code == 303
    sent = await town.buses[MIGRATION].read_back(streams.INTAKE, "job.continue", after=0)
    said = {"tenant": case.person.tenant, "job_id": case.id, "message": message}
    assert msgspec.json.decode(sent[-1].data) == said


@pytest.mark.parametrize(("message", "status"), [("", 422), ("Just go on.", 409)])
async def test_what_does_not_bring_a_job_on_is_not_sent_and_says_why(
    operator: Any, case: Any, town: Any, message: str, status: int
) -> None:
    before = await town.buses[MIGRATION].read_back(streams.INTAKE, "job.continue", after=0)
    answer = await operator.post(f"/jobs/{case.id}/continue", message=message)
    assert (answer.status_code, "Not said" in answer.text) == (status, True)
    assert await town.buses[MIGRATION].read_back(streams.INTAKE, "job.continue", after=0) == before


async def test_a_job_that_goes_on_by_itself_shows_no_form_to_say_anything(operator: Any, town: Any, case: Any) -> None:
    begun = await Case(town).start()
    assert '<div class="say" hidden>' in (await operator.get(f"/jobs/{begun.id}")).text
    assert '<div class="say">' in (await operator.get(f"/jobs/{case.id}")).text
