"""An archive's files in a bucket of an S3-compatible store, under a prefix.

The login and the store are given by the usual variables: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN,
AWS_REGION, and AWS_ENDPOINT_URL if it is not Amazon's; each may be a file in the folder of secrets. Without a key the
library asks the container or the machine for one.

The store must write objects whole or not at all, and let everybody read them once written; nothing more is needed. If
it also supports conditional writes, one of two concurrent archivers is refused. Readers need permission to list and
get, archivers also to put; nothing is deleted.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import obstore
from obstore.exceptions import AlreadyExistsError, BaseError, PreconditionError
from obstore.store import S3Store

from ghosthands.messaging.archive.files import MEND, VARIABLE, BucketPlace, FileLost
from ghosthands.messaging.archive.key import ArchiveUnreadable
from ghosthands.messaging.server import secret_files

if TYPE_CHECKING:
    from obstore import PutMode
    from obstore.store import S3Config  # for its types alone

#: for one try of a request; and for all its tries, at least two, so that the caller can be told the reason
TRY = timedelta(seconds=10)
CONNECT = timedelta(seconds=5)
TRIES = timedelta(seconds=20)
RETRIES = 3

_REGION = "us-east-1"

_WHO = "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
_SEE_WHERE = f"see that AWS_ENDPOINT_URL names a store, and {VARIABLE} a bucket of it"
_MENDS = {
    "NoSuchBucket": f"it has no such bucket: make it, or name another in {VARIABLE}",
    "RequestTimeTooSkewed": "it refuses what is signed by this machine's clock: set that right",
    "PermanentRedirect": "the bucket is in another region: name that in AWS_REGION",
    "AuthorizationHeaderMalformed": "the bucket is in another region: name that in AWS_REGION",
    "ExpiredToken": f"it refuses a login that has expired: {_WHO} (and AWS_SESSION_TOKEN) are to be one that holds",
    "InvalidRange": f"a file there is shorter than what was written: {MEND}",
}


class BucketFiles:
    """The files under one prefix of a bucket: an `ArchiveFiles`."""

    def __init__(self, bucket: BucketPlace) -> None:
        """Open the bucket. Raises ArchiveUnreadable if the variables make no sense."""
        self._where = str(bucket)
        region = _read("AWS_REGION") or _read("AWS_DEFAULT_REGION") or _REGION
        # Amazon's own is named too: the library stops the process at a variable that is set and empty
        self._at = _find_endpoint() or f"https://s3.{region}.amazonaws.com"
        try:
            self._store = self._open(bucket, region)
        except BaseError:
            raise ArchiveUnreadable(
                f"{self._where} cannot be asked for: a variable that begins with AWS_ says what it cannot mean"
            ) from None

    def _open(self, bucket: BucketPlace, region: str) -> S3Store:
        return S3Store(
            bucket.name,
            prefix=bucket.prefix or None,
            config={"region": region, "endpoint": self._at, **_read_login()},
            client_options={"timeout": TRY, "connect_timeout": CONNECT, "allow_http": self._at.startswith("http://")},
            retry_config={
                "max_retries": RETRIES,
                "retry_timeout": TRIES,
                "backoff": {
                    "init_backoff": timedelta(milliseconds=100),
                    "max_backoff": timedelta(seconds=2),
                    "base": 2,
                },
            },
        )

    @property
    def where(self) -> str:
        """The bucket and the prefix, as a URL."""
        return self._where

    def read(self, name: str, part: tuple[int, int] | None = None) -> bytes:
        """Return a file, or a part of it. Raises FileLost, ArchiveUnreadable."""
        try:
            if part is None:
                return bytes(obstore.get(self._store, name).bytes())
            return bytes(obstore.get_range(self._store, name, start=part[0], end=part[1]))
        except (BaseError, OSError) as error:
            raise self._word(error, name) from None

    def write(self, name: str, data: bytes) -> None:
        """Write the file, in one request. Raises ArchiveUnreadable."""
        try:
            obstore.put(self._store, name, data, use_multipart=False)
        except (BaseError, OSError) as error:
            raise self._word(error, name) from None

    def amend(self, name: str, make: Callable[[bytes | None], bytes]) -> None:
        """Replace the file by what `make` returns for it, unless somebody changed it meanwhile, if the store can check
        that.

        Raises ArchiveUnreadable.
        """
        before, mode = self._read_to_amend(name)
        data = make(before)
        try:
            obstore.put(self._store, name, data, mode=mode, use_multipart=False)
        except (AlreadyExistsError, PreconditionError):
            if self.read(name) != data:  # else an earlier try of ours, whose answer was lost
                raise ArchiveUnreadable(f"{self._where}/{name} was changed: another one archives too") from None
        except (BaseError, OSError) as error:
            if _find_code(str(error)) != "NotImplemented":
                raise self._word(error, name) from None
            self.write(name, data)

    def _read_to_amend(self, name: str) -> tuple[bytes | None, PutMode]:
        try:
            found = obstore.get(self._store, name)
            tag = found.meta["e_tag"]
            return bytes(found.bytes()), {"e_tag": tag} if tag else "overwrite"
        except (BaseError, OSError) as error:
            if not isinstance(told := self._word(error, name), FileLost):
                raise told from None
            return None, "create"

    def names(self) -> list[str]:
        """Return the names of the files directly under the prefix. Raises ArchiveUnreadable."""
        try:
            return [found["path"] for found in obstore.list_with_delimiter(self._store)["objects"]]
        except (BaseError, OSError) as error:
            raise self._word(error) from None

    def _word(self, error: Exception, name: str = "") -> ArchiveUnreadable:
        """Translate the library's error without quoting it, since it quotes the store's answer."""
        said = str(error).partition("\n\nDebug source")[0]
        status = re.search(r"status code: (\d{3})", said)
        code = _find_code(said)
        if code == "NoSuchKey":
            return FileLost(f"{self._where}/{name} is lost: {MEND}")
        return ArchiveUnreadable(
            f"{self._where} at {self._at}: {self._find_mend(said, code, status[1] if status else '')}"
        )

    def _find_mend(self, said: str, code: str, status: str) -> str:
        if "Error performing" in said and self._at not in said:  # but at the machine's own address, for a key
            return f"nobody said who asks: set {_WHO}"
        if code in _MENDS:
            return _MENDS[code]
        if status in ("401", "403"):
            who = "those of somebody who may list and read there, and write to archive"
            return f"it refuses who asks ({code or status}): {_WHO} are to be {who}"
        if "redirect" in said.lower():
            return _MENDS["PermanentRedirect"]
        if not status:
            return "it does not answer: see that it runs there, and that AWS_ENDPOINT_URL names it"
        answer = f"it answers {status} {code}".rstrip()
        return f"{answer}: {_SEE_WHERE}" if status == "404" else answer


def _find_code(said: str) -> str:
    found = re.search(r"<Code>(\w+)</Code>", said)
    return found[1] if found else ""


def _read(variable: str) -> str:
    """Return the variable's value from the environment or the folder of secrets.

    Raises ArchiveUnreadable for a value that no header can have, at which the library would panic.
    """
    value = secret_files.read(variable)
    if not value.isprintable():
        raise ArchiveUnreadable(f"{variable} should be one line of text")
    return value


def _read_login() -> S3Config:
    """Return the login from the environment or the folder of secrets; empty if neither has one."""
    login: S3Config = {}
    if value := _read("AWS_ACCESS_KEY_ID"):
        login["access_key_id"] = value
    if value := _read("AWS_SECRET_ACCESS_KEY"):
        login["secret_access_key"] = value
    if value := _read("AWS_SESSION_TOKEN"):
        login["session_token"] = value
    return login


def _find_endpoint() -> str:
    """Return the store's address; empty for Amazon's.

    Raises ArchiveUnreadable for a value that cannot be an address, at which the library would panic.
    """
    for variable in ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"):
        if endpoint := _read(variable):
            if not _is_address(endpoint):
                raise ArchiveUnreadable(f"{variable} should be http://HOST:PORT or https://HOST, without a login")
            return endpoint.rstrip("/")
    return ""


def _is_address(endpoint: str) -> bool:
    try:
        parts = urlsplit(endpoint)
        has_port = parts.port is None or parts.port > 0
    except ValueError:
        return False
    has_host = parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in parts.netloc
    return has_port and has_host and endpoint.isascii() and " " not in endpoint
