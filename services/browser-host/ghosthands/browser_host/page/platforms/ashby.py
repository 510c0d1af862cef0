"""Ashby: one page of `data-field-path` entries; a refused application is answered with status 200."""

from ghosthands.browser_host.page.platforms.platform import Platform

PLATFORM = Platform(
    name="ashby",
    hosts=r"(?:^|\.)jobs\.ashbyhq\.com/",
    marks="[class*=ashby-application-form]",
    submit=".ashby-application-form-submit-button",
    uploaded=".ashby-application-form-input-file-item-delete,.ashby-application-form-input-file-item",
    confirmed=".ashby-application-form-success-container",
    failed=".ashby-application-form-failure-container,.ashby-application-form-blocked-application-container",
)
