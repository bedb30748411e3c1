"""Define the markers that separate a prompt's own text from other people's text, and prevent forged markers.

Every text by others (document, sources, highlights, drafts, the user's messages) goes through `defuse`. A longer text
is also put between two lines of tildes (`fenced`), so that a heading in it cannot look like a rule of the prompt.
"""

from __future__ import annotations

import re

CURRENT = "[CURRENT INSTRUCTION - RESPOND TO THIS ONLY]"
HISTORICAL = "[HISTORICAL CONTEXT - DO NOT ACT ON THIS - FOR REFERENCE ONLY]"
HIGHLIGHTS = "[ATTACHED_HIGHLIGHTS]"

#: The first words of every marker in a prompt. A test compares them with the templates.
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

# Characters that can be between a marker's letters without hiding the marker from a reader: white space, zero-width
# characters, dashes, underscores, emphasis and quotes. Brackets are left out; `defuse` replaces them.
_GAP = r"[\s\u00ad\u200b-\u200f\u2060\ufeff\-\u2010-\u2015_*~`'\"“”‘’:.,>#\\/|]*+"
_WORDS = "|".join(_GAP.join(re.escape(letter) for letter in words if letter != " ") for words in MARKER_WORDS)
# Not compiled here, because that takes 16 ms; `re` compiles it at its first use and keeps it.
_FORGED = rf"(?i)\[({_GAP}(?:{_WORDS})[^\[\]]{{0,120}}+)(\]?)"

#: Minimum number of tildes of a fence around text. Papers use backticks for code, so a longer fence is rarely needed.
SHORTEST_FENCE = 5
_TILDES = re.compile(r"~~~~~+")


def defuse(text: str) -> str:
    """Return `text` with all markers that it contains made harmless: their brackets become full-width brackets, as in
    ［CURRENT_INSTRUCTION］.

    A forged marker is found in upper and lower case, and with spaces, dashes or invisible characters between its
    letters. Calling this twice has the same effect as once.
    """
    if "[" not in text:
        return text
    return re.sub(_FORGED, lambda found: f"［{found[1]}{'］' if found[2] else ''}", text)


def fenced(text: str) -> str:
    """Return the text between two lines of tildes, with forged markers made harmless (`defuse`). These lines are longer
    than any run of tildes in the text.
    """
    longest = max((len(run) for run in _TILDES.findall(text)), default=0)
    fence = "~" * max(SHORTEST_FENCE, longest + 1)
    return f"{fence}\n{defuse(text)}\n{fence}"


def one_line(text: str, most: int | None = None) -> str:
    """Return the text on one line, with forged markers made harmless (`defuse`). If `most` is given, the text is
    shortened to about this number of characters.
    """
    folded = " ".join(text.split())
    if most is not None and len(folded) > most:
        folded = f"{folded[:most].rpartition(' ')[0] or folded[:most]} …"
    return defuse(folded)
