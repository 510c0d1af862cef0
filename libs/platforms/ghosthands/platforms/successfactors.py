"""SAP SuccessFactors: one long page behind an account."""

from ghosthands.platforms.addresses import posting_address
from ghosthands.platforms.platform import Platform, known_fields

_FIELDS = known_fields(
    (r"fbclc_fName", "profile.first_name"),
    (r"fbclc_lName", "profile.last_name"),
    (r"fbclc_country", "profile.location.country"),
)

PLATFORM = Platform(
    name="successfactors",
    examples=("career5.successfactors.eu/career", "acme.sapsf.com/career"),
    hosts=r"\.successfactors\.(?:com|eu)/|\.sapsf\.(?:com|eu)/",
    marks="#applyConfirmMsg,#rcmJobApplicationCtr,.RCMFormField,script[src*='rmkcdn.successfactors.com']",
    submit="#rcmJobApplicationCtr [role=button][id$=_submitBtn]",
    apply="a.apply.dialogApplyBtn",
    confirmed="#applyConfirmMsg",
    fields=_FIELDS,
    # requisitions are numbered by employer, in one data centre under several names
    postings=(
        posting_address(
            r"career(\d+)\.(?:successfactors|sapsf)\.(?:com|eu)/.*", company=r"\w+", career_job_req_id=r"\d+"
        ),
        posting_address(r"career(\d+)\.(?:successfactors|sapsf)\.(?:com|eu)/.*", company=r"\w+", jobid=r"\d+"),
    ),
    unknown=("step", "next", "typeahead", "refusal", "uploaded", "failed", "honeypots"),
)
