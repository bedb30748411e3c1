"""Sentences of a paper are compared with the abstracts of the works that they cite by key."""

from __future__ import annotations

from dataclasses import replace

from backend.kernel.records import Record
from backend.kernel.works import Citation
from backend.services.source_checks.cited_sentences import compared, unsupported, with_support
from backend.services.source_checks.source_check import CheckedSource
from backend.verification.verdict import Verdict
from backend.verification.works import merged
from tests.services.source_checks.test_support_judge import ABSTRACT, QUOTE, RIGHT, Judge

WORKS = {
    "hedge": CheckedSource(
        "", Verdict("resolved", work=merged([Record("crossref", ("Hedges",), doi="10.1/a", abstract=ABSTRACT)]))
    ),
    "bare": CheckedSource("", Verdict("resolved", work=merged([Record("crossref", ("Bare",), doi="10.1/b")]))),
}
TEXT = f"Wide rows held 37% fewer nests [@hedge]. {RIGHT[:-1]} [@hedge; @bare; @nobody]. Nobody is cited here.\n"


def told(world, model):
    found = compared(replace(world.ports, system=model), world.user_id, TEXT, WORKS)
    return found, [(key, each["verdict"], each["decided_by"]) for _, key, each in found]


def test_each_sentence_is_compared_with_each_abstract_that_it_cites(world):
    found, said = told(world, None)
    assert said == [("hedge", "contradicted", "rules"), ("hedge", "not found", "rules")]
    (bad,) = unsupported(found)
    assert (bad["sentence"], bad["key"]) == ("Wide rows held 37% fewer nests [@hedge].", "hedge")
    assert bad["reason"] and bad["decided_by"] == "rules"


def test_a_model_settles_what_rules_cannot(world):
    _, said = told(world, Judge())
    assert said == [("hedge", "contradicted", "rules"), ("hedge", "supported", "model")]
    turned, said = told(world, Judge("contradicted"))
    assert said[1] == ("hedge", "contradicted", "model")
    assert [(each["decided_by"], each["passage"]) for each in unsupported(turned)][1] == ("model", QUOTE)


def test_a_reference_has_the_verdicts_on_its_sentences(world):
    found, _ = told(world, Judge())
    cited, other = with_support(
        [Citation("sx_1", "Hedges", None, None, "resolved", {"key": key}) for key in ("hedge", "bare")], found
    )
    assert [each["sentence"] for each in cited.metadata["support_of"]] == ["Wide rows held 37% fewer nests.", RIGHT]
    assert [each["verdict"] for each in cited.metadata["support_of"]] == ["contradicted", "supported"]
    assert cited.metadata["support"]["verdict"] == "contradicted" and "support_of" not in other.metadata
