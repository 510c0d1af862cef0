"""LinkedIn Easy Apply: a modal of several steps over the posting."""

from ghosthands.browser_host.page.platforms.platform import Platform

PLATFORM = Platform(
    name="linkedin",
    hosts=r"(?:^|\.)linkedin\.com/",
    marks="[data-test-easy-apply-modal],div.jobs-easy-apply-modal,[data-sdui-screen*='jobs.easyapply']",
    next="[data-easy-apply-next-button],[data-live-test-easy-apply-review-button]",
    submit="[data-live-test-easy-apply-submit-button]",
    apply=".jobs-apply-button,#jobs-apply-button-id,[data-view-name=job-apply-button]",
    failed=".artdeco-toast-item--error",
)
