"""Pictures of a paper: those that the session has are shown, others are named, and nothing is asked of another host."""

from __future__ import annotations

from tests.page.writer import Writer

#: One red pixel.
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
PAPER = "![One](gauge.png) ![Again](gauge.png)\n\n![](lost.png)\n\n![](https://example.org/x.png)\n"
UPLOAD = """(async (path, content) => {{
  const {{ post }} = await import(document.querySelector("script[type=module]").src.replace("main.js", "api.js"));
  const form = new FormData();
  form.append("file", new File([Uint8Array.from(atob(content), (c) => c.charCodeAt(0))], "gauge.png"));
  await post(path, form);
}})("{path}", "{content}")"""


def test_pictures_of_the_session_are_shown_and_others_are_named(writer: Writer) -> None:
    writer.begin(PAPER)
    tab = writer.tab
    tab.js(UPLOAD.format(path=f"/api/sessions/{writer.session}/files", content=PNG))
    tab.click("Read")
    tab.wait("[...document.querySelectorAll('.sheet img')].filter((each) => each.naturalWidth === 1).length === 2")
    tab.see("Picture that is not among the paper’s files: lost.png")
    tab.see("Picture on another site: https://example.org/x.png")
    assert sum("/files/" in each for each in tab.requests) == 1, "each is fetched once, and none in vain"
    assert not any("example.org" in each for each in tab.requests)


DROP = """((content) => {{
  const given = new DataTransfer();
  const bytes = Uint8Array.from(atob(content), (c) => c.charCodeAt(0));
  given.items.add(new File([bytes], "My gauge.png", {{ type: "image/png" }}));
  document.querySelector(".cm-content").dispatchEvent(new DragEvent("drop", {{ dataTransfer: given, bubbles: true }}));
}})("{content}")"""


def test_a_picture_that_is_dropped_stands_in_the_paper(writer: Writer) -> None:
    writer.begin("# Tides\n\n")
    writer.tab.press("Control+End")
    writer.tab.js(DROP.format(content=PNG))
    writer.tab.see("Saved · revision 2")
    (kept,) = writer.call("GET", f"/api/sessions/{writer.session}/files")["items"]
    assert writer.text() == f"# Tides\n\n![]({kept['name'].replace(' ', '%20')})"
    writer.tab.click("Read")
    writer.tab.wait("document.querySelector('.sheet img')?.naturalWidth === 1")
