"""Ids and names that an application platform gives the same field on every employer's page.

Tried before anything else: they are exact where labels are an employer's own words. Patterns fit the whole id or name;
`{}` in a key is the entry's number in it. A key of None says: known, and nothing of the applicant's belongs there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ghosthands.domain.page import FieldModel


@dataclass(frozen=True, slots=True)
class Known:
    """A platform's own id or name for a field."""

    identifier: re.Pattern[str]
    key: str | None


def _known(*rows: tuple[str, str | None]) -> tuple[Known, ...]:
    return tuple(Known(re.compile(pattern, re.IGNORECASE), key) for pattern, key in rows)


GREENHOUSE = _known(
    (r"(?:job_application\[)?first_name\]?|job_application_first_name", "profile.first_name"),
    (r"(?:job_application\[)?last_name\]?|job_application_last_name", "profile.last_name"),
    (r"(?:job_application\[)?preferred_name\]?", "profile.preferred_name"),
    (r"(?:job_application\[)?email\]?|job_application_email", "profile.email"),
    (r"(?:job_application\[)?phone\]?|job_application_phone", "profile.phone"),
    (r"country", "profile.location.country"),
    (
        r"candidate-location|job_application\[location\]|job_application_location|auto_complete_input",
        "profile.location.city",
    ),
    (r"cover_letter_text|job_application\[cover_letter_text\]", "profile.cover_letter"),
    (r"school--(\d+)", "profile.education.{}.institution"),
    (r"degree--(\d+)", "profile.education.{}.degree"),
    (r"discipline--(\d+)", "profile.education.{}.field"),
    (r"(?:start|end)-(?:month|year)--\d+", None),
    (r"company-name-(\d+)", "profile.work_history.{}.company"),
    (r"title-(\d+)", "profile.work_history.{}.title"),
    (r"security-input-\d+", None),
    (r"(?:job_application_)?gender", "profile.eeo.gender"),
    (r"(?:job_application_)?hispanic_ethnicity", "profile.eeo.hispanic"),
    (r"(?:job_application_)?race", "profile.eeo.race"),
    (r"(?:job_application_)?veteran_status", "profile.eeo.veteran"),
    (r"(?:job_application_)?disability_status", "profile.eeo.disability"),
)

LEVER = _known(
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

ASHBY = _known(
    (r"_systemfield_name", "profile.full_name"),
    (r"_systemfield_email", "profile.email"),
    (r"_systemfield_phone", "profile.phone"),
    (r"_systemfield_location", "profile.location.full"),
    (r"_systemfield_eeoc_gender", "profile.eeo.gender"),
    (r"_systemfield_eeoc_race", "profile.eeo.race"),
    (r"_systemfield_eeoc_veteran_status", "profile.eeo.veteran"),
    (r"_systemfield_eeoc_disability_status", "profile.eeo.disability"),
)

WORKDAY = _known(
    (r"(?:name--)?legalName--firstName|legalNameSection_firstName", "profile.first_name"),
    (r"(?:name--)?legalName--middleName|legalNameSection_middleName", "profile.middle_name"),
    (r"(?:name--)?legalName--lastName|legalNameSection_lastName", "profile.last_name"),
    (r"(?:name--)?preferredName--firstName", "profile.preferred_name"),
    (r"(?:address--|addressSection_)addressLine1", "profile.address_line1"),
    (r"(?:address--|addressSection_)addressLine2", "profile.address_line2"),
    (r"(?:address--|addressSection_)city", "profile.location.city"),
    (r"(?:address--|addressSection_)postalCode", "profile.location.zip"),
    (r"(?:address--|addressSection_)countryRegion", "profile.location.state"),
    (r"country--country|countryDropdown", "profile.location.country"),
    (r"(?:phoneNumber--)?phone(?:Device)?Type|phone-device-type", "profile.phone_device_type"),
    (r"(?:phoneNumber--)?countryPhoneCode", "profile.phone_country_code"),
    (r"phoneNumber--phoneNumber|phone-number", "profile.phone"),
    (r"phoneNumber--extension", None),
    (r"(?:source--)?source(?:Prompt)?|sourceSection_source", "profile.how_did_you_hear"),
    (r"(?:previousWorker--)?candidateIsPreviousWorker|previousWorker", "profile.previously_employed"),
    (r"linkedinQuestion|socialNetworkAccounts--linkedInAccount", "profile.linkedin_url"),
    (r"(?:personalInfo\w*--)?gender", "profile.eeo.gender"),
    (r"(?:personalInfo\w*--)?ethnicity(?:Dropdown)?", "profile.eeo.race"),
    (r"(?:personalInfo\w*--)?hispanicOrLatino", "profile.eeo.hispanic"),
    (r"(?:personalInfo\w*--)?veteranStatus", "profile.eeo.veteran"),
)

SMARTRECRUITERS = _known(
    (r"first-name-input", "profile.first_name"),
    (r"last-name-input", "profile.last_name"),
    (r"(?:confirm-)?email-input", "profile.email"),
    (r"linkedin-input", "profile.linkedin_url"),
    (r"question-eeo-gender-select", "profile.eeo.gender"),
)

ICIMS = _known(
    (r"(?:\w+_)?PersonProfileFields\.FirstName", "profile.first_name"),
    (r"(?:\w+_)?PersonProfileFields\.MiddleName", "profile.middle_name"),
    (r"(?:\w+_)?PersonProfileFields\.LastName", "profile.last_name"),
    (r"(?:\w+_)?PersonProfileFields\.Email", "profile.email"),
)

TALEO = _known(
    (r".*recruitmentSourceType.*", "profile.how_did_you_hear"),
)

PLATFORMS: dict[str, tuple[Known, ...]] = {
    "greenhouse": GREENHOUSE,
    "lever": LEVER,
    "ashby": ASHBY,
    "workday": WORKDAY,
    "smartrecruiters": SMARTRECRUITERS,
    "icims": ICIMS,
    "taleo": TALEO,
}


#: What a platform names its traps for robots: the names, whole.
HONEYPOTS = {"workday": re.compile(r"website|beecatcher", re.IGNORECASE)}


def is_honeypot(field: FieldModel, platform: str) -> bool:
    """Whether the platform shows the field to robots only; Workday's bee catcher calls itself a website."""
    trap = HONEYPOTS.get(platform)
    return bool(trap and trap.fullmatch(field.name))


def find(field: FieldModel, platform: str) -> Known | None:
    """What the platform knows the field as, the entry's number put into the key; None when it does not know it."""
    for known in PLATFORMS.get(platform, ()):
        for identifier in filter(None, (field.dom_id, field.name)):
            if found := known.identifier.fullmatch(identifier):
                return replace(known, key=known.key.format(*found.groups())) if known.key else known
    return None
