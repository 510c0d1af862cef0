"""BambooHR: one page without an account; lists are buttons that open a menu elsewhere, and ids change each time."""

from ghosthands.platforms.addresses import posting_address
from ghosthands.platforms.platform import ListMarkers, Platform, known_fields

_FIELDS = known_fields(
    (r"firstName", "profile.first_name"),
    (r"lastName", "profile.last_name"),
    (r"streetAddress(?:\.value)?", "profile.address_line1"),
    (r"city\.value", "profile.location.city"),
    (r"state(?:Id)?\.value", "profile.location.state"),
    (r"zip(?:\.value)?", "profile.location.zip"),
    (r"countryId(?:\.value)?", "profile.location.country"),
    (r"linkedinUrl(?:\.value)?", "profile.linkedin_url"),
    (r"desiredPay(?:\.value)?", "profile.salary_expectation"),
)

PLATFORM = Platform(
    name="bamboohr",
    examples=("acme.bamboohr.com/careers/12", "acme.bamboohr.com/jobs/view.php"),
    hosts=r"\.bamboohr\.com/(?:careers|jobs|hiring)",
    marks="#careerApplicationForm,form#job-application-form [class*=fab-],#BambooHR",
    submit="#careerApplicationForm button[type=submit]",
    lists=ListMarkers(box=".fab-MenuList,.fab-MenuVessel", option=".fab-MenuOption"),
    fields=_FIELDS,
    honeypots=r"nickname_hp\w*|nickname_[0-9a-f]+",
    postings=(
        posting_address(r"([\w-]+)\.bamboohr\.com/careers/(\d+)(?:/.*)?"),
        posting_address(r"([\w-]+)\.bamboohr\.com/(?:hiring/jobs|jobs/view\.php)", id=r"\d+"),
    ),
    unknown=("step", "next", "apply", "typeahead", "refusal", "uploaded", "confirmed", "failed"),
)
