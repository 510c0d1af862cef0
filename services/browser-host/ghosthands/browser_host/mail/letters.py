"""The code in an e-mail: found if the e-mail is from the site that asks, and plainly names one.

An e-mail counts as a site's by its sender, or if every link in it leads to the site; never by its words, and not if the
receiving server says that the sender is forged. It brings a code if its words name exactly one.
"""

from __future__ import annotations

import email.policy
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from email.parser import BytesHeaderParser, BytesParser
from html.parser import HTMLParser
from urllib.parse import urlsplit

from ghosthands.contract.credentials import domain_of

#: how many characters of an e-mail's words are read, and may be between a code and the word that names it
_MOST_WORDS = 20_000
_NEAR = 60

_NAMES = re.compile(
    r"\b(?:verification|security|confirmation|one[- ]time|access|login|sign[- ]in|authentication|pass)?[- ]?"
    r"(?:code|passcode|pin|otp|password|kod|koodi|código|codigo|codice|sicherheitscode|bestätigungscode)\b",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"(?<![\w.,:/#@+-])(?:\d{3}[ -]\d{3,4}|\d{4,8}|(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z0-9]{6,8})(?![\w@/]|[.,:-]\d)"
)
_ADDRESS = re.compile(r"https?://[^\s<>\"']+")
_MADE_UP = re.compile(r"\bdmarc=fail\b", re.IGNORECASE)
_UNSEEN = frozenset({"script", "style", "head", "title", "template"})


@dataclass(frozen=True, repr=False)
class Letter:
    """The parts of an e-mail that are examined."""

    sender: str
    words: str
    links: tuple[str, ...]
    #: whether the receiving server says that the sender is forged
    is_made_up: bool

    def is_from(self, site: str) -> bool:
        """Whether the e-mail is the site's: by its sender, or because all its links lead there."""
        home = domain_of(site)
        if self.is_made_up:
            return False
        hosts = {domain_of(urlsplit(link).hostname or "") for link in self.links}
        return domain_of(self.sender) == home or hosts == {home}

    def find_codes(self) -> frozenset[str]:
        """Return the codes that stand beside a word for one, without their spaces."""
        named = [match.span() for match in _NAMES.finditer(self.words)]
        found = (code for code in _CODE.finditer(self.words) if _is_near(code.span(), named))
        return frozenset(re.sub(r"[ -]", "", code.group()) for code in found)


def read_letter(source: bytes) -> Letter:
    """Parse the e-mail, whose end may be missing."""
    message = BytesParser(policy=email.policy.default).parsebytes(source)
    assert isinstance(message, EmailMessage)  # noqa: S101  by its policy
    plain, links = "", list[str]()
    for kind, text in _read_parts(message):
        if kind == "text/html":
            shown = _Words()
            shown.feed(text)
            links += shown.links
            plain += f"\n{shown.text}"
        else:
            plain += f"\n{text}"
    links += _ADDRESS.findall(plain)
    verdicts = " ".join(str(one) for one in message.get_all("Authentication-Results", []))
    return Letter(
        sender=_read_host(source),
        words=_ADDRESS.sub(" ", f"{message.get('Subject', '')}\n{plain}")[:_MOST_WORDS],
        links=tuple(links),
        is_made_up=bool(_MADE_UP.search(verdicts)),
    )


def _read_host(source: bytes) -> str:
    """Return the host of the sender's address; empty if it is not plain. The name before it can be anything."""
    senders = BytesHeaderParser(policy=email.policy.compat32).parsebytes(source).get_all("From", [])
    sender = " ".join(str(senders[0]).split()) if len(senders) == 1 else ""
    told = re.fullmatch(r"(?:[^<>]*<)?\s*[^\s<>@,]+@([\w.-]+)\s*>?", sender)
    return told.group(1).lower() if told else ""


def _read_parts(message: EmailMessage) -> Iterator[tuple[str, str]]:
    """Yield the words of the e-mail with their type; HTML only if there is nothing plainer."""
    part = message.get_body(preferencelist=("plain", "html"))
    if part is None:
        return
    payload = part.get_payload(decode=True)
    text = payload if isinstance(payload, bytes) else b""
    try:
        yield part.get_content_type(), text.decode(part.get_content_charset("utf-8"), "replace")
    except LookupError:
        yield part.get_content_type(), text.decode("utf-8", "replace")


def _is_near(code: tuple[int, int], named: list[tuple[int, int]]) -> bool:
    start, end = code
    return any(begin - _NEAR <= end and start <= stop + _NEAR for begin, stop in named)


class _Words(HTMLParser):
    """A parser that collects the text an HTML page shows, and its links."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.links: list[str] = []
        self._pieces: list[str] = []
        self._unseen = 0

    @property
    def text(self) -> str:
        return " ".join(" ".join(self._pieces).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unseen += tag in _UNSEEN
        if tag == "a" and (link := dict(attrs).get("href")) and link.startswith("http"):
            self.links.append(link)

    def handle_endtag(self, tag: str) -> None:
        self._unseen = max(0, self._unseen - (tag in _UNSEEN))

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self._pieces.append(data)
