"""Find and convert the marks with which a model cites sources, such as `[sx_a1b2c3d4]`.

A model gets each source with an id and cites it by this id. `Marks` corrects the text while the model writes it: marks
of known sources are converted to the form that the caller wants, and all others are removed and counted. A text that
arrives in pieces gives the same result as one that arrives whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from backend.document.sentences import sentences
from backend.kernel.works import Source
from backend.sources.identifiers import former_ids, source_id
from backend.sources.withdrawn_titles import marked

_ID = r"sx_[0-9a-zA-Z]{1,12}"
#: One mark, or several marks in one pair of brackets of any kind. An id without brackets counts, too, if it is not part
#: of a longer word.
_GROUP = rf"[\[【(] ?{_ID}(?:[ ,;]{{1,3}}{_ID}){{0,19}} ?[\]】)]"
_MARK = re.compile(rf"[ \t]*(?:{_GROUP}|(?<![0-9a-zA-Z_/]){_ID}(?![0-9a-zA-Z_]))")
#: A JSON string that is only an id.
_QUOTED = re.compile(rf'"[\[【(]?({_ID})[\]】)]?"')
_EITHER = re.compile(f"{_QUOTED.pattern}|{_MARK.pattern}")
_FOUND = re.compile(_ID)
_WORD = re.compile(r"[0-9a-zA-Z_/]")
_INSIDE = re.compile(r"[0-9a-zA-Z_ ,;^–-]*")
#: The opening bracket of a number with which a model cites, although it was told to cite by ids.
_OWN_MARK = r"\[(?=\^?\d{1,3}(?: ?[,;–-] ?\d{1,3}){0,19}\](?!\())"
_OWN_AT_END = re.compile(r"\[\^?[\d ,;–-]{1,120}\]$")
_OR_OWN = re.compile(f"{_MARK.pattern}|{_OWN_MARK}")
_CODE = re.compile("`+")
#: Maximum length of brackets with marks: twenty ids and the signs between them.
_LONGEST = 20 * (15 + 3) + 2
#: What a source's text may contain to deceive a model: marks of other sources, and the lines that separate sources in a
#: prompt.
_FORGED = re.compile(r"[\[【](?=\s*(?:sx_|[A-Z][A-Z _\-]{5,}[\]】:]))")
_LINES = re.compile(r"[\[【](?=\s*[A-Z][A-Z _\-]{5,}[\]】:])")

#: A number in brackets with which a source's text, such as Wikipedia's, cites its own sources. In an answer that cites
#: by numbers, such a number would mean another source.
_OWN_NUMBER = re.compile(r"\[(?=\d{1,3}\])")

NONE: Mapping[str, str] = {}
#: The factor by which an answer's support is multiplied, if the answer cites 0, 1 or 2 sources; with more sources it is
#: 1. Chosen, not tuned: an answer from one source is no more certain than that source.
BREADTH = (0.0, 0.8, 0.9)


class Marks:
    """Corrects the citation marks of one answer, which may arrive in pieces.

    - `shown`: maps each known source id to the text that replaces its mark; "" removes the mark
    - `whole`: only for an answer in JSON: maps an id to the text for a string that is only this id
    - `numbers`: True if marks become numbers such as `[2]`; a number in brackets that the model wrote itself (outside
      of code) then gets full-width brackets, so that nobody takes it for a mark
    - `former`: maps earlier ids of a source to its present id; an id changes when more addresses or DOIs become known
    - `cited`: the known ids in the order in which they appear
    - `removed`: the number of marks with unknown ids
    """

    def __init__(
        self,
        shown: Mapping[str, str],
        whole: Mapping[str, str] | None = None,
        numbers: bool = False,
        former: Mapping[str, str] = NONE,
    ) -> None:
        self._shown, self._whole, self._former = shown, whole, former
        self._pattern = _EITHER if whole is not None else _OR_OWN if numbers else _MARK
        self._numbers, self._ticks = numbers, 0
        self._kept = ""
        self._cited: dict[str, None] = {}
        self.removed = 0

    @property
    def cited(self) -> tuple[str, ...]:
        return tuple(self._cited)

    def feed(self, piece: str) -> str:
        """Add a piece of the answer. Returns the corrected text that no later piece can change any more."""
        self._kept += piece
        return self._ready(self._settled())

    def end(self) -> str:
        """Return the rest of the corrected text, after the last piece was added."""
        return self._ready(len(self._kept))

    def settle(self, text: str) -> str:
        """Return the whole text with its marks corrected."""
        return self.feed(text) + self.end()

    def _ready(self, cut: int) -> str:
        ready, self._kept = self._kept[:cut], self._kept[cut:]
        written = self._pattern.sub(self._written, ready)
        self._ticks += len(_CODE.findall(ready))
        return written

    def _settled(self) -> int:
        """Return the length of the beginning of the text that later pieces cannot change any more. The rest may be part
        of an unfinished mark: the last word, an open bracket, and a quote or spaces before these.
        """
        text = self._kept
        at = len(text)
        while at and _WORD.match(text[at - 1]):
            at -= 1
        bracket = max(text.rfind(each, max(0, len(text) - _LONGEST)) for each in "[【(")
        if bracket >= 0 and _INSIDE.fullmatch(text, bracket + 1):
            at = min(at, bracket)
        elif at == len(text) and at and text[at - 1] in "]】)":  # the end of a JSON string may follow
            at = self._begin_of_closed(text)
        if self._numbers and (
            own := _OWN_AT_END.search(text, max(0, at - _LONGEST), at)
        ):  # a link's address may follow
            at = own.start()
        if self._whole is not None and at and text[at - 1] == '"':
            at -= 1
        while at and text[at - 1] in " \t":
            at -= 1
        while at and text[at - 1] == "`":
            at -= 1
        within = (m.start() for m in self._pattern.finditer(text) if m.start() < at < m.end())
        return next(within, at)

    def _begin_of_closed(self, text: str) -> int:
        if self._whole is None:
            return len(text)
        last = max(text.rfind(each, max(0, len(text) - 20)) for each in "[【(")
        return last if last > 0 and text[last - 1] == '"' and _FOUND.search(text, last) else len(text)

    def _written(self, match: re.Match[str]) -> str:
        if self._whole is not None and match[1]:
            return self._string(self._now(match[1].lower()))
        if match[0] == "[":
            ticks = self._ticks + len(_CODE.findall(match.string, 0, match.start()))
            return "[" if ticks % 2 else "［"
        ids = [self._now(each.lower()) for each in _FOUND.findall(match[0])]
        written = "".join(self._one(each) for each in dict.fromkeys(ids))
        space = match[0][: len(match[0]) - len(match[0].lstrip(" \t"))]
        return space + written if written else ""

    def _now(self, source: str) -> str:
        return source if source in self._shown else self._former.get(source, source)

    def _one(self, source: str) -> str:
        if source not in self._shown:
            self.removed += 1
            return ""
        self._cited.setdefault(source)
        return self._shown[source]

    def _string(self, source: str) -> str:
        assert self._whole is not None
        if source not in self._whole:
            self.removed += 1
            return '""'
        self._cited.setdefault(source)
        return json.dumps(self._whole[source], ensure_ascii=False)


def mark(source: Source) -> str:
    """Return the mark that cites a source, such as `[sx_a1b2c3d4]`."""
    return f"[{source_id(source)}]"


def former(sources: Sequence[Source]) -> dict[str, str]:
    """Return a dict that maps each former id of a source to its present id."""
    return {each: source_id(source) for source in reversed(sources) for each in former_ids(source)}


def as_ids(sources: Sequence[Source]) -> dict[str, str]:
    """Return a dict that maps each source's id to its mark, such as `[sx_a1b2c3d4]`."""
    return {source_id(each): mark(each) for each in sources}


def as_numbers(sources: Sequence[Source]) -> dict[str, str]:
    """Return a dict that maps each source's id to its number in brackets, counted from 1, such as `[2]`."""
    return {source_id(each): f"[{number}]" for number, each in enumerate(sources, start=1)}


def without_marks(sources: Sequence[Source]) -> dict[str, str]:
    """Return a dict that maps the id of each source to "", so that `Marks` removes the marks. Use it for content whose
    sources are listed separately.
    """
    return dict.fromkeys(map(source_id, sources), "")


def named(sources: Sequence[Source]) -> dict[str, str]:
    """Return a dict that maps each source's id to the line that describes the source (see `reference`)."""
    return {source_id(each): reference(each) for each in sources}


def reference(source: Source) -> str:
    """Describe a source in one line, which `matching.match` recognizes: authors, year, title, and DOI or address.

    If the source has neither DOI nor address, `matching.match` recognizes the line by its title only.
    """
    where = f"https://doi.org/{source.doi}" if source.doi else source.url
    title = marked(source.title) if source.is_retracted else " ".join(source.title.split())
    if not where:
        return title
    authors = ", ".join(source.authors[:3]) + (" et al." if len(source.authors) > 3 else "")
    year = f"({source.year})" if source.year else ""
    lead = " ".join(part for part in (authors, year) if part)
    return ". ".join(part.rstrip(".") for part in (lead, title, where) if part)


def unmarked(text: str) -> str:
    """Return an agent's report with full-width brackets in lines that look like delimiters, so that the report cannot
    end the list of sources in a prompt. Its citation marks are not changed.
    """
    return _LINES.sub("［", text)


def neutralized(text: str) -> str:
    """Return the text of a source in which the opening bracket of everything that looks like a citation mark or a
    delimiter of the prompt is replaced by a full-width bracket. So the text cannot pass for a citation, or for the end
    of the source.
    """
    return _FORGED.sub("［", text)


def unnumbered(text: str) -> str:
    """Return a quoted sentence with full-width brackets around numbers such as `[7]`. Otherwise they would look like
    the numbers of this answer's sources.
    """
    return _OWN_NUMBER.sub("［", text)


def support(text: str, cited: Sequence[str]) -> int:
    """Return how much of an answer is supported by citations, 0 to 100. This does not say whether the answer is true.

    It is the share of sentences with one of the marks `cited`, such as "[3]". A mark at the end of a line counts for
    all sentences of the line. If the answer cites only one or two sources, the value is slightly reduced (`BREADTH`).
    Headings and lines that introduce others are left out.
    """
    different = len(set(cited))
    marked = counted = 0
    for line in text.splitlines():
        carrying = sum(any(each in line[start:end] for each in cited) for start, end in sentences(line))
        leads = not carrying and line.rstrip().endswith((":", "："))
        if not line.strip() or leads or line.lstrip().startswith(("#", "|--", "---")):
            continue
        number = len(sentences(line)) or 1
        counted += number
        marked += number if carrying and line.rstrip().endswith("]") else carrying
    worth = BREADTH[different] if different < len(BREADTH) else 1.0
    return round(100 * worth * marked / counted) if counted else 0
