"""Generate messages that cost more time than their size suggests: each shape is a function of the number of characters.

A shape repeats one thing: an ordinal, a quotation mark, the name of a section, an order. The test of linear reading and
the benchmark `hostile_messages` draw from this table.
"""

from __future__ import annotations

from tests.bench.document_shapes import Shape, _numbered, _repeated

MESSAGES: dict[str, Shape] = {
    "ordinals": _repeated("the third "),
    "sections by ordinal": _repeated("the third section "),
    "numbers": _numbered("{n} "),
    "numbers of sections": _numbered("Section {n}.{n}, "),
    "figures and tables": _numbered("Figure {n}, Table {n}, "),
    "names of sections": _repeated("Methods and Results and "),
    "places": _repeated("after Methods ", "Add a sentence "),
    "straight quotation marks": _repeated('"'),
    "quoted letters": _repeated('"a" ', "Replace "),
    "quotations, open": _repeated('"a ', "Replace "),
    "single quotation marks, open": _repeated("'a "),
    "curly quotation marks, open": _repeated("“a "),
    "low quotation marks, open": _repeated("„a "),
    "quotation marks of two kinds": _repeated("“‘", "Insert "),
    "parentheses, open": _repeated("("),
    "blanks": _repeated(" ", "Add a sentence", "to Methods."),
    "commas": _repeated(", "),
    "words joined by and": _repeated("and "),
    "orders joined by and": _repeated("and delete it "),
    "objects joined by and": _repeated("the table and the list and ", "Delete "),
    "orders in clauses": _repeated("add a sentence to Methods, "),
    "orders in sentences": _repeated("Delete the first sentence of Methods. "),
    "orders in steps": _numbered("{n}. Delete the first sentence of Methods.\n"),
    "replacements": _numbered('Replace "word{n}" with "term{n}". '),
    "exceptions": _repeated("except the first sentence ", "Delete everything "),
    "misspelled names": _numbered("Methd{n}os "),
    "Chinese orders": _repeated("在方法部分的末尾添加一句话"),
}
