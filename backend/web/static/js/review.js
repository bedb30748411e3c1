// Review one draft: its place, its changes sentence by sentence, and the buttons to decide about it.
import { post } from "./api.js";
import { askText } from "./dialog.js";
import { h, put } from "./dom.js";
import { changeList } from "./change_list.js";
import { showFresh, showMarks } from "./marks.js";
import { announce, complain, guarded, notice } from "./notices.js";
import { createPlaceChoice } from "./place_choice.js";
import { makeGrip, readPlaces, takeDrops } from "./place_pointer.js";
import { sourceList } from "./sources.js";
import { askRewrite, writeVersions } from "./versions.js";
import { placeWords, titleWords, words } from "./words.js";

/** Create the review of version `id` of `draft`. `done` has `close()`, and `refresh()`, called after a decision. */
export function createReview(context, draft, id, done) {
  const said = words.drafts;
  const newest = id === draft.pending_content_id;
  const version = newest ? draft : context.talk.version(id);
  const own = { content: null, place: null, preview: null, candidates: [], anyway: null };
  const left = new Set();
  let decided = false;
  let choice = null;
  const where = h("p", { class: "where" }, said.loading);
  const warnings = h("div", { class: "warnings" });
  const candidates = h("div", {});
  const placing = h("div", {});
  const changes = h("div", { class: "changes" });
  const proof = h("p", { class: "proof small" });
  const approve = h("button", { class: "primary", disabled: true, onclick: guarded(decide) }, said.approve);
  const element = h(
    "section",
    { class: "review", "aria-label": said.review, tabindex: "-1" },
    h(
      "header",
      { class: "row" },
      draft.kind === "content" && makeGrip(h("span", { class: "grip", "aria-hidden": "true" }, "⠿")),
      h("h2", { class: "grow" }, titleWords(draft.title)),
      versions(),
      h("button", { class: "quiet", "aria-label": said.close, onclick: done.close }, "×"),
    ),
    where,
    warnings,
    candidates,
    placing,
    changes,
    sourceList(version.citations ?? [], { onUse: (passage) => context.talk.attach(passage) }),
    h(
      "footer",
      { class: "row" },
      proof,
      h("button", { onclick: guarded(reject) }, said.reject),
      draft.kind === "content" && h("button", { onclick: guarded(rewrite) }, said.rewrite),
      draft.kind === "content" && h("button", { onclick: guarded(edit) }, said.edit),
      draft.kind === "content" && h("button", { onclick: guarded(move) }, said.place),
      h("span", { class: "grow" }),
      approve,
    ),
  );

  function versions() {
    if (draft.versions.length < 2) return null;
    const buttons = draft.versions.map((each, index) =>
      h(
        "button",
        {
          class: "quiet version",
          "aria-pressed": String(each === id),
          "aria-label": said.version(index + 1, draft.versions.length),
          onclick: () => context.drafts.select(each, { focus: true }).catch(complain),
        },
        index + 1,
      ),
    );
    return [buttons, h("button", { class: "quiet", onclick: () => context.drafts.compare() }, said.compare)];
  }

  const named = () => ({
    session_id: context.id,
    pending_content_id: id,
    ...(own.content !== null && { document_content: own.content }),
  });

  /** Ask the server what approving would do, and show it. */
  async function load() {
    if (decided) return;
    choice?.leave();
    choice = null;
    element.classList.remove("placing-now");
    await context.paper.save();
    approve.disabled = true;
    try {
      const told = await post("/api/chat/preview", { ...named(), unit: "utf16", ...(own.place && { placement: own.place }) });
      if (!own.place) own.candidates = told.candidates;
      own.preview = told;
      show();
    } catch (error) {
      where.textContent = error.message;
      put(candidates, error.body?.candidates && candidateList(error.body.candidates, said.unsure));
      throw error;
    }
  }

  function show() {
    const { placement, warnings: told, lost, hunks } = own.preview;
    put(
      where,
      h("strong", {}, draft.kind === "edit" ? (said.edits[placement.operation] ?? said.goes) : said.goes),
      draft.kind === "content" && ` ${placeWords(placement)}`, // an edit's title says what it does
      placement.confidence < 1 && placement.decided_by !== "user" && h("span", { class: "small" }, ` · ${said.confidence(placement.confidence)}`),
      placement.reason && placement.reason !== draft.title && h("span", { class: "small" }, ` · ${placement.reason}`),
      own.content !== null && h("span", { class: "tag" }, said.edited),
    );
    put(
      warnings,
      [...told, ...(newest && draft.truncated ? [said.truncated] : [])].map((each) => h("p", { class: "warning small" }, each)),
      lost?.length > 0 && h("p", { class: "warning small" }, said.lost, " ", lost.join(", ")),
    );
    put(candidates, !own.preview.sure && candidateList(own.candidates, said.guess));
    for (const each of left) if (!hunks.some((hunk) => hunk.id === each)) left.delete(each);
    put(changes, changeList(hunks, left, { citations: version.citations, changed: mark, goTo: (hunk) => context.paper.editor.show(hunk.start) }));
    mark();
    if (hunks.length) context.paper.editor.show(hunks[0].start);
  }

  /** Show the changes in the paper, and the number of chosen changes on the button. */
  function mark() {
    const { hunks } = own.preview;
    showMarks(context.paper.editor.view, hunks, left);
    const taken = hunks.length - left.size;
    approve.textContent = left.size ? said.approveSome(taken, hunks.length) : own.anyway ? said.approveAnyway : said.approve;
    approve.disabled = taken === 0;
    const all = context.paper.editor.view.state.doc.length;
    const touched = hunks.filter((hunk) => !left.has(hunk.id)).reduce((sum, hunk) => sum + hunk.end - hunk.start, 0);
    put(proof, h("strong", {}, `✓ ${said.proof}`), ` ${said.proofText((all - touched).toLocaleString("en"))}`);
    if (!hunks.length) put(proof, said.nothing);
  }

  function candidateList(found, title) {
    if (found.length < 2) return null;
    return h(
      "details",
      { open: true },
      h("summary", {}, title),
      h(
        "ul",
        { class: "candidates" },
        found.map((each) =>
          h("li", {}, h("button", { class: "quiet", onclick: guarded(() => putAt(each)) }, placeWords(each))),
        ),
      ),
    );
  }

  async function putAt(placement) {
    own.place = { ...placement, decided_by: "user" };
    left.clear();
    await load();
    announce(where.textContent);
  }

  async function decide() {
    const { preview } = own;
    const body = { ...named(), base_revision: preview.base_revision, unit: "utf16" };
    if (draft.kind === "content") body.placement = preview.placement;
    if (left.size) body.hunks = preview.hunks.map((hunk) => hunk.id).filter((each) => !left.has(each));
    if (own.anyway) Object.assign(body, own.anyway);
    approve.disabled = true;
    try {
      const told = await post("/api/chat/approve", body);
      decided = true;
      leave();
      context.paper.take({ revision: told.revision, content: told.document });
      notice(draft.kind === "edit" ? said.editApproved : said.approved(placeWords(told.placement)));
      await done.refresh();
      if (told.inserted.length) {
        showFresh(context.paper.editor.view, told.inserted);
        context.paper.editor.show(told.inserted[0].start);
      }
    } catch (error) {
      if (error.status !== 409) throw error;
      await contradicted(error);
    }
  }

  /** Handle a refused approval: the paper has changed, or the user must accept a doubt about the draft. */
  async function contradicted(error) {
    if (error.body.revision !== undefined && error.body.revision !== own.preview.base_revision) {
      await context.paper.refresh();
      await load();
      notice(said.moved(placeWords(own.preview.placement)));
      return;
    }
    own.anyway = { accept_truncated: true, accept_sources: true };
    mark();
    throw error;
  }

  async function reject() {
    const reason = await askText(said.rejectTitle, { label: said.rejectReason, button: said.reject, long: true });
    if (reason === null) return;
    await post("/api/chat/reject", { session_id: context.id, pending_content_id: id, ...(reason && { reason }) });
    leave();
    announce(said.rejected);
    await done.refresh();
  }

  async function rewrite() {
    const asked = await askRewrite();
    if (asked === null) return;
    context.showPane("talk");
    await writeVersions(context, id, asked.count, asked.instruction || words.versions.another);
    if (asked.count > 1) context.drafts.compare();
  }

  async function edit() {
    const content = await askText(said.editTitle, {
      label: said.editLabel,
      value: own.content ?? version.document_content ?? "",
      button: said.editDone,
      long: true,
    });
    if (content === null) return;
    own.content = content === version.document_content ? null : content;
    left.clear();
    await load();
  }

  async function move() {
    if (choice) return choice.begin();
    const places = await readPlaces(context);
    const answer = guarded(async (placement) => {
      choice = null;
      element.classList.remove("placing-now");
      if (placement) await putAt(placement);
      element.focus();
    });
    choice = createPlaceChoice(context, { places, candidates: own.candidates, present: own.preview.placement, answer });
    put(placing, choice.element);
    element.classList.add("placing-now");
    return choice.begin();
  }

  const undrop = draft.kind === "content" ? takeDrops(context, guarded(putAt)) : () => {};

  function leave() {
    choice?.leave();
    undrop();
    showMarks(context.paper.editor.view, [], new Set());
  }

  return { id, element, load, leave, focus: () => element.focus() };
}
