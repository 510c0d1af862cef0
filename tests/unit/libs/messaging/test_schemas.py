"""The contract on disk is what the code says, and a version once there never changes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ghosthands.domain import ownership, registry
from ghosthands.messaging.server import schemas

ROOT = Path(__file__).parents[4]


def test_the_committed_contract_is_what_the_code_says() -> None:
    schemas.check(ROOT / "proto-schemas", schemas.generated())
    schemas.check(ROOT / "deploy" / "nats", schemas.generated_for_nats())


def test_every_event_and_command_has_a_schema_and_a_channel() -> None:
    document = schemas.asyncapi()
    assert document["channels"].keys() == registry.EVENTS.keys() | registry.COMMANDS.keys() | schemas.OUTER.keys()


def test_the_wire_holds_together_as_asyncapi_wants_it() -> None:
    """By the rules of the specification that a schema of it would check, and that its references lead somewhere."""
    document = schemas.asyncapi()
    assert document["asyncapi"] == "3.0.0"
    assert {"title", "version"} <= document["info"].keys()
    for reference in find_references(document):
        place, _, path = reference.partition("#")
        if place:
            assert (ROOT / "proto-schemas" / place).is_file(), reference
            continue
        node: Any = document
        for step in path.strip("/").split("/"):
            node = node[step]
    for channel in document["channels"].values():
        named = re.findall(r"{(\w+)}", channel["address"])
        assert set(named) >= channel.get("parameters", {}).keys()
        assert len(channel["messages"]) == 1
    for operation in document["operations"].values():
        assert operation["action"] in ("send", "receive")
        assert operation["channel"]["$ref"].startswith("#/channels/")
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+", name) for name in document["components"]["messages"])


def find_references(node: Any) -> Iterator[str]:
    """Every `$ref` in the document."""
    if isinstance(node, dict):
        if "$ref" in node:
            yield node["$ref"]
        for value in node.values():
            yield from find_references(value)


def test_every_event_has_a_writer() -> None:
    written = {event.__name__ for owned in ownership.OWNS.values() for event in owned}
    assert written == registry.EVENTS.keys()


def test_a_schema_changed_in_place_is_refused(tmp_path: Path) -> None:
    schemas.write(tmp_path, schemas.generated())
    changed = tmp_path / "job" / "v1" / "JobFailed.json"
    changed.write_text(json.dumps({"another": "schema"}))
    with pytest.raises(schemas.Broken, match="VERSION"):
        schemas.write(tmp_path, schemas.generated())
    with pytest.raises(schemas.Broken, match="VERSION"):
        schemas.check(tmp_path, schemas.generated())


def test_a_schema_described_in_other_words_is_the_same_schema(tmp_path: Path) -> None:
    schemas.write(tmp_path, schemas.generated())
    reworded = tmp_path / "job" / "v1" / "JobFailed.json"
    today = reworded.read_text()
    reworded.write_text(json.dumps(json.loads(today) | {"description": "It did not work."}))
    with pytest.raises(schemas.Broken, match="run `make schemas` and commit it"):
        schemas.check(tmp_path, schemas.generated())
    schemas.write(tmp_path, schemas.generated())
    assert reworded.read_text() == today


def test_a_missing_schema_is_told(tmp_path: Path) -> None:
    with pytest.raises(schemas.Broken, match="make schemas"):
        schemas.check(tmp_path, schemas.generated())


def test_a_new_version_needs_an_upcaster() -> None:
    second = type("JobFailed", (registry.EVENTS["JobFailed"],), {"VERSION": 2, "__module__": "ghosthands.domain.job"})
    with pytest.raises(schemas.Broken, match="upcaster"):
        schemas.check_upcasters({"JobFailed": second})
