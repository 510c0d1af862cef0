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

insert into event_names (vocabulary, type, name, success) values
    ('task_events', 'EngineConnected', 'engine_connected', null),
    ('task_events', 'EngineDisconnected', 'engine_disconnected', null),
    ('task_events', 'EngineSwitched', 'engine_switch', true),
    ('task_events', 'EngineSwitchFailed', 'engine_switch', false),
    ('task_events', 'EngineRecovered', 'engine_switch_recovery', true),
    ('task_events', 'TierEscalated', 'cascade_escalation', null),
    ('task_events', 'ControlTaken', 'human_takeover', null);

create or replace view task_events as
select
    event.sequence,
    event.id,
    event.aggregate_id as task_id,
    event.aggregate_id as workflow_run_id,
    event.tenant,
    named.name as event_type,
    event.payload || jsonb_strip_nulls(jsonb_build_object(
        'platform', coalesce(step.platform, event.payload ->> 'platform'),
        'engine', coalesce(step.engine, event.payload ->> 'engine', event.payload ->> 'target'),
        'operation', step.kind,
        'from', event.payload ->> 'source',
        'to', case when event.payload ? 'source' then event.payload ->> 'target' end,
        'success', named.success,
        'durationMs', took.ms
    )) as data,
    coalesce(step.platform, event.payload ->> 'platform') as platform,
    coalesce(step.engine, event.payload ->> 'engine', event.payload ->> 'target') as engine,
    named.success,
    took.ms as duration_ms,
    event.at as created_at
from events as event
join event_names as named on named.vocabulary = 'task_events' and named.type = event.type
cross join lateral (
    select coalesce(event.payload ->> 'took_ms', event.payload ->> 'attached_ms')::bigint as ms
) as took
left join job_steps as step on step.job_id = event.aggregate_id and step.action_id = event.payload ->> 'action_id'
where event.aggregate_kind in ('job', 'session');
