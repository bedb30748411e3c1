"""Find words of a message that refer to a text that was added before: "that paragraph", "the one you just inserted".

The words come from small lists in seven languages, such as participles of "add". Each such reference is replaced by a
quotation of the text, so that all other code only needs to understand quotations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from backend.document.blocks import Block, Document
from backend.document.order_words import is_a, ordinal_of, read_sentence, side_in, words_in
from backend.mentions.added_parts import Phrase, counted_before, of_it, part_of, spaceless_phrase
from backend.mentions.closed_words import noun
from backend.mentions.lexicon import Token, tokens
from backend.mentions.resolver import resolve

#: Maximum length of a quotation, in characters. If the text is longer, its first words are quoted, followed by "…".
_LONGEST = 160
_QUOTATION_MARKS = re.compile(r"[“”„«»‹›「」『』\"]")

POINTING = frozenset(
    """
    that this these those diese diesen diesem dieser dieses jene jenen jenem jener jenes ce cet cette ces este esta ese
    esa aquel aquella questo questa quel quello quella esse essa aquele aquela deze dit die dat этот эту этого этом этой
    """.split()
)
#: Demonstratives that may announce a text of the same message: "insert this sentence: …".
_ANNOUNCING = frozenset("this these diese diesen dieser dieses este esta questo questa deze dit".split())
_NEW = frozenset(
    """
    new neue neuen neuem neuer neues nouveau nouvel nouvelle nuevo nueva nuovo nuova novo nova nieuwe новый новую нового
    added inserted eingefügte eingefügten hinzugefügte hinzugefügten ergänzte ergänzten toegevoegde ingevoegde
    """.split()
)
_ADVERBS = frozenset("just newly last recently gerade eben soeben zuletzt neu appena recién net zojuist".split())
_THE = frozenset("the der die das den dem des le la les l el los las il lo o os as de het".split())
_ADDED_BEHIND = frozenset(
    """
    ajouté ajoutée inséré insérée añadido añadida insertado insertada agregado agregada aggiunto aggiunta inserito
    inserita adicionado adicionada inserido inserida
    """.split()
)
#: Words that say that somebody just added something, "… (that) you just added", in seven languages.
_RELATIVE = re.compile(
    r",?(?:\s+(?:that|which))?\s+(?:you|we|i)(?:['’]ve|\s+have|\s+had)?(?:\s+(?:just|only|last|now))*\s+"
    r"(?:added|inserted|wrote|written|put\s+(?:in|there)|placed|approved|drafted|included)"
    r"(?:\s+(?:there|in|before|last|earlier|just\s+now))?\b"
    r"|,?\s+(?:den|die|das|der)\s+(?:du|sie|wir|ich)\s+(?:(?:gerade|eben|soeben|zuletzt|vorhin|jetzt)\s+)*"
    r"(?:eingefügt|hinzugefügt|ergänzt|geschrieben|eingesetzt)\s+(?:hast|haben|habe)\b,?"
    r"|\s+qu[e'’]\s*(?:tu|vous|nous|j['’]|on)\s*(?:as|avez|avons|ai|a|viens|venez|venons|vient)\s+(?:juste\s+)?"
    r"(?:d['’]\s*|de\s+)?(?:ajout\w+|ins[ée]r\w+|écri\w+)\b"
    r"|\s+que\s+(?:acabas|acaba|acabamos|has|ha|hemos)\s+(?:de\s+)?(?:añad\w+|agreg\w+|insert\w+|escri\w+)\b"
    r"|\s+que\s+(?:añadiste|agregaste|insertaste|escribiste|pusiste|añadió|agregó|insertó)\b"
    r"|\s+que\s+(?:(?:você|tu)\s+)?(?:adicionou|acrescentou|inseriu|escreveu|adicionaste|acrescentaste|inseriste)\b"
    r"|\s+che\s+(?:hai|ha|abbiamo|ho)\s+(?:appena\s+)?(?:aggiunto|inserito|scritto)\b"
    r"|\s+que\s+(?:(?:você|tu|nós)\s+)?(?:acabou|acabaste|acabamos)\s+de\s+(?:adicion\w+|inser\w+|escrev\w+)\b"
    r"|\s+(?:die|dat)\s+(?:je|u|we|ik)\s+(?:(?:net|zojuist)\s+)?(?:hebt|heeft|hebben|heb)?\s*(?:toegevoegd|ingevoegd)"
    r"(?:\s+(?:hebt|heeft|hebben|heb))?\b",
    re.IGNORECASE,
)
#: Words in place of the noun, directly before `_RELATIVE`: "the one you just added", "what we added".
_ONE = re.compile(
    r"\b(?:the\s+(?:(?:last|latest)\s+)?(?:one|part|bit|thing|text|words|passage|addition)|what|(?:den|der)\s+text|das|le\s+texte|ce|el\s+texto|lo"
    r"|il\s+testo|quello|o\s+texto|aquilo|o|de\s+tekst|wat)\Z",
    re.IGNORECASE,
)
#: A place beside "it" at the end of a clause: "after it", "below that". Group 1 stays.
_BESIDE_IT = re.compile(
    r"\b((?:after|before|behind|below|beneath|under|above|following|preceding)\s+)(?:it|that|this)(?=\s*(?:$|[.,;:!?)]))"
    r"|\b((?:after|before|behind|below|beneath|under|above|following|preceding)\s+)(?:it|that|this)(?=\s+(?:add|insert|write"
    r"|put|place|say|please)\b)"
    r"|\b((?:follow|precede)\s+)(?:it|that|this)(?=\s+(?:with|by)\b)"
    r"|\b((?:après|avant|derrière|sous)\s+)(?:ça|cela|celui-ci|celle-ci)(?!\w)"
    r"|\b((?:después|antes|debajo|detrás)\s+de\s+)(?:eso|esto|él|ella)(?!\w)"
    r"|\b((?:dopo|prima\s+di|sotto)\s+)(?:ciò|questo|quello|esso)(?=\s*(?:$|[.,;:!?)]))"
    r"|\b((?:hinter|nach|vor|unter|über)\s+)(?:ihm|ihn|ihr|dem|den)(?=\s*(?:$|[.,;:!?)]))",
    re.IGNORECASE,
)
#: A place within "it" at the end of a clause: "in it", "in there".
_WITHIN_IT = re.compile(
    r"(?<!\w)(?:(?:in|within|inside|throughout)\s+(?:it|that|this|there|them)|there|therein|darin|dort|dans\s+(?:ça|cela|"
    r"celui-ci|celle-ci)|là-dedans|en\s+(?:eso|esto|él|ella|ello)|allí|ahí|in\s+(?:ciò|questo|esso|essa)|lì|nele|nela|"
    r"nisso|daarin|erin)(?=\s*(?:please|bitte|svp|too|as well)?\s*[.!?]*\s*$)",
    re.IGNORECASE,
)
#: German and Dutch adverbs that are a place and "it" in one word, and the preposition in them.
_ADVERB = re.compile(r"\b(danach|dahinter|davor|darunter|darüber|daarna|erachter|ervoor|eronder)\b", re.IGNORECASE)
_PREPOSITIONS = {
    "danach": "nach", "dahinter": "hinter", "davor": "vor", "darunter": "unter", "darüber": "über", "daarna": "na",
    "erachter": "achter", "ervoor": "voor", "eronder": "onder",
}  # fmt: skip
#: Number of first words of a message in which a verb with "it" as its object is looked for.
_NEAR = 4
#: Verbs of which "it" is the object: "delete it again", "shorten it".
_CHANGING = ("removing", "shortening", "reworking", "rewording", "replacing")


def spell_out(message: str, added: Document, document: Document) -> str:
    """Replace each reference to the text added last (`added`), such as "that paragraph", by a quotation of this text's
    first words. Returns the changed message.

    A message is not changed if the document no longer contains the words. Nor is it if it names a part of the document
    before the reference, because "that paragraph" then stands for this part.
    """
    for phrase in _phrases(message):
        text = part_of(added, phrase)
        if phrase.of_it and any(each.at[1] <= phrase.start for each in resolve(document, message)):
            continue  # "in the second paragraph, the last sentence of it"
        if text and document.text.count(text) == 1 and not _QUOTATION_MARKS.search(text):
            return f"{message[: phrase.start]}“{text}”{message[phrase.stop :]}"
    blocks = [each for each in added.blocks if each.kind not in ("comment", "front_matter")]
    for start, stop, kept, kinds in _references(message):
        fitting = [each for each in blocks if not kinds or _kind(each) in kinds]
        ahead = side_in(words_in(kept)) == "before" or kept.startswith("precede")  # the first of several blocks
        if not fitting or (len(blocks) > 1 and not kinds and not kept):
            continue
        line, quotation = _quoted(added, fitting[0] if ahead else fitting[-1])
        if document.text.count(line) != 1:
            continue
        if not _RELATIVE.search(message) and any(each.at[1] < start for each in resolve(document, message)):
            return message
        return f"{message[:start]}{kept}{quotation}{message[stop:]}"
    return message


def points_within(message: str) -> bool:
    """Return True if a message ends with words such as "in it": "replace “X” by “Y” in it"."""
    return _WITHIN_IT.search(message) is not None


def says_it_was_added(message: str) -> bool:
    """Return True if a message says that somebody added a text: "what you added", "the row you inserted"."""
    return _RELATIVE.search(message) is not None


def _references(message: str) -> Iterator[tuple[int, int, str, frozenset[str]]]:
    """Yield (start, end, words, kinds) for each reference such as "that paragraph". A quotation can replace the
    characters from `start` to `end`. `words` are kept before the quotation: "after" of "after it".

    `kinds` are the kinds of blocks that the reference may mean; if empty, it may mean any kind.
    """
    words = tokens(message)
    gives_text = any(word.quote for word in words) or ":" in message
    for relative in _RELATIVE.finditer(message):
        if one := _ONE.search(message, 0, relative.start()):
            yield one.start(), relative.end(), "", frozenset()
    for start, stop, kinds in _pointed(message, words, gives_text):
        yield start, stop, " ", kinds
    if beside := _BESIDE_IT.search(message):
        yield beside.start(), beside.end(), f"{next(filter(None, beside.groups())).rstrip()} ", frozenset()
    if adverb := _ADVERB.search(message):
        yield adverb.start(), adverb.end(), f"{_PREPOSITIONS[adverb.group().casefold()]} ", frozenset()
    if pronoun := _object(message):
        yield *pronoun, "", frozenset()


def _pointed(message: str, words: Sequence[Token], gives_text: bool) -> Iterator[tuple[int, int, frozenset[str]]]:
    """Yield (start, end, kinds) for each noun that refers back, such as "that paragraph you added". A quotation can
    replace the characters from `start`, the end of the noun, to `end`: words such as "you added", or nothing. `kinds`
    are the kinds of blocks that the noun may mean.

    If `gives_text` is True, the message has a text of its own, and "this sentence" may mean this text.
    """
    for at, word in enumerate(words):
        kinds, stop = noun(words, at)
        if not kinds or word.quote or at == 0:
            continue
        end, before = words[stop - 1].end, words[at - 1].norm
        relative = _RELATIVE.match(message, end)
        behind = relative.end() if relative else end
        number = counted_before(words, at)
        if relative and number == -1 and at > 1 and words[at - 2].norm in _THE:  # "the last paragraph you added"
            yield end, behind, frozenset(kinds)
        pointing = before in POINTING and not (gives_text and before in _ANNOUNCING)
        newly = before in _NEW and at > 1 and words[at - 2].norm in _THE | _ADVERBS
        after = stop + (stop < len(words) and words[stop].norm in _ADVERBS)
        added = after < len(words) and words[after].norm in _ADDED_BEHIND and before in _THE
        if added and not relative:
            behind = words[after].end
        if pointing or newly or added or (relative and before in _THE):
            yield end, behind, frozenset(kinds)


def _phrases(message: str) -> Iterator[Phrase]:
    """Yield the words that stand for a part of a block of the added text: "that sentence", "the last row you added"."""
    if spaceless := spaceless_phrase(message):
        yield spaceless
    words = tokens(message)
    gives_text = any(word.quote for word in words) or ":" in message
    for at, word in enumerate(words):
        kinds, stop = noun(words, at)
        number = counted_before(words, at)
        first = at - 1 - bool(number)
        belongs = of_it(message, words[stop - 1].end)
        if belongs and not word.quote and (number or (at > 0 and words[at - 1].norm in _THE)):
            start = words[first if first >= 0 and words[first].norm in _THE else at - bool(number)].start
            yield Phrase(start, belongs.end(), frozenset(kinds), number, of_it=True)
            continue
        if first < 0 or word.quote or not frozenset(kinds) & {"sentence", "item", "step", "row"}:
            continue
        before, relative = words[first].norm, _behind(message, words[stop - 1].end)
        pointing = before in POINTING and not number and not (gives_text and before in _ANNOUNCING)
        if pointing or (relative and (before in _THE or (number and before == "a"))):  # "a última frase"
            behind = relative.end() if relative else words[stop - 1].end
            yield Phrase(words[first].start, behind, frozenset(kinds), number)


#: "Of what" or "of the paragraph" in "the last sentence of what you added".
_OF_WHAT = re.compile(
    r"\s+(?:of|in|from|von|aus|de|du|di|da|do|van)\s+(?:(?:the|dem|la|el|il|lo|o|l['’])\s*)?\w+", re.IGNORECASE
)


def _behind(message: str, at: int) -> re.Match[str] | None:
    """Return the match of words at character `at` which say that a text was added: "you just added", "of what you
    added"; None if there are none.
    """
    of_what = _OF_WHAT.match(message, at)
    return _RELATIVE.match(message, at) or (_RELATIVE.match(message, of_what.end()) if of_what else None)


def _kind(block: Block) -> str:
    return {"heading": "section", "math": "equation"}.get(block.kind, block.kind)


def _object(message: str) -> tuple[int, int] | None:
    """Return start and end of an "it" that is the object of a verb of changing ("shorten it"), if the verb and "it" are
    among the first words of the message; None otherwise.
    """
    sentence = read_sentence(message)
    for verb, object_ in pairwise(sentence.words[:_NEAR]):
        if not sentence.refuses and is_a(verb, *_CHANGING) and is_a(object_, "pronoun"):
            found = re.search(rf"(?<!\w){re.escape(object_)}(?!\w)", message, re.IGNORECASE)
            behind = tokens(message[found.end() :]) if found else []
            article = any(noun(behind, at)[0] for at in (0, bool(behind and ordinal_of(behind[0].norm))))
            return found.span() if found and not article else None  # "supprime la dernière phrase" has an article
    return None


def _quoted(document: Document, block: Block) -> tuple[str, str]:
    """Return the first words of a block, and the same words in quotation marks, with "…" if they are not the whole
    block.
    """
    text = document.source(block).strip()
    line = text.split("\n", 1)[0].rstrip()
    marked = _QUOTATION_MARKS.search(line)
    if marked or len(line) > _LONGEST:
        line = line[: min(_LONGEST, marked.start() if marked else _LONGEST)].rpartition(" ")[0].rstrip()
    first = _FIRST_SENTENCE.match(line)  # a quotation of two sentences would divide the message
    line = first[1] if first is not None else line
    return line, f"“{line}”" if line == text else f"“{line} …”"


#: A sentence of at least four words, without its period, that is followed by another sentence.
_FIRST_SENTENCE = re.compile(r"((?:\S+\s+){3,}?\S*[^\s.!?])[.!?]+\s+\S")
