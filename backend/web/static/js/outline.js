// The outline: the paper's headings, as links to them.
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { words } from "./words.js";

/** Return the headings of a Markdown text, `{ level, title, start }`, without lines in code blocks and front matter. */
export function headings(text) {
  const found = [];
  let fence = "";
  let start = 0;
  const front = text.match(/^---\r?\n[\s\S]*?\n(?:---|\.\.\.)\r?\n/)?.[0].length ?? 0;
  for (const line of text.split("\n")) {
    const [, mark] = line.match(/^ {0,3}(`{3,}|~{3,})/) ?? [];
    if (mark && !fence) fence = mark;
    else if (mark && mark.startsWith(fence)) fence = "";
    const [, level, title] = (!fence && start >= front && line.match(/^ {0,3}(#{1,6})[ \t]+(.+?)[ \t#]*\r?$/)) || [];
    if (level) found.push({ level: level.length, title, start });
    start += line.length + 1;
  }
  return found;
}

export function openOutline(editor, showEditor) {
  const found = headings(editor.text());
  const go = (start) => () => {
    dialog.close();
    showEditor();
    editor.show(start);
    editor.view.focus();
  };
  const list = h(
    "ol",
    { class: "outline" },
    found.map(({ level, title, start }) =>
      h("li", { class: `level-${level}` }, h("button", { class: "quiet", onclick: go(start) }, title)),
    ),
  );
  const dialog = openDialog(words.paper.outline, found.length ? list : h("p", {}, words.paper.noHeadings), { kind: "drawer" });
}
