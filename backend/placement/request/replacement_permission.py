"""Decide whether a message permits new content to replace text of the document. No other file decides this.

New content replaces text without a question only if three conditions are met:

1. The message **orders** the replacement. Either it has a verb of exchange ("replace", "overwrite", "use this instead
   of …"), or it has a verb of removal or change ("delete", "update", …) and words for the new text ("… and insert
   this"). In the message that asked for the draft, a verb of change is enough: "revise the Results" asks for other
   Results.
2. The message **names the object** of that verb: a section or block must be the verb's own object ("replace X", "X
   should be replaced", "this instead of X", "I don't like X. Replace it"). It is not enough that its name occurs
   somewhere.
3. The order is neither a question nor a refusal ("should I replace X?", "don't replace X").

In addition, the document must have exactly one such object (`rules.decide` compares all that may be meant). If the
object is not clear, the user is asked.

A verb of removal or change without new text ("remove the last sentence") permits no replacement. If it is an order to
delete a part of the document, placement/edit_orders.py plans this edit, which waits for approval as a draft does.
"""

from __future__ import annotations

from backend.document.order_words import is_a, read_sentence
from backend.mentions.closed_words import is_a as is_a_word
from backend.mentions.closed_words import noun
from backend.mentions.parsed_message import ParsedMessage
from backend.mentions.referents import Target
from backend.mentions.section_references import is_narrowed
from backend.placement.request.clauses import WITH, Clauses

#: Words that may follow an order that refers to the words before it: "X has to go, and …", "X should be replaced now".
_CLOSING = frozenset("and so now away entirely completely altogether because since as instead please bitte".split())
#: Words for "nothing". "Delete nothing in X" forbids like "don't".
_NOTHING = frozenset("nothing none nichts rien nada niente nulla niets nenhum nenhuma".split())
#: Maximum number of words between "put" or "with" and the new text; "with a text like this" is the longest seen.
_REACH = 4


class ReplacementPermission:
    """Finds in one message the orders that permit a replacement.

    `opens` is True for the message that asked for the draft, and False for later messages about the draft.
    """

    def __init__(self, reading: ParsedMessage, clauses: Clauses, opens: bool) -> None:
        self.r, self.clauses, self.opens = reading, clauses, opens

    def orders(self, index: int, stop: int, after: int) -> bool:
        """Return True if the verb at the tokens `index` to `stop` - 1 orders a replacement. A verb of removal or change
        needs words for the new text, which may begin at token `after`, where the verb's object ends.
        """
        r = self.r
        if not r.at(index, "remove", "edit"):
            return True
        if r.at(index, "edit") and not r.at(index, "remove") and self.opens:
            return True
        return self.brings(max(stop, after)) or self._brought(index)

    def is_meant(self, index: int) -> bool:
        """Return True if the sentence that contains token `index` is an order: neither a question nor a refusal."""
        first, stop = self.r.sentence(index)
        words = self.r.text[self.r.tokens[first].start : self.r.tokens[stop - 1].end]
        sentence = read_sentence(words)
        asks = sentence.asks and sentence.words[:1] != ("have",)  # "have this replace X" is an order
        return not asks and not sentence.refuses and not _NOTHING.intersection(sentence.words)

    def is_object(self, meant: Target, start: int) -> bool:
        """Return True if the order's verb acts on the part `meant`, as in "delete the second paragraph". Only articles
        and nouns may be between the verb, which ends before token `start`, and the part's name.
        """
        r = self.r
        if meant.kind == "section":
            mention = meant.mention
            if mention is None or is_narrowed(r.tokens, mention.first, mention.stop):
                return False
            return self._skipped(start, mention.first) >= mention.first
        if meant.kind != "block" or not meant.noun:
            return False
        at = r.skip(start, len(r.tokens), "filler", "polite")
        if at >= len(r.tokens) or (r.kind(at)[0] not in ("", "paragraph") and not noun(r.tokens, at)[0]):
            return False  # "formulation" only begins as "formula" does
        if at in r.masked or r.ordinal(at)[0] or r.known(at) or self._numbered(at):
            return True
        if r.text_at(at) in ("where", "what"):
            return True
        bare = all(is_a_word(r.tokens[i], "articles") for i in range(start, at))
        return not bare or self._precedes_noun(at)

    def ends_clause(self, stop: int) -> bool:
        """Return True if the verb that ends before token `stop` has no object after it, as in "X should be replaced by
        this". The object must then be before the verb.
        """
        r = self.r
        if r.postpositional or stop >= len(r.tokens) or not r.tokens[stop].word:
            return True
        said = r.text_at(stop)
        return said in WITH or said in _CLOSING or bool(r.at(stop, "content", "inplace", "offer", "not"))

    def _skipped(self, start: int, stop: int) -> int:
        r = self.r
        while start < stop:
            further = r.skip(start, stop, "filler", "section", "titled", "of", "every")
            number = r.ordinal(further)
            if number[0] and number[1] <= stop:
                further = number[1]
            if further <= start:
                return start
            start = further
        return start

    def _precedes_noun(self, at: int) -> bool:
        """Return True if unknown words from token `at` on end with a noun for a block, which they describe: "frazil
        slush paragraph".
        """
        r = self.r
        for index in range(at, min(at + _REACH, len(r.tokens))):
            if r.kind(index)[0]:
                return True
            if not r.tokens[index].word or r.known(index):
                return False
        return False

    def _numbered(self, at: int) -> bool:
        return any(said.first == at for said in self.r.elements)

    def brings(self, start: int) -> bool:
        """Return True if words for the new text are somewhere from token `start` on: "and insert this", "with this",
        "this instead".
        """
        r = self.r
        for index in range(start, len(r.tokens)):
            if index in r.masked:
                continue
            if r.at(index, "inplace", "offer"):
                return True
            word = r.text_at(index)
            if (word in WITH or word == ":" or r.at(index, "add") or is_a(word, "placing")) and self._content_near(
                index + 1
            ):
                return True
        return False

    def presents_draft(self, index: int) -> bool:
        """Return True if words before token `index`, in the same sentence, say that a new text is at hand: "this",
        "here", "make", or words such as "the new version". In "use this as the new Methods", `index` is the token after
        "new".
        """
        r = self.r
        first = r.sentence(index)[0]
        return any(
            r.text_at(i) in ("this", "here", "make") or r.at(i, "offer")
            for i in range(first, index)
            if i not in r.masked
        )

    def _brought(self, index: int) -> bool:
        """Return True if the sentence introduces the new text before the verb at token `index`: "this is the new X;
        delete …".
        """
        r = self.r
        first = r.sentence(index)[0]
        return any(r.at(i, "offer") or r.at(i, "content") for i in range(first, index - 1) if i not in r.masked)

    def _content_near(self, start: int) -> bool:
        r = self.r
        stop = min(start + _REACH, len(r.tokens))
        for index in range(start, stop):
            if index in r.masked or not r.tokens[index].word:
                return False
            if r.at(index, "content"):
                return True
        return False
