"""An order that wants less of a part deletes no part."""

from __future__ import annotations

import pytest

from backend.keyless.commands import Situation, read_command
from backend.keyless.partial_removal import removes_only_part

TITLES = ("Methods", "Results", "Methoden", "Méthodes")


@pytest.mark.parametrize(
    "message",
    [
        "the Methods section is too long, cut it by a third",
        "cut the Methods section by a third",
        "The Methods section is too long, remove a third of it",
        "Methods is too long; cut it to 150 words please",
        "can you cut the Methods section a bit",
        "Methods is too long, cut it",
        "The Methods section repeats itself, cut it where you can",
        "Methods drags on, cut it somewhat",
        "Streich die Methoden um ein Drittel zusammen",
        "Please cut Methods short",
        "Remove Methods if it is cited nowhere",
        "Delete Methods and write a shorter version",
        "Cut Methods where it repeats Results",
    ],
)
def test_less_of_a_part_is_no_order_to_delete_it(message):
    assert removes_only_part(message)
    assert read_command(message, Situation(titles=TITLES)) is None


@pytest.mark.parametrize(
    "message", ["The Methods section is wrong, delete it", "Delete the third paragraph of Methods"]
)
def test_a_part_is_still_deleted(message):
    assert not removes_only_part(message)
    found = read_command(message, Situation(titles=TITLES))
    assert found is not None and found.operation == "delete"
