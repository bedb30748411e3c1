"""Find headings by the label before their colon: "WP1" for "WP1: Recorders", "Tip 3" for "Tip 3: Know your data"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from backend.mentions.closed_words import cardinal, noun
from backend.mentions.element_phrases import NUMBERED
from backend.mentions.lexicon import Token, tokens

#: A label is one word that contains a number or is an abbreviation, or a few words and a number; "Note: on ice" has no
#: label.
_LABEL = re.compile(r"\s*((?:[^\s:：]{1,12}\s){1,3}\d{1,3}[a-z]?|[^\s:：]{1,12})\s?[:：–—]\s*\S")
_TELLING = re.compile(r"\d|^[A-Z]{2,6}$")
Labels = Mapping[str, list[tuple[tuple[str, ...], tuple[int, ...]]]]


def labels_of(titles: Sequence[str]) -> Labels:
    """Return the labels of titles, such as "WP1" of "WP1: Recorders". The result maps the first word of each label to
    pairs: the label's words, and the indices of the titles that begin with the label.
    """
    found: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for index, title in enumerate(titles):
        match = _LABEL.match(title)
        if match is None or _TELLING.search(match[1]) is None or match[1].isdecimal():
            continue
        words = tokens(match[1])
        # "Table 1" in a message means the table, also if there is a heading "Table 1: Sites"
        if words and all(word.word for word in words) and not NUMBERED.intersection(noun(words, 0)[0]):
            found[tuple(word.norm for word in words)].append(index)
    out: dict[str, list[tuple[tuple[str, ...], tuple[int, ...]]]] = defaultdict(list)
    whole = {title.strip().casefold() for title in titles} if found else ()
    for label, indices in found.items():
        if " ".join(label) in whole:  # another heading is only "Chapter 1", beside "Chapter 1: Background"
            continue
        out[label[0]].append((label, tuple(indices)))
    return out


def labeled(words: Sequence[Token], labels: Labels) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Yield each label that occurs in a message, such as "WP1" for the heading "WP1: Recorders", as (first token, index
    after it, indices of the titles with this label).
    """
    done = 0
    for at, word in enumerate(words):
        for label, indices in sorted(labels.get(word.norm, ()), key=lambda each: -len(each[0])):
            stop = at + len(label)
            inside = stop <= done  # "challenge 1" in "common challenge 1"
            if not inside and _says(words[at:stop], label) and not _goes_on(words, stop):
                yield at, stop, indices
                done = stop


def _says(words: Sequence[Token], label: tuple[str, ...]) -> bool:
    """Return True if the words are a label. Its number may be written as a word: "tip six" for "Tip 6"."""
    said = tuple(each.norm for each in words)
    spelled = (*said[:-1], str(cardinal(words[-1]))) if len(said) > 1 else said
    return label in (said, spelled)


def _goes_on(words: Sequence[Token], stop: int) -> bool:
    """Return True if the number of a label, which ends before token `stop`, is only the beginning of a longer number in
    the message: "3" in "3.2".
    """
    following = words[stop : stop + 2]
    return (
        len(following) == 2
        and following[0].text in (".", "-")
        and following[0].end == following[1].start
        and following[1].text[:1].isdigit()
    )


def with_printed_words(text: str, words: Sequence[Token], name: tuple[int, int], title: str) -> int:
    """Return the index of the first token of a section's name in a message, with the number or sign of the heading
    included: that of "一、Ice" instead of "Ice".

    `words` are the tokens of the message `text`. `name` is the name without the sign: the index of its first token, and
    the index after the last. The sign is included only if `title`, the whole text of the heading, has it, too.
    """
    first, stop = name
    start = words[first].start
    before = title[: max(0, title.find(text[start : words[stop - 1].end]))]
    if not before or not text[:start].endswith(before):
        return first
    return next((index for index, word in enumerate(words) if word.start == start - len(before)), first)
