"""SAP SuccessFactors: one long page behind an account."""

from ghosthands.platforms.platform import Platform

PLATFORM = Platform(
    name="successfactors",
    examples=("career5.successfactors.eu/career", "acme.sapsf.com/career"),
    hosts=r"\.successfactors\.(?:com|eu)/|\.sapsf\.(?:com|eu)/",
    marks="#applyConfirmMsg,script[src*='rmkcdn.successfactors.com']",
    confirmed="#applyConfirmMsg",
    unknown=("step", "next", "submit", "apply", "typeahead", "refusal", "uploaded", "failed", "fields", "honeypots"),
)
