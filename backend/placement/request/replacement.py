"""Find what a message asks to replace with the new text: "replace X", "instead of X".

replacement_permission.py decides if a replacement that is found here may be carried out without asking.

`python -m tests.bench.sensitivity placement/request/replacement.py` measures how each number in this file affects the
placement benchmark.
"""

from __future__ import annotations

from backend.mentions import closed_words
from backend.mentions.described_blocks import Found, of_kind
from backend.mentions.parsed_message import ParsedMessage
from backend.mentions.referents import CLEAR, Target, in_section, target
from backend.mentions.section_names import NamedSection
from backend.mentions.section_of_block import HOLDER
from backend.placement.request.clauses import Clauses
from backend.placement.request.replacement_permission import ReplacementPermission
from backend.placement.request.roles import Roles

_BEFORE_ORDERS = frozenset(
    "and then to please should must is be can could will would shall let just simply now ought has have needs need "
    "so therefore hence thus i'd we'd i'll we'll "
    "mind about suggest propose rather better it this that text version draft paragraph i we you want".split()
)
#: Words between the two halves of "substitute this for X", "a new version of X", "rather this than X".
_JOINTS = frozenset("for of with by to from than over pour für por per de von".split())
#: Score (0 to 1) of a block if several blocks may be meant.
GUESS = 0.2
#: Confidence (0 to 1) of a replacement if the message names its object and nothing else fits.
ORDERED = 0.9
_PREDICATES = frozenset("and then should must be is are was has have can could needs gets now".split())
_BETWIXT = frozenset("for in over than to pour für por".split())
_NOUN = ("replacement", "substitute", "rewrite", "update", "revision")
#: Nouns for all that a section contains: "the text of X".
_WHOLE = frozenset("text words wording stuff material prose".split())
_PLACES = ("in", "end", "start", "under", "seatfor", "add")
_ARTICLES = frozenset("the le la el il lo o a der die das den dem het de".split())
_LESS = frozenset("sentence phrase clause word".split())
#: Participles in "wants X replaced by this". They refer to the words before them, even if these describe the part.
_DONE_TO = frozenset("replaced swapped exchanged substituted superseded overwritten rewritten".split())
_WITH_WHAT = frozenset("by with for like as".split())
#: Words before a verb that show that it is part of a name: "the editing section".
_NAMING = frozenset("the our my your a".split())
_NEW = frozenset("new revised updated rewritten".split())


class Replacing:
    """Finds what one message asks to replace. `target()` returns it, and sets `ordered` (the message orders a
    replacement) and `explicit` (the order names what to replace, so that no question is needed).
    """

    def __init__(self, reading: ParsedMessage, clauses: Clauses, roles: Roles, opens: bool = True) -> None:
        self.r, self.clauses, self.roles = reading, clauses, roles
        self._permission, self._opens = ReplacementPermission(reading, clauses, opens), opens
        #: True if the message orders a replacement, even if its object was not found
        self.ordered = False
        #: True if the order names its object, so that it may be carried out without asking
        self.explicit = False

    def target(self) -> Target | None:
        """Return the part to be replaced; None if the message asks for no replacement, or if the part was not found."""
        r = self.r
        self.ordered = self.explicit = False
        back: Target | None = None
        for index in range(len(r.tokens)):
            stop = r.at(index, "replace") if index not in r.masked else 0
            if not stop or index in self.roles.refused or not self._orders(index, stop) or self._edits(stop):
                continue
            if r.at(index, "not") and self.roles.corrects(index):
                continue
            found, named = self._replaced(index, stop)
            behind = found is not None and found.kind != "back" and found.stop > stop
            if not named and r.at(index, "edit") and not (self._opens and behind):
                continue  # "the Discussion should change direction": the object is something else
            if not self._permission.is_meant(index) or not self._permission.orders(
                index, stop, found.stop if found is not None else stop
            ):
                continue
            self.ordered = True
            meant = self._narrowed(found, stop)
            if meant is not None and meant.kind != "back":
                self.explicit = named and self._is_plain(index, stop, meant)
                return meant
            back = back or meant
        return self._renewed() or self._dismissed() or back

    def _is_plain(self, index: int, stop: int, meant: Target) -> bool:
        """Return True if the order clearly names what to replace (`meant`), so that no question is needed. The verb is
        at the tokens `index` to `stop` - 1.

        Two cases are stricter:
        - the sentence with the order mentions a sentence: it must also name the section that contains it;
        - an earlier sentence names the part ("I don't like X. Replace it by this"): a verb such as "replace" is enough,
          but after a verb of change or removal such as "delete", words for the new text must follow.
        """
        r = self.r
        first, last = r.sentence(index)
        beside = any(first <= m.first < last for m in r.mentions if m.quality >= HOLDER)
        if meant.kind == "block" and any(
            "sentence" in closed_words.noun(r.tokens, i)[0] for i in range(first, last) if i not in r.masked
        ):
            return beside
        if r.text_at(stop - 1) == "go" and r.at(index - 1, "content", "reader"):  # "X is where it has to go"
            return False
        own = first <= meant.stop - 1 < last
        return own or not r.at(index, "edit", "remove") or self._permission.brings(stop)

    def _dismissed(self) -> Target | None:
        """Return a part that the message rejects without a verb of replacing: "X is no good, use this", "we don't need
        X any more". Returns None if there is none.
        """
        r = self.r
        for index in range(len(r.tokens)):
            stop = r.at(index, "dismiss") if index not in r.masked else 0
            if not stop or not self._orders(index, stop) or self._edits(stop) or self._puts(stop):
                continue
            if not self._permission.brings(stop):
                continue
            found = self.clauses.subject(index)
            if found is None:
                right = target(r, stop, self.clauses.region(stop))
                found = right if right is not None and (right.noun or self._leads(right, stop)) else None
            found = self._narrowed(found, r.sentence(index)[0])
            if found is None or self._placed_elsewhere(found, stop):
                continue
            if _clear(found) or found.noun:
                self.ordered = True
                return found
        return None

    def _placed_elsewhere(self, found: Target, start: int) -> bool:
        """Return True if words from token `start` on put the text into another section than the rejected part `found`:
        "forget X, add it to Y".
        """
        return any(
            m.first >= start and m.quality >= 0.6 and m is not found.mention and self.roles.of(m) in _PLACES
            for m in self.r.mentions
            if found.kind == "section" and set(m.sections) != set(found.sections)
        )

    def _puts(self, stop: int) -> bool:
        """Return True if words for the draft, and then a word such as "in" or "after", begin at token `stop`: "it in X"
        in "drop it in X". This token is directly after a verb.
        """
        content = self.r.at(stop, "content")
        return bool(content) and bool(self.r.at(content, "in", "under", "after", "before", "between"))

    def _orders(self, index: int, stop: int) -> bool:
        """Return True if the verb of replacing at the tokens `index` to `stop` - 1 is an order or a request. Returns
        False if it belongs to a description, as in "a paragraph about how we replaced the samples".
        """
        r = self.r
        if r.text_at(stop - 1) == "go" and stop < len(r.tokens):
            return not r.tokens[stop].word
        if r.text_at(index).startswith(_NOUN) and self._in_description(index):
            return False
        if stop - index > 1 or r.postpositional:
            return True
        if r.text_at(index) in _DONE_TO and r.text_at(stop) in _WITH_WHAT:
            return True
        if r.before(index, "once", "topic") is not None or self._in_description(index):
            return False
        begin = r.skip(r.sentence(index)[0], index, "polite", "remark", "filler")
        if r.text_at(index - 1) == "'s" and r.text_at(index - 2) == "let":
            return True
        if r.text_at(index - 1) in _NAMING and r.at(stop, "section"):
            return False
        if index <= begin or r.text_at(index - 1) in _BEFORE_ORDERS or r.at(index - 1, "polite", "add"):
            return True
        if index - 1 in self.clauses.named or r.before(index, "paragraph", "section", "table", "list") is not None:
            return True
        return r.before(index, "content") is not None or r.ends_sentence(index - 1) or not r.tokens[index - 1].word

    def _in_description(self, index: int) -> bool:
        """Return True if token `index` belongs to a description: "about" is before it, with no punctuation mark other
        than a comma in between.
        """
        r = self.r
        begin = r.sentence(index)[0]
        while (
            index > begin
            and (r.tokens[index - 1].word or r.text_at(index - 1) == ",")
            and r.text_at(index - 1) not in _PREDICATES
        ):
            index -= 1
            if r.topic(index):
                return True
        return False

    def _edits(self, stop: int) -> bool:
        """Return True if a verb that ends before token `stop` asks for a change in the wording of the draft, and not
        for a change of the document: "swap the two sentences", "change 'show' to 'prove'".
        """
        r = self.r
        end = self.clauses.region(stop)
        at = r.skip(stop, end, "filler", "of", "add")
        for place in range(stop, min(end, at + 3)):
            small = r.at(place, "sentence") if place not in r.masked else 0
            if small and not r.at(small, "topic", "of", "starting") and not in_section(r, small):
                return not any(r.kind(i)[0] and not r.at(i, "sentence") for i in range(stop, end))
        quoted = [i for i in range(stop, end) if r.tokens[i].quote]
        return bool(quoted) and len(quoted) < 3 and quoted[0] <= at + 1 and not any(r.names_at(i) for i in quoted)

    def _replaced(self, index: int, stop: int) -> tuple[Target | None, bool]:
        """Return the part that the verb of replacing at the tokens `index` to `stop` - 1 removes, and whether this part
        is the verb's own object. The part may be named after the verb, before it, or elsewhere in the message; it is
        None if it is not named.
        """
        r, removal = self.r, self._permission
        last = r.sentence(index)[1]
        start = self._past_content(stop, last)
        spoken = stop < len(r.tokens) and r.tokens[stop].text not in ",.;:"
        right = target(r, start, self.clauses.region(stop)) if spoken else None
        if _clear(right) and right is not None and (right.noun or self._leads(right, start)):
            return right, removal.is_object(right, start)
        left = self.clauses.subject(index)
        if right is None and _clear(left):
            return left, removal.ends_clause(stop)
        candidates = [(right, start), (left, 0)]
        for other in range(stop, last):
            if other not in r.masked and r.text_at(other) in _JOINTS and not self._only_content(other + 1):
                candidates.append((target(r, other + 1, self.clauses.region(other + 1)), other + 1))
        good = [(each, begin) for each, begin in candidates if each is not None and _clear(each)]
        if good:
            best, begin = max(good, key=lambda c: round(c[0].score + 0.1 * bool(c[0].noun), 2))
            brought = begin == start or (begin > stop and r.at(stop, "content") >= begin - 1)
            return best, brought and removal.is_object(best, begin)
        weak = next((c for c, _ in candidates if c is not None and c.kind == "block" and c.noun), None)
        if weak is not None:
            return weak, False
        found = self.clauses.antecedent(index)
        if found is not None:
            return found, self._points_back(index, stop, right)
        if right is not None and right.kind == "back":
            return Target("back", 0.35, stop), False
        named = [m for m in r.mentions if m.quality >= 0.6 and self.roles.of(m) not in ("topic", "refer")]
        if not named:
            return None, False
        best_named = max(named, key=lambda m: (m.quality, m.words))
        score = best_named.quality * 0.9
        return Target("section", score, best_named.stop, best_named.sections, mention=best_named), False

    def _points_back(self, index: int, stop: int, right: Target | None) -> bool:
        """Return True if the verb at the tokens `index` to `stop` - 1 has no other object than "it" or "the old one",
        and the message names at most one section, which "it" can mean. `right` is the part that the words after the
        verb name, or None.
        """
        r = self.r
        pronoun = (right is not None and right.kind in ("back", "every")) or bool(r.at(stop, "content", "reader"))
        old = r.skip(stop, len(r.tokens), "filler")
        pronoun = pronoun or (old > stop and (old >= len(r.tokens) or not r.tokens[old].word))
        return (pronoun or self._permission.ends_clause(stop)) and len(r.names) <= 1 and index > 0

    def _only_content(self, start: int) -> bool:
        """Return True if only words such as "this version" are between token `start` and the next punctuation mark."""
        end = self.r.at(start, "content")
        return bool(end) and (end >= len(self.r.tokens) or not self.r.tokens[end].word)

    def less(self) -> bool:
        """Return True if the message asks to replace a single sentence ("replace the first sentence of X"), and not its
        whole paragraph.
        """
        r = self.r
        return any(
            r.text_at(i) in _LESS and i not in r.masked and r.before(i, "filler") is not None
            for i in range(len(r.tokens))
        )

    def _narrowed(self, meant: Target | None, start: int) -> Target | None:
        """Return the block that the message names, after token `start`, inside the section `meant`: the list for "the
        list in X". If it names none, or if `meant` is no section, return `meant` unchanged.
        """
        if meant is None or meant.kind != "section" or meant.mention is None:
            return meant
        noun = self._part_of(meant.mention, min(start, self.r.sentence(meant.mention.first)[0]))
        return (self._parts(meant.mention, noun) or meant) if noun else meant

    def _part_of(self, mention: NamedSection, start: int) -> str:
        """Return the kind of the block that is named between token `start` and a section's name (`mention`):
        "paragraph" for "the paragraph on wombats in Methods". Returns "" if no block is named there.
        """
        r = self.r
        for index in range(start, mention.first):
            noun, end = r.kind(index)
            if noun and r.text_at(index - 1) not in _ARTICLES and r.at(index - 1, "content") >= end:
                continue
            if r.text_at(index) in _WHOLE and r.skip(end, mention.first, "filler", "section", "of") >= mention.first:
                continue
            if noun and not (end <= mention.first and r.at(index, "section")) and not r.text_at(end - 1).endswith("s"):
                return noun
        return ""

    def _parts(self, mention: NamedSection, noun: str) -> Target | None:
        """Return the only block of the kind `noun` ("paragraph") in the section that `mention` names. If there are
        several, return all of them as guesses, so that the user chooses one. If there is none, return all blocks of the
        section's own text as guesses; None if it has no own text.
        """
        view = self.r.view
        held = [b for i in mention.sections for b in view.own(view.sections[i]) if of_kind(view, b, noun)]
        held = held or [b for i in mention.sections for b in view.own(view.sections[i])]
        if not held:
            return None
        score = 0.7 if len(held) == 1 and of_kind(view, held[0], noun) else GUESS
        return Target("block", score, mention.stop, blocks=tuple(Found(b, score) for b in held), noun=noun)

    def _leads(self, meant: Target, start: int) -> bool:
        """Return True if the words at token `start` begin with the name of the section `meant`."""
        mention = meant.mention
        if mention is None or meant.score < 0.75:
            return False
        return self.r.skip(start, mention.first, "filler", "section", "titled") >= mention.first

    def _past_content(self, index: int, stop: int) -> int:
        """Return the index of the first token after words that name the draft and lead to the replaced part X: after
        "this for" in "substitute this for X", after "this than" in "rather this than X". If no such words begin at
        token `index`, return `index`. Tokens from `stop` on are ignored.
        """
        r = self.r
        end = r.at(index, "content")
        if not end or r.text_at(end) not in _BETWIXT:
            return index
        while end < stop and r.text_at(end) in _BETWIXT:
            end += 1
        return end

    def _renewed(self) -> Target | None:
        """Return the existing part X that the draft should replace, if the message calls the draft "the new X": "use
        this as the new Methods". Returns None if there is none.
        """
        r = self.r
        for mention in sorted(r.mentions, key=lambda m: -m.quality):
            ends = mention.stop >= len(r.tokens) or r.tokens[mention.stop].text in ".;!,:"
            if mention.quality < 0.6 or not (ends or r.at(mention.stop, "section")):
                continue
            at = mention.first
            while (
                at
                and r.text_at(at - 1) not in _NEW
                and (r.before(at, "filler") is not None or not r.tokens[at - 1].word)
            ):
                at -= 1
            fresh = at >= 2 and at - 1 not in self.clauses.named and r.text_at(at - 1) in _NEW
            if fresh and r.text_at(at - 2) in ("the", "our", "my", "as", "a"):
                self.explicit = self._permission.presents_draft(at) and self._permission.is_meant(at)
                return Target("section", mention.quality * 0.9, mention.stop, mention.sections, mention=mention)
        return None


def _clear(meant: Target | None) -> bool:
    if meant is None or meant.kind not in ("section", "block") or meant.score < CLEAR:
        return False
    return meant.kind == "section" or bool(meant.noun) or meant.score >= 0.6
