// A long text in slices: those in sight are made at once, the others in the pauses of whoever reads.

/** Characters of a slice: some 20 milliseconds of work where every line has formulas. */
const LENGTH = 2_000;
/** Milliseconds of work between two pauses, in which keys and scrolling are heard. */
const WORK = 12;
/** Pixels of a character of running text: what a slice takes until it is made. */
const HEIGHT = 27 / 85;
const OPENS = /<(details|div|section|article|figure|table|blockquote|center|ul|ol)\b/gi;
const CLOSES = /<\/(details|div|section|article|figure|table|blockquote|center|ul|ol)\s*>/gi;

/** markdown-it's tokens in groups of whole blocks. Elements that HTML of the text opens are not cut in two. */
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

/** An empty element for a slice, of about its height. */
export function hold(element, { length }) {
  element.style.minHeight = `${Math.round(length * HEIGHT)}px`;
  return element;
}

/**
 * Fill held elements of `scroller`: those in sight before this returns, then the rest, what is nearest to sight first,
 * until `signal` is aborted. `fill(index)` fills one.
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
