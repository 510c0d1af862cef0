"""Account forms: a page that provably signs in or makes an account; its names and passwords are login data.

Where the page was read, its purpose was proven; so the words of single fields count for less. An e-mail address on it
is the name of the account, and a box that agrees to the terms is ticked even if it is not marked as required.
"""

from __future__ import annotations

from ghosthands.domain import keys
from ghosthands.domain.keys import YES
from ghosthands.domain.page import AccountPurpose, FieldKind, FieldModel, PageModel
from ghosthands.planning.matching import BY_PLATFORM, Match
from ghosthands.planning.rules import consent
from ghosthands.planning.rules.credentials import TYPED

_NAMES = frozenset({"profile.email", keys.USERNAME})


def match(page: PageModel, field: FieldModel, found: Match | None) -> Match | None:
    """Return the field's key on an account form; None for a field that takes the same as elsewhere.

    `found` is what the field would take elsewhere.
    """
    if page.account is None:
        return None
    if page.account.purpose is AccountPurpose.VERIFY:
        return Match(code, BY_PLATFORM, "account:verify") if (code := _code_key(page, field)) else None
    key = _key(page.account.purpose, field, found.key if found else None)
    return Match(key, BY_PLATFORM, f"account:{page.account.purpose}") if key else None


def _code_key(page: PageModel, field: FieldModel) -> str | None:
    """Return the key of the code, or of this box's character of it; None for a box to be remembered by."""
    asked = [one.id for one in page.fields if one.visible and one.kind is not FieldKind.CHECKBOX]
    if field.id not in asked:
        return None
    return keys.CODE if len(asked) == 1 else f"{keys.CODE}.{asked.index(field.id) + 1}"


def _key(purpose: AccountPurpose, field: FieldModel, otherwise: str | None) -> str | None:
    creates = purpose is AccountPurpose.CREATE
    if field.kind is FieldKind.PASSWORD:
        return keys.NEW_PASSWORD if creates else keys.PASSWORD
    if otherwise in _NAMES or (not creates and field.kind in TYPED):
        return keys.USERNAME
    headings = (field.section, *field.around)
    agrees = creates and field.kind is FieldKind.CHECKBOX and consent.asks_for_consent(field.label, headings)
    return YES if agrees else None
