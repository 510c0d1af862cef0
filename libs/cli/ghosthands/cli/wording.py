"""Events in words: a short phrase each, total and pure; codes and keys, never a person's value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ghosthands.domain import applicant, human, job, plan, recipe, session
from ghosthands.domain.message import Event
from ghosthands.domain.provider import ProviderName

#: a job that has asked for a session and has none yet
QUEUED = "waits for a free browser"

NOTHING_KNOWN: Mapping[str, str] = {}

#: why a job failed, in words
FAILURES: Mapping[str, str] = {
    "bot_check": "the site wants to know that a person is there, and nobody told it",
    "adspower_denied": "AdsPower did not let us in: check the API key in GHOSTHANDS_BROWSER_HOST_ADSPOWER_API_KEY_FILE",
    "adspower_no_kernel": "AdsPower lacks the browser its profile wants: download it in AdsPower, then apply again",
    "adspower_no_profile": "AdsPower has no profile that may be used: see GHOSTHANDS_BROWSER_HOST_ADSPOWER_PROFILES",
    "adspower_not_configured": "no AdsPower is configured here: set GHOSTHANDS_BROWSER_HOST_ADSPOWER_URL",
    "adspower_paid_plan": "AdsPower's plan does not include its Local API",
    "adspower_quota": "AdsPower opens no more profiles today",
    "adspower_unavailable": "AdsPower did not answer, several times over: is it running, and on this machine?",
    "browser_crashed": "the browser ended again and again",
    "browser_unavailable": "no browser could be started: see `ghosthands doctor`",
    "captcha": "a captcha stands before the form, and nobody took care of it",
    "closed": "the posting takes no applications any more",
    "crash_loop": "the job brought its executor down again and again",
    "credentials_refused": "the site did not let the credentials in, and nobody gave others",
    "element_not_found": "a field or button was gone when it was needed, several times over",
    "hitl_timeout": "a human was asked and did not answer in time",
    "internal_error": "an error of ours, several times over: see the logs",
    "job_closed": "the posting takes no applications any more",
    "login": "the site wants a login first, and nobody took care of it or gave credentials",
    "network_error": "the page could not be loaded, several times over",
    "no_way_on": "the form shows no button that leads on, and nobody knew one",
    "not_a_page": "the address leads to a file, not to a page",
    "not_submitted": "its submission was unclear, and a human said that it was not sent",
    "operator_not_allowed": "your browser's address is on no host of GHOSTHANDS_BROWSER_HOST_OPERATOR_HOSTS",
    "operator_unreachable": "your browser was not reached: start it with --remote-debugging-port, give its --cdp-url",
    "page_error": "the form would not be taken, without a word on what is wrong, and nobody knew better",
    "page_too_large": "the page asks more than any application does",
    "page_unreadable": "the page could not be read, several times over",
    "private_target": "the page leads into a private network",
    "rate_limited": "the site asks to come back later",
    "submit_unclear": "it may have been sent or not, and nobody knew",
    "timeout": "the time for the job was up",
    "two_factor": "the site wants a code sent to the applicant, and nobody entered it",
    "unexpected_page": "an unexpected page came, and nobody knew what to do",
    "validation_error": "the form refused what was filled in, and nobody knew better",
}


def describe(event: Event, actions: Mapping[str, str] = NOTHING_KNOWN) -> str:
    """The event in a few words, empty where its name says all.

    `actions` maps the ids of actions to what they are about, which the events of their outcome do not repeat.
    """
    if outcome := _OUTCOMES.get(type(event)):
        return outcome(event, actions)
    words = _WORDS.get(type(event))
    return words(event) if words else ""


def _succeeded(event: session.ActionSucceeded, actions: Mapping[str, str]) -> str:
    return f"{actions.get(event.action_id, '')} in {event.took_ms} ms".lstrip()


def _verified(event: session.ActionVerified, actions: Mapping[str, str]) -> str:
    how = f", tier {event.tier}" if event.tier else ""
    return f"{actions.get(event.action_id, event.field_id[:8])} in {event.took_ms} ms{how}"


def _failed(event: session.ActionFailed, actions: Mapping[str, str]) -> str:
    return f"{actions.get(event.action_id, event.target[:8])}: {event.code}"


def _requested(event: job.JobRequested) -> str:
    whose = "" if event.provider is ProviderName.LOCAL else f", {event.provider}"
    return f"{event.site}, {event.band} band, {event.timeout_seconds} s{whose}" + (", dry run" if event.dry_run else "")


def _pid(event: session.SessionOpened) -> str:
    return "" if event.pid is None else f", pid {event.pid}"


def _rejected(event: job.JobRejected) -> str:
    return ", ".join(f"{reason.field or 'request'}: {reason.message}" for reason in event.reasons)


def _asked(event: job.HumanRequested) -> str:
    what = {
        "fields": f"{_counted(len(event.fields), 'question')} only a person can answer",
        "blocker": f"a wall: {event.code}",
        "submit_unclear": "was it submitted?",
        "stuck": f"no way on: {event.code}",
    }[event.kind]
    return f"{what}, {event.timeout_seconds} s to answer"


def _resolved(event: human.HumanResolved) -> str:
    answers = f", {_counted(len(event.answered), 'answer')}" if event.answered else ""
    return event.resolution.value + answers


def _observed(event: session.PageObserved) -> str:
    page = event.page
    name = f"{page.platform} {page.page_type}"
    if not page.fields:
        return name
    filled, wrong = sum(field.filled for field in page.fields), sum(bool(field.error) for field in page.fields)
    refused = f", {wrong} refused" if wrong else ""
    return f"{name}: {filled} of {len(page.fields)} filled{refused}"


def _proposed(event: plan.PlanProposed) -> str:
    counts = {"to fill": event.actions, "left alone": event.left_alone, "unanswered": event.unanswered}
    return ", ".join(f"{len(items)} {what}" for what, items in counts.items() if items) or "nothing to fill"


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _plain(code: str) -> str:
    """A code as words."""
    return code.replace("_", " ")


_OUTCOMES: dict[type[Event], Callable[[Any, Mapping[str, str]], str]] = {
    session.ActionSucceeded: _succeeded,
    session.ActionVerified: _verified,
    session.ActionFailed: _failed,
}

_WORDS: dict[type[Event], Callable[[Any], str]] = {
    applicant.ApplicationReserved: lambda event: f"for job {event.job_id}",
    human.HumanResolved: _resolved,
    job.EffectIntended: lambda event: f"{_plain(event.kind)}: no way back from here",
    job.EffectNotDone: lambda event: _plain(event.evidence),
    job.HumanRequested: _asked,
    job.JobClaimed: lambda event: f"by {event.worker}",
    job.JobCompleted: lambda event: _plain(event.outcome),
    job.JobFailed: lambda event: event.code,
    job.JobRejected: _rejected,
    job.JobRequested: _requested,
    job.JobTimedOut: lambda event: event.message,
    job.RetryScheduled: lambda event: f"{event.code}, attempt {event.attempt} of {job.MAX_RETRIES}",
    job.StepChosen: lambda event: _plain(event.step),
    job.TierEscalated: lambda event: f"{len(event.actions)} to {event.target}: {_plain(event.reason)}",
    job.SubmitConfirmed: lambda event: f"seen by {event.evidence}",
    plan.PlanProposed: _proposed,
    recipe.RecipeMissed: lambda event: "no recipe fits",
    session.ActionStarted: lambda event: f"{event.kind} {event.key or ''}".rstrip(),
    session.BlockerDetected: lambda event: f"{event.type}, {event.confidence:.0%} sure: {event.evidence}",
    session.CommandRefused: lambda event: f"{event.command}: {event.code}",
    session.PageObserved: _observed,
    session.ControlReleased: lambda event: f"after {event.held_ms / 1000:.0f} s",
    session.ControlTaken: lambda event: "a person holds the page",
    session.ToolUsed: lambda event: " ".join([event.tool, "by", event.engine, *([event.code] if event.code else [])]),
    session.EngineConnected: lambda event: f"{event.engine} in {event.took_ms} ms",
    session.EngineDisconnected: lambda event: f"{event.engine}: {_plain(event.reason)}",
    session.EngineRecovered: lambda event: f"{event.platform}, " + ("same form" if event.same_form else "another form"),
    session.EngineSwitched: lambda event: f"{event.source} to {event.target}: {_plain(event.reason)}",
    session.EngineSwitchFailed: lambda event: f"{event.source} to {event.target}: {event.code}",
    session.ScreenshotTaken: lambda event: event.why,
    session.SessionClosed: lambda event: _plain(event.reason),
    session.SessionFenced: lambda event: f"obeys epoch {event.epoch}",
    session.SessionLost: lambda event: _plain(event.reason),
    session.SessionOpened: lambda event: f"{event.provider} browser{_pid(event)}, on {event.host}",
}
