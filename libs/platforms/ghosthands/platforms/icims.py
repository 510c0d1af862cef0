"""iCIMS: everything is inside one frame; the success class also marks other messages, so the message's words decide."""

from ghosthands.platforms.addresses import posting_address
from ghosthands.platforms.platform import Platform, known_fields

_FIELDS = known_fields(
    (r"(?:\w+_)?PersonProfileFields\.FirstName", "profile.first_name"),
    (r"(?:\w+_)?PersonProfileFields\.MiddleName", "profile.middle_name"),
    (r"(?:\w+_)?PersonProfileFields\.LastName", "profile.last_name"),
    (r"(?:\w+_)?PersonProfileFields\.Email", "profile.email"),
)

PLATFORM = Platform(
    name="icims",
    examples=("careers-acme.icims.com/jobs/1/job",),
    hosts=r"\.icims\.com/",
    marks=".iCIMS_MainWrapper,#icims_content_iframe,#icims_formFrame,.iCIMS_Forms_Global",
    step="#enterEmailSubmitButton",
    next=".iCIMS_MainWrapper input[type=submit].Primary",
    submit="#quesp_form_submit_i",
    apply="a.iCIMS_ApplyOnlineButton",
    fields=_FIELDS,
    postings=(posting_address(r"([\w-]+)\.icims\.com/jobs/(\d+)(?:/.*)?"),),
    unknown=("typeahead", "refusal", "uploaded", "confirmed", "failed", "honeypots"),
)
