"""The text of a resume, from the file that the applicant gave.

The libraries for PDF and DOCX take a third of planner's start-up time, so each is imported with the first resume of
its kind.
"""

from __future__ import annotations

import io
import zipfile

from ghosthands.chassis import logging
from ghosthands.vault.sealed import StoredFile

#: Pages and characters read of one resume.
_PAGES, _CHARS = 12, 40_000

log = logging.get(__name__)


def read_resume(file: StoredFile) -> str:
    """Return the text of a PDF, DOCX or plain text file; empty where none can be read."""
    try:
        return _read(file)[:_CHARS]
    except (zipfile.BadZipFile, KeyError, ValueError, OSError, RecursionError) as error:
        log.warning("resume_not_read", media_type=file.media_type, reason=type(error).__name__)
        return ""


def _read(file: StoredFile) -> str:
    if file.data.startswith(b"%PDF"):
        return _read_pdf(file.data)
    if file.data.startswith(b"PK"):
        return _read_docx(file.data)
    return file.data.decode() if file.media_type.startswith("text/") else ""


def _read_pdf(data: bytes) -> str:
    import pypdf
    from pypdf.errors import PyPdfError

    try:
        return "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(data)).pages[:_PAGES])
    except PyPdfError as error:
        raise ValueError(f"not readable as a PDF ({type(error).__name__})") from error


def _read_docx(data: bytes) -> str:
    import docx

    document = docx.Document(io.BytesIO(data))
    cells = (cell.text for table in document.tables for row in table.rows for cell in row.cells)
    return "\n".join((*(paragraph.text for paragraph in document.paragraphs), *cells))
