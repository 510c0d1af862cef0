"""LinkedIn Easy Apply: a modal of several steps over the posting, each with a button of its own."""

from ghosthands.domain.cascade import DEFAULT
from ghosthands.platforms.platform import PLAIN, UNKNOWN, Platform

PLATFORM = Platform(
    name="linkedin",
    examples=("www.linkedin.com/jobs/view/1",),
    hosts=r"(?:^|\.)linkedin\.com/",
    marks="[data-test-easy-apply-modal],div.jobs-easy-apply-modal,[data-sdui-screen*='jobs.easyapply'],.jobs-apply-button",
    step="[data-easy-apply-next-button],[data-live-test-easy-apply-review-button]",
    next=UNKNOWN,
    submit="[data-live-test-easy-apply-submit-button]",
    apply=".jobs-apply-button,#jobs-apply-button-id,[data-view-name=job-apply-button]",
    typeahead=UNKNOWN,
    lists=PLAIN,
    refusal="[data-test-form-element-error-message]",
    uploaded=".jobs-document-upload-redesign-card__container--selected",
    confirmed=UNKNOWN,
    failed=".artdeco-toast-item--error",
    fields=(),
    honeypots=UNKNOWN,
    cascade=DEFAULT,
    posting_parameters=frozenset(),
    form_pages=frozenset(),
)
