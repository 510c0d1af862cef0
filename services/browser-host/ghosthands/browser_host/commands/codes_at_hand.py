"""The search for the one-time code that a page wants, without asking a human: whether there is one, and from where.

A code that somebody gave goes first. An authenticator's code is computed as it is typed, unless the page says that it
sent one; if the page does not speak of an authenticator, the applicant's mailbox is read, once per page and session.
"""

from __future__ import annotations

import time
from datetime import timedelta

from ghosthands.browser_host.commands.execution import Execution, site_of
from ghosthands.browser_host.mail import mailbox
from ghosthands.browser_host.operation import milliseconds_since
from ghosthands.domain.code_sources import CodeSought, CodeSource
from ghosthands.domain.codes import BlockerType, CodeSearch
from ghosthands.domain.page import AccountPurpose, PageModel
from ghosthands.domain.session import Observe
from ghosthands.messaging.clock import utc_now
from ghosthands.messaging.log import states
from ghosthands.vault.credentials import OneTimeCode

#: how many seconds to wait for an e-mail
MAIL_SECONDS = 40.0
#: how long before its page was seen a code may have been sent, as another clock may be behind
SLACK = timedelta(minutes=2)

#: the ends of the scan's evidence that say how the page's code is made
_SENT, _COMPUTED = ", sent", ", authenticator"


async def find_code(execution: Execution[Observe], seen: PageModel) -> tuple[bool, list[CodeSought]]:
    """Return whether a code for the page is available, and the events that tell of the search."""
    site, data = site_of(seen), await execution.read_data()
    if data.code is not None and data.code.cover(site):
        return True, []
    if _is_tried(execution):
        return False, []
    if data.has_authenticator(site) and not _says(seen, _SENT):
        is_news = _note(execution, CodeSource.AUTHENTICATOR, site)
        return True, [_tell(execution, CodeSource.AUTHENTICATOR, CodeSearch.FOUND, 0)] if is_news else []
    if _says(seen, _COMPUTED):
        return False, []
    return await _read_mail(execution, site)


async def is_findable(execution: Execution[Observe], seen: PageModel) -> bool:
    """Whether the page's code may be found without asking anybody."""
    site, data = site_of(seen), await execution.read_data()
    if seen.account is None or seen.account.purpose is not AccountPurpose.VERIFY or _is_tried(execution):
        return False
    if data.has_authenticator(site) and not _says(seen, _SENT):
        return True
    is_unread = (CodeSource.MAILBOX, site) not in execution.session.codes_sought and not _says(seen, _COMPUTED)
    return is_unread and await execution.host.vault.get_mailbox(execution.person) is not None


async def _read_mail(execution: Execution[Observe], site: str) -> tuple[bool, list[CodeSought]]:
    """Read the mailbox for a code that was sent just now, and put it into the vault for a single use.

    Returns whether one was found, and the event that tells of the search.
    """
    known = await execution.host.vault.get_mailbox(execution.person)
    if known is None or not _note(execution, CodeSource.MAILBOX, site):
        return False, []
    started, since = time.perf_counter(), utc_now() - SLACK
    looking = mailbox.find_code(
        known, site, since=since, seconds=MAIL_SECONDS, allowed=execution.host.allowed_private_hosts
    )
    search = await execution.run(looking)
    if search.outcome is CodeSearch.FOUND:
        code = OneTimeCode(site, search.code)
        await execution.host.vault.put_code(execution.person, execution.command.job_id, code)
    told = _tell(execution, CodeSource.MAILBOX, search.outcome, milliseconds_since(started))
    return search.outcome is CodeSearch.FOUND, [told]


def _note(execution: Execution[Observe], source: CodeSource, site: str) -> bool:
    """Note the search for the site's code at that source; return whether it is the first in this session."""
    sought = execution.session.codes_sought
    is_news = (source, site) not in sought
    sought.add((source, site))
    return is_news


def _is_tried(execution: Execution[Observe]) -> bool:
    """Whether a code was sent from this page, and the page has yet to judge it."""
    sign_in = states.job_of(execution.session_log.history).login.sign_in
    return sign_in is not None and sign_in.started


def _says(seen: PageModel, how: str) -> bool:
    return any(wall.type is BlockerType.TWO_FACTOR and wall.evidence.endswith(how) for wall in seen.blockers)


def _tell(execution: Execution[Observe], source: CodeSource, outcome: CodeSearch, took_ms: int) -> CodeSought:
    return CodeSought(
        cause=execution.id, session_id=execution.session.id, source=source, outcome=outcome, took_ms=took_ms
    )
