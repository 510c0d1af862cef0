"""The HTTP API, as VALET calls it: requests in, statuses out, and the NATS commands behind both.

    requests ──► callers (who is it?) ──► valet, jobs, … ──► job.requested, job.cancel, human.resolved ──► NATS
    statuses ◄── job_answers ◄── the job's own log;  lists and usage ◄── PostgreSQL

VALET has quirks that every change here has to respect: it takes every 409 for success and reads its `job_id`, it wants
JSON in every answer, it waits 15 seconds, it never repeats. `refusals` has the shapes of refusals; no answer repeats a
value that was sent, or says more of our own errors than that there was one.
"""
