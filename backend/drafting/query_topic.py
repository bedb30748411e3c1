"""Build the line that tells a searching model the topic of an instruction such as "find newer evidence for it"."""

from __future__ import annotations

import re
from functools import cache

from backend.document.blocks import read
from backend.document.outline import outline
from backend.drafting.briefing import Briefing
from backend.drafting.markers import defuse
from backend.drafting.subject import Subject
from backend.ranking.function_words import STOP_WORDS

#: Words, function words of all languages aside: an instruction of more says its topic itself.
OWN_TOPIC = 9
#: An instruction of fewer says nothing without the request before it ("yes, try again"); of fewer than the second
#: number it leans on that request where neither a title nor a section says what it is about ("find newer evidence").
#: Read on forty requests in eight languages to papers without a title: 24 of the 29 that lean on the request before
#: get it, and none of the 11 others; with 3 for all it was 16 of the 29. To papers with a title "Add a paragraph on
#: light" would get it with 4, so there 3 stays.
LEANING, LEANING_WITHOUT_TITLE = 3, 4
#: Characters of the request before this one that are repeated.
LONGEST = 200

#: A word, or two signs of a script without spaces.
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]{1,2}|[^\W\d_]+|\d+")


def topic(briefing: Briefing, title: str, subject: Subject) -> str:
    """Return the paper's title and the section meant; for a very short instruction also the request before
    it; or "".
    """
    instruction = briefing.rewrite.original_request if briefing.rewrite else briefing.message
    words = [word for word in _WORD.findall(instruction.casefold()) if word not in _function_words()]
    if len(words) >= OWN_TOPIC or briefing.document.is_empty:
        return ""
    about = [f"the paper “{title}”"] if title else []
    ranges = [(each.start, each.stop) for each in subject.named] or [*subject.other_ranges, *subject.ranges_before]
    if ranges:
        path = outline(read(briefing.document.text)).section_of(ranges[0][0]).path
        section = " > ".join(each for each in path if each != title)
        about += [f"its section “{section}”"] if section else []
    before = next((each.content for each in reversed(briefing.history) if each.role == "user"), "")
    if before and len(words) < (LEANING if about else LEANING_WITHOUT_TITLE) and not subject.named:
        about.append(f"what was asked before: “{' '.join(before.split())[:LONGEST]}”")
    return defuse(f"(This is about {', '.join(about)}.)") if about else ""


@cache
def _function_words() -> frozenset[str]:
    return frozenset().union(*STOP_WORDS.values())
