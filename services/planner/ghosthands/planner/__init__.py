"""Planner: plans a page by the rules of `ghosthands.planning`, for the applicant of a job.

It hears `PlanPage`. It says `PlanProposed`, which lists every field in scope exactly once: planned, left alone with a
reason, or in need of an answer. Where a model is configured, planner asks it once a page for the meaning of fields
that no rule understands, and once for drafts of answers to open questions; never about what is the applicant's alone
to say. It says `CommandRefused` when the page model or the applicant's data cannot be read.
"""
