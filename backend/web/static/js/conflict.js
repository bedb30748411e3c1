// The paper was changed here and elsewhere: both texts side by side, and a choice.
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { wordDiff } from "./word_diff.js";
import { words } from "./words.js";

/** Return the text that the user chooses; null if the user has not decided. */
export function showConflict(mine, theirs) {
  return new Promise((answer) => {
    let chosen = null;
    const choose = (text) => () => {
      chosen = text;
      dialog.close();
    };
    const dialog = openDialog(
      words.paper.conflict,
      [
        h("p", {}, words.paper.conflictText),
        h(
          "div",
          { class: "both" },
          side(words.paper.mine, wordDiff(theirs.content, mine), "insert"),
          side(words.paper.theirs(theirs.revision), wordDiff(mine, theirs.content), "insert"),
        ),
        h(
          "div",
          { class: "row end" },
          h("button", { onclick: choose(theirs.content) }, words.paper.takeTheirs),
          h("button", { onclick: choose(mine) }, words.paper.keepMine),
        ),
      ],
      { kind: "wide", onClose: () => answer(chosen) },
    );
  });
}

function side(title, parts, kind) {
  const shown = parts.filter((part) => part.kind === "equal" || part.kind === kind);
  return h(
    "section",
    { "aria-label": title },
    h("h3", {}, title),
    h("pre", { tabindex: "0" }, shown.map((part) => (part.kind === kind ? h("ins", {}, part.text) : part.text))),
  );
}
