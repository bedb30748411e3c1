// Show a draft in its place: text to remove is struck through, and text to add is shown beside it.
import { Decoration, EditorView, StateEffect, StateField, WidgetType } from "../vendor/editor.js";
import { h } from "./dom.js";
import { likeness, wordDiff } from "./word_diff.js";

/** Minimum share of a sentence that stays unchanged, so that its changed words are marked one by one. */
const ALIKE = 0.45;
/** Milliseconds for which new text is marked; the style fades the mark in the same time. */
const SHOWN = 6_000;

/** Text that would be added at one place, in parts `{ text, left }`; `left` parts are excluded. */
class Insertion extends WidgetType {
  constructor(parts, block) {
    super();
    this.parts = parts;
    this.block = block;
    this.key = JSON.stringify([parts, block]);
  }

  eq(other) {
    return other.key === this.key;
  }

  toDOM() {
    const parts = this.parts.map(({ text, left }) => h(left ? "span" : "ins", { class: left ? "mark-left" : "mark-added" }, text));
    return h("span", { class: this.block ? "mark-block" : "" }, parts);
  }
}

const showEffect = StateEffect.define();

/** Show these hunks, `{ start, end, before, after }`, by positions in the present text; those in `left` are excluded. */
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

const freshEffect = StateEffect.define();

const fresh = StateField.define({
  create: () => Decoration.none,
  update(shown, transaction) {
    let made = shown.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(freshEffect)) made = Decoration.set(effect.value.map(({ start, end }) => Decoration.mark({ class: "fresh" }).range(start, end)), true);
    }
    return made;
  },
  provide: (self) => EditorView.decorations.from(self),
});

/** Mark text for a while that was just added to the paper: spans `{ start, end }`. */
export function showFresh(view, spans) {
  const kept = spans.filter(({ start, end }) => start < end && end <= view.state.doc.length);
  view.dispatch({ effects: freshEffect.of(kept) });
  setTimeout(() => view.dispatch({ effects: freshEffect.of([]) }), SHOWN);
}

/** The editor's extension. */
export const marks = [field, fresh];

function decorations({ hunks, left }, doc) {
  const found = [];
  const coming = new Map();
  for (const hunk of hunks) {
    if (hunk.end > doc.length) continue;
    const out = left.has(hunk.id);
    if (hunk.start === hunk.end) {
      if (!coming.has(hunk.start)) coming.set(hunk.start, []);
      coming.get(hunk.start).push({ text: hunk.after, left: out });
    } else if (out) found.push(Decoration.mark({ class: "mark-left" }).range(hunk.start, hunk.end));
    else replacement(found, doc, hunk);
  }
  for (const [at, parts] of coming) insertion(found, doc, at, parts);
  return Decoration.set(found, true);
}

/** Show added lines as a block between lines, and added words within their line. */
function insertion(found, doc, at, parts) {
  const line = doc.lineAt(at);
  const whole = line.length === 0 || parts.some(({ text }) => text.includes("\n"));
  const ends = doc.sliceString(at, line.to).trim() === ""; // only "\r" may follow on the line
  if (whole && at === line.from) found.push(widget(parts, { block: true, side: -1 }).range(at));
  else if (whole && ends) found.push(widget(parts, { block: true, side: 1 }).range(line.to));
  else found.push(widget(parts, { side: 1 }).range(at));
}

function widget(parts, options) {
  const shown = parts.map(({ text, left }) => ({ text: text.replaceAll("\r\n", "\n"), left }));
  if (options.block) {
    shown[0].text = shown[0].text.replace(/^\s*\n/, "");
    shown.at(-1).text = shown.at(-1).text.trimEnd();
  }
  return Decoration.widget({ widget: new Insertion(shown, Boolean(options.block)), ...options });
}

function replacement(found, doc, { start, end, before, after }) {
  const old = before ?? doc.sliceString(start, end);
  const parts = wordDiff(old, after);
  if (old.length !== end - start || likeness(parts) < ALIKE) {
    found.push(Decoration.mark({ tagName: "del", class: "mark-removed" }).range(start, end));
    if (after) insertion(found, doc, end, [{ text: after, left: false }]);
    return;
  }
  let at = start;
  for (const { kind, text } of parts) {
    if (kind === "insert") found.push(widget([{ text, left: false }], { side: 1 }).range(at));
    if (kind === "delete") found.push(Decoration.mark({ tagName: "del", class: "mark-removed" }).range(at, at + text.length));
    if (kind !== "insert") at += text.length;
  }
}
