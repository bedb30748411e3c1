"""Find retracted works that a document cites by author and year only, as in “(Kumar, 2012)”, without a citation key."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from backend.formats.csl_items import work_of
from backend.kernel.works import Source
from backend.sources.family_names import family_name
from backend.storage import messages, references
from backend.verification.statements import named_works
from backend.verification.word_normalization import fold


def named_retractions(session_id: str, text: str, cited: Collection[str]) -> Iterator[str]:
    """Yield a warning for each retracted work that a text names by author and year. Call it within a transaction.

    Only works among the session's references and the sources of its answers are recognized. Works whose citation keys
    are in `cited` are left out, because another warning names them.
    """
    gone = _retracted(session_id, cited)
    if not gone:
        return
    for named in named_works(text):
        for title, families, year in gone:
            if year == named.year and fold(named.family) in families:
                yield f"The text cites “{named.written}”, which seems to be the retracted work “{title}”."
                break


def _retracted(session_id: str, cited: Collection[str]) -> list[tuple[str, frozenset[str], int]]:
    """Return the retracted works whose citation keys are not in `cited`: the title, family names and year of each."""
    gone = [each for each in references.list_of(session_id) if each.status == "retracted"]
    told = {each.work for each in gone if each.key in cited}
    works: dict[str, Source] = {each.work: work_of(each.csl) for each in gone if each.work not in told}
    for message in messages.that_cite(session_id, "retracted"):
        for citation in message.citations:
            is_told = citation.id in told or citation.metadata.get("key") in cited
            if citation.status == "retracted" and not is_told:
                works.setdefault(citation.id, citation.to_source())
    return [(each.title, frozenset(_families(each)), each.year) for each in works.values() if each.year]


def _families(work: Source) -> list[str]:
    """Return the last word of each author's family name."""
    families = [family_name(each).split() for each in work.authors]
    return [fold(each[-1]) for each in families if each]
