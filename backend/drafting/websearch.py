"""Whether a turn needs the web at all, decided without a model.

Searching costs time and money and puts foreign pages beside a request that has no use for them. The
rules say no only where a person would be sure: small talk, taking away from or rewording the pending
content, questions about the user's own document, and a user who says so. All else is searched for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Why = Literal["said so", "small talk", "edit of the pending content", "own document", "may need sources"]


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether to search, and the rule that decided."""

    search: bool
    why: Why


@dataclass(frozen=True, slots=True)
class Situation:
    """What the message is said into. `asked`: the answer before it ended with a question."""

    has_document: bool = False
    has_pending: bool = False
    asked: bool = False


def decide(message: str, situation: Situation) -> Decision:
    """The first rule that is sure; the default is to search."""
    text = " ".join(message.lower().replace("’", "'").split())
    if _FORBIDS.search(text):
        return Decision(False, "said so")
    if is_small_talk(text, situation.asked):
        return Decision(False, "small talk")
    if situation.has_pending and _edits_pending(text):
        return Decision(False, "edit of the pending content")
    if situation.has_document and is_about_own_document(text):
        return Decision(False, "own document")
    return Decision(True, "may need sources")


def is_small_talk(text: str, asked: bool = False) -> bool:
    """Greetings, thanks, praise and goodbyes, with nothing else said.

    After a question of the assistant's, "yes" and "great" are a consent and not small talk.
    """
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", text)
    if any(character.isdigit() for character in text):
        return False
    if _ABOUT_THE_ASSISTANT.fullmatch(text.strip(" ?!.")):
        return True
    polite = [word for word in words if word in _GREETINGS]
    assenting = [word for word in words if word in _ASSENTS]
    if any(word not in _GREETINGS and word not in _ASSENTS and word not in _FILLERS for word in words):
        return False
    return bool(polite or assenting or not words) and not (asked and not polite)


def is_about_own_document(text: str) -> bool:
    """A question about, or a rewording of, the user's own text that nothing outside can answer better."""
    text = " ".join(text.lower().split())
    if _FROM_OWN.search(text) and not _LOOKS_OUT.search(text):
        return True
    if not _OWN.search(text) or _LOOKS_OUT.search(text) or _DOUBTS.search(text) or _ADDS.search(text):
        return False
    return bool(_INSPECTS.search(text) or _TAKES_AWAY.search(text) or _REWORDS.search(text))


def _edits_pending(text: str) -> bool:
    if _ADDS.search(text) or not (_REFERS.search(text) or len(text.split()) <= 6):
        return False
    if _TAKES_AWAY.search(text):
        return _SEARCHES.search(text) is None
    return _REWORDS.search(text) is not None and _LOOKS_OUT.search(text) is None


def _any(*alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(alternatives)})\b")


_GREETINGS = frozenset(
    "hi hello hey hiya greetings morning afternoon evening night bye goodbye farewell cheers thanks thank thankyou thx "
    "ty welcome appreciate appreciated grateful hallo guten danke tschüss merci bonjour bonsoir salut gracias hola adiós "
    "obrigado obrigada olá grazie ciao arigato 谢谢 你好 ありがとう こんにちは 감사합니다 안녕하세요 спасибо привет дякую "
    "teşekkürler merhaba dziękuję cześć tack hej".split()
)
_ASSENTS = frozenset(
    "ok okay yes yeah yep no nope sure fine good great perfect nice cool awesome excellent wonderful brilliant lovely "
    "amazing fantastic super alright right well done agreed ja nein oui non sí bien gut prima bueno genau haha lol".split()
)
_FILLERS = frozenset(
    "a all again am an and are as be but bye can day do everything for from glad go got happy have help helpful how i "
    "i'm in is it it's its job just later let's like little look looks lot love me much my of oh one please really see "
    "so soon sound sounds that that's the then there this to today tomorrow too u up us very was we what work works you "
    "you're your dir dank vielen tag sehr beaucoup muchas de te je du".split()
)
_ABOUT_THE_ASSISTANT = re.compile(
    r"(?:(?:hi|hello|hey)[ ,!]+)?(?:how are you(?: doing)?(?: today)?|who are you|what are you|what can you do(?: for me)?"
    r"|how (?:do you|does this) work|what(?:'s| is) your name|can you help me)"
)

_FORBIDS = re.compile(
    r"\b(?:without|don't|do not|dont|no need to|never|not)\b[^.?!;]{0,25}"
    r"\b(?:search\w*|web|internet|google|browse|browsing|online|look(?:ing)? (?:it |this |anything )?up)\b"
    r"|\bno (?:web|internet|online)\b|\bno search\b"
    r"|\b(?:only|solely|exclusively|just)\b[^.?!;]{0,15}\b(?:from|on|use|using)?\s*"
    r"(?:my|our|the|these|this)(?: own| attached)* (?:highlights?|attachments?|attached \w+|document|manuscript|notes|library)\b"
)

_SEARCHES = _any(
    r"search", r"look (?:\w+ )?up", r"google", r"browse", r"online", r"internet", r"the web", r"cite", r"fact-?check",
    r"find (?:me )?(?:out|a|an|some|more|any|other|new|sources?|stud\w+|papers?|evidence|references?|literature)",
)  # fmt: skip
_LOOKS_OUT = re.compile(
    _SEARCHES.pattern + "|"
    + _any(
        r"sources?", r"references?", r"citations?", r"literature", r"stud(?:y|ies)", r"evidence", r"publications?",
        r"latest", r"recent(?:ly)?", r"newest", r"nowadays", r"up[- ]to[- ]date", r"outdated", r"state of the art",
        r"as of \d{4}", r"(?:other|previous|prior|related) (?:work|works|authors?|groups?|papers?|research)",
        r"verify", r"statistics", r"compared? (?:\w+ )?(?:with|to|against)", r"novel(?:ty)?",
    ).pattern
)  # fmt: skip
_DOUBTS = re.compile(
    r"\b(?:is|are|was|were|does|do)\b.*\b(?:correct|true|accurate|valid|plausible|still hold|hold up|wrong)\b"
)
_ADDS = _any(
    r"adds?", r"include", r"insert", r"mention", r"expand", r"elaborate", r"extend", r"more details?", r"longer", r"write",
    r"draft (?:a|an|the|some|me|new)", r"compose", r"explain why", r"examples?", r"support (?:it|this|that|the)", r"back up",
    r"what about", r"also (?:cover|discuss|describe)", r"fill in", r"complete the",
)  # fmt: skip
_TAKES_AWAY = _any(
    r"short(?:er|en)", r"condense", r"concise", r"brief(?:er)?", r"trim", r"tighten", r"cut", r"remove", r"delete", r"drop",
    r"omit", r"leave out", r"without the", r"merge", r"combine", r"join", r"split", r"re-?order", r"swap", r"move",
    r"translate", r"re-?format", r"format", r"bullets?(?: points?)?", r"into an? \w*\s?(?:list|table|paragraph|sentence)",
    r"as an? \w*\s?(?:list|table|paragraph)", r"bold", r"italics?", r"rename", r"capitali[sz]e", r"undo", r"revert",
)  # fmt: skip
_REWORDS = _any(
    r"re-?phrase", r"re-?word", r"paraphrase", r"re-?write", r"polish", r"proof-?read", r"simplify", r"simpler",
    r"(?:more|less|too) \w+", r"tone", r"(?:passive|active) voice", r"(?:past|present|future) tense", r"spelling",
    r"grammar", r"typos?", r"wording", r"formal", r"replace", r"change .+ (?:to|into)", r"use .+ instead", r"fix",
    r"call it", r"say .+ instead", r"improve the (?:style|flow|language|wording)",
)  # fmt: skip
_REFERS = _any(
    r"it", r"its", r"this", r"that", r"these", r"those", r"them", r"your", r"the (?:\w+ ){0,2}(?:content|draft|text|version"
    r"|paragraphs?|sentences?|tables?|lists?|sections?|head(?:ing|er|line)s?|titles?|words?|bullets?|items?|rows?|columns?"
    r"|equations?|code|answer|part|half|beginning|end)",
)  # fmt: skip
_PARTS = (
    r"(?:introduction|intro|background|methods?|methodology|results?|findings|discussion|conclusions?|abstract|limitations"
    r"|outlook|appendix|sections?|paragraphs?|tables?|figures?|equations?|titles?|structure|outline|headings?|summary)"
)
_OWN = re.compile(
    r"\b(?:my|our|this|the current)(?: \w+){0,2} (?:document|paper|manuscript|draft|thesis|article|text|chapter|report"
    rf"|essay|{_PARTS})\b"
    r"|\b(?:my|our|this) (?:document|paper|manuscript|draft|thesis|article|text|chapter|report|essay)\b"
    rf"|\b(?:my|our) {_PARTS}\b|\bthe (?:document|manuscript|draft)\b|\bthe (?:\w+ )?{_PARTS}\b"
    r"|\b(?:have|did|do) (?:i|we) (?:already )?(?:written|write|say|said|mention|mentioned|define|defined|describe)\b"
)
_INSPECTS = re.compile(
    r"^(?:(?:please|hi|hello|hey|ok|and|so|now|can you|could you|would you|tell me)[ ,]+)*"
    r"(?:what|where|which|when|who|how|why|do|does|did|is|are|have|has|summari[sz]e|list|outline|count|check|review|show|quote"
    r"|tell|name|give me (?:an? )?(?:summary|overview|outline))\b"
)
_FROM_OWN = re.compile(
    r"\b(?:write|draft|suggest|propose|make|give|create)\b[^.?!]{0,20}\b(?:abstract|summary|titles?|keywords?|tl;?dr|outline)\b"
    r"[^.?!]{0,15}\b(?:of|for|from)\b (?:my|our|this|the) (?:document|paper|manuscript|draft|thesis|article|text|chapter)\b"
)
