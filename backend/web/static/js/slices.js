// Render a long text in slices: the visible ones at once, the others while the page is idle.

/** Characters of a slice: rendering takes some 20 ms if every line has formulas. */
const LENGTH = 2_000;
/** Milliseconds of work between two pauses, in which the page handles keys and scrolling. */
const WORK = 12;
/** Pixels of height per character, to estimate the height of a slice until it is rendered. */
const HEIGHT = 27 / 85;
const OPENS = /<(details|div|section|article|figure|table|blockquote|center|ul|ol)\b/gi;
const CLOSES = /<\/(details|div|section|article|figure|table|blockquote|center|ul|ol)\s*>/gi;

/** Return markdown-it's tokens in groups of whole blocks. HTML elements of the text are not divided. */
export function slicesOf(tokens) {
  const slices = [];
  let slice = { tokens: [], length: 0 };
  let level = 0;
  let open = 0;
  for (const token of tokens) {
    slice.tokens.push(token);
    slice.length += token.content.length;
    level += token.nesting;
    if (token.type === "html_block") open += counted(token.content, OPENS) - counted(token.content, CLOSES);
    if (level > 0 || open > 0 || slice.length < LENGTH) continue;
    slices.push(slice);
    slice = { tokens: [], length: 0 };
    open = 0;
  }
  if (slice.tokens.length) slices.push(slice);
  return slices;
}

const counted = (text, pattern) => text.match(pattern)?.length ?? 0;

/** Give the empty element of a slice about the height that it will have, and return it. */
export function hold(element, { length }) {
  element.style.minHeight = `${Math.round(length * HEIGHT)}px`;
  return element;
}

/**
 * Fill the empty elements of `scroller`: the visible ones at once, then the others, the nearest first,
 * until `signal` is aborted. `fill(index)` fills one element.
 */
export function fillAll(scroller, elements, fill, signal) {
  const left = new Set(elements.keys());
  const one = (index) => {
    left.delete(index);
    fill(index);
    elements[index].style.minHeight = "";
  };
  const seen = () => {
    const { top, bottom } = scroller.getBoundingClientRect();
    return [...left].find((index) => {
      const box = elements[index].getBoundingClientRect();
      return box.bottom >= top && box.top <= bottom;
    });
  };
  for (let index = seen(); index !== undefined; index = seen()) one(index);
  const near = new Set();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) near[isIntersecting ? "add" : "delete"](elements.indexOf(target));
    },
    { root: scroller, rootMargin: "150%" },
  );
  for (const index of left) observer.observe(elements[index]);
  const next = () => [...near].find((index) => left.has(index)) ?? left.values().next().value;
  const work = () => {
    if (signal.aborted || !left.size) return observer.disconnect();
    const end = performance.now() + WORK;
    do one(next());
    while (left.size && performance.now() < end);
    return setTimeout(work);
  };
  setTimeout(work);
}
