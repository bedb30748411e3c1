// Make elements. Text only ever becomes a text node, so nothing that anybody wrote can become markup.

/**
 * An element: `h("button", { class: "primary", onclick: save }, words.save)`.
 * Names that begin with `on` are listeners; true and false set and leave out an attribute; `ref` is called with it.
 */
export function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "ref") value(made);
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "value") made.value = value;
    else if (name === "hidden") made.hidden = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  fill(made, children);
  return made;
}

/** Give an element these children alone. */
export function put(parent, ...children) {
  parent.replaceChildren();
  fill(parent, children);
  return parent;
}

function fill(parent, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === "") continue;
    parent.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

let numbers = 0;

/** An id that no other element of the page has. */
export function newId(prefix) {
  numbers += 1;
  return `${prefix}-${numbers}`;
}

/** A labelled field: the label is tied to the control, whatever stands between. */
export function field(label, control, hint = "") {
  control.id ||= newId("field");
  const told = hint && h("small", { id: newId("hint") }, hint);
  if (told) control.setAttribute("aria-describedby", told.id);
  return h("div", { class: "field" }, h("label", { for: control.id }, label), control, told);
}

/** A choice of one: `options` are pairs of value and words. */
export function select(options, chosen, onchange) {
  const made = h(
    "select",
    { onchange: () => onchange?.(made.value) },
    options.map(([value, words]) => h("option", { value, selected: value === chosen }, words)),
  );
  return made;
}
