"""Compare what an answer says with those sources of the answer whose text could be read.

A sentence that cites sources (by mark, by key, or by name and year) is compared with these sources. A sentence of the
content without a citation is compared with all sources of the answer; it is reported only if it clearly comes from one
of them. Sentences that come from the document or from the user are not checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from backend.kernel.works import Citation
from backend.sources import marks
from backend.verification.inventions import Known, Text, invented, unsourced
from backend.verification.quotation_check import is_quoted
from backend.verification.sentence_support import KEPT, MOST, entry, least, rank
from backend.verification.statements import (
    NamedWork,
    Placed,
    Statement,
    keys,
    named_works,
    plain_words,
    quotations,
    without_names,
)
from backend.verification.statements import statements as read_statements
from backend.verification.support import SourceText, Support, best_of, support
from backend.verification.unmentioned_names import attributes
from backend.verification.word_normalization import fold
from backend.verification.written_references import has_year

#: Maximum number of characters of a sentence that a warning repeats.
_SAID = 200
#: The position of a source that does not exist: no source has the cited key.
_UNKNOWN = -1
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
#: A quotation of at least twelve characters, and an HTML entity that may be a quotation mark. Patterns that begin with
#: a character or a set are found much faster than one pattern with several forms.
_MAYBE_CITED = tuple(
    map(
        re.compile,
        (
            r"[“„«‘][^“”„«»‘]{12}",
            r"\"(?:[^\"\n]|\n(?!\s*\n)){12}",
            r"&(?:#|quot|[lrb]dquo|[lr]aquo)",
        ),
    )
)


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to check.

    - `content`, `message`: its text for the document, and its text for the chat
    - `marked`: the sentences whose citation marks cite sources
    - `sources`, `citations`, `texts`: for each source its name, its citation, and those of its texts that could be read
    - `own`: returns the texts of the user and the document; it is called only if something must be looked up in them
    - `shown`: all other texts that the writer got
    - `searched`: True if the answer reports what a search found, so that every statement needs a source
    """

    content: str
    marked: Sequence[Statement]
    sources: Sequence[str]
    citations: Sequence[Citation]
    texts: Sequence[Sequence[str]]
    own: Callable[[], Iterable[str]]
    message: str = ""
    shown: Sequence[str] = ()
    searched: bool = False
    question: str = ""


@dataclass(frozen=True, slots=True)
class SupportFindings:
    """The citations, with the verdicts on the sentences that cite them, and warnings about the answer."""

    citations: tuple[Citation, ...]
    warnings: tuple[str, ...]


def check_support(answer: Answer) -> SupportFindings:
    """Compare an answer with its sources, and return the citations with verdicts, and warnings. This takes little time
    if the answer has neither sources nor numbers.
    """
    if not answer.citations and not answer.searched and not _is_checkable(answer):
        return SupportFindings((), ())
    return _SupportCheck(answer).held()


def recheck_support(citations: Sequence[Citation], texts: Sequence[Sequence[str]]) -> tuple[Citation, ...]:
    """Compare the sentences that cite a source with texts of this source that were found later. `texts` has, for each
    citation, the texts of its source. Returns the citations with the new verdicts.
    """
    made = []
    for citation, found in zip(citations, texts, strict=True):
        sources = [SourceText(each) for each in found if each.strip()]
        cited_by = list(citation.metadata.get("cited_by") or ())
        results = {each: _against(each, sources) for each in cited_by} if sources else {}
        made.append(_told(citation, cited_by, results))
    return tuple(made)


def contradicted(citations: Iterable[Citation], content: str) -> list[tuple[Citation, Mapping[str, Any]]]:
    """Return (citation, verdict) for each sentence of the content that one of its sources contradicts. The verdicts are
    those that sentence_support.py made; sentences that are no longer in the content are left out.
    """
    doubted = [
        (citation, each)
        for citation in citations
        for each in citation.metadata.get("support_of") or ()
        if each["verdict"] == "contradicted"
    ]
    words = plain_words(content) if doubted else ""
    return [(citation, each) for citation, each in doubted if plain_words(each["sentence"]) in words]


def _is_checkable(answer: Answer) -> bool:
    """Return True if an answer without sources contains something that may need one: a citation key, a number, a
    quotation, or what somebody said.
    """
    texts = (answer.content, answer.message)
    has_digits = any(any(map(str.isdigit, text)) for text in texts)
    return has_digits or "[@" in answer.content or any(map(_may_need_source, texts))


def _may_need_source(text: str) -> bool:
    """Return True if a text may contain a citation by name and year, a quotation, or what somebody said or found."""
    return has_year(text) or any(each.search(text) for each in _MAYBE_CITED) or attributes(text)


class _SupportCheck:
    """Checks one answer against its sources."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._texts = [[SourceText(each) for each in found if each.strip()] for found in answer.texts]
        self._warnings: list[str] = []
        #: sentences that cite only keys which no source has; they are not compared with other sources
        self._elsewhere: set[str] = set()
        #: names of works, and quotations, that were already compared with their source and need no other warning
        self._settled: list[str] = []
        #: for each citation: the sentences that cite it, and the source's verdict on each of these sentences
        self._cited_by: list[dict[str, None]] = [{} for _ in answer.citations]
        self._results: list[dict[str, Support]] = [{} for _ in answer.citations]
        # these functions do not refer to `self`, which would keep all texts in memory until the next garbage collection
        self._own = own = cache(lambda: [each for each in answer.own() if each])
        self._own_words = cache(lambda: [plain_words(each) for each in own()])

    def held(self) -> SupportFindings:
        answer = self._answer
        for each in answer.marked:
            self._cite(each, each.cites)
        message, content = self._of_message(), self._of_content()
        marked = {each.sentence for each in answer.marked}
        for each in (*message.statements, *content.statements):
            if each.sentence not in marked and each.sentence not in self._elsewhere:
                self._unmarked(each)
        named = ((each.title, each.doi, each.url, each.metadata.get("key")) for each in answer.citations)
        titles = [str(part) for parts in named for part in parts if part]
        known = Known([*self._readable(), *self._settled], titles, self._own)
        self._warnings += invented(self._with_marks(content), known)
        self._warnings += invented(self._with_marks(message), replace(known, shown=[*known.shown, answer.content]))
        reporting = content if answer.content.strip() else message
        if answer.searched:
            every = [text for texts in self._texts for text in texts]
            self._warnings += unsourced(self._uncited(reporting), every, self._own, answer.question)
        self._forget_others(marked.union(each.sentence for each in reporting.statements))
        pairs = zip(answer.citations, self._cited_by, self._results, strict=True)
        words = cache(lambda: plain_words(answer.content))
        return SupportFindings(
            tuple(_told(_still(each, words), list(cited_by), results) for each, cited_by, results in pairs),
            tuple(dict.fromkeys(self._warnings)),
        )

    def _with_marks(self, text: Text) -> Text:
        """Return the text with the indices of the cited sources added to its sentences (`cites`). The answer's marks
        say what a sentence cites; they are no longer in the text.
        """
        cites = {each.sentence: each.cites for each in self._answer.marked}
        said = [replace(each, cites=each.cites or cites.get(each.sentence, ())) for each in text.statements]
        return replace(text, statements=said)

    def _forget_others(self, reported: Collection[str]) -> None:
        """Remove the verdicts on sentences that are not in `reported`. Such sentences state nothing; they only announce
        the content: “Here are two sentences from …”.
        """
        for place in range(len(self._cited_by)):
            self._cited_by[place] = {each: None for each in self._cited_by[place] if each in reported}
            self._results[place] = {each: said for each, said in self._results[place].items() if each in reported}

    def _has_claims(self, text: str) -> bool:
        """Return True if a sentence of the text may need checking: there are texts to compare with, the answer reports
        a search, or the text may cite or quote something. Returns False for most drafts.
        """
        has_texts = any(self._texts) or self._answer.searched
        return bool(text) and (has_texts or "@" in text or _may_need_source(text))

    def _of_message(self) -> Text:
        """Return the text of the message without its citation marks, divided into sentences."""
        message = self._answer.message
        found = marks.read(message)
        said = read_statements(message, [Placed(each.start, each.end, ()) for each in found])
        bare = marks.rewrite(message, found, lambda mark: "")
        return Text("answer", bare, said if self._has_claims(message) else ())

    def _of_content(self) -> Text:
        """Return the content and its sentences. A sentence with a citation key cites the work that has this key."""
        content, by_key = self._answer.content, dict[str, int]()
        if not self._has_claims(content):
            return Text("content", content, ())
        for place, citation in enumerate(self._answer.citations):
            if key := citation.metadata.get("key"):
                by_key.setdefault(str(key), place)
        cited = [
            Placed(start, end, tuple(by_key.get(key, _UNKNOWN) for key in cited)) for start, end, cited in keys(content)
        ]
        said = read_statements(content, cited)
        self._elsewhere = {each.sentence for each in said if set(each.cites) == {_UNKNOWN}}
        said = [replace(each, cites=tuple(place for place in each.cites if place != _UNKNOWN)) for each in said]
        return Text("content", content, said)

    def _uncited(self, text: Text) -> Text:
        """Return the text with only those sentences that cite no source and do not clearly come from one."""
        cited = {sentence for found in self._cited_by for sentence in found}
        return replace(text, statements=[each for each in text.statements if each.sentence not in cited])

    def _unmarked(self, statement: Statement) -> None:
        if statement.cites:
            if not self._is_own(statement.sentence):
                self._cite(statement, statement.cites)
            return
        named = named_works(statement.sentence)
        places = [place for each in named for place in self._places_of(each)]
        self._settled += [f"{each.family} {each.year}" for each in named if self._places_of(each)]
        if places:
            self._cite(statement, tuple(dict.fromkeys(places)))
        else:
            self._free(statement.sentence)

    def _free(self, sentence: str) -> None:
        """Compare a sentence that cites nothing with every source. Keep the verdicts of the sources from which it
        clearly comes.
        """
        found = {
            place: result
            for place, texts in enumerate(self._texts)
            if texts and (result := _against(sentence, texts)).verdict in ("supported", "contradicted")
        }
        supported = [place for place, each in found.items() if each.verdict == "supported"]
        if found and (supported or not self._is_ours(sentence)):
            for place in supported or found:
                self._keep(place, sentence, found[place])
        self._quotations(sentence, [text for texts in self._texts for text in texts], "")

    def _cite(self, statement: Statement, places: Sequence[int]) -> None:
        for place in places:
            texts = self._texts[place]
            self._cited_by[place][statement.sentence] = None
            if texts:
                self._keep(place, statement.sentence, _against(statement.sentence, texts))
        texts = [text for place in places for text in self._texts[place]]
        if texts:
            title = self._answer.citations[places[0]].title if len(places) == 1 else ""
            self._quotations(statement.sentence, texts, title)

    def _keep(self, place: int, sentence: str, result: Support) -> None:
        self._cited_by[place][sentence] = None
        self._results[place][sentence] = result
        if result.verdict == "contradicted":
            title = self._answer.citations[place].title[:_SAID]
            self._warnings.append(f"“{sentence[:_SAID]}” contradicts its source “{title}”: {result.reason}")

    def _quotations(self, sentence: str, texts: Sequence[SourceText], title: str) -> None:
        """Add a warning for each quotation in the sentence that is neither in `texts` nor in the user's own texts.
        `title` is the title of the cited source. If it is "", all readable texts are searched, too.
        """
        for words in quotations(sentence):
            known = [*(each.text for each in texts), *(self._readable() if not title else ())]
            if any(is_quoted(words, each) for each in known) or any(is_quoted(words, each) for each in self._own()):
                continue
            if not known:
                continue
            near = best_of(support(words, each) for each in texts)
            source = f"“{title[:_SAID]}”" if title else "any source"
            there = f" The nearest passage: {near.passage[:KEPT]}" if near.verdict == "supported" or near.reason else ""
            warning = f"The words “{words[:_SAID]}” are quoted, but do not occur in the readable text of {source}."
            self._warnings.append(warning + there)
            self._settled.append(words)
            for results in self._results:
                if sentence in results and results[sentence].verdict == "supported":
                    reason = "The source does not contain the quoted words."
                    results[sentence] = replace(results[sentence], verdict="partly", reason=reason)

    def _readable(self) -> list[str]:
        answer = self._answer
        told = [" ".join((each.title, *each.metadata.get("authors", ()))) for each in answer.citations]
        return [*(each for found in answer.texts for each in found), *answer.shown, *answer.sources, *told]

    def _places_of(self, named: NamedWork) -> list[int]:
        """Return the indices of the citations that may be the work that a sentence cites by name and year (`named`).
        The years may differ by one, because a preprint may appear a year earlier.
        """
        family, found = fold(named.family), []
        for place, citation in enumerate(self._answer.citations):
            text = " ".join((self._answer.sources[place], *map(str, citation.metadata.get("authors", ()))))
            years = {citation.metadata.get("year"), *_years(self._answer.sources[place])}
            near = any(year and abs(int(year) - named.year) <= 1 for year in years)
            if near and f" {family} " in f" {plain_words(text)} ":
                found.append(place)
        return found

    def _is_own(self, sentence: str) -> bool:
        words = plain_words(sentence)
        return any(words in each for each in self._own_words())

    def _is_ours(self, sentence: str) -> bool:
        """Return True if the user's own texts contain the sentence, or support it in other words."""
        return self._is_own(sentence) or any(support(sentence, each).verdict == "supported" for each in self._own())


def _against(sentence: str, texts: Sequence[SourceText]) -> Support:
    said = without_names(sentence)
    return best_of(support(said, each) for each in texts)


def _still(citation: Citation, words: Callable[[], str]) -> Citation:
    """Return an earlier citation without its verdicts on sentences that the content no longer has. `words` returns the
    words of the content; it is called only if there are verdicts.
    """
    about = citation.metadata
    if "cited_by" not in about and "support_of" not in about:
        return citation
    content = words()
    cited_by = [each for each in about.get("cited_by") or () if plain_words(each) in content]
    told = [each for each in about.get("support_of") or () if each["sentence"] in cited_by]
    return _summed(replace(citation, metadata={**about, "cited_by": cited_by, "support_of": told}))


def _told(citation: Citation, cited_by: Sequence[str], results: Mapping[str, Support]) -> Citation:
    """Return a citation with its earlier verdicts and the new ones in `results`, which maps sentences to verdicts.
    `cited_by` are the sentences that cite the source. If a sentence has two verdicts, the one with the greater `rank`
    is kept; but a model's doubt is always kept.
    """
    known = {each["sentence"]: each for each in citation.metadata.get("support_of") or ()}
    for sentence, result in results.items():
        made = entry(sentence, result)
        before = known.get(made["sentence"])
        if before is None or (rank(before) < rank(made) and before.get("decided_by") != "model"):
            known[made["sentence"]] = made
    sentences = [*citation.metadata.get("cited_by", ()), *(each[:KEPT] for each in cited_by)]
    if not sentences and not known:
        return citation
    about: dict[str, Any] = {**citation.metadata, "cited_by": list(dict.fromkeys(sentences))[:MOST]}
    about["support_of"] = list(known.values())[:MOST]
    return _summed(replace(citation, metadata=about))


def _summed(citation: Citation) -> Citation:
    """Return the citation with the least favorable of its verdicts as its `support`."""
    about = citation.metadata
    return replace(citation, metadata={**about, "support": least(about["support_of"])})


def _years(text: str) -> list[int]:
    return [int(each) for each in _YEAR.findall(text)]
