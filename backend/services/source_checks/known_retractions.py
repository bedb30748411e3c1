"""Find retractions without asking a registry. They are found in the entries themselves, in the stored answers of the
registries, in the user's library, and in the session's earlier answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from backend.formats.csl_items import doi_of
from backend.kernel.works import Citation
from backend.ports import Ports
from backend.sources.identifiers import canonical_doi
from backend.storage import library_works, messages, registry_records
from backend.storage.db import reading
from backend.storage.sessions import OwnedSession
from backend.verification.declared_notices import declared_retractions, is_printed_as_retracted
from backend.verification.works import told_once

Notices = tuple[Mapping[str, Any], ...]
#: Maximum number of DOIs of one look-up in the cache. SQLite allows 32,766 parameters in a statement, and each DOI
#: needs three.
_AT_ONCE = 2_000


def known_retractions(ports: Ports, owned: OwnedSession, given: Sequence[Mapping[str, Any]]) -> dict[int, Notices]:
    """Return the retraction notices of each retracted work among the CSL items in `given`, by position in `given`. The
    notices are empty if it is only known that the work is retracted.

    An item is recognized by its DOI alone, because two works may have the same title.
    """
    declared = {place: tuple(map(asdict, declared_retractions(item))) for place, item in enumerate(given)}
    dois = {place: doi for place, item in enumerate(given) if (doi := doi_of(item))}
    known = _known(ports, owned, set(dois.values())) if dois else {}
    places = [place for place in range(len(given)) if declared[place] or dois.get(place) in known]
    return {place: known.get(dois.get(place, ""), ()) or declared[place] for place in places}


def with_known_retractions(
    ports: Ports, owned: OwnedSession, sources: Sequence[str], citations: Sequence[Citation]
) -> tuple[Citation, ...]:
    """Return the `citations` of an answer. Each work that is known to be retracted gets `is_retracted` and its notices
    in the citation's metadata. `sources` are the works as the model named them, one for each citation.
    """
    given = [
        {"DOI": each.doi, "retracted": is_printed_as_retracted(text)}
        for text, each in zip(sources, citations, strict=True)
    ]
    gone = known_retractions(ports, owned, given)
    return tuple(
        replace(each, metadata={**each.metadata, "is_retracted": True, "notices": [*gone[place]]})
        if place in gone
        else each
        for place, each in enumerate(citations)
    )


def _known(ports: Ports, owned: OwnedSession, dois: Iterable[str]) -> dict[str, Notices]:
    """Return the retraction notices of retracted works, by DOI. These are all such works in the library and in the
    session's answers, and those among `dois` that a stored answer of a registry calls retracted.
    """
    ordered = sorted(dois)
    found: dict[str, Notices] = {}
    with reading():
        for start in range(0, len(ordered), _AT_ONCE):
            stored = registry_records.retracted(ordered[start : start + _AT_ONCE], ports.clock())
            found |= {doi: tuple(map(asdict, told_once(notices))) for doi, notices in stored.items()}
        for doi, notices in [*_of_library(owned.user_id), *_of_answers(owned.id)]:
            if doi:
                found[doi] = notices or found.get(doi, ())
    return found


def _of_library(user_id: str) -> Iterator[tuple[str, Notices]]:
    for each in library_works.retracted(user_id):
        yield _doi(each.doi), tuple((each.metadata or {}).get("notices") or ())


def _of_answers(session_id: str) -> Iterator[tuple[str, Notices]]:
    for message in messages.that_cite(session_id, "retracted"):
        for citation in message.citations:
            if citation.status == "retracted":
                yield _doi(citation.doi), tuple(citation.metadata.get("notices") or ())


def _doi(value: Any) -> str:
    """Return a DOI in the form in which DOIs are compared; "" if the value is not a DOI."""
    return canonical_doi(value) or "" if isinstance(value, str) else ""
