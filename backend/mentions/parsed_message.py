"""Parse one message for one document: its tokens, the section names in it, and request words such as "after"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property

from backend.document.order_classes import INDEFINITE
from backend.mentions.closed_words import noun, numbers_behind
from backend.mentions.document_view import DocumentView
from backend.mentions.lexicon import (
    POSTPOSITIONAL,
    Token,
    cardinals,
    first_of_ordinals,
    hits,
    is_element,
    language_of,
    ordinals,
    tokens,
)
from backend.mentions.naming.element_references import ElementReferences
from backend.mentions.naming.spelling import mended
from backend.mentions.section_names import NamedSection
from backend.mentions.section_references import SectionReferences, fills_quotation
from backend.ranking.terms import stop_terms

#: Maximum number of tokens that are parsed: the rest of a longer message is quoted text, not a request.
_MOST = 1500
#: Words after which even "thanks" is the name of a section.
_LEADS = ("before", "after", "of", "new", "between", "and", "replace", "above", "below", "called")
_FUNCTION_WORDS = stop_terms("english")
_PARAGRAPH, _ENDERS = frozenset("paragraph para passage".split()), frozenset(".!?;。！？；")
_ABBREVIATIONS = frozenset(
    "al fig figs eq eqs e.g i.e eg ie etc cf vs no sec ref approx ca dr prof st resp tab".split()
)
#: Abbreviated names of sections. A period after one does not end the sentence if a lowercase word follows.
_SHORTENED = frozenset("intro introd concl disc discn ack ackn acknowl abstr suppl refs meth res lit bibl app".split())
#: Words for people that are not requests, although their stems are ("editor").
_PEOPLE = frozenset("reviewer reviewers editor editors writer writers author commentator adviser advisor".split())
#: Typed arrows, and the arrows that replace them: "->", "=>" and "<-".
_ARROW, _HEADS = re.compile(r"[-=]{1,2}>|<-{1,2}(?![->])"), ("→", "←")
#: Tags of phrases whose single words are not requests ("changed my mind", "in line with").
_FIXED = frozenset({"remark", "refer"})
#: Languages in which each character is a token.
_SPACELESS = frozenset({"ja", "zh"})
_LOOSE = frozenset({"replace", "in", "after", "before", "end", "start", "not", "topic"})
#: Names of sections that often mean a position in the text ("as the final section").
_PLACES_OF_TEXT = frozenset(f"{each} section" for each in "final last closing opening first concluding".split())
_PLACES_OF_TEXT |= {"opening", "closing", "closing words", "beginning", "start", "end"}
KINDS = ("table", "figure", "code", "math", "list", "quote", "paragraph")


class ParsedMessage:
    """A message with its tokens, the section names in it, and the tags of its phrases. Positions are indices of tokens.
    A tag such as "after" is the meaning of a phrase.
    """

    def __init__(self, view: DocumentView, text: str) -> None:
        self.view = view
        self.text = text = _ARROW.sub(lambda found: f"{_HEADS[found[0][-1] == '-']:>{len(found[0])}}", text)
        self.tokens: list[Token] = tokens(text)[:_MOST]
        counting = view.counting_in(self.tokens)
        self.mentions = [
            m for m in view.named_in(self.tokens) if m.first not in counting and fills_quotation(self.tokens, m)
        ]
        self.mentions += self._by_number()
        #: tables, figures, equations and listings that are named by their printed number, in any language
        self.elements = [e for e in ElementReferences(view, self.tokens, ()).read() if e.how == "number"]
        self.names = outermost(m for m in self.mentions if self._is_name(m))
        self.masked: set[int] = {i for m in self.names for i in range(m.first, m.stop)}
        self.masked |= {i for i, t in enumerate(self.tokens) if t.quote}
        hidden = {i for m in self.mentions if m.words > 1 and m.how != "synonym" for i in range(m.first, m.stop)}
        self.language = language_of(self.tokens, self.masked | hidden)
        self.postpositional = self.language in POSTPOSITIONAL
        if self.language == "en":
            named = {i for m in self.mentions for i in range(m.first, m.stop)}
            self.tokens = mended(self.tokens, view.uses, self.masked | named)
        self._tag()
        self.mentions = [m for m in self.mentions if not self._is_request_word(m)]

    def _by_number(self) -> list[NamedSection]:
        """Return the sections that are named by number ("section 3.2", "§ 4") or label ("Tip 3")."""
        references = SectionReferences(self.view, self.text, self.tokens)
        return [
            NamedSection(s.first, s.stop, s.sections, 1.0, "full", exact=True)
            for s in (*references.numbered(), *references.labeled())
            if not s.guessed and not self.tokens[s.first].quote
        ]

    def _is_request_word(self, mention: NamedSection) -> bool:
        """Return True if an inexact name means no section, but is a common word of requests: "about", "bit"."""
        first, stop = mention.first, mention.stop
        if mention.how == "synonym" and (self._is_one_paragraph(mention) or self._is_one_element(mention)):
            return True
        if mention.how == "synonym" and self._plain(first, stop) in _PLACES_OF_TEXT:
            places = ("in", "into", "to", "of", "before", "after", "above", "below", "under")
            return self._led_by(first, "as") or not self._led_by(first, *places)
        if mention.how == "full" and mention.quality < 1 and mention.words == 1 and not self.tokens[first].quote:
            other = self.kind(first)[0] or self.at(first, "document", "sentence")
            return bool(other) and not self.at(stop, "section")
        if mention.how not in ("synonym", "part") or mention.words > 1 or self.tokens[first].quote:
            return False
        if mention.how == "part" and first and self.text_at(first - 1) in INDEFINITE:
            return True  # "an appendix on X" is new text, and no part of "Appendix A"
        if self.at(stop, "section") or mention.exact:
            return False
        if mention.how == "part":
            return self.known(first)
        tags = ("topic", "in", "of", "after", "before", "not", "add", "filler", "polite", "replace", "saying")
        if self.before(first, "in", "end", "under", "of") is not None or self._led_by(first, *_LEADS):
            return False
        return bool(self.at(first, *tags))

    def _is_one_paragraph(self, mention: NamedSection) -> bool:
        """Return True if a name consists of words for one paragraph, such as "the final paragraph". Returns False for
        "the final paragraphs", which may mean the conclusion.
        """
        return mention.words > 1 and self.text_at(mention.stop - 1) in _PARAGRAPH

    def _is_one_element(self, mention: NamedSection) -> bool:
        """Return True if a name is only a noun for an element: "la figure" is not the section "Figures"."""
        kind, end = self.kind(mention.first)
        alone = kind not in ("", "paragraph") and end == mention.stop and not self.at(end, "section")
        return alone and self.before(mention.first, "filler") is not None

    def _plain(self, first: int, stop: int) -> str:
        return " ".join(t.norm for t in self.tokens[first:stop] if t.norm not in ("the", "a"))

    def _led_by(self, first: int, *words: str) -> bool:
        """Return True if one of these `words`, and perhaps articles, precede the name at token `first`."""
        while first and self.tokens[first - 1].norm in ("the", "a", "our", "an"):
            first -= 1
        return first > 0 and self.tokens[first - 1].norm in words

    def _is_name(self, mention: NamedSection) -> bool:
        """Return True if a mention certainly names a section: it is the complete title, and has several words,
        quotation marks, or a capital letter like the title.
        """
        if mention.how == "part":
            return mention.words > 1 and mention.exact
        words = self.tokens[mention.first : mention.stop]
        if not mention.exact and not words[0].quote and is_element(tuple(t.stem for t in words)):
            return False
        if mention.how == "synonym":
            return False
        if mention.words > 1 or self.tokens[mention.first].quote:
            return True
        token = self.tokens[mention.first]
        opens = mention.first == 0 or self.tokens[mention.first - 1].text in _ENDERS
        if not token.text.isascii() or token.text[:1].isdigit():
            return mention.how == "full"
        return mention.exact and token.text[:1].isupper() and not opens

    def _tag(self) -> None:
        self.starts: dict[int, dict[str, int]] = defaultdict(dict)
        self.ends: dict[int, dict[str, int]] = defaultdict(dict)
        found = [
            (first, stop, tags)
            for first, stop, tags in hits(self.tokens, self.language)
            if not self.masked.intersection(range(first, stop))
            and not self._compounded(first, stop)
            and self.tokens[first].norm not in _PEOPLE
        ]
        if self.language in _SPACELESS:  # of two overlapping entries the earlier one counts: 最後, not 後に
            spans = [(first, stop) for first, stop, _ in found]
            found = [each for each in found if not any(a < each[0] < b <= each[1] for a, b in spans)]
        fixed = [(first, stop) for first, stop, tags in found if stop - first > 1 and tags & _FIXED]
        for first, stop, tags in found:
            word = self.tokens[first]
            if word.norm.endswith("ing") and word.stem != word.norm and not noun(self.tokens, first)[0]:
                tags -= frozenset(KINDS)  # "photographing" is no figure
            if any(a <= first and stop <= b and stop - first < b - a for a, b in fixed):
                tags -= _LOOSE | frozenset(KINDS)
            for tag in tags:
                self.starts[first][tag] = max(stop, self.starts[first].get(tag, 0))
                self.ends[stop][tag] = min(first, self.ends[stop].get(tag, stop))

    def _compounded(self, first: int, stop: int) -> bool:
        """Return True if the phrase at the tokens `first` to `stop` - 1 is part of a longer hyphenated word: "in" in
        "in-situ".
        """
        before, after = self.tokens[first].start, self.tokens[stop - 1].end
        joined = self.text[after : after + 1] == "-" and self.text[after + 1 : after + 2].isalnum()
        return joined or (before > 1 and self.text[before - 1] == "-" and self.text[before - 2].isalnum())

    # ------------------------------------------------------------------ looking at places

    def at(self, index: int, *tags: str) -> int:
        """Return the index after the longest phrase with one of these tags at token `index`; 0 if there is none."""
        found = self.starts.get(index)
        return max([found.get(tag, 0) for tag in tags], default=0) if found else 0

    def before(self, index: int, *tags: str) -> int | None:
        """Return the index of the first token of a phrase that ends directly before `index` and has one of these
        `tags`. If there are several, the longest is used. Returns None if there is none.
        """
        found = self.ends.get(index)
        return min((found[tag] for tag in tags if tag in found), default=None) if found else None

    def text_at(self, index: int) -> str:
        return self.tokens[index].norm if 0 <= index < len(self.tokens) else ""

    @cached_property
    def sentence_of(self) -> list[int]:
        """Return, for each token, the number of its sentence."""
        number, out = 0, []
        for index, token in enumerate(self.tokens):
            out.append(number)
            if (index not in self.masked and self.ends_sentence(index)) or (
                "\n"
                in self.text[token.end : self.tokens[index + 1].start if index + 1 < len(self.tokens) else token.end]
            ):
                number += 1
        return out

    def ends_sentence(self, index: int) -> bool:
        token = self.tokens[index]
        if token.text not in _ENDERS:
            return False
        if token.text != ".":
            return True
        before, after = self.text_at(index - 1), index + 1
        if before[-1:].isdigit() and (self.kind(after)[0] or self.at(after, "section", "subsection", "item", "row")):
            return False  # an ordinal number: "im 2. Absatz"
        if before in _SHORTENED and self.text_at(after) and not self.tokens[after].text[:1].isupper():
            return False
        if (before[-1:].isdigit() or len(before) == 1) and any(m.first == index + 1 for m in self.names):
            return self.names_at(index - 1)  # "not in Tip 5. Tip 4 …" has two sentences
        follows = self.text[token.end : token.end + 1]
        if before in _ABBREVIATIONS or (len(before) == 1 and self.text_at(index - 2) == "."):  # "i.e."
            return False
        return not follows or follows.isspace() or follows in "\"'”’)») "

    def sentence(self, index: int) -> tuple[int, int]:
        """Return the range of tokens [first, stop) of the sentence that contains token `index`."""
        if not self.tokens:
            return 0, 0
        index = min(index, len(self.tokens) - 1)
        first = stop = index
        while first and self.sentence_of[first - 1] == self.sentence_of[index]:
            first -= 1
        while stop < len(self.tokens) and self.sentence_of[stop] == self.sentence_of[index]:
            stop += 1
        return first, stop

    def sentences(self) -> list[tuple[int, int]]:
        """Return the range of tokens [first, stop) of every sentence."""
        out, first = [], 0
        for index in range(1, len(self.tokens) + 1):
            if index == len(self.tokens) or self.sentence_of[index] != self.sentence_of[first]:
                out.append((first, index))
                first = index
        return out

    def inside(self, mention: NamedSection, sections: tuple[int, ...]) -> bool:
        """Return True if `mention` may name a section inside one of `sections` (indices), such as "Sites" in
        "Methods".
        """
        view = self.view
        return any(view.under(view.sections[low], view.sections[up]) for low in mention.sections for up in sections)

    def topic(self, index: int) -> int:
        """Return the index after a word such as "about" or "on" at token `index`. Returns 0 if there is no such word,
        or if no topic follows it, as in "tack it on".
        """
        if self.text_at(index) == "on" and self.text_at(index - 1) in ("it", "this", "that"):
            return 0
        return self.at(index, "topic") if index not in self.masked else 0

    def in_topic(self, begin: int, index: int) -> bool:
        """Return True if token `index` belongs to a topic: "ice" in "the part on ice". A word such as "on" or "about"
        must precede it, at token `begin` or later, without punctuation or a verb such as "add" between the two.

        A word that contains a preposition ("ans Ende") names a place, so it never belongs to a topic.
        """
        if self.at(index, "in"):
            return False
        while index > begin:
            index -= 1
            if self.topic(index):
                return True
            if not self.tokens[index].word or self.at(index, "in", "add"):
                return False
        return False

    def skip(self, index: int, stop: int, *tags: str) -> int:
        """Return the index of the first token from `index` on that is not skipped. The method skips quotation marks,
        brackets, colons, and phrases with one of these `tags`. Returns `stop` if all tokens before `stop` are
        skipped.
        """
        while index < stop:
            found = self.at(index, *tags) if index not in self.masked else 0
            if found and not self._named(index):
                index = found
            elif not self.tokens[index].word and self.tokens[index].text in "\"“”„«»「」『』‘’'`:(（《》‹›*_#":
                index += 1
            else:
                break
        return index

    def _named(self, index: int) -> bool:
        return any(m.first == index for m in self.names)

    def ordinal(self, index: int) -> tuple[int, int]:
        """Return the ordinal number at token `index`, and the index after it; (0, index) if there is none."""
        token = self.tokens[index] if index < len(self.tokens) else None
        for length in (4, 3, 2, 1) if token and (token.stem in first_of_ordinals() or not token.word) else ():
            part = self.tokens[index : index + length]
            if len(part) == length and not self.masked.intersection(range(index, index + length)):
                number = ordinals().get(tuple(t.stem for t in part if t.word))
                if number:
                    return number, index + length
        if (
            token
            and len(token.norm) < 7
            and token.norm[:-2].isdecimal()
            and token.norm[-2:] in ("st", "nd", "rd", "th")
        ):
            return int(token.norm[:-2]), index + 1
        if (
            token
            and token.norm.isdecimal()
            and len(token.norm) < 5
            and self.text_at(index + 1) in (".", "º", "ª", "e", "番", "번")
        ):
            return int(token.norm), index + 2
        if (
            token
            and token.text == "第"
            and self.text_at(index + 1)[:5].isdecimal()
            and len(self.text_at(index + 1)) < 5
        ):
            return int(self.text_at(index + 1)), index + 2
        return 0, index

    def names_at(self, index: int) -> bool:
        """Return True if token `index` is part of a section's name."""
        return any(m.first <= index < m.stop for m in self.names)

    def known(self, index: int) -> bool:
        """Return True if token `index` belongs to a phrase of the word lists, such as "after" or "add"."""
        return index in self._request_words

    def plain(self, index: int) -> bool:
        """Return True if token `index` cannot be part of a topic: it belongs to a phrase of the word lists ("after"),
        or is a function word ("the").
        """
        return index in self._request_words or self.tokens[index].stem in _FUNCTION_WORDS

    @cached_property
    def _request_words(self) -> set[int]:
        return {i for first, tags in self.starts.items() for stop in tags.values() for i in range(first, stop)}

    def number(self, index: int) -> tuple[int, int]:
        """Return the number after a noun that begins at token `index`, and the index after it: 3 for "3" of "paragraph
        3", 1 for "number one" of "subsection number one". Returns (0, index) if there is none.
        """
        at = index
        while at < len(self.tokens) and (self.at(at, "numbered") or self._counts(at, index)):
            at = self.at(at, "numbered") or at + 1
        word = self.text_at(at)
        if word.isdigit() and len(word) < 4:
            return int(word), at + 1
        number = cardinals().get(self.tokens[at].stem, 0) if at < len(self.tokens) else 0
        follows = at + 1 >= len(self.tokens) or self.at(at + 1, "of", "in", "under") or not self.tokens[at + 1].word
        return (number, at + 1) if number and (at > index or follows) else (0, index)

    def label(self, index: int, stop: int) -> tuple[str, int]:
        """Return the printed number ("2", "S1", "(3)") at token `index`, and the index after it; ("", stop) if there is
        none. The number belongs to a noun that ends before token `stop`.
        """
        found = numbers_behind(self.tokens, index)
        if not found or (found[0].first == index and found[0].number in ("A", "I")):
            return "", stop
        return found[0].number, max(stop, found[0].stop)

    def _counts(self, at: int, index: int) -> bool:
        return self.text_at(at) == "#" or (self.text_at(at) == "." and at > index)

    def kind(self, index: int, masked: bool = False) -> tuple[str, int]:
        """Return the kind of element that the noun at token `index` stands for, and the index after the noun; ("",
        index) if there is none. The longest possible noun is taken. Words in names and quotations are read only if
        `masked` is True.
        """
        found = self.starts.get(index, {}) if masked or index not in self.masked else {}
        best = max(((found[k], -n, k) for n, k in enumerate(KINDS) if k in found), default=None)
        return (best[2], best[0]) if best else ("", index)


def outermost(mentions: Iterable[NamedSection]) -> list[NamedSection]:
    """Return the names of sections in the order of the message, without names that overlap with a longer one."""
    kept: list[NamedSection] = []
    for mention in sorted(mentions, key=lambda m: (-m.words, -m.quality, m.first)):
        if not any(k.first < mention.stop and mention.first < k.stop for k in kept):
            kept.append(mention)
    return sorted(kept, key=lambda m: m.first)
