"""Find the text that a message gives word for word, and the order that says what to do with this text.

"Insert the following at the end of Limitations: “We had no controls.”" gives one sentence, which no model may change.
Such text is in a code fence, a block quote or quotation marks, or after "the following:", and the words around it must
order to insert it. A quoted title or topic is not such text, and neither are quoted words to discuss, replace or
rephrase.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from backend.document.given_citation import given_citation
from backend.document.insertion_orders import (
    BRINGING,
    FEWEST_WORDS,
    MASK,
    PLACE_HOLDER,
    SENTENCE_END,
    TEXT_NOUNS,
    brings_behind,
    ends_with,
    orders_insertion,
    stands_beside_title,
    wants,
    with_verb,
)
from backend.document.new_versions import STOPPED, new_version
from backend.document.order_classes import AFTER, BEFORE, INDEFINITE
from backend.document.order_words import is_a, read_sentence, words_in
from backend.document.quotation_marks import CLOSERS, closing
from backend.document.reported_speech import reports_speech
from backend.document.titles_in_text import titles_in
from backend.document.typed_rows import typed_row

LONGEST_ORDER = 1_000  # characters: in a longer text it is not certain what is ordered
#: Maximum number of quotation marks, and of colons, that are examined in a message, so that thousands of them do not
#: take quadratic time.
MOST_QUOTATIONS, MOST_COLONS = 60, 10

_FENCE = re.compile(
    r"(?ms)^[ ]{0,3}(?P<mark>`{3,}|~{3,})(?P<info>[^\n`]*)\n(?P<inside>.*?)\n?^[ ]{0,3}(?P=mark)[`~]*[ \t]*$"
)
#: The languages of code fences that contain text for the document. If a fence has another language, it contains code,
#: and the fence belongs to the content.
_TEXT_FENCES = frozenset({"", "text", "txt", "markdown", "md", "plain", "plaintext"})
_BLOCK_QUOTE = re.compile(r"(?m)^[ ]{0,3}>[^\n]*(?:\n[ ]{0,3}>[^\n]*)*")
_QUOTE_MARK = re.compile(r"(?m)^[ ]{0,3}>[ ]?")
_COLON = re.compile(r"[:：](?=[ \t]*\n)|[:：](?=[ \t]+\S)")
_COURTESY_LINE = re.compile(
    r"\n\s*(?:(?:many )?thanks|thank you|(?:vielen )?dank|danke|merci|gracias|grazie|obrigad[oa])[^\n]{0,30}\Z",
    re.IGNORECASE,
)
#: Nouns and participles before a quoted name: the section “X”, called “X”.
_NAMING = frozenset(
    """
    section sections subsection chapter heading headings title titled entitled called named labelled labeled headline
    table figure equation appendix part paper article book word words term keyword
    abschnitt abschnitts abschnitte unterabschnitt kapitel überschrift titel namens genannt betitelt heisst tabelle
    abbildung wort begriff artikel
    chapitre titre intitulé intitulée nommé nommée appelé appelée tableau mot terme
    sección subsección capítulo título titulado titulada llamado llamada tabla palabra término
    sezione sottosezione capitolo titolo intitolato intitolata chiamato chiamata tabella parola termine
    seção secção capítulo chamado chamada intitulado tabela palavra termo
    sectie paragraaf hoofdstuk kop genaamd getiteld tabel woord
    """.split()
)
#: Prepositions before a name, a place or a topic. Words of `BRINGING` are left out, because the new text follows them.
_LEANING = frozenset(
    """
    of on about from regarding concerning covering onto inside within like as beside below above begins starts ends
    beginning starting ending beginnt anfängt endet commence commençant empieza comienza inizia começa begint
    über von vom bei beim aus bezüglich neben
    de du des d sur
    de del sobre
    di del della dello su sul
    do da sobre
    van over
    """.split()
)
_WORDS = frozenset("word words wort worten worte mots palabras parole palavras woorden".split())
_ARTICLES = frozenset(
    """
    the a an our my der die das den dem des le la les l un une el los las il lo gli i o os as het een
    """.split()
)


@dataclass(frozen=True, slots=True)
class OwnWords:
    """`content` is the text that the message gives; `order` is the message with “…” in place of this text."""

    content: str
    order: str


def own_words(message: str, titles: Sequence[str] = (), named: Sequence[tuple[int, int]] = ()) -> OwnWords | None:
    """Return the text that the message gives for the document, word for word; None if it gives none.

    `titles` are the document's headings: a quoted title names a section and is not a text to insert. `named` has start
    and end (excluded), in characters, of the words that name other parts of the document ("the second paragraph of
    Methods").
    """
    return _own_words(message, tuple(titles), tuple(named))


@lru_cache(maxsize=16)  # several decisions about one message need it
def _own_words(message: str, titles: tuple[str, ...], named: tuple[tuple[int, int], ...]) -> OwnWords | None:
    masked = _masked(message, titles, named)
    if (new := new_version(message, masked)) is not None:
        return OwnWords(new[1], f"{new[0]} {PLACE_HOLDER}")
    for find in (_fenced, _block_quoted, typed_row, _announced, _set_apart, _set_below, given_citation, _quoted):
        found = find(message, masked)
        if found is None:
            continue
        start, end, content = found
        if find is not _quoted and _is_within_quotation(message, start):
            continue  # the quotation is the text, and what was found is only a part of it
        order = f"{message[:start].rstrip()} {PLACE_HOLDER} {message[end:].lstrip()}".strip()
        after = masked[end:].lstrip()
        gap = "\n" if after[:1].isupper() and STOPPED.search(content) else " "  # a new sentence begins after the text
        around = f"{masked[:start].rstrip()} {PLACE_HOLDER}{gap}{after}".strip()
        apart = find is not _quoted or message[:start].rstrip().endswith((":", "："))
        beside = message[:start] if apart and not after else ""
        if (
            content.strip()
            and len(order) <= LONGEST_ORDER
            and (orders_insertion(around, apart) or stands_beside_title(beside, content, titles))
        ):
            return OwnWords(content, with_verb(order, around))
        if find not in (given_citation, _quoted):
            return None
    return None


# --- forms -----------------------------------------------------------------------------------------

_Span = tuple[int, int, str]


def _fenced(message: str, masked: str) -> _Span | None:
    found = list(_FENCE.finditer(message))
    if len(found) != 1:
        return None
    fence = found[0]
    is_text = fence["info"].strip().casefold() in _TEXT_FENCES
    return fence.start(), fence.end(), (fence["inside"] if is_text else fence.group().strip())


def _block_quoted(message: str, masked: str) -> _Span | None:
    found = list(_BLOCK_QUOTE.finditer(message))
    if len(found) != 1:
        return None
    quote = found[0]
    return quote.start(), quote.end(), _QUOTE_MARK.sub("", quote.group()).strip()


def _announced(message: str, masked: str) -> _Span | None:
    """Return (start, end, text) for the text after "the following …:", or after the colon at the end of an order; None
    if there is none. `masked` is the message with `MASK` over names.
    """
    colons = [
        colon for colon in _COLON.finditer(masked, 0, LONGEST_ORDER) if not _is_within_quotation(message, colon.start())
    ]
    at_line_end = [colon for colon in colons if message[colon.end() :].lstrip(" \t").startswith("\n")]
    if not at_line_end and any(_introduces_quotation(message, colon.end()) for colon in colons):
        return None  # the quotation marks show more exactly which text is given
    for colon in (at_line_end or colons)[:MOST_COLONS]:
        rest = message[colon.end() :]
        start = colon.end() + len(rest) - len(rest.lstrip())
        courtesy = _COURTESY_LINE.search(message, start)
        end = courtesy.start() if courtesy else len(message.rstrip())
        if _announces(masked[: colon.start()], bool(at_line_end)):
            return start, end, _unquoted(message[start:end].strip())
    return None


def _unquoted(text: str) -> str:
    """Return the text without its quotation marks if they enclose all of it; else the text unchanged."""
    quoted = text[:1] in CLOSERS and closing(text, 0) == len(text) - 1
    return text[1:-1].strip() if quoted else text


#: The beginnings of blocks that are not prose: tables, formulas, environments, headings and figures. Lists are left
#: out, because a list may consist of topics.
_BLOCK = re.compile(r"\n[ \t]*\n(?=\||\$\$|\\begin\{|#{1,6} |!\[)")


def _set_apart(message: str, masked: str) -> _Span | None:
    """Return (start, end, text) for a table, formula, section or figure after the message's first paragraph; None if
    there is none. `masked` is the message with `MASK` over names.
    """
    found = _BLOCK.search(message)
    if found is None or re.search(r"\n[ \t]*\n", message[: found.start()].strip()):
        return None
    courtesy = _COURTESY_LINE.search(message, found.end())
    end = courtesy.start() if courtesy else len(message.rstrip())
    return found.end(), end, message[found.end() : end].strip("\n")


#: Words by which an order refers to the text after its paragraph.
_BELOW = frozenset("below unten untenstehenden dessous abajo sotto abaixo hieronder".split())


def _set_below(message: str, masked: str) -> _Span | None:
    """Return (start, end, text) for the text after the message's first paragraph, if this paragraph refers to it:
    "insert the paragraph below", "would you add the following text?". Else return None. `masked` is the message with
    `MASK` over names."""
    parted = re.search(r"\n[ \t]*\n\s*", message.rstrip())
    words = words_in(masked[: parted.start()]) if parted is not None else []
    if parted is None or not (_BELOW.intersection(words) or _names_following_text(words)):
        return None
    courtesy = _COURTESY_LINE.search(message, parted.end())
    end = courtesy.start() if courtesy else len(message.rstrip())
    return parted.end(), end, message[parted.end() : end]


def _names_following_text(words: Sequence[str]) -> bool:
    """Return True if the words announce a text with "following": "add the following text". Returns False for "a
    paragraph on the following topics".
    """
    for before, word, after in zip(words, words[1:], words[2:], strict=False):
        if is_a(word, "following") and before not in _LEANING and (after in TEXT_NOUNS or is_a(after, "element")):
            return True
    return False


def _introduces_quotation(message: str, at: int) -> bool:
    """Return True if a quotation begins at index `at` of a message, or after white space there."""
    start = at + len(message[at:]) - len(message[at:].lstrip())
    return start < len(message) and message[start] in CLOSERS and closing(message, start) is not None


def _is_within_quotation(message: str, at: int) -> bool:
    openers = [place for place in range(at) if message[place] in CLOSERS]
    return any((end := closing(message, place)) is not None and end > at for place in openers[-4:])


def _announces(order: str, at_line_end: bool) -> bool:
    """Return True if the words of an order before a colon announce a text. They have "the following", or lack an
    object, as "Append to Methods:" does. `at_line_end` is True if the colon ends its line.
    """
    sentence = read_sentence(SENTENCE_END.split(order.strip())[-1])
    words = list(sentence.words)
    for place, word in enumerate(words):
        named = is_a(word, "following") or words[place : place + 3] in (["ce", "qui", "suit"], ["lo", "que", "sigue"])
        if named:
            before = [w for w in words[:place] if w not in _ARTICLES]
            brings = ends_with(words[:place]) or any(is_a(each, "replacing") for each in words)
            if before and before[-1] in BRINGING:
                return brings
            return not before or before[-1] not in _LEANING
    shows = len(words) > 1 and is_a(words[-1], "pronoun") and words[-2] not in _LEANING  # "write exactly this:"
    if shows and any(is_a(word, "placing", "writing") for word in words):
        return True
    points = shows or any(is_a(word, "pronoun") for word in words[1:3])
    return at_line_end and (points or not _indefinite(words))


_NOT_YET_WRITTEN = INDEFINITE | frozenset("one two three some".split())


def _indefinite(words: Sequence[str]) -> bool:
    """Return True if an order asks for text that does not exist yet: "add a paragraph to Methods:".

    "These two sentences" exist already, and so does "a table that I made".
    """
    for place, word in enumerate(words):
        pointed = place > 1 and is_a(words[place - 2], "pronoun")
        ordered = any(is_a(verb, "placing", "writing") for verb in words[:place])
        is_object = is_a(word, "element") or word in TEXT_NOUNS
        if place and is_object and words[place - 1] in _NOT_YET_WRITTEN and ordered and not pointed:
            return True
    return False


def _quoted(message: str, masked: str) -> _Span | None:
    """Return (start, end, text) for the only quotation in the message that may be text for the document, and not a name
    or a topic. Returns None if there is none, or more than one. `masked` is the message with `MASK` over names.
    """
    found: list[_Span] = []
    at = opened = 0
    while at < len(message) and opened < MOST_QUOTATIONS:
        opened += message[at] in CLOSERS
        end = closing(message, at) if message[at] in CLOSERS and masked[at] != MASK else None
        if end is None:
            at += 1
            continue
        content = message[at + 1 : end].strip()
        if _is_content(content, masked[:at], masked[end + 1 :]):
            found.append((at, end + 1, content))
        at = end + 1
    return found[0] if len(found) == 1 and not _is_replaced(masked[: found[0][0]]) else None


def _is_replaced(before: str) -> bool:
    """Return True if the words before a quotation order to replace it: "replace “X”"."""
    words = words_in(SENTENCE_END.split(before)[-1])
    brings = before.rstrip().endswith((":", "：")) or BRINGING.intersection(words)
    return not brings and any(is_a(word, "replacing") for word in words)


def _is_content(content: str, before: str, after: str) -> bool:
    introduced = before.rstrip().endswith((":", "："))
    clause = SENTENCE_END.split(before)[-1]
    leading = [word for word in words_in(clause) if word not in _ARTICLES]
    if reports_speech(words_in(clause)):
        return False
    last = (leading or [""])[-1]
    placed = (is_a(last, "placing") and MASK in after) or _is_new_item(words_in(clause))  # "add “OK” at the end of X"
    short = len(content.split()) < FEWEST_WORDS and not STOPPED.search(content) and not placed
    if not introduced and (short or _is_place(leading)):  # "after the paragraph that begins with “X”"
        return False
    if introduced:  # "new section at the end: “X”" only gives the section's title
        named = last in _NAMING or _brings_section(words_in(clause))
        return not named or STOPPED.search(content) is not None
    following = words_in(after)[:1]
    named = any(is_a(word, "naming") for word in leading) or any(each in _NAMING or each == "as" for each in following)
    if STOPPED.search(content) is None and named:
        return False  # "the title “X” should become “Y”"
    said = leading[-2:] if last in TEXT_NOUNS or last in _WORDS else leading[-1:]
    if BRINGING.intersection(said):  # "replace X by …", "finish X with the words …", "add a table with the note …"
        ends = any(is_a(word, "replacing", "edge") for word in leading)
        return ends or brings_behind(leading) or _indefinite(words_in(clause))
    named = last in _NAMING or last in _LEANING or is_a(last, "place")
    return not named or wants(leading)  # "I'd like “…” to come after X"


def _is_new_item(clause: Sequence[str]) -> bool:
    """Return True if the words before a quotation end with a noun for a new list item or row, such as "a bullet": the
    quotation is then its text.
    """
    at = next((at for at in range(len(clause) - 1, -1, -1) if clause[at] in INDEFINITE), len(clause))
    said = clause[at + 1 :]
    if at and clause[at - 1] in _LEANING:
        return False  # "a sentence on a bullet “X”"
    items = [is_a(word, "piece") and word not in TEXT_NOUNS for word in said]
    return any(items[-2:]) and len(said) <= _ITEM_NOUN and not any(is_a(word, "place") for word in said)


#: Maximum number of words of a noun for an item: "list item" and "bullet point" have two.
_ITEM_NOUN = 2


def _is_place(leading: Sequence[str]) -> bool:
    """Return True if the words before a quotation (`leading`) make it a part of a place: "after that paragraph “…”"."""
    words = [word for word in leading if word not in _AROUND_NOUN and not is_a(word, "pronoun")]
    named = bool(words) and (is_a(words[-1], "element") or words[-1] in TEXT_NOUNS)
    return named and len(words) > 1 and words[-2] in AFTER | BEFORE | {"under"}


#: Words around a noun that is followed by the first words of the text that it means: "the new paragraph that begins
#: with “X”".
_AROUND_NOUN = frozenset(
    """
    new neuen neuem nouveau nouvelle nuevo nueva nuovo nuova novo nova nieuwe which with by begins starts beginning
    starting mit beginnt par qui commence con que empieza comienza che inizia com começa met begint
    """.split()
)


def _brings_section(words: Sequence[str]) -> bool:
    """Return True if the words mention a section that does not exist yet: "a section", "new section"."""
    return bool(_SECTIONS.intersection(words)) and bool(_NOT_YET_WRITTEN.intersection(words))


_SECTIONS = frozenset("section subsection chapter abschnitt kapitel chapitre sección capítulo sezione capitolo".split())


# --- the order -------------------------------------------------------------------------------------


def _masked(message: str, titles: Sequence[str], named: Sequence[tuple[int, int]] = ()) -> str:
    """Return the message with `MASK` over each character of the names of document parts, so that all positions stay the
    same. `named` has the start and end of names. `titles` are the headings, which are searched for in the message.
    """
    masked = message
    for start, stop in named:
        if message[max(0, start - 1)] not in CLOSERS:  # the quoted words may be text that the message gives
            end = _past_closing(message, start, stop)
            masked = masked[:start] + MASK * (end - start) + masked[end:]
    for title in titles_in(masked, titles):
        words = r"\s+".join(map(re.escape, title.split()))
        quoted = rf"[\"“„«‹‘]\s?{words}\s?[\"”“»›’]|(?<!\w){words}(?!\w)"
        masked = re.sub(quoted, lambda found: MASK * len(found.group()), masked, flags=re.IGNORECASE)
    return masked


def _past_closing(message: str, start: int, stop: int) -> int:
    """Return the end of the name `message[start:stop]`, with the closing quotation mark after it if the name has the
    opening one. In "the paragraph of « Methods » is", the name may end after "Methods"; the result is then the index
    after " »".
    """
    opener = next((sign for sign in reversed(message[start:stop]) if sign in CLOSERS), "")
    behind = re.compile(r"[ \u00a0\u202f]?").match(message, stop)
    at = behind.end() if behind else stop
    return at + 1 if opener and message[at : at + 1] in set(CLOSERS[opener]) else stop
