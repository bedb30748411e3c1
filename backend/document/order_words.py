"""Analyze the words of orders, such as "Delete the list.", in ten languages by small fixed classes of words: actions,
objects, places, modal verbs and so on.

The classes show what a message asks for, whatever its subject is. Verbs are listed as imperatives and infinitives, the
forms that orders use.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import Literal

from backend.document.order_classes import AFTER, BEFORE, CLASSES, INDEFINITE

#: Words of orders in the form of a question: "could you …", "kannst du …", "puedes …".
_REQUESTING = frozenset(
    """
    can-you could-you would-you will-you can-we could-we let's let-us
    can-i-have could-i-have may-i-have can-i-get could-i-get
    kannst-du könntest-du würdest-du können-sie könnten-sie würden-sie können-wir
    peux-tu pourrais-tu pouvez-vous pourriez-vous tu-peux tu-pourrais vous-pouvez vous-pourriez
    on-pourrait pourrait-on pourrions-nous
    puedes podrías puede podría podríamos
    puoi potresti può potremmo
    podes poderia você-pode poderíamos
    kun-je kan-je zou-je wil-je
    """.split()
)
#: Numbers of words of the expressions in `_REQUESTING`, the largest first.
_REQUEST_LENGTHS = (3, 2, 1)
#: A polite beginning that ends with a request and contains no order: "I was wondering if you could …".
_POLITE_BEGINNING = re.compile(
    r"(?P<said>[^,.;:!?]{0,60}?)\b(?:(?:if|whether) you (?:could|can)"
    r"|(?:si|est-ce que) (?:tu|vous) (?:peux|pouvez|pourrais|pourriez|pouvais|pouviez)|est-ce qu'on (?:peut|pourrait)"
    r"|si (?:puedes|pudieras|podrías|puede|pudiera)|se (?:puoi|potessi|potresti|può|potesse)"
    r"|se (?:você )?(?:puder|pudesse|podes|pudesses)|possible (?:to|de)|possibile"
    r"|(?:posible|possível)(?! que))\s+(?=\w)"
)
#: Words at the start of an order that order nothing: "please", "no," "good, now".
COURTESIES = frozenset(
    """
    better please kindly pls plz ok okay so now then next also and but well right just actually instead good great fine
    perfect nice thanks thank you yes yeah no nope hi hello hey sorry wait first finally hmm oh ah maybe perhaps
    rather besser lieber eher mieux meglio melhor beter bitte danke ja nein gut nun jetzt dann also und aber doch
    hallo prima nee noch mal moment halt s'il te vous plaît plait stp svp merci oui non d accord bon alors
    maintenant et mais ensuite plutôt por favor gracias sí si vale bueno ahora entonces y pero luego mejor per
    favore grazie bene ora adesso poi allora e ma piuttosto perfetto obrigado obrigada sim não agora então mas
    alsjeblieft graag bedankt nu dus en maar
    """.split()
)
#: A "no" that negates the order: without a comma, it belongs to the verb ("no lo borres", "no need to …").
_NO = re.compile(r"(?:no|non|não)\s+(?!wait|please|thanks|sorry|por favor|per favore|merci|obrigad)\w")
_BUT = frozenset("but sondern mais sino ma mas maar".split())
#: Number of first words of a sentence among which a negation refuses the order.
_NEAR = 6
#: Pronouns after a modal verb in an order such as "Can it go to …?"; the pronoun is kept.
_THINGS = frozenset("it this that es das er dies ça".split())
_MODALS = frozenset("can could kann könnte pourrait podría potrebbe poderia".split())
#: Classes of verbs that a German question with "du" orders: "löschst du das?" is an order, "meinst du das?" is not.
_ORDERED = ("placing", "writing", "moving", "removing", "renaming", "shortening", "rewording")
#: Classes of verbs that order a change which rules can carry out; and classes of verbs that ask for a text.
EDITING = (
    *("placing", "moving", "removing", "renaming", "replacing", "swapping", "joining", "splitting"),
    *("promoting", "demoting", "changing", "undoing", "redoing"),
)
WRITING = ("writing", "shortening", "reworking", "rewording")
#: Classes of verbs that order any change of the document.
ORDERING = (*EDITING, *WRITING, "restoring")
#: Stands in a sentence for the name of a part of the document. It is a rare letter that no message contains.
NAME = "ꙮ"
#: Stands in a sentence for any other quotation. It is a rare letter, too.
QUOTATION = "ꙭ"
#: Verbs of two words, each with a single verb of the same meaning. A pronoun may be between the two words.
_OF_TWO_WORDS = {
    ("throw", "out"): "delete",
    ("throw", "away"): "delete",
    ("take", "out"): "delete",
    ("leave", "out"): "delete",
    ("cross", "out"): "delete",
    ("cut", "out"): "delete",
    ("get", "rid"): "delete",
    ("do", "away"): "delete",
    ("nimm", "raus"): "lösche",
    ("wirf", "raus"): "lösche",
    ("lass", "weg"): "lösche",
    ("schreib", "um"): "umschreiben",
    ("schreibe", "um"): "umschreiben",
    ("füg", "zusammen"): "verbinde",
    ("füge", "zusammen"): "verbinde",
    ("führ", "zusammen"): "verbinde",
    ("führe", "zusammen"): "verbinde",
    ("leg", "zusammen"): "verbinde",
    ("roll", "back"): "undo",
    ("go", "back"): "undo",
}
_DOCUMENTS = frozenset("paper document manuscript article text".split())
_PERSONS = frozenset("i you we they he she it there these those this that".split())
#: German verbs whose prefix is at the end of an order: "wirf den Satz raus".
_PARTED = frozenset("nimm wirf lass schreib schreibe füg füge führ führe leg".split())
#: A question after a statement or an order that only asks for consent: "Add a paragraph, will you?"
_TAG = re.compile(
    r"[,;–—-]?\s+(?:(?:will|would|could|can|won't) you|please|pls|ok(?:ay)?|kannst du|könntest du|machst du das"
    r"|bitte|ja|tu veux bien|veux-tu|s'il te plaît|d'accord|puedes|quieres|por favor|vale|puoi|per favore|va bene"
    r"|podes|está bem|wil je|kun je|alsjeblieft)\s*[?？]+$"
)
_LETTERS = re.compile(r"[^\W\d_]*")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+(?:\.\d+)*")
_ASKING = re.compile(
    r"^(?:whats?|which|whos?|whom|whose|when|wheres?|why|hows?|is|are|was|were|do|does|did|has|have|had|should|may|might|shall"
    r"|can|could|was|welche[rsmn]?|wer|wen|wem|wann|wo|wohin|warum|wieso|wie|ist|sind|hat|haben|soll|sollte|sollten"
    r"|sollen|darf|que|quoi|quel|quelles?|quels|qui|quand|où|pourquoi|comment|est-ce|faut-il|devrais-je|dois-je"
    r"|qué|cuál|cuáles|quién|cuándo|dónde|cómo|debería|debo|che|cosa|quale|quali|chi|quando|dove|perché|come|dovrei"
    r"|devo|deveria|waar|wat|welke|wie|hoe|moet)\b"
)
#: The beginnings of ordinal numbers, with their numbers. Numbers that count from the end are negative.
_ORDINALS = {
    1: "first opening erste premier premièr primer primeir primo prima eerste",
    2: "second zweite deuxième seconde segund secondo seconda tweede",
    3: "third dritte troisième tercer terzo terza terceir derde",
    4: "fourth vierte quatrième cuart quarto quarta vierde",
    5: "fifth fünfte cinquième quint vijfde",
    -1: "last final closing letzte dernier dernièr últim ultim laatste",
}
#: Endings of ordinal words for gender, number and case, and of "secondly" and "zweitens".
_ORDINAL_FORMS = frozenset(["", *"e es s n ns m r o a os as i ly".split()])


@lru_cache(maxsize=1 << 12)
def ordinal_of(word: str) -> int | None:
    """Return the number of an ordinal word in lower case: "zweiten" is 2, "last" is -1; None for any other word."""
    digits = re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th|e|er|ère|ème|º|ª)", word)
    if digits:
        return int(digits[1])
    for number, beginnings in _ORDINALS.items():
        if any(word.startswith(each) and word[len(each) :] in _ORDINAL_FORMS for each in beginnings.split()):
            return number  # "secondary" and "lasting" are none
    return None


@cache
def _class(name: str) -> tuple[frozenset[str], tuple[str, ...]]:
    words = frozenset(CLASSES[name].casefold().split())
    return words, tuple(each[:-1] for each in words if each.endswith("*"))


@lru_cache(maxsize=1 << 12)
def is_a(word: str, *names: str) -> bool:
    """Return True if a word in lower case belongs to at least one of the classes `names` of `CLASSES`."""
    for words, starts in map(_class, names):
        begun = [each for each in starts if word.startswith(each)] if word.startswith(starts) else ()
        if word in words or any(_LETTERS.fullmatch(word, len(each)) for each in begun):
            return True
    return False


def words_in(text: str) -> list[str]:
    """Return the words and numbers of a text in lower case. A pronoun at the end of a verb becomes a separate word:
    "muévelo" becomes "mueve", "lo".

    Chinese and Japanese have no spaces; their text is divided at the words of `CLASSES`.
    """
    return list(_short_words(text)) if len(text) <= CACHED_CHARACTERS else _words(text)


#: Maximum length, in characters, of a text whose words are cached. A message's words are needed about twenty times.
CACHED_CHARACTERS = 2_000


@lru_cache(maxsize=256)
def _short_words(text: str) -> tuple[str, ...]:
    return tuple(_words(text))


def _words(text: str) -> list[str]:
    found: list[str] = []
    for word in _WORD.findall(text.casefold().replace("’", "'")):
        found += _parted(word) if word.isascii() or not HAN_OR_KANA.search(word) else _spaceless(word)
    return found


#: A character of a script without spaces between words.
HAN_OR_KANA = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


@lru_cache(maxsize=1 << 12)
def _spaceless(run: str) -> tuple[str, ...]:
    return tuple(part for part in _words_without_spaces().split(run) if part and not _POLITE.fullmatch(part))


#: Japanese endings of a verb in an order.
_POLITE = re.compile("し?て(?:ください|下さい|ほしい|欲しい|くれ)?|をお願いします")


@cache
def _words_without_spaces() -> re.Pattern[str]:
    """Return a pattern that matches each word of `CLASSES` in Han characters or kana."""
    listed = {word for words in CLASSES.values() for word in words.split() if HAN_OR_KANA.search(word)}
    return re.compile(f"({'|'.join(sorted(listed, key=len, reverse=True))})")


def _of_one_word(words: list[str]) -> list[str]:
    """Return the words with one verb in place of a two-word verb at their start: "throw it out" becomes "delete it"."""
    out = words.index("out") if words[:1] == ["take"] and "out" in words and words[-1] in _DOCUMENTS else 1
    if out > 1 and words[out + 1 : out + 2] == ["of"]:  # "take the section X out of the paper"
        return ["delete", *words[1:out]]
    for second in (1, 2, 3, len(words) - 1):
        verb = _OF_TWO_WORDS.get((words[0], words[second])) if 0 < second < len(words) else None
        if verb is None:
            continue
        around = second == len(words) - 1 and words[0] in _PARTED
        between = words[1 : min(second, 2)]  # at most "that paragraph"
        if around or (second < 4 and all(is_a(word, "pronoun") or word in _OBJECTS for word in between)):
            if words[second + 1 : second + 2] == ["of"] and words[0] == "take":
                return words  # "take it out of X and put it into Y"
            rest = [word for place, word in enumerate(words) if place not in (0, second)]
            return [verb, *(rest[1:] if rest[:1] == ["of"] else rest)]
    return words


#: Words, besides pronouns, with which the object between the two words of a verb may begin.
_OBJECTS = ("the", NAME, QUOTATION)
#: The classes of verbs to which a pronoun may be joined.
_WITH_PRONOUN = ("placing", "moving", "removing", "undoing", "renaming", "shortening", "rewording")


@lru_cache(maxsize=1 << 12)
def _parted(word: str) -> tuple[str, ...]:
    own = [name for name in _WITH_PRONOUN if is_a(word, name)]  # "cancella" is a verb, and not "cancel" with "la"
    for pronoun in ("lo", "la", "los", "las", "li", "le"):
        stem = word.removesuffix(pronoun)
        bare = stem.translate(_UNACCENTED)
        for verb in (stem, bare):
            if stem != word and is_a(verb, *(own or _WITH_PRONOUN)):
                return verb, pronoun
    return (word,)


_UNACCENTED = str.maketrans("áéíóú", "aeiou")


@dataclass(frozen=True, slots=True)
class Sentence:
    """The words of a sentence in lower case. Words such as "please" or "could you" at the start are left out. `asks` is
    True for a question, and `refuses` for a sentence that forbids something.
    """

    words: tuple[str, ...]
    asks: bool
    #: True if the sentence forbids something: "don't delete it", "lösch ihn noch nicht", "no lo borres"
    refuses: bool = False


@lru_cache(maxsize=1 << 8)
def read_sentence(text: str) -> Sentence:
    """Return a sentence's words, and whether it is a question or forbids something. "Could you …?" is an order and not
    a question.
    """
    folded = _TAG.sub("", " ".join(text.casefold().replace("’", "'").split()))
    clauses, requests = _CLAUSE_END.split(folded), False
    polite = _POLITE_BEGINNING.match(folded)
    if polite and not any(is_a(word, *_ORDERED) or word == NAME for word in words_in(polite["said"])):
        folded, requests = folded[polite.end() :], True
    words, asked = _without_request(words_in(folded))
    words, requests = _of_one_word(words), requests or asked
    orders = words[:1] == ["have"] and not _PERSONS.intersection(words[1:2])  # "have X in Spanish" is no question
    asks = folded.endswith(("?", "？")) or bool(words and not orders and _ASKING.fullmatch(words[0]))
    refuses = bool(_NO.match(folded)) or any(is_a(word, "negation") for word in words[:_NEAR])
    asks = asks and not requests and not any(map(_requests, clauses[1:]))
    return Sentence(tuple(words), asks, refuses and not _BUT.intersection(words))


def without_request(text: str) -> str:
    """Return a German question that is a request in the form of an order: for "Kannst du bitte die Tabelle löschen?"
    (can you please delete the table?), "die Tabelle löschen". Any other text is returned unchanged."""
    found = list(_WORD.finditer(text)) if text.rstrip().endswith("?") else []
    words = [each[0].casefold() for each in found]
    at = next((n for n in range(min(_NEAR, len(words))) if "-".join(words[n : n + 2]) in _REQUESTING), -1)
    if at < 0 or not (words[-1].endswith("n") and is_a(words[-1], *EDITING)):
        return text
    if any(word not in COURTESIES for word in words[:at]):
        return text
    behind = at + 2
    while behind < len(words) - 1 and words[behind] in COURTESIES and ordinal_of(words[behind]) is None:
        behind += 1
    return f"{text[found[behind].start() :].rstrip().rstrip('?').rstrip()}."


def side_in(words: Sequence[str]) -> Literal["after", "before", ""]:
    """Return "after" or "before" if words in lower case name this side of a part: "after" for "directly behind the".
    Return "" if they name neither.
    """
    if not AFTER.isdisjoint(words):
        return "after"
    return "" if BEFORE.isdisjoint(words) else "before"


#: Words that make a comparative of the next adjective, in languages that use a separate word for this.
MORE = frozenset("more less plus moins más menos più meno mais mehr weniger minder".split())
#: Words that precede only a comparative: "a much shorter version".
_BY_HOW_MUCH = frozenset("much far slightly somewhat even lot little bit deutlich viel etwas noch wesentlich".split())


def is_compared(words: Sequence[str]) -> bool:
    """Return True if `words`, in lower case, end with an indefinite article and a comparative: "a much shorter", "ein
    flotterer". A name after such words ("a much shorter Introduction") means that the user wants a new version of this
    part."""
    if not words or is_a(words[-1], "element"):
        return False
    said = words[-_COMPARISON:]
    at = next((place for place in range(len(said) - 1, -1, -1) if said[place] in INDEFINITE), len(said))
    between = said[at + 1 :]
    if not between:
        return False
    grown = words[-1].endswith(("ier", "iere", "ieren")) or is_a(words[-1], "shortening")
    by = _BY_HOW_MUCH.intersection(between[:-1]) and words[-1].endswith(("er", "ere", "eren", "erer", "eres"))
    return grown or bool(by) or (len(between) > 1 and between[-2] in MORE)


#: Maximum number of words of an article and a comparative: "a little bit less wordy".
_COMPARISON = 5
_CLAUSE_END = re.compile(r"[,:;]\s+")
#: Verbs that keep their meaning after a request: "could I have a shorter Introduction".
_HAVING = frozenset("have get".split())
#: Words for "for me" before a verb, in an order that has the form of a question: "mi scrivi due righe?"
_FOR_ME = frozenset("me mi nos ci m'".split())


def _without_request(words: list[str]) -> tuple[list[str], bool]:
    """Return (words, requested): the words without words of a request at their start, such as "please" and "could you";
    and True if a request such as "could you" was among these, not only "please".
    """
    requests = False
    while words:
        if words[0] in COURTESIES:
            words = words[1:]
        elif stop := next((n for n in _REQUEST_LENGTHS if n <= len(words) and "-".join(words[:n]) in _REQUESTING), 0):
            words, requests = words[stop - (words[stop - 1] in _HAVING) :], True
        elif words[0] in _MODALS and words[1:2] and (words[1] in _THINGS or NAME in words[1:3]):
            words, requests = words[1:], True
        elif words[1:2] == ["du"] and is_a(words[0].removesuffix("st"), *_ORDERED):
            words, requests = [words[0].removesuffix("st"), *words[2:]], True  # "schreibst du ihn?"
        elif words[0] in _FOR_ME and words[1:2] and is_a(words[1].removesuffix("s"), *_ORDERED):
            words, requests = [words[1].removesuffix("s"), *words[2:]], True  # "¿me escribes un párrafo?"
        elif words[0] == "tu" and words[1:2] and is_a(words[1].removeprefix("m'"), *_ORDERED):
            words, requests = words[1:], True  # "tu m'écris un paragraphe ?"
        else:
            break
    if words and words[0].startswith("m'"):
        words = [words[0].removeprefix("m'"), *words[1:]]
    return words, requests


def _requests(clause: str) -> bool:
    """Return True if a later clause of a sentence is a request: "could you …" in "X is too long, could you …". Returns
    False for a request for an answer: "can you tell me …".
    """
    words, requests = _without_request(words_in(clause))
    return requests and bool(words) and words[0] not in _TELLING


#: Verbs of requests that ask for an answer: "X is long, can you tell me what it says?"
_TELLING = frozenset("tell say explain remind me sagen dire dis decir decirme dirmi dizer zeggen".split())


#: Portuguese nouns for parts of a document. Before them, "a" is the definite article.
_WITH_DEFINITE_A = frozenset("tabela figura lista equação seção secção subseção subsecção legenda frase nota".split())


def is_indefinite(word: str, noun: str) -> bool:
    """Return True if `word`, which precedes `noun`, is an indefinite article or "new". Returns False for the "a" of "a
    tabela", Portuguese for "the table"."""
    return word in INDEFINITE and not (word == "a" and noun in _WITH_DEFINITE_A)


def brings_new(words: Sequence[str]) -> bool:
    """Return True if `words`, in lower case, name a part of a document with an indefinite article: "a new section",
    "ein Absatz" (a paragraph). Such a part does not exist yet."""
    return any(
        is_indefinite(word, after) and is_a(after, "element") and not is_a(after, "naming")
        for word, after in pairwise(words)
    )


def asks_for_text(words: Sequence[str]) -> bool:
    """Return True if `words`, in lower case, name a text with an indefinite article: "a new section", "ein Satz" (a
    sentence). Such a text does not exist yet."""
    pieces = any(is_indefinite(word, after) and is_a(after, "piece") for word, after in pairwise(words))
    described = any(
        word in INDEFINITE and not is_a(between, "place") and is_a(after, "element", "piece")
        for word, between, after in zip(words, words[1:], words[2:], strict=False)
    )
    return pieces or described or brings_new(words) or any(_ONE_PIECE.search(word) for word in words)


#: "One sentence", "one paragraph" and so on, in Chinese and Japanese.
_ONE_PIECE = re.compile("一(?:个|個|つの)?(?:句|段|文|行|条|節|张表|張表)|(?:文|段落|行|項目)を?(?:一つ|1つ)")
