import pytest

from backend.sources.withdrawn_titles import bare, is_marked_withdrawn, marked


def test_only_a_publishers_mark_is_taken_off():
    assert bare("WITHDRAWN: On silence") == "On silence"
    assert bare("Withdrawn: understanding youth") == "Withdrawn: understanding youth"
    assert bare("RETRACTED") == "RETRACTED"


@pytest.mark.parametrize("title", ["Of trees", "RETRACTED: Of trees", "Of trees (Retracted article. See vol. 5)"])
def test_marked_says_it_once(title: str) -> None:
    assert marked(title) == "Of trees (retracted)"
    assert is_marked_withdrawn(marked(title))
