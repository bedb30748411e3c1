// The box for writing a message, with the options for the answer.
import { all } from "./api.js";
import { field, h, newId, put, select } from "./dom.js";
import { complain } from "./notices.js";
import { writeVersions } from "./versions.js";
import { words } from "./words.js";

/** Create the composer: its element, and its functions. `say(path, body, spoken)` sends a request. */
export function createComposer(context, say) {
  const said = words.talk;
  const attached = [];
  const text = h("textarea", { rows: 3, placeholder: said.placeholder, "aria-label": said.label, id: newId("message") });
  const chips = h("ul", { class: "chips", hidden: true });
  const send = h("button", { class: "primary" }, said.send);
  const mode = select(Object.entries(said.modes), "write");
  mode.setAttribute("aria-label", said.mode);
  mode.title = said.mode;
  const options = createOptions(context);
  const panel = h("div", { class: "options", id: newId("options"), hidden: true }, options.element);
  const toggle = h(
    "button",
    {
      type: "button",
      class: "quiet",
      "aria-expanded": "false",
      "aria-controls": panel.id,
      onclick: async () => {
        panel.hidden = !panel.hidden;
        toggle.setAttribute("aria-expanded", String(!panel.hidden));
        if (!panel.hidden) await options.load().catch(complain);
      },
    },
    said.options,
  );
  const form = h(
    "form",
    { class: "composer", onsubmit: submit },
    chips,
    text,
    panel,
    h("div", { class: "row" }, mode, toggle, h("span", { class: "grow" }), send),
  );
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.requestSubmit();
    }
  });

  async function submit(event) {
    event.preventDefault();
    const spoken = text.value;
    if (!spoken.trim() || send.disabled) return;
    const sections = attached.splice(0);
    text.value = "";
    showChips();
    try {
      await sendAll(spoken, sections);
    } catch (error) {
      if (!text.value) text.value = spoken; // the message is put back into the box
      if (!attached.length) attached.push(...sections);
      showChips();
      busy(false);
    }
  }

  async function sendAll(spoken, sections) {
    const { draft, versions, fast, ...shared } = options.value();
    if (mode.value === "deep") {
      await say("/api/research", { session_id: context.id, query: spoken, deep: true, ...shared }, spoken);
      return;
    }
    const body = { session_id: context.id, message: spoken, mode: mode.value, attached_sections: sections, ...shared };
    if (fast) body.fast = true;
    options.sent();
    const answer = await say("/api/chat/message", { ...body, ...(draft && { draft }) }, spoken);
    if (versions > 1 && answer?.pending_content_id && answer.document_content) await moreVersions(answer, versions - 1);
  }

  /** Have further versions of a draft written. If one fails, the first is not requested again. */
  async function moreVersions(answer, count) {
    try {
      await writeVersions(context, answer.pending_content_id, count, words.versions.another);
    } catch {
      return; // the conversation shows what went wrong
    } finally {
      context.drafts.compare();
    }
  }

  function busy(working) {
    send.disabled = working;
  }

  function showChips() {
    chips.hidden = !attached.length;
    put(
      chips,
      attached.map((each, index) => {
        const short = each.content.length > 60 ? `${each.content.slice(0, 59)}…` : each.content;
        const drop = () => {
          attached.splice(index, 1);
          showChips();
          text.focus();
        };
        return h(
          "li",
          { class: "chip" },
          h("span", {}, short),
          h("button", { type: "button", class: "quiet", "aria-label": said.removeAttachment(short), onclick: drop }, "×"),
        );
      }),
    );
  }

  return {
    element: form,
    busy,
    focus: () => text.focus(),
    /** Put a text into the box, so that the user can change and send it. */
    suggest(words) {
      text.value = words;
      text.focus();
    },
    attach(passage) {
      attached.push({ type: "highlight", ...passage });
      showChips();
      context.showPane("talk");
      text.focus();
    },
  };
}

/** Create the options: persona, focus, library, model and so on. By default, the paper's or operator's are used. */
function createOptions(context) {
  const said = words.talk;
  const focus = select(Object.entries(said.focuses), "web");
  const fast = h("input", { type: "checkbox", id: newId("fast") });
  const draft = h("select", {});
  const persona = h("select", {});
  const library = select([["", said.libraryAsPaper], ["all", said.libraryAll], ["none", said.libraryNone]], "");
  const model = h("input", { placeholder: said.modelDefault, autocomplete: "off" });
  const cost = h("p", { class: "small wide", hidden: true }, words.versions.costHint);
  const versions = select(Object.entries(said.versionCounts), "1", (chosen) => (cost.hidden = chosen === "1"));
  const element = h(
    "div",
    { class: "option-grid" },
    field(said.focus, focus),
    field(said.draft, draft),
    field(said.persona, persona),
    field(said.library, library),
    field(said.versions, versions),
    field(said.model_, model),
    cost,
    h("div", { class: "row" }, fast, h("label", { for: fast.id }, said.fast)),
  );
  fillDrafts();
  choices(persona, [["", said.personaSession], ["none", said.personaNone]]);
  context.on("drafts", fillDrafts);

  function fillDrafts() {
    const open = context.drafts?.open() ?? [];
    const each = open.map((one) => [one.pending_content_id, said.draftRevise(one.title)]);
    choices(draft, [["", said.draftAuto], ["new", said.draftNew], ...each]);
  }

  return {
    element,
    async load() {
      const personas = (await all("/api/personas")).map((each) => [each.id, each.name]);
      choices(persona, [["", said.personaSession], ["none", said.personaNone], ...personas]);
    },
    value() {
      const chosen = { versions: Number(versions.value), fast: fast.checked, draft: draft.value };
      if (focus.value !== "web") chosen.focus = focus.value;
      if (persona.value) chosen.persona_id = persona.value === "none" ? null : persona.value;
      if (library.value) chosen.library = library.value === "all" ? "all" : null;
      if (model.value.trim()) chosen.models = { chat: model.value.trim() };
      return chosen;
    },
    /** Reset the number of versions after a message was sent, because each version costs money. */
    sent() {
      versions.value = "1";
      cost.hidden = true;
    },
  };
}

/** Replace the options of a select element. The chosen one stays chosen if it is still among them. */
function choices(control, options) {
  const kept = control.value;
  put(control, options.map(([value, label]) => h("option", { value }, label)));
  control.value = options.some(([value]) => value === kept) ? kept : "";
}
