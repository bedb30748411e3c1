// Sources of an answer: each with its status, and its verdicts on the sentences that cite it.
import { h } from "./dom.js";
import { words } from "./words.js";

const BADNESS = { resolved: "", unchecked: "", unresolved: "warn", mismatch: "bad", retracted: "bad" };

/** Create a list of sources that opens with a click. `onUse`, if given, attaches a passage to the next message. */
export function sourceList(sources, { onUse = null } = {}) {
  if (!sources.length) return null;
  const doubtful = sources.some((each) => each.retracted || BADNESS[each.status]);
  return h(
    "details",
    { class: "sources", open: doubtful },
    h("summary", {}, words.sources.show(sources.length)),
    h("ol", { class: "items" }, sources.map((each) => sourceView(each, onUse))),
  );
}

/** Create the entry of one source. */
export function sourceView(source, onUse = null) {
  const address = linkOf(source);
  const title = source.title || source.url || source.doi || "";
  const by = [source.authors?.slice(0, 3).join(", "), source.year, source.container].filter(Boolean).join(" · ");
  const passage = source.support?.passage;
  return h(
    "li",
    source.n ? { value: source.n } : {},
    h("p", { class: "title" }, address ? h("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, title) : title),
    by && h("p", { class: "small" }, by),
    h("p", { class: "row" }, statusTag(source), noticeTags(source.notices)),
    source.reason && h("p", { class: "small" }, source.reason),
    supportView(source),
    passage && h("blockquote", {}, passage),
    onUse && (passage || source.content) && useButton(source, passage || source.content, onUse),
  );
}

function useButton(source, content, onUse) {
  const use = () => onUse({ content: content.slice(0, 20_000), source: source.title || source.url || "" });
  return h("button", { class: "quiet", onclick: use }, words.sources.use);
}

/** Create the tag with a source's status. Sources of research have no status, but a field for retractions. */
export function statusTag({ status: checked, retracted }) {
  const status = checked ?? (retracted ? "retracted" : null);
  return status ? h("span", { class: `tag ${BADNESS[status] ?? ""}` }, words.sources.status[status] ?? status) : null;
}

/** List the retractions, corrections and concerns, each with its date. */
export function noticeTags(notices) {
  return (notices ?? []).map((each) =>
    h("span", { class: "tag bad" }, [words.sources.notices[each.kind] ?? each.kind, each.date].filter(Boolean).join(", ")),
  );
}

function supportView(source) {
  const judged = source.support_of ?? [];
  if (!judged.length) return null;
  return h(
    "ul",
    { class: "support" },
    judged.map(({ sentence, verdict }) =>
      h(
        "li",
        {},
        h("span", { class: `tag ${verdictClass(verdict)}` }, words.sources.verdict[verdict] ?? verdict),
        " ",
        h("q", {}, sentence),
      ),
    ),
  );
}

/** Return the sources' verdicts on each sentence that cites them: `{ sentence, verdict, passage, title }`. */
export function standings(citations) {
  return citations.flatMap((source) =>
    (source.support_of ?? []).map((each) => ({ ...each, title: source.title || source.url || "", status: source.status })),
  );
}

/** Show the verdict of each source on one sentence, with the passage that led to it. */
export function standingView({ verdict, title, passage, status }) {
  const tags = [h("span", { class: `tag ${verdictClass(verdict)}` }, words.sources.verdict[verdict] ?? verdict), " "];
  if (BADNESS[status]) tags.unshift(statusTag({ status }), " ");
  const line = [tags, h("span", { class: "small" }, title)];
  if (!passage) return h("p", { class: "standing" }, line);
  return h("details", { class: "standing" }, h("summary", {}, line), h("blockquote", {}, passage));
}

export function verdictClass(verdict) {
  return { contradicted: "bad", "not found": "warn", partly: "warn" }[verdict] ?? "";
}

/** Return the address if a browser may open it, because a source string can be any text. */
export function linkOf({ url, doi }) {
  const address = url || (doi ? `https://doi.org/${encodeURI(doi)}` : "");
  return /^https?:\/\//i.test(address) ? address : null;
}
