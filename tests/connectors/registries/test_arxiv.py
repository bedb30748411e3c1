"""arXiv about single preprints, and the version of record that it names."""

import pytest

from backend.connectors.connector import Service
from backend.connectors.registries import arxiv
from backend.errors import ProviderMisanswered
from backend.kernel.records import Lookup, Person

A, B = Lookup("arxiv", "1706.03762"), Lookup("arxiv", "9901.00001")
ENTRY = """<entry><id>http://arxiv.org/abs/1706.03762v5</id><published>2017-06-12T00:00:00Z</published>
<title>Attention\n is all</title><summary>We attend.</summary><author><name>Ashish Vaswani</name></author>{}</entry>"""
VERSION = '<arxiv:doi xmlns:arxiv="http://arxiv.org/schemas/atom">10.1000/V</arxiv:doi>'


def feed(entry):
    return f'<feed xmlns="http://www.w3.org/2005/Atom">{entry}</feed>'.encode()


def test_many_ids_are_asked_for_at_once():
    assert dict(arxiv.request(Service("arxiv"), [A, B]).params)["id_list"] == "1706.03762,9901.00001"
    answers = arxiv.parse(feed(ENTRY.format("")), [A, B])
    assert answers[B] == ()
    (record,) = answers[A]
    assert (record.titles, record.people) == (("Attention is all",), (Person("Ashish Vaswani", whole=True),))
    assert (record.doi, record.versions, record.years) == ("10.48550/arxiv.1706.03762", (), (2017,))
    assert dict(record.csl)["issued"] == "2017-06-12" and dict(record.csl)["arxiv"] == "1706.03762"


def test_a_preprint_has_the_years_of_its_first_and_its_last_version():
    updated = ENTRY.format("<updated>2023-08-02T00:41:18Z</updated>")
    (record,) = arxiv.parse(feed(updated), [A])[A]
    assert record.years == (2017, 2023) and dict(record.csl)["issued"] == "2017-06-12"


def test_the_version_of_record_is_the_work():
    (record,) = arxiv.parse(feed(ENTRY.format(VERSION)), [A])[A]
    assert (record.doi, record.versions) == ("10.1000/v", ("10.48550/arxiv.1706.03762",))


ERROR = "<entry><id>http://arxiv.org/api/errors#x</id><title>Error</title></entry>"


@pytest.mark.parametrize("body", [b"", b"<html/>", feed(ERROR)])
def test_what_is_no_answer_is_a_fault(body):
    with pytest.raises(ProviderMisanswered):
        arxiv.parse(body, [A])
