"""Define all errors, each with its HTTP status.

    CoscribeError                500
    ├── Malformed                400  not JSON, wrong encoding, NUL or lone surrogates
    ├── Unauthorized             401  the token is missing, forged, expired or revoked
    ├── Forbidden                403  registration is closed
    ├── NotFound                 404  the id is unknown or somebody else's
    ├── Conflict                 409  the state has changed since the caller read it
    ├── Cancelled                409  somebody stopped the work; this is not a failure
    ├── StaleRevision            412  If-Match names an old revision
    ├── Refused                  422  a field or a file is refused; `errors` names each bad field
    │   └── Unplaceable          422  a placement that cannot be carried out; `problems` gives the reasons
    ├── PreconditionRequired     428  If-Match is missing
    ├── OverLimit                429  the user has reached a limit of calls or money
    ├── Busy                     503  this server is full
    ├── StoreUnavailable         503  the store of files failed or cannot be reached
    ├── Interrupted              503  the process that worked on this died
    └── ProviderError            502
        ├── ProviderMisanswered  502  sent no valid answer, but HTML, no content, or a status 4xx
        │   └── ProviderDeclined 502  refused this request (400 or 422); another form may be accepted
        ├── ProviderKeyRefused   502  refused our key
        ├── ProviderUnreachable  502  no connection, or a broken one, or no such host
        │   └── AddressRefused   502  not on the public internet, and not configured by the operator
        ├── ProviderOverLimit    503  is over its rate limit or overloaded
        └── ProviderTimeout      504  did not answer in time

Any code may raise them; `api/errors.py` alone converts them to `application/problem+json`.
`detail` is written for the caller: it never contains a key, a prompt or a traceback.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from backend.kernel.exchange import ChatReply


class CoscribeError(Exception):
    """The base class of all errors. `extra` has further fields of the error answer, `retry_after` the seconds to wait
    before trying again. `fallback` is the detail of an error that is raised without one; if it is "", `title` is used.
    """

    status = 500
    title = "Internal error"
    fallback = ""

    def __init__(
        self,
        detail: str = "",
        *,
        errors: Mapping[str, Sequence[str]] | None = None,
        extra: Mapping[str, Any] | None = None,
        retry_after: float | None = None,
    ) -> None:
        self.detail = detail or self.fallback or self.title
        super().__init__(self.detail)
        self.errors = errors
        self.extra = dict(extra or {})
        self.retry_after = retry_after

    @property
    def kind(self) -> str:
        """Return the last part of the error answer's `type`, such as `not-found`."""
        name = type(self).__name__
        return "".join("-" + c.lower() if c.isupper() else c for c in name).lstrip("-")

    def problem(self, instance: str = "", request_id: str = "") -> dict[str, Any]:
        """Return the error as a problem document (RFC 9457); `instance` is the path of the request. `error` repeats
        `detail` for old frontends.
        """
        body: dict[str, Any] = {
            "type": f"urn:coscribe:problem:{self.kind}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "instance": instance,
            "request_id": request_id,
        }
        if self.errors:
            body["errors"] = {path: list(reasons) for path, reasons in self.errors.items()}
        body["error"] = self.detail
        return body | {key: value for key, value in self.extra.items() if key not in body}


class Malformed(CoscribeError):
    status = 400
    title = "Malformed request"


class Unauthorized(CoscribeError):
    status = 401
    title = "Not authenticated"


class Forbidden(CoscribeError):
    status = 403
    title = "Not allowed"


class NotFound(CoscribeError):
    status = 404
    title = "Not found"


class Conflict(CoscribeError):
    status = 409
    title = "Conflict"


class Cancelled(CoscribeError):
    """Raised if work was cancelled. `partial` is the part of the model's answer that had arrived; its `finish_reason`
    is None. If nothing had arrived, `partial` is None.
    """

    status = 409
    title = "Cancelled"
    partial: ChatReply | None = None


class StaleRevision(CoscribeError):
    status = 412
    title = "The document has changed"


class Refused(CoscribeError):
    status = 422
    title = "Refused"
    fallback = "Some fields were refused, so nothing was done."


class Unplaceable(Refused):
    """Raised if content cannot be placed as asked. `problems` are the reasons, one sentence each; they may be shown to
    a model.
    """

    title = "The placement cannot be carried out"

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__(" ".join(problems), errors={"placement": list(problems)})
        self.problems = tuple(problems)


class PreconditionRequired(CoscribeError):
    status = 428
    title = "If-Match is missing"


class Busy(CoscribeError):
    status = 503
    title = "The server is busy"


class StoreUnavailable(CoscribeError):
    status = 503
    title = "The store of files is not available"


class Interrupted(CoscribeError):
    status = 503
    title = "Interrupted"


class ProviderError(CoscribeError):
    """Raised if a provider (a model's or a search service's server) failed. `partial` is the part of the answer that
    had arrived; its `finish_reason` is None. If nothing had arrived, `partial` is None. `answered` is the HTTP status
    with which the provider refused; None if it did not refuse.
    """

    status = 502
    title = "The provider failed"
    partial: ChatReply | None = None
    answered: int | None = None


class ProviderMisanswered(ProviderError):
    title = "The provider sent an invalid answer"


class ProviderDeclined(ProviderMisanswered):
    title = "The provider declined the request"


class ProviderKeyRefused(ProviderError):
    title = "The provider refused the key"


class ProviderUnreachable(ProviderError):
    title = "The provider could not be reached"


class AddressRefused(ProviderUnreachable):
    title = "Requests to this address are not allowed"


class OverLimit(CoscribeError):
    status = 429
    title = "Over the limit"


class ProviderOverLimit(ProviderError):
    status = 503
    title = "The provider is over its limit"


class ProviderTimeout(ProviderError):
    status = 504
    title = "The provider did not answer in time"
