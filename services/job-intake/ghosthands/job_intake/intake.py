"""The intake of requests: each is refused with every reason, recognised as a repeat, or started, once.

The order makes every crash harmless: data into the vault, then the facts in one atomic batch, then the wake-up call,
then the answer to VALET; all of it under derived ids, so repeating it changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from ghosthands.chassis import logging, networks
from ghosthands.contract.body import Invalid
from ghosthands.contract.credentials import DomainCredentials
from ghosthands.contract.request import DRY_STEPS, JobNamed, JobRequest, Resume
from ghosthands.domain import codes, ids, job, services
from ghosthands.domain.asked_models import Preset
from ghosthands.domain.budget import Limits, OnBudget
from ghosthands.domain.codes import CancelReason, Mending, RequestFault
from ghosthands.domain.errors import CommandRejected, NotYet, Transient
from ghosthands.domain.job import Job, Mend, Phase, Reason
from ghosthands.domain.kinds import JobType
from ghosthands.domain.message import Event
from ghosthands.job_intake import hearing
from ghosthands.job_intake.downloads import Whose
from ghosthands.job_intake.hearing import Sent
from ghosthands.job_intake.reserving import PostingTaken, Reservations
from ghosthands.job_intake.resume import Fetcher, ResumeAway
from ghosthands.messaging.clock import Clock, utc_now
from ghosthands.messaging.log.event_log import Change, EventLog
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.server.jetstream import Publisher
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History
from ghosthands.messaging.work.commands import Commands
from ghosthands.messaging.work.outbox import Outbox
from ghosthands.platforms.posting_ids import posting_id
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.credentials import Credentials
from ghosthands.vault.vault import Vault

#: how long a cancel of an unknown job waits: a request that was sent before it may be in hand
SETTLING = timedelta(seconds=3)

log = logging.get(__name__)


class Intake:
    """Turns requests into jobs, and answers the sender."""

    def __init__(
        self,
        events: EventLog,
        commands: Commands,
        outbox: Outbox,
        answers: Publisher,
        vault: Vault,
        resumes: Fetcher,
        *,
        allowed_hosts: frozenset[str] = frozenset(),
        engine_version: int = 1,
        now: Clock = utc_now,
    ) -> None:
        self.events = events
        self.commands = commands
        self.outbox = outbox
        #: takes humans' answers
        self.answers = answers
        self.vault = vault
        self.reservations = Reservations(events, vault)
        self.resumes = resumes
        self.allowed_hosts = allowed_hosts
        #: the version of a request that names none
        self.engine_version = engine_version
        self.now = now

    async def accept(
        self, request: JobRequest, job_id: str, notes: Sequence[Mend] = (), *, last_try: bool = False
    ) -> None:
        """Start the job, unless it was started before; `notes` list the changes that mended the request.

        A request for another person than the one whose job has the id is rejected, and leaves that job as it is.

        If the resume's server does not answer, it raises Transient, except at the `last_try`: then the job starts
        without the resume. A job that was cancelled while its resume was fetched starts without it too, to be ended.
        Raises Invalid with the reasons against the request, Transient.
        """
        cause = Cause(command_id=ids.derived("request", job_id), tenant=request.tenant, correlation=job_id)
        history = await self.events.load(subjects.job(job_id))
        if _is_anothers(history, request):
            message = "a job of another person has it: send one of its own"
            taken = Reason("idempotency_key", RequestFault.ID_TAKEN, message)
            await self._tell_rejected(request.valet_task_id, request.tenant, job_id, [taken])
            return
        known = job_of(history).phase not in (Phase.NEW, Phase.REJECTED)
        try:
            if not known:
                await self._start(request, history, cause, notes, last_try)
        except PostingTaken as taken:
            await self._refuse_second(request, job_id, taken)
            return
        await self.wake(await self.events.load(history.aggregate), cause)
        await self._tell_accepted(request, job_id, duplicate=known)

    async def _refuse_second(self, request: JobRequest, job_id: str, taken: PostingTaken) -> None:
        """Tell VALET of the job that a repeated task has already. Raises Invalid for any other second application.

        VALET sends a task once and no key; the same task again, for the same posting, is a message sent twice.
        """
        mend = "send allow_duplicate to apply again" if taken.has_ended else "cancel it first, or wait for its end"
        reason = Reason("target_url", RequestFault.DUPLICATE_APPLICATION, f"{taken}; {mend}")
        first = job_of(await self.events.load(subjects.job(taken.job_id)))
        is_repeated = first.request is not None and first.request.task == subjects.token(request.valet_task_id)
        if request.idempotency_key or not is_repeated or first.is_cancelling:
            raise Invalid(reason) from None
        if (history := await self.events.load(subjects.job(job_id))).recorded:  # its resume was awaited
            await self._put_rejected(request.valet_task_id, request.tenant, history.aggregate.id, [reason])
        await self._tell_accepted(request, taken.job_id, duplicate=True)

    async def _start(
        self, request: JobRequest, history: History, cause: Cause, notes: Sequence[Mend], last_try: bool
    ) -> None:
        job_id, url = history.aggregate.id, str(request.target_url)
        await self._check_target(url)
        person = Applicant(request.tenant, ids.applicant_id(request.tenant, str(request.valet_user_id)))
        history, resume = await self._get_resume(request, history, cause, person, last_try)
        reserved = await self._reserve_first(request, job_of(history), person)
        more = await self._keep(request, job_id, person, resume)
        requested = self._build_requested(request, person, (*notes, *more))
        changes = [Change(history, job.decide(job.RequestJob(requested), job_of(history))), *reserved]
        await self.events.append_all(changes, cause=cause)
        log.info("job_requested", job_id=job_id, site=requested.site, band=requested.band)

    async def _check_target(self, url: str) -> None:
        try:
            await networks.check(url, allowed=self.allowed_hosts)
        except networks.AddressRefused as error:
            raise Invalid(Reason("target_url", error.code, str(error))) from None

    async def _get_resume(
        self, request: JobRequest, history: History, cause: Cause, person: Applicant, last_try: bool
    ) -> tuple[History, bytes | Mend | None]:
        """Fetch the resume as `_fetch` does, after ResumeAwaited is on the job's history; return both."""
        resume, state = request.resume, job_of(history)
        if resume is None:
            return history, None
        if state.cancel_requested:
            return history, Mend("resume", Mending.NOT_FETCHED)
        if resume.content_base64 is None and state.awaited is None:
            await self._reserve_first(request, state, person)  # raises before a second one fetches
            task = subjects.token(request.valet_task_id)
            awaited = job.ResumeAwaited(at=self.now(), tenant=person.tenant, applicant=person.id, task=task)
            begun = cause.at_stage("awaited", len(history.recorded))
            history = history.continued(await self.events.append_decision(history, [awaited], cause=begun))
        return history, await self._fetch(resume, Whose(state.id, person.tenant, person.id), last_try)

    async def _fetch(self, resume: Resume, whose: Whose, last_try: bool) -> bytes | Mend:
        """Return the resume's bytes, or the note why the job starts without it. Raises ResumeAway.

        A form that insists on a resume makes the job ask a human.
        """
        try:
            return await self.resumes.fetch(resume, whose)
        except Invalid as invalid:
            why = [reason.code for reason in invalid.reasons]
        except ResumeAway:
            if not last_try:
                raise
            why = [str(RequestFault.UNREACHABLE)]
        log.warning("resume_not_fetched", codes=why)
        is_there = RequestFault.NO_DOCUMENT in why
        return Mend("resume", Mending.NO_DOCUMENT if is_there else Mending.NOT_FETCHED)

    async def _reserve_first(self, request: JobRequest, state: Job, person: Applicant) -> list[Change]:
        """Reserve the posting, where the job applies to one. Raises PostingTaken where another application stands."""
        if request.wanted is not JobType.APPLY or request.dry_run or state.cancel_requested:
            return []
        url, again = str(request.target_url), request.allow_duplicate
        return [await self.reservations.reserve(url, state.id, person, again=again)]

    async def _keep(
        self, request: JobRequest, job_id: str, person: Applicant, resume: bytes | Mend | None
    ) -> tuple[Mend, ...]:
        """Put everything personal into the vault; return the note of a resume that could not be had."""
        kept = request.model_dump(mode="json", exclude={"resume", "credentials"}, exclude_none=True)
        await self.vault.put_request(person, job_id, kept)
        await self.vault.offer_credentials(person, map(_convert_credentials, request.credentials))
        if request.resume and isinstance(resume, bytes):
            name, media_type = request.resume.name_file(resume)
            await self.vault.put_job_file(person, job_id, "resume", resume, name=name, media_type=media_type)
        return (resume,) if isinstance(resume, Mend) else ()

    def _build_requested(self, request: JobRequest, person: Applicant, mended: tuple[Mend, ...]) -> job.JobRequested:
        return job.JobRequested(
            at=self.now(),
            tenant=request.tenant,
            applicant=person.id,
            task=subjects.token(request.valet_task_id),
            site=urlsplit(str(request.target_url)).hostname or "",
            posting=posting_id(str(request.target_url)),
            platform=request.platform,
            band=request.band,
            timeout_seconds=request.timeout_seconds,
            human_timeout_seconds=request.human_timeout_seconds,
            engine_version=request.version(self.engine_version),
            work_mode=request.work_mode(self.engine_version),
            dry_run=bool(request.dry_run),
            dry_run_steps=request.dry_run == DRY_STEPS,
            headed=request.headed,
            provider=request.provider,
            model=request.model,
            image_model=request.image_model,
            preset=Preset(request.quality),
            review=request.review,
            job_type=request.wanted,
            on_budget=OnBudget(request.on_budget),
            max_retries=request.max_retries,
            worker=request.target_worker_id,
            affinity=request.worker_affinity,
            scheduled_at=request.scheduled_at,
            mended=mended,
            budget=request.budget.limits if request.budget else Limits(),
        )

    async def _tell_accepted(self, request: JobRequest, job_id: str, *, duplicate: bool) -> None:
        task = request.valet_task_id
        body = {"job_id": job_id, "valet_task_id": task, "status": "pending", "duplicate": duplicate}
        await self.outbox.put(request.tenant, task, "accepted", body)

    async def reject(self, task: str, tenant: str, job_id: str, reasons: Sequence[Reason]) -> None:
        """Put the reasons on the log and tell VALET; a bad repeat does not touch a job that runs already."""
        await self._put_rejected(task, tenant, job_id, reasons)
        await self._tell_rejected(task, tenant, job_id, reasons)

    async def _put_rejected(self, task: str, tenant: str, job_id: str, reasons: Sequence[Reason]) -> None:
        cause = Cause(command_id=ids.derived("reject", job_id), tenant=tenant, correlation=job_id)
        rejected = job.JobRejected(at=self.now(), tenant=tenant, task=subjects.token(task), reasons=tuple(reasons))

        def decide(history: History) -> Sequence[Event]:
            return job.decide(job.RejectJob(rejected), job_of(history))

        await self.events.transact(subjects.job(job_id), decide, cause=cause)

    async def _tell_rejected(self, task: str, tenant: str, job_id: str, reasons: Sequence[Reason]) -> None:
        log.info("job_rejected", job_id=job_id, codes=[reason.code for reason in reasons])
        body = {"job_id": job_id, "valet_task_id": task, "reasons": list_reasons(reasons)}
        await self.outbox.put(tenant, task, "rejected", body)

    async def cancel(self, request: JobNamed, sent: Sent) -> None:
        """Cancel the job, and tell VALET whether it can still be stopped."""
        job_id = id_of(request)
        cause = Cause(command_id=ids.derived("cancel", job_id), tenant=request.tenant, correlation=job_id)

        reason = codes.find(request.reason, CancelReason) or ""

        def decide(history: History) -> Sequence[Event]:
            _require_judged(history, sent.at, self.now())
            hearing.require_heeded(history, self.now())
            return job.decide(job.CancelJob(self.now(), reason), require_tenant(job_of(history), request.tenant))

        try:
            await self._stop(job_id, decide, cause)
        except CommandRejected as refusal:
            await self.answer(sent, request, refusal)
            return
        await self.answer(sent, request)

    async def call_off(self, job_id: str, cause: Cause, reason: CancelReason) -> None:
        """Cancel the job for that reason. Raises CommandRejected where that is too late."""

        def decide(history: History) -> Sequence[Event]:
            return job.decide(job.CancelJob(self.now(), reason), job_of(history))

        await self._stop(job_id, decide, cause)

    async def _stop(self, job_id: str, decide: Callable[[History], Sequence[Event]], cause: Cause) -> None:
        history = await self.events.transact(subjects.job(job_id), decide, cause=cause)
        self.resumes.downloads.call_off(job_id)
        await self.wake(history, cause)

    async def answer(self, sent: Sent, named: JobNamed, refusal: CommandRejected | None = None, **more: object) -> None:
        """Tell VALET whether the job it named can be cancelled, tried anew or continued."""
        job_id = id_of(named)
        why = {"code": refusal.code, "message": str(refusal)} if refusal else {}
        verdict = {"accepted": refusal is None, "message_sequence": sent.sequence}
        body = {"job_id": job_id, **verdict, **why, **more}
        await self.outbox.put(named.tenant, await self._task_of(job_id, named.tenant), sent.what, body)

    async def _task_of(self, job_id: str, tenant: str) -> str:
        """Return the task VALET knows the job by; the job's own id for one that this tenant never requested."""
        state = require_tenant(job_of(await self.events.load(subjects.job(job_id))), tenant)
        request = state.request or state.awaited
        return request.task if request else job_id

    async def wake(self, history: History, cause: Cause) -> None:
        """Send executor a RunJob; all that was said of the job until now sends one, however often it is redelivered."""
        state = job_of(history)
        if state.request is None:
            return
        command_id = ids.derived(cause.command_id, "run", history.last_sequence_of(services.JOB_INTAKE))
        await self.commands.wake(state.id, state.request, command_id=command_id, cause=cause)


def id_of(named: JobNamed) -> str:
    """Return the id of the job that a message names."""
    return str(named.job_id or ids.job_id(named.tenant, named.idempotency_key or ""))


def _is_anothers(history: History, request: JobRequest) -> bool:
    """Whether the job is another applicant's than the one the request is for; of two at once, the receipt decides."""
    state = job_of(history)
    received = next((one for one in history.events if isinstance(one, job.RequestReceived)), None)
    begun = state.request or received or state.awaited
    return begun is not None and begun.applicant != ids.applicant_id(request.tenant, str(request.valet_user_id))


def list_reasons(reasons: Sequence[Reason]) -> list[dict[str, str]]:
    """Return the reasons as VALET is told them."""
    return [{"field": one.field, "code": one.code, "message": one.message} for one in reasons]


def _convert_credentials(given: DomainCredentials) -> Credentials:
    return Credentials(given.domain, given.username, given.secret, given.create_account)


def _require_judged(history: History, said_at: datetime, now: datetime) -> None:
    """Raise Transient where a request for the job may still be in hand, so that the cancel waits for its outcome.

    A request that came over HTTP is in hand until it is judged; one that was sent just before the cancel may be.
    """
    state = job_of(history)
    if state.phase is not Phase.NEW or state.awaited is not None:
        return
    if any(isinstance(event, job.RequestReceived) for event in history.events):
        raise Transient(f"the request of job {state.id} is still being looked at")
    left = said_at + SETTLING - now
    if left > timedelta():
        raise NotYet(f"a request of job {state.id} may be in hand", delay=left.total_seconds())


def require_tenant(state: Job, tenant: str) -> Job:
    """Return the job if it is the tenant's, else a new one of that id, as for an unknown job."""
    begun = state.request or state.awaited
    return state if begun is not None and begun.tenant == tenant else Job(id=state.id)
