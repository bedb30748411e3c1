"""Send requests with the user's access token to one server, renew the token when it expires, and turn every failure
into a message for the user.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import httpx2

from backend.client.api_types import read_object
from backend.client.failures import ClientFailure, ServerError, SignedOut, Unreachable, from_problem
from backend.client.preferences import is_here
from backend.client.tokens import Tokens

#: Time limits in seconds: to connect, and to wait for an answer, which a model may delay.
CONNECT, PATIENCE = 10.0, 300.0
#: Seconds of silence after which a stream counts as lost. The server sends something at least every 15 seconds.
SILENCE = 45.0
EVENTS = "text/event-stream"
_PERHAPS_DONE = "The server may have done the work already: check before you try again."


@dataclass(frozen=True, slots=True)
class Call:
    """A request to the server. Items of `query` that are None are left out. If `signed` is True, the request has the
    access token. `patience` is how many seconds the client waits for the answer.
    """

    method: str
    path: str
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, Any] = field(default_factory=dict)
    signed: bool = True
    patience: float = PATIENCE
    #: files by the form field's name, each as a pair of file name and bytes
    files: Mapping[str, tuple[str, bytes]] = field(default_factory=dict)


class Connection:
    """A connection to one server, with the user's tokens. Several threads may use it at the same time."""

    def __init__(self, tokens: Tokens) -> None:
        self.server, self.tokens = tokens.server, tokens
        self._client = httpx2.Client(
            base_url=self.server,
            timeout=httpx2.Timeout(PATIENCE, connect=CONNECT),
            headers={"User-Agent": f"coscribe/{release()}"},
            trust_env=not is_here(self.server),
        )

    def close(self) -> None:
        self._client.close()

    def call(self, call: Call) -> httpx2.Response:
        """Send a request and return the answer if its status is a success. Raises a ClientFailure for any other status,
        or if no answer comes.
        """
        request = self._request(call)
        timeout = httpx2.Timeout(call.patience, connect=min(CONNECT, call.patience))
        request.extensions["timeout"] = timeout.as_dict()
        response = self._signed(request) if call.signed else self._send(request)
        if not response.is_success:
            raise self._failure(response)
        return response

    def json(self, call: Call) -> dict[str, Any]:
        """Send a request and return the JSON object in its answer. Raises a ClientFailure if there is no successful
        answer, or if it is not a JSON object.
        """
        return self.object_in(self.call(call))

    def stream(self, call: Call) -> httpx2.Response:
        """Send a request and return the answer as soon as its headers have arrived. The caller must read and close its
        body. Network errors are raised as TransportErrors.
        """
        request = self._request(replace(call, headers={"Accept": EVENTS, **call.headers}))
        request.extensions["timeout"] = httpx2.Timeout(SILENCE, connect=CONNECT).as_dict()
        response = self._signed(request, stream=True, explain=False)
        if not response.is_success:
            try:
                response.read()
            finally:
                response.close()
            raise self._failure(response)
        return response

    def object_in(self, response: httpx2.Response) -> dict[str, Any]:
        """Return the JSON object in an answer. Raises ServerError if the answer is not a JSON object."""
        found = read_object(response.content)
        if found is None:
            raise ServerError(f"{self.server} does not answer as a Coscribe server does. Check the address.")
        return found

    def unreachable(self, error: httpx2.TransportError) -> Unreachable:
        """Convert a network error to an Unreachable, whose message says what to do."""
        if isinstance(error, httpx2.TimeoutException) and not isinstance(error, httpx2.ConnectTimeout):
            return Unreachable(f"{self.server} did not answer in time. {_PERHAPS_DONE}")
        if isinstance(error, (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.UnsupportedProtocol)):
            return Unreachable(
                f"{self.server} cannot be reached ({_reason(error)}). Start the server, or use --server."
            )
        return Unreachable(f"The connection to {self.server} was lost ({_reason(error)}). {_PERHAPS_DONE}")

    # --- how a request is sent --------------------------------------------------------------------

    def _request(self, call: Call) -> httpx2.Request:
        query = {name: value for name, value in call.query.items() if value is not None}
        headers = {"Accept": "application/json", **call.headers}
        content = None
        if call.body is not None:
            content = json.dumps(call.body, ensure_ascii=False).encode("utf-8", "surrogatepass")
            headers["Content-Type"] = "application/json"
        return self._client.build_request(
            call.method, call.path, content=content, headers=headers, params=query or None, files=call.files or None
        )

    def _signed(self, request: httpx2.Request, stream: bool = False, explain: bool = True) -> httpx2.Response:
        """Send a request with an access token, and return the answer. If the server refuses the token, renew it and
        send the request again. If the server refuses the new one, too, delete the tokens and raise SignedOut.

        Network errors are raised as Unreachable; if `explain` is False, as TransportErrors. With `stream`, the answer
        is returned as soon as its headers have arrived.
        """
        token = self.tokens.access(self._renew)
        response = self._send(_with(request, token), stream, explain)
        if response.status_code == 401:
            response.close()
            token = self.tokens.access(self._renew, refused=token)
            response = self._send(_with(request, token), stream, explain)
            if response.status_code == 401:
                response.close()
                self.tokens.forget()
                raise SignedOut(f"{self.server} no longer accepts your token. {self.tokens.sign_in}")
        return response

    def _renew(self, refresh_token: str) -> tuple[str, str] | None:
        """Exchange a refresh token for a new pair of tokens. Returns None if the server refuses it.

        If the answer is lost, the request is sent once more: for some seconds, the server accepts a refresh token a
        second time.
        """
        request = self._client.build_request("POST", "/api/auth/refresh", headers={"Accept": "application/json"})
        try:
            response = self._client.send(_with(request, refresh_token))
        except httpx2.TransportError:
            response = self._send(_with(request, refresh_token))
        if response.status_code == 401:
            return None
        if not response.is_success:
            raise self._failure(response)
        pair = self.object_in(response)
        return pair["access_token"], pair["refresh_token"]

    def _send(self, request: httpx2.Request, stream: bool = False, explain: bool = True) -> httpx2.Response:
        try:
            return self._client.send(request, stream=stream)
        except httpx2.TransportError as error:
            if not explain:
                raise
            raise self.unreachable(error) from error

    def _failure(self, response: httpx2.Response) -> ClientFailure:
        if response.is_redirect:
            where = response.headers.get("Location", "")
            if not where:
                return ServerError(
                    f"{self.server} redirects, but does not say where. Check the address after --server."
                )
            return ServerError(f"{self.server} redirects to {where}. Use that address with --server.")
        try:
            problem = response.json()
        except ValueError:
            problem = None
        if not isinstance(problem, dict):
            said = f"{self.server} answered {response.status_code} {response.reason_phrase}".strip()
            problem = {"detail": f"{said}. {_PERHAPS_DONE}" if response.is_server_error else f"{said}."}
        return from_problem(response.status_code, problem, response.headers.get("Retry-After"))


def _with(request: httpx2.Request, token: str) -> httpx2.Request:
    request.headers["Authorization"] = f"Bearer {token}"
    return request


def _reason(error: Exception) -> str:
    """Return the operating system's description of an error, without the error number."""
    words = str(error).strip() or type(error).__name__
    return words.partition("] ")[2] or words


def release() -> str:
    """Return the installed version of Coscribe."""
    try:
        return version("coscribe")
    except PackageNotFoundError:
        return "0+unknown"
