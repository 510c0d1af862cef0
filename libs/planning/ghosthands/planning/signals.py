"""A field's signals: its texts, as comparable words.

Labels, placeholders and headings become lower-case words without marks or punctuation; names and ids are also split
at their humps and digits, so that `job_application[firstName1]` reads "job application first name 1".
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache

from ghosthands.domain.caches import CACHED_OPTIONS
from ghosthands.domain.page import FieldKind, FieldModel
from ghosthands.planning import autocomplete

#: Most characters of a label; longer ones are questions, whose words name no contact field.
LABEL_CHARS = 60
#: Most characters of a longer label's head that is the name of a field.
HEAD_CHARS = 30

_MARK = (
    "required|optional|mandatory|pflichtfeld|erforderlich|requis|obligatoire|facultatif|optionnel|obligatorio|opcional"
    "|obbligatorio|facoltativo|verplicht|optioneel|obrigat[oó]rio|必須|任意"
    "|vapaaehtoinen|pakollinen|valfritt|frivilligt|obligatoriskt?|valgfri(?:tt)?|p[åa]kr[æe]vet|op[tț]ional|opcjonaln[iye]e?|wymagane"
    "|nepovinn[éy]|povinn[éy]|iste[ğg]e ba[ğg]l[ıi]|zorunlu|необязательно|обязательно"
)
_MARK_IN_BRACKETS = re.compile(rf"[(\[]\s*(?:{_MARK})\s*[)\]]", re.IGNORECASE)
_MARK_AT_END = re.compile(rf"\b(?:{_MARK})$", re.IGNORECASE)
#: More letters than the longest mark.
_MARK_LETTERS = 20
_BRACKETS, _SLASHES, _QUOTES = frozenset("(["), frozenset("(/"), frozenset("'\u2018\u2019\u02bc`")
#: "d'adresse" and "dell'azienda" are two words, "all's" is one
_ELISION = re.compile(r"\b(d|l|[dn]ell|[ds]?all|sull|un|quell)['\u2019](?=\w)(?!s\b)", re.IGNORECASE)
#: "manager's" is about the manager, "don't" is one word
_APOSTROPHES = re.compile(r"['\u2018\u2019\u02bc`](?:s\b)?")
#: "name(s)" is one word, and so is "nombre/s"
_PLURAL = re.compile(r"(?<=\w)(?: ?\(s\)|/s\b)", re.IGNORECASE)
_ACCENTS = re.compile("[\u0300-\u036f]")
#: a label that the page has twice, or that floats above its own placeholder
_DOUBLED = re.compile(r"^(.+?)(?: \1)+$")
#: a box for one part of a date is asked what the whole date is asked
_PART_OF_DATE = re.compile(r"(?<=\S)\s+(?:month|day|year)$", re.IGNORECASE)
#: words before the name of a field: "Please enter your city", "What is your city?", "Wählen Sie Ihr Land"
_DETERMINER = (
    r"(?:your|an?|the|ihren?|ihre|ihr|deine?n?|dein|votre|une?|tu|su|il tuo|la tua|o seu|a sua|uw|je|jouw|swoj\w*"
    r"|twoj\w*"
    r"|din|ditt|dit|vas\w*|anda)"
)
_ASKING = re.compile(
    rf"^(?:(?:please|bitte|kindly) )?(?:"
    rf"(?:enter|select|choose|provide|fill in|specify|pilih|masukkan|wybierz|podaj|wpisz|wahlen|auswahlen|geben"
    rf"|selectionne[rz]"
    rf"|choisissez|saisissez|entrez|indiquez|selecciona|elige|ingresa|introduce|escribe|seleziona|inserisci|scegli"
    rf"|indica"
    rf"|selecione|escolha|digite|insira|kies|selecteer|vul|valj|ange|velg|vælg|valitse|vyberte|zadejte)(?: sie)?"
    rf"(?: {_DETERMINER}\b)*"
    rf"|(?:type|state|write|add|give us|tell us)(?: {_DETERMINER}\b)+"
    rf"|(?:what is|whats|what are|wie (?:lautet|ist)|quel(?:le)? est|cual es|qual e|wat is|jaki jest|vad ar|hvad er"
    rf"|hva er)"
    rf"(?: {_DETERMINER}\b)+"
    rf") (?=\w)"
)
_HEAD_END = re.compile(r"[(:;\n]|\.\s|\s[-\u2013\u2014]\s")
_NO_WORD = re.compile(r"[\W_]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])")
_VARIABLE = re.compile(r"[A-Za-z]+[a-z][A-Z0-9][A-Za-z0-9]*")
_LETTER = re.compile(r"[^\W\d_]")
#: words before an example, "e.g. 06 12 34 56 78"
_SUCH_AS = re.compile(
    r"^(?:e ?g|for example|example|ex|par exemple|exemple|ej|por ejemplo|ejemplo|per es|es|esempio|z ?b|zum beispiel"
    r"|beispiel|bijv|bv|np|cth|contoh|t ex|f eks|fx|esim|napr|pl|orn|ornek|напр|например|例)\b"
)
_DIALLING_CODE = re.compile(r"(?:^|[\s(])\+\s?\d{1,4}\b")
#: what a form builder adds around the author's name: `q64_mailingAddress64`
_BUILT = re.compile(r"^q(\d+)_([A-Za-z]\w*?)\1?$")
#: an index in a name counts from 0
_INDEX = re.compile(r"\[(\d{1,2})\]")
#: The numbering of a form's parts, before their names.
_COUNTED = re.compile(
    r"^\s*(?:(?:section|part|step|schritt|teil|abschnitt|etape|étape|partie|parte|paso|sezione|passo|seccion|sección|stap"
    r"|deel|krok|cz[eę][sś][cć]|steg|del|trin|vaihe)\s+(?:\d{1,2}|[A-Z]|[IVX]{1,4})(?:\s+(?:of|von|de|di|van|z)\s+\d{1,2})?"
    r"\s*[.:)\u2013\u2014-]*\s+|\(?(?:\d{1,2}(?:\.\d{1,2})?|[A-Z]|[IVX]{1,4})\s*[.:)]\s*)(?=\S)",
    re.IGNORECASE,
)
#: Least spaces of a heading that is a sentence, and no field's name.
_SENTENCE_SPACES = 3
#: an example of an e-mail address, which counts as the word
_EMAIL_EXAMPLE = re.compile(r"\S+@\S+\.\w+")
#: The sign for a Japanese postal code.
_POSTAL_MARK = "〒"
#: An example that can only be a telephone number: "+49 151 …", "(555) 123-4567", "###-###-####".
_PHONE_EXAMPLE = re.compile(
    r"\s*(?:e\.?g\.?:?\s*)?(?:\+[\d#x][\d#x ().-]{6,}|\([\d#x_]{2,4}\) ?[\d#x_][\d#x_ .-]{5,}"
    r"|[\d#x_]{3}[-. ][\d#x_]{3}[-. ][\d#x_]{4}|0\d(?:[ .]\d\d){4})\s*",
    re.IGNORECASE,
)


@lru_cache(maxsize=CACHED_OPTIONS)
def words(text: str) -> str:
    """Return the text as small-letter words: no accents, punctuation or marks of being required.

    Kana keep their marks.
    """
    return uncached_words(text)


def uncached_words(text: str) -> str:
    """Return the same words without a cache, for an applicant's text, and for callers with their own cache."""
    bare = unicodedata.normalize("NFKC", text).rstrip()
    # most texts have none of these signs, and looking for one is cheaper than for a pattern that has it
    has_quotes = not _QUOTES.isdisjoint(bare)
    if mark := _MARK_AT_END.search(bare, max(0, len(bare) - _MARK_LETTERS)):
        bare = bare[: mark.start()]
    if not _BRACKETS.isdisjoint(bare):
        bare = _MARK_IN_BRACKETS.sub(" ", bare)
    bare = (_ELISION.sub(r"\1 ", bare) if has_quotes else bare).replace(_POSTAL_MARK, " 郵便番号 ")
    if "@" in bare:
        bare = _EMAIL_EXAMPLE.sub(" email ", bare)
    if not _SLASHES.isdisjoint(bare):
        bare = _PLURAL.sub("s", bare)
    said = _without_accents(bare).casefold()
    return _NO_WORD.sub(" ", _APOSTROPHES.sub("", said) if has_quotes else said).strip()


def _without_accents(text: str) -> str:
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", _ACCENTS.sub("", unicodedata.normalize("NFKD", text)))


def identifier_words(identifier: str) -> str:
    """Return a name or id as words, split at humps, digits and separators; `street[0]` gives "street 1"."""
    counted = _INDEX.sub(lambda index: f" {int(index[1]) + 1} ", _BUILT.sub(r"\2", identifier))
    return words(_HUMP.sub(" ", counted))


@lru_cache(maxsize=CACHED_OPTIONS)
def _has_dialling_code(text: str) -> bool:
    return bool(_DIALLING_CODE.search(text))


def _said(label: str) -> str:
    """Return the label's words; none for a single word with humps, `addressLine1`, which was never meant to be seen."""
    return identifier_words(label) if _VARIABLE.fullmatch(label.strip()) else words(label)


@dataclass(frozen=True, slots=True)
class Signals:
    """The texts of a field, normalised once for all rules."""

    kind: FieldKind
    #: the label as written
    written: str
    label: str
    #: the label where it is short, else its head: "Phone (with country code, …)" is headed "phone"; may be empty.
    #: Without what only leads up to the name of a field.
    title: str
    #: the same for the placeholder
    placeholder: str
    section: str
    #: the outer headings
    around: tuple[str, ...]
    #: name, id, and an autocomplete attribute of the author's own making, where there are any
    identifiers: tuple[str, ...]
    options: tuple[str, ...]
    #: the placeholder options of a list: "Month"
    offered: tuple[str, ...]
    #: whether most options are dialling codes: "+49", "Germany (+49)"
    dials: bool

    @classmethod
    def of(cls, field: FieldModel) -> Signals:
        """Return the signals of a field; the text of placeholder options is no option."""
        named = (field.name, field.dom_id, autocomplete.free_words(field.autocomplete))
        identifiers = dict.fromkeys(filter(None, map(identifier_words, filter(None, named))))
        label = _label(field.label, field.kind)
        return cls(
            kind=field.kind,
            written=field.label,
            label=label,
            title=_title(label, field.label),
            placeholder=_hint(field.placeholder),
            section=as_heading(field.section),
            around=tuple(map(as_heading, field.around)),
            identifiers=tuple(identifiers),
            options=tuple(words(option.label) for option in field.options if not option.placeholder),
            offered=tuple(words(option.label) for option in field.options[:1]),
            dials=sum(_has_dialling_code(option.label) for option in field.options) * 2 > len(field.options),
        )

    @property
    def path(self) -> tuple[str, ...]:
        """The headings that it stands below, the outermost first."""
        return (*reversed(self.around), self.section)

    @property
    def is_headline(self) -> bool:
        """Whether the label is the sentence over the form, so that the placeholder is more exact."""
        return self.label == self.section and self.label.count(" ") >= _SENTENCE_SPACES

    def labelled(self, text: str) -> Signals:
        """Return the signals of the same control with that label."""
        label = _label(text, self.kind)
        return replace(self, written=text, label=label, title=_title(label, text))


def _label(text: str, kind: FieldKind) -> str:
    """Return the label's words; empty for a mere example of a number."""
    label = _DOUBLED.sub(r"\1", _said(text))
    label = _PART_OF_DATE.sub("", label) if kind is FieldKind.DATE else label
    return label if _LETTER.search(_SUCH_AS.sub("", label)) else ""


def as_heading(text: str) -> str:
    """Return the heading's words without its number or step.

    Examples: "4. Referees", "Section B: References", "Step 2 of 5 - Address".
    """
    return words(_COUNTED.sub("", text)) or words(text)


def _hint(text: str) -> str:
    """Return the placeholder's words; a telephone number counts as the word "phone"."""
    return "phone" if _PHONE_EXAMPLE.fullmatch(text) else _title(words(text), text)


def _title(said: str, text: str) -> str:
    return _ASKING.sub("", said if len(said) <= LABEL_CHARS else _head(text))


def _head(label: str) -> str:
    """Return the words before the first bracket, colon or full stop of a long label, if these are short."""
    head = words(_HEAD_END.split(label, maxsplit=1)[0])
    return head if len(head) <= HEAD_CHARS else ""
