"""Rendering: exactly the values a template uses, nothing escaped, and a version that knows every word."""

import pytest

from backend.kernel import prompts

SUMMARISE = {"words": 10, "summary": "", "messages": []}


def test_what_a_template_uses_must_be_what_it_is_given():
    assert prompts.variables("summarise") == SUMMARISE.keys()
    with pytest.raises(TypeError, match="words"):
        prompts.render("summarise", summary="", messages=[])
    with pytest.raises(TypeError, match="surplus"):
        prompts.render("summarise", **SUMMARISE, surplus=1)


def test_the_values_of_parts_count_too():
    assert prompts.variables("context") >= {"pending", "passages", "structure"}


def test_values_are_text_not_templates_and_not_escaped():
    text = "<b> & {{ words }} {% raw %} \\frac{a}{b}"
    assert text in prompts.render("summarise", **{**SUMMARISE, "summary": text})


def test_versions_follow_templates_and_their_parts(tmp_path, monkeypatch):
    assert prompts.version("write") != prompts.version("research")
    assert len(prompts.version("write", "context")) == 12
    before = {name: prompts.version(name) for name in ("write", "context", "summarise")}
    originals = {f"{name}.md": prompts._read(f"{name}.md") for name in prompts.names()}
    changed = {**originals, "_partials.md": originals["_partials.md"] + " "}
    monkeypatch.setattr(prompts, "_read", changed.__getitem__)
    after = {name: prompts.version.__wrapped__(name) for name in before}
    assert [name for name in before if before[name] != after[name]] == ["write", "context"]
