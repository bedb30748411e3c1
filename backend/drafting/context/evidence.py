"""Convert a briefing to evidence: the facts of a request as separate values. The writer without a model uses them,
because it does not read a prompt.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from backend.document.blocks import Document, read
from backend.document.outline import outline
from backend.drafting import search_need
from backend.drafting.briefing import Briefing
from backend.drafting.budget import head_and_tail
from backend.drafting.context import library_passages
from backend.drafting.context.subject import Subject, one_part
from backend.drafting.highlights import AttachedSection
from backend.kernel.exchange import Evidence, Excerpt, OpenDraft, Target
from backend.mentions.resolver import Mention, names_in


def search_decision(briefing: Briefing) -> search_need.Decision:
    """Decide, without a model, whether the request needs a web search.

    For a rewrite, the instruction and the reason for the rejection decide. A search is needed if one of them asks for
    it, or if both are empty. No search is needed if one of them forbids it.
    """
    before = briefing.history[-1] if briefing.history else None
    asked = before is not None and before.role == "assistant" and before.content.rstrip().endswith(("?", "？"))
    base = briefing.rewrite or briefing.draft_meant
    situation = search_need.Situation(not briefing.document.is_empty, base is not None, asked)
    if briefing.rewrite is None:
        return search_need.decide(briefing.message, situation)
    said = [text for text in (briefing.rewrite.instruction, briefing.rewrite.reason) if text.strip()]
    decisions = [search_need.decide(text, situation) for text in said or [""]]
    forbidding = [each for each in decisions if each.why == "said so"]
    return max(forbidding or decisions, key=lambda decision: decision.search)


def evidence(briefing: Briefing, subject: Subject, why: search_need.Why, tokens: int) -> Evidence:
    """Return the facts of a request. `subject` is what the request is about. `why` names the rule that decided whether
    to search. At most `tokens` tokens of the document are quoted.

    A question about the user's own document gets text of the document even if no passage was found.
    """
    rewrite, draft = briefing.rewrite, briefing.draft_meant
    excerpts = _excerpts(briefing, why, tokens)
    instruction = briefing.message
    if rewrite:
        instruction = "\n".join(part for part in (rewrite.original_request, rewrite.instruction) if part)
        excerpts.append(Excerpt(rewrite.content, "rejected", note=rewrite.instruction))
    base = rewrite or draft
    document = read(briefing.document.text)
    meant = one_part(subject.named)
    return Evidence(
        mode=briefing.mode,
        instruction=instruction,
        excerpts=tuple(excerpts),
        previous_content=base.content if base else "",
        rejection_reason=rewrite.reason if rewrite else "",
        previous_sources=base.sources if base else (),
        target=_target(document, meant) if meant else None,
        titles=tuple(section.title for section in outline(document).sections[1:]),
        document=briefing.document.text,
        named=() if rewrite else names_in(instruction, subject.named),
        drafts=tuple(OpenDraft(each.id, each.content, each.sources) for each in briefing.pending),
        sources=briefing.sources,
        edit_waits=briefing.edit_waits,
        has_approved=any(each.draft is not None and each.draft.status == "approved" for each in briefing.history),
    )


def _excerpts(briefing: Briefing, why: search_need.Why, tokens: int) -> list[Excerpt]:
    keys = briefing.attached_keys
    excerpts = [_attached(each, "highlight", each.source or "", keys) for each in briefing.highlights]
    excerpts += [_attached(each, "section", each.source or each.title or "", keys) for each in briefing.sections]
    excerpts += library_passages.excerpts(briefing.library) if briefing.library else ()
    if briefing.wanted.draws_on == "local":  # then only the library may be used
        return excerpts
    passages = briefing.document.passages
    excerpts += [Excerpt(each.text, "passage", " > ".join(each.heading)) for each in passages]
    if why == "own document" and not passages:
        excerpts += [Excerpt(each, "passage") for each in head_and_tail(briefing.document.text, tokens) if each]
    return excerpts


def _attached(
    section: AttachedSection, kind: Literal["highlight", "section"], origin: str, keys: Mapping[str, str]
) -> Excerpt:
    """Return an attached text as an excerpt. `origin` says where the text comes from. `keys` maps a source to the
    citation key of its work; if the text's source is among them, the excerpt is cited by this key.
    """
    key = keys.get(section.source or "")
    return Excerpt(section.content, kind, origin, section.note or "", cite=f"@{key}" if key else "")


def _target(document: Document, meant: Mention) -> Target:
    start, end = document.blocks[meant.start].start, document.blocks[meant.stop - 1].end
    path = outline(document).section_of(meant.start).path
    return Target(document.text[start:end].strip("\n"), meant.kind, " > ".join(path))
