"""A work is named by its authors and year, else by its title, else by its host; the user's own notes by nothing."""

import pytest

from backend.kernel.exchange import Excerpt
from backend.keyless.quotations.short_citations import citation_of


@pytest.mark.parametrize(
    ("origin", "cite"),
    [
        ("Smith et al. 2020, https://doi.org/10.1000/reef", "Smith et al. 2020"),
        ("van den Berg & Jones (2019). On trees", "van den Berg & Jones 2019"),
        ("Müller und Şahin, 2018", "Müller und Şahin 2018"),
        ("Attention is all you need, arXiv:1706.03762", "Attention is all you need"),
        ("https://ocean.example.org/records?id=3", "ocean.example.org"),
        ("doi:10.1000/182", "doi:10.1000/182"),
        ("https://doi.org/10.1000/182", "doi:10.1000/182"),
        ("Smith (2020). On reefs (retracted). https://doi.org/10.1000/reef", "Smith 2020, retracted"),
        ("On reefs (retracted). https://ocean.example.org", "On reefs, retracted"),
        ("Field notebook (retracted)", ""),
        ("Field notebook", ""),
        ("Notes of 2020", ""),
        ("", ""),
    ],
)
def test_origins(origin, cite):
    assert citation_of(Excerpt("Reefs.", "highlight", origin)) == cite


def test_the_documents_own_words_name_no_work():
    assert citation_of(Excerpt("Reefs.", "passage", "Smith 2020")) == ""
    assert citation_of(Excerpt("Reefs.", "library", "Smith 2020", cite="Smith 2020, p. 3")) == "Smith 2020, p. 3"
