"""Nothing leaves early: what a page sends by itself of what was filled in is held outside the page's reach, and told.

Judged by what the server received. A page may try whatever it likes; the values it has are this applicant's own.
"""

from __future__ import annotations

import asyncio
import base64
import gzip
import json
from typing import Any
from urllib.parse import unquote_plus

import pytest

from ghosthands.domain.codes import Stuck
from ghosthands.domain.human import Resolution
from ghosthands.domain.job import Phase
from ghosthands.domain.requests import Hand, RequestHeld, RequestPassed
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

from .conftest import HarmSite, Sent
from .hostile import HOSTILE, LESSER, SERVICE_WORKER, SHARED_WORKER, Hostile

pytestmark = pytest.mark.e2e

#: what every run tries; the others are for `make test-harm`
SAMPLE = {"fetch-later", "request-submit", "service-worker", "guard-found"}
VALUES = [str(JORDAN.profile[key]) for key in ("first_name", "last_name", "email")]


def held(names: dict[str, Hostile]) -> list[Any]:
    return [pytest.param(name, marks=() if name in SAMPLE else pytest.mark.heavy) for name in names]


def readings(one: Sent) -> str:
    """What the server can make of it."""
    body = gzip.decompress(one.body) if one.body[:2] == b"\x1f\x8b" else one.body
    text = body.decode("utf-8", "replace")
    texts = [unquote_plus(one.path), text, unquote_plus(text)]
    texts.append(bytes(byte ^ 0xA5 for byte in body).decode("utf-8", "replace"))
    for part in (text, *text.split("."), *_strings(body)):
        try:
            texts.append(base64.b64decode(part).decode())
        except ValueError:
            continue
    if b"\\u" in body:
        texts.append(body.decode("unicode_escape"))
    return "\n".join(texts)


def _strings(body: bytes) -> list[str]:
    try:
        return [str(one) for one in json.loads(body).values()]
    except (ValueError, AttributeError):
        return []


def leaked(harm: HarmSite, name: str) -> list[Sent]:
    """What the server received that carries most of the applicant."""
    mine = [one for one in harm.requests if one.path.startswith((f"/{name}/", f"/{name}?"))]
    return [one for one in mine if sum(value in readings(one) for value in VALUES) >= 2]


async def visit(lab: Lab, harm: HarmSite, name: str, page: Hostile, **changes: Any) -> FollowedJob:
    """The job when it asks or ended, and the page had its time."""
    harm.made[f"/{name}"] = page.html(name)
    harm.made[f"/{name}/worker.js"], harm.made[f"/{name}/shared.js"] = SERVICE_WORKER, SHARED_WORKER
    address = f"http://127.0.0.1:{harm.port}/{name}"
    job_id = await lab.apply(a_posting(slug=name), target_url=address, profile=JORDAN.profile, **changes)
    seen = await lab.until(job_id, lambda seen: seen.over or seen.asks)
    await asyncio.sleep(0.5)
    return seen


def held_of(seen: FollowedJob) -> list[RequestHeld]:
    return [event for event in seen.named("RequestHeld") if isinstance(event, RequestHeld)]


@pytest.mark.parametrize("name", held(HOSTILE))
async def test_a_page_cannot_send_by_itself_what_was_filled_in(name: str, lab: Lab, harm: HarmSite) -> None:
    seen = await visit(lab, harm, name, HOSTILE[name], dry_run="steps")  # judged as in a real run, nobody is asked
    assert seen.phase is Phase.COMPLETED, str(seen)
    assert leaked(harm, name) == [], str(seen)
    assert held_of(seen) or HOSTILE[name].wait or not HOSTILE[name].told, str(seen)  # one that waits may come too late


@pytest.mark.heavy
@pytest.mark.parametrize("name", list(LESSER))
async def test_lesser_parts_pass_and_are_told(name: str, lab: Lab, harm: HarmSite) -> None:
    seen = await visit(lab, harm, name, LESSER[name])
    assert seen.phase is Phase.COMPLETED, str(seen)
    told = [event for event in seen.named("RequestPassed") if isinstance(event, RequestPassed)]
    assert [(one.hand, one.values) for one in told if not one.most] == [(Hand.PAGE, 1)], str(seen)
    assert [one.hand for one in told if one.most] == [Hand.OURS], str(seen)
    (sent,) = leaked(harm, name)
    assert (sent.method, sent.path) == ("POST", f"/{name}/sent")


async def test_what_is_held_is_asked_about_and_our_own_press_sends_it_once(lab: Lab, harm: HarmSite) -> None:
    name = "held-then-sent"
    seen = await visit(lab, harm, name, HOSTILE["fetch-json"], valet_task_id=f"task-{name}")
    assert seen.ask.code == Stuck.REQUEST_HELD, str(seen)
    await lab.at_rest()
    told = [body["interaction"] for what, body in await lab.said(f"task-{name}") if "interaction" in body][-1]
    assert told["request"] == {
        "method": "POST",
        "address": f"127.0.0.1/{name}/sent",
        "fields": ["First name", "Last name", "Email", "Phone"],
        "others": 0,
        "file": False,
    }
    assert held_of(seen), str(seen)
    assert leaked(harm, name) == [], str(seen)
    await lab.answer(seen.job.id, Resolution.DONE)
    seen = await lab.finished(seen.job.id)
    assert seen.phase is Phase.COMPLETED, str(seen)
    (sent,) = [one for one in leaked(harm, name) if one.method == "POST"]
    assert sent.fields["email"] == [JORDAN.profile["email"]]
