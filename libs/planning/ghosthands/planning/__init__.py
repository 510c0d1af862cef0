"""Planning: which of the applicant's keys goes into which field of a page, how sure that is, and why.

It works with the page's own words and with the *keys* of what the applicant gave, never with the values: choosing an
option by a value happens beside the vault, in browser-host. It asks nobody and keeps nothing, so that planner, which
plans a page, and cookbook, which replays one, refuse the same.

The way of one field: `refusal` (never from the profile), `matching` (platform's ids, autocomplete, rules, questions),
`plan` (own answers first, then the match, then a human).
"""
