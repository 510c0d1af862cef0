"""SmartRecruiters: web components with nested open shadow roots; the last page's button is another one."""

from ghosthands.platforms.addresses import UUID, posting_address
from ghosthands.platforms.platform import Platform, known_fields

_FIELDS = known_fields(
    (r"first-name-input", "profile.first_name"),
    (r"last-name-input", "profile.last_name"),
    (r"(?:confirm-)?email-input", "profile.email"),
    (r"linkedin-input", "profile.linkedin_url"),
    (r"question-eeo-gender-select", "profile.eeo.gender"),
)

PLATFORM = Platform(
    name="smartrecruiters",
    examples=("jobs.smartrecruiters.com/Acme/1",),
    hosts=r"(?:^|\.)jobs\.smartrecruiters\.com/",
    marks="oc-oneclick-form,oc-screening-questions,oc-success-page-content",
    step="[data-test=footer-next]",
    submit="[data-test=footer-submit]",
    apply="#st-apply",
    uploaded="spl-file-item",
    confirmed="oc-success-page-content,h2[data-test=success-page-confirmation]",
    fields=_FIELDS,
    postings=(
        posting_address(r"jobs\.smartrecruiters\.com/([^/]+)/(\d{6,})(?:-[^/]*)?"),
        posting_address(rf"jobs\.smartrecruiters\.com/oneclick-ui/company/([^/]+)/publication/({UUID})(?:/.*)?"),
    ),
    unknown=("next", "typeahead", "refusal", "failed", "honeypots"),
)
