"""Orders about structure are read by their form; one unknown word makes a sentence something else."""

from __future__ import annotations

import pytest

from backend.mentions.structure_orders import StructureOrder, is_naming, read_structure_order


@pytest.mark.parametrize(
    ("sentence", "order"),
    [
        ("Make ꙮ a subsection of ꙮ.", StructureOrder("under")),
        ("make ꙮ a sub-section", StructureOrder("under")),
        ("Turn ꙮ into a section of its own", StructureOrder("own")),
        ("make ꙮ a separate section", StructureOrder("own")),
        ("Make ꙮ a top-level section", StructureOrder("main")),
        ("Mach ꙮ zu einem eigenen Abschnitt", StructureOrder("own")),
        ("Fais de ꙮ une section à part", StructureOrder("own")),
        ("Haz de ꙮ una sección propia", StructureOrder("own")),
        ("ꙮ should be one level deeper", StructureOrder("level", 1)),
        ("Make ꙮ a section one level higher", StructureOrder("level", -1)),
        ("Move ꙮ up two levels", StructureOrder("level", -2)),
        ("ꙮ eine Ebene tiefer", StructureOrder("level", 1)),
        ("ꙮ doit descendre d'un niveau", StructureOrder("level", 1)),
        ("Sube ꙮ un nivel", StructureOrder("level", -1)),
        ("把 ꙮ 升一级", StructureOrder("level", -1)),
        ("Promote ꙮ", StructureOrder("level", -1)),
        ("split ꙮ after ꙮ and call the rest Anything at all", StructureOrder("split", after=True)),
        ("Divise ꙮ avant ꙮ", StructureOrder("split")),
        ("Add a subheading ꙭ before ꙮ", StructureOrder("heading", sub=True)),
        ("Coloca ꙮ debajo de ꙮ como una subsección", StructureOrder("under")),
        ("Füge unter ꙮ eine Überschrift ꙭ ein", StructureOrder("heading", after=True)),
        ("separate section, preceding ꙮ", None),
        ("split section ꙮ before ꙮ", StructureOrder("split")),
        ("Gib ꙮ mehr Raum", None),
        ("promote ꙮ in the press", None),
        ("Should ꙮ be a subsection of ꙮ?", None),
        ("Never demote ꙮ", None),
        ("make a section", None),
    ],
)
def test_an_order_is_read(sentence: str, order: StructureOrder | None) -> None:
    assert read_structure_order(sentence) == order


def test_a_title_follows_a_word_of_naming() -> None:
    assert is_naming("call") and is_naming("genannt") and not is_naming("make")
