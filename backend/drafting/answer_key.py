"""Compute the cache key of an answer from everything that the answer depends on."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import asdict

from backend.drafting.briefing import Briefing
from backend.kernel.search_requests import AS_SET_UP, SearchOptions

#: Words that refer to earlier messages: a question with such a word has a different meaning in each conversation.
_LEANING = re.compile(
    r"\b(?:it|its|this|that|these|those|they|them|their|he|she|his|her|one|ones|such|same|other|others|another|more|again|"
    r"also|too|else|instead|above|below|before|previous(?:ly)?|earlier|former|latter|last|next|continue|go on|you|your|"
    r"yes|no|why|how so)\b",
    re.IGNORECASE,
)
#: Minimum number of words of a question that can be understood alone.
LEAST_WORDS = 4


def key_of(briefing: Briefing, model: str, search: SearchOptions = AS_SET_UP) -> str | None:
    """Return the cache key of a research question, a SHA-256 in hexadecimal; None if the answer must not come from a
    cache. That is so for a rewrite, while drafts are open, and if the question refers to the conversation.

    The key depends on the question (ignoring case and white space), the attachments, the document's text, the model,
    the persona, the user's location and profile, and the search options.
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
    """Return True if a question can be understood without the conversation before it. "And what about this one?"
    cannot.
    """
    return len(question.split()) >= LEAST_WORDS and _LEANING.search(question) is None
