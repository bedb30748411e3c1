"""Edit a draft without a model: remove, keep, shorten, move or add sentences, or turn them into a list.

Text that an order does not name stays unchanged in every character. Sentences cannot be rephrased.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from backend.document.order_words import is_a, ordinal_of, words_in
from backend.document.sentences import sentences
from backend.kernel.exchange import Excerpt
from backend.keyless.instruction import Instruction, form_of, number_of, read_instruction, topic_of
from backend.keyless.quotations.condensing import left_out
from backend.keyless.quotations.layout import is_said, join, parted, rejoined, set_text, stopped
from backend.keyless.quotations.quotation import Unit, covers, touches, units

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_ORDINAL = re.compile(
    rf"\b(?:(?P<word>{'|'.join(_ORDINALS)}|last|final|opening|closing)|(?P<digits>\d{{1,2}})(?:st|nd|rd|th))\b"
    r"(?:\s+(?P<count>\w+))?\s+(?:sentence|item|bullet|point|line|statement)s?\b",
    re.IGNORECASE,
)
_REMOVE = re.compile(
    r"\b(?:remove|delete|drop|omit|exclude|erase|strip|leave out|take out|get rid of|cut out|cut(?= the)|without"
    r"|no mention of)\b",
    re.IGNORECASE,
)
_KEEP = re.compile(
    r"\b(?:keep|leave|use|retain|want) (?:only|just)\b|\b(?:only|just) (?:keep|leave|use|retain)\b"
    r"|^\W*(?:(?:please|but|bitte)\s+)?(?:only|just|nur|seulement|sólo|solo|apenas|alleen)\b",
    re.IGNORECASE | re.MULTILINE,
)
_SHORTEN = re.compile(
    r"\b(?:shorten|shorter|trim|condense|tighten|compress|reduce|halve|half|too (?:long|wordy|verbose)"
    r"|more (?:concise|brief)|cut (?:it|this|that|down)|fewer (?:words|sentences)|less (?:text|wordy))\b",
    re.IGNORECASE,
)
_TO_COUNT = re.compile(
    r"\b(?:to|in|as|only|just)\s+(?:about |only |just |at most )?(\w+)\s+(?:sentences?|items?|bullets?|points?)\b"
    r"(?![ -]+(?:points?[ -]+)?(?:list|form|format|style)\b)",  # "as a bullet list" counts nothing
    re.IGNORECASE,
)
#: An order that is only a number of sentences: "Shorter: one sentence.", "Make it two sentences, please".
_BARE_COUNT = re.compile(
    r"(?:[:,;.!–—]|\bmake (?:it|this|that))\s*(?:about |only |just |at most |no more than |a )?(\w+)\s+"
    r"(?:sentences?|items?|bullets?|points?)"
    r"(?=\s*(?:[:,;.!]|$|please\b|at most\b|max|(?:is|are) (?:enough|plenty|fine)\b|will do\b|suffice))",
    re.IGNORECASE,
)
#: "Nur ein Satz", "une seule phrase", "en dos frases".
_COUNT_OF_SENTENCES = re.compile(
    r"\b(\w+)\s+(?:einzige[rnms]?\s+|seule?\s+|sol[ao]\s+|únic[ao]\s+|enkele\s+)?"
    r"(?:satz|sätzen?|phrases?|frases?|frasi|oraci[oó]n(?:es)?|zin(?:nen)?)\b",
    re.IGNORECASE,
)
_SENTENCE_NOUNS = frozenset("satz sätze sätzen phrase phrases frase frases frasi oración oraciones zin zinnen".split())
_ADD = re.compile(
    r"\b(?:add|include|append|insert|incorporate|integrate|also|mention|expand|extend|longer|elaborate"
    r"|more (?:detail|about|on|of)|too short|work in|use the)\b",
    re.IGNORECASE,
)
#: An order for an addition to the existing text: "And a sentence on limitations".
_MORE = re.compile(
    r"^\W*(?:and|also|plus|und|auch|dazu|et|aussi|y|también|e|anche|também|en|ook)\b", re.IGNORECASE | re.MULTILINE
)
_INSTEAD = re.compile(r"\b(?:instead|replace|rather than|in place of|from scratch|start over)\b", re.IGNORECASE)
_AT_START = re.compile(
    r"\b(?:at|to|from) the (?:beginning|start|top|front)\b|\bfirst\s*[.!]?$|\b(?:start|begin|open|lead) with\b",
    re.IGNORECASE,
)
_AT_END = re.compile(r"\b(?:at|to) the (?:end|bottom)\b|\blast\s*[.!]?$|\b(?:end|close|finish) with\b", re.IGNORECASE)
_MOVE = re.compile(
    r"\b(?:move|put|place|shift|bring)\b|\b(?:start|begin|open|lead|end|close|finish) with\b", re.IGNORECASE
)
_REVERSE = re.compile(r"\b(?:reverse|swap|switch|other way round|opposite order)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Edited:
    """The whole text after the edit, the sentences that were `added`, and a description of each change (`done`). All
    three are empty if nothing changed.
    """

    content: str = ""
    added: tuple[Unit, ...] = ()
    done: tuple[str, ...] = ()


def edit(content: str, order: str, fresh: Sequence[Unit], volunteer: bool = False) -> Edited:
    """Carry out an order on a draft's content. Several changes are made in this sequence: remove, keep, shorten, move,
    add, and change the form.

    `fresh` are sentences that may be added. They are added if the order asks for it ("add a sentence on ice"). If
    `volunteer` is True, they are also added if no other change in the order was understood.
    """
    new = [unit for unit in fresh if not is_said(unit, content)]
    if _INSTEAD.search(order) and new and not _REMOVE.search(order):
        return Edited(set_text(new, form_of(order) or "prose"), tuple(new), ("replaced it by what is newly attached",))
    whole = parted(content)
    text, done = whole, []
    for change in (_remove, _keep, _shorten, _move):
        changed = change(text, order)
        if changed is not None and changed[0].strip() and changed[0] != text:
            text = changed[0]
            done.append(changed[1])
    added: tuple[Unit, ...] = ()
    if new and (_ADD.search(order) or (volunteer and not done)):
        text, added = _add(text, new, order), tuple(new)
        done.append(f"added {_counted(len(new), 'sentence')}")
    form = form_of(order)
    if form is not None:
        reset = set_text(pieces(text), form) if form != "prose" else _as_prose(text)
        if reset != text:
            text = reset
            done.append({"bullets": "set it as a list", "numbers": "numbered it"}.get(form, "set it as prose"))
    return Edited(rejoined(text, content), added, tuple(done)) if done else Edited()


def names_change(order: str) -> bool:
    """Return True if an order says what to remove, keep or add ("without the last sentence"). If such an order cannot
    be carried out, the caller must not answer it with a draft of other sentences.
    """
    return any(kind.search(order) for kind in (_REMOVE, _KEEP, _ADD, _MORE))


def pieces(content: str) -> list[Unit]:
    """Return the content's sentences, list items and blocks, including those that occur twice."""
    return units([Excerpt(content, "pending")], ("pending",), repeats=True)


def shortened(content: str) -> str:
    """Return the text with only half of its sentences: those with its most frequent words. A text of one sentence is
    returned unchanged.
    """
    found = condensed(parted(content))
    return rejoined(found[0], content) if found else content


def _remove(text: str, order: str) -> tuple[str, str] | None:
    own = pieces(text)
    for named in _named(order, _REMOVE) or _named_by_form(order):
        chosen = _chosen(own, named)
        if chosen and len(chosen) < len(own):
            return _without(text, chosen), f"left out {_counted(len(chosen), 'sentence')}"
    return None


def _keep(text: str, order: str) -> tuple[str, str] | None:
    own = pieces(text)
    for named in (*_named(order, _KEEP), *_kept_by_form(order)):
        chosen = _chosen(own, named)
        if chosen and len(chosen) < len(own):
            return _without(
                text, [unit for unit in own if unit not in chosen]
            ), f"kept {_counted(len(chosen), 'sentence')}"
    return None


def _shorten(text: str, order: str) -> tuple[str, str] | None:
    count = sentences_wanted(order)
    if count is None and not wants_less(order):
        return None
    return condensed(text, count)


def sentences_wanted(order: str) -> int | None:
    """Return the number of sentences that `order` asks for: 2 for "to two sentences", 1 for "nur ein Satz" (only one
    sentence). None if there is no number.
    """
    named = [*_TO_COUNT.findall(order), *_BARE_COUNT.findall(order), *_COUNT_OF_SENTENCES.findall(order)]
    return next((number for word in named if (number := number_of(word))), None)


#: "Half" in the languages in which orders are understood.
_HALF = re.compile(r"\b(?:half|halve|hälfte|moitié|mitad|metà|metade|helft)\b", re.IGNORECASE)


def halves(order: str) -> bool:
    """Return True if `order` asks for half of a text: "cut it by half"."""
    return _HALF.search(order) is not None


def wants_less(order: str) -> bool:
    """Return True if `order` asks for a shorter version of the same text: "a bit shorter"."""
    return halves(order) or bool(_SHORTEN.search(order)) or any(is_a(word, "shortening") for word in words_in(order))


def condensed(text: str, count: int | None = None) -> tuple[str, str] | None:
    """Return the text with only `count` of its sentences (half of them if None), and a description of the change.
    Returns None if the text has no more sentences than that.
    """
    own = pieces(text)
    dropped = left_out(own, _about("", own), count)
    if not dropped:
        return None
    kept = sum(unit.kind in ("paragraph", "list") for unit in own) - len(dropped)
    telling = f"{kept} most telling sentences" if kept > 1 else "most telling sentence"
    return _without(text, dropped), f"kept the {telling}"


def _move(text: str, order: str) -> tuple[str, str] | None:
    own = pieces(text)
    if len(own) < 2:
        return None
    if _REVERSE.search(order):
        return _in_order(text, own[::-1]), "reversed the order"
    to_start, to_end = _AT_START.search(order), _AT_END.search(order)
    if not _MOVE.search(order) or not (to_start or to_end):
        return None
    moved = _chosen(own, re.sub(r"\b(?:first|last)\s*[.!]?$", "", order.strip(), flags=re.IGNORECASE))
    if not moved or len(moved) == len(own):
        return None
    rest = [unit for unit in own if unit not in moved]
    arranged = [*moved, *rest] if to_start else [*rest, *moved]
    return _in_order(
        text, arranged
    ), f"moved {_counted(len(moved), 'sentence')} to the {'start' if to_start else 'end'}"


def _add(text: str, new: Sequence[Unit], order: str) -> str:
    listed = [unit for unit in pieces(text) if unit.kind == "list"]
    addition = set_text(new, "bullets" if listed and len(listed) == len(pieces(text)) else "prose")
    glue = "\n" if listed and addition.startswith("- ") else "\n\n" if "\n" in addition or "\n\n" in text else ""
    first, second = (addition, text) if _AT_START.search(order) else (text, addition)
    return f"{first.rstrip()}{glue}{second.lstrip()}" if glue else join(stopped(first.rstrip()), second.lstrip())


def _named(order: str, verb: re.Pattern[str]) -> list[str]:
    """Return the words after each match of `verb` in an order, up to the end of the clause."""
    return [
        re.split(r"[;,\n]|\.\s|\band (?:then|also|make|add|put|move)\b", order[found.end() :], maxsplit=1)[0]
        for found in verb.finditer(order)
    ]


def _named_by_form(order: str) -> list[str]:
    """Return the words after the first verb of removing in an order, in any language: "the last sentence" of "drop the
    last sentence". If nothing follows the verb, as in German, return the words before it.
    """
    words = words_in(order)
    verbs = [place for place, word in enumerate(words) if is_a(word, "removing")]
    return [" ".join(words[place + 1 :] or words[:place]) for place in verbs[:1]]


#: "Only", or what goes instead: "keep the second sentence and drop the rest".
_ONLY = frozenset(
    "only just nur seulement solo sólo solamente apenas só alleen rest others reste resto übrigen".split()
)


def _kept_by_form(order: str) -> list[str]:
    """Return the words of an order that name what to keep: ["the first sentence"] for "keep only the first sentence,
    and drop the rest". Returns [] if no clause has a verb of keeping, or if the order has no word such as "only".
    """
    if not _ONLY.intersection(words_in(order)):
        return []
    clauses = (words_in(each) for each in re.split(r"[;,\n]|[.!]\s|\s(?:and|und|et|y|e|en)\s", order))
    keeping = [each for each in clauses if any(is_a(word, "keeping") for word in each)]
    return [" ".join(word for word in each if word not in _ONLY and not is_a(word, "keeping")) for each in keeping[:1]]


def _chosen(own: Sequence[Unit], named: str) -> list[Unit]:
    """Return the sentences in `own` that the words `named` mean: by number ("the last two sentences"), or by topic."""
    ordinal = _ORDINAL.search(named)
    if ordinal is not None:
        count = number_of(ordinal["count"] or "") or 1
        word = (ordinal["word"] or "").lower()
        if word in ("last", "final", "closing"):
            return list(own[-count:])
        position = (
            int(ordinal["digits"]) - 1 if ordinal["digits"] else _ORDINALS.index(word) if word in _ORDINALS else 0
        )
        return list(own[position : position + count])
    words = words_in(named)
    if _SENTENCE_NOUNS.intersection(words) and (place := next(filter(None, map(ordinal_of, words)), None)):
        return list(own[place - 1 : place] if place > 0 else own[place:])
    instruction = _about(named, own)
    if not instruction.topic:
        return []
    covering = [unit for unit in own if covers(unit.line, instruction)]
    return covering or [unit for unit in own if touches(unit.line, instruction)]


def _about(named: str, own: Sequence[Unit]) -> Instruction:
    whole = " ".join(unit.line for unit in own)
    instruction = read_instruction(named, whole)
    return replace(instruction, topic=topic_of(named, instruction.language, places=True))


def _without(text: str, removed: Sequence[Unit]) -> str:
    """Return the text without the units in `removed`, and without lines and paragraphs that become empty."""
    for unit in sorted(removed, key=lambda unit: -unit.start):
        before, after = text[: unit.start], text[unit.end :]
        if not before.rpartition("\n")[2].strip() and not after.partition("\n")[0].strip():
            after = after.partition("\n")[2]  # the unit was the whole line
            if not after.strip() or before.endswith("\n\n"):
                after = after.lstrip("\n")
        else:
            after = after.lstrip(" \t") if not before or before[-1].isspace() else after
            before = before if after and not after.startswith("\n") else before.rstrip(" \t")
        text = before + after
    return text.strip()


def _in_order(text: str, order: Sequence[Unit]) -> str:
    """Return the text with its units in another order. Only the units are exchanged: line breaks and the gaps between
    units do not change.
    """
    places = sorted(order, key=lambda unit: unit.start)
    result, at = [], 0
    for place, unit in zip(places, order, strict=True):
        result += [text[at : place.start], stopped(unit.text) if unit.kind == "paragraph" else unit.text]
        at = place.end
    return "".join([*result, text[at:]])


def _as_prose(text: str) -> str:
    own = pieces(text)
    running = ""
    for unit in own:
        running = join(running, stopped(unit.line))
    return running if len(own) == len(sentences(running)) or any(unit.kind == "list" for unit in own) else text


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" + ("" if count == 1 else "s")
