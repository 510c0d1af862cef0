"""Planner: plans a page by the rules of `ghosthands.planning`, for the applicant of a job.

Hears `PlanPage`; says `PlanProposed`, in which every field in scope stands exactly once: planned, left alone with a
reason, or in need of an answer. Where a model is configured, it is asked once a page what fields mean that no rule
understands, and once for drafts of answers to open questions; never about what is the applicant's alone to say. Says
`CommandRefused` when the page model or the applicant's data cannot be read.
"""
