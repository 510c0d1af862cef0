"""Workable: one page with a Turnstile in it."""

from ghosthands.platforms.platform import Platform

PLATFORM = Platform(
    name="workable",
    examples=("apply.workable.com/acme/j/1",),
    hosts=r"(?:^|\.)apply\.workable\.com/",
    marks="[data-ui=application-form],[data-ui=successful-submit]",
    confirmed="[data-ui=successful-submit]",
    unknown=("step", "next", "submit", "apply", "typeahead", "refusal", "uploaded", "failed", "fields", "honeypots"),
)
