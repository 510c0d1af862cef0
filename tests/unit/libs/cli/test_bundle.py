"""What `ghosthands doctor --bundle` gives to who helps."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from ghosthands import stack
from ghosthands.cli import bundle
from ghosthands.cli.bundle import STRUCK, strike_out
from ghosthands.cli.exits import Exit, Stop

Read = Callable[..., dict[str, str]]


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The state directory of a stack that does not run."""
    folder = tmp_path / "state"
    (folder / "logs").mkdir(parents=True)
    monkeypatch.setenv("GHOSTHANDS_STATE_DIR", str(folder))
    return folder


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """What is in an archive written now."""

    def write_and_read() -> dict[str, str]:
        names = bundle.write(tmp_path / "bundle.zip", [])
        with zipfile.ZipFile(tmp_path / "bundle.zip") as archive:
            assert sorted(archive.namelist()) == names
            return {name: archive.read(name).decode() for name in names}

    return write_and_read


@pytest.mark.parametrize(
    "private",
    [
        "asa.lindgren+jobs@mail.example.com",
        "operator:hunter22@",
        "?token=abc&applicant=Jordan",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig-nature",
        "Bearer sk-live-123",
    ],
)
def test_what_looks_private_is_struck_out(private: str) -> None:
    struck = strike_out(f'{{"url": "https://{private}", "event": "opened"}}', [])
    assert STRUCK in struck
    assert private not in struck
    assert '"event": "opened"' in struck


def test_a_secret_is_struck_out_wherever_it_stands() -> None:
    assert strike_out("login with s3cret-of-nats failed", ["s3cret-of-nats", ""]) == f"login with {STRUCK} failed"


def test_ids_times_and_counts_stay() -> None:
    line = '{"at": "2026-03-01T12:00:00Z", "job_id": "6c1f4f0e-54bd-4b6c-9d5e-0a7f6a4b1c2d", "sequence": 123456789}'
    assert strike_out(line, ["abc"]) == line


def test_secrets_of_files_and_environment_are_known(
    state: Path, read: Read, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key_file = state / "model.key"
    key_file.write_text("sk-of-the-file\n")
    (state / "secrets.json").write_text(
        json.dumps({"nats_passwords": {"planner": "pw-of-planner"}, "at_rest_key": "kk-1"})
    )
    monkeypatch.setenv("GHOSTHANDS_MODEL_API_KEY_FILE", str(key_file))
    monkeypatch.setenv("GHOSTHANDS_HTTP_USER_TOKEN_SECRET", "jwt-of-the-env")
    secrets = tmp_path / "secrets"
    secrets.mkdir()
    (secrets / "GHOSTHANDS_NATS_PASSWORD").write_text("pw-of-the-folder\n")
    monkeypatch.setenv("GHOSTHANDS_SECRETS_DIR", str(secrets))
    (tmp_path / "identity").write_text("token-of-the-identity\n")
    monkeypatch.setenv("AWS_WEB_IDENTITY_TOKEN_FILE", str(tmp_path / "identity"))
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "key-to-the-bucket")
    known = ("sk-of-the-file", "pw-of-planner", "jwt-of-the-env", "pw-of-the-folder")
    known += ("token-of-the-identity", "key-to-the-bucket")
    (state / "logs/planner.log").write_text(" ".join(known))
    assert read()["logs/planner.log"] == " ".join([STRUCK] * len(known))


def test_of_settings_numbers_and_switches_are_told_and_of_others_that_they_are_set(
    state: Path, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GHOSTHANDS_BROWSER_HOST_SLOTS", "4")
    monkeypatch.setenv("GHOSTHANDS_HITL_GATEWAY_NOTIFY_EMAIL", "somebody")
    monkeypatch.setenv("HOME_OF_ANOTHER_PROGRAM", "8")
    settings = json.loads(read()["about.json"])["settings"]
    assert settings["GHOSTHANDS_BROWSER_HOST_SLOTS"] == "4"
    assert settings["GHOSTHANDS_HITL_GATEWAY_NOTIFY_EMAIL"] == "(set)"
    assert "HOME_OF_ANOTHER_PROGRAM" not in settings


@pytest.mark.parametrize("secret", ["4711", "json", "true"])
def test_of_a_setting_that_holds_a_secret_only_that_it_is_set_is_told(
    state: Path, read: Read, monkeypatch: pytest.MonkeyPatch, secret: str
) -> None:
    monkeypatch.setenv("GH_SERVICE_SECRET", secret)
    monkeypatch.setenv("GHOSTHANDS_NATS_PASSWORD_CLI", secret)
    settings = json.loads(read()["about.json"])["settings"]
    assert settings["GH_SERVICE_SECRET"] == settings["GHOSTHANDS_NATS_PASSWORD_CLI"] == "(set)"


def test_of_a_long_log_the_end_is_taken(state: Path, read: Read) -> None:
    (state / "logs/nats.log").write_text("begin" + "." * bundle.LOG_BYTES + "end")
    log = read()["logs/nats.log"]
    assert len(log) == bundle.LOG_BYTES
    assert log.endswith("end")


def test_nobody_else_may_read_it(state: Path, read: Read, tmp_path: Path) -> None:
    read()
    assert (tmp_path / "bundle.zip").stat().st_mode & 0o077 == 0


def test_a_file_that_is_there_is_left_alone_and_nobody_is_asked(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stack, "find_elsewhere", lambda: pytest.fail("the stack was looked for"))
    (tmp_path / "bundle.zip").write_text("mine")
    with pytest.raises(Stop, match="name another file") as stopped:
        bundle.write(tmp_path / "bundle.zip", [])
    assert stopped.value.code is Exit.USAGE
    assert (tmp_path / "bundle.zip").read_text() == "mine"


def test_where_collecting_fails_no_half_file_is_left(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bool] = []

    def fail() -> None:
        seen.append((tmp_path / "bundle.zip").exists())
        raise RuntimeError

    monkeypatch.setattr(stack, "find_elsewhere", fail)
    with pytest.raises(RuntimeError):
        bundle.write(tmp_path / "bundle.zip", [])
    assert seen == [True]
    assert not (tmp_path / "bundle.zip").exists()


def test_a_folder_that_is_not_there_is_told(state: Path, tmp_path: Path) -> None:
    with pytest.raises(Stop, match="No such file or directory"):
        bundle.write(tmp_path / "nowhere/bundle.zip", [])
