"""The kind of a resume's file, by its bytes: a web page named like a PDF is not a resume, even if it can be uploaded.

A PDF, DOCX, DOC, ODT or RTF is accepted under any name. Text is accepted under the name of a text file, a web page or
a `.doc`, which may be anything that Word opens. All other bytes are refused: pictures, programs, other archives.
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

#: extensions of files that are text; Word opens any text named `.doc`
_TEXT_ENDINGS = frozenset({"", TEXT.ending, ".text", ".md", ".htm", ".html", DOC.ending})
#: readers of PDF look for its mark in this many first bytes
_PDF_WITHIN = 1024
#: bytes that no text in an encoding of one byte for each character contains
_NOT_IN_TEXT = bytes({*range(0x20), 0x7F} - {*b"\t\n\f\r"})
#: the first characters of a web page, or of a server's JSON answer
_NO_RESUME = ("<", "{")


class NotADocument(ValueError):
    """The bytes are not what their name says; the message says what to do."""


def name_file(data: bytes, name: str | None, media_type: str) -> tuple[str, str]:
    """Return the file's name and media type: as given, else by its bytes. Raises NotADocument."""
    kind = find_kind(data)
    if kind is None and _find_text(data) is None:
        raise NotADocument("it is no PDF, DOCX, DOC, ODT, RTF or text: give the document itself")
    if name is not None:
        if kind in (None, TEXT) and PurePosixPath(name).suffix.lower() not in _TEXT_ENDINGS:
            raise NotADocument("the file is not of the kind that its name says: give the document itself")
        return name, media_type
    if kind is None:
        raise NotADocument("it is a web page, or what a server says, and no document: give where the file itself lies")
    return f"resume{kind.ending}", kind.media_type


def find_kind(data: bytes) -> FileKind | None:
    """Return the kind of the bytes; None for a web page, and for an unknown kind."""
    if b"%PDF" in data[:_PDF_WITHIN]:
        return PDF
    if data.startswith(b"PK\x03\x04"):
        return ODT if b"opendocument.text" in data else DOCX if b"word/" in data else None
    if data.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        return DOC
    if data.removeprefix(codecs.BOM_UTF8).lstrip().startswith(rb"{\rtf"):
        return RTF
    if b"%PDF-" in data:  # some programs write much before the mark
        return PDF
    text = _find_text(data)
    return None if text is None or text.startswith(_NO_RESUME) else TEXT


def _find_text(data: bytes) -> str | None:
    """Decode the bytes as text, without leading blanks; None if they are not text."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16"
    elif data.translate(None, _NOT_IN_TEXT) != data:
        return None
    else:
        encoding = "utf-8-sig"
    try:
        return data.decode(encoding).lstrip()
    except UnicodeDecodeError:
        return None if encoding == "utf-16" else data.decode("latin-1").lstrip()
