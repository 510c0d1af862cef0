-- What the engines did: each change of the engine that works a page, and their attempts by day, of which older ones may
-- count less; and the same by the names the upstream documents have for it.

create table engine_switches (
    sequence   bigint primary key,
    session_id text not null,
    job_id     text,
    platform   text,
    site       text,
    source     text not null,
    target     text not null,
    reason     text not null,
    success    boolean not null,
    code       text,
    took_ms    bigint not null,
    at         timestamptz not null
);
create index engine_switches_of_job on engine_switches (job_id, sequence);

create table engine_days (
    platform  text not null,
    engine    text not null,
    day       timestamptz not null,
    successes bigint not null,
    failures  bigint not null,
    sequence  bigint not null,
    primary key (platform, engine, day)
);

insert into event_names (vocabulary, type, name, success, only_if_blamed) values
    ('task_events', 'ActionVerified', 'engine_operation', true, false),
    ('task_events', 'ActionFailed', 'engine_operation', false, true),
    ('task_events', 'ActionFailed', 'engine_failure', false, true),
    ('task_events', 'EngineConnected', 'engine_connected', null, false),
    ('task_events', 'EngineDisconnected', 'engine_disconnected', null, false),
    ('task_events', 'EngineSwitched', 'engine_switch', true, false),
    ('task_events', 'EngineSwitchFailed', 'engine_switch', false, false),
    ('task_events', 'EngineSwitchFailed', 'engine_operation', false, true),
    ('task_events', 'EngineSwitchFailed', 'engine_failure', false, true),
    ('task_events', 'EngineRecovered', 'engine_switch_recovery', true, false),
    ('task_events', 'TierEscalated', 'cascade_escalation', null, false),
    ('task_events', 'ControlTaken', 'human_takeover', null, false);

-- A takeover lasts until control is released, which is an event of its own; what may be blamed on an engine is said in
-- projector/engine_fold.py.
create view task_events as
select
    event.sequence,
    event.id,
    event.aggregate_id as task_id,
    event.aggregate_id as workflow_run_id,
    event.tenant,
    named.name as event_type,
    event.payload || jsonb_strip_nulls(jsonb_build_object(
        'platform', about.platform,
        'engine', about.engine,
        'mode', nullif(split_part(about.engine, ':', 2), ''),
        'operation', step.kind,
        'from', event.payload ->> 'source',
        'to', case when event.payload ? 'source' then event.payload ->> 'target' end,
        'success', named.success,
        'durationMs', about.ms
    )) as data,
    about.platform,
    about.engine,
    named.success,
    about.ms as duration_ms,
    event.at as created_at
from events as event
join event_names as named on named.vocabulary = 'task_events' and named.type = event.type
left join job_steps as step on step.job_id = event.aggregate_id and step.action_id = event.payload ->> 'action_id'
left join lateral (
    select release.payload ->> 'held_ms' as held_ms
    from events as release
    where event.type = 'ControlTaken' and release.type = 'ControlReleased'
        and release.aggregate_id = event.aggregate_id and release.sequence > event.sequence
        and release.payload ->> 'session_id' = event.payload ->> 'session_id'
    order by release.sequence
    limit 1
) as takeover on true
cross join lateral (
    select
        coalesce(step.platform, event.payload ->> 'platform') as platform,
        coalesce(step.engine, event.payload ->> 'engine', event.payload ->> 'target') as engine,
        coalesce(event.payload ->> 'took_ms', event.payload ->> 'attached_ms', takeover.held_ms)::bigint as ms
) as about
where event.aggregate_kind in ('job', 'session')
    and (not named.only_if_blamed or about.ms > 0 and event.payload ->> 'code' not in (
        'cancelled', 'no_value', 'held_by_human', 'force_released', 'slot_busy', 'engine_unavailable', 'page_unreadable'
    ));
