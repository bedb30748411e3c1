"""The line that tells a searching model what an instruction like "find newer evidence for it" is about."""

from __future__ import annotations

from backend.document.blocks import read
from backend.document.outline_cache import outlined
from backend.drafting.briefing import Briefing
from backend.drafting.markers import defuse
from backend.drafting.subject import Subject
from backend.ranking.terms import stop_terms, terms

#: Words, function words aside: an instruction of more says its topic itself; one of fewer than the second number says
#: nothing at all without the request before it ("yes, try again"). Judged by eye on forty requests, not tuned.
OWN_TOPIC, LEANING = 9, 3
#: Characters of the request before this one that are repeated.
LONGEST = 200


def topic(briefing: Briefing, title: str, subject: Subject) -> str:
    """The paper's title and the section meant, for a very short instruction also the request before it; or ""."""
    instruction = briefing.rewrite.original_request if briefing.rewrite else briefing.message
    words = [word for word in terms(instruction) if word not in stop_terms("english")]
    if len(words) >= OWN_TOPIC or briefing.document.is_empty:
        return ""
    about = [f"the paper “{title}”"] if title else []
    ranges = [(each.start, each.stop) for each in subject.named] or [*subject.other_ranges, *subject.ranges_before]
    if ranges:
        path = outlined(read(briefing.document.text)).section_of(ranges[0][0]).path
        section = " > ".join(each for each in path if each != title)
        about += [f"its section “{section}”"] if section else []
    before = next((each.content for each in reversed(briefing.history) if each.role == "user"), "")
    if before and len(words) < LEANING and not subject.named:
        about.append(f"after the request “{' '.join(before.split())[:LONGEST]}”")
    return defuse(f"(This is about {', '.join(about)}.)") if about else ""
