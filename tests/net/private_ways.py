"""Ways to a private address: each address in every spelling that some reader of addresses takes for it, in every form
of URL.
"""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address

ADDRESSES = ("127.0.0.1", "0.0.0.0", "10.0.0.7", "169.254.169.254", "192.168.1.1", "100.100.100.200")
#: `h` is the host, `p` the port.
FORMS = (
    "http://{h}:{p}/x",
    "HTTP://{h}:{p}/x",
    "http://me:secret@{h}:{p}/x",
    "http://example.org@{h}:{p}/x",
    "http://example.org:80@{h}:{p}/x",
    "http://{h}:{p}#@example.org/",
    "http://{h}:{p}?@example.org/",
    "http://{h}:{p}\\@example.org/",
    "http://example.org\\@{h}:{p}/x",
    "http:{h}:{p}/x",
    "//{h}:{p}/x",
    "http:/{h}:{p}/x",
    "http://{h}:{p}/../x",
    " http://{h}:{p}/x",
    "http://\t{h}:{p}/x",
    "ht\ntp://{h}:{p}/x",
)


def spellings(address: str) -> Iterator[str]:
    """Every way to write an IPv4 address: as `inet_aton` reads it, as browsers do, and inside of IPv6."""
    number, parts = int(IPv4Address(address)), [int(each) for each in address.split(".")]
    a, b, c, d = parts
    yield from (address, f"{address}.", f"{number}", f"0x{number:x}", f"0X{number:X}", f"0{number:o}")
    yield from (f"{a}.{number & 0xFFFFFF}", f"{a}.{b}.{number & 0xFFFF}", f"0x{a:x}.{b}.{c}.{d}", f"0{a:o}.{b}.{c}.{d}")
    yield ".".join(f"{each:#x}" for each in parts)
    yield ".".join(f"0{each:o}" for each in parts)
    yield ".".join(f"{each:03}" for each in parts)
    yield address.translate({ord("0") + each: 0xFF10 + each for each in range(10)})  # full-width digits
    yield address.replace("1", "①").replace("7", "⑦")
    yield address.replace(".", "。")
    yield address.replace(".", "%2e")
    yield f"%{ord(address[0]):x}{address[1:]}"
    yield f"{address[:2]}\u200b{address[2:]}"
    for prefix in ("::ffff:", "::", "::ffff:0:", "64:ff9b::", "64:ff9b:1::"):
        yield f"[{prefix}{address}]"
        yield f"[{prefix}{number >> 16:x}:{number & 0xFFFF:x}]"
    yield f"[{IPv6Address(f'::ffff:{address}').exploded}]"
    yield f"[2002:{number >> 16:x}:{number & 0xFFFF:x}::1]"
    yield f"[2001:0:4136:e378:8000:63bf:{~number >> 16 & 0xFFFF:x}:{~number & 0xFFFF:x}]"
    yield f"[::ffff:{address}%25lo]"


def ways(port: int, form: str) -> Iterator[str]:
    """The URLs of one form."""
    for address in ADDRESSES:
        for host in spellings(address):
            yield form.format(h=host, p=port)
    for host in ("[::]", "[::1]", "[0:0:0:0:0:0:0:1]", "[::1%25lo]", "[fe80::1]", "[fd00:ec2::254]", "0", "127.1", ""):
        yield form.format(h=host, p=port)
