"""A job's timeline and summary, from its events alone; pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import groupby
from typing import Any

import msgspec

from ghosthands.domain import asked_models, job, keys, plan, session
from ghosthands.domain.budget import BudgetExceeded, BudgetLedger, BudgetState, find_exceeded, read_state
from ghosthands.domain.message import Event
from ghosthands.domain.wording import describe
from ghosthands.messaging.wire.recorded import Recorded


class TimelineLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An event of a timeline, or in short several of a kind."""

    sequence: int
    #: seconds since the job's first event
    after: float
    service: str
    event: str
    detail: str
    #: the number of events in the line; the other fields are the first one's
    times: int = 1


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """A job's end or present state, and what it cost."""

    job_id: str
    #: the applicant's id, as export and erase take it; empty for a job that was never requested
    applicant: str = ""
    phase: str
    #: whether it waits for a free browser
    queued: bool
    submission: str
    #: the version it runs as, and the reason where that is not the requested one
    engine_version: int
    mode_reason: str = ""
    #: what was mended in its request
    mended: tuple[job.Mend, ...] = ()
    #: a completed job's outcome: submitted | dry_run
    outcome: str | None
    #: for a dry run: what it ended before, the page it reached, and the number of pages
    ended_before: str | None = None
    ended_on_page: int | None = None
    #: how often a button that leads on was pressed
    next_presses: int = 0
    of_pages: int | None = None
    code: str | None
    #: why it was rejected
    reasons: tuple[job.Reason, ...]
    #: distinct fields read back and right
    fields_verified: int
    fields_failed: int
    #: for each failed field its key, how it failed, and whether it holds something else
    fields_left: tuple[str, ...] = ()
    #: the keys of the fields that the page emptied or overwrote until a human was asked
    fields_lost: tuple[str, ...] = ()
    #: entries of the applicant's history for which no page that asked for it had fields: `profile.work_history.2`
    entries_left: tuple[str, ...] = ()
    #: the highest tier that was needed; None when nothing was filled
    highest_tier: int | None
    #: the number of verified fields by the tier that filled them
    tiers: dict[int, int] = {}
    pages: int
    sessions: int
    asked_human: int
    seconds: float
    #: the calls to models, by tier
    models: dict[int, asked_models.Spent] = {}
    #: the models that were asked in place of unavailable ones that the request names
    models_instead: tuple[asked_models.ModelSubstituted, ...] = ()
    #: its budget for models; None where no model was to be asked
    budget: BudgetState | None = None
    #: the limit that it reached
    budget_exceeded: BudgetExceeded | None = None


def tell_timeline(recorded: Sequence[Recorded[Event]]) -> list[TimelineLine]:
    """Return the job's events as lines, oldest first."""
    if not recorded:
        return []
    start, actions = recorded[0].at, _name_actions(one.event for one in recorded)
    return [
        TimelineLine(
            sequence=one.sequence,
            after=(one.at - start).total_seconds(),
            service=one.service,
            event=one.name,
            detail=describe(one.event, actions),
        )
        for one in recorded
    ]


def condense(lines: Iterable[TimelineLine]) -> list[TimelineLine]:
    """Condense the timeline: several equal events of a service in a row become one line."""
    runs = (list(run) for _, run in groupby(lines, key=lambda line: (line.service, line.event)))
    return [run[0] if len(run) == 1 else _join(run) for run in runs]


def _join(run: Sequence[TimelineLine]) -> TimelineLine:
    details = ", ".join(line.detail for line in run if line.detail)
    return msgspec.structs.replace(run[0], detail=details, times=len(run))


def _name_actions(events: Iterable[Event]) -> dict[str, str]:
    """Return each action's subject: the applicant's key, or the purpose of a button."""
    return {
        event.action_id: event.kind.value if event.kind in plan.PRESSES else event.key or event.target
        for event in events
        if isinstance(event, session.ActionStarted)
    }


def summarise(job_id: str, recorded: Sequence[Recorded[Event]], ledger: BudgetLedger | None = None) -> Summary:
    """Summarise one job's events, and its part of the ledger."""
    events = [one.event for one in recorded]
    state = job.fold(job_id, [(one.event, one.sequence) for one in recorded])
    settled = _find_settled_fields(events)
    end = job.find_end(events)
    completed = end if isinstance(end, job.JobCompleted) else None
    reasons = _find_reasons(events) if state.phase is job.Phase.REJECTED else ()
    return Summary(
        job_id=job_id,
        applicant=state.request.applicant if state.request else "",
        phase=state.phase.value,
        queued=job.is_queued(state),
        submission=state.effects.submission.value,
        engine_version=state.engine_version,
        mode_reason=state.mode.reason if state.mode else "",
        mended=state.request.mended if state.request else (),
        outcome=completed.outcome if completed else None,
        ended_before=completed.ended_before if completed else None,
        ended_on_page=completed.page if completed else None,
        next_presses=sum(_is_next_press(event) for event in events),
        of_pages=completed.pages if completed else None,
        code=reasons[0].code if reasons else state.failure,
        reasons=reasons,
        fields_verified=sum(settled.values()),
        fields_failed=len(settled) - sum(settled.values()),
        fields_left=tuple(_left_fields(events, settled)),
        fields_lost=job.find_lost_keys(job.list_since_begun(events)),
        entries_left=tuple(_left_entries(events)),
        highest_tier=max((event.tier for event in events if isinstance(event, session.ActionVerified)), default=None),
        tiers=_count_by_tier(events, settled),
        pages=_count(events, session.PageObserved, lambda event: event.page.fingerprint),
        sessions=_count(events, session.SessionOpened, lambda event: event.session_id),
        asked_human=_count(events, job.HumanRequested, lambda event: event.request_id),
        seconds=_measure_working_time(recorded, end).total_seconds(),
        models=asked_models.sum_by_tier(events),
        models_instead=asked_models.list_substituted(events),
        budget=read_state(ledger, job_id, state.request.budget) if ledger and state.request else None,
        budget_exceeded=find_exceeded(events),
    )


def _is_next_press(event: Event) -> bool:
    return isinstance(event, session.ActionStarted) and event.kind is plan.ActionKind.NEXT


def _find_reasons(events: Sequence[Event]) -> tuple[job.Reason, ...]:
    """Return the reasons of the job's last rejection."""
    said = [event.reasons for event in events if isinstance(event, job.JobRejected)]
    return said[-1] if said else ()


def _find_settled_fields(events: Iterable[Event]) -> dict[str, bool]:
    """Return whether each field that was acted on is right, by its last outcome; a button is no field."""
    outcome: dict[str, bool] = {}
    buttons: set[str] = set()
    for event in events:
        match event:
            case session.ActionStarted() if event.kind in plan.PRESSES:
                buttons.add(event.target)
            case session.ActionVerified():
                outcome[event.field_id] = True
            case session.ActionFailed() if event.target not in buttons:
                outcome[event.target] = False
            case _:
                pass
    return outcome


def _count_by_tier(events: Iterable[Event], settled: Mapping[str, bool]) -> dict[int, int]:
    """Count the verified fields by the tier of their last outcome."""
    tier_of = {event.field_id: event.tier for event in events if isinstance(event, session.ActionVerified)}
    return dict(sorted(Counter(tier for field_id, tier in tier_of.items() if settled.get(field_id)).items()))


def _left_fields(events: Sequence[Event], settled: Mapping[str, bool]) -> Iterator[str]:
    """Yield each field that is not right, with its last outcome."""
    actions = {action_id: _word_key(key) for action_id, key in _name_actions(events).items()}
    failed = {event.target: event for event in events if isinstance(event, session.ActionFailed)}
    for field_id, event in failed.items():
        if settled.get(field_id) is False:
            yield describe(event, actions)


def _left_entries(events: Sequence[Event]) -> Iterator[str]:
    """Yield each entry of a history that some page had no fields for, and of which nothing was filled in elsewhere."""
    planned = [event for event in events if isinstance(event, plan.PlanProposed)]
    filled = [action.key for event in planned for action in event.actions]
    for entry in dict.fromkeys(entry for event in planned for entry in event.beyond):
        if not any(key.startswith(f"{entry}.") for key in filled):
            yield entry


def _word_key(key: str) -> str:
    """Return the key as people are shown it: that of an answer is a question's."""
    return f"question {key.removeprefix(keys.ANSWERS)}" if key.startswith(keys.ANSWERS) else key


def _count(events: Iterable[Event], kind: type[Any], identity: Any) -> int:
    return len({identity(event) for event in events if isinstance(event, kind)})


def _measure_working_time(recorded: Sequence[Recorded[Event]], end: job.JobEnd | None) -> timedelta:
    """Return the time from the request to the job's end, or to its latest event."""
    if not recorded:
        return timedelta()
    ended_at = next((one.at for one in recorded if one.event is end), recorded[-1].at)
    return ended_at - recorded[0].at
