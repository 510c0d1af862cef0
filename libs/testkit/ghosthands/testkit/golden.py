"""The bytes of every version of every message: written once by the code that first used it, and final from then on.

`python -m ghosthands.testkit.golden SCHEMAS FOLDER` writes what today's code uses and the folder lacks, a file beside
each schema: `<kind>/v<version>/<Name>.jsonl`, of two lines. The first message has all that its type can have, the
second no more than it must. Imported from an older commit's code (`tests/replay/golden/README.md`) it writes that
code's messages; so it uses nothing of the domain but `registry`, and of its types what msgspec reports.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from ghosthands.domain import registry
from ghosthands.domain.message import Command, Event
from ghosthands.domain.page import PageModel

#: how deep a type within itself is nested
_DEPTH = 6

_PLAIN: dict[type[inspect.Type], Any] = {
    inspect.BoolType: True,
    inspect.IntType: 7,
    inspect.FloatType: 0.5,
    inspect.DateTimeType: "2026-11-21T09:30:00+00:00",
    inspect.DateType: "2026-11-21",
    inspect.TimeDeltaType: "PT5S",
    inspect.BytesType: "Z29sZGVu",
    inspect.NoneType: None,
    inspect.AnyType: "anything",
    inspect.RawType: {},
}


def messages(kind: type[Event | Command | PageModel]) -> list[bytes]:
    """Return the message's payload with all it can have, and with no more than it must, as today's code writes it."""
    told = inspect.type_info(kind)
    return [msgspec.json.encode(msgspec.convert(_tell(told, "", whole), kind)) for whole in (True, False)]


def _tell(told: inspect.Type, name: str, whole: bool, depth: int = 0) -> Any:
    """Return a value of that type, for a field of that name."""
    if type(told) in _PLAIN:
        return _PLAIN[type(told)]
    match told:
        case inspect.StructType():
            return _tell_struct(told, whole, depth)
        case inspect.StrType():
            return "0b8f7d3e-0000-5000-8000-000000000001" if name.endswith("_id") else name or "text"
        case inspect.EnumType():
            return list(told.cls)[-1].value
        case inspect.LiteralType():
            return told.values[-1]
        case inspect.UnionType():
            return None if told.includes_none and not whole else _tell(_list_others(told)[0], name, whole, depth)
        case inspect.DictType():
            return {_tell(told.key_type, name, whole): _tell(told.value_type, name, whole, depth)} if whole else {}
        case inspect.TupleType():
            return [_tell(item, name, whole, depth) for item in told.item_types]
    item = told.item_type  # type: ignore[attr-defined]  # what is left is a collection
    return [_tell(one, name, whole, depth) for one in _list_others(item)] if whole and depth < _DEPTH else []


def _tell_struct(told: inspect.StructType, whole: bool, depth: int) -> dict[str, Any]:
    tag = {told.tag_field: told.tag} if told.tag_field else {}
    said = [field for field in told.fields if field.required or (whole and depth < _DEPTH)]
    return tag | {one.encode_name: _tell(one.type, one.name, whole, depth + 1) for one in said}


def _list_others(told: inspect.Type) -> list[inspect.Type]:
    """Return the types it can have, without None."""
    kinds = told.types if isinstance(told, inspect.UnionType) else (told,)
    return [kind for kind in kinds if not isinstance(kind, inspect.NoneType)]


def places(schemas: Path) -> Iterator[Path]:
    """Yield the paths, below their folder, of the golden bytes of each version that has a schema."""
    for schema in sorted(schemas.glob("*/v*/*.json")):
        yield schema.relative_to(schemas).with_suffix(".jsonl")


def write(schemas: Path, folder: Path) -> list[Path]:
    """Write the missing files that this code can write, and return them; existing ones stay as they are."""
    documents = getattr(registry, "DOCUMENTS", {})  # older commits have none
    known = {**registry.EVENTS, **registry.COMMANDS, **documents}
    written = []
    for place in places(schemas):
        kind = known.get(place.stem)
        if kind is None or place.parent.name != f"v{kind.VERSION}" or (folder / place).exists():
            continue
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_bytes(b"".join(line + b"\n" for line in messages(kind)))
        written.append(place)
    return written


if __name__ == "__main__":
    for new in write(Path(sys.argv[1]), Path(sys.argv[2])):
        sys.stdout.write(f"{new}\n")
