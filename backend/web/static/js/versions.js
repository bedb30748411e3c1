// Versions of one draft: ask for more of them, compare them side by side, and choose the one to review.
import { openDialog } from "./dialog.js";
import { field, h, newId, put, select } from "./dom.js";
import { announce, notice } from "./notices.js";
import { countWords } from "./paper.js";
import { upgrade } from "./reading.js";
import { sourceList } from "./sources.js";
import { wordDiff } from "./word_diff.js";
import { words } from "./words.js";

/**
 * Have the model write `count` more versions of the draft `id`, one by one, because a session has one run at a time.
 * Return the newest version's id. If a version fails or is stopped, no more are written; earlier ones stay.
 */
export async function writeVersions(context, id, count, instruction) {
  let newest = id;
  for (let number = 1; number <= count; number += 1) {
    const body = { session_id: context.id, pending_content_id: newest, instruction };
    const spoken = count > 1 ? words.versions.writing(number, count) : instruction;
    const answer = await context.talk.say("/api/chat/rewrite", body, spoken);
    if (!answer?.pending_content_id) {
      notice(words.versions.noMore);
      break;
    }
    newest = answer.pending_content_id;
  }
  return newest;
}

/** Ask how to rewrite a draft, and how often. Return `{ instruction, count }`; null if the user cancels. */
export function askRewrite() {
  return new Promise((answer) => {
    const said = words.versions;
    const how = h("textarea", { rows: 4 });
    const count = select(Object.entries(said.counts), "1");
    let given = null;
    const form = h(
      "form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          given = { instruction: how.value.trim(), count: Number(count.value) };
          dialog.close();
        },
        onkeydown: (event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
        },
      },
      field(words.drafts.rewriteHow, how),
      field(said.howMany, count, said.costHint),
      h("div", { class: "row end" }, h("button", { class: "primary" }, words.drafts.rewrite)),
    );
    const dialog = openDialog(words.drafts.rewriteTitle, form, { onClose: () => answer(given) });
    how.focus();
  });
}

/** Show all versions of a draft side by side. The user can choose one to review; nothing is approved here. */
export function openComparison(context, draft, reviewed) {
  const said = words.versions;
  const versions = draft.versions.map((id, index) => ({ ...context.talk.version(id), id, number: index + 1 }));
  const against = select(
    [["", said.markNothing], ...versions.map(({ id, number }) => [id, said.markAgainst(number)])],
    "",
    () => show(),
  );
  const columns = h("div", { class: "versions" });

  function show() {
    const base = versions.find((each) => each.id === against.value);
    put(columns, versions.map((each) => column(each, base)));
  }

  function column(version, base) {
    const heading = h("h3", { id: newId("version") }, said.name(version.number));
    const text = h("div", { class: "text", tabindex: "0", role: "group", "aria-labelledby": heading.id });
    const content = version.document_content ?? "";
    if (base && base !== version) put(text, marked(base.document_content ?? "", content));
    else {
      text.textContent = content;
      upgrade(text, content, context.id);
    }
    const choose = () => {
      dialog.close();
      context.drafts.select(version.id, { focus: true });
      announce(said.chosen(version.number));
    };
    return h(
      "section",
      { class: "version-column", "aria-labelledby": heading.id },
      h("header", { class: "row" }, heading, version.id === reviewed && h("span", { class: "tag" }, said.shown)),
      h("p", { class: "small" }, factsOf(version).join(" · ")),
      text,
      sourceList(version.citations ?? []),
      h("button", { onclick: choose }, said.choose(version.number)),
    );
  }

  const dialog = openDialog(
    said.title,
    [h("p", { class: "small" }, said.hint), h("div", { class: "against" }, field(said.mark, against)), columns],
    { kind: "wide" },
  );
  show();
}

function factsOf({ document_content: content = "", meta = {} }) {
  const { prompt_tokens: read, completion_tokens: written, cost } = meta.usage ?? {};
  const tokens = (read ?? 0) + (written ?? 0);
  return [
    words.paper.count(countWords(content)),
    meta.model,
    tokens > 0 && words.versions.tokens(tokens),
    typeof cost === "number" && words.versions.cost(cost),
  ].filter(Boolean);
}

/** Show the second text, and mark the words that the first text does not have. */
function marked(before, after) {
  return wordDiff(before, after)
    .filter(({ kind }) => kind !== "delete")
    .map(({ kind, text }) => (kind === "insert" ? h("ins", {}, text) : text));
}
