// One paper: the bar above, the conversation on the left, and the paper on the right, which share one context.
import { get } from "./api.js";
import { openApiKeys } from "./api_keys.js";
import { createConversation } from "./conversation.js";
import { h, put } from "./dom.js";
import { createDrafts } from "./drafts.js";
import { openExport } from "./export.js";
import { openHighlight, watchSelection } from "./highlight.js";
import { openHistory } from "./history.js";
import { importInto, keepPicture, takeFiles } from "./import.js";
import { openLibrary } from "./library.js";
import { guarded } from "./notices.js";
import { createPaper } from "./paper.js";
import { renamePaper } from "./papers.js";
import { openPersonas } from "./personas.js";
import { openReferences } from "./references.js";
import { followSession } from "./session_events.js";
import { showAccount } from "./settings.js";
import { listenForShortcuts, openShortcuts } from "./shortcuts.js";
import { openUsage } from "./usage.js";
import { words } from "./words.js";

/** Open a paper in `app`. Return a function that closes it. */
export async function openPaper(app, id) {
  const session = await get(`/api/sessions/${id}`);
  const context = createContext(session);
  const { places } = context;
  const frame = h("main", { class: "workspace", "data-pane": "talk" });
  const show = (pane) => {
    frame.dataset.pane = pane;
    for (const tab of tabs.children) tab.setAttribute("aria-pressed", String(tab.value === pane));
  };
  const tabs = h(
    "nav",
    { class: "panes", "aria-label": words.paper.view },
    [["talk", words.talk.pane], ["paper", words.paper.pane]].map(([value, label]) =>
      h("button", { value, class: "quiet", "aria-pressed": String(value === "talk"), onclick: () => show(value) }, label),
    ),
  );
  context.showPane = show;
  const actions = actionsOf(context);
  put(frame, skipLink(context), topbar(context, actions), tabs, places.talk, places.paperPane);
  put(app, frame);
  const deaf = listenForShortcuts(actions);
  await createPaper(context);
  await createDrafts(context);
  await createConversation(context);
  if (session.revision === 0 && session.pending_content_id) await context.drafts.select(session.pending_content_id);
  const leaving = [
    deaf,
    takeFiles(frame, guarded((files) => takeIn(context, files))),
    followSession(context),
    watchSelection(context, places.paper),
    context.talk.leave,
    context.paper.leave,
  ];
  return () => leaving.forEach((leave) => leave());
}

function createContext(session) {
  const bus = new EventTarget();
  const pane = (name, label) => h("section", { class: `pane ${name}`, "aria-label": label });
  const paper = h("div", { class: "paper-body" });
  const drafts = h("div", { class: "drafts-place" });
  const review = h("div", { class: "review-place" });
  const paperPane = pane("paper", words.paper.pane);
  put(paperPane, drafts, paper, review);
  return {
    id: session.id,
    session,
    places: { talk: pane("talk", words.talk.pane), paperPane, paper, drafts, review },
    tell: (name, detail) => bus.dispatchEvent(new CustomEvent(name, { detail })),
    on: (name, listener) => bus.addEventListener(name, (event) => listener(event.detail)),
    setSession(changed) {
      this.session = changed;
      this.tell("session", changed);
    },
  };
}

async function takeIn(context, files) {
  await context.paper.save();
  let draft = null;
  for (const file of files) {
    if (file.type.startsWith("image/")) context.paper.editor.insert(await keepPicture(context.id, file));
    else draft = await importInto(context.id, file);
  }
  await context.paper.refresh();
  await context.drafts.refresh();
  if (draft) await context.drafts.select(draft);
}

function skipLink(context) {
  return h("button", { class: "skip", onclick: () => (context.showPane("paper"), context.paper?.focus()) }, words.skip);
}

/** Return the actions of a paper in the order of the menu: text, shortcut and function of each. */
function actionsOf(context) {
  return [
    { words: words.references.title, key: "Alt S", wide: true, run: guarded(() => openReferences(context)) },
    { words: words.history.title, key: "Alt H", wide: true, run: guarded(() => openHistory(context)) },
    { words: words.library.title, key: "Alt L", wide: true, run: guarded(() => openLibrary(context)) },
    { words: words.export.title, key: "Alt E", wide: true, run: guarded(() => openExport(context)) },
    { words: words.personas.title, run: guarded(() => openPersonas(context)) },
    { words: words.usage.title, run: guarded(() => openUsage(context)) },
    { words: words.keys.title, run: guarded(openApiKeys) },
    { words: words.account.title, run: guarded(showAccount) },
    { words: words.shortcuts.title, key: "?", run: openShortcuts },
    { key: "Alt 1", run: () => (context.showPane("talk"), context.talk?.focus()) },
    { key: "Alt 2", run: () => (context.showPane("paper"), context.paper?.focus()) },
    { key: "Alt 3", run: () => (context.showPane("paper"), context.drafts?.focus()) },
    { key: "Alt R", run: () => (context.showPane("paper"), context.paper?.toggleReading()) },
    { key: "Alt O", run: () => context.paper?.outline() },
    { key: "Alt U", run: () => openHighlight(context) },
  ];
}

function topbar(context, actions) {
  const title = h("button", { class: "quiet", title: words.papers.renameTitle });
  const name = (session) => {
    title.textContent = session.title;
    document.title = `${session.title} · ${words.name}`;
  };
  title.addEventListener("click", guarded(() => renamePaper(context.session, (changed) => context.setSession(changed))));
  context.on("session", name);
  name(context.session);
  const menu = h(
    "div",
    { class: "menu", id: "menu", popover: "auto" },
    actions
      .filter((action) => action.words)
      .map((action) =>
        h(
          "button",
          { class: "quiet", onclick: () => (menu.hidePopover(), action.run()) },
          action.words,
          action.key && h("kbd", { "aria-hidden": "true" }, action.key),
        ),
      ),
  );
  return h(
    "header",
    { class: "topbar" },
    h("a", { class: "button quiet-link", href: "#/", "aria-label": words.paper.back, title: words.paper.back }, "‹"),
    h("h1", {}, title),
    actions
      .filter((action) => action.wide)
      .map((action) => h("button", { class: "quiet wide-only", onclick: action.run }, action.words)),
    h("button", { class: "quiet", popovertarget: "menu", "aria-label": words.menu.title }, "☰"),
    menu,
  );
}
