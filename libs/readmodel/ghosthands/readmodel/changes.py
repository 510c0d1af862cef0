"""Hearing of changes: projector's transactions notify, so nobody who waits for a job has to poll."""

from __future__ import annotations

#: The PostgreSQL channel; each notification's payload is the id of a job whose row has changed.
CHANNEL = "gh_jobs"
