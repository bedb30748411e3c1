"""Add the section's name to a later message about a draft, such as "no, behind the first paragraph", if an earlier
message named the section.
"""

from __future__ import annotations

from collections.abc import Sequence

from backend.document.blocks import Document
from backend.document.outline import outline
from backend.mentions.element_phrases import ElementPhrases
from backend.mentions.lexicon import tokens
from backend.mentions.resolver import resolve


def in_same_section(document: Document, messages: Sequence[str]) -> list[str]:
    """Return the messages, oldest first. To a message that only counts paragraphs, the section that the last earlier
    message named is added.
    """
    completed: list[str] = []
    title = ""
    for message in messages:
        named = [each for each in resolve(document, message) if each.kind != "document"]
        if named:
            title = outline(document).section_of(named[-1].start).title
        elif title and completed:
            message = _completed(message, title)
        completed.append(message)
    return completed


def only_counts(document: Document, message: str) -> bool:
    """Return True if a message counts a paragraph ("the first paragraph") and names no section that contains it."""
    return _end_of_count(message) > 0 and not resolve(document, message)


def _completed(message: str, title: str) -> str:
    end = _end_of_count(message)
    return f"{message[:end]} of “{title}”{message[end:]}" if end else message


def _end_of_count(message: str) -> int:
    """Return the offset after the words that count a paragraph, such as "the first paragraph"; 0 if there are none."""
    words = tokens(message)
    counted = [each for each in ElementPhrases(words, set()).read() if each.number or each.labels]
    return words[counted[0].stop - 1].end if len(counted) == 1 and counted[0].kinds[:1] == ("paragraph",) else 0
