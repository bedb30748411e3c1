"""Find out which parts of the document a request is about: parts that it names, parts that it may mean, or the whole
paper.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

from backend.document.blocks import Document, read
from backend.document.order_classes import INDEFINITE
from backend.document.order_words import words_in
from backend.document.outline import outline
from backend.drafting.briefing import Briefing
from backend.mentions.resolver import Mention, resolve

Ranges = tuple[tuple[int, int], ...]

# Words for a view of a whole text, by their stems in a dozen languages: summary, abstract, overview, recap, conclusion.
# They count only if the request names no part of the paper, or the part with this name.
_WHOLE = re.compile(
    r"\b(?:summar|abstract|overview|recap|synops|tl;?dr|conclu|zusammenfass|überblick|übersicht|fazit|schlussfolger"
    r"|kurzfassung|résum|aperçu|synthèse|vue d'ensemble|resum|sinops|riassu|sintesi|panoramic|samenvat|overzicht"
    r"|sammanfatt|översikt|sammendrag|streszcz|podsumow|özet|резюм|обзор|аннотац|вывод|заключ)"
    r"|\bfass\w*\b[^.?!]*\bzusammen\b|摘要|总结|總結|概述|概要|要約|まとめ|結論|结论|요약|개요|ملخص|सारांश",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Subject:
    """The parts that a request names, the ranges of blocks that it may also mean (`other_ranges`), and the ranges that
    the previous request named (`ranges_before`).

    Each list begins with the most important part. `about_all` is True if the request is about the whole paper.
    """

    named: tuple[Mention, ...] = ()
    other_ranges: Ranges = ()
    ranges_before: Ranges = ()
    about_all: bool = False


def subject_of(briefing: Briefing) -> Subject:
    """Return what a request is about. For a rewrite, the original request is also read; for a new version of a draft,
    the message that asked for the draft is also read.
    """
    if briefing.document.is_empty:
        return Subject()
    document = read(briefing.document.text)
    rewrite, draft = briefing.rewrite, briefing.draft_meant
    said = [rewrite.instruction, rewrite.original_request] if rewrite else [briefing.message]
    found = _resolved(document, said)
    named = tuple(each for each in found if not each.guessed)
    rivals = [rival for each in named for rival in each.rivals]
    perhaps = [each for each in found if each.guessed]
    perhaps += _resolved(document, [draft.request] if draft else ())
    asked_before = [each.content for each in reversed(briefing.history) if each.role == "user"][:1]
    return Subject(
        named,
        (*rivals, *_ranges(perhaps), *(() if found else _just_approved(document, briefing))),
        tuple(_ranges(_resolved(document, asked_before))),
        _is_about_all(document, said, [each for each in named if each.kind != "document"]),
    )


def _just_approved(document: Document, briefing: Briefing) -> Iterator[tuple[int, int]]:
    """Yield the range of blocks that contain the text of the previous answer, if the user approved it. A message that
    names no part, such as "no, 38 %", may mean this text. For a table row, yield the range of the whole table.
    """
    answer = next((each for each in reversed(briefing.history) if each.role == "assistant"), None)
    if briefing.rewrite or briefing.draft_meant or answer is None or answer.draft is None:
        return
    content = (answer.draft.approved_content or answer.document_content).strip()
    if answer.draft.status != "approved" or not content:
        return
    start = next((at for each in (content, _with_crlf(content)) if (at := document.text.find(each)) >= 0), -1)
    inside = [each.index for each in document.blocks if each.start < start + len(content) and start < each.end]
    if start >= 0 and inside:
        yield inside[0], inside[-1] + 1


def _with_crlf(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\n", "\r\n")


def one_part(named: Iterable[Mention]) -> Mention | None:
    """Return the part that a request certainly names; None if it names no part or several parts."""
    parts = {(each.start, each.stop): each for each in named if each.kind != "document"}
    only = next(iter(parts.values())) if len(parts) == 1 else None
    return only if only is not None and only.sure else None


def _is_about_all(document: Document, said: Iterable[str], named: Iterable[Mention]) -> bool:
    titles = [outline(document).section_of(each.start).title for each in named]
    return any(map(_WHOLE.search, said)) and all(map(_WHOLE.search, titles))


def _resolved(document: Document, said: Iterable[str]) -> tuple[Mention, ...]:
    return tuple(chain.from_iterable(_existing(document, text) for text in said if text.strip()))


def _existing(document: Document, text: str) -> Iterator[Mention]:
    """Yield the existing parts that a request names. "A closing paragraph for Results" means a new paragraph, so its
    section is yielded instead.

    If an indefinite article precedes the name of a section, the section is yielded only if the words are its exact
    title.
    """
    for each in resolve(document, text):
        new = not INDEFINITE.isdisjoint(words_in(text[: each.at[0]])[-1:])
        section = outline(document).section_of(each.start)
        if new and each.kind == "paragraph" and section.heading is not None:
            span = (document.blocks[section.first].start, document.blocks[section.stop - 1].end)
            yield replace(each, kind="section", start=section.first, stop=section.stop, span=span, rivals=())
        elif not new or each.kind != "section" or each.how == "exact":
            yield each


def _ranges(mentions: Iterable[Mention]) -> Iterator[tuple[int, int]]:
    for mention in mentions:
        if mention.kind != "document":
            yield from ((mention.start, mention.stop), *mention.rivals)
