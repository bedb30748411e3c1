"""The inside of a string as a model wrote it -> the text it meant.

A string is read in one of three ways, decided from the whole of it before anything is decoded:

- *escaped*: backslashes are doubled, as JSON wants (`\\\\alpha`, `\\\\\\\\` for a row break);
- *raw*: backslashes are single (`\\alpha`, `\\\\` for a row break), only quotes and line breaks may be escaped;
- *mixed*: both occur, and each run of backslashes is judged by where it stands.

Where a JSON escape and a TeX command share their letters (`\\nabla`, `\\theta`, `\\beta`, `\\frac`, `\\rho`), the
place decides: inside `$…$` a line break is absurd, in a code block a tab is not, and so on. A string without such
doubts is decoded exactly as JSON says. NUL and lone surrogates never come out: no database or UTF-8 file takes them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Literal

from backend.drafting.tex import AMBIGUOUS, COMMANDS

Reading = Literal["escaped", "raw", "mixed"]

_CONTROLS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_NAMES = "|".join(sorted(COMMANDS, key=len, reverse=True))
#: a backslash that JSON would refuse, or that begins what spells a TeX command
_DOUBTFUL = re.compile(
    r"(?<!\\)(?:\\\\)*+\\(?:[^\"\\/bfnrtu]|u(?![0-9a-fA-F]{4})|\Z|(?:" + _NAMES + r")(?![A-Za-z]))", re.DOTALL
)
_RUN = re.compile(r"(\\+)(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|U[0-9a-fA-F]{8}|[A-Za-z]+|.|\Z)", re.DOTALL)
_SURROGATE = re.compile("[\ud800-\udfff]")
#: the places that matter, leftmost first; every alternative stops at its own delimiter, so all of it is linear
_PLACE = re.compile(
    r"(?P<code>```(?:(?!```).)*+(?:```|\Z)|`[^`\n]{1,200}`)"
    r"|(?P<display>\$\$[^$]++(?:\$\$|\$?\Z)|\\+begin\{(?:(?!\\begin|\\end).){0,4000}\\end"
    r"|\\{1,2}\[(?:(?!\\[\[\]]).){0,2000}\\\])"
    r"|(?P<inline>(?<![\\$])\$(?![\s$])(?:[^$\n\\]|\\(?!n\\n).){1,400}?(?<!\s)\$(?!\d)"
    r"|\\{1,2}\((?:(?!\\[()]|\n).){0,400}\\\))",
    re.DOTALL,
)
#: where a text was cut: a formula that never closed, and the escape or half command it was in
_OPEN_FORMULA = re.compile(r"(?<![\\$])\$(?![\s$])(?:[^$\n\\]|\\(?!n\\n).){0,400}\Z", re.DOTALL)
_HALF_COMMAND = re.compile(r"(?<!\\)(?:\\\\)*+\\([bfnrt][A-Za-z]*)\Z")
#: what TeX writes after a single backslash besides letters
_TEX_PUNCTUATION = frozenset(",;:!{}%&#_|")
#: a literal `\n` that begins a Markdown block: doubled once too often
_OVERESCAPED = re.compile(r"\\n(?:\\n)?(?=[#>|*\-] ?|[A-Z0-9$`(\[]|\\n)")


@dataclass(frozen=True, slots=True)
class Decoded:
    """`repairs` are short stable words; `unsure` says that the evidence was thin."""

    text: str
    repairs: frozenset[str] = frozenset()
    unsure: bool = False


@dataclass(slots=True)
class _Place:
    kind: str = "text"
    start: int = 0
    end: int = 0
    #: the place holds real line breaks, so its writer did not escape them
    pasted: bool = False


@dataclass(frozen=True, slots=True)
class _Evidence:
    reading: Reading
    #: four backslashes stand for a row break somewhere, so two do not
    quadruples: bool
    #: some backslashes are doubled, so their writer knew how
    doubled: bool
    #: real line breaks stand in the string
    pasted: bool


def decode(body: str, *, python: bool = False, cut: bool = False) -> Decoded:
    """Give the text meant by `body`, the characters between a string's quotes.

    `python` also reads `\\xNN` and `\\UNNNNNNNN`, as `repr` writes them. With `cut` the string was never closed:
    half an escape at its end is dropped.
    """
    if "\r\n" in body:
        body = body.replace("\r\n", "\n")
    if cut:
        body = _whole_escapes(body)
    if "\\" not in body:
        return Decoded(storable(body))
    if not _DOUBTFUL.search(body) and not (cut and _HALF_COMMAND.search(body, max(0, len(body) - 64))):
        return Decoded(storable(as_json(body)))
    return _decide(body, python, cut)


def storable(text: str) -> str:
    """Drop NUL and lone surrogates; join surrogates that come in pairs."""
    if "\x00" in text:
        text = text.replace("\x00", "")
    if _SURROGATE.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")
    return text


def loosen(text: str) -> str | None:
    """Decode once more where a Markdown text has only literal `\\n` for line breaks; None where it has not."""
    if "\n" in text or len(text) < 40 or len(_OVERESCAPED.findall(text)) < 2 or "\\n\\n" not in text:
        return None
    outside = re.sub(r"(?<!`)`[^`]{1,80}`(?!`)", "", text)
    return decode(text).text if "\\n\\n" in outside else None


def _whole_escapes(body: str) -> str:
    """Drop an escape that the cut went through."""
    found = re.search(r"(?<!\\)(?:\\\\)*+(\\(?:u[0-9a-fA-F]{0,3})?)\Z", body[-64:] if body[-64:-63] != "\\" else body)
    if found:
        body = body[: len(body) - len(found[1])]
    return re.sub(r"(?<!\\)((?:\\\\)*+)\\u[dD][89abAB][0-9a-fA-F]{2}\Z", r"\1", body)


def as_json(body: str) -> str:
    """Decode exactly as JSON says, bare quotes and raw line breaks apart."""
    if '"' not in body:
        return str(scanstring(body + '"', 0, False)[0])
    return _RUN.sub(_json_run, body)


def _json_run(found: re.Match[str]) -> str:
    run, after = found[1], found[2]
    half = "\\" * (len(run) // 2)
    if len(run) % 2 == 0:
        return half + after
    if not after:
        return half
    if after[:1] == "u" and len(after) == 5:
        return half + chr(int(after[1:], 16))
    return half + _CONTROLS.get(after[0], after[0]) + after[1:]


def _decide(body: str, python: bool, cut: bool) -> Decoded:
    runs = list(_RUN.finditer(body))
    places = _places(body, runs, cut)
    evidence = _weigh(body, runs, places, python)
    if cut and _is_half(body, runs[-1], places[-1], evidence):
        body = body[: runs[-1].start() + len(runs[-1][1]) - 1]
        return _decide(body, python, True) if "\\" in body else Decoded(storable(body))
    out: list[str] = []
    at = 0
    unsure = False
    for found, place in zip(runs, places, strict=True):
        out.append(body[at : found.start()])
        at = found.end()
        text, doubt = _read_run(body, found, place, evidence, python)
        unsure = unsure or doubt
        out.append(text)
    out.append(body[at:])
    return Decoded(storable("".join(out)), frozenset({"backslashes"}), unsure)


def _is_half(body: str, last: re.Match[str], place: _Place, evidence: _Evidence) -> bool:
    """Whether the text ends in a half command, which would read as a control character and a few letters."""
    word = last[2]
    if last.end() < len(body) or len(last[1]) % 2 == 0 or word[:1] not in _CONTROLS:
        return False
    if not any(name.startswith(word) for name in COMMANDS):
        return False
    if word[0] in "bfr":
        return True
    if word in COMMANDS and word not in AMBIGUOUS:
        return False
    return place.kind == "inline" or (len(word) > 1 and evidence.reading != "escaped")


def _places(body: str, runs: list[re.Match[str]], cut: bool) -> list[_Place]:
    """Where each run of backslashes stands."""
    text = _Place(end=len(body))
    spans = _PLACE.finditer(body)
    opened = _OPEN_FORMULA.search(body, max(0, len(body) - 400)) if cut else None
    tail = _Place("inline", opened.start(), len(body)) if opened else None
    result: list[_Place] = []
    current: _Place | None = None
    exhausted = False
    for found in runs:
        at = found.start()
        while not exhausted and (current is None or current.end <= at):
            span = next(spans, None)
            if span is None:
                exhausted = True
                current = None
            else:
                current = _Place(span.lastgroup or "text", span.start(), span.end(), "\n" in span[0])
        inside = current if current is not None and current.start <= at else text
        result.append(tail if tail is not None and inside is text and tail.start < at else inside)
    return result


def _weigh(body: str, runs: list[re.Match[str]], places: list[_Place], python: bool) -> _Evidence:
    raw = doubled = quadruples = 0
    for found, place in zip(runs, places, strict=True):
        count, after = len(found[1]), found[2]
        if count % 2:
            raw += _speaks_raw(after, place, python)
        elif count == 2 and (after[:1].isalpha() or after in _TEX_PUNCTUATION):
            doubled += 1
        elif count == 4:
            quadruples += 1
    reading: Reading = "escaped"
    if raw:
        reading = "mixed" if doubled else "raw"
    return _Evidence(reading, quadruples > 0, doubled > 0, "\n" in body)


def _speaks_raw(after: str, place: _Place, python: bool) -> bool:
    """Whether a single backslash before `after` shows that backslashes were not doubled."""
    first = after[:1]
    if first in _CONTROLS:
        if after not in COMMANDS or place.kind == "code":
            return False
        return first in "bfr" or after not in AMBIGUOUS or place.kind == "inline"
    if first in {"x", "U"} and len(after) in {3, 9} and after[1:].isalnum() and python:
        return False
    if first.isalpha():
        return not (first == "u" and len(after) == 5 and re.fullmatch("u[0-9a-fA-F]{4}", after))
    return after in _TEX_PUNCTUATION and place.kind in {"inline", "display"}


def _read_run(body: str, found: re.Match[str], place: _Place, evidence: _Evidence, python: bool) -> tuple[str, bool]:
    """A run of backslashes and what follows it -> the text meant, and whether that is a guess."""
    count, after = len(found[1]), found[2]
    pairs = count // 2
    if count % 2 == 0:
        return _read_pairs(pairs, after, place, evidence) + after, False
    text, command, doubt = _read_single(body, found, place, evidence, python)
    if pairs == 1 and not evidence.quadruples and _keeps_pair(command, place, evidence):
        return "\\\\" + text, doubt
    return "\\" * pairs + text, doubt


def _keeps_pair(command: bool, place: _Place, evidence: _Evidence) -> bool:
    """Whether two backslashes before a third are a row break."""
    if evidence.reading == "raw":
        return True
    return (command and place.kind in {"inline", "display"}) or (
        evidence.reading == "mixed" and place.kind == "display"
    )


def _read_pairs(pairs: int, after: str, place: _Place, evidence: _Evidence) -> str:
    if evidence.reading == "escaped":
        return "\\" * pairs
    if pairs > 1:
        return "\\" * pairs
    if evidence.reading == "raw":
        return "\\" if evidence.quadruples else "\\\\"
    row_break = place.kind == "display" and not evidence.quadruples and (not after.strip() or after in "[&\\")
    return "\\\\" if row_break else "\\"


def _read_single(
    body: str, found: re.Match[str], place: _Place, evidence: _Evidence, python: bool
) -> tuple[str, bool, bool]:
    """What a single backslash means: (text, is it a command or literal, is that a guess)."""
    after = found[2]
    first = after[:1]
    if first in {'"', "/", "'"}:
        return after, False, False
    if len(after) == 5 and re.fullmatch("u[0-9a-fA-F]{4}", after):
        return chr(int(after[1:], 16)), False, False
    if python and len(after) in {3, 9} and re.fullmatch("x[0-9a-fA-F]{2}|U[0-9a-fA-F]{8}", after):
        code = int(after[1:], 16)
        return (chr(code) if code < 0x110000 else ""), False, False
    if first not in _CONTROLS:
        return "\\" + after, True, False
    literal, doubt = _spells_command(body, found, place, evidence)
    if literal:
        return "\\" + after, True, doubt
    return _CONTROLS[first] + after[1:], False, doubt


def _spells_command(body: str, found: re.Match[str], place: _Place, evidence: _Evidence) -> tuple[bool, bool]:
    """Whether `\\b \\f \\n \\r \\t` with its letters is a command (or literal) rather than a control character."""
    word = found[2]
    first = word[0]
    known = word in COMMANDS
    loose = evidence.reading != "escaped"
    if place.kind == "code":
        if first in "nt":
            literal = place.pasted and not evidence.doubled and not _at_line_start(body, found.start())
            return literal or (loose and known and word not in AMBIGUOUS), False
        return known or loose, False
    if first in "bfr":
        return known or (loose and len(word) > 1 and place.kind != "text"), False
    if place.kind == "inline":
        return known or (evidence.reading == "raw" and len(word) > 1), False
    if not known:
        return first == "t" and loose and len(word) > 1 and place.kind == "display", False
    if word not in AMBIGUOUS:
        return True, False
    if place.kind == "display":
        return _in_display(body, found, place, evidence), False
    return _in_prose(body, found, evidence)


def _at_line_start(body: str, at: int) -> bool:
    """Whether only indentation, raw or escaped, stands between the line's beginning and `at`."""
    before = body[max(0, at - 200) : at]
    return not before.rpartition("\n")[2].replace("\\t", "").strip()


def _in_display(body: str, found: re.Match[str], place: _Place, evidence: _Evidence) -> bool:
    """A formula on lines of its own begins with a line break, and one follows each properly escaped row break."""
    at = found.start()
    if found[2][0] == "t":
        return True
    if body[place.start : at] == "$$" and body[: place.end].endswith("\\n$$"):
        return False
    return not ((evidence.reading == "escaped" and body[:at].rstrip(" ").endswith("\\\\")) or len(found[1]) == 3)


def _in_prose(body: str, found: re.Match[str], evidence: _Evidence) -> tuple[bool, bool]:
    """Outside formulas an ambiguous word is a command only if the string shows other single backslashes."""
    if found[2][0] == "n":
        literal = evidence.pasted and evidence.reading != "escaped"
        return literal, literal
    if body[found.end() : found.end() + 1] == "{":
        return True, False
    before = body[found.start() - 1 : found.start()]
    literal = evidence.reading != "escaped" and before in {" ", "}", ")"}
    return literal, evidence.reading != "escaped"
