// The works that the paper may cite: added by identifier or list, checked against registries, corrected, copied.
import { get, patch, post, remove, send } from "./api.js";
import { openDialog } from "./dialog.js";
import { field, h, newId, put } from "./dom.js";
import { eventsOf } from "./event_stream.js";
import { announce, complain, guarded, notice } from "./notices.js";
import { linkOf, noticeTags, statusTag, verdictClass } from "./sources.js";
import { openReferenceForm } from "./reference_form.js";
import { words } from "./words.js";

const KINDS = [[/^\s*@\w+\s*\{/, "application/x-bibtex"], [/^\s*TY {2}- /, "application/x-research-info-systems"]];

export async function openReferences(context) {
  await context.paper.save();
  const said = words.references;
  const path = `/api/sessions/${context.id}/references`;
  const list = h("ul", { class: "items" });
  const report = h("div", { role: "status" });
  const entry = h("textarea", { rows: 2 });
  const keys = h("input", { type: "checkbox", id: newId("keys"), checked: context.session.citations === "keys" });
  keys.addEventListener("change", guarded(async () => {
    context.setSession(await patch(`/api/sessions/${context.id}`, { citations: keys.checked ? "keys" : "none" }));
  }));

  async function refresh() {
    const { items, missing } = await get(path);
    put(list, items.map(item), !items.length && h("li", { class: "small" }, said.none));
    if (missing.length) list.prepend(h("li", { class: "warning" }, `${said.missing} ${missing.join(", ")}`));
  }

  function item(reference) {
    const { csl, key } = reference;
    const by = [(csl.author ?? []).map((each) => each.family ?? each.literal).slice(0, 3).join(", "), csl.issued?.["date-parts"]?.[0]?.[0], csl["container-title"]];
    const address = linkOf({ url: csl.URL, doi: csl.DOI });
    const title = csl.title || key;
    const copy = async () => {
      await navigator.clipboard.writeText(`[@${key}]`);
      announce(said.copied(key));
    };
    return h(
      "li",
      {},
      h("p", { class: "title" }, address ? h("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, title) : title),
      h("p", { class: "small" }, by.filter(Boolean).join(" · ")),
      h(
        "div",
        { class: "row" },
        h("code", {}, `@${key}`),
        statusTag(reference),
        noticeTags(reference.notices),
        h("span", { class: "small" }, `${said.cited(reference.cited)} · ${said.origin[reference.origin] ?? ""}`),
      ),
      h(
        "div",
        { class: "row actions" },
        navigator.clipboard && h("button", { class: "quiet", onclick: guarded(copy) }, said.copyKey),
        h("button", { class: "quiet", onclick: () => openReferenceForm(path, reference, refresh) }, said.edit),
        h("button", { class: "quiet", "aria-label": said.removeOne(key), onclick: guarded(() => drop(key)) }, words.remove),
      ),
    );
  }

  async function drop(key) {
    await remove(`${path}/${encodeURIComponent(key)}`);
    await refresh();
  }

  async function add(event) {
    event.preventDefault();
    const text = entry.value.trim();
    if (!text) return;
    const [, kind] = KINDS.find(([pattern]) => pattern.test(text)) ?? [];
    const told = kind ? await post(path, text, { headers: { "Content-Type": kind } }) : await post(path, { add: text });
    entry.value = "";
    for (const warning of told.warnings) notice(warning);
    announce(said.added(told.keys.length));
    await refresh();
  }

  async function check(event) {
    const button = event.currentTarget;
    button.disabled = true;
    put(report, h("p", {}, said.checking));
    try {
      const answer = await send("POST", `/api/sessions/${context.id}/check`, { body: { support: true }, headers: { Accept: "text/event-stream" } });
      for await (const { event: name, data } of eventsOf(answer)) {
        if (name === "final_answer") put(report, checkReport(data));
        if (name === "error") throw new Error(data.detail);
      }
      await refresh();
    } catch (error) {
      put(report);
      complain(error);
    } finally {
      button.disabled = false;
    }
  }

  openDialog(
    said.title,
    [
      h("form", { onsubmit: guarded(add) }, field(said.addLabel, entry), h("button", {}, said.addButton)),
      h("div", { class: "row" }, keys, h("label", { for: keys.id }, said.mode)),
      h("p", {}, h("button", { onclick: check }, said.check)),
      report,
      list,
    ],
    { kind: "drawer" },
  );
  await refresh();
}

function checkReport({ references, unsupported, missing, uncited }) {
  const said = words.references;
  const bad = references.filter((each) => !["resolved", "unchecked"].includes(each.status) || each.notices.length);
  return h(
    "div",
    { class: "report" },
    h("p", {}, h("strong", {}, said.checked(bad.length, references.length))),
    h("ul", { class: "items" }, bad.map((each) => h("li", {}, h("p", {}, each.title || each.text || each.key), statusTag(each), noticeTags(each.notices), h("p", { class: "small" }, each.reason)))),
    unsupported.length > 0 && [h("h3", {}, said.unsupported), h("ul", { class: "items" }, unsupported.map(unsupportedView))],
    missing.length > 0 && h("p", {}, `${said.missing} ${missing.join(", ")}`),
    uncited.length > 0 && h("p", {}, `${said.uncited} ${uncited.join(", ")}`),
  );
}

function unsupportedView({ sentence, key, verdict, passage, decided_by }) {
  return h(
    "li",
    {},
    h("q", {}, sentence),
    h("p", { class: "row" }, h("span", { class: `tag ${verdictClass(verdict)}` }, words.sources.verdict[verdict] ?? verdict), h("code", {}, `@${key}`), decided_by === "model" && h("span", { class: "small" }, words.references.byModel)),
    passage && h("blockquote", {}, passage),
  );
}
