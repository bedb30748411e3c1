"""Compare a section's name in a message with the titles of the document, and with the title of the content."""

from __future__ import annotations

import re

from backend.mentions.document_view import DocumentView
from backend.mentions.headings import fold
from backend.mentions.lexicon import tokens
from backend.mentions.section_names import NamedSection, title_words
from backend.placement.content import Content
from backend.placement.request.asked_place import PlacementRequest

_NUMBER = re.compile(r"\W*(\d+(?:\.\d+)*)")


def only_names(message: str, asked: PlacementRequest | None, view: DocumentView, content: Content) -> bool:
    """Return True if the section's name in a message is only the title of the content, and the message gives no place:
    "now the conclusion", for content with the heading "Conclusion". `asked` is the place that the rules read in the
    message, or None.
    """
    if asked is None or not content.level or asked.relation not in ("in", "end") or asked.target is None:
        return False
    mention = asked.target.mention
    if mention is None or len(mention.sections) == 0:
        return False
    own, words = fold(content.title), title_stems(content.title)
    said = frozenset(t.stem for t in tokens(message)[mention.first : mention.stop] if t.word)
    titles = [view.sections[s].title for s in mention.sections]
    if _is_inside_title(message, mention, content.title) and own not in map(fold, titles):
        return True
    return all(fold(title) != own and (words <= title_stems(title) or words == said) for title in titles)


def is_part_of_titles(view: DocumentView, name: NamedSection | None, message: str) -> bool:
    """Return True if a message names a section (`name`) only by words that occur in several titles: "samples", if there
    are “Sample preparation” and “Tilted samples”. Returns False if the message has the whole title, and if `name` is
    None.
    """
    if name is None or name.how != "part":
        return False
    said = frozenset(word.stem for word in tokens(message)[name.first : name.stop] if word.word)
    return sum(said <= title_stems(section.title) for section in view.sections) > 1


def _is_inside_title(message: str, mention: NamedSection, title: str) -> bool:
    """Return True if the message has the content's own `title`, and the section's name `mention` is only a part of it:
    "Data" in "the Data Availability section".
    """
    words, said = tokens(message), [word.stem for word in title_words(title)]
    starts = range(max(0, mention.stop - len(said)), mention.first + 1)
    return any([word.stem for word in words[at : at + len(said)]] == said for at in starts)


def is_short_for(title: str, other: str) -> bool:
    """Return True if `title` may be a shorter form of the title `other`. If `title` begins with a number, `other` must
    begin with the same one: "3.4 Limits" and "3.4 Limits of the study". Otherwise `other` must have all words of
    `title`.
    """
    number = _number(title)
    return number == _number(other) if number else bool(title_stems(title)) and title_stems(title) <= title_stems(other)


def _number(title: str) -> str:
    """Return the number with which a title begins; "" if it has none."""
    found = _NUMBER.match(title)
    return found[1] if found is not None else ""


def title_stems(title: str) -> frozenset[str]:
    """Return the stems of the words of a title."""
    return frozenset(word.stem for word in title_words(title))
