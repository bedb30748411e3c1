"""Let the product's deadlines pass when a test says so, so that no test fails on a slow machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from backend.connectors.search import SearchServices
from backend.kernel.search_requests import Failure, ResultList, SearchCall
from backend.net import deadline
from backend.net.deadline import Deadline

#: Seconds for a server that never answers. A call that any server answers is given PATIENCE or NEVER instead.
LITTLE = 0.2


@contextmanager
def impatient() -> Iterator[None]:
    """Give up each outgoing call that begins inside after LITTLE seconds: the server that is asked never answers."""
    with pytest.MonkeyPatch.context() as patch:
        real = deadline.after
        patch.setattr(deadline, "after", lambda seconds: real(min(seconds, LITTLE)))
        yield


@contextmanager
def late_after(answers: int) -> Iterator[None]:
    """Let the deadline of a search over all services pass at the moment when so many of them have answered."""
    search_all, after = SearchServices.search_all, deadline.after

    def searched(services: SearchServices, call: SearchCall) -> object:
        made: list[Deadline] = []
        heard: list[ResultList | Failure] = []

        def kept(seconds: float) -> Deadline:
            made.append(after(seconds))
            return made[-1]

        def tell(result: ResultList | Failure) -> None:
            heard.append(result)
            if call.tell is not None:
                call.tell(result)
            if len(heard) == answers:
                made[0].expires = 0.0

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(deadline, "after", kept)  # the search makes its own deadline first, then those of its calls
            return search_all(services, replace(call, tell=tell))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SearchServices, "search_all", searched)
        yield
