"""The list of jobs: one line each, the newest first, by the filters in the address."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ghosthands.hitl_gateway.console.means import ConsoleMeans
from ghosthands.hitl_gateway.console.posting import KnownPosting
from ghosthands.readmodel import JobFilter, JobStatus
from ghosthands.readmodel.rows import JobRow

#: lines of a page
PAGE = 50

_FILTERS = ("status", "platform", "site", "q")


class JobLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the list."""

    row: JobRow
    posting: KnownPosting
    #: the result in words, beyond the status
    result: str


class Jobs:
    """The pages that list jobs."""

    def __init__(self, means: ConsoleMeans) -> None:
        self._means = means

    async def show(self, request: Request) -> Response:
        """Show the page that lists jobs."""
        return self._means.pages.show(request, "jobs.html", **await self._read_lines(request))

    async def show_list(self, request: Request) -> Response:
        """Return the list alone, for a page that is open."""
        return self._means.pages.show(request, "jobs_list.html", **await self._read_lines(request))

    async def _read_lines(self, request: Request) -> dict[str, Any]:
        reader = await self._means.tables.reader()
        chosen = {name: request.query_params.get(name, "") for name in _FILTERS}
        after = await reader.job(request.query_params["after"]) if request.query_params.get("after") else None
        found = await reader.jobs_page(_read_filter(chosen), PAGE + 1, after)
        shown = found[:PAGE]
        postings = await asyncio.gather(*(self._find_posting(row) for row in shown))
        counts = await reader.job_counts()
        return {
            "lines": [
                JobLine(row=row, posting=posting, result=_word_result(row))
                for row, posting in zip(shown, postings, strict=True)
            ],
            "chosen": chosen,
            "is_filtered": any(chosen.values()),
            "counts": {status.value: counts.get(status.value, 0) for status in JobStatus},
            "total": sum(counts.values()),
            "platforms": await reader.job_platforms(),
            "address": lambda **changes: _make_address(chosen, changes),
            "after": request.query_params.get("after", ""),
            "next": shown[-1].job_id if len(found) > PAGE else "",
            "query": request.url.query,
        }

    async def _find_posting(self, row: JobRow) -> KnownPosting:
        return await self._means.postings.find(row.tenant, row.applicant, row.job_id)


def _read_filter(chosen: dict[str, str]) -> JobFilter:
    status = chosen["status"]
    return JobFilter(
        status=JobStatus(status) if status in list(JobStatus) else None,
        platform=chosen["platform"] or None,
        site=chosen["site"] or None,
        text=chosen["q"].strip()[:100],
    )


def _make_address(chosen: dict[str, str], changes: dict[str, str]) -> str:
    """Return the address of the list with other filters; empty ones are left out."""
    query = urlencode({name: value for name, value in {**chosen, **changes}.items() if value})
    return f"/jobs?{query}" if query else "/jobs"


def _word_result(row: JobRow) -> str:
    if row.status == JobStatus.PAUSED:
        return "asks a human"
    result = (row.error_code or row.outcome or "").replace("_", " ")
    if row.retry_due is not None:
        result = f"tries again after {result}"
    return " · ".join(dict.fromkeys(part for part in (result, "dry run" if row.dry_run else "") if part))
