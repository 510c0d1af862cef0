"""Oracle Taleo: JavaServer Faces with long ids, recognised by their endings; an account, and every step a page."""

from ghosthands.platforms.addresses import posting_address
from ghosthands.platforms.platform import Platform, known_fields

_FIELDS = known_fields(
    (r".*recruitmentSourceType.*", "profile.how_did_you_hear"),
    (r".*personal_info_FirstName", "profile.first_name"),
    (r".*personal_info_LastName", "profile.last_name"),
    (r".*personal_info_EmailAddress", "profile.email"),
    (r".*personal_info_MobilePhone", "profile.phone"),
    (r".*personal_info_City", "profile.location.city"),
    (r".*personal_info_Zip\w*", "profile.location.zip"),
)

PLATFORM = Platform(
    name="taleo",
    examples=("acme.taleo.net/careersection/2/jobapply.ftl",),
    hosts=r"\.taleo\.net/",
    marks="form#ftlform,form#et-ef,form[id^=editTemplate],#dialogTemplate-dialogForm-login-name1",
    next="[id$=saveContinueCmdBottom],[id$=StatementBeforeAuthentificationContent-ContinueButton]",
    submit="[id$=submitCmdBottom]",
    fields=_FIELDS,
    # the second is the Business Edition, a system of its own
    postings=(
        posting_address(r"([\w-]+)\.taleo\.net/careersection/.*", job=r"[\w-]+"),
        posting_address(r"([\w-]+\.tbe)\.taleo\.net/(?:.*/)?(?:view|apply)Requisition", org=r"\w+", rid=r"\d+"),
    ),
    unknown=("step", "apply", "typeahead", "refusal", "uploaded", "confirmed", "failed", "honeypots"),
)
