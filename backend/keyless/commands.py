"""Recognize messages that need no writing: orders to move the draft or to change the document, and courtesies such as
thanks.

Messages are recognized by the form of their sentences, in seven languages. First, the names of document parts are
replaced by a placeholder (mentions/placeholders.py). Then the message must consist of a known verb, the words around
it, and perhaps a place (sentence_forms.py). Questions, prohibitions ("don't …") and statements are not orders.
placement/edit_orders.py plans the changes of the document that are recognized here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from backend.document.order_classes import INDEFINITE
from backend.document.order_words import QUOTATION, Sentence, is_a, ordinal_of, read_sentence, words_in
from backend.document.own_words import own_words
from backend.kernel.exchange import Evidence, Intent
from backend.keyless import place_forms
from backend.keyless import sentence_forms as forms
from backend.keyless.decisions import (
    LONGEST_KIND_WORD,
    agrees,
    greets,
    is_courtesy,
    means_rejected,
    only_decides,
    takes_back,
)
from backend.keyless.new_content import orders_new
from backend.keyless.partial_removal import removes_only_part
from backend.keyless.rework import wants_rework
from backend.keyless.sentence_forms import TITLE
from backend.keyless.short_forms import joins, names_element, only_says_where
from backend.keyless.spoken_changes import SEEMS_A_REMARK, wonders
from backend.keyless.undo_orders import undoes
from backend.mentions.closed_words import is_article, noun
from backend.mentions.element_phrases import describes_element
from backend.mentions.inner_places import BECOMING
from backend.mentions.lexicon import tokens
from backend.mentions.placeholders import masked
from backend.mentions.shift_orders import read_shift
from backend.mentions.structure_orders import read_structure_order

Operation = Literal["", "delete", "rename", "move", "join", "restructure", "restore"]
_SENTENCE_END = re.compile(r"(?<=[.!?？。])\s+|[;\n]+|,\s+|\s{1,9}[–—]\s+")
_LINES = re.compile(r"(?<=[.!?？。])\s+|[;\n]+")
#: Maximum number of sentences of a message that asks about a place and then orders it: "Wouldn't it fit better at the
#: end of X? Put it there."
_ASKED_AND_ORDERED = 2
#: The beginning of a message that says that the text approved last belongs elsewhere.
_CORRECTING = re.compile(
    r"\W*(?:no|nope|not there|rather|actually|better|nein|nicht dort|lieber|besser|eher|doch|non|plutôt|mieux|mejor"
    r"|meglio|piuttosto|não|melhor|nee|liever|нет|не туда|не там)\b|\W*(?:不是|不对|不對)",
    re.IGNORECASE,
)
ONE_DRAFT_AT_A_TIME = (
    "I move one draft at a time, so nothing was changed. Send one message for each draft, and say where that draft "
    "should go."
)
WAITS = "The draft waits until you approve, reject or change it."
EDIT_WAITS = "The change waits until you approve or reject it."
NOTHING_TO_DECIDE = "Noted. There is no open draft to decide on."
NOTHING_TO_MOVE = "There is no open draft to move. Ask for one first, or name the part of the document to move."
NOTHING_WAITS = "There is no open draft to approve. Ask for one first."
REJECTED = "A rejected draft cannot be placed, so nothing was changed. Ask for its text again."
#: The answer to "yes, approve it": a decision needs a request of its own, because it changes the document.
DECIDE_YOURSELF = "Nothing was changed, because a message does not decide on a draft. Use Approve or Reject."


@dataclass(frozen=True, slots=True)
class Situation:
    """What a message may refer to: an open draft, attachments, parts of the document.

    `named` has start and end, in characters, of the words in the message that name parts of the document. `titles` has
    all headings of the document."""

    has_draft: bool = False
    has_attachments: bool = False
    titles: tuple[str, ...] = ()
    named: tuple[tuple[int, int], ...] = ()
    #: True if content was approved before. Then "it" means this content if there is no open draft.
    has_approved: bool = False
    #: True if Stage 2 finds in the message a place for the open draft
    names_place: bool = False
    #: True if a clause of the message asks for a new text or places another text, so that the message names no place
    #: for the draft
    asks_for_new: bool = False
    #: the contents of the open drafts
    drafts: tuple[str, ...] = ()
    #: True if an edit of the document waits for the user's decision
    edit_waits: bool = False

    @classmethod
    def of(cls, evidence: Evidence, has_attachments: bool) -> Situation:
        has_draft = bool(evidence.previous_content.strip() or evidence.drafts)
        return cls(
            has_draft,
            has_attachments,
            evidence.titles,
            evidence.named,
            evidence.has_approved,
            evidence.names_place,
            edit_waits=evidence.edit_waits,
            drafts=(evidence.previous_content, *(each.content for each in evidence.drafts)),
        )


@dataclass(frozen=True, slots=True)
class Command:
    """A recognized command: its `intent`, and a `line` that is shown to the user ("" if there is none). For a change of
    the document, `operation` is the kind of change.
    """

    intent: Intent
    line: str
    operation: Operation = ""
    #: True if the command moves the content that was approved last
    of_approved: bool = False


@lru_cache(maxsize=64)
def read_command(message: str, situation: Situation) -> Command | None:
    """Return the command in a message; None if the message asks for a text or an answer."""
    text = masked(message, situation.titles, situation.named)
    clauses = _clauses(text)
    sentences = [read_sentence(part) for part in clauses]
    waits = WAITS if situation.has_draft else EDIT_WAITS if situation.edit_waits else ""
    if not situation.has_attachments and read_shift(message) and (moved := _moved(message, situation)) is not None:
        return moved
    if not situation.has_attachments and only_decides(text):
        return Command("talk", DECIDE_YOURSELF if waits else NOTHING_WAITS)
    if not situation.has_attachments and agrees(text):
        return Command("talk", waits or NOTHING_WAITS)
    if is_courtesy(text):
        return Command("talk", waits or ("" if greets(message) else NOTHING_TO_DECIDE))
    if takes_back(text) and not any(sentence.asks for sentence in sentences):
        return Command("talk", waits or NOTHING_TO_DECIDE)
    if situation.has_draft and len(sentences) == _ASKED_AND_ORDERED and place_forms.puts_there(*sentences):
        return _move(message)
    if means_rejected(text) and not any(sentence.asks for sentence in sentences):
        return Command("talk", REJECTED)
    if any(read_structure_order(each) is not None for each in _LINES.split(text)):
        return _edit("restructure")
    if any(sentence.asks or _asks_for_writing(sentence) for sentence in sentences) or removes_only_part(text):
        return None
    if situation.has_draft and any(map(_swaps_them, sentences)):
        return Command("talk", ONE_DRAFT_AT_A_TIME)
    if situation.has_draft and len(clauses) > 1 and any(map(wants_rework, clauses)):
        return None  # "make it two sentences, and put it at the start" is more than a place
    if any(forms.is_spoken_of(sentence, LONGEST_KIND_WORD) for sentence in sentences[:1]) and wonders(sentences):
        return Command("talk", SEEMS_A_REMARK)
    if forms.renames(sentences) or forms.retitles(sentences, has_draft=situation.has_draft):
        return _edit("rename")
    if own_words(message, situation.titles, situation.named) is not None:
        return None
    if situation.has_draft and place_forms.puts_other_text(sentences, situation.drafts):
        situation = replace(situation, asks_for_new=True)
    mine = situation.has_draft and not situation.asks_for_new
    alone = sentences[0] if len(sentences) == 1 and mine and not situation.has_attachments else None
    if alone is not None and not alone.refuses and place_forms.only_names_place(alone, place_forms.prefers(text)):
        return _move(message)
    if alone is not None and place_forms.becomes_a_part(alone, message):
        return _move(message)
    found = _first_command(sentences, situation, message)
    if (
        found is None
        and situation.names_place
        and not situation.asks_for_new
        and place_forms.only_gives_place(sentences)
        and not any(
            (forms.AWAY - {"go", "via"}).intersection(each.words) for each in sentences
        )  # "take the one in X out"
    ):
        if situation.has_draft:
            return _move(message)
        if _CORRECTING.match(message):
            return replace(_edit("move"), of_approved=True)
    if found is None and alone is not None and _turns_place(alone, message, situation):
        return _move(message)
    return found


def _turns_place(sentence: Sentence, message: str, situation: Situation) -> bool:
    """Return True if a message asks for another place for the draft: "no, rather before the link". The document may
    lack this place. Returns False if the message orders a change, or may be about another text than the draft."""
    said = _CORRECTING.match(message)
    words = sentence.words
    if said is None or sentence.refuses or any(is_a(word, *forms.OTHER_VERBS) for word in words) or QUOTATION in words:
        return False
    behind = words_in(message[said.end() :])
    placed = forms.has_place(word for word in behind if word not in INDEFINITE) or forms.has_edge(behind)
    counted = any(ordinal_of(word) is not None for word in behind) and bool(BECOMING.intersection(behind))
    return (placed or counted) and not brings_other_words(message, situation)


def corrects_place(message: str) -> bool:
    """Return True if a message says that the text approved last belongs elsewhere: "no, put it after X"."""
    said = _CORRECTING.match(message)
    return said is not None and (
        bool(read_shift(message)) or any(is_a(word, "place", "edge") for word in words_in(message[said.end() :]))
    )


def _swaps_them(sentence: Sentence) -> bool:
    """Return True if a sentence orders to swap drafts by a pronoun: "swap them"."""
    words = sentence.words
    return is_a(" ".join(words[:1]), "swapping") and any(is_a(word, "pronoun") or word == "both" for word in words[1:2])


def _swaps_numbered(sentence: Sentence) -> bool:
    """Return True if a sentence orders to swap two numbered things: "swap comments 1.1 and 1.2"."""
    words = sentence.words
    numbers = [word for word in words if word[0].isdecimal()]
    return len(numbers) == 2 and len(words) <= _SWAPPING and is_a(words[0], "swapping")


#: Maximum number of words of a message such as "please swap the comments 1.1 and 1.2".
_SWAPPING = 6


def orders_other_text(message: str, situation: Situation) -> bool:
    """Return True if a message orders to put a text that is not the draft at a place of the document: "put the caption
    after Table 2".
    """
    text = masked(message, situation.titles, situation.named)
    sentences = [read_sentence(part) for part in _clauses(text)]
    return TITLE in text and place_forms.puts_other_text(sentences, situation.drafts)


def brings_other_words(message: str, situation: Situation) -> bool:
    """Return True if a message has no pronoun or noun for the draft, but several words that name neither a place nor
    anything in the draft: "in the budget we also need a line for fees". Such a message may be about another text.
    """
    words = words_in(masked(message, situation.titles, situation.named))
    if any(is_a(word, "pronoun", "draft") and not is_article(word) for word in words):
        return False
    left = forms.leftover(words, "moving", "placing")
    if len(left) <= forms.EXCUSED:
        return False
    known = place_forms.words_of_drafts(left, situation.drafts)
    return len([word for word in left if word not in known]) > forms.EXCUSED


def _first_command(sentences: Sequence[Sentence], situation: Situation, message: str) -> Command | None:
    subject: Sentence | None = None
    if len(sentences) > 1 and place_forms.is_only_where(sentences[0]):
        sentences = sentences[1:]  # "in X, delete the last paragraph"
    if any(map(orders_new, sentences)):
        situation = replace(situation, asks_for_new=True)  # "at the end of X, add a paragraph on rain"
    for place, sentence in enumerate(sentences):
        draft = situation.has_draft and not situation.asks_for_new
        if subject is not None and draft and place_forms.puts_there(subject, sentence):
            return _move(message)
        if subject is not None and (operation := _continued(subject, sentence)):
            return _edit(operation)
        found = _command(sentence, situation, message)
        if found is not None:
            other = found.of_approved and any(describes_element(" ".join(each.words)) for each in sentences[:place])
            return None if other else found  # "the sentence on ice is wrong, delete it": not what was approved last
        if forms.is_located(sentence.words) and not _speaks_of_it(sentence):
            subject = sentence
    return None


_DIVIDING = ("removing", "moving", "placing", "renaming", "undoing", "swapping", "shortening")


def _clauses(text: str) -> list[str]:
    """Return the sentences of a message. A sentence is also divided at a comma or semicolon if an order follows: "X is
    wrong, delete it".
    """
    parts: list[str] = []
    for part in (each for each in _SENTENCE_END.split(text) if each and re.search(r"\w", each)):
        words = read_sentence(part).words
        begins = words in forms.OUT_WITH_IT or (bool(words) and is_a(words[0], *_DIVIDING))
        if not parts or begins or not text[: text.index(part)].rstrip().endswith(","):
            parts.append(part)
        else:
            parts[-1] += f", {part}"
    return parts


def _asks_for_writing(sentence: Sentence) -> bool:
    """Return True if a sentence asks for a text ("write …") or for a shorter text ("cut it down")."""
    first = sentence.words[:1]
    less = _LESS.intersection(sentence.words) or any(is_a(word, "shortening") for word in first)
    return any(is_a(word, "writing", "draft") for word in first) or bool(less)


_LESS = frozenset("down half hälfte moitié mitad metà metade helft".split())


#: Pronouns that are the subject of a sentence, and no articles.
_SUBJECT = frozenset("it that this es das dies ça cela c'est eso esto questo isso isto dat dit".split())


def _speaks_of_it(sentence: Sentence) -> bool:
    """Return True if the subject of a sentence is a pronoun: "that repeats NAME". An "it" in the next sentence then
    means the same as this pronoun, and not the part NAME.
    """
    words = sentence.words
    return bool(_SUBJECT.intersection(words[:1])) and words[1:2] != (TITLE,)


def _continued(subject: Sentence, sentence: Sentence) -> Operation:
    """Return the operation that `sentence` orders for the part that the sentence before it (`subject`) names: "delete"
    for "X is wrong, delete it". Returns "" if it orders none.
    """
    words = sentence.words
    if words in forms.OUT_WITH_IT:
        return "delete"
    if not words or sentence.refuses or not any(is_a(word, "pronoun") for word in words[1:2]):
        return ""
    if is_a(words[0], "removing"):
        return "delete"
    located = forms.has_place(subject.words) or forms.has_place(words)
    return "move" if located and is_a(words[0], "moving", "placing", "swapping") else ""


def _command(sentence: Sentence, situation: Situation, message: str) -> Command | None:
    if forms.is_spoken_of(sentence, LONGEST_KIND_WORD):
        return Command("talk", SEEMS_A_REMARK)
    if sentence.refuses:
        return None
    if undoes(sentence, LONGEST_KIND_WORD):
        return _edit("restore")
    if joins(sentence):
        return _edit("join")
    if _swaps_numbered(sentence):
        return _edit("move")
    puts_attachment = situation.has_attachments and is_a(sentence.words[0], "placing") if sentence.words else False
    alone = not situation.has_draft and only_says_where(sentence) and names_element(message, situation.named)
    if not puts_attachment and (alone or forms.moves_a_part(sentence)):
        return _edit("move")
    if _moves_draft(sentence, situation):
        return _moved(message, situation) or Command("talk", NOTHING_TO_MOVE)
    if not situation.has_draft and situation.has_approved and _removes_it(sentence):
        return replace(_edit("delete"), of_approved=True)
    if any(is_a(word, "draft") for word in sentence.words):
        return None  # "delete the draft about Methods" says nothing about Methods
    if forms.removes(sentence) and (not situation.has_draft or forms.is_located(sentence.words)):
        return _edit("delete")
    return None


def _removes_it(sentence: Sentence) -> bool:
    """Return True if a sentence orders to delete the text that was approved last: "delete it again", "lösch das
    wieder". Returns False for "that sentence", which may be only one of the approved sentences.
    """
    words = sentence.words
    if _SPACELESS_REMOVAL.fullmatch("".join(words)):
        return True
    pronoun = len(words) > 1 and is_a(words[1], "pronoun") and is_a(words[0], "removing")
    if words[2:] and (noun(tokens(words[2]), 0)[0] or ordinal_of(words[2]) is not None):
        return False  # "supprime la deuxième phrase" has an article
    rest = [word for word in forms.leftover(words[2:]) if word not in _AGAIN]
    return pronoun and not forms.is_located(words) and len(rest) <= 1


_AGAIN = frozenset("again wieder otra vez nuevo nuovo nouveau novo weer opnieuw".split())
#: "Delete it" in Chinese and Japanese.
_SPACELESS_REMOVAL = re.compile(
    r"(?:请|請|再|就|还是|把|将|やっぱり)*(?:它|这个|那个|這個|那個|これ|それ)?[をは]?(?:再|又)?(?:删除|刪除|删掉|刪掉|去掉|删了|削除|消し)"
    r"(?:它|这个|那个|這個|那個)?(?:し|て|してください|てください|ください|掉|了|吧)*"
)


def _moves_draft(sentence: Sentence, situation: Situation) -> bool:
    brings = situation.has_attachments
    if situation.asks_for_new or (brings and not any(is_a(word, "draft") for word in sentence.words)):
        return False
    if not situation.has_draft and "".join(sentence.words[:1]).startswith(forms.ADDING):
        return False  # "add this" means no text that the document has
    if forms.places_draft(sentence, brings):
        return True
    return situation.has_draft and not brings and place_forms.only_names_place(sentence)


def _moved(message: str, situation: Situation) -> Command | None:
    """Return the command to move the open draft. Without an open draft, return the command to move the text that was
    approved last; None if no text was approved, either.
    """
    if situation.has_draft:
        return _move(message)
    return replace(_edit("move"), of_approved=True) if situation.has_approved else None


def _move(message: str) -> Command:
    return Command("move", f"The draft keeps its words and gets the place that you name: {' '.join(message.split())}")


def _edit(operation: Operation) -> Command:
    """Return the command for an edit of the document. Its `line` is shown to the user only if no edit could be
    planned.
    """
    return Command("edit", SEEMS_A_REMARK, operation)
