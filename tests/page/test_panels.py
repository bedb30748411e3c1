"""Panels beside the paper: history and restoring, references, library, personas, usage, export, shortcuts, outline."""

from __future__ import annotations

from pathlib import Path

from tests.page.writer import Writer

STYLES = Path(__file__).resolve().parents[2] / "backend" / "rendering" / "styles"

PAPER = "# Tides\n\nIt rose [@oke1982].\n\n## Methods\n\nWe measured.\n"
BIBTEX = "@article{oke1982, title={The urban heat island}, author={Oke, T. R.}, year={1982}}"


def test_an_old_revision_is_shown_and_restored(writer: Writer) -> None:
    writer.begin(PAPER)
    tab = writer.tab
    tab.focus(".cm-content")
    tab.press("Control+End")
    tab.type("A mistake.")
    tab.see("Saved · revision 2")
    tab.press("Alt+h")
    tab.click("What changed")
    tab.wait("document.querySelector('.diff ins')?.textContent.includes('A mistake.')")
    tab.click("Restore")
    tab.see("The paper is as it was at revision 1.")
    assert writer.editor_text() == writer.text() == PAPER


def test_references_are_added_counted_and_removed(writer: Writer) -> None:
    writer.begin(PAPER)
    tab = writer.tab
    tab.press("Alt+s")
    tab.see("Cited, but not in the list: oke1982")
    tab.focus("dialog textarea")
    tab.type(BIBTEX)
    tab.click("Add")
    tab.see("The urban heat island")
    tab.see("cited 1 time")
    tab.gone("Cited, but not in the list")
    tab.click("Correct")
    tab.see("The paper cites this key, so it stays.")
    correct(writer, {"DOI": "10.1002/qj.49710845502", "Authors (Family, Given; …)": "Oke, Timothy; WMO"})
    (kept,) = writer.call("GET", f"/api/sessions/{writer.session}/references")["items"]
    assert kept["csl"]["author"] == [{"family": "Oke", "given": "Timothy"}, {"literal": "WMO"}]
    assert (kept["csl"]["DOI"], kept["csl"]["issued"]) == ("10.1002/qj.49710845502", {"date-parts": [[1982]]})
    tab.click("Delete oke1982")
    tab.see("Cited, but not in the list: oke1982")


def test_a_key_that_nothing_cites_is_changed(writer: Writer) -> None:
    writer.begin("# Tides\n")
    path = f"/api/sessions/{writer.session}/references"
    writer.call("POST", path, BIBTEX, {"Content-Type": "application/x-bibtex"})
    writer.tab.press("Alt+s")
    writer.tab.click("Correct")
    correct(writer, {"Key": "oke"})
    writer.tab.see("@oke")
    assert [each["key"] for each in writer.call("GET", path)["items"]] == ["oke"]


def correct(writer: Writer, values: dict[str, str]) -> None:
    """Give fields of the form on top other values, and save it."""
    for label, value in values.items():
        writer.fill(label, value)
    writer.tab.press("Enter")
    writer.tab.wait("document.querySelectorAll('dialog[open]').length === 1")


def test_a_work_comes_into_the_library_and_is_chosen(writer: Writer) -> None:
    writer.begin(PAPER)
    tab = writer.tab
    tab.press("Alt+l")
    tab.see("The library is empty")
    tab.choose_file("dialog input[type=file]", "gauges.md", b"# On gauges\n\nA gauge is read hourly.\n")
    tab.wait("document.querySelector('.work input:not(:disabled)') !== null")
    tab.click("Correct On gauges")
    tab.see("Correct a work")
    correct(writer, {"Title": "On tide gauges", "Authors (Family, Given; …)": "Lind, Ada; Berg, K.", "Year": "1998"})
    tab.see("Ada Lind, K. Berg · 1998")
    tab.click("Use On tide gauges for this paper")
    tab.wait("document.querySelector('.work input').checked")
    (work,) = writer.call("GET", "/api/library")["items"]
    tab.wait("new Promise((done) => setTimeout(() => done(true), 100))")
    assert writer.call("GET", f"/api/sessions/{writer.session}")["library"] == [work["id"]]


def test_a_persona_is_made_and_chosen(writer: Writer) -> None:
    writer.begin()
    tab = writer.tab
    tab.click("Menu")
    tab.click("Personas")
    tab.click("New persona")
    tab.focus("dialog:last-of-type input")
    tab.type("Plain")
    tab.focus("dialog:last-of-type textarea")
    tab.type("Short sentences.")
    tab.click("Save")
    tab.click("Plain")
    (persona,) = writer.call("GET", "/api/personas")["items"]
    tab.wait("new Promise((done) => setTimeout(() => done(true), 100))")
    assert writer.call("GET", f"/api/sessions/{writer.session}")["persona_id"] == persona["id"]


def test_usage_outline_and_shortcuts_open_and_close_by_keys(writer: Writer) -> None:
    writer.begin(PAPER)
    tab = writer.tab
    tab.press("Alt+o")
    tab.click("Methods")
    tab.wait("document.querySelector('dialog') === null")
    assert tab.focused() == "The paper, as Markdown"
    tab.press("Alt+1")
    tab.press("Escape")
    tab.js("document.activeElement.blur()")
    tab.press("?")
    tab.see("Show this list")
    tab.press("Escape")
    tab.wait("document.querySelector('dialog') === null")
    tab.click("Menu")
    tab.click("Usage")
    tab.see("Drafting")


def test_an_api_key_is_made_used_and_revoked(writer: Writer) -> None:
    writer.begin()
    tab = writer.tab
    tab.click("Menu")
    tab.click("API keys")
    tab.see("No key yet.")
    writer.fill("What is it for?", "Notebook")
    tab.press("Enter")
    key = tab.wait("document.querySelector('.key')?.textContent")
    tab.see("never used")
    answer = f"fetch('/v1/models', {{ headers: {{ Authorization: 'Bearer {key}' }} }}).then((told) => told.status)"
    assert tab.js(answer) == 200
    tab.click("Revoke Notebook")
    assert tab.wait("document.activeElement.textContent") == "Cancel"
    tab.click("Revoke")
    tab.see("No key yet.")
    assert tab.js(answer) == 401


def test_the_paper_is_exported(writer: Writer) -> None:
    writer.begin(PAPER)
    tab = writer.tab
    tab.js("window.saved = []; HTMLAnchorElement.prototype.click = function () { window.saved.push(this.download); }")
    tab.press("Alt+e")
    tab.see("Format")
    tab.js("(s => { s.value = 'md'; s.dispatchEvent(new Event('change')); })(document.querySelector('dialog select'))")
    tab.click("Download")
    assert tab.wait("window.saved[0]").endswith(".md")


def test_a_style_is_added_and_used_for_the_export(writer: Writer) -> None:
    writer.begin(PAPER)
    tab = writer.tab
    tab.press("Alt+e")
    tab.see("Add a style (.csl)")
    tab.choose_file("dialog input[type=file]", "broken.csl", b"<style/>")
    tab.see("This style cannot be used")
    style = (STYLES / "apa.csl").read_text().replace("<title>", "<title>Journal of Tides after ", 1)
    tab.choose_file("dialog input[type=file]", "tides.csl", style.encode())
    chosen = "document.querySelectorAll('dialog select')[1].selectedOptions[0].textContent"
    tab.wait(f"{chosen}.startsWith('Journal of Tides')")
    tab.js("document.querySelector('dialog').close()")
    tab.press("Alt+e")
    options = "[...document.querySelectorAll('dialog option')]"
    tab.wait(f"{options}.filter((each) => each.textContent.startsWith('Journal of Tides')).length == 1")


def test_a_paper_is_renamed_and_deleted(writer: Writer) -> None:
    writer.begin()
    tab = writer.tab
    tab.js("location.hash = '#/'")
    tab.click("Rename")
    tab.wait("document.activeElement.matches('dialog input')")
    tab.type("Tides of the bay")
    tab.press("Enter")
    tab.see("Tides of the bay")
    tab.click("Delete")
    tab.see("Delete this paper?")
    assert tab.focused() == "Cancel", "the button that destroys does not have the focus"
    tab.click("Delete")
    tab.see("No paper yet.")
