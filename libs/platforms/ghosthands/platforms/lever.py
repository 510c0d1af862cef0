"""Lever: one page, one full-name field, a visible button that runs hCaptcha before the hidden one sends."""

from ghosthands.platforms.addresses import UUID, posting_address
from ghosthands.platforms.platform import ListMarkers, Platform, known_fields

_FIELDS = known_fields(
    (r"name", "profile.full_name"),
    (r"email", "profile.email"),
    (r"phone", "profile.phone"),
    (r"org", "profile.current_company"),
    (r"location|location-input", "profile.location.full"),
    (r"urls\[linkedin\]", "profile.linkedin_url"),
    (r"urls\[github\]", "profile.github_url"),
    (r"urls\[portfolio\]", "profile.portfolio_url"),
    (r"urls\[twitter\]", "profile.twitter_url"),
    (r"urls\[other\]", "profile.website_url"),
    (r"comments", None),
    (r"eeo\[gender\]", "profile.eeo.gender"),
    (r"eeo\[race\]", "profile.eeo.race"),
    (r"eeo\[veteran\]", "profile.eeo.veteran"),
    (r"eeo\[disability\]", "profile.eeo.disability"),
    (r"eeo\[disabilitysignature\w*\]", None),
    (r"pronouns", "profile.pronouns"),
)

PLATFORM = Platform(
    name="lever",
    examples=("jobs.lever.co/acme/1/apply", "jobs.eu.lever.co/acme/1"),
    hosts=r"(?:^|\.)jobs(?:\.eu)?\.lever\.co/",
    marks="#resume-upload-input,[data-qa=resume-upload-input],[data-qa=btn-submit],h3[data-qa=msg-submit-success]",
    submit="#btn-submit,[data-qa=btn-submit]",
    apply="[data-qa=btn-apply-bottom],[data-qa=show-page-apply]",
    typeahead="input#location-input",
    lists=ListMarkers(box=".dropdown-results", option=".dropdown-location"),
    uploaded=".resume-upload-success",
    confirmed="h3[data-qa=msg-submit-success]",
    fields=_FIELDS,
    postings=(posting_address(rf"jobs(?:\.eu)?\.lever\.co/[^/]+/({UUID})(?:/apply|/thanks)?"),),
    form_pages=frozenset({"apply", "thanks"}),
    unknown=("step", "next", "refusal", "failed", "honeypots"),
)
