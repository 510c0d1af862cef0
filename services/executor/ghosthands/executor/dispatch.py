"""The command that carries out a chosen step, and the queue it goes to; pure."""

from __future__ import annotations

from typing import Any, NamedTuple

from ghosthands.domain import ids
from ghosthands.domain.codes import SessionEnd
from ghosthands.domain.job import (
    Band,
    Job,
    JobSession,
    StepChosen,
    StepKind,
    had_browser,
    is_for_one_host,
    next_button,
    unplanned_fields,
    wanted_engine,
)
from ghosthands.domain.manual import FindManual
from ghosthands.domain.message import Command
from ghosthands.domain.moves import MakeMove
from ghosthands.domain.plan import PlanPage
from ghosthands.domain.recipe import FindRecipe
from ghosthands.domain.session import (
    Advance,
    CloseSession,
    CreateAccount,
    DoTask,
    ExtractData,
    Fence,
    Observe,
    OpenSession,
    ReadQuestions,
    ReleaseStep,
    RunActions,
    SignIn,
    Submit,
    SwitchEngine,
)
from ghosthands.messaging.wire import subjects


class Dispatch(NamedTuple):
    """A command and the host that gets it; without a host any free instance takes it, from the queue of `band`."""

    command: Command
    host: str | None = None
    band: Band | subjects.Again | None = None


def dispatch_for(job: Job, chosen: StepChosen) -> Dispatch:
    """Return the command for the step `chosen`, which is already folded into the job."""
    command = _make_command(job, chosen)
    match command:
        case OpenSession():
            host = job.accepted_request.worker if is_for_one_host(job) else None
            return Dispatch(command, host, queue_for_browser(job))
        case FindManual() | FindRecipe() | PlanPage():
            return Dispatch(command)
        case CloseSession():
            return Dispatch(command, _find_left_open(job).host)
        case _:
            return Dispatch(command, job.current_session.host)


def queue_for_browser(job: Job) -> Band | subjects.Again:
    """Return the queue in which the job waits for a browser of any host."""
    return subjects.AGAIN if had_browser(job) else job.accepted_request.band


def _make_command(job: Job, chosen: StepChosen) -> Command:
    match chosen.step:
        case StepKind.OPEN_SESSION:
            return _open(job, chosen)
        case StepKind.FENCE:
            return Fence(**_name_session(job))
        case StepKind.OBSERVE:
            return Observe(**_name_session(job), button_id=next(iter(chosen.actions), ""))
        case StepKind.FIND_MANUAL:
            return _find_manual(job)
        case StepKind.FIND_RECIPE:
            return _find_recipe(job)
        case StepKind.PLAN_PAGE:
            return _plan(job)
        case StepKind.RUN_ACTIONS:
            return RunActions(**_name_page(job), actions=job.work.pending, engine=job.work.engine)
        case StepKind.READ_QUESTIONS:
            fields = tuple(action.field_id for action in job.work.pending)
            return ReadQuestions(**_name_page(job), fields=fields, engine=job.work.engine)
        case StepKind.SWITCH_ENGINE:
            wanted, reason = wanted_engine(job)
            return SwitchEngine(**_name_session(job), engine=wanted, reason=reason)
        case StepKind.EXTRACT_DATA:
            return ExtractData(**_name_session(job), engine=wanted_engine(job)[0])
        case StepKind.DO_TASK:
            return DoTask(**_name_page(job), engine=wanted_engine(job)[0])
        case StepKind.MAKE_MOVE:
            move = job.manual.move
            assert move is not None, job.phase  # noqa: S101  next_step chooses it where there is one
            return MakeMove(**_name_page(job), action_id=chosen.actions[0], move=move)
        case StepKind.SIGN_IN:
            account = job.current_page.account
            assert account is not None, job.phase  # noqa: S101  one signs in where a page has the form for it
            return SignIn(**_name_page(job), action_id=chosen.actions[0], button_id=account.button)
        case StepKind.ADVANCE:
            return Advance(**_name_page(job), action_id=chosen.actions[0], button_id=next_button(job))
        case StepKind.RELEASE_STEP:
            intent = job.current_intent
            return ReleaseStep(**_name_session(job), action_id=intent.releases, intent_id=intent.id)
        case StepKind.CREATE_ACCOUNT:
            return CreateAccount(**_name_press(job))
        case StepKind.SUBMIT:
            return Submit(**_name_press(job))
        case StepKind.CLOSE_SESSION:
            return _close(job)


def _open(job: Job, chosen: StepChosen) -> OpenSession:
    request = job.accepted_request
    return OpenSession(
        session_id=ids.derived(job.id, "session", chosen.command_id),
        job_id=job.id,
        tenant=request.tenant,
        applicant=request.applicant,
        epoch=job.attempt.epoch,
        site=request.site,
        provider=request.provider,
        headed=request.headed,
        run_mode=job.run_mode,
    )


def _find_manual(job: Job) -> FindManual:
    page, request = job.current_page, job.accepted_request
    return FindManual(
        job_id=job.id,
        tenant=request.tenant,
        applicant=request.applicant,
        site=request.site,
        job_type=request.job_type,
        model_ref=page.model_ref,
        only=unplanned_fields(job),
        skipped=tuple(sorted(job.human.skipped)),
        moved=job.manual.moved,
    )


def _find_recipe(job: Job) -> FindRecipe:
    page, request = job.current_page, job.accepted_request
    return FindRecipe(
        job_id=job.id,
        tenant=request.tenant,
        site=page.site,
        platform=page.platform,
        fingerprint=page.fingerprint,
        applicant=request.applicant,
        model_ref=page.model_ref,
        only=unplanned_fields(job),
        skipped=tuple(sorted(job.human.skipped)),
    )


def _plan(job: Job) -> PlanPage:
    """Return the command to plan: the fields whose questions an engine read, else those that no plan covers."""
    request, reading = job.accepted_request, job.work.reading
    return PlanPage(
        job_id=job.id,
        tenant=request.tenant,
        applicant=request.applicant,
        model_ref=reading or job.current_page.model_ref,
        only=tuple(action.field_id for action in job.work.pending) if reading else unplanned_fields(job),
        skipped=tuple(sorted(job.human.skipped)),
    )


def _close(job: Job) -> CloseSession:
    tenant = job.accepted_request.tenant
    return CloseSession(session_id=_find_left_open(job).id, job_id=job.id, tenant=tenant, reason=SessionEnd(job.phase))


def _find_left_open(job: Job) -> JobSession:
    """Return the session to close: an earlier attempt's before the job's own."""
    return job.browser.abandoned or job.current_session


def _name_session(job: Job) -> dict[str, Any]:
    """Return what every command to the session says: whose it is, and by which claim it is sent."""
    request = job.accepted_request
    return {
        "session_id": job.current_session.id,
        "job_id": job.id,
        "tenant": request.tenant,
        "applicant": request.applicant,
        "epoch": job.attempt.epoch,
    }


def _name_page(job: Job) -> dict[str, Any]:
    """Return what every command about the page says."""
    return {**_name_session(job), "model_ref": job.current_page.model_ref}


def _name_press(job: Job) -> dict[str, Any]:
    """Return what every command to press an intended button says."""
    intent = job.current_intent
    return {**_name_page(job), "intent_id": intent.id, "button_id": intent.button_id}
