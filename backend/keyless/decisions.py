"""Recognize messages that only thank, greet, agree or refuse, or only decide on a draft ("approve it")."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.document.clauses import says_order, spaced
from backend.document.order_classes import INDEFINITE
from backend.document.order_words import QUOTATION, is_a, ordinal_of, read_sentence, words_in
from backend.document.withdrawals import withdraws
from backend.keyless import sentence_forms as forms
from backend.keyless.sentence_forms import TITLE
from backend.keyless.undo_orders import BACK
from backend.mentions.closed_words import is_article

#: Maximum number of words of such a message.
LONGEST_KIND_WORD = 8
_KIND_WORDS = frozenset(
    """
    thanks thank thx cheers great good nice perfect wonderful excellent brilliant interesting fine
    ok okay yes yeah yep sure
    no nope hi hello hey bye danke dank prima gut super schön toll ja nein hallo merci bien parfait génial oui non
    bonjour salut gracias bien perfecto sí hola grazie bene perfetto ottimo ciao obrigado obrigada olá bedankt dank goed
    mooi hoi
    """.split()
)
#: Words that may precede a courtesy: "many thanks", "muito obrigado", "das ist gut".
_BEFORE_KIND = frozenset(
    """
    many so very really quite that's that this it's it is all ah oh vielen tausend ganz sehr das ist un c'est très mille
    muchas muy todo está é è molto tante mille muito muita muitas heel dat
    """.split()
)
_THANKS = frozenset("thanks thank thx danke dank merci gracias grazie obrigado obrigada bedankt".split())
_REFUSING = frozenset("no nope nein non nee".split())
_GREETINGS = frozenset("hi hello hey hallo bonjour salut hola ciao olá hoi".split())
#: Words that agree to a draft without such a verb.
_CONSENT = frozenset(
    """
    add insert go ahead agreed agree einfügen einverstanden ajoute ajoutez insère d'accord añade añádelo inserta
    aggiungi aggiungilo inserisci adiciona insere akkoord
    """.split()
)
#: Verbs that decide on a draft: to approve it, or to reject it.
_DECIDING = frozenset(
    """
    approve approved accept accepted apply übernehmen übernimm übernehme übernehmt annehmen akzeptiere akzeptieren
    genehmige genehmigt freigeben accepte acceptez accepter approuve approuvez acepta aceptar apruebo aprueba accetta
    accettare approva aceita aprova aprovar goedgekeurd goedkeuren accepteer
    reject rejected decline discard dismiss scrap ablehnen verwirf verwerfen rejette rejetez refuse refusez rechaza
    descarta rifiuta scarta rejeita recusa verwerp afwijzen
    """.split()
)
#: The beginnings of participles for a draft that was rejected.
_REJECTED = tuple("rejected discarded abgelehnt verworfen rejeté refusé rechazad descartad rifiutat rejeitad".split())
#: Pronouns for one of several drafts, and the maximum number of words between them and such a participle.
_ONE, _NEAR = frozenset("one ones celui celle version fassung versión versione versão".split()), 4
#: Verbs with a separable prefix: "nimm ihn an", "lehn ihn ab", "gib ihn frei".
_SEPARATED = (("nimm nehmen nehmt", "an"), ("gib geben", "frei"), ("lehn lehne lehnen", "ab"))
_BESIDE_CONSENT = frozenset("i and please now then in bitte so svp por favor per prego graag".split())


def is_courtesy(text: str) -> bool:
    """Return True if a message consists only of thanks, praise, a greeting, "yes" or "no"."""
    first = re.split(r"[.!?,;]", text.strip(), maxsplit=1)[0]
    words = words_in(first)
    while words and words[0] in _BEFORE_KIND and len(words) > 1 and words[0] not in _KIND_WORDS:
        words = words[1:]
    rest = read_sentence(text).words
    thanks = bool(_THANKS.intersection([*rest, *words_in(text)]))
    if not words or not (words[0] in _KIND_WORDS or thanks) or "?" in text or TITLE in text or QUOTATION in text:
        return False
    beside = forms.has_edge(rest) or any(is_a(word, "element") for word in rest)  # "no: behind the first paragraph"
    placed = forms.has_place(word for word in rest if word not in INDEFINITE)  # "a" is a place in Spanish only
    part = any(is_a(word, "element", "piece") or ordinal_of(word) is not None for word in rest)
    keeps = part and any(is_a(word, "keeping") for word in rest)  # "no, keep the second sentence only"
    turned = words[0] in _REFUSING and len(rest) > 1 and (part or beside or placed)  # "no, rather as the first one"
    ordered = (
        keeps
        or turned
        or any(is_a(word, *forms.VERBS, "redoing", "restoring") or word in BACK for word in rest)
        or (beside and placed)
    )
    return len(rest) <= LONGEST_KIND_WORD and not ordered and not any(char.isdigit() for char in text)


def greets(message: str) -> bool:
    """Return True if a message begins with a greeting, such as "hello"."""
    return bool(_GREETINGS.intersection(words_in(message)[:1]))


def agrees(text: str) -> bool:
    """Return True if a message only agrees to a draft: "ok add it", "yes, go ahead"."""
    words = words_in(text)
    return bool(_CONSENT.intersection(words)) and _are_only(words, _CONSENT, text)


def only_decides(text: str) -> bool:
    """Return True if a message only says that a draft is approved or rejected: "yes, approve it", "accept the first
    one", "lehn ihn ab".
    """
    words = words_in(text)
    separated = {
        each for verbs, prefix in _SEPARATED for each in (*verbs.split(), prefix) if list(words[-1:]) == [prefix]
    }
    deciding = _DECIDING | separated
    return bool(deciding.intersection(words)) and _are_only(words, deciding | _CONSENT, text)


def means_rejected(text: str) -> bool:
    """Return True if a message speaks of a rejected draft: "use the one I just rejected", "the rejected draft"."""
    words = words_in(text)
    places = [at for at, word in enumerate(words) if word.startswith(_REJECTED)]
    near = [word for at in places for word in words[max(0, at - _NEAR) : at + 2]]
    return any(word in _ONE or is_a(word, "draft") for word in near)


def _are_only(words: Sequence[str], verbs: frozenset[str], text: str) -> bool:
    """Return True if each of the `words` of the message `text` is one of the `verbs`, a word for a draft, or a
    courtesy. Returns False for a question or a long message.
    """
    known = verbs | _KIND_WORDS | _BEFORE_KIND | _BESIDE_CONSENT
    return len(words) <= LONGEST_KIND_WORD and "?" not in text and all(w in known or _points_at_draft(w) for w in words)


def _points_at_draft(word: str) -> bool:
    """Return True if the word can be a part of a phrase that means a draft: "the" of "the draft", "second" of "the
    second one", "2" of "draft 2", "les" of "les deux".
    """
    if ordinal_of(word) is not None or word.isdecimal() or is_article(word) or word in ("one", "both", "version"):
        return True
    return any(is_a(part, "pronoun", "draft") for part in word.split("-")[-1:])


#: Words with which a message rejects a text or place, and does not take back its order.
_DENYING = frozenset("no nope nein ne nee non não not nicht pas niet".split())


def takes_back(message: str) -> bool:
    """Return True if a message takes back an order, with or without a reason: "forget it, we have no data". In
    `message`, `TITLE` stands for each name of a part of the document.
    """
    head, _, reason = message.partition(",")
    said = words_in(reason)
    if withdraws(message) or not said or not withdraws(head) or words_in(head)[-1] in _DENYING:
        return withdraws(message)  # "no, the last sentence is wrong" corrects something
    places = TITLE in reason or any(is_a(word, "place", "edge") for word in said if word != "no")
    return not (places or says_order(spaced(reason)))
