"""Find, remove and add the words in a title that say that a work was withdrawn, such as “RETRACTED:”."""

from __future__ import annotations

import re

from backend.kernel.works import RETRACTED

#: The words that publishers put before the title of a withdrawn work, and those that Web of Science puts behind it, as
#: in "Title (Retracted article. See vol. 5, pg. 3)".
_WITHDRAWN = re.compile(
    r"^\W*(?:(?:RETRACTED|WITHDRAWN|REMOVED|TEMPORARY REMOVAL)\b(?: ARTICLE| PAPER)?|Retracted(?: [Aa]rticle)?)"
    r"\s*[:\])\-–—]+\s*"
    r"|\s*[(\[](?:RETRACTED|WITHDRAWN|[Rr]etracted)(?: (?:[Aa]rticle|[Pp]aper|ARTICLE|PAPER))?"
    r"(?:[.,:;][^()\[\]]*)?[)\]]\W*$"
)


def bare(title: str) -> str:
    """Return a title without words such as “RETRACTED:”, which say that the work was withdrawn."""
    return _WITHDRAWN.sub("", title) or title


def is_marked_withdrawn(title: str) -> bool:
    """Return True if a title has words such as “RETRACTED:”, with which publishers and indexes mark withdrawn works."""
    return bool(_WITHDRAWN.search(title))


def marked(title: str) -> str:
    """Return the title of a retracted work on one line, with " (retracted)" at its end. Other words for this, such as
    “RETRACTED:”, are removed.
    """
    return " ".join(bare(title).split()) + RETRACTED
