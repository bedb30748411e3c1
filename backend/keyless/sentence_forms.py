"""Analyze one sentence of an order: what to do, with what, and where. In the sentence, placeholders stand for the names
of document parts (mentions/placeholders.py).

Each function answers one question about a sentence. It uses lists of words (document/order_words.py), the positions of
the placeholders, and the words that are in no list.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from backend.document import order_words
from backend.document.insertion_orders import FINITE
from backend.document.order_classes import DIRECTIONS, INDEFINITE, MAKING
from backend.document.order_words import (
    COURTESIES,
    QUOTATION,
    Sentence,
    brings_new,
    is_a,
    ordinal_of,
    read_sentence,
)
from backend.keyless.instruction import number_of
from backend.mentions.closed_words import is_article
from backend.ranking.function_words import STOP_WORDS

#: The placeholder for the name of a document part. `QUOTATION` is the placeholder for any other quotation.
TITLE = order_words.NAME
VERBS = ("placing", "moving", "removing", "renaming", "undoing", "writing", "replacing", "shortening", "reworking")
#: Verbs other than those of moving. A sentence with one of them does more than name a place.
OTHER_VERBS = ("removing", "renaming", "undoing", "writing", "replacing", "shortening", "reworking")
SUBJECTS = frozenset(
    """
    i we they he she my our ich wir mein meine unser je nous mon ma yo mi nosotros io mio eu meu ik wij
    """.split()
)
WANTING = frozenset(
    """
    want like need would rather have prefer möchte will wollen hätte gern gerne voudrais veux préfère préférerais quiero
    quisiera prefiero vorrei voglio preferisco quero prefiro gostaria wil liever
    """.split()
)
#: Verbs that say where a thing belongs: "it belongs …", "it should stand …", "er gehört …".
STANDING = frozenset(
    """
    belongs belong goes go should would must ought shall come stand gehört soll sollte muss kann könnte darf kommt
    stehen va doit devrait peut aller debe debería puede deve dovrebbe può vai deveria pode hoort moet mag kan
    """.split()
)
BECOMING = frozenset(
    "become becomes be zum zur werden devenir devient convertirse diventi diventare tornar worden".split()
)
#: Verbs that order another look of a text, besides the class "converting".
_FORMATTING = frozenset("set number italicize capitalize underline bold nummeriere numérote numera zet nummer".split())
_GIVING = frozenset("give gib gebt donne donner dale dar dai dare dá dê geef becomes become werden devenir".split())
STATING = FINITE - {"have", "war"}  # "I'd rather have it" states nothing, and "war" is an English noun
#: Phrases that order to delete what the previous clause named: "X is wrong, out with it".
OUT_WITH_IT = frozenset({("out", "with", "it"), ("raus", "damit"), ("weg", "damit"), ("fuera",), ("via",)})
#: Words for "away" in several languages. With a name, such a word orders to delete, whatever the verb is.
AWAY = frozenset("go gone away out weg raus fort via fuori fora fuera dehors".split())
#: Words between a part and what it belongs to: "the last paragraph of Methods".
_OF = frozenset(
    """
    of in from under within von vom des der im in aus de du des dans del di della dello nel da do da no van uit
    """.split()
)
#: The beginnings of verbs that add something new. A part that is already in the document is put somewhere, not added.
ADDING = (
    "add", "append", "insert", "prepend", "include", "attach", "einf", "füg", "häng", "anh", "ergänz", "hinzu", "ajout",
    "insèr", "insér", "intègr", "añad", "agreg", "incluy", "inclu", "aggiun", "inser", "adicion", "acrescent", "voeg",
    "invoeg", "toevoeg", "kopier", "einkopier", "colle", "paste", "plak",
)  # fmt: skip
#: Words that describe a place more closely or have no meaning of their own here.
_FILLING = frozenset(
    """
    there here hmm instead stead mind please very whole right directly immediately rather away also even maybe
    damit hiermit dort dahin da dorthin hierhin stattdessen ganz direkt unmittelbar gleich mal bitte doch hin herr
    là y tout toute juste directement immédiatement plutôt place
    allí ahí justo directamente inmediatamente mejor más todo
    lì là subito direttamente immediatamente proprio piuttosto meglio
    ali lá logo diretamente imediatamente antes bem melhor
    daar meteen direct helemaal liever
    entire entirely completely altogether ganze ganzen ganzes gesamte gesamten komplett vollständig gänzlich
    entière entièrement complètement entero entera intero intera completamente interamente
    place spot position platz stelle stehe haben sein soll lugar sitio posto luogo plek
    """.split()
)
FUNCTION = frozenset(word for words in STOP_WORDS.values() for word in words) | COURTESIES | _FILLING


def leftover(words: Sequence[str], *classes: str) -> list[str]:
    """Return the words of an order that are unknown. Function words, placeholders, words for places, parts or drafts,
    and words of the given classes are left out.
    """
    return [word for word in words if not all(_is_functional(part, classes) for part in word.split("'"))]


def _is_functional(word: str, classes: Sequence[str]) -> bool:
    if len(word) < 2 or word in FUNCTION or word in STANDING or word in _DRAFT_WORDS or word in WANTING:
        return True
    if word[0].isdigit() or ordinal_of(word):
        return True
    return is_a(word, "place", "edge", "pronoun", "draft", "negation", "element", "following", *classes)


def has_place(words: Iterable[str]) -> bool:
    return any(is_a(word, "place", "edge") for word in words)


def has_edge(words: Sequence[str]) -> bool:
    return any(is_a(word, "edge") for word in words)


def is_spoken_of(sentence: Sentence, near: int) -> bool:
    """Return True if a sentence only mentions a change and does not order it: "Don't delete …", "I am thinking about
    deleting …", "my coauthor wants to delete …". The verb ("delete") must be among the first `near` + 1 words.
    """
    words = sentence.words
    verbs = [
        place
        for place, word in enumerate(words)
        if is_a(word.removesuffix("ing"), "removing", "moving", "renaming")
        or is_a(word.removesuffix("ing") + "e", "removing", "moving", "renaming")
    ]
    if not verbs or verbs[0] > near:
        return False
    before = words[: verbs[0]]
    wants = before[:1] in (("i",), ("we",), ("ich",), ("wir",)) and bool(WANTING & set(before))
    wants = wants or bool({"gern", "gerne", "möchte", "voudrais", "quiero", "vorrei", "quero"} & set(before))
    told = bool(SUBJECTS.intersection(before[:3])) and not wants
    return told or (sentence.refuses and not is_a(words[0], "renaming"))


def renames(sentences: Sequence[Sentence]) -> bool:
    """Return True if the sentences of a message ask to rename a part of the document. They must have the name of the
    part, its new name, and a verb such as "rename" or "call"."""
    words = [word for sentence in sentences for word in sentence.words]
    if any(sentence.refuses for sentence in sentences) or any(word.startswith(ADDING) for word in words):
        return False
    if brings_new(words) or is_a("".join(words[:1]), "splitting"):
        return False  # "after X there should be a new section called Y", "split X and call the second part Y"
    if words and (is_a(words[0], "renaming") or (is_a(words[-1], "renaming") and TITLE in words)):
        return True
    if any(is_a(word, "renaming") for word in words) and (TITLE in words or _renames_it(words)):
        return True
    given = QUOTATION in words and is_a(words[words.index(QUOTATION) - 1], "naming")
    if TITLE in words and given and is_a(words[0], "placing"):  # "ponle a X el título Y"
        return True
    if TITLE not in words or any(is_a(word, "placing", "removing", "writing", "replacing") for word in words):
        return False
    # "the last words of X should be “…”" and "X should be followed by “…”" are about its text
    counted = any(ordinal_of(word) or is_a(word, "following") for word in words)
    # so is "in X, the aim should be “…”"
    inside = has_place(word for word in words[: words.index(TITLE)] if word not in INDEFINITE)
    if QUOTATION in words and BECOMING.intersection(words) and not (counted or inside) and len(leftover(words)) <= 1:
        return True
    if not any(is_a(word, "naming") for word in words):
        return False
    changing = any(is_a(word, "changing") or word in _GIVING for word in words) or STANDING.intersection(words)
    return (QUOTATION in words or words.count(TITLE) > 1 or bool(changing)) and len(leftover(words, "naming")) <= 4


_TITLE_NOUNS = frozenset("title titel titre título titolo".split())
_DOCUMENTS = tuple("paper document dokument manus article artic artik artículo artigo papier".split())


def retitles(sentences: Sequence[Sentence], has_draft: bool) -> bool:
    """Return True if a message gives the document another title: "change the title to …", "the title should be “…”". If
    `has_draft` is True, it must say that it means the paper, because the draft may have a title, too.
    """
    words = [word for sentence in sentences for word in sentence.words]
    if not _TITLE_NOUNS.intersection(words[:4]) or TITLE in words or any(each.refuses for each in sentences):
        return False
    if any(is_a(word, "element") and word not in _TITLE_NOUNS for word in words):
        return False  # "the title of the table"
    if has_draft and not any(word.startswith(_DOCUMENTS) for word in words):
        return False
    orders = words[0] in _GIVING or is_a(words[0], "renaming", "changing")
    return orders or (QUOTATION in words and bool(STANDING.intersection(words)))


def _renames_it(words: Sequence[str]) -> bool:
    """Return True if the words have a verb of renaming with a pronoun directly after it: "rename it to …"."""
    return any(is_a(a, "renaming") and is_a(b, "pronoun") for a, b in pairwise(words))


def moves_a_part(sentence: Sentence) -> bool:
    """Return True if a sentence asks to move a part of the document ("move NAME after NAME"): it names the part, then a
    place, and has few other words.

    If the sentence begins with a verb of moving, the place may be one that the document does not have.
    """
    words = list(sentence.words)
    if words.count(TITLE) > 2 and is_a(words[0], "place"):
        words = words[words.index(TITLE) + 1 :]  # "in X, put the table behind the list"
    names = [place for place, word in enumerate(words) if word == TITLE]
    if not names or QUOTATION in words or any(word.startswith(ADDING) for word in words):
        return False
    if any(is_a(word, "swapping") for word in words) and (len(names) > 1 or is_a(words[0], "swapping")):
        return True
    draft = past_draft(words, 1) and is_a(words[0], "placing", "moving")
    if draft or any(is_a(word, *OTHER_VERBS) for word in words):
        return False
    if brings_new(words) and not is_a(words[0], "moving"):  # "I want a new section on X behind Y" adds one
        return False
    moving = any(is_a(word, "moving", "placing") for word in words)
    between = words[names[0] + 1 : names[1]] if len(names) > 1 else words[names[0] + 1 :]
    rest = leftover(words, "moving", "placing")
    if len(names) > 1 and moving:  # "put X behind Y", "behind Y put X"
        return has_place(between) or has_place(words[: names[0]])
    if len(names) > 1:
        beside = order_words.side_in(between) or not set(rest).intersection(between)  # not "I want X to outdo Y"
        return has_place(between) and len(rest) <= 1 and bool(beside and (STANDING.intersection(words) or rest))
    if is_a(words[0], "moving") and has_place(between):
        return True
    if not rest and ordinal_of(words[-1]) in (1, -1) and (moving or STANDING.intersection(between)):
        return True  # "put the third goal first", "the third goal should come first"
    stands = STANDING.intersection(between) and not leftover(between)  # "X should begin with rain" is about a text
    moving = moving or bool(stands and not is_a(between[-1], "pronoun"))
    near = order_words.side_in(between) and any(is_a(word, "element") for word in between)  # "before the list"
    return moving and bool(near or has_edge(between)) and not has_edge(words[: names[0]])


#: Maximum number of unknown words in a sentence that otherwise only names a place.
EXCUSED = 2


def places_draft(sentence: Sentence, brings: bool) -> bool:
    """Return True if a sentence says where the draft should go: "Move it …", "put the draft …", "it belongs …". If
    `brings` is True, something is attached to the message; "put it" may then mean the attachment.
    """
    words = sentence.words
    if len(words) < 2 or brings_new(words):
        return False
    if is_a(words[0], "placing", "moving"):
        if is_a(words[0], "placing") and (brings or (len(words) == 2 and words[0].startswith(ADDING))):
            return False  # "add it" asks for something new
        stop = past_draft(words, 1)
        if is_a(words[0], "moving") or len(words) == stop:
            return stop > 0
        # "put it in quotation marks" names no part of the document
        named = TITLE in words[stop:] or has_edge(words[stop:]) or any(is_a(word, "element") for word in words[stop:])
        return stop > 0 and named and has_place(words[stop:])
    if is_a(words[0], "place") and not brings:  # "better at the end of X"
        orders = any(is_a(word, *VERBS) or word in STATING for word in words)
        return has_place(words[1:]) and not orders and len(leftover(words)) < EXCUSED
    if words[0] in MAKING and TITLE in words:  # "make it the last paragraph of X"
        made = [each for each in words[2:] if not (each in BECOMING | _OF or is_article(each) or ordinal_of(each))]
        return words[1] in _DRAFT_WORDS and made[-1:] == [TITLE] and all(is_a(word, "element") for word in made[:-1])
    subject = past_draft(words, 0)
    return subject > 0 and bool(STANDING.intersection(words[subject : subject + 2])) and has_place(words[subject:])


def past_draft(words: Sequence[str], start: int) -> int:
    """Return the index after words for the draft ("it", "your new paragraph") that begin at index `start`; 0 if no such
    words begin there.
    """
    at = start
    while at < len(words) and words[at] in _DRAFT_WORDS:
        at += 1
    if INDEFINITE.intersection(words[start : start + 1]):
        return 0  # "put a caption below the table"
    noun = at < len(words) and (
        is_a(words[at], "draft") or (is_a(words[at], "element") and at > start and _is_new(words[start:at]))
    )
    if noun:
        return at + 1
    pronouns = [word for word in words[start:at] if is_a(word, "pronoun") or word in ("er", "il", "elle")]
    follows = at >= len(words) or not (is_a(words[at], "element") or ordinal_of(words[at]))
    return at if pronouns and follows and not {TITLE, QUOTATION}.intersection(words[start : at + 1]) else 0


_DRAFT_WORDS = frozenset(
    """
    it this that them these those the your new text passage whole er ihn es sie das dies diesen dieser dieses den
    der neuen neue neuer dein deinen le la les ce cette ça il elle nouveau nouvelle ton lo los las el esto eso ella
    nuevo nueva tu questo nuovo nuova isso o novo het hem dit dat
    """.split()
)


def _is_new(words: Sequence[str]) -> bool:
    return bool(
        {"your", "new", "neuen", "neue", "dein", "deinen", "nouveau", "nouvelle", "nuevo", "nueva", "nuovo"}
        & set(words)
    )


def removes(sentence: Sentence) -> bool:
    """Return True if a sentence orders a removal ("delete NAME", "NAME can go away"). It begins or ends with a verb of
    removing, or has a name and a word such as "away".
    """
    words = sentence.words
    if any(name == TITLE and after in DIRECTIONS for name, after in pairwise(words)):  # "the reference to the pilot"
        return False
    located = is_located(words)
    away = AWAY.intersection(words)
    goes = away == {"go"} and has_place(words[words.index("go") :])  # "it should go to the end of X"
    if goes or "".join(words[:1]).startswith(_ELSEWHERE):  # "move X out of Y" says not where to
        away = frozenset()
    if located and away and not leftover([w for w in words if w not in AWAY], "removing", "moving"):
        return True
    if located and words[-1] in _REMOVED | AWAY and WANTING.intersection(words):  # "I want the section X removed"
        return True
    places = [place for place, word in enumerate(words) if is_a(word, "removing")]
    if not places:
        return False
    if located and not leftover(words, "removing"):
        return True
    place = places[0]
    opens = place == 0 or place == len(words) - 1 or bool(STANDING.intersection(words[:place]))
    return opens or words[place - 1] in ("it", "and") or any(is_a(word, "element") for word in words[:place])


#: Beginnings of verbs that only change a place. "Take" and "bring" are not among them, because they can also remove:
#: "take X out".
_ELSEWHERE = tuple("move shift relocat verschieb déplac mueve spost desloc verplaats".split())
_REMOVED = frozenset(
    """
    removed deleted dropped cut erased gelöscht entfernt supprimé supprimée enlevé enlevée eliminado eliminada borrado
    borrada eliminato eliminata rimosso rimossa cancellato cancellata removido removida verwijderd
    """.split()
)
#: Kinds of parts that have names: "the section Methods", "the Methods section".
_NAMED_PARTS = (
    "section", "subsection", "chapter", "abschnitt", "kapitel", "chapitre", "sección", "capítulo", "sezion", "capitolo",
)  # fmt: skip


def _beside(words: Sequence[str], place: int) -> bool:
    """Return True if a name is directly beside the noun at `place`, so that both mean one part: "section NAME"."""
    behind, before = words[place + 1 : place + 2], words[max(0, place - 1) : place]
    named = [word for word in (*behind, *before) if word not in _OF and not is_article(word)]
    return any(not is_a(word, *VERBS, "draft", "pronoun", "place") and word not in _ORDINARY for word in named)


_ORDINARY = frozenset("whole entire last first second third new entirely completely please again now".split())


def is_located(words: Sequence[str]) -> bool:
    """Return True if words say which part of the document they are about: by its name, by its number, or as "the
    paragraph of Methods".
    """
    if any(TITLE in word or QUOTATION in word for word in words):
        return True
    for place, word in enumerate(words):
        if not is_a(word, "element"):
            continue
        rest = [each for each in words[place + 1 :] if not is_article(each)]
        if rest and rest[0][0].isdigit():
            return True
        if word.startswith(_NAMED_PARTS) and _beside(words, place):
            return True
        if place + 1 < len(words) and words[place + 1] in _OF and rest:
            named = [each for each in rest if each not in _OF]
            if named and not is_a(named[0], "draft", "pronoun"):
                return True
    return False


#: Function words of all languages, which may surround the names in an order.
FUNCTION_WORDS = frozenset().union(*STOP_WORDS.values())


def forms_existing(words: Sequence[str]) -> bool:
    """Return True if an order asks for another form or place of something that exists: "make every X italic", "put the
    item on X before Y". Returns False for "make a table", which asks for something new.
    """
    if words and is_a(words[0], "moving", "placing") and not words[0].startswith(ADDING):
        near = [word for word in words[1:4] if word in INDEFINITE or word == TITLE or is_a(word, "element", "piece")]
        return bool(near) and near[0] not in INDEFINITE
    if len(words) < 2 or not gives_form(words[0]):
        return False
    if words[1] == TITLE:  # "make X a subsection of Y"
        return True
    return words[1] not in INDEFINITE and number_of(words[1]) is None and not brings_new(words[1:4])


def gives_form(verb: str) -> bool:
    """Return True if a verb orders another form or look of a text: "make", "turn", "underline"."""
    return verb in _FORMATTING or is_a(verb, "making", "converting")


def is_about_parts_alone(order: str) -> bool:
    """Return True if an order consists of a verb and several named parts of the document, apart from function words:
    "merge X and Y"."""
    words = read_sentence(order).words
    around = all(word == TITLE or word in FUNCTION_WORDS for word in words[1:])
    return words.count(TITLE) > 1 and words[0] not in (TITLE, *FUNCTION_WORDS) and around and not has_place(words)
