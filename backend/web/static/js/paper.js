// The right pane: the paper in an editor, saved as revisions; the reading view, outline and word count.
import { call, get } from "./api.js";
import { showConflict } from "./conflict.js";
import { h, put } from "./dom.js";
import { createEditor, merge } from "./editor.js";
import { marks } from "./marks.js";
import { announce, complain } from "./notices.js";
import { openOutline } from "./outline.js";
import { placeLine } from "./place_marks.js";
import { showReading } from "./reading.js";
import { words } from "./words.js";

/** Milliseconds without a keystroke after which the paper is saved, and its words are counted. */
const IDLE = 1_200;
const COUNT_IDLE = 300;
/** Milliseconds after which a save that did not reach the server is repeated. */
const AGAIN = 4_000;

/** Create the paper's pane, and store its functions as `context.paper`. `context` is that of the workspace. */
export async function createPaper(context) {
  const path = `/api/sessions/${context.id}/document`;
  const first = await get(path);
  const made = { revision: first.revision, base: first.content, dirty: false };
  const state = h("span", { class: "save-state small", role: "status" });
  const count = h("span", { class: "small count" });
  const surface = h("div", { class: "surface" });
  const sheet = h("article", { class: "sheet", hidden: true, tabindex: "0", "aria-label": words.paper.read });
  let timer = 0;
  let counting = 0;
  let saving = null;
  let resolving = null;
  let showing = new AbortController();

  const editor = createEditor(surface, first.content, { onChange: changed, onSave: () => save().catch(complain), extensions: [marks, placeLine] });
  const writing = h("button", { class: "quiet", "aria-pressed": "true", onclick: showEditor }, words.paper.write);
  const reading = h("button", { class: "quiet", "aria-pressed": "false", onclick: showSheet }, words.paper.read);
  const outline = h("button", { class: "quiet", onclick: () => openOutline(editor, showEditor) }, words.paper.outline);
  const resolve = h("button", { class: "danger", hidden: true, onclick: () => settle() }, words.paper.conflictButton);
  const toolbar = h("div", { class: "toolbar row" }, writing, reading, outline, h("span", { class: "grow" }), resolve, state, count);

  function changed() {
    made.dirty = true;
    say(words.paper.unsaved);
    clearTimeout(timer);
    timer = setTimeout(() => save().catch(complain), IDLE);
    countSoon();
    context.tell("typed");
  }

  function countSoon() {
    clearTimeout(counting);
    counting = setTimeout(() => (count.textContent = words.paper.count(countWords(editor.text()))), COUNT_IDLE);
  }

  /** Save the text, after a save in progress has ended. Return the newest revision. */
  async function save() {
    clearTimeout(timer);
    while (saving) await saving;
    if (!made.dirty || resolving) return made.revision;
    saving = saveOnce().finally(() => (saving = null));
    return saving;
  }

  async function saveOnce() {
    const content = editor.text();
    made.dirty = false;
    say(words.paper.saving);
    try {
      const told = await call("PUT", path, { body: { content }, headers: { "If-Match": `"${made.revision}"` } });
      adopt(told.revision, content);
    } catch (error) {
      made.dirty = true;
      if (error.status === 412) return reconcile();
      say(error.status ? words.paper.failed : words.paper.offline);
      timer = setTimeout(() => save().catch(() => {}), AGAIN);
      if (error.status && error.status < 500) throw error;
    }
    return made.revision;
  }

  /** Handle a paper that was also changed elsewhere: merge both changes, or let the user choose. */
  async function reconcile() {
    const theirs = await get(path);
    const mine = editor.text();
    const joined = merge(made.base, mine, theirs.content);
    if (joined === null) {
      resolving = theirs;
      resolve.hidden = false;
      say(words.paper.conflict);
      settle();
      return made.revision;
    }
    adopt(theirs.revision, theirs.content);
    editor.replace(joined);
    made.dirty = joined !== theirs.content;
    return made.dirty ? saveOnce() : made.revision;
  }

  async function settle() {
    const chosen = await showConflict(editor.text(), resolving);
    if (chosen === null) return;
    const theirs = resolving;
    resolving = null;
    resolve.hidden = true;
    adopt(theirs.revision, theirs.content);
    editor.replace(chosen);
    made.dirty = chosen !== theirs.content;
    await save().catch(complain);
  }

  function adopt(revision, content) {
    const news = revision !== made.revision;
    made.revision = revision;
    made.base = content;
    say(made.dirty ? words.paper.unsaved : words.paper.saved(revision));
    if (news) context.tell("revision", revision);
  }

  function say(text) {
    if (state.textContent !== text) state.textContent = text;
  }

  /** Show a newer text from the server, merged with what the user has typed in the meantime. */
  function take(document) {
    if (document.revision <= made.revision || resolving) return;
    const joined = made.dirty ? merge(made.base, editor.text(), document.content) : document.content;
    if (joined === null) return void save().catch(complain); // the save ends in a conflict, which shows both texts
    editor.replace(joined);
    adopt(document.revision, document.content);
    countSoon();
    if (!sheet.hidden) renderReading();
  }

  /** Load a newer text from the server, if there is one. Saves in progress end first, so that no text is lost. */
  async function refresh() {
    for (;;) {
      while (saving) await saving.catch(() => {});
      const found = await get(path);
      if (!saving) return take(found);
    }
  }

  async function renderReading() {
    showing.abort();
    showing = new AbortController();
    await showReading(sheet, editor.text(), { sessionId: context.id, signal: showing.signal });
  }

  async function showSheet() {
    view(true);
    await renderReading();
    sheet.focus();
    announce(words.paper.read);
  }

  function showEditor() {
    showing.abort();
    view(false);
    editor.view.requestMeasure();
  }

  function view(asSheet) {
    sheet.hidden = !asSheet;
    surface.hidden = asSheet;
    writing.setAttribute("aria-pressed", String(!asSheet));
    reading.setAttribute("aria-pressed", String(asSheet));
  }

  async function toggleReading() {
    if (sheet.hidden) return showSheet();
    showEditor();
    return editor.view.focus();
  }

  const beforeLeaving = (event) => {
    if (!made.dirty && !saving) return;
    save().catch(() => {});
    event.preventDefault();
  };
  addEventListener("beforeunload", beforeLeaving);
  say(words.paper.saved(made.revision));
  countSoon();

  context.paper = {
    editor,
    save,
    take,
    refresh,
    showEditor,
    toggleReading,
    revision: () => made.revision,
    focus: () => (showEditor(), editor.view.focus()),
    outline: () => outline.click(),
    leave: async () => {
      removeEventListener("beforeunload", beforeLeaving);
      showing.abort();
      await save().catch(() => {});
      editor.view.destroy();
    },
  };
  return put(context.places.paper, toolbar, surface, sheet);
}

/** Return the number of words of a text, in any script that separates words. */
export function countWords(text) {
  return text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}
