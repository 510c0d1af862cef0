"""SAP SuccessFactors: one long page behind an account."""

from ghosthands.browser_host.page.platforms.platform import Platform

PLATFORM = Platform(
    name="successfactors",
    hosts=r"\.successfactors\.(?:com|eu)/|\.sapsf\.(?:com|eu)/",
    marks="#applyConfirmMsg,script[src*='rmkcdn.successfactors.com']",
    confirmed="#applyConfirmMsg",
)
