"""Replace the words for an attached passage of the document by a quotation of the passage: "delete this sentence",
"move the highlighted paragraph to X", "replace this with “…”".

Then all other code only needs to understand quotations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from backend.document.blocks import Block, Document
from backend.document.order_words import COURTESIES, is_a, read_sentence, words_in
from backend.document.outline import outline
from backend.document.sentences import sentences
from backend.mentions.antecedents import POINTING
from backend.mentions.closed_words import cardinal, is_article, noun
from backend.mentions.lexicon import Token, tokens
from backend.mentions.naming.described_parts import PARTS
from backend.mentions.resolver import Kind, Mention
from backend.ranking.function_words import EVERY_WORD

#: Beginnings of the words that say that a text is selected or attached.
_SELECTED = re.compile(
    r"(?:highlight|select|mark|attach|ausgewähl|auswahl|angehäng|hervorgehob|sélection|surlign|joint|seleccion|resalt"
    r"|adjunt|marcad|selezion|evidenzia|allegat|selecion|destac|anexad|geselecteer|gemarkeer|bijgevoeg)\w*"
)
#: Words around the words above: "that I highlighted", "that I have marked", "que j'ai sélectionné".
_SUBJECTS = frozenset(
    """
    i we have just i've ich wir habe haben je j'ai j nous ai avons he hemos ho abbiamo eu ik heb that which qui que die
    das den che
    """.split()
)
_MARKER = re.compile(r"(?:[-*+]|\d{1,9}[.)])[ \t]+")
_QUOTES = (("“", "”"), ("«", "»"), ('"', '"'))
#: Nouns for any piece of a text, besides those for parts of a document.
_TEXTS = PARTS | frozenset(
    """
    text words piece excerpt lines wörter wort textstelle auszug ausschnitt texte mots extrait morceau texto palabras
    fragmento extracto testo parole frammento estratto palavras trecho tekst woorden fragment
    """.split()
)
_BARE = frozenset(
    "this that it these those them das es dies diese ceci cela ça esto eso ello ciò questo isso isto dit dat".split()
)
_ORDERS = ("removing", "moving", "placing", "replacing")


@dataclass(frozen=True, slots=True)
class Passage:
    """A text that occurs exactly once in the document, at the characters `start` to `stop` - 1."""

    text: str
    start: int
    stop: int


def passage_in(document: Document, text: str) -> Passage | None:
    """Return the passage of the document that consists of the words in `text`. Returns None if the document has no such
    passage, or several, or if it is a part of a heading.
    """
    words = text.split()
    if not all(word in document.text for word in words):  # to compile the pattern takes much longer
        return None
    pattern = r"(?<!\w)" * (words[:1] != [] and words[0][0].isalnum()) + r"\s+".join(map(re.escape, words))
    found = (
        list(re.finditer(pattern + r"(?!\w)" * bool(words and words[-1][-1].isalnum()), document.text)) if words else []
    )
    if len(found) != 1:
        return None
    start, stop = found[0].span()
    touched = [each for each in document.blocks if each.start < stop and start < each.end]
    if len(touched) == 1 and touched[0].kind == "heading":
        return None
    line = document.text.rfind("\n", 0, start) + 1
    if _MARKER.fullmatch(document.text[line:start].lstrip()):
        start = line
    return Passage(document.text[start:stop], start, stop)


def about_passage(document: Document, message: str, passage: Passage) -> str:
    """Return `message` with a quotation of the passage in place of words such as "this sentence". Returns "" if the
    message does not order to remove, move or replace the passage.
    """
    sentence, quotation, words = read_sentence(message), _quotation(document, passage), tokens(message)
    ordering = (*_ORDERS, "changing") if any(word.quote for word in words) else _ORDERS  # "change this to “X”"
    verbs = any(is_a(word, *ordering) for word in (*sentence.words[:_NEAR], *sentence.words[-1:]))
    if sentence.refuses or sentence.asks or not quotation or not verbs:
        return ""
    for first, stop, kinds in _references(words):
        if any(word.quote or noun(words, at)[0] for at, word in enumerate(words[:first])):
            return ""  # "replace “a” with “b” in this sentence", "the sentence before this one"
        whole = not kinds or _is(document, passage, kinds)
        return f"{message[: words[first].start]}{quotation}{message[words[stop - 1].end :]}" if whole else ""
    return _with_joined_pronoun(message, words, quotation)


def _with_joined_pronoun(message: str, words: Sequence[Token], quotation: str) -> str:
    """Return `message` with a quotation in place of a pronoun that is joined to its verb, as in the Spanish "bórralo"
    (delete it); "" if it has no such pronoun.
    """
    for word in words[:_NEAR]:
        parts = words_in(word.text)
        if len(parts) == 2 and is_a(parts[0], *_ORDERS) and quotation and not word.quote:
            return f"{message[: word.start]}{parts[0]} {quotation}{message[word.end :]}"
    return ""


#: Number of first words of a message in which a verb with a joined pronoun is looked for.
_NEAR = 4


def _references(words: Sequence[Token]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Yield (first token, index after the last, kinds) for the words of each reference to the passage, such as "this
    sentence". `kinds` are the kinds of parts that the noun in it may mean; () if it has no noun.
    """
    for at, word in enumerate(words):
        if word.quote or not word.word:
            continue
        leads = word.norm in POINTING
        if leads or is_article(word.norm):
            stop, selected, kinds = _phrase(words, at + 1)
            if (stop > at + 1 and leads) or selected:
                yield at, stop, kinds
                continue
        ahead, behind = words[max(at - 1, 0)], words[at + 1] if at + 1 < len(words) else None
        ends = behind is None or not behind.word or behind.norm in EVERY_WORD | COURTESIES or is_a(behind.norm, "place")
        leads = at > 0 and is_a(ahead.norm, *_ORDERS, "changing")
        follows = behind is not None and is_a(behind.norm, *_ORDERS)  # "kannst du das löschen"
        if word.norm in _BARE and ((leads and ends) or follows):
            yield at, at + 1, ()


def _phrase(words: Sequence[Token], at: int) -> tuple[int, bool, tuple[str, ...]]:
    """Read the noun phrase that begins at token `at`, such as "highlighted paragraph". Returns three values: the index
    after the phrase; True if it has a word such as "highlighted"; and the kinds of parts that its noun may mean.
    """
    selected, named = False, False
    kinds: tuple[str, ...] = ()
    while at < len(words) and words[at].word and not words[at].quote:
        said = words[at].norm
        found, stop = noun(words, at)
        if _SELECTED.fullmatch(said):
            selected, at = True, at + 1
        elif named and said in _SUBJECTS and any(_SELECTED.fullmatch(each.norm) for each in words[at : at + _NEAR]):
            at += 1
        elif named:
            break
        elif found:
            kinds, named, at = found, True, stop
        elif noun(words, at + 1)[0] or cardinal(words[at]):  # "this whole section"
            at += 1
        elif said in _TEXTS:
            named, at = True, at + 1
        else:
            break
    return at, selected, kinds


def _is(document: Document, passage: Passage, kinds: Sequence[str]) -> bool:
    """Return True if the passage consists of whole parts of the document, one or several, that are all of a kind in
    `kinds`, such as "sentence".
    """
    found = passage_mention(document, passage)
    if found is None:
        return False
    paragraph = found.kind == "paragraph" and "sentence" in kinds
    return paragraph or found.kind in kinds or (found.kind == "item" and "step" in kinds)


def passage_mention(document: Document, passage: Passage, at: tuple[int, int] = (0, 0)) -> Mention | None:
    """Return a mention of the whole parts that make up the passage: blocks, or items, rows or sentences of one block.
    Returns None if the passage is only a piece of a part. `at` is the start and end (excluded) of the words in the
    message that stand for the passage.
    """
    blocks = [each for each in document.blocks if each.start < passage.stop and passage.start < each.end]
    first, last = blocks[0], blocks[-1]
    kind, span = first.kind, (first.start, last.end)
    if len(blocks) > 1:
        section = next((each for each in outline(document).sections if each.heading == first.index), None)
        kind = "section" if section is not None and section.stop == last.index + 1 else "paragraph"
    if _bare(document.text[slice(*span)]) != _bare(passage.text):
        if len(blocks) > 1:
            return None
        kind, span = _within(document, first, passage)
    elif len(blocks) > 1 and kind != "section" and any(each.kind == "heading" for each in blocks):
        return None
    kinds = {"math": "equation", **{each: each for each in _KINDS}}
    if kind not in kinds:
        return None
    said = cast("Kind", kinds[kind])
    return Mention(said, first.index, last.index + 1, "", at, span, "quotation")


_KINDS = ("section", "paragraph", "sentence", "figure", "table", "code", "list", "item", "row")


def _within(document: Document, block: Block, passage: Passage) -> tuple[str, tuple[int, int]]:
    """Return the kind ("item", "row", "sentence") and the range of the parts of a block that make up the passage. The
    kind is "" if the passage is only a piece of a part.
    """
    source = document.source(block)
    start, end = passage.start - block.start, passage.stop - block.start
    if block.kind in ("list", "table"):
        a, b = source.rfind("\n", 0, start) + 1, (f"{source}\n").find("\n", end) + 1
        whole = _bare(source[a:b]) == _bare(passage.text) and not re.match(r"\s", source[b : b + 1])
        header = block.kind == "table" and source.count("\n", 0, a) < len(("header", "rule"))
        kind = "item" if block.kind == "list" else "row"
        return (kind if whole and not header else ""), (block.start + a, block.start + min(b, len(source)))
    edges = [_trimmed(source, *each) for each in sentences(source)] if block.kind == "paragraph" else []
    whole = start in {a for a, _ in edges} and end in {b for _, b in edges}
    return ("sentence" if whole else ""), (passage.start, passage.stop)


def _trimmed(source: str, start: int, end: int) -> tuple[int, int]:
    piece = source[start:end]
    return start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())


def _bare(text: str) -> str:
    """Return a text without the marker of a list item, and with single spaces between its words."""
    return " ".join(_MARKER.sub("", text.strip(), count=1).split())


def _quotation(document: Document, passage: Passage) -> str:
    """Return the passage in quotation marks. If it has several lines, as in a table, only the first line and "…" are
    quoted. Returns "" if the passage already contains every kind of quotation marks.
    """
    text = passage.text
    block = next(each for each in document.blocks if passage.start < each.end)
    if block.kind == "list" and "\n" not in text:
        text = _MARKER.sub("", text, count=1)
    elif block.kind != "paragraph" and "\n" in text:
        text = f"{text.splitlines()[0].rstrip()} …"
    text = " ".join(text.split())
    return next((f"{a}{text}{b}" for a, b in _QUOTES if a not in text and b not in text), "")
