-- What it saves to have filled a form before, and how applications fare on each platform: views of what is there.

-- Every application that was sent, with the form it was sent by: the first form page it saw, or the page its recipe was
-- learnt on where that page was filled by one. A human's time is theirs, not the run's.
create view form_runs as
with seen as (
    select distinct on (aggregate_id)
        aggregate_id as job_id,
        payload -> 'page' ->> 'site' as site,
        payload -> 'page' ->> 'platform' as platform,
        payload -> 'page' ->> 'fingerprint' as fingerprint
    from events
    where aggregate_kind = 'job' and type = 'PageObserved' and payload -> 'page' ->> 'page_type' = 'form'
    order by aggregate_id, sequence
),
known as (
    select aggregate_id as job_id, payload ->> 'fingerprint' as fingerprint, min(payload ->> 'recipe') as recipe
    from events
    where aggregate_kind = 'job' and type = 'RecipeFound'
    group by aggregate_id, payload ->> 'fingerprint'
),
filled as (
    select
        aggregate_id as job_id,
        sum(jsonb_array_length(payload -> 'actions')) filter (where type = 'RecipeFound') as replayed,
        sum(jsonb_array_length(payload -> 'actions')) filter (where type = 'PlanProposed') as planned
    from events
    where aggregate_kind = 'job' and type in ('RecipeFound', 'PlanProposed')
    group by aggregate_id
),
asked as (
    select job_id, count(*) as questions, sum(resolved_at - requested_at) as waited
    from hitl_inbox
    group by job_id
)
select
    seen.site,
    coalesce(known.recipe, seen.fingerprint) as fingerprint,
    seen.platform,
    row_number() over (
        partition by seen.site, coalesce(known.recipe, seen.fingerprint) order by job.completed_at, job.sequence
    ) as run,
    job.job_id,
    coalesce(filled.replayed, 0)::bigint as replayed,
    coalesce(filled.planned, 0)::bigint as planned,
    coalesce(asked.questions, 0) as questions,
    job.model_calls as calls,
    job.model_tokens as tokens,
    job.nano_usd,
    job.unpriced_calls as unpriced,
    greatest(0, round(
        1000 * extract(epoch from job.completed_at - job.started_at - coalesce(asked.waited, interval '0'))
    ))::bigint as took_ms,
    job.completed_at
from jobs as job
join seen using (job_id)
left join known on known.job_id = job.job_id and known.fingerprint = seen.fingerprint
left join filled on filled.job_id = job.job_id
left join asked on asked.job_id = job.job_id
where job.outcome = 'submitted' and job.completed_at is not null and job.started_at is not null;

-- Each form's first run beside the mean of those after it (of their times the median, which one slow run does not move).
-- What was saved counts against the first run; it is negative where later runs cost more.
create view form_savings as
select
    site,
    fingerprint,
    min(platform) as platform,
    count(*) as runs,
    max(calls) filter (where run = 1) as first_calls,
    max(nano_usd) filter (where run = 1) as first_nano_usd,
    max(took_ms) filter (where run = 1) as first_ms,
    max(questions) filter (where run = 1) as first_questions,
    (avg(calls) filter (where run > 1))::double precision as later_calls,
    (avg(nano_usd) filter (where run > 1))::double precision as later_nano_usd,
    percentile_cont(0.5) within group (order by took_ms) filter (where run > 1) as later_ms,
    (avg(questions) filter (where run > 1))::double precision as later_questions,
    (sum(replayed) filter (where run > 1) / nullif(sum(replayed + planned) filter (where run > 1), 0))::double precision
        as replayed_share,
    (max(calls) filter (where run = 1) * (count(*) - 1) - coalesce(sum(calls) filter (where run > 1), 0))::bigint
        as saved_calls,
    (max(nano_usd) filter (where run = 1) * (count(*) - 1) - coalesce(sum(nano_usd) filter (where run > 1), 0))::bigint
        as saved_nano_usd,
    (max(took_ms) filter (where run = 1) * (count(*) - 1) - coalesce(sum(took_ms) filter (where run > 1), 0))::bigint
        as saved_ms,
    sum(unpriced)::bigint as unpriced
from form_runs
group by site, fingerprint;

-- How applications ended on each platform. A dry run that came to its end counts as completed.
create view platform_outcomes as
select
    coalesce(job.platform, 'unknown') as platform,
    count(*) as jobs,
    count(*) filter (where job.status = 'completed') as completed,
    count(*) filter (where job.status = 'failed') as failed,
    count(*) filter (where job.status = 'cancelled') as cancelled,
    count(*) filter (where exists (select from hitl_inbox as asked where asked.job_id = job.job_id)) as asked_a_human,
    sum(job.model_calls)::bigint as calls,
    sum(job.nano_usd)::bigint as nano_usd,
    sum(job.unpriced_calls)::bigint as unpriced
from jobs as job
where job.completed_at is not null
group by coalesce(job.platform, 'unknown');

-- Who filled the fields of each platform: a field counts for every action at it that ended.
create view platform_tiers as
select
    coalesce(platform, 'unknown') as platform,
    coalesce(tier, 0) as tier,
    coalesce(engine, '') as engine,
    count(*) filter (where status = 'verified') as verified,
    count(*) filter (where status = 'failed') as failed
from job_steps
where status in ('verified', 'failed')
group by coalesce(platform, 'unknown'), coalesce(tier, 0), coalesce(engine, '');
