// Keyboard shortcuts of the page of a paper, and the list of them.
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { words } from "./words.js";

/** Listen for the keys of these actions, such as "Alt 1" and "?". Return a function that ends this. */
export function listenForShortcuts(actions) {
  const listen = (event) => {
    const action = actions.find(({ key }) => key && pressed(event, key));
    if (!action || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    action.run();
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}

function pressed(event, key) {
  const [first, second] = key.split(" ");
  if (first !== "Alt") return event.key === first && !event.ctrlKey && !event.metaKey && !event.altKey && !typing(event.target);
  // `code`, because many keys give other characters with Alt
  const code = /\d/.test(second) ? `Digit${second}` : `Key${second}`;
  return event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.code === code;
}

function typing(target) {
  return target.isContentEditable || target.matches("input, textarea, select");
}

export function openShortcuts() {
  const row = ([keys, what]) => h("tr", {}, h("th", { scope: "row" }, keys.split(" ").map((key) => [h("kbd", {}, key), " "])), h("td", {}, what));
  openDialog(words.shortcuts.title, h("table", {}, h("tbody", {}, words.shortcuts.list.map(row))));
}
