"""Clean the form of the content that a model drafted, so that the user sees exactly what will be placed.

A code fence around all of it and words to the user are removed, and headings are written as in the document. No other
word changes, and a warning says what was removed.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from backend.document.blocks import Document, read
from backend.document.outline import outline
from backend.drafting.quoted_version import without_quotation
from backend.drafting.row_form import as_rows
from backend.drafting.shown_changes import alternatives, new_text, struck
from backend.drafting.spoken_framing import Framing, framing, speaks_alone
from backend.mentions.closed_words import noun
from backend.mentions.headings import fold
from backend.mentions.lexicon import tokens
from backend.mentions.resolver import resolve
from backend.mentions.section_names import title_words

_FENCE = re.compile(
    r"\A\s*(?P<mark>`{3,}|~{3,})[ \t]*\{?\.?(?P<language>[\w+-]*)[^\n`]*\n"
    r"(?P<inside>.*?)\r?\n?[ \t]*(?P=mark)[`~]*\s*\Z",
    re.DOTALL,
)
_EMPHASIS = ("*", "_")
_MARKDOWN = frozenset("markdown md mdown mkd pandoc qmd quarto rmd rmarkdown".split())
_NO_LANGUAGE = frozenset(("", "text", "txt", "plain", "plaintext"))
_SENTENCE_END = re.compile(r"[.!?…。！？][\s\"”»’)\]*_]*\Z")
#: Minimum share (0 to 1) of plain words in a paragraph that counts as prose and not as code.
_PROSE = 0.7
_WORD = re.compile(r"[(\[“\"'*_]*[^\W\d_][\w’'/-]*[)\]”\"'*_]*[.,;:!?]*")
_SCRIPT_WITHOUT_SPACES = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_RULE = re.compile(r"\A(?:[ \t]*[-*_]{3,}[ \t]*\r?\n\s*)|\s*\n[ \t]*[-*_]{3,}[ \t]*\s*\Z")
#: Maximum number of wrappers that are removed one after the other, such as a fence inside words to the user inside a
#: fence.
_LAYERS = 6
#: What follows the name in a heading and is not part of it: "[tag]", "{#id}", "(draft)".
_TAGS = re.compile(r"(?:\s*(?:\[[^\[\]]*\]|\{[^{}]*\}))+\s*\Z")
#: A paragraph in bold type, with other text after it.
_BOLD = re.compile(r"\s*(?:\*\*|__)([^*_\n]+?)[:.]?(?:\*\*|__)[:.]?[ \t]*\r?\n(?:[ \t]*\r?\n)+(?=\s*\S)")
#: A label in bold type at the start of a paragraph; and the same anywhere in a document.
_RUN_IN = re.compile(r"\s*(?:\*\*|__)([^*_\n]+?)(?:[:.](?:\*\*|__)|(?:\*\*|__)[:.]|(?:\*\*|__)(?=[ \t]*\n))\s+(?=\S)")
_RUN_IN_LINE = re.compile(r"^[ \t]*(?:\*\*|__)[^*_\n]+?(?:[:.](?:\*\*|__)|(?:\*\*|__)[:.])[ \t]+\S", re.MULTILINE)
#: A first paragraph of one line that does not end like a sentence, perhaps with a colon, and other text after it.
_PLAIN_TITLE = re.compile(r"\s*([^\n#>|*_`~+-][^\n]{0,80}[^\n.!?:;,|]):?[ \t]*\r?\n(?:[ \t]*\r?\n)+(?=\s*\S)")
_BOLD_LINE = re.compile(r"^[ \t]*(?:\*\*|__)[^*_\n]+?[:.]?(?:\*\*|__)[:.]?[ \t]*$", re.MULTILINE)
_NUMBER = re.compile(r"\s*(\d+(?:\.\d+)*)[.)]?\s")

_UNFENCED = "The model put the content into a code block. Only the text inside it is the draft."
_UNQUOTED = "The model put the new version into quotation marks. Only the text inside them is the draft."
_PLAIN = "The model emphasized all of the new version. The draft has it without this emphasis."
_ROWS = "The draft contains only the table rows of the answer, in the form of the document's rows."
_TAKEN = "The model’s words to you were removed from the content: “{}”."
_DOUBTFUL = (
    "These words of the content may be meant for you and not for the document: “{}”. Check them before you approve."
)
_OLD_TEXT = "The answer showed the old text beside the new one. The draft has only the new text."
_ALTERNATIVES = (
    "The answer offers several versions ({}), and the draft contains all of them. Before you approve the draft, say"
    " which version you want, or remove the others."
)
_STRUCK = (
    "The content has struck-out words, “{}”. They would be placed in the document, too. Check them before you approve."
)
_HEADING = "The draft's heading “{}” is now written as in the document: “{}”."
_DOUBLED_HEADING = "The content had the heading “{}” twice. The second was removed."
_REPEATED_HEADING = "The content repeated the heading “{}” above its text. This repetition was removed."
_OTHER_HEADING = (
    "The draft has a heading of its own, “{}”, and the document has “{}”. Remove the draft’s heading unless you want "
    "both."
)
_KEPT_HEADING = "The new version came without the draft’s heading “{}”. The heading was kept."


@dataclass(frozen=True, slots=True)
class Cleaned:
    """Content as it will be placed, and warnings that name what was changed or is doubtful."""

    content: str
    warnings: tuple[str, ...] = ()


def cleaned(content: str, request: str, document: Document, earlier: str = "") -> Cleaned:
    """Return the content without a code fence around it and without words to the user, and with headings spelled as in
    the document. A code block or words to a reader stay if the user asked for them or `earlier` has them.

    `request` is the user's message. `earlier` is the version of the draft that the content revises ("" for none).
    """
    warnings: list[str] = []
    for _ in range(_LAYERS):
        bare = _unfenced(content, request, earlier)
        if bare != content:
            warnings.append(_UNFENCED)
        unquoted = without_quotation(bare, request, document)
        if unquoted != bare:
            warnings.append(_UNQUOTED if bare.lstrip()[:1] not in _EMPHASIS else _PLAIN)
            bare = unquoted
        shown = new_text(bare, request, f"{document.text}\n\n{earlier}")
        bare = shown.content
        warnings += [_OLD_TEXT] if shown.old else []
        warnings += [_TAKEN.format(_shown(shown.note))] if shown.note else []
        found = framing(read(bare), document, request)
        said = bare[found.start : found.end].strip() if found else ""
        if found is None or said in earlier or not found.sure:
            content = bare
            break
        warnings.append(_TAKEN.format(_shown(said)))
        content = _RULE.sub("", (bare[: found.start] + bare[found.end :]).strip("\r\n").rstrip())
    if (rows := as_rows(content, request, document)) != content:
        content = rows
        warnings.append(_ROWS)
    content, doubled = _without_doubled_heading(content)
    content, renamed = _with_known_heading(content, request, document)
    found = found if content == bare else framing(read(content), document, request)
    warnings += [*doubled, *renamed, *_doubts(content, request, (document.text, earlier), found)]
    if words := struck(content, request, f"{document.text}\n\n{earlier}"):
        warnings.append(_STRUCK.format(_shown(words)))
    return Cleaned(content, tuple(dict.fromkeys(warnings)))


def doubts(content: str, request: str, document: Document, earlier: str = "") -> list[str]:
    """Return warnings about versions to choose from, and about words that may be meant for the user. What the `request`
    or the `earlier` version also has causes no warning.
    """
    return _doubts(content, request, (document.text, earlier), framing(read(content), document, request))


def _doubts(content: str, request: str, known: tuple[str, str], found: Framing | None) -> list[str]:
    """Return the warnings of `doubts`. `known` are the texts of the document and of the earlier version, and `found`
    is the position of words to the user in the content.
    """
    earlier, texts = known[1], "\n\n".join(known)
    several = alternatives(content, request, texts)
    alone = speaks_alone(read(content), f"{texts}\n\n{request}")
    said = content if alone else content[found.start : found.end] if found else ""
    told = [_ALTERNATIVES.format(", ".join(f"“{each}”" for each in several))] if several else []
    return [*told, *([_DOUBTFUL.format(_shown(said))] if said and said.strip() not in earlier else [])]


def with_earlier_heading(content: str, request: str, earlier: str) -> Cleaned:
    """Return `content`, the new version of a draft. If it lacks the heading of the `earlier` version, put that heading
    above it. If the request speaks of headings, return the content unchanged, because the request may ask to remove the
    heading.
    """
    blocks = read(earlier).blocks
    heads = [each for each in blocks if each.kind == "heading"]
    if len(heads) != 1 or blocks[0] is not heads[0] or len(blocks) < 2 or _names(request, {"heading"}):
        return Cleaned(content)
    if not content or any(each.kind == "heading" for each in read(content).blocks):
        return Cleaned(content)
    line = earlier[heads[0].start : heads[0].end].strip()
    gap = earlier[heads[0].end : blocks[1].start]
    between = "\n\n" if "\n" in gap else "\n"
    return Cleaned(f"{line}{between}{content}", (_KEPT_HEADING.format(heads[0].title),))


def _unfenced(content: str, request: str, earlier: str) -> str:
    """Return the content without a fence around all of it. If there is no such fence, or if the user wants code, return
    the content unchanged.
    """
    found = _FENCE.match(content)
    if found is None or earlier.lstrip().startswith(found["mark"][:3]):
        return content
    inside, language = found["inside"], found["language"].lower()
    if not _is_closed(inside, found["mark"]) or not inside.strip():
        return content
    if language in _MARKDOWN:
        return content if language in request.lower() or "markdown" in request.lower() else inside
    if language not in _NO_LANGUAGE or _names(request, {"code"}):
        return content
    return inside if _is_prose(inside) else content


def _is_closed(inside: str, outer: str) -> bool:
    """Return True if the fence `outer` (such as "```") around the text `inside` contains all of it: each code block
    that begins in the text also ends in it, and no other line closes the outer fence.
    """
    opened = ""
    for line in inside.splitlines():
        mark = re.match(r"[ \t]{0,3}(`{3,}|~{3,})(.*)", line)
        if mark is None:
            continue
        if not opened:
            if mark[1].startswith(outer) and not mark[2].strip():
                return False
            opened = mark[1]
        elif mark[1].startswith(opened) and not mark[2].strip():
            opened = ""
    return not opened


def _is_prose(text: str) -> bool:
    """Return True if a text contains a table; or a paragraph, list or quotation that ends like a sentence and has
    mostly plain words.
    """
    made = read(text)
    for block in made.blocks:
        source = made.source(block).strip()
        if block.kind == "table":
            return True
        if block.kind in ("paragraph", "list", "quote") and _SENTENCE_END.search(source):
            words = source.split()
            plain = sum(_WORD.fullmatch(each) is not None for each in words)
            if _SCRIPT_WITHOUT_SPACES.search(source) or (len(words) > 3 and plain >= _PROSE * len(words)):
                return True
    return False


def _without_doubled_heading(content: str) -> tuple[str, list[str]]:
    """Return the content without its second block if this is a heading that repeats the heading before it. Also returns
    a warning about the change; [] if nothing was changed.

    A second heading of another level is kept, because a subsection may have the title of its section.
    """
    made = read(content)
    heads = made.blocks[:2]
    if len(heads) < 2 or any(each.kind != "heading" for each in heads) or heads[0].level != heads[1].level:
        return content, []
    if not _is_same(heads[0].title, heads[1].title):
        return content, []
    bare = f"{content[: heads[1].start]}{content[heads[1].end :].lstrip()}".rstrip()
    return bare, [_DOUBLED_HEADING.format(heads[0].title)]


def _with_known_heading(content: str, request: str, document: Document) -> tuple[str, list[str]]:
    """Return the content with its first heading spelled as in the document, and a warning about the change. If the
    request spells the heading as the content does, the heading is kept.
    """
    blocks = read(content).blocks
    if not blocks or blocks[0].kind != "heading":
        return _without_bold_heading(content, request, document)
    title = blocks[0].title
    headings = (document.blocks[each.heading] for each in outline(document).sections if each.heading is not None)
    known = {each.title for each in headings}
    same = [each for each in known if _is_same(title, each)]
    if title in known or re.search(rf"(?<!\w){re.escape(title)}(?!\w)", request, re.IGNORECASE):
        return content, []
    if len(same) != 1:
        return content, _like_a_heading(title, request, known)
    if fold(title) == fold(same[0]):
        return content, []
    line = content[blocks[0].start : blocks[0].end]
    return content.replace(line, line.replace(title, same[0], 1), 1), [_HEADING.format(title, same[0])]


def _without_bold_heading(content: str, request: str, document: Document) -> tuple[str, list[str]]:
    """Return the content without the name of a section at its start, and a warning about the change. The name must be
    in bold type or on a separate first line, and the request must name this section or a part of it.
    """
    found = _BOLD.match(content) or _RUN_IN.match(content) or _PLAIN_TITLE.match(content)
    if found is None or len(_BOLD_LINE.findall(content)) > 1:
        return content, []  # the names of several sections are above their texts
    if found.re is _RUN_IN and (len(_RUN_IN_LINE.findall(content)) > 1 or _RUN_IN_LINE.search(document.text)):
        return content, []  # the content, or the document, has other such labels
    titled = {each.start for each in resolve(document, found[1]) if each.kind == "section"}
    sections = outline(document)
    named = [each for each in resolve(document, request) if each.kind != "document"]
    meant = {sections.section_of(each.start).first for each in named}
    exact = found.re is not _PLAIN_TITLE or any(
        fold(each.title) == fold(found[1]) for each in sections.sections if each.title
    )
    if len(titled) != 1 or not titled <= meant or not exact:
        return content, []
    return content[found.end() :], [_REPEATED_HEADING.format(found[1])]


def _like_a_heading(title: str, request: str, known: Collection[str]) -> list[str]:
    """Return a warning if the draft's heading `title` is like a section's heading that the request names, but has
    further words: "Sites and methods" for "Methods". `known` are the document's headings.
    """
    words, said = set(fold(title).split()), f" {fold(request)} "
    like = [each for each in known if f" {fold(each)} " in said and set(fold(each).split()) < words]
    return [_OTHER_HEADING.format(title, like[0])] if len(like) == 1 and not words <= set(said.split()) else []


def _is_same(one: str, other: str) -> bool:
    """Return True if two headings are equal without tags such as "{#id}": they have the same letters and digits, or the
    same words in another form ("Method" and "Methods"). A number that only one of them has is ignored.
    """
    numbers = [found[1] for each in (one, other) if (found := _NUMBER.match(each)) is not None]
    bare = [_TAGS.sub("", each) for each in (one, other)]
    folded = [fold(each).replace(" ", "") for each in bare]
    stems = [[word.stem for word in title_words(fold(each))] for each in bare]
    return len(set(numbers)) < 2 and (folded[0] == folded[1] != "" or stems[0] == stems[1] != [])


def _names(request: str, kinds: set[str]) -> bool:
    """Return True if a message names a thing of one of these kinds, such as "code" or "heading"."""
    words = tokens(request)
    return any(kinds.intersection(noun(words, at)[0]) for at in range(len(words)))


def _shown(said: str) -> str:
    """Return the text `said` in the form in which warnings quote it: on one line, and cut if it is long."""
    line = " ".join(said.split())
    return line if len(line) <= 160 else f"{line[:159]}…"
