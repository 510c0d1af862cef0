-- What was mended of a request, and what it says of when, where and how often the job is to run.

alter table jobs
    add column mended jsonb not null default '[]',
    add column max_retries bigint,
    add column wanted_worker text,
    add column affinity text,
    add column scheduled_at timestamptz;

create or replace view gh_automation_jobs as
select
    job.job_id as id,
    job.task as valet_task_id,
    job.applicant as user_id,
    'valet'::text as created_by,
    job.job_type,
    null::text as target_url,
    null::integer as priority,
    job.timeout_seconds,
    job.retries as retry_count,
    job.status,
    job.created_at,
    job.updated_at,
    job.started_at,
    job.completed_at,
    job.updated_at as last_heartbeat,
    job.worker as worker_id,
    case session.provider when 'operator' then 'operator' else 'server' end as browser_mode,
    job.work_mode as execution_mode,
    job.outcome as result_summary,
    job.error_code,
    request.kind as interaction_type,
    request.fields as interaction_data,
    job.paused_at,
    jsonb_build_object(
        'engine_version', job.engine_version,
        'final_mode', job.final_mode,
        'mode_reason', job.mode_reason,
        'band', job.band,
        'site', job.site,
        'platform', job.platform,
        'dry_run', job.dry_run,
        'mended', job.mended
    ) as metadata,
    job.max_retries,
    job.scheduled_at,
    job.wanted_worker as target_worker_id
from jobs as job
left join sessions as session on session.session_id = job.session_id
left join hitl_inbox as request on request.request_id = job.request_id;
