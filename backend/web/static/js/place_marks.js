// Marks of places in the paper: a line where a draft would go, and a bar beside the text with the places that fit.
import { Decoration, EditorView, StateEffect, StateField, WidgetType } from "../vendor/editor.js";
import { h, put } from "./dom.js";
import { words } from "./words.js";

/** Minimum pixels between two marks of the bar, so that each can be clicked. */
const APART = 26;

/** Pixels of the paper that stay visible around the line. */
const MARGIN = 90;

class Line extends WidgetType {
  eq() {
    return true;
  }

  toDOM() {
    return h("div", { class: "place-line", "aria-hidden": "true" }, h("span", {}, words.placing.here));
  }
}

const showEffect = StateEffect.define();

const field = StateField.define({
  create: () => Decoration.none,
  update(shown, transaction) {
    let made = shown.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(showEffect)) made = line(effect.value, transaction.newDoc);
    return made;
  },
  provide: (self) => EditorView.decorations.from(self),
});

/** The editor's extension. */
export const placeLine = [field];

function line(at, doc) {
  if (at === null || at > doc.length) return Decoration.none;
  const found = doc.lineAt(at);
  const atEnd = at === doc.length && at > found.from;
  const widget = Decoration.widget({ widget: new Line(), block: true, side: atEnd ? 2 : -2 });
  return Decoration.set([widget.range(atEnd ? found.to : found.from)]);
}

/** Show the line at a position of the text, or hide it for null. With `scroll`, the editor scrolls to the line. */
export function showPlaceLine(view, at, { scroll = false } = {}) {
  const effects = [showEffect.of(at)];
  if (scroll && at !== null) effects.push(EditorView.scrollIntoView(Math.min(at, view.state.doc.length), { y: "nearest", yMargin: MARGIN }));
  view.dispatch({ effects });
}

/**
 * Create a bar beside the paper with a mark for each of `marks`, `{ at, label, short, strong }`, the most important
 * first, at the height of its place. Arrow keys move between marks. `look` gets the pointed mark, `take` the chosen one.
 */
export function createRail(view, marks, { look, take }) {
  const known = marks.filter((mark) => mark.at !== null);
  const rail = h("div", { class: "rail", role: "toolbar", "aria-orientation": "vertical", "aria-label": words.placing.rail });
  rail.addEventListener("keydown", (event) => {
    const by = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
    if (!by) return;
    event.preventDefault();
    event.target[by]?.focus();
  });
  const button = (mark) =>
    h(
      "button",
      {
        class: mark.strong ? "place-mark strong" : "place-mark",
        "aria-label": mark.label,
        title: mark.label,
        tabindex: "-1",
        onclick: () => take(mark),
        onfocus: () => look(mark),
        onpointerenter: () => look(mark),
      },
      mark.short,
    );

  /** Return the most important marks, as many as the height has room for. */
  function place() {
    const height = rail.clientHeight;
    const kept = known.slice(0, Math.floor(height / APART)).sort((one, other) => one.at - other.at);
    const buttons = kept.map(button);
    put(rail, buttons);
    buttons[0]?.setAttribute("tabindex", "0");
    let least = 0;
    kept.forEach((mark, index) => {
      const share = view.lineBlockAt(Math.min(mark.at, view.state.doc.length)).top / (view.contentHeight || 1);
      const most = height - APART * (kept.length - index);
      least = Math.max(least, Math.min(share * height, most));
      buttons[index].style.top = `${Math.round(least)}px`;
      least += APART;
    });
  }

  const observer = new ResizeObserver(() => {
    if (!rail.contains(document.activeElement)) place();
  });
  observer.observe(rail);
  return {
    rail,
    leave: () => (observer.disconnect(), rail.remove()),
  };
}
