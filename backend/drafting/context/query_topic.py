"""Build a line that says what a short instruction is about, for a model that uses the instruction as its web search
query. Without this line, the whole query might be "find newer evidence for it".
"""

from __future__ import annotations

import re

from backend.document.blocks import read
from backend.document.outline import outline
from backend.drafting.briefing import Briefing
from backend.drafting.context.subject import Subject
from backend.drafting.markers import defuse
from backend.drafting.search_need import function_words

#: An instruction with at least this number of words names its own topic. Function words of any language are not
#: counted.
OWN_TOPIC = 9
#: An instruction with fewer words than the first number ("yes, try again") depends on the previous request. If neither
#: a title nor a section gives the topic, this is true with fewer words than the second number ("find newer evidence").
#: Measured on 40 requests in eight languages to papers without a title: with these numbers, 24 of the 29 requests that
#: depend on the previous request get it, and none of the 11 others; with 3 for all papers, 16 of 29 get it. With 4 for
#: papers with a title, "Add a paragraph on light" would get it, too.
LEANING, LEANING_WITHOUT_TITLE = 3, 4
#: Maximum number of characters of the previous request that are repeated.
LONGEST = 200

#: A word, or two characters of a script without spaces.
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]{1,2}|[^\W\d_]+|\d+")


def topic(briefing: Briefing, title: str, subject: Subject) -> str:
    """Return a line with the paper's title and the section that the message means. If the instruction is very short,
    the line also has the previous request. Returns "" if the instruction has enough words for a search.
    """
    instruction = briefing.rewrite.original_request if briefing.rewrite else briefing.message
    words = [word for word in _WORD.findall(instruction.casefold()) if word not in function_words()]
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
