"""Find words that change what a quotation or a value in an order means. "Delete the sentence before “X”" does not
delete X, and "900 -> 950, 40 -> 45" has more than one new value.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.document.order_classes import AFTER, BEFORE
from backend.document.order_words import is_a, words_in

#: Verbs that say what has to be.
OBLIGING = frozenset(
    "should must shall ought needs soll sollen sollte sollten muss müssen müsste müssten doit doivent devrait debe"
    " deben debería deve devono dovrebbe devem deveria moet moeten zou".split()
)
BETWEEN = frozenset("between zwischen entre tra fra tussen 之间".split())
#: Words before a quotation that is next to the text to remove, or at its border.
_LANDMARKS = frozenset(
    """
    follows precedes between until till to from
    folgt folgende zwischen bis von
    suit suivant précède entre jusque jusqu depuis
    sigue siguiente precede hasta desde
    segue seguente precede tra fra fino
    segue seguinte até
    volgt tussen tot vanaf
    """.split()
).union(AFTER, BEFORE)
#: Words other than "but" that may introduce a contrast to the order before them.
_CONTRARY = frozenset("aber pero ma mas maar".split())


def is_landmark(before: Sequence[str], behind: Sequence[str] = ()) -> bool:
    """Return True if the words before a quotation show that the quotation is not to be removed itself, but says where
    the text to remove is: "delete the sentence before “X”". `behind` are the words after the quotation, which may
    contain the verb of removing.
    """
    verb = next((at for at, word in enumerate(before) if is_a(word, "removing")), None)
    if verb is not None:
        return any(word in _LANDMARKS or is_a(word, "excepting") for word in before[verb + 1 :])
    other = any(word in _LANDMARKS or is_a(word, "excepting", "keeping", "leaving") for word in before)
    return other and any(is_a(word, "removing") for word in behind)


#: Signs that the new words of an order have ended: punctuation, or a gap in place of the words for a place.
_MORE = re.compile(r"[,;(]|->|→|=>|⇒|➔|\s{2}")
_AND = re.compile(r"\s(?:and|und|et|y|e|en)(?=\s)", re.IGNORECASE)
_TO = re.compile(r"\s(?:to|with|by|zu|durch|mit|par|por|con|com|door)\s", re.IGNORECASE)
#: Number of characters of the longest match of `_TO`.
_LONGEST_TO = len(" durch ")


def excepts(words: Sequence[str]) -> bool:
    """Return True if the `words` exclude something from an order: "except in Methods"."""
    return any(word in _CONTRARY or is_a(word, "excepting") for word in words)


def goes_on(old: str, new: str) -> bool:
    """Return True if the new words of an order seem to go on with another order or a condition. The order replaces the
    words `old` by the words `new` and has no quotation marks: in "change 900 to 950, 40 -> 45", `new` is "950, 40 ->
    45". Returns False if `old` goes on in this way, too.
    """
    more, ahead = (bool(_MORE.search(each)) or _joins_another(each) or excepts(words_in(each)) for each in (new, old))
    return more and not ahead


def _joins_another(text: str) -> bool:
    """Return True if a line of the text has "and" and, after it, a word such as "to": "A and B to C"."""
    searched = 0
    for joint in _AND.finditer(text):
        start = joint.end() + 1
        if start <= searched:  # the rest of this line has no such word
            continue
        end = text.find("\n", start)
        searched = end if end >= 0 else len(text)
        found = _TO.search(text, start, searched + _LONGEST_TO)
        if found is not None and found.start() <= searched:
            return True
    return False
