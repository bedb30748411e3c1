"""Convert BibTeX to CSL-JSON and back. The library pybtex parses the file, and this module converts the fields.

Files are written in UTF-8. Words with capitals inside, such as DNA, are put in braces, so that no citation style
changes their case.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from backend.formats.csl_items import OTHERS, Item, date_of, year_of
from backend.sources.identifiers import without_tex

if TYPE_CHECKING:
    from pybtex.database import Entry, Person

#: The most warnings that are listed; the others are only counted.
MOST_WARNINGS = 20
_TO_CSL = {
    "article": "article-journal", "inproceedings": "paper-conference", "conference": "paper-conference",
    "incollection": "chapter", "inbook": "chapter", "book": "book", "booklet": "pamphlet", "proceedings": "book",
    "collection": "book", "phdthesis": "thesis", "mastersthesis": "thesis", "thesis": "thesis",
    "techreport": "report", "report": "report", "manual": "report", "unpublished": "manuscript", "online": "webpage",
    "www": "webpage", "electronic": "webpage", "dataset": "dataset", "software": "software", "patent": "patent",
    "misc": "document", "periodical": "periodical", "standard": "standard", "preprint": "article",
}  # fmt: skip
_TO_BIBTEX = {
    "article-journal": "article", "article-magazine": "article", "article-newspaper": "article", "review": "article",
    "paper-conference": "inproceedings", "chapter": "incollection", "entry-encyclopedia": "incollection",
    "book": "book", "thesis": "phdthesis", "report": "techreport", "manuscript": "unpublished", "webpage": "online",
    "post-weblog": "online", "dataset": "dataset", "software": "software", "patent": "patent", "pamphlet": "booklet",
    "article": "misc", "periodical": "periodical", "standard": "standard",
}  # fmt: skip
#: Pairs of a BibTeX field and the CSL variable that contains its value. If several fields have the same variable, the
#: value is written to the first of them.
_FIELDS = (
    ("title", "title"), ("shorttitle", "title-short"), ("volume", "volume"), ("number", "issue"), ("issue", "issue"),
    ("publisher", "publisher"), ("school", "publisher"), ("institution", "publisher"), ("organization", "publisher"),
    ("address", "publisher-place"), ("location", "publisher-place"), ("edition", "edition"), ("series",
    "collection-title"), ("chapter", "chapter-number"), ("isbn", "ISBN"), ("issn", "ISSN"), ("pmid", "PMID"),
    ("abstract", "abstract"), ("note", "note"), ("language", "language"), ("langid", "language"),
    ("keywords", "keyword"), ("version", "version"), ("type", "genre"),
)  # fmt: skip
_CONTAINERS = ("journal", "journaltitle", "booktitle")
_ESCAPES = {
    "\\": "\\textbackslash{}", "&": "\\&", "%": "\\%", "#": "\\#", "_": "\\_", "$": "\\$",
    # BibTeX counts braces even after a backslash
    "{": "\\textbraceleft{}", "}": "\\textbraceright{}",
    "~": "\\textasciitilde{}", "^": "\\textasciicircum{}",
}  # fmt: skip
_UNESCAPED = {escape: character for character, escape in _ESCAPES.items() if len(escape) > 2}
_UNESCAPE = re.compile("|".join(map(re.escape, _UNESCAPED)) + r"|\\([&%#_${}])")
#: The beginning of an entry: its type and its key. A broken entry may lack either.
_ENTRY = re.compile(r"^[ \t]*@(\w+)[ \t]*[{(]?[ \t]*([^,\s{}=]*)", re.MULTILINE)
#: CSL variables of which an entry needs at least one to identify a work.
_TELLING = frozenset({"title", "DOI", "URL", "container-title", "note"})
#: A line number in an error message of the parser. It is counted from the start of the entry, not of the file.
_PLACE = re.compile(r" in line \d+")
_STRING = re.compile(r"\s*@string\b", re.IGNORECASE)
_CAPITALS = re.compile(r"[^\W\d_]*[^\W\d_][A-ZÀ-ÖØ-Þ][\w-]*|\b[A-Z]\b(?!')")
_TAGS = re.compile(r"</?(?:i|b|sub|sup|sc|span|em|jats:\w+)\b[^<>]*>")


def read_bibtex(text: str) -> tuple[list[tuple[str, Item]], list[str]]:
    """Return (citation key, CSL item) for every entry that can be read, and a warning for each entry with an error."""
    entries, problems = _parsed(text)
    if not problems:
        return entries, []
    # the parser reads the text after a broken entry as a part of it, so each entry is parsed alone
    starts = [found.start() for found in _ENTRY.finditer(text)]
    pieces = [text[start:end] for start, end in pairwise([*starts, len(text)])]
    abbreviations = "".join(each for each in pieces if _STRING.match(each))
    entries, warnings = [], []
    for start, piece in zip(starts, pieces, strict=True):
        name = _ENTRY.match(piece)
        if name is None or name[1].lower() in ("string", "comment", "preamble"):
            continue
        found, faults = _parsed(abbreviations + piece)
        usable = [(key, item) for key, item in found if not faults or item.keys() & _TELLING]
        entries += usable
        if faults:
            fate = "has an error" if usable else "was not read"
            line = text.count("\n", 0, start) + 1
            warnings.append(f"The entry “{name[2] or '?'}” in line {line} {fate}: {faults[0]}")
    more = len(warnings) - MOST_WARNINGS
    warnings = warnings[:MOST_WARNINGS] or [f"The file has an error: {problems[0]}"]
    return entries, [*warnings, f"{more} more entries have errors."] if more > 0 else warnings


def _parsed(text: str) -> tuple[list[tuple[str, Item]], list[str]]:
    from pybtex import errors
    from pybtex.database.input.bibtex import Parser

    with errors.capture() as problems:
        data = Parser(encoding="utf-8").parse_string(text)
    said = [_PLACE.sub("", " ".join(str(each).split()))[:200] for each in problems]
    return [(key, _item(entry)) for key, entry in data.entries.items()], said


def write_bibtex(references: Iterable[tuple[str, Mapping[str, Any]]]) -> str:
    """Return a BibTeX file with these references, each given as (key, CSL item)."""
    return "\n".join(_entry(key, item) for key, item in references)


def _item(entry: Entry) -> Item:
    fields = {name.lower(): str(value) for name, value in entry.fields.items()}
    item: Item = {"type": _TO_CSL.get(entry.type.lower(), "document")}
    for name, variable in _FIELDS:
        if fields.get(name) and variable not in item:
            item[variable] = plain(fields[name])
    container = next((fields[name] for name in _CONTAINERS if fields.get(name)), "")
    if container:
        item["container-title"] = plain(container)
    if pages := fields.get("pages"):
        item["page"] = plain(pages).replace("--", "-")
    for name, variable in (("doi", "DOI"), ("url", "URL")):
        if fields.get(name):
            item[variable] = without_tex(fields[name])
    if fields.get("eprint") and "arxiv" in (fields.get("eprinttype") or fields.get("archiveprefix") or "").lower():
        item["arxiv"] = plain(fields["eprint"])
        if item["type"] == "document":
            item["type"] = "article"  # CSL's type of a preprint
    if issued := _issued(fields):
        item["issued"] = issued
    for role in ("author", "editor", "translator"):
        people = [OTHERS if str(each) == "others" else _name(each) for each in entry.persons.get(role, ())]
        if people:
            item[role] = people
    return item


def _issued(fields: Mapping[str, str]) -> Mapping[str, Any] | None:
    """Return the date of publication in CSL's form; None if there is none. The field `date` is preferred to `year` and
    `month`, because it is more exact. A month may be a number, a name or an abbreviation.
    """
    date = date_of(plain(fields.get("date", "")).partition("/")[0])
    if date and "date-parts" in date:
        return date
    year = plain(fields.get("year", ""))
    months = "jan feb mar apr may jun jul aug sep oct nov dec".split()
    said = plain(fields.get("month", "")).lower()[:3]
    month = months.index(said) + 1 if said in months else int(said) if said.isdigit() and 1 <= int(said) <= 12 else None
    if year.isdigit():
        return {"date-parts": [[int(year), *([month] if month else [])]]}
    return date_of(year)


def _name(person: Person) -> dict[str, str]:
    first = " ".join([*person.first_names, *person.middle_names])
    particle, suffix = " ".join(person.prelast_names), " ".join(person.lineage_names)
    last = " ".join(person.last_names)
    if last.startswith("{") and last.endswith("}") and not (first or particle or suffix):
        return {"literal": plain(last)}
    parts = {"family": last, "given": first, "non-dropping-particle": particle, "suffix": suffix}
    return {part: plain(text) for part, text in parts.items() if text}


def _entry(key: str, item: Mapping[str, Any]) -> str:
    kind = _TO_BIBTEX.get(str(item.get("type")), "misc")
    lines = [f"  {name} = {{{value}}}" for name, value in _fields(kind, item)]
    return "\n".join([f"@{kind}{{{key},", ",\n".join(lines), "}", ""])


def _fields(kind: str, item: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for role in ("author", "editor", "translator"):
        if item.get(role):
            yield role, " and ".join(map(_written_name, item[role]))
    written: set[str] = set()
    for name, variable in _FIELDS:
        value = item.get(variable)
        if value and variable not in written:
            written.add(variable)
            yield name, protected(str(value)) if name == "title" else escaped(str(value))
    if item.get("container-title"):
        name = "booktitle" if kind in ("inproceedings", "incollection") else "journal"
        yield name, escaped(str(item["container-title"]))
    if item.get("page"):
        yield "pages", escaped(str(item["page"])).replace("-", "--")
    if (year := year_of(item)) is not None:
        yield "year", str(year)
    parts = (item.get("issued") or {}).get("date-parts") or [[]]
    if len(parts[0]) > 1:
        yield "date", "-".join(f"{number:02d}" for number in parts[0])
    if item.get("arxiv"):
        yield "eprint", escaped(str(item["arxiv"]))
        yield "eprinttype", "arxiv"
    for name, variable in (("doi", "DOI"), ("url", "URL")):
        if item.get(variable):
            yield name, str(item[variable]).replace("{", "%7B").replace("}", "%7D")


def _written_name(name: Mapping[str, str]) -> str:
    """Return a name as "von Family, Jr, Given". A family name that BibTeX would divide gets braces."""
    if name == OTHERS:
        return "others"
    if name.get("literal"):
        return f"{{{escaped(name['literal'])}}}"
    family, given = name.get("family", ""), name.get("given", "")
    words = family.split()
    divided = any(word[:1].islower() for word in words) or " and " in f" {family} " or "," in family
    shown = f"{{{escaped(family)}}}" if divided else escaped(family)
    if name.get("non-dropping-particle"):
        shown = f"{escaped(name['non-dropping-particle'])} {shown}"
    given = escaped(" ".join(filter(None, (given, name.get("dropping-particle")))))
    if " and " in f" {given} " or "," in given:
        given = f"{{{given}}}"
    if not given and not name.get("suffix") and " " not in shown:
        return shown
    if name.get("suffix"):
        return f"{shown}, {escaped(name['suffix'])}, {given}"
    return f"{shown}, {given}"


def escaped(text: str) -> str:
    r"""Return the text with TeX's special characters escaped, such as `\&` for `&`."""
    return "".join(_ESCAPES.get(character, character) for character in text)


def protected(title: str) -> str:
    """Return a title with TeX's special characters escaped, and with braces around the words that must keep their
    capitals.
    """
    pieces, at = [], 0
    for found in _CAPITALS.finditer(title):
        pieces += [escaped(title[at : found.start()]), "{", escaped(found[0]), "}"]
        at = found.end()
    return "".join([*pieces, escaped(title[at:])])


def plain(text: str) -> str:
    """Return the text without TeX's braces, escapes and accents, and without the HTML tags that some registries put
    into titles.
    """
    kept: list[str] = []

    def keep(found: re.Match[str]) -> str:
        kept.append(_UNESCAPED.get(found[0]) or found[1])
        return f"\ue000{len(kept) - 1}\ue001"

    text = _UNESCAPE.sub(keep, text)
    if "\\" in text:
        text = decode_tex(text)
    if "$" not in text:
        text = text.replace("{", "").replace("}", "").replace("~", " ")
    text = re.sub("\ue000(\\d+)\ue001", lambda found: kept[int(found[1])], text)
    return " ".join(_TAGS.sub("", text).split())


def decode_tex(text: str) -> str:
    r"""Replace TeX's commands for letters and accents by characters: `{\"u}` becomes `ü`. A text that cannot be
    converted is returned unchanged.
    """
    import latexcodec

    assert latexcodec  # its import registers the codec
    try:
        return text.encode("utf-8").decode("latex+utf-8")
    except (UnicodeError, ValueError):
        return text
