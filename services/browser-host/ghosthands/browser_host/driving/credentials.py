"""The check of where credentials and codes may be typed: only in frames of their own hosts, in no foreign frame.

The check judges the frames' addresses at the moment of filling, not those at the time of reading. Nothing is typed
where it could be read on the way: only over https, except on private hosts that an operator allowed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from urllib.parse import urlsplit

from playwright.async_api import Frame, Page

from ghosthands.browser_host.page import realms
from ghosthands.domain.keys import CODE, CREDENTIALS
from ghosthands.domain.page import PageModel
from ghosthands.domain.plan import PlannedAction
from ghosthands.vault.credentials import Credentials, OneTimeCode
from ghosthands.vault.profile import ApplicantData

#: what is typed to sign in, with the hosts it is for
Secret = Credentials | OneTimeCode


def select_typable(
    actions: Sequence[PlannedAction],
    page: Page,
    model: PageModel,
    data: ApplicantData,
    *,
    allowed: Collection[str],
) -> list[PlannedAction]:
    """Return the actions without those that would type credentials or a code where they do not belong."""

    def may(action: PlannedAction) -> bool:
        field = model.field(action.field_id)
        is_secret, known = action.key.startswith(CREDENTIALS), _find_source(action, data)
        return not is_secret or (field is not None and _is_at_home(known, page, field.locator.frame, allowed))

    return list(filter(may, actions))


def _find_source(action: PlannedAction, data: ApplicantData) -> Secret | None:
    return data.code if action.key.startswith(CODE) else data.credentials


def _is_at_home(known: Secret | None, page: Page, path: str, allowed: Collection[str]) -> bool:
    """Whether the frame at `path`, and every frame around it, is on the secret's own hosts."""
    frame = realms.frame_at(page, path)
    if known is None or frame is None:
        return False
    return all(is_home(known, one.url, allowed=allowed) for one in _walk_outwards(frame))


def _walk_outwards(frame: Frame | None) -> Iterator[Frame]:
    while frame is not None:
        yield frame
        frame = frame.parent_frame


def is_home(known: Secret, url: str, *, allowed: Collection[str]) -> bool:
    """Whether a document at that address may be given the secret."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    return known.cover(host) and (parts.scheme == "https" or (parts.scheme == "http" and host in allowed))
