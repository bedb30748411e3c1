"""Check the references in a file, without a session. The file is a reference list, or a paper with a printed list."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any

from backend.errors import Refused
from backend.formats.cited_keys import cited_keys
from backend.formats.manuscript import bibliographies, read_manuscript
from backend.kernel.works import Citation
from backend.ports import Ports
from backend.services import verification
from backend.services.source_checks.source_check import check_sources
from backend.sources.identifiers import described, source_id
from backend.verification import reference_formats
from backend.verification.declared_notices import is_printed_as_retracted
from backend.verification.printed_references import printed_references

NOT_ASKED = "Sources are not checked on this server: its operator must set CONTACT_EMAIL, and VERIFY to auto."
#: Seconds that a check may take for each reference of a list, beyond its base time.
SECONDS_EACH = 0.5
#: The beginning of a citation key that is an identifier.
_IDENTIFIER = re.compile(r"(?:doi|arxiv|pmid|pmcid):(?=\S)", re.IGNORECASE)
_FOR_PROGRAMS = frozenset({".bib", ".bibtex", ".ris", ".nbib", ".json"})


@dataclass(frozen=True, slots=True)
class ListedReference:
    """One entry of a reference list. `key` is its citation key or printed number ("" if it has neither), `text` the
    entry as written.
    """

    key: str
    text: str


def references_of(name: str, text: str) -> list[ListedReference]:
    """Return the references in a file. The ending of `name` says whether it is a reference list (.bib, .ris, .nbib,
    .json) or a paper.

    In a paper they are taken from the printed list, from the front matter, and from citations that are identifiers.
    Raises Refused if there are none.
    """
    if PurePath(name).suffix.lower() in _FOR_PROGRAMS:
        found = [ListedReference(key, entry) for key, entry in reference_formats.split(text)]
        missing = "A list needs entries in BibTeX, RIS, PubMed's format or CSL-JSON."
    else:
        found = [ListedReference(each.mark, each.text) for each in printed_references(text)]
        items = reference_formats.written(read_manuscript(text).references)
        found += [ListedReference(key, entry) for key, entry in items]
        found += cited_identifiers(cited_keys(text))
        missing = "A paper needs a heading such as “References”, or footnotes that name titles and years."
        if named := bibliographies(text):
            missing = f"The references of the paper are in {', '.join(named)}. Check that file instead."
    if not found:
        raise Refused(f"{name} has no reference that could be read. {missing}")
    return found


def cited_identifiers(keys: Iterable[str]) -> list[ListedReference]:
    """Return a reference for each citation key that is an identifier, such as `@doi:10.1000/abc`. Manubot cites works
    in this way.
    """
    return [ListedReference(f"@{key}", key) for key in keys if _IDENTIFIER.match(key)]


def check_list(ports: Ports, listed: Sequence[ListedReference]) -> list[dict[str, Any]]:
    """Return each reference as written and its citation with the result of the check, as the API sends them. If no
    registry is asked, the status is `unchecked`, and the reason is given.
    """
    cited = [cited_as(each.text) for each in listed]
    if ports.verification is None:
        told = [_unasked(each, one.text).to_json() for each, one in zip(cited, listed, strict=True)]
    else:
        seconds = ports.verification.longest + SECONDS_EACH * len(listed)
        checked = check_sources(ports.verification, [each.text for each in listed], seconds=seconds)
        now = ports.clock()
        pairs = zip(cited, checked, strict=True)
        told = [verification.judged(citation, found, now).to_json() for citation, found in pairs]
    return [{"key": each.key or None, "text": each.text, **one} for each, one in zip(listed, told, strict=True)]


def _unasked(citation: Citation, text: str) -> Citation:
    """Return the citation of a reference that no registry is asked about. Its status is `retracted` if the reference's
    own text says so.
    """
    fields = reference_formats.read(text)
    printed = fields.title.replace("{", "").replace("}", "") if fields else text
    if is_printed_as_retracted(printed):
        return replace(
            citation, status="retracted", metadata={"reason": "The reference itself says that the work was retracted."}
        )
    return replace(citation, metadata={"reason": NOT_ASKED})


def cited_as(text: str) -> Citation:
    """Return a citation, with the status `unchecked`, of a reference that is given as text."""
    fields = reference_formats.read(text)
    said = described(fields.prose() if fields else text)
    title = fields.title if fields and fields.title else said.title
    return Citation(source_id(said), title, said.url, said.doi, "unchecked")
