"""Lever: one page, one full-name field, a visible button that runs hCaptcha before the hidden one sends."""

from ghosthands.browser_host.page.platforms.platform import Platform

PLATFORM = Platform(
    name="lever",
    hosts=r"(?:^|\.)jobs(?:\.eu)?\.lever\.co/",
    marks="#resume-upload-input,[data-qa=resume-upload-input],[data-qa=btn-submit],h3[data-qa=msg-submit-success]",
    submit="#btn-submit,[data-qa=btn-submit]",
    apply="[data-qa=btn-apply-bottom],[data-qa=show-page-apply]",
    typeahead="input#location-input",
    uploaded=".resume-upload-success",
    confirmed="h3[data-qa=msg-submit-success]",
)
