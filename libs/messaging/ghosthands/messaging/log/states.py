"""What a history amounts to: the state of its aggregate, folded by the domain."""

from __future__ import annotations

from ghosthands.domain import budget, job, session, submissions
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import History


def job_of(history: History) -> job.Job:
    """The job this history tells of."""
    return job.fold(history.aggregate.id, [(one.event, one.sequence) for one in history.recorded])


def ledger_of(history: History) -> budget.BudgetLedger:
    """The ledger this history tells of."""
    return budget.fold(budget.BudgetLedger(), history.events)


def session_of(history: History) -> session.SessionState:
    """What browser-host has said of the aggregate's sessions."""
    state = session.SessionState()
    for event in history.events:
        state = session.evolve(state, event)
    return state


async def read_stops(events: EventLog) -> submissions.Stops:
    """The sites where submissions are stopped at this moment, by the leader's word. Raises StreamUnavailable."""
    history = await events.load(subjects.submissions())
    return submissions.fold(history.events)
