"""A page that wants a code: whether there is one without asking a human, and where it comes from.

What somebody gave goes first. An authenticator's code is computed as it is typed, where the page does not say that it
sent one; where it does not speak of an authenticator, the applicant's mailbox is read, once a page and session.
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

#: for how long a mail is waited for
MAIL_SECONDS = 40.0
#: a code may have been sent, by another clock, so long before its page was seen
SLACK = timedelta(minutes=2)

#: what the scan's evidence ends with, where the page says it
_SENT, _COMPUTED = ", sent", ", authenticator"


async def find_code(execution: Execution[Observe], seen: PageModel) -> tuple[bool, list[CodeSought]]:
    """Whether a code for the page is at hand, and what is to be told of the search."""
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
    """Whether nobody needs to be asked for the page's code before it was looked for."""
    site, data = site_of(seen), await execution.read_data()
    if seen.account is None or seen.account.purpose is not AccountPurpose.VERIFY or _is_tried(execution):
        return False
    if data.has_authenticator(site) and not _says(seen, _SENT):
        return True
    is_unread = (CodeSource.MAILBOX, site) not in execution.session.codes_sought and not _says(seen, _COMPUTED)
    return is_unread and await execution.host.vault.get_mailbox(execution.person) is not None


async def _read_mail(execution: Execution[Observe], site: str) -> tuple[bool, list[CodeSought]]:
    """The code that was sent just now, into the vault, where it is good for once."""
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
    """Whether a code for the site is looked for there for the first time in this session."""
    sought = execution.session.codes_sought
    is_news = (source, site) not in sought
    sought.add((source, site))
    return is_news


def _is_tried(execution: Execution[Observe]) -> bool:
    """Whether a code was sent from this page, and the page is to judge it."""
    sign_in = states.job_of(execution.session_log.history).login.sign_in
    return sign_in is not None and sign_in.started


def _says(seen: PageModel, how: str) -> bool:
    return any(wall.type is BlockerType.TWO_FACTOR and wall.evidence.endswith(how) for wall in seen.blockers)


def _tell(execution: Execution[Observe], source: CodeSource, outcome: CodeSearch, took_ms: int) -> CodeSought:
    return CodeSought(
        cause=execution.id, session_id=execution.session.id, source=source, outcome=outcome, took_ms=took_ms
    )
