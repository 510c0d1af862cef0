"""UKG Pro Recruiting (UltiPro): components with open shadow roots behind an account; the country comes first."""

from ghosthands.platforms.addresses import UUID, posting_address
from ghosthands.platforms.platform import Platform, known_fields

_FIELDS = known_fields(
    (r"FamilyName", "profile.last_name"),
    (r"AddressLine1", "profile.address_line1"),
    (r"AddressLine2", "profile.address_line2"),
    (r"ZipCode", "profile.location.zip"),
)

PLATFORM = Platform(
    name="ukg",
    examples=(
        "recruiting.ultipro.com/ACM1000/JobBoard/1/OpportunityDetail",
        "recruiting2.ultipro.ca/ACM1000/JobBoard/1",
    ),
    hosts=r"(?:^|\.)recruiting\d*\.ultipro\.(?:com|ca)/",
    marks="#OpportunityApply,ukg-button[data-automation]",
    submit="ukg-button[data-automation=btn-submit],[data-automation=btn-submit]",
    apply="ukg-button[data-automation=apply-now-button],[data-automation=apply-now-button]",
    confirmed="#ApplicationSubmitted",
    fields=_FIELDS,
    postings=(
        posting_address(
            r"recruiting\d*\.ultipro\.(?:com|ca)/([^/]+)/JobBoard/[^/]+/Opportunity(?:Detail|Apply)", opportunityid=UUID
        ),
    ),
    unknown=("step", "next", "typeahead", "refusal", "uploaded", "failed", "honeypots"),
)
