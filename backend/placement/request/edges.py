"""Find verbs that put text at the start or end of a part: "X should open with this", "so that it closes X", "end X with
a table".

The sentence must also mention the text to place ("this", "a table"): "Methods ends with a list" only describes Methods.
The verbs of each language are in a fixed list. After an article, such a word is a noun and is ignored.

`edge_that_text_becomes` finds nouns instead of verbs: "make it the opening paragraph", "the first thing readers
meet".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from backend.document.order_classes import INDEFINITE
from backend.document.order_words import COURTESIES
from backend.mentions.parsed_message import ParsedMessage, outermost
from backend.mentions.referents import Target
from backend.mentions.section_names import NAMED, NamedSection
from backend.placement.request.roles import Roles

#: Verbs for opening, by their beginnings, with one line for each language: English, German, French, Spanish, Italian,
#: Portuguese, Dutch and Russian.
_OPENING = re.compile(
    r"""(?:begin\w*|began|start\w*|open(?:s|ed|ing)?
    |anf[aä]ng\w*|anzufangen|f[aä]ng[est]*n?|beginn\w*|begänne\w*|(?:er)?öffne\w*|losgeh\w*|loszugehen|einleite[tn]?
    |commen[cç]\w+|débute\w*|ouvr\w+|entam\w+
    |emp[ie]?e[zc]\w+|com[ie]?en[zc]\w+|abr(?:e|a|en|an|ir|irse|irá|iría|iera|iese)|encabe[zc](?:a|e|ar|ara|ará|aría)
    |cominc\w+|inizi(?:a|are|i|asse|erà|erebbe)|apr(?:a|e|ire|irsi|irà|irebbe|isse|ano|ono)
    |come[cç]\w+|inici(?:a|ar|e|asse|ará|aria)|abr(?:isse|iria)
    |begint|beginne\w*|opent|openen
    |нач(?:ина|н|ать|ин)\w*|откры(?:ва|ть|в)\w*)""",
    re.VERBOSE,
)
_CLOSING = re.compile(
    r"""(?:end(?:s|ed|ing)?|clos(?:e|es|ed|ing)|conclud\w*|finish\w*
    |ende[nt]?|beende\w*|(?:ab)?schlie(?:ß|ss)\w*|(?:abzu)schlie(?:ß|ss)en|aufhör\w*
    |termin\w+|fini(?:r|t|ra|rait|sse|ssent)|conclu[trse]\w*|cl[oô](?:re|t|s|se|ra|rait|tur\w+)|ach[eè]v\w+
    |acab(?:a|e|ar|ara|ará|aría)|c[ie]?err(?:a|e|o|ar|ara|ase|ará|aría|en|an)|conclu(?:y\w+|ir\w*)|finali[zc]\w+
    |fini(?:re|sca|sce|rà|rebbe)|chiud\w+|conclud\w+
    |fech(?:a|e|ar|asse|ará|aria)|encerr\w+|conclu(?:a|i|ísse)
    |eindig\w*|sluit\w*|(?:af|be)slui\w+
    |заверш\w+|заканчив\w+|законч\w+|заключа\w+)""",
    re.VERBOSE,
)
#: Articles and prepositions before a noun. After one of these, a word is not a verb: "the end", "am Anfang", "el
#: comienzo", "at close".
_ARTICLES = frozenset(
    """
    the a an our its their my your at very der die den dem des ein eine einen am ans im zum ihr sein le la les l' un une
    au du leur el los las una al del su il lo gli i alla all' della nella dell' o os ao do da no na um uma het de een
    """.split()
)
#: Words for the text to place.
_TEXT = frozenset(
    """
    this it that these them das dies dieser diese diesem diesen es sie er ihn ihm ceci cela ça
    esto eso este esta questo questa ciò isto isso dit dat deze это этот эта этим этого
    """.split()
)
#: Single words that mean "with this" or "thus".
_THUS = frozenset("thus damit hiermit so ainsi así così assim zo hiermee ermee daarmee так".split())
_WITH = frozenset("with on by mit durch par avec sur con com met с со".split())
#: Words that divide a sentence into clauses, besides punctuation.
_JOINTS = frozenset(
    """
    and but because since where when while what which who whose as weil wo wenn während was welche und aber dass et mais
    où quand parce y pero donde cuando porque ma dove quando perché mas onde en maar waar что чтобы и но где
    """.split()
)
#: Languages in which the verb follows its object.
_VERB_LAST = frozenset({"de", "nl"})
#: Tags of words before a section that show that the clause puts no text into this section.
_ELSEWHERE = ("after", "before", "between", "topic", "not")
#: Words before the thing that the text becomes.
_BECOMING = frozenset(
    "be being is becomes become as werden wird sei ist als soit devienne est comme sea es sia è diventi come é".split()
)
_MAKING = frozenset("make let have making mach mache lass fais haz que fa rendi faz maak laat".split())
#: Words for "first" in sentences such as "They see this first", "man liest das zuerst".
_FIRST = frozenset("first zuerst primero primeiro eerst".split())
_PARAGRAPH = re.compile(r"par[aá]gra\w+|para|absatz\w*|alinea\w*|párrafo\w*|capovers\w+|абзац\w*")
#: The strength (0 to 1) of the place if such a clause puts text at an edge of the whole document.
_WHOLE = 0.7


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge ("start" or "end") of a part of the document, where text should go. `strength` (0 to 1) is how clearly
    the message says so. `rivaled` is True if the sentence also names another part.
    """

    relation: str
    target: Target
    strength: float
    rivaled: bool


def read_edge(reading: ParsedMessage, roles: Roles) -> Edge | None:
    """Return the start or end of a part at which a verb of the message puts the text; None if no verb does."""
    if reading.postpositional:
        return None
    for sentence in reading.sentences():
        for clause in _clauses(reading, *sentence):
            found = _in_clause(reading, roles, clause, sentence)
            if found is not None:
                return found
    return None


def edge_that_text_becomes(reading: ParsedMessage, sentence: tuple[int, int]) -> str:
    """Return "start" or "end" if a sentence says that the text becomes the first or last thing; "" otherwise.
    `sentence` is the range of its tokens [first, stop).
    """
    r = reading
    for index in range(*sentence):
        if index in r.masked:
            continue
        if r.text_at(index) in _FIRST and r.text_at(index - 1) in _TEXT and not r.kind(index + 1)[0]:
            return "start"
        stop = r.at(index, "start", "end")
        kind, _ = r.kind(stop) if stop else ("", 0)
        if kind != "paragraph":
            continue
        lead = index - 1
        while lead >= sentence[0] and r.text_at(lead) in _ARTICLES:
            lead -= 1
        opens = lead < sentence[0] or not r.tokens[lead].word
        if opens and lead == index - 1 and not _PARAGRAPH.fullmatch(r.text_at(stop)):
            return "start" if r.at(index, "start") else "end"  # "the first thing" may be there, "first thing" is not
        made = r.text_at(lead) in _TEXT and r.text_at(lead - 1) in _MAKING
        if not opens and (made or r.text_at(lead) in _BECOMING):
            return "start" if r.at(index, "start") else "end"
    return ""


def _clauses(reading: ParsedMessage, first: int, stop: int) -> Iterator[range]:
    begin = first
    for index in range(first, stop):
        joint = reading.text_at(index) in _JOINTS or (
            not reading.tokens[index].word and reading.tokens[index].text in ",;:—–()"
        )
        if joint and index not in reading.masked and not reading.names_at(index):
            yield range(begin, index)
            begin = index + 1
    yield range(begin, stop)


def _in_clause(reading: ParsedMessage, roles: Roles, clause: range, sentence: tuple[int, int]) -> Edge | None:
    r = reading
    verb, relation = _verb(r, clause)
    if verb is None or any(r.at(i, "not") for i in clause if i not in r.masked):
        return None
    named = _sections(r, roles, clause)
    lead = named or _sections(r, roles, range(sentence[0], clause.start))
    rivaled = len({m.sections for m in lead}) > 1
    if not named:
        whole = next((i for i in clause if r.at(i, "document") and not r.before(i + 1, "content")), None)
        if whole is not None and _speaks_of_text(r, clause, verb, whole):
            return Edge(relation, Target("document", 0.8, 0), _WHOLE, rivaled)
    for mention in lead[:1]:
        if _speaks_of_text(r, clause, verb, mention.first):
            target = Target("section", mention.quality, mention.stop, mention.sections, mention=mention)
            return Edge(relation, target, min(1.0, mention.quality + 0.1), rivaled)
    return None


def _verb(reading: ParsedMessage, clause: range) -> tuple[int | None, str]:
    """Return the index of the clause's verb of opening or closing, and the edge that it means ("start" or "end");
    (None, "") if the clause has no such verb.
    """
    for index in clause:
        if index in reading.masked or reading.text_at(index - 1) in _ARTICLES or reading.names_at(index):
            continue
        word = reading.text_at(index)
        for pattern, relation in ((_OPENING, "start"), (_CLOSING, "end")):
            if pattern.fullmatch(word):
                return index, relation
    return None, ""


def _sections(reading: ParsedMessage, roles: Roles, clause: range) -> list[NamedSection]:
    return [
        m
        for m in outermost(m for m in reading.mentions if m.first in clause and m.quality >= NAMED)
        if m.first not in roles.refused and not _is_elsewhere(reading, m)
    ]


def _is_elsewhere(reading: ParsedMessage, mention: NamedSection) -> bool:
    at = mention.first
    while (lead := reading.before(at, "section")) is not None or reading.text_at(at - 1) in _ARTICLES:
        at = lead if lead is not None else at - 1
    return reading.before(at, *_ELSEWHERE) is not None


def _speaks_of_text(reading: ParsedMessage, clause: range, verb: int, part: int) -> bool:
    """Return True if a clause orders that the new text begins or ends a part X ("this should open X", "X should end
    with this"), and does not only describe X ("X starts with a walk"). `verb` and `part` are the indices of the tokens
    of the verb and of X.
    """
    r = reading
    texts = [i for i in clause if i not in r.masked and _is_text(r, i)]
    if any(r.text_at(i) in _THUS for i in clause if i not in r.masked):
        return True
    wanted = part > verb or any(r.tokens[i].word and not r.names_at(i) for i in range(part + 1, verb))
    if wanted and any(r.text_at(i - 1) in _WITH and r.text_at(i) in INDEFINITE for i in clause if i > verb):
        return True  # "X starts with a walk" tells of X
    if part < verb:
        behind = any(i > verb for i in texts)
        return behind or (r.language in _VERB_LAST and bool(texts))
    return any(i < verb for i in texts) or (_is_ordered(r, clause, verb) and any(i > part for i in texts))


def _is_text(reading: ParsedMessage, index: int) -> bool:
    """Return True if words for the text to place begin at token `index`: "this", "this paragraph", "the draft", "a
    paragraph on trees".
    """
    r = reading
    if r.text_at(index) in INDEFINITE:
        return any(r.kind(i)[0] == "paragraph" or r.at(i, "section", "sentence") for i in (index + 1, index + 2))
    if r.text_at(index) in _TEXT:
        end = index + 1
        return not r.kind(end)[0] or r.kind(end)[0] == "paragraph"
    return r.at(index, "content") > index + 1


def _is_ordered(reading: ParsedMessage, clause: range, verb: int) -> bool:
    return all(not reading.tokens[i].word or reading.text_at(i) in COURTESIES for i in range(clause.start, verb))
