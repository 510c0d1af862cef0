"""Planner: which of the applicant's keys goes into which field of a page, how sure that is, and why.

Hears `PlanPage`; says `PlanProposed`, in which every field in scope stands exactly once: planned, left alone with a
reason, or in need of an answer. Says `CommandRefused` when the page model or the applicant's data cannot be read.

It works with the page's own words and with the *keys* of what the applicant gave, never with the values: choosing an
option by a value happens beside the vault, in browser-host.

The way of one field: `refusal` (never from the profile), `matching` (platform's ids, autocomplete, rules, questions),
`planning` (own answers first, then the match, then a human).
"""
