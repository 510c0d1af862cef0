-- What models were asked and what it cost: one row for each owner, tier, model, purpose, engine, platform and day, the
-- sums of a job in its own row, and views of the same by one thing each. A cost is billionths of a dollar; of calls that
-- nobody knows the price of there is only the number.

create table model_costs (
    owner         text not null,
    tier          bigint not null,
    model         text not null,
    purpose       text not null,
    engine        text not null,
    platform      text not null,
    day           timestamptz not null,
    calls         bigint not null,
    failures      bigint not null,
    input_tokens  bigint not null,
    output_tokens bigint not null,
    cached_tokens bigint not null,
    nano_usd      bigint not null,
    unpriced      bigint not null,
    took_ms       bigint not null,
    sequence      bigint not null,
    primary key (owner, tier, model, purpose, engine, platform, day)
);
comment on column model_costs.owner is 'The job; of the browser tools the session.';
create index model_costs_by_day on model_costs (day);

alter table jobs
    add column model_calls    bigint not null default 0,
    add column model_tokens   bigint not null default 0,
    add column nano_usd       bigint not null default 0,
    add column unpriced_calls bigint not null default 0;

create view costs_by_tier as
select tier, sum(calls) as calls, sum(failures) as failures, sum(input_tokens + output_tokens) as tokens,
    sum(nano_usd) / 1e9 as usd, sum(unpriced) as unpriced, count(distinct owner) as owners
from model_costs group by tier;

create view costs_by_model as
select model, sum(calls) as calls, sum(failures) as failures, sum(input_tokens + output_tokens) as tokens,
    sum(nano_usd) / 1e9 as usd, sum(unpriced) as unpriced, count(distinct owner) as owners
from model_costs group by model;

create view costs_by_platform as
select platform, sum(calls) as calls, sum(failures) as failures, sum(input_tokens + output_tokens) as tokens,
    sum(nano_usd) / 1e9 as usd, sum(unpriced) as unpriced, count(distinct owner) as owners
from model_costs group by platform;

create view costs_by_day as
select day, sum(calls) as calls, sum(failures) as failures, sum(input_tokens + output_tokens) as tokens,
    sum(nano_usd) / 1e9 as usd, sum(unpriced) as unpriced, count(distinct owner) as owners
from model_costs group by day;

insert into event_names (vocabulary, type, name) values ('gh_job_events', 'CostIncurred', 'tokens_used');
