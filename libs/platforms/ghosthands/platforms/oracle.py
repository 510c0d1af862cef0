"""Oracle Recruiting Cloud: a first page for the e-mail address alone, then blocks of rows, saved one after another."""

from ghosthands.platforms.addresses import posting_address
from ghosthands.platforms.platform import ListMarkers, Platform, known_fields

_FIELDS = known_fields(
    (r"primary-email(?:-\d+)?", "profile.email"),
    (r"firstName(?:-\d+)?", "profile.first_name"),
    (r"lastName(?:-\d+)?", "profile.last_name"),
    (r"addressLine1(?:-\d+)?", "profile.address_line1"),
    (r"addressLine2(?:-\d+)?", "profile.address_line2"),
    (r"siteLink-\d+", "profile.linkedin_url"),
    (r"pin-code-\d", None),
)

PLATFORM = Platform(
    name="oracle",
    examples=(
        "acme.fa.us2.oraclecloud.com/hcmUI/CandidateExperience/en/sites/CX_1/job/1",
        "acme.fa.em3.ocs.oraclecloud.com/hcmUI/CandidateExperience/en/sites/CX_1/job/1/apply/section/2",
    ),
    hosts=r"/hcmUI/CandidateExperience/",
    marks="apply-flow-block,.apply-flow-block,.apply-flow-pagination,input[name=primary-email]",
    lists=ListMarkers(box=".cx-select__list", option=".cx-select__list-item"),
    refusal=".input-row--invalid .input-row__validation",
    fields=_FIELDS,
    honeypots=r"(?:\w*-)?honey-?pot(?:-\w+)?",
    postings=(
        posting_address(
            r"([^/]+)/hcmUI/CandidateExperience/[\w-]+/sites/([^/]+)/(?:requisitions/)?job/(\w+)(?:/apply(?:/.*)?)?"
        ),
    ),
    unknown=("step", "next", "submit", "apply", "typeahead", "uploaded", "confirmed", "failed"),
)
