"""No personal value outside the vault: five jobs on a site that repeats everything, then every byte is searched."""

from __future__ import annotations

import asyncio
import zipfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import msgspec
import pytest
from search import Leak, Search, leaves, unmistakable

from ghosthands.cli import bundle
from ghosthands.domain import services
from ghosthands.domain.human import Resolution
from ghosthands.domain.job import Phase
from ghosthands.domain.page import PageType
from ghosthands.messaging.server import streams
from ghosthands.practice import profiles
from ghosthands.practice.accounts import AccountAct
from ghosthands.testkit.collector import Collector
from ghosthands.testkit.lab import Lab, a_posting, job_id_of

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

PARROT = "Norwegian blue, with a hint of Kingsley"
FILE_NAME = "curriculum-of-ellsworth.pdf"
LOGIN = {
    "name": "ellsworth.signs.in@login.example",
    "password": "correct horse battery staple",
    "wrong": "incorrect mule accumulator",
    "elsewhere": "for quite another place",
    "for everybody": "of the whole top level",
}


@pytest.fixture(scope="module")
async def collector() -> AsyncIterator[Collector]:
    async with Collector().listening() as listening:
        yield listening


@pytest.fixture(scope="module")
async def lab(open_folder: Path, collector: Collector) -> AsyncIterator[Lab]:
    """A stack that has seen one job complete, one fail, one be refused, one wait, one log in, and a message it could
    not read.
    """
    tracing = {services.PROJECTOR: {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url}}
    async with Lab.start(open_folder / "leaks", by_service=tracing) as running:
        await _complete(running)
        await _fail(running)
        await _refuse(running)
        await _wait(running)
        await _log_in(running)
        yield running


def _request(
    lab: Lab, query: str, applicant: profiles.SampleApplicant = profiles.JORDAN, **changes: Any
) -> dict[str, Any]:
    body = lab.request(a_posting("stepwise"), applicant, query=query, **changes)
    body["resume"]["file_name"] = FILE_NAME
    return body


async def _complete(lab: Lab) -> None:
    body = _request(lab, "?echo=1&unknown=1")
    await lab.publish("job.requested", body)
    job_id = job_id_of(body)
    asked = (await lab.asking(job_id)).ask
    values = {asked.fields[0].question_key: PARROT}
    await lab.answer(job_id, values=values, request_id=asked.request_id)
    seen = await lab.finished(job_id)
    assert seen.phase is Phase.COMPLETED, seen


async def _fail(lab: Lab) -> None:
    body = _request(lab, "?echo=1&login=1", profiles.ASA)
    await lab.publish("job.requested", body)
    job_id = job_id_of(body)
    asked = (await lab.asking(job_id)).ask
    await lab.answer(job_id, Resolution.SKIP, request_id=asked.request_id)
    seen = await lab.finished(job_id)
    assert seen.phase is Phase.FAILED, seen


async def _refuse(lab: Lab) -> None:
    body = _request(lab, "?echo=1", priority=11, browser_mode=profiles.JORDAN.profile["email"])
    await lab.publish("job.requested", body)
    seen = await lab.until(job_id_of(body), lambda seen: seen.job.ended)
    assert seen.phase is Phase.REJECTED
    body = _request(lab, "?echo=1", valet_user_id=f"\0{profiles.JORDAN.profile['email']}")
    await lab.publish("job.requested", body)
    assert (await lab.until(job_id_of(body), lambda seen: seen.job.ended)).phase is Phase.REJECTED
    await lab.publish("job.requested", f'{{"profile": "{profiles.JORDAN.profile["email"]}", broken'.encode())


async def _wait(lab: Lab) -> None:
    wrong_phone = {**profiles.ASA.profile, "phone": "0701740605123"}
    body = _request(lab, "?echo=1", profiles.ASA, profile=wrong_phone)
    await lab.publish("job.requested", body)
    seen = await lab.asking(job_id_of(body), timeout=200)
    assert seen.phase is Phase.WAITING, seen


async def _log_in(lab: Lab) -> None:
    """With a wrong password, which the page repeats, and then with a human's."""
    posting = a_posting("workday", slug="leaks")
    lab.site.desk.accounts.add(posting.slug, LOGIN["name"], LOGIN["password"])
    wrong = {"domain": "127.0.0.1", "username": LOGIN["name"], "password": LOGIN["wrong"], "create_account": False}
    refused = [{**wrong, "domain": "com", "password": LOGIN["for everybody"]}]
    nowhere = lab.request(posting, query="?login=1&echo=1", credentials=refused, browser_mode="nobody's")
    await lab.publish("job.requested", nowhere)
    body = lab.request(posting, query="?login=1&echo=1", credentials=[wrong])
    await lab.publish("job.requested", body)
    job_id = job_id_of(body)
    await lab.asking(job_id)
    given = {"username": LOGIN["name"], "password": LOGIN["password"]}
    elsewhere = {**given, "domain": "login.example", "password": LOGIN["elsewhere"]}
    await lab.answer(job_id, Resolution.CREDENTIALS, credentials=elsewhere)
    await lab.answer(job_id, Resolution.CREDENTIALS, credentials=given)
    seen = await lab.until(job_id, lambda seen: seen.job.page is not None and seen.job.page.page_type is PageType.FORM)
    assert len([one for one in lab.site.desk.accounts.of(posting.slug, AccountAct.SIGN_IN) if not one.problem]) == 1, (
        seen
    )
    await lab.cancel(job_id)
    await lab.finished(job_id)


@pytest.fixture(scope="module")
def search() -> Search:
    people = [applicant.request() for applicant in profiles.APPLICANTS]
    said = {"parrot": PARROT, "file name": FILE_NAME, "phone": "0701740605123", **LOGIN}
    names = {f"name of {applicant.name[0]}": applicant.name for applicant in profiles.APPLICANTS}
    found = {f"{index}{path}": text for index, person in enumerate(people) for path, text in leaves(person)}
    return Search({**unmistakable(found.items()), **said, **names})


async def _everything(lab: Lab, search: Search) -> AsyncIterator[Leak]:
    """Every leak there is, wherever bytes are left."""
    async for where, content in _streams(lab):
        for leak in search.look(where, content):
            yield leak
    async for where, content in _tables(lab):
        for leak in search.look(where, content):
            yield leak
    async with httpx.AsyncClient(headers={"Authorization": f"Bearer {lab.stack.metrics_token}"}) as client:
        for service in services.SERVICES:
            answer = (await client.get(f"{lab.stack.metrics_url(service)}/metrics")).raise_for_status()
            for leak in search.look(f"metrics of {service}", answer.content):
                yield leak
    for leak in _files(lab, search):
        yield leak


def _files(lab: Lab, search: Search) -> Iterator[Leak]:
    """Logs, and what NATS and PostgreSQL keep on the disk."""
    for folder in (lab.stack.state.logs, lab.stack.state.nats, lab.stack.state.postgres):
        yield from search.look_in_files(folder)


async def _streams(lab: Lab) -> AsyncIterator[tuple[str, bytes]]:
    """Every message of every stream, buckets included: subject, headers and payload."""
    for stream in streams.STREAMS:
        for message in await lab.operator.read_back(stream.name, ">", after=0):
            head = "\n".join([message.subject, *(f"{key}: {value}" for key, value in message.headers.items())])
            yield f"{stream.name} {message.sequence}", head.encode() + b"\n" + message.data


async def _tables(lab: Lab) -> AsyncIterator[tuple[str, bytes]]:
    """Every row of every table."""
    connection = await asyncpg.connect(lab.stack.database_url)
    names = await connection.fetch(
        "select schemaname, tablename from pg_tables where schemaname not in ('pg_catalog', 'information_schema')"
    )
    for schema, table in names:
        for row in await connection.fetch(f'select t::text as row from "{schema}"."{table}" t'):
            yield f"{schema}.{table}", row["row"].encode()
    await connection.close()


async def test_nothing_personal_lies_outside_the_vault(lab: Lab, search: Search) -> None:
    found = {f"{leak.what} in {leak.where}" async for leak in _everything(lab, search)}
    assert not found, "\n".join(sorted(found))


async def test_nothing_personal_is_in_the_traces(lab: Lab, search: Search, collector: Collector) -> None:
    await collector.until(lambda: len(collector.received) >= 5)
    leaks = (leak for body in collector.received for leak in search.look("a trace", body))
    assert not {leak.what for leak in leaks}


async def test_nothing_personal_and_no_secret_is_in_what_is_given_to_who_helps(
    lab: Lab, search: Search, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GHOSTHANDS_STATE_DIR", str(lab.stack.state.path))
    names = await asyncio.to_thread(bundle.write, tmp_path / "bundle.zip", [])
    kept = [*msgspec.json.decode(lab.stack.state.secrets_file.read_bytes())["nats_passwords"].values()]
    secrets = Search({f"secret {number}": secret for number, secret in enumerate(kept)})
    with zipfile.ZipFile(tmp_path / "bundle.zip") as archive:
        texts = {name: archive.read(name) for name in names}
    assert {"streams.json", "tables.json", "metrics/planner.txt", "logs/planner.log"} <= texts.keys()
    assert b"ghosthands_messages_total" in texts["metrics/planner.txt"]
    assert b"GH_EVENTS" in texts["streams.json"]
    found = {leak for name, text in texts.items() for one in (search, secrets) for leak in one.look(name, text)}
    assert not found


async def test_no_event_was_too_bad_for_the_tables(lab: Lab) -> None:
    connection = await asyncpg.connect(lab.stack.database_url)
    parked = await connection.fetch("select subject, code from gh.parked_events")
    await connection.close()
    assert parked == []


def _in_an_address(text: str) -> str:
    return text.replace("@", "%40")


async def test_the_search_sees_every_place(lab: Lab) -> None:
    """What is certainly there is found, so a clean search means something."""
    host = "127.0.0.1"
    found = {leak.where.split()[0] async for leak in _everything(lab, Search({"host": host}))}
    assert {"GH_EVENTS", "gh.jobs", "gh.events"} <= found
    assert any(where.endswith(".log") for where in found)


@pytest.mark.parametrize(
    "disguise", [str, *(pytest.param(one, marks=pytest.mark.heavy) for one in (str.upper, _in_an_address))]
)
async def test_a_planted_leak_is_found(lab: Lab, search: Search, disguise: Any) -> None:
    log_file = lab.stack.state.log_file("planner")
    with log_file.open("a", encoding="utf-8") as log:
        size = log.tell()
        log.write(f'{{"event": "planted", "who": "{disguise(str(profiles.JORDAN.profile["email"]))}"}}\n')
    try:
        assert {leak.where for leak in _files(lab, search)} == {str(log_file)}
    finally:
        with log_file.open("r+b") as log:
            log.truncate(size)
