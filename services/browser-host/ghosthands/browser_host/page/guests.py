"""Logins that need not be got past: a button or a form of the page leads on without an account."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterable, Sequence

from ghosthands.browser_host.page.inventory import RawButton, RawControl
from ghosthands.browser_host.page.purpose import PagePurpose
from ghosthands.browser_host.page.way_words import find, plain
from ghosthands.domain.codes import BlockerType
from ghosthands.domain.page import SURE, BlockerModel, ButtonModel, ButtonRole
from ghosthands.planning.cards import Form

#: how sure a login is where the page's own address or title is about accounts
_OF_ACCOUNTS = 0.9


def pass_login(
    purpose: PagePurpose,
    walls: Iterable[BlockerModel],
    asked: Sequence[tuple[Form, RawControl]],
    read: Iterable[tuple[RawButton, ButtonModel]],
) -> PagePurpose | None:
    """Return the page's purpose with what signs in left alone; None where nothing leads on without that."""
    if _leads_past(walls, read):
        return dataclasses.replace(purpose, unrelated=frozenset(form for form, _ in asked), is_all_unrelated=True)
    logins = _find_beside_guests(asked)
    return dataclasses.replace(purpose, unrelated=purpose.unrelated | logins) if logins else None


def _leads_past(walls: Iterable[BlockerModel], read: Iterable[tuple[RawButton, ButtonModel]]) -> bool:
    """Whether there is a sure login, and a button leads on as a guest, or applies beside it.

    Where the page's own address or title is about accounts, one that applies may lead back to where one came from.
    """
    login = max((wall.confidence for wall in walls if wall.type is BlockerType.LOGIN), default=0.0)
    return login >= SURE and any(
        find("as_guest", plain(button.text)) or (raw.leads_to and login < _OF_ACCOUNTS)
        for raw, button in read
        if button.role is ButtonRole.APPLY and button.enabled and not raw.aside
    )


def _find_beside_guests(asked: Iterable[tuple[Form, RawControl]]) -> frozenset[Form]:
    """Return the forms that want a password, if another form of the page is for guests, as its heading says."""
    by_form = defaultdict[Form, list[RawControl]](list)
    for form, control in asked:
        by_form[form].append(control)
    logins = frozenset(form for form, each in by_form.items() if any(one.kind == "password" for one in each))
    is_for_guests = any(
        all(find("as_guest", plain(one.section)) for one in each)
        for form, each in by_form.items()
        if form not in logins
    )
    return logins if is_for_guests else frozenset()
