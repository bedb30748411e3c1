"""Put footnotes at the words for which a message orders them. The answer repeats a text of the document with footnote
marks, and contains the notes.
"""

from __future__ import annotations

import re

from backend.document.blocks import Block, Document
from backend.document.order_words import is_a, words_in
from backend.document.similar_text import shared_pairs
from backend.mentions.resolver import resolve
from backend.placement.content import Content
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.ordered_forms import orders_footnote
from backend.placement.plan import Placement
from backend.placement.repeated_text import VERSION
from backend.placement.request.replacement import ORDERED

_MARK = re.compile(r"\[\^(?P<label>[^\]\s]+)\](?!:)|\^\[[^\]\n]+\]")
_DEFINED = re.compile(r"^ {0,3}\[\^(?P<label>[^\]\s]+)\]:", re.M)
#: Kinds of blocks that may have marks of footnotes.
_TEXTS = frozenset({"paragraph", "list", "quote"})


def with_footnotes(document: Document, content: str, message: str) -> str:
    """Convert content that only adds footnotes to a block of the document into text that can replace this block: the
    whole block with the footnote marks, followed by the notes.

    The content may repeat only some words of the block, with the marks. If it is only a note, the mark is put behind
    the words that the message names. A label that the document already uses becomes a new number. Other content is
    returned unchanged.
    """
    if "[^" not in content and "^[" not in content:
        return content
    made = Content.of(content)
    notes = [made.document.source(each).strip() for each in made.document.of_kind("footnote")]
    texts = [made.document.source(each).strip() for each in made.document.blocks if each.kind != "footnote"]
    if len(texts) == 1 and _MARK.search(texts[0]):
        marked = _whole_block(document, texts[0])
    elif not texts and len(notes) == 1 and (label := _DEFINED.match(notes[0])) is not None:
        marked = _marked(document, message, label["label"])
    else:
        marked = ""
    return _relabelled(document, "\n\n".join((marked, *notes))) if marked else content


def at_footnoted(builder: PlacementBuilder, message: str) -> list[Placement]:
    """Return the replacement of the one block that equals the content except for footnote marks.

    If the content is only a note, return the replacement of the document's note with the same label; but if the message
    orders to add or write something, the content must have most of this note's words. Returns [] in all other cases.
    """
    content = builder.content
    texts = [each for each in content.document.blocks if each.kind != "footnote"]
    if content.kinds == ("footnote",):
        label, notes = _DEFINED.match(content.text), builder.view.document.of_kind("footnote")
        sources = {each.index: builder.view.document.source(each) for each in notes}
        same = [at for at, note in sources.items() if label and note.lstrip().startswith(label[0].lstrip())]
        adds = any(is_a(word, "placing", "writing") for word in words_in(message))
        if len(same) != 1 or (adds and shared_pairs(sources[same[0]], content.text) < VERSION):
            return []
        reason = "The content is a new version of the footnote with this label."
        return [builder.make("replace", same[0], "block", reason, ORDERED)]
    if len(texts) != 1 or _MARK.search(content.text) is None:
        return []
    marked = content.document.source(texts[0])
    bare = _words(_MARK.sub("", marked))
    blocks = [each for each in builder.view.blocks if each.kind in _TEXTS]
    same = [each.index for each in blocks if _words(_MARK.sub("", builder.view.document.source(each))) == bare]
    if len(same) != 1:
        return []
    reason = "The content repeats a text of the document with a footnote mark added, so it replaces this text."
    return [builder.make("replace", same[0], "block", reason, ORDERED)]


def _words(text: str) -> str:
    return " ".join(text.split())


def _whole_block(document: Document, marked: str) -> str:
    """Find the only block that contains the text `marked` exactly once, apart from its footnote marks. Return this
    block with the marks of `marked` in it; "" if there is no such block, or more than one.
    """
    bare = _MARK.sub("", marked)
    holding = [each for each in document.blocks if each.kind in _TEXTS and bare in document.source(each)]
    if len(holding) != 1 or len(bare.split()) < 2:
        return ""
    source = document.source(holding[0]).strip()
    return source.replace(bare, marked) if source.count(bare) == 1 else ""


def _marked(document: Document, message: str, label: str) -> str:
    """Return the source of the block that has the words for which the message orders a footnote, with the mark
    `[^label]` behind these words. Returns "" if the message orders no footnote, does not name exactly one text, or
    names a text that has the mark already.
    """
    if not orders_footnote(message):
        return ""
    named = [each for each in resolve(document, message) if each.kind not in ("document", "section")]
    if len(named) != 1 or not named[0].sure or named[0].stop - named[0].start != 1:
        return ""
    block: Block = document.blocks[named[0].start]
    end = named[0].span[1]
    end -= len(document.text[slice(*named[0].span)]) - len(document.text[slice(*named[0].span)].rstrip())
    marked = f"[^{label}]" in document.source(block)
    if marked or block.kind not in _TEXTS or named[0].kind not in ("quotation", "sentence", "paragraph"):
        return ""
    return f"{document.text[block.start : end]}[^{label}]{document.text[end : block.end]}".rstrip()


def _relabelled(document: Document, content: str) -> str:
    """Return the content with a new number in place of each footnote label that the document also uses."""
    used = {
        each["label"] for each in (*_DEFINED.finditer(document.text), *_MARK.finditer(document.text)) if each["label"]
    }
    for label in dict.fromkeys(each["label"] for each in _DEFINED.finditer(content)):
        if label in used:
            free = next(str(number) for number in range(1, len(used) + 2) if str(number) not in used)
            used.add(free)
            content = content.replace(f"[^{label}]", f"[^{free}]")
    return content
