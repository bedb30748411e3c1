"""The references of a file are read by its kind and checked without a session."""

from dataclasses import replace

import pytest

from backend.errors import Refused
from backend.kernel.records import Notice, Person, Record
from backend.ports import Verification
from backend.services.list_check import NOT_ASKED, check_list, cited_as, references_of

RETRACTION = Notice("retraction", "crossref", "10.1000/ret")
GRASS = Record(
    "crossref", ("Drought and alpine grasses",), (Person("Meier"),), (2014,), doi="10.1000/abc", notices=(RETRACTION,)
)
BIB = "@article{meier, title={Drought and alpine grasses}, author={Meier, A.}, doi={10.1000/abc}}\n"
PAPER = """---
references:
- {id: front, type: book, title: Drought and alpine grasses, DOI: 10.1000/abc}
---
# Grass

Text.

## References

1. Meier, A. (2014). Drought and alpine grasses. doi:10.1000/abc
"""


class Registries:
    names = frozenset({"crossref"})

    def look_up(self, lookups, *, seconds):
        return dict.fromkeys(lookups, (GRASS,))


def test_without_registries_only_a_printed_retraction_is_known(world):
    bib = "@article{a, title={{RETRACTED}: On trees}}\n@article{b, title={On shade}}\n"
    printed = "# References\n\n1. Meier, A. (2014). RETRACTED: On grass. Nature 4.\n2. Li, B. (2015). On reefs.\n"
    ports = replace(world.ports, verification=None)
    for name, text in (("refs.bib", bib), ("paper.md", printed)):
        told = check_list(ports, references_of(name, text))
        assert [each["status"] for each in told] == ["retracted", "unchecked"]
        assert told[1]["reason"] == NOT_ASKED != told[0]["reason"]


@pytest.mark.parametrize(
    ("name", "text", "keys"),
    [
        ("refs.bib", BIB + "@article{broken title={X}}\n", ["meier", ""]),
        ("refs.JSON", '{"items": [{"id": "m", "title": "T"}, {"id": "n", "DOI": "10.1/x"}]}', ["m", "n"]),
        ("refs.ris", "TY  - JOUR\nID  - m\nTI  - T\nER  - \n\nTY  - JOUR\nTI  - U\nER  - \n", ["m", ""]),
        ("refs.nbib", "PMID- 1\nTI  - T\n\nPMID- 2\nTI  - U\n", ["", ""]),
        ("paper.md", PAPER, ["1", "front"]),
        (
            "paper.md",
            "A claim [@doi:10.1000/abc; @arXiv:2101.00001; @berg2021].",
            ["@doi:10.1000/abc", "@arXiv:2101.00001"],
        ),
    ],
)
def test_every_reference_of_a_file_is_read(name, text, keys):
    assert [each.key for each in references_of(name, text)] == keys


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("refs.bib", "no entry"),
        ("refs.json", "[{"),
        ("paper.md", "# Grass\n"),
        ("paper.md", "---\nbibliography: [a.bib, b.bib]\n---\n\n# A\n"),
    ],
)
def test_a_file_without_references_is_refused(name, text):
    with pytest.raises(Refused, match=name):
        references_of(name, text)


def test_each_reference_gets_its_verdict(world):
    ports = replace(world.ports, verification=Verification(Registries()))
    for name, text in (("refs.bib", BIB), ("paper.md", PAPER)):
        for found in check_list(ports, references_of(name, text)):
            assert found["status"] == "retracted" and found["notices"][0]["doi"] == "10.1000/ret"
            assert found["text"] and found["title"] == "Drought and alpine grasses"


def test_without_registries_each_is_unchecked_and_says_why(world):
    (found,) = check_list(world.ports, references_of("refs.bib", BIB))
    assert (found["key"], found["status"], found["reason"]) == ("meier", "unchecked", NOT_ASKED)


def test_what_nobody_has_checked_is_unchecked():
    cited = cited_as(BIB)
    assert (cited.status, cited.title, cited.doi) == ("unchecked", "Drought and alpine grasses", "10.1000/abc")


def test_a_paper_whose_references_are_in_a_file_says_so():
    with pytest.raises(Refused, match=r"in a\.bib, b\.bib\. Check that file instead"):
        references_of("paper.md", "---\nbibliography: [a.bib, b.bib]\n---\n\n# A\n")
