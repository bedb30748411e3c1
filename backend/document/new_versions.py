"""Find the new version of a part that a message gives in quotation marks: "rewrite the first sentence of Methods: “…”",
"the last sentence of Methods should read “…”".
"""

from __future__ import annotations

import re
from itertools import islice

from backend.document.insertion_orders import MASK
from backend.document.order_words import is_a, read_sentence, words_in
from backend.document.quotation_marks import CLOSERS, closing

#: The end of a complete sentence, with the closing marks after its punctuation.
STOPPED = re.compile(r"[.!?…。！？][\"'”’»)\]*_]*\Z")
#: Verbs, besides those of change, that ask for another text in place of a part.
_REWRITING = re.compile(
    r"(?:rewrite|rephrase|reword|reformulate|revise|formulier|umformulier|umschreib|réécri|récri|reformul|reescrib|riscriv"
    r"|riformul|reescrev|herschrij|herformul|перепиши|перефразир)\w*|改写|改寫|重写|書き直\w*",
    re.IGNORECASE,
)
#: Words, besides a colon, between a part and its new version.
_INTO = re.compile(
    r"\s*(?:[:：]|\b(?:um|as|to|into|to read|als|in|en|a|come|como|para|на|为|成)\b\s*[:：]?)\s*\Z", re.IGNORECASE
)
_READING = re.compile(
    r"\s*\b(?:should|must|ought to|sollte|soll|muss|doit|devrait|debe|debería|deve|dovrebbe|deveria|moet)\b"
    r"\s*(?:now\s+|jetzt\s+)?"
    r"\b(?:be|read|say|sein|lauten|heißen|être|lire|dire|ser|leer|decir|essere|leggere|ler|dizer|zijn|luiden)?\s*[:：]?\s*\Z",
    re.IGNORECASE,
)
_OTHER_VERB = re.compile(r"reformulate|rewrite|rephrase|reword|revise", re.IGNORECASE)
_GERMAN = re.compile(r"formulier|umformulier|umschreib", re.IGNORECASE)
_WITHIN = re.compile(rf"\s*(?:in|im|dans|en|nel|nella|no|na)\s+(?:the\s+)?({MASK}+)[\s,:]*", re.IGNORECASE)
_ARTICLE = re.compile(
    r"(?:the|our|my|der|die|das|den|dem|le|la|les|l['’]|el|los|las|il|lo|gli|i|o|os|as|het|de)\s*\Z", re.IGNORECASE
)


#: Maximum number of opening marks of which one may open the new version. Each costs the time of reading the message.
_MOST_OPENERS = 60


def new_version(message: str, masked: str) -> tuple[str, str] | None:
    """Return (order, new version) for a message that orders to replace a part and gives its new version in quotation
    marks: ("replace the last sentence with", "We used R.") for "rewrite the last sentence: “We used R.”". Returns None
    for any other message.

    The new version must consist of whole sentences, and nothing may follow it. `masked` is the message with `MASK` over
    the names of parts.
    """
    end = len(message.rstrip(" .\n"))
    openers = (at for at in range(end) if message[at] in CLOSERS)
    start = next((at for at in islice(openers, _MOST_OPENERS) if closing(message, at) == end - 1), None)
    if start is None or masked[start] == MASK:
        return None
    version = message[start + 1 : end - 1].strip()
    ahead = masked[:start]
    if not STOPPED.search(version) or MASK not in ahead or "\n" in ahead:
        return None
    sentence = read_sentence(ahead)
    if sentence.refuses or (sentence.asks and ahead.rstrip().endswith("?")):
        return None
    order = _rewriting(message, ahead) or _reading(message, ahead)
    return (order, version) if order else None


def _rewriting(message: str, ahead: str) -> str:
    """Return an order to replace the part in a message such as "rewrite the last sentence: “…”", without the new
    version: "replace the last sentence with". Returns "" for any other message. `ahead` is the masked message before
    the new version.
    """
    verbs = [found for found in re.finditer(r"[^\W\d_]+", ahead) if MASK not in found[0]]
    verb = next((each for each in verbs if _REWRITING.fullmatch(each[0]) or is_a(each[0].casefold(), "changing")), None)
    named = re.search(f"{MASK}+", ahead[verb.end() :]) if verb is not None else None
    if (
        verb is None
        or named is None
        or any(is_a(word, "placing", "writing") for word in words_in(ahead[: verb.start()]))
    ):
        return ""
    begin, stop = verb.end() + named.start(), verb.end() + named.end()
    between, behind = ahead[verb.end() : begin].strip(), ahead[stop:]
    if (between and not _ARTICLE.fullmatch(between)) or not _INTO.fullmatch(re.sub(r"^\s*um\b", "", behind)):
        return ""
    part = message[verb.end() : stop].strip()
    within = _WITHIN.fullmatch(ahead[: verb.start()])
    if within is not None:  # "in Methods, rewrite the last sentence"
        part = f"{part} of {message[slice(*within.span(1))]}"
    if _OTHER_VERB.match(verb[0]) or (within is not None and verb[0].isascii()):
        return f"replace {part} with"
    return f"Ersetze {part} durch" if _GERMAN.match(verb[0]) else message[: len(ahead.rstrip(" :："))]


def _reading(message: str, ahead: str) -> str:
    """Return "replace NAME with" if the masked message before the new version (`ahead`) is "NAME should read"; "" for
    any other words.
    """
    named = re.search(f"{MASK}+", ahead)
    if named is None or not _READING.fullmatch(ahead[named.end() :]) or not _names_text(message[slice(*named.span())]):
        return ""
    before = ahead[: named.start()].strip()
    return f"Replace the {message[slice(*named.span())]} with" if not before or _ARTICLE.fullmatch(before) else ""


def _names_text(name: str) -> bool:
    """Return True if a name can only mean the text of a part, not its title: "second sentence". Returns False for one
    word, because "X should read “Y”" may be about the title of section X.
    """
    return any(is_a(word, "element", "piece") for word in words_in(name)) or " " in name.strip()
