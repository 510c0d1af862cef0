"""Reads a form that brings files, `multipart/form-data` as browsers write it."""

from __future__ import annotations

import base64
import re

#: most parts of a form
_MOST = 1000
_BOUNDARY = re.compile(r'multipart/form-data;.*\bboundary="?([^";]{1,70})"?', re.IGNORECASE)
_NAME, _FILE_NAME = re.compile(r';\s*name="([^"]*)"'), re.compile(r';\s*filename="([^"]*)"')
_TYPE = re.compile(r"^content-type:\s*([\w.+-]+/[\w.+-]+)", re.IGNORECASE | re.MULTILINE)


def find_boundary(content_type: str) -> str:
    """Return the line that parts a form with files; empty for any other form."""
    found = _BOUNDARY.match(content_type)
    return found[1] if found else ""


def split_parts(data: bytes, boundary: str) -> list[tuple[str, str]]:
    """Return the names and values; a file is its content in base64, with `<name>.name` and `<name>.type` beside it.

    Raises ValueError for what is no such form.
    """
    parts = (b"\r\n" + data).split(b"\r\n--" + boundary.encode())
    if len(parts) > _MOST or not parts[-1].startswith(b"--"):
        raise ValueError("this is no whole form")
    return [pair for part in parts[1:-1] for pair in _read_part(part)]


def _read_part(part: bytes) -> list[tuple[str, str]]:
    head, _, content = part.partition(b"\r\n\r\n")
    said = head.decode()
    name, file_name, media_type = _NAME.search(said), _FILE_NAME.search(said), _TYPE.search(said)
    if name is None:
        raise ValueError("a part has no name")
    if file_name is None:
        return [(name[1], content.decode())]
    if not file_name[1]:  # no file was chosen
        return []
    kind = media_type[1] if media_type else "application/octet-stream"
    encoded = base64.b64encode(content).decode()
    return [(name[1], encoded), (f"{name[1]}.name", file_name[1]), (f"{name[1]}.type", kind)]
