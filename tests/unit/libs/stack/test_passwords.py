from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest

from ghosthands.stack import ServicePassword, StackError, passwords
from ghosthands.stack.state import StateDir


@pytest.fixture
def folder(tmp_path: Path) -> StateDir:
    return StateDir(tmp_path)


def test_every_user_gets_a_password_of_its_own(folder: StateDir) -> None:
    made = passwords.load_or_make(folder, ("planner", "valet"), {})
    assert made.nats_passwords.keys() == {"planner", "valet"}
    assert len(set(made.nats_passwords.values())) == 2
    assert all(len(password) >= 32 for password in made.nats_passwords.values())


def test_the_master_key_is_32_bytes_in_base64(folder: StateDir) -> None:
    passwords.make_master_key(folder)
    assert len(base64.b64decode(folder.master_key_file.read_bytes())) == 32
    assert folder.master_key_file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("content", [b"garbage\n", b"", b"c2hvcnQ=\n", b"\xff\xfe", None])
def test_a_file_without_the_master_key_is_an_error_that_asks_for_the_copy(
    folder: StateDir, content: bytes | None
) -> None:
    file = passwords.make_master_key(folder)
    passwords.check_master_key(file)
    file.unlink() if content is None else file.write_bytes(content)
    with pytest.raises(StackError, match=f"{file}.*: put back your copy of it"):
        passwords.check_master_key(file)


def test_a_master_key_that_others_may_read_is_refused_before_services_refuse_it(folder: StateDir) -> None:
    file = passwords.make_master_key(folder)
    file.chmod(0o640)
    with pytest.raises(StackError, match=f"mode 640.*: run chmod 600 {file}"):
        passwords.check_master_key(file)


def test_secrets_are_made_once(folder: StateDir) -> None:
    first = passwords.load_or_make(folder, ("planner",), {})
    key = passwords.make_master_key(folder).read_bytes()
    assert passwords.load_or_make(folder, ("planner",), {}) == first == passwords.load(folder)
    assert passwords.make_master_key(folder).read_bytes() == key


def test_the_secret_that_valet_shows_is_made_once_also_for_a_stack_of_before(folder: StateDir) -> None:
    made = passwords.load_or_make(folder, ("planner",), {})
    before = {"nats_passwords": made.nats_passwords, "at_rest_key": made.at_rest_key}
    folder.secrets_file.write_text(json.dumps(before))
    first = passwords.load_or_make(folder, ("planner",), {})
    assert len(first.service_secret) >= 32
    assert first.at_rest_key == made.at_rest_key
    assert passwords.load_or_make(folder, ("planner",), {}) == first


def test_a_new_user_gets_a_password_and_the_others_keep_theirs(folder: StateDir) -> None:
    before = passwords.load_or_make(folder, ("planner",), {})
    after = passwords.load_or_make(folder, ("planner", "newcomer"), {})
    assert after.nats_passwords["planner"] == before.nats_passwords["planner"]
    assert after.at_rest_key == before.at_rest_key
    assert passwords.load(folder) == after


def test_given_passwords_stand_above_made_ones(folder: StateDir) -> None:
    passwords.load_or_make(folder, ("planner", "valet"), {})
    after = passwords.load_or_make(folder, ("planner", "valet"), {"planner": "from outside"})
    assert after.nats_passwords["planner"] == "from outside"


def test_a_damaged_file_is_not_replaced_because_the_store_needs_its_key(folder: StateDir) -> None:
    folder.secrets_file.write_text("{")
    with pytest.raises(StackError, match="is damaged: restore it, or remove"):
        passwords.load_or_make(folder, ("planner",), {})
    assert folder.secrets_file.read_text() == "{"


def test_what_the_store_needs_is_never_made_anew_beside_it(folder: StateDir) -> None:
    folder.nats_store.mkdir(parents=True)
    with pytest.raises(StackError, match=r"secrets\.json is missing, .* put back your copy, or remove"):
        passwords.load_or_make(folder, ("planner",), {})
    with pytest.raises(StackError, match=r"master\.key is missing, .* put back your copy, or remove"):
        passwords.make_master_key(folder)
    assert not folder.secrets_file.exists()
    assert not folder.master_key_file.exists()


def test_a_password_is_never_printed() -> None:
    assert "hunter2" not in repr(ServicePassword("planner", "hunter2"))


def test_passwords_of_a_nats_elsewhere_are_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "passwords.json"
    path.write_text(json.dumps({"planner": "x"}))
    assert passwords.read_passwords(path) == {"planner": "x"}


@pytest.mark.parametrize("content", ["[]", "{", '{"planner": 1}', None])
def test_a_file_that_holds_none_is_an_error_in_one_line(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "passwords.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(StackError, match=r"holds no NATS passwords .* expected a JSON object") as error:
        passwords.read_passwords(path)
    assert len(str(error.value).splitlines()) == 1
