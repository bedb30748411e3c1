"""Find what no source contains: numbers in a text, and works that the text cites by author and year."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from backend.kernel.cache import Cache
from backend.verification.contradiction_rules.measures import ONES, TENS, measured, value_of
from backend.verification.statements import NamedWork
from backend.verification.word_normalization import fold

_MORE_DIGITS = r"(?:[.,·'’\u00a0\u202f]\d+)*"
_NUMBER = rf"\d+{_MORE_DIGITS}"
#: A number of two characters, or with a unit. Without one, a text has no number in digits that needs a source.
_MAY_COUNT = re.compile(r"\d(?:\d|[.,·'’\u00a0\u202f]\d|\s?[%‰pP])")
#: A number after one of these words is not a result but a label, a version, a name, a date or an identifier.
_LABELS = frozenset(
    "fig figs figure figures tab tabs table tables eq eqs equation equations sec secs section sections chap chaps "
    "chapter chapters ch appendix step phase stage part type grade class level version ver v no nr vol volume p "
    "pp page pages line lines item question hypothesis h rq study experiment exp group day week model python "
    "covid sars iso abbildung abb tabelle kapitel abschnitt schritt seite figura tabla tableau tabela sección "
    "capítulo página étape chapitre".split()
)
_WORD = re.compile(r"\w+")
#: A number with the word after it. A pattern is found many times faster if it begins with a character or a set of
#: characters, so the character before the number is looked at only after its first digit.
_MEASURED = re.compile(rf"(\d(?<![\w.,].)\d*{_MORE_DIGITS})[ -]([^\W\d_]+)(?!\w)")
#: Words after a number that are not its unit; and words that multiply a number.
_OPEN = frozenset("and or to in of for at by per und oder bis in von y o a en de et ou à".split())
_SCALES = frozenset("thousand million billion tausend millionen mil millones mille millions".split())
#: Signs directly before a number that also show that it is not a result.
_MARKS_BEFORE = tuple("§#/@:_^-")
#: The characters with which the forms of `_MASKED` begin. Looking for them first takes a third of the time.
_MASK_BEGINS = r"(?=[`~h1\\!\[{【［<]|(?m:^)[#\s\d])"
_MASKED = re.compile(
    rf"{_MASK_BEGINS}(?:"
    r"(?s:```.*?```|~~~.*?~~~|`[^`\n]*`)|https?://\S+|\b10\.\d{4,9}/\S+|\[[^\[\]\n]*@[^\[\]\n]*\]|\[\^[^\]]*\]"
    r"|\\[a-zA-Z]*(?:cite|ref|label)[a-zA-Z]*\*?(?:\[[^\]]*\])*\{[^{}]*\}|!?\[[^\[\]\n]*\]\([^()\n]*\)"
    r"|(?m:^#{1,6} .*$)|(?m:^\s*\d{1,3}[.)]\s)|\{[^{}\n]*\}|[【［][^】］\n]{0,90}[】］]|<sup>[\d ,;–-]{1,40}</sup>"
    r"|(?<!CI )(?<!CI: )(?<![=<>≤≥∈∉×])(?<![=<>≤≥∈∉×] )\[\d{1,3}(?: ?[,;–-] ?\d{1,3})+\](?!\())"  # marks, no interval
)
_FIGURE = re.compile(
    rf"(?P<number>[.\d](?<![\w.,].)(?:(?<=\d)\d*{_MORE_DIGITS}|(?<=\.)\d{{2,3}}))(?![\w/]|-(?!fold\b)|[.,]\d)"
    r"(?P<unit>\s?(?:%|‰|percent\b|per cent\b|prozent\b|pour\s?cents?\b|por\s?ciento\b))?",
    re.IGNORECASE,
)
#: The sign of a number that begins where the text ends.
_SIGN = re.compile(r"(?<![\w.,])[-−+]\Z")
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
#: Numbers that usually report no result: conventions of statistics, and round shares.
_CONVENTIONS = frozenset({0.05, 0.01, 0.001, 95.0, 99.0, 100.0, 0.95, 0.99, 50.0})
#: Largest whole number that needs no source, because readers can count: three methods, five steps.
_COUNTED = 12
_GROUPED = r"\d{1,3}(?:[.,]\d{3})+(?:[.,]\d+)?"
_TOKEN = re.compile(_NUMBER)


#: Numbers in words, in a text in lower case. Each contains one of `_SIGNS`, which are looked for first because this is
#: fast.
_IN_WORDS = re.compile(
    rf"\b(?:({'|'.join(TENS)})(?:[- ]({'|'.join(ONES[:9])}))?|({'|'.join(ONES)}))(?: per ?cent\b|-?fold\b)"
    rf"|\b({'|'.join(TENS)})-({'|'.join(ONES[:9])})\b"
)
_SIGNS = ("percent", "per cent", "fold", "ty-")
_PARTS = {"third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "tenth": 10}
_SHARE_SIGNS = (*_PARTS, *(f"{one} {of} " for one in ONES[:9] for of in ("in", "out of")))
#: Two thirds, a third of, nine out of ten, one in five.
_SHARE = re.compile(
    rf"\b({'|'.join(ONES[1:9])})[- ]({'|'.join(_PARTS)})s\b|\b(?:an?|one)[- ]({'|'.join(_PARTS)}) of\b(?! an? )"
    rf"|\b({'|'.join(ONES[:9])}) (?:in|out of) (?:every )?({'|'.join(ONES[2:10])})\b"
)
#: A share in words is usually rounded: 31 % and 36 % may both be called a third. This is the largest difference, in
#: percentage points.
_NEAR_SHARE = 3


def _in_words(text: str) -> Iterator[tuple[str, float]]:
    """Yield the numbers that a text writes in words, with their values: percentages, multiples, numbers such as
    “forty-one”, and shares such as “a third” as percentages.
    """
    lower = text.lower()
    for found in _IN_WORDS.finditer(lower) if any(each in lower for each in _SIGNS) else ():
        ten, one, small, tens, ones = found.groups()
        yield text[found.start() : found.end()], float(value_of(ten or tens, one or small or ones))
    for found in _SHARE.finditer(lower) if any(each in lower for each in _SHARE_SIGNS) else ():
        count, part, single, some, whole = found.groups()
        of = value_of(None, whole) if whole else _PARTS[part or single]
        yield text[found.start() : found.end()], 100 * value_of(None, count or some or "one") / of


def figures(content: str) -> dict[str, float]:
    """Return the numbers in a text as written, with their values. Labels (“Table 2”), years, small counts and usual
    thresholds are left out.
    """
    if not _MAY_COUNT.search(content) and not any(_in_words(content)):
        return {}
    text = _masked(content)
    found: dict[str, float] = {}
    for match in _FIGURE.finditer(text):
        number = match["number"]
        if number.isdecimal() and not match["unit"] and (int(number) <= _COUNTED or _YEAR.fullmatch(number)):
            continue
        if re.search(r"[.,]\d+[.,]\d+", number) and not re.fullmatch(_GROUPED, number):
            continue  # a version, an address
        value = float(number) if number.isdecimal() else _values(number)[0]
        whole = value == int(value) and not re.search(r"[.,·]\d", number)
        if whole and not match["unit"] and value <= _COUNTED:
            continue
        sign = _SIGN.search(text, max(0, match.start() - 2), match.start())
        start = sign.start() if sign else match.start()
        if value in _CONVENTIONS or _is_labelled(text[max(0, start - 16) : start]):
            continue
        found.setdefault(text[start : match.end()].strip(), value)
    return found | {written: value for written, value in _in_words(text) if value not in _CONVENTIONS}


def _masked(content: str) -> str:
    """Return the content without the parts whose numbers are no results, such as links and formulas."""
    text = _masked_texts.find(content)
    if text is None:
        text = _MASKED.sub(" ", content)
        _masked_texts.keep(content, text, len(content))
    return text


#: A cache of masked texts, limited to this number of characters: an answer is masked for its numbers and for its units.
_masked_texts: Cache[str, str] = Cache(200_000)


def _is_labelled(before: str) -> bool:
    """Return True if the text before a number makes the number a label, as “Table” does."""
    bare = before.rstrip().removesuffix(".")
    if bare.endswith("§") or before.removesuffix("\n").endswith(_MARKS_BEFORE):
        return True
    words = _WORD.findall(bare)
    return bool(words) and words[-1].lower() in _LABELS and bare.endswith(words[-1])


def unknown_figures(named: dict[str, float], texts: Iterable[str]) -> list[str]:
    """Return the numbers, as written, that none of the texts contains, not even rounded or as a share (0.4) instead of
    a percentage (40 %). `named` maps the numbers as written to their values.
    """
    known = set[float]().union(*map(_numbers_in, texts))
    return [written for written, value in named.items() if not _is_known(written, value, known)]


def _numbers_in(text: str) -> frozenset[float]:
    """Return the values of all numbers in a text, in digits and in words."""
    found = _read_texts.find(text)
    if found is None:
        digits = {value for number in set(_TOKEN.findall(text)) for value in _values(number)}
        found = frozenset(digits.union(value for _, value in _in_words(text)))
        _read_texts.keep(text, found, len(text))
    return found


#: A cache of the numbers in texts, by text, limited to this number of characters. It helps because the document of a
#: session is compared with every answer.
_read_texts: Cache[str, frozenset[float]] = Cache(2_000_000)


def unknown_measures(content: str, texts: Iterable[str]) -> list[str]:
    """Return the numbers with a unit, as written (“5 km”), if the texts contain the number, but only with a unit of
    another dimension (“5 days”).
    """
    said = {
        each[0]: each
        for each in _MEASURED.finditer(_masked(content))
        if measured(1, each[2].lower()) and not (each[1].isdecimal() and int(each[1]) <= _COUNTED)
    }
    left = dict(said)
    seen: set[str] = set()
    for text in texts if said else ():
        for written, each in tuple(left.items()):
            for found in re.finditer(rf"(?<![\w.,]){re.escape(each[1])}(?![\w]|[.,]\d)[ -]?([^\W\d_]*)", text):
                seen.add(written)
                if _may_measure(found[1].lower(), each[2].lower()):
                    left.pop(written, None)
    return [written for written in left if written in seen]


def _may_measure(word: str, unit: str) -> bool:
    """Return True if the word after a number is a unit of the same dimension as `unit`, or says nothing about the
    unit.
    """
    here, there = measured(1, word), measured(1, unit)
    if not word or word in _OPEN or (here is None and word in _SCALES):
        return True
    return here is not None and there is not None and here[0] == there[0]


def unknown_names(named: Sequence[NamedWork], texts: Iterable[str]) -> list[NamedWork]:
    """Return those of the cited works (`named`) that no text mentions. A text mentions “Berg (2021)” if it has the year
    2021 near the name Berg.
    """
    left = list(named)
    for text in texts:
        if not left:
            break
        folded = None
        for each in tuple(left):
            if str(each.year) not in text:
                continue
            folded = fold(text) if folded is None else folded
            if _are_near(fold(each.family), str(each.year), folded):
                left.remove(each)
    return left


def _are_near(family: str, year: str, text: str) -> bool:
    """Return True if the year follows the family name in a text, within the length of one long reference."""
    for match in re.finditer(rf"\b{re.escape(family)}\b", text):
        if year in text[match.start() : match.start() + _REFERENCE]:
            return True
    return False


#: Maximum number of characters from a first author to the year. In APA style the year is next; in other styles, title
#: and journal are between.
_REFERENCE = 400


def _is_known(written: str, said: float, known: set[float]) -> bool:
    number = _TOKEN.search(written)
    if number is None:  # in words, perhaps rounded
        near = _NEAR_SHARE if _SHARE.match(written.lower()) else 1
        return said in known or any(
            abs(each - said) < near or abs(100 * each - said) < near for each in known if said > _COUNTED
        )
    for value, digits in _read(number[0]):
        if value in known or value / 100 in known or round(value * 100, 6) in known:
            return True
        if any(abs(each - value) <= 0.5 * 10**-digits + 1e-9 for each in known if round(each, digits) != each):
            return True
    return False


def _values(number: str) -> list[float]:
    return [value for value, _ in _read(number)]


def _read(number: str) -> Iterator[tuple[float, int]]:
    """Yield (value, number of decimal digits) for each value that a written number may have: “1,234” may be 1234 or
    1.234.
    """
    if number.isdecimal():
        yield float(number), 0
        return
    plain = re.sub(r"['’\u00a0\u202f]", "", number).replace("·", ".")
    plain = f"0{plain}" if plain.startswith(".") else plain  # r = .53
    parts = re.split(r"[.,]", plain)
    if len(parts) == 1:
        yield float(plain), 0
        return
    grouped = all(len(each) == 3 for each in parts[1:]) and 0 < len(parts[0]) <= 3 and parts[0] != "0"
    same = len(set(re.findall(r"[.,]", plain))) == 1
    if grouped and same:
        yield float("".join(parts)), 0
    if len(parts) == 2 or not same:
        yield float("".join(parts[:-1]) + "." + parts[-1]), len(parts[-1])
    elif not grouped:
        yield float("".join(parts)), 0
