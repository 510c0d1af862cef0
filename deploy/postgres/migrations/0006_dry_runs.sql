-- How far a dry run saw, and what it ended before.

alter table jobs
    add column ended_before text,
    add column ended_on_page bigint,
    add column of_pages bigint;
