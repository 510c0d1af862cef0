import base64
import os
from pathlib import Path

import pytest

from ghosthands.vault.crypto import SealingKey
from ghosthands.vault.errors import MasterKeyError, SealBroken
from ghosthands.vault.master import MasterKeys


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with one key, as `openssl rand -base64 32` makes it."""
    file = tmp_path / "master.key"
    file.write_bytes(base64.b64encode(os.urandom(32)) + b"\n")
    file.chmod(0o600)
    return file


def test_a_file_others_may_read_is_refused_with_the_mend(path: Path) -> None:
    path.chmod(0o640)
    with pytest.raises(MasterKeyError, match=f"mode 640.*chmod 600 {path}"):
        MasterKeys.load(path)


def test_a_missing_file_is_refused_with_the_variable_to_set(path: Path) -> None:
    path.unlink()
    with pytest.raises(MasterKeyError, match="GHOSTHANDS_MASTER_KEY_FILE"):
        MasterKeys.load(path)


@pytest.mark.parametrize("line", ["not base64!", base64.b64encode(b"too short").decode()])
def test_a_line_that_is_no_key_is_told_by_number_and_never_repeated(path: Path, line: str) -> None:
    path.write_text(f"# a comment\n\n{line}\n")
    with pytest.raises(MasterKeyError, match=r"line 3.*openssl rand") as caught:
        MasterKeys.load(path)
    assert line not in str(caught.value)


def test_a_file_that_is_no_text_is_refused(path: Path) -> None:
    path.write_bytes(os.urandom(32) + b"\xff")
    with pytest.raises(MasterKeyError, match="not a text file"):
        MasterKeys.load(path)


def test_an_empty_file_is_refused_with_the_mend(path: Path) -> None:
    path.write_text("# nothing\n")
    with pytest.raises(MasterKeyError, match="holds no key"):
        MasterKeys.load(path)


def test_a_key_not_held_is_named_by_its_id() -> None:
    stranger = SealingKey.generate()
    with pytest.raises(SealBroken, match=stranger.id.hex()):
        MasterKeys.generate().by_id(stranger.id, "a test")


def test_master_keys_show_no_secret() -> None:
    masters = MasterKeys.generate()
    assert masters.current.secret.hex() not in repr(masters)
