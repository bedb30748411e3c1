import pytest

from backend.kernel.records import Person, Record
from backend.verification.claims import read
from backend.verification.record_comparison.agreement import agreement
from backend.verification.record_comparison.record_differences import Locator, differences, locator
from backend.verification.works import Work, merged

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


NAME = "Vowel harmony in highland dialects"
WORK = Work("x", (NAME,), (), (), (), None, None, "", (), True, ())


def located(text: str) -> Locator:
    claim = read(text)
    return locator(claim, agreement(claim, WORK).at[1])


@pytest.mark.parametrize(
    "text",
    [
        f"Mayer, C. (2019). {NAME}. Phonology, 36(4), 593–628.",
        f"Mayer C. {NAME}. Phonology. 2019;36(4):593-628.",
        f"C. Mayer, “{NAME},” Phonology, vol. 36, no. 4, pp. 593–628, 2019.",
        f'Mayer, Connor. "{NAME}." Phonology 36(4) (2019): 593-628. doi:10.1000/x',
        f"[7] Mayer, C.: {NAME}. *Phonology* **36**(4), 593-628 (2019).",
        f"@article{{m, title={{{NAME}}}, journal = {{Phonology}}, volume = 36, number = 4, pages = {{593--628}}}}",
        f"TY  - JOUR\nTI  - {NAME}\nJO  - Phonology\nVL  - 36\nIS  - 4\nSP  - 593\nEP  - 628\nER  - ",
        f'{{"title": "{NAME}", "container-title": "Phonology", "volume": 36, "issue": "4", "page": "593-628"}}',
    ],
)
def test_locator_parses_the_usual_styles(text: str) -> None:
    assert located(text) == Locator("Phonology", "36", "4", "593", "628")


@pytest.mark.parametrize(
    ("behind", "expected"),
    [
        (". Phonology 2019.", Locator("Phonology")),
        (". Phonology, vol. 3, pp. e1602614, 2017.", Locator("Phonology", "3", "", "e1602614")),
        (". In: Proceedings of the Dialect Society, 88-97.", Locator("Proceedings of the Dialect Society")),
        (". Phonology, 36, 1644-1657 (2019).", Locator("Phonology", "36", "", "1644", "1657")),
        (" — Mayer, Phonology 2019", Locator()),
        (". https://doi.org/10.1000/a2019(3)12", Locator()),
        ("", Locator()),
    ],
)
def test_locator_leaves_out_what_is_not_said(behind: str, expected: Locator) -> None:
    assert located(f"Mayer, C. {NAME}{behind}") == expected
