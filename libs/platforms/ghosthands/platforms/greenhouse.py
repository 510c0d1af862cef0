"""Greenhouse: the new job boards (React), the classic ones, and their embeds in company pages."""

from ghosthands.platforms.addresses import embedded_posting, posting_address
from ghosthands.platforms.platform import Platform, known_fields

_FIELDS = known_fields(
    (r"(?:job_application\[)?first_name\]?|job_application_first_name", "profile.first_name"),
    (r"(?:job_application\[)?last_name\]?|job_application_last_name", "profile.last_name"),
    (r"(?:job_application\[)?preferred_name\]?", "profile.preferred_name"),
    (r"(?:job_application\[)?email\]?|job_application_email", "profile.email"),
    (r"(?:job_application\[)?phone\]?|job_application_phone", "profile.phone"),
    (r"country", "profile.location.country"),
    (
        r"candidate-location|job_application\[location\]|job_application_location|auto_complete_input",
        "profile.location.city",
    ),
    (r"cover_letter_text|job_application\[cover_letter_text\]", "profile.cover_letter"),
    (r"school--(\d+)", "profile.education.{}.institution"),
    (r"degree--(\d+)", "profile.education.{}.degree"),
    (r"discipline--(\d+)", "profile.education.{}.field"),
    (r"(?:start|end)-(?:month|year)--\d+", None),
    (r"company-name-(\d+)", "profile.work_history.{}.company"),
    (r"title-(\d+)", "profile.work_history.{}.title"),
    (r"security-input-\d+", None),
    (r"(?:job_application_)?gender", "profile.eeo.gender"),
    (r"(?:job_application_)?hispanic_ethnicity", "profile.eeo.hispanic"),
    (r"(?:job_application_)?race", "profile.eeo.race"),
    (r"(?:job_application_)?veteran_status", "profile.eeo.veteran"),
    (r"(?:job_application_)?disability_status", "profile.eeo.disability"),
)

PLATFORM = Platform(
    name="greenhouse",
    examples=(
        "job-boards.greenhouse.io/acme/jobs/1",
        "boards.greenhouse.io/acme/jobs/1",
        "boards.eu.greenhouse.io/embed/job_app",
    ),
    hosts=r"(?:^|\.)greenhouse\.io/",
    marks="#grnhse_app,form#application_form[action*=greenhouse],form#application-form .text-input-wrapper,"
    ".application--form .file-upload",
    submit=".application--submit button[type=submit],#submit_app",
    typeahead="#auto_complete_input",
    uploaded=".file-upload__filename,#resume_filename,#cover_letter_filename",
    confirmed="div.confirmation > div.confirmation__content,#application_confirmation",
    fields=_FIELDS,
    # a posting's number is one of all employers', so its embeds need not name the board
    postings=(
        posting_address(r"(?:job-)?boards(?:\.eu)?\.greenhouse\.io/[^/]+/jobs/(\d+)(?:/confirmation)?"),
        posting_address(r"(?:job-)?boards(?:\.eu)?\.greenhouse\.io/embed/job_app", token=r"\d+"),  # noqa: S106 - a posting's number
        embedded_posting(gh_jid=r"\d+"),
    ),
    form_pages=frozenset({"confirmation"}),
    unknown=("step", "next", "apply", "refusal", "failed", "honeypots"),
)
