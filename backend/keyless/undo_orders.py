"""Recognize orders to undo the last change, or to bring an undone change back."""

from __future__ import annotations

import re
from itertools import pairwise

from backend.document.order_classes import MAKING
from backend.document.order_words import Sentence, is_a, ordinal_of, words_in
from backend.keyless.sentence_forms import SUBJECTS, TITLE, WANTING, has_place, leftover
from backend.mentions.closed_words import cardinal, is_article, noun
from backend.mentions.lexicon import tokens

#: Words of orders to undo, such as "go back to the version before": the verbs, and the beginnings of the nouns.
_RETURNING = frozenset(
    """
    go return geh gehe kehr kehre reviens revenir revenez retourne vuelve volver vuelva regresa torna tornare torniamo
    volta voltar volte keer ga
    """.split()
)
_VERSIONS = tuple("version stand fassung versión versão versie state zustand état estado stato".split())
BACK = frozenset("back zurück wieder retour arrière terug atrás indietro trás".split())
_BOTH = frozenset("both beide beides deux ambos ambas entrambi entrambe ambos allebei оба".split())
#: All words of "go one step back" except its verb.
_STEPS = BACK | frozenset(
    "a one step einen schritt un une pas étape en d'un paso hacia di passo um para een stap".split()
)
#: Phrases such as "as it was", "wie vorher", "comme avant", "com'era prima".
_AS_BEFORE = re.compile(
    r"\b(?:(?:as|like|how)\b.{0,12}\b(?:was|were|before)|(?:wie|comme|como|come|com|zoals)\b.{0,12}\b(?:war|waren|vorher"
    r"|zuvor|früher|était|étaient|avant|auparavant|estaba|estava|era|antes|prima|voorheen))\b"
)
_ORDERING = ("undoing", "redoing", "restoring", "placing", "moving")


#: Orders in Chinese and Japanese: a verb of undoing, redoing or restoring, and words that mean "the last change".
_LAST_CHANGE = (
    "[两兩二三四五六2-9][个個次步处]|上一步|上一个|上一次|上次|刚才|刚刚|最后|最近|前面|这个|那个|这次|那次|一步|一次|一下|的|了|对|所做|修改|改动|更改|变更|"
    "操作|编辑|插入|添加|直前|最後|さっき|先ほど|前|今|それ|これ|変更|編集|修正|挿入|追加|の|を|は|に|元"
)
_SPACELESS = re.compile(
    rf"(?:请|請|帮我|麻烦|把|将|やっぱり|不对|不|算了)*(?:{_LAST_CHANGE})*(?:(?P<undo>撤销|撤銷|撤消|撤回|取消|取り消|元に戻|もとに戻)"
    rf"|(?P<redo>重做|やり直)|(?P<restore>恢复|恢復|还原|還原|復元))(?:{_LAST_CHANGE})*"
    r"(?:し|す|して|てください|ください|下さい|てほしい|て|吧|谢谢|お願いします)*"
)
_NAMED_CHANGE = re.compile("[改更変編编步次]|操作|修正|直前|最[后後近]")
#: Punctuation and white space that is removed before the pattern above is matched.
_MARKS = re.compile(r"[\s、，。,.!！]+")


def _spaceless_order(message: str) -> re.Match[str] | None:
    return _SPACELESS.fullmatch(_MARKS.sub("", message))


def brings_back(message: str) -> bool:
    """Return True if a message asks for something that was undone or removed: "redo", "put it back", "restore it"."""
    words = words_in(message)
    if any(is_a(word, "redoing", "restoring") for word in words):
        return True
    verbs = [place for place, word in enumerate(words) if is_a(word, "placing", "moving")]
    spaceless = _spaceless_order(message)
    back = bool(verbs) and bool(BACK.intersection(words[verbs[0] :]))
    return back or (spaceless is not None and not spaceless["undo"])


def puts_back(message: str) -> bool:
    """Return True if a message orders to put something back: "put it back". Returns False if it says "redo" or "again",
    because it may then order to repeat a removal.
    """
    words = words_in(message)
    redoes = any(is_a(word, "redoing") or word in ("again", "nochmal") for word in words)
    return not redoes and any(is_a(word, "placing", "moving", "restoring") for word in words)


def only_redoes(message: str) -> bool:
    """Return True if a message has a word for redoing what was undone: "redo it". The user may also mean another
    version of a text.
    """
    spaceless = _spaceless_order(message)
    return any(is_a(word, "redoing") for word in words_in(message)) or (
        spaceless is not None and bool(spaceless["redo"])
    )


def names_only_it(message: str) -> bool:
    """Return True if a message is only an order to undo, and names no change: "undo that", "doch nicht, rückgängig",
    "撤销".
    """
    if _spaceless_order(message) is not None:
        return not _NAMED_CHANGE.search(message)
    return not leftover([word for word in words_in(message) if word not in MAKING | BACK | _BOTH], *_ORDERING)


def words_of_change(message: str) -> frozenset[str]:
    """Return the words with which an order to bring something back describes its text: "sixpence" in "bring back the
    sentence on the sixpence".
    """
    words = [word for word in words_in(message) if word not in MAKING | BACK | _BOTH]
    return frozenset(part for word in leftover(words, *_ORDERING, "piece") for part in _LETTERS.findall(word))


_LETTERS = re.compile(r"[^\W\d_]{2,}")


def orders_only_it(message: str) -> bool:
    """Return True if one clause of a message is only an order to undo, and names no change: "undo that" in "undo that,
    it was useful".
    """
    ordering = (each for each in re.split(r"[,;.!–—]+\s+", message) if any(is_a(w, *_ORDERING) for w in words_in(each)))
    return any(map(names_only_it, ordering))


_HAN_NUMBERS = {"两": 2, "兩": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6}
_HAN_COUNT = re.compile(r"([两兩二三四五六2-9])[个個次步处]")


def counted_changes(message: str) -> int:
    """Return the number of changes that an order to undo means: 2 for "undo the last two changes" and "undo both"; 1 if
    it gives no number. A number that belongs to a part of the document, as in "section 2", is ignored.
    """
    if spaceless := _HAN_COUNT.search(message):
        return _HAN_NUMBERS.get(spaceless[1]) or int(spaceless[1])
    if names_only_it(message) and _BOTH.intersection(words_in(message)):
        return 2
    words = [each for each in tokens(message) if each.word and not each.quote]
    for at, word in enumerate(words):
        number = int(word.text) if word.text.isdecimal() else cardinal(word)
        beside = frozenset(noun(words, at + 1)[0]) | frozenset(noun(words, at - 1)[0] if at else ())
        if number > 1 and not beside - {"step"}:
            return number
    return 1


#: The beginnings of nouns and participles for a change, for each operation of an edit. The operation of an insertion is
#: "insert".
_CHANGES = {
    "delete": (
        "delet remov lösch gelösch streich gestrich entfern suppress supprim effac élimin borra elimin cancella rimoz "
        "rimoss remoç exclus apag verwijder geschrap"
    ),
    "rename": "renam retitl umbenenn umbenann renomm renombr nombre rinomin nome renome hernoem",
    "move": "move moving verschieb verschob versetz déplac movim movid traslad spost desloc verplaats",
    "insert": "insert addit added einfüg eingefüg hinzu ajout añad agreg inser aggiun adicion adiç acrescent toegevoeg",
}
_LAST_BUT_ONE = re.compile(
    r"\b(?:before (?:the )?last|last\b.{0,15}\bbut one|second[- ](?:to[- ])?last|vorletzte[nrsm]?|avant-derni(?:er|ère)"
    r"|penúltim[oa]|penultim[oa]|voorlaatste)\b",
    re.IGNORECASE,
)


def nth_change(message: str) -> int | None:
    """Return the number of the one change that an order to undo names: 1 for "the first change" since the document was
    created, -2 for "the last but one".

    Returns 0 if it is unclear which change is meant, as in "the first two" and "change 2". Returns None if the order
    has no such number.
    """
    if means_last_but_one(message):
        return -2
    words = [each for each in tokens(message) if each.word and not each.quote]
    for at, word in enumerate(words):
        if word.text.isdecimal() and at and words[at - 1].norm.startswith((*_CHANGE, *_VERSIONS)):
            return 0
        number, behind = ordinal_of(word.text.casefold()), words[at + 1 : at + 2]
        if number is None or number < 0 or frozenset(noun(words, at + 1)[0]) - {"step"}:
            continue
        counted = bool(behind) and (behind[0].text.isdecimal() or bool(cardinal(behind[0])))
        return number if behind and not counted and not behind[0].norm.startswith(_VERSIONS) and number else 0
    return None


#: Beginnings of nouns for a change.
_CHANGE = tuple("change edit änderung modific cambio alteraç wijziging".split())


def undone_part(message: str) -> str:
    """Return the message up to a verb of keeping: "undo the deletion, " for "undo the deletion, keep the rest". Without
    such a verb, or with no word before it, the whole message is returned.
    """
    rest = (each for each in re.finditer(r"[^\W\d_]+", message) if is_a(each[0].casefold(), "keeping", "leaving"))
    found = next(rest, None)
    return message[: found.start()] if found is not None and message[: found.start()].strip() else message


def named_change(message: str) -> str:
    """Return the operation of the change that an order to undo names: "delete" for "undo the deletion" and "bring back
    the deleted sentence", "insert" for an insertion. Returns "" if it names none.
    """
    words = [word for word in words_in(message)[1:] if not is_a(word, "undoing", "redoing", "restoring")]
    named = [each for word in words for each, stems in _CHANGES.items() if word.startswith(tuple(stems.split()))]
    return named[0] if named else ""


def means_last_but_one(message: str) -> bool:
    """Return True if a message means the change before the last one: "undo the last but one"."""
    return _LAST_BUT_ONE.search(message) is not None


def undoes_all(message: str) -> bool:
    """Return True if an order to undo means all changes: "undo everything", "deshaz todo", "go back to the original".
    Returns False for "undo all that", which may mean only the last change.
    """
    words = words_in(message)
    if any(word.startswith(_ORIGINAL) for word in words) and not any(is_a(word, "element", "piece") for word in words):
        return True
    named = any(word in _ALL and before not in _IN_ADVERBS for before, word in pairwise(["", *words]))
    return named and not any(is_a(word, "pronoun") and word not in _ARTICLES for word in words)


_ORIGINAL = ("original", "ursprüng", "oorspronk")
_ALL = frozenset(
    "everything all alles alle sämtliche tout toutes tous todo todos todas tutto tutte tutti tudo всё все".split()
)
#: Words before "all" and its translations in adverbs such as "at all", "du tout" and "vor allem".
_IN_ADVERBS = frozenset("at after above du vor por sobre después antes do dopo".split())
#: Pronouns that are articles, too: "annule toutes les modifications".
_ARTICLES = frozenset("le la les los las lo das die der".split())


def undoes(sentence: Sentence, longest: int) -> bool:
    """Return True if a sentence asks to undo the last change: "undo that", "put it back", "wie vorher" (as before).

    If the sentence does not begin with an order, it usually must have at most `longest` words.
    """
    words = sentence.words
    if _spaceless_order("".join(words)) is not None or words[-2:] == ("zurück", "damit"):
        return True
    if words and is_a(words[0], "redoing"):  # "redo the first paragraph" asks for a new version
        return TITLE not in words and not leftover(words[1:]) and not any(is_a(word, "element") for word in words)
    wants_back = WANTING.intersection(words[:3]) and BACK.intersection(words) and TITLE not in words
    if wants_back and any(word.startswith(_VERSIONS) for word in words) and len(words) <= longest:
        return True  # "I want the previous version back"
    if not words or words[0] in SUBJECTS - WANTING:
        return False
    if is_a(words[0], "keeping", "leaving") and not any(is_a(word, "pronoun") for word in words[1:2]):
        return False  # "keep the first sentence as it was" does not ask to undo a change
    makes = bool(MAKING.intersection(words))  # "mach das rückgängig", but not "forget the undo"
    orders = any(is_a(word, "undoing") and (makes or not is_article(before)) for before, word in pairwise(words))
    if is_a(words[0], "undoing") or (orders and len(words) <= longest):
        return True
    if TITLE not in words and _AS_BEFORE.search(" ".join(words).replace("'", " ")) and len(words) <= longest:
        return True
    if words[0] in _RETURNING and any(word.startswith(_VERSIONS) for word in words) and len(words) <= longest:
        return True
    if words[0] in _RETURNING and BACK.intersection(words) and _STEPS.issuperset(words[1:]):
        return True
    verbs = [place for place, word in enumerate(words) if is_a(word, "placing", "moving")]
    if verbs[:1] == [0] and BACK.intersection(words) and TITLE not in words and _AS_BEFORE.search(" ".join(words)):
        return True  # "put the paper back to how it was before", however long
    return any(
        BACK.intersection(words[place + 1 :]) and not has_place(set(words[place:]) - BACK) for place in verbs[:1]
    )
