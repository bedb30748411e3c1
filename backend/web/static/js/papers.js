// The list of papers: create, open, rename and delete papers, or drop a file to import it.
import { all, patch, post, remove } from "./api.js";
import { askText, askYes } from "./dialog.js";
import { h, put } from "./dom.js";
import { importInto, takeFiles } from "./import.js";
import { guarded, notice } from "./notices.js";
import { accountButton } from "./settings.js";
import { ago, words } from "./words.js";

export async function showPapers(app) {
  document.title = words.name;
  const list = h("ul", { class: "papers" });
  const begin = guarded(async (files) => {
    const [file] = files ?? [];
    const title = file ? file.name.replace(/\.[^.]+$/, "") : words.papers.untitled;
    const session = await post("/api/sessions", { title });
    if (file) await importInto(session.id, file);
    location.hash = `#/paper/${session.id}`;
  });
  const hint = h("p", { class: "small drop-hint" }, words.papers.drop);
  const refresh = async () => {
    const sessions = await all("/api/sessions");
    hint.hidden = !sessions.length;
    showItems(list, sessions, refresh);
  };
  await refresh();
  const main = h(
    "main",
    { class: "shelf" },
    h(
      "header",
      { class: "row" },
      h("h1", {}, words.papers.title),
      h("button", { class: "primary", onclick: () => begin() }, words.papers.new),
      fileButton(begin),
      accountButton(),
    ),
    list,
    hint,
  );
  put(app, main);
  return takeFiles(main, begin);
}

function showItems(list, sessions, refresh) {
  put(list, sessions.map((session) => item(session, refresh)));
  if (!sessions.length) put(list, h("li", { class: "none" }, words.papers.none));
}

function item(session, refresh) {
  const title = session.title || words.papers.untitled;
  const waiting = session.pending_content_ids.length;
  return h(
    "li",
    {},
    h(
      "a",
      { href: `#/paper/${session.id}` },
      h("strong", {}, title),
      h(
        "span",
        { class: "small" },
        `${words.papers.changed(ago(session.updated_at))} · ${words.papers.revision(session.revision)}`,
      ),
      waiting > 0 && h("span", { class: "tag" }, words.papers.drafts(waiting)),
    ),
    h("button", { class: "quiet", onclick: guarded(() => renamePaper(session, refresh)) }, words.papers.rename),
    h("button", { class: "quiet", onclick: guarded(() => removePaper(session, refresh)) }, words.remove),
  );
}

/** Ask for a new title, and rename the paper. `done` is called with the changed session. */
export async function renamePaper(session, done) {
  const title = await askText(words.papers.renameTitle, {
    label: words.papers.titleLabel,
    value: session.title,
    button: words.papers.rename,
  });
  if (title?.trim()) await done(await patch(`/api/sessions/${session.id}`, { title: title.trim() }));
}

async function removePaper(session, done) {
  const { removeTitle, removeText } = words.papers;
  if (!(await askYes(removeTitle, removeText(session.title), words.remove))) return;
  await remove(`/api/sessions/${session.id}`);
  await done();
}

function fileButton(begin) {
  const chooser = h("input", { type: "file", class: "unseen", tabindex: "-1", "aria-hidden": "true" });
  chooser.addEventListener("change", () => chooser.files.length && begin([...chooser.files]));
  return [chooser, h("button", { onclick: () => chooser.click() }, words.papers.choose)];
}
