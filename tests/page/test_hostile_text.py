"""Nothing that anybody wrote runs: not in a paper, a draft, an answer, a source, a title or the name of a file."""

from __future__ import annotations

import pytest

from tests.page.writer import Writer

RUN = "window.ran=1"
#: Ways in that are known from sanitisers' histories; each would set `window.ran`.
PAYLOADS = (
    f"<script>{RUN}</script>",
    f"<img src=x onerror={RUN}>",
    f"<svg onload={RUN}>",
    f"<svg><script>{RUN}</script></svg>",
    f"<svg><animate onbegin={RUN} attributeName=x dur=1s>",
    f"<body onload={RUN}>",
    f"<iframe srcdoc='<script>parent.{RUN}</script>'></iframe>",
    f"<iframe src='javascript:parent.{RUN}'></iframe>",
    f"<a href='javascript:{RUN}' autofocus onfocus={RUN}>x</a>",
    f"<a href='jav&#x09;ascript:{RUN}'>x</a>",
    f"[x](javascript:{RUN})",
    f"[x](data:text/html,<script>opener.{RUN}</script>)",
    f"![x](x){{onerror={RUN}}}",
    f"<details open ontoggle={RUN}>x</details>",
    f"<input autofocus onfocus={RUN}>",
    f"<select autofocus onfocus={RUN}>",
    f"<textarea autofocus onfocus={RUN}>",
    f"<video><source onerror={RUN}></video>",
    f"<audio src=x onerror={RUN}>",
    f"<marquee onstart={RUN}>x</marquee>",
    f"<object data='javascript:{RUN}'></object>",
    f"<embed src='javascript:{RUN}'>",
    f"<form><button formaction='javascript:{RUN}'>x</button></form>",
    f"<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror={RUN}&gt;'>",
    f"<math><annotation-xml encoding='text/html'><script>{RUN}</script></annotation-xml></math>",
    f"<math><annotation encoding='text/html'><img src=x onerror={RUN}></annotation></math>",
    f"<math href='javascript:{RUN}'>x</math>",
    f"<noscript><p title='</noscript><img src=x onerror={RUN}>'></noscript>",
    f"<template><script>{RUN}</script></template>",
    f"<style>@import 'javascript:{RUN}';</style>",
    f"<link rel=import href='data:text/html,<script>{RUN}</script>'>",
    f"<meta http-equiv=refresh content='0;url=javascript:{RUN}'>",
    f"<base href='javascript:{RUN}//'>",
    f"<div style='background:url(javascript:{RUN})'>x</div>",
    f"<img name=getElementById src=x><img id=app src=x onerror={RUN}>",
    f"$\\href{{javascript:{RUN}}}{{x}}$",
    f"$\\htmlData{{x=<img src=x onerror={RUN}>}}{{y}}$",
    f"$$\\text{{<img src=x onerror={RUN}>}}$$",
    f"[@<img src=x onerror={RUN}>]",
    f"x[^1]\n\n[^1]: <img src=x onerror={RUN}>",
    f"```html\n<script>{RUN}</script>\n```",
    f"<https://example.org/\"onmouseover={RUN}>",
)  # fmt: skip


def ran(writer: Writer) -> bool:
    """Press all links of what is shown, and say whether anything ran."""
    tab = writer.tab
    tab.js("document.querySelectorAll('.sheet a, .message a').forEach((a) => { a.target = ''; a.click(); })")
    found = bool(tab.js("new Promise((done) => setTimeout(() => done(window.ran === 1), 150))"))
    # the sanitiser reads text in a document of its own, where the browser tells of each handler that it will not run
    tab.faults[:] = [each for each in tab.faults if "violates the following Content Security Policy" not in each]
    return found


def test_there_are_forty_payloads():
    assert len(PAYLOADS) >= 40


def test_no_payload_runs_in_a_paper(writer: Writer) -> None:
    writer.begin("\n\n".join(PAYLOADS))
    writer.tab.click("Read")
    writer.tab.wait("document.querySelectorAll('.sheet p').length > 10")
    assert not ran(writer)
    sheet = "[...document.querySelectorAll('.sheet *')]"
    refused = "script, iframe, object, embed, form, style, link, base, meta"
    assert not writer.tab.js(f"{sheet}.some((each) => each.matches('{refused}'))")
    assert not writer.tab.js(f"{sheet}.some((each) => [...each.attributes].some((a) => /^on/i.test(a.name)))")
    assert not writer.tab.js(f"{sheet}.some((each) => !/^(https?:|mailto:|#|$)/.test(each.getAttribute('href') ?? ''))")
    assert writer.tab.js("document.getElementById('app').matches('body > div')"), "no id of the text shadows the page's"


@pytest.mark.parametrize("part", ["message", "document_content", "sources"])
def test_no_payload_runs_in_what_is_proposed(writer: Writer, part: str) -> None:
    writer.start()
    session = writer.call("POST", "/api/sessions", {"title": PAYLOADS[1]})["id"]
    text = "\n\n".join(PAYLOADS)
    body = {"session_id": session, "document_content": "A plain sentence."}
    body |= (
        {"message": text, "document_content": text, "sources": [*PAYLOADS, f"javascript:{RUN}"][:30]}
        if part == "sources"
        else {part: text}
    )
    writer.call("POST", "/api/chat/propose", body)
    writer.open(session)
    writer.tab.wait("document.querySelectorAll('.message').length > 0")
    writer.tab.see("Nothing else changes")
    assert not ran(writer)


def test_no_name_of_a_file_runs(writer: Writer) -> None:
    writer.begin()
    writer.tab.click("Library")
    writer.tab.see("The library is empty")
    writer.tab.choose_file("dialog input[type=file]", f"<img src=x onerror={RUN}>.md", b"Notes on tides.")
    writer.tab.see("is in the library")
    assert not ran(writer)


def test_the_policy_stops_markup_and_scripts_that_get_in_all_the_same(writer: Writer) -> None:
    writer.start()
    tab = writer.tab
    for attempt in (
        "document.body.innerHTML = '<b>x</b>'",
        "document.body.setAttribute('onclick', 'window.ran=1')",
        "document.createElement('script').textContent = 'window.ran=1'",
        "setTimeout('window.ran=1')",
        "new Worker('data:text/javascript,1')",
    ):
        assert tab.js(f"(() => {{ try {{ {attempt}; return 'done'; }} catch (e) {{ return e.name; }} }})()") != "done"
    assert not ran(writer)
    tab.faults.clear()
