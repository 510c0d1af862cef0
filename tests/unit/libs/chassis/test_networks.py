"""Private addresses in every disguise are refused, public ones pass."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter

from ghosthands.chassis import networks


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "169.254.169.254", "192.168.0.1", "0.0.0.0", "224.0.0.1", "::1", "fe80::1%eth0",
        "fc00::1", "fec0::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "::127.0.0.1",
    ],
)  # fmt: skip
def test_a_private_address_is_private(address: str) -> None:
    assert networks.is_private(address)


@pytest.mark.parametrize(
    "address", ["93.184.216.34", "2606:2800:220:1::1", "::ffff:93.184.216.34", "64:ff9b::5db8:d822"]
)
def test_a_public_address_is_not(address: str) -> None:
    assert not networks.is_private(address)


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://example.com/", "javascript:alert(1)", "http://"])
async def test_only_http_is_visited(url: str) -> None:
    with pytest.raises(networks.AddressRefused, match="http"):
        await networks.check(url, allowed=())


async def test_a_private_host_passes_only_where_it_is_named() -> None:
    with pytest.raises(networks.AddressRefused, match="GHOSTHANDS_ALLOWED_PRIVATE_HOSTS"):
        await networks.check("http://127.0.0.1:8000/x", allowed=())
    await networks.check("http://127.0.0.1:8000/x", allowed={"127.0.0.1"})


def test_hosts_are_named_in_any_spelling() -> None:
    hosts: TypeAdapter[frozenset[str]] = TypeAdapter(networks.HostList)
    assert hosts.validate_python("Intranet.Example, 10.0.0.1,") == {"intranet.example", "10.0.0.1"}
