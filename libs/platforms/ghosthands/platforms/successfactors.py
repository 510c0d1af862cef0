"""SAP SuccessFactors: one long page behind an account."""

from ghosthands.platforms.addresses import posting_address
from ghosthands.platforms.platform import Platform

PLATFORM = Platform(
    name="successfactors",
    examples=("career5.successfactors.eu/career", "acme.sapsf.com/career"),
    hosts=r"\.successfactors\.(?:com|eu)/|\.sapsf\.(?:com|eu)/",
    marks="#applyConfirmMsg,script[src*='rmkcdn.successfactors.com']",
    confirmed="#applyConfirmMsg",
    # requisitions are numbered by employer, in one data centre under several names
    postings=(
        posting_address(
            r"career(\d+)\.(?:successfactors|sapsf)\.(?:com|eu)/.*", company=r"\w+", career_job_req_id=r"\d+"
        ),
        posting_address(r"career(\d+)\.(?:successfactors|sapsf)\.(?:com|eu)/.*", company=r"\w+", jobid=r"\d+"),
    ),
    unknown=("step", "next", "submit", "apply", "typeahead", "refusal", "uploaded", "failed", "fields", "honeypots"),
)
