-- The read model: folds of the log, made anew from it at any time. No name is qualified: the same file builds the
-- live schema (gh) and the shadow schemas of a rebuild; whoever applies it sets search_path.
-- Columns and their order are those of the structs in libs/readmodel/ghosthands/readmodel/rows.py.

create table checkpoints (
    name     text primary key,
    sequence bigint not null
);
comment on table checkpoints is 'Up to where the log is folded; advanced by compare-and-set in the folding transaction.';

create table events (
    sequence       bigint primary key,
    id             text not null,
    aggregate_kind text not null,
    aggregate_id   text not null,
    service        text not null,
    type           text not null,
    version        bigint not null,
    at             timestamptz not null,
    causation      text not null,
    correlation    text not null,
    epoch          bigint,
    tenant         text not null,
    payload        jsonb not null
);
comment on table events is 'The copy of the log: references, never values.';
create index events_of_aggregate on events (aggregate_id, sequence);

create table jobs (
    job_id          text primary key,
    tenant          text not null,
    applicant       text,
    task            text not null,
    site            text,
    platform        text,
    posting         text,
    band            text,
    status          text not null,
    phase           text not null,
    submission      text not null,
    outcome         text,
    error_code      text,
    engine_version  bigint,
    timeout_seconds bigint,
    dry_run         boolean not null,
    headed          boolean not null,
    retries         bigint not null,
    epoch           bigint not null,
    worker          text,
    pages           bigint not null,
    fields_verified bigint not null,
    fields_failed   bigint not null,
    actions         bigint not null,
    model_calls     bigint not null,
    sessions        bigint not null,
    session_id      text,
    request_id      text,
    created_at      timestamptz not null,
    started_at      timestamptz,
    completed_at    timestamptz,
    paused_at       timestamptz,
    updated_at      timestamptz not null,
    sequence        bigint not null
);
create index jobs_by_creation on jobs (created_at desc, job_id);
create index jobs_not_ended on jobs (status) where status in ('pending', 'running', 'paused');

create table job_transitions (
    sequence    bigint primary key,
    job_id      text not null,
    from_status text,
    to_status   text not null,
    at          timestamptz not null
);
create index job_transitions_of_job on job_transitions (job_id, sequence);

create table job_steps (
    job_id     text not null,
    action_id  text not null,
    model_ref  text,
    platform   text,
    field_id   text,
    kind       text,
    key        text,
    tier       bigint,
    engine     text,
    status     text not null,
    code       text,
    took_ms    bigint,
    started_at timestamptz,
    at         timestamptz not null,
    sequence   bigint not null,
    primary key (job_id, action_id)
);

create table sessions (
    session_id text primary key,
    job_id     text,
    host       text,
    provider   text,
    pid        bigint,
    epoch      bigint,
    status     text,
    reason     text,
    opened_at  timestamptz,
    ended_at   timestamptz,
    sequence   bigint not null
);
create index sessions_of_job on sessions (job_id);

create table hitl_inbox (
    request_id   text primary key,
    job_id       text not null,
    tenant       text,
    applicant    text,
    site         text,
    kind         text,
    code         text,
    fields       jsonb,
    model_ref    text,
    status       text not null,
    resolution   text,
    answered     jsonb,
    requested_at timestamptz,
    due_at       timestamptz,
    resolved_at  timestamptz,
    sequence     bigint not null
);
create index hitl_inbox_open on hitl_inbox (due_at) where status = 'open';

create table engine_stats (
    platform  text not null,
    engine    text not null,
    successes bigint not null,
    failures  bigint not null,
    took_ms   bigint not null,
    sequence  bigint not null,
    primary key (platform, engine)
);

create table parked_events (
    sequence bigint primary key,
    subject  text not null,
    code     text not null,
    reason   text not null
);
comment on table parked_events is 'Events that could not be folded: a reference and the reason. A rebuild tries them again.';
