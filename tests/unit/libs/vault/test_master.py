import base64
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ghosthands.vault.crypto import Key
from ghosthands.vault.errors import MasterKeyError, SealBroken
from ghosthands.vault.master import MasterKeys


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "secrets" / "master.key"


def test_a_first_start_makes_a_key_only_its_owner_can_read(path: Path) -> None:
    MasterKeys.ensure(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [entry.name for entry in path.parent.iterdir()] == ["master.key"]


def test_a_second_start_finds_the_same_key(path: Path) -> None:
    assert MasterKeys.ensure(path).current == MasterKeys.ensure(path).current


def test_processes_that_start_together_end_with_one_key(path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = list(pool.map(lambda _: MasterKeys.ensure(path).current.id, range(8)))
    assert len(set(keys)) == 1


def test_a_file_others_may_read_is_refused_with_the_mend(path: Path) -> None:
    MasterKeys.ensure(path)
    path.chmod(0o640)
    with pytest.raises(MasterKeyError, match=f"mode 640.*chmod 600 {path}"):
        MasterKeys.load(path)


def test_a_missing_file_is_refused_with_the_variable_to_set(path: Path) -> None:
    with pytest.raises(MasterKeyError, match="GHOSTHANDS_MASTER_KEY_FILE"):
        MasterKeys.load(path)


@pytest.mark.parametrize("line", ["not base64!", base64.b64encode(b"too short").decode()])
def test_a_line_that_is_no_key_is_told_by_number_and_never_repeated(path: Path, line: str) -> None:
    MasterKeys.ensure(path)
    path.write_text(f"# a comment\n\n{line}\n")
    with pytest.raises(MasterKeyError, match=r"line 3.*openssl rand") as caught:
        MasterKeys.load(path)
    assert line not in str(caught.value)


def test_a_file_that_is_no_text_is_refused(path: Path) -> None:
    MasterKeys.ensure(path)
    path.write_bytes(os.urandom(32) + b"\xff")
    with pytest.raises(MasterKeyError, match="not a text file"):
        MasterKeys.load(path)


def test_an_empty_file_is_refused_with_the_mend(path: Path) -> None:
    MasterKeys.ensure(path)
    path.write_text("# nothing\n")
    with pytest.raises(MasterKeyError, match="holds no key"):
        MasterKeys.load(path)


def test_rotating_keeps_the_older_keys(path: Path) -> None:
    before = MasterKeys.ensure(path)
    rotated = before.rotate(path)
    assert rotated.current != before.current
    assert MasterKeys.load(path).by_id(before.current.id, "a test") == before.current
    assert MasterKeys.load(path).store_key_by_id(before.store_key.id, "a test") == before.store_key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_key_not_held_is_named_by_its_id() -> None:
    stranger = Key.generate()
    with pytest.raises(SealBroken, match=stranger.id.hex()):
        MasterKeys.generate().by_id(stranger.id, "a test")


def test_master_keys_show_no_secret() -> None:
    masters = MasterKeys.generate()
    assert masters.current.secret.hex() not in repr(masters)
