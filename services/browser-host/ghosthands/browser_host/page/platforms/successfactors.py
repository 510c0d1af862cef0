"""SAP SuccessFactors."""

from ghosthands.browser_host.page.platforms.platform import Platform

PLATFORM = Platform(
    name="successfactors",
    hosts=r"\.successfactors\.(?:com|eu)/|\.sapsf\.(?:com|eu)/",
    marks="#applyConfirmMsg",
    confirmed="#applyConfirmMsg",
)
