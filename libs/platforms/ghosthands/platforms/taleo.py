"""Oracle Taleo: JavaServer Faces with long ids, told by their endings; an account, and every step a page."""

from ghosthands.domain.cascade import DEFAULT
from ghosthands.platforms.platform import PLAIN, UNKNOWN, Platform, known_fields

_FIELDS = known_fields(
    (r".*recruitmentSourceType.*", "profile.how_did_you_hear"),
)

PLATFORM = Platform(
    name="taleo",
    examples=("acme.taleo.net/careersection/2/jobapply.ftl",),
    hosts=r"\.taleo\.net/",
    marks="form#ftlform,form#et-ef,form[id^=editTemplate],#dialogTemplate-dialogForm-login-name1",
    step=UNKNOWN,
    next="[id$=saveContinueCmdBottom],[id$=StatementBeforeAuthentificationContent-ContinueButton]",
    submit="[id$=submitCmdBottom]",
    apply=UNKNOWN,
    typeahead=UNKNOWN,
    lists=PLAIN,
    refusal=UNKNOWN,
    uploaded=UNKNOWN,
    confirmed=UNKNOWN,
    failed=UNKNOWN,
    fields=_FIELDS,
    honeypots=UNKNOWN,
    cascade=DEFAULT,
    posting_parameters=frozenset(),
    form_pages=frozenset(),
)
