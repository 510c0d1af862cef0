"""Workable: one page with a Turnstile in it."""

from ghosthands.platforms.addresses import posting_address
from ghosthands.platforms.platform import Platform

PLATFORM = Platform(
    name="workable",
    examples=("apply.workable.com/acme/j/1",),
    hosts=r"(?:^|\.)apply\.workable\.com/",
    marks="[data-ui=application-form],[data-ui=successful-submit]",
    confirmed="[data-ui=successful-submit]",
    postings=(posting_address(r"[\w-]+\.workable\.com/(?:[^/]+/)?j/([0-9A-Fa-f]{10})(?:/apply)?"),),
    unknown=("step", "next", "submit", "apply", "typeahead", "refusal", "uploaded", "failed", "fields", "honeypots"),
)
