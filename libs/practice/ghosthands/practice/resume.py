"""A small resume as a PDF of one page, made without a library; the same words always give the same bytes.

It uses Helvetica in the Windows-1252 set: missing characters are printed as a question mark. Lines are wrapped, and
those that do not fit the page are left out.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

_PAGE_WIDTH, _PAGE_HEIGHT = 595, 842  # A4 in points
_LEFT, _TOP, _BOTTOM = 64, 770, 60
_LEADING = 16
_COLUMNS = 88

_FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"


def make_resume(name: str, lines: Iterable[str]) -> bytes:
    """Return a PDF with `name` as its heading and `lines` below it; an empty line leaves a gap."""
    content = _write_content(name, lines)
    return _write_document(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            (
                f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {_PAGE_WIDTH} {_PAGE_HEIGHT}] "
                "/Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>"
            ).encode(),
            _FONT.encode(),
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        ]
    )


def _write_content(name: str, lines: Iterable[str]) -> bytes:
    """Return the operators that draw the page's lines."""
    wrapped = [part for line in lines for part in textwrap.wrap(line, _COLUMNS) or [""]]
    room = (_TOP - _BOTTOM) // _LEADING - 2
    body = b" T* ".join(_show(line) for line in wrapped[:room])
    heading = b"BT /F1 22 Tf %d %d Td %s ET" % (_LEFT, _TOP, _show(name))
    return heading + b"\nBT /F1 11 Tf %d TL %d %d Td %s ET" % (_LEADING, _LEFT, _TOP - 2 * _LEADING, body)


def _show(text: str) -> bytes:
    """Return the operator that prints `text`."""
    escaped = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return b"(%s) Tj" % escaped.encode("cp1252", errors="replace")


def _write_document(objects: Sequence[bytes]) -> bytes:
    """Return the objects, numbered from 1, as a PDF file with a table of their offsets."""
    document = b"%PDF-1.4\n"
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(document))
        document += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    entries = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    table = b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, entries)
    trailer = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(document))
    return document + table + trailer
