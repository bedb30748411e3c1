// Pictures of a paper: those that are files of its session, fetched with the caller's token, each once.
import { get, send } from "./api.js";
import { h } from "./dom.js";
import { words } from "./words.js";

const WITHIN = /^data:image\/(png|jpeg|gif|webp);/i;
const ELSEWHERE = /^[a-z][a-z0-9+.-]*:|^\/\//i;

/** Show what the session has; pictures of other servers, and those that are missing, are only named. */
export function showPictures(pictures, sessionId) {
  const wanted = new Map();
  for (const picture of pictures) {
    const address = picture.getAttribute("src") ?? "";
    if (WITHIN.test(address)) continue;
    picture.removeAttribute("src");
    if (!sessionId || ELSEWHERE.test(address)) name(picture, words.paper.pictureOutside(address));
    else {
      const file = decoded(address).replace(/^(\.\/)?(files\/)?/, "");
      wanted.set(file, [...(wanted.get(file) ?? []), picture]);
    }
  }
  if (wanted.size) fetchAll(wanted, `/api/sessions/${sessionId}/files`).catch(() => {});
}

async function fetchAll(wanted, path) {
  const there = new Set(await get(path).then(({ items }) => items.map((each) => each.name)));
  for (const [file, pictures] of wanted) {
    if (!there.has(file)) {
      for (const picture of pictures) name(picture, words.paper.pictureMissing(file));
      continue;
    }
    const answer = await send("GET", `${path}/${encodeURIComponent(file)}`);
    const address = URL.createObjectURL(await answer.blob());
    for (const picture of pictures) picture.src = address;
    await Promise.allSettled(pictures.map((picture) => picture.decode()));
    URL.revokeObjectURL(address);
  }
}

function name(picture, otherwise) {
  picture.replaceWith(h("span", { class: "small" }, picture.alt || otherwise));
}

function decoded(address) {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
