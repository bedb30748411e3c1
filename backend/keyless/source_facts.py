"""Answer questions about the sources of the user's session: which there are, which of them were retracted or not
confirmed, and which mention a topic.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from backend.document.order_words import read_sentence, words_in
from backend.kernel.exchange import Evidence, KnownSource
from backend.keyless.instruction import read_instruction
from backend.keyless.quotations.quotation import touches
from backend.keyless.sentence_forms import FUNCTION

#: Maximum number of sources that a message lists.
MOST_LISTED = 40
_NOUNS = frozenset(
    """
    source sources reference references citation citations bibliography papers articles
    quelle quellen referenzen literatur références fuentes referencias fonti fontes bronnen
    """.split()
)
_OWN = frozenset("my our i we session mine meine meiner unsere ich wir mes nos mis nuestras i miei minhas mijn".split())
_RETRACTED = frozenset(
    "retracted withdrawn retraction retractions zurückgezogen rétractée rétractées retirada retiradas".split()
)
_DOUBTED = frozenset(
    """
    checked unchecked verified unverified confirmed unconfirmed reliable unreliable trust trustworthy real exist exists
    fake invented wrong doubtful resolved unresolved found geprüft ungeprüft
    """.split()
)
_ASKING = frozenset(
    """
    which what list show name many number count cite cited citing use used have has all any far already document text
    paper there welche zeige liste nenne viele zitiere quels quelles cuáles cuántas cito quali quais welke
    """.split()
)
_FIRST = frozenset("list show name give zeige liste nenne".split())


def names_sources(message: str) -> bool:
    """Return True if a message may ask about the sources of the session: "is any of my references retracted?"."""
    said = frozenset(words_in(message))
    return not _NOUNS.isdisjoint(said) and not _OWN.isdisjoint(said)


def answer_about_sources(evidence: Evidence) -> str:
    """Return the answer to a question about the sources of the session, such as "which sources do I cite?"; "" for
    every other message.
    """
    order = evidence.instruction
    words = words_in(order)
    asks = read_sentence(order).asks or bool(words and words[0] in _FIRST)
    if not asks or not names_sources(order):
        return ""
    known = [each for each in evidence.sources if not each.attached]
    left = [each for each in words if each not in _NOUNS | _OWN | _ASKING | _RETRACTED | _DOUBTED | FUNCTION]
    if left and evidence.sources:
        in_library = any(each.kind == "library" for each in evidence.excerpts)
        return "" if in_library else _about_topic(evidence.sources, " ".join(left))
    if not known:
        return "This session has no sources yet: no references, and no answer that cites any."
    if not _RETRACTED.isdisjoint(words):
        return _retracted(known)
    if not _DOUBTED.isdisjoint(words):
        return _confirmed(known)
    cited = sum(each.cited for each in known)
    return _listed(f"This session has {_several(known)}; the document cites {cited} of them:", known)


def _retracted(known: Sequence[KnownSource]) -> str:
    gone = [each for each in known if each.status == "retracted"]
    unknown = sum(not each.checked and each.status != "retracted" for each in known)
    rest = f" No registry was asked about {unknown} of them, so these may have been retracted, too." if unknown else ""
    if not gone:
        return f"Of this session's {_several(known)}, none is known to be retracted.{rest}"
    return _listed(
        f"Of this session's {_several(known)}, {len(gone)} {'was' if len(gone) == 1 else 'were'} retracted.{rest}", gone
    )


def _confirmed(known: Sequence[KnownSource]) -> str:
    doubted = [each for each in known if each.status != "resolved"]
    if not doubted:
        return (
            f"Each work that this session cites ({_several(known)}) was found in a registry, on the web or in your "
            "library."
        )
    return _listed(
        f"Of this session's {_several(known)}, these are not confirmed (“unchecked”: no registry answered):", doubted
    )


def _about_topic(known: Sequence[KnownSource], topic: str) -> str:
    instruction = read_instruction(topic, "")
    lines = []
    for each in known:
        texts = [text for text in (each.line, *each.passages) if touches(text, instruction)]
        if texts:
            line = f"- {each.line} (attached)" if each.attached else _line(each)
            lines.append(f"{line}{''.join(f' “{text}”' for text in texts if text != each.line)}")
    if not lines:
        several = _several(dict.fromkeys(each.line for each in known))
        return (
            f"None of this session's {several} mentions what you ask about. I searched their titles, the passages "
            "that were compared with answers, and the texts that you attached, but not their full texts. To have "
            "these searched, add the works to your library."
        )
    head = (
        "These sources mention what you ask about, in their titles, in passages that were compared with an answer, "
        "or in attached texts:"
    )
    return "\n".join([head, *lines[:MOST_LISTED]])


def _listed(head: str, sources: Sequence[KnownSource]) -> str:
    more = [f"- … and {len(sources) - MOST_LISTED} more"] if len(sources) > MOST_LISTED else []
    return "\n".join([head, *map(_line, sources[:MOST_LISTED]), *more])


def _line(source: KnownSource) -> str:
    cited = "" if source.cited else ", not cited in the document"
    return f"- {source.line} ({source.status}{cited})"


def _several(known: Collection[object]) -> str:
    return f"{len(known)} source{'' if len(known) == 1 else 's'}"
