"""Stage 2 between model and rules: who decides, who is asked again, and when a person has to choose."""

import json
from dataclasses import replace

import pytest

from backend.document.blocks import read
from backend.errors import ProviderTimeout, Refused
from backend.kernel.cache import Cache
from backend.kernel.events import silent
from backend.services import placing
from backend.services.places.earlier_version import EarlierVersion
from backend.services.placing import Order, Request
from tests.fakes import ScriptedModel

PAPER = read("# Title\n\nOpening words.\n\n## Methods\n\nWe measured.\n\n## Results\n\nIt was warm.\n")
WISH = "Add this to the Methods section."


def plan(operation, block):
    fields = {"operation": operation, "block": block, "section": None, "position": None, "heading": None}
    return json.dumps(fields | {"reason": "so"})


def choose(world, *answers, message=WISH, content="New text."):
    placer = ScriptedModel(*answers) if answers else None
    return placing.choose(
        replace(world.ports, placer=placer), PAPER, Request(content, (Order(message),)), silent
    ), placer


@pytest.fixture
def database_url(sqlite_url):
    return sqlite_url


def test_without_a_model_the_rules_decide(world):
    choice, _ = choose(world)
    assert choice.placed.placement.decided_by == "rules" and choice.sure and choice.replies == ()
    assert "We measured.\n\nNew text.\n\n## Results" in choice.placed.text


def test_no_model_is_asked_where_each_of_several_sections_goes(world):
    content = "## Methods\n\nWe measured twice.\n\n## Results\n\nIt was hot."
    choice, placer = choose(world, plan("replace", 2), message="Rewrite Methods and Results.", content=content)
    assert choice.sure and placer.requests == []
    assert choice.placed.text.endswith("## Methods\n\nWe measured twice.\n\n## Results\n\nIt was hot.\n")


def test_the_models_plan_is_carried_out(world):
    choice, placer = choose(world, plan("append_to_section", 2))
    assert choice.placed.placement.decided_by == "model" and len(choice.replies) == 1
    assert choice.placed.placement.confidence > 0.8, "the rules agree"
    assert placer.requests[0].temperature == 0.0


def test_a_model_that_insists_on_another_place_is_told_once_and_the_rules_place_stands(world):
    choice, placer = choose(world, plan("append_to_section", 4), plan("append_to_section", 4))
    assert "Methods" in placer.requests[1].turns[-1].content and len(choice.replies) == 2
    assert "We measured.\n\nNew text.\n\n## Results" in choice.placed.text
    assert not choice.sure and choice.placed.placement.confidence < 0.9
    assert "Results" in choice.placed.placement.reason and len(choice.candidates) >= 2


def test_a_model_that_is_put_right_agrees(world):
    choice, _ = choose(world, plan("append_to_section", 4), plan("append_to_section", 2))
    assert choice.sure and choice.placed.placement.decided_by == "model"


def test_where_the_rules_are_unsure_the_model_decides_and_is_not_asked_again(world):
    choice, placer = choose(world, plan("append_to_section", 4), message="A paragraph about the weather.")
    assert choice.placed.text.endswith("It was warm.\n\nNew text.\n") and len(placer.requests) == 1
    assert choice.placed.placement.decided_by == "model" and not choice.sure


def test_a_model_that_fails_the_second_time_leaves_the_safer_of_the_two(world):
    choice, _ = choose(world, plan("append_to_section", 4), ProviderTimeout())
    assert "We measured.\n\nNew text." in choice.placed.text and not choice.sure


def test_a_bad_plan_is_answered_once_with_what_was_wrong(world):
    choice, placer = choose(world, plan("insert_after", 99), plan("insert_after", 3))
    assert "no block 99" in placer.requests[1].turns[-1].content
    assert choice.placed.placement.decided_by == "model" and len(choice.replies) == 2


@pytest.mark.parametrize(
    "answers", [("nonsense", "more nonsense"), (ProviderTimeout(),), (plan("insert_after", 99), ProviderTimeout())]
)
def test_rules_decide_where_the_model_fails(world, answers):
    choice, _ = choose(world, *answers)
    assert choice.placed.placement.decided_by == "rules" and "Chosen by rules" in choice.placed.placement.reason
    assert "We measured.\n\nNew text." in choice.placed.text


def test_text_that_the_rules_would_keep_is_never_replaced_by_a_model(world):
    choice, placer = choose(world, plan("replace", 3), plan("replace", 3))
    assert "must stay" in placer.requests[1].turns[-1].content
    assert choice.placed.placement.decided_by == "rules" and "We measured.\n\nNew text." in choice.placed.text
    agreed, _ = choose(world, plan("replace", 3), message="Replace the paragraph “We measured.” in Methods with this.")
    assert agreed.sure and "We measured." not in agreed.placed.text


def test_a_model_that_only_adds_does_not_double_a_text_whose_replacement_is_certainly_ordered(world):
    order = "Replace the paragraph “We measured.” in Methods with this."
    choice, _ = choose(world, plan("insert_after", 3), plan("insert_after", 3), message=order)
    assert choice.sure and "We measured." not in choice.placed.text and "New text." in choice.placed.text


def test_a_document_beyond_its_limit_is_refused(world, monkeypatch):
    content = "New text é."
    whole = choose(world, content=content)[0].placed
    size = len(whole.text.encode())
    monkeypatch.setattr(placing, "MAX_DOCUMENT_BYTES", size)
    assert choose(world, content=content)[0].placed.text == whole.text
    monkeypatch.setattr(placing, "MAX_DOCUMENT_BYTES", size - 1)
    for place in (
        lambda: choose(world, content=content),
        lambda: placing.carry_out_chosen(PAPER, content, whole.placement),
    ):
        with pytest.raises(Refused) as refused:
            place()
        assert set(refused.value.errors) == {"document_content"}


VERSIONS = read(
    "# T\n\n## Methods\n\nWe took cores by hand.\n\nThen we dried them.\n\n## Study sites\n\nSixty bogs.\n\n"
    "## Results\n\nCarbon was lost.\n\n## Summary\n\nBogs lose carbon.\n"
)


@pytest.mark.parametrize(
    ("message", "lost"),
    [
        ("Translate the second paragraph of Methods into German.", "Then we dried them."),
        ("Bitte den zweiten Absatz von Methods kürzen.", "Then we dried them."),
        ("Simplifica el segundo párrafo de Methods.", "Then we dried them."),
        ("Could you rephrase the last paragraph of Methods?", "Then we dried them."),
        ("Accorcia la sezione Study sites.", "Sixty bogs."),
    ],
)
def test_what_a_request_wants_in_other_words_is_replaced_though_they_are_all_new(world, message, lost):
    request = Request("Danach trocknete man alles.", (Order(message),))
    choice = placing.choose(replace(world.ports, placer=None), VERSIONS, request, silent)
    assert choice.sure and choice.placed.text == VERSIONS.text.replace(lost, request.content)


def test_a_title_that_means_summing_up_is_no_word_of_the_order(world):
    request = Request("Bogs lose carbon fast.", (Order("In “Summary”, make the first paragraph clearer and shorter."),))
    choice = placing.choose(replace(world.ports, placer=None), VERSIONS, request, silent)
    assert choice.sure and choice.placed.text == VERSIONS.text.replace("Bogs lose carbon.", request.content)


@pytest.mark.parametrize(
    "message",
    [
        "Add a note on how to shorten the first paragraph of Methods.",
        "Write a shorter paragraph for Methods.",
        "Should I shorten the Results section?",
        "Don't shorten Methods.",
        "A paragraph for Results, short and crisp.",
        "Schreib einen kürzeren Absatz für Methods.",
        "Expand the section Methods by a paragraph on ovens.",
        "Translate the term bog for the Methods section.",
    ],
)
def test_what_only_speaks_of_other_words_replaces_nothing(world, message):
    request = Request("Danach trocknete man alles.", (Order(message),))
    choice = placing.choose(replace(world.ports, placer=None), VERSIONS, request, silent)
    assert choice.placed.placement.operation != "replace"


def test_a_draft_that_is_meant_by_its_number_has_no_place_by_it(world):
    thread = (Order("A sentence for Methods."), Order("Make the first draft more formal.", "revision"))
    choice = placing.choose(replace(world.ports, placer=None), PAPER, Request("New text.", thread), silent)
    assert choice.placed.placement.section[-1] == "Methods"


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ('In "Methods", make the first paragraph clearer and shorter.', "of what is named"),
        ("Make the first paragraph of Methods a lot shorter.", "of what is named"),
        ("Shorten the first paragraph of Methods.", "of what is named"),
        ("Make a note that the first paragraph of Methods was once shorter.", "some"),
    ],
)
def test_a_part_that_is_to_be_made_shorter_is_the_object(message, kind):
    paper = read("# Bees\n\n## Methods\n\nWe counted bees.\n\nThen we waited.\n")
    assert placing._ordered_rework(paper, [message]) == kind


LONG = read(
    "# Title\n\n## Methods\n\nWe planted forty trees in rows. Each row had ten.\n\nWe watered them daily.\n\n"
    "## Results\n\nIt was warm.\n"
)
VERSION = "We planted forty trees in rows."
OTHER = "Humidity settled before the first run."
#: Orders about one paragraph, in words that no list of verbs knows.
ORDERS = (
    "Tone down the first paragraph of Methods.",
    "Put the first paragraph of Methods into the past tense.",
    "Say the first paragraph under Methods in fewer words.",
    "The first paragraph of Methods could be half as long.",
    "Mach den ersten Absatz von Methods verständlicher.",
    "Schreib den ersten Absatz von Methods um.",
    "Aclara el primer párrafo de Methods.",
)


@pytest.mark.parametrize("message", ORDERS)
def test_a_version_of_the_paragraph_that_an_order_is_about_replaces_it(message):
    decision = placing.decided_by_rules(LONG, VERSION, [message])
    assert decision.sure and decision.placement.operation == "replace" and decision.placement.anchor.block == 2


@pytest.mark.parametrize("message", ORDERS)
def test_other_content_for_an_order_about_a_paragraph_is_asked_about(message):
    decision = placing.decided_by_rules(LONG, OTHER, [message])
    assert not decision.sure
    assert [(each.operation, each.anchor.block) for each in decision.candidates[:2]] == [
        ("replace", 2),
        ("insert_after", 2),
    ]


@pytest.mark.parametrize(
    "message",
    [
        "Write this as the first paragraph of Methods: humidity matters.",
        "This should be the first paragraph of Methods.",
        "Write a first paragraph for Methods on humidity.",
    ],
)
def test_content_that_becomes_the_first_paragraph_is_added_at_the_start(message):
    decision = placing.decided_by_rules(LONG, OTHER, [message])
    assert decision.sure and decision.placement.operation == "append_to_section"
    assert decision.placement.place == "start"


def test_a_paragraph_that_is_only_spoken_of_is_no_sure_place():
    message = "Write a paragraph on humidity that answers the first paragraph of Methods."
    assert not placing.decided_by_rules(LONG, OTHER, [message]).sure


#: Orders to delete something that is within a section.
WITHIN = (
    "Remove the numbers from Methods.",
    "Delete all adverbs in the section Methods",
    "Streiche die Zahlen aus Methods.",
    "Supprime les chiffres dans Methods",
)


@pytest.mark.parametrize("message", WITHIN)
def test_a_section_from_which_something_is_deleted_is_replaced_by_its_version(message):
    content = "We planted trees in rows. Each row had ten.\n\nWe watered them daily."
    decision = placing.decided_by_rules(LONG, content, [message])
    assert decision.sure and (decision.placement.operation, decision.placement.place) == ("replace", "section body")


@pytest.mark.parametrize("message", WITHIN)
def test_other_content_for_such_an_order_is_not_sure(message):
    decision = placing.decided_by_rules(LONG, OTHER, [message])
    assert not decision.sure and decision.placement.operation != "replace"


@pytest.mark.parametrize("message", ["Modernise Methods.", "Please modernise the section Methods."])
def test_a_version_of_a_section_is_asked_about_if_the_verb_is_not_known(message):
    content = "We planted forty trees in rows. We watered them daily."
    decision = placing.decided_by_rules(LONG, content, [message])
    assert not decision.sure and decision.candidates[0].operation == "replace"
    assert [each.operation for each in decision.candidates[1:2]] == ["append_to_section"]


def test_content_that_is_no_simpler_version_is_no_sure_addition():
    assert not placing.decided_by_rules(LONG, OTHER, ["Simplify paragraph eighth in Methods."]).sure


@pytest.mark.parametrize(
    "message",
    [
        "Der erste Absatz von Methods soll kürzer werden.",
        "The first paragraph of Methods could be a lot shorter.",
        "Put the first paragraph of Methods more plainly.",
        "Let the first paragraph of Methods be less wordy.",
        "Rends le premier paragraphe de Methods plus clair.",
    ],
)
def test_a_paragraph_that_should_become_shorter_is_the_object(message):
    decision = placing.decided_by_rules(LONG, OTHER, [message])
    assert decision.sure and decision.placement.operation == "replace"


SEVERAL = read("# Summary\n\nOne tree.\n\nTwo trees.\n\nThree trees.\n\nFour trees.\n\n# Methods\n\nSix.\n")


@pytest.mark.parametrize(
    "message",
    [
        "Replace paragraphs 2 to 3 of Summary with this: whales are wide.",
        "Put it after paragraphs 2 to 3 of Summary",
        "Shorten paragraphs 2 to 3 of Summary",
    ],
)
def test_one_of_several_blocks_that_are_named_together_is_no_sure_place(message):
    assert not placing.decided_by_rules(SEVERAL, "Whales are wide.", [message]).sure


def test_an_order_behind_the_name_of_a_part_replaces_it() -> None:
    paper = read("# Ice\n\nIt was cold in the hut and wet in the boat.\n\nIt was dark.\n")
    shorter = "It was cold in the hut and wet."
    found = placing.decided_by_rules(paper, shorter, ("Ice, first paragraph: please cut the fat",))
    assert found.sure and (found.placement.operation, found.placement.anchor.block) == ("replace", 1)
    assert not placing.decided_by_rules(paper, "Rain fell.", ("Ice, first paragraph: please cut the fat",)).sure


def test_a_remark_that_limits_the_request_to_a_part_does_not_replace_the_section_surely(world):
    paper = read("# Tides\n\nThe tides were measured by gauges.\n\nThe gauges drift in time.\n\n# Results\n\nNone.\n")
    thread = (Order("Shorten the section Tides."), Order("only the first paragraph, I meant", "revision"))
    request = Request("Gauges measured the tides.", thread)
    choice = placing.choose(replace(world.ports, placer=None), paper, request, silent)
    first = choice.candidates[0]
    assert not choice.sure and (first.operation, first.anchor.block, first.place) == ("replace", 1, "block")
    whole = placing.choose(replace(world.ports, placer=None), paper, replace(request, thread=thread[:1]), silent)
    assert whole.candidates[0].place == "section body"


def test_the_rules_decide_once_for_a_draft_and_its_approval(monkeypatch):
    monkeypatch.setattr(placing, "_decisions", Cache(2))
    document, messages = read("# Methods\n\nText.\n"), ("Add it to Methods.",)
    first = placing.decided_by_rules(document, "Rain fell.", messages)
    assert placing.decided_by_rules(read(document.text), "Rain fell.", list(messages)) is first
    for content in ("Snow fell.", "Hail fell."):
        assert placing.decided_by_rules(document, content, messages) is not first
    assert placing.decided_by_rules(document, "Rain fell.", messages) is not first


def test_a_version_that_repeats_the_text_beside_it_replaces_the_section_or_nothing(world):
    head, rest = (
        "We install sensors here, each of them 20 mm long, and compute",
        "where K is the index of the flow here.",
    )
    formula = "$$\nu = 119 K + 12 K + 3 K\n$$"
    paper = read(f"# Flow\n\n{head}\n\n{formula}\n\n{rest}\n\n# Results\n\nNone.\n")
    content = f"{head.replace('20', '30')}\n\n{formula}\n\n{rest.replace('index', 'rate')}"
    order = Request(content, (Order("longer ones"),), version_of=EarlierVersion(head, True))
    choice = placing.choose(replace(world.ports, placer=None), paper, order, silent)
    assert choice.placed.text == f"# Flow\n\n{content}\n\n# Results\n\nNone.\n" and choice.sure
    part = replace(order, content=content.rpartition("\n\n")[0])
    assert not placing.choose(replace(world.ports, placer=None), paper, part, silent).sure
