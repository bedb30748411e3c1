"""Private, whole or not at all."""

import json
import stat

import pytest

from backend.client.private_files import Damaged, Store, slug


def test_files_are_private_and_replaced_whole(tmp_path):
    folder = tmp_path / "a" / "coscribe"
    folder.mkdir(parents=True, mode=0o755)
    store = Store(folder)
    assert store.read("x.json") is None
    store.write("x.json", {"é": 1})
    with pytest.raises(TypeError):
        store.write("x.json", {"no": object()})
    assert store.read("x.json") == {"é": 1}
    assert [path.name for path in folder.iterdir()] == ["x.json"], "nothing half-written stays"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "x.json").stat().st_mode) == 0o600
    store.remove("x.json")
    store.remove("x.json")
    assert store.read("x.json") is None


@pytest.mark.parametrize("text", ["", "[]", "{", "\ufffd"])
def test_what_is_no_file_of_ours_is_said(tmp_path, text):
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(Damaged):
        Store(tmp_path).read("x.json")


def test_slugs_are_readable_and_differ():
    assert slug("http://127.0.0.1:8000").startswith("http-127.0.0.1-8000-")
    assert slug("http://h/a") != slug("http://h-a")
    assert json.dumps(slug("https://ü.example/ x"))
