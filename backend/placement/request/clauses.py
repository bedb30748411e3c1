"""Divide a message into clauses. Find which words are the object of a word such as "after", and which part of the
document a clause is about.

`python -m tests.bench.sensitivity placement/request/clauses.py` measures how each number in this file affects the
placement benchmark.
"""

from __future__ import annotations

from backend.mentions.parsed_message import ParsedMessage
from backend.mentions.referents import Target, target

#: Words between a verb and the new text ("replace X with this", "rewrite X like this").
WITH = frozenset("with by for to like as into using mit durch par avec con por com door met на с".split())
_JOINTS = frozenset(", ( and but so then ， 、 und et y e и".split())
_AUXILIARY = frozenset(
    "should must is are be has have to needs need ought can could will would shall may gets get was were being "
    "now simply just then please let also therefore a new come comes coming go goes right immediately directly "
    "straight appear appears stand stands follow follows sit sits first".split()
)
#: Verbs of wanting. In "My supervisor wants X replaced", X is replaced, not the supervisor.
_WANTING = frozenset(
    "want wants wanted like likes need needs ask asks asked prefer prefers suggest suggests suggested requests see "
    "have möchte will wünscht".split()
)
_MODAL = frozenset(
    "should would could might is will soll sollte muss müsste kann könnte wird doit devrait peut debe debería puede "
    "deve dovrebbe può deveria pode moet zou kan".split()
)
#: Verbs that begin a question which is an order: "could X be followed by …?".
_ASKING = frozenset("can could should would might may".split())


class Clauses:
    """Divides one message into clauses. Positions in the message are indices of tokens."""

    def __init__(self, reading: ParsedMessage) -> None:
        self.r = reading
        #: indices of tokens in complete names and in names of several words, which are not request words
        self.named = {i for m in reading.mentions if m.how == "full" or m.words > 1 for i in range(m.first, m.stop)}

    def region(self, start: int) -> int:
        """Return the index of the token before which the object of a word such as "after" ends. The object begins at
        token `start`: in "put it after X, please", this is X, and the result is the index of the comma.
        """
        r = self.r
        stop = r.sentence(start)[1] if start < len(r.tokens) else len(r.tokens)
        described = False
        for index in range(start, stop):
            if index in r.masked or (index in self.named and r.at(index, "polite")):
                continue
            described = described or bool(r.at(index, "topic", "starting")) or r.kind(index)[0] != ""
            if index > start and self._ends_region(index, described):
                return index
        return stop

    def _ends_region(self, index: int, described: bool) -> bool:
        r = self.r
        text = r.text_at(index)
        if text in (":", "—", "–"):
            return not (index + 1 < len(r.tokens) and (r.tokens[index + 1].quote or r.text_at(index + 1) in "“\"'«„「"))
        if text == "," and described and r.text_at(index + 2) == "and":
            return False
        if text in _JOINTS and self.new_thought(index + 1, text):
            return True
        if text in _MODAL and (
            index - 1 in self.named or r.tokens[index - 1].quote or r.text_at(index - 1) in "”“\"'»"
        ):
            return True
        if text in WITH and r.at(index, "inplace"):
            return True
        if text in WITH and (content := r.at(index + 1, "content")):
            return not described or content - index > 2 or content >= len(r.tokens) or not r.tokens[content].word
        if described:
            closing = r.at(index, "remark")  # "after the first paragraph instead"
            return bool(closing) and (closing >= len(r.tokens) or r.ends_sentence(closing))
        return bool(r.at(index, "polite") or r.at(index, "after", "before", "between", "once"))

    def new_thought(self, index: int, joint: str) -> bool:
        """Return True if a new request begins at token `index`. `joint` is the token before it, such as a comma or
        "and".
        """
        r = self.r
        if r.text_at(index) in ("so", "and", "but", "then", "as", "which", "thus", "hence"):
            return joint != "(" and (r.text_at(index) != "and" or self.new_thought(index + 1, "and"))
        if index in r.masked:
            return False
        if r.at(index, "inplace") or (r.at(index, "not", "polite", "remark") and joint != "and"):
            return True
        if joint == "(" or r.kind(index)[0]:
            return False
        return bool(r.at(index, "add", "replace", "after", "before", "between", "content"))

    def subject(self, stop: int) -> Target | None:
        """Return the part of the document that is the subject of the verb at token `stop`: X in "X should be replaced".
        Returns None if there is none.
        """
        r = self.r
        begin = self.clause_start(stop)
        while stop > begin and stop - 1 not in self.named and r.text_at(stop - 1) in _AUXILIARY:
            stop -= 1
        begin = r.skip(begin, stop, "polite", "remark")
        begin += begin < stop and begin not in self.named and r.text_at(begin) in _ASKING
        while begin < stop and begin not in self.named and not r.at(begin, "reader"):
            further = r.at(begin, "add", "first_person")
            if not further:
                break
            begin = further
        begin = self._past_wanting(begin, stop)
        meant = target(r, begin, stop) if stop > begin else None
        if meant is None or meant.kind not in ("section", "block") or (meant.kind == "block" and not meant.noun):
            return None
        if meant.kind == "section" and not (self._begins_with(meant, begin) and self._ends_with(meant, stop)):
            return None
        return meant

    def _past_wanting(self, begin: int, stop: int) -> int:
        """Return the index of the first token after a phrase such as "my supervisor wants" or "reviewer 2 would like to
        see" that begins at token `begin`; `begin` if there is no such phrase.
        """
        r = self.r
        for index in range(min(begin + 6, stop) - 1, begin, -1):
            if index not in self.named and index not in r.masked and r.text_at(index) in _WANTING:
                return index + 1
        return begin

    def _begins_with(self, meant: Target, begin: int) -> bool:
        """Return True if the clause that begins at token `begin` begins with the name of the section `meant`, as in
        "the section X …". Returns False for "On the level of X …", which contains the name X only later.
        """
        first = meant.mention.first if meant.mention is not None else begin
        return self.r.skip(begin, first, "filler", "section", "titled", "paragraph", "of", "in", "content") >= first

    def _ends_with(self, meant: Target, stop: int) -> bool:
        """Return True if the name of the section `meant` can be the subject of the verb at token `stop`. Returns False
        if a colon follows the name, and then further words: in "X: the example should come after this", the verb's
        subject is the example and not X.
        """
        after = meant.mention.stop if meant.mention is not None else stop
        return self.r.text_at(after) != ":" or not any(
            self.r.tokens[i].word and not self.r.at(i, "filler", "section") for i in range(after, stop)
        )

    def clause_start(self, stop: int) -> int:
        r = self.r
        begin = r.sentence(stop)[0]
        for index in range(begin, stop):
            if index in r.masked:
                continue
            text = r.text_at(index)
            joined = text == ";" or (text in (",", ":") and self.new_thought(index + 1, ","))
            if text == "and":
                joined = any(r.at(i, "after", "before") for i in range(begin, index) if i not in r.masked)
            if joined or (text == "that" and r.text_at(index - 1) in ("so", "such")):
                begin = index + 1
        return begin

    def antecedent(self, stop: int) -> Target | None:
        """Return the block or section that a pronoun such as "it" at token `stop` most likely means, among the parts
        named before it. Returns None if no part is named there.
        """
        r = self.r
        best: Target | None = None
        for index in range(stop):
            if not self._opens_phrase(index):
                continue
            meant = target(r, index, min(stop, self.region(index)))
            if meant is None or meant.kind not in ("block", "section") or (meant.kind == "block" and not meant.noun):
                continue
            if meant.score >= 0.45 and (best is None or _worth(meant) >= _worth(best)):
                best = meant
        return best

    def _opens_phrase(self, index: int) -> bool:
        """Return True if a part's name, such as "Methods" or "the table", may begin at token `index`."""
        r = self.r
        if index == 0:
            return True
        if index - 1 in r.masked:
            return False
        if r.at(index - 1, "of", "topic", "in", "add", "refer", "after", "before") or r.ends_sentence(index - 1):
            return True
        if r.names_at(index):
            return not r.names_at(index - 1)
        return r.before(index, "filler") is None and bool(r.at(index, "filler") or r.kind(index)[0])


def _worth(meant: Target) -> float:
    return round(meant.score + 0.15 * bool(meant.noun), 2)
