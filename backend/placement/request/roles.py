"""Find out what role each section's name has in a message: the place for the text, the text's topic, or a place where
the text must not go.

`python -m tests.bench.sensitivity placement/request/roles.py` measures how each number in this file affects the
placement benchmark.
"""

from __future__ import annotations

from backend.mentions.parsed_message import ParsedMessage
from backend.mentions.section_names import NAMED, NamedSection

_ROLES = (
    "not", "refer", "under", "in", "topic", "of", "end", "start", "grow", "seatfor", "add", "replace", "after",
    "before", "saying", "titled",
)  # fmt: skip
_NOUNS = ("filler", "paragraph", "subsection", "section", "item", "row", "table", "list", "figure", "code", "math")
_ARROWS = frozenset(("→", "»"))
#: Words for finished work. "I have finished X" is not an order.
_PERFECT = frozenset("have has had i've we've you've they've already just".split())
_PLACES = frozenset({"in", "of", "end", "under", "start"})
BUT = frozenset("but sondern mais sino ma mas maar а".split())
#: Words and signs that end the part of a sentence that "not" excludes.
_RESUMING = frozenset({",", ":", ")", "but", ";", "，"})
_FOR = frozenset("for für pour para per voor".split())


#: Words for "rather" and "better", and then for "than", in the languages of the placement rules.
_RATHER = frozenset(
    "rather better sooner lieber eher besser plutôt mieux mejor piuttosto meglio melhor bien liever".split()
)
_THAN = frozenset("than als que qu che di do dan".split())


class Roles:
    """Finds the role of each section's name in one message: the place for the text, its topic, or something else.

    `refused` are the indices of the tokens that a word such as "not" excludes ("not in X").
    """

    def __init__(self, reading: ParsedMessage) -> None:
        self.r = reading
        self.refused = self._refused()

    def of(self, mention: NamedSection) -> str:
        """Return the role of a section's name, as the words before it tell: "in" for "in Methods" (a place), "topic"
        for "about Methods", "end" for "the end of Methods". Returns "" if there are no such words near it.

        Up to three unknown words directly before a name of one word are ignored: in "about the calibrated methods",
        "methods" is a topic and not a place.
        """
        r = self.r
        at = mention.first
        begin = r.sentence(at)[0]
        unknown = 0
        for _ in range(12):
            if at <= begin:
                return ""
            if role := self._role_before(at, begin):
                return role
            first = r.before(at, "filler", "section")
            if r.text_at(at - 1) in BUT and any(r.at(i, "not") for i in range(begin, at - 1)):
                return "seatfor"  # "not X but Y"
            if first is not None:
                at = first
            elif not r.tokens[at - 1].word:
                if self._parts(at - 1):
                    return ""
                at -= 1
            elif unknown < 3 and at - 1 not in r.masked and mention.words == 1:
                unknown += 1
                at -= 1
            else:
                return ""
        return ""

    def _role_before(self, at: int, begin: int) -> str:
        r = self.r
        if r.text_at(at - 1) in _ARROWS:
            return "seatfor"
        for tag in _ROLES:
            first = r.before(at, tag)
            if first is None or (tag == "not" and self.spares(at)):
                continue
            if tag in ("start", "end", "grow") and r.in_topic(begin, first):
                return "topic"
            if tag in ("start", "end") and r.text_at(first - 1) in _PERFECT:
                return "refer"
            if tag == "topic" and r.before(at, "of") == first and (outer := self._outer(first, begin)):
                return outer
            if tag == "topic" and (noun := r.before(first, "section")) is not None:
                return self._outer(noun, begin) or "in"
            if tag == "of" and first == begin and r.text_at(first) in _FOR:
                return "seatfor"
            return (self._outer(first, begin) or tag) if tag in ("of", "in", "under", "titled") else tag
        return ""

    def _parts(self, index: int) -> bool:
        """Return True if the token at `index` is a punctuation mark that separates a name from the words before it, so
        that they give it no role. The period after a number ("2. Methods") is no such mark.
        """
        r = self.r
        if r.text_at(index) == ":" and r.before(index, "seatfor") is not None:
            return False
        numbered = r.text_at(index) == "." and r.text_at(index - 1).isdigit()
        return r.tokens[index].text in ",.;:!?" and not numbered

    def _outer(self, first: int, begin: int) -> str:
        """Return the role that a section X gets from words farther ahead of its name, which end before token `first`.
        In "the end of X", `first` is the "of", and the role is "end".

        Other roles are "start", "refer" (the words only refer to X) and "not" (the text must not go into X). Returns ""
        if there are no such words. The sentence begins at token `begin`.
        """
        r = self.r
        at = first
        for step in range(6):
            for tag in ("not", "refer", "end", "start"):
                found = r.before(at, tag)
                if found is None or (tag == "not" and self.spares(at)):
                    continue
                if not (tag in ("end", "start") and r.in_topic(begin, found)):
                    return tag
            if step and r.before(at, "reader") is not None:
                return ""
            found = r.before(at, *_NOUNS)
            if found is None or found < begin or r.text_at(at - 1) in ("it", "this", "that"):
                return ""
            at = found
        return ""

    # ------------------------------------------------------------------ what is taken back

    def _refused(self) -> set[int]:
        """Return the indices of tokens that "not" or "rather than" excludes, up to the next punctuation mark."""
        r = self.r
        out: set[int] = set()
        for index in range(len(r.tokens)):
            stop = r.at(index, "not") if index not in r.masked else 0
            if not stop or (
                r.text_at(index) in ("no", "nope")
                and (r.text_at(stop) in (",", ".", ":", "wait") or self._is_dash(stop))
            ):
                continue
            if (r.at(index, "replace") and not self.corrects(index)) or self.spares(stop):
                continue
            for inside in range(stop, r.sentence(index)[1]):
                if inside not in r.masked and (r.text_at(inside) in _RESUMING or self._is_dash(inside)):
                    break
                out.add(inside)
        return out | self._outweighed()

    def _is_dash(self, index: int) -> bool:
        """Return True if token `index` is a dash between words, and False if it is a hyphen in a word."""
        if index >= len(self.r.tokens):
            return False
        token, text = self.r.tokens[index], self.r.text
        return token.text in "-–—" and text[token.start - 1 : token.start].isspace()

    def _outweighed(self) -> set[int]:
        """Return the indices of the tokens with which a comparison rejects a section: those of "than in Y" in "rather
        in X than in Y", up to the end of the sentence.
        """
        r = self.r
        out: set[int] = set()
        preferred = False
        for index in range(len(r.tokens)):
            if index in r.masked:
                continue
            preferred = (preferred and not r.ends_sentence(index)) or r.text_at(index) in _RATHER
            if not preferred or r.text_at(index) not in _THAN:
                continue
            start = r.skip(index + 1, len(r.tokens), "in", "under", "filler", "section")
            if any(m.first == start and m.quality >= NAMED for m in r.mentions):
                out.update(range(index, r.sentence(index)[1]))
        return out

    def spares(self, index: int) -> bool:
        """Return True if a word such as "not" excludes no section, because of the words from token `index` on: "not any
        other X", "not only X", "not mentioned in X".
        """
        r = self.r
        if r.at(index, "saying") and r.text_at(index).endswith("ed"):
            return True  # "tides are not mentioned in X" says what X lacks
        return r.text_at(index) in ("any", "just", "only", "another") or r.text_at(index + 1) in (
            "other",
            "only",
            "just",
        )

    def corrects(self, index: int) -> bool:
        """Return True if the "instead of X" at token `index` corrects a place ("in Y instead of X"). Then X must not be
        replaced.
        """
        begin = self.r.sentence(index)[0]
        return any(
            m.quality >= 0.6 and m.stop <= index and m.first >= begin and self.of(m) in _PLACES for m in self.r.mentions
        )
