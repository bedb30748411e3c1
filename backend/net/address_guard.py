"""Refuse addresses outside the public internet, so that nobody can use this server to reach a private network.

The check is made on the addresses to which a host name resolves, and the connection then uses exactly these. So it does
not matter how an address is written (`127.1`, `2130706433`, `0x7f000001`), or whether the name resolves to another
address later. The networks are listed here, because `ipaddress.is_private` and `is_global` accept several private
addresses.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

from backend.errors import AddressRefused

#: Networks that are not public (IANA's special-purpose registries), each with the reason for an error. Narrow networks
#: come before the wide ones that contain them, so that the most exact reason is found. The last three are ranges that
#: IANA has not assigned as global unicast.
_NETWORKS = (
    ("0.0.0.0/8", "this network"),  # 0.0.0.0 reaches the machine itself
    ("10.0.0.0/8", "private"),  # RFC 1918
    ("100.64.0.0/10", "shared by a carrier"),  # RFC 6598; also Alibaba's metadata service
    ("127.0.0.0/8", "loopback"),
    ("168.63.129.16/32", "a cloud's own"),  # Azure's channel to the host, in public space
    ("169.254.0.0/16", "link-local"),  # and the metadata services of most clouds
    ("172.16.0.0/12", "private"),  # RFC 1918
    ("192.0.0.0/24", "for protocols"),  # RFC 6890; also Oracle's metadata service
    ("192.0.2.0/24", "for documentation"),  # TEST-NET-1
    ("192.31.196.0/24", "for protocols"),  # AS112
    ("192.52.193.0/24", "for protocols"),  # AMT
    ("192.88.99.0/24", "a 6to4 relay"),
    ("192.168.0.0/16", "private"),  # RFC 1918
    ("192.175.48.0/24", "for protocols"),  # AS112
    ("198.18.0.0/15", "for benchmarks"),  # RFC 2544
    ("198.51.100.0/24", "for documentation"),  # TEST-NET-2
    ("203.0.113.0/24", "for documentation"),  # TEST-NET-3
    ("224.0.0.0/4", "multicast"),
    ("240.0.0.0/4", "reserved"),  # with 255.255.255.255, broadcast
    ("::/128", "this network"),
    ("::1/128", "loopback"),
    ("::ffff:0:0/96", "an IPv4 address in IPv6"),  # mapped
    ("::ffff:0:0:0/96", "an IPv4 address in IPv6"),  # translated (SIIT)
    ("::/96", "an IPv4 address in IPv6"),  # compatible, deprecated
    ("64:ff9b::/96", "an IPv4 address in IPv6"),  # NAT64
    ("64:ff9b:1::/48", "an IPv4 address in IPv6"),  # NAT64, local use
    ("100::/64", "discarded"),  # RFC 6666
    ("100:0:0:1::/64", "discarded"),  # dummy prefix, RFC 9780
    ("2001::/32", "an IPv4 address in IPv6"),  # Teredo
    ("2001::/23", "for protocols"),  # ORCHID, AMT, AS112, benchmarks and others
    ("2001:db8::/32", "for documentation"),
    ("2002::/16", "an IPv4 address in IPv6"),  # 6to4
    ("2620:4f:8000::/48", "for protocols"),  # AS112
    ("3fff::/20", "for documentation"),  # RFC 9637
    ("5f00::/16", "for protocols"),  # SRv6 identifiers
    ("fc00::/7", "private"),  # unique local, with EC2's fd00:ec2::254
    ("fe80::/10", "link-local"),
    ("fec0::/10", "private"),  # site-local, deprecated
    ("ff00::/8", "multicast"),
    ("::/3", "reserved"),
    ("4000::/2", "reserved"),
    ("8000::/1", "reserved"),
)
_REFUSED: tuple[tuple[IPv4Network | IPv6Network, str], ...] = tuple((ip_network(net), why) for net, why in _NETWORKS)


def refusal(address: str) -> str | None:
    """Return why an address is refused, such as "private"; None for a public address, which is allowed. A text that is
    no address is refused, too.
    """
    try:
        found = ip_address(address)
    except ValueError:
        return "no address"
    return next((why for network, why in _REFUSED if found.version == network.version and found in network), None)


def check(host: str, addresses: Iterable[str]) -> None:
    """Raise AddressRefused if any of the host's addresses is not public, because we cannot know which one a connection
    will use.
    """
    for address in addresses:
        why = refusal(address)
        if why is not None:
            raise AddressRefused(f"{host[:100]} was not contacted, because its address is not public ({why})")


def host_and_port(url: str) -> tuple[str, int] | None:
    """Return the host and the port of an http or https URL. If the URL names no port, this is 80 or 443. Returns None
    for any other text.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return None
    return parts.hostname.rstrip("."), port or (443 if parts.scheme == "https" else 80)
