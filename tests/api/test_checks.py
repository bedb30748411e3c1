"""POST /api/sessions/{id}/check over HTTP: 409 where no registry is asked, 404 and 422 as everywhere."""


def test_a_check_says_that_no_registry_is_asked(somebody):
    path = f"/api/sessions/{somebody.session()}/check"
    answer = somebody.call("POST", path, {})
    assert answer.status_code == 409 and "CONTACT_EMAIL" in answer.json["detail"]
    assert somebody.call("POST", path, {"support": "perhaps"}).status_code == 422
