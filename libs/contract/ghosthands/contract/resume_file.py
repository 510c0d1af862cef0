"""What kind of file a resume's bytes are: a web page under the name of a PDF is no resume, however well it uploads.

Judged is only what can be told for sure: text and pictures are no PDF. A `.doc` may be anything that Word opens, a web
page too, and bytes of a kind that is not known here are what their name says.
"""

from __future__ import annotations

import codecs
from pathlib import PurePosixPath
from typing import NamedTuple


class FileKind(NamedTuple):
    """A kind of file that resumes are of."""

    ending: str
    media_type: str


PDF = FileKind(".pdf", "application/pdf")
DOC = FileKind(".doc", "application/msword")
DOCX = FileKind(".docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document")
ODT = FileKind(".odt", "application/vnd.oasis.opendocument.text")
RTF = FileKind(".rtf", "application/rtf")
TEXT = FileKind(".txt", "text/plain")

#: what is called one of these is no mere text, and no picture
_DOCUMENTS = frozenset({PDF.ending, DOCX.ending, ODT.ending, RTF.ending})
#: where readers of PDF look for its mark, in bytes
_PDF_WITHIN = 1024
#: how PNG, JPEG and GIF begin
_PICTURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF8")
#: how a web page begins, or what a server says in JSON
_NO_RESUME = ("<", "{")


class NotADocument(ValueError):
    """The bytes are not what their name says; the message says what to do."""


def name_file(data: bytes, name: str | None, media_type: str) -> tuple[str, str]:
    """What the file is called and its media type: as was said, else by its bytes. Raises NotADocument."""
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
    """The kind that the bytes are of; None for a page, and for what is not known here."""
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
    """The bytes as text, from its first letter on; None for what is none."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    return None if "\x00" in text else text.lstrip()
