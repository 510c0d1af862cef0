"""Headers as the wire has them."""

from __future__ import annotations

from ghosthands.messaging.wire.headers import Headers


def test_every_header_is_found_by_its_name() -> None:
    headers = Headers(b"NATS/1.0\r\nNats-Sequence: 7\r\nce-id:abc\r\nnote: a: b \r\n\r\n")
    assert dict(headers) == {"Nats-Sequence": "7", "ce-id": "abc", "note": "a: b"}
    assert headers.get("missing") is None


def test_the_servers_status_is_a_header() -> None:
    headers = Headers(b"NATS/1.0 409 Consumer Deleted\r\nNats-Pending-Messages: 3\r\n\r\n")
    assert (headers["Status"], headers["Description"]) == ("409", "Consumer Deleted")
    assert headers["Nats-Pending-Messages"] == "3"
    assert dict(Headers(b"NATS/1.0 404\r\n\r\n")) == {"Status": "404", "Description": ""}


def test_a_block_without_a_header_is_empty() -> None:
    assert not Headers(b"NATS/1.0\r\n\r\n")
    assert Headers(b"NATS/1.0\r\na: b\r\n\r\n")
