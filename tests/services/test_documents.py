"""A document and its published copy: hand edits are heard, lagging copies renewed, nothing unseen is overwritten."""

import pytest

from backend.document.revision import Revision
from backend.errors import Conflict, NotFound, PreconditionRequired, StaleRevision
from backend.services import documents
from backend.storage import files, revisions
from backend.storage.db import reading, transaction

TEXT = "\ufeff# Title\r\n\r\nText with $\\nabla$.\r\nNo final newline"


def put(world, text, etag):
    return documents.put(world.ports, world.user_id, world.session_id, etag, text)


def current(world):
    return documents.current(world.ports, world.session_id)


def causes(world):
    with reading():
        return [each.cause for each in revisions.page(world.session_id, order="asc").items]


def test_every_byte_goes_in_and_comes_out(world):
    assert put(world, TEXT, '"0"').number == 1
    assert current(world).content == TEXT
    assert world.file.read_bytes() == TEXT.encode()
    assert causes(world) == ["created", "imported"]


def test_if_match_is_asked_for_after_the_session(world):
    with pytest.raises(NotFound):
        documents.put(world.ports, world.user_id, "00000000-0000-4000-8000-000000000000", None, "x")
    with pytest.raises(PreconditionRequired):
        put(world, "x", None)
    with pytest.raises(StaleRevision):
        put(world, "x", '"7"')
    assert put(world, "x", 'W/"0", "9"').number == 1
    assert put(world, "y", "*").number == 2


def test_a_hand_edit_becomes_a_revision_before_anything_else(world):
    put(world, "One.\n", "*")
    world.file.write_text("Two.\n")
    with pytest.raises(StaleRevision):
        put(world, "Three.\n", '"1"')
    assert current(world).content == "Two.\n"
    assert causes(world) == ["created", "imported", "external"]
    assert current(world).number == 2, "heard once"


def test_going_back_by_hand_is_an_edit_too(world):
    put(world, "One.\n", "*")
    put(world, "Two.\n", "*")
    world.file.write_text("One.\n")
    assert current(world).content == "One.\n" and causes(world)[-1] == "external"


@pytest.mark.parametrize("content", [b"\xff\xfe", b"a\0b", b"x" * 5_000_001])
def test_what_cannot_be_a_document_is_left_alone_and_said(world, content):
    put(world, "One.\n", "*")
    world.file.write_bytes(content)
    with pytest.raises(Conflict):
        current(world)
    assert world.file.read_bytes() == content
    world.file.unlink()
    assert current(world).content == "One.\n" and world.file.read_text() == "One.\n"


def test_a_copy_that_lags_is_renewed_and_no_hand_edit(world):
    """A process that dies between commit and publication; another machine that committed."""
    put(world, "One.\n", "*")
    with transaction():
        revisions.add(world.session_id, 1, "Two.\n", "edited", world.ports.clock())
    assert current(world).number == 2
    assert world.file.read_text() == "Two.\n" and causes(world) == ["created", "imported", "edited"]


def test_a_copy_that_is_ahead_of_its_mark_is_known(world):
    """A process that dies between doc.md and its mark."""
    put(world, "One.\n", "*")
    with transaction():
        revisions.add(world.session_id, 1, "Two.\n", "edited", world.ports.clock())
    world.file.write_text("Two.\n")
    assert current(world).number == 2
    assert files.published(world.ports.data_dir, world.session_id).number == 2


def test_a_hand_edit_at_the_moment_of_publication_is_not_overwritten(world):
    put(world, "One.\n", "*")
    with transaction():
        made = revisions.add(world.session_id, 1, "Two.\n", "placed", world.ports.clock())
    world.file.write_text("By hand.\n")
    assert isinstance(made, Revision)
    documents.publish(world.ports, world.session_id, made)
    assert world.file.read_text() == "By hand.\n"
    assert current(world).content == "By hand.\n"
    with reading():
        assert revisions.get(world.session_id, 2).content == "Two.\n"


def test_repair_at_start(world):
    put(world, "One.\n", "*")
    with transaction():
        revisions.add(world.session_id, 1, "Two.\n", "edited", world.ports.clock())
    assert documents.repair_all(world.ports) == 1
    assert world.file.read_text() == "Two.\n"
    world.file.unlink()
    assert documents.repair_all(world.ports) == 1 and world.file.exists()
    assert documents.repair_all(world.ports) == 0


def test_diff_and_restore(world):
    put(world, "One.\n", "*")
    put(world, "One.\nTwo.\n", "*")
    shown = documents.diff(world.ports, world.user_id, world.session_id, 2, None)
    assert (shown["from"], shown["to"]) == (1, 2) and "+Two." in shown["diff"]
    back = documents.restore(world.ports, world.user_id, world.session_id, 1, '"2"')
    assert (back.number, back.content, back.cause) == (3, "One.\n", "restored")
