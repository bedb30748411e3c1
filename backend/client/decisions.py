"""Decide about pending content at a terminal: preview, approve, reject, or rewrite it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import cast

import click

from backend.client.answer_output import (  # fmt: skip
    show_answer,
    show_approved,
    show_candidates,
    show_content,
    show_other_drafts,
    show_pending,
    show_preview,
)
from backend.client.api_types import Answer, Approved, NewApproval, Pending, Placement, Preview
from backend.client.context import Context
from backend.client.failures import InvalidUsage, NothingFound, RequestRefused
from backend.client.naming import Kind


@dataclass(frozen=True, slots=True)
class Approval:
    """The options of an approval.

    - `yes`: approve without asking
    - `edit`: first open the content in an editor
    - `candidate`: the number of a place in the preview's list, from 1; None means the place that the preview proposes
    - `accept_truncated`, `accept_sources`: approve content that is cut off, or that has doubtful sources
    - `draft`: the id of the draft, or the beginning of its id; None means the newest
    """

    yes: bool = False
    candidate: int | None = None
    edit: bool = False
    accept_truncated: bool = False
    accept_sources: bool = False
    draft: str | None = None


_DRAFT = Kind((), "drafts", "No draft that waits has the id", " `coscribe pending` lists them.")


def waiting(context: Context, session_id: str, draft: str | None = None) -> Pending:
    """Return the draft whose id is `draft` or begins with `draft`; with None, the newest draft. Raises NothingFound if
    `draft` is None and no draft waits, and RequestRefused if not exactly one draft matches `draft`.
    """
    return _named_or_newest(context.api.open_drafts(session_id), draft)


def _named_or_newest(drafts: Sequence[Pending], draft: str | None) -> Pending:
    if draft is not None:
        found = {each["pending_content_id"]: each for each in drafts}
        return found[_DRAFT.find(draft, [{"id": each} for each in found])["id"]]
    if not drafts:
        raise NothingFound("No draft waits for approval in this session. Ask for one with: coscribe chat")
    return drafts[0]


def look(context: Context, session_id: str, draft: str | None = None) -> None:
    """Print the open draft whose id is `draft` (None: the newest), and the titles of the other open drafts. Raises
    NothingFound if no draft is open.
    """
    drafts = context.api.open_drafts(session_id)
    try:
        found = _named_or_newest(drafts, draft)
    except NothingFound:
        if context.as_json:
            context.print_json({"pending": None})
        raise
    if context.as_json:
        context.print_json(found)
    else:
        show_pending(context, found)
        show_other_drafts(context, [each for each in drafts if each is not found])


def print_preview(context: Context, session_id: str, draft: str | None = None) -> None:
    """Print what an approval of the draft whose id is `draft` (None: the newest) would change. Nothing is changed."""
    seen = _preview(context, session_id, waiting(context, session_id, draft)["pending_content_id"], None)
    if context.as_json:
        context.print_json(seen)
    else:
        show_preview(context, seen)


def approve(context: Context, session_id: str, how: Approval) -> Approved:
    """Show where the pending content would go and ask the user. Approve it if the user agrees. With `how.yes`, approve
    it without asking. Returns the server's answer.
    """
    if not how.yes and (context.as_json or not sys.stdin.isatty()):
        raise InvalidUsage("Use --yes to approve without being asked.")
    content = waiting(context, session_id, how.draft)
    edited = _edited(content) if how.edit else None
    approval = NewApproval(content["pending_content_id"], edited, accept_truncated=how.accept_truncated)
    approval = replace(approval, accept_sources=how.accept_sources)
    if not how.yes or how.candidate is not None:
        preview = _preview(context, session_id, content["pending_content_id"], edited)
        approval = replace(approval, base_revision=preview["base_revision"])
        if how.yes and how.candidate is not None:
            approval = replace(approval, placement=_candidate(preview, how.candidate))
        else:
            _show_what_is_approved(context, content, edited)
            placement = _asked(context, preview, how.candidate)
            # the person was shown that the content is cut off, and agreed
            truncated = approval.accept_truncated or content["truncated"]
            approval = replace(approval, placement=placement, accept_truncated=truncated)
    with context.stoppable_approval(session_id):
        done = _approve(context, session_id, content, approval)
    context.choices.remember_seen(session_id, done["revision"])
    if context.as_json:
        context.print_json(done)
    else:
        show_approved(context, done, diff=how.yes)
    return done


def reject(context: Context, session_id: str, reason: str | None, draft: str | None = None) -> None:
    """Reject a draft, with the user's `reason`, and print that the document is unchanged."""
    with _nothing_pending(context, session_id):
        done = context.api.reject(session_id, reason, _id_of(context, session_id, draft))
    context.print_result(done, "Rejected. The document is unchanged.")


def rewrite(context: Context, session_id: str, instruction: str | None, draft: str | None = None) -> None:
    """Ask the server for a new version of a draft, as `instruction` says, and print it. `draft` is the draft's id or
    the beginning of its id. With None, the server takes the newest open draft, or else the draft rejected last.
    """
    with _nothing_pending(context, session_id):
        run = context.api.rewrite(session_id, instruction, _id_of(context, session_id, draft))
        answer = cast(Answer, context.watch(run, "rewrite", session_id))
    if context.stream:
        return
    if context.as_json:
        context.print_json(answer)
    else:
        show_answer(context, answer)


@contextmanager
def _nothing_pending(context: Context, session_id: str) -> Iterator[None]:
    """While the context is open, raise NothingFound if the server answers that no draft is pending."""
    try:
        yield
    except RequestRefused as failure:
        moved = failure.problem.get("status") == 409 and "run_id" not in failure.problem
        if moved and not context.api.open_drafts(session_id):
            raise NothingFound(failure.words, failure.problem) from failure
        raise


def _id_of(context: Context, session_id: str, draft: str | None) -> str | None:
    return waiting(context, session_id, draft)["pending_content_id"] if draft is not None else None


def _preview(context: Context, session_id: str, content_id: str | None, edited: str | None) -> Preview:
    return context.api.preview(session_id, content_id, edited)


def _show_what_is_approved(context: Context, content: Pending, edited: str | None) -> None:
    if content["truncated"]:
        context.note("The content is cut off, because the model reached its output limit.", "yellow")
    if edited is not None:
        show_content(context, edited)


def _asked(context: Context, seen: Preview, candidate: int | None) -> Placement:
    """Show where the content would go (the preview `seen`), ask the user to agree, and return the place. `candidate` is
    the number of the candidate that the user has already chosen; None if the user has chosen none. Raises click.Abort
    if the user declines.
    """
    if candidate is not None:
        placement = _candidate(seen, candidate)
        show_preview(
            context, {**seen, "placement": placement, "sure": True, "diff": "" if candidate > 1 else seen["diff"]}
        )
    else:
        show_preview(context, seen)
        placement = _chosen(seen)
    click.confirm("Put it there?", default=True, abort=True, err=True)
    return placement


def _chosen(seen: Preview) -> Placement:
    """Return the place that the preview `seen` proposes. If the server is not sure of this place, ask the user to
    choose one of the candidates and return that.
    """
    candidates = seen["candidates"]
    if seen.get("sure", True) or len(candidates) < 2:
        return seen["placement"]
    number = click.prompt("Which place", type=click.IntRange(1, len(candidates)), err=True)
    return candidates[number - 1]


def _candidate(seen: Preview, number: int) -> Placement:
    candidates = seen["candidates"] or [seen["placement"]]
    if not 1 <= number <= len(candidates):
        raise InvalidUsage(f"Option {number} does not exist; `coscribe preview` lists {len(candidates)}.")
    return candidates[number - 1]


def _approve(context: Context, session_id: str, content: Pending, approval: NewApproval) -> Approved:
    try:
        return context.api.approve(session_id, approval)
    except RequestRefused as failure:
        candidates = failure.problem.get("candidates")
        if candidates:
            context.note(failure.words, "bold yellow")
            with context.on_stderr():
                show_candidates(context, candidates)
            raise RequestRefused(
                "Nothing was changed. Choose a place with: coscribe approve --candidate NUMBER", failure.problem
            ) from failure
        if failure.problem.get("sources") and not approval.accept_sources:
            raise RequestRefused(f"{failure.words} On the command line: --accept-sources.", failure.problem) from None
        if content["truncated"] and not approval.accept_truncated:
            raise RequestRefused(
                f"{failure.words} To approve the content anyway, use --accept-truncated.", failure.problem
            ) from None
        raise


def _edited(content: Pending) -> str:
    """Let the user change the content in an editor, and return the changed content. Raises InvalidUsage if it is then
    empty.
    """
    made = click.edit(content["document_content"], extension=".md")
    if made is None:
        return content["document_content"]
    if not made.strip():
        raise InvalidUsage("The edited content is empty; to reject the draft, use: coscribe reject")
    return made
