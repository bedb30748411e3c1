"""Which keys a document cites."""

from __future__ import annotations

from backend.formats.cited_keys import cited_keys

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


def test_a_document_without_citations_has_none() -> None:
    assert not cited_keys("")


def test_what_a_comment_says_is_not_cited() -> None:
    text = "Trees <!-- Comment by Eve: ask @anna, see [@b2020] --> cool [@a2020] <!-- open @c\n"
    assert cited_keys(text) == {"a2020": 1}


def test_citations_in_latex_count() -> None:
    text = "A \\citep[see][p. 3]{a,b} and \\textcite*{c}.\n\n\\begin{proof}\n\\cite{a}\n\\end{proof}\n\n`\\cite{d}`\n"
    assert cited_keys(text) == {"a": 2, "b": 1, "c": 1}
