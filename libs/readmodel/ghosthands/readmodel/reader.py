"""The read side: asks the projections, waits for changes, writes nothing.

    async with readmodel.connect(url) as projections:
        for job in await projections.jobs(limit=20):
            …

Answers are as old as the projector's last batch: usually milliseconds, more while it catches up (`checkpoint`).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Collection, Iterator
from contextlib import aclosing, asynccontextmanager, contextmanager
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

import asyncpg

from ghosthands.domain.errors import Transient
from ghosthands.readmodel import insights, queries, rows
from ghosthands.readmodel.changes import Changes
from ghosthands.readmodel.rows import Row
from ghosthands.readmodel.status import ENDED, JobStatus

R = TypeVar("R", bound=Row)

POOL_SIZE = 4

#: seconds to connect and to answer; a session that could not write even if its user could
_HOW: dict[str, Any] = {
    "timeout": 10.0,
    "command_timeout": 30.0,
    "server_settings": {"default_transaction_read_only": "on", "application_name": "ghosthands-reader"},
}


class ReadModelUnavailable(Transient):
    """PostgreSQL does not answer, or has no projections yet."""


class JobFilter(NamedTuple):
    """Which jobs are wanted; None and an empty text leave a thing open."""

    status: JobStatus | None = None
    platform: str | None = None
    site: str | None = None
    #: part of the id, the site or the upstream product's task
    text: str = ""


class JobListing(NamedTuple):
    """Which jobs are listed, and in what order; None leaves a thing open."""

    tenant: str
    applicant: str | None = None
    statuses: tuple[JobStatus, ...] = ()
    job_type: str | None = None
    limit: int = 50
    offset: int = 0
    newest_first: bool = True


class Reader:
    """Reads over a small pool; made by `connect`."""

    def __init__(self, pool: asyncpg.Pool, changes: Changes) -> None:
        self._pool = pool
        self._changes = changes

    async def jobs(self, limit: int = 50, status: JobStatus | None = None) -> list[rows.JobRow]:
        """The newest jobs, of that status where one is given."""
        if status is None:
            return await self._fetch_all(rows.JobRow, queries.JOBS, limit)
        return await self._fetch_all(rows.JobRow, queries.JOBS_OF_STATUS, limit, status.value)

    async def jobs_page(self, wanted: JobFilter, limit: int, after: rows.JobRow | None = None) -> list[rows.JobRow]:
        """The newest jobs that are wanted, past `after` where that is given."""
        contained = f"%{_escape(wanted.text)}%" if wanted.text else None
        place = (after.created_at, after.job_id) if after else (None, None)
        arguments = (wanted.status, wanted.platform, wanted.site, contained, *place)
        return await self._fetch_all(rows.JobRow, queries.JOBS_PAGE, limit, *arguments)

    async def job_counts(self) -> dict[str, int]:
        """How many jobs there are of each status."""
        with _translate_errors():
            return {record["status"]: record["jobs"] for record in await self._pool.fetch(queries.JOB_COUNTS)}

    async def band_queues(self) -> list[insights.BandQueue]:
        """The jobs that have not ended, by band; in no order, and none for a band without any."""
        return await self._fetch_all(insights.BandQueue, queries.BAND_QUEUES)

    async def job_platforms(self) -> list[str]:
        """The platforms that jobs were seen on."""
        with _translate_errors():
            return [record["platform"] for record in await self._pool.fetch(queries.JOB_PLATFORMS)]

    async def job(self, job_id: str) -> rows.JobRow | None:
        """The job's row; None where the projections know none of that id."""
        return await self._fetch_one(rows.JobRow, queries.JOB, job_id)

    async def jobs_like(self, beginning: str, limit: int = 10) -> list[rows.JobRow]:
        """The jobs whose id begins so: what a person types."""
        return await self._fetch_all(rows.JobRow, queries.JOBS_LIKE, f"{_escape(beginning)}%", limit)

    async def steps(self, job_id: str) -> list[rows.StepRow]:
        """What was done on the job's pages, oldest first."""
        return await self._fetch_all(rows.StepRow, queries.STEPS, job_id)

    async def sessions(self, job_id: str) -> list[rows.SessionRow]:
        """The browsers the job had, oldest first."""
        return await self._fetch_all(rows.SessionRow, queries.SESSIONS, job_id)

    async def transitions(self, job_id: str) -> list[rows.TransitionRow]:
        """How the job's status changed."""
        return await self._fetch_all(rows.TransitionRow, queries.TRANSITIONS, job_id)

    async def events(self, job_id: str, after: int = 0) -> list[rows.EventRow]:
        """The job's events past sequence `after`, as copied from the log, oldest first."""
        return await self._fetch_all(rows.EventRow, queries.EVENTS, job_id, after)

    async def events_dropped_before(self) -> datetime | None:
        """The moment before which no event is copied any more, as its time to be kept was over; None where all are."""
        with _translate_errors():
            before: datetime | None = await self._pool.fetchval(queries.DROPPED)
            return before

    async def inbox(self) -> list[rows.RequestRow]:
        """The open questions to humans, the most urgent first."""
        return await self._fetch_all(rows.RequestRow, queries.INBOX)

    async def requests(self, limit: int = 50) -> list[rows.RequestRow]:
        """The newest questions to humans, open or not."""
        return await self._fetch_all(rows.RequestRow, queries.INBOX_ALL, limit)

    async def callbacks(self, job_id: str) -> list[rows.CallbackRow]:
        """What the upstream product was told of the job by HTTP, in the order in which that was settled."""
        return await self._fetch_all(rows.CallbackRow, queries.CALLBACKS, job_id)

    async def callbacks_not_taken(self, limit: int = 50) -> list[rows.CallbackRow]:
        """The callbacks that are tried again, or were given up, the latest first."""
        return await self._fetch_all(rows.CallbackRow, queries.CALLBACKS_NOT_TAKEN, limit)

    async def engine_stats(self) -> list[rows.EngineStatsRow]:
        """How each engine does on each platform."""
        return await self._fetch_all(rows.EngineStatsRow, queries.ENGINE_STATS)

    async def engine_days(self, since: datetime) -> list[rows.EngineDayRow]:
        """What each engine did on each platform, day by day."""
        return await self._fetch_all(rows.EngineDayRow, queries.ENGINE_DAYS, since)

    async def costs(self, owner: str) -> list[rows.CostRow]:
        """What models were asked for the job, or for the tool session."""
        return await self._fetch_all(rows.CostRow, queries.COSTS, owner)

    async def budgets(self, job_id: str) -> list[rows.BudgetRow]:
        """What is reserved or spent on models for the job: one row, or none."""
        return await self._fetch_all(rows.BudgetRow, queries.BUDGETS, job_id)

    async def budget_limits(self, job_id: str) -> list[rows.BudgetLimitsRow]:
        """The limits that the job is held to: one row, or none."""
        return await self._fetch_all(rows.BudgetLimitsRow, queries.BUDGET_LIMITS, job_id)

    async def jobs_listed(self, listing: JobListing) -> tuple[list[rows.JobRow], int]:
        """A page of the jobs that are wanted, and how many there are in all."""
        statuses = [status.value for status in listing.statuses] if listing.statuses else None
        wanted = (listing.tenant, listing.applicant, statuses, listing.job_type)
        query = queries.JOBS_LISTED[listing.newest_first]
        found = await self._fetch_all(rows.JobRow, query, *wanted, listing.limit, listing.offset)
        with _translate_errors():
            return found, await self._pool.fetchval(queries.JOBS_COUNTED, *wanted)

    async def job_sums(
        self, tenant: str, applicant: str | None = None, since: datetime | None = None
    ) -> insights.JobSums:
        """What the tenant's jobs come to, of one applicant and from some time on where those are given."""
        (sums,) = await self._fetch_all(insights.JobSums, queries.JOB_SUMS, tenant, applicant, since)
        return sums

    async def switches(self, job_id: str) -> list[rows.SwitchRow]:
        """Which engine took whose place on the job's pages, oldest first."""
        return await self._fetch_all(rows.SwitchRow, queries.SWITCHES, job_id)

    async def latest_switches(self, limit: int) -> list[rows.SwitchRow]:
        """The newest changes of engines, of all jobs."""
        return await self._fetch_all(rows.SwitchRow, queries.LATEST_SWITCHES, limit)

    async def ranges(self) -> dict[str, tuple[datetime, datetime]]:
        """The time ranges in which there are jobs that ended, requests, switches, fields."""
        with _translate_errors():
            found = await self._pool.fetch(queries.RANGES)
        return {record["of"]: (record["first"], record["last"]) for record in found if record["first"]}

    async def recipes(self) -> list[rows.RecipeRow]:
        """Every page that is known, the latest used first."""
        return await self._fetch_all(rows.RecipeRow, queries.RECIPES)

    async def manuals(self) -> list[rows.ManualRow]:
        """Every manual, the latest used first."""
        return await self._fetch_all(rows.ManualRow, queries.MANUALS)

    async def recipe_steps(self, site: str, fingerprint: str) -> list[rows.RecipeStepRow]:
        """What is done with the fields of a page that is known."""
        return await self._fetch_all(rows.RecipeStepRow, queries.RECIPE_STEPS, site, fingerprint)

    async def form_savings(self) -> list[insights.FormSaving]:
        """Each form's first run beside those after it, the most used form first."""
        return await self._fetch_all(insights.FormSaving, queries.FORM_SAVINGS)

    async def platform_outcomes(self) -> list[insights.PlatformOutcome]:
        """How the applications of each platform ended."""
        return await self._fetch_all(insights.PlatformOutcome, queries.PLATFORM_OUTCOMES)

    async def platform_tiers(self) -> list[insights.PlatformTier]:
        """Which engine filled how many fields of each platform."""
        return await self._fetch_all(insights.PlatformTier, queries.PLATFORM_TIERS)

    async def parked(self) -> list[rows.ParkedRow]:
        """The events that could not be folded."""
        return await self._fetch_all(rows.ParkedRow, queries.PARKED)

    async def checkpoint(self) -> int:
        """Up to which sequence of the log the projections tell; 0 before the first event."""
        with _translate_errors():
            return await self._pool.fetchval(queries.CHECKPOINT) or 0

    async def await_job(
        self, job_id: str, statuses: Collection[JobStatus] = ENDED, *, timeout: float | None = None
    ) -> rows.JobRow:
        """The job once it has one of these statuses; waits for projector to tell, without polling.

        Raises TimeoutError after `timeout` seconds, ReadModelUnavailable when the database goes away meanwhile.
        """
        async with asyncio.timeout(timeout), aclosing(self.changes(job_id)) as changes:
            async for row in changes:
                if row.status in statuses:
                    return row
        raise AssertionError("changes never end")

    async def changes(self, job_id: str) -> AsyncGenerator[rows.JobRow, None]:
        """The job as it stands, where there is one, and again whenever its row has changed, for ever.

        Several changes may come as one. Raises ReadModelUnavailable when the database goes away.
        """
        with _translate_errors():
            async with self._changes.watching(job_id) as changed:
                while self._changes.hearing:
                    changed.clear()
                    row = await self.job(job_id)
                    if row is not None:
                        yield row
                    await changed.wait()
        raise ReadModelUnavailable("the connection to PostgreSQL was lost")

    async def changed_jobs(self) -> AsyncGenerator[set[str], None]:
        """The ids of jobs whose row has changed, for ever. Raises ReadModelUnavailable when the database goes away."""
        with _translate_errors():
            async with self._changes.following() as told:
                while "" not in (changed := {await told.get()}):
                    while not told.empty():
                        changed.add(told.get_nowait())
                    yield changed - {""}
        raise ReadModelUnavailable("the connection to PostgreSQL was lost")

    async def _fetch_all(self, row: type[R], query: str, *arguments: Any) -> list[R]:
        with _translate_errors():
            return [row(**record) for record in await self._pool.fetch(query, *arguments)]

    async def _fetch_one(self, row: type[R], query: str, *arguments: Any) -> R | None:
        found = await self._fetch_all(row, query, *arguments)
        return found[0] if found else None


@asynccontextmanager
async def connect(database_url: str) -> AsyncIterator[Reader]:
    """A reader for as long as the block lasts. Raises ReadModelUnavailable."""
    with _translate_errors():
        pool = await asyncpg.create_pool(database_url, min_size=1, max_size=POOL_SIZE, **_HOW)
    changes = Changes(lambda: asyncpg.connect(database_url, **_HOW))
    try:
        yield Reader(pool, changes)
    finally:
        await changes.close()
        pool.terminate()


def _escape(text: str) -> str:
    """The text as a pattern that means itself."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


@contextmanager
def _translate_errors() -> Iterator[None]:
    """The driver's errors as ours: the one place that knows them."""
    try:
        yield
    except (asyncpg.UndefinedTableError, asyncpg.InvalidSchemaNameError, asyncpg.InsufficientPrivilegeError):
        raise ReadModelUnavailable(
            "the database has no projections for this user: projector makes them when it first starts"
        ) from None
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise ReadModelUnavailable(f"PostgreSQL does not answer ({type(error).__name__})") from None
