"""What VALET's own code sends comes to a submitted application, once; a human is asked for what it did not say."""

from __future__ import annotations

import base64
import functools
import secrets
import uuid
from collections.abc import AsyncIterator, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from ghosthands.domain.human import AskKind
from ghosthands.domain.job import Phase
from ghosthands.practice import profiles
from ghosthands.practice.postings import Posting
from ghosthands.testkit import valet
from ghosthands.testkit.lab import TENANT, FollowedJob, Lab, a_posting, job_id_of

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

RESUME = profiles.JORDAN.resume()
#: what a person says of themselves where VALET's parser found nothing
KNOWN = {"First Name": "Grace", "Last Name": "Hopper", "Email": "grace@example.com", "Phone": "+1 212 555 0100"}
KINDS = tuple(valet.bodies(""))


class Quiet(SimpleHTTPRequestHandler):
    """Says nothing of what it serves."""

    def log_message(self, *_: Any) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def storage(open_folder: Path) -> Iterator[str]:
    """Where VALET keeps resumes."""
    folder = open_folder / "resumes"
    (folder / valet.USER).mkdir(parents=True)
    (folder / valet.USER / "resume.pdf").write_bytes(RESUME)
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
async def lab(open_folder: Path, storage: str) -> AsyncIterator[Lab]:
    """A stack that has VALET's storage, and one browser-host that has a sandbox's name."""
    environment = {"GHOSTHANDS_JOB_INTAKE_STORAGE_URL": storage, "GHOSTHANDS_BROWSER_HOST_HOST": valet.USER}
    async with Lab.start(open_folder / "valet-lab", environment=environment) as running:
        yield running


async def send(lab: Lab, posting: Posting, body: dict[str, Any]) -> dict[str, Any]:
    """The body, sent for somebody new; as it was sent."""
    task = f"task-{secrets.token_hex(6)}"
    mine = {"tenant": TENANT, "valet_task_id": task, "idempotency_key": task, "valet_user_id": str(uuid.uuid4())}
    sent = {**body, **mine, "target_url": lab.site.url(posting)}
    await lab.publish("job.requested", sent)
    return sent


async def helped(lab: Lab, sent: dict[str, Any], *, tried_anew: int = 0) -> FollowedJob:
    """The job at the end of its attempt; a human says what the form insists on and VALET did not."""
    job_id = job_id_of(sent)
    while True:
        seen = await lab.until(
            job_id, lambda seen: (seen.over or seen.asks) and len(seen.named("JobRetried")) == tried_anew, timeout=200
        )
        if seen.over:
            return seen
        asked = seen.ask
        assert asked.kind is AskKind.FIELDS, str(seen)
        await lab.publish("human.resolved", {"tenant": TENANT, "job_id": job_id, **await answer(lab, sent, asked)})
        await lab.until(job_id, lambda seen: not seen.asks)


async def answer(lab: Lab, sent: dict[str, Any], asked: Any) -> dict[str, Any]:
    """What a person answers who sees the questions."""
    told = await lab.told(
        sent["valet_task_id"], "status", lambda body: body.get("interaction", {}).get("request_id") == asked.request_id
    )
    fields = told["interaction"]["fields"]
    texts = {f["question_key"]: say(f) for f in fields if f["kind"] != "file"}
    if all(f["kind"] != "file" for f in fields):
        return {"resolution": "value", "values": texts}
    resume = {"content_base64": base64.b64encode(RESUME).decode(), "file_name": "resume.pdf"}
    return {"resolution": "value", "values": texts, "resume": resume}


def say(field: dict[str, Any]) -> str:
    return str(field["options"][0] if field["options"] else KNOWN.get(field["label"].strip(" *"), "Yes"))


def check_sent(lab: Lab, posting: Posting, seen: FollowedJob) -> dict[str, Any]:
    """It arrived once; with what."""
    assert seen.phase is Phase.COMPLETED, str(seen)
    (application,) = lab.site.ledger.of(posting.key)
    return {name: values[0] for name, values in application.received.values.items()}


@pytest.mark.heavy
async def test_where_nothing_was_parsed_a_human_says_it_and_gives_the_resume(lab: Lab) -> None:
    posting = a_posting()
    body = {**valet.bodies("")["nothing parsed"], "resume": {"storage_path": ""}}
    seen = await helped(lab, await send(lab, posting, body))
    values = check_sent(lab, posting, seen)
    assert (values["first_name"], values["email"]) == ("Grace", "grace@example.com")


async def test_what_was_parsed_badly_is_mended_and_sent(lab: Lab) -> None:
    posting, own = a_posting(), {"metadata": {"source": "valet"}, "tags": ["spring"]}
    profile = {
        "phone": "+1 212\x00 555 0100",
        "linkedin_url": "linkedin.com/in/ada",
        "years_of_experience": 7.5,
        "education": [{"institution": "Turin", "degree": "", "field": "", "graduation_year": 0}] * 14,
    }
    where = {"target_worker_id": valet.USER, "worker_affinity": "strict", "model": "qwen-72b", "quality": "copilot"}
    sent = await send(lab, posting, valet.application("", profile=profile, priority=99, **where, **own))
    seen = await helped(lab, sent)
    values = check_sent(lab, posting, seen)
    assert (values["first_name"], values["last_name"]) == ("Ada", "Lovelace King")
    last = await lab.told(sent["valet_task_id"], "status", lambda body: body["status"] == "completed")
    assert {name: last[name] for name in own} == own
    assert {each["field"]: each["code"] for each in last["mended"]} == {
        "platform": "left_out",
        "priority": "limited",
        "quality": "left_out",
        "profile.phone": "cleaned",
        "profile.linkedin_url": "scheme_added",
        "profile.years_of_experience": "rounded",
        "profile.education": "shortened",
        "profile.education.*.degree": "left_out",
        "profile.education.*.field": "left_out",
        "profile.education.*.graduation_year": "left_out",
    }


@pytest.mark.heavy
@pytest.mark.parametrize("kind", KINDS)
async def test_each_kind_of_request_comes_to_an_application(lab: Lab, kind: str) -> None:
    posting = a_posting()
    check_sent(lab, posting, await helped(lab, await send(lab, posting, valet.bodies("")[kind])))


async def test_a_job_that_was_cancelled_is_tried_anew_and_sent_once(lab: Lab) -> None:
    posting = a_posting()
    body = valet.application("", profile={"email": ""})
    sent = await send(lab, posting, body)
    job_id = job_id_of(sent)
    await lab.asking(job_id)
    await lab.cancel(job_id)
    assert (await lab.finished(job_id)).phase is Phase.CANCELLED
    await lab.publish("job.retry", {"tenant": TENANT, "job_id": job_id})
    seen = await helped(lab, sent, tried_anew=1)
    check_sent(lab, posting, seen)
    await lab.publish("job.retry", {"tenant": TENANT, "job_id": job_id})
    await lab.at_rest()
    told = [body for what, body in await lab.said(sent["valet_task_id"]) if what == "retry"]
    assert [(body["accepted"], body.get("code")) for body in told] == [(True, None), (False, "job_not_retryable")]
    assert lab.submissions(posting) == 1
