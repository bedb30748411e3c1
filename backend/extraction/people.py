"""The names of people, as files list them."""

from __future__ import annotations

import re

#: What stands where nobody named an author.
_NOBODY = re.compile(
    r"\(?anonymous\)?|unknown|authors?|admin\w*|user|owner|acrobat.*|adobe.*|microsoft.*|latex.*|tex|typst.*|root|tbd|n/?a"
    r"|et al\.?|[\W\d_]*",
    re.IGNORECASE,
)


def names(text: str) -> list[str]:
    """The people in a list of names: "Ann Lee, Bo Chen and Cy Diaz", "Lee, Ann; Chen, Bo", "Lee, Ann"."""
    text = text.replace("\x00", "")
    if ";" in text:
        parts = [turned(part) for part in text.split(";")]
    else:
        parts = re.split(r",|\band\b|&|·|\u2022", text)
        if len(parts) == 2 and "," in text and all(len(part.split()) == 1 for part in parts):
            parts = [turned(text)]
    return [name for part in parts if (name := " ".join(part.split())) and not _NOBODY.fullmatch(name)]


def turned(name: str) -> str:
    """ "Lee, Ann" as it is spoken; one person, whatever the commas."""
    family, comma, given = name.partition(",")
    return f"{given.strip()} {family.strip()}" if comma else name
