"""Teamtailor: a form that is put into the posting, often on an employer's own domain; a draft is never kept."""

from ghosthands.platforms.addresses import posting_address
from ghosthands.platforms.platform import Platform, known_fields

_FIELDS = known_fields(
    (r"candidate_first_name|candidate\[first_name\]", "profile.first_name"),
    (r"candidate_last_name|candidate\[last_name\]", "profile.last_name"),
    (r"candidate_email|candidate\[email\]", "profile.email"),
    (r"candidate_phone|candidate\[phone\]", "profile.phone"),
    (r"candidate_job_applications_attributes_\d+_cover_letter", "profile.cover_letter"),
)

PLATFORM = Platform(
    name="teamtailor",
    examples=("acme.teamtailor.com/jobs/1-engineer", "acme.na.teamtailor.com/jobs/1-engineer/applications/new"),
    hosts=r"\.teamtailor\.com/",
    marks="turbo-frame#application_form,form [name^='candidate[job_applications_attributes]']",
    submit="form#new_candidate input[name=commit],turbo-frame#application_form input[name=commit]",
    uploaded=".dz-success [data-dz-name]",
    fields=_FIELDS,
    postings=(posting_address(r"([\w-]+(?:\.\w+)?)\.teamtailor\.com/jobs/(\d+)(?:[-/][^/]*)?(?:/applications/new)?"),),
    unknown=("step", "next", "apply", "typeahead", "refusal", "confirmed", "failed", "honeypots"),
)
