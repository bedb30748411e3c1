"""A notice covers no message, and the end of the conversation stays in sight."""

from __future__ import annotations

from tests.page.writer import Writer

NOTICE = """(async () => {
  const { notice } = await import(document.querySelector("script[type=module]").src.replace("main.js", "notices.js"));
  notice("Something was done, and this is said in passing.", { bad: true });
})()"""
LONG = """(() => {
  const log = document.querySelector(".log"), more = document.createElement("div");
  more.style.flex = "0 0 3000px";
  log.append(more);
  log.scrollTop = log.scrollHeight;
})()"""
COVERED = """(() => {
  const said = document.querySelector(".notice").getBoundingClientRect();
  const log = document.querySelector(".log").getBoundingClientRect();
  return said.bottom > log.top && said.left < log.right;
})()"""
END_IN_SIGHT = """(() => {
  const log = document.querySelector(".log");
  return log.scrollHeight - log.scrollTop - log.clientHeight < 2;
})()"""


def test_a_notice_covers_no_message(writer: Writer) -> None:
    writer.begin("# Tides\n\n## Methods\n\nWe measured.\n")
    writer.say("Add the following at the end of Methods: “The mud was deep.”")
    writer.tab.see("A draft waits in the paper")
    writer.tab.js(LONG)
    writer.tab.wait(END_IN_SIGHT)
    writer.tab.js(NOTICE)
    writer.tab.see("said in passing")
    assert writer.tab.js(COVERED) is False
    writer.tab.wait(END_IN_SIGHT)
