// The changes of a draft, sentence by sentence, each with a box to take it or leave it.
import { h, newId } from "./dom.js";
import { wordDiff } from "./word_diff.js";
import { words } from "./words.js";

/** `left` holds the ids of what stays out; `changed` is told when that changes, `goTo` to show a change in the paper. */
export function changeList(hunks, left, { changed, goTo }) {
  const said = words.drafts;
  if (!hunks.length) return null;
  const boxes = hunks.map((hunk, index) =>
    h("input", {
      type: "checkbox",
      id: newId("hunk"),
      "aria-label": said.take(index + 1),
      checked: !left.has(hunk.id),
      onchange: (event) => (event.target.checked ? left.delete(hunk.id) : left.add(hunk.id), changed()),
    }),
  );
  const all = (taken) => () => {
    boxes.forEach((box, index) => {
      box.checked = taken;
      if (taken) left.delete(hunks[index].id);
      else left.add(hunks[index].id);
    });
    changed();
  };
  return h(
    "details",
    { open: true },
    h("summary", {}, said.sentences),
    hunks.length > 1 &&
      h(
        "div",
        { class: "row" },
        h("button", { class: "link small", onclick: all(true) }, said.takeAll),
        h("button", { class: "link small", onclick: all(false) }, said.takeNone),
      ),
    h(
      "ol",
      { class: "hunks" },
      hunks.map((hunk, index) =>
        h(
          "li",
          {},
          boxes[index],
          h("label", { for: boxes[index].id }, sentence(hunk)),
          h("button", { class: "quiet", "aria-label": said.inPlace(index + 1), onclick: () => goTo(hunk) }, said.show),
        ),
      ),
    ),
  );
}

function sentence({ before, after }) {
  if (!before) return h("ins", {}, after.trim());
  if (!after) return h("del", {}, before.trim());
  return wordDiff(before, after).map(({ kind, text }) => (kind === "equal" ? text : h(kind === "insert" ? "ins" : "del", {}, text)));
}
