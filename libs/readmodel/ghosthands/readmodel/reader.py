"""The read side: queries the projections, waits for changes, writes nothing.

    async with readmodel.connect(url) as projections:
        for job in await projections.jobs(limit=20):
            …

Answers are as old as the projector's last batch: usually milliseconds, more while it catches up (`checkpoint`).
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

import asyncpg

from ghosthands.domain.errors import Transient
from ghosthands.readmodel import insights, queries, rows
from ghosthands.readmodel.changes import Changes
from ghosthands.readmodel.rows import Row
from ghosthands.readmodel.status import JobStatus

R = TypeVar("R", bound=Row)

POOL_SIZE = 4

#: seconds to connect and to answer; and a read-only session, whatever its user may do
_HOW: dict[str, Any] = {
    "timeout": 10.0,
    "command_timeout": 30.0,
    "server_settings": {"default_transaction_read_only": "on", "application_name": "ghosthands-reader"},
}


class ReadModelUnavailable(Transient):
    """PostgreSQL does not answer, or has no projections yet."""


class JobFilter(NamedTuple):
    """A filter for jobs; None and an empty text match everything."""

    status: JobStatus | None = None
    platform: str | None = None
    site: str | None = None
    #: a part of the id, the site or the upstream product's task
    text: str = ""


class JobListing(NamedTuple):
    """A filter and an order for listing jobs; None matches everything."""

    tenant: str
    applicant: str | None = None
    statuses: tuple[JobStatus, ...] = ()
    job_type: str | None = None
    limit: int = 50
    offset: int = 0
    newest_first: bool = True


class Reader:
    """Reads over a small connection pool; made by `connect`."""

    def __init__(self, pool: asyncpg.Pool, changes: Changes) -> None:
        self._pool = pool
        self._changes = changes

    async def jobs(self, limit: int = 50, status: JobStatus | None = None) -> list[rows.JobRow]:
        """Return the newest jobs, optionally of one status."""
        if status is None:
            return await self._fetch_all(rows.JobRow, queries.JOBS, limit)
        return await self._fetch_all(rows.JobRow, queries.JOBS_OF_STATUS, limit, status.value)

    async def jobs_page(self, wanted: JobFilter, limit: int, after: rows.JobRow | None = None) -> list[rows.JobRow]:
        """Return the newest jobs that match the filter, optionally after the row `after`."""
        contained = f"%{_escape(wanted.text)}%" if wanted.text else None
        place = (after.created_at, after.job_id) if after else (None, None)
        arguments = (wanted.status, wanted.platform, wanted.site, contained, *place)
        return await self._fetch_all(rows.JobRow, queries.JOBS_PAGE, limit, *arguments)

    async def job_counts(self) -> dict[str, int]:
        """Return the number of jobs in each status."""
        with _translate_errors():
            return {record["status"]: record["jobs"] for record in await self._pool.fetch(queries.JOB_COUNTS)}

    async def band_queues(self) -> list[insights.BandQueue]:
        """Return the jobs that have not ended, by band; unordered, and without empty bands."""
        return await self._fetch_all(insights.BandQueue, queries.BAND_QUEUES)

    async def job_platforms(self) -> list[str]:
        """Return the platforms that jobs were seen on."""
        with _translate_errors():
            return [record["platform"] for record in await self._pool.fetch(queries.JOB_PLATFORMS)]

    async def job(self, job_id: str) -> rows.JobRow | None:
        """Return the job's row; None if the projections have none of that id."""
        return await self._fetch_one(rows.JobRow, queries.JOB, job_id)

    async def jobs_like(self, beginning: str, limit: int = 10) -> list[rows.JobRow]:
        """Return the jobs whose id begins with the text, as a person types it."""
        return await self._fetch_all(rows.JobRow, queries.JOBS_LIKE, f"{_escape(beginning)}%", limit)

    async def steps(self, job_id: str) -> list[rows.StepRow]:
        """Return the actions on the job's pages, oldest first."""
        return await self._fetch_all(rows.StepRow, queries.STEPS, job_id)

    async def events(self, job_id: str) -> list[rows.EventRow]:
        """Return the job's events, as copied from the log, oldest first."""
        return await self._fetch_all(rows.EventRow, queries.EVENTS, job_id)

    async def events_dropped_before(self) -> datetime | None:
        """Return the time before which copied events have been deleted by retention; None if none have."""
        with _translate_errors():
            before: datetime | None = await self._pool.fetchval(queries.DROPPED)
            return before

    async def inbox(self) -> list[rows.RequestRow]:
        """Return the open questions to humans, the most urgent first."""
        return await self._fetch_all(rows.RequestRow, queries.INBOX)

    async def requests(self, limit: int = 50) -> list[rows.RequestRow]:
        """Return the newest questions to humans, open or not."""
        return await self._fetch_all(rows.RequestRow, queries.INBOX_ALL, limit)

    async def callbacks(self, job_id: str) -> list[rows.CallbackRow]:
        """Return the job's callbacks to the upstream product, in the order in which they were settled."""
        return await self._fetch_all(rows.CallbackRow, queries.CALLBACKS, job_id)

    async def callbacks_not_taken(self, limit: int = 50) -> list[rows.CallbackRow]:
        """Return the callbacks that are being retried or were given up, the latest first."""
        return await self._fetch_all(rows.CallbackRow, queries.CALLBACKS_NOT_TAKEN, limit)

    async def engine_stats(self) -> list[rows.EngineStatsRow]:
        """Return each engine's results on each platform."""
        return await self._fetch_all(rows.EngineStatsRow, queries.ENGINE_STATS)

    async def engine_days(self, since: datetime) -> list[rows.EngineDayRow]:
        """Return each engine's results on each platform, day by day."""
        return await self._fetch_all(rows.EngineDayRow, queries.ENGINE_DAYS, since)

    async def jobs_listed(self, listing: JobListing) -> tuple[list[rows.JobRow], int]:
        """Return a page of the jobs that match the listing, and the number of all that do at that moment."""
        statuses = [status.value for status in listing.statuses] if listing.statuses else None
        wanted = (listing.tenant, listing.applicant, statuses, listing.job_type)
        query = queries.JOBS_LISTED[listing.newest_first]
        with _translate_errors():
            async with self._pool.acquire() as one, one.transaction(isolation="repeatable_read"):
                found = await one.fetch(query, *wanted, listing.limit, listing.offset)
                total = await one.fetchval(queries.JOBS_COUNTED, *wanted)
        return [rows.JobRow(**record) for record in found], total

    async def job_sums(
        self, tenant: str, applicant: str | None = None, since: datetime | None = None
    ) -> insights.JobSums:
        """Return the totals of the tenant's jobs, optionally of one applicant and since some time."""
        (sums,) = await self._fetch_all(insights.JobSums, queries.JOB_SUMS, tenant, applicant, since)
        return sums

    async def latest_switches(self, limit: int) -> list[rows.SwitchRow]:
        """Return the newest switches of engines, of all jobs."""
        return await self._fetch_all(rows.SwitchRow, queries.LATEST_SWITCHES, limit)

    async def ranges(self) -> dict[str, tuple[datetime, datetime]]:
        """Return the time ranges of the jobs that ended, of requests, switches and fields."""
        with _translate_errors():
            found = await self._pool.fetch(queries.RANGES)
        return {record["of"]: (record["first"], record["last"]) for record in found if record["first"]}

    async def recipes(self) -> list[rows.RecipeRow]:
        """Return every known page, the latest used first."""
        return await self._fetch_all(rows.RecipeRow, queries.RECIPES)

    async def manuals(self) -> list[rows.ManualRow]:
        """Return every manual, the latest used first."""
        return await self._fetch_all(rows.ManualRow, queries.MANUALS)

    async def recipe_steps(self, site: str, fingerprint: str) -> list[rows.RecipeStepRow]:
        """Return the recipe's steps for the fields of a known page."""
        return await self._fetch_all(rows.RecipeStepRow, queries.RECIPE_STEPS, site, fingerprint)

    async def form_savings(self) -> list[insights.FormSaving]:
        """Return each form's first run compared with the later ones, the most used form first."""
        return await self._fetch_all(insights.FormSaving, queries.FORM_SAVINGS)

    async def platform_outcomes(self) -> list[insights.PlatformOutcome]:
        """Return the outcomes of the applications on each platform."""
        return await self._fetch_all(insights.PlatformOutcome, queries.PLATFORM_OUTCOMES)

    async def platform_tiers(self) -> list[insights.PlatformTier]:
        """Return each engine's results with the fields of each platform."""
        return await self._fetch_all(insights.PlatformTier, queries.PLATFORM_TIERS)

    async def parked(self) -> list[rows.ParkedRow]:
        """Return the events that could not be folded."""
        return await self._fetch_all(rows.ParkedRow, queries.PARKED)

    async def checkpoint(self) -> int:
        """Return the last sequence of the log in the projections; 0 before the first event."""
        with _translate_errors():
            return await self._pool.fetchval(queries.CHECKPOINT) or 0

    async def changes(self, job_id: str) -> AsyncGenerator[rows.JobRow, None]:
        """Yield the job's row, if there is one, and again whenever it has changed, for ever.

        Several changes may come as one. Raises ReadModelUnavailable if the database goes away.
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
        """Yield the ids of changed jobs, for ever. Raises ReadModelUnavailable if the database goes away."""
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
    """Open a reader for the duration of the block. Raises ReadModelUnavailable."""
    with _translate_errors():
        pool = await asyncpg.create_pool(database_url, min_size=1, max_size=POOL_SIZE, **_HOW)
    changes = Changes(lambda: asyncpg.connect(database_url, **_HOW))
    try:
        yield Reader(pool, changes)
    finally:
        await changes.close()
        pool.terminate()


def _escape(text: str) -> str:
    """Escape the text so that a LIKE pattern matches it literally."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


@contextmanager
def _translate_errors() -> Iterator[None]:
    """Translate the driver's errors into ours; no other code knows them."""
    try:
        yield
    except (asyncpg.UndefinedTableError, asyncpg.InvalidSchemaNameError, asyncpg.InsufficientPrivilegeError):
        raise ReadModelUnavailable(
            "the database has no projections for this user: projector makes them when it first starts"
        ) from None
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise ReadModelUnavailable(f"PostgreSQL does not answer ({type(error).__name__})") from None
