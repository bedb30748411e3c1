"""Create citation keys for works: the family name, the year and the first long word of the title, as in
`smith2020trees`.

A work keeps its key, and two works never have the same one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from itertools import count, product
from string import ascii_lowercase

from backend.kernel.works import Source
from backend.sources.family_names import family_name
from backend.sources.identifiers import canonical_title, source_id
from backend.sources.withdrawn_titles import bare

#: Minimum number of letters of a title's word that is used in a key. Articles and most prepositions are shorter.
_LONG = 5
_YEAR = re.compile(r"\b(1[5-9]\d\d|20\d\d)\b")
_KEY = re.compile(r"(?<![\w@.])@\{?([\w][\w:.#$%&+?<>~/-]*\w|\w)")
#: Citations of LaTeX: `\\cite{a,b}`, `\\citep[see][p. 3]{a}`, `\\textcite*{a}`.
_LATEX = re.compile(r"\\[A-Za-z]{0,10}[cC]ite[a-z]{0,10}\*?\s?(?:\[[^\[\]]{0,200}\]){0,2}\{([^{}\s][^{}]{0,500})\}")
#: Letters that Unicode normalization does not replace by plain ones, and their replacements.
_SPELLED = str.maketrans({"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})

#: The prefixes of cross-references in pandoc-crossref, Quarto and Manubot.
_LABEL = re.compile(
    r"(?:fig|tbl|tab|eq|sec|lst|thm|lem|cor|prp|cnj|def|exm|exr|rem)[:-]",
    re.IGNORECASE,
)


def mint(work: Source, known: Mapping[str, str]) -> str:
    """Return the key of a work: the key that it has in `known`, else a new one (see `new_key`).

    `known` maps each key in use to its work's id (see `source_id`), or to "" if the key's work is unknown.
    """
    identity = source_id(work)
    kept = next((key for key, owner in known.items() if owner == identity), None)
    if kept is not None:
        return kept
    return new_key(work, {key.casefold() for key in known})


def new_key(work: Source, taken: Collection[str]) -> str:
    """Return a key for a work that has none. This is the user's own key (`citation_key` of a library work), unless
    another work has it; then it is made of name, year and title. `taken` are the keys in use, in lower case.
    """
    own = str(work.metadata.get("citation_key") or "")
    if _KEY.fullmatch(f"@{own}") and own.casefold() not in taken:
        return own
    stem = _stem(work)
    return next(key for key in _variants(stem) if key not in taken)


def is_same(one: Source, other: Source) -> bool:
    """Return True if two entries describe the same work: their titles, first authors and years are equal, and their
    DOIs do not differ.
    """
    if (one.doi and other.doi and one.doi != other.doi) or _year(one) != _year(other):
        return False
    first, second = (_family(each.authors[0]) if each.authors else "" for each in (one, other))
    return first == second and canonical_title(bare(one.title)) == canonical_title(bare(other.title)) != ""


def is_label(key: str) -> bool:
    """Return True if a key refers to a part of the document and not to a work: a figure, table, equation, section,
    listing or theorem, as `@fig:map` does.
    """
    return _LABEL.match(key) is not None


def keys_of(text: str) -> Iterator[str]:
    """Yield the key of each Pandoc citation (`@key`) in a text, in order. A key that is cited twice is yielded
    twice.
    """
    return (each[1] for each in _KEY.finditer(text))


def latex_keys_of(text: str) -> Iterator[str]:
    r"""Yield the keys in the LaTeX citations of a text (`\cite{key}`, `\citep{key}` and the like), in order. A key that
    is cited twice is yielded twice.
    """
    return (key for found in _LATEX.finditer(text) for key in map(str.strip, found[1].split(",")) if key)


def keys_in(text: str) -> frozenset[str]:
    """Return the different keys of the Pandoc citations in a text."""
    return frozenset(keys_of(text))


def _stem(work: Source) -> str:
    """Return the beginning of a key: the family name of the first author, the year, and a word of the title. Without an
    author, two words of the title are used.
    """
    words = [each for each in map(_ascii, re.split(r"[^\w]+", bare(work.title))) if each]
    telling = [each for each in words if len(each) >= _LONG] or sorted(words, key=len, reverse=True)[:1]
    family = _family(work.authors[0]) if work.authors else ""
    head, tail = (family, telling[:1]) if family else ("".join(telling[:1]), telling[1:2])
    return f"{head or 'source'}{_year(work)}{''.join(tail)}"


def _variants(stem: str) -> Iterator[str]:
    yield stem
    for length in count(1):
        yield from (stem + "".join(each) for each in product(ascii_lowercase, repeat=length))


def _family(author: str) -> str:
    return _ascii(family_name(author))


def _year(work: Source) -> str:
    found = _YEAR.search(work.published_at or "")
    return str(work.year) if work.year else found[1] if found else ""


def _ascii(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_SPELLED))
    return re.sub(r"[^a-z0-9]", "", plain)
