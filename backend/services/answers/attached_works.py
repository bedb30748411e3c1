"""Find the works from which the texts attached to a message come, so that the answer can cite them by citation key.

Only sessions with the option `citations: keys` use this. A work is found among the session's references, the works of
an earlier answer, or the library. Any other work is looked up by its identifier.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from backend.drafting.briefing import Briefing
from backend.errors import ProviderError, Refused
from backend.formats.csl_items import work_of
from backend.kernel.works import Source
from backend.net import deadline
from backend.ports import Ports
from backend.services.answers.keyed_citations import KeysInUse, key_of, keys_in_use
from backend.services.gathering import Task
from backend.services.reference_lookup import find_work
from backend.sources import citation_keys
from backend.sources.identifiers import canonical_doi, identifiers, source_id
from backend.sources.matching import match

#: Maximum number of characters of a source that a warning repeats.
_SAID = 200


@dataclass(frozen=True, slots=True)
class AttachedWorks:
    """The works that the attachments of a request name as their sources.

    The keys of `works` are the source texts of the attachments, such as "Lee 2020"; its values are the works, each with
    a citation `key` in its metadata. `warnings` has one entry for each source whose work was not found.
    """

    works: Mapping[str, Source] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


def attached_works(ports: Ports, task: Task, briefing: Briefing) -> AttachedWorks:
    """Return the works that the attachments of a request name as their sources; none if the session does not cite by
    keys.
    """
    said = _sources(briefing) if task.citations == "keys" else ()
    if not said:
        return AttachedWorks()
    in_use = keys_in_use(task)
    keyed = _keyed_works(in_use, [each.source for each in briefing.library])
    owners = {**in_use.owners, **{key: source_id(work) for key, work in keyed.items()}}
    found: dict[str, Source] = {}
    warnings: list[str] = []
    bound = deadline.after(ports.verification.seconds if ports.verification else 0)
    for text in said:
        key = _known_key(text, keyed)
        if key is not None:
            found[text] = keyed[key]
        elif identifiers(text) and ports.verification is not None:
            try:
                work = _looked_up(ports, text, bound.remaining())
            except (Refused, ProviderError) as error:
                warnings.append(f"“{text[:_SAID]}” got no citation key. {error.detail}")
                continue
            key = key_of(work, owners, in_use.held)
            owners[key] = source_id(work)
            found[text] = keyed[key] = replace(work, metadata={**work.metadata, "key": key})
    return AttachedWorks(found, tuple(warnings))


def _sources(briefing: Briefing) -> tuple[str, ...]:
    """Return the sources that the attachments name: the attachments of this message and, if the answer revises a draft,
    those of the message that requested the draft.
    """
    draft = briefing.draft_meant
    attached = (*briefing.highlights, *briefing.sections, *(draft.attached if draft else ()))
    return tuple(dict.fromkeys(each.source for each in attached if each.source and each.source.strip()))


def _keyed_works(in_use: KeysInUse, shelf: Sequence[Source]) -> dict[str, Source]:
    """Return the works that have a citation key, by key: references, works of earlier answers, and the works in
    `shelf`, which come from the library.
    """
    works = {str(each.metadata["key"]): each for each in shelf if each.metadata.get("key")}
    works |= {key: citation.to_source() for key, (_, citation) in in_use.earlier.items()}
    held = {key: (work_of(each.csl), each.csl) for key, each in in_use.held.items()}
    works |= {key: replace(work, metadata={"csl": dict(csl), "key": key}) for key, (work, csl) in held.items()}
    return works


def _known_key(text: str, keyed: Mapping[str, Source]) -> str | None:
    """Return the citation key of the known work that a source text means; None if it means none. The text may be a key,
    an identifier, a title, or authors and year.
    """
    named = [key for key in (*citation_keys.keys_of(text), text.strip()) if key in keyed]
    if named:
        return named[0]
    meant = match((text,), (), tuple(keyed.values())).citations[0]
    if meant.status != "resolved":
        return None
    return next((key for key, work in keyed.items() if source_id(work) == meant.id), None)


def _looked_up(ports: Ports, text: str, seconds: float) -> Source:
    """Look up the work whose identifier is in this text, for at most `seconds`. Raises the errors of `find_work`."""
    doi = canonical_doi(text)
    found = find_work(ports, f"doi:{doi}" if doi else text, seconds)
    about = {**found.about, "csl": dict(found.item), "origin": "draft"}
    return replace(work_of(found.item), metadata=about)
