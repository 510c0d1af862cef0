"""The readings of a request's bytes: as they are, URL-decoded, with JSON's escapes undone, from base64, unpacked."""

from __future__ import annotations

import base64
import binascii
import re
import unicodedata
import zlib
from collections.abc import Iterator
from urllib.parse import unquote, unquote_plus

#: the most encodings that may be nested
_DEPTH = 4
#: a shorter run of base64 is a word like any other; values' own base64 is searched for as such
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{16,}={0,2}")
_ESCAPE = re.compile(r'\\u([0-9a-fA-F]{4})|\\(["\\/bfnrt])')
_QUOTED = re.compile(r"%[0-9a-fA-F]{2}")
#: characters that occur neither in the body of a form nor in an address
_NO_FORM = re.compile(r'[\s{}"<>]')
_ESCAPED = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
#: the most bytes of an unpacked body, and of all readings together
_LONGEST = 20_000_000
#: gzip and zlib by their headers, and the bare stream
_PACKED = (47, -15)


def read_all(data: bytes) -> list[str]:
    """Return every reading of the bytes, each once; of encoded text only what it stands for."""
    todo, known, size = [(_text(_unpack(data) or data), 0)], dict[str, bool](), 0
    while todo and size < _LONGEST:
        text, depth = todo.pop(0)
        if text in known:
            continue
        size += len(text)
        plain = list(_decode(text)) if depth < _DEPTH else []
        known[text] = depth == _DEPTH or not (_QUOTED.search(text) or _ESCAPE.search(text))
        todo += [(reading, depth + 1) for reading in plain]
        todo += [(reading, depth + 1) for reading in _find_base64(text)] if depth < _DEPTH else []
    return [text for text, is_plain in known.items() if is_plain]


def is_text(data: bytes) -> bool:
    """Whether the bytes are readable text, packed or not."""
    try:
        text = (_unpack(data) or data).decode()
    except UnicodeDecodeError:
        return False
    return "\0" not in text


def fold(text: str) -> str:
    """Return the text without what a page may change in it: case, white space, the composition of letters."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _decode(text: str) -> Iterator[str]:
    """Yield what the text stands for, if it is encoded as a whole."""
    if _QUOTED.search(text):
        yield unquote(text)
    if "+" in text and not _NO_FORM.search(text):
        yield unquote_plus(text)
    if _ESCAPE.search(text):
        yield _ESCAPE.sub(_unescape, text).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _find_base64(text: str) -> Iterator[str]:
    for run in _BASE64.findall(text):
        if decoded := _from_base64(run):
            yield decoded


def _unescape(found: re.Match[str]) -> str:
    return chr(int(found[1], 16)) if found[1] else _ESCAPED.get(found[2], found[2])


def _from_base64(run: str) -> str | None:
    """Return what the run of base64 stands for; None if that is no text."""
    bare = run.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        data = base64.b64decode(bare + "=" * (-len(bare) % 4))
    except binascii.Error:
        return None
    text = _text(_unpack(data) or data)
    return text if text.count("\ufffd") * 4 < len(text) else None


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _unpack(data: bytes) -> bytes | None:
    """Return the unpacked bytes; None if they are not packed."""
    for window in _PACKED if data[:2] in (b"\x1f\x8b", b"\x78\x9c", b"\x78\x01", b"\x78\xda", b"\x78\x5e") else ():
        try:
            return zlib.decompressobj(window).decompress(data, _LONGEST)
        except zlib.error:
            continue
    return None
