"""Measure how long each step of a run takes, for the timings in its answer, and for traces."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from backend.kernel.traces import Step, Trace
from backend.ports import Ports
from backend.storage.runs import Run


@dataclass(slots=True)
class Stopwatch:
    """Measures how many milliseconds each step takes. `laps` maps the name of each step to its milliseconds;
    `meta.timings_ms` of an answer shows them.
    """

    laps: dict[str, float] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    _last: float = field(default_factory=time.perf_counter)
    _began: int = field(default_factory=time.time_ns)

    def lap(self, name: str) -> None:
        """Record the time since the last call as the step `name`."""
        now = time.perf_counter()
        self.laps[name] = round(1000 * (now - self._last), 1)
        began = self.steps[-1].ended if self.steps else self._began
        self.steps.append(Step(name, began, began + round(1e9 * (now - self._last))))
        self._last = now

    def trace(self, run: Run, error: str) -> Trace:
        """Return the steps of a run as a trace. `error` is the name of the exception class that ended the run; "" if
        none did.
        """
        began, rest = self._began, round(1e9 * (time.perf_counter() - self._last))
        ended = (self.steps[-1].ended if self.steps else began) + rest
        return Trace(run.kind, run.id, run.request_id, tuple(self.steps), began, ended, error)


@contextmanager
def measured(ports: Ports, run: Run) -> Iterator[Stopwatch]:
    """Measure the work in a `with` block. If traces are collected, the steps are sent as a trace at the end."""
    watch, failure = Stopwatch(), ""
    try:
        yield watch
    except BaseException as error:
        failure = type(error).__name__
        raise
    finally:
        if ports.tracer is not None:
            ports.tracer(watch.trace(run, failure))
