"""Find what a text says that neither its sources nor the user's texts contain: numbers, quotations, works, references
and sentences.

Answers to research questions, chat messages and drafts are checked. The text is not changed. A warning is returned for
each kind of thing that was found.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from backend.ranking.terms import language_of, stop_terms, terms
from backend.sources.identifiers import canonical_title
from backend.verification.quotation_check import is_quoted
from backend.verification.statements import NamedWork, Statement, named_works, quotations
from backend.verification.support import SourceText, support
from backend.verification.unmentioned_names import unmentioned_names
from backend.verification.unsourced import figures, unknown_figures, unknown_measures, unknown_names
from backend.verification.written_references import (
    has_year,
    unknown_conversations,
    unknown_dates,
    unknown_identifiers,
    unknown_keys,
    unknown_pages,
    unknown_reports,
)

#: Minimum number of words of a sentence that claims something.
FEWEST_WORDS = 4
#: Words with which writers refer to themselves or to their readers. Statements about the world do not need them.
_DIALOGUE = re.compile(
    r"(?<!\w)(?:I|you|your|ich|mir|mich|Ihnen|Ihre[rnms]?|yo|usted|je|j|me|vous|votre|vos)(?!\w)|[我您你]"
)
#: Minimum number of characters of a specific Chinese sentence that remain after the general words are removed: two or
#: three words.
_CHARACTERS = 5
#: Minimum number of letters with which a title identifies its work.
_TITLE = 8
#: Maximum number of things that a warning names, and of characters of each.
NAMED, CHARACTERS = 8, 120
_LIST_HEADING = re.compile(
    r"^[ \t]*(?:#{1,6}[ \t]*|\*\*)?(?:references?|bibliography|works cited|literature cited|literatur(?:verzeichnis)?"
    r"|quellen|références|bibliographie|referencias|bibliografía|riferimenti|referências|sources)"
    r"[ \t]*:?(?:\*\*)?[ \t]*:?[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
#: Parts of the words in these headings. Looking for them first is fast.
_LIST_NAMES = "referenc bibliogra cited literatur quellen référenc riferiment referênc sources".split()
#: A line of a block quotation.
_QUOTED_LINE = re.compile(r"^[ \t]{0,3}>[ \t]?([^\n]+)$", re.MULTILINE)
_BULLET = r"[ \t]*(?:[-*•]|\[?\^?\d{1,3}[\].):]+)[ \t]+"
_ITEM = re.compile(f"^{_BULLET}")
_FAMILY = r"[A-ZÀ-ÖØ-Þ][\w'’-]+"
#: A line in the form of a reference: a family name with initials, as APA or (in a list) Vancouver print them, followed
#: by a year.
_REFERENCE = re.compile(
    rf"^(?:(?:{_BULLET})?{_FAMILY},?[ \t]+(?:[A-ZÀ-ÖØ-Þ]\.[ -]?){{1,3}}"
    rf"|{_BULLET}{_FAMILY} [A-Z]{{1,3}}(?:, {_FAMILY} [A-Z]{{1,3}})*(?:,? et al)?\.)"
    r"[^\n]*?(?<!\d)(?:1[89]|20)\d\d(?!\d)[^\n]*$",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Text:
    """A text to check, without its citation marks, and its sentences (`statements`). `name` is what warnings call it:
    "answer" or "content".
    """

    name: str
    text: str
    statements: Sequence[Statement]


@dataclass(frozen=True, slots=True)
class Known:
    """The texts that can confirm what an answer says. `shown` are the texts of the sources, and `titles` are their
    titles, addresses and citation keys.

    `own` is a function that returns the user's texts. It is called only if the sources lack something that the answer
    says.
    """

    shown: Sequence[str]
    titles: Sequence[str] = ()
    own: Callable[[], Sequence[str]] = tuple

    def lacks(self, find: Callable[[Sequence[str]], Iterable[str]]) -> list[str]:
        """Return what neither the sources nor the user's texts contain. `find(texts)` must return what is missing from
        `texts`.

        `find` is called with the sources first. The user's texts are read only if something is missing from the
        sources.
        """
        missed = frozenset(find(self.shown))
        return [each for each in find(self.own()) if each in missed] if missed else []


def invented(text: Text, known: Known) -> Iterator[str]:
    """Yield a warning for each kind of thing in the text (numbers, quotations, works …) that no known text contains."""
    if strange := unknown_figures_of(text, known):
        if known.shown:
            yield (
                f"These numbers in the {text.name} are in no source whose text could be read: {listed(strange)}. "
                "Check them."
            )
        else:
            yield (
                f"These numbers in the {text.name} are in none of your texts, and there was no source with a readable "
                f"text to compare them with: {listed(strange)}. Check them."
            )
    if unquoted := _strange_quotations(text, known):
        words = listed(f"“{each}”" for each in unquoted)
        yield (
            f"The {text.name} quotes these words, which are in no source whose text could be read: {words}. "
            "Check the wording."
        )
    named = [each for one in text.statements for each in named_works(one.sentence)]
    if unknown := unknown_works(named, known):
        works = listed(each.written for each in unknown)
        yield f"No source confirms these works named in the {text.name}: {works}. Check that they exist."
    if entries := unknown_references(text.text, known):
        listing = listed(f"“{each}”" for each in entries)
        yield (
            f"The {text.name} has a reference list of its own, with entries that no source confirms: {listing}. "
            "Check that these works exist."
        )
    yield from _named_only(text, known)


def _named_only(text: Text, known: Known) -> Iterator[str]:
    """Yield warnings about what the text mentions but does not list as a reference, and no known text contains:
    identifiers, keys, personal communications, pages.
    """
    beside = replace(known, shown=(*known.shown, *known.titles))
    if unknown := beside.lacks(lambda texts: unknown_identifiers(text.text, texts)):
        yield f"No source confirms these identifiers in the {text.name}: {listed(unknown)}. Check them."
    if unknown := beside.lacks(lambda texts: unknown_reports(text.text, texts)):
        yield f"No source confirms these reports named in the {text.name}: {listed(unknown)}. Check that they exist."
    if unknown := beside.lacks(lambda texts: unknown_dates(text.text, texts)):
        yield (
            f"These dates in the {text.name} are in no source whose text could be read: {listed(unknown)}. Check them."
        )
    if unknown := beside.lacks(lambda texts: unknown_keys(text.text, texts)):
        yield (
            f"No source has these citation keys used in the {text.name}: {listed(unknown)}. "
            "Add their works to the references, or remove the keys."
        )
    if unknown := beside.lacks(lambda texts: unknown_conversations(text.text, texts)):
        yield (
            f"The {text.name} cites personal communications or unpublished data that neither you nor a source mentions"
            f": {listed(unknown)}. Check them; they may be invented."
        )
    if unknown := beside.lacks(lambda texts: unknown_pages(text.statements, texts)):
        yield (
            f"These page numbers in the {text.name} are in no source whose text could be read: {listed(unknown)}. "
            "Check them."
        )
    if unknown := beside.lacks(lambda texts: unmentioned_names(text.statements, texts)):
        yield f"No source mentions these names in the {text.name}: {listed(unknown)}. Check them."


def unknown_figures_of(text: Text, known: Known) -> list[str]:
    """Return the numbers in the text, as written, that no known text contains. In this name, “figures” means numbers,
    not pictures.
    """
    said = figures(text.text)
    if not said:
        return []
    strange = known.lacks(lambda texts: unknown_figures(said, texts))
    measures = unknown_measures(text.text, known.shown)
    return strange + (unknown_measures(text.text, [*known.shown, *known.own()]) if measures else [])


def unknown_works(named: Sequence[NamedWork], known: Known) -> list[NamedWork]:
    """Return the works that a text cites by author and year (`named`) and that no known text names."""
    left = unknown_names(named, known.shown) if named else []
    return unknown_names(left, known.own()) if left else []


def unknown_references(text: str, known: Known) -> list[str]:
    """Return the entries of a reference list in `text` that name none of the sources and are not in the
    user's texts.
    """
    entries = list(_references(text))
    if not entries:
        return []
    titles = [title for each in known.titles if len(title := canonical_title(each)) >= _TITLE]
    left = [each for each in entries if not any(title in canonical_title(each) for title in titles)]
    own = [canonical_title(each) for each in known.own()] if left else []
    return [each for each in left if not any(canonical_title(each) in theirs for theirs in own)]


def unsourced(
    text: Text, cited: Sequence[SourceText], own: Callable[[], Iterable[str]], question: str
) -> Iterator[str]:
    """Yield a warning that names the sentences without a citation that neither a cited source nor the user's texts
    (`own`) support; yields nothing if there are none. What the user's `question` says needs no source.

    Left out are sentences that repeat a part of a cited source (its mark may be at the end of the paragraph),
    references (`invented` warns about these), and sentences that are not specific (see `is_specific`).
    """
    entries = [canonical_title(each) for each in _references(text.text)]
    claims = [each.sentence for each in text.statements if is_claim(each) and not each.cites]
    claims = [each for each in claims if not any(canonical_title(each) in entry for entry in entries)]
    claims = _unknown([each for each in claims if not each.endswith(("?", "？"))], cited)
    beside = " ".join([question, *(each.sentence for each in text.statements if each.cites)])
    topic = Topic(question, beside, language_of(text.text))  # the language of a single sentence is often unclear
    claims = [each for each in claims if is_specific(each, topic)]
    bare = _unknown(claims, map(SourceText, own())) if claims else []
    if bare:
        sentences = listed(f"“{each}”" for each in bare)
        yield f"No source supports these statements in the {text.name}: {sentences}. Check them, or add a source."


@dataclass(frozen=True, slots=True)
class Topic:
    """What an answer is about. `question` is the question. `beside` is the question together with the sentences of the
    answer that cite a source. `language` is their language.
    """

    question: str
    beside: str
    language: str


def is_specific(sentence: str, topic: Topic) -> bool:
    """Return True if a sentence says something specific about a subject, instead of only connecting or summarizing.

    It must have a word that papers in other fields do not use, and another such word or a word of the question. If
    there is no list of general words for the language, every sentence is specific. If the list is short, more words are
    required, and still more if none of them occurs in the question or the cited sentences. A sentence about its writer
    or to its reader also needs more.
    """
    general = general_words(topic.language)
    if not general:
        return True
    spoken = 2 if _DIALOGUE.search(sentence) else 0
    if topic.language == "chinese":
        return _is_specific_in_chinese(sentence, topic, general, spoken)
    words = {each for each in terms(sentence, topic.language) if each.isalpha()} - set(stop_terms(topic.language))
    own = words - general
    if topic.language == "english":
        return bool(own) and len(own | (words & set(terms(topic.question, "english")))) > 1 + spoken
    strange = own.isdisjoint(terms(topic.beside, topic.language))
    return len(own) > 2 + strange + spoken


def _is_specific_in_chinese(sentence: str, topic: Topic, general: frozenset[str], spoken: int) -> bool:
    """Return True if a Chinese sentence says something specific: enough of its characters remain after the `general`
    words are removed, the longest first. More characters are required if none of the remaining words belongs to the
    `topic`, and for a sentence about its writer or to its reader: two for each word in `spoken` (2, else 0).
    """
    left = sentence
    for each in sorted(general, key=len, reverse=True):
        left = left.replace(each, " ")
    own = [part[at : at + 2] for part in re.findall(r"[^\W\d_]+", left) for at in range(len(part) - 1)]
    strange = not any(each in topic.beside for each in own)
    return len(re.findall(r"[^\W\d_]", left)) >= _CHARACTERS + 2 * (strange + spoken)


@cache
def general_words(language: str) -> frozenset[str]:
    """Return the words that texts of all fields use, as stems (in Chinese, as written).

    The English list has the stems that occur in at least a quarter of 40 papers (`python -m
    tests.bench.general_words`). The lists of other languages were written by hand, because no papers in these languages
    were available.
    """
    folder = Path(__file__).parent
    if language == "english":
        return frozenset((folder / "general_words.txt").read_text(encoding="utf-8").split())
    blocks = (folder / "general_words_other.txt").read_text(encoding="utf-8").split("[")[1:]
    found = {name: words.split() for name, _, words in (each.partition("]") for each in blocks)}.get(language, [])
    return frozenset(found if language == "chinese" else (stem for each in found for stem in terms(each, language)))


def is_claim(statement: Statement) -> bool:
    """Return True if a sentence states something: it cites a source, or it has enough words and does not introduce a
    list.
    """
    words = len(re.findall(r"[^\W\d_]+", statement.sentence))
    leads = statement.sentence.rstrip().endswith((":", "：")) and not statement.cites
    return bool(statement.cites) or (words >= FEWEST_WORDS and not leads)


def listed(found: Iterable[str]) -> str:
    """Join the texts `found` for a warning: at most `NAMED` of them, each on one line and shortened."""
    every = list(dict.fromkeys(" ".join(each.split())[:CHARACTERS] for each in found))
    more = f" and {len(every) - NAMED} more" if len(every) > NAMED else ""
    return ", ".join(every[:NAMED]) + more


def _unknown(claims: Sequence[str], texts: Iterable[SourceText]) -> list[str]:
    """Return those of `claims` that none of the texts supports, not even partly."""
    left = list(claims)
    for source in texts:
        left = [each for each in left if support(each, source).verdict == "not found"]
    return left


def _strange_quotations(text: Text, known: Known) -> list[str]:
    quoted = list(dict.fromkeys(each for one in text.statements for each in quotations(one.sentence)))
    lines = _QUOTED_LINE.finditer(text.text) if ">" in text.text else ()
    quoted += [found[1].strip() for found in lines if len(found[1].split()) > FEWEST_WORDS]
    return known.lacks(lambda texts: [each for each in quoted if not any(is_quoted(each, other) for other in texts)])


def _references(text: str) -> Iterator[str]:
    """Yield the entries of reference lists in a text: the items below the heading of such a list, and lines that look
    like references.
    """
    found: dict[str, None] = {}
    lower = text.lower()
    for heading in _LIST_HEADING.finditer(text) if any(each in lower for each in _LIST_NAMES) else ():
        for line in text[heading.end() :].lstrip().split("\n"):
            if _ITEM.match(line):
                found.setdefault(_ITEM.sub("", line, count=1).strip())
            elif line.strip():
                break
    for match in _REFERENCE.finditer(text) if has_year(text) else ():
        found.setdefault(_ITEM.sub("", match[0], count=1).strip())
    yield from found
