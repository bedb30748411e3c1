"""320 pixels wide with every panel full of long words: a key, an address, a file name, a title without a space."""

from __future__ import annotations

import json

import pytest

from tests.page.writer import Writer
from tests.sonar_stand_in import Answer, SonarStandIn

WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
KEY = "deutschegesellschaftfuerelektrizitaetswirtschaft_and_others_1998_tidal_gauges"
URL = f"https://example.org/archive/{KEY}/supplement-without-any-break"
SNIPPET = f"The harbour office calibrated the gauge twice a year. {WORD} counted ships."
TEXTS = [f"The gauge was calibrated twice a year [1]. {n} {WORD} paid, as {URL} tells." for n in ("One", "A second")]
ROW = f"| {WORD} | {WORD} |"
PAPER = f"# Tides\n\n{WORD} rose [@{KEY}].\n\n## Methods {WORD}\n\n{ROW}\n| --- | --- |\n{ROW}\n\nSee {URL}.\n"
BIBTEX = f"@article{{{KEY}, title={{{WORD}}}, author={{{WORD}, Ada}}, year={{1998}}, url={{{URL}}}}}"


@pytest.fixture
def settings(modelled: dict[str, str], sonar: SonarStandIn) -> dict[str, str]:
    source = {"title": WORD, "url": URL, "snippet": SNIPPET}
    told = [
        {"message": f"Here, {URL}.", "document_content": each, "sources": [URL], "document_structure": []}
        for each in TEXTS
    ]
    sonar.script(*(Answer(json.dumps(each), results=(source,)) for each in told))
    return modelled | {"PLACER": "rules"}


@pytest.fixture
def narrow(writer: Writer) -> Writer:
    """A writer on a narrow page, with a paper, a reference, two versions of a draft, and a source of each."""
    tab = writer.tab
    tab.viewport(320, 640)
    writer.start()
    session = writer.call("POST", "/api/sessions", {"title": f"{WORD} and tides"})["id"]
    writer.put(session, PAPER)
    writer.call("POST", f"/api/sessions/{session}/references", BIBTEX, {"Content-Type": "application/x-bibtex"})
    writer.open(session)
    tab.click("Options")
    writer.choose("Versions", "2")
    writer.say("Write two sentences on the gauge for Methods.")
    tab.see("Compare versions")
    return writer


def fits(writer: Writer, view: str) -> None:
    """Assert that nothing of a view is too wide, in either scheme."""
    for scheme in ("light", "dark"):
        writer.tab.scheme(scheme)
        assert writer.tab.outside() == [], (view, scheme)


def test_versions_sources_and_places_fit(narrow: Writer) -> None:
    tab = narrow.tab
    fits(narrow, "versions")
    narrow.choose("Mark", "1", by="index")
    tab.wait("document.querySelectorAll('.version-column ins').length > 0")
    tab.js("document.querySelectorAll('dialog details').forEach((each) => (each.open = true))")
    fits(narrow, "versions, marked, with their sources")
    tab.press("Escape")
    tab.see("Nothing else changes")
    tab.js("document.querySelectorAll('.review details').forEach((each) => (each.open = true))")
    tab.wait("document.querySelector('.review .sources blockquote') !== null")
    fits(narrow, "draft, with its sources and standings")
    tab.click("Another place")
    tab.wait("document.querySelector('.placing') !== null")
    fits(narrow, "places")
    tab.press("Escape")
    tab.wait("document.querySelector('.placing') === null")
    tab.click("Conversation")
    tab.js("document.querySelectorAll('.log details').forEach((each) => (each.open = true))")
    fits(narrow, "conversation")
    tab.click("Paper")
    tab.click("Read")
    tab.wait("document.querySelector('.sheet table') !== null")
    fits(narrow, "reading")


def test_panels_fit(narrow: Writer) -> None:
    tab = narrow.tab
    tab.click("Review version 1")
    tab.see("Nothing else changes")
    tab.click("Approve")
    tab.see("Nothing else changed.")
    tab.press("Alt+s")
    tab.see(f"@{KEY}")
    fits(narrow, "references")
    tab.click("Correct")
    fits(narrow, "form of a reference")
    tab.press("Escape")
    tab.press("Escape")
    tab.press("Alt+h")
    tab.click("What changed")
    tab.wait("document.querySelector('.diff') !== null")
    fits(narrow, "history")
    tab.press("Escape")
    tab.press("Alt+l")
    tab.see("The library is empty")
    tab.choose_file("dialog input[type=file]", f"{WORD}.md", f"# {WORD}\n\nHourly.\n".encode())
    tab.choose_file("dialog input[type=file]", f"{KEY}.pdf", b"no PDF")
    tab.wait("document.querySelectorAll('.work').length > 0 && !document.querySelector('.work input:disabled')")
    fits(narrow, "library")
    tab.press("Escape")
    tab.press("Alt+e")
    tab.see("Format")
    fits(narrow, "export")
