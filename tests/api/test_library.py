"""/api/library: files in, works out; what is refused, and in which order; nobody else's."""

from __future__ import annotations

import io
from typing import Any

import pytest
from flask import Flask

from backend.services import library
from tests.api.conftest import Client, MakeApp
from tests.waiting import until

PAPER = "# Knots in grass\n\nThe marsh grass *Spartina* bends before it breaks, as twelve gauges showed.\n"


def send(client: Client, content: bytes | str, name: str = "paper.md", **options: Any):
    raw = content.encode() if isinstance(content, str) else content
    answer = client.call("POST", "/api/library", data={"file": (io.BytesIO(raw), name)}, **options)
    answer.request.environ["wsgi.input"].close()  # a long body's file, which the test client leaves open
    return answer


def shelved(client: Client, content: bytes | str = PAPER, name: str = "paper.md") -> dict[str, Any]:
    """A work that has been read, one way or the other."""
    answer = send(client, content, name)
    assert answer.status_code in (200, 201), answer.text
    return until(lambda: read(client, answer.json["id"]))


def read(client: Client, work_id: str) -> dict[str, Any] | None:
    work = client.call("GET", f"/api/library/{work_id}").json
    return work if work["status"] != "processing" else None


def test_a_file_comes_in_and_is_read_by_a_run(somebody):
    answer = send(somebody, PAPER)
    assert answer.status_code == 201
    assert answer.json["status"] in ("processing", "ready") and answer.headers["X-Run-Id"] == answer.json["run_id"]
    work = until(lambda: read(somebody, answer.json["id"]))
    assert (work["status"], work["title"], work["kind"], work["error"]) == ("ready", "Knots in grass", "markdown", None)
    run = until(lambda: ended(somebody, work["run_id"]))
    assert run["status"] == "succeeded" and run["result"]["id"] == work["id"]
    told = somebody.call("GET", f"/api/runs/{work['run_id']}/events").text
    assert '"phase": "receiving"' in told and '"phase": "hearing"' not in told, "a file is no message"
    assert told.index('"extracting"') < told.index('"indexing"') < told.index("event: final_answer")


def ended(client: Client, run_id: str) -> dict[str, Any] | None:
    run = client.call("GET", f"/api/runs/{run_id}").json
    return run if run["status"] != "running" else None


def test_the_same_bytes_are_the_same_work(somebody):
    first = shelved(somebody)
    again = send(somebody, PAPER, "another name.md")
    assert (again.status_code, again.json["id"], again.json["filename"]) == (200, first["id"], "paper.md")
    assert len(somebody.call("GET", "/api/library").json["items"]) == 1


def test_what_cannot_be_read_fails_in_words_and_is_read_again_when_it_comes_again(somebody):
    work = shelved(somebody, b"\x00\x01\xff\xfe" * 50, "picture.xyz")
    assert work["status"] == "failed" and work["error"]
    run = somebody.call("GET", f"/api/runs/{work['run_id']}").json
    assert run["status"] == "failed" and run["error"]["status"] == 422
    again = send(somebody, b"\x00\x01\xff\xfe" * 50, "picture.xyz")
    assert (again.status_code, again.json["id"]) == (200, work["id"]) and again.json["run_id"] != work["run_id"]


def test_a_failed_file_that_comes_again_has_its_new_name(somebody):
    shelved(somebody, b"\x00\x01\xff\xfe" * 50, "picture.xyz")
    again = shelved(somebody, b"\x00\x01\xff\xfe" * 50, "photo.xyz")
    assert again["filename"] == again["title"] == "photo.xyz" and again["error"].startswith("photo.xyz ")
    assert [each["filename"] for each in somebody.call("GET", "/api/library").json["items"]] == ["photo.xyz"]


def test_one_file_at_a_time(somebody):
    files = [(io.BytesIO(PAPER.encode()), "a.md"), (io.BytesIO(b"# Other\n\ntext"), "b.md")]
    answer = somebody.call("POST", "/api/library", data={"file": files}, content_type="multipart/form-data")
    assert answer.status_code == 422 and "file" in answer.json["errors"]
    assert somebody.call("GET", "/api/library").json["items"] == []


def test_what_was_not_read_is_told(somebody):
    whole = "@article{a, title={Reefs in heat}, abstract={Corals bleach.}, year=2001}\n"
    work = shelved(somebody, whole + "@article{b, title={Broken entry, author={X}\n", "refs.bib")
    assert work["status"] == "ready" and len(work["warnings"]) == 1 and "not read" in work["warnings"][0]
    run = until(lambda: ended(somebody, work["run_id"]))
    assert run["result"]["warnings"] == work["warnings"]
    assert shelved(somebody, whole, "good.bib")["warnings"] == []


@pytest.mark.parametrize(
    "data, status, field",
    [
        ({}, 422, "file"),
        ({"file": "not a file"}, 422, "file"),
        ({"paper": (io.BytesIO(b"x"), "x.md")}, 422, "paper"),
        ({"file": (io.BytesIO(b""), "x.md")}, 422, "file"),
        ({"file": (io.BytesIO(b"\x89PNG\r\n"), "x.pdf")}, 422, "file"),
        ({"file": (io.BytesIO(b"no PDF"), "x.pdf")}, 422, "file"),
        ({"file": (io.BytesIO(b"x"), "x.md"), "title": "T"}, 422, "title"),
    ],
)
def test_a_form_without_a_file_is_refused(somebody, data, status, field):
    answer = somebody.call("POST", "/api/library", data=data, content_type="multipart/form-data")
    assert answer.status_code == status and field in answer.json["errors"], answer.text


def test_what_is_no_form_is_415_and_what_is_too_large_413(somebody, monkeypatch):
    refused = somebody.call("POST", "/api/library", {"file": "x"})
    assert refused.status_code == 415 and refused.json["detail"] == "Send the body as multipart/form-data."
    monkeypatch.setattr(library, "MOST_BYTES", 1_000)
    assert send(somebody, b"x" * 1_001).status_code == 413
    assert send(somebody, b"x" * 200_000).status_code == 413
    assert somebody.call("GET", "/api/library").json["items"] == []


def test_a_file_may_be_larger_than_any_json(somebody):
    text = "# Long\n\n" + "Nothing but blanks follows." + " " * 13_000_000
    assert send(somebody, text, "long.md").status_code == 201


def test_pages_of_works_newest_first(somebody):
    made = [shelved(somebody, f"# Paper {n}\n\nText {n}.", f"{n}.md")["id"] for n in range(3)]
    first = somebody.call("GET", "/api/library?limit=2").json
    rest = somebody.call("GET", f"/api/library?limit=2&cursor={first['next_cursor']}").json
    assert [each["id"] for each in first["items"] + rest["items"]] == made[::-1] and rest["next_cursor"] is None


def test_another_users_work_is_as_unknown_as_none(app: Flask, somebody):
    work = shelved(somebody)["id"]
    other = Client(app)
    unknown = "00000000-0000-0000-0000-000000000000"
    for method in ("GET", "DELETE"):
        theirs, none = (other.call(method, f"/api/library/{each}") for each in (work, unknown))
        assert (theirs.status_code, theirs.json["detail"]) == (404, none.json["detail"])
    session = other.session()
    for body in ({"library": [work]}, {"library": [unknown]}, {"library": ["x"]}, {"library": [work], "title": 3}):
        assert other.call("PATCH", f"/api/sessions/{session}", body).status_code == 404, body
        said = {"session_id": session, "message": "What of grass?"} | body
        said.pop("title", None)
        assert other.call("POST", "/api/chat/message", said).status_code == 404, body
    assert other.call("GET", "/api/library").json["items"] == []


@pytest.mark.parametrize("chosen", ["some", 3, [3], {"all": True}, ["x" * 101]])
def test_a_choice_that_is_none_is_refused(somebody, chosen):
    answer = somebody.call("PATCH", f"/api/sessions/{somebody.session()}", {"library": chosen})
    assert answer.status_code in (404, 422)
    if answer.status_code == 422:
        assert "library" in answer.json["errors"]


def test_a_session_keeps_its_choice_until_the_work_goes(somebody):
    work, other = shelved(somebody)["id"], shelved(somebody, "# Other\n\nText.")["id"]
    session = f"/api/sessions/{somebody.session()}"
    assert somebody.call("PATCH", session, {"library": [work, other]}).json["library"] == [work, other]
    assert somebody.call("DELETE", f"/api/library/{work}").status_code == 204
    assert somebody.call("GET", session).json["library"] == [other]
    assert somebody.call("PATCH", session, {"library": "all"}).json["library"] == "all"
    assert somebody.call("PATCH", session, {"library": None}).json["library"] is None


def test_an_answer_cites_the_work_with_its_page(somebody):
    pages = "\f".join(["# Salt marshes", "Of reeds nothing is said here.", "Marsh grass bends before it breaks."])
    work = shelved(somebody, pages, "marsh.txt")
    session = somebody.session()
    said = {"session_id": session, "message": "Does marsh grass bend before it breaks?", "mode": "research"}
    alone = somebody.call("POST", "/api/chat/message", said).json
    assert alone["sources"] == []
    answer = somebody.call("POST", "/api/chat/message", said | {"focus": "local"}).json
    assert "bends before it breaks" in answer["response"]
    [citation] = answer["citations"]
    assert (citation["status"], citation["metadata"]["library_id"]) == ("resolved", work["id"])
    silent = somebody.call("POST", "/api/chat/message", said | {"focus": "chat", "library": "all"}).json
    assert silent["sources"] == []


EDITORIALS = """
@article{one, title={Editorial}, author={Smith, Anna}, year=2001, pages={12--15},
  abstract={Penguins huddle to keep warm at minus forty degrees.}}
@article{two, title={Editorial}, author={Jones, Bert}, year=2011,
  abstract={Penguins huddle less when the wind is still, and they walk.}}
"""


def test_works_of_one_title_stay_as_many_as_they_are(somebody):
    """Two entries of one list, and two files of one name: each is cited as itself, with the same id in every answer."""
    listed = shelved(somebody, EDITORIALS, "references.bib")
    one = shelved(
        somebody, "---\ntitle: Annual report\nauthor: Ada One\n---\n\nPenguins huddle in rows of nine.", "a.md"
    )
    two = shelved(somebody, "---\ntitle: Annual report\nauthor: Bo Two\n---\n\nPenguins huddle in circles.", "a.md")
    asked = {
        "session_id": somebody.session(),
        "message": "When do penguins huddle?",
        "library": "all",
        "focus": "local",
    }
    chat = somebody.call("POST", "/api/chat/message", asked | {"mode": "research"}).json
    research = somebody.call("POST", "/api/research", {"query": asked["message"], "focus": "local"}).json
    found = {each["id"]: (each["metadata"]["library_id"], each["metadata"]["entry"]) for each in research["sources"]}
    assert sorted(found.values()) == sorted([(listed["id"], 0), (listed["id"], 1), (one["id"], 0), (two["id"], 0)])
    cited = {each["id"]: (each["metadata"]["library_id"], each["metadata"]["entry"]) for each in chat["citations"]}
    assert len(cited) == len(chat["sources"]) > 1 and cited.items() <= found.items()
    assert {each["status"] for each in chat["citations"]} == {"resolved"} and not chat["warnings"]


def test_a_rewrite_and_a_revision_keep_what_the_content_cites(somebody):
    work = shelved(
        somebody,
        "---\ntitle: Badger tunnels\nauthor: Bo Rat\ndate: 2011\n---\n\nBadgers dig tunnels of 300 metres under hills. "
        "Badgers sleep in tunnels through the winter.",
        "badgers.md",
    )
    shelved(somebody, "---\ntitle: Foxes\nauthor: Ed Fox\n---\n\nFoxes hunt mice on open meadows.", "foxes.md")
    session = somebody.session()
    asked = {"session_id": session, "message": "Write two sentences on badgers and tunnels.", "library": "all"}
    first = somebody.call("POST", "/api/chat/message", asked | {"focus": "local"}).json
    [citation] = first["citations"]
    assert (citation["title"], citation["metadata"]["library_id"]) == ("Badger tunnels", work["id"])
    asked["message"] = "Add a sentence on foxes hunting mice."
    more = somebody.call("POST", "/api/chat/message", asked | {"focus": "local"}).json
    assert [each["title"] for each in more["citations"]] == ["Badger tunnels", "Foxes"]
    assert more["citations"][0] == citation
    shorter = somebody.call("POST", "/api/chat/rewrite", {"session_id": session, "instruction": "shorter"}).json
    kept = {each["id"]: each["metadata"]["library_id"] for each in shorter["citations"]}
    assert kept.items() <= {each["id"]: each["metadata"]["library_id"] for each in more["citations"]}.items() and kept


def test_everything_goes_with_the_user(somebody, app):
    work = shelved(somebody)
    folder = app.extensions["coscribe"].data_dir / "library" / somebody.id
    assert [each.name for each in folder.iterdir()] == [work["id"]]
    assert somebody.call("DELETE", "/api/auth/me", {"password": "a quiet long phrase"}).status_code == 204
    assert not folder.exists()


def test_research_answers_from_the_library_alone(app: Flask, somebody):
    work = shelved(
        somebody, "# Salt marshes\n\nMarsh grass bends before it breaks, and stands up again within hours.\n"
    )
    stranger = Client(app)
    shelved(stranger, "# A rival's marshes\n\nMarsh grass breaks before it bends, say the rivals.\n")
    asked = {"query": "Does marsh grass bend before it breaks?", "focus": "local"}
    answer = somebody.call("POST", "/api/research", asked).json
    assert "bends before it breaks" in answer["answer"]
    assert [each["metadata"]["library_id"] for each in answer["sources"]] == [work["id"]]
    assert {each["connector"] for each in answer["sources"]} == {"library"} and answer["citations"]
    assert answer["confidence"] >= 60 and answer["warnings"] == [], "one work that says it is a good answer"
    for deep in (False, True):
        other = {"query": "How do purple elephants sing in Mongolian opera?", "focus": "local", "deep": deep}
        beside = somebody.call("POST", "/api/research", other).json
        assert (beside["citations"], beside["confidence"]) == ({}, 0) and "nothing" in beside["answer"]
    none = somebody.call("POST", "/api/research", asked | {"library": []}).json
    assert none["sources"] == []
    foreign = stranger.call("POST", "/api/research", asked | {"library": [work["id"]]})
    assert foreign.status_code == 404


BENDING = "# Salt marshes\n\nMarsh grass bends before it breaks, and stands up again within hours.\n"
BREAKING = "# A rival's marshes\n\nMarsh grass breaks before it bends, say the rivals.\n"


def connectors(answer: dict[str, Any]) -> set[str]:
    return {each["connector"] for each in answer["sources"]}


def test_deep_research_in_the_library_alone_asks_nobody_else_and_reads_no_other_users_works(make: MakeApp, searxng):
    app = make(SEARXNG_URL=searxng.url)
    owner, stranger = Client(app), Client(app)
    work, _ = shelved(owner, BENDING), shelved(stranger, BREAKING)
    asked = {"query": "Does marsh grass bend before it breaks, and who says so?", "focus": "local", "deep": True}
    answer = owner.call("POST", "/api/research", asked).json
    assert {each["metadata"]["library_id"] for each in answer["sources"]} == {work["id"]}
    assert "bends before it breaks" in answer["answer"] and set(answer["citations"]) == {
        each["id"] for each in answer["sources"]
    }
    assert answer["meta"]["deep"]["succeeded"] >= 1 and answer["confidence"] > 0
    assert searxng.queries == []
    none = owner.call("POST", "/api/research", asked | {"library": []}).json
    assert none["sources"] == [] and searxng.queries == []


def test_deep_research_beside_the_web_uses_both_and_shares_only_the_web(make: MakeApp, searxng):
    app = make(SEARXNG_URL=searxng.url)
    owner, stranger = Client(app), Client(app)
    shelved(owner, "# Bleached corals\n\nCorals bleach when heatwaves last, as my own dives showed.\n")
    asked = {"query": "Why do corals bleach in heatwaves?", "effort": "low", "deep": True}
    answer = owner.call("POST", "/api/research", asked | {"library": "all"}).json
    assert connectors(answer) == {"library", "searxng"}
    assert connectors(owner.call("POST", "/api/research", asked).json) == {"searxng"}, "only where it is chosen"
    assert connectors(stranger.call("POST", "/api/research", asked | {"library": "all"}).json) == {"searxng"}
    session = owner.session()
    owner.call("PATCH", f"/api/sessions/{session}", {"library": "all"})
    of_session = owner.call("POST", "/api/research", asked | {"session_id": session}).json
    assert connectors(of_session) == {"library", "searxng"}


def test_what_is_known_of_a_work_is_corrected_and_cited(somebody):
    work = shelved(somebody)
    path = f"/api/library/{work['id']}"
    body = {"title": "Knots in marsh grass", "authors": ["Berg, Ana"], "year": 2021, "csl": {"volume": "3"}}
    corrected = somebody.call("PATCH", path, body)
    assert corrected.status_code == 200 and corrected.json["authors"] == ["Ana Berg"]
    assert somebody.call("GET", path).json["title"] == "Knots in marsh grass"
    [entry] = somebody.call("GET", f"{path}/entries").json["items"]
    assert (entry["number"], entry["csl"]["volume"]) == (0, "3")
    references = f"/api/sessions/{somebody.session()}/references"
    told = somebody.call("POST", references, {"library": [work["id"]]})
    assert told.status_code == 201 and told.json["keys"] == ["berg2021knots"]
    assert told.json["items"][0]["origin"] == "library"
    assert somebody.call("POST", references, {"library": "all"}).json["keys"] == ["berg2021knots"]


@pytest.mark.parametrize(
    ("body", "field"),
    [({"title": ""}, "title"), ({"year": 20}, "year"), ({"entry": 3}, "entry"), ({"what": 1}, "what"),
     ({"doi": "none"}, "doi"), ({"csl": {"volume": {"a": 1}}}, "csl.volume")],
)  # fmt: skip
def test_what_is_no_correction_is_refused_by_name(somebody, body, field):
    answer = somebody.call("PATCH", f"/api/library/{shelved(somebody)['id']}", body)
    assert answer.status_code == 422 and field in answer.json["errors"]


def test_only_works_of_ones_own_are_corrected_and_cited(somebody):
    work = shelved(somebody)
    stranger = Client(somebody.app)
    assert stranger.call("PATCH", f"/api/library/{work['id']}", {"title": "T"}).status_code == 404
    assert stranger.call("GET", f"/api/library/{work['id']}/entries").status_code == 404
    references = f"/api/sessions/{stranger.session()}/references"
    assert stranger.call("POST", references, {"library": [work["id"]]}).status_code == 404
    refused = stranger.call("POST", references, {"library": 3, "more": 1})
    assert refused.status_code == 422 and set(refused.json["errors"]) == {"library", "more"}
