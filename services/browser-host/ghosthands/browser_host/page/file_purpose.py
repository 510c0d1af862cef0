"""The purpose of a file input, by its label, name and the heading above it."""

from __future__ import annotations

import re

from ghosthands.browser_host.page.inventory import RawControl
from ghosthands.domain.page import FilePurpose

_COVER = re.compile(r"cover|motivation|anschreiben|lettre", re.IGNORECASE)
_RESUME = re.compile(r"r[eé]sum[eé]|\bcv\b|(?:^|[_\-\s])cv(?:$|[_\-\s])|curriculum|lebenslauf|currículo", re.IGNORECASE)
#: fills the form in from a resume; the application's own upload is another
_AUTOFILL = re.compile(r"autofill|parse|import", re.IGNORECASE)
_PHOTO = re.compile(r"photo|picture|avatar|headshot|portrait|image", re.IGNORECASE)


def purpose_of(control: RawControl) -> FilePurpose:
    """Return the purpose of a file input."""
    said = " ".join((control.label, control.name, control.id))
    if _PHOTO.search(said) or _AUTOFILL.search(said):
        return FilePurpose.OTHER
    if _COVER.search(said):
        return FilePurpose.COVER_LETTER
    return FilePurpose.RESUME if _RESUME.search(said) or _RESUME.search(control.section) else FilePurpose.OTHER
