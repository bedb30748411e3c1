"""Read the headings that an order asks for without any text: "add the sections “Data” and “Methods” at the end"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.document.order_classes import INDEFINITE
from backend.document.order_words import QUOTATION, is_a, read_sentence, words_in
from backend.keyless.instruction import number_of
from backend.keyless.sentence_forms import ADDING, leftover
from backend.mentions.closed_words import noun
from backend.mentions.lexicon import tokens
from backend.mentions.placeholders import QUOTED, masked

#: Verbs, besides those of placing, that make something new. "Write a section" asks for its text, too.
_CREATING = frozenset(
    """
    create make start begin open set up needs needed leg lege erstell erstelle erstellen anlegen crée créer créez crea
    crear crie criar maak
    """.split()
)
#: Words before a noun for sections that do not exist yet, besides indefinite articles and numbers.
_FRESH = frozenset(
    "these following empty diese folgende folgenden leere leeren ces suivantes vides estas siguientes".split()
)
_TITLES = frozenset("title titel titre título titolo".split())
_CLAUSE_END = re.compile(r"[.!?:;\n]\s*(?=\S)")
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_BETWEEN = re.compile(r"\s*(?:[,;&\n]|\b(?:and|und|et|y|e|en)\b)+(?:\s|[,;]|\b(?:and|und|et|y|e|en)\b)*")
_BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+", re.MULTILINE)
_NAMING = re.compile(r"\s*([^\W\d_]+)\s*")
#: Last letters of plural nouns: "sections", "Abschnitte", "Kapiteln", "sezioni".
_PLURAL = frozenset("snei")
#: Maximum number of words of a title.
_MOST_WORDS = 8


def ordered_headings(message: str, titles: Sequence[str], named: Sequence[tuple[int, int]]) -> str:
    """Return the headings of the new sections that a message orders, as Markdown; "" if it orders none, or if it also
    says what a section should be about.

    `titles` are the document's headings. `named` has start and end, in characters, of the words that name parts of the
    document.
    """
    name = next((each for each in _WORD.finditer(message) if _is_heading_noun(each[0])), None)
    start = _start_of_clause(message, name.start()) if name is not None else 0
    sentence = read_sentence(message[start:])
    if sentence.asks or sentence.refuses:
        return ""
    given = _titles_behind(message, name.end()) if name is not None else None
    if name is None or given is None:
        return ""
    found, spans = given
    known = {" ".join(words_in(title)) for title in titles}
    if not found or any(" ".join(words_in(title)) in known for title in found):
        return ""
    pieces = ((start, name.start()), (name.end(), spans[0]), (spans[1], len(message)))
    around = " ".join(
        masked(message[a:b], titles, [(first - a, stop - a) for first, stop in named if a <= first and stop <= b])
        for a, b in pieces
    )
    ahead = words_in(message[start : name.start()])
    level = "##" if is_a(name[0].casefold(), "subsection") else "#"
    return "\n\n".join(f"{level} {title}" for title in found) if _only_adds(around, ahead, name[0]) else ""


def _start_of_clause(message: str, at: int) -> int:
    """Return the index at which the clause that contains character `at` begins. Punctuation in quotation marks ends no
    clause.
    """
    hidden = QUOTED.sub(lambda found: "x" * len(found[0]), message)
    return max((each.end() for each in _CLAUSE_END.finditer(hidden, 0, at)), default=0)


def _is_heading_noun(word: str) -> bool:
    kinds = set(noun(tokens(word), 0)[0])
    return bool(kinds & {"section", "heading"}) or is_a(word.casefold(), "subsection")


def _titles_behind(order: str, at: int) -> tuple[list[str], tuple[int, int]] | None:
    """Return the titles of new sections after a noun such as "sections", and the start and end of all titles together;
    None if no titles follow. The noun ends at character `at`.

    If a title is too long or not capitalized, the list is empty.
    """
    called = _NAMING.match(order, at)
    by_name = called is not None and is_a(called[1].casefold(), "naming")
    start = called.end() if called is not None and by_name else at
    quoted, end = list[str](), start
    while (found := QUOTED.search(order, end)) is not None:
        between = order[end : found.start()]
        if between.strip(" :") and not (quoted and _BETWEEN.fullmatch(between)):
            break
        quoted.append(found[0].strip("“”„«»‹›「」\"‘’' "))
        end = found.end()
    if quoted:
        return quoted, (start, end)
    colon = order.find(":", at)
    if colon >= 0:
        return _listed(_BULLET.sub("", order[colon + 1 :])), (colon, len(order))
    behind = (each.start() for each in _WORD.finditer(order, start) if is_a(each[0], "place", "edge"))
    end = next(behind, len(order))
    said = order[start:end].strip(" .!,\n")
    if not said or not (by_name or said[0].isupper()) or _CLAUSE_END.search(said):
        return None
    several = len(noun(tokens(order[:at]), len(tokens(order[:at])) - 1)[0]) and order[at - 1] in _PLURAL
    return (_listed(said) if several else [said]), (start, end)


def _listed(text: str) -> list[str]:
    found = [each.strip(" .\n") for each in _BETWEEN.split(text.strip(" .\n"))]
    complete = all(each and len(each.split()) <= _MOST_WORDS and each[0].isupper() for each in found)
    return found if complete else []


def _only_adds(around: str, ahead: Sequence[str], name: str) -> bool:
    """Return True if an order only adds sections that do not exist yet, and says where they go. `name` is the order's
    noun for them, such as "sections", and `ahead` are the words before this noun. `around` has all words except the
    noun and the titles.
    """
    words = words_in(around)
    known = [each for each in words if each in _CREATING | _FRESH or number_of(each) is not None]
    if QUOTATION in words or leftover([each for each in words if each not in known], "placing", "naming"):
        return False
    last = ahead[-1] if ahead else ""
    fresh = not last or last in INDEFINITE | _FRESH or number_of(last) is not None
    adds = any(word in _CREATING or word.startswith(ADDING) for word in words)
    titles_it = name.casefold() in _TITLES and any(is_a(word, "placing") for word in ahead)
    return fresh or adds or titles_it
