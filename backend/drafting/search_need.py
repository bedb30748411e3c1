"""Decide without a model whether a message needs a web search.

A search costs time and money, and adds other people's pages to the prompt. The rules decide against a search only in
clear cases: small talk, a shorter or reworded version of the open draft, a question about the user's own document, and
a message that forbids a search.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from backend.ranking.function_words import STOP_WORDS

Why = Literal["said so", "small talk", "edit of the pending content", "own document", "may need sources"]

#: Maximum length, in characters, of a message about which the rules can be sure. A longer message has more than one
#: subject.
LONGEST_SURE = 1_000


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether to search, and the name of the rule that decided this."""

    search: bool
    why: Why


@dataclass(frozen=True, slots=True)
class Situation:
    """The situation in which a message was sent: whether the document has text, whether there is an open draft
    (`has_pending`), and whether the previous answer ended with a question (`asked`).
    """

    has_document: bool = False
    has_pending: bool = False
    asked: bool = False


def decide(message: str, situation: Situation) -> Decision:
    """Return the decision of the first rule that applies to a message. If none applies, the decision is to search."""
    text = " ".join(message.lower().replace("’", "'").split())
    if re.search(_FORBIDS, text):
        return Decision(False, "said so")
    if len(text) > LONGEST_SURE:
        return Decision(True, "may need sources")
    if is_small_talk(text, situation.asked):
        return Decision(False, "small talk")
    if situation.has_pending and _edits_pending(text):
        return Decision(False, "edit of the pending content")
    if situation.has_document and is_about_own_document(text):
        return Decision(False, "own document")
    return Decision(True, "may need sources")


def is_small_talk(text: str, after_question: bool = False) -> bool:
    """Return True if a message, given in lower case, consists only of greetings, thanks, praise or goodbyes.

    If `after_question` is True, the assistant has just asked something, so "yes" and "great" are answers and not small
    talk.
    """
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", text)
    if any(map(str.isdigit, text)):
        return False
    if re.fullmatch(_ABOUT_THE_ASSISTANT, text.strip(" ?!.¿¡")):
        return True
    polite = [word for word in words if word in _GREETINGS]
    assenting = [word for word in words if word in _ASSENTS]
    fillers = _FILLERS | function_words() if polite else _FILLERS
    if any(word not in _GREETINGS and word not in _ASSENTS and word not in fillers for word in words):
        return False
    if after_question or text.endswith("?"):
        return bool(polite)
    return bool(text) and bool(polite or assenting or not words)


@cache
def function_words() -> frozenset[str]:
    """Return the function words of all languages, such as "the" and "und"."""
    return frozenset().union(*STOP_WORDS.values())


def is_about_own_document(text: str) -> bool:
    """Return True if a message asks what the user's own document says ("what do I say about ice?"), or asks to reword
    or retell it.
    """
    text = " ".join(text.lower().split()).rstrip("?!. ")
    if _looks_out(text) or re.search(_DOUBTS, text):
        return False
    if re.search(_FROM_OWN, text) or re.search(_AUTHOR_SAYS, text):
        return True
    if not re.search(_OWN, text) or re.search(_ADDS, text):
        return False
    if re.search(_QUESTION, text):
        return bool(re.search(_SAYS, text) or re.search(_HOW_MUCH, text) or re.search(_RETELLS, text))
    return any(re.search(kind, text) for kind in (_RETELLS, _TAKES_AWAY, _REWORDS))


def _edits_pending(text: str) -> bool:
    if re.search(_ADDS, text) or not (re.search(_REFERS, text) or len(text.split()) <= 6):
        return False
    if re.search(_TAKES_AWAY, text):
        return re.search(_SEARCHES, text) is None
    return re.search(_REWORDS, text) is not None and not _looks_out(text)


def _looks_out(text: str) -> bool:
    return bool(re.search(_SEARCHES, text) or re.search(_OUTSIDE, text))


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


# The patterns are strings here, because compiling them takes 40 ms; `re` compiles each at its first use and keeps it.
def _any(*alternatives: str) -> str:
    return rf"\b(?:{'|'.join(alternatives)})\b"


_GREETINGS = _words(
    "buongiorno buonasera buenos buenas bom boa salve servus moin thanks gracias kiitos dank dankjewel goedemorgen",
    "hi hello hey hiya greetings morning afternoon evening night bye goodbye farewell cheers thanks thank thankyou",
    "thx ty welcome appreciate appreciated grateful hallo guten danke tschüss merci bonjour bonsoir salut gracias",
    "hola adiós obrigado obrigada olá grazie ciao arigato dank 谢谢 你好 ありがとう こんにちは 감사합니다 안녕하세요",
    "спасибо привет дякую teşekkürler merhaba dziękuję cześć tack hej",
)
_ASSENTS = _words(
    "ok okay yes yeah yep no nope sure fine good great perfect nice cool awesome excellent wonderful brilliant",
    "lovely amazing fantastic super alright right well done agreed ja nein oui non sí bien gut prima bueno genau",
    "haha lol wow",
)
_FILLERS = _words(
    "c'est deine deiner ihre votre ton tu tua sua vostro vuestra",
    "weekend nice meet meeting see back again funny helped hilfe aide aiuto ayuda ajuda hjälp days kind mate friend",
    "morgen abend días tardes noches dia noite tarde parfait perfekt perfecto perfetto perfeito super parfaitement",
    "a all again am an and are as be but can day do everything for from glad go got happy have help helpful how i",
    "i'm in is it it's its job just later let's like little look looks lot love me much my of oh one please really",
    "see so soon sound sounds that that's the then there this to today tomorrow too u up us very was we what work",
    "works you you're your dir vielen tag sehr beaucoup muchas de te je du",
)
_ABOUT_THE_ASSISTANT = (
    r"(?:(?:hi|hello|hey|hallo|hej|guten (?:morgen|tag|abend)|bonjour|salut|hola|buenos días|ciao|buongiorno|olá"
    r"|bom dia)(?: there)?[ ,!]+)?(?:wie geht(?:'s| es)(?: dir| ihnen)?|(?:comment )?[çc]a va"
    r"|comment (?:allez[- ]vous|vas[- ]tu)"
    r"|c[oó]mo est[aá]s?|qu[eé] tal|come (?:stai|sta|va)|tudo bem|como (?:vai|est[aá])|hoe gaat het|nice to meet you"
    r"|what'?s up|how(?:'s| is) it going|see you(?: \w+)?|have a (?:great|nice|good|lovely) \w+|tell me a joke"
    r"|who (?:made|built|created) you|are you (?:an? )?(?:ai|bot|robot|human|real|there|ok|okay)"
    r"|(?:haha+,? ?)?that(?:'s| is) (?:so |very )?(?:funny|great|nice|good|kind|cool)"
    r"|how are you(?: doing)?(?: today)?|who are you|what are you|can you help me"
    r"|what can you do(?: for me)?|how (?:do you|does this) work|what(?:'s| is) your name)"
)

# --- the user forbids a search ---------------------------------------------------------------------

_FORBIDS = (
    r"\b(?:without|don't|do not|dont|no need to|never|not)\b[^.?!;]{0,25}"
    r"\b(?:search\w*|web|internet|google|browse|browsing|online|look(?:ing)? (?:it |this |anything )?up)\b"
    r"|\bno (?:web|internet|online|search)\b"
    r"|\b(?:only|solely|exclusively|just)\b[^.?!;]{0,15}\b(?:my|our|the|these|this)(?: own| attached)*"
    r" (?:highlights?|attachments?|attached \w+|document|manuscript|notes|library)\b"
)

# --- what only the outside can answer --------------------------------------------------------------

_SEARCHES = _any(
    r"search",
    r"look (?:\w+ )?up",
    r"google",
    r"browse",
    r"online",
    r"internet",
    r"the web",
    r"cite",
    r"fact-?check",
    r"find (?:me )?(?:out|an?|some|more|any|other|new|sources?|stud\w+|papers?|evidence|references?|literature)",
)
_OUTSIDE = _any(
    r"sources?",
    r"references?",
    r"citations?",
    r"literature",
    r"stud(?:y|ies)",
    r"evidence",
    r"publications?",
    r"latest|recent(?:ly)?|newe(?:r|st)|nowadays|up[- ]to[- ]date|outdated|state of the art|as of \d{4}",
    r"(?:other|previous|prior|related) (?:work|works|authors?|groups?|papers?|research)",
    r"current(?:ly)?(?! (?:draft|text|version|document|paper|content|section|paragraph|manuscript))",
    r"verify",
    r"statistics",
    r"compared? (?:\w+ )?(?:with|to|against)",
    r"novel(?:ty)?",
)
_DOUBTS = r"\b(?:is|are|was|were|does|do)\b.*\b(?:correct|true|accurate|valid|plausible|still hold|hold up|wrong)\b"
_ADDS = _any(
    r"adds?|include|insert|mention|expand|elaborate|extend|longer|more details?",
    r"write(?! (?:it|this|that) )|compose|draft (?:an?|the|some|me|new)",
    r"explain why|examples?|what about|also (?:cover|discuss|describe)",
    r"support (?:it|this|that|the)|back up|fill in|complete the",
)

# --- what needs only the text itself ---------------------------------------------------------------

_TAKES_AWAY = _any(
    r"short(?:er|en)|condense|concise|brief(?:er)?|trim|tighten|cut",
    r"remove|delete|drop|omit|leave out|without the",
    r"merge|combine|join|split|re-?order|swap|move",
    r"translate|re-?format|format|bold|italics?|capitali[sz]e|rename|undo|revert",
    r"bullets?(?: points?)?|(?:in|as) ?(?:to)? an? (?:\w+ )?(?:list|table|paragraph|sentence)",
)
_REWORDS = _any(
    r"re-?phrase|re-?word|paraphrase|re-?write|polish|proof-?read|simplify|simpler|wording|tone|formal",
    r"(?:less|too) \w+",
    r"more (?!data|detail|numbers|facts|info|context|background|depth|on|about|points|text|content|words)\w+",
    r"under \d+ words|(?:passive|active) voice|(?:past|present|future) tense",
    r"spelling|grammar|typos?|fix",
    r"replace|change .+ (?:to|into)|(?:say|call it|use ['\"“‘].+) instead|call it",
    r"improve the (?:style|flow|language)",
)
_REFERS = _any(
    r"its?|this|that|these|those|them|your",
    r"the (?:\w+ ){0,2}(?:content|draft|text|version|answer|part|half|beginning|end|words?|code|titles?)",
    r"the (?:language|style|tone)",
    r"the (?:\w+ ){0,2}(?:paragraphs?|sentences?|sections?|head(?:ing|er|line)s?|equations?)",
    r"the (?:\w+ ){0,2}(?:tables?|rows?|columns?|lists?|bullets?|items?)",
)

# --- the user's own document -----------------------------------------------------------------------

_TEXTS = r"(?:document|paper|manuscript|draft|thesis|article|text|chapter|report|essay)"
_PARTS = (
    r"(?:introduction|intro|background|methods?|methodology|results?|findings|discussion|conclusions?|abstract"
    r"|limitations|outlook|appendix|sections?|paragraphs?|tables?|figures?|equations?|titles?|structure|outline"
    r"|headings?|summary)"
)
# "The abstract of Doe's paper" is another author's text, "the abstract of my paper" is not.
_NOT_OF_OTHERS = rf"(?! (?:of|by|from) (?!my|our|this|the {_TEXTS}))"
_OWN = (
    rf"\b(?:my|our|this|the current)(?: \w+){{0,2}} (?:{_TEXTS}|{_PARTS})\b{_NOT_OF_OTHERS}"
    rf"|\bthe (?:document|paper|manuscript|draft|introduction|intro|abstract|conclusions?|methodology|appendix|outline"
    rf"|(?:\w+ )?section|(?:first|second|third|last|next|previous|\w+th) (?:section|paragraph|table|figure|equation))\b"
    rf"{_NOT_OF_OTHERS}"
    r"|\b(?:section|table|figure|equation|paragraph) \d+\b"
)
_QUESTION = (
    r"^(?:(?:please|hi|hello|hey|ok|and|so|now|can you|could you|would you|tell me)[ ,]+)*"
    r"(?:what|where|which|when|who|how|why|do|does|did|is|are|have|has)\b"
)
_SAYS = _any(
    r"(?:say|claim|mention|contain|define|state|discusse?|cover|argue|conclude|show|include|report|present|repeat)(?:s|d|ed)?",
    r"sa(?:id|ying)|describe[sd]?|call(?:s|ed)?|lack(?:s|ing)?|missing|consists? of|structured|organi[sz]ed",
    r"begins?|starts?|ends?|is about|about$",
)
_AUTHOR_SAYS = (
    r"\bwhere (?:do|did|have) (?:i|we)\b"
    r"|\b(?:have|did|do) (?:i|we) (?:already |ever )?(?:say|said|written|mention|define|describe|discuss|cover|explain)"
)
_HOW_MUCH = _any(r"how (?:many|long|much)")
_RETELLS = _any(
    r"summari[sz]e|recap|list|outline|count|show me|quote|proof-?read|spell-?check",
    r"(?:give|show|write) (?:me )?(?:an? )?(?:short |brief )?(?:summary|overview|outline)",
    r"(?:check|review|correct|improve|fix) (?:\w+ ){0,6}(?:spelling|grammar|typos|language|style|flow|wording)",
    r"(?:check|review) (?:\w+ ){0,6}(?:notation|consisten\w+|terminology|repetitions?|structure|formatting)",
)
_FROM_OWN = (
    r"\b(?:write|draft|suggest|propose|make|give|create)\b[^.?!]{0,20}"
    r"\b(?:abstract|summary|titles?|keywords?|tl;?dr|outline)\b[^.?!]{0,15}"
    rf"\b(?:of|for|from) (?:my|our|this|the) {_TEXTS}\b"
)
