"""Compare the sentences of a paper that cite works by key with the abstracts of these works."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from backend.document.sentences import sentences
from backend.formats.cited_keys import cited_keys
from backend.kernel.works import Citation
from backend.ports import Ports
from backend.services.source_checks import support_judge
from backend.services.source_checks.source_check import CheckedSource
from backend.services.source_checks.support_judge import OpenSentence
from backend.verification.sentence_support import MOST, entry, least
from backend.verification.support import support

_CITATION = re.compile(r"\[[^\[\]]*@[^\[\]]*\]|-?@[\w:.#$%&+?<>~/-]+")
_SPACE_BEFORE = re.compile(r" (?=[.,;:!?])")
#: Verdicts that are reported. An abstract that does not mention a sentence says nothing about the sentence.
_TOLD = frozenset({"contradicted", "partly"})

#: A sentence as written, the key of a work that it cites, and the verdict on it as the API sends it.
Compared = tuple[str, str, Mapping[str, Any]]


def compared(ports: Ports, user_id: str, text: str, works: Mapping[str, CheckedSource]) -> list[Compared]:
    """Return the verdict on each sentence for each work that it cites by key. `works` are the works by their keys;
    those without an abstract are left out.

    `decided_by` of a verdict is "rules" or "model": sentences that the rules cannot settle are given to the model for
    internal steps, if there is one.
    """
    said = list(_cited(text, works))
    given = [OpenSentence(sentence, abstract, support(sentence, abstract)) for _, _, sentence, abstract in said]
    by_model = support_judge.judged(ports, user_id, given)
    return [
        (
            written,
            key,
            {
                **entry(one.sentence, by_model.get(place, one.found)),
                "decided_by": "model" if place in by_model else "rules",
            },
        )
        for place, ((written, key, _, _), one) in enumerate(zip(said, given, strict=True))
    ]


def unsupported(found: Sequence[Compared]) -> Iterator[dict[str, Any]]:
    """Yield the sentences whose statement the cited work contradicts, or supports only in part."""
    for written, key, told in found:
        if told["verdict"] in _TOLD and told["reason"]:
            about = {name: told[name] for name in ("verdict", "passage", "reason", "decided_by")}
            yield {"sentence": written, "key": key, **about}


def with_support(citations: Sequence[Citation], found: Sequence[Compared]) -> list[Citation]:
    """Return the citations of references, each with the verdicts on the sentences that cite it by key."""
    made = []
    for each in citations:
        told = [verdict for _, key, verdict in found if key == each.metadata.get("key")][:MOST]
        about = {**each.metadata, "support_of": told, "support": least(told)}
        made.append(replace(each, metadata=about) if told else each)
    return made


def _cited(text: str, works: Mapping[str, CheckedSource]) -> Iterator[tuple[str, str, str, str]]:
    """Yield (sentence as written, key, sentence without citations, abstract) for each cited work with an abstract."""
    for start, end in sentences(text):
        written = text[start:end].strip()
        for key in cited_keys(written):
            work = works[key].verdict.work if key in works else None
            if work is not None and work.abstract:
                yield written, key, _bare(written), work.abstract


def _bare(sentence: str) -> str:
    """Return a sentence without its citations."""
    return _SPACE_BEFORE.sub("", " ".join(_CITATION.sub(" ", sentence).split()))
