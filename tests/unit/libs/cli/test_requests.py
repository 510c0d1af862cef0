"""Profiles on disk, and the requests made of them."""

from __future__ import annotations

import base64
import json
import os
from pathlib import Path
from typing import Any

import pytest

from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.requests import TEMPLATE, derive_job_id, make_request, read_profile
from ghosthands.contract.request import MAX_RESUME_BYTES
from ghosthands.domain import ids

URL = "https://jobs.example.com/1"
ADA = {"first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.com"}
APPLICANT = {"profile": ADA, "qa_answers": {}}


def written(folder: Path, content: Any) -> Path:
    path = folder / "me.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def refused(path: Path) -> str:
    """The message with which a profile is refused."""
    with pytest.raises(Stop) as refusal:
        read_profile(path)
    assert refusal.value.code is Exit.USAGE
    return str(refusal.value)


def test_a_profile_with_answers_is_read_as_it_is(tmp_path: Path) -> None:
    content = {"profile": ADA, "qa_answers": {"Why us?": "Robots"}}
    assert read_profile(written(tmp_path, content)) == content


def test_a_bare_profile_is_one_without_answers(tmp_path: Path) -> None:
    assert read_profile(written(tmp_path, ADA)) == {"profile": ADA, "qa_answers": {}}


def test_what_the_template_left_blank_is_dropped(tmp_path: Path) -> None:
    blank = {"profile": {**TEMPLATE["profile"], **ADA}, "qa_answers": TEMPLATE["qa_answers"]}
    assert read_profile(written(tmp_path, blank)) == {"profile": ADA, "qa_answers": {}}


def test_zero_and_false_are_answers(tmp_path: Path) -> None:
    given = {**ADA, "years_of_experience": 0, "remote": False}
    assert read_profile(written(tmp_path, given))["profile"] == given


def test_a_missing_profile_names_what_makes_one(tmp_path: Path) -> None:
    assert "ghosthands profile init" in refused(tmp_path / "me.json")


@pytest.mark.parametrize(
    ("content", "mend"),
    [
        ('{"profile":\n{', "line 2"),
        ("[]", "must hold a JSON object"),
        ('{"salary": NaN}', "not JSON (NaN is no number)"),
        ("[" * 200_000, "nested too deeply"),
        ('{"profile": {"x": ' + "[" * 700 + "]" * 700 + "}}", "nested too deeply"),
        ('{"profile": "Ada"}', "`profile` must be a JSON object"),
    ],
)
def test_a_profile_that_is_no_object_is_refused_with_the_mend(tmp_path: Path, content: str, mend: str) -> None:
    assert mend in refused(written(tmp_path, content))


def test_a_profile_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "me.json"
    path.write_bytes(b"\xff\xfe\x00")
    assert refused(path).endswith("is not text in UTF-8")


def test_a_folder_is_no_profile(tmp_path: Path) -> None:
    assert "cannot be read" in refused(tmp_path)


def test_a_pipe_that_nobody_writes_to_is_no_profile_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "me.json")
    assert refused(tmp_path / "me.json").endswith("is a pipe that nobody writes to: give a file")


def test_a_profile_may_come_through_a_pipe() -> None:
    reading, writing = os.pipe()
    os.write(writing, json.dumps(ADA).encode())
    os.close(writing)
    try:
        assert read_profile(Path(f"/dev/fd/{reading}"))["profile"] == ADA
    finally:
        os.close(reading)


def test_a_request_is_the_job_its_key_stands_for() -> None:
    body = make_request(URL, APPLICANT)
    assert (body["engine_version"], body["target_url"], body["profile"]) == (2, URL, ADA)
    assert derive_job_id(body) == ids.job_id("local", body["idempotency_key"])


def test_each_request_is_a_job_of_its_own_by_the_same_person() -> None:
    first, second = make_request(URL, APPLICANT), make_request(URL, APPLICANT)
    assert derive_job_id(first) != derive_job_id(second)
    assert first["valet_user_id"] == second["valet_user_id"]


def test_the_person_is_known_by_the_mail_however_it_is_written() -> None:
    shouted = {"profile": {**ADA, "email": "ADA@example.com"}, "qa_answers": {}}
    assert make_request(URL, shouted)["valet_user_id"] == make_request(URL, APPLICANT)["valet_user_id"]


def test_options_go_with_the_request() -> None:
    body = make_request(URL, APPLICANT, dry_run=True, timeout_seconds=60)
    assert (body["dry_run"], body["timeout_seconds"]) == (True, 60)


def test_a_resume_goes_as_bytes_name_and_type(tmp_path: Path) -> None:
    path = tmp_path / "cv.pdf"
    path.write_bytes(b"%PDF-1.7")
    resume = make_request(URL, APPLICANT, resume=path)["resume"]
    assert base64.b64decode(resume["content_base64"]) == b"%PDF-1.7"
    assert (resume["file_name"], resume["media_type"]) == ("cv.pdf", "application/pdf")


def test_a_resume_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Stop, match=r"resume cannot be read: No such file .*cv\.pdf") as refusal:
        make_request(URL, APPLICANT, resume=tmp_path / "cv.pdf")
    assert refusal.value.code is Exit.USAGE


def test_every_reason_against_a_request_is_named_and_no_value() -> None:
    wrong = {"profile": {"last_name": "Lovelace", "email": "nobody-at-all"}, "qa_answers": {"Why?": 7}}
    with pytest.raises(Stop) as refusal:
        make_request("ftp://example.com", wrong)
    message = str(refusal.value)
    for field in ("target_url", "profile.first_name", "profile.email", "qa_answers"):
        assert f"\n  {field}" in message
    assert "nobody-at-all" not in message


def test_a_resume_that_is_not_what_it_is_called_is_refused_here(tmp_path: Path) -> None:
    path = tmp_path / "cv.pdf"
    path.write_text("Ada Lovelace")
    with pytest.raises(Stop, match=f"not of the kind that its name says: .*: {path}") as refusal:
        make_request(URL, APPLICANT, resume=path)
    assert refusal.value.code is Exit.USAGE


def test_an_empty_resume_is_refused_here(tmp_path: Path) -> None:
    path = tmp_path / "cv.pdf"
    path.touch()
    with pytest.raises(Stop, match=f"the resume is empty: {path}"):
        make_request(URL, APPLICANT, resume=path)


def test_a_resume_too_large_to_send_is_refused_here(tmp_path: Path) -> None:
    path = tmp_path / "cv.pdf"
    path.write_bytes(bytes(MAX_RESUME_BYTES + 1))
    with pytest.raises(Stop, match=f"the resume may have at most {MAX_RESUME_BYTES} bytes, .*: {path}"):
        make_request(URL, APPLICANT, resume=path)


def test_a_resume_that_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "cv.pdf")
    for path in (tmp_path / "cv.pdf", tmp_path):
        with pytest.raises(Stop, match="the resume is no file that can be read whole"):
            make_request(URL, APPLICANT, resume=path)


def test_a_profile_without_end_is_refused_and_one_of_windows_is_read(tmp_path: Path) -> None:
    assert "is larger than 16 MiB" in refused(Path("/dev/zero"))
    path = tmp_path / "me.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(ADA).encode())
    assert read_profile(path)["profile"] == ADA
