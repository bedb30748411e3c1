"""Find the parts that an order to delete or move names, and decide whether the order means a whole part or something
inside it.

"Delete the second paragraph of Methods" means the whole paragraph. "Delete the commas in the second paragraph of
Methods" and "Remove the claim about costs from Methods" mean something inside the part.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from backend.document.blocks import Document
from backend.document.order_classes import CLASSES, DIRECTIONS
from backend.document.order_limits import excepts
from backend.document.order_words import COURTESIES, is_a, ordinal_of, words_in
from backend.document.sentences import sentences
from backend.mentions.closed_words import is_article, is_section_noun, noun
from backend.mentions.lexicon import tokens
from backend.mentions.resolver import Mention
from backend.ranking.function_words import EVERY_WORD

_CLAUSE = re.compile(r"[^.!?;:,\n]+(?:[.,](?=\S)[^.!?;:,\n]*)*")
_WORD = re.compile(r"[^\W_]+")
#: Words between something and the part that contains it: "the claim in Methods", "take it out of Methods".
WITHIN = frozenset(
    """
    from in of inside within throughout
    aus im in von vom innerhalb
    de du des d dans depuis
    en del desde
    di del della dello dei dal dalla dallo nel nella nello
    do da dos das no na nos nas em
    uit van
    """.split()
)
#: Words for all of a part: "everything in Methods", "the whole content of Methods".
_WHOLE = frozenset(
    """
    all everything whole entire complete content contents text
    alles ganze ganzen gesamte gesamten inhalt text
    tout toute contenu texte
    todo toda contenido texto
    tutto tutta contenuto testo
    tudo conteúdo
    alle hele inhoud tekst
    """.split()
)
_FUNCTION = EVERY_WORD | COURTESIES
#: Words after a verb that belong to the verb: "throw out", "get rid of", "поменять местами".
_PARTICLES = frozenset("out away rid raus weg местами".split())
_AND = frozenset("and und sowie et y e en и".split())
_EDITING = ("removing", "moving", "placing", "swapping")


def objects(message: str, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions of the parts that an edit may be about.

    If some of them name a part explicitly, mentions that only resemble a section's title are left out. A section or
    list at the beginning is also left out if it only says where the other parts are: "in Methods" in "in Methods, move
    the table after the list".
    """
    literal = [each for each in mentions if each.kind != "section" or each.how not in ("synonym", "topic")]
    found = literal or list(mentions)
    ahead = words_in(message[: found[0].at[0]]) if found else []
    scope = (
        bool(ahead) and found[0].kind in ("section", "list") and all(word in WITHIN or _is_bare(word) for word in ahead)
    )
    inside = [each for each in found[1:] if each.kind != "section" and _contains(found[0], each)]
    return inside if scope and inside == found[1:] and inside else found


def _contains(whole: Mention, part: Mention) -> bool:
    return whole.span[0] <= part.span[0] and part.span[1] <= whole.span[1] and part.span != whole.span


def described(document: Document, message: str, mention: Mention) -> Mention:
    """Return a mention of the part that a quotation identifies: the whole paragraph for "the paragraph that starts with
    “X”", the sentence for "the sentence “X”". A mention without such a noun before it, or without a quotation, is
    returned unchanged.
    """
    if mention.kind != "quotation":
        return mention
    words = tokens(message)
    before = [at for at, word in enumerate(words) if word.end <= mention.at[0] and not word.quote]
    kinds = next((kinds for at in reversed(before) if (kinds := noun(words, at)[0])), ())
    block = document.blocks[mention.start]
    if "sentence" in kinds:
        inside = [(block.start + a, block.start + b) for a, b in sentences(document.source(block))]
        span = next(((a, b) for a, b in inside if a <= mention.span[0] < b), mention.span)
        return replace(mention, kind="sentence", span=span)
    if "paragraph" in kinds or block.kind in kinds:
        return replace(mention, kind="paragraph", stop=mention.start + 1, span=(block.start, block.end))
    return mention


def naming_each(message: str) -> str:
    """Return an order to swap two numbered parts with the noun repeated before the second number: "swap tables 1 and
    tables 2" for "swap tables 1 and 2". Any other message is returned unchanged.
    """
    swaps = any(is_a(word, "swapping") for word in words_in(message))
    found = _TWO_NUMBERS.search(message) if swaps else None
    first = words_in(found[1])[:1] if found is not None else []
    if found is None or any(is_a(word, "swapping") for word in first):
        return message
    return f"{message[: found.end(2)]}{found[3]}{found[1]} {message[found.start(4) :]}"


_TWO_NUMBERS = re.compile(r"([^\W\d_]+) (\d[\d.]*)(\s*(?:and|und|et|y|e|en|и|with|mit|avec|con|com|met|с|&|,)\s+)(\d)")


def certain_pair(message: str, mentions: list[Mention]) -> list[Mention]:
    """Return the mentions, with `guessed` set to False if they certainly mean two sections: the message orders to swap,
    and the only two mentions are exact titles or numbers of sections. Otherwise return them unchanged.
    """
    pair = len(mentions) == 2 and all(each.kind == "section" and each.how in ("exact", "number") for each in mentions)
    swaps = pair and any(is_a(word, "swapping") for word in words_in(message))
    return [replace(each, guessed=False) for each in mentions] if swaps else mentions


def named_together(message: str, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the first mention, and the mentions that "and" connects with it: "the first and the last paragraph", "X
    and Y".
    """
    together = list(mentions[:1])
    for each in mentions[1:]:
        between = words_in(message[together[-1].at[1] : each.at[0]])
        if (
            not between
            or not _AND.intersection(between[:1])
            or not all(word in _AND or is_article(word) for word in between)
        ):
            break
        together.append(each)
    return together


def goes_on(last: Mention, message: str) -> bool:
    """Return True if "and" and other words follow the last mention, so that the order may have a further object: "the
    first paragraph and the final one", "X and its mention in the text". A second order to move something, as in "and
    put it at the end", is no such object.
    """
    behind = words_in(message[last.at[1] :])
    verb = any(is_a(word, "placing", "moving") for word in behind[1:2])  # "and put it at the end of X"
    return bool(_AND.intersection(behind[:1])) and bool(behind[1:]) and not verb


def leads_on_from(first: Mention, message: str) -> bool:
    """Return True if a word such as "to" follows `first`, the name of a section. The name is then only a noun:
    "reference" in "the reference to X" does not mean the section "References".
    """
    behind = message[first.at[1] :]
    return first.kind == "section" and behind[:1].isspace() and bool(DIRECTIONS.intersection(words_in(behind)[:1]))


def counts_within(part: Mention, message: str) -> bool:
    """Return True if a number that is not in the section's name follows the mention `part`: "open problem 9" is not the
    section "Open problems", but something in it.
    """
    return part.kind == "section" and part.how != "number" and _COUNTED.match(message, part.at[1]) is not None


_COUNTED = re.compile(r"[ \t]+#?\d+(?![\w.,]*\d)(?=[\s.!,;]|$)")


def means_heading(message: str, part: Mention) -> bool:
    """Return True if the order is only about the heading of the named section `part`: "remove the heading Tides"."""
    before = [word for word in _words_before(message, part, (part,)) if not _is_bare(word) and word not in WITHIN]
    return part.kind == "section" and part.how != "topic" and bool(before) and before[-1] in _HEADINGS


_HEADINGS = frozenset("heading headline title überschrift titel titre título titolo kop".split())


def keeps_something(message: str) -> bool:
    """Return True if an order to delete makes an exception: "all paragraphs but the first", "everything except the
    table".
    """
    words = words_in(message)
    return excepts(words) or any(is_a(word, "keeping") for word in words)


def keeps_only(message: str) -> bool:
    """Return True if an order keeps only the part that it names: "delete everything but the first paragraph of X"."""
    return _ONLY.search(message) is not None


_ONLY = re.compile(
    r"\b(?:everything|all|alles|alle|tout|tous|todo|todos|tutto|tutti|tudo)\b(?:\s+\w+){0,4}?\s+"
    rf"(?:bis auf|{'|'.join(CLASSES['excepting'].split())})\b"
    r"|\b(?:keep only|only keep|leave only|only leave|keep just|behalte nur|nur .{1,80} behalten|ne gardez? que"
    r"|gardez? seulement|conserva solo|deja solo|tieni solo|mantém só|behoud alleen)\b",
    re.IGNORECASE,
)


def is_edited_itself(message: str, part: Mention, named: Sequence[Mention]) -> bool:
    """Return True if the order certainly deletes or moves this part as a whole, and not something inside it.

    `named` are all parts that the message names.
    """
    if part.how == "quotation" and part.kind != "quotation":
        return True  # the words before the quotation describe the part: "the sentence with “X”"
    before = _words_before(message, part, named)
    verbs = [place for place, word in enumerate(before) if is_a(word, *_EDITING) or word in _PARTICLES]
    between = before[verbs[-1] + 1 :] if verbs else before
    if verbs and before[verbs[-1]] == "rid":
        between = between[1:]  # "get rid of the section Methods"
    between = _telling(between)
    if between and between[-1] in WITHIN and between != ["de"]:  # "… from the section Methods"; "de" is Dutch for "the"
        rest = [word for word in between if word not in WITHIN]
        section_of = bool(verbs) and is_section_noun(_last_noun(before))
        return (bool(rest) or section_of) and all(word in _WHOLE for word in rest)
    if verbs and any(word not in _WHOLE and not _is_functional(word) for word in between):
        return False
    return not _is_elsewhere(message, part, named)


def takes_from(message: str, part: Mention) -> bool:
    """Return True if the order deletes something inside this part: "remove the citations from Methods"."""
    before = _words_before(message, part, (part,))
    verbs = [place for place, word in enumerate(before) if is_a(word, "removing")]
    between = _telling(before[verbs[-1] + 1 :]) if verbs else []
    return len(between) > 1 and between[-1] in WITHIN and any(word not in _WHOLE for word in between[:-1])


def takes_within(between: str) -> bool:
    """Return True if the text `between` two names is only a word such as "in", so that the second part contains the
    first: "the commas in the first paragraph".
    """
    words = [word for word in words_in(between) if not (_is_bare(word) or is_section_noun(word))]
    return len(words) == 1 and words[0] in WITHIN


def _words_before(message: str, part: Mention, named: Sequence[Mention]) -> list[str]:
    """Return the words before the mention `part` in its clause. The words of the mentions `named` are left out."""
    clause = next((each for each in _CLAUSE.finditer(message) if each.end() > part.at[0]), None)
    start = clause.start() if clause is not None and clause.start() <= part.at[0] else 0
    return [
        each[0].casefold()
        for each in _WORD.finditer(message, start, part.at[0])
        if not any(other.at[0] <= each.start() < other.at[1] for other in named)
    ]


def _telling(words: Sequence[str]) -> list[str]:
    return [word for word in words if len(word) > 1 and not (_is_bare(word) or is_section_noun(word))]


def _last_noun(words: Sequence[str]) -> str:
    return next((word for word in reversed(words) if word not in WITHIN and not _is_bare(word)), "")


def _is_bare(word: str) -> bool:
    """Return True for words that say nothing about the object of an order, such as "the" and "please"."""
    return is_article(word) or word in COURTESIES


def _is_functional(word: str) -> bool:
    return (
        word in _FUNCTION
        or word.isdigit()
        or ordinal_of(word) is not None
        or is_a(word, "place", "edge", "element", "following", *_EDITING)
    )


def _is_elsewhere(message: str, part: Mention, named: Sequence[Mention]) -> bool:
    """Return True if the message puts the words of the mention `part` into another part, which does not contain the
    section `part`. In "the bit on tides from the Summary", "tides" is something in the Summary, and not the section
    "Tides".
    """
    behind = [each for each in named if each.at[0] >= part.at[1] and each is not part]
    if not behind:
        return False
    words = [each[0].casefold() for each in _WORD.finditer(message, part.at[1], behind[0].at[0])]
    words = [word for word in words if not (_is_bare(word) or is_section_noun(word))]
    return bool(words) and words[-1] in WITHIN and len(words) == 1 and not _contains(behind[0], part)
