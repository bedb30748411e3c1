// Files that are dropped or chosen become the text of a paper.
import { call, get, post, Problem, Refused } from "./api.js";
import { notice } from "./notices.js";
import { words } from "./words.js";

const TEXT = /\.(md|markdown|txt)$/i;

/** Import a file into a paper. Markdown becomes the text of an empty paper at once; any other file becomes a draft, whose
 *  id is returned. */
export async function importInto(sessionId, file) {
  const path = `/api/sessions/${sessionId}/document`;
  const present = await get(path);
  if (TEXT.test(file.name) && present.content === "") {
    const content = await textOf(file);
    await call("PUT", path, { body: { content }, headers: { "If-Match": `"${present.revision}"` } });
    notice(words.papers.imported(file.name));
    return null;
  }
  const form = new FormData();
  form.append("file", file);
  try {
    const told = await post(`${path}/import`, form);
    for (const warning of told.warnings ?? []) notice(warning);
    return told.pending_content_id;
  } catch (error) {
    if (!(error instanceof Problem) || ![404, 405].includes(error.status) || !TEXT.test(file.name)) throw error;
    const proposal = { session_id: sessionId, document_content: await textOf(file) };
    return (await post("/api/chat/propose", proposal)).pending_content_id;
  }
}

/** Add a picture to the paper's files, and return the Markdown that shows it. */
export async function keepPicture(sessionId, file) {
  const form = new FormData();
  form.append("file", file);
  const { name } = await post(`/api/sessions/${sessionId}/files`, form);
  return `![](${encodeURI(name).replace(/[()]/g, encodeURIComponent)})`;
}

/** Return the text of a UTF-8 file, unchanged and with its byte order mark. */
async function textOf(file) {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Refused(words.papers.notText(file.name));
  }
}

/** Let the user drop files onto an element. Return a function that ends this. */
export function takeFiles(place, take) {
  const over = (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    place.classList.add("dropping");
  };
  const away = () => place.classList.remove("dropping");
  const drop = (event) => {
    away();
    const files = [...event.dataTransfer.files];
    if (!files.length) return;
    event.preventDefault();
    event.stopPropagation();
    take(files);
  };
  const listeners = { dragover: over, dragleave: away, drop };
  for (const [name, listener] of Object.entries(listeners)) place.addEventListener(name, listener, true);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) place.removeEventListener(name, listener, true);
  };
}
