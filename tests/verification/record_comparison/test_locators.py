import pytest

from backend.verification.claims import read
from backend.verification.record_comparison.agreement import agreement
from backend.verification.record_comparison.locators import Locator, locator
from backend.verification.works import Work

TITLE = "Vowel harmony in highland dialects"
WORK = Work("x", (TITLE,), (), (), (), None, None, "", (), True, ())


def located(text: str) -> Locator:
    claim = read(text)
    return locator(claim, agreement(claim, WORK).at[1])


@pytest.mark.parametrize(
    "text",
    [
        f"Mayer, C. (2019). {TITLE}. Phonology, 36(4), 593–628.",
        f"Mayer C. {TITLE}. Phonology. 2019;36(4):593-628.",
        f"C. Mayer, “{TITLE},” Phonology, vol. 36, no. 4, pp. 593–628, 2019.",
        f'Mayer, Connor. "{TITLE}." Phonology 36(4) (2019): 593-628. doi:10.1000/x',
        f"[7] Mayer, C.: {TITLE}. *Phonology* **36**(4), 593-628 (2019).",
        f"@article{{m, title = {{{TITLE}}}, journal = {{Phonology}}, volume = 36, number = 4, pages = {{593--628}}}}",
        f"TY  - JOUR\nTI  - {TITLE}\nJO  - Phonology\nVL  - 36\nIS  - 4\nSP  - 593\nEP  - 628\nER  - ",
        f'{{"title": "{TITLE}", "container-title": "Phonology", "volume": 36, "issue": "4", "page": "593-628"}}',
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
    assert located(f"Mayer, C. {TITLE}{behind}") == expected
