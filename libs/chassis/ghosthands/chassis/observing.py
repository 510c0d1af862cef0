"""The wrapper of every message handler: it binds the message to the log lines, and counts it."""

from __future__ import annotations

from urllib.parse import unquote

from ghosthands.chassis import logging, metrics
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work.delivery import Delivery, Settlement
from ghosthands.messaging.work.in_hand import Handler

#: Messages from outside, which carry no type of ours.
_FROM_OUTSIDE = frozenset({"job.requested", "job.cancel", "job.retry", "job.continue", "human.resolved", "human.came"})


def observed(service: str, handler: Handler) -> Handler:
    """Wrap the handler: bind `event_id`, `correlation_id`, `job_id` and `message` to its logs, and count it."""

    async def handle(delivery: Delivery) -> None:
        kind = message_type(delivery.subject)
        with logging.bound(message=kind, **_ids(delivery)), metrics.message(service, kind) as outcome:
            await handler(delivery)
            outcome[0] = _name_outcome(delivery)

    return handle


def _name_outcome(delivery: Delivery) -> str:
    """Name the message's outcome, by how the handler settled it."""
    settlement = delivery.settlement
    if settlement is None:
        return "not_answered"
    return "handled_again" if settlement is Settlement.HANDLED and delivery.delivered > 1 else settlement


def message_type(subject: str) -> str:
    """Return the event's or command's name, a known outside subject, `timer` or `unknown`; never a sender's text."""
    if subject.startswith(("gh.evt.", "gh.cmd.")):
        return subject.rpartition(".")[2]
    if subject.startswith("gh.timers."):
        return "timer"
    if subject.startswith(f"{subjects.ANSWERED}."):
        return subjects.ANSWERED  # given on
    return subject if subject in _FROM_OUTSIDE else "unknown"


def _ids(delivery: Delivery) -> dict[str, str]:
    """Return the envelope's ids of the message and its job; a command belongs to the job it is correlated with."""
    correlation = unquote(delivery.headers.get("gh-correlation", ""))
    parts = delivery.subject.split(".")
    job = ""
    if parts[:3] == ["gh", "evt", "job"]:
        job = parts[3]
    elif parts[:2] == ["gh", "timers"] and parts[5:6] == ["job"]:
        job = parts[6]
    elif parts[:2] == ["gh", "cmd"]:
        job = correlation
    return {"event_id": delivery.headers.get("ce-id", ""), "correlation_id": correlation, "job_id": job}
