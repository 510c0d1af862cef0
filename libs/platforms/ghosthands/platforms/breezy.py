"""Breezy: one AngularJS form; reading the resume fills the summary, and templates of errors lie hidden in the page."""

from ghosthands.platforms.addresses import posting_address
from ghosthands.platforms.platform import Platform, known_fields

_FIELDS = known_fields(
    (r"cName", "profile.full_name"),
    (r"cEmail", "profile.email"),
    (r"cPhoneNumber", "profile.phone"),
    (r"cAddress", "profile.location.full"),
    (r"cSummary", None),
    (r"cCoverLetter", "profile.cover_letter"),
)

PLATFORM = Platform(
    name="breezy",
    examples=("acme.breezy.hr/p/0a1b2c3d4e5f-engineer/apply",),
    hosts=r"\.breezy\.hr/",
    marks="input[name=cName],.questionnaire-section[ng-repeat]",
    fields=_FIELDS,
    honeypots=r"hp_\w+",
    postings=(posting_address(r"([\w-]+)\.breezy\.hr/p/([0-9a-f]{8,})(?:-[^/]*)?(?:/apply(?:/.*)?)?"),),
    unknown=("step", "next", "submit", "apply", "typeahead", "refusal", "uploaded", "confirmed", "failed"),
)
