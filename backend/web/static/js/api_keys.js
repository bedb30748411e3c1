// API keys: for the user's own programs that call this server as they would call Perplexity or OpenAI.
import { get, post, remove } from "./api.js";
import { askYes, openDialog } from "./dialog.js";
import { field, h, put } from "./dom.js";
import { announce, guarded } from "./notices.js";
import { ago, words } from "./words.js";

const PATH = "/api/auth/keys";

export async function openApiKeys() {
  const said = words.keys;
  const list = h("ul", { class: "items" });
  const made = h("div", { role: "status" });
  const name = h("input", { maxlength: 100, autocomplete: "off" });

  async function refresh() {
    const { items } = await get(PATH);
    put(list, items.map(item), !items.length && h("li", { class: "small" }, said.none));
  }

  function item(key) {
    const used = key.used_at ? said.used(ago(key.used_at)) : said.unused;
    return h(
      "li",
      { class: "row" },
      h(
        "div",
        { class: "grow" },
        h("p", { class: "title" }, key.name || said.nameless),
        h("p", { class: "small" }, h("code", {}, `${key.shown}…`), ` · ${said.made(ago(key.created_at))} · ${used}`),
      ),
      h("button", { class: "quiet", "aria-label": said.revokeOne(key.name || key.shown), onclick: guarded(() => revoke(key)) }, said.revoke),
    );
  }

  async function revoke(key) {
    if (!(await askYes(said.revokeTitle, said.revokeText(key.name || key.shown), said.revoke))) return;
    await remove(`${PATH}/${key.id}`);
    put(made);
    await refresh();
  }

  async function make(event) {
    event.preventDefault();
    const { key } = await post(PATH, { name: name.value.trim() });
    name.value = "";
    const copy = async () => {
      await navigator.clipboard.writeText(key);
      announce(said.copied);
    };
    put(
      made,
      h(
        "div",
        { class: "new-key" },
        h("p", {}, h("strong", {}, said.once)),
        h("code", { class: "key", tabindex: "0" }, key),
        navigator.clipboard && h("button", { onclick: guarded(copy) }, said.copy),
      ),
    );
    await refresh();
  }

  openDialog(
    said.title,
    [
      h("p", { class: "small" }, said.what, " ", h("code", {}, `${location.origin}/v1`)),
      h("form", { class: "row section-choice", onsubmit: guarded(make) }, field(said.name, name), h("button", {}, said.new)),
      made,
      list,
    ],
    { kind: "drawer" },
  );
  await refresh();
}
