"""Find words that make an order depend on a condition or postpone it: "delete X once the reviewers agree", "… after the
meeting", "… tomorrow".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.document.clauses import spaced
from backend.document.order_words import NAME, QUOTATION, WRITING, asks_for_text, is_a, ordinal_of, words_in

#: Conjunctions of time. A clause follows them.
_WHEN = (
    r"once|as soon as|when|whenever|as long as|provided(?: that)?|sobald|nachdem|bevor|solange|sowie"
    r"|dès qu(?:e\b|')|une fois qu(?:e\b|')|après qu(?:e\b|')|quand|lorsqu(?:e\b|')|tant qu(?:e\b|')"
    r"|jusqu'à ce qu(?:e\b|')|à condition qu(?:e\b|')"
    r"|en cuanto|tan pronto como|una vez que|cuando|mientras|siempre que|a condición de que|hasta que|después de que"
    r"|non appena|appena|finché|quando|una volta che|a patto che|dopo che"
    r"|assim que|logo que|enquanto|desde que|até que|depois que|zodra|totdat|zolang|nadat"
)
#: Conjunctions of conditions, which may be about the text itself: "delete item 3 if it repeats item 1".
_IF = r"if|unless|in case|wenn|falls|sofern|es sei denn|si|s'|sauf si|a menos que|se|a meno che|als|indien|tenzij"
#: Prepositions of time that can also name a place or the end of a part.
_UNTIL = (
    r"until|till|after|before|bis|nach|vor|jusqu'(?:à|au)|après|avant|hasta|después de|antes de|dopo|prima di|depois de"
)
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_LATER = re.compile(
    rf"\b(?:tomorrow|tonight|later(?: on)?|some ?day|eventually|(?:on|next) {_DAY}|next (?:time|week|month|year)"
    r"|morgen|übermorgen|später|demnächst|irgendwann|(?:am )?(?:mon|diens|donners|frei|sams|sonn)tag|(?:am )?mittwoch"
    r"|nächste[nsr]? (?:mal|woche|monat|jahr)|demain|plus tard|(?:la|le) (?:semaine|mois|fois) prochaine?|mañana"
    r"|más tarde|más adelante|la próxima (?:vez|semana)|la semana que viene|domani|più tardi"
    r"|la prossima (?:volta|settimana)"
    r"|amanhã|mais tarde|na próxima (?:vez|semana)|straks|volgende (?:keer|week|maand))(?=\W*$|\s*,)",
    re.IGNORECASE,
)
_CONJUNCTION = re.compile(rf"\b(?:(?P<when>{_WHEN})|(?P<if>{_IF})|(?P<until>{_UNTIL}))(?:\b|(?<='))", re.IGNORECASE)
#: Words with which the user lets the system choose the time: "when you can", "if possible".
_AT_WILL = frozenset(
    """
    you possible convenient necessary needed du möglich nötig tu vous te possible nécessaire puedes puedas quieres
    quieras posible necesario puoi vuoi possibile necessario puder puderes quiser possível necessário je mogelijk nodig
    """.split()
)
_AT_WILL_SIE = frozenset("können möchten wollen mögen".split())
#: Words before new words without quotation marks: "replace noon by after noon".
_BEFORE_VALUE = frozenset(
    "with by to into as durch mit in als zu par en por con a per em door about on of über".split()
)
_SUBJECTS = frozenset(
    "i we he she they nobody everybody ich wir er man nous on elle ils yo ella ellos noi ze wij".split()
)
#: Nouns and pronouns for words that an order changes: "delete the word after X".
_WORDS = frozenset(
    "word words one ones it wort wörter mot mots celle celui palabra palabras parola palavra woord".split()
)


def condition_in(clause: str) -> tuple[int, int] | None:
    """Return start and end (excluded) of the words that make the order of a `clause` depend on a condition ("once the
    reviewers agree") or postpone it ("tomorrow"). In the clause, placeholders stand for names and quotations.

    Returns None if there are no such words, if they may be part of the new words ("replace noon by after noon"), or if
    the clause is a question or an order to write or insert.
    """
    text = clause.replace("’", "'").split(":")[0]
    words = _words(text)
    ordering = _ordering((*words[:_NEAR], *words[-1:]))
    texts = "placing" in ordering or asks_for_text(words) or is_a("".join(words[:1]), *WRITING)
    if not ordering or texts or clause.rstrip().endswith("?"):
        return None
    for found in (*_CONJUNCTION.finditer(text), *_LATER.finditer(text)):
        ahead, behind = _words(text[: found.start()]), _words(text[found.end() :].split(",")[0])
        if ahead[-1:] and (ahead[-1] in _BEFORE_VALUE or not _is_end_of_object(ahead[-1], ordering)):
            continue
        kind = found.lastgroup if found.re is _CONJUNCTION else "later"
        if kind == "later" or (behind and _depends(kind or "", behind, ordering)):
            end = text.find(",", found.end()) if not ahead else -1
            return found.start(), len(text) if end < 0 else end
    return None


#: Number of first words of an order among which its verb is looked for. The verb may also be at the end.
_NEAR = 12


def _ordering(words: Sequence[str]) -> frozenset[str]:
    classes = ("placing", "moving", "removing", "renaming", "replacing", "swapping", "joining", "splitting", "changing")
    return frozenset(each for each in classes if any(is_a(word, each) for word in words))


def _words(text: str) -> list[str]:
    """Return the words of a text in lower case, with a single character for each placeholder."""
    return words_in(spaced(text))


def _is_end_of_object(word: str, ordering: frozenset[str]) -> bool:
    """Return True if a condition may follow `word`, because the object of the order may end with it. `ordering` are the
    classes of the order's verb, such as "renaming".

    After a verb of renaming, replacing or changing, the new words may have no quotation marks. Words that look like a
    condition may then belong to the new words, so `word` must be a name, a quotation or a pronoun.
    """
    return (
        not ordering & {"renaming", "replacing", "changing"} or word in (NAME, QUOTATION, "um") or is_a(word, "pronoun")
    )


def _depends(kind: str, behind: Sequence[str], ordering: frozenset[str]) -> bool:
    """Return True if a conjunction and the words after it (`behind`) express a condition of the order. `kind` is the
    class of the conjunction: "when" (such as "once"), "if" (such as "unless") or "until" (such as "after"). `ordering`
    are the classes of the order's verb.
    """
    if _AT_WILL.intersection(behind[:2]) or _AT_WILL_SIE.intersection(behind):
        return False
    if kind == "if":
        return "removing" not in ordering and len(behind) > 1  # a model may judge "delete it if it repeats X"
    if kind == "when":
        elsewhere = is_a(behind[0], "place") and behind[0] != "a"  # "once in X", but not "once a reviewer agrees"
        return len(behind) > 1 and not elsewhere and ordinal_of(behind[0]) is None
    if behind[0] in _SUBJECTS:
        return len(behind) > 1
    return "moving" not in ordering and not any(map(_is_part, behind))


def _is_part(word: str) -> bool:
    named = word in (NAME, QUOTATION) or word in _WORDS or word[0].isdigit() or ordinal_of(word) is not None
    return named or is_a(word, "element", "piece", "edge")
