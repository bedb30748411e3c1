// "Use this": attach a passage that is selected on the page to the next message, with a note.
import { openDialog } from "./dialog.js";
import { field, h } from "./dom.js";
import { announce } from "./notices.js";
import { words } from "./words.js";

/** Maximum characters of an attached passage (contract, section 1). */
const MOST = 20_000;

export function openHighlight(context) {
  const passage = (getSelection()?.toString().trim() || context.paper.editor.selected().trim()).slice(0, MOST);
  if (!passage) return;
  const note = h("input", { autocomplete: "off" });
  const dialog = openDialog(
    words.highlight.title,
    h(
      "form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          dialog.close();
          context.talk.attach({ content: passage, source: context.session.title || words.highlight.fromPaper, ...(note.value && { note: note.value }) });
          announce(words.highlight.done);
        },
      },
      h("blockquote", {}, passage.length > 600 ? `${passage.slice(0, 600)} …` : passage),
      field(words.highlight.note, note),
      h("div", { class: "row end" }, h("button", { class: "primary" }, words.highlight.attach)),
    ),
  );
  note.focus();
}

/** Create the button that appears beside selected text of the paper. */
export function watchSelection(context, place) {
  const button = h("button", { class: "use-this", hidden: true, onclick: () => openHighlight(context) }, words.highlight.use);
  place.append(button);
  const look = () => {
    const inside = place.contains(getSelection()?.anchorNode);
    button.hidden = !(inside && (getSelection().toString().trim().length > 2 || context.paper.editor.selected().trim().length > 2));
  };
  document.addEventListener("selectionchange", look);
  return () => document.removeEventListener("selectionchange", look);
}
