// The library: add files, follow how the server reads them, and choose the works that a paper may use.
import { all, patch, remove } from "./api.js";
import { openDialog } from "./dialog.js";
import { h, newId, put } from "./dom.js";
import { complain, guarded, notice } from "./notices.js";
import { noticeTags } from "./sources.js";
import { upload } from "./upload.js";
import { correctWork } from "./work_form.js";
import { words } from "./words.js";

/** Milliseconds between two requests for the state of works that the server is reading. */
const LOOK = 1_500;

export async function openLibrary(context) {
  const said = words.library;
  const list = h("ul", { class: "items" });
  const progress = h("div", { role: "status", class: "small" });
  const search = h("input", { type: "search", placeholder: said.search, "aria-label": said.search, oninput: () => show() });
  const chosen = new Set(Array.isArray(context.session.library) ? context.session.library : []);
  const everything = h("input", { type: "checkbox", id: newId("all"), checked: context.session.library === "all" });
  const chooser = h("input", { type: "file", multiple: true, class: "unseen", tabindex: "-1", "aria-hidden": "true" });
  let works = [];
  let timer = 0;

  everything.addEventListener("change", guarded(choose));
  chooser.addEventListener("change", guarded(async () => {
    for (const file of [...chooser.files]) await bring(file);
    chooser.value = "";
  }));

  async function bring(file) {
    try {
      const work = await upload("/api/library", file, (percent) => (progress.textContent = said.uploading(file.name, percent)));
      notice(said.added(work.title || file.name));
    } catch (error) {
      complain(error);
    }
    progress.textContent = "";
    await refresh();
  }

  async function refresh() {
    works = await all("/api/library");
    show();
    clearTimeout(timer);
    if (works.some((each) => each.status === "processing")) timer = setTimeout(() => refresh().catch(complain), LOOK);
  }

  function show() {
    const wanted = search.value.trim().toLowerCase();
    const found = works.filter((each) => [each.title, each.filename, ...each.authors].join(" ").toLowerCase().includes(wanted));
    put(list, found.map(item), !works.length && h("li", { class: "small" }, said.none));
  }

  function item(work) {
    const title = work.title || work.filename;
    const facts = [work.authors.slice(0, 3).join(", "), work.year, work.pages && said.pages(work.pages), work.works > 1 && said.works(work.works)];
    const box = h("input", { type: "checkbox", id: newId("work"), checked: chosen.has(work.id), disabled: everything.checked, "aria-label": said.choose(title) });
    box.addEventListener("change", guarded(async () => {
      if (box.checked) chosen.add(work.id);
      else chosen.delete(work.id);
      await choose();
    }));
    return h(
      "li",
      { class: "work" },
      box,
      h(
        "div",
        { class: "grow" },
        h("label", { class: "title", for: box.id }, title),
        h("p", { class: "small" }, facts.filter(Boolean).join(" · ")),
        work.retracted && noticeTags(work.notices.length ? work.notices : [{ kind: "retraction" }]),
        work.status !== "ready" && h("p", {}, h("span", { class: work.status === "failed" ? "tag bad" : "tag" }, said.status[work.status]), " ", work.error),
        work.warnings.map((warning) => h("p", { class: "small" }, warning)),
      ),
      work.status === "ready" && h("button", { class: "quiet", "aria-label": said.correctOne(title), onclick: guarded(() => correctWork(work, refresh)) }, words.references.edit),
      h("button", { class: "quiet", "aria-label": said.removeOne(title), onclick: guarded(() => drop(work)) }, words.remove),
    );
  }

  async function choose() {
    const library = everything.checked ? "all" : chosen.size ? [...chosen] : null;
    context.setSession(await patch(`/api/sessions/${context.id}`, { library }));
    show();
  }

  async function drop(work) {
    await remove(`/api/library/${work.id}`);
    chosen.delete(work.id);
    await refresh();
  }

  openDialog(
    said.title,
    [
      h("div", { class: "row" }, chooser, h("button", { onclick: () => chooser.click() }, said.upload), h("div", { class: "grow" }, search)),
      progress,
      h("div", { class: "row choice" }, everything, h("label", { for: everything.id }, said.useAll)),
      list,
    ],
    { kind: "drawer", onClose: () => clearTimeout(timer) },
  );
  await refresh();
}
