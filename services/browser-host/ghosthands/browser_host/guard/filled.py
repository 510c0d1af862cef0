"""The values filled in on a page, and how much of them a request carries.

Values are searched for in every reading of a request's address and body. Common words that stand in forms anyway (a
country, a yes) count only where there are no other values. A file is recognised by its bytes, or by the gap that a file
on the disk leaves in a form's body. A body that cannot be read counts as carrying everything.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ghosthands.browser_host.guard.readings import fold, is_text, read_all
from ghosthands.domain import keys

#: a shorter value occurs in any text
_SHORTEST = 2
#: and so does a shorter word, as in every form
_SHORTEST_WORD = 3
#: as one common word alone tells nothing
_FEWEST_WORDS = 2
#: digits by which a number is recognised without its country code and trunk zero
_LOCAL_DIGITS = 9
_SHORTEST_NUMBER = 7
_DIALLED = re.compile(r"\+?[\d\s().\-/]+")
_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
#: the bytes at a file's beginning that tell it from others
_HEAD = 64
_NAMES = frozenset(
    f"profile.{name}" for name in ("first_name", "last_name", "full_name", "full_name_last_first", "preferred_name")
)
_CONSENT = re.compile(r"consent|agree|terms|privacy|gdpr|certify|acknowledge|accurate", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Carried:
    """The share of the filled-in values that a request carries."""

    #: values of this page found, of how many there are
    values: int = 0
    of: int = 0
    #: whether it carries two thirds of them, or of all there were so far, or a name with a file or a consent
    most: bool = False
    #: whether it carries most only because there is only one value
    is_lone: bool = False
    file: bool = False
    #: whether its body cannot be read
    unreadable: bool = False
    #: the keys of the values found
    keys: frozenset[str] = frozenset()
    #: in a dry run: the keys of all values that it would tell anything of
    told: frozenset[str] = frozenset()

    @property
    def anything(self) -> bool:
        """Whether it carries anything of the applicant's, as far as it can be read."""
        return self.values > 0 or self.most or self.file or self.unreadable or bool(self.told)


@dataclass(frozen=True, slots=True)
class Given:
    """A value that was filled in, as it was given."""

    text: str = field(repr=False)
    #: whether it is one of the options that the form offers, which may be as common as a yes
    is_choice: bool = False


@dataclass(frozen=True, slots=True)
class _Value:
    """A value, and the ways in which it may be written."""

    words: str = field(repr=False)
    #: where it must stand as a word of its own
    pattern: re.Pattern[str] | None = field(repr=False)
    digits: tuple[str, ...] = field(repr=False)
    encoded: tuple[str, ...] = field(repr=False)

    def is_in(self, texts: _Texts, folded: Sequence[str]) -> bool:
        """Whether the value occurs in the readings; `folded` is what is left of them."""
        if any(self.pattern.search(text) if self.pattern else self.words in text for text in folded):
            return True
        if any(digits in text for digits in self.digits for text in texts.digits):
            return True
        return any(code in text for code in self.encoded for text in texts.raw)


class _Texts:
    """The readings of one request, without the names of the applicant's files."""

    def __init__(self, url: str, body: bytes, file_names: Sequence[str]) -> None:
        self.raw = read_all(url.encode()) + read_all(body)
        self.folded = [_without(fold(text), file_names) for text in self.raw]
        self.digits = [re.sub(r"[\s().\-/]", "", text) for text in self.folded]

    def find(self, values: Mapping[str, _Value]) -> set[str]:
        """Return the keys of the values that occur; a name inside a longer value does not count by itself."""
        found, folded = set[str](), self.folded
        for key, value in sorted(values.items(), key=lambda one: -len(one[1].words)):
            if value.is_in(self, folded):
                found.add(key)
                folded = [text.replace(value.words, " ") for text in folded] if value.pattern is None else folded
        return found


class Filled:
    """The values that were filled in on this page, and those on all pages so far."""

    def __init__(self) -> None:
        self._page: dict[str, _Value] = {}
        self._all: dict[str, _Value] = {}
        self._words: dict[str, _Value] = {}
        self._files: dict[str, bytes] = {}
        self._consents: set[str] = set()
        #: on any page so far, by key; a file by its name
        self.given: dict[str, Given] = {}
        #: whether another process filled the page, with values that are not known yet
        self.is_unknown = False
        self._standing: dict[str, _Value] | None = None

    @property
    def on_page(self) -> bool:
        """Whether anything was filled in on the current page."""
        return bool(self._page or self._words or self._files) or self.is_unknown

    def __bool__(self) -> bool:
        return bool(self._all) or self.on_page

    def note(self, key: str, value: str, *, is_choice: bool = False) -> None:
        """Note that the value is filled in now, or is about to be."""
        if len(value.strip()) < _SHORTEST:
            return
        if key not in keys.CONSTANTS:
            self.given[key] = Given(value, is_choice=is_choice)
        if is_choice or keys.is_vocabulary(key) or len(value.strip()) < _SHORTEST_WORD:
            self._words[key] = _value(value, is_word=True)
        else:
            self._page[key] = self._all[key] = _value(value)

    def note_file(self, key: str, name: str, content: bytes) -> None:
        """Note that the file is uploaded now, or is about to be."""
        self._files[fold(name)] = content
        self.given[key] = Given(name)

    def note_consent(self, label: str, name: str) -> None:
        """Note that the box is ticked now; it counts if its words ask for consent."""
        if name and _CONSENT.search(f"{label} {name}"):
            self._consents.add(fold(name))

    def note_standing(self, texts: Sequence[str]) -> None:
        """Note the texts on a page that another process filled: it is not known yet which are the applicant's."""
        long = [text for text in texts if len(text.strip()) >= _SHORTEST_WORD]
        self._standing = {text: _value(text) for text in long}

    def turn_page(self) -> None:
        """Forget the page's values, as they were sent or led on: the next page is filled from here on."""
        self._page, self._words = {}, {}
        self.is_unknown = False

    def search(self, url: str, body: Sequence[bytes | None]) -> Carried:
        """Return how much a request carries; `body` is in pieces, None for one that was not shown."""
        whole = b"".join(piece or b"" for piece in body)
        is_form, has_hole = b"form-data;" in whole, None in body
        file = self._has_file(whole) or (has_hole and is_form and bool(self._files))
        texts = _Texts(url, self._cut_files(whole), list(self._files))
        counted = self._page or (self._words if len(self._words) >= _FEWEST_WORDS else {})
        found_of_all = texts.find(self._all)
        found_of_page = found_of_all if counted == self._all else texts.find(counted)
        found, told = len(found_of_page), frozenset(found_of_all | found_of_page)
        unreadable = (has_hole and not (is_form and self._files)) or not (file or found or is_text(whole))
        both = not _NAMES.isdisjoint(found_of_all) and (file or self._has_consent(texts))
        of_all = len(self._all) > 1 and _is_most(len(found_of_all), len(self._all))
        of_page = _is_most(found, len(counted))
        is_lone = of_page and len(counted) == 1 and not (both or of_all)
        carried = Carried(found, len(counted), both or of_all or of_page, is_lone, file, unreadable, told)
        return self._suspect(carried, texts, whole) if self.is_unknown else carried

    def _suspect(self, carried: Carried, texts: _Texts, body: bytes) -> Carried:
        """Count two texts of the page in the request as most, as it is not known what was filled in."""
        if self._standing is None:
            return replace(carried, unreadable=carried.unreadable or bool(body))
        standing = len(texts.find(self._standing))
        most = carried.most or standing >= max(1, min(_FEWEST_WORDS, len(self._standing)))
        of, values = max(carried.of, len(self._standing)), max(carried.values, standing)
        return replace(carried, values=values, of=of, most=most)

    def _has_consent(self, texts: _Texts) -> bool:
        return any(re.search(rf"\b{re.escape(one)}\b", text) for one in self._consents for text in texts.folded)

    def _cut_files(self, data: bytes) -> bytes:
        """Return the data without the applicant's files, as the values are searched for beside them."""
        for content in filter(None, self._files.values()):
            for written in (content, base64.b64encode(content)):
                data = data.replace(written, b" ")
        return data

    def _has_file(self, data: bytes) -> bool:
        """Whether one of the applicant's files begins in the data, also in base64."""
        heads = [content[:_HEAD] for content in self._files.values() if content]
        encoded = [base64.b64encode(head[: len(head) // 3 * 3]) for head in heads if len(head) >= _HEAD]
        return any(head in data for head in (*heads, *encoded))


def _is_most(found: int, of: int) -> bool:
    return found > 0 and found * 3 >= of * 2


def encodings(value: str) -> frozenset[str]:
    """Return the encodings of a value that no reading undoes, as they are too short or no text."""
    encoded = base64.b64encode(value.strip().encode()).decode().rstrip("=")
    return frozenset({encoded, encoded.replace("+", "-").replace("/", "_"), value.strip().encode().hex()})


def write_digits(value: str) -> tuple[str, ...]:
    """Return a date's digits in each order, or those of a number, unless it is short, without country code and zero."""
    if date := _DATE.fullmatch(value.strip()):
        year, month, day = date.groups()
        return (year + month + day, month + day + year, day + month + year)
    digits = re.sub(r"\D", "", value) if _DIALLED.fullmatch(value.strip()) else ""
    return (digits[-_LOCAL_DIGITS:],) if len(digits) >= _SHORTEST_NUMBER else ()


def _value(value: str, *, is_word: bool = False) -> _Value:
    words = fold(value)
    pattern = re.compile(rf"\b{re.escape(words)}\b") if is_word else None
    return _Value(words, pattern, write_digits(value), tuple(encodings(value)))


def _without(text: str, file_names: Sequence[str]) -> str:
    for name in file_names:
        text = text.replace(name, " ")
    return text
