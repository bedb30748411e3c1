"""Analyze a sentence of an order: its action, object, and place; its names are masked (`commands.masked`).

Each function answers one question about one sentence, by closed word classes (`document/order_words.py`), the positions
of the masked names, and the words left over: "rather at the end of …" leaves none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from backend.document.order_classes import DIRECTIONS, INDEFINITE
from backend.document.order_words import COURTESIES, Sentence, is_a, ordinal_of, read_sentence
from backend.ranking.function_words import STOP_WORDS

#: Letters that stand for a part of the document that is named, and for any other quotation.
TITLE, QUOTATION = "ꙮ", "ꙭ"
VERBS = ("placing", "moving", "removing", "renaming", "undoing", "writing", "replacing", "shortening", "reworking")
#: Verbs besides those of moving that make a sentence more than the name of a place.
OTHER_VERBS = ("removing", "renaming", "undoing", "writing", "replacing", "shortening", "reworking")

_SUBJECTS = frozenset(
    """
    i we they he she my our ich wir mein meine unser je nous mon ma yo mi nosotros io mio eu meu ik wij
    """.split()
)
_WANTING = frozenset(
    """
    want like need would rather have prefer möchte will wollen hätte gern gerne voudrais veux préfère préférerais quiero
    quisiera prefiero vorrei voglio preferisco quero prefiro gostaria wil liever
    """.split()
)
#: "Go back to the version before": the verbs, and the beginnings of what one goes back to.
_RETURNING = frozenset(
    """
    go return geh gehe kehr kehre reviens revenir revenez retourne vuelve volver vuelva regresa torna tornare torniamo
    volta voltar volte keer ga
    """.split()
)
_VERSIONS = ("version", "stand", "fassung", "versión", "versão", "versie")
_BACK = frozenset("back zurück wieder retour arrière terug atrás indietro trás".split())
#: All that "go one step back" says besides its verb.
_STEPS = _BACK | frozenset(
    "a one step einen schritt un une pas étape en d'un paso hacia di passo um para een stap".split()
)
#: "As it was", "wie vorher", "comme avant", "com'era prima".
_AS_BEFORE = re.compile(
    r"\b(?:as|like|how|wie|comme|como|come|com|zoals)\b.{0,12}\b(?:was|were|before|war|waren|vorher|zuvor|früher|était"
    r"|étaient|avant|auparavant|estaba|estava|era|antes|prima|voorheen)\b"
)
#: "It belongs …", "it should stand …", "er gehört …": what says of a thing where it goes.
STANDING = frozenset(
    """
    belongs belong goes go should would must ought shall come stand gehört soll sollte muss kann könnte darf kommt
    stehen va doit devrait peut aller debe debería puede deve dovrebbe può vai deveria pode hoort moet mag kan
    """.split()
)
_CHANGING = frozenset("change ändere ändern changer cambia cambiar muda mudar verander".split())
_BECOMING = frozenset("become becomes werden devenir devient convertirse diventi diventare tornar-se worden".split())
_GIVING = frozenset("give gib gebt donne donner dale dar dai dare dá dê geef becomes become werden devenir".split())
#: Verbs of a statement: what has one is more than the name of a place.
FINITE = frozenset("is are was were has had says say ist sind hat est sont son è sono".split())
#: "Away" in its languages: it deletes what is named, with no verb or any.
_AWAY = frozenset("go away out weg raus fort via fuori fora fuera dehors".split())
_ARTICLES = frozenset(
    """
    the a an my our your this that der die das den dem le la les l el los las il lo o de het
    """.split()
)
#: What stands between an element and what it is of: "the last paragraph of Methods".
_OF = frozenset(
    """
    of in from under within von vom des der im in aus de du des dans del di della dello nel da do da no van uit
    """.split()
)
#: Verbs that bring in what is not there yet, by their beginnings: a part of the document is not added, it is put.
ADDING = (
    "add", "append", "insert", "prepend", "include", "attach", "einf", "füg", "häng", "anh", "ergänz", "hinzu", "ajout",
    "insèr", "insér", "intègr", "añad", "agreg", "incluy", "inclu", "aggiun", "inser", "adicion", "acrescent", "voeg",
    "invoeg", "toevoeg", "kopier", "einkopier", "colle", "paste", "plak",
)  # fmt: skip
#: Adverbs and pronouns that say how exactly a place is meant, or only fill.
_FILLING = frozenset(
    """
    there here hmm instead stead mind please very whole right directly immediately rather away also even maybe
    damit hiermit dort dahin da dorthin hierhin stattdessen ganz direkt unmittelbar gleich mal bitte doch hin herr
    là y tout toute juste directement immédiatement plutôt place
    allí ahí justo directamente inmediatamente mejor más todo
    lì là subito direttamente immediatamente proprio piuttosto meglio
    ali lá logo diretamente imediatamente antes bem melhor
    daar meteen direct helemaal liever
    entirely completely altogether komplett vollständig gänzlich entièrement complètement completamente interamente
    place spot position platz stelle stehe haben sein soll lugar sitio posto luogo plek
    """.split()
)
FUNCTION = frozenset(word for words in STOP_WORDS.values() for word in words) | COURTESIES | _FILLING


def leftover(words: Sequence[str], *classes: str) -> list[str]:
    """Return the words that are neither functional, nor a place, a name or a document part, nor in the
    given classes.
    """
    return [word for word in words if not all(_is_functional(part, classes) for part in word.split("'"))]


def _is_functional(word: str, classes: Sequence[str]) -> bool:
    if len(word) < 2 or word in FUNCTION or word in STANDING or word in _DRAFT_WORDS or word in _WANTING:
        return True
    if word[0].isdigit() or ordinal_of(word):
        return True
    return is_a(word, "place", "edge", "pronoun", "draft", "negation", "element", "following", *classes)


def has_place(words: Iterable[str]) -> bool:
    """Return True if words name a place: "after", "in", "the end"."""
    return any(is_a(word, "place", "edge") for word in words)


def has_edge(words: Sequence[str]) -> bool:
    """Return True if words name the end or beginning of something."""
    return any(is_a(word, "edge") for word in words)


def is_spoken_of(sentence: Sentence, near: int) -> bool:
    """Return True if a change is only mentioned: "Don't delete …", "I am thinking about …", "my coauthor wants to
    delete …".
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
    wants = before[:1] in (("i",), ("we",), ("ich",), ("wir",)) and bool(_WANTING & set(before))
    wants = wants or bool({"gern", "gerne", "möchte", "voudrais", "quiero", "vorrei", "quero"} & set(before))
    told = bool(_SUBJECTS.intersection(before[:3])) and not wants
    return told or (sentence.refuses and not is_a(words[0], "renaming"))


_KEEPING = frozenset(
    "keep leave retain behalt behalte behalten lass lasse lassen garde gardez conserve laisse laissez deja dejar "
    "mantén conserva lascia mantieni tieni mantém deixa conserva behoud hou laat".split()
)


def undoes(sentence: Sentence, longest: int) -> bool:
    """Return True if a sentence takes back the last change: "undo that", "put it back", "wie vorher"."""
    words = sentence.words
    if not words or words[0] in _SUBJECTS - _WANTING:
        return False
    if words[0] in _KEEPING and not any(is_a(word, "pronoun") for word in words[1:2]):
        return False  # "keep the first sentence as it was" says it of a part of what comes
    if is_a(words[0], "undoing") or (any(is_a(word, "undoing") for word in words) and len(words) <= longest):
        return True
    if TITLE not in words and _AS_BEFORE.search(" ".join(words).replace("'", " ")) and len(words) <= longest:
        return True
    if words[0] in _RETURNING and any(word.startswith(_VERSIONS) for word in words) and len(words) <= longest:
        return True
    if words[0] in _RETURNING and _BACK.intersection(words) and _STEPS.issuperset(words[1:]):
        return True
    verbs = [place for place, word in enumerate(words) if is_a(word, "placing", "moving")]
    return any(
        _BACK.intersection(words[place + 1 :]) and not has_place(set(words[place:]) - _BACK) for place in verbs[:1]
    )


def renames(sentences: Sequence[Sentence]) -> bool:
    """Return True if sentences rename a part of the document: the part, a word of naming, and the name."""
    words = [word for sentence in sentences for word in sentence.words]
    if any(sentence.refuses for sentence in sentences) or any(word.startswith(ADDING) for word in words):
        return False
    if brings_new(words):  # "after X there should be a new section called Y"
        return False
    if words and (is_a(words[0], "renaming") or (is_a(words[-1], "renaming") and TITLE in words)):
        return True
    if any(is_a(word, "renaming") for word in words) and (TITLE in words or _renames_it(words)):
        return True
    given = QUOTATION in words and is_a(words[words.index(QUOTATION) - 1], "naming")
    if TITLE in words and given and is_a(words[0], "placing"):  # "ponle a X el título Y"
        return True
    if TITLE not in words or any(is_a(word, "placing", "removing", "writing", "replacing") for word in words):
        return False
    if QUOTATION in words and _BECOMING.intersection(words) and len(leftover(words)) <= 1:
        return True
    if not any(is_a(word, "naming") for word in words):
        return False
    changing = any(word in _CHANGING or word in _GIVING for word in words) or STANDING.intersection(words)
    return (QUOTATION in words or words.count(TITLE) > 1 or bool(changing)) and len(leftover(words, "naming")) <= 4


def brings_new(words: Sequence[str]) -> bool:
    """Return True if words speak of a part that is not there yet: "a new section"."""
    return any(
        word in INDEFINITE and is_a(after, "element") and not is_a(after, "naming") for word, after in pairwise(words)
    )


def _renames_it(words: Sequence[str]) -> bool:
    """Return True for "rename it to …": the verb and, directly behind it, a pronoun."""
    return any(is_a(a, "renaming") and is_a(b, "pronoun") for a, b in pairwise(words))


def moves_a_part(sentence: Sentence) -> bool:
    """Return True if a sentence moves a part of the document: a name first, then a place, and little else.

    After a verb of moving at the beginning, the place may have a name that the document lacks.
    """
    words = list(sentence.words)
    names = [place for place, word in enumerate(words) if word == TITLE]
    if not names or QUOTATION in words or any(word.startswith(ADDING) for word in words):
        return False
    if any(is_a(word, "swapping") for word in words) and (len(names) > 1 or is_a(words[0], "swapping")):
        return True
    if any(is_a(word, *OTHER_VERBS) for word in words):
        return False
    if brings_new(words[: names[0]]) and not is_a(words[0], "moving"):  # "I want a new section on X behind Y" adds one
        return False
    moving = any(is_a(word, "moving", "placing") for word in words)
    if _past_draft(words, 1) and is_a(words[0], "placing", "moving"):
        return False
    between = words[names[0] + 1 : names[1]] if len(names) > 1 else words[names[0] + 1 :]
    rest = leftover(words, "moving", "placing")
    if len(names) > 1 and moving:  # "put X behind Y", "behind Y put X"
        return has_place(between) or has_place(words[: names[0]])
    if len(names) > 1:
        return has_place(between) and len(rest) <= 1 and (bool(STANDING.intersection(words)) or bool(rest))
    if is_a(words[0], "moving") and has_place(between):
        return True
    return moving and has_edge(between) and has_place(between) and not has_edge(words[: names[0]])


#: How many unknown words a sentence may have that otherwise names only a place.
EXCUSED = 2


def places_draft(sentence: Sentence, brings: bool) -> bool:
    """Return True if the object is the draft and a place follows: "Move it …", "put the draft …", "it belongs …"."""
    words = sentence.words
    if len(words) < 2:
        return False
    if is_a(words[0], "placing", "moving"):
        if is_a(words[0], "placing") and (brings or (len(words) == 2 and words[0].startswith(ADDING))):
            return False  # "add it" is said of something new
        stop = _past_draft(words, 1)
        return stop > 0 and (has_place(words[stop:]) or len(words) == stop or is_a(words[0], "moving"))
    if is_a(words[0], "place") and not brings and not brings_new(words):  # "better at the end of X"
        orders = any(is_a(word, *VERBS) or word in FINITE for word in words)
        return has_place(words[1:]) and not orders and len(leftover(words)) < EXCUSED
    subject = _past_draft(words, 0)
    return subject > 0 and bool(STANDING.intersection(words[subject : subject + 2])) and has_place(words[subject:])


def _past_draft(words: Sequence[str], start: int) -> int:
    """Return where the words for the draft end ("it", "your new paragraph"); 0 if there are none."""
    at = start
    while at < len(words) and words[at] in _DRAFT_WORDS:
        at += 1
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
    """Return True if a sentence orders a removal: it begins or ends with a verb of removing, or has "away"
    and a name.
    """
    words = sentence.words
    if any(name == TITLE and after in DIRECTIONS for name, after in pairwise(words)):  # "the reference to the pilot"
        return False
    located = is_located(words)
    away = _AWAY.intersection(words)
    if away == {"go"} and has_place(words[words.index("go") :]):  # "it should go to the end of X"
        away = frozenset()
    if located and away and not leftover([w for w in words if w not in _AWAY], "removing", "moving"):
        return True
    if located and words[-1] in _REMOVED and _WANTING.intersection(words):  # "I want the section X removed"
        return True
    places = [place for place, word in enumerate(words) if is_a(word, "removing")]
    if not places:
        return False
    if located and not leftover(words, "removing"):
        return True
    place = places[0]
    opens = place == 0 or place == len(words) - 1 or bool(STANDING.intersection(words[:place]))
    return opens or words[place - 1] in ("it", "and") or any(is_a(word, "element") for word in words[:place])


_REMOVED = frozenset(
    """
    removed deleted dropped cut erased gelöscht entfernt supprimé supprimée enlevé enlevée eliminado eliminada borrado
    borrada eliminato eliminata rimosso rimossa cancellato cancellata removido removida verwijderd
    """.split()
)
#: Parts that have names: "the section Methods", "the Methods section".
_NAMED_PARTS = (
    "section", "subsection", "chapter", "abschnitt", "kapitel", "chapitre", "sección", "capítulo", "sezion", "capitolo",
)  # fmt: skip


def _beside(words: Sequence[str], place: int) -> bool:
    """Return True if a masked name is close to the noun at `place`, so that both may mean one part."""
    behind, before = words[place + 1 : place + 2], words[max(0, place - 1) : place]
    named = [word for word in (*behind, *before) if word not in _ARTICLES and word not in _OF]
    return any(not is_a(word, *VERBS, "draft", "pronoun", "place") and word not in _ORDINARY for word in named)


_ORDINARY = frozenset("whole entire last first second third new entirely completely please again now".split())


def is_located(words: Sequence[str]) -> bool:
    """Return True if words locate something in the document: a name, a numbered part, or "the paragraph of …"."""
    if any(TITLE in word or QUOTATION in word for word in words):
        return True
    for place, word in enumerate(words):
        if not is_a(word, "element"):
            continue
        rest = [each for each in words[place + 1 :] if each not in _ARTICLES]
        if rest and rest[0][0].isdigit():
            return True
        if word.startswith(_NAMED_PARTS) and _beside(words, place):
            return True
        if place + 1 < len(words) and words[place + 1] in _OF and rest:
            named = [each for each in rest if each not in _OF]
            if named and not is_a(named[0], "draft", "pronoun"):
                return True
    return False


#: Words that stand around the parts which an order names.
FUNCTION_WORDS = frozenset().union(*STOP_WORDS.values())


def is_about_parts_alone(order: str) -> bool:
    """Return True if an order has several parts of the document for its objects, and nothing else: "merge X and Y"."""
    words = read_sentence(order).words
    around = all(word == TITLE or word in FUNCTION_WORDS for word in words[1:])
    return words.count(TITLE) > 1 and words[0] not in (TITLE, *FUNCTION_WORDS) and around and not has_place(words)
