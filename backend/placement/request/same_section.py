"""Add the section's name to a later message about a draft, such as "no, behind the first paragraph", if an earlier
message named the section.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.document.blocks import Document
from backend.document.order_words import is_a, words_in
from backend.document.outline import outline
from backend.mentions.element_phrases import ElementPhrases
from backend.mentions.lexicon import tokens
from backend.mentions.resolver import Mention, resolve
from backend.mentions.sentence_orders import ordered_sentence

#: A preposition before a section into which text goes: "put a paragraph on ice in the methods, after the first one".
_INTO = re.compile(
    r"\b(?:in|into|to|within|inside|im|ins|zu[mr]?|dans|à|en|nel\w*|al\w*|no|na|em|aan)\s+(?:the|de[nmr]?|die|das|la|le"
    r"|l['’]|el|los|las|il|lo|het)?\s*(?:section\s+)?[“\"„«]?\Z",
    re.IGNORECASE,
)


def in_same_section(document: Document, messages: Sequence[str]) -> list[str]:
    """Return the messages, oldest first. If a message names a paragraph only by its number ("before the second
    paragraph"), the name of a section is added. This is the section that the message names elsewhere, or else the last
    one that an earlier message named.
    """
    done: list[str] = []
    title = ""
    for message in messages:
        named = [each for each in resolve(document, message) if each.kind != "document"]
        if into := _into(document, message, named):
            message = completed(message, into)
        if named:
            title = outline(document).section_of(named[-1].start).title
        elif title and done:
            message = completed(message, title)
        done.append(message)
    return done


def _into(document: Document, message: str, named: Sequence[Mention]) -> str:
    """Return the title of the section into which a message puts text, if it then names a paragraph of this section by
    its number: "in the methods, after the first one". Return "" if it names no such section, or several. `named` has
    all parts that the message names.
    """
    counts = [each for each in named if each.kind == "paragraph" and each.start + 1 == each.stop]
    if len(counts) != 1 or not _count(message)[1] or not any(is_a(w, "placing", "writing") for w in words_in(message)):
        return ""
    before = message[: counts[0].at[0]]
    sections = [each for each in resolve(document, before) if each.kind != "document"]
    if len(sections) != 1 or sections[0].kind != "section" or not sections[0].sure:
        return ""
    inside = sections[0].start <= counts[0].start < sections[0].stop and _INTO.search(before[: sections[0].at[0]])
    return outline(document).section_of(sections[0].start).title if inside else ""


def names_only_number(document: Document, message: str) -> bool:
    """Return True if a message names a paragraph only by its number ("the first paragraph"), without the section that
    contains it.
    """
    return _count(message)[1] > 0 and not resolve(document, message)


def completed(message: str, title: str) -> str:
    """Add " in “`title`”" to a message that names a paragraph only by its number ("before the second paragraph") or
    says which sentence the text becomes ("make it the first sentence"). `title` is the title of the section that is
    meant. Any other message is returned unchanged.
    """
    counted, end = _count(message)
    if not end and ordered_sentence(message):
        return f"{message.rstrip(' .!')} in “{title}”"
    return f"{message[:end]} {'de' if counted in _WITH_DE else 'in'} “{title}”{message[end:]}" if end else message


#: Nouns of languages that need "de" before the section's title. The other languages are understood with "in".
_WITH_DE = frozenset("paragraphe paragraphes alinéa párrafo párrafos parrafo parágrafo parágrafos".split())


def _count(message: str) -> tuple[str, int]:
    """Return the noun of the words that name a paragraph by its number ("paragraph" in "the first paragraph"), and the
    offset in the message after these words. Returns ("", 0) if there are no such words, or several.
    """
    words = tokens(message)
    counted = [each for each in ElementPhrases(words, set()).read() if each.number or each.labels]
    if len(counted) != 1 or counted[0].kinds[:1] != ("paragraph",):
        return "", 0
    return counted[0].word, words[counted[0].stop - 1].end
