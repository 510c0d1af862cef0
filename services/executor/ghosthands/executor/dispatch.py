"""The command that carries out a chosen step, and the queue it goes to; pure."""

from __future__ import annotations

from typing import Any, NamedTuple

from ghosthands.domain import ids
from ghosthands.domain.codes import SessionEnd
from ghosthands.domain.job import (
    Band,
    Job,
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
    match chosen.step:
        case StepKind.OPEN_SESSION:
            request = job.accepted_request
            host = request.worker if is_for_one_host(job) else None
            return Dispatch(_open(job, chosen), host=host, band=queue_for_browser(job))
        case StepKind.FIND_MANUAL:
            return Dispatch(_find_manual(job))
        case StepKind.FIND_RECIPE:
            return Dispatch(_find_recipe(job))
        case StepKind.PLAN_PAGE:
            return Dispatch(_plan(job))
        case StepKind.CLOSE_SESSION:
            return _close(job)
        case _:
            return Dispatch(_command_session(job, chosen), job.current_session.host)


def queue_for_browser(job: Job) -> Band | subjects.Again:
    """Return the queue in which the job waits for a browser of any host."""
    return subjects.AGAIN if had_browser(job) else job.accepted_request.band


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


def _close(job: Job) -> Dispatch:
    session = job.browser.abandoned or job.current_session
    command = CloseSession(
        session_id=session.id, job_id=job.id, tenant=job.accepted_request.tenant, reason=SessionEnd(job.phase)
    )
    return Dispatch(command, session.host)


def _command_session(job: Job, chosen: StepChosen) -> Command:
    """Return the command to the job's open session."""
    whose = _name_session(job)
    match chosen.step:
        case StepKind.FENCE:
            return Fence(**whose)
        case StepKind.RUN_ACTIONS:
            model_ref, engine = job.current_page.model_ref, job.work.engine
            return RunActions(**whose, model_ref=model_ref, actions=job.work.pending, engine=engine)
        case StepKind.READ_QUESTIONS:
            fields = tuple(action.field_id for action in job.work.pending)
            return ReadQuestions(**whose, model_ref=job.current_page.model_ref, fields=fields, engine=job.work.engine)
        case StepKind.SWITCH_ENGINE:
            wanted, reason = wanted_engine(job)
            return SwitchEngine(**whose, engine=wanted, reason=reason)
        case StepKind.EXTRACT_DATA:
            return ExtractData(**whose, engine=wanted_engine(job)[0])
        case StepKind.DO_TASK:
            return DoTask(**whose, model_ref=job.current_page.model_ref, engine=wanted_engine(job)[0])
        case StepKind.MAKE_MOVE:
            move, action = job.manual.move, chosen.actions[0]
            assert move is not None, job.phase  # noqa: S101  next_step chooses it where there is one
            return MakeMove(**whose, model_ref=job.current_page.model_ref, action_id=action, move=move)
        case StepKind.ADVANCE:
            action, model_ref = chosen.actions[0], job.current_page.model_ref
            return Advance(**whose, model_ref=model_ref, action_id=action, button_id=next_button(job))
        case StepKind.SIGN_IN:
            account, model_ref = job.current_page.account, job.current_page.model_ref
            assert account is not None, job.phase  # noqa: S101  one signs in where a page has the form for it
            return SignIn(**whose, model_ref=model_ref, action_id=chosen.actions[0], button_id=account.button)
        case StepKind.RELEASE_STEP:
            intent = job.current_intent
            return ReleaseStep(**whose, action_id=intent.releases, intent_id=intent.id)
        case StepKind.SUBMIT | StepKind.CREATE_ACCOUNT:
            intent, model_ref = job.current_intent, job.current_page.model_ref
            command = Submit if chosen.step is StepKind.SUBMIT else CreateAccount
            return command(**whose, model_ref=model_ref, intent_id=intent.id, button_id=intent.button_id)
        case StepKind.OBSERVE:
            return Observe(**whose)
        case (
            StepKind.OPEN_SESSION
            | StepKind.FIND_MANUAL
            | StepKind.FIND_RECIPE
            | StepKind.PLAN_PAGE
            | StepKind.CLOSE_SESSION
        ):
            raise AssertionError(f"{chosen.step} is no command to an open session")


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
