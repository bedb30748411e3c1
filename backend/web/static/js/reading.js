// Render Markdown for reading. No script of a text can run: DOMPurify creates the elements, and only those
// that a paper needs.
import { nameWorks, worksOf } from "./cited_works.js";
import { h, put } from "./dom.js";
import { picturesOf, showPictures } from "./pictures.js";
import { citations } from "./rules/citations.js";
import { formulas } from "./rules/formulas.js";
import { fillAll, hold, slicesOf } from "./slices.js";
import { words } from "./words.js";

const FRONT_MATTER = /^\uFEFF?---\r?\n[\s\S]*?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
const CLEAN = {
  USE_PROFILES: { html: true, mathMl: true },
  FORBID_TAGS: ["style", "form", "input", "button", "textarea", "select", "dialog", "audio", "video", "picture", "source"],
  FORBID_ATTR: ["style", "srcset", "popover", "popovertarget", "autofocus", "tabindex"],
  ADD_TAGS: ["semantics", "annotation"],
  SANITIZE_NAMED_PROPS: true,
  ALLOW_DATA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
};
/** The prefix that DOMPurify adds to every id in a text, so that it differs from the ids of the page. */
const ID = "user-content-";

let tools = null;

/** The libraries, which are loaded when the first text is shown. */
function loaded() {
  tools ??= import("../vendor/reader.js").then(({ DOMPurify, MarkdownIt, footnote, renderToString }) => {
    const markdown = new MarkdownIt({ html: true, linkify: true }).use(footnote).use(formulas, renderToString).use(citations);
    markdown.renderer.rules.th_open = markdown.renderer.rules.td_open = aligned;
    return { markdown, clean: (html) => DOMPurify.sanitize(html, CLEAN) };
  });
  return tools;
}

/** Return the elements of a Markdown text. With `sessionId`, the pictures of this session are shown. */
export async function rendered(text, sessionId = null) {
  const { markdown, clean } = await loaded();
  return finished(clean(markdown.render(text.replace(FRONT_MATTER, ""))), picturesOf(sessionId));
}

function finished(fragment, pictures) {
  for (const link of fragment.querySelectorAll("a")) tame(link);
  showPictures(fragment.querySelectorAll("img"), pictures);
  for (const table of fragment.querySelectorAll("table")) {
    const frame = h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": words.paper.read });
    table.replaceWith(frame);
    frame.append(table);
  }
  for (const block of fragment.querySelectorAll("pre")) block.tabIndex = 0;
  return fragment;
}

/** Return the title in the front matter; "" if there is none, or if the text begins with this title. */
function titleOf(text) {
  const [front] = text.match(FRONT_MATTER) ?? [""];
  const [, , quoted, plain] = front.match(/^title:[ \t]*(?:(["'])(.+?)\1|([^"'>|\s].*?))[ \t]*\r?$/m) ?? [];
  const title = quoted ?? plain ?? "";
  return title && !text.slice(front.length, front.length + title.length + 20).includes(title) ? title : "";
}

/** Show a paper in the reading view: first the visible part, then the rest, until `signal` is aborted. */
export async function showReading(sheet, text, { sessionId, signal }) {
  const { markdown, clean } = await loaded();
  const works = await worksOf(sessionId).catch(() => new Map()); // without the works, the text is shown all the same
  if (signal.aborted) return;
  const env = {};
  const title = titleOf(text);
  const pictures = picturesOf(sessionId);
  const slices = slicesOf(markdown.parse(text.replace(FRONT_MATTER, ""), env));
  const elements = slices.map((slice) => hold(h("div", { class: "slice" }), slice));
  const place = sheet.scrollTop;
  put(sheet, title && h("h1", { class: "paper-title" }, title), elements);
  sheet.scrollTop = place;
  const fill = (index) => {
    const html = markdown.renderer.render(slices[index].tokens, markdown.options, env);
    const fragment = finished(clean(html), pictures);
    if (works.size) nameWorks(fragment.querySelectorAll("cite"), works);
    elements[index].append(fragment);
  };
  fillAll(sheet, elements, fill, signal);
}

/** Replace the plain text in an element by its rendered Markdown. */
export async function upgrade(element, text, sessionId = null) {
  try {
    put(element, await rendered(text, sessionId));
    element.classList.add("rendered");
  } catch (error) {
    console.warn(words.paper.renderFailed, error);
  }
}

/** Write a column's alignment as an attribute, because styles, which markdown-it writes, are not allowed here. */
function aligned(all, index, options, env, self) {
  const style = all[index].attrGet("style");
  if (style) all[index].attrs = [["align", style.replace("text-align:", "")]];
  return self.renderToken(all, index, options);
}

/** Let links lead to a place in the text, or open another tab, which gets no access to this one. */
function tame(link) {
  const target = link.getAttribute("href") ?? "";
  if (target.startsWith("#")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const root = link.closest(".sheet, .rendered") ?? document;
      const found = root.querySelector(`[id="${CSS.escape(ID + decodeURIComponent(target.slice(1)))}"]`);
      found?.scrollIntoView({ block: "center" });
    });
  } else if (/^(https?|mailto):/i.test(target)) {
    link.target = "_blank";
    link.rel = "noopener noreferrer";
  } else link.removeAttribute("href");
}
