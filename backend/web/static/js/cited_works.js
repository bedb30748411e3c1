// Citations in the reading view: show the cited work of each key, and mark works that are retracted or doubtful.
import { get } from "./api.js";
import { noticeTags, statusTag } from "./sources.js";

/** Statuses that a citation shows; `unchecked` is shown only in the list of references. */
const DOUBTFUL = new Set(["mismatch", "retracted", "unresolved"]);

/** Return the references of a session, by citation key; none if `sessionId` is null. */
export async function worksOf(sessionId) {
  if (!sessionId) return new Map();
  const { items } = await get(`/api/sessions/${sessionId}/references`);
  return new Map(items.map((each) => [each.key, each]));
}

/** Add the titles of the cited works to citations, which are elements that show citation keys. */
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
