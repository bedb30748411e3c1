"""What is answered."""

from __future__ import annotations

import json

import pytest

from tests.api.sonar.endpoints.calling import QUESTION, chunks, complete, marked
from tests.searxng_stand_in import RESULTS, found


def test_an_answer_has_sonars_form(modelled, model):
    model.answer = marked(1, 0)
    told = complete(modelled, return_related_questions=True, temperature=0.2, max_tokens=50).json
    assert (told["object"], told["model"]) == ("chat.completion", "sonar") and told["id"] and told["created"]
    (choice,) = told["choices"]
    assert choice["message"] == {"role": "assistant", "content": "Point 1 [2]. Point 0 [1]. Invented."}
    assert choice["finish_reason"] == "stop" and choice["delta"]["content"] == ""
    assert told["citations"] == [each["url"] for each in told["search_results"]]
    assert set(told["citations"]) <= {each["url"] for each in RESULTS} and len(told["citations"]) == 3
    fields = {"title", "url", "date", "last_updated", "snippet", "source"}
    assert [set(each) - fields for each in told["search_results"]] == [{"support_of"}, {"support_of"}, set()]
    assert [each["sentence"] for each in told["search_results"][0]["support_of"]] == ["Point 0."]
    usage = told["usage"]
    assert usage["total_tokens"] == usage["prompt_tokens"] + usage["completion_tokens"] > 0
    assert usage["search_context_size"] == "low" and usage["num_search_queries"] == 1
    assert usage["cost"]["total_cost"] > 0 and "estimated" not in usage
    assert told["related_questions"] == ["coral bleaching"]
    asked = model.requests[1].body
    assert (asked["temperature"], asked["max_tokens"]) == (0.2, 50)


@pytest.mark.parametrize("stream", [False, True])
def test_what_the_model_points_to_by_itself_is_told(modelled, model, stream):
    model.answer = marked(0, more=" So say [1] and https://made.up/x.")
    told = chunks(complete(modelled, stream=True))[-1] if stream else complete(modelled).json
    said = "Point 0 [1]. Invented. So say ［1] and https://made.up/x."
    assert told["choices"][0]["message"]["content"] == said, "its [1] would be taken for the first source's"
    assert [each.split(":")[0] for each in told["warnings"]] == [
        "These citation marks in the answer have no source",
        "No source contains these addresses given in the answer",
        "No source supports these statements in the answer",
    ]


def test_a_model_that_counts_nothing_is_counted_for(modelled, model):
    def uncounted(handler):
        message = {"role": "assistant", "content": "Nothing is known."}
        handler.send_json(200, {"choices": [{"index": 0, "finish_reason": "stop", "message": message}]})

    model.answer = uncounted
    usage = complete(modelled).json["usage"]
    assert usage["estimated"] is True and usage["prompt_tokens"] > 0 and usage["completion_tokens"] > 0
    assert "cost" not in usage


def test_without_a_model_it_quotes_and_nothing_was_spent(keyless, searxng):
    told = complete(keyless).json
    text, usage = told["choices"][0]["message"]["content"], told["usage"]
    assert "Marine heatwaves cause coral bleaching" in text and "[1]" in text
    assert (usage["prompt_tokens"], usage["total_tokens"]) == (0, 0)
    assert searxng.queries == ["causes coral bleaching"]


def test_the_references_in_a_quoted_sentence_are_no_marks_of_ours(keyless, searxng):
    told = {"url": "http://10.0.0.7/wiki", "title": "Bleaching", "content": "Coral bleaching is caused by heat.[2][31]"}
    searxng.on("/search", found(told))
    answer = complete(keyless).json
    assert (
        "caused by heat.［2]［31] [1]" in answer["choices"][0]["message"]["content"] and len(answer["citations"]) == 1
    )


def test_models_are_listed_and_allowed_ones_are_asked(modelled, model):
    names = [each["id"] for each in modelled.call("GET", "/v1/models").json["data"]]
    assert names == ["sonar", "sonar-pro", "sonar-reasoning-pro", "sonar-deep-research", "big"]
    model.answer = marked(0)
    assert complete(modelled, model="big").json["model"] == "big"
    assert [each.body["model"] for each in model.requests] == ["w", "big"]


@pytest.mark.parametrize(
    ("fields", "size"),
    [
        ({"model": "sonar"}, "low"),
        ({"model": "sonar-pro"}, "medium"),
        ({"model": "sonar-of-next-year"}, "medium"),
        ({"model": "sonar-deep-research", "reasoning_effort": "low"}, "low"),
        ({"model": "sonar-deep-research"}, "high"),
        ({"model": "sonar", "web_search_options": {"search_context_size": "high"}}, "high"),
    ],
)
def test_how_deep_to_look(keyless, fields, size):
    assert complete(keyless, **fields).json["usage"]["search_context_size"] == size


def test_filters_reach_the_search(keyless, searxng):
    few = {"search_domain_filter": ["-https://www.spam.example/x"], "search_language_filter": ["de"]}
    complete(keyless, search_recency_filter="week", search_mode="academic", **few)
    (asked,) = searxng.requests
    for part in ("-site%3Aspam.example", "time_range=week", "categories=science", "language=de"):
        assert part in asked.path
    searxng.requests.clear()
    told = complete(keyless, search_after_date_filter="1/31/2025", search_domain_filter=["example.org"]).json
    assert "site%3Aexample.org" in searxng.requests[0].path
    assert told["search_results"] == [], "what can't be shown to be newer, and of that domain, isn't used"
    searxng.requests.clear()
    told = complete(keyless, disable_search=True).json
    assert told["citations"] == [] and searxng.requests == []
    told = complete(keyless, messages=[{"role": "user", "content": "Thank you!"}], enable_search_classifier=True).json
    assert searxng.requests == []


def test_a_place_may_bias_the_search(keyless, searxng):
    place = {"user_location": {"city": "Tallinn", "country": "EE", "latitude": 59.4}}
    complete(keyless, messages=[{"role": "user", "content": "coral aquariums near me"}], web_search_options=place)
    assert "Tallinn, EE" in searxng.queries[0]


def test_the_callers_rules_and_talk_reach_the_model(modelled, model, searxng):
    model.answer = marked(0)
    talk = [
        {"role": "system", "content": "Answer like a pirate."},
        {"role": "user", "content": QUESTION},
        {"role": "assistant", "content": "Heat."},
        {"role": "user", "content": [{"type": "text", "text": "How long does it last?"}]},
    ]
    assert complete(modelled, messages=talk).status_code == 200
    asked = model.requests[-1].body["messages"]
    assert [each["role"] for each in asked] == ["system", "user", "assistant", "user"]
    assert "Answer like a pirate." in asked[0]["content"] and "How long does it last?" in asked[-1]["content"]


def test_json_by_a_schema(keyless):
    schema = {
        "type": "object",
        "properties": {"answer": {"type": "string"}, "sources": {"type": "array", "items": {"type": "string"}}},
        "required": ["answer", "sources"],
        "additionalProperties": False,
    }
    told = complete(keyless, response_format={"type": "json_schema", "json_schema": {"schema": schema}}).json
    made = json.loads(told["choices"][0]["message"]["content"])
    assert "coral bleaching" in made["answer"] and made["sources"]
    assert all(any(url in each for url in told["citations"]) for each in made["sources"])
