// A form with the data of a work. Only changed values are sent.
import { openDialog } from "./dialog.js";
import { field, h } from "./dom.js";
import { guarded } from "./notices.js";
import { words } from "./words.js";

/**
 * Ask the user for better values. `facts` are `{ name, label, value, hint, fixed }`; `keep` gets the changed ones as
 * `{ name: text }`, in which "" removes a value. The form closes when `keep` has stored them.
 */
export function openFactsForm(title, facts, keep) {
  const controls = facts.map(({ name, value, fixed }) => [
    name,
    h("input", { value: value ?? "", autocomplete: "off", readonly: fixed }),
    String(value ?? ""),
  ]);
  const submit = async (event) => {
    event.preventDefault();
    const changed = controls.filter(([, control, before]) => control.value.trim() !== before.trim());
    if (changed.length) await keep(Object.fromEntries(changed.map(([name, control]) => [name, control.value.trim()])));
    dialog.close();
  };
  const dialog = openDialog(
    title,
    h(
      "form",
      { onsubmit: guarded(submit) },
      controls.map(([, control], index) => field(facts[index].label, control, facts[index].hint)),
      h("div", { class: "row end" }, h("button", { class: "primary" }, words.save)),
    ),
  );
}

/** Convert authors to one line, "Family, Given; Family, Given", and such a line to authors. */
export const authorsLine = (names) => names.join("; ");
export const authorsOf = (line) => line.split(";").map((each) => each.trim()).filter(Boolean);
