"""Send requests to the server of a model.

All requests of a client go to one address, and only their bodies differ. So this module writes the requests itself, and
gives them directly to a pool of connections. With a general HTTP library, this took a sixth of a message's processor
time, and more for each piece of a stream.

No connection is used twice. A call to a model takes seconds, so the time to open a connection hardly matters. If a
connection were kept, the server might close it in between, and the next call would seem to fail.

Import this module only when needed: it imports the HTTP library.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import unquote

import httpcore2
import httpx2

from backend import errors
from backend.kernel import cancellation
from backend.net.http import inflated
from backend.net.streamed_body import body_of
from backend.net.transport import Policy, Transport

#: Maximum bytes of a refusal that are read. Its code and its words about a field are in the first lines.
MAX_REFUSAL_BYTES = 65_536


class Refusal(Exception):
    """Raised if a server answers with an error status. `body` is the answer's JSON, or its text."""

    def __init__(self, status: int, headers: Mapping[str, str], body: Any) -> None:
        super().__init__(f"HTTP {status}")
        self.status, self.headers, self.body = status, headers, body


class ModelAnswer:
    """An answer whose headers have arrived. `headers` maps names in lower case to values. `pieces` yields the
    decompressed body as it arrives.
    """

    def __init__(self, answer: httpcore2.Response, streamed: bool = False) -> None:
        self._answer = answer
        self.headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in answer.headers}

        self._body = body_of(answer) if streamed else None

    def pieces(self) -> Iterator[bytes]:
        encoding = self._encoding()
        stream = self._answer.iter_stream() if self._body is None else iter(self._body)
        if encoding in ("", "identity"):
            yield from stream
            return
        try:
            yield from filter(None, inflated(stream, encoding))
        except errors.ProviderMisanswered as error:
            raise httpcore2.RemoteProtocolError(error.detail) from None

    def push(self, take: Callable[[bytes], bool]) -> None:
        """Call `take` with each piece of the body as it arrives, as long as `take` returns True. The call is made in
        the thread that reads all streams. `pieces` then yields the rest of the body.
        """
        if self._body is not None and self._encoding() in ("", "identity"):
            self._body.push(take)

    def _encoding(self) -> str:
        return self.headers.get("content-encoding", "").strip().lower()


class ModelClient:
    """Sends requests to `url`, which the operator has set. It follows no redirect, because its key is only for that
    address. The deadline of the call limits each read and write; there is no other time limit. Several threads may use
    it at the same time.
    """

    def __init__(self, url: str, api_key: str = "") -> None:
        where = httpx2.URL(url)
        self._url = httpcore2.URL(scheme=where.raw_scheme, host=where.raw_host, port=where.port, target=where.raw_path)
        # A server that asks for a password has it in its address; if there is a key, the key is used.
        password = b64encode(unquote(where.userinfo.decode("ascii")).encode()).decode("ascii")
        signed = f"Bearer {api_key}" if api_key else f"Basic {password}" if password else ""
        self._headers = [
            (b"Host", where.netloc),
            (b"User-Agent", b"coscribe"),
            (b"Content-Type", b"application/json"),
            *([(b"Authorization", signed.encode("ascii"))] if signed else []),
        ]
        self._transport = Transport(Policy(operator_url=url, environment_proxies=True))
        self._pool = self._transport.pool_for(httpx2.Request("POST", where))

    @contextmanager
    def post(self, fields: Mapping[str, Any], streamed: bool = False) -> Iterator[ModelAnswer]:
        """Send `fields` as JSON, and yield the answer, which can be read in the `with` block. If `streamed`, the answer
        is a stream of events. Raises Refusal for an error status.
        """
        body = json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
        # a compressed stream would arrive in the compressor's pieces
        accepts = (b"text/event-stream", b"identity") if streamed else (b"application/json", b"gzip, deflate")
        request = httpcore2.Request(
            method=b"POST",
            url=self._url,
            headers=[
                *self._headers,
                (b"Accept", accepts[0]),
                (b"Accept-Encoding", accepts[1]),
                (b"Content-Length", str(len(body)).encode()),
            ],
            content=body,
        )
        response = self._pool.handle_request(request)
        try:
            answer = ModelAnswer(response, streamed)
            if not 200 <= response.status < 300:
                raise Refusal(response.status, answer.headers, _refused(answer))
            yield answer
        finally:
            response.close()

    def close(self) -> None:
        """Close all connections."""
        self._transport.close()


def _refused(answer: ModelAnswer) -> Any:
    content = bytearray()
    for piece in answer.pieces():
        content += piece
        if len(content) > MAX_REFUSAL_BYTES:
            break
    try:
        body = json.loads(content)
    except (ValueError, RecursionError):
        return content.decode("utf-8", "replace")
    return body.get("error", body) if isinstance(body, dict) else body


@contextmanager
def provider_errors(name: str) -> Iterator[None]:
    """Convert errors of the connection to Coscribe's own; their messages begin with `name`, the provider's name. Raises
    Cancelled if the call was cancelled.
    """
    try:
        yield
    except httpcore2.TimeoutException:
        cancellation.check()
        raise errors.ProviderTimeout(f"{name} did not answer in time. Try again later.") from None
    except (httpcore2.NetworkError, httpcore2.ProtocolError, httpcore2.ProxyError, httpcore2.UnsupportedProtocol):
        cancellation.check()
        raise errors.ProviderUnreachable(
            f"{name} could not be reached or closed the connection. Check its address, and whether it runs."
        ) from None
