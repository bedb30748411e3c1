"""Find an order to replace words by other words, or to delete words: "Replace “colour” with “color” in Methods", "teh
-> the", "delete the word “very”".

Orders about whole parts ("replace the second paragraph by …", "rename the section “X” to “Y”") are not recognized here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from backend.document.insertion_orders import BRINGING, MASK, SENTENCE_END
from backend.document.new_values import end_of_value
from backend.document.order_limits import OBLIGING, excepts, goes_on, is_landmark
from backend.document.order_words import COURTESIES, is_a, ordinal_of, read_sentence, words_in
from backend.document.word_occurrences import occurrences, word_places
from backend.document.words_around import AROUND, LANGUAGE, is_around, names_language, nth_before, read_count

#: Maximum number of characters of an order; and maximum number of characters of the old or the new words.
_LONGEST_ORDER, _LONGEST_WORDS = 1_000, 400
#: Maximum number of words without quotation marks (longer ones probably describe a change); and the maximum in "X -> Y"
#: if X does not occur in the texts.
_MOST_BARE, _MOST_IN_ARROW = 6, 3

#: Number of quotations in "replace “X” by “Y”".
_TWO = 2
_QUOTED = re.compile(
    r"“([^”\n]+)”|„([^“”\n]+)[“”]|«\s?([^»\n]+?)\s?»|‹\s?([^›\n]+?)\s?›|「([^」\n]+)」|\"([^\"\n]+)\"|‘([^’\n]+)’"
    r"|``([^`\n]+)``|`([^`\n]+)`|(?<!\w)'(?=\S)([^'\n]+)(?<=\S)'(?!\w)"
)
_ARROW = re.compile(r"\s*(?:->|→|=>|⇒|➔)\s*")
#: Words between the old and the new words, after a verb of change: "change X to Y", "X durch Y".
_INTO = BRINGING | frozenset("to into as in zu zum en à a em para als al naar на в 改成 改为 换成 換成 为 成".split())
#: Expressions before the old words: "write Y instead of X", "statt X".
INSTEAD_OF = (
    r"(?:instead of|rather than|in place of|an(?:stelle| stelle) von|(?:an)?statt|au lieu d[e’']|plutôt qu[e’']"
    r"|en (?:lugar|vez) de|invece d[i’']|al posto d[i’']|em (?:vez|lugar) de|ao invés de|in plaats van)"
)
_INSTEAD = re.compile(rf"{INSTEAD_OF}\s*$", re.IGNORECASE)
_INSTEAD_BEHIND = re.compile(rf"\s*{INSTEAD_OF}\s", re.IGNORECASE)
_BUT = frozenset("but aber sondern mais pero sino ma mas maar".split())
_WORDS_INSTEAD = re.compile(rf"\s{INSTEAD_OF}\s", re.IGNORECASE)
_OBLIGING = OBLIGING | frozenset("has is are est tiene es è é".split())
#: Verbs after a word of obligation: "X should read Y", "X muss Y heißen". "X should come before Y" is another order.
_READING = frozenset(
    """
    be read say become spelled spelt written heissen lauten sein werden geschrieben être lire devenir écrit ser decir
    escribirse escrito leerse essere scritto leggersi escrever zijn worden luiden
    """.split()
)
#: Words with which "rename X to Y" is about words and not about a heading.
EVERYWHERE = frozenset(
    "everywhere throughout occurrence occurrences mention mentions überall vorkommen partout ovunque overal".split()
)
#: Words at the end of an order that mean the whole document: "throughout the paper", "in the whole document".
_TAIL = re.compile(
    r"[\s,]+(?:everywhere|throughout|please|only|bitte|überall|partout|ovunque|overal"
    r"|(?:in|throughout|across) (?:the |my |our |this )?(?:whole |entire )?"
    r"(?:paper|document|text|manuscript|article|draft)"
    r"|im (?:ganzen |gesamten )?(?:text|dokument|artikel)|dans tout le (?:texte|document)"
    r"|en todo el (?:texto|documento)|in tutto il (?:testo|documento))\s*$",
    re.IGNORECASE,
)
#: Words that connect the name of a part with the words before it.
AND = frozenset("and or und oder et ou y o e en of".split())
_STOPS = " \t.!。"
_BEGINNING = ("begin", "start", "end", "anf", "commenc", "empie", "inizia", "começ")
_NON_SPACE = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class WordOrder:
    """An order to replace words in the document.

    - `old`, `new`: the words, and those that replace them; `new` is "" if the words are to be deleted
    - `at`: start and end of the old and of the new words in the message, in characters, with quotation marks
    - `nth`: the occurrence to replace: 1 is the first, -1 the last, 0 an unknown one; None means all
    - `code`: True if the message writes the old words as code; then they are also replaced in inline code
    """

    old: str
    new: str
    at: tuple[tuple[int, int], ...]
    nth: int | None = None
    code: bool = False
    #: words near the old words, if the message says where to replace these
    near: str = ""
    #: words after a new value that say where the old value is: "in row B"
    beside: str = ""


def read_word_order(
    message: str, texts: Sequence[str], titles: Sequence[str] = (), named: Sequence[tuple[int, int]] = ()
) -> WordOrder | None:
    """Return the order to replace or delete words that a message gives; None if it gives none.

    If the old words have no quotation marks, they must occur in one of the `texts`; otherwise the message may name
    something else. `titles` are the headings: a quoted heading names a section, so its words are not replaced. `named`
    has (start, end) of words of the message that name parts of the document, such as "Methods" in "… in Methods".
    """
    if len(message) > _LONGEST_ORDER or "\n" in message.strip():
        return None
    quotations = [_Words(found.start(), found.end(), _inside(found)) for found in _QUOTED.finditer(message)]
    masked = message
    for each in quotations:
        masked = masked[: each.start] + MASK * (each.end - each.start) + masked[each.end :]
    places = [each for each in quotations if any(a < each.end and each.start < b for a, b in named)]
    if len(quotations) > _TWO and places:
        quotations.remove(places[-1])  # "replace “X” by “Y” in the paragraph “…”", "replace “X” in “…” by “Y”"
    nth, masked = read_count(masked)
    ordered = _ordering_part(masked)
    if ordered is None:
        return None
    start, part = ordered
    sentence = read_sentence(part)
    if sentence.asks or sentence.refuses:
        return None
    if any(is_a(word, "removing") for word in sentence.words):
        order = _deletion(masked, (start, start + len(part)), quotations, texts)
    elif len(quotations) == _TWO:
        order = _between_quotations(masked, quotations[0], quotations[1])
    else:
        order = _without_quotations(_Message(message, masked, named), (start, start + len(part)), texts)
        order = None if order is not None and goes_on(order.old, order.new) else order
    if order is None or order.old == order.new or not 0 < len(order.old.strip()) <= _LONGEST_WORDS >= len(order.new):
        return None
    titled = order.old.casefold() in {" ".join(title.split()).casefold() for title in titles}
    if titled and not names_language(masked[: order.at[0][0]]) and not EVERYWHERE.intersection(sentence.words):
        return None
    if order.old[:1].isupper() and order.new[:1].islower():  # so the capital only begins a sentence
        small = order.old[:1].lower() + order.old[1:]
        order = replace(order, old=small) if any(word_places(text, small) for text in texts) else order
    return replace(order, code=message[order.at[0][0]] == "`", nth=order.nth if nth is None else nth)


@dataclass(frozen=True, slots=True)
class _Words:
    """Words of a message. `start` and `end` include their quotation marks, and `inside` are the words without these
    marks.
    """

    start: int
    end: int
    inside: str


def _inside(found: re.Match[str]) -> str:
    return next(each for each in found.groups() if each is not None)


def _ordering_part(masked: str) -> tuple[int, str] | None:
    """Return the start and the text of the only sentence of a message that is more than a courtesy, such as "thanks".
    Returns None if there are several such sentences, or none. `masked` is the message with placeholders over
    quotations.
    """
    parts: list[tuple[int, str]] = []
    at = 0
    for part in SENTENCE_END.split(masked):
        at = masked.index(part, at)
        if MASK in part or not all(word in COURTESIES for word in words_in(part)):
            parts.append((at, part))
        at += len(part)
    return parts[0] if len(parts) == 1 else None


def _between_quotations(masked: str, one: _Words, other: _Words) -> WordOrder | None:
    before, between, after = masked[: one.start], masked[one.end : other.start], masked[other.end :]
    if _INSTEAD.search(between):  # write “Y” instead of “X”
        return _order(masked, other, one)
    said, then = words_in(between), words_in(after)
    if not _may_precede(before) or (then and then[0] in BRINGING) or excepts(then):
        return None  # "replace “X” in “Y” with Z": the new words are behind both
    if _INSTEAD.search(before) or _ARROW.fullmatch(between):
        return _order(masked, one, other)
    if _INSTEAD_BEHIND.match(after) or _BUT.intersection(said):
        return None  # "“X” is fine, but say “Y” instead of Z"
    obliged = said[:1] and said[0] in _OBLIGING and _READING.intersection([*said, *then])
    changed = said[-1:] and said[-1] in _INTO and _changes([*words_in(before), *said, *then])
    remade = len(said) > 1 and is_a(said[-2], "making") and is_a(said[-1], "pronoun")  # "“X” is odd, make it “Y”"
    return _order(masked, one, other) if obliged or changed or remade else None


def _deletion(
    masked: str, part: tuple[int, int], quotations: Sequence[_Words], texts: Sequence[str]
) -> WordOrder | None:
    """Return the order to delete words: "delete “X” in Y", or "delete the word X" with a single word X, which must
    occur in `texts`. Returns None for other orders. `part` is the start and end of the order in the message.
    """
    start, end = part
    if len(quotations) == 1:
        ahead, behind = masked[start : (old := quotations[0]).start], words_in(masked[old.end : end])
        if old.inside.endswith(("…", "...")):
            return None  # the beginning of a longer text
        return _removal(masked, old) if _may_precede(ahead) and not is_landmark(words_in(ahead), behind) else None
    bare = _ONE_WORD.search(masked, start, end)
    if bare is None or quotations:
        return None
    before = words_in(masked[start : bare.start()])
    if not before or any(not (_removes(each) or each in COURTESIES or is_around(each)) for each in before):
        return None
    found = any(next(occurrences(text, bare[1]), None) for text in texts)
    return _removal(masked, _Words(bare.start(1), bare.end(1), bare[1])) if found else None


def _removal(masked: str, old: _Words) -> WordOrder:
    return WordOrder(old.inside, "", ((old.start, old.end),), nth_before(masked[: old.start]))


#: A noun for one word, then the word, and then the end of the order or the place of the word.
_ONE_WORD = re.compile(
    r"\b(?:word|wort|mot|palabra|parola|palavra|woord)\s+([^\W_]+(?:-[^\W_]+)*)"
    r"(?=[.!]?\s*$|\s+(?:in|from|out of|throughout|everywhere|aus|im|dans|de|du|en|del|da|nel|do|no|uit)\b)",
    re.IGNORECASE,
)


def _removes(word: str) -> bool:
    return is_a(word.casefold(), "removing")


def _order(masked: str, old: _Words, new: _Words) -> WordOrder:
    at = (old.start, old.end), (new.start, new.end)
    return WordOrder(old.inside, new.inside, at, nth_before(masked[: old.start]))


def _without_quotations(message: _Message, part: tuple[int, int], texts: Sequence[str]) -> WordOrder | None:
    """Return the order to replace words if the old words, the new words or both have no quotation marks: "change X to
    Y", "X -> Y". The old words must occur in `texts`. Returns None for other orders. `part` is the start and end of the
    order in the message.
    """
    if (order := _named_instead(message, part, texts)) is not None:
        return order
    start, end = part
    masked = message.masked
    arrows = list(_ARROW.finditer(masked, start, end))
    into = (found for found in re.finditer(r"(?<=\s)[^\W\d_]+(?=\s)", masked) if found[0].casefold() in _INTO)
    everywhere = EVERYWHERE.intersection(words_in(masked))
    every = re.finditer(r"[^\W\d_]+", masked)
    verb = next((found for found in every if _changes([found[0].casefold(), *everywhere])), None)
    if verb is None and not arrows:
        return None
    for between in arrows[:1] or into:
        first, last = start, end
        if verb is not None and verb.end() <= between.start():
            first = verb.end()
        elif verb is not None:  # "X durch Y ersetzen"
            last = min(end, verb.start())
        if everywhere:  # "rename Sessions to Runs everywhere" means the words, and not only the section
            behind = [each for each in message.named if message.text[between.end() : each[0]].strip()]
            message = replace(message, named=behind)
        old, new = message.bare(first, between.start()), message.bare(between.end(), last)
        if old is None or new is None:
            continue
        if any(next(occurrences(text, old.inside), None) for text in texts) or _is_all(message, old, new):
            return _with_value(_order(masked, old, new), texts)
    return None


def _with_value(order: WordOrder, texts: Sequence[str]) -> WordOrder | None:
    """Return the order with `new` divided: the new value stays in `new`, and words that say where the old value is ("in
    row B") are moved to `beside`. Returns None if `new` begins with a place, or contains another order.
    """
    divided = end_of_value(order.old, order.new)
    if divided is None:
        return None
    new, where = divided
    return replace(order, new=new, beside=where) if where else _placed(replace(order, new=new), texts)


#: Words after the new words that may say where the old words are: "… in the second call".
_WHERE = re.compile(
    r"\s+(?:(?:in|within|of) (?:the|our|my|this|that|der|dem|den)|im|dans l[ea]s?|en (?:el|l[ao]s?)"
    r"|nell?[aeoi']?)\s+(\S.*)$",
    re.IGNORECASE,
)


def _placed(order: WordOrder, texts: Sequence[str]) -> WordOrder:
    """Return the order without words at the end of `new` that say where the old words are: "in the macs2 call" in
    "replace hs by mm in the macs2 call". Such words must be near the old words in `texts`; otherwise they belong to the
    new words.
    """
    tail = _WHERE.search(order.new)
    if tail is None:
        return order
    paragraphs = (part for text in texts for part in text.split("\n\n") if next(occurrences(part, order.old), None))
    if not any(is_near(tail[1], part) for part in paragraphs):
        return order
    return replace(order, new=order.new[: tail.start()], near=tail[1])


def is_near(where: str, text: str) -> bool:
    """Return True if a text contains at least half of the words in `where`. A word is also found at the beginning of a
    longer word: "table" in "tables". Words of one or two letters are ignored.
    """
    words = [word for word in words_in(where) if len(word) > _TWO]
    said = words_in(text)
    return bool(words) and sum(any(each.startswith(word) for each in said) for word in words) * 2 >= len(words)


def _named_instead(message: _Message, part: tuple[int, int], texts: Sequence[str]) -> WordOrder | None:
    """Return the order in "call it Y instead of X" or in "write Y instead of X everywhere"; None for other words.
    "Everywhere" is required after "write" or "use", because "use Y instead of X" may be about an action and not about
    words. `part` is the start and end of the order in the message.
    """
    start, end = part
    masked = message.masked
    between = _WORDS_INSTEAD.search(masked, start, end)
    every = re.finditer(r"[^\W\d_]+", masked[start:end])
    words = [each for each in every if each[0].casefold() not in COURTESIES]
    calls = bool(words) and is_a(words[0][0].casefold(), "naming")
    if between is None or not words or not (calls or EVERYWHERE.intersection(words_in(masked))):
        return None
    verb = words[1] if len(words) > 1 and is_a(words[1][0].casefold(), "pronoun") else words[0]
    new, old = message.bare(start + verb.end(), between.start()), message.bare(between.end(), end)
    if old is None or new is None or not any(next(occurrences(text, old.inside), None) for text in texts):
        return None
    return _order(masked, old, new)


def _is_all(message: _Message, old: _Words, new: _Words) -> bool:
    """Return True if a message consists only of the words `old` and `new` and an arrow: "X -> Y". Such a message must
    be an order to replace words, even if X does not occur in the document.
    """
    rest = f"{message.text[: old.start]}{message.text[old.end : new.start]}{message.text[new.end :]}"
    most = max(len(old.inside.split()), len(new.inside.split()))
    return most <= _MOST_IN_ARROW and _ARROW.fullmatch(rest.strip(_STOPS)) is not None


@dataclass(frozen=True, slots=True)
class _Message:
    """A message: its `text`, the text with placeholders over quotations (`masked`), and the offsets of the words that
    name parts of the document (`named`).
    """

    text: str
    masked: str
    named: Sequence[tuple[int, int]]

    def bare(self, start: int, end: int) -> _Words | None:
        """Return the words from `start` to `end` without words such as "every", "the word" and "in Methods" around
        them. Returns None if the range names something else than words of the text.
        """
        name = min([at for at, _ in self.named if start < at < end], default=end)
        is_before_name, end = name < end, name
        while found := _TAIL.search(self.masked, start, end):
            end = found.start()
        words = [found.span() for found in _NON_SPACE.finditer(self.text, start, end)]
        while len(words) > 1 and is_around(last := self.masked[slice(*words[-1])].strip(_STOPS)):
            if len(last) == 1 and last.isupper():
                break  # "in row A"
            words.pop()
        end = words[-1][1] if words else start
        while end > start and self.masked[end - 1] in _STOPS:
            end -= 1
        quoted = [found for found in _QUOTED.finditer(self.text, start, end) if self.masked[found.start()] == MASK]
        if quoted:
            plain = _may_precede(self.masked[start : quoted[0].start()]) and quoted[0].end() == end
            return _Words(quoted[0].start(), end, _inside(quoted[0])) if plain else None
        skipped = 0
        while len(words) > 1 and is_around(word := self.text[slice(*words[0])]):
            if start and word.istitle() and word.casefold() in AROUND:
                break  # "by The Lancet"
            words, skipped = words[1:], skipped + (word.casefold() not in EVERYWHERE | COURTESIES)
        if not words or len(words) > _MOST_BARE:
            return None
        first = words[0][0]
        inside = self.text[first:end]
        described = any(is_a(word, "pronoun", "draft", "element") for word in words_in(inside))
        if described or (skipped and not names_language(self.text[:first])):
            return None
        if is_before_name and (is_around(inside) or inside.split()[-1].casefold() in AND):
            return None  # "replace the first paragraph of X by …": "the" or "and" belongs to the name behind it
        return _Words(first, end, inside)


def _changes(words: Sequence[str]) -> bool:
    """Return True if one of the words is a verb of changing words: "change", "replace", or "rename" beside
    "everywhere".
    """
    everywhere = not EVERYWHERE.isdisjoint(words)
    return any(is_a(word, "changing", "replacing") or (everywhere and is_a(word, "renaming")) for word in words)


def _may_precede(before: str) -> bool:
    """Return True if a quotation after the words `before` may be words to replace. Returns False after "the section" or
    "the paragraph that begins", because the quotation then names a part.
    """
    last = next((word for word in reversed(words_in(before)) if word not in AROUND and ordinal_of(word) is None), "")
    return (
        not last
        or last in LANGUAGE
        or _changes([last])
        or last in COURTESIES
        or not (is_a(last, "element", "naming") or last in _INTO or last.startswith(_BEGINNING))
    )
