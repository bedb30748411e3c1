"""Split a question into its parts without a model. The parts are the items of a list, the things that are compared, or
several questions.

Queries are made of words of the question. A few words that ask for a kind of text are added, such as "review" or
"limitations".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from backend.kernel.exchange import Turn
from backend.ranking.terms import language_of, stop_terms, terms, words_of
from backend.research import queries
from backend.sources.identifiers import canonical_title

#: Maximum number of aspects of one question; and maximum number of its words in a query for a kind of text, such as
#: "limitations".
MOST, HEAD = 5, 10
#: Minimum number of keywords of a clause that is a question of its own. A clause with fewer than FEW keywords also gets
#: the first LEAD keywords of the first clause.
LEAST_WORDS, FEW, LEAD = 2, 4, 3

_CLAUSE = re.compile(
    r"(?<=[^\d\s])[?.!;;？。！](?=\s|$)|\n+|,?\s+and\s+(?=(?:what|how|why|which|who|when|where)\b)", re.I
)
_COMPARED = re.compile(
    r"\b(?:compar(?:e|es|ed|ing|isons?(?:\s+(?:of|between))?)|(?:differences?|trade-offs?)\s+between"
    r"|contrast(?:\s+between)?)\s+"
    r"(?P<one>.+?)\s+(?:and|with|to|versus|vs\.?|against|from)\s+(?P<other>.+)",
    re.IGNORECASE,
)
_AGAINST = re.compile(
    r"(?P<one>.+?)\s+(?:versus|vs\.?|compared\s+(?:to|with)|as\s+opposed\s+to|rather\s+than)\s+(?P<other>.+)",
    re.IGNORECASE,
)
#: The words at which a list of compared things ends, and after which the sentence says in what respect they are
#: compared.
_REGARD = re.compile(
    r"\s+(?:in\s+terms\s+of|with\s+(?:respect|regard)\s+to|regarding|concerning|when\s+it\s+comes\s+to|for|in|on|as\s+to)\s+",
    re.IGNORECASE,
)
_AND = {
    "english": "and|or|as well as|versus|vs",
    "german": "und|oder|sowie",
    "french": "et|ou|ainsi que",
    "spanish": "y|o|e|u",
    "italian": "e|o|ed|oppure",
    "portuguese": "e|ou",
    "dutch": "en|of",
    "swedish": "och|eller",
}
#: Queries for a kind of text that exists about most questions, each with the reason for the query.
_VIEWS = (
    ("systematic review overview", "an overview of what is known"),
    ("limitations contrary evidence", "evidence against it, and open questions"),
)
_VIEW_WORDS = " ".join(view for view, _ in _VIEWS)
#: Words of the request that are not part of the topic.
_ASKING = frozenset("compare compared comparing comparison difference differences contrast terms versus vs".split())


@dataclass(frozen=True, slots=True)
class Aspect:
    """A query, and the reason for it. `is_part` is True if the query covers one part of the question, and False if it
    covers the whole question or asks for a kind of text.
    """

    query: str
    purpose: str
    is_part: bool = False


def of(turns: Sequence[Turn], location: str = "") -> tuple[Aspect, ...]:
    """Return the queries for the user's last question, at most `MOST`. `location` is where the user is, for questions
    such as "the weather here".

    There is one query for the whole question and one for each of its parts. If the question has few parts and is in
    English, two queries are added: one for overviews, and one for contrary evidence.
    """
    found = [Aspect(each, "the question as a whole") for each in queries.extract(turns, location)]
    question = queries.question_of(turns)
    for part in parts(question):
        query = queries.tidy(" ".join(part))
        found.append(Aspect(query, f"its part: {query}", is_part=True))
    words = queries.keywords(found[0].query) if found else []
    head = [word for word in words if word.casefold() not in _ASKING][:HEAD]
    if head and len(found) < MOST - 1 and language_of(question) == "english":
        found += [Aspect(" ".join([*head, view]), purpose) for view, purpose in _VIEWS]
    distinct: dict[str, Aspect] = {}
    for each in found:
        distinct.setdefault(canonical_title(each.query), each)
    return tuple(distinct.values())[:MOST]


def added_words(question: str) -> frozenset[str]:
    """Return the words that `aspects.of` adds to its queries, such as "review". A text that shares only these words
    with a query does not answer the query.
    """
    own = frozenset(terms(question, "english"))
    return frozenset(word for word in words_of(_VIEW_WORDS) if own.isdisjoint(terms(word, "english")))


def has_only_added_words(question: str, queries: Sequence[str], text: str) -> bool:
    """Return True if the text shares no words with the question and the queries except those that `added_words`
    returns.
    """
    added = frozenset(terms(" ".join(added_words(question)), "english"))
    wanted = frozenset(term for each in (question, *queries) for term in terms(each, "english"))
    left_out = stop_terms("english")
    present = frozenset(terms(text, "english"))
    return not present.isdisjoint(wanted & added) and present.isdisjoint(wanted - added - left_out)


def parts(question: str) -> tuple[tuple[str, ...], ...]:
    """Return the keywords of each part of a question; () if the question has only one part."""
    clauses = [each for each in _CLAUSE.split(question) if each and len(queries.keywords(each)) >= LEAST_WORDS]
    found = [part for clause in clauses for part in _parts(clause)]
    if len(clauses) > 1:
        whole = [tuple(queries.keywords(clause)) for clause in clauses]
        lone = [each if len(each) >= FEW else (*_other(whole[0], each)[:LEAD], *each) for each in whole]
        found = [part for place, clause in enumerate(clauses) for part in (*_parts(clause), lone[place])]
    distinct = {canonical_title(" ".join(each)): each for each in found if each}
    return tuple(distinct.values())[:MOST]


def _parts(clause: str) -> Iterator[tuple[str, ...]]:
    """Yield the keywords of each thing that a clause compares or lists: ("lithium-ion", "batteries") and then
    ("sodium-ion", "batteries") for "compare lithium-ion and sodium-ion batteries".
    """
    compared = _COMPARED.search(clause) or _AGAINST.search(clause)
    if compared is not None:
        other, *regard = _REGARD.split(compared["other"], maxsplit=1)
        asked = queries.keywords(" ".join(regard))
        one, second = queries.keywords(compared["one"]), queries.keywords(other)
        one += _other(second[len(one) :], one)  # "lithium-ion and sodium-ion batteries": batteries, both
        for named in (one, second):
            if named:
                yield (*named, *_other(asked, named))
        return
    yield from _listed(clause)


def _listed(clause: str) -> Iterator[tuple[str, ...]]:
    """Yield the keywords of each item of a list, with the words around the list. For "the effects of lime, gypsum and
    ash on soil", the first keywords yielded are those of "the effects of lime on soil".
    """
    joint = _AND.get(language_of(clause), _AND["english"])
    members = r"(?:[^\s,;]+\s+){0,2}?[^\s,;]+"
    listing = re.compile(rf"(?P<first>{members}(?:,\s+{members})*),?\s+(?:{joint})\s+(?P<last>[^\s,;]+)", re.IGNORECASE)
    found = listing.search(clause)
    if found is None:
        return
    members_found = [*re.split(r",\s+", found["first"]), found["last"]]
    around = queries.keywords(f"{clause[: found.start()]} {clause[found.end() :]}")
    first = queries.keywords(members_found[0])
    if len(first) > 1:  # "effects of lime and gypsum": the words before the member stand around the list
        around, members_found[0] = [*first[:-1], *around], first[-1]
    for each in members_found:
        named = queries.keywords(each)
        if named and around:
            yield (*_other(around, named), *named)


def _other(words: Sequence[str], named: Sequence[str]) -> list[str]:
    return [word for word in words if word not in named][:HEAD]
