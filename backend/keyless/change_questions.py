"""Recognize questions about the changes of the document: "What did you change?"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.document.order_words import is_a, read_sentence
from backend.keyless.sentence_forms import FUNCTION, SUBJECTS, TITLE, leftover
from backend.ranking.function_words import EVERY_WORD

#: Words that say that something was changed, in eight languages.
_CHANGED = frozenset(
    """
    change changed changes edit edited edits modified modifications
    geändert verändert änderungen änderung bearbeitet
    changé modifié changements modifications
    cambiado cambiaste cambios modificado modificaciones
    cambiato modificato modifiche cambiamenti
    mudou mudaste alterou alterado alterações mudanças
    veranderd gewijzigd wijzigingen veranderingen
    изменил изменила изменили изменено изменилось изменения поменял поменяла
    """.split()
)
#: Words with which such a question begins; and further words that only say when or where.
_ASKING = frozenset(
    """
    what which list show tell me made been far start beginning until yet today already everything there's document paper
    text last latest recent since
    was welche hast haben habt wurde wurden ist zeig zeige liste gemacht bisher seit anfang heute schon alles
    dokument letzte letzten gerade eben
    quels quelles tu qu'as qu'avez qu'est ce as avez fait jusqu'ici depuis début
    document dernier derniers
    qué cuáles has habéis ha hecho hasta desde principio documento últimos
    che cosa cos'hai hai avete quali fatto finora dall'inizio inizio ultime
    quais foi foram feito até desde início últimas
    wat welke gedaan tot sinds begin
    что какие ты вы в документе сделал сделаны было с начала
    """.split()
)
#: The same question in Chinese and Japanese.
_SPACELESS = re.compile(
    r"(?:你|您|我们|到目前为止|目前|刚才|刚刚|都|文档|论文|里|中|的|有|最近|一共|已经|これまで|今まで|に|は|、|，|文書)*"
    r"(?:(?:改|修改|更改|变更|改动|变动)(?:过|动)?了?(?:些)?(?:什么|哪些|哪里|啥)(?:内容|地方|东西)?(?:了)?|(?:有)?(?:什么|哪些)(?:变化|改动|修改|更改|变更)"
    r"|(?:何|どこ)を(?:変更|変え|修正)(?:し)?(?:た|ました)(?:か|の)?|(?:変更点|変更箇所)(?:は何(?:です)?か?|を(?:教えて|見せて)(?:ください)?))?"
    r"[?？。]*"
)


def asks_about_changes(order: str) -> bool:
    """Return True if a message only asks what was changed in the document. In `order`, placeholders stand for the names
    of document parts.
    """
    plain = re.sub(r"\s", "", order).replace(TITLE, "")
    if plain.strip("?？。") and _SPACELESS.fullmatch(plain) and re.search("[什哪啥何変]|どこ", plain):
        return True
    sentence = read_sentence(order)
    words = sentence.words
    if sentence.asks and _asks_what_was_done(words):
        return True
    lists = words[:1] and words[0] in ("list", "show", "tell", "zeig", "zeige", "liste")
    if not _CHANGED.intersection(words) or not (sentence.asks or lists or words[:1] in (("что",), ("какие",))):
        return False
    known = _CHANGED | _ASKING | FUNCTION | SUBJECTS | EVERY_WORD
    return all(word == TITLE or word in known or is_a(word, "edge", "place") for word in words)


def _asks_what_was_done(words: Sequence[str]) -> bool:
    """Return True if a question asks only what was done to the document: "which one did you delete?", "where did you
    put it?". Apart from the verb, it has only words that ask or point.
    """
    verbs = [word for word in words if is_a(word, "removing", "moving", "placing", "replacing", "renaming")]
    if words[0] in _REASONS or any(is_a(word, "negation") for word in words):
        return False
    past = bool(_PAST.intersection(words)) and bool(_YOU.intersection(words))
    return past and len(verbs) == 1 and not leftover([word for word in words if word not in (*verbs, "one", "ones")])


_REASONS = frozenset("why how warum wieso wie pourquoi comment por cómo perché come porquê como waarom".split())
_PAST = frozenset("did have has hast haben habt as avez has habéis hai avete".split())
_YOU = frozenset("you we du sie wir tu vous nous".split())
