"""What a message orders that needs no writing: move the draft, change the document, or nothing but a kind word.

Read by form, in seven languages: the verb that opens a sentence, what its object is, and whether a place follows. What
is asked, refused or only told of is no order. The rules of placement carry out what is understood here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from backend.document.order_words import Sentence, is_a, read_sentence
from backend.document.own_words import own_words
from backend.kernel.exchange import Intent

#: Words: a longer sentence says more than a kind word.
LONGEST_KIND_WORD = 8
_SENTENCE_END = re.compile(
    r"(?<=[.!?？。])\s+|[;\n]+|(?<=\w),\s+(?=(?:please\s+)?(?:delete|remove|move|put|rename|undo)\b)"
)
_QUOTED = re.compile(r"“[^”]*”|„[^“”]*[“”]|«[^»]*»|\"[^\"\n]*\"|‘[^’]*’")
#: Stands for a title or a quotation: a name, whatever its words mean.
TITLE = "ꙮ"
_KIND_WORDS = frozenset(
    """
    thanks thank thx cheers great good nice perfect wonderful excellent interesting fine ok okay yes yeah yep sure
    no nope hi hello hey bye danke dank prima gut super schön toll ja nein hallo merci bien parfait oui non bonjour
    salut gracias bien perfecto sí hola grazie bene perfetto ottimo ciao obrigado obrigada olá bedankt dank goed
    mooi hoi
    """.split()
)
_GREETINGS = frozenset("hi hello hey hallo bonjour salut hola ciao olá hoi".split())
_SUBJECTS = frozenset(
    """
    i we they he she my our ich wir mein meine unser je nous mon ma yo mi nosotros io mio eu meu ik wij
    """.split()
)
_WANTING = frozenset("want like need möchte will wollen voudrais veux quiero quisiera vorrei voglio quero wil".split())
_BACK = frozenset("back zurück wieder retour terug".split())
#: "It belongs …", "it should stand …", "er gehört …": what says of a thing where it goes.
_STANDING = frozenset(
    """
    belongs belong goes go should would must gehört soll sollte muss va doit devrait debe debería deve dovrebbe hoort
    moet
    """.split()
)
_NAMING = frozenset("called titled named headed heißen genannt appeler s'appeler llamarse chiamarsi heten".split())
_TITLES = frozenset("heading title name überschrift titel titre título titolo kop".split())
_CHANGING = frozenset("change ändere ändern changer cambia cambiar muda verander".split())
_GIVING = frozenset("give gib donne dale dai geef".split())
_CALLING = frozenset("call title nenne nenn appelle llama chiama noem".split())

#: Verbs of a statement: what has one is more than the name of a place.
_FINITE = frozenset("is are was were has have had says say ist sind hat est sont es son è sono".split())
_GOING = frozenset("go weg raus".split())
_ARTICLES = frozenset(
    """
    the a an my our your this that der die das den dem le la les l el los las il lo o de het
    """.split()
)
#: What stands between an element and what it is of: "the last paragraph of Methods".
_OF = frozenset(
    """
    of in from under within von vom des der im in aus de du des dans del di della dello nel do da no van uit
    """.split()
)


@dataclass(frozen=True, slots=True)
class Situation:
    """What the message is said into: whether a draft waits, whether it brings texts, the document's titles."""

    has_draft: bool = False
    has_attachments: bool = False
    titles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Command:
    """What was understood: the intent, and one line that says so; "" where there is nothing to say."""

    intent: Intent
    line: str


def read_command(message: str, situation: Situation) -> Command | None:
    """The command that a message gives; None where it asks for writing or for an answer."""
    text = without_titles(message, situation.titles)
    parts = [part for part in _SENTENCE_END.split(text) if part and re.search(r"\w", part)]
    sentences = [read_sentence(part) for part in parts]
    if is_kind_word(message):
        greets = _GREETINGS.intersection(re.findall(r"[^\W\d_]+", message.casefold())[:1])
        waits = "The draft waits until you approve, reject or change it."
        return Command(
            "talk", waits if situation.has_draft else "" if greets else "Noted: nothing waits for a decision."
        )
    if any(sentence.asks or _asks_for_writing(sentence) for sentence in sentences):
        return None
    if own_words(message, situation.titles) is not None:
        return None
    subject: Sentence | None = None
    for sentence in sentences:
        if subject is not None and _continues(sentence):
            return _edit(" ".join(message.split()))
        found = _command(sentence, situation, message)
        if found is not None:
            return found
        if _is_located(sentence.words):
            subject = sentence
    return None


def _asks_for_writing(sentence: Sentence) -> bool:
    """Whether a sentence asks for text, or for less of it: "write …", "cut it down"."""
    first = sentence.words[:1]
    return any(is_a(word, "writing", "draft") for word in first) or bool(_LESS.intersection(sentence.words))


_LESS = frozenset("down half hälfte moitié mitad metà metade helft".split())


def _continues(sentence: Sentence) -> bool:
    """Whether a sentence says what to do with what the one before it named: "…, delete it"."""
    ordered = bool(sentence.words) and is_a(sentence.words[0], "removing", "moving", "placing")
    return ordered and not sentence.refuses and any(is_a(word, "pronoun") for word in sentence.words[1:2])


def is_kind_word(message: str) -> bool:
    """Whether a message is thanks, praise, a greeting or a bare yes or no."""
    first = re.split(r"[.!?,;]", message.strip(), maxsplit=1)[0].casefold()
    words = re.findall(r"[^\W\d_]+", first)
    rest = read_sentence(message).words
    if not words or words[0] not in _KIND_WORDS or "?" in message:
        return False
    ordered = any(is_a(word, *_VERBS) for word in rest)
    return len(rest) <= LONGEST_KIND_WORD and not ordered and not any(char.isdigit() for char in message)


_VERBS = ("placing", "moving", "removing", "renaming", "undoing", "writing", "replacing", "shortening", "reworking")


def _command(sentence: Sentence, situation: Situation, message: str) -> Command | None:
    order = " ".join(message.split())
    if _is_spoken_of(sentence):
        return Command("talk", "Nothing was changed: I read this as a thought, not as an order.")
    if sentence.refuses:
        return None
    if _undoes(sentence) or _renames(sentence):
        return _edit(order)
    if _moves_draft(sentence, situation):
        if situation.has_draft:
            return Command("move", f"The draft keeps its words and gets the place that you name: {order}")
        return Command("talk", "No draft waits that could be moved: ask for one first, or name what is to be moved.")
    if _changes_document(sentence, situation):
        return _edit(order)
    return None


def _edit(order: str) -> Command:
    return Command("edit", f"Understood as a change of the document, which waits for your approval: {order}")


def _is_spoken_of(sentence: Sentence) -> bool:
    """ "Don't delete …", "I am thinking about …", "my coauthor wants to delete …": a change that nobody orders."""
    words = sentence.words
    verbs = [
        place
        for place, word in enumerate(words)
        if is_a(word.removesuffix("ing"), "removing", "moving", "renaming")
        or is_a(word.removesuffix("ing") + "e", "removing", "moving", "renaming")
    ]
    if not verbs or verbs[0] > LONGEST_KIND_WORD:
        return False
    before = words[: verbs[0]]
    told = bool(_SUBJECTS.intersection(before[:3])) and not (
        before[:1] in (("i",), ("we",), ("ich",)) and _WANTING & set(before)
    )
    return told or (sentence.refuses and not is_a(words[0], "renaming"))


def _undoes(sentence: Sentence) -> bool:
    words = sentence.words
    if not words or any(word in _SUBJECTS for word in words[:1]):
        return False
    if is_a(words[0], "undoing") or (is_a(words[-1], "undoing") and len(words) <= LONGEST_KIND_WORD):
        return True
    return is_a(words[0], "placing", "moving") and bool(_BACK.intersection(words[1:])) and not _has_place(words)


def _renames(sentence: Sentence) -> bool:
    words = sentence.words
    if not words:
        return False
    if is_a(words[0], "renaming"):
        return True
    named = set(words)
    titled = named & _TITLES and (words[0] in _CHANGING or (words[0] in _GIVING and TITLE in "".join(words)))
    if titled or (words[0] in _CALLING and "".join(words).count(TITLE) > 1):
        return True
    return bool(named & _NAMING and named & _STANDING and (is_a_part(words) or TITLE in "".join(words)))


def _moves_draft(sentence: Sentence, situation: Situation) -> bool:
    """ "Move it …", "put the draft …", "it belongs …": the object is the draft, and a place follows."""
    words = sentence.words
    if len(words) < 2:
        return False
    if is_a(words[0], "placing", "moving"):
        after = 1
        if is_a(words[0], "placing") and situation.has_attachments:
            return False
        while after < len(words) and words[after] in _ARTICLES and not is_a(words[after], "pronoun"):
            after += 1
        stop = _past_draft(words, 1)
        return stop > 0 and (_has_place(words[stop:]) or len(words) == stop or is_a(words[0], "moving"))
    if is_a(words[0], "place") and not situation.has_attachments:  # "better at the end of X"
        return _has_place(words[1:]) and not any(is_a(word, *_VERBS) or word in _FINITE for word in words)
    subject = _past_draft(words, 0)
    return subject > 0 and bool(_STANDING.intersection(words[subject : subject + 2])) and _has_place(words[subject:])


def _past_draft(words: Sequence[str], start: int) -> int:
    """Where the words stop that mean the draft ("it", "your new paragraph"); 0 where others stand there."""
    at = start
    while at < len(words) and words[at] in _DRAFT_WORDS:
        at += 1
    noun = at < len(words) and (
        is_a(words[at], "draft") or (is_a(words[at], "element") and at > start and _is_new(words[start:at]))
    )
    if noun:
        return at + 1
    pronouns = [word for word in words[start:at] if is_a(word, "pronoun") or word in ("er", "il", "elle")]
    follows = at >= len(words) or not is_a(words[at], "element")
    return at if pronouns and follows and TITLE not in "".join(words[start : at + 1]) else 0


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


def _has_place(words: Sequence[str]) -> bool:
    return any(is_a(word, "place", "edge") for word in words)


def is_a_part(words: Sequence[str]) -> bool:
    """Whether words name a kind of part of a document: a paragraph, a section, a table."""
    return any(is_a(word, "element") for word in words)


def _changes_document(sentence: Sentence, situation: Situation) -> bool:
    """An order to delete or move a part of the document. What may be said of the draft that waits is its revision."""
    words = sentence.words
    places = [place for place, word in enumerate(words) if is_a(word, "removing", "moving")]
    if not places:
        passive = TITLE in "".join(words) and bool(_STANDING & set(words)) and bool(_GOING & set(words))
        return passive
    place = places[0]
    opens = place == 0 or place == len(words) - 1 or bool(_STANDING.intersection(words[:place]))
    if not opens and not (words[place - 1] in ("it", "and") or is_a_part(words[:place])):
        return False
    if is_a(words[place], "moving") and not (is_a_part(words) or TITLE in "".join(words)):
        return False
    if not situation.has_draft:
        return True
    return _is_located(words)


#: Parts that have names: "the section Methods", "the Methods section".
_NAMED_PARTS = (
    "section",
    "subsection",
    "chapter",
    "abschnitt",
    "kapitel",
    "chapitre",
    "sección",
    "capítulo",
    "sezion",
    "capitolo",
)


def _beside(words: Sequence[str], place: int) -> bool:
    """Whether a name seems to stand beside the noun at `place`."""
    behind, before = words[place + 1 : place + 2], words[max(0, place - 1) : place]
    named = [word for word in (*behind, *before) if word not in _ARTICLES and word not in _OF]
    return any(not is_a(word, *_VERBS, "draft", "pronoun", "place") and word not in _ORDINARY for word in named)


_ORDINARY = frozenset("whole entire last first second third new entirely completely please again now".split())


def _is_located(words: Sequence[str]) -> bool:
    """Whether words say where in the document: a title, a numbered part, or "the paragraph of …"."""
    if any(TITLE in word for word in words):
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


def without_titles(message: str, titles: Sequence[str], quotations: bool = True) -> str:
    """The message with one letter in place of each title, and of each quotation: names, whatever their words mean."""
    text = _QUOTED.sub(f" {TITLE} ", message) if quotations else message
    for title in sorted({" ".join(each.split()) for each in titles if each.strip()}, key=len, reverse=True):
        words = r"\s+".join(map(re.escape, title.split()))
        text = re.sub(rf"(?<!\w){words}(?!\w)", f" {TITLE} ", text, flags=re.IGNORECASE)
    return text
