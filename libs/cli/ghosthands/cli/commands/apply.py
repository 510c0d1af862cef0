"""`ghosthands apply`, `fill`, `scrape` and `task`: one job, watched to its end.

On a stack that runs already the job outlives the watching. On a stack started for it, nothing would finish the job
later, so an unfinished one is cancelled when the command ends. Jobs that an earlier, killed stack had left unfinished
go on with the new one: the command says so, and follows them as far as they go without a human.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from ghosthands import stack
from ghosthands.chromium import environment, tigervnc
from ghosthands.cli import asking, chronicle, console, drained, dry_run, own_stack, turns
from ghosthands.cli.client import Client, FoundStack, connect
from ghosthands.cli.commands.show import find_open_question
from ghosthands.cli.credentials import read_credentials
from ghosthands.cli.display import choose_display
from ghosthands.cli.earlier import find_earlier, is_second, was_sent_since
from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.questions import Question, read_data, read_labels
from ghosthands.cli.requests import derive_job_id, make_request, read_profile
from ghosthands.cli.watching import JobWatch, list_unfinished, stop, tell_troubles, watch
from ghosthands.cli.ways_on import show_doubt, show_ways_on
from ghosthands.contract.browser import LOOPBACK, find_port
from ghosthands.contract.request import DRY_STEPS
from ghosthands.domain import services
from ghosthands.domain.errors import GhostHandsError
from ghosthands.domain.job import HumanRequested, Phase, SubmissionState
from ghosthands.messaging.clock import utc_now

#: seconds for a job to stop, or to learn the outcome of its submission, before its stack ends
STOPPING = 20.0
#: the setting of the ports at which users' browsers may be driven
OPERATOR_PORTS = "GHOSTHANDS_BROWSER_HOST_OPERATOR_PORTS"
#: the field of a request that allows a second application to a posting
ALLOWING = "allow_duplicate"
#: the note on a dry run with steps
_MAY_KEEP = "the site may keep a draft of what its fields look up, of uploads, and of the steps before the last"

#: told to whoever stops an application that may have been sent
_TOO_LATE = "too late to stop: its submission has begun"


@dataclass
class Application:
    """A `job.requested` message, and its job's events as they come."""

    body: Mapping[str, Any]
    seen: JobWatch
    #: the question it waited with when nobody here could answer
    asked: Question | None = None
    #: a dry run's questions in words, by their key
    labels: Mapping[str, str] = field(default_factory=dict)
    #: the data read from a page
    data: Any = None
    #: the first application, where this one was refused as a second
    earlier: JobWatch | None = None


async def run(
    url: str,
    profile: Path | None,
    *,
    resume: Path | None,
    options: Mapping[str, Any],
    as_json: bool,
    credentials: Path | None = None,
) -> None:
    """Apply, on the stack that runs here or on one of our own. Raises Stop with the job's exit code."""
    applicant = read_profile(profile) if profile else {}
    logins = {"credentials": read_credentials(credentials)} if credentials else {}
    body = make_request(url, applicant, resume=resume, **logins, **options)
    application = Application(body, JobWatch(derive_job_id(body)))
    if body.get("dry_run") == DRY_STEPS:
        console.tell(f"before it: {_MAY_KEEP}")
    stays = await turns.take_turn(partial(_apply_on, application), partial(_apply_on_our_own, application))
    files = {"resume": resume.name} if resume else {}
    would_send = _list_what_would_be_sent(application, {**applicant, "files": files})
    if as_json:
        _emit(application, would_send)
    else:
        _show(application, would_send, stays=stays)
    _end(application, stays=stays)


def _check_display(application: Application, found: FoundStack | None) -> None:
    """Raise Stop(USAGE) where a window is asked for and none can be shown."""
    if not application.body.get("headed"):
        return
    if tigervnc.missing() is None:
        return  # it gets a desktop of its own, which `live` shows
    if not environment.has_display(os.environ if found is None else _make_environment(found)):
        whose = "there is none" if found is None else "the stack that runs here has none"
        mend = f"start it where DISPLAY is set (or under `xvfb-run -a`), {tigervnc.MEND}, or leave --headed away"
        raise Stop(Exit.USAGE, f"--headed needs a display and {whose}: {mend}")


async def _check_address(application: Application) -> None:
    """Raise Stop(NO) where a stack of our own would refuse the address: it need not be started for that."""
    from ghosthands.chassis import networks, settings

    try:
        await networks.check(application.body["target_url"], allowed=own_stack.read_allowed_hosts())
    except networks.AddressRefused as error:
        raise Stop(Exit.NO, f"this is refused: {error}") from error
    except settings.SettingsInvalid:
        return  # which is told when the stack is started


def _make_environment(found: FoundStack) -> Mapping[str, str]:
    """Return the environment that the stack's services were started with; empty for a stack elsewhere."""
    if isinstance(found, stack.StackElsewhere):
        return {}
    content = Path(f"/proc/{found.record.supervisor.pid}/environ").read_text(errors="replace")
    return dict(entry.partition("=")[::2] for entry in content.split("\0"))


async def _apply_on(application: Application, running: FoundStack) -> None:
    _check_display(application, running)
    async with connect(running) as client:
        try:
            await _follow(client, application)
        except asyncio.CancelledError:
            console.tell(f"the job goes on   ghosthands show {application.seen.short_id}")
            console.tell(f"stop it           ghosthands cancel {application.seen.short_id}")
            raise


def _allow_own_browser(application: Application) -> Mapping[str, str]:
    """Return the setting by which our own stack may drive the browser that the command names; empty without one."""
    url = application.body.get("cdp_url") or ""
    port = find_port(url)
    if port is None or urlsplit(url).hostname not in LOOPBACK or OPERATOR_PORTS in os.environ:
        return {}
    return {OPERATOR_PORTS: str(port)}


async def _apply_on_our_own(application: Application) -> None:
    """Start a stack, apply, stop the stack. Raises Stop(INTERRUPTED) when a signal ended that early."""
    _check_display(application, None)
    await _check_address(application)
    is_through, since = False, utc_now()

    async def on_stack(started: stack.Supervisor) -> None:
        nonlocal is_through
        async with connect(started) as client:
            left = [one for one in await list_unfinished(client) if one.job.id != application.seen.job.id]
            for one in left:
                console.tell(f"job {one.short_id} was left unfinished, and goes on")
            try:
                await _follow(client, application)
                is_through = True
            finally:
                await _leave_nothing(client, application.seen)
            await _see_through(client, left)
            await _take_sent(client, application, since)

    starting = "no stack runs here: starting one for this application …"
    one_browser = {"GHOSTHANDS_BROWSER_HOST_REPLACE_SPARES": "false", **_allow_own_browser(application)}
    config = stack.StackConfig(extra_env={services.BROWSER_HOST: one_browser}, stays=False)
    try:
        await own_stack.run(config, on_stack, starting=starting)
    except asyncio.CancelledError:  # a Ctrl-C before the stack hears of signals
        console.tell(_word_interruption(application.seen.job.phase))
        raise
    if not is_through and application.seen.job.phase is not Phase.COMPLETED:
        raise Stop(Exit.INTERRUPTED, _word_interruption(application.seen.job.phase))


def _word_interruption(phase: Phase) -> str:
    if phase is Phase.NEW:
        return "interrupted before the application was begun"
    if phase is Phase.CANCELLED:
        return "interrupted: the application was cancelled, nothing was sent"
    return f"interrupted: the application is {phase}, and would go on when a stack runs here again (ghosthands up)"


async def _follow(client: Client, application: Application) -> None:
    seen = application.seen
    with choose_display() as shown:
        seen.hear(shown.job(f"job {seen.short_id}"))
        await client.publish("job.requested", application.body)
        at_browser, if_drained = asking.ask_at_browser(seen), drained.tell_changes(client, seen)
        if_troubled = tell_troubles(client)

        async def on_silence() -> None:
            at_browser()
            if_troubled()
            await if_drained()

        await watch(client, seen, on_ask=asking.ask_at_terminal(client, seen, shown), on_silence=on_silence)
    application.asked = await find_open_question(client, seen)
    requested = seen.job.request
    if application.body.get("dry_run") and requested is not None:
        application.labels = await read_labels(client, seen.job)
    if seen.job.data.extracted and requested is not None:
        application.data = await read_data(client, requested)
    if is_second(seen):
        application.earlier = await find_earlier(client, application.body)


async def _see_through(client: Client, left: Sequence[JobWatch]) -> None:
    """Follow the jobs that an earlier stack had left to their end, or to a question, and print the outcome."""
    for one in left:
        console.tell(f"seeing job {one.short_id} through; Ctrl-C leaves it as it is …")
        try:
            await watch(client, one)
        except (Stop, GhostHandsError) as error:  # the application's own result is still reported
            console.tell(f"job {one.short_id} is followed no further: {error}", style="yellow")
            return
        state = f"is {one.job.phase}" if one.ask is None else _word_wait(one.ask)
        console.tell(f"job {one.short_id} {state}; submission: {one.job.effects.submission}")


def _word_wait(ask: HumanRequested) -> str:
    due = (ask.at + timedelta(seconds=ask.timeout_seconds)).astimezone()
    return f"waits for a human until {due:%H:%M:%S}, to be answered on a stack that stays (ghosthands up)"


async def _take_sent(client: Client, application: Application, since: datetime) -> None:
    """Put the earlier, unfinished application in place of the second one it blocked, once it is sent.

    It may have been sent before this command saw that it was unfinished.
    """
    if application.earlier is None:
        return
    application.earlier = first = await find_earlier(client, application.body)
    if first is None or not was_sent_since(first, since):
        return
    if not application.body.get(ALLOWING):  # the first one does not satisfy a request for a second
        console.tell(f"job {first.short_id} was the application to this posting, and has been sent")
        application.seen, application.earlier = first, None


async def _leave_nothing(client: Client, seen: JobWatch) -> None:
    """Stop an unfinished job; follow one whose submission has begun for a while."""
    if seen.over:
        return
    is_late = _is_past_stopping(seen)
    if not seen.job.ended:
        console.tell(_TOO_LATE if is_late else "stopping the application …")
    with suppress(TimeoutError, Stop, GhostHandsError):
        async with asyncio.timeout(STOPPING):
            await stop(client, seen)
            if not is_late and _is_past_stopping(seen):
                console.tell(_TOO_LATE)
            await watch(client, seen)


def _is_past_stopping(seen: JobWatch) -> bool:
    """Whether the job's submission has begun, so that it is not cancelled any more."""
    return seen.job.effects.submission is not SubmissionState.NONE


def _list_what_would_be_sent(
    application: Application, applicant: dry_run.Applicant
) -> list[dry_run.DryRunField] | None:
    """Return a dry run's rows; None for any other run."""
    if not application.body.get("dry_run"):
        return None
    return dry_run.list_fields((one.event for one in application.seen.recorded), applicant, application.labels)


def _emit(application: Application, would_send: list[dry_run.DryRunField] | None) -> None:
    seen = application.seen
    told, lines = chronicle.summarise(seen.job.id, seen.recorded), chronicle.tell_timeline(seen.recorded)
    rows: dict[str, Any] = {}
    if would_send is not None:
        rows = {"would_send": would_send, "open_questions": dry_run.count_open(would_send)}
    if seen.job.data.extracted:
        rows["data"] = application.data
    waits_for = application.asked if seen.ask is not None else None
    if application.asked is not None and waits_for is None:
        rows["asked"] = application.asked
    console.emit({"summary": told, "timeline": lines, "waits_for": waits_for, **rows})


def _show(application: Application, would_send: list[dry_run.DryRunField] | None, *, stays: bool) -> None:
    seen = application.seen
    told = chronicle.summarise(seen.job.id, seen.recorded)
    if would_send and not told.reasons:
        dry_run.show(would_send)
    console.show_summary(told)
    if application.data is not None:
        console.emit(application.data)
    if application.body.get("dry_run") == DRY_STEPS:
        console.out.print(f"   {_MAY_KEEP}", markup=False)
    if would_send and not told.reasons and (count := dry_run.count_open(would_send)):
        console.out.print(f"   {dry_run.word_open(count)}", style="yellow", markup=False)
    show_doubt(seen)
    if application.asked is None:
        return
    if stays:
        asking.tell(application.asked, console.out)
        show_ways_on(application.asked, seen)
    else:
        asking.tell_unanswered(application.asked, console.out)


def _end(application: Application, *, stays: bool) -> None:
    """Raise Stop with the exit code of a job that did not complete."""
    if application.seen.job.phase is Phase.COMPLETED:
        return
    if application.asked is None:
        raise Stop(Exit.NO)
    if stays:
        raise Stop(Exit.NEEDS_HUMAN)
    if application.seen.ask is not None:  # its submission had begun, so it was not stopped
        raise Stop(Exit.NEEDS_HUMAN, f"it {_word_wait(application.seen.ask)}")
    seconds = application.seen.job.accepted_request.human_timeout_seconds
    message = f"nobody is here to answer, so it was stopped; on a stack that stays (ghosthands up) it waits {seconds} s"
    raise Stop(Exit.NO, message)
