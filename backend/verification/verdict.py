"""Decide on the verdict on a reference (resolved, retracted, mismatch, unresolved or unchecked), and on the reason."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from backend.kernel.records import Notice, Record
from backend.kernel.works import CitationStatus
from backend.verification.claims import Claim, Identifier
from backend.verification.lookups import (
    Candidate,
    Known,
    candidates,
    exists,
    failures_of,
    meant_of,
    records_of,
    search_failures,
)
from backend.verification.record_comparison.agreement import Agreement, agreement
from backend.verification.record_comparison.record_differences import DifferenceKind, differences
from backend.verification.word_normalization import words
from backend.verification.works import Work, merged, notices_of

#: Maximum number of characters of a title that a reason repeats.
_SAID = 160


#: Signs of a book, report or thesis: its type in a reference list, an ISBN, or its publisher.
_BOOK = re.compile(
    r"^\s*@(?:\w*book|\w*report|manual|\w*thesis|standard|proceedings|incollection)\b"
    r"|^TY  - (?:E?BOOK|E?CHAP|RPRT|THES|STAND)\b"
    r'|"type": ?"(?:book|chapter|report|thesis|standard)"|\bISBN\b|\b(?:Press|Verlag|Publish(?:ers|ing))\b',
    re.MULTILINE | re.IGNORECASE,
)
UNASKED = "A search found the work, but no registry answered, so it is not known if the work was retracted."


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a reference. `work` is the work that the reference names or, for a mismatch, the work that was
    found instead; None if no work was found.

    `complete` is True if all services that could know of a retraction have answered.
    """

    status: CitationStatus
    reason: str = ""
    work: Work | None = None
    notices: tuple[Notice, ...] = ()
    complete: bool = True


def verdicts(
    claims: Sequence[Claim], known: Known, names: Collection[str], vouched: Sequence[Record] = ()
) -> list[Verdict]:
    """Return the verdict on each reference of an answer. `known` has the results of all look-ups, and `names` are the
    services that are configured. `vouched` are records from the provider's own search; they are used if no registry
    could be asked.

    If a reference without an identifier fits several works, and the answer cites one of them elsewhere, that work is
    chosen.
    """
    own = {each.id: each for record in vouched if (each := merged([record]))}
    made: list[Verdict | None] = [_of_identifiers(claim, known) if claim.ids else None for claim in claims]
    cited = {each.work.id for each in made if each and each.work and each.status in ("resolved", "retracted")}
    out: list[Verdict] = []
    for claim, verdict in zip(claims, made, strict=True):
        verdict = verdict or _of_words(claim, known, names, cited)
        if verdict.status == "unchecked" and (vouching := _vouched(claim, list(own.values()))):
            verdict = _with_gap(vouching, claim)
        out.append(verdict)
    return out


def _of_identifiers(claim: Claim, known: Known) -> Verdict:
    scholarly = tuple(each for each in claim.ids if each.kind != "url") or claim.ids
    works: list[Work] = []
    dead: list[Identifier] = []
    for each in scholarly:
        found = merged(records_of(each, known))
        if found is not None:
            works.append(found)
        elif exists(each, known) is False:
            dead.append(each)
    if not works:
        return _nothing_found(claim, scholarly, dead, known)
    if dead:
        return Verdict(
            "mismatch", f"{_named(dead[0])} does not exist, but another identifier of the reference does.", works[0]
        )
    different = next((each for each in works[1:] if not _is_one(works[0], each)), None)
    if different is not None:
        reason = (
            f"The identifiers of the reference belong to two works: “{_short(works[0])}” and “{_short(different)}”."
        )
        return Verdict("mismatch", reason, works[0])
    fits = [(agreement(claim, work), work) for work in works]
    fit, work = max(fits, key=lambda each: (each[0].agrees, each[0].letters))
    missing = tuple(failure for each in scholarly for failure in failures_of(each, known))
    verdict = _judged(fit, replace(work, notices=notices_of(works)), complete=not missing)
    return _with_version(_with_differences(verdict, claim, fit), claim)


def _judged(fit: Agreement, work: Work, complete: bool = True) -> Verdict:
    if fit.title == "other" and not work.titles:
        return Verdict(
            "unchecked", "The identifier exists, but no service that answered knows the title of its work.", work
        )
    if fit.title in ("other", "longer"):
        return Verdict("mismatch", f"The identifier belongs to another work: “{_short(work)}”.", work, work.notices)
    if fit.people == "other":
        if not work.sure_people and fit.title != "unsaid" and not complete:
            return Verdict("unchecked", "The authors could not be compared, because a registry did not answer.", work)
        return Verdict(
            "mismatch",
            f"The reference names other authors: “{_short(work)}” was written by {_people(work)}.",
            work,
            work.notices,
        )
    if fit.year == "other":
        years = " or ".join(map(str, sorted(work.years)))
        return Verdict(
            "mismatch", f"The reference has another year: “{_short(work)}” appeared in {years}.", work, work.notices
        )
    if work.retracted:
        return Verdict("retracted", f"“{_short(work)}” was retracted.", work, work.notices, complete)
    reason = "" if fit.title != "unsaid" else "The identifier exists; the reference names no title to compare."
    return Verdict("resolved", reason, work, work.notices, complete)


def _with_differences(verdict: Verdict, claim: Claim, fit: Agreement) -> Verdict:
    """Return the verdict on a confirmed reference, with the details in which the reference differs from the record."""
    if verdict.work is None or verdict.status not in ("resolved", "retracted"):
        return verdict
    differing = differences(claim, verdict.work, fit.at)
    if not differing:
        return verdict
    told = "; ".join(each.words for each in differing)
    if not claim.ids and _is_elsewhere(fit, {each.kind for each in differing}):
        return Verdict(
            "mismatch",
            f"The reference does not say where “{_short(verdict.work)}” really appeared. The registry has {told}.",
            verdict.work,
            verdict.notices,
        )
    return replace(verdict, reason=f"{verdict.reason} The registry's record has other details: {told}.".strip())


def _with_version(verdict: Verdict, claim: Claim) -> Verdict:
    """Return the verdict on a reference. If it cites a preprint that was published later, the reason says where."""
    work, cited = verdict.work, {each.key for each in claim.ids}
    if work is None or verdict.status != "resolved":
        return verdict
    later = [*work.versions, work.doi] if any(each.kind == "arxiv" for each in claim.ids) else work.versions
    published = [each for each in later if each and not each.startswith("10.48550/")]
    said = {each.text for each in claim.words}
    journals = [each for each in work.containers if not each.casefold().startswith("arxiv")]
    is_named = any(set(words(each)) <= said for each in journals)
    if not published or cited.intersection(published) or is_named:
        return verdict
    where = f" in “{journals[0]}”" if len(journals) == 1 else ""
    told = f"This preprint has been published{where}: {published[0]}."
    return replace(verdict, reason=f"{verdict.reason} {told}".strip())


def _is_elsewhere(fit: Agreement, differing: set[DifferenceKind]) -> bool:
    """Return True if a reference without an identifier does not mean the work that was found, because the journal
    differs, and also the volume or the pages. `differing` has the kinds of details that differ.

    Returns False if a long title and the authors agree (`fit`), because these two are enough.
    """
    certain = fit.telling and fit.people == "same"
    return not certain and "journal" in differing and bool(differing & {"volume", "pages"})


def _nothing_found(claim: Claim, ids: Sequence[Identifier], dead: Sequence[Identifier], known: Known) -> Verdict:
    if len(dead) < len(ids):
        missing = [failure for each in ids for failure in failures_of(each, known)]
        why = f": {missing[0].connector} {missing[0].reason}" if missing else ""
        return Verdict("unchecked", f"The work could not be looked up{why}. Check it again later.")
    suggested = next((each.work for each in meant_of(candidates(claim, known))), None)
    reason = f"{_named(dead[0])} does not exist."
    if suggested is not None:
        reason += f" Perhaps “{_short(suggested)}” is meant: {suggested.doi or suggested.url}."
    return Verdict("unresolved", reason)


def _of_words(claim: Claim, known: Known, names: Collection[str], cited: Collection[str]) -> Verdict:
    """Return the verdict on a reference without an identifier, by its title, authors and other words. `known` has the
    results of all look-ups, and `names` are the services that are configured. If several works fit, one in `cited` is
    preferred: the ids of the works that the answer cites elsewhere.
    """
    if not claim.query:
        return Verdict("unresolved", "The reference has too few words to be looked up. Add a title, or a DOI.")
    found = candidates(claim, known)
    missing = search_failures(claim, known, names)
    contradicted = next((each for each in found if each.contradicted), None)
    meant = meant_of(found)
    if meant:
        best = max(meant, key=lambda each: (*_strength(each), each.work.id in cited))
        return _with_differences(_judged(best.fit, best.work, complete=not missing), claim, best.fit)
    if missing:
        return Verdict(
            "unchecked",
            f"The work could not be looked up: {missing[0].connector} {missing[0].reason}. Check it again later.",
        )
    if contradicted is not None:
        return _judged(contradicted.fit, contradicted.work)
    few = " Registries lack many books, reports and theses." if _BOOK.search(claim.text) else ""
    return Verdict(
        "unresolved",
        f"No registry that was asked knows such a work.{few} Check the title and the authors, or add a DOI.",
    )


def _strength(each: Candidate) -> tuple[int, bool, bool]:
    return each.fit.letters, each.fit.people == "same", each.fit.year == "same"


def _vouched(claim: Claim, own: Sequence[Work]) -> Verdict | None:
    """Return the verdict that follows from the provider's own search results, if one of them has the identifier or the
    title of the reference. Returns None otherwise. `own` are the works in these search results.
    """
    keys = {each.key for each in claim.ids}
    for work in own:
        if keys and not keys & {work.doi, work.id, work.url}:
            continue
        fit = agreement(claim, work)
        if fit.agrees and (keys or (fit.title == "same" and fit.telling)):
            return _judged(fit, work, complete=False)
    return None


def _with_gap(vouching: Verdict, claim: Claim) -> Verdict:
    """Return a verdict that rests on a search result (`vouching`), with a note that no registry has said whether the
    work was retracted.
    """
    if vouching.status != "resolved" or not any(each.kind != "url" for each in claim.ids):
        return vouching
    return replace(vouching, reason=f"{vouching.reason} {UNASKED}".strip())


def _is_one(one: Work, other: Work) -> bool:
    """Return True if two records are of the same work, or of versions of it."""
    if one.id == other.id or {one.doi, *one.versions} & ({other.doi, *other.versions} - {None}):
        return True
    return {words(each) for each in one.titles} & {words(each) for each in other.titles} != set()


def _named(identifier: Identifier) -> str:
    kinds = {"doi": "The DOI", "arxiv": "The arXiv id", "pmid": "The PubMed id", "isbn": "The ISBN", "url": "The page"}
    return f"{kinds.get(identifier.kind, 'The identifier')} {identifier.key[:_SAID]}"


def _short(work: Work) -> str:
    return work.title[:_SAID] or work.id[:_SAID]


def _people(work: Work) -> str:
    names = [" ".join(filter(None, (each.given, each.family))) for each in work.people[:3]]
    return ", ".join(names) + (" and others" if len(work.people) > 3 else "")
