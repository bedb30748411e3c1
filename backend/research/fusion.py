"""Merge several result lists into one by reciprocal rank fusion. Results that are the same work are recognized by their
keys.

Two results are the same work if they share a canonical address or DOI, directly or through a third result. The score of
a work is the sum of 1 / (k + rank) over the lists, where rank is the position of the work among the different works of
a list. The order of the lists does not matter. Method: Cormack, Clarke and Büttcher, SIGIR 2009, with k = 60.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import fsum
from operator import itemgetter
from typing import Any

from backend.kernel.works import Source
from backend.research import duplicate_works
from backend.sources.identifiers import canonical_doi, canonical_title, canonical_url, library_key

#: The constant k as the method's authors published it, and the number of results (`top_k` of the contract).
K, TOP = 60, 20

#: Forms of addresses and DOIs that need no full parsing, which takes ten times as long. Such an address is canonical
#: except for the scheme, www, a final slash and tracking parameters, and such a DOI is canonical except for letter
#: case. Most addresses and DOIs have these forms.
_SIMPLE_URL = re.compile(
    r"https?://(?:www\.)?((?!www\.|arxiv\.|export\.arxiv\.|doi\.|dx\.doi\.)[a-z0-9-]+(?:\.[a-z0-9-]+)+"
    r"(?:/[\w~-]+(?:\.[\w~-]+)*)*(?<!_))/?(?:\?utm_\w+=[\w-]*(?:&utm_\w+=[\w-]*)*(?<!_))?",
    re.ASCII,
)
_SIMPLE_DOI = re.compile(r"10\.(?!48550/)\d{4,9}/[\w-]+(?:[./][\w-]+)*(?<!_)", re.ASCII)
_DOI_URL = re.compile(r"https?://(?:dx\.|www\.)?doi\.org/(10\..+)")
_ARXIV_URL = re.compile(
    r"https?://(?:www\.|export\.)?arxiv\.org/(?:abs|pdf)/(\d{4}\.\d{4,5})(?:v\d+)?(?:\.pdf)?", re.ASCII
)
#: Addresses of PubMed, PubMed Central and Europe PMC, which name a work by PubMed's number or PMC's.
_RECORD = re.compile(
    r"pubmed\.ncbi\.nlm\.nih\.gov/(\d{4,9})|europepmc\.org/(?:article|abstract)/MED/(\d{4,9})"
    r"|(?:ncbi\.nlm\.nih\.gov/(?:pmc/)?articles|europepmc\.org/articles?(?:/PMC)?)/(PMC\d{4,9})",
    re.IGNORECASE,
)
_SAYS_DOI = re.compile(r"https?://(?:(?:dx\.|www\.)?doi\.org|(?:www\.|export\.)?arxiv\.org)/", re.IGNORECASE)
#: Metadata that identify a work.
_NAMING = frozenset({"also", "dois", "arxiv", "pubmed", "pmc"})
#: The fields of a merged work. The most complete result supplies them, and each field that it lacks comes from the next
#: result that has it.
_FACTS = ("title", "url", "doi", "authors", "year", "published_at")
#: Metadata that merging itself writes.
_OWN = frozenset({"found_by", "also", "dois", "provenance"})


@dataclass(frozen=True, slots=True)
class Fused:
    """A work in the merged list, with its score and the data of all its results.

    `members` has the position of each of its results as (list, position in the list), both counted from 0.
    """

    source: Source
    members: tuple[tuple[int, int], ...]


@dataclass(slots=True)
class _Work:
    """The results that are the same work, each with its rank in its list. `votes` has the best rank in each list."""

    key: str
    results: list[tuple[int, Source]]
    members: list[tuple[int, int]]
    votes: dict[int, int]

    def score(self, k: int) -> float:
        return fsum([1 / (k + rank) for rank in self.votes.values()])


def fuse(lists: Sequence[Sequence[Source]], k: int = K, top: int | None = TOP) -> list[Fused]:
    """Merge result lists, and return the `top` best works (None: all), best first. A result at rank r of one list adds
    1 / (`k` + r) to its work's score. Results without address, DOI and title are left out.

    If scores are equal, the best rank in a single list decides, then the key; so the order is always the same. The
    metadata of a merged source gets three additions: "found_by" lists the services with their ranks, "also" lists the
    other addresses, and "provenance" names the service of each field that the most complete result lacked.
    """
    works = _works(lists)
    # No two works have the same key, so `place` is never compared.
    scored = sorted((-work.score(k), min(work.votes.values()), work.key, place) for place, work in enumerate(works))
    best = ((works[place], -score) for score, _, _, place in scored[:top])
    return [Fused(_merged(work.results, score), tuple(work.members)) for work, score in best]


def keys(source: Source) -> tuple[str, ...]:
    """Return the keys that identify the work of a result: its DOIs and addresses. If there are none, return its key in
    the user's library, or its title.
    """
    found = _address_keys(source.url) if source.url else ()
    if not _NAMING.isdisjoint(source.metadata):
        found += tuple(_named_in(source.metadata))
    if doi := source.doi:
        found += (f"doi:{doi.lower() if _SIMPLE_DOI.fullmatch(doi) else _doi(doi)}",)
    if found:
        return found
    if own := library_key(source):
        return (own,)
    title = canonical_title(source.title)
    return (f"title:{title}",) if title else ()


def _named_in(metadata: Mapping[str, Any]) -> Iterator[str]:
    """Yield the keys of the DOIs and addresses in the metadata of a result."""
    for url in metadata.get("also", ()):
        yield from _address_keys(url)
    for doi in metadata.get("dois", ()):
        yield f"doi:{_doi(doi)}"
    arxiv = metadata.get("arxiv")
    if arxiv and (found := canonical_doi(f"arXiv:{arxiv}")):
        yield f"doi:{found}"
    yield from (f"{name}:{metadata[name]}".lower() for name in ("pubmed", "pmc") if metadata.get(name))


def _works(lists: Sequence[Sequence[Source]]) -> list[_Work]:
    """Return the different works in all lists, with their results and ranks."""
    known = [[keys(source) for source in sources] for sources in lists]
    named = [names for each in known for names in each if names]
    results = [source for at, each in enumerate(lists) for source, names in zip(each, known[at], strict=True) if names]
    roots = iter(duplicate_works.join(results, _united(named)))
    works: dict[int, _Work] = {}
    for at, sources in enumerate(lists):
        rank = 0
        for place, (source, names) in enumerate(zip(sources, known[at], strict=True)):
            if not names:
                continue
            root, key = next(roots), names[0]
            work = works.get(root)
            if work is None:
                work = works[root] = _Work(key, [], [], {})
            elif key < work.key:
                work.key = key
            vote = work.votes.get(at)
            if vote is None:
                vote = work.votes[at] = rank = rank + 1
            work.results.append((vote, source))
            work.members.append((at, place))
    return list(works.values())


def _united(known: Sequence[tuple[str, ...]]) -> list[int]:
    """Return, for each result, the index of the first result that is the same work. `known` has the keys of each
    result.
    """
    parents = list(range(len(known)))

    def root(index: int) -> int:
        while parents[index] != index:
            parents[index] = index = parents[parents[index]]
        return index

    owners: dict[str, int] = {}
    for index, names in enumerate(known):
        for name in names:
            owner = owners.setdefault(name, index)
            if owner != index and (first := root(owner)) != (second := root(index)):
                parents[max(first, second)] = min(first, second)
    for index, parent in enumerate(parents):  # a parent is always an earlier one
        parents[index] = parents[parent]
    return parents


def _merged(results: Sequence[tuple[int, Source]], score: float) -> Source:
    """Return one source for all results of a work: the most complete result, with missing fields from the others, and
    with the longest text.
    """
    ordered = _ordered(results)
    lead = ordered[0]
    values, strangers = dict[str, Any](), dict[str, str]()
    for name in _FACTS:
        source = lead
        if not getattr(lead, name):
            source = next((each for each in ordered if getattr(each, name)), lead)
        values[name] = getattr(source, name)
        if source.connector != lead.connector:
            strangers[name] = source.connector
    longest = max(ordered, key=lambda each: len(each.content))
    values["content"] = longest.content
    if longest.connector != lead.connector:
        strangers["content"] = longest.connector
    values["doi"] = (values["doi"] and canonical_doi(values["doi"])) or values["doi"] or _stated_doi(ordered)
    values["url"] = values["url"] or (f"https://doi.org/{values['doi']}" if values["doi"] else None)
    return replace(lead, **values, score=score, metadata=_metadata(results, ordered, strangers, values))


def _metadata(
    results: Sequence[tuple[int, Source]], ordered: Sequence[Source], strangers: dict[str, str], values: dict[str, Any]
) -> dict[str, Any]:
    lead, url, doi = ordered[0], values["url"], values["doi"]
    merged: dict[str, Any] = {}
    provenance = dict(strangers)
    for source in ordered:
        for name, value in source.metadata.items():
            if name not in _OWN and name not in merged:
                merged[name] = value
                if source.connector != lead.connector:
                    provenance[name] = source.connector
    if any(source.metadata.get("is_retracted") is True for source in ordered):
        merged["is_retracted"] = True
    provenance = {**lead.metadata.get("provenance", {}), **provenance}
    dois = _other_dois(ordered, doi)
    also = list(dict.fromkeys(address for source in ordered for address in _addresses(source) if address != url))
    return {
        **merged,
        "found_by": _found_by(results),
        **({"also": sorted(also)} if also else {}),
        **({"dois": dois} if dois else {}),
        **({"provenance": provenance} if provenance else {}),
    }


def _other_dois(ordered: Sequence[Source], doi: str | None) -> list[str]:
    """Return the DOIs of a work besides `doi`, such as the DOI of its preprint. `ordered` are all results that are this
    work.
    """
    known = {_doi(each.doi) for each in ordered if each.doi}
    known |= {each for source in ordered for each in source.metadata.get("dois", ())}
    return sorted(known - {doi}) if len(known) > 1 or known != {doi} else []


def _found_by(results: Sequence[tuple[int, Source]]) -> list[dict[str, Any]]:
    """Return, as the API shows it, which service found the work at which rank. If a result was itself merged earlier,
    the services and ranks that it already lists are used.
    """
    best: dict[str, int] = {}
    for rank, source in results:
        for each in source.metadata.get("found_by") or [{"connector": source.connector, "rank": rank}]:
            name = str(each["connector"])
            best[name] = min(best.get(name, each["rank"]), each["rank"])
    return [{"connector": name, "rank": rank} for name, rank in sorted(best.items())]


def _addresses(source: Source) -> Iterator[str]:
    yield from (each for each in (source.url, *source.metadata.get("also", ())) if each)


def _ordered(results: Sequence[tuple[int, Source]]) -> list[Source]:
    """Sort results by completeness, then by rank. Further keys ensure that the order of the lists makes no
    difference.
    """
    if len(results) == 1:
        return [results[0][1]]
    keyed = sorted([(_precedence(each), each[1]) for each in results], key=itemgetter(0))
    if any(one[0] == other[0] for one, other in pairwise(keyed)):
        keyed.sort(key=lambda each: (each[0], repr(each[1])))
    return [source for _, source in keyed]


def _precedence(result: tuple[int, Source]) -> tuple[Any, ...]:
    rank, source = result
    known = (source.doi, source.url, source.authors, source.year, source.content, source.title)
    told = (source.doi or "", source.url or "", source.authors, source.content)
    return (-sum(map(bool, known)), rank, source.connector, *told)


def _stated_doi(sources: Sequence[Source]) -> str | None:
    """Return the DOI that one of the addresses contains, at doi.org or arXiv; None if none does."""
    urls = (each.url for each in sources if each.url and _SAYS_DOI.match(each.url))
    return next((doi for doi in map(canonical_doi, urls) if doi), None)


def _doi(doi: str) -> str:
    return doi.lower() if _SIMPLE_DOI.fullmatch(doi) else canonical_doi(doi) or doi.lower()


@lru_cache(maxsize=8192)
def _address_keys(url: str) -> tuple[str, ...]:
    """Return the keys of an address. For common addresses, the canonical form is found in a faster way; a test checks
    that both ways give the same keys.
    """
    simple = _SIMPLE_URL.fullmatch(url)
    if simple is not None:
        page = f"https://{simple[1]}"
    elif (found := _DOI_URL.fullmatch(url)) and _SIMPLE_DOI.fullmatch(found[1]):
        return f"url:https://doi.org/{found[1].lower()}", f"doi:{found[1].lower()}"
    elif found := _ARXIV_URL.fullmatch(url):
        return f"url:https://arxiv.org/abs/{found[1]}", f"doi:10.48550/arxiv.{found[1]}"
    else:
        page = canonical_url(url) or url
    named: tuple[str, ...] = (f"url:{page}",)
    if ("10." in url or "%" in url or "arxiv" in url.lower()) and (doi := canonical_doi(url)):
        named += (f"doi:{doi}",)
    if ("ncbi." in url or "europepmc." in url) and (record := _RECORD.search(url)):
        named += (f"pubmed:{record[1] or record[2]}" if record[1] or record[2] else f"pmc:{record[3].lower()}",)
    return named
