"""Decide whether a message orders to insert a text that it contains, word for word: "Add “We had no controls.” to
Methods".

The functions are given the message with “…” in place of this text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.document.order_words import COURTESIES, ORDERING, Sentence, is_a, ordinal_of, read_sentence, words_in
from backend.document.titles_in_text import titles_in

#: Stands in a message for the text that the message gives.
PLACE_HOLDER = "“…”"
#: Replaces each character of a name in a message, so that the words of a title are not taken for an order. No living
#: language uses this letter.
MASK = "\ua66e"
#: Words before the new text in orders such as "end X with …" and "replace X by …".
BRINGING = frozenset("with by durch mit par avec por con door met".split())
TEXT_NOUNS = frozenset(
    """
    sentence sentences note text remark satz sätze text bemerkung phrase phrases texte remarque frase frases texto
    nota testo
    """.split()
)
#: Minimum number of quoted words without a full stop that count as content. A shorter quotation is a word to use in a
#: sentence.
FEWEST_WORDS = 4
SENTENCE_END = re.compile(r"(?<=[.!?？。])\s+|\n+")


def orders_insertion(around: str, apart: bool) -> bool:
    """Return True if a message orders to insert a text that it gives word for word. `around` is the message with “…” in
    place of the text.

    The order may be in the sentence that contains the text, or in another one that refers to the text. If the text is
    on separate lines (`apart`), words that only name a position are an order, too: "at the end of Methods:".
    """
    parts = [part for part in SENTENCE_END.split(around) if words_in(part) or PLACE_HOLDER in part]
    sentences = [read_sentence(part) for part in parts]
    subject = [part.lstrip().startswith(PLACE_HOLDER) and not part.rstrip().endswith(("?", "？")) for part in parts]
    refuses = any(each.refuses and not _protects(each) for each in sentences)
    if refuses or any(each.asks and not given for each, given in zip(sentences, subject, strict=True)):
        return False  # a question or a refusal; “…” at the start ("“…” should go there") is no question
    pieces = [piece for part in parts for piece in re.split(r"[,;]", part)]
    clauses = [clause for piece in pieces if not _protects(clause := read_sentence(piece))]
    if any(is_a(word, "reworking", "shortening") or word in _MOVED for clause in clauses for word in clause.words):
        return False
    if any(_changes(clause[0]) for clause in _BUT.finditer(around)):
        return False
    holder = next(place for place, part in enumerate(parts) if PLACE_HOLDER in part)
    if not sentences[holder].words and len(parts) > 1:
        holder = holder - 1 if holder else 1
    if _places(sentences[holder]) or any(_places(each) and _points(each) for each in clauses):
        return True
    if (
        _is_wanted(parts[holder])
        or _is_text_and_place(parts[holder])
        or (subject[holder] and _is_sent(sentences[holder].words))
    ):
        return True
    if not apart:
        return False
    if any(map(_takes, clauses)) and any(_locates(each.words) for each in clauses):
        return True
    said = [clause for each in re.split(r"[,;]", parts[holder]) if not _is_unchanged(clause := read_sentence(each))]
    if any(map(_reports, said)):
        return any(_belongs(each) for each in clauses)
    return any(_stands(each) for each in clauses) or (bool(said) and all(map(_only_locates, said)))


def stands_beside_title(ahead: str, content: str, titles: Sequence[str]) -> bool:
    """Return True if `ahead`, the words before the text `content`, are only the title of a section: "Methods: “We used
    R.”". Returns False if `content` is a remark of a few words without a period at its end: "Methods: too long".
    """
    said = words_in(ahead)
    remark = len(content.split()) < FEWEST_WORDS and content.strip()[-1:] not in tuple(".!?。！？")
    return bool(said) and not remark and any(said == words_in(title) for title in titles_in(ahead, titles))


def with_verb(order: str, masked: str) -> str:
    """Return the order with "Add" before it if it begins with a place and has no verb: "to the list of X: “…”". Without
    a verb, other code would take only the section X for the place, and not its list. `masked` is the order with `MASK`
    over names.
    """
    words = [word for word in words_in(masked) if word not in COURTESIES and word not in _ALSO]
    verbless = not any(is_a(word, *ORDERING) or word in FINITE or word in _GOING for word in words)
    return f"Add {order}" if words and verbless and is_a(words[0], "place") else order


_ALSO = frozenset("also too auch noch aussi encore también anche ancora também ook".split())


def _reports(sentence: Sentence) -> bool:
    """Return True if a sentence only reports what somebody did: "at the end of X, I found this". Returns False if it
    says for which place a text was written: "I wrote this for the end of X".
    """
    words = sentence.words
    if any(words[: len(each)] == each for each in _PRESENTING):
        return not _FOR.intersection(words)
    return _is_told(words, len(words))


def wants(words: Sequence[str]) -> bool:
    """Return True if the `words`, in lower case, end with a verb of wanting: "I'd like", "we want to see"."""
    said = words[:-1] if words[-1:] and words[-1] in _SEEING else words
    said = said[:-1] if said[-1:] and said[-1] == "to" else said
    if not said or said[-1] not in _WANTING:
        return False
    return said[-1] != "like" or any(word in _SUBJECTS or word.endswith("'d") or word == "would" for word in said[-3:])


def _is_wanted(part: str) -> bool:
    """Return True if `part`, a sentence, says that the user wants the text at a place: "I'd like “…” to come after the
    first paragraph".
    """
    before, _, after = part.partition(PLACE_HOLDER)
    wanting, words = words_in(before), words_in(after)
    while wanting and (wanting[-1] in TEXT_NOUNS or wanting[-1] in _ARTICLES):
        wanting.pop()
    told = [*wanting, *words]
    if any(is_a(word.removesuffix("d"), "removing") or word in _GONE for word in words):
        return False  # "I want “…” in X deleted"
    return wants(wanting) and any(is_a(word, "place", "edge") for word in told) and _locates(told)


_GONE = frozenset("gone out away removed dropped cut weg raus gelöscht".split())
#: Participles that say that the text is in the document: "“…” should be moved to the end of X".
_MOVED = frozenset(
    """
    moved shifted transferred relocated verschoben versetzt verlegt déplacé déplacée movido movida trasladado
    trasladada desplazado spostato spostata deslocado deslocada verplaatst
    """.split()
)


def brings_behind(words: Sequence[str]) -> bool:
    """Return True if the `words` of an order say that a text follows a part of the document: "X should be followed by".
    The last word must be "by" or a similar word.
    """
    ends = len(words) > 1 and is_a(words[-2], "following") and (words[-1] in BRINGING or words[-1] in _BEHIND)
    return ends and bool(_GOING.intersection(words))


_BEHIND = frozenset("von de da di".split())


def _is_text_and_place(part: str) -> bool:
    """Return True if `part`, a sentence, consists of a text and its place: "And “…” after the second paragraph"."""
    before, _, after = part.partition(PLACE_HOLDER)
    words = words_in(after)
    placed = bool(words) and is_a(words[0], "place") and not part.rstrip().endswith(("?", "？"))
    named = _BESIDE_QUOTATION.fullmatch(after.strip()) is not None or _only_locates(read_sentence(after))
    said = [word for word in words_in(before) if word not in COURTESIES]
    if words[:1] in (["onto"], ["into"]) and len(said) == 1 and _locates(words):
        return not is_a(said[0], *_VERBS, "reworking")  # "tack “…” onto the end of X"
    return placed and named and not said


#: A preposition and the first words of a part: "after “The second site …”".
_BESIDE_QUOTATION = re.compile(r"\w+(?:\s+\w+){0,2}\s+[“„«\"][^“”„«»\"]+[”“»\"][.!]?")


def _takes(sentence: Sentence) -> bool:
    """Return True if the sentence gives a text for the document, as "take this …" does. "Move this …" does not, because
    it may mean a text of the document.
    """
    words = sentence.words
    return bool(_TAKING.intersection(words[:1])) and any(is_a(word, "pronoun") for word in words[1:2])


_TAKING = frozenset("take nimm nehmt prends prenez toma tome prendi prenda pega neem".split())


def _is_sent(words: Sequence[str]) -> bool:
    """Return True if the words after a quoted text say where this text goes: "should come after the second
    paragraph".
    """
    placed = any(is_a(each, "place") for each in words[1:3])
    return bool(_GOING.intersection(words[:1])) and placed and _locates(words)


#: All words of a clause that only forbids changes: "as is", "word for word", "so wie er ist", "tel quel", "tal cual".
_UNCHANGED = frozenset(
    """
    as is it stands they are word for exactly verbatim unchanged literally so wie es er ist wörtlich unverändert genau
    tel telle quel quelle mot à mot tal cual como está literalmente così com'è com è parola per alla lettera
    """.split()
)


def _is_unchanged(sentence: Sentence) -> bool:
    """Return True if a clause only says that the text must not be changed ("word for word"), or has no words."""
    return _protects(sentence) or _UNCHANGED.issuperset(sentence.words)


def _protects(sentence: Sentence) -> bool:
    """Return True if a sentence or clause forbids to change the text: "don't edit it", "senza modifiche"."""
    forbids = sentence.refuses or bool(WITHOUT.intersection(sentence.words[:1]))
    return forbids and any(is_a(word, "reworking", "shortening") for word in sentence.words)


#: A clause that limits an order: "but tidy up the language".
_BUT = re.compile(r"(?<=[\s,;–—])(?:but|aber|mais|pero|ma|mas|maar)\s[^,;:.!?\n“”]+", re.IGNORECASE)


def _changes(limit: str) -> bool:
    """Return True if `limit`, a clause that begins with "but", asks for a change of the given text: "but tidy it up".
    Returns False if the clause names a place or forbids changes.
    """
    sentence = read_sentence(limit)
    placed = _locates(sentence.words) or any(is_a(word, "place", "placing") for word in sentence.words)
    return not (placed or sentence.refuses or _is_unchanged(sentence))


WITHOUT = frozenset("without ohne sans sin senza sem zonder".split())


def _points(sentence: Sentence) -> bool:
    """Return True if a verb's object is the text in the message: "insert it", "add the quoted text"."""
    verbs = [place for place, word in enumerate(sentence.words) if is_a(word, "placing", "replacing")]
    return any(
        is_a(word, "pronoun", "following") or word in TEXT_NOUNS
        for verb in verbs
        for word in sentence.words[verb + 1 : verb + 4]
        if not {"on", "about", "über", "sur", "sobre", "su"}.intersection(sentence.words[verb + 1 : verb + 4])
    )


_WORDS = frozenset("words worte wörter mots palabras parole palavras woorden".split())
_ARTICLES = frozenset("the der die das den le la les el los il lo o het de".split())
_VERBS = ("placing", "replacing", "writing", "removing", "moving", "renaming", "undoing")


def _places(sentence: Sentence) -> bool:
    """Return True if a sentence orders to put a text somewhere: "put it …", "the following goes to the end of X"."""
    for place, word in enumerate(sentence.words):
        if is_a(word, "placing", "replacing", "writing") and not _is_told(sentence.words, place):
            return True
    return _stands(sentence)


def _stands(sentence: Sentence) -> bool:
    """Return True if a sentence says where a text belongs, and has no verb of placing such as "put": "it belongs behind
    Table 2", "finish X with “…”".
    """
    words = sentence.words
    if _belongs(sentence):
        return True
    if any(is_a(word, *_VERBS) for word in words) or _is_told(words, len(words)):
        return False
    points = any(is_a(word, "following", "pronoun") for word in words)
    noun = next((word for word in words if word not in _ARTICLES), "")
    if is_a(noun, "edge") and _GOING.intersection(words):
        return True  # "the end of X should read: “…”"
    if ordinal_of(noun) and _GOING.intersection(words) and _WORDS.intersection(words):
        return True  # "the last words of X should be “…”"
    if ends_with(words) and _locates(words):
        return True  # "finish X with “…”", "let X end with “…”"
    if words and is_a(words[0], "edge") and points:
        return True  # "end X on this sentence: “…”"
    # "verbatim, at the end of X:"
    return any(is_a(word, "edge") for word in words) and any(is_a(word, "place") for word in words)


def _belongs(sentence: Sentence) -> bool:
    """Return True if a sentence says to which place "this" or "the following" belongs: "this belongs in Methods"."""
    words = sentence.words
    if any(is_a(word, *_VERBS) for word in words) or _is_told(words, len(words)):
        return False
    points = any(is_a(word, "following", "pronoun") for word in words)
    return points and (_locates(words) or bool(_GOING.intersection(words[:8])))


def ends_with(words: Sequence[str]) -> bool:
    """Return True if the `words` of an order, in lower case, say which text a part should begin or end with: "finish X
    with …", "let X end with …".
    """
    edges = [place for place, word in enumerate(words) if is_a(word, "edge")]
    return any(words[place + 1] in BRINGING for place in edges if place + 1 < len(words)) or (
        edges[:1] == [0] and bool(BRINGING.intersection(words))
    )


def _locates(words: Sequence[str]) -> bool:
    return any(is_a(word, "edge") or MASK in word or ordinal_of(word) for word in words)


def _only_locates(sentence: Sentence) -> bool:
    """Return True if a sentence has no verb, and only words for a text and its place: "My note on rain (after
    Results)".
    """
    shown = next((len(each) for each in _PRESENTING if sentence.words[: len(each)] == each), 0)
    words = sentence.words[shown:]
    if any(is_a(word, *_VERBS) or word in FINITE for word in words):
        return False
    if words and is_a(words[0], "edge") and MASK in "".join(words):  # "end of X:"
        return True
    return any(
        (is_a(word, "place") or word in _FOR)
        and (
            _locates(words[place + 1 : place + 4])
            or any(is_a(each, "element") for each in words[place + 1 : place + 3])
        )
        for place, word in enumerate(words)
    )


#: Words that present a text: "here is the text for the end of Results".
_PRESENTING = (
    *(("here", verb) for verb in ("is", "are")), ("here's",), *(("hier", verb) for verb in ("ist", "sind", "is")),
    ("voici",), ("voilà",), ("aquí", "está"), ("aquí", "tienes"), ("ecco",), ("aqui", "está"),
    *((who, *verb) for who in ("i", "we") for verb in (("wrote",), ("have", "written"), ("drafted",))),
    ("i've", "written"), ("we've", "written"), ("j'ai", "écrit"), ("he", "escrito"), ("ho", "scritto"),
)  # fmt: skip
_FOR = frozenset("for für pour para per voor".split())
FINITE = frozenset("is are was were has have had says say ist sind hat war est sont son è sono".split())
_GOING = frozenset(
    """
    goes go belongs comes come should must gehört kommt soll muss va vient doit debe va deve vai hoort komt moet
    """.split()
)
_SUBJECTS = frozenset("i we they he she ich wir je j nous yo nosotros io noi eu nós ik wij".split())
_SEEING = frozenset("see have sehen haben voir avoir ver tener vedere avere zien".split())
_WANTING = frozenset(
    """
    want like need möchte will möchten wollen veux voudrais quiero quisiera voglio vorrei quero wil
    """.split()
)


def _is_told(words: Sequence[str], place: int) -> bool:
    """Return True if the verb at index `place` has a subject such as "we" before it, so that it reports and does not
    order: "we put …". Returns False after a verb of wanting, as in "I want you to put …".
    """
    before = words[:place]
    return any(word in _SUBJECTS for word in before) and not any(word in _WANTING for word in before)
