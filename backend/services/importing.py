"""Import a file of another format as an open draft. When the draft is approved, it becomes the document.

The file is read at once, but the document does not change before a person approves. The file's pictures are stored with
the session immediately, so that a preview can show them. The works that the file cites are added to the references on
approval.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from backend.document.revision import MAX_DOCUMENT_BYTES, Revision
from backend.errors import Malformed, Refused
from backend.formats.cited_keys import cited_keys, with_citations
from backend.formats.import_files import ImportFile, read_import
from backend.formats.lost_words import lost_words
from backend.formats.mendeley_controls import with_fields
from backend.formats.pictures import MOST_BYTES, is_safe_name
from backend.formats.pictures import kind_of as picture_kind
from backend.formats.reference_lists import BIBTEX, CSL, RIS, Entries, read_list
from backend.kernel.rendering import Changes, ImportedText, ImportJob
from backend.placement import whole_document
from backend.ports import Ports
from backend.services import documents, import_keys, pictures
from backend.services.import_keys import ImportKeys
from backend.storage import drafts, messages, sessions
from backend.storage.db import transaction
from backend.storage.drafts import NewDraft
from backend.storage.sessions import OwnedSession

_LISTS = {"bib": BIBTEX, "bibtex": BIBTEX, "ris": RIS, "json": CSL}


@dataclass(frozen=True, slots=True)
class UploadedFile:
    """An uploaded file: its name and its bytes."""

    filename: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Import:
    """The options of an import: the file, its bibliography, and what is done with tracked changes."""

    file: UploadedFile
    bibliography: UploadedFile | None = None
    changes: Changes = "accept"


@dataclass(frozen=True, slots=True)
class _Read:
    """What was read from a file: the text, citation keys, pictures and warnings, ready for the draft."""

    text: str
    keyed: ImportKeys
    pictures: tuple[str, ...]
    warnings: tuple[str, ...]


def import_document(ports: Ports, owned: OwnedSession, command: Import) -> dict[str, Any]:
    """Store the file's text as an open draft of kind `edit`, and return the API's answer. Raises Refused, with the
    reason, if the file cannot be read.
    """
    base = documents.read(ports, owned)
    file = read_import(command.file.filename, command.file.content)
    entries, unread = _bibliography(command.bibliography) if command.bibliography else _packed_lists(file)
    text = _converted(ports, file, command)
    read = _with_session_names(ports, owned, (text, entries, file))
    if file.format not in ("markdown", "latex"):
        read = replace(read, text=with_citations(read.text, cited_keys(base.text)))
    made = _hold(ports, owned, base, read, command.file.filename)
    return {**made, "warnings": list(dict.fromkeys([*file.warnings, *unread, *read.warnings]))}


def _converted(ports: Ports, file: ImportFile, command: Import) -> ImportedText:
    if file.format == "markdown":
        text = file.content.decode()
        return ImportedText(text, "", tuple(cited_keys(text)))
    content, told = with_fields(file.content) if file.format == "docx" else (file.content, ())
    found = ports.importer.read(ImportJob(file.format, content, command.changes, file.pictures))
    lost = lost_words(file.format, content, found.text)
    return replace(found, warnings=(*([lost] if lost else ()), *told, *found.warnings))


def _packed_lists(file: ImportFile) -> tuple[Entries, list[str]]:
    """Return the entries of the reference lists in a LaTeX project, with a warning for each list that cannot be
    read.
    """
    entries, unread = [], []
    for content in file.lists:
        try:
            found, told = read_list(BIBTEX, content.decode("utf-8-sig", "replace").replace("\0", ""))
        except (Malformed, Refused) as error:
            unread.append(f"A reference list in the project was not read: {error.detail}")
            continue
        entries += found
        unread += told
    return entries, unread


def _bibliography(file: UploadedFile) -> tuple[Entries, list[str]]:
    """Return the entries of the uploaded reference list, with warnings. Raises Refused if it is not a .bib, .ris or
    .json file that can be read.
    """
    kind = _LISTS.get(file.filename.rpartition(".")[2].lower())
    if kind is None:
        raise _refused("bibliography", "Send a .bib, .ris or .json (CSL) file.")
    try:
        return read_list(kind, file.content.decode("utf-8-sig").replace("\0", ""))
    except UnicodeDecodeError as error:
        raise _refused("bibliography", "The list is not in UTF-8. Encode it in UTF-8.") from error
    except (Malformed, Refused) as error:
        raise _refused("bibliography", error.detail) from error


def _refused(field: str, reason: str) -> Refused:
    return Refused(errors={field: [reason]})


def _with_session_names(ports: Ports, owned: OwnedSession, found: tuple[ImportedText, Entries, ImportFile]) -> _Read:
    """Return the text as the session will store it: with the session's citation keys, and with the names under which
    its pictures are stored. `found` are the text of the file, the entries of its reference list, and the file itself.
    """
    text, entries, file = found
    works = {str(each.get("id") or ""): each for each in text.references} | dict(entries)
    keyed = import_keys.keyed(owned.id, text.cited, works, keeps=file.format != "docx")
    names, warnings = _pictures(ports, owned, text)
    if len(text.text.encode()) > MAX_DOCUMENT_BYTES:
        reason = (
            f"As Markdown, the file is longer than {MAX_DOCUMENT_BYTES:,} bytes, the most that a document may have."
        )
        raise _refused("file", f"{reason} Divide the file.")
    tokens = {text.key_token(number): key for number, key in enumerate(keyed.keys, 1)}
    tokens |= {text.picture_token(number): name for number, name in enumerate(names, 1)}
    named = _replaced(text, tokens) if text.token else _rekeyed(text, keyed)
    told = (
        *text.warnings,
        *warnings,
        *import_keys.missing_warning(keyed.missing),
        *import_keys.retracted(keyed.citations),
    )
    kept = tuple(dict.fromkeys(name for name in names if is_safe_name(name)))
    return _Read(named, keyed, kept, told)


def _rekeyed(text: ImportedText, keyed: ImportKeys) -> str:
    """Return the Markdown with the session's citation keys in place of those keys of the file that differ from them."""
    new = {old: key for old, key in zip(text.cited, keyed.keys, strict=True) if old != key}
    pattern = "|".join(map(re.escape, sorted(new, key=len, reverse=True)))
    return re.sub(rf"(?<![\w@.])@({pattern})(?![\w])", lambda each: f"@{new[each[1]]}", text.text) if new else text.text


def _replaced(text: ImportedText, tokens: Mapping[str, str]) -> str:
    return re.sub(rf"{text.token}[kp]\d+x", lambda found: tokens.get(found[0], found[0]), text.text)


def _pictures(ports: Ports, owned: OwnedSession, text: ImportedText) -> tuple[list[str], list[str]]:
    """Store the text's pictures. Returns the name under which each is stored, and a warning for each that is not
    stored.
    """
    kept, warnings = [], []
    for each in text.pictures:
        try:
            picture_kind(each.content)
        except Refused:
            kind = each.name.rpartition(".")[2].upper()[:10]
            what = f"this {kind} file is not a whole PNG, JPEG, GIF, WebP or SVG file"
            warnings.append(f"The picture “{each.name[:100]}” was not kept: {what}.")
            continue
        if len(each.content) > MOST_BYTES:
            warnings.append(f"The picture “{each.name[:100]}” was not kept: it has more than {MOST_BYTES:,} bytes.")
            continue
        kept.append(each)
    names = pictures.add_all(ports, owned.id, kept)
    return [names.get(each.name, each.name.rpartition("/")[2]) for each in text.pictures], warnings


def _hold(ports: Ports, owned: OwnedSession, base: Revision, read: _Read, filename: str) -> dict[str, Any]:
    """Store a message, and a draft with the text in `read`. Returns the API's answer."""
    reason = _reason(filename, base)
    with transaction():
        now = ports.clock()
        sessions.own(owned.user_id, owned.id)
        drafts.require_room(owned.id)
        message = messages.add(
            owned.id,
            "assistant",
            f"{reason} Approve the draft to make this change.",
            now,
            status="pending_approval",
            document_content=read.text,
            meta={"intent": "edit", "warnings": list(read.warnings)},
        )
        draft = drafts.hold(_draft(owned, base, read, (message.id, message.number, now, reason)), now)
        sessions.touch(owned.id, now)
    return {
        "session_id": owned.id,
        "message_id": message.id,
        "pending_content_id": draft.id,
        "status": "pending_approval",
        "kind": "edit",
        "response": message.content,
        "document_content": read.text,
        "operation": dict(draft.operation or {}),
        "base_revision": base.number,
        "keys": list(dict.fromkeys(read.keyed.keys)),
        "pictures": list(read.pictures),
    }


def _draft(owned: OwnedSession, base: Revision, read: _Read, carrier: tuple[str, int, Any, str]) -> NewDraft:
    message_id, number, now, reason = carrier
    return NewDraft(
        owned.id,
        message_id,
        read.text,
        requested_at=now,
        requested_number=number,
        thread=(),
        citations=read.keyed.citations,
        kind="edit",
        doubt="An imported file waits as a draft that replaces the whole document. Send the draft's id to approve it."
        if base.content
        else None,
        operation=whole_document.replacement(base.number, reason).to_json(),
    )


def _reason(filename: str, base: Revision) -> str:
    name = re.sub(r"[^\w .()-]+", " ", filename.rpartition("/")[2]).strip()[:100] or "the file"
    if not base.content:
        return f"The edit replaces the whole document with the file “{name}”."
    return f"The edit replaces the whole document with the file “{name}”."
