-- What models may be asked for: of each job what is reserved or spent, and what it was held to. An applicant's month is a
-- ledger. What is reserved counts in full until it is settled; of a call that nobody told the outcome of, for good.

create table budgets (
    ledger        text not null,
    job_id        text not null,
    calls         bigint not null,
    tokens        bigint not null,
    nano_usd      bigint not null,
    took_ms       bigint not null,
    open_calls    bigint not null,
    open_nano_usd bigint not null,
    lapsed_calls  bigint not null,
    sequence      bigint not null,
    primary key (ledger, job_id)
);
comment on column budgets.ledger is 'The month the job was requested in, and its applicant: 2026-11-<applicant>.';

create table budget_limits (
    job_id               text primary key,
    limit_nano_usd       bigint,
    limit_tokens         bigint,
    limit_calls          bigint,
    limit_ms             bigint,
    month_limit_nano_usd bigint,
    sequence             bigint not null
);
comment on table budget_limits is 'What the job was last held to; null where there is no end to it.';

alter table jobs add column budget_exceeded text;
comment on column jobs.budget_exceeded is 'The limit that was come to, <job|month>_<money|tokens|calls|time>; null where none was.';

create view job_budgets as
select budgets.job_id, ledger, limit_nano_usd / 1e9 as limit_usd, nano_usd / 1e9 as used_usd,
    open_nano_usd / 1e9 as reserved_usd, calls, limit_calls, tokens, limit_tokens, took_ms, limit_ms, open_calls,
    lapsed_calls
from budgets left join budget_limits using (job_id);

create view budget_months as
select ledger, count(*) as jobs, sum(calls) as calls, sum(tokens) as tokens, sum(nano_usd) / 1e9 as used_usd,
    sum(open_nano_usd) / 1e9 as reserved_usd
from budgets group by ledger;
