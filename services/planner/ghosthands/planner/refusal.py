"""What must not be filled from the profile, and why: decided before anything is matched.

The reasons: `invisible`, `honeypot`, `captcha` and `search` are nobody's to fill; `payment`, `identity_number`,
`one_time_code`, `credentials`, `other_person` and `marketing` take the person's own answer to that question, no more.
"""

from __future__ import annotations

from ghosthands.domain.page import FieldKind, FieldModel
from ghosthands.planner import autocomplete
from ghosthands.planner.rule import Rule
from ghosthands.planner.rules.refusals import REFUSALS
from ghosthands.planner.signals import Signals


def refusal(field: FieldModel, platform: str, signals: Signals | None = None) -> str | None:
    """Why the profile never fills this field; None when it may."""
    signals = signals or Signals.of(field)
    if not field.visible:
        return "invisible"
    if platform == "workday" and field.name == "website":
        return "honeypot"  # its bee catcher calls itself a website
    if field.kind is FieldKind.PASSWORD:
        return "credentials"
    return _by_author(field, signals) or _by_rules(signals)


def _by_author(field: FieldModel, signals: Signals) -> str | None:
    """The autocomplete attribute's veto; a user name that is plainly an e-mail address is one."""
    reason = autocomplete.refusal(field.autocomplete)
    is_email = field.kind is FieldKind.EMAIL or "mail" in signals.label
    return None if reason == "credentials" and is_email else reason


def _by_rules(signals: Signals) -> str | None:
    return next((rule.name for rule in REFUSALS if _refuses(rule, signals)), None)


def _refuses(rule: Rule, signals: Signals) -> bool:
    if signals.kind not in rule.kinds:
        return False
    if rule.fits_label(signals.label) or _is_about_others(rule, signals.section):
        return True
    return any(map(rule.fits_identifier, signals.identifiers))


def _is_about_others(rule: Rule, section: str) -> bool:
    """Under the heading "Emergency contact" or "Payment" every field is somebody else's, or the bank's."""
    return rule.name in ("other_person", "payment") and bool(section) and rule.fits_label(section)
