"""Recognize words that take an order back ("never mind", "ach nein, lass es"), and words that begin a correction of an
order ("no, …", "I mean …").
"""

from __future__ import annotations

import re

#: Words of hesitation before a withdrawal.
_HESITATING = (
    r"(?:or|ok(?:ay)?|actually|hm+|oh|ah|uh|well|sorry|no|nope|wait|maybe|perhaps|on second thoughts?|but|oder|ach|äh"
    r"|doch|nein|ne|na|moment|warte|vielleicht|aber|ou|non|en fait|finalement|euh|attends|mais|o|bueno|mejor|espera"
    r"|pero|anzi|aspetta|ma|ou|não|afinal|espere|mas|nee|wacht|of|maar)"
)
_WITHDRAWING = (
    r"(?:never ?mind(?: that| it)?|forget (?:it|that|about it|about that|this)|(?:scratch|strike|cancel|drop|skip) that"
    r"|leave (?:it|that|this|them)(?: (?:be|alone|there|in|as is|as it is|as it was|like that|like this|for now))?"
    r"|(?:please )?(?:do not|don't|dont)(?: do (?:it|that|this))?|(?:better|rather|maybe|perhaps|probably) not"
    r"|i take (?:that|it) back|stop|halt|not (?:yet|now)|hold on|wait(?: (?:until|till|for)\b.*)?|no|nope"
    r"|lass (?:es|das|ihn|sie)?(?: (?:so|stehen|lieber|gut sein|doch))*|(?:lieber|doch|besser|vielleicht|noch) nicht"
    r"|vergiss (?:es|das)|schon gut|nein|ne|warte(?: bis\b.*)?|moment"
    r"|laisse(?:-l[ea]s?| ça| tomber)?(?: comme (?:ça|c'est))?|oublie(?: ça)?|(?:plutôt|finalement) (?:pas|non)|non"
    r"|pas (?:encore|la peine)|attends|n'en fais rien"
    r"|déja(?:lo|la|los|las)(?: así| como está)?|olvída(?:lo|la)|olvida eso|mejor no|todavía no|espera(?: hasta\b.*)?"
    r"|lascia(?:lo|la)?(?: (?:stare|perdere|così))?|lascia com'è|dimentica(?:lo)?|meglio (?:di )?no|non ancora|aspetta"
    r"|deixa(?: (?:estar|assim|isso|pra lá|para lá))?|esquece(?: isso)?|melhor não|ainda não|não"
    r"|laat maar|vergeet (?:het|dat)|(?:toch|liever|nog) niet|nee|wacht"
    r"|算了|不用了|оставь(?: так)?)"
)
_WITHDRAWAL = re.compile(
    rf"\W*(?:{_HESITATING}\W+){{0,4}}{_WITHDRAWING}(?:\W+{_WITHDRAWING})*(?:\W+(?:please|bitte|thanks|danke|merci|gracias"
    r"|grazie|obrigad[oa]|after all|then|again))*\W*",
    re.IGNORECASE,
)


def withdraws(clause: str) -> bool:
    """Return True if the `clause` only takes back an order, of this message or an earlier one: "never mind"."""
    return _WITHDRAWAL.fullmatch(clause.replace("’", "'")) is not None


#: The beginning of a correction: "no, …", "I mean …", "on second thought …".
_TURNING = re.compile(
    r"\W*(?:(?:ah|oh|uh|er|hm+|oops|wait|actually|ach|äh|moment|euh|pardon|perdón|scusa|desculpa"
    r"|(?:no|but|nein|non|não)(?= ))[\s,:]+)*"
    r"(?:(?:(?:sorry|no),? )?i (?:mean|meant)\b|(?:no|nope|nein|nee?|non|não|sorry)\s*[,:]\s*|(?:or )?rather\b"
    r"|make (?:that|it)\b|(?:wait|hang on|hold on|warte|moment|attends|espera|aspetta|espere|wacht)\s*[,:–—-]\s*"
    r"|on (?:(?:second|further) thoughts?|reflection)\b|thinking about it\b|bei näherem \w+|à la réflexion\b"
    r"|réflexion faite\b|pensándolo (?:bien|mejor)\b|ripensandoci\b|a pensarci bene\b|pensando (?:bem|melhor)\b"
    r"|bij nader inzien\b"
    r"|ich mein(?:e|te)\b|vielmehr\b|besser gesagt\b|lieber\b|je (?:veux|voulais) dire\b|plutôt\b|quiero decir\b"
    r"|quería decir\b|mejor dicho\b|más bien\b|voglio dire\b|volevo dire\b|anzi\b|piuttosto\b|quero dizer\b"
    r"|queria dizer\b|aliás\b|ik bedoel(?:de)?\b|liever\b)(?:[\s,:]+(?:sorry|no|nein|non|não))*[\s,:]*",
    re.IGNORECASE,
)


def correction_in(clause: str) -> int:
    """Return the length of the words with which the `clause` begins a correction ("no, ", "I mean "); 0 if it begins
    none.
    """
    found = _TURNING.match(clause)
    return found.end() if found is not None else 0


#: The words with which a message says that the last change is wrong: "no,", "not there,", "wrong one.", "esa no,".
_DENIAL = re.compile(
    r"\W*(?:(?:sorry|oh|ah|oops|hm+|ach|pardon|perdón|scusa|desculpa)[\s,.!]+)*"
    r"(?:no|nope|nein|nee|non|não|(?:that was )?wrong(?: \w+)?|(?:das war )?falsch\w*(?: \w+)?"
    r"|(?:l[ea] )?mauvaise?(?: \w+)?|equivocad[oa]|sbagliat[oa]|errad[oa]|verkeerde?(?: \w+)?"
    r"|(?:not|nicht|pas|no|non|não|niet) (?:there|that(?: one)?|this(?: one)?|it|dort|dorthin|da|dahin|de[rnm]|die|das"
    r"|là|ça|cel\w+(?:-\w+)?|ahí|allí|es[aeo]|est[aeo]|quell[ao]|lì|lá|aí|daar|dat)"
    r"|(?:ahí|allí|es[aeo]|est[aeo]|lì|quell[ao]|aí) n[oã]o?)\s*[,.;:!–—-]+\s*",
    re.IGNORECASE,
)


def denial_in(message: str) -> int:
    """Return the length of the words with which a message rejects the last change ("no, I meant ", "not there, "); 0 if
    it begins with no such words.
    """
    found = _DENIAL.match(message)
    at = found.end() if found is not None else 0
    while step := correction_in(message[at:]):
        at += step
    return at
