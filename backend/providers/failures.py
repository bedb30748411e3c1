"""Convert a provider's HTTP status or answer to one of our errors.

The provider's own error message is never passed on, because it may quote keys and prompts. Only its short error code is
passed on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from backend import errors
from backend.net.retry_after import retry_after

_CODE = re.compile(r"[A-Za-z][A-Za-z_-]{2,39}")
#: Parts of error codes for an account without money, for which waiting does not help.
_SPENT = ("insufficient_quota", "billing", "credit", "balance", "payment")


#: What a person can do if a model answered, but not as it should.
ELSE = "Try again, or choose another model."


def from_status(status: int, headers: Mapping[str, str], body: Any, name: str) -> errors.ProviderError:
    """Return the error for an HTTP status, or for a code in the body that has the meaning of a status. `name` is the
    provider's name, which the error's message contains.
    """
    code = _code(body)
    told = f"(HTTP {status}, {code})" if code else f"(HTTP {status})"
    if status in (401, 403):
        return errors.ProviderKeyRefused(f"{name} refused our API key {told}. Check the key in the settings.")
    if status == 402 or (status == 429 and any(word in code.lower() for word in _SPENT)):
        words = f"{name} says that the account of our API key has no credit left {told}. Add credit or set another key."
        return errors.ProviderOverLimit(words, extra={"exhausted": True})
    if status in (429, 503, 529):
        words = f"{name} is over its limit {told}. Try again later."
        return errors.ProviderOverLimit(words, retry_after=retry_after(headers))
    if status in (408, 504, 524):
        return errors.ProviderTimeout(f"{name} did not answer in time {told}. Try again later.")
    if status in (400, 413, 422):
        return errors.ProviderDeclined(f"{name} declined the request {told}. {ELSE}")
    if status == 404:
        words = f"{name} does not know the model or the address {told}. Check both in the settings."
        return errors.ProviderMisanswered(words)
    if 300 <= status < 400:
        words = f"{name} answered with a redirect {told}, which we do not follow. Correct the base URL in the settings."
        return errors.ProviderMisanswered(words)
    return errors.ProviderMisanswered(f"{name} answered with an error {told}. Try again later.")


def check_key(api_key: str, name: str) -> None:
    """Raise ProviderKeyRefused if `api_key` has characters that a header cannot contain. `name` is the provider's
    name.
    """
    if not api_key.isascii() or not api_key.isprintable():
        raise errors.ProviderKeyRefused(
            f"{name} was not asked, because our API key contains characters that cannot be sent. Correct the key in "
            "the settings."
        )


def answer_object(content: bytes, name: str) -> dict[str, Any]:
    """Return the JSON object of an answer. Raises a ProviderError if the answer is not a JSON object, or if it reports
    an error.
    """
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        raise errors.ProviderMisanswered(
            f"{name} answered with something that is not JSON. Check its address."
        ) from None
    if not isinstance(data, dict):
        raise errors.ProviderMisanswered(f"{name} answered with JSON that is not an object. Check its address.")
    told = error_in(data, name)
    if told is not None:
        raise told
    return data


def error_in(data: Mapping[str, Any], name: str) -> errors.ProviderError | None:
    """Return the error that an answer with status 200, or an event of a stream, reports; None if it reports none."""
    error = data.get("error")
    if not error:
        return None
    code = error.get("code") if isinstance(error, dict) else None
    status = int(code) if isinstance(code, int) or (isinstance(code, str) and code.isdigit()) else 200
    return from_status(status, {}, data, name)


def named_in(body: Any, *words: str) -> bool:
    """Return True if the body of a refused request mentions one of these `words`, such as the name of a field."""
    text = body if isinstance(body, str) else json.dumps(body, default=str)
    return any(word in text.lower() for word in words)


def _code(body: Any) -> str:
    """Return the provider's short error code, such as "rate_limit_exceeded"; "" if the body has none. It is never a
    sentence.
    """
    error = body.get("error", body) if isinstance(body, dict) else None
    if not isinstance(error, dict):
        return ""
    for field in ("code", "type", "status"):
        value = error.get(field)
        if isinstance(value, str) and _CODE.fullmatch(value):
            return value
    return ""
