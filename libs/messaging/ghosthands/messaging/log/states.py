"""The states of aggregates, folded from their histories by the domain."""

from __future__ import annotations

from ghosthands.domain import budget, job, session, submissions
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import History


def job_of(history: History) -> job.Job:
    """Return the job that results from this history."""
    return job.fold(history.aggregate.id, [(one.event, one.sequence) for one in history.recorded])


def ledger_of(history: History) -> budget.BudgetLedger:
    """Return the ledger that results from this history."""
    return budget.fold(budget.BudgetLedger(), history.events)


def session_of(history: History) -> session.SessionState:
    """Return the state of the aggregate's sessions, by browser-host's events."""
    return session.fold(history.events)


async def read_stops(events: EventLog) -> submissions.Stops:
    """Return the sites where submissions are stopped now, according to the leader. Raises StreamUnavailable."""
    history = await events.load(subjects.submissions())
    return submissions.fold(history.events)
