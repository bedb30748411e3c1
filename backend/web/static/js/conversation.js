// The left pane: what was said, what is being written, and the box to say more.
import { all, get, newest, post } from "./api.js";
import { createComposer } from "./composer.js";
import { h, put } from "./dom.js";
import { findingsOf } from "./findings.js";
import { messageView, renewTime } from "./message_view.js";
import { announce, complain } from "./notices.js";
import { createRunView, followRun, newKey } from "./run_view.js";
import { words } from "./words.js";

/** Kinds of runs that write into the conversation. */
const TALKING = new Set(["message", "rewrite", "research"]);

export async function createConversation(context) {
  const log = h("div", { class: "log", role: "log", "aria-label": words.talk.pane, tabindex: "0" });
  const composer = createComposer(context, say);
  put(context.places.talk, h("div", { class: "notices within" }), log, composer.element);
  /** By the id of a message: its element, and all that this shows, as text. */
  const shown = new Map();
  const stored = new Map();
  /** The last request that failed, and its key: sent again it is the same request, and its message is stored once. */
  let failed = { sent: "", key: "" };
  let current = null;
  const read = newest(() => all(`/api/sessions/${context.id}/messages`));

  async function refresh() {
    const messages = await read();
    if (!messages) return;
    const revised = new Set(messages.map((each) => each.revises));
    for (const message of messages) {
      if (message === messages.at(-1) && !shown.has(message.id) && current?.says(message)) continue; // it is in sight
      stored.set(message.id, message);
      show(message, revised.has(message.pending_content_id));
    }
    empty();
  }

  /** Show a message. One that is as it was stays what it is: somebody may touch it, or have opened a part of it. */
  function show(message, revised) {
    const told = JSON.stringify([message, revised]);
    const old = shown.get(message.id);
    if (old?.told === told) return renewTime(old.view);
    const view = messageView(message, context, revised);
    if (old) old.view.replaceWith(view);
    else log.insertBefore(view, current?.element ?? null);
    shown.set(message.id, { view, told });
  }

  function empty() {
    const hint = log.querySelector(".hints");
    if (log.children.length > 1) hint?.remove();
    if (log.children.length) return;
    const { empty: title, hints } = words.talk;
    log.append(h("div", { class: "hints" }, h("p", {}, title), h("ul", {}, hints.map((hint) => h("li", {}, h("button", { class: "quiet", onclick: () => composer.suggest(hint) }, `“${hint}”`))))));
  }

  /** Put finished research where it was asked for among the messages. */
  async function showFindings() {
    for (const { time, element } of await findingsOf(context)) {
      const later = [...stored.values()].find((each) => each.created_at > time);
      log.insertBefore(element, later ? shown.get(later.id).view : null);
    }
    empty();
  }

  const atEnd = () => log.scrollHeight - log.scrollTop - log.clientHeight < 80;
  const toEnd = () => (log.scrollTop = log.scrollHeight);
  let reading = true; // the end of the conversation is in sight, and stays there if a notice takes room
  log.addEventListener("scroll", () => (reading = atEnd()));
  new ResizeObserver(() => reading && toEnd()).observe(log);

  /** Send what the composer asks for and follow it to its end. Gives the answer. */
  async function say(path, body, spoken) {
    await context.paper.save();
    const sent = JSON.stringify([path, body]);
    const key = failed.sent === sent ? failed.key : newKey();
    const view = begin(spoken);
    try {
      return await watch(view, { path, body, key });
    } catch (error) {
      failed = { sent, key };
      giveUp(view, error);
      throw error; // at once, so that the words are back in the box: the server may not answer for long
    }
  }

  function begin(spoken = "") {
    for (const each of log.querySelectorAll(".run.over")) each.remove();
    current = createRunView(context, spoken, { onStop: stop });
    log.querySelector(".hints")?.remove();
    log.append(current.element);
    toEnd();
    composer.busy(true);
    return current;
  }

  /** Follow a run to its end, then show what the server has stored of it. */
  async function watch(view, how) {
    const ended = await followRun(view, how, () => atEnd() && requestAnimationFrame(toEnd));
    composer.busy(false);
    if (current === view) current = null;
    if (ended.research) view.keep();
    else if (ended.answer) view.element.remove();
    await Promise.all([refresh(), context.drafts.refresh()]);
    if (ended.answer?.pending_content_id) {
      announce(words.talk.aDraft);
      await context.drafts.select(ended.answer.pending_content_id);
    } else if (ended.answer) announce(words.talk.answered);
    if (ended.answer) toEnd();
    return ended.answer;
  }

  /** A run has failed: what it had written stays in sight until the next message; what was asked is stored. */
  async function giveUp(view, error) {
    view.fail(error);
    composer.busy(false);
    await refresh().catch(complain);
    if (current === view) current = null;
  }

  async function stop(only) {
    if (!current?.runId) return;
    if (!only) {
      current.stopped = true;
      composer.focus();
    }
    await post(`/api/runs/${current.runId}/cancel`, only ? { only } : {}).catch(complain);
  }

  /** Take up a run of this session that is going on: after a reload, or from another tab. */
  async function takeUp(given = null) {
    if (current) return;
    const run = given ?? (await get(`/api/runs?session_id=${context.id}&limit=5`)).items.find((each) => each.status === "running");
    if (!run || !TALKING.has(run.kind) || current) return;
    const view = begin();
    watch(view, { runId: run.id, kind: run.kind }).catch((error) => giveUp(view, error));
  }

  context.talk = {
    refresh,
    takeUp,
    begin,
    say,
    focus: composer.focus,
    attach: composer.attach,
    /** The message that brought a draft's version. */
    version: (id) => [...stored.values()].find((each) => each.pending_content_id === id && each.document_content) ?? {},
    leave: () => current?.leave(),
    idle: () => current === null,
  };
  await refresh();
  await showFindings();
  toEnd();
  await takeUp();
}
