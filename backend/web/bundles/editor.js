// The parts of CodeMirror 6 that the page uses. `make web-vendor` builds static/vendor/editor.js from this file.
export { Annotation, Compartment, EditorSelection, EditorState, Prec, RangeSet, StateEffect, StateField, Transaction } from "@codemirror/state";
export { Decoration, EditorView, WidgetType, drawSelection, dropCursor, highlightSpecialChars, keymap, placeholder, lineNumbers } from "@codemirror/view";
export { defaultKeymap, history, historyKeymap, isolateHistory } from "@codemirror/commands";
export { HighlightStyle, Language, LanguageSupport, defineLanguageFacet, foldNodeProp, syntaxHighlighting, syntaxTree } from "@codemirror/language";
export { openSearchPanel, search, searchKeymap } from "@codemirror/search";
export { GFM, parser } from "@lezer/markdown";
export { Tag, styleTags, tags } from "@lezer/highlight";
