"""Decide which registries to ask about a reference, and in which order: the registries that may know the work, and
among them the cheapest first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from backend.kernel.records import Found, Lookup, Record, ServiceName
from backend.kernel.search_requests import Failure
from backend.verification.claims import Claim, Identifier
from backend.verification.record_comparison.agreement import TELLING_WORDS, Agreement, agreement
from backend.verification.record_comparison.title_places import may_name
from backend.verification.works import Work, merged

#: Registries that know of retractions. All of them are asked about every DOI.
WATCHERS: tuple[ServiceName, ...] = ("crossref", "openalex", "europepmc")
Known = Mapping[Lookup, Found]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A work that a search found, and how well the reference agrees with it."""

    work: Work
    fit: Agreement

    @property
    def meant(self) -> bool:
        """Return True if the reference, which has no identifier, names this work."""
        fit = self.fit
        if not fit.agrees or fit.title == "unsaid":
            return False
        if fit.title != "same":
            return fit.people == "same"
        return fit.people == "same" or fit.telling

    @property
    def contradicted(self) -> bool:
        """Return True if this work has the title of the reference, but other authors or another year."""
        fit = self.fit
        return fit.title == "same" and fit.telling and not fit.agrees


def next_lookups(claims: Iterable[Claim], known: Known, names: Collection[str]) -> tuple[Lookup, ...]:
    """Return the look-ups that are needed next; () if nothing more is needed. `known` has the results of all look-ups
    so far. Only the services in `names` are used.
    """
    wanted = (each for claim in claims for each in _of_claim(claim, known, names))
    return tuple(dict.fromkeys(each for each in wanted if each.service in names and each not in known))


def records_of(identifier: Identifier, known: Known) -> tuple[Record, ...]:
    """Return all records that were found for an identifier. If it belongs to a preprint, the records of the published
    version are included.
    """
    direct = [record for each in _chain(identifier) for record in _records(known.get(each))]
    dois = {each.doi for each in direct if each.doi} - {identifier.key}
    further = [record for doi in sorted(dois) for each in lookups_of_doi(doi) for record in _records(known.get(each))]
    return tuple(dict.fromkeys((*direct, *further)))


def failures_of(identifier: Identifier, known: Known) -> tuple[Failure, ...]:
    """Return the failures of the services that may know an identifier and did not answer. `known` has the results of
    all look-ups so far.
    """
    return tuple(found for each in _chain(identifier) if isinstance(found := known.get(each), Failure))


def exists(identifier: Identifier, known: Known) -> bool | None:
    """Return True if an identifier exists, False if it does not. Returns None if the services that might have known it
    did not answer.
    """
    if records_of(identifier, known):
        return True
    if identifier.kind == "malformed":
        return False
    if identifier.kind == "arxiv" and isinstance(known.get(Lookup("arxiv", identifier.key)), Failure):
        return None  # the resolver knows the DOIs of some preprints only, and arXiv did not answer
    if identifier.kind in ("doi", "arxiv"):
        # the resolver knows the DOIs of all agencies
        decisive = Lookup("handle", _doi(identifier))
    else:
        decisive = _chain(identifier)[0]
    return False if known.get(decisive) == () else None


def candidates(claim: Claim, known: Known) -> list[Candidate]:
    """Return the works in the search results `known` that the reference may name, the best match first."""
    found: dict[str, list[Record]] = {}
    for lookup in _searches(claim):
        for record in _records(known.get(lookup)):
            found.setdefault(record.doi or record.url or record.titles[0], []).append(record)
    made: list[Candidate] = []
    for doi, records in found.items():
        if not may_name(claim, [title for record in records for title in record.titles]):
            continue  # most results of a search share only a word or two with the reference
        further = [record for each in lookups_of_doi(doi) for record in _records(known.get(each))]
        work = merged([*records, *further])
        if work is not None:
            made.append(Candidate(work, agreement(claim, work)))
    return sorted(made, key=_rank, reverse=True)


def meant_of(found: Sequence[Candidate]) -> list[Candidate]:
    """Return the works, of those that were found, that a reference without an identifier may name.

    A work that has only a part of the reference's title is left out if another work, by other people, has the whole
    title.
    """
    whole = max((each.fit.letters for each in found if each.contradicted), default=0)
    return [each for each in found if each.meant and (each.fit.title == "same" or each.fit.letters >= whole)]


def search_failures(claim: Claim, known: Known, names: Collection[str]) -> tuple[Failure, ...]:
    """Return the failures of those services whose search might have found the reference. `known` has the results of all
    look-ups so far, and `names` are the configured services.
    """
    lookups = [each for each in _searches(claim) if each.service in names]
    missing = [Failure(each.service, "was not asked") for each in lookups if each not in known]
    return (*(found for each in lookups if isinstance(found := known.get(each), Failure)), *missing)


def lookups_of_doi(doi: str) -> tuple[Lookup, ...]:
    """Return the look-ups of a DOI at all services that accept DOIs."""
    services: tuple[ServiceName, ...] = (*WATCHERS, "datacite", "handle", "doi")
    return tuple(Lookup(each, doi) for each in services)


def _rank(each: Candidate) -> tuple[bool, bool, int, bool, bool, int]:
    fit = each.fit
    return each.meant, each.contradicted, fit.letters, fit.people == "same", fit.year == "same", -fit.slips


def _of_claim(claim: Claim, known: Known, names: Collection[str]) -> Iterator[Lookup]:
    scholarly = [each for each in claim.ids if each.kind != "url"]
    for each in scholarly or claim.ids:
        yield from _of_identifier(each, known, names)
    if not claim.query:
        return
    dead = bool(claim.ids) and all(exists(each, known) is False for each in scholarly or claim.ids)
    if not claim.ids or (dead and len(claim.words) > TELLING_WORDS):
        yield from _of_search(claim, known, names)


def _of_identifier(identifier: Identifier, known: Known, names: Collection[str]) -> Iterator[Lookup]:
    if identifier.kind == "url":
        yield Lookup("page", identifier.address or identifier.key)
    elif identifier.kind == "pmid":
        yield Lookup("europepmc", identifier.key)
    elif identifier.kind == "isbn":
        yield Lookup("crossref", f"isbn:{identifier.key}")
    elif identifier.kind == "arxiv":
        first, then = Lookup("arxiv", identifier.key), Lookup("datacite", _doi(identifier))
        yield first
        if _is_out(first, known, names):
            yield then
            if _is_out(then, known, names):
                yield Lookup("handle", _doi(identifier))
    elif identifier.kind == "doi":
        yield from _of_doi(identifier.key, known, names)
    records = [record for each in _chain(identifier) for record in _records(known.get(each))]
    further = {doi for each in records for doi in (each.doi, *each.versions) if doi and doi != identifier.key}
    for doi in sorted(further):
        if not doi.startswith("10.48550/"):
            yield from (Lookup(each, doi) for each in WATCHERS)


def _of_doi(doi: str, known: Known, names: Collection[str]) -> Iterator[Lookup]:
    yield from (Lookup(each, doi) for each in WATCHERS)
    if not _is_out(Lookup("crossref", doi), known, names):
        return
    datacite, handle = Lookup("datacite", doi), Lookup("handle", doi)
    yield datacite
    if _is_out(datacite, known, names) and not _records(known.get(Lookup("openalex", doi))):
        yield handle
        if _records(known.get(handle)):
            yield Lookup("doi", doi)


def _of_search(claim: Claim, known: Known, names: Collection[str]) -> Iterator[Lookup]:
    crossref, *others = _searches(claim)
    yield crossref
    if not _is_out(crossref, known, names, found=False):
        return
    meant = meant_of(candidates(claim, known))
    if not meant:
        yield from others
    elif meant[0].work.doi:
        yield from (Lookup(each, meant[0].work.doi) for each in WATCHERS if each != "crossref")


def _searches(claim: Claim) -> tuple[Lookup, ...]:
    services: tuple[ServiceName, ...] = ("crossref", "datacite", "openalex")
    return tuple(Lookup(each, claim.query, search=True) for each in services)


def _is_out(lookup: Lookup, known: Known, names: Collection[str], found: bool = True) -> bool:
    """Return True if nothing more is expected of a look-up: its service is not in `names`, or it was made (it is in
    `known`) and found nothing. With `found=False`, it is enough that it was made.
    """
    if lookup.service not in names:
        return True
    return lookup in known and not (found and _records(known[lookup]))


def _chain(identifier: Identifier) -> tuple[Lookup, ...]:
    if identifier.kind == "url":
        return (Lookup("page", identifier.address or identifier.key),)
    if identifier.kind == "pmid":
        return (Lookup("europepmc", identifier.key),)
    if identifier.kind == "isbn":
        return (Lookup("crossref", f"isbn:{identifier.key}"),)
    if identifier.kind == "malformed":
        return ()
    more = (Lookup("arxiv", identifier.key),) if identifier.kind == "arxiv" else ()
    return (*more, *lookups_of_doi(_doi(identifier)))


def _doi(identifier: Identifier) -> str:
    return f"10.48550/arxiv.{identifier.key}" if identifier.kind == "arxiv" else identifier.key


def _records(found: Found | None) -> tuple[Record, ...]:
    return found if isinstance(found, tuple) else ()
