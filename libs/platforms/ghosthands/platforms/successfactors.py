"""SAP SuccessFactors: one long page behind an account."""

from ghosthands.domain.cascade import DEFAULT
from ghosthands.platforms.platform import PLAIN, UNKNOWN, Platform

PLATFORM = Platform(
    name="successfactors",
    examples=("career5.successfactors.eu/career", "acme.sapsf.com/career"),
    hosts=r"\.successfactors\.(?:com|eu)/|\.sapsf\.(?:com|eu)/",
    marks="#applyConfirmMsg,script[src*='rmkcdn.successfactors.com']",
    step=UNKNOWN,
    next=UNKNOWN,
    submit=UNKNOWN,
    apply=UNKNOWN,
    typeahead=UNKNOWN,
    lists=PLAIN,
    refusal=UNKNOWN,
    uploaded=UNKNOWN,
    confirmed="#applyConfirmMsg",
    failed=UNKNOWN,
    fields=(),
    honeypots=UNKNOWN,
    cascade=DEFAULT,
    posting_parameters=frozenset(),
    form_pages=frozenset(),
)
