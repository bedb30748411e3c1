"""Citation styles of a user's own."""

from __future__ import annotations

import pytest

from backend.errors import NotFound, Refused
from backend.services import documents, export, references, styles
from backend.services.export import ExportOptions
from backend.storage.sessions import OwnedSession
from tests.formats.test_csl_styles import RULES, dependent, style
from tests.rendering.test_pandoc import NEEDED, words

pytestmark = NEEDED


def refusal(world, content):
    with pytest.raises(Refused) as caught:
        styles.add(world.ports, world.user_id, content)
    return str(caught.value.errors)


def test_an_own_style_is_used_by_an_export(world):
    made, new = styles.add(world.ports, world.user_id, style())
    assert new and made == {"id": "journal-of-shade", "title": "Journal of Shade", "shipped": False}
    assert styles.listed(world.ports, world.user_id)[0] == made and len(styles.listed(world.ports, world.user_id)) == 13
    owned = OwnedSession(world.user_id, world.session_id)
    documents.put(world.ports, owned, '"0"', "Trees cool [@berg].\n")
    references.add(world.ports, owned, [("berg", {"title": "Street trees"})], "own")
    page = words(export.export(world.ports, owned, ExportOptions("html", "journal-of-shade")).content.decode())
    assert "[Street trees]" in page and "Street trees (own style)" in page


def test_a_dependent_style_takes_the_rules_of_its_parent(world):
    styles.add(world.ports, world.user_id, dependent("ieee"))
    assert styles.text_of(world.ports, world.user_id, "shade-letters") == world.ports.renderer.style("ieee")
    assert "add that one first" in refusal(world, dependent("journal-of-shade", "other"))
    styles.add(world.ports, world.user_id, style())
    styles.add(world.ports, world.user_id, dependent("journal-of-shade", "other"))
    assert "own style" in styles.text_of(world.ports, world.user_id, "other")


def test_a_shipped_name_stays_the_shipped_style(world):
    made, _ = styles.add(world.ports, world.user_id, style(id="apa"))
    assert made["id"] == "apa-own"
    assert styles.text_of(world.ports, world.user_id, "apa") == world.ports.renderer.style("apa")
    with pytest.raises(NotFound):
        styles.remove(world.ports, world.user_id, "apa")


def test_adding_it_again_replaces_it(world):
    styles.add(world.ports, world.user_id, style())
    changed = style(rules=RULES.replace("own style", "new rules"))
    assert styles.add(world.ports, world.user_id, changed)[1] is False
    assert "new rules" in styles.text_of(world.ports, world.user_id, "journal-of-shade")
    styles.remove(world.ports, world.user_id, "journal-of-shade")
    assert "journal-of-shade" not in styles.names(world.ports, world.user_id)


def test_what_pandoc_cannot_use_is_refused(world, monkeypatch):
    assert "could not write" in refusal(world, style(rules="<citation><nonsense/></citation>"))
    monkeypatch.setattr(styles, "MOST_STYLES", 0)
    assert "Delete one first" in refusal(world, style())
    assert styles.listed(world.ports, world.user_id)[0]["shipped"]
