import pytest

from backend.kernel.records import Person, Record
from backend.verification.claims import read
from backend.verification.record_comparison.agreement import agreement
from backend.verification.record_comparison.record_differences import differences
from backend.verification.works import merged

TITLE = "Detrital zircon ages from the Torridonian"
PEOPLE = (Person("Kerr", "Moira"), Person("García Blaine", "Stuart J."), Person("Ferris", "Neil"))
CSL = (("volume", "167"), ("issue", "4"), ("page", "715-729"), ("container-title", "Journal of the Geological Society"))
RECORD = Record("crossref", (TITLE,), PEOPLE, (2010,), ("Journal of the Geological Society", "J. Geol. Soc."), csl=CSL)
AUTHORS = "Kerr, M., Blaine, S., Ferris, N. (2010)"


def told(text: str, record: Record = RECORD) -> list[str]:
    claim, work = read(text), merged([record])
    assert work is not None
    return [each.words for each in differences(claim, work, agreement(claim, work).at)]


@pytest.mark.parametrize(
    "text",
    [
        f"{AUTHORS}. {TITLE}. Journal of the Geological Society, 167(4), 715–729.",
        f"{AUTHORS}. {TITLE}. J. Geol. Soc. 167, 715-29.",
        f"{AUTHORS}. {TITLE}. J Geol Soc 2010;167(4):720.",
        f"Kerr M, Garcia Blaine SJ. {TITLE}. 2010.",
        f"Kerr et al. ({TITLE}, 2010)",
        f"{TITLE} — Kerr, 2010 | ResearchGate",
        f"Kerr, M.: {TITLE}. arXiv preprint arXiv:1001.12345 (2010).",
        "https://doi.org/10.1000/x",
    ],
)
def test_differences_are_none_for_a_true_reference(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{AUTHORS}. {TITLE}. Cell, 167(4), 715–729.", "the journal “Journal of the Geological Society”, not “Cell”"),
        (f"{AUTHORS}. {TITLE}. J. Geol. Soc., 31(4), 715–729.", "volume 167, not 31"),
        (f"{AUTHORS}. {TITLE}. J. Geol. Soc., 167(9), 715–729.", "issue 4, not 9"),
        (f"{AUTHORS}. {TITLE}. J. Geol. Soc., 167(4), 1715–1729.", "pages 715-729, not 1715–1729"),
        (f"Ferris, N., Kerr, M. (2010). {TITLE}.", "the first author Moira Kerr, not Ferris"),
        (f"Kerr, M., Drummond, C. (2010). {TITLE}.", "no author Drummond"),
        (f"Mary Kerr and Chris Drummond, ‘{TITLE}’ (2010).", "no author Drummond"),
        (f"Kerr, M., Blaine, T. (2010). {TITLE}.", "the author Stuart J. García Blaine, not Blaine, T."),
        (
            f"{AUTHORS}. {TITLE}: evidence from a longitudinal cohort.",
            "a title without “evidence from a longitudinal cohort”",
        ),
    ],
)
def test_differences_name_each_detail(text: str, expected: str) -> None:
    assert told(text) == [expected]


def test_differences_expect_no_pages_of_a_record_with_an_article_number() -> None:
    record = Record("crossref", (TITLE,), PEOPLE, (2010,), csl=(("page", "10417"),))
    assert told(f"{AUTHORS}. {TITLE}. Heliyon, 3(2), 1–17.", record) == []


def test_differences_do_not_name_coauthors_that_an_old_record_lacks() -> None:
    record = Record("crossref", (TITLE,), PEOPLE[:1], (2010,))
    assert told(f"{AUTHORS}. {TITLE}.", record) == []
