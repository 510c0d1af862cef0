"""Planning: decides which of the applicant's keys goes into which field of a page, how surely, and why.

It works with the page's own words and with the *keys* of the applicant's data, never with the values: options are
chosen by a value beside the vault, in browser-host. It does no I/O and keeps no state, so that planner, which plans a
page, and cookbook, which replays one, refuse the same.

A field goes through `refusal` (never from the profile), `matching` (platform's ids, autocomplete, rules, questions)
and `plan` (own answers first, then the match, then a human).
"""
