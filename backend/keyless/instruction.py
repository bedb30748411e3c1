"""Parse an instruction without a model: whether it asks for a text or an answer, and its topic, length and form.

The rules are made for English. For other languages, only punctuation, references to attachments and the words of the
topic are used, which is enough to find sentences that fit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from backend.document.order_classes import INDEFINITE
from backend.document.order_words import COURTESIES, is_a, read_sentence
from backend.ranking.function_words import ALL_WORDS, QUESTION_WORDS, STOP_WORDS
from backend.ranking.terms import language_of, stop_terms, terms, words_of

#: `_WRITE` has verbs that ask for a text anywhere in a statement. `_OPENING` has verbs that ask for a text only as the
#: first word.
_WRITE = (
    "add|append|compose|continue|create|elaborate|expand|extend|fill|generate|include|incorporate|insert|"
    "integrate|paraphrase|prepare|rephrase|restate|revise|rewrite|shorten|summarise|summarize|update|weave|write"
)
_OPENING = (
    "cite|condense|convert|copy|cover|describe|develop|discuss|draft|explain|formulate|give|introduce|list|make|mention|"
    "merge|note|outline|place|present|produce|provide|put|quote|recap|report|show|state|turn|use|work"
)
_PIECES = (
    "abstract|background|bullet|caption|conclusion|discussion|equation|figure|introduction|intro|item|line|list|"
    "note|outline|overview|paragraph|passage|phrase|point|quotation|recap|section|sentence|subsection|summary|"
    "synopsis|table|text"
)
_SECTIONS = (
    "abstract|acknowledgements|appendix|background|conclusion|conclusions|discussion|experiment|experiments|"
    "limitation|limitations|introduction|intro|methodology|method|methods|result|results|findings|summary|overview|evaluation|related|"
    "work|future"
)
_MANNER = (
    "attach|attached|attachment|highlighted|highlight|highlights|source|reference|citation|document|paper|"
    "manuscript|article|draft|content|word|please|need|want|like|help|new|another|existing|current|short|brief|"
    "concise|long|longer|detailed|shorter|good|better|same|other|thing|following|above|below|before|after|between|"
    "under|beginning|begin|start|end|top|bottom|middle|front|next|last|first|second|third|fourth|fifth|one|two|"
    "three|four|five|six|seven|eight|nine|ten|also|now|then|again|about|based|only|using|whole|entire|every|main|"
    "key|tell|find|know|look|say|says|said|question|answer|let|information|material|evidence|mentioned|get|got|"
    "keep|instead|say|there|hello|hi|thanks|thank|library|bibliothek|bibliothèque|biblioteca|bibliotheek"
)
#: Words that belong to the way a question is asked and not to its subject. Their weight is lower than that of words of
#: the topic.
_SOFT = (
    "according|achieve|action|activity|address|advantage|affect|aim|allow|announce|approach|argue|aspect|attempt|"
    "author|average|become|benefit|big|bring|broad|care|case|cause|certain|challenge|change|chapter|characteristic|"
    "choose|chosen|claim|clear|close|common|compare|concern|conclude|conduct|consider|contribute|current|day|deal|"
    "decide|demonstrate|detail|determine|differ|different|dissertation|earlier|early|easy|effect|element|emphasise|"
    "emphasize|employ|enable|enough|ensure|essay|establish|event|ever|exactly|example|experience|express|fact|"
    "factor|far|fast|feature|focus|form|general|goal|great|happen|hard|help|high|identify|illustrate|impact|"
    "implement|importance|important|improve|indicate|influence|initial|intend|involve|issue|kind|large|late|lead|"
    "low|many|matter|mean|measure|method|might|much|name|nature|need|number|objective|occur|offer|often|old|"
    "overall|part|particular|people|per|play|possible|potential|practice|previous|primary|problem|process|propose|"
    "purpose|quick|quickly|range|rate|reason|receive|recent|recommend|refer|regard|relate|relation|relationship|"
    "represent|request|require|research|review|role|seem|several|significance|significant|situation|slow|small|"
    "solution|someone|something|soon|sort|specific|statement|step|still|strategy|strong|study|success|suggest|"
    "support|take|technique|term|thesis|time|type|understand|usual|value|various|view|way|well|wide|within|without|"
    "year|young|across|against|among|despite|most|near|since|took|toward|towards|versus|alto|bekam|bekommt|bekommen|"
    "élevé|grand|groß|hatte|hoch|meisten|tiene|tienen|tuvo|viel"
)
#: The weight of such a word; a word of the topic has weight 1 (measured by `python -m tests.bench.quoting`).
_SOFT_WEIGHT = 0.3
_NUMBERS = {
    word: count
    for count, words in enumerate(
        [
            "one ein eine einen einem einer un une una uno um uma een",
            "two zwei deux dos due dois duas twee",
            "three drei trois tres tre três drie",
            "four vier quatre cuatro quattro quatro",
            "five fünf cinq cinco cinque vijf",
            "six sechs seis sei zes",
            "seven sieben sept siete sette sete",
            "eight acht huit ocho otto oito",
            "nine neun neuf nueve nove",
            "ten zehn dix diez dieci dez",
            "eleven elf onze once undici",
            "twelve zwölf douze doce dodici",
        ],
        start=1,
    )
    for word in words.split()
}

_STATEMENT = re.compile(r"[^.!?？！。\n]+[.!?？！。]*")
_LEAD = re.compile(
    r"^\W*(?:(?:ok(?:ay)?|so|now|then|next|first|also|and|but|please|kindly|just|thanks?|thank you|great|good|fine|yes"
    r"|hi|hello|(?:can|could|would|will) (?:you|we)|i(?:'d| would)? (?:want|like)(?: you)? to|i need(?: you)? to"
    r"|we (?:should|need to|want to)|you (?:should|can|could)|let(?:'s| us)|go ahead and|try to|help me(?: to)?)\b"
    r"[\s,:;–—-]*)+",
    re.IGNORECASE,
)
_REQUESTED = re.compile(r"^\W*(?:please\W+)?(?:can|could|would|will) (?:you|we)\b", re.IGNORECASE)
_ASKS = re.compile(
    r"^\W*(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|am|do|does|did|has|have|had|should|may|might|can|could)\b",
    re.IGNORECASE,
)
_TELL = re.compile(r"^\W*(?:tell|show|explain to|remind|give) (?:me|us)\b", re.IGNORECASE)
_NOT_YET = re.compile(
    r"\b(?:do not|don'?t|not|never|without|no need to|rather than|instead of|before (?:you|we|i))\s+(?:\w+\s+){0,2}?"
    rf"(?:{_WRITE}|{_OPENING})",
    re.IGNORECASE,
)
_ANYWHERE = re.compile(rf"\b(?:{_WRITE})\b", re.IGNORECASE)
_FIRST = re.compile(rf"(?:{_WRITE}|{_OPENING})\b", re.IGNORECASE)
_PIECE_WANTED = re.compile(
    rf"^(?:(?:i|we)(?:'d| would)? (?:need|want|like|have)\s+)?(?:an?|one|two|three|another|some|the|\d+)?\s*"
    rf"(?:[\w-]+\s+){{0,3}}?"
    rf"(?:{_PIECES})s?\b(?:\s+(?:on|about|for|of|from|that|which|with|to|in|at|after|before)\b|\s*[,.!:]|\s*$)",
    re.IGNORECASE,
)
_PROSE = re.compile(rf"\b(?:write|draft|compose|add|insert|append|prose|(?:{_PIECES})s?)\b", re.IGNORECASE)
_POINTS = re.compile(
    r"\b(?:this|these|those|them|it|attached|attachments?|highlights?|highlighted|quot(?:e|es|ations?)|notes?|both"
    r"|the following)\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"\b(?:summar(?:y|ies|i[sz]e[sd]?|i[sz]ing)|abstract|conclusions?|overview|recap|synopsis|outline"
    r"|(?:key|main) (?:points|findings|messages|ideas)|take-?aways?|tl;?dr"
    r"|what (?:is|are|does) (?:this|the|my|our) \w+ (?:all )?(?:about|say)|in a nutshell|gist)\b",
    re.IGNORECASE,
)
_ONE_PARAGRAPH = re.compile(r"\b(?:paragraph|sentence|sentences|caption|item|note)\b", re.IGNORECASE)
_BETWEEN_TOPICS = re.compile(r"[,;:\n]|\.\s|\b(?:and|then|as well as|followed by|plus)\b", re.IGNORECASE)
_BESIDE = re.compile(
    rf"\b(?:(?:put|place|insert|add|move) (?:it|this|that|them|these)|right|directly|immediately)?\s*"
    rf"\b(?:before|after|behind|above|below|under|next to|between|following)\s+(?:the|my|our)\s+"
    rf"(?:[\w-]+\s+){{0,3}}?(?:{_PIECES}|code|heading|chapter|part)s?\b[^.;,\n]*",
    re.IGNORECASE,
)
_AT_SECTION = re.compile(
    r"\b(?:to|in|into|within|under|of|for)\s+(?:the|my|our)\s+(?:[\w-]+\s+){1,4}?(?:sub)?section\b", re.IGNORECASE
)
_SECTION_ON = re.compile(
    r"\b(?:to|in|into|within|under|of|for)\s+(?:the|my|our)\s+(?:sub)?section\s+(?:on|about|called|named|titled)\s[^,.;\n]+",
    re.IGNORECASE,
)
#: The word "drafts". A sentence about several drafts asks for no new text, because these drafts already exist.
DRAFTS = frozenset("drafts entwürfe entwürfen brouillons borradores bozze rascunhos concepten".split())
_NOT_YET_WRITTEN = INDEFINITE | {"one"}
_NUMBER_WORDS = "|".join(sorted(_NUMBERS, key=len, reverse=True))
_COUNT = re.compile(
    rf"\b(\d{{1,3}}|{_NUMBER_WORDS}|an?|single)[\s-]+(?:\w+\s+)?(sentence|point|bullet|item|word)s?\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Instruction:
    """An instruction of the user, parsed.

    - `wants_content`: it asks for a text of any kind, such as a summary
    - `wants_prose`: it asks for a text to be written
    - `asks`: it is a question
    - `points`: it refers to attachments ("these", "the highlights")
    - `whole`: it asks about everything (a summary, an abstract)
    - `one_paragraph`: it asks for a single paragraph
    - `topic`: the stems of the words that name the subject; `query` has these words
    - `topics`: the same stems, one group for each item of an enumeration ("on wind, rain and snow")
    - `language`: the language of the texts that are searched for the topic
    - `sentences`, `words`: the limits that it sets; None if it sets none
    """

    text: str
    wants_content: bool
    wants_prose: bool
    asks: bool
    points: bool
    whole: bool
    topic: tuple[str, ...]
    topics: tuple[tuple[str, ...], ...]
    query: str
    language: str
    sentences: int | None
    words: int | None
    form: str  # "prose", "bullets" or "numbers"
    one_paragraph: bool
    #: True if its language differs from that of the texts, so that the texts contain almost none of its words
    is_foreign: bool = False


def read_instruction(instruction: str, texts: str) -> Instruction:
    """Parse an instruction. `texts` are the texts that are searched for its topic; their language decides how words are
    reduced to stems.
    """
    statements = [match.group().strip() for match in _STATEMENT.finditer(instruction) if match.group().strip()]
    wants = any(map(_wants, statements))
    asks = any(map(_is_question, statements)) and not wants
    language = language_of(texts or instruction)
    sentences, words = _limits(instruction)
    foreign = _foreign(instruction)
    about = _without_order_words(instruction, foreign) if foreign else instruction
    about = about if asks else _without_place(about)
    topic = topic_of(about, language, places=asks) or topic_of(instruction, language, places=asks)
    is_foreign = bool(texts) and _is_foreign(instruction, language)
    if is_foreign:  # only names and loan words can be found in texts of another language
        known = frozenset(terms(texts, language))
        topic = tuple(stem for stem in topic if stem in known) or topic
    stems = frozenset(topic)
    return Instruction(
        text=instruction,
        wants_content=wants,
        wants_prose=wants and _PROSE.search(instruction) is not None,
        asks=asks,
        points=_POINTS.search(instruction) is not None,
        whole=_WHOLE.search(instruction) is not None,
        topic=topic,
        topics=_topics(about, language, places=asks),
        query=" ".join(word for word in re.findall(r"\w+", instruction) if not stems.isdisjoint(terms(word, language))),
        language=language,
        sentences=sentences,
        words=words,
        form=form_of(instruction) or "prose",
        one_paragraph=_ONE_PARAGRAPH.search(instruction) is not None,
        is_foreign=is_foreign,
    )


def topic_of(text: str, language: str, places: bool = False) -> tuple[str, ...]:
    """Return the stems of the words that name the subject: "ice" and "loss" in "write a summary of ice loss". Function
    words and words such as "write" or "summary" are left out.

    With `places`, names of sections are kept. They belong to the subject of a question, but in a request they say where
    the text belongs.
    """
    left_out = (
        stop_terms(language)
        | _question_stems(language)
        | _stems(language)
        | (frozenset() if places else _section_stems(language))
    )
    return tuple(term for term in dict.fromkeys(terms(text, language)) if term not in left_out and not term.isdigit())


def without_request_words(text: str, language: str) -> str:
    """Return the text without words that occur in questions on any subject: "the paper", "say", "first"."""
    left_out = _manner_stems(language)
    return " ".join(word for word in re.findall(r"\w+", text) if left_out.isdisjoint(terms(word, language)))


def _topics(text: str, language: str, places: bool) -> tuple[tuple[str, ...], ...]:
    """Return the topics that a request enumerates, each as stems. A stem of several topics belongs to the first of
    them. `language` is that of the texts. If `places` is True, names of sections belong to the topics, too.
    """
    seen: set[str] = set()
    found: list[tuple[str, ...]] = []
    for part in _BETWEEN_TOPICS.split(text):
        stems = tuple(stem for stem in topic_of(part, language, places) if stem not in seen)
        seen.update(stems)
        if stems:
            found.append(stems)
    return tuple(found)


def _foreign(instruction: str) -> str:
    """Return the language of an instruction, judged by its function words, such as "german"; "" if it is English or
    unknown.
    """
    words = words_of(instruction)
    hits = {language: sum(word in known for word in words) for language, known in STOP_WORDS.items()}
    best = max(hits, key=lambda language: hits[language])
    return best if hits[best] > hits["english"] else ""


def _is_foreign(instruction: str, language: str) -> bool:
    """Return True if an instruction is not in `language`, the language of the texts. It is judged by its function
    words, or else by its script.
    """
    words = words_of(instruction)
    hits = {name: sum(word in known for word in words) for name, known in ALL_WORDS.items()}
    most = max(hits.values())
    return hits.get(language, 0) < most if most else language_of(instruction) != language


def _without_order_words(instruction: str, language: str) -> str:
    """Return an instruction in another language than English without function words and words of orders, such as
    "Absatz" (paragraph).
    """
    classes = ("placing", "writing", "moving", "element", "edge", "place", "following", "draft", "shortening")
    return " ".join(
        word
        for word in re.findall(r"[^\W_]+(?:['’-][^\W_]+)*|[,;:.\n]", instruction)
        if word.casefold() not in STOP_WORDS[language]
        and word.casefold() not in COURTESIES
        and not is_a(word.casefold(), *classes)
    )


def _without_place(instruction: str) -> str:
    """Return the instruction without words such as "in the Methods section", which say where the text belongs."""
    return _SECTION_ON.sub(" ", _AT_SECTION.sub(" ", _BESIDE.sub(" ", instruction)))


def weight_of(stem: str, language: str) -> float:
    """Return the weight of a stem (0 to 1) when a text is compared with the topic. The weight is lower for words that
    are common in questions on any subject, such as "important".
    """
    return _SOFT_WEIGHT if stem in _soft_stems(language) else 1.0


def form_of(instruction: str) -> str | None:
    """Return the form that an instruction asks for: "bullets", "numbers" or "prose"; None if it asks for none."""
    lowered = instruction.lower()
    if re.search(r"\bnumbered\b|\benumerat", lowered):
        return "numbers"
    if re.search(r"stichpunkt|aufzählung|\bpuces\b|viñetas|\belenco\b|marcadores|opsomming", lowered):
        return "bullets"
    if re.search(r"\bbullet|\bitemi[sz]e|\b(?:as|into|in) (?:a |the )?(?:\w+ )?lists?\b|\blist of\b", lowered):
        return "bullets"
    if re.search(r"(?:^|[.!;:,]\s*|\b(?:please|and|then|to|you)\s+)list the\b", lowered):  # not "where we list the X"
        return "bullets"
    if re.search(r"\b(?:as|into|in) (?:a |one |running |plain |flowing )*(?:prose|paragraphs?|text)\b", lowered):
        return "prose"
    return None


def number_of(word: str) -> int | None:
    """Return the number that a word stands for: 3 for "3" or "three", 1 for "a"; None for any other word."""
    lowered = word.lower()
    if lowered.isdigit():
        return int(lowered)
    return 1 if lowered in ("a", "an", "single") else _NUMBERS.get(lowered)


def _wants(statement: str) -> bool:
    if _NOT_YET.search(statement) or _TELL.search(statement):
        return False
    if _is_question(statement):
        return False
    sentence = read_sentence(statement)
    ends = (*sentence.words[:1], *sentence.words[-1:])
    if not sentence.refuses and any(is_a(word, "placing", "writing") for word in ends):
        return True
    words = sentence.words
    if DRAFTS.intersection(words):
        return False  # "explain the difference between the two drafts"
    if any(is_a(word, "element") and words[place - 1] in _NOT_YET_WRITTEN for place, word in enumerate(words) if place):
        return True  # "un párrafo sobre …"
    bare = _LEAD.sub("", statement)
    if _FIRST.match(bare) or _PIECE_WANTED.match(bare) or _PIECE_WANTED.match(statement):
        return True
    return _ANYWHERE.search(bare) is not None


def _is_question(statement: str) -> bool:
    if _REQUESTED.search(statement):
        return False
    return _ASKS.search(statement) is not None or read_sentence(statement).asks


def _limits(instruction: str) -> tuple[int | None, int | None]:
    found = {kind.lower(): number_of(count) for count, kind in _COUNT.findall(instruction)}
    words = found.pop("word", None)
    if words == 1:
        words = None  # "a word on …" is no limit
    counted = next((count for count in found.values() if count), None)
    if counted is None and re.search(
        r"\b(?:short|brief|concise|briefly|shortly|succinct)\b", instruction, re.IGNORECASE
    ):
        counted = 3
    return counted, words


@lru_cache(maxsize=32)
def _manner_stems(language: str) -> frozenset[str]:
    return frozenset(terms(_MANNER.replace("|", " "), language))


@lru_cache(maxsize=16)
def _stems(language: str) -> frozenset[str]:
    return frozenset(terms(" ".join((_WRITE, _OPENING, _PIECES, _MANNER)).replace("|", " "), language))


@lru_cache(maxsize=16)
def _question_stems(language: str) -> frozenset[str]:
    return frozenset(terms(" ".join(QUESTION_WORDS.get(language, ())), language))


@lru_cache(maxsize=16)
def _section_stems(language: str) -> frozenset[str]:
    return frozenset(terms(_SECTIONS.replace("|", " "), language))


@lru_cache(maxsize=16)
def _soft_stems(language: str) -> frozenset[str]:
    return frozenset(terms(_SOFT.replace("|", " "), language))
