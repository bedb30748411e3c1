"""A Zotero collection in a researcher's day: fetched, drawn on, cited by its own keys, and given back."""

from __future__ import annotations

import pytest

from tests.live import serving
from tests.shell import Shell, signed_in
from tests.zotero_stand_in import ZoteroStandIn

ABSTRACT = "Linden trees lowered the temperature of asphalt by nine degrees at noon."
CSL = {
    "type": "article-journal", "title": "Shade in streets", "abstract": ABSTRACT, "container-title": "Urban Climate",
    "author": [{"family": "Berg", "given": "Ana"}], "issued": {"date-parts": [[2021]]},
}  # fmt: skip


@pytest.fixture
def database_url(sqlite_url):
    """What the databases promise is tested with them; here it is about the client."""
    return sqlite_url


def test_from_zotero_into_a_draft_and_back(app, tmp_path, monkeypatch):
    with ZoteroStandIn() as zotero, serving(app) as server:
        monkeypatch.setenv("COSCRIBE_ZOTERO_URL", zotero.url)
        zotero.collect("Trees", "TREES111")
        zotero.add(title=CSL["title"], csl=CSL, citationKey="bergShade", collections=["TREES111"])
        shell = signed_in(Shell(server, tmp_path / "config"))
        assert "1 work" in shell.run("zotero", "pull", "Trees").stdout
        assert "1 work" in shell.run("zotero", "pull", "Trees").stdout
        assert len(shell.json("library", "list")["items"]) == 1, "fetched again it takes the old list's place"
        shell.run("library", "use", "Zotero - Trees.json")
        drafted = shell.json("chat", "Add a sentence on how much linden trees lower the temperature of asphalt.")
        assert "nine degrees" in drafted["document_content"], drafted
        assert drafted["citations"][0]["title"] == "Shade in streets"
        assert shell.json("zotero", "pull", "Trees", "--references")["keys"] == ["bergShade"]
        pushed = shell.json("zotero", "push", "Trees")
        assert (pushed["added"], pushed["moved"], pushed["there"]) == ([], [], 1)
