"""Find words to the user in the content that a model drafted: "Here is the revised paragraph:", "Let me know if you
want it longer.", "(to be placed at the end of Methods)".

Such words are recognized by their form and by their place in the first or last lines of the content. Words that may
also belong to the content stay, and a warning tells the user.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from backend.document.blocks import Document
from backend.document.order_words import asks_for_text, is_a, words_in
from backend.document.sentences import sentences
from backend.mentions.closed_words import noun
from backend.mentions.lexicon import tokens
from backend.mentions.resolver import resolve
from backend.ranking.function_words import ALL_WORDS, EVERY_WORD

#: Words that point at the text after them: "here", "below".
_POINTING = frozenset(
    """
    here below hier unten nachfolgend anbei voici aquí abajo ecco qui sotto aqui abaixo segue hieronder
    вот ниже
    """.split()
)
_POINTING_SIGNS = (
    *("the following", "im folgenden", "ci-après", "ci-dessous", "a continuación", "di seguito", "a seguir"),
    *("以下", "下面", "这是", "這是", "これ", "こちら"),
)
#: Nouns for what a model writes, in addition to the nouns for parts of a document.
WRITTEN = re.compile(
    r"\b(?:version|draft|revision|rewrite|wording|entwurf|fassung|brouillon|borrador|versión|bozza|versione|rascunho|"
    r"versão|versie|concept|версия|черновик)\w*|版本|草稿|版",
    re.IGNORECASE,
)
_I = re.compile(
    r"\b(?:I(?:['’](?:m|ve|d|ll))?|[Mm]e|[Mm]y|[Ii]ch|mir|mich|[Jj]e|[Jj]['’]|moi|yo|io|eu|ik)\b(?!\.\d)|我|私"
)
_YOU = re.compile(
    r"\b(?:[Yy]ou(?:['’](?:d|ll|re|ve))?|[Yy]our|[Dd]ir|[Dd]ich|du|Ihnen|(?<=\w )Sie|(?<=\w )Ihr(?:e[nmrs]?)?|"
    r"[Vv]ous|[Vv]otre|usted|ustedes|tu|você|jij|je|u)\b|您|你|вам|вас",
)
#: Pronouns that are other words in other languages, each with the languages in which it is a pronoun: "je" is German
#: for "each", and "du" French for "of the".
_LANGUAGES = {"je": ("french", "dutch"), "u": ("dutch",), "du": ("german",), "eu": ("portuguese",), "me": ("english",)}
#: The label above a summary of the changes, as a heading, in bold type, or before a colon.
_CHANGES = re.compile(
    r"(?:(?:a |short |brief )?(?:summary|list|overview) of |(?:key|main) )?(?:the )?(?:changes|edits|modifications)"
    r"(?: made| applied)?|(?:summary|list) of revisions|what (?:i |has |was )?changed"
    r"|(?:(?:die )?(?:vorgenommenen|wichtigsten) )?änderungen|was (?:ich )?geändert (?:habe|wurde)"
    r"|(?:(?:résumé|liste) des )?modifications(?: apportées)?|(?:los )?cambios(?: realizados)?"
    r"|modifiche(?: apportate)?|alterações(?: feitas)?|(?:aangebrachte )?wijzigingen|修改说明|主要修改|変更点",
    re.IGNORECASE,
)
_LABEL_LINE = re.compile(
    r"[ \t]*(?P<heading>#{1,6}[ \t]+)?(?P<bold>\*\*|__)?(?P<label>[^\n:：*_]{2,60})[:：]?(?:\*\*|__)?[:：]?(?=\s|\Z)"
)
#: Words for a count of words, as in "(Word count: 31)".
_COUNTED = re.compile(r"\b(?:words?|wörter|mots|palabras|parole|palavras|woorden)\b|字", re.IGNORECASE)
_LONGEST_COUNT = 6
#: Words with which a model apologizes or refuses.
_REFUSING = re.compile(
    r"\b(?:sorry|apologi[sz]e|can(?:['’]t|not)|unable|leider|entschuldig\w*|désolée?|lo siento|mi dispiace|desculpe"
    r"|lamento|helaas)\b|抱歉|对不起|無法|无法|申し訳",
    re.IGNORECASE,
)
#: Maximum numbers of words: of an introduction or of two closing sentences; of an introduction on the same line as its
#: text; of a label; and of a short first sentence such as "Sure!".
_LONGEST, _LONGEST_ON_LINE, _LABEL, _CALL = 40, 12, 4, 3
#: Maximum number of words of a closing remark without "you", such as "I hope this helps."
_LONGEST_REMARK = 15
_CALLING = re.compile(r"[*_]*¡?[^.!?\n:]{1,40}?\s?!\s+(?=\S)")
_CALLED = re.compile(r"(?:\w+\s+){0,2}\w+[,，–—]\s*")
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+|(?<=[。！？])")
_COLON = re.compile(r"[:：][*_]*(?=\s|\Z)|：")
_WHOLLY_BRACKETED = re.compile(r"[*_]*[(\[（【].*[)\]）】][*_.]*", re.DOTALL)
#: What a sentence of a paper may contain, but words to the user do not: citations, formulas, quotations, links.
_OF_A_PAPER = re.compile(r"\[@|@\w|\\cite|\$|[“”\"«»„]|\]\(|\[\^|https?:")


@dataclass(frozen=True, slots=True)
class Framing:
    """The position of words to the user in the content, and whether it is certain that they are such words."""

    start: int
    end: int
    sure: bool


def framing(content: Document, document: Document, request: str = "") -> Framing | None:
    """Return the position of words to the user at the beginning or end of the content; None if there are none.

    `document` is the document for which the content was drafted, and `request` the user's message.
    """
    if not content.blocks:
        return None
    reworks = _orders_other_words(request, document)
    found = [_introduction(content, document), _call(content, document), _closing(content, document)]
    found.append(_addressed(content, document, 0, reworks))
    if not _CHANGES.search(request):
        found.append(_summary(content, document))
    found.append(_addressed(content, document, len(content.blocks) - 1, reworks))
    known = [each for each in found if each is not None and _has_rest(content, each)]
    return next((each for each in known if each.sure), known[0] if known else None)


def speaks_alone(content: Document, known: str) -> bool:
    """Return True if all of the content is a question to the user, or a refusal to write. Such sentences contain "you"
    or "I". These words are ignored if they also occur in `known`, the user's own texts.
    """
    if len(content.blocks) != 1 or content.blocks[0].kind != "paragraph" or _OF_A_PAPER.search(content.text):
        return False
    text = content.text.strip()
    if len(text.split()) > _LONGEST:
        return False
    speaks = any(_says(each, text) and not each.search(known) for each in (_YOU, _I))
    asks = text.endswith(("?", "？")) and speaks
    refuses = _says(_I, text) and _REFUSING.search(text) and not _I.search(known)
    return bool(asks or refuses)


def _has_rest(content: Document, found: Framing) -> bool:
    """Return True if the content has other text besides the words in `found`."""
    return bool((content.text[: found.start] + content.text[found.end :]).strip("-*_ \r\n"))


def _orders_other_words(request: str, document: Document) -> bool:
    """Return True if a message asks to reword one paragraph or sentence ("shorten the last paragraph"), and does not
    ask for new text.
    """
    words = words_in(request)
    if asks_for_text(words) or any(is_a(each, "placing", "writing") for each in words):
        return False
    named = [each.kind for each in resolve(document, request) if each.kind != "document"]
    return len(named) == 1 and named[0] in ("paragraph", "sentence")


def _says(pronoun: re.Pattern[str], text: str) -> bool:
    """Return True if a text contains a pronoun that the pattern `pronoun` matches. The word must be a pronoun in the
    language of the text: "du" is one in German, but not in French.
    """
    found = {each[0].casefold() for each in pronoun.finditer(text)}
    if not found & _LANGUAGES.keys():
        return bool(found)
    words = [each for each in words_in(text) if each not in found]
    hits = {language: sum(word in known for word in words) for language, known in ALL_WORDS.items()}
    most = max(hits.values())
    likely = {language for language, count in hits.items() if count == most}
    return any(likely.intersection(_LANGUAGES.get(word, likely)) for word in found)


def _call(content: Document, document: Document) -> Framing | None:
    """Return the position of the first sentence of the content if it is a short exclamation such as "Sure!"; else None.
    Returns None also if the content or the document has another exclamation.
    """
    first = content.blocks[0]
    call = _CALLING.match(content.source(first)) if first.kind == "paragraph" else None
    if (
        call is None
        or len(call[0].split()) > _LABEL
        or any("!" in each for each in (content.text[call.end() :], document.text))
    ):
        return None
    return Framing(first.start, first.start + call.end(), True)


def _introduction(content: Document, document: Document) -> Framing | None:
    """Return the position of the words before the first colon if they announce the text after it: "Here is the new
    paragraph:". Returns None if there are none.
    """
    first = content.blocks[0]
    source = content.source(first) if first.kind == "paragraph" else ""
    followed = content.blocks[1].kind if len(content.blocks) > 1 else ""
    line = source.strip().rstrip("*_")
    headed = followed == "heading" and len(line.split()) <= _LONGEST and not _OF_A_PAPER.search(line)
    if headed and (line.endswith((":", "：")) or (_points(line) and _names_a_part(line, document))):
        return Framing(first.start, first.end, True)
    if followed == "paragraph" and _points(_SENTENCE.split(line)[-1]) and _names_a_text(line) and line.endswith("."):
        return Framing(first.start, first.end, True)  # "Below is the paragraph in other words."
    colon = _COLON.search(source)
    said = source[: colon.start()].strip() if colon else ""
    words = said.split()
    if colon is None or not said or len(words) > _LONGEST or _OF_A_PAPER.search(said) or "\n" in said:
        return None
    on_line = bool(source[colon.end() :].split("\n")[0].strip())
    *before, last = [part for part in _SENTENCE.split(said) if part]
    called = all(len(each.split()) <= _CALL or _I.search(each) or _YOU.search(each) for each in before)
    end = first.start + colon.end() + len(source[colon.end() :]) - len(source[colon.end() :].lstrip())
    if _points(last) and _names_a_part(last, document) and called and not (on_line and len(words) > _LONGEST_ON_LINE):
        return Framing(first.start, end, True)
    alone = not on_line and content.text[end:].strip() != ""
    if alone and followed == "paragraph" and called and _points(last) and len(words) <= _LABEL + _CALL:
        return Framing(first.start, end, True)  # "Here it is:" announces nothing that a paper has
    label = alone and len(words) <= _LABEL and _names_a_text(said)
    if label or (alone and _names_writing(last) and (_YOU.search(said) or _I.search(said))):
        return Framing(first.start, end, True)
    if alone and _names_writing(last) and followed == "paragraph":
        return Framing(first.start, end, False)
    return None


def _summary(content: Document, document: Document) -> Framing | None:
    """Return the position of the last part of the content if its label says that it lists the changes: "**Changes
    made:** …". Returns None if there is none.
    """
    for block in reversed(content.blocks[1:]):
        if block.kind not in ("heading", "paragraph"):
            continue
        line = _LABEL_LINE.match(content.text, block.start, block.end)
        if line is not None and _CHANGES.fullmatch(line["label"].strip()):
            behind = content.blocks[block.index + 1 :]
            told = (line["heading"] or line["bold"] or ":" in line[0]) and all(
                each.kind != "heading" for each in behind
            )
            return (
                Framing(block.start, len(content.text), True) if told and line[0].strip() not in document.text else None
            )
    return None


def _closing(content: Document, document: Document) -> Framing | None:
    """Return the position of the last sentence of the last paragraph if it addresses the user; else None. If the
    sentence is not on a line of its own, the document must not address a reader.
    """
    last = content.blocks[-1]
    source = content.source(last).rstrip() if last.kind == "paragraph" else ""
    before, line_end, line = source.rpartition("\n")
    if not line_end:
        *_, (start, _end) = [(0, 0), *sentences(source)]
        before, line = source[:start], source[start:]
    if not before.rstrip().endswith((".", "!", "?", ":", "。")) or not _speaks(line, content, line):
        return None
    if not line_end and _talks(document.text):
        return None
    return Framing(last.start + len(before), last.start + len(source), True)


def _addressed(content: Document, document: Document, index: int, reworks: bool) -> Framing | None:
    """Return the position of the first or last block (`index`) if it is a paragraph that addresses the user; else None.

    `reworks` is True if the user asked to reword one paragraph. Then a first paragraph that ends with a colon ("Bitte
    schön:"), or a last one such as "I hope this helps.", also addresses the user if it shares no word with the
    document.
    """
    block = content.blocks[index]
    source = content.source(block).strip()
    if block.kind != "paragraph" or len(content.blocks) < 2:
        return None
    found = Framing(block.start, block.end, True)
    if _WHOLLY_BRACKETED.fullmatch(source):
        counts = re.search(r"\d", source) and _COUNTED.search(source) and len(source.split()) <= _LONGEST_COUNT
        if counts or _names_a_place(source, document) or _says(_I, source):
            return found
    if _speaks(source, content, source):
        return found if not _talks(document.text) else Framing(block.start, block.end, False)
    if len(source.split()) > _LONGEST or _OF_A_PAPER.search(source):
        return None
    rest = content.text.replace(source, "", 1)
    apart = len(source.split()) <= _LONGEST_REMARK and _shares_no_word(source, f"{rest} {document.text}")
    speaks = any(
        _says(said, source) and not _says(said, rest) and not _says(said, document.text) for said in (_I, _YOU)
    )
    ends = source.rstrip("*_ ").endswith((".", "!", "?") if index else (":", "："))
    if speaks or (reworks and apart and ends):  # a Spanish or Italian remark has no pronoun
        return Framing(block.start, block.end, reworks and apart and (speaks or not index))
    return None


def _shares_no_word(said: str, text: str) -> bool:
    """Return True if two texts have no words in common except function words."""
    own = {word for word in words_in(said) if word not in EVERY_WORD}
    return bool(own) and own.isdisjoint(words_in(text))


def _speaks(said: str, content: Document, own: str) -> bool:
    """Return True if the words `said` address the user: they contain both "I" and "you", or ask "you" about the text.
    `own` is the part of the content that contains `said`. The rest of the content must contain neither "I" nor "you".
    """
    if len(said.split()) > _LONGEST or _OF_A_PAPER.search(said):
        return False
    asks = said.rstrip("*_) ").endswith(("?", "？")) and _names_writing(said)
    both = _says(_I, said) and {each[0] for each in _I.finditer(said)} != {each[0] for each in _YOU.finditer(said)}
    if not (both or asks) or not _says(_YOU, said):
        return False
    rest = content.text.replace(own, "", 1)
    return not _says(_I, rest) and not _says(_YOU, rest)


def _talks(text: str) -> bool:
    """Return True if a text contains both "I" and "you", as a letter or an interview does."""
    return _says(_I, text) and _says(_YOU, text)


def _points(sentence: str) -> bool:
    """Return True if a sentence begins with a word such as "here", perhaps after words such as "Of course,"."""
    said = sentence.lstrip("*_ ")
    bare = said if said.casefold().startswith(_POINTING_SIGNS) else _CALLED.sub("", said)
    word = next(iter(tokens(bare)), None)
    return (word is not None and word.norm in _POINTING) or bare.casefold().startswith(_POINTING_SIGNS)


def _names_writing(sentence: str) -> bool:
    """Return True if a sentence names a part of a document or a version of a text: "paragraph", "draft"."""
    words = tokens(sentence)
    return bool(WRITTEN.search(sentence)) or any(noun(words, at)[0] for at in range(len(words)))


def _names_a_part(sentence: str, document: Document) -> bool:
    """Return True if a sentence names a part of any document, or a section of this one: "the introduction"."""
    return _names_writing(sentence) or any(each.kind == "section" for each in resolve(document, sentence))


def _names_a_text(label: str) -> bool:
    """Return True if a label is about running text: True for "Revised paragraph", False for "Table 2", which labels a
    caption.
    """
    words = tokens(label)
    kinds = {kind for at in range(len(words)) for kind in noun(words, at)[0]}
    return not re.search(r"\d", label) and (bool(WRITTEN.search(label)) or bool(kinds & {"paragraph", "sentence"}))


def _names_a_place(said: str, document: Document) -> bool:
    """Return True if the words `said` are about a place in the document: they name a part and its beginning or end, or
    say that something is put there.
    """
    words = words_in(said)
    puts = any(is_a(each, "edge", "placing") or each in ("placed", "inserted", "added") for each in words)
    return puts and any(each.kind not in ("document", "quotation") for each in resolve(document, said))
