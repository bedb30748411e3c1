import pytest

from backend.verification.claims import read
from backend.verification.record_comparison.author_lists import authors, initials_of

TITLE = "Reading paradigms"


def families(front: str) -> list[str]:
    claim = read(f"{front}{TITLE}. Oikos, 2011.")
    return [each.family for each in authors(claim, claim.prose.index(TITLE))]


@pytest.mark.parametrize(
    "front",
    [
        "Carmona, B., Olmedo, J.-P., & Ek, N. (2011). ",
        "Carmona B, Olmedo JP, Ek N. ",
        "B. Carmona, J. P. Olmedo and N. Ek, ",
        "Carmona, Beatriz; Olmedo, Jean-Paul; Ek, Nils. ",
        "Beatriz Carmona, Jean-Paul Olmedo and Nils B. Ek, ‘",
        "Beatriz Carmona, J. P. Olmedo, Nils Ek et al. (2011). ",
    ],
)
def test_authors_parses_the_usual_styles(front: str) -> None:
    assert families(front) == ["Carmona", "Olmedo", "Ek"]


def test_authors_takes_those_of_a_formatted_reference() -> None:
    claim = read("@article{a, author = {Carmona, Beatriz and Olmedo, J.}, title = {Reading paradigms}}")
    assert [(each.family, each.initials) for each in authors(claim, 0)] == [
        ("Carmona", initials_of("B.")),
        ("Olmedo", initials_of("J.")),
    ]


@pytest.mark.parametrize(
    "front", ["", "Carmona et al. (2011): ", "Carmona and Olmedo: ", "Ivica Letunic in Heidelberg, "]
)
def test_authors_leaves_out_names_without_initials(front: str) -> None:
    assert families(front) == []


def test_initials_of_reads_capitals_together_as_initials() -> None:
    assert initials_of("JR") == initials_of("J. R.") == initials_of("Jane Rose")
    assert initials_of("Iurii") == initials_of("Yury")
