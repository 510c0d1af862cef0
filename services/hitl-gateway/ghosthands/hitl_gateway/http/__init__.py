"""The door for HTTP, as VALET calls it: requests in, statuses out, and the NATS commands behind both.

    requests ──► callers (who is it?) ──► valet, jobs, … ──► job.requested, job.cancel, human.resolved ──► NATS
    statuses ◄── job_answers ◄── the job's own log;  lists and usage ◄── PostgreSQL

VALET has its quirks, which nobody here may forget: it takes every 409 for success and reads its `job_id`, it wants
JSON of every answer, it waits 15 seconds, it never repeats. `refusals` has the shapes of what is refused; no answer
repeats a value that was sent, or tells of our own errors more than that there was one.
"""
