// A draft in its place: what would go is struck through in the paper's text, what would come stands beside it.
import { Decoration, EditorView, StateEffect, StateField, WidgetType } from "../vendor/editor.js";
import { h } from "./dom.js";
import { likeness, wordDiff } from "./word_diff.js";

/** The share of a sentence that must stay for its words to be compared one by one. */
const ALIKE = 0.45;

class Insertion extends WidgetType {
  constructor(text, left) {
    super();
    this.text = text;
    this.left = left;
  }

  eq(other) {
    return other.text === this.text && other.left === this.left;
  }

  toDOM() {
    return h("ins", { class: `mark-added${this.left ? " left" : ""}${this.block ? " block" : ""}` }, this.text);
  }

  get block() {
    return this.text.includes("\n");
  }
}

const showEffect = StateEffect.define();

/** Show these hunks, `{ start, end, before, after }` of the text as it is; those in `left` are to stay out. */
export function showMarks(view, hunks, left) {
  view.dispatch({ effects: showEffect.of({ hunks, left }) });
}

const field = StateField.define({
  create: () => Decoration.none,
  update(shown, transaction) {
    let made = shown.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(showEffect)) made = decorations(effect.value, transaction.newDoc);
    return made;
  },
  provide: (self) => EditorView.decorations.from(self),
});

/** The editor's extension. */
export const marks = [field];

function decorations({ hunks, left }, doc) {
  const found = [];
  for (const hunk of hunks) {
    if (hunk.end > doc.length) continue;
    const out = left.has(hunk.id);
    if (hunk.start === hunk.end) insertion(found, doc, hunk.start, hunk.after, out);
    else if (out) found.push(Decoration.mark({ class: "mark-left" }).range(hunk.start, hunk.end));
    else replacement(found, doc, hunk);
  }
  return Decoration.set(found, true);
}

/** Whole lines stand as a block between lines, words within their line. */
function insertion(found, doc, at, text, out) {
  const line = doc.lineAt(at);
  const whole = text.includes("\n") || line.length === 0;
  if (whole && at === line.from) found.push(widget(text, out, { block: true, side: -1 }).range(at));
  else if (whole && at === line.to) found.push(widget(text, out, { block: true, side: 1 }).range(at));
  else found.push(widget(text, out, { side: 1 }).range(at));
}

function widget(text, out, options) {
  const shown = options.block ? text.replace(/^\n+|\n+$/g, "") : text;
  return Decoration.widget({ widget: new Insertion(shown, out), ...options });
}

function replacement(found, doc, { start, end, before, after }) {
  const old = before ?? doc.sliceString(start, end);
  const parts = wordDiff(old, after);
  if (old.length !== end - start || likeness(parts) < ALIKE) {
    found.push(Decoration.mark({ tagName: "del", class: "mark-removed" }).range(start, end));
    if (after) insertion(found, doc, end, after, false);
    return;
  }
  let at = start;
  for (const { kind, text } of parts) {
    if (kind === "insert") found.push(widget(text, false, { side: 1 }).range(at));
    if (kind === "delete") found.push(Decoration.mark({ tagName: "del", class: "mark-removed" }).range(at, at + text.length));
    if (kind !== "insert") at += text.length;
  }
}
