-- The tables the upstream documents speak of, as views with their names and columns, so that their queries run as they
-- stand. What the log never holds (addresses, texts, values) is null.

create table event_names (
    vocabulary         text not null,
    type               text not null,
    name               text not null,
    success            boolean,
    only_on_transition boolean not null default false,
    only_if_blamed     boolean not null default false,
    primary key (vocabulary, type, name)
);
comment on table event_names is 'Our event types by the names the upstream documents have for them; one of ours may be several of theirs.';
comment on column event_names.only_on_transition is 'Counts only where it changed the job''s status.';
comment on column event_names.only_if_blamed is 'Counts only where an engine had its try and failed by itself.';

insert into event_names (vocabulary, type, name, only_on_transition) values
    ('gh_job_events', 'JobClaimed', 'job_started', true),
    ('gh_job_events', 'JobCompleted', 'job_completed', false),
    ('gh_job_events', 'JobFailed', 'job_failed', false),
    ('gh_job_events', 'JobTimedOut', 'job_failed', false),
    ('gh_job_events', 'JobRejected', 'job_failed', false),
    ('gh_job_events', 'JobCancelled', 'job_cancelled', false),
    ('gh_job_events', 'RetryScheduled', 'job_retry_scheduled', false),
    ('gh_job_events', 'PageObserved', 'observation_completed', false),
    ('gh_job_events', 'BlockerDetected', 'blocker_detected', false),
    ('gh_job_events', 'ActionStarted', 'step_started', false),
    ('gh_job_events', 'ActionVerified', 'step_completed', false),
    ('gh_job_events', 'ActionSucceeded', 'step_completed', false),
    ('gh_job_events', 'ActionFailed', 'step_failed', false),
    ('gh_job_events', 'HumanRequested', 'hitl_paused', false),
    ('gh_job_events', 'JobResumed', 'hitl_resumed', false),
    ('gh_job_events', 'HumanTimedOut', 'hitl_timeout', false),
    ('gh_job_events', 'SessionLost', 'browser_crash_detected', false),
    ('gh_job_events', 'SubmitConfirmed', 'form_submitted', false);

create view gh_job_events as
select
    event.id,
    event.aggregate_id as job_id,
    named.name as event_type,
    transition.from_status,
    transition.to_status,
    event.payload ->> 'message' as message,
    event.payload as metadata,
    event.service as actor,
    event.at as created_at
from events as event
join event_names as named on named.vocabulary = 'gh_job_events' and named.type = event.type
left join job_transitions as transition on transition.sequence = event.sequence
where event.aggregate_kind = 'job' and (transition.sequence is not null or not named.only_on_transition);

create view gh_automation_jobs as
select
    job.job_id as id,
    job.task as valet_task_id,
    job.applicant as user_id,
    'valet'::text as created_by,
    'apply'::text as job_type,
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
    null::text as execution_mode,
    job.outcome as result_summary,
    job.error_code,
    request.kind as interaction_type,
    request.fields as interaction_data,
    job.paused_at,
    jsonb_build_object(
        'engine_version', job.engine_version,
        'band', job.band,
        'site', job.site,
        'platform', job.platform,
        'dry_run', job.dry_run
    ) as metadata
from jobs as job
left join sessions as session on session.session_id = job.session_id
left join hitl_inbox as request on request.request_id = job.request_id;
