"""Manage the citation keys of a session, such as `kumar2012` in [@kumar2012]: find existing keys, and make new ones.

Only sessions with the option `citations: keys` use this.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from backend.drafting.briefing import Citable, LibraryPassage
from backend.formats.cited_keys import cited_keys
from backend.formats.csl_items import work_of
from backend.kernel.works import RETRACTED, Citation, Source
from backend.services.gathering import Task
from backend.sources import citation_keys
from backend.sources.identifiers import source_id
from backend.sources.marks import Mark, Own
from backend.sources.withdrawn_titles import is_marked_withdrawn
from backend.storage import messages, references
from backend.storage.db import reading
from backend.storage.references import Reference

#: Maximum number of the session's references that a model is shown, newest first. A line has some 25 tokens.
MOST_OFFERED = 60
#: A citation by key at the end of a text.
_CITED_BEFORE = re.compile(r"\[@[^\[\]]*\]\Z")


@dataclass(frozen=True, slots=True)
class KeysInUse:
    """The citation keys that are taken. `owners` maps each key to the id of its work ("" if unknown). `held` maps each
    key of a reference of the session to this reference.
    """

    owners: Mapping[str, str]
    held: Mapping[str, Reference]
    #: the works that earlier answers cited by key: each key's source string and citation
    earlier: Mapping[str, tuple[str, Citation]]


@dataclass(frozen=True, slots=True)
class UnkeyedMark:
    """A citation mark that was removed from an answer's content, because its sources were not confirmed. `at` is its
    position in the content. `places` are the indices of its sources in the list of the answer's citations.
    """

    at: int
    places: tuple[int, ...]


def keys_in_use(task: Task) -> KeysInUse:
    """Return the citation keys in the document, in earlier answers, and of the session's references."""
    found = session_keys(task.session_id, task.message.number, task.revision.text)
    attached = {str(each.metadata["key"]): source_id(each) for each in task.attached_works.values()}
    held = {key: each.work for key, each in found.held.items()}
    return replace(found, owners={**found.owners, **attached, **held})


def session_keys(session_id: str, before_number: int | None, *texts: str) -> KeysInUse:
    """Return the citation keys that occur in these texts, in the answers before the message with this number (None:
    in all answers), and in the session's references.
    """
    with reading():
        past = messages.history(session_id, before_number=before_number)
        held = {each.key: each for each in references.list_of(session_id)}
    earlier = {
        str(each.metadata["key"]): (text, each)
        for message in past
        for text, each in zip(message.sources, message.citations, strict=False)
        if each.metadata.get("key")
    }
    written = frozenset[str]().union(*map(citation_keys.keys_in, texts))
    owners = {**dict.fromkeys(sorted(written), ""), **{key: each.id for key, (_, each) in earlier.items()}}
    return KeysInUse(owners | {key: each.work for key, each in held.items()}, held, earlier)


def key_of(work: Source, known: Mapping[str, str], held: Mapping[str, Reference]) -> str:
    """Return a work's citation key. A work that is among the references has the reference's key. Any other work that
    has no key yet gets a new one.

    `known` maps each key in use to the id of its work, `held` maps the keys of the references to the references.
    """
    if source_id(work) not in known.values():
        for key, reference in held.items():
            if citation_keys.is_same(work_of(reference.csl), work):
                return key
    return citation_keys.mint(work, known)


def with_keys(task: Task, passages: Sequence[LibraryPassage]) -> tuple[LibraryPassage, ...]:
    """Return the library passages, each with the citation key of its work in the metadata. They are unchanged if the
    session does not cite by keys.
    """
    if task.citations != "keys" or not passages:
        return tuple(passages)
    in_use = keys_in_use(task)
    known = dict(in_use.owners)
    keyed: dict[int, Source] = {}
    for each in passages:
        if id(each.source) not in keyed:
            key = key_of(each.source, known, in_use.held)
            known[key] = source_id(each.source)
            keyed[id(each.source)] = replace(each.source, metadata={**each.source.metadata, "key": key})
    return tuple(replace(each, source=keyed[id(each.source)]) for each in passages)


def citable(task: Task) -> tuple[Citable, ...]:
    """Return the session's references for a prompt, each with its citation key and a line that describes it; none if
    the session does not cite by keys.
    """
    if task.citations != "keys":
        return ()
    held = sorted(keys_in_use(task).held.values(), key=lambda each: each.created_at, reverse=True)
    return tuple(Citable(each.key, _line(work_of(each.csl)) + _mark(each)) for each in held[:MOST_OFFERED])


class ShownMarks:
    """Chooses the text to show in place of a citation mark such as [3] while the answer is being written.

    Calling the object with a mark returns this text: "" hides the mark, and None leaves it as it is.
    """

    def __init__(self, task: Task, written_before: Callable[[], Iterable[str]]) -> None:
        self._task, self._written_before = task, written_before
        self._own: Own | None = None
        self._results: tuple[Source, ...] = ()
        self._quoted = Own(())
        self._known: dict[str, str] | None = None
        self._held: Mapping[str, Reference] = {}

    def use(self, results: Sequence[Source]) -> None:
        """Set the search results that the answer's numbers mean: [1] is the first."""
        self._results, self._quoted = tuple(results), Own(each.content for each in results)

    def __call__(self, mark: Mark) -> str | None:
        if self._own is None:
            self._own = Own(self._written_before())
        if self._own.has(mark):
            return None
        if self._task.citations != "keys" or not self._results or self._quoted.has(mark):
            return ""
        if mark.plural and all(number > len(self._results) for number in mark.numbers):
            return None
        if self._known is None:
            in_use = keys_in_use(self._task)
            self._known, self._held = dict(in_use.owners), in_use.held
        keys = [self._key(number) for number in mark.numbers if number <= len(self._results)]
        return bracketed(keys)

    def _key(self, number: int) -> str:
        work = self._results[number - 1]
        key = key_of(work, self._known or {}, self._held)
        if self._known is not None:
            self._known[key] = source_id(work)
        return key


def bracketed(keys: Sequence[str]) -> str:
    """Format a citation of works with these keys, such as `[@kumar2012; @lee2020]`; "" if there are no keys."""
    return f"[{'; '.join(f'@{key}' for key in dict.fromkeys(keys))}]" if keys else ""


def with_late_keys(
    content: str, unkeyed: Sequence[UnkeyedMark], keys: Mapping[int, str]
) -> tuple[str, tuple[UnkeyedMark, ...]]:
    """Return the content with citations where marks had been removed, and the marks that are still without a citation,
    with their positions in the new content.

    A mark becomes a citation if one of its sources has a key by now. `keys` maps the index of a source among the
    answer's citations to its key.
    """
    left, shift = list[UnkeyedMark](), 0
    for mark in unkeyed:
        at = mark.at + shift
        cited = bracketed([keys[place] for place in mark.places if place in keys])
        before, behind = content[:at], content[at:]
        if cited and _CITED_BEFORE.search(before):
            before, cited = before[:-1], f"; {cited[1:]}"
        elif cited and before and not before[-1].isspace() and before[-1] not in "([":
            cited = f" {cited}"
        elif cited and behind and not behind[0].isspace():
            cited = f"{cited} "
        made = before + cited + behind
        shift += len(made) - len(content)
        if rest := tuple(place for place in mark.places if place not in keys):
            left.append(UnkeyedMark(mark.at + shift, rest))
        content = made
    return content, tuple(left)


def cited_otherwise(
    content: str, citations: Sequence[Citation], in_use: KeysInUse, works: Sequence[Source]
) -> list[tuple[str, Citation]]:
    """Return the works that the content cites by key but that are not among the answer's `citations`: for each, the
    work in one line of text, and its citation.

    `in_use` (earlier answers and the session's references) or `works` (the library and the attachments) must have the
    work; other keys are ignored.
    """
    known = {str(each.metadata["key"]) for each in citations if each.metadata.get("key")}
    shelf = {str(each.metadata.get("key")): each for each in works}
    found: list[tuple[str, Citation]] = []
    for key in cited_keys(content):
        if key in known:
            continue
        if key in in_use.earlier:
            text, citation = in_use.earlier[key]
            found.append((text, replace(citation, n=None)))
        elif key in shelf:
            found.append((_line(shelf[key]), keyed_citation(shelf[key])))
        elif key in in_use.held:
            reference = in_use.held[key]
            about: dict[str, Any] = {"csl": dict(reference.csl), "key": key}
            if reference.status == "retracted":
                about |= {"is_retracted": True, "notices": [*map(dict, reference.notices)]}
            work = replace(work_of(reference.csl), metadata=about)
            found.append((_line(work), replace(keyed_citation(work), id=reference.work)))
    return found


def keyed_citation(work: Source) -> Citation:
    """Return the citation of a known work whose metadata has a citation key."""
    told: dict[str, Any] = {**work.metadata}
    told |= {"authors": list(work.authors)} if work.authors else {}
    told |= {"year": work.year} if work.year else {}
    return Citation(source_id(work), work.title, work.url, work.doi, "resolved", told)


def _mark(reference: Reference) -> str:
    is_marked = is_marked_withdrawn(str(reference.csl.get("title", "")))
    return RETRACTED if reference.status == "retracted" and not is_marked else ""


def _line(work: Source) -> str:
    authors = "; ".join(work.authors[:3]) + (" et al." if len(work.authors) > 3 else "")
    lead = " ".join(part for part in (authors, f"({work.year})" if work.year else "") if part)
    return f"{lead.rstrip('.')}. {work.title}" if lead else work.title
