"""SmartRecruiters: web components with nested open shadow roots."""

from ghosthands.browser_host.page.platforms.platform import Platform

PLATFORM = Platform(
    name="smartrecruiters",
    hosts=r"(?:^|\.)jobs\.smartrecruiters\.com/",
    marks="oc-oneclick-form,oc-screening-questions,oc-success-page-content",
    next="[data-test=footer-next]",
    submit="[data-test=footer-submit]",
    confirmed="oc-success-page-content,h2[data-test=success-page-confirmation]",
)
