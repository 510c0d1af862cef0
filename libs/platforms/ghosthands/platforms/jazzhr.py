"""JazzHR (The Resumator): the form is on the posting's page, and a link sends it."""

from ghosthands.platforms.addresses import posting_address
from ghosthands.platforms.platform import Platform, known_fields

_FIELDS = known_fields(
    (r"resumator-firstname(?:-value)?", "profile.first_name"),
    (r"resumator-lastname(?:-value)?", "profile.last_name"),
    (r"resumator-email(?:-value)?", "profile.email"),
    (r"resumator-phone(?:-value)?", "profile.phone"),
    (r"resumator-address(?:-value)?", "profile.address_line1"),
    (r"resumator-city(?:-value)?", "profile.location.city"),
    (r"resumator-state(?:-value)?", "profile.location.state"),
    (r"resumator-postal(?:-value)?", "profile.location.zip"),
    (r"resumator-linkedin(?:-value)?", "profile.linkedin_url"),
    (r"resumator-salary(?:-value)?", "profile.salary_expectation"),
    (r"resumator-coverletter(?:-value)?", "profile.cover_letter"),
)

PLATFORM = Platform(
    name="jazzhr",
    examples=("acme.applytojob.com/apply/a1B2c3D4e5/Engineer", "acme.theresumator.com/apply/a1B2c3D4e5/Engineer"),
    hosts=r"\.(?:applytojob|theresumator)\.com/",
    marks="#resumator-submit-resume,[id^=resumator-][id$=-value]",
    submit="#resumator-submit-resume",
    fields=_FIELDS,
    postings=(posting_address(r"([\w-]+)\.applytojob\.com/apply/(?:jobs/details/)?(\w{10})(?:[-/][^/]*)?"),),
    unknown=("step", "next", "apply", "typeahead", "refusal", "uploaded", "confirmed", "failed", "honeypots"),
)
