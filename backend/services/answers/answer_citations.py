"""Find out to which source each citation in an answer refers. A citation is a number such as [3] or a key such as
[@kumar2012].

The model lists sources of its own, and its numbers refer to the search results. In the message of the answer the
numbers stay. In its content each number is removed or, if the session cites by keys, replaced by a citation key. Text
that comes from the document, the draft or the user is not changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from backend.drafting.briefing import LibraryPassage
from backend.drafting.reply_parser import Reply
from backend.kernel.works import Citation, Source
from backend.services.answers.keyed_citations import (
    KeysInUse,
    ShownMarks,
    UnkeyedMark,
    bracketed,
    cited_otherwise,
    key_of,
    keyed_citation,
    keys_in_use,
)
from backend.services.gathering import Task
from backend.sources import marks
from backend.sources.identifiers import canonical_title, described, source_id
from backend.sources.marks import Mark, Own
from backend.sources.matching import Matched, match, unconfirmed
from backend.verification.statements import Placed, Statement, statements

#: A citation mark that names a search result by its id, such as [sx_1a2b]; and the conversion of brackets to full-
#: width ones, for a number that cites no search result.
_ID = re.compile(r"\[(sx_[0-9a-z]{1,12})\]")
_FULL_WIDTH = str.maketrans("[]", "［］")
#: Maximum number of citation numbers that one warning names.
_NAMED = 10
_READ_AS_RESULTS = (
    "The document has its own numbered citations. Numbers such as [3] in this content were read as citations of the "
    "search results, except in sentences that the document already contains. Check them before you approve."
)


@dataclass(frozen=True, slots=True)
class Cited:
    """An answer and its sources, ready to be stored. `content` is the text for the document; its citation marks have
    their final form. `sources` are the sources as texts. `citations` has one citation for each of them, in the same
    order.
    """

    content: str
    sources: tuple[str, ...]
    citations: tuple[Citation, ...]
    warnings: tuple[str, ...]
    #: the sentences that cite sources, each with the positions of these sources in `citations`
    statements: tuple[Statement, ...] = ()
    #: the text of the answer for the chat
    message: str = ""
    #: the marks that were removed from the content because their sources are not confirmed
    unkeyed: tuple[UnkeyedMark, ...] = ()


@dataclass(slots=True)
class _CitationList:
    """The sources of an answer: `sources` has the text of each source, and `citations` the citation of each, in the
    same order. More sources are added while the citation marks of the answer are read.
    """

    sources: list[str]
    citations: list[Citation]
    results: Sequence[Source]
    #: the citation marks that the texts of the search results contain themselves
    quoted: Own
    #: the numbers that have no source; and the numbers whose source is not confirmed, so that it gets no citation key
    lost: dict[int, None] = field(default_factory=dict)
    unconfirmed: dict[int, None] = field(default_factory=dict)

    def known(self, number: int) -> int | None:
        """Return the index in `citations` of the citation with this number; None if no citation has it."""
        return next((at for at, each in enumerate(self.citations) if each.n == number), None)

    def place(self, number: int) -> int | None:
        """Return the index in `citations` of the source that a mark with this number means, such as 3 for [3]; None if
        there is none. If the source's citation has no number yet, it gets this one.
        """
        known = self.known(number)
        if known is not None:
            return known
        if self.results:
            return self._result(number) if number <= len(self.results) else None
        if number > len(self.citations) or self.citations[number - 1].n is not None:
            return None
        self.citations[number - 1] = replace(self.citations[number - 1], n=number)
        return number - 1

    def add(self, text: str, citation: Citation) -> int:
        self.sources.append(text)
        self.citations.append(citation)
        return len(self.citations) - 1

    def _result(self, number: int) -> int:
        """Return the index of the citation of the search result `number` (from 1). If the model did not list this
        result among its sources, a new citation is added at the end.
        """
        result = self.results[number - 1]
        identity = source_id(result)
        for at, each in enumerate(self.citations):
            if each.id == identity and each.n is None and each.status == "resolved":
                self.citations[at] = replace(each, n=number)
                return at
        told = {"authors": list(result.authors)} if result.authors else {}
        about: dict[str, Any] = {**told, **({"year": result.year} if result.year else {})}
        name = result.title or result.url or ""
        return self.add(_line(result), Citation(identity, name, result.url, result.doi, "resolved", about, number))


def with_numbers(
    task: Task, reply: Reply, results: Sequence[Source], passages: Sequence[LibraryPassage]
) -> tuple[Reply, tuple[str, ...]]:
    """Replace the result ids by which an answer cites, such as [sx_1a2b], by numbers. Returns the new answer and
    warnings.

    A number such as [3] that the model wrote itself then means no search result. It is removed from the content, and
    gets full-width brackets in the message. But it stays if the document, the draft or the user had it before.
    """
    places = {source_id(each): f"[{number}]" for number, each in enumerate(results, start=1)}
    own, quoted = Own(own_texts(task, passages)), Own(each.content for each in results)
    strange: dict[str, None] = {}

    def written(text: str, brackets: str) -> str:
        found = [each for each in marks.read(text) if not own.has(each)]
        found = [each for each in found if not (each.plural and max(each.numbers) > len(results))]
        strange.update(dict.fromkeys(text[each.start : each.end] for each in found if not quoted.has(each)))
        text = marks.rewrite(text, found, lambda each: brackets and text[each.start : each.end].translate(_FULL_WIDTH))
        return _ID.sub(lambda match: places.get(match[1], ""), text)

    made = replace(
        reply, message=written(reply.message, "message"), document_content=written(reply.document_content, "")
    )
    if not strange:
        return made, ()
    left_out = " The numbers without a source were removed from the content." if made.document_content.strip() else ""
    return made, (f"This answer has no source for {', '.join(list(strange)[:_NAMED])}.{left_out}",)


def shown_marks(task: Task, passages: Sequence[LibraryPassage]) -> ShownMarks:
    """Return the function that chooses what to show for a citation mark such as "[3]" while the answer is being
    written.
    """
    return ShownMarks(task, lambda: own_texts(task, passages))


def cite(task: Task, reply: Reply, results: Sequence[Source], passages: Sequence[LibraryPassage]) -> Cited:
    """Return the citations of an answer, with its message and content in the form in which they are stored."""
    works = tuple({id(each.source): each.source for each in passages}.values())
    matched = match(reply.sources, results, works, _earlier(task)) if reply.sources else Matched((), ())
    matched = _with_attached(task, reply.sources, matched) if task.attached_works else matched
    content = reply.document_content
    in_message, in_content = marks.read(reply.message), marks.read(content)
    if not in_message and not in_content and task.citations != "keys":
        return Cited(content, tuple(reply.sources), matched.citations, matched.warnings, (), reply.message)
    quoted = Own(each.content for each in results)
    citation_list = _CitationList(list(reply.sources), list(matched.citations), results, quoted)
    own = Own(own_texts(task, passages) if in_message or in_content else ())
    answering = [each for each in in_message if not own.has(each) and not _may_be_interval(each, citation_list)]
    for mark in answering:
        _settle(citation_list, mark, own)
    warnings: list[str] = []
    taken = [each for each in in_content if not _stays(each, own, citation_list, warnings)]
    if results and any(own.uses(number) for each in taken for number in each.numbers):
        warnings.append(_READ_AS_RESULTS)
    for mark in taken:
        if not quoted.has(mark):
            _settle(citation_list, mark)
    if task.citations == "keys":
        in_use = keys_in_use(task)
        written, unkeyed = _keyed(content, taken, citation_list, in_use)
        _add_other_keys(written, citation_list, in_use, (*works, *task.attached_works.values()))
    else:
        written, unkeyed = marks.rewrite(content, taken, _nothing), ()
    left_out = " The numbers without a source were removed from the content." if content else ""
    if citation_list.lost:
        warnings.append(f"This answer has no source for {listed(citation_list.lost)}.{left_out}")
    if citation_list.unconfirmed:
        warnings.append(unkeyed_warning(citation_list.unconfirmed))
    held = _statements(reply.message, answering, citation_list) + _statements(content, taken, citation_list)
    return Cited(
        written,
        tuple(citation_list.sources),
        tuple(citation_list.citations),
        (*matched.warnings, *warnings),
        held,
        reply.message,
        unkeyed,
    )


def unkeyed_warning(numbers: Iterable[int]) -> str:
    """Return the warning that the sources with these numbers have no citation key."""
    why = "because no registry confirms them, or because they were retracted"
    return (
        f"The sources with the numbers {listed(numbers)} got no citation key, {why}. Their numbers were removed from"
        " the content."
    )


def listed(numbers: Iterable[int]) -> str:
    """Return the first few of these numbers as citation marks: `[1], [2]`."""
    return ", ".join(f"[{number}]" for number in list(numbers)[:_NAMED])


def _statements(text: str, cited: Sequence[Mark], citation_list: _CitationList) -> tuple[Statement, ...]:
    """Return the sentences of a text that cite sources in this answer, with the indexes of these sources."""
    if not cited:
        return ()
    at = [
        Placed(
            each.start, each.end, tuple(place for n in each.numbers if (place := citation_list.known(n)) is not None)
        )
        for each in cited
        if not citation_list.quoted.has(each)
    ]
    return tuple(each for each in statements(text, at) if each.cites)


def _with_attached(task: Task, said: Sequence[str], matched: Matched) -> Matched:
    """Return `matched`, the citations of the model's sources, with those of attached works replaced. `said` are the
    sources as the model named them.

    If a source is the work of an attachment, it gets the citation that was found for the attachment, and the warning
    that the source is not confirmed is removed.
    """
    known = {text: keyed_citation(work) for text, work in task.attached_works.items()}
    known |= {" ".join(text.split()): each for text, each in known.items()} | {each.id: each for each in known.values()}
    citations = list(matched.citations)
    for at, (text, citation) in enumerate(zip(said, matched.citations, strict=True)):
        if citation.status != "mismatch" and not citation.metadata.get("key"):
            citations[at] = known.get(text) or known.get(citation.id) or citation
    settled = {
        unconfirmed(before.title)
        for before, now in zip(matched.citations, citations, strict=True)
        if now.status != before.status
    }
    return Matched(tuple(citations), tuple(each for each in matched.warnings if each not in settled))


def _nothing(mark: Mark) -> str:
    return ""


def _settle(citation_list: _CitationList, mark: Mark, own: Own | None = None) -> None:
    """Find the source of each number in a mark such as [2, 3], and store the number with this source in
    `citation_list`. A number without a source is stored as lost, so that the user is warned, unless it is in `own`, the
    marks of the user's own texts.
    """
    for number in mark.numbers:
        if citation_list.place(number) is None and not (own and own.uses(number)):
            citation_list.lost[number] = None


def _stays(mark: Mark, own: Own, citation_list: _CitationList, warnings: list[str]) -> bool:
    """Return True if the mark must stay in the content: a text of the user had it before, or it may be a numeric
    interval such as [0, 50]. A possible interval adds a warning to `warnings`. `own` has the marks of the user's texts.
    """
    if own.has(mark) or (not citation_list.results and all(own.uses(number) for number in mark.numbers)):
        return True
    if _may_be_interval(mark, citation_list):
        said = ", ".join(map(str, mark.numbers[:_NAMED]))
        warnings.append(
            f"The numbers {said} in brackets have no source. They were not removed, because they may be an interval."
        )
        return True
    return False


def _may_be_interval(mark: Mark, citation_list: _CitationList) -> bool:
    """Return True if a mark has several numbers and none of them has a source, as in the interval [0, 50]."""
    most = len(citation_list.results) or len(citation_list.citations)
    return mark.plural and all(number > most for number in mark.numbers)


def _keyed(
    content: str, taken: Sequence[Mark], citation_list: _CitationList, in_use: KeysInUse
) -> tuple[str, tuple[UnkeyedMark, ...]]:
    """Return the content with citation keys such as [@kumar2012] in place of the marks in `taken`, and a list of the
    marks whose sources got no key. `in_use` are the citation keys that exist already.
    """
    known = dict(in_use.owners)
    known |= {str(each.metadata["key"]): each.id for each in citation_list.citations if each.metadata.get("key")}

    def written(mark: Mark) -> str:
        return bracketed([] if citation_list.quoted.has(mark) else list(_minted(mark, citation_list, known, in_use)))

    made = {mark: written(mark) for mark in taken}
    unkeyed = []
    for at, mark in enumerate(taken, start=1):
        places = (citation_list.known(number) for number in mark.numbers if number in citation_list.unconfirmed)
        if left := tuple(place for place in places if place is not None):
            before = marks.rewrite(content[: mark.end], taken[:at], made.__getitem__)
            unkeyed.append(UnkeyedMark(len(before), left))
    return marks.rewrite(content, taken, made.__getitem__), tuple(unkeyed)


def _add_other_keys(content: str, citation_list: _CitationList, in_use: KeysInUse, works: Sequence[Source]) -> None:
    """Add to `citation_list` the works that the content cites by a key that existed before this answer, such as the key
    of a reference. These works are found in `in_use` and `works`.
    """
    for text, citation in cited_otherwise(content, citation_list.citations, in_use, works):
        place = next((at for at, each in enumerate(citation_list.citations) if each.id == citation.id), None)
        if place is None:
            citation_list.add(text, citation)
        else:  # the answer names the work among its sources, and its text cites it by key
            about = {**citation.metadata, **citation_list.citations[place].metadata, "key": citation.metadata["key"]}
            citation_list.citations[place] = replace(citation_list.citations[place], metadata=about)


def _minted(mark: Mark, citation_list: _CitationList, known: dict[str, str], in_use: KeysInUse) -> Iterator[str]:
    """Yield the citation keys of the works that a mark cites; a work without a key gets a new one. Works whose citation
    is not `resolved` are left out, because a key says that the work is known. `known` maps each key in use to the id of
    its work.
    """
    for number in mark.numbers:
        place = citation_list.place(number)
        if place is None or citation_list.citations[place].status != "resolved":
            (citation_list.lost if place is None else citation_list.unconfirmed)[number] = None
            continue
        citation = citation_list.citations[place]
        work = citation_list.results[number - 1] if citation_list.results else citation.to_source()
        key = key_of(work, known, in_use.held)
        known[key] = citation.id
        citation_list.citations[place] = replace(citation, metadata={**citation.metadata, "key": key})
        yield key


def _line(result: Source) -> str:
    """Return a search result as one line: authors, title, year and address."""
    authors = f"{', '.join(result.authors)}: " if result.authors else ""
    year = f" ({result.year})" if result.year and canonical_title(result.title) else ""
    address = result.url or (f"https://doi.org/{result.doi}" if result.doi else "")
    title = f"{authors}{result.title}{year}".strip()
    return f"{title}. {address}" if title and address else title or address


def own_texts(task: Task, passages: Sequence[LibraryPassage]) -> Iterator[str]:
    """Yield the texts whose numbers in brackets are not citations of this answer: the document, the messages, the
    attachments, the drafts and the library passages.
    """
    yield task.revision.text
    yield task.message.content
    yield from (each.content for each in task.attached)
    yield from (each.content for each in (task.base, *task.waiting) if each is not None)
    yield from (each.text for each in passages)
    if task.rewriting is not None:
        yield task.rewriting.original_request


def _earlier(task: Task) -> Mapping[str, Citation]:
    """Return the citations that are known already, by the source texts that name them, such as "Lee 2020". They come
    from the attachments, from the draft that the answer continues, and from look-ups that confirmed sources of this
    answer.
    """
    attached = {each.source: described(each.source) for each in task.attached if each.source}
    known = {
        text: Citation(source_id(said), said.title, said.url, said.doi, "unchecked") for text, said in attached.items()
    }
    base = task.base or task.pending
    if base is not None:
        unnumbered = [replace(each, n=None) for each in base.citations]
        known |= dict(zip(base.sources, unnumbered, strict=False))
    return {**known, **task.confirmed_sources}
