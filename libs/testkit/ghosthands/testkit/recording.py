"""Records jobs as streams: each way a job can end, run on a lab with real services and a real browser.

`python -m ghosthands.testkit.recording FOLDER [NAME ...]` runs the ways of those names, or all, and writes each job's
stream to FOLDER/NAME.jsonl. The human who never answers takes longest: five minutes.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from ghosthands.domain import ids, services
from ghosthands.domain.human import Resolution
from ghosthands.domain.session import SessionOpened
from ghosthands.messaging.server import streams
from ghosthands.messaging.wire import subjects
from ghosthands.practice import model_server
from ghosthands.practice.model_server import AnswerRule
from ghosthands.testkit import recorded
from ghosthands.testkit.lab import TENANT, FollowedJob, Lab, a_posting, job_id_of

#: seconds a way may take
PATIENCE = 600.0

#: jobs at the same time
AT_ONCE = 4

#: an address at which nothing listens
NOWHERE = "http://127.0.0.1:1/jobs/1"

#: the names and passwords for signing in, and a human's answer
MAKER, MAKERS_PASSWORD = "recorded@login.example", "correct horse battery staple"
KNOWN, PASSWORD, WRONG = "known@login.example", "the right one of the two", "the wrong one of the two"
ANSWER = "Norwegian blue"

#: values that no stream may contain
SECRETS = (MAKER, MAKERS_PASSWORD, KNOWN, PASSWORD, WRONG, ANSWER)

#: the scripted model's answer where a radio button takes only a double click
YES = AnswerRule(
    answer={
        "elements": [
            {"elementId": "{id}", "description": "the radio button Yes", "method": "doubleClick", "arguments": []}
        ]
    },
    text=r"\[(?P<id>\d+-\d+)\] radio: (?:Yes|%value%)",
    schema=("elements",),
)

#: its answers to the task of typing a name: the field, once, and then that all is done
TYPE = "Type the first name"
NAME = {"elementId": "{id}", "description": "First Name", "method": "fill", "arguments": ["%profile.first_name%"]}
TASK = (
    AnswerRule(
        answer={"elements": [NAME]},
        text=rf"{TYPE}.*Done so far: nothing.*\[(?P<id>\d+-\d+)\] textbox: First Name",
        schema=("elements",),
    ),
    AnswerRule(answer={"elements": []}, text=TYPE, schema=("elements",)),
)

#: a one-time code as a human reads it out; any of six digits is right
GIVEN_CODE = "482913"

#: runs a job and returns its id
Way = Callable[[Lab], Awaitable[str]]

WAYS: dict[str, Way] = {}


def way(act: Way) -> Way:
    """Register a way to an end, recorded under the function's name."""
    WAYS[act.__name__] = act
    return act


async def _resolve(lab: Lab, job_id: str, resolution: Resolution, **more: Any) -> None:
    """Answer as the human, once asked."""
    await lab.asking(job_id, timeout=PATIENCE)
    await lab.answer(job_id, resolution, **more)
    await lab.until(job_id, lambda seen: not seen.asks, timeout=PATIENCE)


@way
async def two_pages_submitted(lab: Lab) -> str:
    """Apply on a form of two pages without obstacles."""
    return await lab.apply(a_posting("stepwise"))


@way
async def step_let_go_and_submitted(lab: Lab) -> str:
    """Apply where the first of two pages is sent to the server; the second one shows that it arrived."""
    return await lab.apply(a_posting("stepwise"))


@way
async def dry_run_before_a_step(lab: Lab) -> str:
    """Apply as a dry run on such a form, which ends on the first page."""
    return await lab.apply(a_posting("stepwise"), dry_run=True)


@way
async def answered_and_submitted(lab: Lab) -> str:
    """Apply where only the applicant can answer a question, and they do."""
    job_id = await lab.apply(a_posting(), query="?unknown=1")
    asked = (await lab.asking(job_id, timeout=PATIENCE)).ask
    values = {field.question_key: ANSWER for field in asked.fields}
    await _resolve(lab, job_id, Resolution.VALUE, request_id=asked.request_id, values=values)
    return job_id


@way
async def account_made_and_submitted(lab: Lab) -> str:
    """Apply where the tenant wants an account first."""
    login = {"domain": "127.0.0.1", "username": MAKER, "password": MAKERS_PASSWORD}
    user = ids.derived("somebody who makes an account")
    return await lab.apply(a_posting("workday", "tenant-a"), query="?login=1", credentials=[login], valet_user_id=user)


@way
async def signed_in_with_the_humans_credentials_and_submitted(lab: Lab) -> str:
    """Apply where the stored password is wrong, and the human has the right one."""
    lab.site.desk.accounts.add("tenant-b", KNOWN, PASSWORD)
    wrong = {"domain": "127.0.0.1", "username": KNOWN, "password": WRONG, "create_account": False}
    user = ids.derived("somebody who signs in")
    job_id = await lab.apply(
        a_posting("workday", "tenant-b"), query="?login=1", credentials=[wrong], valet_user_id=user
    )
    await _resolve(lab, job_id, Resolution.CREDENTIALS, credentials={"username": KNOWN, "password": PASSWORD})
    return job_id


@way
async def cancelled_tried_anew_and_submitted_by_a_code(lab: Lab) -> str:
    """Apply where a code is wanted, cancel, retry, and let the human give the code."""
    job_id = await lab.apply(a_posting(), query="?code=1")
    await lab.asking(job_id, timeout=PATIENCE)
    await lab.cancel(job_id)
    await lab.finished(job_id, timeout=PATIENCE)
    await lab.publish("job.retry", {"tenant": TENANT, "job_id": job_id})
    await lab.until(job_id, lambda seen: seen.asks and bool(seen.named("JobRetried")), timeout=PATIENCE)
    await lab.answer(job_id, Resolution.CODE, code=GIVEN_CODE)
    await lab.until(job_id, lambda seen: seen.over and bool(seen.named("JobCompleted")), timeout=PATIENCE)
    return job_id


@way
async def browser_lost_and_submitted(lab: Lab) -> str:
    """Kill the browser once the job has left the first page."""
    job_id = await lab.apply(a_posting("stepwise"))
    seen = await lab.until(job_id, _on_the_second_page, timeout=PATIENCE)
    opened = next(event for event in seen.named("SessionOpened") if isinstance(event, SessionOpened))
    os.kill(opened.pid or 0, signal.SIGKILL)
    return job_id


def _on_the_second_page(seen: FollowedJob) -> bool:
    names = [one.name for one in seen.recorded]
    return "ActionSucceeded" in names and "PageObserved" in names[names.index("ActionSucceeded") :]


@way
async def escalated_and_submitted(lab: Lab) -> str:
    """Apply where our own hand cannot answer a question, but another engine can."""
    return await lab.apply(a_posting(), query="?stubborn=1")


@way
async def dry_run(lab: Lab) -> str:
    """Fill everything and send nothing."""
    return await lab.apply(a_posting(), dry_run=True)


@way
async def form_filled(lab: Lab) -> str:
    """Fill the form, as the job's only task."""
    return await lab.apply(a_posting(), job_type="fill_form")


@way
async def posting_scraped(lab: Lab) -> str:
    """Read what the posting says, in the shape of a schema."""
    properties = {"title": {"type": "string"}, "company": {"type": "string"}}
    return await lab.apply(a_posting(), job_type="scrape", output_schema={"type": "object", "properties": properties})


@way
async def task_done(lab: Lab) -> str:
    """Let an engine do a task in words; nothing is sent."""
    return await lab.apply(
        a_posting(), job_type="custom", task_description=TYPE, engine_version=1, execution_mode="ai_only"
    )


@way
async def unclear_then_sent(lab: Lab) -> str:
    """Apply where the site stores the application and answers with an error; the human knows that it arrived."""
    job_id = await lab.apply(a_posting(), query="?garbled=1")
    await _resolve(lab, job_id, Resolution.DONE)
    return job_id


@way
async def unclear_then_not_sent(lab: Lab) -> str:
    """Apply on the same site, where the human says that it did not arrive."""
    job_id = await lab.apply(a_posting(), query="?garbled=1")
    await _resolve(lab, job_id, Resolution.SKIP)
    return job_id


@way
async def closed_posting(lab: Lab) -> str:
    """Apply to a posting that is no longer open."""
    return await lab.apply(a_posting(), query="?closed=1")


@way
async def failed_after_retries(lab: Lab) -> str:
    """Apply on a site that cannot be reached, at any attempt."""
    return await lab.apply(a_posting(), target_url=NOWHERE)


@way
async def human_gave_up(lab: Lab) -> str:
    """Apply where a captcha appears, which the human skips."""
    job_id = await lab.apply(a_posting(), query="?captcha=1")
    await _resolve(lab, job_id, Resolution.SKIP)
    return job_id


@way
async def human_timed_out(lab: Lab) -> str:
    """Apply where a captcha appears, and nobody answers."""
    return await lab.apply(a_posting(), query="?captcha=1")


@way
async def asked_then_cancelled(lab: Lab) -> str:
    """Apply where a question is asked, and cancel instead of answering."""
    job_id = await lab.apply(a_posting(), query="?unknown=1")
    await lab.asking(job_id, timeout=PATIENCE)
    await lab.cancel(job_id)
    return job_id


@way
async def timed_out(lab: Lab) -> str:
    """Apply on a slow site that takes longer than the job may."""
    return await lab.apply(a_posting("workday", "tenant-c"), query="?slow=1", timeout_seconds=30)


@way
async def rejected(lab: Lab) -> str:
    """Request a job whose address no application can be sent to."""
    body = lab.request(a_posting(), target_url="ftp://jobs.example.com/1")
    await lab.publish("job.requested", body)
    return job_id_of(body)


# Recording


@asynccontextmanager
async def _lab() -> AsyncIterator[Lab]:
    """Start every service, a site, and a scripted model."""
    with tempfile.TemporaryDirectory() as state:
        os.chmod(state, 0o711)  # noqa: S103  users of Chromium and PostgreSQL pass through
        async with model_server.serve() as model:
            model.rules += [*TASK, YES]
            asks = {"GHOSTHANDS_MODEL_BASE_URL": model.base_url, "GHOSTHANDS_MODEL_API_KEY": "test"}
            by_service = {services.BROWSER_HOST: asks}
            async with Lab.start(Path(state) / "lab", by_service=by_service) as lab:
                yield lab


async def _recorded(lab: Lab, name: str, folder: Path, free: asyncio.Semaphore) -> None:
    async with free:
        job_id = await WAYS[name](lab)
        await lab.finished(job_id, timeout=PATIENCE)
    stored = await lab.bus.read_back(streams.EVENTS, subjects.job(job_id).subjects(), after=0)
    (folder / f"{name}.jsonl").write_text("\n".join(recorded.lines(stored)) + "\n", encoding="utf-8")
    print(f"recorded {name}", flush=True)  # noqa: T201  this is a command


async def record(folder: Path, names: Sequence[str]) -> None:
    """Run these ways, AT_ONCE at a time, and record them."""
    free = asyncio.Semaphore(AT_ONCE)
    async with _lab() as lab:
        recording = (_recorded(lab, name, folder, free) for name in names)
        results = await asyncio.gather(*recording, return_exceptions=True)
    for name, result in zip(names, results, strict=True):
        if isinstance(result, BaseException):
            print(f"not recorded: {name}: {result}")  # noqa: T201


if __name__ == "__main__":
    asyncio.run(record(Path(sys.argv[1]), sys.argv[2:] or list(WAYS)))
