// A form to correct the data of a reference, and its key as long as nothing cites it.
import { call } from "./api.js";
import { authorsLine, authorsOf, openFactsForm } from "./facts_form.js";
import { words } from "./words.js";

export function openReferenceForm(path, { key, csl, cited }, done) {
  const said = words.references.fields;
  const facts = [
    { name: "title", label: said.title, value: csl.title },
    { name: "author", label: said.author, value: authorsLine((csl.author ?? []).map(nameText)) },
    { name: "issued", label: said.year, value: csl.issued?.["date-parts"]?.[0]?.[0] },
    { name: "container-title", label: said.container, value: csl["container-title"] },
    { name: "DOI", label: said.doi, value: csl.DOI },
    { name: "URL", label: said.url, value: csl.URL },
    { name: "key", label: said.key, value: key, hint: cited > 0 ? said.keyFixed : said.keyHint, fixed: cited > 0 },
  ];
  openFactsForm(words.references.editTitle(key), facts, async ({ key: newKey, ...changed }) => {
    const csl = Object.fromEntries(Object.entries(changed).map(([name, text]) => [name, cslValue(name, text)]));
    await call("PATCH", `${path}/${encodeURIComponent(key)}`, { body: { csl, ...(newKey && { key: newKey }) } });
    await done();
  });
}

const nameText = ({ literal, family, given }) => literal ?? [family, given].filter(Boolean).join(", ");

function cslValue(name, text) {
  if (!text) return null;
  if (name === "issued") return { "date-parts": [[Number.parseInt(text, 10) || text]] };
  if (name !== "author") return text;
  return authorsOf(text).map((each) => {
    const [family, given] = each.split(",").map((part) => part.trim());
    return given ? { family, given } : { literal: family };
  });
}
