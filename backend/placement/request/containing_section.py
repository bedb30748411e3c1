"""Find the section into which the text should go, among the sections that a message names.

`python -m tests.bench.sensitivity placement/request/containing_section.py` measures how each number in this file
affects the placement benchmark.
"""

from __future__ import annotations

from backend.document.order_words import is_a
from backend.mentions.headings import fold
from backend.mentions.parsed_message import ParsedMessage
from backend.mentions.section_names import NAMED, NamedSection
from backend.placement.request.clauses import Clauses
from backend.placement.request.edges import edge_that_text_becomes
from backend.placement.request.new_title import new_title
from backend.placement.request.roles import Roles

#: For each role of a section's name in the message, the number that is added to the quality of the name.
_WORTH = {
    "in": 0.35, "grow": 0.32, "under": 0.35, "end": 0.38, "start": 0.36, "of": 0.2, "seatfor": 0.25, "add": 0.2,
    "titled": 0.0, "replace": 0.0, "after": -0.1, "before": -0.1, "saying": -0.3, "topic": -0.35, "refer": -0.5,
    "not": -1.0,
}  # fmt: skip
#: Minimum score (0 to 1) of a section that counts as the place.
LEAST = 0.55
_AUXILIARY = frozenset(
    "should must is has have to needs ought can could will would shall may gets get now please".split()
)
#: Strength (0 to 1) with which "close the paper with …" means the end of the document.
_CLOSING = 0.7
#: Words for "with", in the languages of the placement rules.
_WITH = frozenset("with by mit durch par avec con com met".split())
_STOPS = frozenset(", ; : but (".split())


class ContainingSection:
    """Gives each section that a message names a score for the likelihood that the text should go into it."""

    def __init__(self, reading: ParsedMessage, clauses: Clauses, roles: Roles) -> None:
        self.r, self.clauses, self.roles = reading, clauses, roles

    def best(self) -> tuple[float, NamedSection, str, tuple[int, ...]] | None:
        """Return the most likely section: its score, its name in the message, the position in it ("start", "end" or
        "in"), and the indices of the other named sections. Returns None if no score is high enough.
        """
        r = self.r
        scored = []
        for mention in r.mentions:
            if mention.first not in self.roles.refused and not self._is_adverb(mention):
                role = self.roles.of(mention)
                score = self._score(mention, role)
                if score >= LEAST:
                    scored.append((score, mention, role))
        if not scored:
            return None
        scored = [each for each in scored if self._corrects(each[1])] or scored
        score, mention, role = max(scored, key=lambda x: (round(x[0], 3), x[1].words, x[1].first))
        mention, role = self._deeper(mention, role)
        its = self._its_end(mention)
        its = its or edge_that_text_becomes(self.r, self.r.sentence(mention.first))
        relation = its or ("start" if self._at_start(mention, role) else "end" if role == "end" else "in")
        others = [m for _, m, _ in scored if m is not mention]
        others += [m for m in r.mentions if m is not mention and m.quality >= 0.9 and m.first not in self.roles.refused]
        return min(1.0, score), mention, relation, tuple(s for m in others for s in m.sections)

    def _corrects(self, mention: NamedSection) -> bool:
        """Return True if the words before `mention` take back a section that was named earlier: `mention` is Y in "X?
        No, rather Y."
        """
        r = self.r
        if mention.quality < NAMED:
            return False
        first = r.sentence(mention.first)[0]
        remarks = [i for i in range(first, mention.first) if r.at(i, "remark") and i not in r.masked]
        begins = bool(remarks) and bool(r.at(first, "not", "remark"))
        since = [first] if begins else [i for i in remarks if r.at(i, "remark") > i + 1 and not r.tokens[i - 1].word]
        return any(m.stop <= i and m.quality >= NAMED for i in since for m in r.mentions)

    def _is_adverb(self, mention: NamedSection) -> bool:
        """Return True if the name is a part or synonym of a title, but here is only the noun of an adverb: "Schluss" in
        "zum Schluss" ("at last") does not mean the section “Schluss”.
        """
        begin = self.r.before(mention.stop, "end", "start")
        return mention.how in ("part", "synonym") and begin is not None and begin < mention.first

    def _score(self, mention: NamedSection, role: str) -> float:
        """Return how likely it is (about 0 to 1) that text should go into the section that `mention` names. `role` is
        the role that the message gives to the name, such as "in" or "topic"; "" if it gives none (roles.py).
        """
        r = self.r
        loose = mention.how in ("part", "synonym")
        score = mention.quality - 0.35 + _WORTH.get(role, -0.02 if loose else 0.1)
        if role == "add" and loose:
            score -= 0.2
        begin, stop = r.sentence(mention.first)
        if r.at(mention.stop, "section") or r.before(mention.first, "section") is not None:
            score += 0.2
        if mention.exact:
            score += 0.05
        elif mention.stop < stop and r.tokens[mention.stop].text.islower() and not r.plain(mention.stop):
            score -= 0.2
        after = r.skip(mention.stop, stop, "section")
        if (r.at(after, "seat") or r.text_at(after) == "←") and role in ("", "seatfor", "add"):
            score += 0.3
        if role in ("", "end", "start", "add") and self._alone(mention, begin, stop):
            score += 0.32
        elif role in ("", "add") and not self._set_off(mention, begin, stop):
            score -= 0.45 if role == "add" else 0.25
        if role in ("", "add", "saying", "end") and self._its_end(mention):
            score += 0.4
        score += self._clause_worth(mention, begin, stop)
        if role in ("", "of") and loose and mention.words == 1:
            score -= 0.1
        return score + 0.0005 * mention.first

    def _its_end(self, mention: NamedSection) -> str:
        """Return "end" or "start" if the message says "its end" or "its start" of a section named before: "X is thin,
        so this goes at its end". Else "".
        """
        r = self.r
        for index in range(mention.stop, len(r.tokens) - 1):
            if r.text_at(index) == "its" and index not in r.masked:
                if any(m.first > mention.stop and m.stop <= index and m.quality > mention.quality for m in r.mentions):
                    return ""
                for tag in ("end", "start"):
                    end = r.at(index + 1, tag)
                    if end and (end >= len(r.tokens) or not r.tokens[end].word or r.at(end, "polite")):
                        return tag
        return ""

    def _set_off(self, mention: NamedSection, begin: int, stop: int) -> bool:
        """Return True if something marks a common word as a section's name: capital letters, quotation marks, the word
        "section", or several words of the title. The sentence has the tokens `begin` to `stop` - 1.
        """
        r = self.r
        if mention.words > 1 or mention.exact or r.tokens[mention.first].quote:
            return True
        if r.at(mention.stop, "section") or r.before(mention.first, "section") is not None:
            return True
        if r.at(r.skip(mention.stop, stop, "section"), "seat"):
            return True
        return any(r.at(i, "remark") for i in range(begin, stop) if i not in r.masked)

    def _clause_worth(self, mention: NamedSection, begin: int, stop: int) -> float:
        r = self.r
        clause = self._clause(mention, begin, stop)
        worth = 0.0
        if any(r.at(i, "add") for i in clause):
            worth += 0.1
        elif any(r.at(i, "saying") and r.before(i, "first_person") is not None for i in clause):
            worth -= 0.4
        if any(r.at(i, "remark") for i in range(begin, stop) if i not in r.masked):
            worth += 0.12
        return worth

    def _alone(self, mention: NamedSection, begin: int, stop: int) -> bool:
        """Return True if a short sentence (tokens `begin` to `stop` - 1) has only a section's name and words for a
        place: "Background (end)".
        """
        r = self.r
        words = [i for i in range(begin, stop) if r.tokens[i].word and not mention.first <= i < mention.stop]
        words = [i for i in words if not r.at(i, "polite")]
        if len(words) > 8 or mention.first > begin + 2 or any(r.at(i, "sentence", "topic") for i in words):
            return False
        return all(r.known(i) for i in words) and (
            not words or any(r.at(i, "end", "start", "section", "seat") for i in words)
        )

    def _clause(self, mention: NamedSection, begin: int, stop: int) -> range:
        r = self.r
        first, last = mention.first, mention.stop
        while first > begin and (first - 1 in r.masked or r.text_at(first - 1) not in _STOPS):
            first -= 1
        while last < stop and (last in r.masked or (r.text_at(last) not in _STOPS and r.text_at(last) != ")")):
            last += 1
        return range(first, last)

    def _deeper(self, best: NamedSection, role: str) -> tuple[NamedSection, str]:
        """Return the named subsection of the section `best`, and its role, if the message names one; else `best` and
        its `role`.
        """
        r = self.r
        for mention in sorted((m for m in r.mentions if m.quality >= 0.9), key=lambda m: -m.words):
            if (mention.first < best.stop and best.first < mention.stop) or not r.inside(mention, best.sections):
                continue
            tag = self.roles.of(mention)
            if tag not in ("topic", "refer", "not", "saying"):
                return mention, tag if tag in ("end", "start") else role
        return best, role

    def _at_start(self, mention: NamedSection, role: str) -> bool:
        """Return True if the text should begin the section: "at the start of X", "X should begin with this"."""
        r = self.r
        if role == "start":
            return True
        first, stop = r.sentence(mention.first)
        inside = [i for i in range(first, stop) if i not in r.masked and i not in self.roles.refused]
        if any(r.at(i, "subsection") for i in inside) and any(
            r.at(i, "start") or (r.at(i, "subsection") and r.number(r.at(i, "subsection"))[0] == 1) for i in inside
        ):
            return True
        at = r.skip(mention.stop, stop, "section")
        while at < stop and r.text_at(at) in _AUXILIARY:
            at += 1
        if at < stop and r.at(at, "start") and not r.at(at, "end") and role != "of":
            return True
        return any(self._opens(i, stop) for i in inside if i >= mention.stop)

    def _opens(self, index: int, stop: int) -> bool:
        """Return True if words that mean the start of the section begin at token `index`: "…, at the beginning", "…,
        first thing", "Results, top". The sentence ends before token `stop`.
        """
        r = self.r
        end = r.at(index, "start")
        if end and self._stands_alone(index, end, stop):
            return True
        apart = r.before(index, "in", "add", "of") is not None or (end - index > 1 and r.at(index, "start") == end)
        if not end or end > stop or (end == stop and end - index == 1) or not apart:
            return False
        return not r.at(end, "paragraph", "list", "of")

    def _stands_alone(self, index: int, end: int, stop: int) -> bool:
        """Return True if the tokens `index` to `end` - 1 form a phrase of their own, as "top" in "Results, top,
        please." They must follow a punctuation mark, or a preposition as in "Results at the top". Only courtesies may
        be between them and the next punctuation mark. The sentence ends before token `stop`.
        """
        r = self.r
        kind, behind = r.kind(end)
        after = r.skip(behind if kind == "paragraph" else end, stop, "polite")
        if after < stop and r.tokens[after].word:
            return False
        lead = r.before(index, "filler", "in")
        while lead is not None:  # "at the top" is parted from the name like "top"
            if r.text_at(lead) in ("at", "on") or r.at(lead, "in"):
                return True
            index, lead = lead, r.before(lead, "filler", "in")
        return bool(index) and (not r.tokens[index - 1].word or r.text_at(index - 1) == "on")

    # ------------------------------------------------------------------ the whole document

    def document(self) -> tuple[float, str] | None:
        """Return a score for the start or end of the document as the place, and "start" or "end": "at the very end",
        "as the first section". Returns None if the message names neither.
        """
        r = self.r
        best: tuple[float, str] | None = None
        for index in range(len(r.tokens)):
            if index in r.masked or index in self.roles.refused:
                continue
            for tag in ("start", "end"):
                stop = r.at(index, tag)
                score = self._document_score(index, stop) if stop else 0.0
                if score >= 0.5 and (best is None or score > best[0]):
                    best = (score, tag)
        return best

    def _document_score(self, index: int, stop: int) -> float:
        r = self.r
        first, last = r.sentence(index)
        beside = index - 1 if r.at(index - 1, "filler") == index else index
        if r.kind(stop)[0] and r.before(beside, "after", "before", "between") is not None:
            return 0.0  # "after the first table" counts tables, and does not mean the start of the document
        if self._closes_document(index, stop):
            return _CLOSING
        score = 0.2
        if r.before(index, "in") is not None or r.before(index, "filler") is not None:
            score += 0.15
        if any(r.at(i, "document", "every") for i in range(stop, last)):
            score += 0.3
        if any(r.at(i, "document") for i in range(first, index)):
            score += 0.15
        if any(r.at(i, "add") for i in range(first, index + 1)):
            score += 0.2
        after = r.skip(stop, last, "filler")
        if r.at(stop, "newsection", "section", "subsection") or r.at(after, "section", "newsection"):
            score += 0.3
        if index == first and new_title(r, self.clauses):  # "at the end, a section “X”"
            score += 0.3
        if last - first <= 6:
            score += 0.1
        if self._is_whole_edge(index, stop):
            return score
        if any(r.at(i, "sentence") for i in range(first, last)) or r.in_topic(first, index):
            score -= 0.5
        if self._quotes_text(first, last):
            score -= 0.4
        if any(r.topic(i) for i in range(first, index)):
            score -= 0.3
        return score

    def _quotes_text(self, first: int, last: int) -> bool:
        """Return True if the tokens `first` to `last` - 1 contain a quotation that is not the new section's title."""
        r = self.r
        quoted = [r.tokens[i] for i in range(first, last) if r.tokens[i].quote and r.tokens[i].word]
        return bool(quoted) and fold(r.text[quoted[0].start : quoted[-1].end]) != fold(new_title(r, self.clauses))

    def _is_whole_edge(self, index: int, stop: int) -> bool:
        """Return True if the tokens `index` to `stop` - 1 name an edge of the whole document: "add … at the end of the
        paper", or "add … at the end." at the end of its sentence. Such words name a place, even after a topic ("add a
        paragraph on rivers at the end").
        """
        r = self.r
        first, last = r.sentence(index)
        verb = r.text_at(r.skip(first, index, "polite"))
        begin = index - 1 if r.at(index - 1, "filler") == index else index
        if not is_a(verb, "placing", "writing"):
            return False
        if r.text_at(begin - 1) != "at" and r.text_at(index - 1) != "on" and r.before(begin, "in") is None:
            return False
        of = r.at(stop, "of")
        if of:
            named = r.skip(of, last, "filler")
            return named < last and bool(r.at(named, "document"))
        after = r.skip(stop, last, "polite")
        return after >= last or not r.tokens[after].word

    def _closes_document(self, index: int, stop: int) -> bool:
        """Return True if the words are the beginning of "close the paper with …". The verb, at the tokens `index` to
        `stop` - 1, must begin its sentence; a word for the document and "with" must follow.
        """
        r = self.r
        first, last = r.sentence(index)
        document = r.skip(stop, last, "filler")
        if r.skip(first, index, "polite") != index or document >= last:
            return False
        behind = r.at(document, "document") or stop  # "finish with …"
        return behind < last and r.text_at(behind) in _WITH
