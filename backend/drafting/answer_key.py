"""Compute the cache key of an answer from everything on which it depends."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import asdict

from backend.drafting.briefing import Briefing
from backend.kernel.search_requests import AS_SET_UP, SearchOptions

#: Words that lean on what was said before: such a question means something else each time.
_LEANING = re.compile(
    r"\b(?:it|its|this|that|these|those|they|them|their|he|she|his|her|one|ones|such|same|other|others|another|more|again|"
    r"also|too|else|instead|above|below|before|previous(?:ly)?|earlier|former|latter|last|next|continue|go on|you|your|"
    r"yes|no|why|how so)\b",
    re.IGNORECASE,
)
#: A question of fewer words seldom says all that it means.
LEAST_WORDS = 4


def key_of(briefing: Briefing, model: str, search: SearchOptions = AS_SET_UP) -> str | None:
    """Return the key of a research question that stands alone; None if its answer depends on more than the key covers.

    The key covers the question (ignoring case and white space), attachments, the document's text, the model, the
    profile and the search options. A rewrite, a question with an open draft, or one that refers to the conversation has
    no key.
    """
    if briefing.mode != "research" or briefing.pending or briefing.rewrite or not stands_alone(briefing.message):
        return None
    sections = (*briefing.highlights, *briefing.sections)
    attached = [(each.type, each.content, each.title, each.note, each.source) for each in sections]
    said = [" ".join(briefing.message.casefold().split()), attached, briefing.document.text, briefing.persona, model]
    said += [
        sorted(briefing.attached_keys.items()),
        briefing.wanted.reader.location,
        briefing.wanted.reader.profile,
        json.dumps(asdict(search)),
    ]
    return hashlib.sha256(json.dumps(said, ensure_ascii=True).encode()).hexdigest()


def stands_alone(question: str) -> bool:
    """Return True if a question can be understood without the conversation."""
    return len(question.split()) >= LEAST_WORDS and _LEANING.search(question) is None
