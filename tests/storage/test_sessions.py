from __future__ import annotations

import pytest

from backend.document.revision import digest
from backend.errors import NotFound
from backend.storage import drafts, messages, revisions, sessions, users
from backend.storage.db import reading, transaction
from backend.storage.drafts import NewDraft
from tests.storage.conftest import NOW, World, later


def test_a_new_session_has_an_empty_document_at_revision_0(world: World) -> None:
    with reading():
        assert sessions.get(world.user.id, world.session.id) == world.session
        head = revisions.head(world.session.id)
    assert (head.number, head.cause, head.content, head.sha256) == (0, "created", "", digest(""))
    assert (world.session.revision, world.session.pending_content_id, world.session.library) == (0, None, None)
    assert world.session.created_at == NOW and world.session.created_at.tzinfo is not None


@pytest.mark.parametrize(
    "wrong", ["", "x", "1' OR '1'='1", "\0", "é" * 36, None, 7, "8d2b6c0e-5f0a-4b57-9a53-0c1de0a4f7b1", "UPPER"]
)
def test_unknown_and_malformed_ids_are_not_found(world: World, wrong: object) -> None:
    session_id = world.session.id.upper() if wrong == "UPPER" else wrong
    for found in (sessions.get, sessions.own):
        with reading(), pytest.raises(NotFound) as caught:
            found(world.user.id, session_id)  # type: ignore[arg-type]
        assert str(caught.value) == "There is no session with this id."


def test_somebody_elses_session_is_not_found_in_the_same_words(world: World) -> None:
    with transaction():
        other = users.create("eve@example.org", None, "hash", NOW)
    with reading(), pytest.raises(NotFound, match=r"^There is no session with this id\.$"):
        sessions.get(other.id, world.session.id)


@pytest.mark.parametrize(
    ("changes", "library"),
    [
        ({"title": "Other"}, None),
        ({"library": ("a", "b")}, ("a", "b")),
        ({"library": ["a"]}, ("a",)),
        ({"library": "all"}, "all"),
        ({"library": ()}, ()),
        ({"library": None}, None),
    ],
)
def test_update(world: World, changes: dict, library: object) -> None:
    with transaction():
        changed = sessions.update(world.session.id, changes, later(5))
    assert changed.title == changes.get("title", "A paper")
    assert (changed.library, changed.updated_at) == (library, later(5))
    with reading():
        assert sessions.get(world.user.id, world.session.id) == changed
    with transaction(), pytest.raises(ValueError, match="user_id"):
        sessions.update(world.session.id, {"user_id": "x"}, NOW)


def test_touch_and_use_move_updated_at(world: World) -> None:
    def updated() -> object:
        with reading():
            return sessions.get(world.user.id, world.session.id).updated_at

    with transaction():
        sessions.touch(world.session.id, later(1))
    assert updated() == later(1)
    with transaction():
        messages.add(world.session.id, "user", "hello", later(2))
    assert updated() == later(2)
    with transaction():
        revisions.add(world.session.id, 0, "text", "edited", later(3))
    assert updated() == later(3)


def test_delete_takes_everything_with_it(world: World) -> None:
    with transaction():
        message = messages.add(world.session.id, "assistant", "here", NOW, document_content="x")
        draft = drafts.hold(NewDraft(world.session.id, message.id, "x", NOW, 1, ()), NOW)
        drafts.keep_plan(draft.id, 0, digest("x"), {"operation": "append_to_document"})
        sessions.delete(world.session.id)
    with reading():
        for gone in (
            lambda: sessions.get(world.user.id, world.session.id),
            lambda: revisions.head(world.session.id),
            lambda: messages.get(message.id),
            lambda: drafts.get(world.session.id, draft.id),
        ):
            with pytest.raises(NotFound):
                gone()
        assert drafts.plan(draft.id, 0, digest("x")) is None


def test_the_sessions_that_were_used_last_come_first(world: World) -> None:
    with transaction():
        other = sessions.create(world.user.id, None, later(5))
        revisions.add(world.session.id, 0, "one", "edited", later(9))
        assert sessions.used_last(5) == ((world.session.id, 1), (other.id, 0))
        assert sessions.used_last(1) == ((world.session.id, 1),)
