"""Workable: one page with a Turnstile in it; the input for the resume is emptied once the file is taken."""

from ghosthands.platforms.addresses import posting_address
from ghosthands.platforms.platform import Platform, known_fields

_FIELDS = known_fields(
    (r"firstname", "profile.first_name"),
    (r"lastname", "profile.last_name"),
    (r"headline", None),
    (r"cover_letter", "profile.cover_letter"),
)

PLATFORM = Platform(
    name="workable",
    examples=("apply.workable.com/acme/j/1",),
    hosts=r"(?:^|\.)apply\.workable\.com/",
    marks="[data-ui=application-form],[data-ui=successful-submit]",
    # the posting's button to open the form is called the same
    submit="form button[type=submit][data-ui=apply-button]",
    uploaded="[data-id=filename]",
    confirmed="[data-ui=successful-submit]",
    fields=_FIELDS,
    postings=(posting_address(r"[\w-]+\.workable\.com/(?:[^/]+/)?j/([0-9A-Fa-f]{10})(?:/apply)?"),),
    unknown=("step", "next", "apply", "typeahead", "refusal", "failed", "honeypots"),
)
