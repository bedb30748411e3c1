// The changes of a draft, sentence by sentence, each with a checkbox that includes it.
import { h, newId } from "./dom.js";
import { standings, standingView } from "./sources.js";
import { wordDiff } from "./word_diff.js";
import { words } from "./words.js";

/**
 * `left` has the ids of the excluded changes. `changed` is called when it changes; `goTo` shows a change in the paper.
 * `citations` are the draft's: their verdicts on a sentence are shown at this sentence.
 */
export function changeList(hunks, left, { citations = [], changed, goTo }) {
  const said = words.drafts;
  if (!hunks.length) return null;
  const known = standings(citations).map((each) => ({ ...each, letters: lettersOf(each.sentence) }));
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
          standingsOf(hunk, known),
        ),
      ),
    ),
  );
}

/** Show the verdicts on a change's sentences, compared by letters only, because citations have marks or keys. */
function standingsOf({ after }, known) {
  const letters = lettersOf(after);
  const meant = ({ letters: of }) => of && (letters.includes(of) || (of.includes(letters) && 2 * letters.length > of.length));
  const found = known.filter(meant);
  return letters && found.length > 0 ? h("div", { class: "standings" }, found.map(standingView)) : null;
}

/** Return the letters and digits of a sentence, without its citations. */
const lettersOf = (text) => text.replace(/\[[^\]]*\]/g, "").replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();

function sentence({ before, after }) {
  if (!before) return h("ins", {}, after.trim());
  if (!after) return h("del", {}, before.trim());
  return wordDiff(before, after).map(({ kind, text }) => (kind === "equal" ? text : h(kind === "insert" ? "ins" : "del", {}, text)));
}
