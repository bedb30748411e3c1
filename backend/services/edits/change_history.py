"""Read the changes that led to the present text of a document, and say in words what each change did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from backend.document.blocks import read as read_blocks
from backend.document.common_prefix import shared_ends
from backend.document.outline import outline
from backend.document.revision import Revision
from backend.storage import revisions
from backend.storage.db import reading
from backend.storage.paging import PageRequest

#: Number of latest revisions whose changes can be undone, one by one.
_HISTORY = 100
#: Number of words that name a changed text.
_NAMING = 8
#: Number of changes that a list of them shows.
_LISTED = 20
_NO_CHANGE = "The document is as it was when it was started or imported."
_NO_CHANGE_IN = "None of the changes so far is in {}."
_CHANGES = "These changes led to the present text, newest first:"


@dataclass(frozen=True, slots=True)
class History:
    """The changes of a document, each given as the revision that it created. `made` are the changes that led to the
    present text, oldest first; the first one created the text that the others changed. `taken_back` are the undone
    changes, in the order in which they were undone.
    """

    made: Sequence[Revision]
    taken_back: Sequence[Revision]


@dataclass(frozen=True, slots=True)
class ChangedText:
    """The text before and after a change, and the parts that the change removed and added. Both parts begin at
    character `at`.
    """

    before: str
    after: str
    at: int
    removed: str
    added: str

    @property
    def removes(self) -> bool:
        """Return True if the change removed more words than it added."""
        return len(self.removed.split()) > len(self.added.split())

    @property
    def path(self) -> tuple[str, ...]:
        """Return the titles of the section in which the change is, from the top heading on."""
        text, part = (self.after, self.added) if self.added.strip() else (self.before, self.removed)
        at = self.at + len(list(takewhile(str.isspace, part)))
        document = read_blocks(text)
        block = next((each.index for each in document.blocks if at < each.end), None)
        return outline(document).section_of(block).path if block is not None else ()


def history(session_id: str) -> History:
    """Return the changes that led to the present text, and those that were undone.

    A revision that restores an earlier text undoes all changes after that text. A revision that restores the text of
    the change undone last repeats this change.
    """
    with reading():
        rows = revisions.page(session_id, PageRequest(_HISTORY)).items
    made: list[Revision] = []
    taken_back: list[Revision] = []
    for each in reversed(rows):
        earlier = [change.sha256 for change in made[:-1]]
        if each.cause == "restored" and each.sha256 in earlier:
            keep = len(earlier) - earlier[::-1].index(each.sha256)
            taken_back += reversed(made[keep:])
            del made[keep:]
        elif each.cause == "restored" and taken_back and each.sha256 == taken_back[-1].sha256:
            made.append(taken_back.pop())
        else:
            made.append(each)
            taken_back.clear()
    return History(made, taken_back)


def listed(session_id: str, sections: Sequence[str] = ()) -> str:
    """Return a list of the changes that led to the present text, newest first. If titles of sections are given, the
    list has only the changes in these sections.
    """
    made = [each for each in reversed(history(session_id).made) if each.cause not in ("created", "imported")]
    if not made:
        return _NO_CHANGE
    changes = [(each, changed_text(session_id, each).path) for each in made]
    if sections:
        changes = [each for each in changes if set(sections).intersection(each[1])]
    if not changes:
        return _NO_CHANGE_IN.format(" and ".join(f"“{title}”" for title in sections))
    lines = [f"- {in_words(session_id, each)}{_place(path)}" for each, path in changes[:_LISTED]]
    more = [f"- … ({len(changes) - _LISTED} more)"] if len(changes) > _LISTED else []
    return "\n".join([_CHANGES, *lines, *more])


def _place(path: Sequence[str]) -> str:
    return f" (in “{path[-1]}”)" if path else ""


def changed_text(session_id: str, change: Revision) -> ChangedText:
    """Return the text before and after a change, and the parts that the change removed and added."""
    with reading():
        old, new = (revisions.get(session_id, number).text for number in (change.number - 1, change.number))
    head, tail = shared_ends(old, new)
    return ChangedText(old, new, head, old[head : len(old) - tail], new[head : len(new) - tail])


def in_words(session_id: str, change: Revision) -> str:
    """Return words that name a change: what it was, the first words of its text and, for a hand edit, its time."""
    if change.cause == "edited" and change.placement is not None:
        return f"this change: “{str(change.placement.get('reason', '')).rstrip('.')}”"
    if change.cause == "moved":
        return "the move of the text approved before"
    changed = changed_text(session_id, change)
    words = _first_words(changed)
    if change.cause in ("edited", "external"):
        return f"your edit of the document from {change.created_at:%H:%M} UTC: {words}"
    if change.cause == "restored":
        return f"the return to an earlier revision: {words}"
    without = "a version without " if changed.removed.strip() and not changed.added.strip() else ""
    return f"the approval of {without}{words}"


def _first_words(change: ChangedText) -> str:
    """Return the first words that a change added; if it added none, the first words that it removed."""
    if not (change.added + change.removed).strip():
        return "white space"
    text, part = (change.after, change.added) if change.added.strip() else (change.before, change.removed)
    start, stop = change.at, change.at + len(part)
    start = max(text.rfind(" ", 0, start + 1), text.rfind("\n", 0, start + 1)) + 1  # whole words
    while 0 < stop < len(text) and not text[stop - 1].isspace() and not text[stop].isspace():
        stop += 1
    words = text[start:stop].split()
    return f"“{' '.join(words[:_NAMING])}{' …' if len(words) > _NAMING else ''}”"
