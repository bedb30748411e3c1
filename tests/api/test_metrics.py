"""What is counted, and by what name."""

from __future__ import annotations


def test_requests_are_counted_by_route_and_never_by_id(somebody):
    session = somebody.session()
    somebody.call("GET", f"/api/sessions/{session}")
    somebody.http.get(f"/nowhere/{session}")
    somebody.http.open("/healthz", method="BREW")
    answer = somebody.http.get("/metrics")
    assert answer.content_type.startswith("text/plain")
    assert 'coscribe_requests_total{method="GET",route="/api/sessions/<session_id>",status="200"}' in answer.text
    assert 'route="unknown",status="404"' in answer.text and 'method="other"' in answer.text
    assert "coscribe_request_seconds_bucket" in answer.text and session not in answer.text
