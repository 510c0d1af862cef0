"""Workable: one page with a Turnstile in it."""

from ghosthands.domain.cascade import DEFAULT
from ghosthands.platforms.platform import PLAIN, UNKNOWN, Platform

PLATFORM = Platform(
    name="workable",
    examples=("apply.workable.com/acme/j/1",),
    hosts=r"(?:^|\.)apply\.workable\.com/",
    marks="[data-ui=application-form],[data-ui=successful-submit]",
    step=UNKNOWN,
    next=UNKNOWN,
    submit=UNKNOWN,
    apply=UNKNOWN,
    typeahead=UNKNOWN,
    lists=PLAIN,
    refusal=UNKNOWN,
    uploaded=UNKNOWN,
    confirmed="[data-ui=successful-submit]",
    failed=UNKNOWN,
    fields=(),
    honeypots=UNKNOWN,
    cascade=DEFAULT,
    posting_parameters=frozenset(),
    form_pages=frozenset(),
)
