"""Answers, pending content and previews as people see them, on a terminal and elsewhere."""

from __future__ import annotations

from rich.markdown import Markdown
from rich.panel import Panel
from rich.syntax import Syntax

from backend.client import words
from backend.client.answers import Answer, Approved, Pending, Placement, Preview
from backend.client.desk import Desk


def show_answer(desk: Desk, answer: Answer) -> None:
    """What was said, then what waits for approval, then its sources."""
    if answer["response"]:
        if answer["meta"].get("mode") == "research":  # which comes as plain text
            desk.show(answer["response"])
        else:
            desk.show_markdown(answer["response"])
    if answer["document_content"]:
        show_content(desk, answer["document_content"])
    show_sources(desk, words.citations(answer["sources"], answer["citations"]))
    confirmed = "No search result or attached source confirms"
    for each in answer["warnings"]:
        if not each.startswith(confirmed):  # which stands with the source already
            desk.note(each, "yellow")
    if answer["meta"].get("truncated"):
        desk.note("The model reached its limit: what it wrote is cut off.", "yellow")
    if answer["document_content"]:
        desk.note("Pending. Next: coscribe preview, approve, reject, or rewrite “what to change”.")
    elif not answer["response"]:
        desk.note("The model answered with nothing.", "yellow")


def show_pending(desk: Desk, pending: Pending) -> None:
    show_content(desk, pending["document_content"])
    show_sources(desk, words.citations(pending["sources"], pending["citations"]))
    if pending["truncated"]:
        desk.note("It is cut off: the model reached its limit.", "yellow")


def show_content(desk: Desk, content: str) -> None:
    """Content that isn't part of the document yet."""
    if desk.out.is_terminal:
        body = Markdown(words.harmless(content))
        desk.out.print(Panel(body, title="pending", title_align="left", border_style="yellow"))
    else:
        desk.show(f"\n--- pending ---\n{content.rstrip()}\n--- end ---")


def show_sources(desk: Desk, lines: list[str]) -> None:
    if lines:
        desk.show("\nSources", "bold")
        desk.show("\n".join(lines))


def show_preview(desk: Desk, preview: Preview) -> None:
    """Where it would go, why, and every line that would change."""
    show_place(desk, "It would go", preview["placement"])
    show_diff(desk, preview["diff"])
    if not preview.get("sure", True) and len(preview["candidates"]) > 1:
        desk.show("\nThe place isn't clear. It could go", "bold yellow")
        show_candidates(desk, preview["candidates"])


def show_approved(desk: Desk, approved: Approved, diff: bool) -> None:
    show_place(desk, f"Placed, as revision {approved['revision']}:", approved["placement"])
    if diff:
        show_diff(desk, approved["diff"])


def show_place(desk: Desk, head: str, placement: Placement) -> None:
    desk.show(f"{head} {words.where(placement)}", "bold")
    desk.show(words.why(placement), "dim")


def show_candidates(desk: Desk, candidates: list[Placement]) -> None:
    for number, each in enumerate(candidates, 1):
        desk.show(f"  {number}  {words.where(each)}")


def show_diff(desk: Desk, diff: str) -> None:
    if desk.out.is_terminal:
        desk.out.print(
            Syntax(words.harmless(diff), "diff", theme="ansi_dark", word_wrap=True, background_color="default")
        )
    else:
        desk.show(diff.rstrip("\n"))
