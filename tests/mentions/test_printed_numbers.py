"""Which table is Table 2, which equation is (3): the number that is printed counts, not the place."""

import pytest

from backend.document.blocks import read
from backend.mentions.printed_numbers import PrintedNumbers

TABLE = "| a | b |\n|---|---|\n| 1 | 2 |\n"
PAPER = f"""# Results

As Table 2 shows, nothing. Table 3 shows less.

Table 2: The sites.

{TABLE}
{TABLE}
**Table S1.** More.

![Figure 3. A map.](map.png)

![No number](x.png)

Fig. 4: Below its picture.

$$ a = b \\tag{{7}} $$

$$ c = d \\qquad (8) $$

Listing 1: Code.

```python
print(1)
```

\\begin{{table}}
\\caption{{Table 9. In LaTeX.}}
\\end{{table}}

图5：地图

![地图](y.png)
"""


def source(kind, number, word=""):
    document = read(PAPER)
    found = PrintedNumbers(document).find(kind, word or kind, number)
    return [document.source(document.blocks[i]).strip()[:20] for i in found.blocks] if found else None


@pytest.mark.parametrize(
    ("kind", "number", "begins"),
    [
        ("table", "2", ["| a | b |\n|---|---|\n"]),
        ("table", "s1", ["| a | b |\n|---|---|\n"]),
        ("table", "9", ["\\begin{table}\n\\captio"[:20]]),
        ("table", "1", None),
        ("figure", "3", ["![Figure 3. A map.]("]),
        ("figure", "3a", ["![Figure 3. A map.]("]),
        ("figure", "4", ["![No number](x.png)"]),
        ("figure", "1", None),
        ("equation", "(7)", ["$$ a = b \\tag{7} $$"]),
        ("equation", "8", ["$$ c = d \\qquad (8) "]),
        ("code", "1", ["```python\nprint(1)\n`"]),
    ],
)
def test_the_element_with_a_number(kind, number, begins):
    assert source(kind, number) == begins


def test_the_caption_is_told():
    document = read(PAPER)
    found = PrintedNumbers(document).find("table", "table", "2")
    assert found.sure and document.source(document.blocks[found.caption]).startswith("Table 2: The sites")


def test_where_no_number_is_printed_elements_are_counted_and_that_is_not_sure():
    document = read(f"{TABLE}\n{TABLE}\n{TABLE}")
    found = PrintedNumbers(document).find("table", "table", "2")
    assert found.blocks == (1,) and not found.sure
    assert PrintedNumbers(document).find("table", "table", "4") is None


def test_two_elements_with_one_number_are_not_sure():
    found = PrintedNumbers(read(f"Table 1: x\n\n{TABLE}\nTable 1: y\n\n{TABLE}")).find("table", "table", "1")
    assert found.blocks == (1, 3) and not found.sure


def test_elements_with_labels_are_counted_apart():
    document = read("![a](a.png)\n\n![b](b.png){#fig:b}\n\n![c](c.png){#fig:c}\n")
    assert PrintedNumbers(document).find("figure", "figure", "1").blocks == (1, 0)


def test_a_caption_that_stands_apart_is_no_rival():
    text = "![Figure 1](a.png)\n\n<small>\n\n**Figure 1 - A map.** Of ice.\n"
    found = PrintedNumbers(read(text)).find("figure", "figure", "1")
    assert (found.blocks, found.sure, found.caption) == ((0,), True, 2)
