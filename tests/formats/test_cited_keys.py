"""Which keys a document cites."""

from __future__ import annotations

import pytest

from backend.formats.cited_keys import cited_keys, with_citations, with_opening_citations

TEXT = """---
author: someone@example.org
---
# Title @heading2020

Text [@a2020; see @b2021, p. 3] and @a2020, but `@code` and me@example.org and <https://x.org/@user>.

```
@article{no}
```

See @fig:one and @tbl-two, [@sec:x], $x@y$.

- item [-@c_d:2]
"""


def test_citations_are_counted_where_they_stand() -> None:
    assert cited_keys(TEXT) == {"heading2020": 1, "a2020": 2, "b2021": 1, "c_d:2": 1}


def test_addresses_of_links_cite_nothing() -> None:
    text = "See [a](b@c.org), [d](https://e.org/f_(g)@h) and [m](n @o2020\n\n"
    assert cited_keys(text) == {"o2020": 1}
    assert cited_keys("[a](" * 50_000 + "@p2021") == {"p2021": 1}


def test_a_document_without_citations_has_none() -> None:
    assert not cited_keys("")


def test_what_a_comment_says_is_not_cited() -> None:
    text = "Trees <!-- Comment by Eve: ask @anna, see [@b2020] --> cool [@a2020] <!-- open @c\n"
    assert cited_keys(text) == {"a2020": 1}


def test_citations_in_latex_count() -> None:
    text = "A \\citep[see][p. 3]{a,b} and \\textcite*{c}.\n\n\\begin{proof}\n\\cite{a}\n\\end{proof}\n\n`\\cite{d}`\n"
    assert cited_keys(text) == {"a": 2, "b": 1, "c": 1}


@pytest.mark.parametrize(
    ("text", "protected"),
    [
        ("@berg2021. So it is.\n", "@{berg2021}. So it is.\n"),
        ("A.\n\n@berg2021) So.\n", "A.\n\n@{berg2021}) So.\n"),
        ("- @berg2021. So.\n- B\n", "- @{berg2021}. So.\n- B\n"),
        ("> @berg2021.\n", "> @{berg2021}.\n"),
    ],
)
def test_an_opening_citation_is_written_in_braces(text, protected):
    assert with_opening_citations(text) == protected
    assert with_opening_citations(protected) == protected


@pytest.mark.parametrize(
    "text",
    [
        "@berg2021 says so.\n",
        "(@good) An example.\n\nAs (@good) shows.\n",
        "```\n@berg2021. So.\n```\n",
        "Write to @berg2021. So.\n",
        "[@berg2021]. So.\n",
    ],
)
def test_all_else_stays(text):
    assert with_opening_citations(text) == text


KEYS = {"berg2021", "oke_1982", "why"}


@pytest.mark.parametrize(
    ("printed", "text"),
    [
        ("It is warm (**berg2021?**).", "It is warm [@berg2021]."),
        ("It is warm (**berg2021?**; **oke\\_1982?**).", "It is warm [@berg2021; @oke_1982]."),
        ("(**why?**) (**berg2021?**)", "[@why] [@berg2021]"),
    ],
)
def test_a_key_of_the_document_is_cited_again(printed, text):
    assert with_citations(printed, KEYS) == text


@pytest.mark.parametrize(
    "text", ["It is (**how?**).", "It is (**berg2021?**; **how?**).", "(**why not?**)", "**why**?"]
)
def test_other_bold_words_stay(text):
    assert with_citations(text, KEYS) == text
