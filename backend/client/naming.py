"""Find the one item that a person names by its id, the beginning of its id, or its name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from backend.client.failures import Declined

Item = TypeVar("Item", bound=Mapping[str, object])
#: The fewest characters of an id that name an item: 1.5 % of a thousand random ids share their first four with another.
FEWEST = 4
#: How many ids an error lists, and how many characters of each.
_LISTED, _SHOWN = 5, 13


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of item: the fields that hold its names, its plural, and the beginning of the error for no match."""

    names: tuple[str, ...]
    plural: str
    absent: str
    #: a sentence that says where the names are listed
    hint: str = ""

    def find(self, wanted: str, items: Iterable[Item]) -> Item:
        """Return the item whose id or name is `wanted`, else whose id begins with it.

        Raises Declined if no item matches, or several do.
        """
        there = list(items)
        found = [each for each in there if wanted == each["id"] or wanted in (each[name] for name in self.names)]
        if not found and len(wanted) >= FEWEST:
            found = [each for each in there if str(each["id"]).startswith(wanted.lower())]
        if not found:
            raise Declined(f"{self.absent} {wanted!r}.{self.hint}")
        if len(found) > 1:
            ids = ", ".join(str(each["id"])[:_SHOWN] for each in found[:_LISTED])
            raise Declined(f"{wanted!r} matches several {self.plural}; name one by its id: {ids}")
        return found[0]
