// Create elements. Strings always become text nodes, so that no text of a user can become markup.

/**
 * Create an element: `h("button", { class: "primary", onclick: save }, words.save)`.
 * Names that begin with `on` are listeners; an attribute is set for true and omitted for false; `ref` gets the element.
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

/** Replace the children of an element. */
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

/** Return an id that no other element of the page has. */
export function newId(prefix) {
  numbers += 1;
  return `${prefix}-${numbers}`;
}

/** Create a field: a label that is linked to a control. */
export function field(label, control, hint = "") {
  control.id ||= newId("field");
  const told = hint && h("small", { id: newId("hint") }, hint);
  if (told) control.setAttribute("aria-describedby", told.id);
  return h("div", { class: "field" }, h("label", { for: control.id }, label), control, told);
}

/** Create a select element. `options` are pairs of value and text. */
export function select(options, chosen, onchange) {
  const made = h(
    "select",
    { onchange: () => onchange?.(made.value) },
    options.map(([value, words]) => h("option", { value, selected: value === chosen }, words)),
  );
  return made;
}
