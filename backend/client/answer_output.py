"""Print answers, pending content and previews for a person, to a terminal or into a file."""

from __future__ import annotations

from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from backend.client import text_output
from backend.client.api_types import Answer, Approved, Pending, Placement, Preview
from backend.client.context import Context


def show_answer(desk: Context, answer: Answer) -> None:
    """Print the answer, then the content that waits for approval, then its sources."""
    if answer["response"]:
        if answer["meta"].get("mode") == "research":  # a research answer is plain text
            desk.show(answer["response"])
        else:
            desk.show_markdown(answer["response"])
    if answer["document_content"]:
        show_content(desk, answer["document_content"])
    show_sources(desk, text_output.citations(answer["sources"], answer["citations"]))
    confirmed = "No search result or attached source confirms"
    for each in answer["warnings"]:
        if not each.startswith(confirmed):  # the list of sources already shows this warning
            desk.note(each, "yellow")
    if answer["meta"].get("truncated"):
        desk.note("The model reached its output limit, so its answer is cut off.", "yellow")
    if answer["document_content"]:
        names = ("preview", "approve", "reject", "rewrite WHAT")
        desk.note(f"Pending. Next: {', '.join(desk.prefix + each for each in names)}")
    elif not answer["response"]:
        desk.note("The model's answer is empty. Send the message again, or word it differently.", "yellow")


def show_pending(desk: Context, pending: Pending) -> None:
    show_content(desk, pending["document_content"])
    show_sources(desk, text_output.citations(pending["sources"], pending["citations"]))
    if pending["truncated"]:
        desk.note("The pending content is cut off, because the model reached its output limit.", "yellow")


def show_content(desk: Context, content: str) -> None:
    """Print pending content as its Markdown source, between two marks."""
    if desk.out.is_terminal:
        desk.out.print(Rule("pending", align="left", style="yellow"))
        desk.out.print(Text(text_output.harmless(content.rstrip())))
        desk.out.print(Rule(style="yellow"))
    else:
        desk.show(f"\n--- pending ---\n{content.rstrip()}\n--- end ---")


def show_sources(desk: Context, lines: list[str]) -> None:
    if lines:
        desk.show("\nSources", "bold")
        show_lines(desk, lines)


def show_lines(desk: Context, lines: list[str]) -> None:
    """Print lines. On a terminal, continuation lines are indented; addresses are never broken."""
    for line in lines:
        text = line.lstrip()
        if desk.out.is_terminal and line != text and " " in text:
            desk.out.print(Padding(Text(text_output.harmless(text)), (0, 0, 0, len(line) - len(text))))
        else:
            desk.show(line)


def show_preview(desk: Context, preview: Preview) -> None:
    """Print where the content would go, the reason, and the lines that would change."""
    show_place(desk, "It would go", preview["placement"])
    show_diff(desk, preview["diff"])
    if not preview.get("sure", True) and len(preview["candidates"]) > 1:
        desk.show("\nThe place is not clear. The content could go", "bold yellow")
        show_candidates(desk, preview["candidates"])


def show_approved(desk: Context, approved: Approved, diff: bool) -> None:
    show_place(desk, f"Placed, as revision {approved['revision']}:", approved["placement"])
    if diff:
        show_diff(desk, approved["diff"])


def show_place(desk: Context, head: str, placement: Placement) -> None:
    desk.show(f"{head} {text_output.where(placement)}", "bold")
    desk.show(text_output.why(placement), "dim")


def show_candidates(desk: Context, candidates: list[Placement]) -> None:
    for number, each in enumerate(candidates, 1):
        desk.show(f"  {number}  {text_output.where(each)}")


def show_diff(desk: Context, diff: str) -> None:
    if desk.out.is_terminal:
        desk.out.print(colored_diff(text_output.harmless(diff)))
    else:
        desk.show(diff.rstrip("\n"))


def colored_diff(diff: str) -> Text:
    """Return a unified diff with green additions and red deletions; other lines keep the terminal's own color."""
    text = Text()
    for line in diff.rstrip("\n").split("\n"):
        heads = line.startswith(("+++", "---", "@@"))
        text.append(line + "\n", "dim" if heads else {"+": "green", "-": "red"}.get(line[:1], ""))
    return text
