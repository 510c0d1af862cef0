"""The kind of a resume's file, by its bytes: a web page named like a PDF is not a resume, even if it can be uploaded.

Only certain cases are refused: text and pictures are no PDF. A `.doc` may be anything that Word opens, including a web
page, and bytes of an unknown kind are accepted as what their name says.
"""

from __future__ import annotations

import codecs
from pathlib import PurePosixPath
from typing import NamedTuple


class FileKind(NamedTuple):
    """A kind of file that resumes come in."""

    ending: str
    media_type: str


PDF = FileKind(".pdf", "application/pdf")
DOC = FileKind(".doc", "application/msword")
DOCX = FileKind(".docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document")
ODT = FileKind(".odt", "application/vnd.oasis.opendocument.text")
RTF = FileKind(".rtf", "application/rtf")
TEXT = FileKind(".txt", "text/plain")

#: extensions that neither plain text nor a picture may have
_DOCUMENTS = frozenset({PDF.ending, DOCX.ending, ODT.ending, RTF.ending})
#: readers of PDF look for its mark in this many first bytes
_PDF_WITHIN = 1024
#: the first bytes of PNG, JPEG and GIF
_PICTURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF8")
#: the first characters of a web page, or of a server's JSON answer
_NO_RESUME = ("<", "{")


class NotADocument(ValueError):
    """The bytes are not what their name says; the message says what to do."""


def name_file(data: bytes, name: str | None, media_type: str) -> tuple[str, str]:
    """Return the file's name and media type: as given, else by its bytes. Raises NotADocument."""
    kind = find_kind(data)
    if name is not None:
        is_none = kind is TEXT or data.startswith(_PICTURES) or (kind is None and _find_text(data) is not None)
        if PurePosixPath(name).suffix.lower() in _DOCUMENTS and is_none:
            raise NotADocument("it is not the kind of file that its name says: give the document itself")
        return name, media_type
    if kind is None and _find_text(data) is not None:
        raise NotADocument("it is a web page, or what a server says, and no document: give where the file itself lies")
    kind = kind or PDF
    return f"resume{kind.ending}", kind.media_type


def find_kind(data: bytes) -> FileKind | None:
    """Return the kind of the bytes; None for a web page, and for an unknown kind."""
    if b"%PDF" in data[:_PDF_WITHIN]:
        return PDF
    if data.startswith(b"PK\x03\x04"):
        return ODT if b"opendocument.text" in data[:_PDF_WITHIN] else DOCX if b"word/" in data else None
    if data.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        return DOC
    if data.removeprefix(codecs.BOM_UTF8).lstrip().startswith(rb"{\rtf"):
        return RTF
    text = _find_text(data)
    return None if text is None or text.startswith(_NO_RESUME) else TEXT


def _find_text(data: bytes) -> str | None:
    """Decode the bytes as text, without leading blanks; None if they are not text."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    return None if "\x00" in text else text.lstrip()
