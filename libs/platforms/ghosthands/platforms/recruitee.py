"""Recruitee: one form without an account, recognised by its names; the page after sending has its own address."""

from ghosthands.platforms.addresses import posting_address
from ghosthands.platforms.platform import Platform, known_fields

_FIELDS = known_fields(
    (r"candidate\.name", "profile.full_name"),
    (r"candidate\.email", "profile.email"),
    (r"candidate\.phone", "profile.phone"),
    (r"candidate\.coverLetter", "profile.cover_letter"),
)

PLATFORM = Platform(
    name="recruitee",
    examples=("acme.recruitee.com/o/engineer/c/new",),
    hosts=r"\.recruitee\.com/",
    marks="form#offer-application-form,[data-testid=submit-application-form-button]",
    submit="[data-testid=submit-application-form-button]",
    fields=_FIELDS,
    postings=(posting_address(r"([\w-]+)\.recruitee\.com/o/([^/]+)(?:/c/new|/applied)?"),),
    unknown=("step", "next", "apply", "typeahead", "refusal", "uploaded", "confirmed", "failed", "honeypots"),
)
