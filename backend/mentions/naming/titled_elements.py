"""Find elements (such as paragraphs) that a message names with a section's title directly before the noun: "the last
methods paragraph".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from backend.document.order_classes import INDEFINITE
from backend.mentions.closed_words import cardinal, is_a, ordinal
from backend.mentions.document_view import DocumentView
from backend.mentions.element_phrases import Phrase
from backend.mentions.elements import Part, parts
from backend.mentions.lexicon import Token
from backend.mentions.section_references import SectionReference

#: Maximum number of elements that "the methods paragraph" may mean.
_MOST = 4
#: Maximum number of tokens of an ordinal and a number before a title: "the second to last two".
_LONGEST_NUMBER = 6


def with_title(
    phrase: Phrase, words: Sequence[Token], sections: Sequence[SectionReference]
) -> tuple[Phrase, SectionReference | None]:
    """Return the phrase and the section whose title is directly before its noun, as in "the last methods paragraph".
    The phrase then begins with the ordinal before the title ("last").

    If there is no such title, or neither an article nor an ordinal precedes it ("methods paragraph"), return the phrase
    unchanged and None.
    """
    said = next((each for each in sections if each.stop == phrase.first and each.how != "part"), None)
    if said is None or phrase.number or phrase.labels or not said.first or words[said.first].quote:
        return phrase, None
    holder = replace(said, guessed=False)
    for first in range(max(0, said.first - _LONGEST_NUMBER), said.first):
        number, stop = ordinal(words, first)
        together = cardinal(words[stop]) if number and stop == said.first - 1 else 0
        if number and (stop == said.first or together > 1):
            return replace(phrase, first=first, number=number, together=max(1, together)), holder
    article = words[said.first - 1]
    definite = is_a(article, "articles") and article.norm not in INDEFINITE
    return phrase, (holder if definite else None)


def parts_of_title(view: DocumentView, kind: str, said: SectionReference) -> list[Part]:
    """Return the elements of a `kind` ("paragraph") before the subsections of a section. If there are none, return
    those of the whole section. Returns [] if there are more than `_MOST`, because a message hardly means so many.
    """
    sections = [view.sections[index] for index in said.sections]
    own = [part for each in sections for part in parts(view, kind, each.first, each.own_stop)]
    found = own or [part for each in sections for part in parts(view, kind, each.first, each.stop)]
    return found if len(found) <= _MOST else []
