"""Workable: one page with a Turnstile in it."""

from ghosthands.browser_host.page.platforms.platform import Platform

PLATFORM = Platform(
    name="workable",
    hosts=r"(?:^|\.)apply\.workable\.com/",
    marks="[data-ui=application-form],[data-ui=successful-submit]",
    confirmed="[data-ui=successful-submit]",
)
