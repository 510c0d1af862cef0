"""A resume's text, from the file that the applicant gave."""

from __future__ import annotations

import io
import zipfile

import docx
import pypdf
from pypdf.errors import PyPdfError

from ghosthands.chassis import logging
from ghosthands.vault.sealed import StoredFile

#: Pages and characters that are read of one.
_PAGES, _CHARS = 12, 40_000

log = logging.get(__name__)


def read_resume(file: StoredFile) -> str:
    """The text of a PDF, a DOCX or a plain text; empty where there is none to be read."""
    try:
        return _read(file)[:_CHARS]
    except (PyPdfError, zipfile.BadZipFile, KeyError, ValueError, OSError, RecursionError) as error:
        log.warning("resume_not_read", media_type=file.media_type, reason=type(error).__name__)
        return ""


def _read(file: StoredFile) -> str:
    if file.data.startswith(b"%PDF"):
        pages = pypdf.PdfReader(io.BytesIO(file.data)).pages[:_PAGES]
        return "\n".join(page.extract_text() for page in pages)
    if file.data.startswith(b"PK"):
        document = docx.Document(io.BytesIO(file.data))
        cells = (cell.text for table in document.tables for row in table.rows for cell in row.cells)
        return "\n".join((*(paragraph.text for paragraph in document.paragraphs), *cells))
    return file.data.decode() if file.media_type.startswith("text/") else ""
