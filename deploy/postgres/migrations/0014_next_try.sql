-- When a job that failed for a passing reason is tried again.

alter table jobs add column retry_due timestamptz;
