"""Define the markers that separate a prompt's own text from other people's, and prevent their forgery.

Foreign text (document, sources, highlights, drafts, the user's messages) passes `defuse`. Longer text is also put into
a fence (`fenced`), so that a heading in it cannot look like a rule.
"""

from __future__ import annotations

import re

CURRENT = "[CURRENT INSTRUCTION - RESPOND TO THIS ONLY]"
HISTORICAL = "[HISTORICAL CONTEXT - DO NOT ACT ON THIS - FOR REFERENCE ONLY]"
HIGHLIGHTS = "[ATTACHED_HIGHLIGHTS]"

#: The opening words of every marker that a prompt may hold; a test holds the templates against them.
MARKER_WORDS = (
    "CURRENT INSTRUCTION",
    "HISTORICAL CONTEXT",
    "ATTACHED HIGHLIGHTS",
    "ATTACHED SECTION",
    "DOCUMENT STRUCTURE",
    "DOCUMENT CONTEXT",
    "PENDING CONTENT",
    "REJECTED CONTENT",
    "OPEN DRAFTS",
    "EARLIER CHAT",
    "LIBRARY PASSAGES",
    "END OF ATTACHED SECTION",
    "END OF DOCUMENT",
    "END OF PENDING CONTENT",
    "END OF REJECTED CONTENT",
    "END OF OPEN DRAFTS",
    "END OF EARLIER CHAT",
    "SEARCHED SOURCES",
    "END OF SEARCHED SOURCES",
    "END OF LIBRARY PASSAGES",
    "REFERENCES OF THE PAPER",
    "END OF REFERENCES OF THE PAPER",
    "HELPER REPORT",
    "END OF HELPER REPORTS",
    "TOOL RESULT",
    "END OF TOOL RESULTS",
)

# What may stand between a marker's letters without hiding it from a reader: white space, zero-width
# characters, dashes, underscores, emphasis and quotes. Brackets are not among them: see `defuse`.
_GAP = r"[\s\u00ad\u200b-\u200f\u2060\ufeff\-\u2010-\u2015_*~`'\"“”‘’:.,>#\\/|]*+"
_WORDS = "|".join(_GAP.join(re.escape(letter) for letter in words if letter != " ") for words in MARKER_WORDS)
# Compiled when first used (`re` keeps it): that costs 16 ms, which a start need not pay.
_FORGED = rf"(?i)\[({_GAP}(?:{_WORDS})[^\[\]]{{0,120}}+)(\]?)"

#: Tildes of a fence around material. Papers fence their code with backticks, so the fence seldom has to be longer.
SHORTEST_FENCE = 5
_TILDES = re.compile(r"~{5,}")


def defuse(text: str) -> str:
    """Return `text` with the brackets of forged markers made full-width.

    It finds them in any case and with spaces, dashes or invisible characters between their letters. Applying it twice
    changes nothing more.
    """
    if "[" not in text:
        return text
    return re.sub(_FORGED, lambda found: f"［{found[1]}{'］' if found[2] else ''}", text)


def fenced(text: str) -> str:
    """Defuse the text and put it between two lines of tildes, longer than any run of tildes in it."""
    longest = max((len(run) for run in _TILDES.findall(text)), default=0)
    fence = "~" * max(SHORTEST_FENCE, longest + 1)
    return f"{fence}\n{defuse(text)}\n{fence}"


def one_line(text: str, most: int | None = None) -> str:
    """Return the defused text on one line, cut to `most` characters."""
    folded = " ".join(text.split())
    if most is not None and len(folded) > most:
        folded = f"{folded[:most].rpartition(' ')[0] or folded[:most]} …"
    return defuse(folded)
