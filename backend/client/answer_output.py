"""Print answers, pending content and previews for people, on a terminal or to a file."""

from __future__ import annotations

from collections.abc import Sequence

from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from backend.client import text_output
from backend.client.api_types import Answer, Approved, Pending, Placement, Preview
from backend.client.context import Context


def show_answer(context: Context, answer: Answer) -> None:
    """Print the model's answer, then the content that waits for approval, then its sources, then warnings."""
    if answer["response"]:
        if answer["meta"].get("mode") == "research":  # a research answer is plain text
            context.show(answer["response"])
        else:
            context.show_markdown(answer["response"])
    if answer["document_content"]:
        show_content(context, answer["document_content"])
    show_sources(context, text_output.citations(answer["sources"], answer["citations"]))
    confirmed = "No search result or attached source confirms"
    for each in answer["warnings"]:
        if not each.startswith(confirmed):  # the list of sources already shows this warning
            context.note(each, "yellow")
    if answer["meta"].get("truncated"):
        context.note("The model reached its output limit, so its answer is cut off. Ask for less text.", "yellow")
    if answer["document_content"]:
        names = ("preview", "approve", "reject", "rewrite WHAT")
        context.note(f"The draft waits for your approval. Next: {', '.join(context.prefix + each for each in names)}")
    elif not answer["response"]:
        context.note("The model's answer is empty. Send the message again, or word it differently.", "yellow")


def show_pending(context: Context, pending: Pending) -> None:
    if pending.get("kind") == "edit" and not pending["document_content"]:
        context.show(f"An edit of the document waits for your approval. {text_output.line(pending['title'], 300)}")
    else:
        show_content(context, pending["document_content"])
    show_sources(context, text_output.citations(pending["sources"], pending["citations"]))
    if pending["truncated"]:
        told = "The draft is cut off, because the model reached its output limit. Ask for a shorter version: "
        context.note(f"{told}{context.prefix}rewrite WHAT", "yellow")


def show_other_drafts(context: Context, others: Sequence[Pending]) -> None:
    """Print the id and the title of each draft that waits besides the one that was shown."""
    if others:
        context.show("\nOther drafts wait, too. Choose one with --draft ID:", "bold")
        for each in others:
            context.show(f"  {each['pending_content_id'][:8]}  {text_output.line(each.get('title') or '', 80)}")


def show_content(context: Context, content: str) -> None:
    """Print pending content as Markdown source, between a line that begins it and a line that ends it."""
    if context.out.is_terminal:
        context.out.print(Rule("pending", align="left", style="yellow"))
        context.out.print(Text(text_output.harmless(content.rstrip())))
        context.out.print(Rule(style="yellow"))
    else:
        context.show(f"\n--- pending ---\n{content.rstrip()}\n--- end ---")


def show_sources(context: Context, lines: list[str]) -> None:
    if lines:
        context.show("\nSources", "bold")
        show_lines(context, lines)


def show_lines(context: Context, lines: list[str]) -> None:
    """Print lines of text. On a terminal, a line that is too long is continued with the same indentation; addresses are
    never broken.
    """
    for line in lines:
        text = line.lstrip()
        if context.out.is_terminal and line != text and " " in text:
            context.out.print(Padding(Text(text_output.harmless(text)), (0, 0, 0, len(line) - len(text))))
        else:
            context.show(line)


def show_preview(context: Context, preview: Preview) -> None:
    """Print where the content would go, the reason, and the lines that would change. If the server is not sure of the
    place, also print the other possible places, each with its number.
    """
    show_place(context, "It would go", preview["placement"])
    show_diff(context, preview["diff"])
    if not preview.get("sure", True) and len(preview["candidates"]) > 1:
        context.show("\nThe place is not clear. The content could go:", "bold yellow")
        show_candidates(context, preview["candidates"])


def show_approved(context: Context, approved: Approved, diff: bool) -> None:
    show_place(context, f"Placed, as revision {approved['revision']}:", approved["placement"])
    if diff:
        show_diff(context, approved["diff"])


def show_place(context: Context, head: str, placement: Placement) -> None:
    context.show(f"{head} {text_output.where(placement)}", "bold")
    context.show(text_output.why(placement), "dim")


def show_candidates(context: Context, candidates: list[Placement]) -> None:
    for number, each in enumerate(candidates, 1):
        context.show(f"  {number}  {text_output.where(each)}")


def show_diff(context: Context, diff: str) -> None:
    if context.out.is_terminal:
        context.out.print(colored_diff(text_output.harmless(diff)))
    else:
        context.show(diff.rstrip("\n"))


def colored_diff(diff: str) -> Text:
    """Return a unified diff with green additions and red deletions; other lines keep the terminal's own color."""
    text = Text()
    for line in diff.rstrip("\n").split("\n"):
        heads = line.startswith(("+++", "---", "@@"))
        text.append(line + "\n", "dim" if heads else {"+": "green", "-": "red"}.get(line[:1], ""))
    return text
