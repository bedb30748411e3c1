"""Decide whether the replacement of a section also replaces its subsections."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from backend.placement.plan import Placement, position

#: Phrases such as "X and all its subsections", "mit allen Unterabschnitten".
_SUBSECTIONS = re.compile(
    r"\b(?:all|every|with|including|its|mit|samt|allen|alle|avec|toutes?|con|todas?|tutte|com)\s+(?:\w+\s+){0,2}?"
    r"(?:sub-?sections?|unterabschnitte?n?|unterkapiteln?|sous-sections|subsecciones|sottosezioni|subse[cç]ç?ões)\b",
    re.IGNORECASE,
)
#: Phrases that order to keep the subsections: "but keep all subsections".
_KEPT = re.compile(
    r"\b(?:keep\w*|leav\w+|retain\w*|stay\w*|remain\w*|untouched|not|don't|without|except|but|behalt\w*|lass\w*|bleib\w*|ohne"
    r"|nicht|aber|gard\w+|laiss\w+|sans|sauf|mais|conserv\w*|mant\w+|dej\w+|sin|salvo|pero|lasci\w+|senza|tranne|ma"
    r"|deix\w+|sem|mas)\b",
    re.IGNORECASE,
)


def with_subsections(found: Sequence[Placement], messages: Sequence[str]) -> list[Placement]:
    """Return the placements `found`. If a message says "replace Methods with its subsections", the placements that
    replace a section replace its subsections, too.
    """
    if not any(_SUBSECTIONS.search(each) and not _KEPT.search(each) for each in messages):
        return list(found)
    return [_with_subsections(each) for each in found]


def _with_subsections(placement: Placement) -> Placement:
    """Return a placement that replaces a section, changed so that it also replaces the section's subsections. Any other
    placement is returned unchanged.
    """
    wholes = {"section body": "section contents", "section": "whole section"}
    if placement.operation != "replace" or placement.place not in wholes:
        return placement
    return replace(placement, position=position(wholes[placement.place], placement.heading))
