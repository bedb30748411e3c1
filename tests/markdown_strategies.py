"""Define Hypothesis strategies for Markdown: fragments of one block each, malformed text, and whole documents."""

from __future__ import annotations

from hypothesis import strategies as st

_WORDS = (
    "tidal", "gauge", "sediment", "station", "ice", "grain", "*marked*", "**strong**", "`code`", "$x_i$", "3.5", "%",
    "[link](http://a.example/x)", "[@key]", "Überprüfung", "冰芯", "данные", "naïve", "a_b", "<br>", "\\*", "&amp;",
    "<!--x-->", "[^n]",
)  # fmt: skip

words = st.lists(st.sampled_from(_WORDS), min_size=1, max_size=8).map(" ".join)
titles = st.lists(st.sampled_from(("Methods", "Results", "Data", "Discussion", "结果")), min_size=1, max_size=2).map(
    " ".join
)

paragraphs = st.lists(words.map(lambda text: "We " + text), min_size=1, max_size=3).map("\n".join)
headings = st.one_of(
    st.builds(
        "{} {}{}".format, st.sampled_from(("#", "##", "###")), titles, st.sampled_from(("", " ##", " {#sec:a .b}"))
    ),
    st.builds("{}\n{}".format, titles, st.sampled_from(("===", "-----"))),
)
fences = st.builds(
    "{0}{1}\n{2}\n{0}".format,
    st.sampled_from(("```", "~~~", "`````")),
    st.sampled_from(("", "python", "{.r #lst}")),
    st.sampled_from(("x = 1", "# not a heading\n\n- no item", "~~\n$$\n:::")),
)
_ITEMS = st.lists(words, min_size=1, max_size=4)
bullets = st.builds(
    lambda items, marker, gap: gap.join(f"{marker} {item}" for item in items),
    _ITEMS,
    st.sampled_from("-*+"),
    st.sampled_from(("\n", "\n\n")),
)
numbered = _ITEMS.map(lambda items: "\n".join(f"{n}. {item}" for n, item in enumerate(items, 1)))
nested_lists = st.builds(
    "- {}\n  - {}\n\n    {}\n\n  ```\n  # {}\n  ```\n- {}".format,
    words,
    words,
    paragraphs.map(lambda t: t.replace("\n", "\n    ")),
    words,
    words,
)
tables = st.lists(st.tuples(titles, titles), min_size=1, max_size=3).map(
    lambda rows: "| A | B |\n|:--|---|\n" + "\n".join(f"| {a} | {b} |" for a, b in rows)
)
maths = st.sampled_from(
    (
        "$$\na = b\n$$",
        "$$ e = mc^2 $$ {#eq:e}",
        "$$\n# x\n\n- y\n$$",
        "\\begin{align}\na &= b \\\\\n\n# c\n\\end{align}",
        "\\begin{equation}\n\\begin{split}\na\n\\end{split}\n\\end{equation}",
        "\\[\na\n\\]",
    )
)
boxes = st.sampled_from(
    (
        "<!-- one line -->",
        "<!--\n# hidden\n\n- x\n-->",
        "<details>\n<summary>More</summary>\n\n# hidden\n\n</details>",
        "::: {.note}\n# Boxed\n\ntext\n:::",
        "::: warning\n::: {.inner}\n- x\n:::\n:::",
        "<div>\n<b>x</b>\n</div>",
    )
)
quotes = words.map(lambda text: f"> # {text}\n>\n> - {text}\nlazy")
footnotes = st.builds("[^{}]: {}\n\n    {}".format, st.sampled_from("ab1"), words, words)
definitions = st.sampled_from(("[ref]: https://a.example/x", '[ref]: <a b>\n  "title"', "[a]: b\n[c]: d 'e'"))
figures = st.sampled_from(("![A caption](fig.png){#fig:a}", "![x]\n![y](z.png)", "Figure: words {#fig:b}"))
rules = st.sampled_from(("---", "* * *", "___"))
indented = st.sampled_from(("    x = 1", "    a\n\n    # b", "\tc"))

#: each is well-formed and ends its own constructs
fragments = st.one_of(
    paragraphs, headings, fences, bullets, numbered, nested_lists, tables, maths, boxes, quotes, footnotes, definitions,
    figures, rules, indented,
)  # fmt: skip

#: what people also write: marks left open, lines that could be three things
_SOUP_LINES = (
    "", " ", "\t", "text", "# h", "#", "####### no", "===", "---", "--- ---", "- a", "-", "  - b", "    c", "1. d",
    "2) e", "10. f", "> q", ">", "```", "~~~~", "```py`", "$$", "$$ x", "\\begin{a}", "\\end{a}", "\\[", "\\]", ":::",
    "::: {.a}", "<!--", "-->", "<div>", "</div>", "<details>", "</details>", "<pre>", "</pre>", "<x y='z'>", "<?", "?>",
    "[a]: b", "[a]:", '"t"', "[^1]: n", "| a | b |", "|---|---|", "+---+---+", "Table: c", ": d", "![f](g)", "* * *",
    "_ _ _", "\\", "\u2028", "\x0c", "\u3000", "\ufeff",
)  # fmt: skip
soup = st.lists(st.sampled_from(_SOUP_LINES), max_size=14).map("\n".join)

front_matter = st.sampled_from(("", '---\ntitle: "A: b"\n# no heading\n---\n', "---\ntitle: x\n...\n\n"))


@st.composite
def documents(draw: st.DrawFn, pieces: st.SearchStrategy[str] = fragments, most: int = 8) -> str:
    """A whole document: blank lines between its pieces; any line ends; maybe a byte order mark, or no last line end."""
    body = draw(st.lists(pieces, max_size=most))
    text = draw(front_matter)
    for piece in body:
        text += piece + "\n" * draw(st.integers(2, 3))
    text = text.rstrip("\n") + draw(st.sampled_from(("", "\n", "\n\n")))
    ends = draw(st.sampled_from(("\n", "\r\n", "mixed")))
    if ends == "mixed":
        half = len(text) // 2
        text = text[:half].replace("\n", "\r\n") + text[half:]
    else:
        text = text.replace("\n", ends)
    return draw(st.sampled_from(("", "", "\ufeff"))) + text


#: any text at all that Markdown might be made of
wild = st.one_of(
    soup, documents(), documents(soup), st.builds("\n".join, st.lists(st.one_of(fragments, soup), max_size=5))
)
