"""Define a decorator for classes whose objects must be created quickly, because a document may need hundreds of
thousands of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

_Class = TypeVar("_Class")


@dataclass_transform(frozen_default=True)
def bulk_value(cls: type[_Class]) -> type[_Class]:
    """Make a class a dataclass with slots that the type checker treats as frozen.

    When the program runs, it is not frozen, because Python takes three times as long to create a frozen value.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)
