"""Send traces (how long each step of a run took) to an OpenTelemetry collector, by OTLP over HTTP.

A run is a span, and its steps are the span's children. OpenTelemetry's own environment variables, such as
`OTEL_EXPORTER_OTLP_ENDPOINT` and `OTEL_SERVICE_NAME`, name the collector. Traces are sent in the background. If the
collector cannot be reached, they are lost, and the work goes on.
"""

from __future__ import annotations

import threading

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter
from opentelemetry.trace import SpanKind, StatusCode, Tracer, set_span_in_context

from backend.kernel.traces import Trace


class OtlpTracer:
    """Sends traces in a thread.

    The thread starts with the first trace, because a server process forks before that, and threads do not survive a
    fork.
    """

    def __init__(self, exporter: SpanExporter | None = None) -> None:
        self._exporter = exporter
        self._lock = threading.Lock()
        self._provider: TracerProvider | None = None

    def __call__(self, trace: Trace) -> None:
        tracer = self._opened()
        about = {"coscribe.run_id": trace.run_id, "coscribe.request_id": trace.request_id}
        whole = tracer.start_span(trace.name, kind=SpanKind.SERVER, attributes=about, start_time=trace.began)
        inside = set_span_in_context(whole)
        for step in trace.steps:
            part = tracer.start_span(step.name, inside, attributes=about, start_time=step.began)
            part.end(step.ended)
        if trace.error:
            whole.set_status(StatusCode.ERROR, trace.error)
        whole.end(trace.ended)

    def flush(self) -> None:
        """Send all traces that have not been sent yet."""
        if self._provider is not None:
            self._provider.force_flush()

    def _opened(self) -> Tracer:
        with self._lock:
            if self._provider is None:
                named = Resource({SERVICE_NAME: "coscribe"}).merge(OTELResourceDetector().detect())
                self._provider = TracerProvider(resource=named)
                self._provider.add_span_processor(BatchSpanProcessor(self._exporter or OTLPSpanExporter()))
            return self._provider.get_tracer("coscribe")
