"""What an answer says is held against its sources: by mark, key, name and year, or by its own words."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.kernel.works import Citation
from backend.verification import claim_support
from backend.verification.claim_support import Answer, check_support, contradicted, recheck_support
from backend.verification.statements import Statement

ABSTRACT = (
    "Alpine grasses were grown in twelve plots. Drought reduced the leaf area of alpine grasses by 23% within six "
    "weeks. Root mass was not affected by the drought."
)
TRUE = "Drought reduced the leaf area of alpine grasses by 23% within six weeks."
FALSE = "Drought increased the leaf area of alpine grasses by 23% within six weeks."
LINE = "Meier, R. (2014). Drought tolerance of alpine grasses."
MEIER = Citation("sx_1", "Drought tolerance of alpine grasses", None, None, "resolved", {"authors": ["Ruth Meier"]})


def held(content="", marked=(), citations=(MEIER,), texts=((ABSTRACT,),), own=(), sources=(LINE,)):
    return check_support(Answer(content, marked, sources[: len(citations)], citations, texts, lambda: own))


def verdicts(citation: Citation) -> list[tuple[str, str]]:
    return [(each["sentence"], each["verdict"]) for each in citation.metadata.get("support_of", ())]


def test_a_marked_sentence_is_held_against_its_source():
    found = held(marked=[Statement(TRUE, (0,)), Statement("Stones melt slowly.", (0,)), Statement(FALSE, (0,))])
    (cited,) = found.citations
    assert verdicts(cited) == [(TRUE, "supported"), ("Stones melt slowly.", "not found"), (FALSE, "contradicted")]
    assert cited.metadata["support"]["verdict"] == "contradicted"
    assert len(found.warnings) == 1 and "increased" in found.warnings[0] and "alpine" in found.warnings[0]


@pytest.mark.parametrize(
    "content", [f"{FALSE[:-1]} (Meier, 2014).", f"Meier (2014) saw that {FALSE}", FALSE, f"{FALSE[:-1]} [@meier2014]."]
)
def test_a_sentence_without_a_mark_is_held_too(content):
    citation = replace(MEIER, metadata={"key": "meier2014"})
    found = held(content, citations=(citation,))
    assert [verdict for _, verdict in verdicts(found.citations[0])] == ["contradicted"]
    assert found.warnings


def test_a_sentence_that_cites_another_key_is_not_held_against_the_sources_at_hand():
    citation = replace(MEIER, metadata={"key": "meier2014"})
    (cited,) = held(f"{TRUE} {FALSE[:-1]} [@nobody1999].", citations=(citation,)).citations
    assert cited.metadata["cited_by"] == [TRUE] and verdicts(cited) == [(TRUE, "supported")]
    (cited,) = held(f"{FALSE[:-1]} [@nobody1999; @meier2014].", citations=(citation,)).citations
    assert [verdict for _, verdict in verdicts(cited)] == ["contradicted"]


def test_a_key_without_a_source_is_named_once_and_a_label_is_no_key():
    told = held("Trees cool [@nobody].", citations=(), texts=()).warnings
    assert told == (
        "No source has these citation keys used in the content: @nobody. "
        "Add their works to the references, or remove the keys.",
    )
    assert held("Trees cool [@fig:one].", citations=(), texts=()).warnings == ()


def test_what_the_user_says_themselves_is_no_claim_of_ours():
    assert held(FALSE, own=[f"Our trial: {FALSE}"]).warnings == ()
    document = f"{FALSE[:-1]} [@meier2014]."
    citation = Citation("sx_1", "T", None, None, "resolved", {"key": "meier2014"})
    assert held(document, citations=(citation,), own=[document]).warnings == ()


def test_a_sentence_on_something_else_accuses_nobody():
    found = held("Stones melt slowly in the heat of summer.")
    assert found.warnings == () and verdicts(found.citations[0]) == []


def test_what_one_source_says_is_not_held_against_another():
    other = Citation("sx_2", "Grasses that grow", None, None, "resolved")
    found = held(TRUE, citations=(MEIER, other), texts=((FALSE,), (TRUE,)), sources=(LINE, "Other"))
    assert [verdicts(each) for each in found.citations] == [[], [(TRUE, "supported")]]


def test_figures_and_names_that_nothing_has_are_named():
    found = held("Yield fell by 41 % and 23 % (Smith et al., 2021; Meier, 2014), and 57 trials.", own=["57 trials"])
    assert any("41 %" in each and "23" not in each and "57" not in each for each in found.warnings)
    assert any("Smith et al., 2021" in each and "Meier" not in each for each in found.warnings)


def test_invented_figures_are_named_where_there_is_no_source_at_all():
    found = held("Yield fell by 41 %.", citations=(), texts=(), sources=())
    assert found.citations == () and len(found.warnings) == 1 and "41 %" in found.warnings[0]


def test_quoted_words_are_held_word_for_word():
    told = held("They write “Drought reduced the leaf area of alpine grasses” [1].").warnings
    assert told == ()
    wrong = held("They write “Drought reduced the leaf mass of alpine grasses by 23%”.").warnings
    assert len(wrong) == 1 and "leaf area" in wrong[0], "the source's own words are told"
    misquoted = held("They write “Drought reduced the whole leaf area of alpine grasses by 23%” and more.")
    assert [each["verdict"] for each in misquoted.citations[0].metadata["support_of"]] == ["partly"]


def test_texts_that_come_later_settle_what_was_open():
    silent = held(f"{FALSE[:-1]} (Meier, 2014).", texts=((),)).citations
    assert silent[0].metadata["support"] is None
    (later,) = recheck_support(silent, [(ABSTRACT,)])
    assert later.metadata["support"]["verdict"] == "contradicted"
    assert recheck_support([later], [()]) == (later,), "what is known stays"
    assert recheck_support([later], [(FALSE,)])[0].metadata["support"]["verdict"] == "supported"


def test_a_new_version_forgets_the_sentences_that_it_dropped():
    before = held(f"{FALSE[:-1]} (Meier, 2014).").citations
    after = held("All is new.", citations=before, texts=((),)).citations
    assert verdicts(after[0]) == [] and after[0].metadata["support"] is None


def test_only_what_still_stands_is_held_against_an_approval():
    cited = held(f"{FALSE[:-1]} (Meier, 2014).").citations
    assert [each[0].id for each in contradicted(cited, f"One. {FALSE[:-1]} [@meier] (Meier, 2014).")] == ["sx_1"]
    assert contradicted(cited, TRUE) == []


PIECES = (
    "The gradient is small.", 'A "small" step.', "Grasses need 14.7 mm (Roe et al., 2011).", "Roe (2011) saw it.",
    "He said “the grasses of the meadow were all gone by June”.", 'They wrote "the grasses of\nthe meadow were gone".',
    "It is &quot;a matter of some importance to us all&quot;.", "| a | b |\n|---|---|\n| 1 | 27 |", "See [@roe2011].",
    "«Les herbes de la prairie ont toutes disparu en juin.»", "„Alle Gräser der Wiese waren im Juni verschwunden“.",
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=6), st.booleans(), st.sampled_from([" ", "\n\n"]))
def test_content_that_can_come_to_nothing_is_passed_over_and_no_other(pieces, readable, between):
    content, texts = between.join(pieces), ((ABSTRACT,),) if readable else ((),)
    quick = held(content, texts=texts)
    with patch.object(claim_support._SupportCheck, "_has_claims", lambda self, text: True):
        assert held(content, texts=texts) == quick


def test_a_key_of_a_citation_is_known_and_another_is_named():
    citation = replace(MEIER, metadata={"key": "meier2014"})
    told = held("Bogs burn [@meier2014]. Fens burn [@nobody1999].", citations=(citation,), texts=((),))
    assert [each for each in told.warnings if "citation keys" in each] == [
        "No source has these citation keys used in the content: @nobody1999. "
        "Add their works to the references, or remove the keys."
    ]


def test_texts_leave_memory_without_a_garbage_collection():
    class Words(str):
        """A text to which a weak reference is possible."""

    own = Words("Our own words on street trees.")
    gone = weakref.ref(own)
    gc.disable()
    try:
        held("Something else was measured in 2019.", own=(own,))
        del own
        assert gone() is None
    finally:
        gc.enable()
