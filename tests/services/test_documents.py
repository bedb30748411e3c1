"""A document and its published copy: hand edits are heard, lagging copies renewed, nothing unseen is overwritten."""

import errno
import itertools
import json
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace

import pytest

from backend.document.revision import Revision
from backend.errors import Conflict, NotFound, PreconditionRequired, Refused, StaleRevision
from backend.services import documents, sessions
from backend.storage import published_documents, revisions
from backend.storage.db import reading, transaction
from backend.storage.paging import NEWEST_FIRST, OLDEST_FIRST

TEXT = "\ufeff# Title\r\n\r\nText with $\\nabla$.\r\nNo final newline"


def put(world, text, etag):
    return documents.put(world.ports, world.owned, etag, text)


def current(world):
    return documents.current(world.ports, world.session_id)


def causes(world):
    with reading():
        return [each.cause for each in revisions.page(world.session_id, OLDEST_FIRST).items]


def test_every_byte_goes_in_and_comes_out(world):
    assert put(world, TEXT, '"0"').number == 1
    assert current(world).content == TEXT
    assert world.file.read_bytes() == TEXT.encode()
    assert causes(world) == ["created", "imported"]


def test_if_match_is_asked_for_after_the_session(world):
    with pytest.raises(NotFound):
        documents.put(world.ports, replace(world.owned, id="00000000-0000-4000-8000-000000000000"), None, "x")
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


def test_going_back_by_hand_to_what_was_written_by_hand_is_an_edit_too(world):
    put(world, "One.\n", "*")
    for text in ("Two.\n", "One.\n"):
        world.file.write_text(text)
        assert current(world).content == text and causes(world)[-1] == "external"


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
    assert published_documents.published(world.ports.data_dir, world.session_id).number == 2


def test_a_hand_edit_at_the_moment_of_publication_is_not_overwritten(world):
    put(world, "One.\n", "*")
    with transaction():
        made = revisions.add(world.session_id, 1, "Two.\n", "placed", world.ports.clock())
    world.file.write_text("By hand.\n")
    assert isinstance(made, Revision)
    documents.publish(world.ports, world.session_id)
    assert world.file.read_text() == "By hand.\n"
    assert current(world).content == "Two.\n", "both changed the same line"
    with reading():
        assert revisions.get(world.session_id, 3).content == "By hand.\n"


def at_the_next(monkeypatch, name, happen):
    """Let something happen right after the next call of a function of `files`, before its result is used."""
    real = getattr(published_documents, name)

    def call(*args, **more):
        result = real(*args, **more)
        monkeypatch.setattr(published_documents, name, real)
        happen()
        return result

    monkeypatch.setattr(published_documents, name, call)


@pytest.mark.parametrize("moment", ["_read_in", "copy_of"])
def test_a_copy_that_is_renewed_while_it_is_looked_at_is_no_hand_edit(world, monkeypatch, moment):
    put(world, "One.\n", "*")
    at_the_next(monkeypatch, moment, lambda: put(world, "Two.\n", "*"))
    assert current(world).content == "Two.\n"
    assert causes(world) == ["created", "imported", "edited"]
    assert world.file.read_text() == "Two.\n"


def test_a_late_publication_does_not_go_back(world):
    """The process that committed first may come to publishing last."""
    with transaction():
        revisions.add(world.session_id, 0, "One.\n", "edited", world.ports.clock())
    put(world, "Two.\n", "*")
    documents.publish(world.ports, world.session_id)
    assert world.file.read_text() == "Two.\n"


def test_a_hand_edit_while_the_copy_is_written_is_not_overwritten(world, monkeypatch):
    put(world, "One.\n", "*")
    at_the_next(monkeypatch, "_write", lambda: world.file.write_text("By hand.\n"))
    put(world, "Two.\n", "*")
    assert world.file.read_text() == "By hand.\n"
    assert current(world).content == "Two.\n" and causes(world)[-3:] == ["edited", "external", "restored"]


@pytest.mark.parametrize("by", ["rename", "in place"])
def test_a_hand_edit_at_the_very_last_moment_is_put_back(world, monkeypatch, by):
    put(world, "One.\n", "*")
    swap = published_documents.swap

    def edit_first(*names):
        monkeypatch.setattr(published_documents, "swap", swap)
        if by == "rename":
            beside = world.file.with_name("beside")
            beside.write_text("By hand.\n")
            beside.replace(world.file)
        else:
            world.file.write_text("By hand.\n")
        swap(*names)

    monkeypatch.setattr(published_documents, "swap", edit_first)
    put(world, "Two.\n", "*")
    assert world.file.read_text() == "By hand.\n"
    assert sorted(each.name for each in world.file.parent.iterdir()) == [".published.json", "doc.md"]


def test_where_files_cannot_be_swapped_they_are_replaced(world, monkeypatch):
    def cannot(*names):
        raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(published_documents, "swap", cannot)
    put(world, "One.\n", "*")
    assert world.file.read_text() == "One.\n"
    assert sorted(each.name for each in world.file.parent.iterdir()) == [".published.json", "doc.md"]


def test_an_editor_that_writes_piece_by_piece_is_let_finish(world, monkeypatch):
    put(world, "One.\n", "*")
    world.file.write_text("Tw")
    finishing = SimpleNamespace(sleep=lambda seconds: world.file.write_text("Two.\n"))
    monkeypatch.setattr(documents, "time", finishing)
    assert current(world).content == "Two.\n"
    assert causes(world) == ["created", "imported", "external"]


def test_a_file_that_never_stops_changing_is_refused_and_left_as_it_is(world, monkeypatch):
    put(world, "One.\n", "*")
    texts = map(str, itertools.count(2))
    world.file.write_text(next(texts))
    monkeypatch.setattr(documents, "time", SimpleNamespace(sleep=lambda seconds: world.file.write_text(next(texts))))
    with pytest.raises(Conflict, match="keeps changing"):
        current(world)
    assert world.file.read_text() == str(int(next(texts)) - 1)
    assert causes(world) == ["created", "imported"]


def test_a_full_disk_undoes_nothing_and_hides_nothing(world, monkeypatch):
    put(world, "One.\n", "*")

    def full(*args, **more):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(published_documents, "_write", full)
        assert put(world, "Two.\n", "*").number == 2
        assert current(world).content == "Two.\n"
    assert world.file.read_text() == "One.\n"
    assert current(world).number == 2 and world.file.read_text() == "Two.\n"


def test_any_revision_will_do_means_any(world, monkeypatch):
    at_the_next(monkeypatch, "copy_of", lambda: put(world, "Two.\n", "*"))
    assert put(world, "Three.\n", "*").number == 2
    at_the_next(monkeypatch, "copy_of", lambda: put(world, "Four.\n", "*"))
    with pytest.raises(StaleRevision):
        put(world, "Five.\n", '"2"')


def test_what_lags_is_told_for_the_documents_that_were_used_last(world):
    put(world, "One.\n", "*")
    other = sessions.create(world.ports, world.user_id).id
    assert documents.lagging(world.ports, 10) == ()
    world.file.unlink()
    (world.file.parent.parent / other / ".published.json").unlink()
    assert set(documents.lagging(world.ports, 10)) == {world.session_id, other}
    assert documents.lagging(world.ports, 1) == (other,)


def test_without_publishing_no_copy_is_written_and_none_is_read(world):
    put(world, "One.\n", "*")
    quiet = replace(world.ports, policy=replace(world.ports.policy, publish=False))
    world.file.write_text("By hand.\n")
    made = documents.put(quiet, world.owned, '"1"', "Two.\n")
    assert documents.current(quiet, world.session_id) == made and world.file.read_text() == "By hand.\n"
    assert not published_documents.path(quiet.data_dir, sessions.create(quiet, world.user_id).id).exists()


def test_diff_and_restore(world):
    put(world, "One.\n", "*")
    put(world, "One.\nTwo.\n", "*")
    shown = documents.diff(world.ports, world.owned, 2, None)
    assert (shown["from"], shown["to"]) == (1, 2) and "+Two." in shown["diff"]
    back = documents.restore(world.ports, world.owned, 1, '"2"')
    assert (back.number, back.content, back.cause) == (3, "One.\n", "restored")


def test_what_is_too_long_is_refused_after_its_precondition_and_the_rest_is_taken(world):
    with pytest.raises(StaleRevision):
        put(world, "x" * 5_000_001, '"7"')
    with pytest.raises(Refused) as caught:
        put(world, "é" * 2_500_001, '"0"')
    assert caught.value.errors == {
        "content": ["The document must not be longer than 5,000,000 bytes, so it was not stored. Shorten it."]
    }
    assert put(world, "x" * 5_000_000, '"0"').number == 1


def test_the_structure_is_that_of_the_newest_text_by_hand_too(world):
    put(world, "# Tides\n\nText.\n", "*")
    world.file.write_text("# Storms\n\nText.\n")
    shown = json.loads("".join(documents.structure(world.ports, world.owned)))
    assert set(shown) == {"tree", "summary", "blocks"} and "Storms" in shown["summary"]
    text = "# Storms\n\nText.\n"
    assert [(each["kind"], text[each["start"] : each["end"]]) for each in shown["blocks"]] == [
        ("heading", "# Storms\n"),
        ("paragraph", "Text.\n"),
    ]
    assert [each["title"] for each in shown["tree"] if each["title"]] == ["Storms"]


def test_history_and_revisions_hear_a_hand_edit_first_and_no_bad_copy_keeps_them(world):
    put(world, "One.\n", "*")
    world.file.write_text("Two.\n")
    assert [each.number for each in documents.history(world.ports, world.owned, NEWEST_FIRST).items] == [2, 1, 0]
    world.file.write_text("Three.\n")
    assert documents.revision(world.ports, world.owned, 3).content == "Three.\n"
    world.file.write_text("Four.\n")
    assert "+Four." in documents.diff(world.ports, world.owned, 4, None)["diff"]
    world.file.write_bytes(b"\xff")
    assert [each.number for each in documents.history(world.ports, world.owned, OLDEST_FIRST).items] == [0, 1, 2, 3, 4]


def test_two_revisions_are_compared_in_the_order_that_is_asked_for(world):
    put(world, "One.\n", "*")
    put(world, "Two.\n", "*")
    shown = documents.diff(world.ports, world.owned, 1, 2)
    assert (shown["from"], shown["to"]) == (2, 1)
    assert [line for line in shown["diff"].splitlines() if line[0] in "+-"] == [
        "--- revision 2",
        "+++ revision 1",
        "-Two.",
        "+One.",
    ]
    first = documents.diff(world.ports, world.owned, 0, None)
    assert first == {"diff": "", "from": 0, "to": 0}, "the first has none before it"


def test_a_change_is_a_use_of_the_session(world):
    later = replace(world.ports, clock=lambda: world.ports.clock() + timedelta(hours=1))
    documents.put(later, world.owned, "*", "One.\n")
    session = sessions.get(world.ports, world.user_id, world.session_id)
    assert session.updated_at - session.created_at > timedelta(minutes=59)


def test_what_is_restored_needs_the_newest_revision_and_knows_only_the_sessions_own(world):
    put(world, "One.\n", "*")
    with pytest.raises(StaleRevision) as caught:
        documents.restore(world.ports, world.owned, 0, '"0"')
    assert caught.value.extra == {"revision": 1}
    with pytest.raises(NotFound):
        documents.restore(world.ports, world.owned, 7, '"1"')


def test_a_text_that_comes_again_is_imported_only_into_an_empty_document(world):
    put(world, "One.\n", "*")
    put(world, "", "*")
    put(world, "Two.\n", "*")
    assert causes(world) == ["created", "imported", "edited", "imported"]


def test_a_file_of_an_older_history_is_known_by_any_revision_that_has_its_bytes(world):
    """The database was restored from a backup: the mark names a revision that it does not have."""
    put(world, "One.\n", "*")
    published_documents.mark(world.ports.data_dir, world.session_id, 9, "0" * 64)
    assert current(world).number == 1 and causes(world) == ["created", "imported"]
    assert published_documents.published(world.ports.data_dir, world.session_id).number == 1


def test_a_publication_that_finds_a_hand_edit_says_so_in_the_log(world, caplog):
    put(world, "One.\n", "*")
    with transaction():
        revisions.add(world.session_id, 1, "Two.\n", "placed", world.ports.clock())
    world.file.write_text("By hand.\n")
    with caplog.at_level("WARNING", "backend"):
        documents.publish(world.ports, world.session_id)
    (said,) = [each for each in caplog.records if "edited by hand" in each.message]
    assert said.session_id == world.session_id


def test_a_publication_of_what_stands_there_already_is_silent(world, caplog):
    put(world, "One.\n", "*")
    with caplog.at_level("WARNING", "backend"):
        documents.publish(world.ports, world.session_id)
    assert not caplog.records


def test_a_copy_that_cannot_be_read_is_told_with_its_reason(world, caplog):
    put(world, "One.\n", "*")
    world.file.write_bytes(b"\xff")
    with caplog.at_level("WARNING", "backend"):
        documents.store_hand_edit(world.ports, world.session_id)
    (said,) = [each for each in caplog.records if "brought up to date" in each.message]
    assert (said.session_id, "UTF-8" in said.reason) == (world.session_id, True)


def test_a_session_that_goes_while_it_is_published_leaves_no_file(world):
    put(world, "One.\n", "*")
    sessions.delete(world.ports, world.user_id, world.session_id)
    world.file.parent.mkdir(parents=True, exist_ok=True)
    world.file.write_text("One.\n")
    documents.publish(world.ports, world.session_id)
    assert not world.file.exists()
