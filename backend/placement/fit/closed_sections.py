"""List the sections with a fixed form: references, acknowledgments, abstract, appendix. They are "closed": content goes
there only if the user names them.

Such a section often resembles the content only because both have the same subject, so its similarity is no evidence.
"""

from __future__ import annotations

from functools import lru_cache

from backend.mentions.closed_words import is_appendix
from backend.mentions.document_view import DocumentView
from backend.mentions.section_names import concepts, title_words

_CLOSED = frozenset(
    "title page,authors,abstract,lay summary,highlights,keywords,contents,abbreviations,"
    "author contributions,competing interests,funding,acknowledgements,license,references,links,supplement,appendix,"
    "glossary,changelog".split(",")
)
#: Usual sections whose names a closed section may have, too. Such a name does not close a section: "Summary" at the end
#: of a paper is open.
_TOLD = frozenset({"conclusion", "introduction", "background", "overview"})
#: Minimum score (0 to 1) of a title as the name of a closed section. "Abstract syntax" is not an abstract, because only
#: half of its words name one.
_WORTH = 0.75


def closed(view: DocumentView, block: int) -> bool:
    """Return True if a block is in a section with a fixed form, such as the references. Returns True also if the
    document has headings and the block is before the first of them.
    """
    section = view.section_of(block)
    if section.heading is None:
        return len(view.sections) > 1
    return any(_is_closed(each.title) for each in (section, *view.ancestors(section)))


def lists_references(title: str) -> bool:
    """Return True if a title certainly names a section of references."""
    names = concepts(tuple(word.stem for word in title_words(title)))
    return any(name == "references" and worth >= _WORTH for name, worth in names)


@lru_cache(maxsize=1 << 12)
def _is_closed(title: str) -> bool:
    if is_appendix(title):
        return True
    names = concepts(tuple(word.stem for word in title_words(title)))
    best = max((worth for _, worth in names), default=0.0)
    if best < _WORTH:
        return False
    top = {name for name, worth in names if worth >= best - 0.01}
    return bool(top & _CLOSED) and not top & _TOLD
