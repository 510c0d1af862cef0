"""The redaction of a page model before it is stored: every text loses the applicant's values.

An employer or a place that the posting's own address names belongs to the posting, wherever the applicant worked or
lives: it stays, since a key in its place would say that the two are the same. So does an answer that the form offers to
everyone: a key in its place would say who chose it, and make the same list another one for each applicant.

What the page wrote before the answer was given is the page's own, whatever the answer says: "Salary (max. 60000)" is
answered with 60000 and stays that question. A text proves that by having been stored before the answer was known, or by
being the very question that was answered.

What identifies (ids, fingerprints, closed vocabularies) stays as it is. Locators are texts too: one that holds a value
no longer finds its element, so the host acts on the model as it was read, not on the stored one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any
from urllib.parse import unquote, urlsplit

import msgspec
from msgspec.structs import replace

from ghosthands.domain.keys import ANSWERS, REMEMBERED
from ghosthands.domain.page import FieldKind, FieldModel, FieldState, OptionModel, PageModel
from ghosthands.domain.quotes import quote
from ghosthands.planning.question import Questions
from ghosthands.vault.redact import Redactor

_KEPT = frozenset(
    {
        "id",
        "kind",
        "state",
        "error",
        "role",
        "type",
        "purpose",
        "page_type",
        "platform",
        "fingerprint",
        "frame",
        "equals_key",
    }
)


#: keys of a profile's employers, schools and places of residence
_OF_POSTINGS_TOO = re.compile(r"profile\.(?:.+\.)?(?:company|current_company|institution|city|state|country|full)")


def leave_out_named(values: Mapping[str, str], address: str) -> dict[str, str]:
    """Return the values without the employers and places that a posting's address names."""
    parts = urlsplit(address)
    named = {_spell(part) for part in (*(parts.hostname or "").split("."), *unquote(parts.path).split("/"))} - {""}
    return {
        key: text for key, text in values.items() if not (_OF_POSTINGS_TOO.fullmatch(key) and _spell(text) in named)
    }


def _spell(text: str) -> str:
    """Return a name as addresses spell it: its letters and digits alone."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())


class PageRedaction:
    """A redaction that replaces the applicant's values by their keys in page models, each text only once.

    `before` is the session's last redaction: what it left as it was no later answer has put there.

    The page's own words are for people to read, and match nothing: they lose every value, also one that the posting's
    address names or that every form offers.
    """

    def __init__(self, values: Mapping[str, str], address: str = "", before: PageRedaction | None = None) -> None:
        self.made_of = (values, address)
        self._stored = before.list_stored() if before else frozenset[str]()
        secrets = leave_out_named(values, address)
        chosen = {key: text for key, text in secrets.items() if key.startswith((ANSWERS, REMEMBERED))}
        self._answers = frozenset(" ".join(text.split()) for text in chosen.values())
        self._of_person = Redactor.for_pages({key: text for key, text in secrets.items() if key not in chosen})
        self._redactor = Redactor.for_pages(secrets)
        self._asked = frozenset(key.partition(".")[2] for key in chosen)
        self._seen: dict[str, str] = {}

    def redact(self, page: PageModel) -> PageModel:
        """Return the page model with the applicant's values replaced by their keys."""
        redacted = msgspec.convert(_replace_texts(msgspec.to_builtins(page), self._redact_text), PageModel)
        redacted = self._keep_questions(page, redacted)
        fields = (self._keep_offers(shown, bare) for shown, bare in zip(page.fields, redacted.fields, strict=True))
        said = tuple(quote(self._of_words.redact(text)) for text in page.said)
        return replace(redacted, fields=tuple(fields), said=said)

    def list_stored(self) -> frozenset[str]:
        """Return the texts that were left as they are."""
        return self._stored | {text for text, redacted in self._seen.items() if text == redacted}

    @cached_property
    def _of_words(self) -> Redactor:
        values, _ = self.made_of
        return Redactor(values)

    def _redact_text(self, text: str) -> str:
        if text not in self._seen:
            redactor = self._of_person if text in self._stored else self._redactor
            self._seen[text] = redactor.redact(text)
        return self._seen[text]

    def _keep_questions(self, page: PageModel, redacted: PageModel) -> PageModel:
        """Return the redacted page, with those questions as the page asks them that were answered as such."""
        if all(shown.label == bare.label for shown, bare in zip(page.fields, redacted.fields, strict=True)):
            return redacted
        own = msgspec.convert(_replace_texts(msgspec.to_builtins(page), self._of_person.redact), PageModel)
        questions = Questions(own)
        fields = tuple(
            replace(bare, label=asked.label, section=asked.section, around=asked.around, placeholder=asked.placeholder)
            if questions.key(asked) in self._asked
            else bare
            for asked, bare in zip(own.fields, redacted.fields, strict=True)
        )
        return replace(redacted, fields=fields)

    def _keep_offers(self, shown: FieldModel, bare: FieldModel) -> FieldModel:
        """Return the redacted field, with those of the applicant's answers that the form offers to everyone."""
        if shown.kind is FieldKind.COMBOBOX and shown.state is FieldState.FILLED:  # it may show what was searched for
            return bare
        pairs = zip(shown.options, bare.options, strict=True)
        return replace(bare, options=tuple(self._keep_offer(*pair) for pair in pairs))

    def _keep_offer(self, shown: OptionModel, bare: OptionModel) -> OptionModel:
        if shown.label == bare.label or " ".join(shown.label.split()) not in self._answers:
            return bare
        return msgspec.convert(_replace_texts(msgspec.to_builtins(shown), self._of_person.redact), OptionModel)


def _replace_texts(part: Any, redact: Callable[[str], str]) -> Any:
    """Return the builtins with every text redacted but what identifies."""
    match part:
        case str():
            return redact(part)
        case dict():
            return {key: value if key in _KEPT else _replace_texts(value, redact) for key, value in part.items()}
        case list() | tuple():
            return [_replace_texts(item, redact) for item in part]
        case _:
            return part
