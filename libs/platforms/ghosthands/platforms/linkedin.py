"""LinkedIn Easy Apply: a modal of several steps over the posting, each with a button of its own."""

from ghosthands.platforms.addresses import posting_address
from ghosthands.platforms.platform import Platform

PLATFORM = Platform(
    name="linkedin",
    examples=("www.linkedin.com/jobs/view/1",),
    hosts=r"(?:^|\.)linkedin\.com/",
    marks="[data-test-easy-apply-modal],div.jobs-easy-apply-modal,[data-sdui-screen*='jobs.easyapply'],.jobs-apply-button",
    step="[data-easy-apply-next-button],[data-live-test-easy-apply-review-button]",
    submit="[data-live-test-easy-apply-submit-button]",
    apply=".jobs-apply-button,#jobs-apply-button-id,[data-view-name=job-apply-button]",
    refusal="[data-test-form-element-error-message]",
    uploaded=".jobs-document-upload-redesign-card__container--selected",
    failed=".artdeco-toast-item--error",
    postings=(
        posting_address(r"(?:\w+\.)?linkedin\.com/jobs/view/(?:[^/]*-)?(\d+)(?:/apply)?"),
        posting_address(r"(?:\w+\.)?linkedin\.com/jobs(?:/.*)?", currentjobid=r"\d+"),
    ),
    unknown=("next", "typeahead", "confirmed", "fields", "honeypots"),
)
