"""Jobvite: consent first, then steps; the input for the resume is outside of the form."""

from ghosthands.platforms.addresses import posting_address
from ghosthands.platforms.platform import Platform

PLATFORM = Platform(
    name="jobvite",
    examples=("jobs.jobvite.com/acme/job/oAbCdEfG/apply",),
    hosts=r"(?:^|\.)jobs\.jobvite\.com/",
    marks="form[name=consentForm] #jv-country-select,[id^=jv-field-],.jv-page-applyconfirm",
    uploaded="ul.jv-file-list li",
    confirmed=".jv-page-applyconfirm",
    postings=(posting_address(r"jobs\.jobvite\.com/(?:careers/)?([^/]+)/job/(\w{6,12})(?:/apply(?:/.*)?)?"),),
    unknown=("step", "next", "submit", "apply", "typeahead", "refusal", "failed", "fields", "honeypots"),
)
