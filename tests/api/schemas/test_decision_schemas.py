"""What preview and approve answer, as JSON."""

from backend.api.schemas.decision_schemas import ApprovedOut, PreviewOut, RejectedOut
from backend.placement.diff import Change

PLACE = {
    "operation": "append_to_document", "section": None, "anchor": None, "position": "end", "decided_by": "rules",
    "reason": "", "confidence": 1.0,
}  # fmt: skip


def test_a_preview_tells_words_splices_and_parts():
    hunk = {"id": "a-1", "before": "", "after": "\n\nx", "start": 3, "end": 3}
    told = PreviewOut().dump(
        {
            "placement": PLACE, "candidates": [PLACE], "sure": True, "diff": "+x",
            "word_diff": [Change("insert", "x")],
            "splices": [{"start": 3, "end": 3, "text": "\n\nx"}], "hunks": [hunk], "lost": [], "lost_citations": [],
            "warnings": [], "base_revision": 3,
        }
    )  # fmt: skip
    assert told["hunks"] == [hunk] and told["word_diff"] == [{"kind": "insert", "text": "x"}]


def test_an_approval_tells_where_the_text_stands():
    told = ApprovedOut().dump({"status": "approved", "inserted": [{"start": 1, "end": 4}], "diff": "", "more": 1})
    assert told == {"status": "approved", "inserted": [{"start": 1, "end": 4}], "diff": ""}


def test_each_decision_has_one_status():
    statuses = [each._declared_fields["status"].metadata["enum"] for each in (ApprovedOut, RejectedOut)]
    assert statuses == [["approved"], ["rejected"]]
