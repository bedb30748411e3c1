// The left pane: the messages, the answer that is being written, and the box for the next message.
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
  /** For each message id: the element, and the data that the element shows, as JSON text. */
  const shown = new Map();
  const stored = new Map();
  /** The last request that failed, with its Idempotency-Key, so that its message is stored only once. */
  let failed = { sent: "", key: "" };
  let current = null;
  const read = newest(() => all(`/api/sessions/${context.id}/messages`));

  async function refresh() {
    const messages = await read();
    if (!messages) return;
    const revised = new Set(messages.map((each) => each.revises));
    for (const message of messages) {
      if (message === messages.at(-1) && !shown.has(message.id) && current?.says(message)) continue; // already shown
      stored.set(message.id, message);
      show(message, revised.has(message.pending_content_id));
    }
    empty();
  }

  /** Show a message. The element of an unchanged message is kept, because the user may have opened a part of it. */
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

  /** Insert the results of finished research runs among the messages, by the time at which each was requested. */
  async function showFindings() {
    for (const { time, element } of await findingsOf(context)) {
      const later = [...stored.values()].find((each) => each.created_at > time);
      log.insertBefore(element, later ? shown.get(later.id).view : null);
    }
    empty();
  }

  const atEnd = () => log.scrollHeight - log.scrollTop - log.clientHeight < 80;
  const toEnd = () => (log.scrollTop = log.scrollHeight);
  let reading = true; // true while the end of the conversation is visible, which it stays when the pane is resized
  log.addEventListener("scroll", () => (reading = atEnd()));
  new ResizeObserver(() => reading && toEnd()).observe(log);

  /** Send the request of the composer, follow its run to the end, and return the answer. */
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
      throw error; // without waiting for the server, so that the message is back in the box at once
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

  /** Follow a run to its end, then show the messages that the server has stored. */
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

  /** Show that a run failed. Its text so far stays visible until the next message; the user's message is stored. */
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

  /** Follow the run of this session that is in progress, after a reload or if another tab began it. */
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
    /** Return the message that created this version of a draft; {} if there is none. */
    version: (id) => [...stored.values()].find((each) => each.pending_content_id === id && each.document_content) ?? {},
    leave: () => current?.leave(),
    idle: () => current === null,
  };
  await refresh();
  await showFindings();
  toEnd();
  await takeUp();
}
