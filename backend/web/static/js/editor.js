// The editor: CodeMirror with Markdown. It keeps every byte of a text that the user does not change, also line ends.
import {
  Compartment, EditorState, EditorView, GFM, HighlightStyle, Language, Transaction, defaultKeymap, defineLanguageFacet,
  drawSelection, dropCursor, history, historyKeymap, keymap, parser, placeholder, search, searchKeymap, styleTags,
  syntaxHighlighting, tags,
} from "../vendor/editor.js";
import { words } from "./words.js";

/** Parse formulas, `$…$` and `$$…$$`. The characters beside a dollar sign show whether it belongs to a price. */
const FORMULAS = {
  defineNodes: [{ name: "Formula", style: tags.special(tags.content) }],
  parseInline: [{ name: "Formula", before: "Escape", parse: formula }],
};

function formula(context, next, start) {
  if (next !== 36) return -1;
  const mark = context.char(start + 1) === 36 ? "$$" : "$";
  const text = context.slice(start + mark.length, context.end);
  const end = text.indexOf(mark);
  if (end < 1 || (mark === "$" && /^\s|\s$/.test(text.slice(0, end)))) return -1;
  return context.addElement(context.elt("Formula", start, start + end + 2 * mark.length));
}

const MARKDOWN = parser.configure([
  GFM,
  FORMULAS,
  { props: [styleTags({ "HeaderMark QuoteMark ListMark EmphasisMark CodeMark LinkMark TableDelimiter": tags.processingInstruction })] },
]);
const LANGUAGE = new Language(defineLanguageFacet(), MARKDOWN, [], "markdown");

const STYLE = HighlightStyle.define([
  { tag: tags.heading1, class: "md-h1" },
  { tag: tags.heading2, class: "md-h2" },
  { tag: [tags.heading3, tags.heading4, tags.heading5, tags.heading6], class: "md-h3" },
  { tag: tags.emphasis, class: "md-em" },
  { tag: tags.strong, class: "md-strong" },
  { tag: tags.link, class: "md-link" },
  { tag: tags.url, class: "md-quiet" },
  { tag: tags.monospace, class: "md-code" },
  { tag: tags.special(tags.content), class: "md-formula" },
  { tag: tags.quote, class: "md-quote" },
  { tag: tags.processingInstruction, class: "md-quiet" },
]);

/** Marks changes that come from the server: they are not saved, and undo ignores them. */
const FROM_SERVER = "coscribe.server";

/**
 * Create an editor in `parent`. `onChange` is called after each change by the user; `extensions` are CodeMirror's.
 * The user cannot type before `text` has been loaded, so nothing that is typed gets lost.
 */
export function createEditor(parent, text, { onChange, onSave, extensions = [] }) {
  const editable = new Compartment();
  const nonce = document.querySelector("meta[name=style-nonce]").content;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        // CodeMirror would convert every line end to "\n"; with this option, "\r" stays a character.
        EditorState.lineSeparator.of("\n"),
        EditorView.cspNonce.of(nonce),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": words.paper.editor, spellcheck: "true", tabindex: "0" }),
        editable.of([]),
        history(),
        drawSelection(),
        dropCursor(),
        search({ top: true }),
        placeholder(words.paper.empty),
        LANGUAGE.extension,
        syntaxHighlighting(STYLE),
        keymap.of([{ key: "Mod-s", run: () => (onSave(), true) }, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorView.updateListener.of((update) => {
          const byHand = update.transactions.some((each) => each.docChanged && !each.isUserEvent(FROM_SERVER));
          if (byHand) onChange();
        }),
        extensions,
      ],
    }),
  });
  return {
    view,
    text: () => view.state.sliceDoc(),
    replace: (next) => replace(view, next),
    lock: (locked) => view.dispatch({ effects: editable.reconfigure(locked ? EditorState.readOnly.of(true) : []) }),
    insert: (text) => view.dispatch(view.state.replaceSelection(text)),
    show: (position) => show(view, position),
    selected: () => view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to),
    cursor: () => view.state.selection.main.head,
  };
}

/** Replace the text by the smallest single change, so that the cursor and the scroll position stay. */
function replace(view, next) {
  const change = difference(view.state.sliceDoc(), next);
  if (change === null) return;
  const { from, to, insert } = change;
  view.dispatch({
    changes: { from, to, insert: view.state.toText(insert) },
    annotations: [Transaction.userEvent.of(FROM_SERVER), Transaction.addToHistory.of(false)],
  });
}

function show(view, position) {
  const at = Math.min(position, view.state.doc.length);
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
}

/** Return the difference between two texts as one change of the first; null if they are equal. */
export function difference(before, after) {
  if (before === after) return null;
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  let end = 0;
  while (end < least - start && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)) end += 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

/** Merge two changes of the same text; null if they overlap. */
export function merge(base, mine, theirs) {
  const own = difference(base, mine);
  const other = difference(base, theirs);
  if (own === null) return theirs;
  if (other === null) return mine;
  const [first, second] = own.from <= other.from ? [own, other] : [other, own];
  if (first.to >= second.from) return null;
  return base.slice(0, first.from) + first.insert + base.slice(first.to, second.from) + second.insert + base.slice(second.to);
}
