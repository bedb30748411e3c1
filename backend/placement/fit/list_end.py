"""Find the list to which a message orders to add items, and the place of the new items: "add cramps to the list"."""

from __future__ import annotations

import re

from backend.document.order_classes import AFTER, BEFORE, INDEFINITE
from backend.document.order_words import is_a, read_sentence, words_in
from backend.mentions.closed_words import is_article, noun, ordinal
from backend.mentions.inner_places import BECOMING
from backend.mentions.lexicon import tokens
from backend.mentions.named_rows import is_function
from backend.mentions.resolver import Mention, resolve
from backend.placement.carrying_out.resolve import bare_items, items
from backend.placement.content import Content
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.fit.sorted_entries import in_order
from backend.placement.plan import Placement
from backend.placement.request.asides import parsed

_REASON = "The content is a new item of the list at this place."
_LONGER = "The content repeats a list of the document and adds items, so it replaces this list."
#: The confidence (0 to 1) of the only list of a named section; and of the only list of a document, if the message names
#: no part.
_NAMED, _ONLY = 0.9, 0.5


def at_list_end(builder: PlacementBuilder, message: str) -> list[Placement]:
    """Return the place for a new item of a list: after its last item, or before the item whose number the message
    gives. If the content repeats all items of the list, return the replacement of the list. Returns [] if the message
    does not order to add to a list.

    The list is named in the message, or it is the only list in a section that is named there; else it is the document's
    only list, with a low confidence. Unless the list itself is named, the content must be written as items.
    """
    sentence = read_sentence(message)
    words = words_in(message)
    adds = any(is_a(word, "placing", "writing") for word in words)
    beside = (AFTER | BEFORE).intersection(words)  # "… to the list after the one on sleep"
    if (
        not adds
        or beside
        or sentence.asks
        or sentence.refuses
        or builder.content.kinds not in (("list",), ("paragraph",))
    ):
        return []
    index, sure = _meant(builder, message)
    if index is None:
        return []
    source = builder.view.document.source(builder.view.blocks[index])
    there = [" ".join(each.split()) for each in bare_items(Content.of(source))]
    ours = [" ".join(each.split()) for each in bare_items(builder.content)]
    if set(there) & set(ours):
        whole = [each for each in ours if each in there] == there
        return [builder.make("replace", index, "block", _LONGER, sure)] if whole else []
    count = len(items(source))
    numbers, others = _numbers(builder, message)
    number = numbers[0] if numbers else 1 if names_start(builder, message) else -1
    number += count + 2 if number < -1 else 0  # as the second to last of then `count` + 1 items
    if not count or number == 0 or not -1 <= number <= count + 1 or len(numbers) > 1 or _asks_for_list(message):
        return []
    if others and set(others) != {count + 1}:
        sure = min(sure, _ONLY)  # "the losses of the First World War", or "a third loss" of five
    if 0 < number <= count:
        return [builder.make("insert_before", index, f"item {number}", _REASON, sure)]
    last = builder.make("insert_after", index, f"item {count}", _REASON, sure)
    return [last] if numbers else [*in_order(builder, last), last]


def _meant(builder: PlacementBuilder, message: str) -> tuple[int | None, float]:
    """Return the index of the list to which the message adds items, and the confidence (0 to 1) in it. The index is
    None if there is no such list.
    """
    view, listed = builder.view, builder.content.kinds == ("list",)
    lists = [each.index for each in view.document.of_kind("list")]
    named = [each for each in resolve(view.document, message) if each.kind != "document"]
    counted = [each for each in named if each.kind == "item" and each.how == "ordinal"]
    as_item = [each for each in counted if BECOMING.intersection(words_before(message, each.at[0])[-1:])]
    named = [each for each in named if each not in as_item] or named
    only = named[-1] if len({each.start for each in named}) == 1 else None
    if only is not None and only.kind == "list" and not only.rivals and only.start in lists:
        return (only.start if _is_led_to(message, only.at[0], listed) else None), 1.0
    if len(lists) == 1 and any(_is_led_to(message, at, listed=False) for at in _lists_in(message)):
        return lists[0], 1.0  # "to the list of outcomes"
    if only is not None and only in counted and (not only.rivals or len(lists) == 1):
        return (only.start if only in as_item else None), _NAMED  # "as the first item of the list"
    if not listed:
        return _of_bare_list(builder, message, only)
    if only is not None and only.kind == "section" and not only.rivals:
        held = [each.index for each in view.own(view.section_of(only.start)) if each.kind == "list"]
        beside = words_before(message, only.at[0])[-1:]
        sure = _NAMED if any(each.sure for each in named) else _ONLY
        return (held[0] if len(held) == 1 and not (AFTER | BEFORE).intersection(beside) else None), sure
    return (lists[0] if not named and len(lists) == 1 and builder.content.item else None), _ONLY


def _of_bare_list(builder: PlacementBuilder, message: str, named: Mention | None) -> tuple[int | None, float]:
    """Return the index of the only list in the section `named`, and the confidence (0 to 1) that the content is one
    more item of it: "add “one year” to the criteria".

    The confidence is lower for a whole sentence, which may also be a paragraph after the list. The index is None if the
    section has other text of its own, if the message does not put the content into the section, or if `named` is not
    the name of exactly one section.
    """
    if named is None or named.kind != "section" or named.rivals or not _is_led_to(message, named.at[0], listed=False):
        return None, 0.0
    section = builder.view.section_of(named.start)
    own = [each for each in builder.view.own(section) if each.kind not in ("heading", "comment")]
    if [each.kind for each in own] != ["list"] or "\n" in builder.content.text.strip():
        return None, 0.0
    phrase = _STOPPED.search(builder.content.text) is None
    return own[0].index, _NAMED if phrase else _ONLY


def _numbers(builder: PlacementBuilder, message: str) -> tuple[list[int], list[int]]:
    """Return two lists of the ordinals in a message. The first has those that count items: "as the second one", "the
    third item". The second has all others. Ordinals in the names of parts are in neither list.
    """
    named = [each.at for each in resolve(builder.view.document, message) if each.kind not in ("item", "document")]
    words = [word for word in tokens(message) if word.word and not word.quote]
    counting, others = list[int](), list[int]()
    at = 0
    while at < len(words):
        number, stop = ordinal(words, at)
        if not number or any(start <= words[at].start < end for start, end in named):
            at += 1
            continue
        before = [each.norm for each in words[:at] if not is_article(each.norm)][-1:]
        behind = words[stop : stop + 1]
        counts = BECOMING.intersection(before) or not behind or is_function(behind[0])
        (counting if counts or "item" in noun(words, stop)[0] else others).append(number)
        at = stop
    return counting, others


#: The end of a sentence.
_STOPPED = re.compile(r"[.!?…。！？:]\W*\Z")


def _is_led_to(message: str, at: int, listed: bool) -> bool:
    """Return True if the word before a list's name, which begins at character `at`, puts something into the list: "to
    the list" or "in the list", but not "after the list". If the content is written as items (`listed`), any word but
    "after" or "before" and the like is accepted.
    """
    before = words_before(message, at)[-1:]
    return bool(before) and before[0] not in AFTER | BEFORE and (listed or is_a(before[0], "place"))


def words_before(message: str, at: int) -> list[str]:
    """Return the words before a name that begins at character `at`. An article directly before the name is left out."""
    words = words_in(message[:at])
    return words[:-1] if words and is_article(words[-1]) else words


def _lists_in(message: str) -> list[int]:
    """Return the offsets at which the message contains a word for a list."""
    words = tokens(message)
    return [word.start for at, word in enumerate(words) if "list" in noun(words, at)[0] and not word.quote]


def names_start(builder: PlacementBuilder, message: str) -> bool:
    """Return True if a message names the start of something: "at the top of the list". Words in the name of a list are
    ignored, such as "first" in "the first list".
    """
    reading = parsed(builder.view, message)
    lists = [each.at for each in resolve(builder.view.document, message) if each.kind == "list"]
    return reading is not None and any(
        reading.at(at, "start") and not any(start <= token.start < stop for start, stop in lists)
        for at, token in enumerate(reading.tokens)
        if at not in reading.masked
    )


def _asks_for_list(message: str) -> bool:
    """Return True if a message asks for a separate list: "add a list of costs"."""
    words = tokens(message)
    return any("list" in noun(words, at)[0] and words[at - 1].norm in INDEFINITE for at in range(1, len(words)))
