// Show a run in progress: its steps, the sources found, and the text while it is written.
import { Problem, send } from "./api.js";
import { h, newId, put } from "./dom.js";
import { follow } from "./event_stream.js";
import { findingView } from "./findings.js";
import { announce } from "./notices.js";
import { stepWords } from "./steps.js";
import { words } from "./words.js";

/** The query that asks the server for offsets in UTF-16 units, as JavaScript counts. */
const UNIT = "unit=utf16";

/** Create the view of a run. `keep` keeps its answer visible, for a run whose answer the server does not store. */
export function createRunView(context, spoken, { onStop }) {
  const phase = h("span", { class: "phase" }, words.talk.working);
  const steps = h("ol", { class: "steps" });
  const details = h("details", { hidden: true }, h("summary", {}, words.talk.steps), steps);
  const message = h("div", { class: "text" });
  const draft = h("div", { class: "text draft-text" });
  const draftBox = h("div", { class: "card streaming", hidden: true }, h("h3", {}, words.talk.content), draft);
  const sources = h("div", {});
  const stop = h("button", { onclick: () => onStop() }, words.talk.stop);
  const answerNow = h("button", { hidden: true, onclick: () => onStop("retrieval") }, words.talk.stopSearching);
  const bar = h("div", { class: "row progress" }, h("span", { class: "dot", "aria-hidden": "true" }), phase, h("span", { class: "grow" }), answerNow, stop);
  const line = h("p", { class: "small", hidden: true }, words.talk.reconnecting);
  const element = h(
    "div",
    { class: "run" },
    spoken && h("article", { class: "message user" }, h("div", { class: "text" }, spoken)),
    h("article", { class: "message assistant", "aria-busy": "true" }, bar, line, details, message, draftBox, sources),
  );
  const channels = { message: [message, ""], document_content: [draft, ""] };
  const abort = new AbortController();
  let said = "";

  const view = {
    element,
    runId: null,
    stopped: false,
    signal: abort.signal,
    leave: () => abort.abort(),
    lineDown: (down) => (line.hidden = !down),
    hear(event) {
      const { data } = event;
      if (data.run_id) view.runId = data.run_id;
      if (event.event === "token") return token(data);
      if (event.event === "sources") put(sources, h("p", { class: "small" }, words.talk.sourcesFound(data.sources.length)));
      const told = stepWords(event);
      if (told) step(told);
      if (/^(tool_call|exec_action|plan_thought|subagent)/.test(event.event)) answerNow.hidden = false;
    },
    /** Return true if this view already shows this stored message of the user. */
    says({ role, content }) {
      return role === "user" && content === spoken && element.querySelector(".user") !== null;
    },
    fail(error) {
      end();
      element.classList.add("over");
      element.querySelector(".user")?.remove();
      if (view.stopped) put(bar, h("p", { class: "small", role: "status" }, words.talk.stopped));
      else put(bar, h("p", { class: "failed", role: "alert" }, `${words.talk.failed} ${error.full ?? error.message}`));
    },
    keep(answer) {
      end();
      bar.remove();
      if (!answer) return;
      message.remove();
      put(sources, findingView(context, answer));
    },
  };

  function end() {
    element.querySelector(".assistant").setAttribute("aria-busy", "false");
    stop.remove();
    answerNow.remove();
    line.hidden = true;
  }

  /** Insert a text at `offset`. Text after the offset is removed. */
  function token({ channel, offset, text }) {
    const kept = channels[channel];
    if (!kept) return;
    const [place, before] = kept;
    kept[1] = before.slice(0, offset) + text;
    place.textContent = kept[1];
    if (place === draft) draftBox.hidden = !kept[1];
  }

  function step(told) {
    phase.textContent = told;
    details.hidden = false;
    steps.append(h("li", {}, told));
    if (told !== said) announce(told);
    said = told;
  }

  return view;
}

/**
 * Follow a run to its end: a new one that a POST begins, or one in progress. `onNews` is called after each event.
 * Return `{ answer }`, or `{ research }` for an answer that belongs to no message.
 */
export async function followRun(view, { path, body, key, runId, kind }, onNews) {
  let first = null;
  if (path) {
    const headers = { Accept: "text/event-stream", "Idempotency-Key": key };
    first = await send("POST", `${path}?${UNIT}`, { body, headers, signal: view.signal });
    view.runId = first.headers.get("X-Run-Id");
  } else view.runId = runId;
  let last = null;
  await follow(`/api/runs/${view.runId}/events?${UNIT}`, {
    first,
    signal: view.signal,
    onBreak: view.lineDown,
    hear(event) {
      view.hear(event);
      onNews();
      if (event.event !== "final_answer" && event.event !== "error") return false;
      last = event;
      return true;
    },
  });
  if (last?.event === "error") throw new Problem(last.data.status ?? 500, last.data);
  const research = kind === "research" || path === "/api/research";
  if (research && last) view.keep(last.data);
  return { answer: last?.data ?? null, research };
}

/** Return a new Idempotency-Key, by which the server recognizes a repeated request. */
export function newKey() {
  return newId("page") + [...crypto.getRandomValues(new Uint32Array(4))].map((each) => each.toString(36)).join("");
}
