// Open drafts: one card for each above the paper. The chosen draft is reviewed in its place.
import { get, newest } from "./api.js";
import { h, put } from "./dom.js";
import { complain } from "./notices.js";
import { createReview } from "./review.js";
import { openComparison } from "./versions.js";
import { titleWords, words } from "./words.js";

export async function createDrafts(context) {
  const strip = h("ul", { class: "strip" });
  const region = h("section", { class: "drafts", "aria-label": words.drafts.region, hidden: true }, strip);
  put(context.places.drafts, region);
  let open = [];
  let review = null;
  const pending = newest(() => get(`/api/chat/pending?session_id=${context.id}`));

  /** Load the open drafts. Unchanged cards are kept, because the user may be touching one. */
  async function refresh() {
    const told = await pending();
    if (!told || JSON.stringify(told.open) === JSON.stringify(open)) return;
    open = told.open;
    const chosen = review && open.find((each) => each.versions.includes(review.id));
    if (review && !chosen) close();
    show();
    context.tell("drafts", open);
  }

  function show() {
    region.hidden = !open.length;
    put(
      strip,
      h("li", { class: "small" }, words.drafts.count(open.length)),
      open.map((draft) => {
        const chosen = draft.versions.includes(review?.id);
        return h(
          "li",
          {},
          h(
            "button",
            {
              class: "draft-tab",
              "aria-pressed": String(chosen),
              title: draft.title,
              onclick: () => (chosen ? close() : select(draft.pending_content_id, { focus: true }).catch(complain)),
            },
            titleWords(draft.title),
          ),
        );
      }),
    );
  }

  /** Review the draft or older version with this id. The keyboard focus moves only if the caller asks for it. */
  async function select(id, { focus = false } = {}) {
    const draft = open.find((each) => each.versions.includes(id));
    if (!draft) return;
    review?.leave();
    review = createReview(context, draft, id, { close, refresh: after });
    put(context.places.review, review.element);
    context.showPane("paper");
    context.paper.showEditor();
    show();
    if (focus) review.focus();
    await review.load();
  }

  /** Remove the card after a decision, and show the decision in the conversation. */
  async function after() {
    close();
    await Promise.all([refresh(), context.talk.refresh()]);
    context.paper.editor.view.focus();
  }

  function close() {
    review?.leave();
    review = null;
    put(context.places.review);
    show();
  }

  context.drafts = {
    refresh,
    select,
    close,
    /** Compare the versions of the reviewed draft, if it has several. */
    compare: () => {
      const draft = open.find((each) => each.versions.includes(review?.id));
      if (draft?.versions.length > 1) openComparison(context, draft, review.id);
    },
    open: () => open,
    reviewing: () => review?.id ?? null,
    focus: () => (review ? review.focus() : strip.querySelector("button")?.focus()),
  };
  context.on("revision", () => review?.load().catch(complain));
  await refresh();
}
