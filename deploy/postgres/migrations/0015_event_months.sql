-- The copy of the log by months, so that the oldest can go without a trace in the others. `at` is what the writer's clock
-- said, so any moment may come: what has no month of its own lies in events_rest.

create table dropped (
    name   text primary key,
    before timestamptz not null
);
comment on table dropped is 'Before when there are no rows any more, by what they were rows of: their time to be kept was over.';

-- What reads the copy goes on reading it by its name: views here are made anew in place. What others made of it elsewhere
-- is theirs, and nothing is changed before they have taken it away.
do $$
declare
    strangers text;
begin
    select string_agg(format('%I.%I', space.nspname, other.relname), ', ') into strangers
    from pg_depend as needs
    join pg_rewrite as rule on needs.classid = 'pg_rewrite'::regclass and rule.oid = needs.objid
    join pg_class as other on other.oid = rule.ev_class
    join pg_namespace as space on space.oid = other.relnamespace
    where needs.refclassid = 'pg_class'::regclass and needs.refobjid = 'events'::regclass
        and (space.nspname <> current_schema() or other.relkind <> 'v');
    if strangers is not null then
        raise exception using
            errcode = 'dependent_objects_still_exist',
            message = format('%s read the table events, which is to be made anew: drop them, and make them again afterwards', strangers);
    end if;
end
$$;

create table views_of_events as
select distinct other.oid, format('%I.%I', space.nspname, other.relname) as name, pg_get_viewdef(other.oid) as says
from pg_depend as needs
join pg_rewrite as rule on needs.classid = 'pg_rewrite'::regclass and rule.oid = needs.objid
join pg_class as other on other.oid = rule.ev_class
join pg_namespace as space on space.oid = other.relnamespace
where needs.refclassid = 'pg_class'::regclass and needs.refobjid = 'events'::regclass;

alter table events rename to events_before;
alter index events_of_aggregate rename to events_before_of_aggregate;
alter table events_before rename constraint events_pkey to events_before_pkey;

create table events (
    sequence       bigint not null,
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
    payload        jsonb not null,
    primary key (sequence, at)
) partition by range (at);
comment on table events is 'The copy of the log: references, never values. A partition a month.';
create index events_of_aggregate on events (aggregate_id, sequence);

create table events_rest partition of events default;
comment on table events_rest is 'Events of months that are far from when they were written.';

-- The partition of the month in which `moment` lies, made where it is not there; what events_rest has of it goes along.
create function make_events_month(moment timestamptz) returns void language plpgsql as $$
declare
    month  text := format('events_%s', to_char(moment at time zone 'utc', 'YYYY_MM'));
    begins timestamptz := date_trunc('month', moment, 'utc');
    ends   timestamptz := (date_trunc('month', moment at time zone 'utc') + interval '1 month') at time zone 'utc';
begin
    if to_regclass(month) is not null then
        return;
    end if;
    perform pg_advisory_xact_lock(hashtextextended('make_events_month', 0)); -- of two projectors at once one makes it
    if exists (select from pg_class where relname = month and relnamespace = current_schema()::regnamespace) then
        return; -- asked of the table: what this session remembers of names may be older than its lock
    end if;
    execute format('create table %I (like events including defaults including constraints)', month);
    execute format(
        'with moved as (delete from events_rest where at >= %L and at < %L returning *) insert into %I select * from moved',
        begins, ends, month
    );
    execute format('alter table events attach partition %I for values from (%L) to (%L)', month, begins, ends);
end
$$;

-- Which partitions hold nothing but what is older than the month of `until`, and events_rest where it holds any of that.
create function find_old_events(until timestamptz) returns setof text language sql stable as $$
    select part.relname::text
    from pg_inherits as link
    join pg_class as part on part.oid = link.inhrelid
    where link.inhparent = 'events'::regclass and part.relname ~ '^events_[0-9]{4,}_[0-9]{2}$'
        and to_date(substr(part.relname, 8), 'YYYY_MM') < date_trunc('month', until at time zone 'utc')
    union all
    select 'events_rest' where exists (select from events_rest where at < date_trunc('month', until, 'utc'))
    order by 1
$$;

-- Takes those away, and notes that they are gone; their names.
create function drop_old_events(until timestamptz) returns setof text language plpgsql as $$
declare
    old text;
begin
    for old in select find_old_events(until) loop
        if old = 'events_rest' then
            delete from events_rest where at < date_trunc('month', until, 'utc');
        else
            execute format('drop table %I', old);
        end if;
        return next old;
    end loop;
    if old is not null then
        insert into dropped as known (name, before) values ('events', date_trunc('month', until, 'utc'))
        on conflict (name) do update set before = greatest(known.before, excluded.before);
    end if;
end
$$;

select make_events_month(month.at) from (
    select distinct date_trunc('month', at, 'utc') as at
    from events_before
    where at between '2020-01-01' and now() + interval '1 month'
) as month;
select make_events_month(now());
select make_events_month(now() + interval '1 month');
insert into events select * from events_before;

do $$
declare
    view record;
begin
    for view in select name, says from views_of_events order by oid loop
        execute format('create or replace view %s as %s', view.name, view.says);
    end loop;
end
$$;

drop table events_before, views_of_events;
