"""The purpose of a file input, by its label, name and the heading above it."""

from __future__ import annotations

import re

from ghosthands.browser_host.page.inventory import RawControl
from ghosthands.domain.page import FilePurpose

_COVER = re.compile(r"cover|motivation|anschreiben|lettre", re.IGNORECASE)
_RESUME = re.compile(r"r[eé]sum[eé]|\bcv\b|(?:^|[_\-\s])cv(?:$|[_\-\s])|curriculum|lebenslauf|currículo", re.IGNORECASE)
#: Fills the form in from a file, which may be the resume: whether another input takes it is for who plans to tell.
_AUTOFILL = re.compile(r"auto ?fill|\bparse|\bimport\b", re.IGNORECASE)
#: documents beside a resume, which a heading such as "Resume and documents" may stand over
_OTHER_DOCUMENT = re.compile(
    r"transcript|referen|recommend|certificat|diplom|degree|proof|permit|passport|licen[cs]e|\bid\b|identity|portfolio"
    r"|letter|sample|support|additional|other|zeugnis|nachweis|bescheinigung|sonstige|weitere|attest|preuve|titre"
    r"|releve|titulo|justificante|certidao|comprovante|titolo",
    re.IGNORECASE,
)
_PHOTO = re.compile(r"photo|picture|avatar|headshot|portrait|image", re.IGNORECASE)


def purpose_of(control: RawControl) -> FilePurpose:
    """Return the purpose of a file input."""
    said = " ".join((control.label, control.name, control.id))
    if _PHOTO.search(said) or (_AUTOFILL.search(said) and not _RESUME.search(said)):
        return FilePurpose.OTHER
    if _COVER.search(said):
        return FilePurpose.COVER_LETTER
    is_headed = _RESUME.search(control.section) and not _OTHER_DOCUMENT.search(said)
    return FilePurpose.RESUME if _RESUME.search(said) or is_headed else FilePurpose.OTHER
