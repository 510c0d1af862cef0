-- How version 1 works an application, step by step; and as the upstream documents have it.

create table manuals (
    manual_id     text primary key,
    site          text not null,
    url_pattern   text not null,
    task_pattern  text not null,
    platform      text not null,
    source        text not null,
    steps         jsonb not null,
    health        bigint not null,
    successes     bigint not null,
    failures      bigint not null,
    retired       boolean not null,
    last_verified timestamptz,
    last_used     timestamptz,
    created_at    timestamptz not null,
    sequence      bigint not null
);

create view gh_action_manuals as
select
    manual_id as id,
    url_pattern,
    task_pattern,
    steps,
    successes as success_count,
    failures as failure_count,
    health::real as health_score,
    last_verified,
    platform,
    source,
    last_used,
    created_at
from manuals
where not retired;
