"""Pictures of a session, on a real database and disk."""

from __future__ import annotations

import pytest

from backend.errors import Conflict, NotFound, Refused
from backend.kernel.rendering import Picture
from backend.services import pictures, sessions
from backend.storage import published_documents
from backend.storage.sessions import OwnedSession
from tests.rendering.test_pandoc import PIXEL

JPEG = b"\xff\xd8\xff\xe0 rest \xff\xd9"


@pytest.fixture
def owned(world):
    return OwnedSession(world.user_id, world.session_id)


def names(world, owned):
    return [each["name"] for each in pictures.listed(world.ports, owned)]


def test_a_picture_is_kept_under_a_safe_name_with_the_ending_of_its_kind(world, owned):
    made, new = pictures.add(world.ports, owned, "Figure 1.png", JPEG)
    assert new and made["name"] == "Figure-1.jpg" and made["media_type"] == "image/jpeg" and made["bytes"] == len(JPEG)
    assert pictures.get(world.ports, owned, "Figure-1.jpg").content == JPEG
    assert pictures.add(world.ports, owned, "Figure 1.png", JPEG)[1] is False, "the same picture is there"


def test_another_picture_never_takes_a_name_away(world, owned):
    pictures.add(world.ports, owned, "a.png", PIXEL)
    with pytest.raises(Conflict, match=r"A\.png|a\.png"):
        pictures.add(world.ports, owned, "A.png", PIXEL + b"more")
    assert pictures.get(world.ports, owned, "a.png").content == PIXEL


def test_imported_pictures_get_free_names(world, owned):
    pictures.add(world.ports, owned, "image1.png", PIXEL)
    came = [Picture("media/image1.png", PIXEL + b"2", "image/png"), Picture("media/image2.png", PIXEL, "image/png")]
    assert pictures.add_all(world.ports, owned.id, came) == {
        "media/image1.png": "image1-2.png",
        "media/image2.png": "image2.png",
    }
    again = pictures.add_all(world.ports, owned.id, came)
    assert again["media/image1.png"] == "image1-2.png" and names(world, owned) == [
        "image1-2.png", "image1.png", "image2.png",
    ]  # fmt: skip


def test_what_a_text_shows(world, owned):
    pictures.add(world.ports, owned, "a.png", PIXEL)
    pictures.add(world.ports, owned, "b.png", PIXEL)
    shown = list(pictures.shown_in(world.ports, owned.id, "![One](figures/a.png)"))
    assert shown == [Picture("figures/a.png", PIXEL, "image/png")]


def test_a_picture_that_is_deleted_is_gone_and_its_name_is_free(world, owned):
    pictures.add(world.ports, owned, "a.png", PIXEL)
    pictures.remove(world.ports, owned, "a.png")
    assert pictures.listed(world.ports, owned) == []
    with pytest.raises(NotFound):
        pictures.get(world.ports, owned, "a.png")
    assert pictures.add(world.ports, owned, "a.png", PIXEL)[1]


def test_refusals(world, owned, monkeypatch):
    with pytest.raises(Refused):
        pictures.add(world.ports, owned, "a.png", b"no picture")
    for name in ("doc.md", "../doc.md", "none.png"):
        with pytest.raises(NotFound):
            pictures.get(world.ports, owned, name)
        with pytest.raises(NotFound):
            pictures.remove(world.ports, owned, name)
    with pytest.raises(NotFound):
        pictures.listed(world.ports, OwnedSession("somebody else", owned.id))
    monkeypatch.setattr(pictures, "MOST_PICTURES", 0)
    with pytest.raises(Refused, match="too many pictures"):
        pictures.add(world.ports, owned, "a.png", PIXEL)
    monkeypatch.setattr(pictures, "MOST_PICTURES", 9)
    monkeypatch.setattr(pictures, "MOST_TOGETHER", 9)
    with pytest.raises(Refused, match="too large"):
        pictures.add(world.ports, owned, "a.png", PIXEL)


def test_they_go_with_their_session(world, owned):
    pictures.add(world.ports, owned, "a.png", PIXEL)
    folder = published_documents.path(world.ports.data_dir, owned.id).parent
    assert (folder / "a.png").exists()
    sessions.delete(world.ports, owned.user_id, owned.id)
    assert not folder.exists()
