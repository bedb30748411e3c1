"""Parse the names of people as files list them."""

from __future__ import annotations

import re

#: Texts in place of an author's name: nothing, a role, the account of a new machine, or the program itself.
_NOBODY = re.compile(
    r"\(?anonymous\)?|unknown|authors?|admin\w*|owner|root|tbd|n/?a|et al\.?|[\W\d_]*"
    r"|(?:(?:windows|word|office|home|hp|dell|lenovo|acer|asus|test)[- ]?)?(?:user|benutzer|anwender|nutzer|utilisateur"
    r"|usuario|utente|gebruiker|utilizador)\w{0,2}|(?:my|your|author|full|first|last|family|given)[- ]?names?|name"
    r"|acrobat.*|adobe.*|microsoft.*|ms[- ]office.*|latex.*|tex|pdftex.*|xetex.*|typst.*|pandoc.*|quarto.*"
    r"|(?:libre|open)office.*|python-(?:docx|pptx)|docx4j|apache .*|openpyxl|aspose.*|google docs.*|wkhtmltopdf.*"
    r"|chrom(?:e|ium).*|mozilla.*|skia.*|ghostscript.*|quartz.*|pages|pscript\S*|itext.*|reportlab.*|hp|dell|lenovo|asus|acer|toshiba|sony|apple|pc|laptop",
    re.IGNORECASE,
)


def names(text: str) -> list[str]:
    """Return the names of the people in a list such as "Ann Lee, Bo Chen and Cy Diaz", "Lee, Ann; Chen, Bo" or "Lee,
    Ann". Roles and the names of programs are left out.
    """
    text = text.replace("\x00", "")
    if ";" in text:
        parts = [turned(part) for part in text.split(";")]
    else:
        parts = re.split(r",|\band\b|&|·|\u2022", text)
        if len(parts) == 2 and "," in text and all(len(part.split()) == 1 for part in parts):
            parts = [turned(text)]
    return [name for part in parts if (name := " ".join(part.split())) and not _NOBODY.fullmatch(name)]


def turned(name: str) -> str:
    """Return the name of one person with the family name last: "Ann Lee" for "Lee, Ann". A name without a comma is
    returned unchanged.
    """
    family, comma, given = name.partition(",")
    return f"{given.strip()} {family.strip()}" if comma else name
