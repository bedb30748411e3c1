"""Decide whether an order is about a part that the message names, or whether the name only gives a place or
a subject.
"""

from __future__ import annotations

import re

from backend.document.order_classes import AFTER, BEFORE, INDEFINITE, MAKING
from backend.document.order_words import (
    COURTESIES,
    MORE,
    NAME,
    ORDERING,
    brings_new,
    is_a,
    is_compared,
    read_sentence,
    words_in,
)
from backend.mentions import closed_words
from backend.mentions.lexicon import tokens
from backend.mentions.resolver import Mention
from backend.placement.doubts import is_definite
from backend.ranking.function_words import EVERY_WORD

_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?](?=\S)[^.!?\n]*)*[.!?]?")
#: Maximum number of words after the name of a text that say how the text should become: "clearer and shorter".
_QUALITIES = 3
#: The same maximum after a modal verb, which allows more words before the quality: "could be a lot shorter".
_MODAL_QUALITIES = 5
#: Verbs after a text that say what the text should become: "the first paragraph should be shorter".
_MODALS = frozenset(
    "should must could needs soll sollte muss kann doit devrait pourrait debe debería dovrebbe deve va deveria".split()
)


#: Adverbs that belong to a verb before its object: "pare down X", "clean up X".
_PARTICLES = frozenset("down up out".split())
#: Words after a part that should be written again: "write the abstract anew".
_ANEW = re.compile(
    r"\s+(?:anew|afresh|again|from scratch|once more|neu|noch einmal|nochmals?|(?:à|de) nouveau|de nuevo|di nuovo"
    r"|de novo|opnieuw)\b",
    re.IGNORECASE,
)
#: Classes of verbs that order to reword a text.
_OTHER_WORDS = ("shortening", "rewording", "replacing")


def is_object(order: str, at: tuple[int, int]) -> bool:
    """Return True if the order asks to rewrite a part. `at` is the start and end (excluded), in characters, of the
    part's name in the order. The order may have one of these forms:

    - the verb is before the name: "translate the first paragraph of X";
    - the verb is after the name or ends the clause: "den ersten Absatz von X knapper formulieren";
    - the part should get a quality: "make the first paragraph of X clearer and shorter";
    - a pronoun in the next clause means the part: "the first paragraph of X is clumsy. Improve it.";
    - the order begins with the part: "for the first paragraph of X, find a shorter wording";
    - the part should become something else: "turn the list into a sentence";
    - the part should be written again: "write the abstract anew".
    """
    with_pronoun = _order_with_pronoun(order, at)
    if any(is_a(word, *_OTHER_WORDS) for word in with_pronoun):
        return True
    sentences = [(each.start(), each[0]) for each in _SENTENCE.finditer(order) if each.start() <= at[0]]
    start, sentence = sentences[-1] if sentences else (0, order)
    said = read_sentence(f"{sentence[: at[0] - start]} {NAME} {sentence[at[1] - start :]}")
    if said.asks or said.refuses:
        return False
    words = [each for each in tokens(order) if each.start >= start and (each.word or each.text in ",;:")]
    before = [each for each in words if each.end <= at[0]]
    while before and (closed_words.is_a(before[-1], "articles") or closed_words.is_section_noun(before[-1].text)):
        before.pop()
    behind = [each for each in words if each.start >= at[1] and not closed_words.is_section_noun(each.text)]
    while behind and behind[0].text.casefold() in COURTESIES:
        behind.pop(0)
    said_before = [each.text.casefold() for each in before]
    said_behind = [each.text.casefold() for each in behind]
    if _is_put_in_language(said_before, said_behind) or _is_followed_by_quality(said_before, said_behind):
        return True
    if _is_converted(said_before, said_behind):
        return True
    if said_before and said_before[-1] in _SETTING | MAKING and MORE.intersection(said_behind[:2]):
        return True  # "put the first paragraph more plainly"
    if said_before[-3:-2] and said_before[-3] in MAKING and said_before[-2] in MORE:
        return True  # "rendi più snella la sezione X"
    if _wants_version(said_before) or is_compared(said_before):
        return True
    makes = len(said_before) == 1 and not is_a(said_before[0], "placing", "place", "moving", "removing")
    if _ANEW.match(order[at[1] :]) and (makes or any(is_a(each, "writing") for each in said_before[-1:])):
        return True  # "write the first paragraph anew"
    if any(is_a(each, "placing", "writing") for each in said_before):
        return False  # "add a note on how to shorten the first paragraph of X"
    if said_before[-1:] and said_before[-1] in _PARTICLES:  # "trim down the first paragraph", "cut it down"
        particle = said_before.pop()
        if said_before[-1:] == ["cut"] and particle == "down":
            return True
    if said_behind[:1] == ["down"] and said_before and not is_a(said_before[-1], "placing", "moving"):
        return True  # "boil the first paragraph down"
    if _is_verb_last(said_before, said_behind) or _is_fronted(said_before, said_behind):
        return True
    verb, first = said_before[-1] if before else "", said_behind[0] if behind else ""
    near = _QUALITIES if verb in MAKING else _MODAL_QUALITIES if first in _MODALS else 1
    return any(_is_of_other_words(each) for each in (*said_before[-1:], *said_behind[:near]))


def _is_of_other_words(word: str) -> bool:
    """Return True if a word orders to reword a text, such as "shorten", or "tightening" in "needs tightening"."""
    stem = word.removesuffix("ing")
    forms = (word,) if stem == word else (word, stem, f"{stem}e")
    return any(is_a(each, *_OTHER_WORDS) for each in forms)


def _is_verb_last(before: list[str], behind: list[str]) -> bool:
    """Return True if the clause ends with an infinitive for rewording, as in German and Dutch, and the part is its
    object: "den ersten Absatz kürzen". `before` and `behind` are the words before and after the part's name.
    """
    stop = next((place for place, word in enumerate(behind) if word in ",;:"), len(behind))
    verb = behind[stop - 1] if 0 < stop <= _MODAL_QUALITIES else ""
    return verb.endswith("en") and is_a(verb, *_OTHER_WORDS) and not (before and is_a(before[-1], "place"))


#: "For", with which an order may begin: "for the first paragraph of X, …".
_FOR = frozenset("for für pour para per voor".split())


def _is_fronted(before: list[str], behind: list[str]) -> bool:
    """Return True if an order to reword a text begins with "for" and the part: "for the first paragraph, find a shorter
    wording". `before` and `behind` are the words before and after the part's name.
    """
    wanted = any(is_a(word, *_OTHER_WORDS) for word in behind)
    return len(before) == 1 and before[0] in _FOR and behind[:1] == [","] and wanted and not _adds(behind)


#: "From", between a verb of making and a text: "mach aus der Liste einen Satz".
_FROM = frozenset("aus de da di van uit of".split())


def _is_converted(before: list[str], behind: list[str]) -> bool:
    """Return True if the order asks to convert the part: "turn X into a table", "make X into a list". `before` and
    `behind` are the words before and after the part's name X.
    """
    if any(is_a(each, "placing", "writing", "moving") for each in before):
        return False
    stop = next((place for place, word in enumerate(behind) if word in ",;:"), len(behind))
    if any(is_a(each, "converting") for each in (*before[-1:], *behind[:stop][-1:])):
        return True
    into = before[-1:] != [] and before[-1] in MAKING and behind[:1] != [] and behind[0] in _INTO
    new = INDEFINITE.intersection(behind[1:2] if into else behind[:1])
    return bool(new) and (into or (len(before) > 1 and before[-2] in MAKING and before[-1] in _FROM))


_VERSIONS = frozenset("version versions fassung versión versione versão versie".split())
_OF = frozenset("of von vom de du del della do da van".split())


def _wants_version(before: list[str]) -> bool:
    """Return True if the words before the part's name X ask for another version of it: "I want a shorter version of
    X".
    """
    return before[-1:] != [] and before[-1] in _OF and bool(_VERSIONS.intersection(before[-4:-1]))


#: Before a language: "in German", "ins Deutsche", "en français". Maximum number of words before it, and of the words
#: between it and the language: "could be put in plainer English".
_IN, _PASSIVE, _ADJECTIVE = frozenset("in into ins im en to auf".split()), 2, 1


def _is_put_in_language(before: list[str], behind: list[str]) -> bool:
    """Return True if the order asks for the part in another language or style: "put X into German", "let's have X in
    plainer English". `before` and `behind` are the words before and after the part's name X.
    """
    if brings_new(before) or any(is_a(word, "writing") for word in before) or is_a("".join(before[-1:]), "place"):
        return False
    at = next((place for place, word in enumerate(behind[: _PASSIVE + 1]) if word in _IN), len(behind))
    return any(is_a(word, "language") for word in behind[at + 1 : at + 2 + _ADJECTIVE])


def _is_followed_by_quality(before: list[str], behind: list[str]) -> bool:
    """Return True if an order consists of a part and the quality that it should get: "X, last paragraph: simpler
    wording". `before` and `behind` are the words before and after the part's name.
    """
    said = behind[1 : 1 + _QUALITIES]
    new = any(word in INDEFINITE for word in said) and any(is_a(word, "element") for word in said)
    if behind[:1] != [":"] or (before and before[-1] != ",") or new:
        return False
    compares = bool(MORE.intersection(said)) or any(word.endswith(_COMPARATIVE) for word in said)
    other_words = any(is_a(word, *_OTHER_WORDS) for word in said)
    return other_words or (compares and any(is_a(word, "manner") for word in said))


#: Endings of comparative adjectives in English and German.
_COMPARATIVE = ("er", "ere", "eren", "eres")
_CLAUSE = re.compile(r"[^.!?:;,\n]+[.!?:;,]?")
#: Endings of verbs to which a pronoun is joined: Spanish "aligéralo", Italian "snelliscila", Portuguese "reduza-o".
_ATTACHED = ("lo", "la", "los", "las", "li", "le")
#: Spanish verbs with an attached pronoun have an accent, so that other words may follow them: "redáctalo de nuevo".
_ACCENTED = re.compile("[áéíóú]")
#: Minimum number of letters of a verb before a pronoun that is joined to it.
_SHORTEST_VERB = 3


def _order_with_pronoun(order: str, at: tuple[int, int]) -> list[str]:
    """Return the words of an order that consists of a verb, a pronoun for the named part, and at most a few other
    words: "X is clumsy: improve it a little". Returns [] if there is no such order.

    The order is one of the next two clauses after the clause that names the part. The clause with the name must not be
    an order itself.
    """
    masked = f"{order[: at[0]]}{'x' * (at[1] - at[0])}{order[at[1] :]}"  # a title may have verbs and commas
    clauses = [each[0] for each in _CLAUSE.finditer(masked) if each.end() > at[0] and words_in(each[0])]
    if len(clauses) < 2:
        return []
    about, then = read_sentence(clauses[0]), read_sentence(clauses[1])
    if len(clauses) > 2 and not any(is_a(word, "pronoun") for word in then.words):
        then = read_sentence(clauses[2])  # "I like the first paragraph less, too wordy. Trim it."
    forbids = about.refuses and any(is_a(word, *ORDERING) for word in about.words)  # "it is not clear" does not
    if about.asks or forbids or then.asks or then.refuses or not then.words:
        return []
    if any(is_a(word, "placing", "writing", "removing", "moving") for word in (*about.words, *then.words)):
        return []
    words = _with_pronoun_behind(list(then.words))
    attached = next((end for end in _ATTACHED if words[0].endswith(end)), "")
    alone = len(words) == 1 or _ACCENTED.search(words[0].removesuffix(attached)) is not None
    if attached and len(words[0]) >= len(attached) + _SHORTEST_VERB and alone and len(about.words) > 1:
        words = [words[0].removesuffix(attached), attached, *words[1:]]
    rest = words[2:]
    if len(words) < 2 or not is_a(words[1], "pronoun") or len(rest) > _MODAL_QUALITIES:
        return []
    return [] if any(is_a(word, "place", "edge", "element") for word in rest) else words


#: French, Spanish and Italian pronouns that may stand before their verb.
_CLITICS = frozenset("l le la les lo los las li".split())


def _with_pronoun_behind(words: list[str]) -> list[str]:
    """Return the words of an order with a French pronoun moved from before its verb to behind it: "l'alléger" (lighten
    it) becomes "alléger", "l". Other words are returned unchanged.
    """
    opening = [*words[0].split("'", 1), *words[1:]]
    return [opening[1], opening[0], *opening[2:]] if len(opening) > 1 and opening[0] in _CLITICS else words


#: Parts that can be the object of an order as one text. A section, or words quoted from it, may also be the place for
#: new text.
_BLOCKS = frozenset({"paragraph", "table", "figure", "list", "code", "equation", "item", "sentence"})
#: Maximum number of words before a name, including the verb of the order.
_ARTICLE_AND_VERB = 2
#: Verbs that may mean a new form of a text as well as a place: "put the first paragraph into the past tense".
_SETTING = frozenset("put set setz setze mets mettez pon ponga metti metta põe ponha zet".split())


def may_be_object(order: str, named: Mention) -> bool:
    """Return True if an order can be about the named part itself, whatever its verb is: "tone down the first
    paragraph".

    Returns False if the message asks a question, refuses something, orders something new, or names the part as a place.
    """
    for each in _SENTENCE.finditer(order):
        sentence = read_sentence(each[0])
        if sentence.asks or sentence.refuses:
            return False
    with_pronoun = _order_with_pronoun(order, named.at)
    if with_pronoun and with_pronoun[0] not in EVERY_WORD:  # "X is too long. Prune it."
        return True
    new = [word for word in words_in(order) if is_a(word, "placing", "writing")]
    before = words_in(order[: named.at[0]])
    if before and before[-1] in _INTO:
        return False  # "mach ihn zum letzten Absatz von X"
    if next((word for word in reversed(before) if not closed_words.is_article(word)), "") in AFTER | BEFORE:
        return False  # "mention behind the sentence on rain that it was dry"
    set_anew = [word for word in before[-_ARTICLE_AND_VERB:] if word in _SETTING]
    if len(new) > len(set_anew) or _adds(words_in(f"{order[: named.at[0]]} {order[named.at[1] :]}")):
        return False
    return is_definite(order, named.at[0]) if named.kind in _BLOCKS else _follows_a_verb(order, named)


def is_only_one(order: str, named: Mention) -> bool:
    """Return True if the name of a part (`named`) in an order is only its kind, as in "shorten the list", and the
    document has only one part of this kind.
    """
    alone = named.guessed and named.how == "part" and not named.rivals
    return alone and named.kind in (*_BLOCKS, "quotation") and is_definite(order, named.at[0])


def _adds(words: list[str]) -> bool:
    """Return True if the words name a new part: "a list". The words "into a list" are ignored, because there the named
    part becomes a list.
    """
    becoming = [place for place, word in enumerate(words) if word in _INTO]
    kept = [word for place, word in enumerate(words) if not any(place - near in becoming for near in (1, 2))]
    return brings_new(kept)


#: Words before the thing that something should become.
_INTO = frozenset("into in as als zu zum zur en em to".split())


def _follows_a_verb(order: str, section: Mention) -> bool:
    """Return True if only a verb is before the name of a section in an order: "streamline the section Methods"."""
    if section.kind != "section" or section.how not in ("exact", "number"):
        return False
    start = max((each.start() for each in _SENTENCE.finditer(order) if each.start() <= section.at[0]), default=0)
    words = [each for each in read_sentence(order[start : section.at[0]]).words if each not in _THE]
    noun = next((place for place, each in enumerate(words) if closed_words.is_section_noun(each)), len(words))
    if len(words) - noun <= _NOUN_AND_LINK:  # "the section on X", "the section called X"
        words = words[:noun]
    if len(words) == 2 and words[1] in _PARTICLES:  # "pare down"
        words.pop()
    return len(words) == 1 and words[0] not in EVERY_WORD


#: Number of words between the verb of an order and a title: a noun such as "section", and a word that connects it to
#: the title.
_NOUN_AND_LINK = 2
_THE = frozenset("the our my die den das unsere unseren la le les notre nos el los las nuestra il lo nostra".split())
