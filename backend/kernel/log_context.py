"""Store the ids of the run that this thread works on, so that every log line can contain them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

_ids: ContextVar[Mapping[str, str]] = ContextVar("coscribe_log_ids")


@contextmanager
def working_on(run_id: str, request_id: str) -> Iterator[None]:
    """Add the ids of the run, and of the HTTP request that began it, to all log lines of this thread while the context
    is open.
    """
    ids = {"run_id": run_id, "request_id": request_id}
    token = _ids.set({name: value for name, value in ids.items() if value})
    try:
        yield
    finally:
        _ids.reset(token)


def current_ids() -> Mapping[str, str]:
    """Return the ids that a log line of this thread should contain (`run_id`, `request_id`); empty if the thread works
    on no run.
    """
    return _ids.get({})
