"""Answers and previews as they are printed, on a terminal and elsewhere."""

from __future__ import annotations

from backend.client import answer_output
from tests.client.conftest import answer, approved, pending, placement, preview

CITED = {"id": "c", "title": "A survey", "url": "https://s.example", "doi": None, "status": "resolved"}


def test_an_answer_without_content_is_its_words_alone(context):
    answer_output.show_answer(context, answer(response="*Yes.*"))
    assert (context.noted, context.said) == ("", "")  # goes through click, which a test of the command reads


def test_content_waits_and_what_can_be_done_with_it_is_said(make_context):
    context = make_context(prefix="/")
    answer_output.show_answer(
        context, answer(response="", document_content="Gusts.\n\n", sources=["https://s.example"])
    )
    assert context.said == "\n--- pending ---\nGusts.\n--- end ---\n\nSources\n[1] https://s.example\n"
    assert context.noted == "The draft waits for your approval. Next: /preview, /approve, /reject, /rewrite WHAT\n"


def test_findings_of_a_research_are_plain_text(context):
    answer_output.show_answer(context, answer(response="*Not* Markdown.", meta={"mode": "research"}))
    assert context.said == "*Not* Markdown.\n"


def test_warnings_are_noted_but_for_what_stands_with_a_source(context):
    warnings = ["No search result or attached source confirms this source: x", "It may be wrong."]
    answer_output.show_answer(context, answer(response="", warnings=warnings, meta={"truncated": True}))
    assert context.noted.splitlines() == [
        "It may be wrong.",
        "The model reached its output limit, so its answer is cut off. Ask for less text.",
        "The model's answer is empty. Send the message again, or word it differently.",
    ]


def test_pending_content_with_its_sources_and_whether_it_is_cut_off(context):
    answer_output.show_pending(context, pending(sources=["[1] https://s.example"], citations=[CITED], truncated=True))
    assert context.said == (
        "\n--- pending ---\nGusts were frequent.\n--- end ---\n\nSources\n[1] [1] https://s.example\n    A survey\n"
    )
    assert "cut off" in context.noted


def test_on_a_terminal_content_stands_between_rules_and_steers_nothing(make_context):
    context = make_context(terminal=True)
    answer_output.show_content(context, "One\x1b[2J two")
    first, text, last = context.said.splitlines()
    assert first.startswith("pending ─") and text.rstrip() == "One two" and set(last) == {"─"}


def test_indented_lines_stay_indented_where_a_terminal_breaks_them(make_context):
    context = make_context(terminal=True)
    answer_output.show_lines(context, ["[1] title", "    " + "word " * 40, "    https://x.example/" + "y" * 200])
    lines = context.said.splitlines()
    assert lines[0] == "[1] title" and [line[:8] for line in lines[1:4]] == ["    word"] * 3
    assert lines[4].startswith("    https://x.example/") and len(lines) == 5, "an address is never broken"


def test_a_preview_that_is_sure_names_one_place(context):
    answer_output.show_preview(context, preview())
    assert context.said.splitlines() == [
        "It would go at the end of Paper › Methods",
        "It was named. (rules, 90% sure)",
        "+Gusts were frequent.",
    ]


def test_a_preview_that_is_not_sure_names_the_candidates_by_number(context):
    other = placement(operation="append_to_document", section=None)
    answer_output.show_preview(context, preview(sure=False, candidates=[placement(), other]))
    assert context.said.splitlines()[-3:] == [
        "The place is not clear. The content could go:",
        "  1  at the end of Paper › Methods",
        "  2  at the end of the document",
    ]
    before = context.said
    answer_output.show_preview(context, preview(sure=False, candidates=[placement()]))
    assert "isn't clear" not in context.said[len(before) :]


def test_an_approval_names_its_revision_and_shows_the_diff_if_it_was_not_shown(context):
    answer_output.show_approved(context, approved(), diff=False)
    assert context.said.splitlines() == [
        "Placed, as revision 4: at the end of Paper › Methods",
        "It was named. (rules, 90% sure)",
    ]
    answer_output.show_approved(context, approved(), diff=True)
    assert context.said.endswith("+Gusts were frequent.\n")


def test_a_diff_on_a_terminal_is_wrapped_and_harmless(make_context):
    context = make_context(terminal=True)
    answer_output.show_diff(context, "+" + "word " * 40 + "\x1b]0;title\x07")
    assert len(context.said.splitlines()) > 1 and "\x1b]0" not in context.said


def test_a_diff_colors_only_what_comes_and_goes():
    text = answer_output.colored_diff("@@ -1 +1 @@\n kept\n-old\n+new\n")
    styles = {text.plain[span.start : span.end].strip(): str(span.style) for span in text.spans}
    assert styles["-old"] == "red" and styles["+new"] == "green" and not styles.get("kept")
