"""Greenhouse: the new job boards (React), the classic ones, and their embeds in company pages."""

from ghosthands.browser_host.page.platforms.platform import Platform

PLATFORM = Platform(
    name="greenhouse",
    hosts=r"(?:^|\.)greenhouse\.io/",
    marks="#grnhse_app,form#application_form[action*=greenhouse],form#application-form .text-input-wrapper,"
    ".application--form .file-upload",
    submit=".application--submit button[type=submit],#submit_app",
    uploaded=".file-upload__filename,#resume_filename,#cover_letter_filename",
    typeahead="#auto_complete_input",
    confirmed="div.confirmation > div.confirmation__content,#application_confirmation",
)
