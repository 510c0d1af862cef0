"""`ghosthands live`: a signed link to a job's browser, and turning that live view on and off."""

from __future__ import annotations

import asyncio
import uuid
from datetime import UTC, datetime, timedelta

import httpx
import msgspec

from ghosthands import stack
from ghosthands.chassis import grants
from ghosthands.chassis.grants import Doorplate, Right
from ghosthands.cli import console
from ghosthands.cli.client import Client, connect, use_running
from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.lookup import find_history
from ghosthands.domain.codes import SessionLoss
from ghosthands.domain.doubts import has_page, word_doubt
from ghosthands.domain.job import Phase, open_request
from ghosthands.domain.session import SessionLost, SessionOpened
from ghosthands.messaging.log import states
from ghosthands.messaging.server.jetstream import Outgoing
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import History

#: seconds for a request to the live views' server
ASKING_SECONDS = 30.0
#: seconds for a browser that was put away or lost to open again: there may be a queue
REOPENING_SECONDS = 90.0

_NOT_SERVED = "no live views are served here; GHOSTHANDS_BROWSER_HOST_LIVE turns them on, and doctor says what is wrong"


async def run(target: str, *, view_only: bool, on: bool | None, as_json: bool) -> None:
    """Print the link. Raises Stop(USAGE) for an unknown job or session, Stop(NO) where there is no live view."""
    async with connect(await use_running()) as client:
        session_id = await _find_session(client, target)
    plate = grants.doorplate(stack.StateDir(stack.default_path()).browsers / grants.PLATE)
    if plate is None:
        raise Stop(Exit.NO, _NOT_SERVED)
    is_on = await _is_on(plate, session_id, on)
    if not is_on and on is not False:
        raise Stop(Exit.NO, f"the live view of this session is turned off; on again: ghosthands live {target} --on")
    link = plate.link(session_id, Right.VIEW if view_only else Right.CONTROL) if is_on else None
    if as_json:
        until = datetime.now(UTC) + timedelta(seconds=grants.LINK_SECONDS)
        console.emit({"session_id": session_id, "on": is_on, "link": link, "open_until": until if link else None})
    elif link is not None:
        console.out.print(link, soft_wrap=True)
    else:
        console.out.print("the live view is turned off")


async def _find_session(client: Client, target: str) -> str:
    """Return the job's open session; a whole id that is no job's is taken for a session's."""
    if _is_whole(target) and not (await client.events.load(subjects.job(target))).recorded:
        return target
    history = await find_history(client, target)
    job = states.job_of(history)
    if (ask := open_request(job)) is not None and not has_page(ask.code):
        raise Stop(Exit.NO, f"{word_doubt(ask.code, ask.status)}: another would show the form, not what became of it")
    if job.browser.session is None and job.phase is Phase.WAITING and job.request is not None:
        return await _reopen(client, history, job.request.tenant)
    opened = states.session_of(history).session
    if opened is None:
        raise Stop(Exit.NO, "this job has no browser open now")
    return opened.session_id


async def _reopen(client: Client, history: History, tenant: str) -> str:
    """Open the browser again that was put away or lost, and return its session. Raises Stop."""
    job_id, last = history.aggregate.id, history.last_sequence
    console.tell(f"its browser {_word_loss(history)}; opening another where it was …")
    async with client.events.follow(history.aggregate) as feed:
        await client.bus.publish(Outgoing("human.came", msgspec.json.encode({"tenant": tenant, "job_id": job_id})))
        try:
            async with asyncio.timeout(REOPENING_SECONDS):
                while True:
                    for recorded in await feed.next(REOPENING_SECONDS):
                        if isinstance(recorded.event, SessionOpened) and recorded.sequence > last:
                            return recorded.event.session_id
        except TimeoutError:
            raise Stop(Exit.NO, f"its browser was not opened within {REOPENING_SECONDS:g} s") from None


def _word_loss(history: History) -> str:
    """Return what became of the job's last browser: only one that a long wait ended was put away."""
    reasons = [event.reason for event in history.events if isinstance(event, SessionLost)]
    return "was put away while it waited" if reasons[-1:] == [SessionLoss.PUT_AWAY] else "was lost"


async def _is_on(plate: Doorplate, session_id: str, wanted: bool | None) -> bool:
    """Whether the session can be seen, after turning it on or off if `wanted`. Raises Stop."""
    token = plate.grants.token(session_id, Right.MANAGE, seconds=ASKING_SECONDS)
    door = f"{plate.local_url}/live/{token}"
    try:
        async with httpx.AsyncClient(trust_env=False, timeout=ASKING_SECONDS) as client:
            if wanted is None:
                answer = await client.get(f"{door}/state")
            else:
                answer = await client.post(f"{door}/switch", json=wanted)
    except httpx.HTTPError:
        raise Stop(Exit.UNAVAILABLE, _NOT_SERVED) from None
    if answer.status_code == httpx.codes.NOT_FOUND:
        raise Stop(Exit.USAGE, f"no session {session_id} is open on this machine; those there are: ghosthands sessions")
    return bool(answer.json()["on"])


def _is_whole(target: str) -> bool:
    try:
        return str(uuid.UUID(target)) == target
    except ValueError:
        return False
