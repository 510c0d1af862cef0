"""The closed list of profile keys, their aliases, and which of them hold words that any form may offer.

Keys may stand in any event, so none is ever made from what somebody sent.
"""

from __future__ import annotations

import re

#: The prefix of the keys of login data, which no profile contains: it is in the vault, for the page's host.
CREDENTIALS = "credentials."
#: the prefix of a file's key
FILES = "files."
RESUME = f"{FILES}resume"
COVER_LETTER = f"{FILES}cover_letter"
#: the prefix of the key of a model's draft
DRAFTS = "drafts."
#: the prefix of an answer that an applicant gave for one job only
ANSWERS = "answers."
#: and of one that also counts for other forms
REMEMBERED = "remembered."
USERNAME = f"{CREDENTIALS}username"
PASSWORD = f"{CREDENTIALS}password"
NEW_PASSWORD = f"{CREDENTIALS}new_password"
#: a code that was sent to the applicant; if each character has a box of its own, `credentials.code.1` is the first
CODE = f"{CREDENTIALS}code"

#: Agrees to the terms of applying.
YES = "constant.yes"
#: Takes back a consent that a form gives itself.
NO = "constant.no"
#: Takes whichever option declines to answer.
DECLINE = "constant.decline"
#: Values that a plan may use although nobody gave them: the same for everyone, so nobody's data.
CONSTANTS = {YES: "yes", NO: "no", DECLINE: "decline"}

_PERSON = """
    first_name last_name middle_name preferred_name full_name salutation pronouns date_of_birth over_18
    email phone phone_device_type phone_country_code address_line1 address_line2 country_of_residence
    linkedin_url portfolio_url github_url twitter_url website_url
"""
_CAREER = """
    headline summary cover_letter current_company current_title years_of_experience skills spoken_languages
    english_proficiency certifications_licenses honors references
    current_school_year graduation_date degree_seeking degree_type field_of_study minor
"""
_TERMS = """
    work_authorization visa_status requires_sponsorship requires_sponsorship_now requires_sponsorship_future
    security_clearance non_compete previously_employed background_check_consent sms_consent
    salary_expectation salary_currency available_start_date availability_window notice_period how_did_you_hear
    preferred_work_mode preferred_locations relocation_preference willing_to_relocate
"""
_PLAIN = frozenset((_PERSON + _CAREER + _TERMS).split())
_NESTED = re.compile(
    r"location\.(?:city|state|county|country|zip)"
    r"|eeo\.(?:gender|hispanic|race|veteran|disability|orientation)"
    r"|education\.\d+\.(?:institution|degree|field|graduation_year|start_date|end_date|score)"
    r"|work_history\.\d+\.(?:company|title|start_date|end_date|is_current|description|location)"
)
#: Other names for the same things, in JSON Resume and in older profiles.
_ALIASES = {
    "honorific_prefix": "salutation",
    "linkedin": "linkedin_url",
    "portfolio": "portfolio_url",
    "github": "github_url",
    "twitter": "twitter_url",
    "website": "website_url",
    "url": "website_url",
    "address": "address_line1",
    "location.address": "address_line1",
    "city": "location.city",
    "state": "location.state",
    "region": "location.state",
    "location.region": "location.state",
    "county": "location.county",
    "country": "location.country",
    "zip": "location.zip",
    "postal_code": "location.zip",
    "location.postal_code": "location.zip",
}
#: The part of a profile that states facts, from which answers follow.
FACTS = "facts"
#: The top-level names of a profile that any form is filled from; others are stored and never used.
PROFILE_NAMES = frozenset(
    name.partition(".")[0] for name in (*_PLAIN, *_ALIASES, FACTS, "location.", "eeo.", "education.", "work_history.")
)
#: Keys whose values are chosen from options that forms offer everyone, or are as common as that.
_VOCABULARY = re.compile(
    r"profile\.(?:eeo\..*|location\.(?:city|state|county|country|full)|country_of_residence|preferred_locations"
    r"|education\.\d+\.(?:degree|field|graduation_year|start_date|end_date)|work_history\.\d+\.(?:title|location|is_current|.*_date)"
    r"|current_title|salutation|pronouns|over_18|phone_device_type|phone_country_code|years_of_experience|skills|spoken_languages"
    r"|english_proficiency|work_authorization|visa_status|requires_sponsorship.*|security_clearance|non_compete"
    r"|previously_employed|.*_consent|salary_currency|available_start_date|availability_window|notice_period"
    r"|how_did_you_hear|preferred_work_mode|relocation_preference|willing_to_relocate|current_school_year"
    r"|graduation_date|degree_seeking|degree_type|field_of_study|minor)"
)

#: a question's own key, a file, a constant
_FILLABLE = re.compile(r"answers\.[0-9a-f]{16}|files\.(?:resume|cover_letter)|constant\.(?:yes|no|decline)")


def canonical(path: str) -> str | None:
    """Return the canonical name of a profile's path, without `profile.`; None if it is not in the list."""
    name = _ALIASES.get(path, path)
    return name if name in _PLAIN or _NESTED.fullmatch(name) else None


def is_fillable(key: str) -> bool:
    """Whether a recipe or manual may fill the key's value into a field; never true of login data."""
    name = key.removeprefix("profile.")
    return bool(_FILLABLE.fullmatch(key)) or (name != key and canonical(name) == name)


def list_plain() -> tuple[str, ...]:
    """Return every unnested key of a profile, sorted."""
    return tuple(f"profile.{name}" for name in sorted(_PLAIN))


def is_vocabulary(key: str) -> bool:
    """Whether the key's value is a word that forms contain anyway, such as a country or a degree."""
    return bool(_VOCABULARY.fullmatch(key))
