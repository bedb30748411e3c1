"""Send requests to search services, and fetch web pages.

`Http` limits the size of an answer, checks every redirect before it follows it, sends no cookies, and names Coscribe
and the operator's contact address to the server. Its errors never contain a key, the body, or the parameters of an
address.

Import this module only when needed: it imports the HTTP library.
"""

from __future__ import annotations

import codecs
import logging
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookiejar import CookieJar, DefaultCookiePolicy
from types import MappingProxyType
from typing import Literal, TypeVar

import httpx2

from backend.errors import (
    AddressRefused,
    Cancelled,
    CoscribeError,
    ProviderDeclined,
    ProviderError,
    ProviderKeyRefused,
    ProviderMisanswered,
    ProviderOverLimit,
    ProviderTimeout,
    ProviderUnreachable,
)
from backend.kernel.search_requests import Failure
from backend.net import deadline
from backend.net.name_lookup import Resolver, system_resolver
from backend.net.request import Request
from backend.net.retry_after import retry_after
from backend.net.transport import OPERATOR_URL, Policy, Transport

LOG = logging.getLogger(__name__)
#: Maximum number of redirects that are followed; each new address is checked like the first. Chosen: browsers follow
#: 20.
REDIRECTS = 5
#: Seconds for which an idle connection is kept. Servers close theirs after 5 to 75.
KEEP_SECONDS = 5.0
#: Maximum bytes of an answer after decompression. Twenty records with abstracts are some 200 kB.
MOST_BYTES = 5_000_000
#: Media types of pages that can be read.
PAGE_TYPES = ("text/html", "application/xhtml+xml", "text/plain", "text/markdown", "application/pdf")

_TYPES = {"json": re.compile(r"(?:application|text)/(?:[\w.+-]+\+)?json"), "xml": re.compile(r".+/(?:.+\+)?xml")}
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_CHARSET = re.compile(
    rb"""<meta[^>]{0,200}?charset\s*=\s*["']?([\w.:-]{2,40})|<\?xml[^>]{0,80}?encoding=["']([\w.:-]+)""", re.IGNORECASE
)
_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Answer:
    """The successful answer of a server, with the media type and the character set of its body. `url` is the address
    after all redirects. `cut` is True if the body was too long, so that its end is missing. `headers` are those of the
    last response; their names are in lower case.
    """

    url: str
    media_type: str
    charset: str
    body: bytes = field(repr=False)
    cut: bool = False
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def text(self) -> str:
        """Return the body as text. The byte order mark, the header, or the page itself names the encoding. If none
        does, it is UTF-8 or, if the body is not UTF-8, Windows-1252.
        """
        for mark, name in _MARKS:
            if self.body.startswith(mark):
                return self.body.decode(name, "replace")
        said = _CHARSET.search(self.body[:2048])
        inside = (said[1] or said[2]).decode("ascii", "replace") if said else ""
        for name in (self.charset, inside):
            if name and _is_encoding(name):
                return self.body.decode(name, "replace")
        try:
            return codecs.getincrementaldecoder("utf-8")().decode(self.body, final=not self.cut)
        except UnicodeDecodeError:
            return self.body.decode("cp1252", "replace")


@dataclass(frozen=True, slots=True)
class Hop:
    """The answer to a single request, which may be an error or a redirect."""

    status: int
    headers: Mapping[str, str]
    answer: Answer


class Http:
    """An HTTP client for the whole process, which several threads may use at the same time."""

    def __init__(
        self,
        contact: str = "",
        *,
        version: str = "0",
        resolver: Resolver = system_resolver,
        proxies_from_environment: bool = False,
    ) -> None:
        about = f" (mailto:{contact})" if contact else ""
        self.agent = f"Coscribe/{version}{about}"
        policy = Policy(environment_proxies=proxies_from_environment, keep_seconds=KEEP_SECONDS)
        self._client = httpx2.Client(
            transport=Transport(policy, resolver),
            headers={"User-Agent": self.agent, "Accept-Encoding": "gzip, deflate"},
            cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),
            follow_redirects=False,
            trust_env=False,
            timeout=None,
        )

    def close(self) -> None:
        self._client.close()

    def ask(
        self,
        request: Request,
        form: Literal["json", "xml"] = "json",
        *,
        seconds: float,
        own: str = "",
        hints: Mapping[int, str] = MappingProxyType({}),
    ) -> Answer:
        """Send a request to a service and return its whole answer, which must have the type `form`. The call takes at
        most `seconds`.

        `own` is the service's address if the operator has set one, else "". Its host and port may be private; the
        target of a redirect must be public. `hints` maps an HTTP status to advice for the operator.

        Raises a ProviderError if the call fails. Its `detail` is the end of a sentence that begins with the service's
        name, such as "did not answer within 3 s".
        """
        answer = self._send(request, own, seconds, MOST_BYTES, f"application/{form}", hints)
        if answer.cut:
            raise ProviderMisanswered(f"answered with more than {MOST_BYTES // 1_000_000} MB")
        if answer.media_type and not _TYPES[form].fullmatch(answer.media_type):
            raise ProviderMisanswered(f"answered with {answer.media_type[:60]} instead of {form.upper()}")
        return answer

    def page(
        self, url: str, *, seconds: float, most_bytes: int = MOST_BYTES, types: tuple[str, ...] = PAGE_TYPES
    ) -> Answer:
        """Fetch a web page within `seconds`, and cut it at `most_bytes`. Raises a ProviderError if this fails or the
        page's type is not one of `types`.
        """
        answer = self._send(Request(url), "", seconds, most_bytes, ", ".join(types))
        if answer.media_type and answer.media_type not in types:
            raise ProviderMisanswered(f"is {answer.media_type[:60]}, a format that Coscribe cannot read")
        return answer

    def hop(self, request: Request, accept: str, *, seconds: float, most_bytes: int) -> Hop:
        """Send one request to the public web, with the Accept header `accept`, and return its answer. A redirect is
        returned and not followed. The request takes at most `seconds`, and the answer's body is cut at `most_bytes`.
        """
        if seconds <= 0:
            raise ProviderTimeout("was not asked: there was no time left")
        with deadline.limit(seconds), _as_ours(seconds):
            response = self._sent(self._first(request, "", accept))
            try:
                return Hop(response.status_code, response.headers, _read(response, most_bytes))
            finally:
                response.close()

    def _send(
        self,
        request: Request,
        own: str,
        seconds: float,
        most: int,
        accept: str,
        hints: Mapping[int, str] = MappingProxyType({}),
    ) -> Answer:
        if seconds <= 0:
            raise ProviderTimeout("was not asked: there was no time left")
        with deadline.limit(seconds), _as_ours(seconds):
            outgoing = self._first(request, own, accept)
            for _ in range(REDIRECTS + 1):
                response = self._sent(outgoing)
                try:
                    if not response.has_redirect_location:
                        _raise_for(response, hints)
                        return _read(response, most)
                    outgoing = self._next(outgoing, response)
                finally:
                    response.close()
        raise ProviderMisanswered(f"redirected more than {REDIRECTS} times")

    def _first(self, request: Request, own: str, accept: str) -> httpx2.Request:
        url = httpx2.URL(request.url)
        _check_form(url, may_log_in=bool(own))
        return self._client.build_request(
            "GET" if request.json is None else "POST",
            url.copy_merge_params(list(request.params)) if request.params else url,
            headers=[("Accept", accept), *request.headers],
            json=request.json,
            extensions={OPERATOR_URL: own},
        )

    def _next(self, previous: httpx2.Request, response: httpx2.Response) -> httpx2.Request:
        """Return the request that follows a redirect. Raises an error if a body would be sent to another server. A key
        is sent again only to the same server. The new request may not go to a private address.
        """
        url = previous.url.join(response.headers["location"])
        _check_form(url, may_log_in=False)
        same = (url.scheme, url.host, url.port) == (previous.url.scheme, previous.url.host, previous.url.port)
        repeats = response.status_code in (307, 308) and previous.method == "POST"
        if repeats and not same:
            raise ProviderMisanswered(
                f"redirected the request to another server ({url.host}); requests with a body are not sent to other "
                f"servers"
            )
        headers = {"Accept": previous.headers["Accept"]}
        if same:
            own = {"authorization", "x-api-key", "content-type"} if repeats else {"authorization", "x-api-key"}
            headers |= {name: value for name, value in previous.headers.items() if name in own}
        return self._client.build_request(
            "POST" if repeats else "GET", url, headers=headers, content=previous.content if repeats else None
        )

    def _sent(self, outgoing: httpx2.Request) -> httpx2.Response:
        """Send a request. If its connection breaks, a GET is sent once more: the server may close an idle connection at
        the very moment when it is used again.
        """
        try:
            return self._client.send(outgoing, stream=True)
        except (httpx2.RemoteProtocolError, httpx2.ReadError, httpx2.WriteError):
            if outgoing.method != "GET":
                raise
        return self._client.send(outgoing, stream=True)


def attempted(name: str, call: Callable[[], _Value]) -> _Value | Failure:
    """Return the result of `call`, a request to the service called `name`. If it fails, return its failure, so that the
    other services still work. Cancelled is raised and not returned.
    """
    try:
        return call()
    except Cancelled:
        raise
    except CoscribeError as error:
        LOG.info("connector %s %s", name, error.detail)
        return Failure(name, error.detail, error.status)
    except Exception:
        LOG.exception("connector %s: its answer could not be used", name)
        return Failure(name, "sent an answer that could not be read")


@contextmanager
def _as_ours(seconds: float) -> Iterator[None]:
    """Convert errors of the HTTP library to Coscribe's own. The library's messages may contain the address and a
    key.
    """
    try:
        yield
    except httpx2.TimeoutException as error:
        raise ProviderTimeout(f"did not answer within {seconds:.3g} s") from error
    except httpx2.ConnectError as error:
        invalid = "certificate" in str(error).lower()
        raise ProviderUnreachable(
            "has no valid certificate"
            if invalid
            else "could not be reached (no such host, or it refused the connection)"
        ) from error
    except (httpx2.InvalidURL, httpx2.UnsupportedProtocol, httpx2.LocalProtocolError, UnicodeError) as error:
        raise ProviderUnreachable(
            "has an address or a key with characters that cannot be sent; correct it in the settings"
        ) from error
    except httpx2.TransportError as error:
        raise ProviderUnreachable("closed the connection or did not answer with HTTP") from error


def _check_form(url: httpx2.URL, may_log_in: bool) -> None:
    if url.scheme not in ("http", "https") or not url.host:
        raise AddressRefused("is not at an http or https address")
    if url.userinfo and not may_log_in:
        raise AddressRefused("was not asked: its address contains a password, which is not allowed here")


def _raise_for(response: httpx2.Response, hints: Mapping[int, str]) -> None:
    """Raise an error if the response's status is not a success (2xx)."""
    if not 200 <= response.status_code < 300:
        error = _error_of(response, hints)
        error.answered = response.status_code
        raise error


def _error_of(response: httpx2.Response, hints: Mapping[int, str]) -> ProviderError:
    status = response.status_code
    wait = retry_after(response.headers)
    words = f"answered {status}" + (f": {hints[status]}" if status in hints else "")
    if status in (402, 429, 432, 433) or (status == 503 and wait is not None):
        return ProviderOverLimit(words if status in hints else f"{words}: over its limit", retry_after=wait)
    if status in (401, 403):
        return ProviderKeyRefused(words)
    if status in (408, 504):
        return ProviderTimeout(words)
    return ProviderDeclined(words) if status < 500 else ProviderMisanswered(words)


def _read(response: httpx2.Response, most: int) -> Answer:
    body = bytearray()
    encoding = response.headers.get("content-encoding", "").strip().lower()
    for part in inflated(response.iter_raw(), encoding):
        body += part
        if len(body) > most:
            break
    media_type, _, rest = response.headers.get("content-type", "").partition(";")
    charset = re.search(r"""charset\s*=\s*["']?([\w.:-]{2,40})""", rest, re.IGNORECASE)
    return Answer(
        str(response.url),
        media_type.strip().lower(),
        charset[1] if charset else "",
        bytes(body[:most]),
        cut=len(body) > most,
        headers={name.lower(): value for name, value in response.headers.items()},
    )


def inflated(chunks: Iterator[bytes], encoding: str) -> Iterator[bytes]:
    """Yield the decompressed bytes of a body whose Content-Encoding is `encoding`. Each piece has at most 64 kB, so
    that a small body cannot expand until it fills the memory.
    """
    if encoding in ("", "identity"):
        yield from chunks
        return
    if encoding not in ("gzip", "x-gzip", "deflate"):
        raise ProviderMisanswered(f"answered in the compression {encoding[:30]}, which Coscribe cannot read")
    stream = zlib.decompressobj(zlib.MAX_WBITS | 32)  # gzip or zlib, which differ in their first bytes
    begun = False
    for chunk in chunks:
        if chunk and not begun:
            begun = True
            if encoding == "deflate" and chunk[0] & 0x0F != 8:
                stream = zlib.decompressobj(-zlib.MAX_WBITS)  # some servers send deflate without a zlib header
        try:
            while chunk and not stream.eof:
                yield stream.decompress(chunk, 65536)
                chunk = stream.unconsumed_tail
        except zlib.error as error:
            raise ProviderMisanswered("answered with compressed data that is damaged") from error
    if begun and not stream.eof:
        raise ProviderMisanswered("closed the connection in the middle of its answer")


def _is_encoding(name: str) -> bool:
    try:
        return codecs.lookup(name)._is_text_encoding
    except LookupError:
        return False
