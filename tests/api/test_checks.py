"""POST /api/sessions/{id}/check over HTTP: keys without a registry, 404 and 422 as everywhere."""

from __future__ import annotations


def test_a_check_without_a_registry_names_keys_and_says_who_was_not_asked(somebody):
    session = somebody.session()
    text = "# A\n\nTrees cool [@berg2021street] and drink [@lind2020].\n"
    somebody.call("PUT", f"/api/sessions/{session}/document", {"content": text}, headers={"If-Match": '"0"'})
    entry = {"type": "book", "id": "berg2021street", "title": "Trees"}
    somebody.call("POST", f"/api/sessions/{session}/references", [entry])
    path = f"/api/sessions/{session}/check"
    answer = somebody.call("POST", path, {})
    (checked,) = answer.json["references"]
    assert (answer.status_code, checked["status"], answer.json["missing"]) == (200, "unchecked", ["lind2020"])
    assert "CONTACT_EMAIL" in checked["reason"]
    run = somebody.call("GET", f"/api/runs/{answer.headers['X-Run-Id']}").json
    assert (run["kind"], run["status"], run["result"]) == ("check", "succeeded", answer.json)
    assert somebody.call("POST", path, {"support": "perhaps"}).status_code == 422
