// Deep research: its answers are results of runs and not messages. They are shown when the paper is opened.
import { get } from "./api.js";
import { h } from "./dom.js";
import { upgrade } from "./reading.js";
import { sourceList } from "./sources.js";
import { ago, moment, words } from "./words.js";

/** Number of newest runs that are searched for research. */
const RECENT = 50;

/** Return the finished research of a paper, oldest first: an element, and the time at which the research began. */
export async function findingsOf(context) {
  const { items } = await get(`/api/runs?session_id=${context.id}&limit=${RECENT}`);
  const runs = items.filter(({ kind, status }) => kind === "research" && status === "succeeded").reverse();
  return Promise.all(
    runs.map(async ({ id, started_at: time }) => {
      const { result } = await get(`/api/runs/${id}`);
      const element = h("article", { class: "message assistant finding", "data-run": id });
      element.append(h("h2", { class: "unseen" }, words.talk.modes.deep), ...findingView(context, result ?? {}));
      element.append(h("time", { class: "small", datetime: time, title: moment(time) }, `${words.talk.modes.deep} · ${ago(time)}`));
      return { time, element };
    }),
  );
}

/** Show a research result: its answer, its sources, and a button to write with it. */
export function findingView(context, { answer = "", sources = [] }) {
  const text = h("div", { class: "text" }, answer);
  upgrade(text, answer);
  const attach = (passage) => context.talk.attach(passage);
  const use = () => attach({ content: answer.slice(0, 20_000), source: words.talk.modes.deep });
  return [
    text,
    sourceList(sources, { onUse: attach }),
    answer && h("p", {}, h("button", { class: "quiet", onclick: use }, words.talk.useFinding)),
  ].filter(Boolean);
}
