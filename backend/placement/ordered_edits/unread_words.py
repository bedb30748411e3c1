"""Find a word in an order that an edit does not take into account: "tomorrow" in "delete Outlook tomorrow".

Such an edit is not prepared, because it may do the opposite of what the order means. These words are ignored: function
words, courtesies, verbs of orders, words for parts of a document, names, quotations, and words of the changed section.
"""

from __future__ import annotations

import re

from backend.document.blocks import Document
from backend.document.order_classes import CLASSES
from backend.document.order_words import COURTESIES, is_a, ordinal_of
from backend.document.outline import outline
from backend.mentions.closed_words import cardinal, is_article, noun
from backend.mentions.lexicon import tokens
from backend.mentions.placeholders import QUOTED
from backend.mentions.resolver import resolve
from backend.placement.plan import Placement
from backend.ranking.function_words import EVERY_WORD

#: Classes of verbs with which an order to change the document begins.
_ORDERING = ("removing", "moving", "placing", "renaming", "naming", "changing", "replacing", "swapping", "joining")
#: Words of a wish that surround the verb of the order: "delete it, would you?".
_WISHING = frozenset(
    """
    want wants would like love prefer need needs should could hope think suggest have please going let's
    möchte möchten will wollen würde würden hätte gern gerne soll sollen sollte sollten könnte könntest könnten kannst
    könnt brauche müssen muss wünsche
    veux voudrais voulons voudrions aimerais souhaite faut faudrait peux pouvez pourrais pourriez devrait doit
    quiero quisiera queremos querría necesito hay puedes podrías podría puede debe debería
    voglio vorrei vorremmo puoi potresti può deve dovrebbe bisogna
    quero queria queremos gostaria preciso pode poderia deve deveria
    wil willen zou graag kunt kunnen moet moeten
    """.split()
)
#: Words for all of a part, and adverbs that do not change the meaning of an order.
_WHOLLY = frozenset(
    """
    whole total totally entire entirely complete completely fully full altogether wholly right away immediately again
    directly simply back over down front
    ganz ganze ganzen ganzer ganzes gesamte gesamten vollständig komplett komplette kompletten einfach gleich sofort
    wieder gänzlich
    entier entière entièrement complet complètement totalement tout toute directement simplement
    entero entera todo toda completo completa completamente totalmente directamente simplemente
    intero intera tutto tutta completamente interamente subito semplicemente
    inteiro inteira todo toda completamente totalmente diretamente simplesmente
    hele helemaal volledig volledige gewoon meteen
    """.split()
)
_USED = EVERY_WORD | COURTESIES | _WISHING | _WHOLLY
#: Kinds of parts that can be named by their noun alone: "the table".
_ELEMENTS = frozenset((kind,) for kind in ("table", "figure", "list", "equation", "listing"))
#: Minimum number of letters of a word that the edit must use.
_SHORTEST = 4
#: Number of first letters by which a word of the order and a word of the changed text are compared.
_STEM = 5


def unread_word(document: Document, order: str, edit: Placement) -> str:
    """Return the first word of the order that the edit does not take into account; "" if there is none, or if the edit
    is not a deletion, a move or a renaming of a section.

    Words before the verb are a reason or a wish, and are ignored: "the last paragraph is redundant, please delete it".
    For a renaming, all words before the last name or quotation are ignored instead: in "the title of X should read “Y”
    tomorrow", only "tomorrow" counts.
    """
    renames = edit.operation == "rename" and (edit.position or "").startswith("heading:")
    if edit.anchor is None or not (renames or edit.operation in ("delete", "move")):
        return ""
    spans = [found.span() for found in QUOTED.finditer(order)]
    spans += [each.at for each in resolve(document, order)]
    known = _known(document, edit)
    words = tokens(order)
    verb = next((at for at, each in enumerate(words) if is_a(each.norm, *_ORDERING)), len(words))
    behind = max((stop for _, stop in spans), default=0) if renames else 0  # "the title of X should read “Y” tomorrow"
    ahead = verb - 1  # the object of a verb at the end: "die Abbildung löschen"
    leads = ahead > 0 and is_article(words[ahead - 1].norm) and noun(words, ahead)[0][:1] in _ELEMENTS
    if leads and not any(start <= words[ahead].start < stop for start, stop in spans):
        return order[words[ahead].start : words[ahead].end]
    named = next((stop for start, stop in spans if renames and start < words[min(verb, len(words) - 1)].start), None)
    begin = verb if named is None else next((at for at, each in enumerate(words) if each.start >= named), verb)
    for at, token in enumerate(words[begin:], begin):
        said = token.norm
        if token.start < behind or len(said) < _SHORTEST or not token.word or token.quote:
            continue
        if said in _USED or said[:_STEM] in known or any(start <= token.start < stop for start, stop in spans):
            continue
        kinds = noun(words, at)[0]
        if kinds[:1] in _ELEMENTS and is_article(words[at - 1].norm):
            return order[token.start : token.end]  # the document has no such part
        if not (is_a(said, *CLASSES) or kinds or cardinal(token) or ordinal_of(said) is not None):
            return order[token.start : token.end]
    return ""


def _known(document: Document, edit: Placement) -> frozenset[str]:
    """Return the first five letters of each word that may occur in the order because the edit is about it: all words of
    the section that the edit changes, and of the edit's position and reason.
    """
    assert edit.anchor is not None
    section = outline(document).section_of(edit.anchor.block)
    text = "".join(document.source(each) for each in document.blocks[section.first : section.stop])
    words = re.findall(r"\w+", f"{text} {edit.position} {edit.reason}".casefold())
    return frozenset(word[:_STEM] for word in words if len(word) >= _SHORTEST)
