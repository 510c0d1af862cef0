"""Every SQL statement of the read side, by name."""

from __future__ import annotations

from ghosthands.readmodel import insights, rows
from ghosthands.readmodel.rows import Row


def _select(row: type[Row], table: str) -> str:
    return f"select {', '.join(row.__struct_fields__)} from gh.{table}"  # noqa: S608 - our own names


JOBS = f"{_select(rows.JobRow, 'jobs')} order by created_at desc, job_id limit $1"
JOBS_OF_STATUS = f"{_select(rows.JobRow, 'jobs')} where status = $2 order by created_at desc, job_id limit $1"
#: newest first, after the last row of the previous page
JOBS_PAGE = (
    f"{_select(rows.JobRow, 'jobs')}"
    " where ($2::text is null or status = $2) and ($3::text is null or platform = $3)"
    " and ($4::text is null or site = $4)"
    " and ($5::text is null or job_id like $5 or site like $5 or task like $5)"
    " and ($6::timestamptz is null or created_at < $6 or (created_at = $6 and job_id > $7))"
    " order by created_at desc, job_id limit $1"
)
JOB_COUNTS = "select status, count(*) as jobs from gh.jobs group by status order by status"
_WAITS = "status = 'pending' or (status = 'running' and session_id is null)"
BAND_QUEUES = (
    "select coalesce(band, 'normal') as band"  # noqa: S608 - our own names
    ", count(*) filter (where status = 'pending') as unclaimed"
    ", count(*) filter (where status = 'running' and session_id is null) as without_browser"
    ", count(*) filter (where status = 'running' and session_id is not null) as at_work"
    ", count(*) filter (where status = 'paused') as asking"
    f", min(created_at) filter (where {_WAITS}) as oldest"
    " from gh.jobs where status in ('pending', 'running', 'paused') group by coalesce(band, 'normal')"
)
JOB_PLATFORMS = "select distinct platform from gh.jobs where platform is not null order by platform"
JOB = f"{_select(rows.JobRow, 'jobs')} where job_id = $1"
JOBS_LIKE = f"{_select(rows.JobRow, 'jobs')} where job_id like $1 order by created_at desc limit $2"
#: a page of jobs: of a tenant, optionally of one applicant, of some statuses, of one type
_LISTED = (
    " where tenant = $1 and ($2::text is null or applicant = $2) and ($3::text[] is null or status = any($3))"
    " and ($4::text is null or job_type = $4)"
)
JOBS_LISTED = {
    newest_first: f"{_select(rows.JobRow, 'jobs')}{_LISTED}"
    f" order by created_at {'desc' if newest_first else 'asc'}, job_id limit $5 offset $6"
    for newest_first in (True, False)
}
JOBS_COUNTED = f"select count(*) from gh.jobs{_LISTED}"  # noqa: S608 - our own names
JOB_SUMS = (
    "select count(*) as jobs"
    ", count(*) filter (where status = 'completed') as completed"
    ", count(*) filter (where status = 'failed') as failed"
    ", count(*) filter (where status = 'cancelled') as cancelled"
    ", count(*) filter (where status = 'running') as running"
    ", count(*) filter (where status = 'pending') as waiting"
    ", coalesce(sum(actions), 0)::bigint as actions"
    ", coalesce(sum(model_calls), 0)::bigint as model_calls"
    ", coalesce(sum(model_tokens), 0)::bigint as model_tokens"
    ", coalesce(sum(nano_usd), 0)::bigint as nano_usd"
    " from gh.jobs where tenant = $1 and ($2::text is null or applicant = $2)"
    " and ($3::timestamptz is null or created_at >= $3)"
)
STEPS = f"{_select(rows.StepRow, 'job_steps')} where job_id = $1 order by coalesce(started_at, at), sequence"
EVENTS = f"{_select(rows.EventRow, 'events')} where aggregate_kind = 'job' and aggregate_id = $1 order by sequence"
INBOX = f"{_select(rows.RequestRow, 'hitl_inbox')} where status = 'open' order by due_at, request_id"
INBOX_ALL = f"{_select(rows.RequestRow, 'hitl_inbox')} order by requested_at desc, request_id limit $1"
CALLBACKS = f"{_select(rows.CallbackRow, 'callbacks')} where job_id = $1 order by sequence"
CALLBACKS_NOT_TAKEN = (
    f"{_select(rows.CallbackRow, 'callbacks')} where status <> 'delivered' order by sequence desc limit $1"
)
ENGINE_STATS = f"{_select(rows.EngineStatsRow, 'engine_stats')} order by platform, engine"
ENGINE_DAYS = f"{_select(rows.EngineDayRow, 'engine_days')} where day >= $1 order by platform, engine, day"
LATEST_SWITCHES = f"{_select(rows.SwitchRow, 'engine_switches')} order by sequence desc limit $1"
RECIPES = f"{_select(rows.RecipeRow, 'recipes')} order by updated_at desc, site, fingerprint"
RECIPE_STEPS = (
    f"{_select(rows.RecipeStepRow, 'recipe_steps')}"
    " where site = $1 and fingerprint = $2 and not forgotten order by label, field_id"
)
FORM_SAVINGS = f"{_select(insights.FormSaving, 'form_savings')} order by runs desc, site, fingerprint"
PLATFORM_OUTCOMES = f"{_select(insights.PlatformOutcome, 'platform_outcomes')} order by jobs desc, platform"
PLATFORM_TIERS = f"{_select(insights.PlatformTier, 'platform_tiers')} order by platform, tier, engine"
#: the first and the last time of ended jobs, requests, switches and filled fields
RANGES = (
    "select 'jobs' as of, min(created_at) as first, max(created_at) as last from gh.jobs where completed_at is not null"
    " union all select 'requests', min(requested_at), max(requested_at) from gh.hitl_inbox"
    " union all select 'switches', min(at), max(at) from gh.engine_switches"
    " union all select 'fields', min(at), max(at) from gh.job_steps"
)
MANUALS = f"{_select(rows.ManualRow, 'manuals')} order by last_used desc nulls last, url_pattern, manual_id"
PARKED = f"{_select(rows.ParkedRow, 'parked_events')} order by sequence"
DROPPED = "select before from gh.dropped where name = 'events'"
CHECKPOINT = "select sequence from gh.checkpoints where name = 'events'"
