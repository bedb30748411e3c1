"""Extract the reference list that is printed in a paper: the entries below its heading, numbered or not, in Markdown or
LaTeX. A paper without such a list may have its references in footnotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from backend.document.blocks import Block, Document
from backend.document.blocks import read as read_blocks
from backend.document.inline import plain_title

#: The headings of reference lists, in the languages of exports (formats/reference_words.py) and some more.
_HEADINGS = frozenset(
    "references|reference list|list of references|references cited|cited references|references and notes|"
    "notes and references|bibliography|works cited|literature|literature cited|cited literature|"
    "literatur|literaturverzeichnis|literaturangaben|quellen|quellenverzeichnis|bibliographie|bibliografie|referenzen|"
    "références|références bibliographiques|referencias|referencias bibliográficas|bibliografía|obras citadas|"
    "referências|referências bibliográficas|bibliografia|riferimenti|riferimenti bibliografici|"
    "referenties|literatuur|literatuurlijst|bronnen|referenser|referanser|litteratur|litteraturliste|kaynakça|kaynaklar|"
    "список литературы|литература|参考文献|參考文獻|참고문헌".split("|")
)
#: Headings that introduce a reference list only if they have no other words: "Data and sources" is a section of text.
_ALONE = frozenset({"sources", "works", "references used", "sources used"})
_PARTS = re.compile(r"\s*(?:&|/|,|\band\b|\bund\b|\bet\b)\s*")
#: A heading's number ("7.", "VII.", "A.1") before its words.
_HEADING_NUMBER = re.compile(r"^(?:\d+(?:\.\d+)*\.?|[ivxlc]+\.|[a-z]\.(?:\d+\.?)*)\s+")
_ATTRIBUTES = re.compile(r"\s*\{[^{}]*\}\s*$")
#: Kinds of blocks that contain no entry.
_SILENT = frozenset({"code", "comment", "math", "rule", "figure", "caption", "front_matter"})
#: HTML anchors before an entry.
_ANCHOR = re.compile(r"^\s*(?:<(a|span)\b[^>]*>\s*</\1>\s*)+", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][^<>]*>", re.IGNORECASE)
_LATEX_HEADING = re.compile(r"\\(?:chapter|section|subsection)\*?\{([^{}]*)\}\s*$")
_TABLE_RULE = re.compile(r"^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$")
#: A citation by key. Text below a heading such as “References” is prose and not a list if it contains such a citation,
#: or if it is long and has neither a year nor an identifier.
_CITES = re.compile(r"\[[^\[\]]*@[\w:]+[^\[\]]*\](?!:)")
#: Maximum number of characters of an entry without a mark, a year and an identifier. A longer text is prose. Chosen,
#: not tuned.
_LONGEST_BARE = 250
_BIBITEM = re.compile(r"\\bibitem\s*(?:\[[^\]]*\]\s*)?\{([^}]*)\}")
_BIBLIOGRAPHY_END = re.compile(r"\\end\{thebibliography\}")
#: The mark before an entry: [1], [1]:, [^1]:, [@tag:x]:, [Mei14], (1), 1., 1\\., 1), ^1^, or a bullet.
_MARK = re.compile(
    r"^\s*(?:>\s*)?(?:(?:\*\*)?\\?\[\^?(@[\w+.:/-]{1,80}|[\w+.:-]{1,20})\\?\](?:\*\*)?:?|\((\d{1,3})\)"
    r"|(\d{1,3})\\?[.)]|\^(\d{1,3})\^|[-*+•–])"
    r"(?:\s+|(?<=\]:)|$)"
)
_WRAPPING = re.compile(r"^\s*(?::::.*|</?(?:div|ol|ul|p)\b[^>]*>)\s*$", re.IGNORECASE)
_LIST_ITEM = re.compile(r"</li>|<li\b[^>]*>", re.IGNORECASE)
#: Lowercase words with which a family name may begin.
_PARTICLE = re.compile(r"(?:d[aeiou]s?|del|den|der|du|la|le|ter|van|von|zu)\s", re.IGNORECASE)
_SOFT_END = re.compile(r"(?:\\|<br\s*/?>)\s*$", re.IGNORECASE)
_YEAR_OR_IDENTIFIER = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)|\b10\.\d{4,9}/\S|https?://\S|\barXiv:", re.IGNORECASE)
#: A title in quotation marks, together with what follows a title in a reference. “The word ‘green desert’ was new” has
#: no such title.
_TITLE = re.compile(
    r"(?:“[^“”]{8,}[”“]|„[^„“”]{8,}[“”]|«[^«»]{8,}»|\"[^\"]{8,}\"|(?<!\w)[‘'](?=\S)[^‘]{8,}?[’'](?!\w))"
    r"(?=\s*(?:[,.;:()\[]|[Ii]n\b|[^\W_a-zß-öø-ÿ]|[*_]|$))"
)
#: A year. `_IN_SENTENCE` recognizes a year that belongs to a sentence, as in “in 1987”.
_YEAR = re.compile(r"(?<![^\W\d_])(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_IN_SENTENCE = re.compile(r"(?:\A|[^\w’'-])[a-zß-öø-ÿ]+\s+\Z")
_IDENTIFIER = re.compile(r"\b10\.\d{4,9}/\S|\barXiv:", re.IGNORECASE)
_FOOTNOTE = re.compile(r"\[\^([^\]\s]{1,80})\]:")
_ENTRY_END = re.compile(r"[.)\]>/\d]$|https?://\S+$|\b10\.\d{4,9}/\S+$")
#: Maximum number of entries of one paper. A longer list is not a reference list.
MOST_ENTRIES = 10_000


@dataclass(frozen=True, slots=True)
class PrintedReference:
    """An entry of a reference list, on one line. `mark` is its printed number or key; "" if it has none."""

    mark: str
    text: str


def printed_references(text: str) -> list[PrintedReference]:
    """Return the entries of all reference lists in a document, in order. If it has no list, return the references in
    its footnotes.
    """
    document = read_blocks(text)
    found: list[PrintedReference] = []
    for lines in _blocks_of_lists(document):
        source = "\n".join(lines)
        found += _bibitems(source) if _BIBITEM.search(source) else _entries(lines)
    return (found or list(_in_footnotes(document)))[:MOST_ENTRIES]


def _in_footnotes(document: Document) -> Iterator[PrintedReference]:
    """Yield the references in footnotes. A footnote may have several, divided by semicolons. Comments and short
    citations, such as “Meier, Drought, p. 4”, are left out.
    """
    for block in document.blocks:
        mark = _FOOTNOTE.match(source := document.source(block)) if block.kind == "footnote" else None
        if mark is None:
            continue
        entry = list[str]()
        for part in source[mark.end() :].split(";"):
            if _is_reference(part) and any(map(_is_reference, entry)):
                yield from _made(mark[1], [";".join(entry)])
                entry = []
            entry.append(part)
        if any(map(_is_reference, entry)):
            yield from _made(mark[1], [";".join(entry)])


def _is_reference(text: str) -> bool:
    """Return True if a part of a footnote names a work: by an identifier, or by a title in quotation marks and a
    year.
    """
    if _IDENTIFIER.search(text):
        return True
    years = (each.start() for each in _YEAR.finditer(text))
    return _TITLE.search(text) is not None and any(not _IN_SENTENCE.search(text[max(0, at - 40) : at]) for at in years)


def _blocks_of_lists(document: Document) -> Iterator[list[str]]:
    """Yield the lines of each block that belongs to a reference list: blocks below the heading of such a list, and
    LaTeX's environment for it anywhere.
    """
    level, has_entries = 0, False
    for block in document.blocks:
        source = document.source(block)
        if block.kind == "heading":
            level, has_entries = _level_within(level, block), False
            continue
        if block.kind == "rule" and has_entries:
            level = 0
        lines = source.splitlines()
        if "\\bibitem" in source and block.kind not in _SILENT:
            yield lines
            continue
        if block.kind == "table":
            lines = list(_rows(lines))
        latex = _LATEX_HEADING.match(lines[0].strip()) if lines else None
        if latex is not None and not _is_heading(latex[1]):
            level = 0
        elif latex is not None or (block.kind == "paragraph" and lines and _is_heading(lines[0])):
            level, has_entries, lines = 6, False, lines[1:]
        elif block.kind == "paragraph" and level == 6 and _is_bold_line(lines):
            level = 0
        if level and block.kind not in _SILENT and not _is_introduction(lines):
            has_entries = has_entries or bool(lines)
            yield lines


def _rows(lines: Sequence[str]) -> Iterator[str]:
    """Yield an entry for each row in the body of a table: its mark, then its text."""
    rules = [place for place, line in enumerate(lines) if _TABLE_RULE.match(line)]
    for line in lines[rules[0] + 1 :] if rules else ():
        cells = [each.strip() for each in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
        yield "- " + ". ".join(each.rstrip(".") for each in cells if each)


def _level_within(level: int, heading: Block) -> int:
    """Return the level of a reference list's heading if the text below `heading` belongs to this list; 0 if it belongs
    to none. A subheading does not end a list. `level` is what this function returned for the previous heading.
    """
    if _is_heading(heading.title):
        return min(heading.level, 5)
    return level if 0 < level < heading.level and level != 6 else 0


def _is_heading(title: str) -> bool:
    words = plain_title(_ATTRIBUTES.sub("", title)).strip(" *_#:.").casefold()
    words = _HEADING_NUMBER.sub("", words)
    return words in _ALONE or words in _HEADINGS or any(part in _HEADINGS for part in _PARTS.split(words))


def _is_bold_line(lines: Sequence[str]) -> bool:
    """Return True if a paragraph is one bold line. In many pasted texts such lines are used as headings."""
    return len(lines) == 1 and re.fullmatch(r"\s*(\*\*|__)[^*_]{1,80}\1:?\s*", lines[0]) is not None


def _is_introduction(lines: Sequence[str]) -> bool:
    """Return True if a paragraph only introduces the list, as “The following works were used:” does."""
    return len(lines) == 1 and lines[0].rstrip(" *_").endswith(":") and not _MARK.match(lines[0])


def _entries(lines: Sequence[str]) -> Iterator[PrintedReference]:
    mark, entry = "", list[str]()
    last: int | None = None
    lines = [row for each in lines for row in _LIST_ITEM.sub("\n- ", each).split("\n")]
    lines = [_SOFT_END.sub("", _ANCHOR.sub("", each)) for each in lines if each.strip() and not _WRAPPING.match(each)]
    is_hanging = any(each[:1].isspace() for each in lines[1:])
    for line in lines:
        found = _MARK.match(line)
        if found and _continues(found, last, bool(entry)):
            yield from _made(mark, entry)
            mark = found[1] or found[2] or found[3] or found[4] or ""
            last = int(mark) if mark.isdigit() else -1
            entry = [line[found.end() :]]
        elif last is None and _begins_entry(entry, line, is_hanging):
            yield from _made(mark, entry)
            entry = [line]
        else:
            entry.append(line)
    yield from _made(mark, entry)


def _continues(found: re.Match[str], last: int | None, is_within: bool) -> bool:
    """Return True if the mark `found` begins a new entry of the list. A number with a period may also stand at the
    start of a wrapped line, so it must continue the count: it must follow `last`, the number of the entry before.

    If `last` is None, and text of the list precedes the mark (`is_within`), the number must be 1.
    """
    number = found[2] or found[3]  # no wrapped line begins with the other marks
    if not number or (last is None and not is_within):
        return True
    return int(number) == 1 if last is None else int(number) in (last, last + 1)


def _begins_entry(entry: Sequence[str], line: str, is_hanging: bool) -> bool:
    """Return True if a line without a mark begins a new entry, False if it continues the entry before.

    If the list has hanging indents, they decide. Otherwise, a line begins an entry if both the line and the entry
    before have a year or an identifier, and the entry before is complete.
    """
    if is_hanging:
        return not line[:1].isspace()
    so_far = " ".join(entry).rstrip()
    ended = _ENTRY_END.search(so_far) and _YEAR_OR_IDENTIFIER.search(so_far)
    start = line.lstrip(" *_“\"'")
    is_name = start[:1].isupper() or start[:1].istitle() or _PARTICLE.match(start)
    return bool(ended and _YEAR_OR_IDENTIFIER.search(line) and is_name)


def _made(mark: str, entry: Sequence[str]) -> Iterator[PrintedReference]:
    text = " ".join(" ".join(entry).split())
    bare = _TAG.sub(" ", text)
    told = _YEAR_OR_IDENTIFIER.search(text)
    if not mark and (_CITES.search(text) or (not told and len(text) > _LONGEST_BARE)):
        return
    if any(each.isalpha() for each in bare) or told:
        yield PrintedReference(mark, text)


def _bibitems(source: str) -> Iterator[PrintedReference]:
    parts = _BIBITEM.split(_BIBLIOGRAPHY_END.split(source)[0])
    for key, text in zip(parts[1::2], parts[2::2], strict=True):
        yield from _made(key.strip(), [text.replace("\\newblock", " ").replace("~", " ")])
