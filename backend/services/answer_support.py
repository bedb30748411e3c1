"""How far an answer of the research engine rests on its sources: each of its sentences held against what it cites, and
a warning for what stands in none of them: figures, quotations, works named by author and year."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from backend.kernel.works import Source
from backend.research.inquiry import Findings, Inquiry
from backend.sources.identifiers import source_id
from backend.verification.statements import Placed, Statement, named_works, quotations, statements
from backend.verification.support import SourceText, SupportVerdict, best_of, is_quoted, support
from backend.verification.unsourced import figures, strange_figures, strange_names

#: What a sentence counts by how its sources back it.
WORTH: dict[SupportVerdict, float] = {"supported": 1.0, "partly": 0.5}
#: Words from which on a sentence claims something.
FEWEST_WORDS = 4
#: What a warning names at most, and characters of each.
NAMED, CHARACTERS = 8, 120

_ID = re.compile(r"\[(sx_[0-9a-z]{1,12})\]")
_NUMBER = re.compile(r"\[(\d{1,3})\]")
#: Notes that we ourselves put into an answer.
_NOTE = re.compile(r"\A(?:The search failed|The search found nothing)[^\n]*\n\n|^\*[^*\n]+\*\s*$", re.MULTILINE)
_OWN_LIST = re.compile(
    r"^[ \t]*(?:#{1,6}[ \t]*|\*\*)?(?:references?|bibliography|works cited|literature cited|literatur(?:verzeichnis)?"
    r"|quellen|références|bibliographie|referencias|bibliografía|riferimenti|referências)"
    r"[ \t]*:?(?:\*\*)?[ \t]*:?[ \t]*$"
    r"(?=\s*\n\s*(?:[-*•]|\[?\d{1,3}[\].)]|[A-ZÀ-Þ]))",
    re.IGNORECASE | re.MULTILINE,
)


def held(findings: Findings, inquiry: Inquiry) -> Findings:
    """The findings with their support, and with doubts about what a model said that nothing it was shown has."""
    text = _NOTE.sub("", _prose(findings.text) if inquiry.schema is not None else findings.text)
    said = statements(text, list(_marks(text, findings.sources, inquiry.numbered)))
    share = _share(said, findings.sources) if findings.cited and inquiry.schema is None else findings.support
    if findings.provider == "extractive" or not inquiry.search:
        return replace(findings, support=share)
    return replace(findings, support=share, doubts=(*findings.doubts, *_doubts(text, said, findings, inquiry)))


def _share(said: Sequence[Statement], sources: Sequence[Source]) -> int:
    """Of 100, how many of the claims their own sources say."""
    texts = [SourceText(f"{each.title}. {each.content}") for each in sources]
    claims = [each for each in said if _claims(each)]
    worth = sum(_worth(each, texts) for each in claims)
    return round(100 * worth / len(claims)) if claims else 0


def _worth(statement: Statement, texts: Sequence[SourceText]) -> float:
    found = best_of(support(statement.sentence, texts[place]) for place in statement.cites)
    return WORTH.get(found.verdict, 0.0)


def _claims(statement: Statement) -> bool:
    words = len(re.findall(r"[^\W\d_]+", statement.sentence))
    leads = statement.sentence.rstrip().endswith((":", "：")) and not statement.cites
    return bool(statement.cites) or (words >= FEWEST_WORDS and not leads)


def _marks(text: str, sources: Sequence[Source], numbered: bool) -> Iterator[Placed]:
    places = {source_id(each): place for place, each in enumerate(sources)}
    for match in (_NUMBER if numbered else _ID).finditer(text):
        place = int(match[1]) - 1 if numbered else places.get(match[1], -1)
        if 0 <= place < len(sources):
            yield Placed(match.start(), match.end(), (place,))


def _doubts(text: str, said: Sequence[Statement], findings: Findings, inquiry: Inquiry) -> Iterator[str]:
    known = [*_shown(findings), *(turn.content for turn in inquiry.turns if turn.role == "user")]
    known += [inquiry.rules, inquiry.reader.profile, inquiry.reader.location]
    bare = (_NUMBER if inquiry.numbered else _ID).sub(" ", text)
    if strange := strange_figures(figures(bare), known):
        yield f"Figures in the answer that no source has: {_listed(strange)}."
    uncited = [each for one in said if not one.cites for each in figures(one.sentence) if each not in strange]
    if uncited and findings.sources:
        yield f"Figures in the answer without a citation: {_listed(uncited)}."
    quoted = [each for one in said for each in quotations(one.sentence)]
    if invented := [each for each in quoted if not any(is_quoted(each, other) for other in known)]:
        yield f"Quotations in the answer that stand in no source: {_listed(f'“{each}”' for each in invented)}."
    named = [each for one in said for each in named_works(one.sentence)]
    if unknown := strange_names(named, known):
        yield f"Works named in the answer that no source confirms: {_listed(each.written for each in unknown)}."
    if _OWN_LIST.search(text):
        yield "The answer has a list of references of its own; only what its marks stand for was found."


def _shown(findings: Findings) -> Iterator[str]:
    """Return what the model was shown of each source, and what reports said."""
    for each in findings.sources:
        when = (each.published_at or "")[:10]
        yield f"{', '.join(each.authors)} ({each.year or when[:4]}). {each.title}. {when}\n{each.content}"
    for report in findings.found.reports:
        yield report.text


def _prose(text: str) -> str:
    """The strings of an answer in JSON, a paragraph each."""
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return "\n\n".join(_strings(value))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _strings(each)


def _listed(found: Iterable[str]) -> str:
    every = list(dict.fromkeys(" ".join(each.split())[:CHARACTERS] for each in found))
    more = f" and {len(every) - NAMED} more" if len(every) > NAMED else ""
    return ", ".join(every[:NAMED]) + more
