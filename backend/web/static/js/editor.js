// The editor: CodeMirror with Markdown. It gives back the very text that it was given, line ends and all.
import {
  Compartment, EditorState, EditorView, GFM, HighlightStyle, Language, Transaction, defaultKeymap, defineLanguageFacet,
  drawSelection, dropCursor, history, historyKeymap, keymap, parser, placeholder, search, searchKeymap, styleTags,
  syntaxHighlighting, tags,
} from "../vendor/editor.js";
import { words } from "./words.js";

/** Formulas: `$…$` and `$$…$$`, told from prices by what stands beside the dollar sign. */
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

/** Replacements that come from the server, which saving and undoing leave alone. */
const FROM_SERVER = "coscribe.server";

/**
 * An editor in `parent`. `onChange` hears every change by hand; `extensions` are CodeMirror's.
 * It shows nothing that could be typed into before `text` is there, so nothing typed is ever lost.
 */
export function createEditor(parent, text, { onChange, onSave, extensions = [] }) {
  const editable = new Compartment();
  const nonce = document.querySelector("meta[name=style-nonce]").content;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        // CodeMirror would make "\n" of every line end; with this, "\r" stays a character like any other.
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

/** Make the text this one by the smallest single change, so that cursor and scrolling stay. */
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

/** The one stretch in which two texts differ, as a change of the first; null where they are equal. */
export function difference(before, after) {
  if (before === after) return null;
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  let end = 0;
  while (end < least - start && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)) end += 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

/** Join two changes of one text where they touch different stretches; null where they do not. */
export function merge(base, mine, theirs) {
  const own = difference(base, mine);
  const other = difference(base, theirs);
  if (own === null) return theirs;
  if (other === null) return mine;
  const [first, second] = own.from <= other.from ? [own, other] : [other, own];
  if (first.to >= second.from) return null;
  return base.slice(0, first.from) + first.insert + base.slice(first.to, second.from) + second.insert + base.slice(second.to);
}
