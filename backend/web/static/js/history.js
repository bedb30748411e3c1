// The history: each revision of the paper with its cause and its changes, and a button to restore it.
import { get, post } from "./api.js";
import { openDialog } from "./dialog.js";
import { h, put } from "./dom.js";
import { guarded, notice } from "./notices.js";
import { unifiedDiff } from "./unified_diff.js";
import { ago, moment, placeWords, words } from "./words.js";

export async function openHistory(context) {
  await context.paper.save();
  const path = `/api/sessions/${context.id}/document/revisions`;
  const list = h("ol", { class: "items" });
  const more = h("button", { hidden: true, onclick: guarded(load) }, words.history.more);
  let cursor = null;

  async function load() {
    const page = await get(`${path}?limit=30${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);
    cursor = page.next_cursor;
    more.hidden = !cursor;
    list.append(...page.items.map(item));
  }

  function item(revision) {
    const said = words.history;
    const number = revision.revision;
    const diff = h("div", {});
    const show = async () => {
      if (diff.firstChild) return put(diff);
      const told = await get(`${path}/${number}/diff`);
      return put(diff, unifiedDiff(told.diff) ?? h("p", { class: "small" }, said.same));
    };
    const restore = async () => {
      const told = await post(`${path}/${number}/restore`, {}, { headers: { "If-Match": `"${context.paper.revision()}"` } });
      context.paper.take(told);
      dialog.close();
      notice(said.restored(number));
    };
    const current = number === context.paper.revision();
    return h(
      "li",
      {},
      h(
        "div",
        { class: "row" },
        h("strong", {}, said.revision(number)),
        h("span", { class: "tag" }, said.causes[revision.cause] ?? revision.cause),
        current && h("span", { class: "tag" }, said.current),
        h("time", { class: "small", datetime: revision.created_at, title: moment(revision.created_at) }, ago(revision.created_at)),
      ),
      h(
        "div",
        { class: "row" },
        h("span", { class: "small grow" }, revision.placement && placeWords(revision.placement)),
        number > 0 && h("button", { class: "quiet", onclick: guarded(show) }, said.diff),
        !current && h("button", { class: "quiet", onclick: guarded(restore) }, said.restore),
      ),
      diff,
    );
  }

  const dialog = openDialog(words.history.title, [list, more], { kind: "drawer" });
  await load();
}
