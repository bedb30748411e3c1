"""Read a web page as a record of a work: its title and its text. If the page has tags such as `citation_author`, the
record also has the authors and other data.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html.parser import HTMLParser

from backend.connectors.services.payload import csl_texts, plain, year
from backend.kernel.records import Person, Record
from backend.sources.identifiers import canonical_doi, canonical_url

#: The most characters of a page's text that are kept, to compare sentences with.
MOST_TEXT = 20_000
#: Words in the title of a page that does not exist although the server answers 200.
_NOT_FOUND = re.compile(
    r"\b404\b|\b(?:not|nothing) found\b|\bdoes not exist\b|\bnicht gefunden\b|\bintrouvable\b|\bno encontrad[ao]\b"
    r"|\bnon trovat[ao]\b|\bn[ãa]o encontrad[ao]\b|\bniet gevonden\b|页面不存在|找不到|見つかりません",
    re.IGNORECASE,
)
_DATE = re.compile(r"\d{4}(?:-\d{1,2}){0,2}(?!\d)")
_SILENT = frozenset({"script", "style", "nav", "footer", "header", "template", "noscript"})


def is_missing(record: Record) -> bool:
    """Return True if the title of a web page says that there is no such page, such as "404 Not Found"."""
    return bool(record.titles) and bool(_NOT_FOUND.search(record.titles[0])) and len(record.titles[0]) < 80


def read(address: str, text: str, is_html: bool) -> Record:
    """Return the record of a web page. `address` is its address after all redirects, `text` its HTML or, if not
    `is_html`, its plain text.
    """
    url = canonical_url(address) or address
    if not is_html:
        return Record("page", url=url, abstract=text[:MOST_TEXT])
    page = _Page()
    page.feed(text)
    page.close()
    titles = [*page.meta.get("citation_title", ()), *page.meta.get("dc.title", ()), *page.headings[:1]]
    titles += [*page.meta.get("og:title", ()), "".join(page.title)]
    dates = [*page.meta.get("citation_publication_date", ()), *page.meta.get("citation_date", ())]
    published = next((since for each in dates if (since := year(each))), None)
    dois = [*page.meta.get("citation_doi", ()), *page.meta.get("dc.identifier", ())]
    return Record(
        service="page",
        titles=tuple(dict.fromkeys(found for each in titles if (found := plain(each, 1000)))),
        people=tuple(_person(each) for each in page.meta.get("citation_author", ())),
        years=(published,) if published else (),
        containers=tuple(page.meta.get("citation_journal_title", ())),
        doi=next((doi for each in dois if (doi := canonical_doi(each))), None),
        url=url,
        abstract=plain(" ".join(page.text), MOST_TEXT),
        csl=_csl(page.meta, dates),
    )


def _csl(meta: Mapping[str, Sequence[str]], dates: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the CSL variables that a page's tags give, as pairs of name and text. They describe the work that the page
    presents, such as an article, or else the page itself.

    `meta` maps the names of tags to their contents. `dates` are the dates of publication in the tags for scholarly
    works.
    """

    def said(*names: str) -> str:
        return next((found for name in names for each in meta.get(name, ()) if (found := plain(each, 500))), "")

    journal, proceedings = said("citation_journal_title"), said("citation_conference_title", "citation_inbook_title")
    days = [*dates, *meta.get("article:published_time", ()), *meta.get("dc.date", ()), *meta.get("date", ())]
    variables = csl_texts(
        type="article-journal" if journal else "paper-conference" if proceedings else "webpage",
        issued=next((found for each in days if (found := _DATE.match(each.replace("/", "-")))), [""])[0],
        container_title=journal or proceedings or said("og:site_name"),
        volume=said("citation_volume"),
        issue=said("citation_issue"),
        page="-".join(filter(None, (said("citation_firstpage"), said("citation_lastpage")))),
        publisher=said("citation_publisher", "dc.publisher"),
        ISBN=said("citation_isbn"),
        ISSN=said("citation_issn"),
        PMID=said("citation_pmid"),
    )
    if meta.get("citation_author"):
        return variables
    return (*variables, *(("author", plain(each, 300)) for each in meta.get("author", ()) if "/" not in each))


def _person(name: str) -> Person:
    family, comma, given = name.partition(",")
    return Person(family.strip(), given.strip()) if comma else Person(name.strip(), whole=True)


class _Page(HTMLParser):
    """Collects the title, headings, meta tags and text of an HTML page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.title: list[str] = []
        self.headings: list[str] = []
        self.meta: dict[str, list[str]] = {}
        self.text: list[str] = []
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "meta":
            name = (told.get("name") or told.get("property") or "").lower()
            if name and told.get("content"):
                self.meta.setdefault(name, []).append(told["content"])
        elif tag in ("title", "h1") or tag in _SILENT:
            self._open.append(tag)
            if tag == "h1":
                self.headings.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in self._open:
            del self._open[self._open.index(tag) :]

    def handle_data(self, data: str) -> None:
        if any(each in _SILENT for each in self._open):
            return
        if "title" in self._open:
            self.title.append(data)
        elif "h1" in self._open:
            self.headings[-1] += data
        elif data.strip():
            self.text.append(data.strip())
