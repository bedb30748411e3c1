// Export the paper as a file of another format.
import { get, post, send } from "./api.js";
import { openDialog } from "./dialog.js";
import { field, h, newId, put, select } from "./dom.js";
import { announce, guarded } from "./notices.js";
import { words } from "./words.js";

/** The formats and styles that are offered if the server does not list its own. */
const FORMATS = ["docx", "pdf", "latex", "odt", "html", "epub", "md"];
const USUAL_STYLE = "apa";

export async function openExport(context) {
  await context.paper.save();
  const said = words.export;
  const { formats, styles } = await choices();
  const format = select(formats.map((each) => [each, said.formats[each] ?? each]), formats[0]);
  const style = select(styles, styles.some(([id]) => id === USUAL_STYLE) ? USUAL_STYLE : styles[0]?.[0]);
  const chooser = h("input", { type: "file", accept: ".csl", class: "unseen", tabindex: "-1", "aria-hidden": "true" });
  chooser.addEventListener("change", guarded(() => addStyle(chooser, style)));
  const comments = h("input", { type: "checkbox", id: newId("comments") });
  const report = h("div", { role: "status" });
  const path = (extra = {}) => {
    const query = new URLSearchParams({ format: format.value, ...(style.value && { style: style.value }), ...extra });
    if (comments.checked && format.value === "docx") query.set("comments", "sources");
    return `/api/sessions/${context.id}/export?${query}`;
  };

  async function download(event) {
    event.preventDefault();
    put(report, h("p", {}, said.making));
    try {
      const answer = await send("GET", path());
      const [, name] = (answer.headers.get("Content-Disposition") ?? "").match(/filename="([^"]+)"/) ?? [];
      save(await answer.blob(), name ?? `paper.${format.value}`);
      const count = Number(answer.headers.get("X-Export-Warnings"));
      const { warnings } = count ? await get(path(), { headers: { Accept: "application/json" } }) : { warnings: [] };
      put(report, warnings.length > 0 && [h("h3", {}, said.warnings), h("ul", {}, warnings.map((each) => h("li", {}, each)))]);
      announce(said.done(name));
    } catch (error) {
      put(report);
      throw error;
    }
  }

  const dialog = openDialog(
    said.title,
    h(
      "form",
      { onsubmit: guarded(download) },
      field(said.format, format),
      styles.length > 0 && field(said.style, style),
      styles.length > 0 &&
        h("div", { class: "row" }, chooser, h("button", { type: "button", onclick: () => chooser.click() }, said.addStyle)),
      h("div", { class: "row" }, comments, h("label", { for: comments.id }, said.comments)),
      h("div", { class: "row end" }, h("button", { class: "primary" }, said.download)),
      report,
    ),
  );
  return dialog;
}

/** Upload a style file, and choose the style. A style with the same name is replaced. */
async function addStyle(chooser, style) {
  const [file] = chooser.files;
  if (!file) return;
  const form = new FormData();
  form.append("file", file);
  chooser.value = "";
  const { id, title } = await post("/api/styles", form);
  [...style.options].find((each) => each.value === id)?.remove();
  style.prepend(h("option", { value: id }, title));
  style.value = id;
  announce(words.export.styleAdded(title));
}

/** Return the server's formats (from the API description) and its citation styles (from their list). */
async function choices() {
  const [description, styles] = await Promise.all([
    get("/openapi.json").catch(() => null),
    get("/api/styles").catch(() => null),
  ]);
  const parameters = description?.paths["/api/sessions/{session_id}/export"]?.get.parameters ?? [];
  const formats = parameters.find((each) => each.name === "format")?.schema.enum ?? FORMATS;
  return { formats, styles: styles?.items.map((each) => [each.id, each.title]) ?? [[USUAL_STYLE, USUAL_STYLE]] };
}

function save(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = h("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
