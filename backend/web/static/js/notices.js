// What the page says in passing: shown for a while, and read out.
import { h } from "./dom.js";
import { words } from "./words.js";

/** Milliseconds that a notice stays: time to read twelve words twice. */
const SHOWN = 8_000;

/** Say something to people who do not see the page. */
export function announce(text) {
  const place = document.getElementById("announcements");
  place.textContent = "";
  requestAnimationFrame(() => (place.textContent = text));
}

/** Show a notice; `action` is a pair of words and what a click on them does. */
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
  for (const each of [...place.children]) if (each.firstChild.textContent === text) each.remove(); // said once is enough
  place.append(made);
  if (!bad && !action) setTimeout(close, SHOWN);
}

/** Show what went wrong, in the server's own words. */
export function complain(error) {
  if (error.name === "AbortError") return;
  if (error.status === undefined) console.error(error);
  notice(error.full ?? error.message, { bad: true });
}

/** A listener that complains where its work fails. */
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
