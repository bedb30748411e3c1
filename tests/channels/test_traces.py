"""Traces reach a collector over HTTP, and one that is away costs nothing."""

from __future__ import annotations

import gzip

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from backend.channels.traces import OtlpTracer
from backend.kernel.traces import Step, Trace
from tests.connectors.web import Reply, Web

STEPS = (Step("retrieve", 10**18, 10**18 + 5), Step("provider", 10**18 + 5, 10**18 + 9))
TRACE = Trace("message", "run-1", "request-1", STEPS, 10**18, 10**18 + 10, "ProviderTimeout")


def test_a_trace_is_a_span_with_its_steps(monkeypatch):
    with Web() as collector:
        collector.on("/v1/traces", Reply(b"", type="application/x-protobuf"))
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url)
        tracer = OtlpTracer()
        tracer(TRACE)
        tracer.flush()
        (request,) = collector.requests
    body = gzip.decompress(request.body) if request.body[:2] == b"\x1f\x8b" else request.body
    told = ExportTraceServiceRequest.FromString(body)
    spans = {each.name: each for each in told.resource_spans[0].scope_spans[0].spans}
    whole, step = spans["message"], spans["provider"]
    assert set(spans) == {"message", "retrieve", "provider"} and step.parent_span_id == whole.span_id
    assert (step.start_time_unix_nano, step.end_time_unix_nano) == (10**18 + 5, 10**18 + 9)
    about = {each.key: each.value.string_value for each in step.attributes}
    assert about == {"coscribe.run_id": "run-1", "coscribe.request_id": "request-1"}
    assert whole.status.message == "ProviderTimeout"
    names = {each.key: each.value.string_value for each in told.resource_spans[0].resource.attributes}
    assert names["service.name"] == "coscribe"
