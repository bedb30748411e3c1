// A form to correct the data of a library work, or of one work in a reference list.
import { get, patch } from "./api.js";
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { authorsLine, authorsOf, openFactsForm } from "./facts_form.js";
import { guarded } from "./notices.js";
import { words } from "./words.js";

/** Show the form. `done` is called when a correction has been stored. */
export async function correctWork(work, done) {
  const { items } = await get(`/api/library/${work.id}/entries`);
  if (items.length === 1) return openWorkForm(work, items[0], done);
  const list = items.map((entry) =>
    h(
      "li",
      { class: "row" },
      h(
        "div",
        { class: "grow" },
        h("p", { class: "title" }, entry.title),
        h("p", { class: "small" }, [entry.authors.slice(0, 3).join(", "), entry.year].filter(Boolean).join(" · ")),
      ),
      h("button", { class: "quiet", "aria-label": words.library.correctOne(entry.title), onclick: () => (dialog.close(), openWorkForm(work, entry, done)) }, words.references.edit),
    ),
  );
  const dialog = openDialog(words.library.whichWork, h("ul", { class: "items" }, list), { kind: "drawer" });
  return undefined;
}

function openWorkForm(work, entry, done) {
  const said = words.references.fields;
  const facts = [
    { name: "title", label: said.title, value: entry.title },
    { name: "authors", label: said.author, value: authorsLine(entry.authors) },
    { name: "year", label: said.year, value: entry.year },
    { name: "container", label: said.container, value: entry.container },
    { name: "doi", label: said.doi, value: entry.doi },
    { name: "url", label: said.url, value: entry.url },
  ];
  openFactsForm(words.library.correctTitle, facts, async (changed) => {
    const body = Object.fromEntries(Object.entries(changed).map(([name, text]) => [name, workValue(name, text)]));
    await patch(`/api/library/${work.id}`, { entry: entry.number, ...body });
    await done();
  });
}

function workValue(name, text) {
  if (name === "authors") return authorsOf(text);
  if (!text) return name === "title" ? text : null;
  return name === "year" ? Number(text) || text : text;
}
