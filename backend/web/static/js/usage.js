// Show the tokens and the cost of a paper.
import { get } from "./api.js";
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { words } from "./words.js";

const NUMBERS = ["calls", "prompt_tokens", "completion_tokens", "cost"];

export async function openUsage(context) {
  const usage = await get(`/api/sessions/${context.id}/usage`);
  const said = words.usage;
  const shown = (value) => (value === null ? said.none : value.toLocaleString("en"));
  const head = [said.calls, said.prompt, said.completion, said.cost];
  openDialog(said.ofPaper, [
    h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": said.title }, h(
      "table",
      {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, said.part), head.map((each) => h("th", { scope: "col", class: "number" }, each)))),
      h(
        "tbody",
        {},
        ["stage1", "stage2", "total"].map((part) =>
          h("tr", {}, h("th", { scope: "row" }, said[part]), NUMBERS.map((name) => h("td", { class: "number" }, shown(usage[part][name])))),
        ),
      ),
    )),
    h("p", { class: "small" }, usage.total.calls === 0 ? said.keyless : said.note),
  ]);
}
