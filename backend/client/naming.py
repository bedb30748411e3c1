"""Find the session, work or persona that a user names by its id, the beginning of its id, or its name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from backend.client.failures import RequestRefused

Item = TypeVar("Item", bound=Mapping[str, object])
#: The fewest characters of an id that can name an item: with four, 1.5 % of a thousand random ids are ambiguous.
FEWEST = 4
#: The most ids that an error lists, and the characters that it shows of each.
_LISTED, _SHOWN = 5, 13


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of item that users can name, such as a session. `names` are the fields of an item that contain its names.
    `plural` is the plural noun for the kind. If no item matches, the error begins with `absent` and ends with `hint`.
    """

    names: tuple[str, ...]
    plural: str
    absent: str
    #: a sentence for the end of this error that tells where the names are listed
    hint: str = ""

    def find(self, wanted: str, items: Iterable[Item]) -> Item:
        """Return the item whose id or name is `wanted`. If there is none, return the item whose id begins with
        `wanted`.

        Raises RequestRefused if no item or more than one matches.
        """
        there = list(items)
        found = [each for each in there if wanted == each["id"] or wanted in (each[name] for name in self.names)]
        if not found and len(wanted) >= FEWEST:
            found = [each for each in there if str(each["id"]).startswith(wanted.lower())]
        if not found:
            raise RequestRefused(f"{self.absent} {wanted!r}.{self.hint}")
        if len(found) > 1:
            ids = ", ".join(str(each["id"])[:_SHOWN] for each in found[:_LISTED])
            raise RequestRefused(f"{wanted!r} matches several {self.plural}; name one by its id: {ids}")
        return found[0]
