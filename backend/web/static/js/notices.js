// Notices: short texts that are shown for a while, and read aloud by screen readers.
import { h } from "./dom.js";
import { words } from "./words.js";

/** Milliseconds for which a notice is shown: enough to read twelve words twice. */
const SHOWN = 8_000;

/** Let screen readers read a text aloud. It is removed after a while, because it may not be true for long. */
export function announce(text) {
  const place = document.getElementById("announcements");
  place.textContent = "";
  requestAnimationFrame(() => (place.textContent = text));
  setTimeout(() => place.textContent === text && (place.textContent = ""), SHOWN);
}

/** Show a notice. `action` is a pair: the text of a button, and the function that it calls. */
export function notice(text, { bad = false, action = null } = {}) {
  const close = () => made.remove();
  const made = h(
    "div",
    { class: bad ? "notice bad" : "notice", role: bad ? "alert" : "status" },
    h("p", {}, text),
    action && h("button", { onclick: () => (close(), action[1]()) }, action[0]),
    h("button", { class: "quiet", "aria-label": words.close, onclick: close }, "×"),
  );
  const within = document.querySelector(".notices.within"); // above the conversation, where it covers nothing
  const place = within?.checkVisibility() ? within : document.getElementById("notices");
  for (const each of [...place.children]) if (each.firstChild.textContent === text) each.remove();
  place.append(made);
  if (!bad && !action) setTimeout(close, SHOWN);
}

/** Show an error, with the server's own message. */
export function complain(error) {
  if (error.name === "AbortError") return;
  if (error.status === undefined) console.error(error);
  notice(error.full ?? error.message, { bad: true });
}

/** Return a listener that shows the error if its work fails. */
export function guarded(work) {
  return async (...given) => {
    try {
      return await work(...given);
    } catch (error) {
      complain(error);
      return undefined;
    }
  };
}
