"""The recipes of CONTRIBUTING.md work as they stand there."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from backend.connectors.connector import Connector, Parsed, Service
from backend.connectors.services.payload import link, plain, results, text, within, year
from backend.document.blocks import Document, Splice, read
from backend.document.outline import outline
from backend.errors import ProviderMisanswered
from backend.formats.export_formats import ExportFormat
from backend.kernel.events import silent
from backend.kernel.exchange import ChatReply, ChatRequest, Turn
from backend.kernel.search_requests import Filters
from backend.kernel.works import Source
from backend.net.request import Request
from backend.placement.carrying_out.apply import apply
from backend.placement.carrying_out.resolve import _insert
from backend.placement.content import Content
from backend.placement.plan import Placement
from backend.providers.presets import Endpoint
from backend.providers.repeated_calls import Guarded

TEXT = (Path(__file__).resolve().parents[2] / "CONTRIBUTING.md").read_text(encoding="utf-8")
#: What the files that the recipes name import already, or what every file of that kind does.
NAMES = {
    each.__name__: each
    for each in (
        Any, ChatReply, ChatRequest, Connector, Content, Document, Endpoint, ExportFormat, Filters, Parsed, Placement,
        Request, Service, Source, Splice, _insert, link, outline, plain, quote, results, text, within, year,
    )
}  # fmt: skip


def recipe(title: str) -> tuple[str, dict[str, object]]:
    """The code of a recipe, and the names that it makes."""
    section = TEXT.split(f"### {title}\n")[1].split("\n### ")[0]
    code = re.search(r"^```python\n(.*?)^```", section, re.M | re.S)
    assert code is not None
    names = dict(NAMES)
    exec("from __future__ import annotations\n" + code[1], names)
    return code[1], names


def test_a_search_service():
    _, names = recipe("A search service")
    made = names["request"](Service("doaj"), "street trees?", Filters(limit=500))
    assert made.url == "https://doaj.org/api/search/articles/street%20trees%3F"
    answer = {"results": [{"id": "ab12", "bibjson": {"title": "Street <i>trees</i>", "year": "2021"}}, {"id": None}]}
    (found,) = names["parse"](json.dumps(answer).encode()).sources
    assert (found.title, found.year, found.url) == ("Street trees", 2021, "https://doaj.org/article/ab12")
    with pytest.raises(ProviderMisanswered):
        names["parse"](b'{"results": 3}')


def test_a_provider_of_models():
    _, names = recipe("A provider of models")
    model = Guarded(names["Parrot"](Endpoint()), 5.0)
    assert model.complete(ChatRequest((Turn("user", "Hello"),)), silent).text == "Hello"


def test_an_export_format():
    code, names = recipe("An export format")
    made = eval(code, names)
    assert (made.name, made.rendered) == ("rst", True)
    pypandoc = pytest.importorskip("pypandoc")
    assert made.name in pypandoc.get_pandoc_formats()[1]


def test_an_operation():
    _, names = recipe("An operation of Stage 2")
    place = Placement("append_to_document", None, None, "end", "user", "", 1.0)
    for before, expected in (
        ("# A\n\nOne.\n\n# References\n\n1. X.\n", "# A\n\nOne.\n\nNew.\n\n# References\n\n1. X.\n"),
        ("# A\n\nOne.\n", "# A\n\nOne.\n\nNew.\n"),
    ):
        document = read(before)
        splice = names["before_references"](document, place, Content.of("New."))
        assert apply(document, (splice,)) == expected


def test_every_recipe_is_short():
    for title in ("A search service", "A provider of models", "An export format", "An operation of Stage 2"):
        assert len(recipe(title)[0].splitlines()) < 20
