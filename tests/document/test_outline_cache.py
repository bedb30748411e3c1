"""An outline is worked out once for equal texts."""

from backend.document.blocks import read
from backend.document.outline import outline
from backend.document.outline_cache import outlined

TEXT = "# A\n\nText.\n\n## B\n\nMore.\n"


def test_it_is_the_documents_outline_and_equal_texts_share_it():
    assert outlined(read(TEXT)) == outline(read(TEXT))
    assert outlined(read(TEXT)) is outlined(read(TEXT))
    assert outlined(read(TEXT + "\n## C\n")) != outlined(read(TEXT))


def test_only_the_latest_are_kept():
    first = outlined(read(TEXT))
    for number in range(8):
        outlined(read(f"# Another {number}\n"))
    assert outlined(read(TEXT)) is not first
