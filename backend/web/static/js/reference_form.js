// Correct what a reference says.
import { call } from "./api.js";
import { openDialog } from "./dialog.js";
import { field, h } from "./dom.js";
import { guarded } from "./notices.js";
import { words } from "./words.js";

export function openReferenceForm(path, { key, csl }, done) {
  const said = words.references.fields;
  const input = (value) => h("input", { value: value ?? "", autocomplete: "off" });
  const controls = {
    title: input(csl.title),
    author: input(namesText(csl.author)),
    issued: input(csl.issued?.["date-parts"]?.[0]?.[0]),
    "container-title": input(csl["container-title"]),
    DOI: input(csl.DOI),
    URL: input(csl.URL),
  };
  const labels = { title: said.title, author: said.author, issued: said.year, "container-title": said.container, DOI: said.doi, URL: said.url };
  const keep = async (event) => {
    event.preventDefault();
    const changed = {};
    for (const [name, control] of Object.entries(controls)) {
      if (control.value !== control.defaultValue_) changed[name] = cslValue(name, control.value.trim());
    }
    await call("PATCH", `${path}/${encodeURIComponent(key)}`, { body: { csl: changed } });
    dialog.close();
    await done();
  };
  for (const control of Object.values(controls)) control.defaultValue_ = control.value;
  const dialog = openDialog(
    words.references.editTitle(key),
    h(
      "form",
      { onsubmit: guarded(keep) },
      Object.entries(controls).map(([name, control]) => field(labels[name], control)),
      h("div", { class: "row end" }, h("button", { class: "primary" }, words.save)),
    ),
  );
}

function namesText(names) {
  return (names ?? []).map((each) => each.literal ?? [each.family, each.given].filter(Boolean).join(", ")).join("; ");
}

function cslValue(name, text) {
  if (!text) return null;
  if (name === "issued") return { "date-parts": [[Number.parseInt(text, 10) || text]] };
  if (name !== "author") return text;
  return text.split(";").map((each) => {
    const [family, given] = each.split(",").map((part) => part.trim());
    return given ? { family, given } : { literal: family };
  });
}
