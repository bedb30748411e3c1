"""An export holds all of a person's texts as they are, and nobody else's."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace

from backend.services import account_export, accounts, documents, drafting, library, pictures, sessions
from backend.services.drafting import SendMessage
from backend.storage import messages, styles
from backend.storage.db import transaction
from backend.storage.styles import StoredStyle
from tests.fakes import ScriptedModel
from tests.rendering.test_pandoc import PIXEL
from tests.services.removal.test_account_removal import Nobody


def test_every_text_comes_out_as_it_went_in(world, monkeypatch):
    monkeypatch.setattr(account_export, "PIECE", 2)
    ports, owned = world.ports, world.owned
    texts = ["# One\r\n\nGrün 研究\n", "# Two\n", "# Three\n"]
    for number, text in enumerate(texts):
        documents.put(ports, owned, f'"{number}"', text)
    with transaction():
        for number in range(5):
            messages.add(world.session_id, "user", f"message {number}", ports.clock())
    library.upload(replace(ports, executor=Nobody()), world.user_id, "../notes.txt", io.BytesIO(b"Notes.\n"))
    pictures.add(ports, owned, "tree.png", PIXEL)
    with transaction():
        styles.put(StoredStyle(world.user_id, "mine", "Mine", "x", ports.clock(), "<style/>"))
    other = accounts.register(ports, "b@example.org", "a quiet long phrase")
    sessions.create(ports, other.id, "not yours")
    sessions.change(ports, world.user_id, world.session_id, {"title": "Grass / drought"})
    target = io.BytesIO()
    account_export.export(ports, "A@example.org", target)
    archive = zipfile.ZipFile(target)
    kept = {name: archive.read(name) for name in archive.namelist()}
    (folder,) = {name.rpartition("/")[0] for name in kept if name.endswith("/document.md")}
    assert folder == f"sessions/Grass   drought ({world.session_id[:8]})"
    assert kept[f"{folder}/document.md"].decode() == texts[-1]
    earlier = [kept[name].decode() for name in sorted(kept) if name.startswith(f"{folder}/revisions/")]
    assert earlier == texts[:-1]
    said = json.loads(kept[f"{folder}/messages.json"])
    assert [each["content"] for each in said] == [f"message {number}" for number in range(5)]
    (file,) = [name for name in kept if name.startswith("library/") and name.endswith("notes.txt")]
    assert kept[file] == b"Notes.\n" and ".." not in file
    assert [each["filename"] for each in json.loads(kept["library/library.json"])] == ["notes.txt"]
    assert kept[f"{folder}/pictures/tree.png"] == PIXEL and kept["styles/mine.csl"] == b"<style/>"
    assert f"{folder}/drafts.json" not in kept, "nothing waits"
    whole = b"".join(kept.values())
    assert b"not yours" not in whole and b"argon2" not in whole


def test_drafts_that_wait_come_out_too(world):
    ports = replace(world.ports, writer=ScriptedModel(json.dumps({"message": "Here.", "document_content": "Gusts."})))
    drafting.send(ports, world.user_id, SendMessage(world.session_id, "Add a sentence on gusts."))
    target = io.BytesIO()
    account_export.export(ports, "a@example.org", target)
    archive = zipfile.ZipFile(target)
    (name,) = [each for each in archive.namelist() if each.endswith("/drafts.json")]
    assert [each["content"] for each in json.loads(archive.read(name))] == ["Gusts."]
    readme = archive.read("README.txt").decode()
    assert all(each.rpartition("/")[2] in readme for each in archive.namelist() if each.endswith(".json"))
