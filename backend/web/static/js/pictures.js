// The pictures of a paper: files of its session, which are fetched once, with the access token.
import { get, send } from "./api.js";
import { h } from "./dom.js";
import { words } from "./words.js";

const WITHIN = /^data:image\/(png|jpeg|gif|webp);/i;
const ELSEWHERE = /^[a-z][a-z0-9+.-]*:|^\/\//i;

/** Return an object for the pictures of a session (null: none). The list and each picture are fetched once. */
export function picturesOf(sessionId) {
  const path = `/api/sessions/${sessionId}/files`;
  const blobs = new Map();
  let names = null;
  const fetched = async (file) => (await send("GET", `${path}/${encodeURIComponent(file)}`)).blob();
  return {
    none: !sessionId,
    names: () => (names ??= get(path).then(({ items }) => new Set(items.map((each) => each.name)))),
    blob(file) {
      if (!blobs.has(file)) blobs.set(file, fetched(file));
      return blobs.get(file);
    },
  };
}

/** Show the session's pictures. Of other servers' pictures and missing ones, only the names are shown. */
export function showPictures(pictures, store) {
  const wanted = new Map();
  for (const picture of pictures) {
    const address = picture.getAttribute("src") ?? "";
    if (WITHIN.test(address)) continue;
    picture.removeAttribute("src");
    if (store.none || ELSEWHERE.test(address)) name(picture, words.paper.pictureOutside(address));
    else {
      const file = decoded(address).replace(/^(\.\/)?(files\/)?/, "");
      wanted.set(file, [...(wanted.get(file) ?? []), picture]);
    }
  }
  if (wanted.size) fetchAll(wanted, store).catch(() => {});
}

async function fetchAll(wanted, store) {
  const there = await store.names();
  for (const [file, pictures] of wanted) {
    if (!there.has(file)) {
      for (const picture of pictures) name(picture, words.paper.pictureMissing(file));
      continue;
    }
    const address = URL.createObjectURL(await store.blob(file));
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
