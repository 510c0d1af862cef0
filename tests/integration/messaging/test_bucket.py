"""What keeps an archive in a bucket from being read or written is told in a sentence that says what mends it."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest

from ghosthands.messaging.archive.files import KEY_VARIABLE, VARIABLE, ArchiveFiles
from ghosthands.messaging.archive.key import ArchiveKey, ArchiveUnreadable
from ghosthands.messaging.archive.sealed import Archive, find_files
from ghosthands.messaging.server import permissions
from ghosthands.messaging.server.jetstream import Stored
from ghosthands.stack import ports

from .conftest import Server

pytestmark = pytest.mark.integration

SECRETS = ("AKIAWHOASKS", "nobody-sees-this-secret")
#: all that an archive asks of a place
ASKING: dict[str, Callable[[ArchiveFiles], object]] = {
    "read": lambda files: files.read("manifest.json"),
    "read a part": lambda files: files.read("manifest.json", (1, 2)),
    "write": lambda files: files.write("manifest.json", b"{}"),
    "names": lambda files: files.names(),
}
each_asking = pytest.mark.parametrize("asking", ASKING)
each_variable = pytest.mark.parametrize(
    "variable", ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_REGION", "AWS_ENDPOINT_URL"]
)


def hear_refusal(named: str, asking: str) -> str:
    """What is said where that is asked of it."""
    with pytest.raises(ArchiveUnreadable) as refused:
        ASKING[asking](find_files(named))
    said = str(refused.value)
    assert "\n" not in said
    assert not [secret for secret in SECRETS if secret in said]
    return said


@contextmanager
def answering(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """The URL of a server on loopback whose answers that handler gives."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def who_is_known(bucket: str, s3_server: str) -> Iterator[None]:
    """The server lets in only whom it knows, who is nobody; the bucket was made before."""

    def let_in_unknown(times: str) -> None:
        reset, plain = f"{s3_server}/moto-api/reset-auth", {"content-type": "text/plain"}
        httpx.post(reset, content=times, headers=plain).raise_for_status()

    let_in_unknown("0")
    yield
    let_in_unknown("inf")


def test_what_was_written_is_read_whole_in_part_and_told_of(bucket: str) -> None:
    one, other = find_files(f"s3://{bucket}/one/place/"), find_files(f"s3://{bucket}")
    one.write("a", b"0123456789")
    other.write("b", b"other")
    one.write("a", b"9876543210")
    assert one.where == f"s3://{bucket}/one/place"
    assert (one.read("a"), one.read("a", (2, 5))) == (b"9876543210", b"765")
    assert (one.names(), other.names()) == (["a"], ["b"])


@each_asking
def test_a_bucket_that_is_missing_is_told_from_an_archive_that_is_empty(
    bucket: str, s3_server: str, asking: str
) -> None:
    said = hear_refusal(f"s3://{bucket}-missing/log", asking)
    mend = "it has no such bucket: make it, or name another in GHOSTHANDS_ARCHIVE"
    assert said == f"s3://{bucket}-missing/log at {s3_server}: {mend}"


@each_asking
@pytest.mark.usefixtures("who_is_known")
def test_a_login_that_is_refused_is_told(bucket: str, asking: str) -> None:
    said = hear_refusal(f"s3://{bucket}/log", asking)
    assert "it refuses who asks (InvalidAccessKeyId): AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are to be" in said


@each_asking
def test_a_store_that_does_not_answer_is_told_soon(bucket: str, asking: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (port,) = ports.free_ports(1)
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{port}")
    said = hear_refusal(f"s3://{bucket}/log", asking)
    mend = "it does not answer: see that it runs there, and that AWS_ENDPOINT_URL names it"
    assert said == f"s3://{bucket}/log at http://127.0.0.1:{port}: {mend}"


def test_who_does_not_say_who_asks_is_told_to(bucket: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (port,) = ports.free_ports(1)
    monkeypatch.setenv("AWS_METADATA_ENDPOINT", f"http://127.0.0.1:{port}")  # the machine's own key
    for variable in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(variable)
    assert "nobody said who asks: set AWS_ACCESS_KEY_ID" in hear_refusal(f"s3://{bucket}/log", "read")


@pytest.mark.parametrize(
    "endpoint",
    [
        "127.0.0.1:9000",
        "s3.example.com",
        "ftp://example.com",
        "https://me:it@host",
        "http://127.0.0.1:99999",
        "http://127.0.0.1:port",
        "http://a b",
    ],
)
def test_an_endpoint_that_is_no_address_is_refused(bucket: str, endpoint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", endpoint)
    with pytest.raises(ArchiveUnreadable, match="AWS_ENDPOINT_URL should be http://HOST:PORT or https://HOST"):
        find_files(f"s3://{bucket}/log")


def test_a_variable_that_the_library_cannot_read_is_told(bucket: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_VIRTUAL_HOSTED_STYLE_REQUEST", "perhaps")
    with pytest.raises(ArchiveUnreadable, match="a variable that begins with AWS_ says what it cannot mean"):
        find_files(f"s3://{bucket}/log")


@pytest.mark.parametrize(
    "named",
    [
        "s3:bucket/log",
        "s3:///log",
        "S3://bucket/log",
        "S3:/bucket/log",
        " s3://bucket/log",
        "s3://bucket/log ",
        "/kept/log\n",
        "https://bucket/log",
        "s3://me:it@bucket",
        "s3://[",
        "s3://..",
        "s3://bucket/../log",
        "s3://bucket/a//b",
        "s3://bucket//log",
        "s3://bucket/./log",
        "s3://bucket/a\nb",
        "s3://bucket/log?versions",
    ],
)
def test_what_names_neither_a_folder_nor_a_bucket_is_refused(named: str) -> None:
    with pytest.raises(ArchiveUnreadable, match="GHOSTHANDS_ARCHIVE should be a folder, or s3://BUCKET/PREFIX"):
        find_files(named)


@each_variable
def test_a_line_that_ends_in_a_variable_is_no_part_of_it(
    bucket: str, s3_server: str, variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    value = {"AWS_REGION": "us-east-1", "AWS_ENDPOINT_URL": s3_server}.get(variable, "WHOASKS")
    monkeypatch.setenv(variable, f"{value}\n")
    files = find_files(f"s3://{bucket}/log")
    files.write("a", b"it")
    assert files.read("a") == b"it"


@each_variable
def test_a_variable_of_two_lines_is_refused(bucket: str, variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable, "one\nother")
    with pytest.raises(ArchiveUnreadable, match=f"{variable} should be one line"):
        find_files(f"s3://{bucket}/log")


@each_asking
def test_what_is_no_store_is_told_from_an_archive_that_is_empty(
    bucket: str, asking: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class NotFound(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(HTTPStatus.NOT_FOUND)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def do_PUT(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.do_GET()

        def log_message(self, *_: object) -> None:
            pass

    with answering(NotFound) as at:
        monkeypatch.setenv("AWS_ENDPOINT_URL", at)
        said = hear_refusal(f"s3://{bucket}/log", asking)
    mend = "it answers 404: see that AWS_ENDPOINT_URL names a store, and GHOSTHANDS_ARCHIVE a bucket of it"
    assert said == f"s3://{bucket}/log at {at}: {mend}"


def test_a_store_that_writes_under_no_condition_is_written_to_all_the_same(
    bucket: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[bytes] = []

    class Plain(BaseHTTPRequestHandler):
        def answer(self, status: HTTPStatus, code: str = "") -> None:
            said = f"<Error><Code>{code}</Code></Error>".encode() if code else b""
            self.send_response(status)
            self.send_header("ETag", '"1"')
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        def do_GET(self) -> None:
            self.answer(HTTPStatus.NOT_FOUND, "NoSuchKey")

        def do_PUT(self) -> None:
            data = self.rfile.read(int(self.headers["Content-Length"]))
            if "If-None-Match" in self.headers:
                self.answer(HTTPStatus.NOT_IMPLEMENTED, "NotImplemented")
            else:
                written.append(data)
                self.answer(HTTPStatus.OK)

        def log_message(self, *_: object) -> None:
            pass

    with answering(Plain) as at:
        monkeypatch.setenv("AWS_ENDPOINT_URL", at)
        find_files(f"s3://{bucket}/log").amend("a", lambda before: b"new" if before is None else before)
    assert written == [b"new"]


def test_an_archive_under_a_deeper_prefix_is_no_part_of_one(bucket: str) -> None:
    deeper = Archive(find_files(f"s3://{bucket}/log/other"), ArchiveKey.generate())
    deeper.store([Stored("gh.evt.job.a.executor.JobClaimed", 1, {}, b"{}")], 1, 1)
    Archive(find_files(f"s3://{bucket}/log"), ArchiveKey.generate()).check()


def test_secrets_lie_in_files_where_the_others_do(bucket: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        (tmp_path / variable).write_text(f"{variable}-of-a-file\n")
        monkeypatch.delenv(variable)
    monkeypatch.setenv("AWS_METADATA_ENDPOINT", "http://127.0.0.1:1")
    monkeypatch.setenv("GHOSTHANDS_SECRETS_DIR", str(tmp_path))
    files = find_files(f"s3://{bucket}/log")
    files.write("a", b"it")
    assert files.read("a") == b"it"


def test_archiving_into_a_bucket_that_is_missing_makes_no_key_and_says_so(
    own_server: Server, bucket: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, f"s3://{bucket}-missing/log")
    monkeypatch.setenv(KEY_VARIABLE, str(tmp_path / "archive.key"))
    monkeypatch.setenv("GHOSTHANDS_NATS_URL", own_server.url)
    monkeypatch.setenv("GHOSTHANDS_NATS_PASSWORD", own_server.passwords[permissions.MIGRATION])
    command = [sys.executable, "-m", "ghosthands.messaging.archive", "0"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"not archived: s3://{bucket}-missing/log at ")
    assert done.stderr.endswith("it has no such bucket: make it, or name another in GHOSTHANDS_ARCHIVE\n")
    assert not (tmp_path / "archive.key").exists()
