// Dialogs and drawers: the browser's own <dialog>, which keeps the focus inside and restores it at the end.
import { h, newId } from "./dom.js";
import { words } from "./words.js";

/** Open a dialog. `kind` is its class: `drawer` for a panel at the side. Return the element; `close()` ends it. */
export function openDialog(title, content, { kind = "", onClose = () => {} } = {}) {
  const heading = h("h2", { id: newId("dialog"), tabindex: "-1", autofocus: true }, title);
  const made = h(
    "dialog",
    {
      class: kind,
      "aria-labelledby": heading.id,
      onclose: () => (made.remove(), onClose()),
      onclick: (event) => event.target === made && made.close(),
    },
    h(
      "div",
      { class: "dialog-body" },
      h("header", {}, heading, h("button", { class: "quiet", "aria-label": words.close, onclick: () => made.close() }, "×")),
      content,
    ),
  );
  document.body.append(made);
  made.showModal();
  return made;
}

/** Ask the user for a text of one or more lines. Return the text; null if the user cancels. */
export function askText(title, { label, value = "", button, long = false, hint = "" }) {
  return new Promise((answer) => {
    const control = long ? h("textarea", { rows: 6, value }) : h("input", { value, autocomplete: "off" });
    control.id = newId("field");
    let given = null;
    const form = h(
      "form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          given = control.value;
          dialog.close();
        },
        onkeydown: (event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
        },
      },
      h("label", { for: control.id }, label),
      control,
      hint && h("small", {}, hint),
      h("div", { class: "row end" }, cancelButton(() => dialog), h("button", { class: "primary" }, button)),
    );
    const dialog = openDialog(title, form, { onClose: () => answer(given) });
    control.focus();
    control.select();
  });
}

/** Ask the user to confirm. The button that cancels has the focus. */
export function askYes(title, text, button) {
  return new Promise((answer) => {
    let given = false;
    const cancel = cancelButton(() => dialog);
    const yes = h("button", { class: "danger", onclick: () => ((given = true), dialog.close()) }, button);
    const dialog = openDialog(title, [h("p", {}, text), h("div", { class: "row end" }, cancel, yes)], {
      onClose: () => answer(given),
    });
    cancel.focus();
  });
}

function cancelButton(dialog) {
  return h("button", { type: "button", onclick: () => dialog().close() }, words.cancel);
}
