"""Plan a new title for the document, in its front matter or in the heading that is its title."""

from __future__ import annotations

import re

from backend.document.blocks import Document
from backend.document.order_classes import DIRECTIONS
from backend.document.order_limits import OBLIGING
from backend.document.order_words import COURTESIES, QUOTATION, is_a, words_in
from backend.document.outline import outline
from backend.mentions.placeholders import QUOTED
from backend.placement.plan import Placement, anchor_at
from backend.placement.planned_edit import CERTAIN
from backend.ranking.function_words import EVERY_WORD

#: A title on one line of YAML front matter: between single quotation marks, double ones, or without any.
_TITLE = re.compile(
    r"""^title:[ \t]*(?:'(?P<single>(?:[^'\n]|'')*)'|"(?P<double>(?:[^"\\\n]|\\.)*)\""""
    r"""|(?P<plain>[^\s'"|>&*\[{#][^\n#]*?))[ \t]*(?:#[^\n]*)?\r?$""",
    re.MULTILINE,
)
#: Text that YAML does not read as plain text: with a colon or a number sign inside, or a special sign at the start or
#: end.
_SPECIAL = re.compile(r":(?:\s|$)|\s#|^[\s!&*?|>@`%\"'#{}\[\],:-]|\s$")


_TITLES = frozenset("title titel titre título titolo 标题".split())
_DOCUMENTS = frozenset(
    """
    paper document manuscript article dokument papier manuskript artikel manuscrit papier document documento artículo
    manuscrito articolo manoscritto artigo 论文 文章 文档
    """.split()
)


def means_title(message: str) -> bool:
    """Return True if a message with a new title is about the title of the document: "change the title to Y".

    Returns False if the words name the title of another part, as in "change the title of X to Y".
    """
    words = words_in(QUOTED.sub(f" {QUOTATION} ", message))
    named = [at for at, word in enumerate(words) if word in _TITLES or word in _DOCUMENTS]
    if not named:
        return False
    behind = words[named[-1] + 1 :]
    first = next((at for at, word in enumerate(behind) if word in DIRECTIONS or word in (QUOTATION, "in")), len(behind))
    return all(
        word in COURTESIES or word in OBLIGING or is_a(word, "changing", "renaming") or word in EVERY_WORD
        for word in behind[:first]
    )


def retitled(document: Document, title: str) -> Placement | None:
    """Return the edit that gives the document another title; None if it has no title, or if the title has several
    lines.
    """
    if not title or not document.blocks:
        return None
    first = document.blocks[0]
    if first.kind == "front_matter" and (found := _TITLE.search(document.source(first))) is not None:
        form = next(name for name in ("single", "double", "plain") if found[name] is not None)
        return _changed(document, found.span(form), title, _written(title, form))
    if first.kind == "front_matter" and re.search(r"^title:", document.source(first), re.MULTILINE):
        return None
    tops = [each for each in outline(document).sections if each.heading is not None and each.level == 1]
    if len(tops) != 1 or tops[0].heading is None or not _is_first(document, tops[0].heading):
        return None
    reason = f"The edit changes the title “{tops[0].title}” to “{title}”."
    anchor = anchor_at(document, tops[0].heading)
    return Placement("rename", tops[0].path, anchor, f"heading: {title}", reason=reason, confidence=CERTAIN)


def _is_first(document: Document, heading: int) -> bool:
    """Return True if no text comes before the block `heading`. Then it is the title of the document and not of a
    chapter.
    """
    return all(each.kind in ("front_matter", "comment") for each in document.blocks[:heading])


def _changed(document: Document, span: tuple[int, int], title: str, written: str) -> Placement | None:
    old = document.source(document.blocks[0])[slice(*span)]
    if not old.strip():
        return None
    reason = f"The edit changes the title “{old}” to “{title}”."
    place = f"“{old}” to “{written}” at 0:{span[0]}-{span[1]}"
    return Placement("rename", None, anchor_at(document, 0), place, reason=reason, confidence=CERTAIN)


def _written(title: str, form: str) -> str:
    """Return a title as it is written in YAML. `form` says which quotation marks are around it: "single", "double" or
    none ("plain").
    """
    if form == "single":
        return title.replace("'", "''")
    escaped = title.replace("\\", "\\\\").replace('"', '\\"')
    if form == "double":
        return escaped
    return f'"{escaped}"' if _SPECIAL.search(title) else title
