"""Build the prompts that contain sources and the question, and the answers that are written without a model."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from backend.kernel import prompts
from backend.kernel.exchange import AnswerSchema, ChatRequest, Evidence, Excerpt, Quoted, Turn
from backend.kernel.search_requests import Failure
from backend.kernel.works import Source
from backend.research.citations import mark, neutralized, reference, unmarked
from backend.research.inquiry import Inquiry, Report
from backend.research.source_search import NO_SERVICE
from backend.sources.identifiers import source_id

#: Maximum number of characters of a source whose page was not read. This is enough for an abstract, or for the part of
#: a page that a service sent.
SNIPPET = 2_000
#: Number of related questions that are offered. Perplexity's Sonar offers the same number.
RELATED = 3

#: The fields of a Stage 1 answer (drafting/reply_schema.json).
_DRAFT = frozenset({"message", "document_content", "sources", "new_types"})

RETRACTED = " (from a retracted work)"
QUOTED = "Quoted word for word from the sources, without a model:"
DOUBTED = "{doubt}. The best matching sentences, quoted word for word from the sources, without a model:"
NOTHING_FOUND = "The search found nothing to quote. Ask in other words."
OFF_THE_POINT = (
    "I have nothing to quote: no source that the search found seems to mention what you ask. Without a model I only "
    "quote, so ask in words that a source would use, or set a key for a model that writes (`coscribe doctor` says how)."
)
NOT_SEARCHED = (
    "Nothing was searched for, and without a model I can only quote what a search finds. Ask a question with the "
    "search on, or set a key for a model that writes (`coscribe doctor` says how)."
)


def answer_request(
    inquiry: Inquiry, sources: Sequence[Source], today: date, reports: Sequence[Report] = ()
) -> ChatRequest:
    """Build the request to answer a question from sources and agents' reports.

    Only this request, and the one to the keyless writer, contain the user's profile.
    """
    values = {
        "location": neutralized(inquiry.reader.location),
        "profile": neutralized(" ".join(inquiry.reader.profile.split())),
        "rules": inquiry.rules,
        "persona": neutralized(inquiry.persona.strip()),
        "today": today.isoformat(),
    }
    if inquiry.search:
        system = prompts.render(f"synthesise_{inquiry.effort}", schema=inquiry.schema is not None, **values)
    else:
        system = prompts.render("converse", **values)
    *earlier, question = inquiry.turns
    said = _with_sources(sources, question.content, False, reports) if inquiry.search else question.content
    return ChatRequest(
        turns=(Turn("system", system), *earlier, Turn("user", said)),
        schema=inquiry.schema,
        model=inquiry.chat_model,
        temperature=inquiry.temperature,
        max_tokens=inquiry.max_tokens,
        search=False,
    )


def drafting_request(request: ChatRequest, sources: Sequence[Source]) -> ChatRequest:
    """Return a Stage 1 request in which the sources come before the last message. Nothing else is changed."""
    *before, last = request.turns
    said = _with_sources(sources, last.content, True)
    return replace(request, turns=(*before, Turn(last.role, said)), search=False)


def drafting_evidence(request: ChatRequest, question: str, sources: Sequence[Source]) -> ChatRequest:
    """Return a Stage 1 request for the keyless writer that asks `question`, with the sources added: each becomes a
    section that may be quoted.
    """
    evidence = request.evidence or Evidence("research", question)
    found = tuple(Excerpt(each.content, "section", reference(each)) for each in sources if each.content.strip())
    return replace(request, evidence=replace(evidence, excerpts=(*evidence.excerpts, *found)), search=False)


def related_request(question: str, answer: str, model: str | None) -> ChatRequest:
    """Build the request for questions related to the answer. It is sent to the system model."""
    words = prompts.render("related", most=RELATED, question=question[:4_000], answer=answer[:6_000])
    return ChatRequest((Turn("user", words),), model=model, max_tokens=1_000, search=False)


def quotation(quoted: Quoted, sources: Sequence[Source]) -> str:
    """Return an answer made of sentences quoted from the sources, each with its citation mark. If the sentences may not
    answer the question, the answer says so.
    """
    if not quoted.sentences:
        return OFF_THE_POINT if any(each.content.strip() for each in sources) else NOTHING_FOUND
    lines = [f"- {' '.join(neutralized(said).split())} {_marked(sources[place])}" for place, said in quoted.sentences]
    return "\n".join([DOUBTED.format(doubt=neutralized(quoted.doubt)) if quoted.doubt else QUOTED, "", *lines])


def _marked(source: Source) -> str:
    return mark(source) + (RETRACTED if source.is_retracted else "")


def nothing(failures: Sequence[Failure]) -> str:
    """Return the answer to a question for which no source was found. It says whether the search failed or found
    nothing.
    """
    if not failures:
        return NOTHING_FOUND
    if NO_SERVICE in failures:
        return f"Nothing was searched: {_reasons([NO_SERVICE])}."
    return f"The search found nothing to quote: {_reasons(failures)}."


def unsearched(failures: Sequence[Failure]) -> str:
    """Return the first sentence of an answer for which no source was found. It says that no source confirms
    the answer.
    """
    reasons = _reasons(failures)
    why = f"The search failed ({reasons})" if reasons else "The search found nothing"
    if NO_SERVICE in failures:
        why = f"Nothing was searched ({reasons})"
    return f"{why}, so this answer rests on what the model remembers, and no source confirms it."


def _reasons(failures: Sequence[Failure]) -> str:
    """Return the reasons of the failures, each once and with the name of its service; "" if there are none."""
    named = (
        f"{'' if each.connector == 'search' else each.connector + ': '}{neutralized(each.reason)}" for each in failures
    )
    return "; ".join(dict.fromkeys(each.rstrip(".") for each in named))


def retractions(sources: Sequence[Source], cited: Collection[str]) -> tuple[str, tuple[str, ...]]:
    """Return the note that names the cited works that were retracted ("" if there are none), and a warning for each
    retracted source.
    """
    found = [each for each in sources if each.is_retracted]
    named = [each for each in found if source_id(each) in cited]
    listed = "; ".join(f"“{neutralized(' '.join(each.title.split()))}” {mark(each)}" for each in named)
    note = f"\n\n*Retracted, so not to be used as evidence: {listed}.*" if named else ""
    return note, tuple(f"“{' '.join(each.title.split())}” was retracted." for each in found)


def is_draft(schema: AnswerSchema) -> bool:
    """Return True if `schema` is the schema of Stage 1's answers."""
    return frozenset(schema.schema.get("properties", {})) >= _DRAFT


def filled(schema: AnswerSchema, text: str, sources: Sequence[str]) -> str:
    """Return JSON that follows a schema, with `text` in the schema's first text field. `sources` are put into the
    fields whose names contain "source", "citation" or "reference" and whose values are lists of strings.

    This is for answers without a model. Other required fields are empty. The schema's limits on length and its patterns
    are not followed.
    """
    state = {"text": text}
    if schema.schema.get("type") == "object" and not schema.schema.get("properties"):  # any object will do
        return json.dumps({"answer": text, "sources": list(sources)}, ensure_ascii=False)
    return json.dumps(_value(schema.schema, "", state, list(sources)), ensure_ascii=False)


def _value(schema: Mapping[str, Any], name: str, state: dict[str, str], sources: list[str]) -> Any:
    kinds = schema.get("type")
    kind = next((each for each in kinds if each != "null"), "null") if isinstance(kinds, list) else kinds
    if "const" in schema:
        return schema["const"]
    if schema.get("enum"):
        return schema["enum"][0]
    for choice in ("anyOf", "oneOf", "allOf"):
        if kind is None and schema.get(choice):
            return _value(schema[choice][0], name, state, sources)
    if kind == "string":
        return state.pop("text", "")
    if kind == "array":
        words = (schema.get("items") or {}).get("type") == "string"
        return sources if words and any(each in name.lower() for each in ("source", "citation", "reference")) else []
    if kind in ("integer", "number"):
        return 0
    if kind == "boolean":
        return False
    if kind == "object" or "properties" in schema:
        return {key: _value(each, key, state, sources) for key, each in schema.get("properties", {}).items()}
    return None


def listed(sources: Sequence[Source], characters: int) -> str:
    """Return sources in the form in which a tool shows them to a model: each with its id and up to `characters`
    characters of its text.
    """
    shown = [_shown(each) for each in sources]
    return prompts.render("found", sources=[each | {"text": each["text"][:characters]} for each in shown])


def _with_sources(sources: Sequence[Source], said: str, drafting: bool, reports: Sequence[Report] = ()) -> str:
    written = [
        {"task": unmarked(each.task), "text": unmarked(each.text.strip())} for each in reports if each.text.strip()
    ]
    shown = [_shown(each) for each in sources]
    return prompts.render("sources", sources=shown, said=said, drafting=drafting, reports=written)


def _shown(source: Source) -> dict[str, str]:
    """Return a source in the form in which the prompt's template needs it. Whatever looks like a mark or a delimiter in
    its text gets full-width brackets.
    """
    authors = ", ".join(source.authors[:5]) + (" et al." if len(source.authors) > 5 else "")
    when = source.published_at[:10] if source.published_at else str(source.year or "")
    retracted = "RETRACTED" if source.is_retracted else ""
    most = len(source.content) if source.metadata.get("read") else SNIPPET
    return {
        "id": source_id(source),
        "title": neutralized(" ".join(source.title.split())) or "(untitled)",
        "where": neutralized(f"https://doi.org/{source.doi}" if source.doi else source.url or ""),
        "facts": neutralized("; ".join(part for part in (authors, when, retracted) if part)),
        "text": neutralized(source.content[:most].strip()) or "(no text)",
    }
