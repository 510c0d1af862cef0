"""Personio: one page whose button stays grey until all required fields are filled; it never names a missing one."""

from ghosthands.platforms.addresses import posting_address
from ghosthands.platforms.platform import Platform, known_fields

_FIELDS = known_fields(
    (r"field-first_name", "profile.first_name"),
    (r"field-last_name", "profile.last_name"),
    (r"field-email", "profile.email"),
    (r"field-phone", "profile.phone"),
    (r"field-salary_expectations", "profile.salary_expectation"),
    (r"field-location", "profile.location.city"),
)

PLATFORM = Platform(
    name="personio",
    examples=("acme.jobs.personio.de/job/1", "acme.jobs.personio.com/job/1/apply"),
    hosts=r"\.jobs\.personio\.(?:de|com)/",
    marks=".career-submit-application-btn,input[id^=doc-input-]",
    submit="button.career-submit-application-btn",
    fields=_FIELDS,
    postings=(posting_address(r"([\w-]+)\.jobs\.personio\.(?:de|com)/job/(\d+)(?:/apply(?:/.*)?)?"),),
    unknown=("step", "next", "apply", "typeahead", "refusal", "uploaded", "confirmed", "failed", "honeypots"),
)
