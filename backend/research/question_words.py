"""Find the topic of a question by removing the words that only belong to the request.

Such words are a greeting, an order ("find me papers on"), or a request for sources at the end. A word of the topic is
kept even if it is also used in requests: "information theory", "text mining", "draft genome". So an order is removed
word by word from the beginning. The noun after it ("papers") is removed only if a preposition follows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from backend.ranking.function_words import ALL_WORDS

_TOKEN = re.compile(r"\"[^\"\n]{2,100}\"|[^\W_](?:[\w'’./+#-]*[\w+#])?")
_SENTENCE = re.compile(r"[.!?？！。;\n]+(?=\s|$)")
#: An article or preposition that is written as one word with the next word, such as the French "l'".
_ELIDED = re.compile(r"(?:[ldcjnsmt]|qu|dell|nell|all|sull|dall|un)['’](?=\w{2})", re.IGNORECASE)
#: Minimum number of a language's words in a question of that language. One is not enough, because a name such as "de
#: Bruijn" may contain such a word.
SURE_WORDS = 2
#: Operators of search engines. They are in capitals but are not names.
_OPERATORS = frozenset({"AND", "OR", "NOT"})


@dataclass(frozen=True, slots=True)
class _Request:
    """The words with which requests are made in one language, as in "Please find me papers about reefs".

    - `orders`: verbs that begin a request ("find")
    - `objects`: what is requested ("papers")
    - `around`: words that may be before or between these ("please", "me")
    - `links`: words that lead to the topic ("about")
    - `wants`: verbs that make an order after "I" ("need")
    """

    orders: frozenset[str]
    objects: frozenset[str]
    around: frozenset[str]
    links: frozenset[str]
    wants: frozenset[str]


def _request(orders: str, objects: str, around: str, links: str, wants: str) -> _Request:
    return _Request(*(frozenset(words.split()) for words in (orders, objects, around, links, wants)))


_REQUESTS: Mapping[str, _Request] = {
    "english": _request(
        "tell find search look give show explain describe summarise summarize write draft add insert compose expand"
        " list provide get help cite name know understand learn",
        "paragraph paragraphs section sentence sentences summary overview introduction bullet bullets information info"
        " literature paper papers article articles source sources reference references citation citations study"
        " studies evidence publications content text points answer",
        "please hi hello hey thanks thank ok okay now also and can could would will should you me us i we want need"
        " like to let know up out a an the some any more new latest recent current short brief good scholarly"
        " scientific academic peer-reviewed two three four five",
        "about on of for regarding concerning that which how why what whether to in from with into",
        "want need like",
    ),
    "german": _request(
        "finde such suche zeig zeige erkläre erklär beschreibe schreib schreibe nenne gib sag erzähl füge liste hilf",
        "absatz abschnitt satz sätze zusammenfassung überblick informationen literatur artikel quellen quelle studien"
        " belege veröffentlichungen text",
        "bitte hallo danke ok kannst könntest können könnten du sie mir uns ich wir möchte will brauche einen eine ein"
        " den die das etwas einige mehr neue neueste aktuelle kurze kurzen gute wissenschaftliche",
        "über zu zum zur von für wie warum ob dass was in im",
        "möchte will brauche",
    ),
    "french": _request(
        "trouve trouvez cherche cherchez montre montrez explique expliquez décris décrivez écris écrivez donne donnez"
        " dis dites ajoute ajoutez résume résumez rédige rédigez expliquer trouver chercher montrer décrire écrire"
        " résumer donner savoir",
        "paragraphe section phrase phrases résumé aperçu informations littérature articles article sources source"
        " références études publications texte",
        "bonjour merci peux pouvez pourriez tu vous moi nous je veux voudrais voudrions cherche besoin un une des les"
        " le la quelques plus nouveaux récents récentes dernières derniers court bons",
        "sur de des du pour concernant comment pourquoi que si d",
        "veux voudrais cherche",
    ),
    "spanish": _request(
        "explicar encontrar mostrar describir escribir resumir dar saber"
        " busca buscar busque encuentra encuentre muestra explica explique describe escribe escriba dame da di añade"
        " resume redacta nombra",
        "párrafo sección frase frases resumen información literatura artículos artículo fuentes fuente referencias"
        " estudios publicaciones texto",
        "por favor hola gracias puedes puede podrías me nos yo quiero necesito un una unos unas los las el la algunos"
        " más nuevos recientes últimos breve",
        "sobre acerca de del para cómo por qué que si",
        "quiero necesito",
    ),
    "italian": _request(
        "spiegare trovare cercare mostrare descrivere scrivere riassumere dare sapere"
        " trova cerca mostra spiega descrivi scrivi dammi dimmi aggiungi riassumi",
        "paragrafo sezione frase frasi riassunto informazioni letteratura articoli articolo fonti fonte studi testo",
        "per favore ciao grazie puoi può potresti mi ci io voglio vorrei un una degli delle i gli le il la alcuni più"
        " nuovi recenti breve",
        "su sul sulla di del della dei delle per come perché che se riguardo",
        "voglio vorrei",
    ),
    "portuguese": _request(
        "explicar encontrar procurar buscar mostrar escrever resumir dar saber"
        " encontre procure busque mostre explique descreva escreva diga adicione resuma",
        "parágrafo seção frase frases resumo informações literatura artigos artigo fontes fonte estudos texto",
        "por favor olá obrigado pode poderia me nos eu quero preciso um uma uns umas os as o a alguns mais novos"
        " recentes breve",
        "sobre de do da dos das para como por que se",
        "quero preciso",
    ),
}
#: Question words, and the verbs of questions. They are left out only before the topic.
_ASKING = frozenset(
    """
    what which who whom whose when where why how is are was were do does did can could was wer wie wo wann warum wieso
    welche welcher welches ist sind que quel quelle quels quelles quoi qui quand comment pourquoi où est sont qué cuál
    cuáles quién cómo dónde cuándo es son por che cosa qual quali quale chi come dove quando perché è sono o os quais
    quem onde são что такое как какой какая какие кто где когда почему wat welk welke wie hoe waarom vad vilken hur
    """.split()
)
#: Infinitives at the end of German sentences that express an order.
_LAST = frozenset("erklären finden suchen zeigen beschreiben schreiben geben nennen zusammenfassen sagen".split())
#: Words of questions in scripts without spaces.
_UNSPACED = re.compile(
    r"とは(?:何(?:ですか|か)?)?|について(?:教えて(?:ください)?)?"
    r"|是什么|什么是|是什麼|什麼是|请(?:问|解释)?|란 무엇인가요"
)
_ASKED_FOR = re.compile(
    r"[\s,;–-]*\b(?:please|thanks|thank you|bitte|danke|s'il (?:te|vous) plaît|merci|por favor|gracias|grazie|obrigado|"
    r"(?:and |und |et |y |e )?(?:with|cite|citing|give|add|include|list|mit|avec|con|com)\s+(?:me\s+)?"
    r"(?:your |the |all |some |good )?(?:sources?|references?|citations?|quellen|belegen|références|fuentes|fonti"
    r"|fontes))[\s.!?]*$",
    re.IGNORECASE,
)


def topic_words(text: str) -> list[str]:
    """Return the words in the first paragraph of a text that say what it is about, in order."""
    paragraph = _UNSPACED.sub(" ", next((part for part in text.split("\n\n") if part.strip()), ""))
    language = _language(paragraph)
    said = [_about(each, language) for each in _SENTENCE.split(paragraph)]
    found = [word for words in said for word in words]
    return found or [word for word in _TOKEN.findall(paragraph) if not _is_empty(word, language)]


def _about(sentence: str, language: str) -> list[str]:
    """Return the words of a sentence that say what it is about, without words such as "please explain" and "the"."""
    bare = sentence
    while (found := _ASKED_FOR.search(bare)) and found.start() < len(bare):
        bare = bare[: found.start()]
    tokens = _tokens(bare)
    begin = _begin(tokens, language)
    if begin == 0 and tokens and tokens[-1].casefold() in _LAST:
        tokens = tokens[:-1]
        begin = next((n for n, each in enumerate(tokens) if each.casefold() not in _REQUESTS["german"].around), 0)
    while begin < len(tokens) - 1 and _only_asks(tokens[begin], language):
        begin += 1
    rest = tokens[begin:]
    names = not _shouts(sentence)
    kept: list[str] = []
    before = ""
    for word in rest:
        if (names and _is_name(word, before)) or not _is_empty(word, language):
            if not kept or kept[-1].casefold() != word.casefold():
                kept.append(word)
            before = word
        else:
            before = ""
    return kept


def _tokens(text: str) -> list[str]:
    return [re.sub(r"-(?:tu|vous|moi|nous|il|elle)$", "", _ELIDED.sub("", each)) for each in _TOKEN.findall(text)]


def _language(text: str) -> str:
    """Return the language to which most of a question's request words and small words such as “the” belong; English if
    the question has too few of them.

    `ranking.terms.language_of` is not used, because a question is too short for it.
    """
    words = [each.casefold() for each in _tokens(text)]
    counts = {
        language: sum(word in known or (language in _REQUESTS and word in _REQUESTS[language].orders) for word in words)
        for language, known in ALL_WORDS.items()
    }
    best = max(counts, key=lambda each: (counts[each], each == "english"))
    return best if counts[best] >= SURE_WORDS else "english"


def _only_asks(word: str, language: str) -> bool:
    if word.isupper() and len(word) > 1:
        return False
    return word.casefold() in _ASKING or _is_empty(word, language) or _is_empty(word, "english")


def _begin(tokens: Sequence[str], language: str) -> int:
    """Return the index of the topic's first word. An English request may have a topic in another language."""
    low = [each.casefold() for each in tokens]
    english = _REQUESTS["english"]
    return _behind_order(low, _REQUESTS.get(language, english)) or _behind_order(low, english)


def _behind_order(low: Sequence[str], request: _Request) -> int:
    """Return the index of the topic's first word after an order ("find me papers on"): after the verb and, if a
    preposition follows, after what is ordered. Returns 0 if there is no order. `low` are the words in lower case.
    """
    place, end = 0, 0
    while place < len(low):
        word, before = low[place], low[place - 1] if place else ""
        wants = word in request.wants and before in _I
        if word not in request.orders and not wants and word not in request.around:
            break
        place += 1
        if word in request.orders or wants:
            if word in _AMBIGUOUS and place < len(low) and low[place] not in request.around | request.links:
                objects = low[place] in request.objects and (low[place + 1 :] or [""])[0] in request.links
                if not objects:
                    return end
            end = place if word in _OF_TOPIC else _behind_object(low, place, request)
            if end > place:
                return end
    return end


#: Orders after which the topic follows directly; and orders that can also be nouns, which are not taken as orders
#: before a noun.
_OF_TOPIC = frozenset(
    "explain describe know understand learn erkläre erklär beschreibe explique expliquez expliquer décris describe"
    " explicar saber spiega spiegare descrivi sapere descreva savoir".split()
)
_AMBIGUOUS = frozenset("draft name list cite add get provide insert expand compose write look search give".split())
#: Words for the person who wants something.
_I = frozenset({"i", "we", "ich", "wir", "je", "yo", "io", "eu", "would", "'d", "i'd", "i’d", "we'd"})


def _behind_object(low: Sequence[str], place: int, request: _Request) -> int:
    """Return the index of the word at which the topic of an order begins. In "find me three papers on reefs", if
    `place` is the index of "me", the result is that of "reefs".

    If no object of an order begins at `place`, return `place`. `low` are the words in lower case.
    """
    at = place
    while at < len(low) and low[at] in request.around:
        at += 1
    last = at
    while last < len(low) and (low[last] in request.objects or (last > at and low[last] in request.around)):
        last += 1
    if last > at and (last == len(low) or low[last] in request.links):
        return min(last + 1, len(low))
    return place


def _is_empty(word: str, language: str) -> bool:
    key = word.casefold()
    left_out = ALL_WORDS.get(language, ALL_WORDS["english"])
    return key in left_out or key.removesuffix("'s").removesuffix("’s") in left_out


def _is_name(word: str, before: str) -> bool:
    """Return True if a short word is a name or a part of one: an abbreviation in capitals ("WHO", "IT"), or a letter
    after a noun ("vitamin A"). `before` is the word before it.
    """
    if not word.isupper() or word in _OPERATORS:
        return False
    return len(word) > 1 or bool(before)


def _shouts(sentence: str) -> bool:
    letters = [each for each in sentence if each.isalpha()]
    return sum(map(str.isupper, letters)) > len(letters) / 2
