"""What others send has its schema on disk, which takes what the models take and refuses what says nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema
import pytest

from ghosthands.contract import published
from ghosthands.contract.body import read
from ghosthands.messaging.server.schemas import OUTER, asyncapi

ROOT = Path(__file__).parents[4]
JOB = "0b8f7d3e-0000-5000-8000-000000000001"
APPLICATION = {
    "valet_task_id": "task-1",
    "valet_user_id": JOB,
    "idempotency_key": "key-1",
    "target_url": "https://jobs.example.com/1",
    "profile": {"first_name": "Ada"},
}


def test_the_committed_schemas_are_what_the_code_says() -> None:
    assert published.main(["--check", str(ROOT / "proto-schemas" / "outer")]) == 0


def test_a_schema_that_is_missing_or_another_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert published.main(["--check", str(tmp_path)]) == 1
    assert published.main([str(tmp_path)]) == 0
    assert published.main(["--check", str(tmp_path)]) == 0
    (tmp_path / "job.retry.json").write_text("{}")
    assert published.main(["--check", str(tmp_path)]) == 1
    assert "job.retry.json is not what the code says" in capsys.readouterr().err


def test_whatever_others_send_has_a_schema_in_the_asyncapi_document() -> None:
    received = {name for name, (address, *_) in OUTER.items() if not address.startswith("gh.out.")}
    assert received == published.BODIES.keys()
    messages = asyncapi()["components"]["messages"]
    assert {name: messages[name]["payload"] for name in received} == {
        name: {"$ref": f"./outer/{name}.json"} for name in received
    }


@pytest.mark.parametrize(
    ("subject", "body", "lacking"),
    [
        ("job.requested", APPLICATION, "target_url"),
        ("job.cancel", {"job_id": JOB}, "job_id"),
        ("job.retry", {"idempotency_key": "key-1", "tenant": "valet"}, "idempotency_key"),
        ("job.continue", {"job_id": JOB, "message": "Go on."}, "message"),
        ("human.resolved", {"job_id": JOB, "resolution": "value", "values": {"why": "so"}}, "resolution"),
        ("human.came", {"job_id": JOB}, "job_id"),
    ],
)
def test_a_schema_takes_what_its_model_takes_and_misses_what_must_be_there(
    subject: str, body: dict[str, Any], lacking: str
) -> None:
    schema = published.describe(subject)
    read(published.BODIES[subject], body)
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(body, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({name: value for name, value in body.items() if name != lacking}, schema)
