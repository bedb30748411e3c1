"""Choose the citation keys of an imported text. The keys in the file are used if possible, else those of the session's
references, else new ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from backend.errors import Refused
from backend.formats.csl_items import Item, checked, is_key, work_of, year_of
from backend.kernel.records import Notice
from backend.kernel.works import Citation, CitationStatus
from backend.services.references import free_key, is_one
from backend.sources.identifiers import source_id
from backend.sources.withdrawn_titles import bare
from backend.storage import references
from backend.storage.db import reading
from backend.verification.declared_notices import declared_retractions


@dataclass(frozen=True, slots=True)
class ImportKeys:
    """The citation keys of an imported file.

    `keys` has one key for each id by which the file cites, in the order of the ids. `citations` are the works that are
    added to the references on approval. `missing` are the keys of cited works that the file does not describe.
    """

    keys: tuple[str, ...]
    citations: tuple[Citation, ...]
    missing: tuple[str, ...]


def keyed(session_id: str, cited: Sequence[str], works: Mapping[str, Mapping[str, Any]], keeps: bool) -> ImportKeys:
    """Choose a citation key for each cited work of an imported file. `cited` are the ids by which the file cites, and
    `works` maps ids to CSL items.

    If `keeps`, the ids are keys that a person chose, as in LaTeX; they are kept if possible. Otherwise they are mere
    numbers, as from Zotero and Mendeley. An item's `citation-key`, which Coscribe and Better BibTeX write in Word
    files, is then preferred.
    """
    with reading():
        known = references.list_of(session_id)
    taken = {each.key.casefold() for each in known}
    by_work = {each.work: each.key for each in known}
    items = {each.key: each.csl for each in known}
    keys, new, missing = [], {}, []
    for identity in cited:
        item = _item(works.get(identity))
        preferred = identity if keeps else str(works.get(identity, {}).get("citation-key") or "")
        if item is None:
            keys.append(_plain(identity))
            missing += [] if keys[-1] in items or keys[-1] in new else [keys[-1]]
            continue
        work = work_of(item)
        key = by_work.get(source_id(work))
        if key is None and preferred in items and is_one(work_of(items[preferred]), work):
            key = preferred
        if key is None:
            key = free_key(preferred, work, taken)
            taken.add(key.casefold())
            by_work[source_id(work)] = key
            new[key] = _citation(key, item, declared_retractions(works[identity]))
        keys.append(key)
    return ImportKeys(tuple(keys), tuple(new.values()), tuple(dict.fromkeys(missing)))


def _item(value: Mapping[str, Any] | None) -> Item | None:
    """Return the item in the form in which references are stored; None if there is none or it is invalid."""
    try:
        return checked(value) if value is not None else None
    except Refused:
        return None


def _plain(identity: str) -> str:
    """Return `identity`, the id of a work in the file, with only the characters that Pandoc allows in a citation key;
    "unknown" if none are left.
    """
    plain = re.sub(r"[^\w:.#$%&+?<>~/-]+", "-", identity).strip(":.#$%&+?<>~/-")
    return plain if is_key(plain) else "unknown"


def _citation(key: str, item: Item, retractions: Sequence[Notice]) -> Citation:
    work = work_of(item)
    about: dict[str, Any] = {"key": key, "csl": item, "authors": list(work.authors), "year": year_of(item)}
    if retractions:
        about |= {
            "notices": [asdict(each) for each in retractions],
            "reason": "The file itself says that the work was retracted.",
        }
    status: CitationStatus = "retracted" if retractions else "unchecked"
    return Citation(source_id(work), work.title, work.url, work.doi, status, about)


def retracted(citations: Sequence[Citation]) -> Iterator[str]:
    """Yield a warning for each work that the file itself calls retracted."""
    yield from (f"“{bare(each.title)}” was retracted." for each in citations if each.status == "retracted")


def missing_warning(missing: Sequence[str]) -> Iterator[str]:
    """Yield a warning that names the citation keys without a description in the file (`missing`); nothing if there are
    none.
    """
    if missing:
        named = ", ".join(missing[:12]) + (" …" if len(missing) > 12 else "")
        yield (
            f"The file cites works that it does not describe: {named}. Add them to the references, or send a .bib file "
            "that has them."
        )
