"""The files that a file input takes, by its `accept`."""

from __future__ import annotations

from collections.abc import Collection


def list_accepted(accept: str) -> tuple[str, ...]:
    """Return the endings and media types that an `accept` names; none where any file goes, or it says nothing clear."""
    kinds = tuple(part.strip().lower() for part in accept.split(",") if part.strip())
    return kinds if all(kind.startswith(".") or "/" in kind for kind in kinds) else ()


def is_accepted(accept: str, name: str, types: Collection[str]) -> bool:
    """Whether an input with that `accept` takes a file of that name, which may be of any of the media types."""
    kinds = list_accepted(accept)
    return not kinds or any(
        name.lower().endswith(kind) if kind.startswith(".") else _is_of_type(kind, types) for kind in kinds
    )


def _is_of_type(kind: str, types: Collection[str]) -> bool:
    family = kind.removesuffix("*")
    return kind == "*/*" or kind in types or (kind.endswith("/*") and any(each.startswith(family) for each in types))
