"""Look up a work by an identifier, such as a DOI, in the registries that also check sources."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from backend.errors import ProviderError, ProviderOverLimit, ProviderTimeout, Refused
from backend.formats.csl_items import PEOPLE, Item, checked, date_of, person
from backend.kernel.records import Person, Record
from backend.kernel.search_requests import Failure
from backend.kernel.works import Citation, CitationStatus
from backend.ports import Ports
from backend.services import references
from backend.services.list_check import NOT_ASKED
from backend.services.source_checks.source_check import CheckedIdentifier, check_identifier
from backend.services.verification import status_of
from backend.storage import references as stored_references
from backend.storage import sessions
from backend.storage.db import reading, transaction
from backend.storage.sessions import OwnedSession
from backend.verification.claims import Identifier
from backend.verification.identifier import identifier_of
from backend.verification.works import Work, merged

_FORMS = "Send one DOI, arXiv id, PMID, PMCID, ISBN or web address."
_INSTEAD = "Send the reference as CSL-JSON, BibTeX or RIS instead."
_ERRORS = {503: ProviderOverLimit, 504: ProviderTimeout}


@dataclass(frozen=True, slots=True)
class FoundWork:
    """A work as a registry or its own web page describes it.

    `item` is its CSL item, `status` the result of the check, and `about` the citation's metadata. `warnings` are for
    the user.
    """

    item: Item
    status: CitationStatus
    about: Mapping[str, Any]
    warnings: tuple[str, ...]


def add_by_identifier(ports: Ports, owned: OwnedSession, text: str) -> dict[str, Any]:
    """Look up a work by its DOI, arXiv id, PMID, PMCID, ISBN or web address, and add it to the session's references.
    Raises the errors of `find_work`, and Refused if there would be too many references.

    Returns a dict: "items" are all references of the session; "missing" are the citation keys in the document that no
    reference has; "keys" is a list with the work's key; "warnings" are sentences.
    """
    with reading():
        sessions.own(owned.user_id, owned.id)
    found = find_work(ports, text)
    [key] = references.add(ports, owned, [("", found.item)], "own")["keys"]
    with transaction():
        work = stored_references.get(owned.id, key).work
        about = {**found.about, "key": key}
        title = str(found.item["title"])
        references.keep_statuses(owned.id, [Citation(work, title, None, None, found.status, about)])
        sessions.touch(owned.id, ports.clock())
    return {"keys": [key], "warnings": list(found.warnings), **references.listed(ports, owned)}


def find_work(ports: Ports, text: str, seconds: float | None = None) -> FoundWork:
    """Return the work with this identifier. The look-up takes at most `seconds`; None: as much time as a check of
    sources.

    Raises Refused if the text is not an identifier, if no registry knows it, or if this server asks no registry. Raises
    ProviderError if the registries that might know it did not answer.
    """
    identifier = identifier_of(text)
    if identifier is None:
        raise _refused(f"“{text[:100]}” does not identify a single work. {_FORMS}", _FORMS)
    if ports.verification is None:
        raise _refused(f"{NOT_ASKED} {_INSTEAD}", "No registry is asked.")
    longest = ports.verification.longest if seconds is None else seconds
    found = check_identifier(ports.verification, identifier, seconds=longest)
    verdict, work = found.verdict, _described(identifier, found)
    if work is None or not work.title:
        raise _not_found(identifier, found)
    now = ports.clock()
    warnings = (verdict.reason,) if verdict.status == "retracted" else ()
    return FoundWork(
        _item(work, identifier, now),
        verdict.status,
        status_of(found.checked, now),
        warnings + _published(identifier, found),
    )


def _described(identifier: Identifier, found: CheckedIdentifier) -> Work | None:
    """Return the data of the work that was `found` for an identifier; None if no registry has them. For an arXiv id,
    these are the data of the preprint, even if the work was published in a journal later.
    """
    if identifier.kind != "arxiv":
        return found.verdict.work
    return merged(each for each in found.records if each.service == "arxiv" or _is_arxiv(each))


def _is_arxiv(record: Record) -> bool:
    return (record.doi or "").startswith("10.48550/")


def _published(identifier: Identifier, found: CheckedIdentifier) -> tuple[str, ...]:
    if identifier.kind != "arxiv":
        return ()
    dois = [each.doi for each in found.records if each.doi and not _is_arxiv(each)]
    return tuple(f"This preprint was published: add doi:{doi} to cite the published version." for doi in dois[:1])


def _item(work: Work, identifier: Identifier, now: datetime) -> Item:
    said: dict[str, Any] = {}
    for name, value in work.csl:
        if name in PEOPLE:
            said.setdefault(name, []).append(person(value))
        else:
            said[name] = value
    doi = f"10.48550/arXiv.{identifier.key}" if identifier.kind == "arxiv" else work.doi
    said |= {"title": work.title, "DOI": doi, "URL": None if doi else work.url, "abstract": work.abstract}
    if identifier.kind == "url" and not doi:
        said |= {"accessed": date_of(now.date().isoformat()), "abstract": None}
    if work.people:
        divides = work.sure_people or not all(each.whole for each in work.people)
        said["author"] = [_name(each, divides) for each in work.people]
    if not said.get("issued") and work.years:
        said["issued"] = str(work.years[0])
    said.setdefault("container-title", None if said.get("publisher") else next(iter(work.containers), None))
    said.setdefault("type", "article-journal" if said["container-title"] else "document")
    if identifier.kind == "isbn":
        said.setdefault("ISBN", identifier.key)
    return checked({name: value for name, value in said.items() if value})


def _name(each: Person, divides: bool) -> dict[str, str]:
    """Return a person's name in CSL's form. `divides` is True if the registry stores family and given names separately;
    an undivided name is then an organization. With `divides` False, an undivided name is read as "Given Family".
    """
    if not each.whole:
        return {"family": each.family, **({"given": each.given} if each.given else {})}
    return {"literal": each.family} if divides else person(each.family)


def _not_found(identifier: Identifier, found: CheckedIdentifier) -> Exception:
    failures = found.failures
    if found.verdict.status == "unchecked" or (found.verdict.work is not None and failures):
        return _unavailable(identifier, failures)
    if found.verdict.work is not None:
        return _refused(
            f"The identifier exists, but no registry has the title of its work. {_INSTEAD}", "No title is known."
        )
    if identifier.kind == "isbn":
        words = f"Crossref, which knows some books, does not know the ISBN {identifier.key}. {_INSTEAD}"
        return _refused(words, "No registry knows this ISBN.")
    return _refused(f"{found.verdict.reason} {_INSTEAD}", found.verdict.reason)


def _unavailable(identifier: Identifier, failures: Sequence[Failure]) -> ProviderError:
    told = "; ".join(dict.fromkeys(f"{each.connector} {each.reason.rstrip('.')}" for each in failures[:3]))
    statuses = {each.status for each in failures}
    kind = _ERRORS.get(statuses.pop() if len(statuses) == 1 else 0, ProviderError)
    words = f"{identifier.key} could not be looked up: {told or 'no registry answered'}. Nothing was added; try again."
    return kind(words)


def _refused(words: str, reason: str) -> Refused:
    return Refused(words, errors={"add": [reason]})
