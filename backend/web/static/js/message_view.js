// Show one stored message of the conversation.
import { h } from "./dom.js";
import { upgrade } from "./reading.js";
import { sourceList } from "./sources.js";
import { stepWords } from "./steps.js";
import { ago, moment, placeWords, words } from "./words.js";

/** Maximum characters of a draft that its card shows completely, and maximum characters that are rendered for it. */
const SHORT = 280;
const MOST = 2_000;

/** Create the element of a message. `revised` is true if its draft has a newer version. */
export function messageView(message, context, revised = false) {
  const mine = message.role === "user";
  const text = h("div", { class: "text" }, message.content);
  if (!mine && message.content) upgrade(text, message.content);
  return h(
    "article",
    { class: `message ${message.role}`, "data-id": message.id },
    h("h2", { class: "unseen" }, mine ? words.talk.you : words.talk.model),
    text,
    attachments(message.attached_sections),
    message.document_content || message.status ? draftCard(message, context, revised) : null,
    message.warnings.map((warning) => h("p", { class: "warning small" }, warning)),
    message.citations.length > 0 && sourceList(message.citations, { onUse: (passage) => context.talk.attach(passage) }),
    stepsOf(message.events),
    h("time", { class: "small", datetime: message.created_at, title: moment(message.created_at) }, ago(message.created_at)),
  );
}

/** Update the text that says how long ago the message of an element was written. */
export function renewTime(view) {
  const time = view.querySelector(":scope > time");
  const told = ago(time.dateTime);
  if (time.textContent !== told) time.textContent = told;
}

function attachments(sections) {
  if (!sections.length) return null;
  return h(
    "details",
    { class: "small" },
    h("summary", {}, words.talk.attached(sections.length)),
    sections.map((each) => h("blockquote", {}, each.content, each.note && h("p", {}, each.note))),
  );
}

function draftCard(message, context, revised) {
  const content = message.approved_content ?? message.document_content;
  const open = message.status === "pending_approval";
  const status = revised && message.status === "rejected" && !message.reject_reason ? "superseded" : message.status;
  return h(
    "div",
    { class: `card ${status ?? ""}` },
    content && excerptOf(content, context),
    h(
      "div",
      { class: "row" },
      h("span", { class: "tag" }, words.talk.status[status] ?? words.talk.content),
      message.placement && h("span", { class: "small" }, placeWords(message.placement)),
      open && h("span", { class: "grow" }),
      open && h("button", { onclick: () => context.drafts.select(message.pending_content_id, { focus: true }) }, words.talk.showDraft),
    ),
    message.reject_reason && h("p", { class: "small" }, words.talk.reason(message.reject_reason)),
  );
}

/** Render the beginning of a draft. The style cuts off what does not fit. */
function excerptOf(content, context) {
  const excerpt = h("div", { class: content.length > SHORT ? "excerpt long" : "excerpt" }, content.slice(0, SHORT));
  upgrade(excerpt, content.slice(0, MOST), context.id);
  return excerpt;
}

function stepsOf(events) {
  const told = events.map((event) => stepWords(event)).filter(Boolean);
  if (told.length < 2) return null;
  return h("details", { class: "small" }, h("summary", {}, words.talk.steps), h("ol", { class: "steps" }, told.map((each) => h("li", {}, each))));
}
