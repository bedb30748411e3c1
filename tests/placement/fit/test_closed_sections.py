"""Resemblance alone opens no list of references, no abstract, no appendix."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.document.blocks import read
from backend.mentions.document_view import DocumentView
from backend.placement.fit.closed_sections import closed
from backend.placement.rules import decide

CLOSED = ("Abstract", "References", "Acknowledgements", "Appendix A: Sheets", "Literaturverzeichnis", "Danksagung",
          "Résumé", "Bibliographie", "参考文献", "Funding", "Keywords")  # fmt: skip
OPEN = ("Introduction", "Methods", "Results", "Discussion", "Ferries", "方法")
WORDS = "ice river ferry bank thaw jam gauge dam crossing auger core depth thickness winter spring".split()


@pytest.mark.parametrize("title", CLOSED)
def test_such_parts_are_closed(title: str):
    view = DocumentView(
        read(f"# Ice\n\nWords.\n\n## Methods\n\nCores.\n\n## {title}\n\n- one\n- two\n\n### Below\n\nText.\n")
    )
    inside = [block.index for block in view.blocks if block.start > view.document.text.index(title)]
    assert all(closed(view, block) for block in inside)
    assert not closed(view, 3)


@pytest.mark.parametrize("title", OPEN)
def test_other_parts_are_open(title: str):
    view = DocumentView(read(f"# Ice\n\n## {title}\n\nText.\n"))
    assert not closed(view, 2)


@st.composite
def papers(draw: st.DrawFn) -> tuple[str, str]:
    """A paper with open and closed parts whose texts are of the same few words, and a paragraph of them."""

    def sentence() -> str:
        return " ".join(draw(st.lists(st.sampled_from(WORDS), min_size=4, max_size=12))).capitalize() + "."

    titles = draw(st.lists(st.sampled_from((*CLOSED, *OPEN)), min_size=1, max_size=6, unique=True))
    parts = [
        f"## {title}\n\n{sentence()}\n\n- {sentence()}\n- {sentence()}" for title in (*titles, "Methods and sites")
    ]
    return "\n\n".join(["Words before.", *parts]) + "\n", sentence()


@settings(max_examples=60)
@given(papers(), st.sampled_from(([], ["Write about ferries."], ["Shorter, please."], ["Schreib etwas über Eis."])))
def test_resemblance_puts_nothing_there(paper: tuple[str, str], messages: list[str]):
    document = read(paper[0])
    placement = decide(document, paper[1], messages).placement
    assert placement.anchor is not None
    assert not closed(DocumentView(document), placement.anchor.block)
    assert placement.operation in ("insert_after", "append_to_section") and placement.place in ("block", "end")
