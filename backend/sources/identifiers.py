"""Compute canonical forms of DOIs, addresses and titles. All spellings of the same DOI, address or title have one
canonical form.

Canonical forms are used only to compare; they never replace what the model or the user wrote.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from backend.kernel.works import Source

#: The brackets in an old DOI of the form SICI, as in `(199802)43:2<155::AID-JBM9>3.0.CO;2-J`; any other `<` ends a DOI.
_SICI = r"<\d{0,6}:[^<>\s]{0,60}>(?=\d\.)"
#: Chinese and Japanese punctuation, which ends a DOI or an address without a space.
_WIDE = "、。，；：！？（）【】《》「」『』"
_DOI = re.compile(rf"\b10\.\d{{4,9}}(?:\.\d+)*/(?:[^\s\"<>|\\^`{{}}{_WIDE}]|{_SICI}){{1,300}}", re.IGNORECASE)
_ARXIV = re.compile(
    r"(?:\barxiv(?:\s*:\s*|\s+)|\barxiv\.org/(?:abs|pdf|html)/|10\.48550/arxiv\.)"
    r"(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})(?:v\d+)?",
    re.IGNORECASE,
)
#: Endings that publishers add to a DOI in the addresses of their pages. They are not part of the DOI.
_PAGE_OF_DOI = re.compile(
    r"(?:/(?:full|fulltext|abstract|summary|pdf|epdf|meta|html|xml)|v\d+|\.(?:full|abstract|pdf))+$"
)
_URL = re.compile(rf"https?://(?:[^\s<>\"|\\^`{{}}{_WIDE}]|{_SICI}){{1,4000}}", re.IGNORECASE)
_TRACKING = re.compile(
    r"(?:utm_\w+|mc_[ce]id|_hs\w+|[a-z]*clid|_g[al]|igshid|mkt_tok|ref_src|spm|vero_id|wt_mc)", re.IGNORECASE
)
#: TeX's ways to write `<` and `>`: `\textless{}`, `{\textless}`, `{$<$}`, `\ensuremath{<}`.
_BRACKETS = tuple(
    (
        bracket,
        re.compile(rf"\{{?(?:\\?\${bracket}\\?\$|\\text{name}(?:\{{\}}|\s|(?![a-z]))|\\ensuremath\{{{bracket}\}})\}}?"),
    )
    for bracket, name in (("<", "less"), (">", "greater"))
)
_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
#: Maximum number of characters of a text whose DOI is cached. Chosen: a reference is shorter.
_LONGEST_SOURCE = 500
_PAIRS = {")": "(", "]": "[", "}": "{"}
_AFTER = ".,;:!?'\"*_»”’"


def canonical_doi(text: str) -> str | None:
    """Return the first DOI in `text`, in lower case and without a prefix; None if there is none.

    The DOI is recognized after `doi:`, in an address of doi.org or of a publisher, and in plain text. If the text has
    an arXiv id, in any form, the DOI that arXiv gives to the preprint is returned.
    """
    return _doi_in_source(text) if len(text) <= _LONGEST_SOURCE else _settled(_canonical_doi, text)


@lru_cache(maxsize=256)
def _doi_in_source(text: str) -> str | None:
    """Return what `canonical_doi` returns for a short text. The results are cached, because the sources of an answer
    are looked at several times.
    """
    return _settled(_canonical_doi, text)


def _canonical_doi(text: str) -> str | None:
    arxiv = _ARXIV.search(text)
    if arxiv is not None:
        return f"10.48550/arxiv.{arxiv[1].lower()}"
    found = _DOI.search(unquote(text) if "%2f" in text.lower() or "://" in text else text)
    if found is None:
        return None
    doi = _without_tail(re.split(r"\?|(?<!;2-)#", found[0], maxsplit=1)[0]).lower()  # a SICI may end with `#`
    in_page = "://" in text and not re.search(r"://(?:dx\.|www\.)?doi\.org/", text, re.IGNORECASE)
    if in_page:
        doi = _PAGE_OF_DOI.sub("", doi)
    doi = doi.rstrip("/")
    return doi if "/" in doi else None


def canonical_url(text: str) -> str | None:
    """Return the canonical form of a page's address, so that addresses of one page that are only written differently
    are equal; None if `text` is not a web address.

    Ignored are: http or https, www, the default port, capital letters of the host, percent-encoding, a trailing slash,
    the fragment, tracking parameters, and the order of parameters. All versions of an arXiv preprint, and its PDF, have
    the address of its abstract.
    """
    return _settled(_canonical_url, text)


def _canonical_url(text: str) -> str | None:
    found = _URL.match(text.strip())
    if found is None:
        return None
    try:
        parts = urlsplit(_without_tail(found[0]))
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    host = (host or "").rstrip(".").removeprefix("www.")
    if not host:
        return None
    host = {"dx.doi.org": "doi.org", "export.arxiv.org": "arxiv.org"}.get(host, host)
    arxiv = _ARXIV.search(f"{host}{parts.path}") if host == "arxiv.org" else None
    if arxiv is not None:
        return f"https://arxiv.org/abs/{arxiv[1].lower()}"
    path = quote(unquote(parts.path), safe="/:@!$&'()*+,;=~-._", errors="replace").rstrip("/")
    if host == "doi.org":
        path = path.lower()
    kept = sorted(
        (name, value) for name, value in parse_qsl(parts.query, keep_blank_values=True) if not _TRACKING.fullmatch(name)
    )
    host = f"[{host}]" if ":" in host else host  # IPv6
    place = host if port in (None, 80, 443) else f"{host}:{port}"
    return f"https://{place}{path}" + (f"?{urlencode(kept, errors='replace')}" if kept else "")


def _settled(canonical: Callable[[str], str | None], text: str) -> str | None:
    """Apply `canonical` to the text, then to each result, until the result no longer changes. Returns None as soon as
    `canonical` returns None.
    """
    form = canonical(text)
    while form is not None and (further := canonical(form)) != form:
        form = further
    return form


def canonical_title(text: str) -> str:
    """Return the words of a title in lower case, without punctuation and accents and with single spaces."""
    folded = unicodedata.normalize("NFKD", text).casefold()
    return " ".join(re.findall(r"\w+", _NOT_ASCII.sub(_without_accents, folded)))


def _without_accents(found: re.Match[str]) -> str:
    return "".join(character for character in found[0] if not unicodedata.combining(character))


def without_tex(text: str) -> str:
    """Return a DOI or an address of a BibTeX field without TeX's escapes. Some programs write the angle brackets of an
    old DOI as commands or formulas.
    """
    for bracket, written in _BRACKETS:
        text = written.sub(bracket, text)
    return text.replace("\\_", "_").replace("\\%", "%").strip("{} ")


def urls(text: str) -> tuple[str, ...]:
    """Return the web addresses in `text`, without the punctuation that follows them."""
    return tuple(_without_tail(found) for found in _URL.findall(text)) if "://" in text else ()


def source_id(source: Source | str) -> str:
    """Return a short id that is the same for every spelling of a source: `sx_` and eight hexadecimal digits.

    The id is computed from the DOI. If there is none, it is computed from the address, else from the library work, else
    from the title.
    """
    if isinstance(source, str):
        source = described(source)
    key = source.doi and canonical_doi(source.doi)
    key = key or (source.url and (canonical_url(source.url) or source.url))
    key = key or library_key(source) or canonical_title(source.title)
    return "sx_" + hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()[:8]


def former_ids(source: Source) -> frozenset[str]:
    """Return the ids that a source may have had before, one for each of its other addresses and DOIs. For example, it
    had the id of its address before its DOI was known.
    """
    about = source.metadata
    addresses = (source.url, *about.get("also", ()))
    known = [Source(url=each) for each in addresses if each] + [Source(doi=each) for each in about.get("dois", ())]
    return frozenset(map(source_id, known)) - {source_id(source)}


def clean_url(url: str) -> str:
    """Return an address as it is displayed: with https, and without tracking parameters and fragment. For a version of
    a preprint at arXiv, it is the address of the abstract.

    If the address has a port, or is that of a machine without a public name, http stays http.
    """
    canonical = canonical_url(url)
    if canonical is None:
        return url
    parts, bare = urlsplit(url.strip()), urlsplit(canonical)
    host = parts.hostname or ""
    if parts.port is not None or "." not in host or re.fullmatch(r"[\d.]+|.*:.*", host):
        return url
    www = "www." if host.startswith("www.") and host == f"www.{bare.hostname}" else ""
    slash = "/" if parts.path.endswith("/") and not bare.path.endswith("/") else ""
    return f"https://{www}{bare.hostname}{bare.path}{slash}" + (f"?{bare.query}" if bare.query else "")


def library_key(source: Source) -> str | None:
    """Return the key of a library work: the id of its file and the number of its entry. So two works with the same
    title have different keys.

    Returns None for a source that is not a library work.
    """
    file = source.metadata.get("library_id")
    return f"library:{file}:{source.metadata.get('entry', 0)}" if file else None


def described(text: str, connector: str = "") -> Source:
    """Build a source from a line of text that describes it. The whole text becomes the title of the source, and the
    first link and the first DOI in the text become its address and its DOI. `connector` is the search service that the
    text comes from; "" if it comes from none.
    """
    links = urls(text)
    return Source(
        title=" ".join(text.split()), url=links[0] if links else None, doi=canonical_doi(text), connector=connector
    )


def identifiers(text: str) -> list[str]:
    """Return the keys of all DOIs and links in `text`, such as "doi:10.1000/x". DOIs come first."""
    links = urls(text)
    outside = _URL.sub(" ", text) if links else text
    dois = [canonical_doi(part) for part in (*links, outside)]
    return [f"doi:{doi}" for doi in dois if doi] + [f"url:{url}" for url in map(canonical_url, links) if url]


def mentions(text: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return (text as written, keys) for every address, DOI and arXiv id in a text. The keys identify the work, such as
    "doi:10.1000/x".
    """
    text = text.replace("](", "] (")  # a Markdown link whose text is an address has two addresses side by side
    found = [(link, tuple(identifiers(link))) for link in urls(text)]
    rest = _URL.sub(" ", text) if found else text
    patterns = (_DOI, _ARXIV) if "arxiv" in rest.lower() else (_DOI,) if "10." in rest else ()
    bare = (_without_tail(each[0]) for pattern in patterns for each in pattern.finditer(rest))
    return found + [(each, (f"doi:{doi}",)) for each in bare if (doi := canonical_doi(each))]


def _without_tail(text: str) -> str:
    """Return an address without the characters at its end that belong to the sentence: periods, quotes, and brackets
    that were not opened in the address.
    """
    surplus = {closing: text.count(closing) - text.count(opening) for closing, opening in _PAIRS.items()}
    end = len(text)
    while end:
        last = text[end - 1]
        if last in _PAIRS and surplus[last] > 0:
            surplus[last] -= 1
        elif last not in _AFTER:
            break
        end -= 1
    return text[:end]
