from __future__ import annotations

import json
from pathlib import Path

from ghosthands.hitl_gateway.http.app import describe_door

COMMITTED = Path(__file__).parents[5] / "proto-schemas/openapi.json"


def test_the_committed_document_is_what_the_code_says() -> None:
    assert json.loads(COMMITTED.read_text()) == describe_door()


def test_every_reference_in_it_leads_somewhere() -> None:
    document = describe_door()
    known = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    assert references(document) <= known


def references(node: object) -> set[str]:
    if isinstance(node, dict):
        own = {node["$ref"]} if isinstance(node.get("$ref"), str) else set()
        return own.union(*map(references, node.values()))
    return set().union(*map(references, node)) if isinstance(node, list) else set()


def test_a_conflict_names_a_job_wherever_it_may_be_answered() -> None:
    document = describe_door()
    schemas = document["components"]["schemas"]
    for path, routes in document["paths"].items():
        for route in routes.values():
            if conflict := route["responses"].get("409"):
                name = conflict["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
                assert "job_id" in schemas[name]["required"], path
