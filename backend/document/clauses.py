"""Divide a message into its clauses: orders, reasons and remarks, corrections, and withdrawals ("no, leave it").

A clause is recognized by fixed lists of words (conjunctions, pronouns, auxiliary verbs, verbs of orders). Names of
parts and quotations are first replaced by placeholders, so that their words are ignored. In case of doubt, a clause is
treated as an order, so that no order is missed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from backend.document.order_classes import INDEFINITE, MAKING
from backend.document.order_limits import OBLIGING
from backend.document.order_words import (
    COURTESIES,
    EDITING,
    NAME,
    QUOTATION,
    WRITING,
    is_a,
    ordinal_of,
    read_sentence,
    words_in,
)
from backend.document.sentences import sentences
from backend.document.withdrawals import correction_in, withdraws

Kind = Literal["order", "reason", "correction", "withdrawal", "courtesy"]


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a message, from character `start` to `stop` (excluded). Remarks have the kind "reason", too."""

    kind: Kind
    start: int
    stop: int


def veiled(message: str, named: Sequence[tuple[int, int]], quoted: Sequence[tuple[int, int]]) -> str:
    """Return the message with all characters of names replaced by the sign NAME, and of quotations by QUOTATION. So all
    positions stay the same. `named` and `quoted` have start and end (excluded) of the names and of the quotations.
    """
    for spans, sign in ((quoted, QUOTATION), (named, NAME)):
        for start, end in spans:
            message = f"{message[:start]}{sign * (end - start)}{message[end:]}"
    return message


def spaced(text: str) -> str:
    """Return the text with each run of NAME or QUOTATION signs (see `veiled`) replaced by a single sign between spaces,
    so that it is one word.
    """
    return _PLACEHOLDERS.sub(r" \1 ", text) if NAME in text or QUOTATION in text else text


def read_clauses(text: str) -> tuple[Clause, ...]:
    """Return the clauses of a message in their order. In `text`, names and quotations must be placeholders (`veiled`),
    so that their punctuation ends no clause.
    """
    found: list[Clause] = []
    for start, stop in _parts(text):
        found += _clauses(text, start, stop, first=not any(each.kind == "order" for each in found))
    return tuple(found)


# --- the parts of a message -------------------------------------------------------------------------

_PLACEHOLDERS = re.compile(f"([{NAME}{QUOTATION}])\\1*")
_LOWER = re.compile(r"(?<=[.!?…])\s+[^\W\d_]")
#: Punctuation between two parts of a sentence.
_MARK = re.compile(r"(?<!\s)(?:\s*;\s*|\s+[–—]\s+|\s*\.{3}\s*|\s*…\s*)|\n+")
#: Text in parentheses that corrects or withdraws the words before it.
_ASIDE = re.compile(r"\(([^()]{1,80})\)")
#: Number of characters that are read to classify a clause, so that the time is linear in the length of the message.
_READ = 300


def _parts(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end (excluded) of each sentence of a message, divided further at semicolons and dashes."""
    for start, stop in sentences(_LOWER.sub(lambda found: found[0].upper(), text)):
        at = start
        for mark in _MARK.finditer(text, start, stop):
            yield at, mark.start()
            at = mark.end()
        yield at, stop


def _opening(text: str, start: int, stop: int) -> str:
    """Return the first `_READ` characters of `text[start:stop]`, which are enough to classify the clause there."""
    return text[start : min(stop, start + _READ)]


def _clauses(text: str, start: int, stop: int, *, first: bool) -> list[Clause]:
    """Return the clauses of `text[start:stop]`. `first` is True if the message has given no order before."""
    found: list[Clause] = []
    while words := words_in(_opening(text, start, stop)) or words_in(text[start:stop]):
        if not first and withdraws(spaced(_opening(text, start, stop))):
            return [*found, Clause("withdrawal", start, stop)]
        if words[0] in _THANKS or (stop - start <= _READ and all(word in COURTESIES for word in words)):
            return [*found, Clause("courtesy", start, stop)]
        inside = _reason(text, start, stop)
        aside = None if inside else _ASIDE.search(text, start, stop)
        if aside is not None and (kind := _turn(aside[1])):
            inside = Clause(kind, *aside.span(1))
        if inside is None:
            return [*found, *_main(text, start, stop, first=first)]
        before, behind = aside.span() if aside else (inside.start, inside.stop)
        found += [*_clauses(text, start, before, first=first), inside]
        start, first = behind, first and aside is None
    return found


#: Words or punctuation between two clauses of a sentence: a comma or "and".
_JOINT = re.compile(
    r"(?<!\s)\s*,\s*(?:(?:and|then|but|or|und|dann|aber|oder|et|puis|mais|ou|y|luego|pero|o|e|poi|ma|depois|mas|en|dan|maar)\s+)?"
    r"|(?<!\s)\s+(?:and|then|or|but|und|dann|oder|aber|et|puis|ensuite|ou|mais|y|e|o|luego|pero|poi|ma|depois|mas|en|dan|maar)"
    r"\s+",
    re.IGNORECASE,
)


def _main(text: str, start: int, stop: int, *, first: bool) -> Iterator[Clause]:
    """Yield the clauses of `text[start:stop]`: orders, remarks, corrections of an order, and withdrawals. This range
    must not contain a reason such as "because it is long". `first` is True if the message has given no order before."""
    kind: Kind = "order"
    if not first:
        kind = _turn(text[start:stop]) or ("reason" if is_remark(text[start:stop]) else "order")
    if kind in ("correction", "withdrawal"):
        yield Clause(kind, start, stop)
        return
    at, full = start, not first
    for joint in _JOINT.finditer(text, start, stop):
        ahead, rest = _opening(text, at, joint.start()), _opening(text, joint.end(), stop)
        full = full or says_order(ahead)
        more = full and not ADVERBS.issuperset(words_in(ahead))
        turn = _turn(rest) if full and ("," in joint[0] or withdraws(spaced(rest))) else ""
        if turn and words_in(ahead):
            yield Clause(kind, at, joint.start())
            at, kind = joint.end(), turn
        elif (full and _keeps(rest) and not any(is_a(word, "removing") for word in words_in(ahead))) or (
            more and "," in joint[0] and _comments(rest, verb_of(ahead))
        ):
            yield Clause(kind, at, joint.start())
            at, kind = joint.end(), "reason"
        elif more and (says_order(rest) or (joint[0].strip(" ,") and _is_unknown_verb(rest))):
            yield Clause(kind, at, joint.start())
            at, kind = joint.end(), "order"
    if words_in(text[at:stop]):
        yield Clause(kind, at, stop)


#: Classes of verbs after whose object no new text follows, so that a statement behind a comma is a remark.
_WITHOUT_VALUE = ("removing", "moving", "swapping", "joining", "undoing")
_THANKS = frozenset(
    "thanks thank thx cheers danke dank vielen merci gracias muchas grazie obrigado obrigada bedankt".split()
)
#: Words before an object that are not verbs: "und zwar den letzten".
_NO_VERBS = frozenset("zwar nur only just not even without ohne sauf sans sin senza sem zonder except".split())


def _is_unknown_verb(clause: str) -> bool:
    """Return True if a clause begins with an unknown word and an object: "number the list". The unknown word may be a
    verb.
    """
    words = [word for word in words_in(spaced(clause)) if word not in ADVERBS]
    if len(words) < len(("verb", "object")) or words[0] in COURTESIES | _NO_VERBS:
        return False
    known = _opens_object(words[0]) or is_a(words[0], "keeping", "leaving", "edge")
    return not known and (words[1] in DETERMINERS or words[1] in (NAME, QUOTATION))


def _comments(clause: str, verb: str) -> bool:
    """Return True if a clause after an order with this `verb` is a remark, and not only a courtesy. After a verb of
    renaming, the clause may be part of the new title, so only a whole sentence is a remark: "the journal wants
    that"."""
    words = words_in(clause)
    if is_a(verb, "renaming"):
        subject = words[:1] and (words[0] in _SUBJECTS or words[0] in DETERMINERS)
        return bool(subject and (_FINITE.intersection(words[1:]) or is_a(words[-1], "pronoun"))) and is_remark(clause)
    return is_a(verb, *_WITHOUT_VALUE) and is_remark(clause) and not COURTESIES.issuperset(words)


def _keeps(clause: str) -> bool:
    """Return True if a clause says to leave a part as it is: "leave Methods alone"."""
    words = [word for word in words_in(spaced(clause)) if word not in COURTESIES]
    return words[1:2] == [NAME] and is_a(words[0], "keeping", "leaving")


# --- orders ----------------------------------------------------------------------------------------

#: Adverbs before the verb of a further order: "and then also delete".
ADVERBS = frozenset(
    "and then also afterwards finally next after that und dann danach auch anschliessend et puis ensuite aussi enfin y "
    "luego después también e poi anche depois também en dan ook please bitte".split()
)
_OBLIGING = OBLIGING | frozenset(
    "has belongs goes comes becomes gehört kommt wird appartient va devient tiene vai tem hoort komt".split()
)
#: Verbs that ask for an answer: "and tell me how many".
_TELLING = frozenset("tell show explain sag zeig dis montre dime muestra dimmi mostra diz zeg toon".split())


def verb_of(clause: str) -> str:
    """Return the verb of an order: the first word of the `clause` after words such as "then", or the last word of a
    German clause. Returns "" if there is no such verb with an object, or if the clause asks or refuses something.
    """
    sentence = read_sentence(spaced(clause))
    words = list(sentence.words)
    while words and words[0] in ADVERBS:
        words.pop(0)
    if words and words[0] in _INSIDE:  # "in Methods make it 14"
        del words[: next((at for at in range(1, min(_NEAR, len(words))) if _is_verb(words[at])), 0)]
    if len(words) < len(("verb", "object")) or sentence.asks or sentence.refuses:
        return ""
    if _is_verb(words[0]):
        return words[0] if _opens_object(words[1]) or len(words) > len(("verb", "adjective", "noun")) else ""
    return words[-1] if words[-1].endswith("n") and is_a(words[-1], *EDITING) and _opens_object(words[0]) else ""


#: Prepositions of a place before the verb of an order; and the number of words after the preposition among which the
#: verb is looked for.
_INSIDE = frozenset("in im unter under at dans en sous em na no nel nella nei".split())
_NEAR = 6


def _is_verb(word: str) -> bool:
    return is_a(word, *EDITING, *WRITING) or word in MAKING | _TELLING


def orders(clause: str) -> bool:
    """Return True if the `clause` begins with the verb of an order and its object. A German clause may end with the
    verb."""
    return bool(verb_of(clause))


def says_order(clause: str) -> bool:
    """Return True if the `clause` orders something, by a verb ("delete X") or a statement ("X belongs before Y")."""
    return orders(clause) or orders_by_statement(clause)


def orders_by_statement(clause: str) -> bool:
    """Return True if the `clause` orders something by saying how the document should be: "it should say 31 days",
    "Outlook belongs before Limits"."""
    words = [word for word in words_in(spaced(clause)) if word not in ADVERBS]
    return bool(words) and (words[0] == NAME or is_a(words[0], "pronoun")) and bool(_OBLIGING.intersection(words[1:3]))


def _opens_object(word: str) -> bool:
    """Return True if this word can be the first word of a verb's object, such as "the" or "it"."""
    named = word in (NAME, QUOTATION) or word in DETERMINERS or word in INDEFINITE
    return (
        named or is_a(word, "pronoun", "element", "piece", "place") or ordinal_of(word) is not None or word[0].isdigit()
    )


DETERMINERS = frozenset(
    """
    the this that these those both all every each everything our my its their me us der die das den dem des alle
    beide jede jeden unser unsere mein meine mir uns le la les l un une tous toutes chaque notre mon ma ce cette moi
    nous el los las todo todos cada nuestro mi este esta il lo i gli tutto tutti ogni questo questa o a os as de het
    elke dit deze
    """.split()
)

# --- reasons and remarks ----------------------------------------------------------------------------

#: Conjunctions with which only a reason begins.
_BECAUSE = (
    r"because|now that|given that|seeing (?:that|as)|so that|weil|denn|zumal|jetzt,? wo|nun,? da|damit|sodass|so dass"
    r"|parce qu[e']|puisqu[e']|vu qu[e']|étant donné qu[e']|maintenant qu[e']|afin qu[e']|porque|ya que|puesto que"
    r"|dado que|visto que|ahora que|perché|poiché|siccome|dato che|visto che|già che|ora che|uma vez que|já que"
    r"|agora que|omdat|aangezien|zodat"
)
#: Words that begin a reason, but also begin other expressions: "as the last item", "since May", "da Metodi".
_PERHAPS = r"since|as(?! well as\b)|da|car|como|comme|come|pues|pois|want"
_REASON = re.compile(
    rf"(?:(?P<comma>^\s*|[,(]\s*)|(?<!\s)\s+)(?:(?P<sure>{_BECAUSE})|(?P<may>{_PERHAPS}))(?:\b|(?<='))", re.IGNORECASE
)
#: "…, as in Results", up to the end of the clause.
COMPARISON = re.compile(
    r",\s*(?:just |exactly |genau |genauso )?(?:as|like|wie|comme|como|come|zoals)\s+(?:it is |they are )?"
    r"(?:in|im|bei|dans|en|em|na|no|nel|nella|nei)\s[^,.;!?]*",
    re.IGNORECASE,
)
_SUBJECTS = frozenset(
    """
    i we you it they he she this that these those there nobody everybody ich wir du er sie es dies das dort man je
    j'ai nous on il elle ils elles ce c'est ça cela yo nosotros él ella ellos eso esto io noi lui lei loro ciò eu
    nós ele ela eles isso isto ik wij hij zij het dit dat
    """.split()
)
#: Finite verbs from closed classes: "be", "have", and modal verbs.
_FINITE = frozenset(
    """
    is are was were has have had does did do will would can could may might seems isn't aren't wasn't weren't hasn't
    haven't doesn't don't didn't won't can't ist sind war waren hat haben hatte hatten wird werden wurde kann können
    est sont était étaient ont avait peut peuvent c'est n'est n'a sera está están era eran fue fueron tiene tienen
    ha han puede è sono erano hanno può sarà é são estão foi foram tem têm pode zijn heeft hebben wordt kan
    """.split()
)
_RELATIVES = frozenset("that which who die der das que qui che dat wat".split())
#: Words that must be followed by an object. So no subordinate clause begins after them.
_LEANING = frozenset(
    """
    well word words wort worten mot mots palabra parola palavra woord with by mit durch par con com soon long same
    """.split()
)


def _reason(text: str, start: int, stop: int) -> Clause | None:
    """Return the first clause that gives a reason, from its conjunction on ("because …"); None if there is none."""
    for found in _REASON.finditer(text.replace("’", "'"), start, stop):
        ahead = words_in(spaced(text[max(start, found.start() - _READ) : found.start()]))
        behind = words_in(spaced(_opening(text, found.end(), stop)))
        begins = not ahead or found["comma"] is not None
        leans = ahead[-1:] and (ahead[-1] in _LEANING or is_a(ahead[-1], "place", *EDITING))
        if leans or not (_is_clause(behind, begins) if found["may"] else behind and not is_a(behind[0], "place")):
            continue
        end = _end_of_reason(text, found.end(), stop, leading=not ahead)
        if ahead or end < stop:
            return Clause("reason", found.start(), end)
    return None


def _is_clause(words: Sequence[str], begins: bool) -> bool:
    """Return True if the words after "as" or "since" form a clause, as in "since it is too long". `begins` is True if a
    comma or nothing precedes the conjunction."""
    if len(words) < len(("subject", "verb")) or words[0] in INDEFINITE or ordinal_of(words[0]) is not None:
        return False
    says = any(word in _FINITE and before not in _RELATIVES for before, word in pairwise(words))
    if says or words[0] in _SUBJECTS:
        return ordinal_of(words[1]) is None
    return begins and words[0] == NAME and not is_a(words[1], "place")


def _end_of_reason(text: str, at: int, stop: int, *, leading: bool) -> int:
    """Return the end of a reason that begins at `at`: the comma or "and" before the next order, or `stop`. `leading` is
    True if the reason comes before its order."""
    for joint in _JOINT.finditer(text, at, stop):
        if orders(_opening(text, joint.end(), stop)) and ("," in joint[0] or not leading):
            return joint.end()
    return stop


def is_remark(clause: str) -> bool:
    """Return True if the `clause` certainly orders nothing: it states something ("Methods is too long", "I find it
    silly"), consists of courtesies, or names nothing that an order could change or say (no part, quotation, edge)."""
    words = words_in(spaced(clause))
    while words and words[0] in COURTESIES:
        words.pop(0)
    if not words or says_order(clause) or _OBLIGING.intersection(words):
        return not words
    if words[0] in ADDING | _CHOOSING or words[-1] in TOO or words[0][0].isdigit() or _HAS_TO.search(" ".join(words)):
        return False
    states = _FINITE.intersection(words[1:]) or words[0].partition("'")[0] in _SUBJECTS
    if states:
        return QUOTATION not in words and not _locates(words)
    if words[0] == NAME or (words[0] in DETERMINERS and words[1:2] == [NAME]):
        verb = words[words.index(NAME) + 1 :][:1]
        return bool(verb) and verb != [NAME] and not is_a(verb[0], "place") and verb[0] not in ADDING
    named = any(word in (NAME, QUOTATION, "front") or is_a(word, "element", "piece", "edge") for word in words)
    return not named and len(words) > 2


#: Conjunctions before an alternative object: "delete the list – or the table, if it is longer".
_CHOOSING = frozenset("or oder ou o".split())
#: Words that add an object to the order before: "Outlook too", "the same for Outlook".
ADDING = frozenset(
    """
    too also likewise ditto same plus next then again auch ebenso ebenfalls dito dasselbe gleiche gleichfalls dann
    aussi également pareil même idem ensuite puis también igual mismo ídem luego anche uguale stesso poi também
    mesmo depois ook hetzelfde dan
    """.split()
)
#: Those of the words above that do not say what is repeated.
TOO = frozenset("too also auch ebenso ebenfalls aussi également también anche também ook".split())
#: The expression "is to be" in the languages that have it.
_HAS_TO = re.compile(r"\b(?:(?:is|are) to|(?:ist|sind) zu|(?:est|sont) à|ha de|hay que|è da|há de)\b")


def _locates(words: Sequence[str]) -> bool:
    """Return True if a clause, given as its words, only adds a place to the order before it: "it is in Limits"."""
    return words[0] in _SUBJECTS and NAME in words and any(is_a(word, "place") for word in words[: words.index(NAME)])


# --- corrections -----------------------------------------------------------------------------------


def _turn(clause: str) -> Literal["correction", "withdrawal", ""]:
    """Return "correction" if a clause corrects the order before it, "withdrawal" if it takes that order back, and ""
    otherwise."""
    if withdraws(spaced(clause)):
        return "withdrawal"
    behind = clause[correction_in(clause) :]
    return "correction" if behind != clause and words_in(spaced(behind)) else ""
