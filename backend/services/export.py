"""Export a session's document and its reference list to a file of another format, with a warning for each loss."""

from __future__ import annotations

import io
import re
import unicodedata
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from backend.document.revision import Revision
from backend.errors import Refused
from backend.formats.cited_keys import cited_keys
from backend.formats.export_formats import FORMATS
from backend.formats.manuscript import read_manuscript
from backend.formats.reference_lists import BIBTEX, CSL, write_list
from backend.formats.reference_words import reference_words
from backend.formats.tracked_changes import Version, marked
from backend.kernel.rendering import Picture, RenderJob
from backend.ports import Ports
from backend.services import documents, pictures, styles
from backend.services.source_checks.named_retractions import named_retractions
from backend.storage import references, revisions, sessions, users
from backend.storage.db import reading
from backend.storage.references import Reference
from backend.storage.sessions import OwnedSession, Session

DEFAULT_STYLE = "apa"
#: Maximum number of revisions whose changes one file shows, because the text of each is read. Chosen.
MOST_TRACKED = 500
#: What a warning says about a doubtful work after its title, for each status of a source. Retracted works have a
#: warning of their own.
_DOUBTS = {
    "mismatch": "has the identifier of another work",
    "unresolved": "was not found in any registry",
}


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """The options of an export.

    - `format`, `style`: the format of the file ("docx", "pdf" …), and the citation style
    - `changes`: "tracked" marks what has changed since the revision `since` (None: since the first text)
    - `comments`: for Word files; "sources" writes a comment at each citation of a doubtful work, "notes" writes the
      co-authors' comments that an import found in its file, and "all" writes both
    """

    format: str
    style: str = DEFAULT_STYLE
    comments: Literal["none", "sources", "notes", "all"] = "none"
    #: `tracked` only for docx
    changes: Literal["none", "tracked"] = "none"
    since: int | None = None


@dataclass(frozen=True, slots=True)
class Export:
    """The exported file, its name and media type, and a warning for each thing in the document that the file does not
    show.
    """

    content: bytes
    filename: str
    media_type: str
    warnings: tuple[str, ...]


def export(ports: Ports, owned: OwnedSession, options: ExportOptions) -> Export:
    """Export the document's newest revision. Raises Refused if the format or style is unknown, or if the file cannot be
    made.
    """
    with reading():
        sessions.own(owned.user_id, owned.id)
    _check(ports, owned, options)
    text = documents.read(ports, owned).text
    with reading():
        session = sessions.own(owned.user_id, owned.id)
        entries = references.list_of(session.id)
        cited = cited_keys(text)
        named = tuple(named_retractions(session.id, text, cited))
    format = FORMATS[options.format]
    filename = f"{_file_stem(session.title or '')}.{format.extension}"
    doubts = (*_doubts([each for each in entries if each.key in cited]), *named)
    shown = tuple(pictures.shown_in(ports, session.id, text)) if format.name != "md" else ()
    if not format.rendered:
        content = text.encode() if format.name == "md" else _archive(text, entries, shown)
        return Export(content, filename, format.media_type, doubts)
    manuscript = read_manuscript(text)
    body = _tracked(session, options) if options.changes == "tracked" else manuscript.body
    kept = {each.key for each in entries}
    own = [each for each in manuscript.references if isinstance(each.get("id"), str) and each["id"] not in kept]
    job = RenderJob(
        format=options.format,
        text=body,
        style=styles.text_of(ports, owned.user_id, options.style),
        made_at=ports.clock(),
        words=reference_words(manuscript.language),
        metadata=_titled(manuscript.metadata, session.title),
        references=[{"id": each.key, **each.csl} for each in entries] + own,
        pictures=shown,
        notes=_notes(entries) if options.comments in ("sources", "all") else {},
        comments=options.comments in ("notes", "all"),
    )
    made = ports.renderer.render(job)
    return Export(made.content, filename, format.media_type, (*manuscript.warnings, *doubts, *made.warnings))


def _check(ports: Ports, owned: OwnedSession, options: ExportOptions) -> None:
    wrong = {}
    if options.format not in FORMATS:
        wrong["format"] = [f"Must be one of {', '.join(FORMATS)}."]
    known = styles.names(ports, owned.user_id)
    if options.style not in known:
        wrong["style"] = [f"Must be one of {', '.join(known)}."]
    if options.changes == "tracked" and options.format != "docx":
        wrong["changes"] = ["Only Word files (docx) have tracked changes."]
    if options.since is not None and options.changes != "tracked":
        wrong["since"] = ["The field is only for `changes=tracked`: send both, or neither."]
    if wrong:
        raise Refused(errors=wrong)


def _tracked(session: Session, options: ExportOptions) -> str:
    """Return the newest text with its changes since revision `options.since` marked, each with its author and time.

    Without `since`, the changes are those since the first revision with text, which was imported or approved first.
    """
    with reading():
        head = revisions.head(session.id, content=False).number
        if options.since is not None and options.since > head:
            raise Refused(errors={"since": [f"Must not be greater than {head}, the number of the newest revision."]})
        since = min(1, head) if options.since is None else options.since
        if head - since > MOST_TRACKED:
            reason = (
                f"A file shows the changes of at most {MOST_TRACKED} revisions: choose a later revision than {since}."
            )
            raise Refused(errors={"since": [reason]})
        person = users.by_id(session.user_id)
        texts = [revisions.get(session.id, number) for number in range(since, head + 1)]
    author = (person.name or person.email) if person is not None else "somebody"
    versions = [Version(read_manuscript(each.text).body, _author(each, author), each.created_at) for each in texts[1:]]
    return marked(read_manuscript(texts[0].text).body, versions)


def _author(revision: Revision, person: str) -> str:
    """Return the name of a change's author. For approved text it is “Coscribe, approved by” and the person's name."""
    return f"Coscribe, approved by {person}" if revision.cause in ("placed", "moved") else person


def _titled(metadata: Mapping[str, Any], title: str | None) -> Mapping[str, Any]:
    """Return the document's metadata. If they have no title, the session's title is added, because a web page shows it
    in its title bar.
    """
    return metadata if metadata.get("title") or not title else {"pagetitle": title, **metadata}


def _notes(entries: Sequence[Reference]) -> dict[str, str]:
    return {each.key: " ".join(_doubts([each])) for each in entries if any(_doubts([each]))}


def _doubts(entries: Sequence[Reference]) -> Iterator[str]:
    """Yield warnings about the references that are retracted, unknown to the registries, or described wrongly."""
    for each in entries:
        name = f"“{each.csl.get('title') or each.key}” (@{each.key})"
        notices = each.notices
        if each.status == "retracted":  # the warning about the retraction names these notices
            notices = tuple(notice for notice in notices if notice.get("kind") != "retraction")
            places = dict.fromkeys(str(one.get("doi")) for one in each.notices if one not in notices and one.get("doi"))
            where = f" (notice: {', '.join(places)})" if places else ""
            yield f"The cited work {name} has been retracted{where}."
        elif each.status in _DOUBTS:
            yield f"The cited work {name} {_DOUBTS[each.status]}."
        for notice in notices:
            said = notice.get("type") or notice.get("kind") or "notice"
            where = notice.get("doi") or notice.get("url") or ""
            yield f"A registry has a notice ({said}) about the cited work {name}: {where}".rstrip(": ") + "."


def _archive(text: str, entries: Sequence[Reference], shown: Sequence[Picture]) -> bytes:
    """Build a zip of the folder that Pandoc, Quarto and Manubot expect: document, references, and the pictures in
    `shown`.
    """
    pairs = [(each.key, each.csl) for each in entries]
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("doc.md", text.encode())
        if pairs:
            archive.writestr("references.json", write_list(CSL, pairs))
            archive.writestr("references.bib", write_list(BIBTEX, pairs))
        for each in shown:
            archive.writestr(_inside(each.name), each.content)
    return buffer.getvalue()


def _inside(path: str) -> str:
    """Return a picture's path in the archive: the path that the document uses or, if that path leads out of the
    archive's folder, only the file name.
    """
    parts = path.removeprefix("./").split("/")
    return parts[-1] if {"", ".", ".."} & set(parts) else "/".join(parts)


def _file_stem(title: str) -> str:
    """Return a file name of ASCII letters, digits and hyphens for this title, without an ending."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9]+", "-", plain).strip("-")[:80] or "document"
