"""Several result lists as one, by reciprocal rank fusion over what the results are, not how they are spelt.

Results are the same work when they share a canonical address or DOI, directly or through a third (one list knows the
page, another the DOI, a third both). Each list votes once for each work, with the rank it has among that list's
different works: 1 / (k + rank), summed over the lists. The order of the lists makes no difference.
Method: Cormack, Clarke and Büttcher, SIGIR 2009, whose k is 60.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import fsum
from typing import Any

from backend.kernel.works import Source
from backend.sources.identifiers import canonical_doi, canonical_title, canonical_url, library_key

#: Reciprocal rank fusion's constant as its authors published it, and the results of the contract's `top_k`.
K, TOP = 60, 20

#: Addresses that are canonical but for scheme, www, a slash at the end and the commonest of tracking parameters, and
#: DOIs that are but for the case of their letters: most are, and need no closer look, which takes ten times as long.
_SIMPLE_URL = re.compile(
    r"https?://(?:www\.)?(?!www\.|arxiv\.|export\.arxiv\.|doi\.|dx\.doi\.)"
    r"([a-z0-9-]+(?:\.[a-z0-9-]+)+)((?:/(?:[\w~-]+(?:\.[\w~-]+)*(?<!_))?)*)(?:\?utm_\w+=[\w-]*(?:&utm_\w+=[\w-]*)*)?(?<!_)",
    re.ASCII,
)
_SIMPLE_DOI = re.compile(r"10\.(?!48550/)\d{4,9}/[\w-]+(?:[./][\w-]+)*(?<!_)", re.ASCII)
_DOI_URL = re.compile(r"https?://(?:dx\.|www\.)?doi\.org/(10\..+)")
_ARXIV_URL = re.compile(
    r"https?://(?:www\.|export\.)?arxiv\.org/(?:abs|pdf)/(\d{4}\.\d{4,5})(?:v\d+)?(?:\.pdf)?", re.ASCII
)
#: Without one of these there is no DOI in an address.
_MAY_HOLD_DOI = re.compile(r"10\.\d|arxiv|%", re.IGNORECASE)
_SAYS_DOI = re.compile(r"https?://(?:(?:dx\.|www\.)?doi\.org|(?:www\.|export\.)?arxiv\.org)/", re.IGNORECASE)
#: What fusing itself writes into the metadata.
_OWN = frozenset({"found_by", "also", "provenance"})


@dataclass(frozen=True, slots=True)
class Fused:
    """A work: what all lists together know of it, its score the fused one, and where they had it: (list, position),
    both from 0, of every result that was it."""

    source: Source
    members: tuple[tuple[int, int], ...]


@dataclass(slots=True)
class _Work:
    """The results that are one work, each with its rank in its list, and the best rank in each list."""

    key: str
    results: list[tuple[int, Source]] = field(default_factory=list)
    members: list[tuple[int, int]] = field(default_factory=list)
    votes: dict[int, int] = field(default_factory=dict)

    def score(self, k: int) -> float:
        return fsum(1 / (k + rank) for rank in self.votes.values())


def fuse(lists: Sequence[Sequence[Source]], k: int = K, top: int | None = TOP) -> list[Fused]:
    """The `top` best works (None: all), best first. Results without address, DOI and title are left out.

    Ties go to the better best rank, then to the smaller key, so that equal lists give equal answers. In a fused source
    `metadata["found_by"]` says which services had it and at which rank, `["also"]` its other addresses, and
    `["provenance"]` which service each fact is from that the source's own connector didn't have.
    """
    works = _works(lists)
    scored = sorted(
        ((work.score(k), work) for work in works), key=lambda s: (-s[0], min(s[1].votes.values()), s[1].key)
    )
    return [Fused(_merged(work.results, score), tuple(work.members)) for score, work in scored[:top]]


def keys(source: Source) -> tuple[str, ...]:
    """By what a result is known to be the same as another: its DOIs and addresses, or else its place in the user's
    library, where works of one title are several, or else its title."""
    found: list[str] = []
    if source.url:
        found.extend(_address_keys(source.url))
    for url in source.metadata.get("also", ()):
        found.extend(_address_keys(url))
    if source.doi:
        found.append(f"doi:{_doi(source.doi)}")
    arxiv = source.metadata.get("arxiv")
    if arxiv and (doi := canonical_doi(f"arXiv:{arxiv}")):
        found.append(f"doi:{doi}")
    if not found and (own := library_key(source)):
        found.append(own)
    elif not found and (title := canonical_title(source.title)):
        found.append(f"title:{title}")
    return tuple(found)


def _works(lists: Sequence[Sequence[Source]]) -> list[_Work]:
    """The different works in all lists, with their votes."""
    known = [[keys(source) for source in sources] for sources in lists]
    roots = iter(_united([names for each in known for names in each if names]))
    works: dict[int, _Work] = {}
    for at, sources in enumerate(lists):
        rank = 0
        for place, names in enumerate(known[at]):
            if not names:
                continue
            root = next(roots)
            work = works.get(root)
            if work is None:
                work = works[root] = _Work(names[0])
            elif names[0] < work.key:
                work.key = names[0]
            if at not in work.votes:
                rank += 1
                work.votes[at] = rank
            work.results.append((work.votes[at], sources[place]))
            work.members.append((at, place))
    return list(works.values())


def _united(known: Sequence[tuple[str, ...]]) -> list[int]:
    """For each result the first one that is the same work, through however many others."""
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
    """The result that knows most, with what it lacks from the others, and the longest text of all."""
    ordered = [source for _, source in sorted(results, key=_precedence)]
    lead = ordered[0]
    facts = {
        name: next((each for each in ordered if getattr(each, name)), lead)
        for name in ("title", "url", "doi", "authors", "year", "published_at")
    }
    facts["content"] = max(ordered, key=lambda each: len(each.content))
    values: dict[str, Any] = {name: getattr(source, name) for name, source in facts.items()}
    values["doi"] = (values["doi"] and canonical_doi(values["doi"])) or values["doi"] or _stated_doi(ordered)
    values["url"] = values["url"] or (f"https://doi.org/{values['doi']}" if values["doi"] else None)
    strangers = {name: source.connector for name, source in facts.items() if source.connector != lead.connector}
    return replace(lead, **values, score=score, metadata=_metadata(results, ordered, strangers, values["url"]))


def _metadata(
    results: Sequence[tuple[int, Source]], ordered: Sequence[Source], strangers: dict[str, str], url: str | None
) -> dict[str, Any]:
    lead = ordered[0]
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
    also = list(dict.fromkeys(address for source in ordered for address in _addresses(source) if address != url))
    return {
        **merged,
        "found_by": _found_by(results),
        **({"also": sorted(also)} if also else {}),
        **({"provenance": provenance} if provenance else {}),
    }


def _found_by(results: Sequence[tuple[int, Source]]) -> list[dict[str, Any]]:
    """Who found it at which rank; of results that are fused already, what they say themselves."""
    best: dict[str, int] = {}
    for rank, source in results:
        for each in source.metadata.get("found_by") or [{"connector": source.connector, "rank": rank}]:
            name = str(each["connector"])
            best[name] = min(best.get(name, each["rank"]), each["rank"])
    return [{"connector": name, "rank": rank} for name, rank in sorted(best.items())]


def _addresses(source: Source) -> Iterator[str]:
    yield from (each for each in (source.url, *source.metadata.get("also", ())) if each)


def _precedence(result: tuple[int, Source]) -> tuple[Any, ...]:
    """Sort results by how much they know of the work, then by rank; the rest makes the order of lists irrelevant."""
    rank, source = result
    known = (source.doi, source.url, source.authors, source.year, source.content, source.title)
    return (
        -sum(map(bool, known)),
        rank,
        source.connector,
        repr(source),
    )


def _stated_doi(sources: Sequence[Source]) -> str | None:
    """The DOI that an address at doi.org or arXiv is."""
    urls = (each.url for each in sources if each.url and _SAYS_DOI.match(each.url))
    return next((doi for doi in map(canonical_doi, urls) if doi), None)


def _doi(doi: str) -> str:
    return doi.lower() if _SIMPLE_DOI.fullmatch(doi) else canonical_doi(doi) or doi.lower()


@lru_cache(maxsize=8192)
def _address_keys(url: str) -> tuple[str, ...]:
    """The keys of an address. The shortcuts give what the canonical functions give (a test compares them)."""
    if found := _SIMPLE_URL.fullmatch(url):
        page = f"https://{found[1]}{found[2].rstrip('/')}"
    elif (found := _DOI_URL.fullmatch(url)) and _SIMPLE_DOI.fullmatch(found[1]):
        return f"url:https://doi.org/{found[1].lower()}", f"doi:{found[1].lower()}"
    elif found := _ARXIV_URL.fullmatch(url):
        return f"url:https://arxiv.org/abs/{found[1]}", f"doi:10.48550/arxiv.{found[1]}"
    else:
        page = canonical_url(url) or url
    doi = canonical_doi(url) if _MAY_HOLD_DOI.search(url) else None
    return (f"url:{page}", f"doi:{doi}") if doi else (f"url:{page}",)
