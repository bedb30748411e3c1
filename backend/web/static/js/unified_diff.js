// Show a unified diff: the added and removed lines, with the changed words marked.
import { h } from "./dom.js";
import { wordDiff } from "./word_diff.js";
import { words } from "./words.js";

/** Maximum number of lines that are shown. */
const MOST = 600;

/** Return an element that shows the diff; null if nothing differs. */
export function unifiedDiff(text) {
  const lines = text.split("\n").slice(2, MOST);
  if (!lines.some((line) => /^[+-]/.test(line))) return null;
  const made = h("div", { class: "diff", tabindex: "0", role: "group", "aria-label": words.history.diff });
  let removed = [];
  let added = [];
  const flush = () => {
    if (removed.length || added.length) made.append(...changed(removed.join("\n"), added.join("\n")));
    [removed, added] = [[], []];
  };
  for (const line of lines) {
    if (line.startsWith("-")) removed.push(line.slice(1));
    else if (line.startsWith("+")) added.push(line.slice(1));
    else {
      flush();
      if (line.startsWith("@@")) made.append(h("hr"));
      else if (line.trim()) made.append(h("p", {}, line.slice(1)));
    }
  }
  flush();
  return made;
}

function changed(before, after) {
  if (!before.trim()) return [h("p", {}, h("ins", {}, after))];
  if (!after.trim()) return [h("p", {}, h("del", {}, before))];
  const parts = wordDiff(before, after);
  return [h("p", {}, parts.map(({ kind, text }) => (kind === "equal" ? text : h(kind === "insert" ? "ins" : "del", {}, text))))];
}
