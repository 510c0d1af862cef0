"""The words of buttons and notices, by what they do, and the search for them in a text.

Those of buttons are in `way_words.toml`, those of notices alone in `notice_words.toml`.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources

_FILES = ("way_words.toml", "notice_words.toml")
_UNSPACED = r"\u0e00-\u0e7f\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7af"
_IS_UNSPACED = re.compile(rf"[{_UNSPACED}]")
#: Turkish has two letters i, whose capitals and small letters pair differently than anywhere else
_ONE_I = str.maketrans("İı", "ii")
#: joins two words of which the second counts as well
_JOINING = re.compile(
    r"(?:\b(?:and|then|und|dann|et|puis|y|e|ed|en|och|og|ja|i|oraz|a|и|та|ve)\s|并|並|且|및|하고|고\s?|후\s?|て|し)\s?$"
)


def plain(text: str) -> str:
    """Return a button's words in small letters, without arrows, quotes and punctuation; "&" and "+" are "and"."""
    joined = re.sub(r"[&+]", " and ", unicodedata.normalize("NFKC", text).translate(_ONE_I).casefold())
    return re.sub(r"[\W_]+", " ", joined).strip()


def find(kind: str, said: str) -> re.Match[str] | None:
    """Return the first word of that kind in what `plain` made of a button's text."""
    return _patterns()[kind].search(said)


def cut(kind: str, said: str) -> str | None:
    """Return what is said beside the first word of that kind; None if there is none."""
    found = find(kind, said)
    if found is None:
        return None
    after = said[found.end() :]
    return said[: found.start()] + " " + (after if _IS_UNSPACED.search(found[0]) else re.sub(r"^\w+", "", after))


def tell_pages(kind: str) -> str:
    """Return a pattern of the words of that kind for a script in a page, which knows no words but English ones."""
    blank = r"[\s’'-]+"
    stems = [blank.join(map(re.escape, stem.rstrip("$#").split())) for stem in _stems()[kind]]
    spaced = "|".join(stem for stem in stems if not _IS_UNSPACED.search(stem))
    return "|".join([rf"(?:^|[\s(/–-])(?:{spaced})", *filter(_IS_UNSPACED.search, stems)])


def is_joined(said: str, at: int) -> bool:
    """Whether the word at that place is joined to the words before it: "review and submit"."""
    return bool(_JOINING.search(said[:at]))


@cache
def _stems() -> Mapping[str, Sequence[str]]:
    texts = ((resources.files(__package__) / file).read_text(encoding="utf-8") for file in _FILES)
    return {kind: stems for text in texts for kind, stems in tomllib.loads(text).items()}


@cache
def _patterns() -> Mapping[str, re.Pattern[str]]:
    return {kind: _pattern(stems) for kind, stems in _stems().items()}


def _pattern(stems: Iterable[str]) -> re.Pattern[str]:
    sources = [(_source(stem), bool(_IS_UNSPACED.search(stem))) for stem in stems]
    spaced = "|".join(source for source, is_unspaced in sources if not is_unspaced)
    return re.compile("|".join([rf"\b(?:{spaced})", *(source for source, is_unspaced in sources if is_unspaced)]))


def _source(stem: str) -> str:
    end = "$" if stem.endswith("$$") else r"(?!\w)" if stem.endswith("$") else ""
    number = r"\s?\d" if stem.endswith("#") else ""
    return re.escape(plain(stem)) + number + end
