// Personas: system prompts that the researcher has written. A paper can use one of them.
import { all, patch, post, remove } from "./api.js";
import { openDialog } from "./dialog.js";
import { field, h, newId, put } from "./dom.js";
import { guarded } from "./notices.js";
import { words } from "./words.js";

export async function openPersonas(context) {
  const said = words.personas;
  const list = h("ul", { class: "items" });
  const hint = h("p", { class: "small" });

  async function refresh() {
    const personas = await all("/api/personas");
    hint.textContent = personas.length ? said.hint : said.none;
    put(list, personas.length > 0 && [choice(null, said.nobody), personas.map((persona) => choice(persona, persona.name))]);
  }

  function choice(persona, name) {
    const radio = h("input", {
      type: "radio",
      name: "persona",
      id: newId("persona"),
      checked: context.session.persona_id === (persona?.id ?? null),
      onchange: guarded(async () => context.setSession(await patch(`/api/sessions/${context.id}`, { persona_id: persona?.id ?? null }))),
    });
    return h(
      "li",
      {},
      h(
        "div",
        { class: "row" },
        radio,
        h("label", { class: "grow", for: radio.id }, name),
        persona && h("button", { class: "quiet", onclick: () => edit(persona) }, words.references.edit),
        persona && h("button", { class: "quiet", "aria-label": said.removeOne(name), onclick: guarded(() => drop(persona)) }, words.remove),
      ),
      persona && h("p", { class: "small" }, persona.prompt.length > 200 ? `${persona.prompt.slice(0, 200)} …` : persona.prompt),
    );
  }

  async function drop(persona) {
    await remove(`/api/personas/${persona.id}`);
    await refresh();
  }

  function edit(persona = null) {
    const name = h("input", { value: persona?.name ?? "", required: true, maxlength: 100 });
    const prompt = h("textarea", { value: persona?.prompt ?? "", rows: 6, required: true, maxlength: 8000 });
    const keep = async (event) => {
      event.preventDefault();
      const body = { name: name.value.trim(), prompt: prompt.value };
      await (persona ? patch(`/api/personas/${persona.id}`, body) : post("/api/personas", body));
      dialog.close();
      await refresh();
    };
    const dialog = openDialog(
      persona?.name ?? said.new,
      h(
        "form",
        { onsubmit: guarded(keep) },
        field(said.name, name),
        field(said.prompt, prompt),
        h("div", { class: "row end" }, h("button", { class: "primary" }, words.save)),
      ),
    );
  }

  openDialog(said.title, [hint, h("div", { role: "radiogroup", "aria-label": said.use }, list), h("button", { onclick: () => edit() }, said.new)], { kind: "drawer" });
  await refresh();
}
