"""What is public among all IP addresses, against the registries of special ones."""

from __future__ import annotations

import ipaddress

import pytest

from ghosthands.domain import addresses

#: every block of the IANA special-purpose registries, and what is not unicast or not assigned
SPECIAL = [
    *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"),
    *("192.0.0.0/29", "192.0.0.8/32", "192.0.0.9/32", "192.0.0.10/32", "192.0.0.170/31", "192.0.2.0/24"),
    *("192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.88.99.2/32", "192.168.0.0/16", "192.175.48.0/24"),
    *("198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4", "255.255.255.255/32"),
    "168.63.129.16/32",
    *("::1/128", "::/128", "::7f00:1/128", "::ffff:0:0:0/96", "64:ff9b:1::/48", "100::/64", "100:0:0:1::/64"),
    *("2001::/23", "2001::/32", "2001:1::1/128", "2001:1::2/128", "2001:2::/48", "2001:3::/32", "2001:4:112::/48"),
    *("2001:10::/28", "2001:20::/28", "2001:30::/28", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"),
    *("5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8", "1::/16", "4000::/3", "8000::/1"),
]
#: what lies right beside such a block
PUBLIC = [
    *("1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0"),
    *("169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255", "192.0.1.0", "192.0.3.0"),
    *("168.63.129.15", "168.63.129.17"),
    *("192.88.98.255", "192.88.100.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0"),
    *("198.51.99.255", "198.51.101.0", "203.0.112.255", "203.0.114.0", "223.255.255.255", "93.184.216.34"),
    *("2000::1", "2001:200::", "2001:db7:ffff::", "2001:db9::", "2003::", "2606:2800:220:1::1", "2620:4f:7fff::"),
    *("2620:4f:8001::", "3ffe:ffff::", "3fff:1000::"),
]


@pytest.mark.parametrize("block", SPECIAL)
def test_a_special_block_is_private_from_its_first_address_to_its_last(block: str) -> None:
    network = ipaddress.ip_network(block)
    assert all(addresses.is_private(str(end)) for end in (network[0], network[-1]))


@pytest.mark.parametrize("address", PUBLIC)
def test_what_lies_beside_it_is_public(address: str) -> None:
    assert not addresses.is_private(address)


@pytest.mark.parametrize("prefix", ["::ffff:", "64:ff9b::"])
def test_an_address_that_carries_another_is_judged_by_that_one(prefix: str) -> None:
    assert all(addresses.is_private(f"{prefix}{ip}") for ip in ("127.0.0.1", "10.1.2.3", "192.88.99.1", "224.0.0.1"))
    assert not addresses.is_private(f"{prefix}93.184.216.34")


def test_an_address_is_private_whatever_its_zone() -> None:
    assert addresses.is_private("fe80::1%eth0")


@pytest.mark.parametrize(
    ("host", "means"),
    [
        ("LOCALHOST.", "localhost"), ("0x7f.1", "127.0.0.1"), ("[::1]", "::1"), ("0X0A.0.0.01", "10.0.0.1"),
        ("Example.COM", "example.com"), ("büro.example", "xn--bro-hoa.example"), ("1.2.3.4.example", "1.2.3.4.example"),
        ("3com", "3com"), ("a..b", "a..b"), ("", ""),
    ],
)  # fmt: skip
def test_a_host_has_one_name(host: str, means: str) -> None:
    assert addresses.canonical(host) == means
