// Citations of the reading view: the work behind each key, and a mark where it was retracted or is another one.
import { get } from "./api.js";
import { noticeTags, statusTag } from "./sources.js";

/** Statuses that a reader must see; what is merely unchecked is told in the references. */
const DOUBTFUL = new Set(["mismatch", "retracted", "unresolved"]);

/** The works that a session's text may cite, by their keys; none for what belongs to no session. */
export async function worksOf(sessionId) {
  if (!sessionId) return new Map();
  const { items } = await get(`/api/sessions/${sessionId}/references`);
  return new Map(items.map((each) => [each.key, each]));
}

/** Name the works behind citations, each an element that shows its keys. */
export function nameWorks(citations, works) {
  for (const cite of citations) {
    const shown = cite.textContent;
    const found = (shown.match(/[\p{L}\p{N}_][^\s;,()[\]]*/gu) ?? []).map((key) => works.get(key)).filter(Boolean);
    if (!found.length) continue;
    cite.title = found.map(({ csl, key }) => csl.title ?? key).join("; ");
    for (const { status, notices } of found) {
      const tags = notices.length ? noticeTags(notices) : DOUBTFUL.has(status) ? [statusTag({ status })] : [];
      for (const tag of tags) cite.append(" ", tag);
    }
  }
}
