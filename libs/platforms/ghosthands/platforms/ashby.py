"""Ashby: one page of `data-field-path` entries; a refused application is answered with status 200."""

from ghosthands.platforms.addresses import UUID, embedded_posting, posting_address
from ghosthands.platforms.platform import Platform, known_fields

_FIELDS = known_fields(
    (r"_systemfield_name", "profile.full_name"),
    (r"_systemfield_email", "profile.email"),
    (r"_systemfield_phone", "profile.phone"),
    (r"_systemfield_location", "profile.location.full"),
    (r"_systemfield_eeoc_gender", "profile.eeo.gender"),
    (r"_systemfield_eeoc_race", "profile.eeo.race"),
    (r"_systemfield_eeoc_veteran_status", "profile.eeo.veteran"),
    (r"_systemfield_eeoc_disability_status", "profile.eeo.disability"),
)

PLATFORM = Platform(
    name="ashby",
    examples=("jobs.ashbyhq.com/acme/1/application",),
    hosts=r"(?:^|\.)jobs\.ashbyhq\.com/",
    marks="[class*=ashby-application-form]",
    submit=".ashby-application-form-submit-button",
    uploaded=".ashby-application-form-input-file-item-delete,.ashby-application-form-input-file-item",
    confirmed=".ashby-application-form-success-container",
    failed=".ashby-application-form-failure-container,.ashby-application-form-blocked-application-container",
    fields=_FIELDS,
    postings=(
        posting_address(rf"jobs\.ashbyhq\.com/[^/]+/({UUID})(?:/application)?"),
        embedded_posting(ashby_jid=UUID),
    ),
    form_pages=frozenset({"application"}),
    unknown=("step", "next", "apply", "typeahead", "refusal", "honeypots"),
)
