"""BibTeX, RIS and CSL-JSON say the same as prose, wherever their fields stand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.verification.reference_formats import read, read_all, split, written

BIBTEX = """@article{he2016, title={{Deep {R}esidual Learning}}, author = "He, Kaiming and Sun, Jian and others",
  journal={CVPR}, year = 2016, doi={10.1109/cvpr.2016.90}}

@misc{vaswani, author={Vaswani, A.}, title={Attention}, eprint={1706.03762},
  archivePrefix={arXiv}, date={2017-06-12}}"""
RIS = (
    "TY  - JOUR\nAU  - He, Kaiming\nAU  - Sun, Jian\nTI  - Deep Residual Learning\nPY  - 2016/06/\n"
    "DO  - 10.1109/x\nER  - "
)
CSL = """[{"id": "he", "title": "Deep", "author": [{"family": "He", "given": "K."}, {"literal": "A Group"}],
  "issued": {"date-parts": [[2016]]}, "DOI": "10.1/x"}]"""


def test_bibtex_names_its_authors_behind_the_title():
    he, vaswani = read_all(BIBTEX)
    assert (he.key, he.title, he.people, he.year, he.container) == (
        "he2016", "{Deep {R}esidual Learning}", ("He, Kaiming", "Sun, Jian"), "2016", "CVPR",
    )  # fmt: skip
    assert he.ids == ("doi:10.1109/cvpr.2016.90",)
    assert (vaswani.ids, vaswani.year) == (("arXiv:1706.03762",), "2017")
    assert he.prose().startswith("He, Kaiming; Sun, Jian (2016). “")


def test_ris_and_csl_say_the_same():
    ris, csl = read(RIS), read(CSL)
    assert (ris.people, ris.title, ris.year, ris.ids) == (
        ("He, Kaiming", "Sun, Jian"), "Deep Residual Learning", "2016", ("doi:10.1109/x",),
    )  # fmt: skip
    assert (csl.people, csl.year, csl.ids, csl.key) == (("He, K.", "A Group"), "2016", ("doi:10.1/x",), "he")


def test_pubmeds_format_is_read():
    fields = read(
        "PMID- 16060722\nVI  - 2\nIP  - 8\nDP  - 2005\nTI  - Why most published research\n      findings are false.\n"
        "PG  - e124\nFAU - Ioannidis, John P A\nAU  - Ioannidis JP\nTA  - PLoS Med\n"
        "AID - 10.1371/journal.pmed.0020124 [doi]\nAID - 04-PLME-E-0321R2 [pii]\n"
    )
    assert (fields.title, fields.people) == ("Why most published research findings are false.", ("Ioannidis JP",))
    assert (fields.year, fields.volume, fields.issue, fields.pages) == ("2005", "2", "8", "e124")
    assert fields.ids == ("doi:10.1371/journal.pmed.0020124", "PMID:16060722")
    assert len(split("PMID- 1\nTI  - A title\n\nPMID- 2\nTI  - Another\n")) == 2


@pytest.mark.parametrize(
    "prose", ["He, K. (2016). Deep. CVPR.", "[T](https://a.org)", "", "{", "[3]", "@smith says so"]
)
def test_prose_is_no_format(prose):
    assert read(prose) is None


@given(st.text(alphabet='@{}",=\\ aB1\n', max_size=80))
def test_a_broken_entry_never_fails(text):
    assert all(isinstance(each.prose(), str) for each in read_all("@article{x, title={" + text))


def test_a_file_is_divided_into_its_references_as_they_stand():
    broken = BIBTEX + "\n@string{x = {y}}\n@book{no comma title={T}}\n"
    found = split(broken)
    assert [key for key, _ in found] == ["he2016", "vaswani", ""]
    assert all(read(text).key == key for key, text in found[:2])
    assert [key for key, _ in split(RIS + "\n" + RIS)] == ["", ""]
    assert [key for key, _ in split(CSL)] == ["he"] and split("Prose.") == [] and split("[{") == []


def test_an_imported_arxiv_id_is_an_identifier():
    ((key, text),) = written([{"id": "v", "title": "Attention", "arxiv": "1706.03762"}])
    assert key == "v" and read(text).ids == ("arXiv:1706.03762",)
