"""Every form of an address that is not on the public internet, and some that are."""

from __future__ import annotations

from ipaddress import ip_network

import pytest

from backend.errors import AddressRefused
from backend.net.address_guard import _NETWORKS, check, host_and_port, refusal

INSIDE = """
0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1 127.255.255.254
168.63.129.16 169.254.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1 192.31.196.1
192.52.193.1 192.88.99.1 192.168.0.1 192.168.255.255 192.175.48.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9
224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255
:: ::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 ::ffff:0:8.8.8.8 ::127.0.0.1 ::7f00:1 64:ff9b::7f00:1
64:ff9b::8.8.8.8 64:ff9b:1::a00:1 100::1 100:0:0:1::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:2::1
2001:10::1 2001:20::1 2001:1ff::1 2001:db8::1 2002:7f00:1:: 2002:808:808::1 2620:4f:8000::1 3fff::1 5f00::1 fc00::1
fd00:ec2::254 fe80::1 fe80::1%eth0 febf::1 fec0::1 ff02::1 1000::1 4000::1 a000::1 e000::1
""".split()
OUTSIDE = """
1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 93.184.216.34 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1
168.63.129.17 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.1 192.0.1.1 192.167.255.255 192.169.0.0
198.17.255.255 198.20.0.0 223.255.255.255 2001:200::1 2001:4860:4860::8888 2606:4700::1111 2a00:1450:4001::1
2003::1 3ffe::1
""".split()
NO_ADDRESS = ["", "localhost", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "1.2.3", "::g", "[::1]"]


@pytest.mark.parametrize("address", INSIDE + NO_ADDRESS)
def test_refused(address):
    assert refusal(address)


@pytest.mark.parametrize("address", OUTSIDE)
def test_public(address):
    assert refusal(address) is None


def test_both_ends_of_every_network_are_refused():
    for name, _ in _NETWORKS:
        network = ip_network(name)
        assert refusal(str(network[0])) and refusal(str(network[-1]))


def test_one_private_address_refuses_the_host():
    check("public.example", OUTSIDE)
    check("nowhere.example", [])
    with pytest.raises(AddressRefused, match=r"both\.example was not contacted, .* is not public \(private\)"):
        check("both.example", ["8.8.8.8", "10.0.0.1"])


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://127.0.0.1:8888/search", ("127.0.0.1", 8888)),
        ("https://Example.org./x", ("example.org", 443)),
        ("http://[::1]/", ("::1", 80)),
        ("ftp://example.org", None),
        ("http://example.org:99999", None),
        ("searxng", None),
        ("", None),
    ],
)
def test_host_and_port(url, expected):
    assert host_and_port(url) == expected
