"""SmartRecruiters: web components with nested open shadow roots; the last page's button is another one."""

from ghosthands.browser_host.page.platforms.platform import Platform

PLATFORM = Platform(
    name="smartrecruiters",
    hosts=r"(?:^|\.)jobs\.smartrecruiters\.com/",
    marks="oc-oneclick-form,oc-screening-questions,oc-success-page-content",
    step="[data-test=footer-next]",
    submit="[data-test=footer-submit]",
    apply="#st-apply",
    uploaded="spl-file-item",
    confirmed="oc-success-page-content,h2[data-test=success-page-confirmation]",
)
