"""The `autocomplete` attribute: the page author's statement of what belongs into a field.

Grammar (HTML): `[section-*] [shipping|billing] [home|work|mobile|fax|pager] FIELD [webauthn]`,
in any case. `on`, `off` and unknown tokens say nothing. The data of a card, its holder's name too, is payment;
`refusal` knows where the author means another name.
"""

from __future__ import annotations

from ghosthands.domain.codes import LeftBecause

KEYS = {
    "name": "profile.full_name",
    "given-name": "profile.first_name",
    "additional-name": "profile.middle_name",
    "family-name": "profile.last_name",
    "nickname": "profile.preferred_name",
    "organization": "profile.current_company",
    "organization-title": "profile.current_title",
    "street-address": "profile.address_line1",
    "address-line1": "profile.address_line1",
    "address-line2": "profile.address_line2",
    "address-level1": "profile.location.state",
    "address-level2": "profile.location.city",
    "postal-code": "profile.location.zip",
    "country": "profile.location.country",
    "country-name": "profile.location.country",
    "bday": "profile.date_of_birth",
    "bday-day": "profile.date_of_birth",
    "bday-month": "profile.date_of_birth",
    "bday-year": "profile.date_of_birth",
    "url": "profile.website_url",
    "tel": "profile.phone",
    "tel-national": "profile.phone",
    "tel-country-code": "profile.phone_country_code",
    "email": "profile.email",
    "username": "credentials.username",
    "current-password": "credentials.password",
    "new-password": "credentials.new_password",
}
_REFUSED = {"one-time-code": LeftBecause.ONE_TIME_CODE}
#: The parts of a card holder's name, which authors also put on other names; `cc-name` they don't.
_PARTS_OF_HOLDER = ("cc-given-name", "cc-additional-name", "cc-family-name")


def token(attribute: str) -> str:
    """Return the field token of the attribute, in small letters; empty when there is none."""
    tokens = [part for part in attribute.lower().split() if part != "webauthn"]
    return tokens[-1] if tokens else ""


def key(attribute: str) -> str | None:
    """Return the key the author asks for; None when the attribute does not say."""
    return KEYS.get(token(attribute))


def refusal(attribute: str) -> str | None:
    """Return why the profile must not fill such a field; None when the attribute does not forbid it."""
    name = token(attribute)
    return LeftBecause.PAYMENT if name.startswith("cc-") else _REFUSED.get(name)


def is_part_of_holder(attribute: str) -> bool:
    """Whether the author calls it a part of a card holder's name."""
    return token(attribute) in _PARTS_OF_HOLDER


def free_words(attribute: str) -> str:
    """Return a name that the author made up: no token of the grammar, nor a way to say "off"."""
    name = attribute.strip()
    if " " in name or not name.isalpha():
        return ""
    known = key(name) or refusal(name) or name.lower().startswith(("on", "off", "no", "false", "new-", "section-"))
    return "" if known else name
